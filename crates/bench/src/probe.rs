//! Tries programs before the measurement, to detect the solution at which their searches stop, and the time
//! that they take to start.
//!
//! Every program gets a puzzle with two solutions and almost no empty cells. The time of that run is the time
//! of its start. If the limit was not given, the answer reveals it: a program that counts two solutions, or
//! refuses to show one, looked for a second one.

use super::{
    args::BenchArgs,
    contestant::{Clock, Contestant, LimitSource},
    layout::{Claim, ClaimedCount, OutputLayout},
    process::{InputFiles, ProcessRun},
    puzzles::Puzzles,
};
use anyhow::{Context, Result};
use quadrille_engines::solver::Solver;
use quadrille_grid::{Puzzle, Shape};

/// Seconds after which the attempt to run a program ends.
const PATIENCE: f64 = 10.0;
/// The start of a program is the shortest of these runs.
const RUNS: usize = 3;

/// Tries every program, and sets the limits that were not given and the times of the starts.
pub(crate) fn probe(
    contestants: &mut [Contestant],
    args: &BenchArgs,
    status: &mut dyn FnMut(&str),
) -> Result<()> {
    let mut probes: Vec<Probe> = Vec::new();
    for contestant in contestants.iter_mut() {
        let has_clock = !matches!(contestant.program.clock, Clock::None);
        if contestant.absent.is_some() || !(args.measure.end_to_end() || has_clock) {
            continue;
        }
        status(&format!("{}: trying it out", contestant.name));
        let side = side_for(&contestant.program.sides);
        let known = probes.iter().position(|probe| probe.side == side);
        let index = known
            .map_or_else(|| Probe::new(side).map(|probe| (probes.push(probe), probes.len() - 1).1), Ok)?;
        probes[index].try_out(contestant, args)?;
    }
    Ok(())
}

/// The side of the board for a program that reads these sides, or all.
fn side_for(sides: &[usize]) -> usize {
    let is_read = |side: &usize| sides.is_empty() || sides.contains(side);
    [9, 4, 6, 12, 16, 25].into_iter().find(is_read).unwrap_or(9)
}

struct Probe {
    side: usize,
    puzzles: Puzzles,
    inputs: InputFiles,
}

impl Probe {
    fn new(side: usize) -> Result<Probe> {
        let puzzle = puzzle_with_two_solutions(side).context("no puzzle to try programs with")?;
        Ok(Probe { side, puzzles: Puzzles::single(&puzzle, 2), inputs: InputFiles::new()? })
    }

    fn try_out(&mut self, contestant: &mut Contestant, args: &BenchArgs) -> Result<()> {
        let timeout = contestant.program.timeout.min(PATIENCE);
        for run in 0..RUNS {
            let input = self.inputs.path(&contestant.program.input, &self.puzzles)?;
            let process = ProcessRun {
                contestant,
                puzzles: &self.puzzles,
                input: &input,
                pin: args.pin,
                use_clock: false,
                timeout,
            };
            // A program that fails is reported when it is measured.
            let Some((seconds, answers)) = process.try_out(&self.inputs)? else { return Ok(()) };
            if run == 0
                && contestant.limit_source == LimitSource::Assumed
                && let Some(limit) = limit_of(&contestant.program.output, &answers)
            {
                contestant.limit = limit;
                contestant.limit_source = LimitSource::Found;
            }
            contestant.start = Some(contestant.start.map_or(seconds, |s| s.min(seconds)));
        }
        Ok(())
    }
}

/// The limit that the answer to a puzzle with two solutions reveals.
fn limit_of(layout: &OutputLayout, answers: &[u8]) -> Option<u64> {
    let claims: Vec<Claim> = layout.claims(answers)?.take(2).collect();
    // Not an answer to this puzzle.
    let [claim] = &claims[..] else { return None };
    match claim.count {
        Some(ClaimedCount::Exactly(n) | ClaimedCount::UpToLimit(n) | ClaimedCount::AtLeast(n)) => match n {
            0 => None,
            1 => Some(1),
            _ => Some(2),
        },
        None if claim.shows_grid => Some(2),
        Some(ClaimedCount::Unreadable) | None => None,
    }
}

/// A board whose only empty cells are the corners of a rectangle in two boxes, where two digits can be
/// exchanged.
fn puzzle_with_two_solutions(side: usize) -> Option<Puzzle> {
    let shape = Shape::from_side(side)?;
    let corners = [0, shape.box_columns(), side, side + shape.box_columns()];
    let mut givens = vec![0; shape.area()];
    for (cell, digit) in corners.into_iter().zip([1, 2, 2, 1]) {
        givens[cell] = digit;
    }
    let answer = Solver::new().solve(&Puzzle::new(&givens).ok()?);
    let mut cells = answer.solution()?.cells().to_vec();
    corners.into_iter().for_each(|cell| cells[cell] = 0);
    Puzzle::new(&cells).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_puzzle_has_two_solutions_at_every_side() {
        for side in Shape::ALL.iter().map(|shape| shape.side()) {
            let puzzle = puzzle_with_two_solutions(side).expect("a puzzle");
            assert_eq!(Solver::new().limit(3).solve(&puzzle).solutions(), 2, "{side}");
        }
        assert_eq!((side_for(&[]), side_for(&[16, 4]), side_for(&[25])), (9, 4, 25));
    }

    #[test]
    fn the_limit_of_a_program_is_found_from_its_answer() {
        let grid = "1234341221434321";
        for (layout, answer, limit) in [
            ("{solution}", grid.to_string(), Some(1)),
            ("{solution}", "not unique".into(), Some(2)),
            ("{count}:{solution}", format!("1:{grid}"), Some(1)),
            ("{count}:{solution}", format!("2:{grid}"), Some(2)),
            ("{count}", "2".into(), Some(2)),
            ("{count}", "7".into(), Some(2)),
            ("{count}", "2+".into(), Some(2)),
            ("{count}", "?".into(), None),
            ("{count}", "0".into(), None),
            ("blocks", format!("{grid}\n\n"), Some(1)),
            ("blocks", format!("{grid}\n4321432143214321\n\n"), Some(2)),
            ("{solution}", format!("{grid}\n{grid}\n"), None),
            ("{solution}", String::new(), None),
            ("copy", grid.into(), None),
        ] {
            let layout = OutputLayout::parse(layout, 0).unwrap();
            assert_eq!(limit_of(&layout, answer.as_bytes()), limit, "{layout:?} {answer}");
        }
    }
}

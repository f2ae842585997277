//! Large boards: the arena, and for what exceeds its patience a search that learns.

use super::{BoardArena, Dlx, arena::Arena, board::Board, layout::Index, layout::Layout};
use crate::Shape;
use crate::engine::cdcl::CdclSearch;
use crate::engine::{Budget, Engine, Limits, Report, Run, Stop};

/// The engine for boards larger than 9×9.
///
/// The arena begins. When it has entered so many nodes without a solution, or without another one,
/// that the rest may be long, the puzzle is begun anew by a search that learns a clause from every
/// dead end: most large boards are solved by the first in microseconds, and those that
/// would take it minutes by the second in milliseconds.
///
/// Which of the two it is depends on nodes alone, never on time. The report's nodes and guesses are
/// those of both together. The first solution is the same whatever number is asked for.
///
/// The memory for learning is taken when the first puzzle needs it, and kept.
///
/// ```
/// use quadrille::{unstable::engine::{Engine, Run, dlx::Big}, Limits, Outcome, Report};
/// use quadrille::Shape;
///
/// let shape = Shape::from_side(25).unwrap();
/// let (mut solution, mut report) = ([0; 625], [Report::default()]);
/// let mut run = Run::new(shape, &[0; 625], &mut solution, &mut report);
/// Big::new(shape).solve(&mut run, &Limits::new(2).max_nodes(10_000));
/// assert_eq!(report[0].outcome, Outcome::Multiple);
/// ```
#[derive(Debug)]
pub struct Big {
    dlx: Dlx,
    patience: u64,
    learner: CdclSearch,
}

/// Nodes without a solution after which the arena gives up, of boards of 12×12 and 16×16 and of
/// 25×25. In ms per puzzle, mean and longest, to two solutions:
///
/// | patience | 16×16 minimal | 16x16_sudaco | 25×25, 240 givens | 25×25, 300 givens, unique | 300 givens |
/// | --- | --- | --- | --- | --- | --- |
/// | 30 | 2.2, 17 | 0.18, 0.7 | 7.6, 41 | 12, 38 | 31, 162 |
/// | 300 | 1.9, 14 | 0.08, 1.0 | 5.1, 30 | 9.1, 26 | 23, 125 |
/// | 1,000 | 1.7, 17 | 0.08, 0.6 | 4.7, 29 | 12, 35 | 22, 163 |
/// | 100,000 | 1.2, 9.9 | 0.08, 0.6 | 13, 205 | 16, 41 | 81, 453 |
const PATIENCE: [u64; 2] = [4096, 512];

/// Solutions that the learner looks for at most: it keeps a clause for each.
const SOLUTIONS: u64 = 1000;

impl Big {
    /// An engine for boards of this shape.
    pub fn new(shape: Shape) -> Big {
        let patience = PATIENCE[usize::from(shape.side() > 16)];
        Big::with_patience(shape, patience)
    }

    pub(super) fn with_patience(shape: Shape, patience: u64) -> Big {
        Big { dlx: Dlx::new(shape), patience, learner: CdclSearch::default() }
    }
}

impl Engine for Big {
    fn name(&self) -> &'static str {
        "dlx+learning"
    }

    /// # Panics
    /// If the run is of another shape.
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        assert_eq!(run.shape(), self.dlx.shape, "an engine for another shape");
        assert!(run.is_plain(), "an engine for givens alone");
        for i in 0..run.len() {
            let Some(budget) = Budget::start(limits) else {
                run.report(i, Report::default());
                continue;
            };
            let budget = budget.with_give_up(self.patience);
            let wanted = limits.solutions.max(1);
            let Big { dlx: Dlx { board, arena, .. }, learner, .. } = self;
            let (givens, cells) = (run.givens(i), run.solution_mut(i));
            let report = match arena {
                BoardArena::Small(arena) => {
                    Hunt { arena, board, learner, givens, wanted, budget }.solve(cells)
                }
                BoardArena::Large(arena) => {
                    Hunt { arena, board, learner, givens, wanted, budget }.solve(cells)
                }
            };
            run.report(i, report);
        }
    }
}

/// One puzzle.
struct Hunt<'a, L: Layout> {
    arena: &'a mut Arena<L>,
    board: &'a Board,
    learner: &'a mut CdclSearch,
    givens: &'a [u8],
    wanted: u64,
    budget: Budget<'a>,
}

impl<L: Layout> Hunt<'_, L> {
    fn solve(&mut self, cells: &mut [u8]) -> Report {
        if !self.board.begin(self.arena, self.givens) {
            return Report::new(Stop::Exhausted, 0, 1, 0, self.wanted);
        }
        let (mut stop, mut solutions) = self.dance(cells, true);
        let mut guesses = self.arena.counters.guesses;
        if stop == Stop::GaveUp && !self.budget.is_over() {
            let mut known = solutions;
            self.budget = self.budget.with_give_up(u64::MAX);
            (stop, solutions) = self.learn(known, cells);
            guesses += self.learner.guesses;
            if stop == Stop::Solutions && solutions < self.wanted {
                // More than the learner counts: the arena does, however long it takes.
                known = known.max(solutions);
                self.board.begin(self.arena, self.givens);
                (stop, solutions) = self.dance(cells, false);
                guesses += self.arena.counters.guesses;
            }
            solutions = solutions.max(known);
        }
        Report::new(stop, solutions, self.budget.nodes(), guesses, self.wanted)
    }

    /// Searches in the arena and writes the first solution if `write` says so.
    fn dance(&mut self, cells: &mut [u8], mut write: bool) -> (Stop, u64) {
        self.arena.search(self.wanted, &mut self.budget, |chosen| {
            if std::mem::take(&mut write) {
                self.board.write(chosen.iter().map(|option| option.get()), cells);
            }
        })
    }

    /// Hands the puzzle over from its beginning, and writes the first solution unless one is known.
    fn learn(&mut self, known: u64, cells: &mut [u8]) -> (Stop, u64) {
        let Hunt { arena, board, learner, givens, wanted, budget } = self;
        board.begin(arena, givens);
        learner.clear();
        if arena.dance(|dance| dance.propagate()).is_err() {
            return (Stop::Exhausted, 0);
        }
        let known = (known > 0).then_some(&*cells);
        arena.survivors(|option, items| {
            // What the arena has found already is found again at once, and what is beside it next.
            let liked = known.is_some_and(|cells| board.has(cells, option));
            learner.add(option, liked, items);
        });
        let mut write = known.is_none();
        learner.search((*wanted).min(SOLUTIONS), budget, |chosen| {
            if std::mem::take(&mut write) {
                board.write(arena.chosen.iter().map(|option| option.get()), cells);
                board.write(chosen.iter().copied(), cells);
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Outcome;
    use proptest::prelude::*;

    fn run(engine: &mut dyn Engine, givens: &[u8], limits: &Limits) -> (Report, Vec<u8>) {
        let shape = Shape::from_area(givens.len()).unwrap();
        let (mut solution, mut report) = (vec![0; givens.len()], [Report::default()]);
        engine.solve(&mut Run::new(shape, givens, &mut solution, &mut report), limits);
        (report[0], solution)
    }

    fn limits(solutions: u64) -> Limits {
        Limits::new(solutions)
    }

    /// Two full grids of 9×9; digits of both rarely have a solution, of one often several.
    const GRIDS: [&str; 2] = [
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn whatever_its_patience_it_counts_as_the_arena_does(
            kept in proptest::collection::vec(any::<u8>(), 81),
            share in 60..150u8,
            other in 0..4usize,
            patience in 1..12u64,
            wanted in 1..40u64,
        ) {
            let digit = |grid: usize, cell: usize| GRIDS[grid].as_bytes()[cell] - b'0';
            let mut givens: Vec<_> = (0..81).map(|c| if kept[c] < share { digit(0, c) } else { 0 }).collect();
            for &cell in kept.iter().take(other) {
                let cell = usize::from(cell) % 81;
                givens[cell] = digit(1, cell);
            }
            let mut big = Big::with_patience(Shape::NINE, patience);
            let (judge, _) = run(&mut Dlx::new(Shape::NINE), &givens, &limits(wanted));
            let (report, solution) = run(&mut big, &givens, &limits(wanted));
            prop_assert_eq!((report.outcome, report.solutions), (judge.outcome, judge.solutions));
            prop_assert!(judge.solutions == 0 || crate::verify::is_solution(Shape::NINE, &givens, &solution));
            // The first solution is the same whatever is asked for, and after whatever was solved.
            prop_assert_eq!(&run(&mut big, &givens, &limits(1)).1, &solution);
            prop_assert_eq!(run(&mut big, &givens, &limits(wanted)), (report, solution));
            for nodes in [1, report.nodes / 2, report.nodes - 1].into_iter().filter(|&n| n > 0 && n < report.nodes) {
                let (cut, _) = run(&mut big, &givens, &Limits::new(wanted).max_nodes(nodes));
                prop_assert_eq!((cut.outcome, cut.nodes), (Outcome::Unknown, nodes));
            }
            prop_assert_eq!(run(&mut big, &givens, &Limits::new(wanted).max_nodes(report.nodes)).0, report);
        }
    }

    #[test]
    fn more_solutions_than_the_learner_counts_are_left_to_the_arena() {
        // Three rows given: far more than the learner counts.
        let mut givens: Vec<u8> = GRIDS[0].bytes().map(|b| b - b'0').collect();
        givens[27..].fill(0);
        let all = limits(3 * SOLUTIONS);
        let judge = run(&mut Dlx::new(Shape::NINE), &givens, &all).0;
        assert_eq!(judge.outcome, Outcome::Multiple);
        for patience in [1, 2, 5] {
            let mut big = Big::with_patience(Shape::NINE, patience);
            let report = run(&mut big, &givens, &all).0;
            assert_eq!((report.outcome, report.solutions), (judge.outcome, judge.solutions));
            assert!(report.nodes > judge.nodes);
            assert_eq!(run(&mut big, &givens, &all).0, report);
            // What the learner found stays found if the arena then runs out of nodes.
            let nodes = report.nodes - judge.nodes + 1;
            let cut = run(&mut big, &givens, &all.clone().max_nodes(nodes)).0;
            assert_eq!((cut.outcome, cut.solutions), (Outcome::Unknown, SOLUTIONS));
        }
    }

    #[test]
    fn an_interrupt_ends_the_arena_and_the_learner() {
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        let stopped = limits(u64::MAX).stop_flag(stop);
        let late = limits(u64::MAX).timeout_per_puzzle(std::time::Duration::ZERO);
        for patience in [1, 5000] {
            let mut big = Big::with_patience(Shape::NINE, patience);
            assert_eq!(run(&mut big, &[0; 81], &stopped).0, Report::default());
            assert_eq!(run(&mut big, &[0; 81], &late).0.outcome, Outcome::Unknown);
        }
    }
}

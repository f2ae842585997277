//! The search for wanted puzzles: with a rating, a number of givens, a symmetry or a pattern.
//!
//! ```text
//!   (seed, index) ──► stream ──► draw ──► puzzle ──► is it wanted? ──► found
//!                                           ▲            │ no, or more of them
//!                                           │            ▼
//!                                        the best ◄── exchanges               (plain 9×9)
//! ```
//!
//! The results under an index depend only on the seed and the index. Plain 9×9 puzzles are climbed, all others only
//! drawn.

mod alternatives;
mod climb;
mod draw;
mod exchange;
mod fill;
mod found;
mod given_units;
mod goal;
mod nine;
mod ratings;
#[cfg(test)]
mod tests;

use super::{
    GenerateError,
    criteria::Criteria,
    rejections::{Reason, Tests},
};
use climb::Climb;
use draw::Draw;
pub(crate) use found::{Found, Stop};
use given_units::{GivenUnits, is_minimal};
use goal::{Goal, Rating};
use quadrille_base::random::Stream;
use quadrille_engines::{Engine, Limits, Outcome, Run, SearchReport};
use quadrille_grid::{Rules, Shape};

/// Searches in buffers that it keeps; each thread has its own.
pub(crate) struct Searcher {
    seed: u64,
    shape: Shape,
    given_units: GivenUnits,
    goal: Goal,
    draw: Draw,
    /// For plain 9×9 boards.
    climb: Option<Climb>,
    /// For other boards.
    limits: Limits,
    stop: Stop,
}

impl Searcher {
    /// The limit of nodes for one test of a board that is not climbed. The generator has the same limit.
    const NODES: u64 = super::BoardGenerator::NODES;

    /// Searches under a seed; `rules` are the rules of variants.
    pub(crate) fn new(criteria: &Criteria, rules: Option<&Rules>, seed: u64, stop: Stop) -> Searcher {
        let shape = criteria.shape;
        let nodes = if shape.area() > 81 { Self::NODES } else { 10 * Self::NODES };
        let is_climbed = shape == Shape::NINE && rules.is_none();
        let given_units = GivenUnits::new(shape, criteria);
        let mut limits = Limits::new(2).max_nodes(nodes);
        limits.stop_flag = Some(stop.stopped.clone());
        Searcher {
            seed,
            shape,
            goal: Goal::new(criteria),
            given_units,
            draw: Draw::new(shape, rules),
            climb: is_climbed.then(|| Climb::new(criteria, &stop)),
            limits,
            stop,
        }
    }

    /// Searches under an index and adds the puzzles that it finds. Puzzles added after a stop are
    /// unspecified.
    ///
    /// # Errors
    /// If no complete grid satisfies the rules, or none was found.
    pub(crate) fn run(
        &mut self,
        index: u64,
        engine: &mut dyn Engine,
        found: &mut Found,
    ) -> Result<(), GenerateError> {
        let mut stream = Stream::new(self.seed, index);
        let fewest = self.goal.fewest(&mut stream);
        match &mut self.climb {
            Some(climb) => {
                let search = &mut climb.search;
                self.draw.draw(&mut stream, &self.given_units, fewest, |cells| search.is_unique(cells))?;
                climb.begin(&self.draw, fewest);
                climb.run(&self.given_units, &self.goal, &mut stream, &self.stop, found);
                Ok(())
            }
            None => self.draw_one(&mut stream, fewest, engine, found),
        }
    }

    /// Draws a puzzle of a shape or under rules that have no climbs.
    fn draw_one(
        &mut self,
        stream: &mut Stream,
        fewest: usize,
        engine: &mut dyn Engine,
        found: &mut Found,
    ) -> Result<(), GenerateError> {
        let mut solution = vec![0; self.shape.area()];
        let mut is_unique = |cells: &[u8]| {
            let mut report = [SearchReport::default()];
            engine.solve(&mut Run::new(self.shape, cells, &mut solution, &mut report), &self.limits);
            report[0].outcome == Outcome::Unique
        };
        self.draw.draw(stream, &self.given_units, fewest, &mut is_unique)?;
        let cells = self.draw.cells();
        let givens = cells.iter().filter(|digit| **digit > 0).count();
        let mut tests = Tests::default();
        let is_wanted = self.goal.is_met(Rating::any_steps(0.0), givens, &mut tests)
            && (!self.given_units.is_pattern || !tests.test(Reason::SeveralSolutions, !is_unique(cells)))
            && (!self.goal.is_minimal || !tests.test(Reason::NotMinimal, !is_minimal(cells, &mut is_unique)));
        found.add_tries(tests, 1);
        if is_wanted && !self.stop.is_set() {
            found.push(self.draw.cells(), self.draw.grid());
        }
        Ok(())
    }
}

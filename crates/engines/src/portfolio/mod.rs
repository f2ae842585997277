//! Escalation: which engine continues where another one gives up.
//!
//! ```text
//!  9×9                 lanes ──16,384 nodes──► arena
//!  larger, variants    arena ──512 or 4,096 nodes without a solution──► clause learning ──1,000 solutions──► arena
//! ```
//!
//! Before clause learning starts, `../cardinality.rs` and `../leftovers.rs` rule out boards whose contradiction it would take
//! minutes to find.
//!
//! The engines do not know each other: an engine returns the puzzles that it gives up, and this module starts
//! them again in the next one. When that happens depends on nodes alone, never on time.

mod learning;

#[cfg(test)]
mod tests;

use super::dlx::Dlx;
use super::lanes::{InstructionSet, Lanes};
use super::{Engine, Run};
pub use learning::LearningEngine;
use quadrille_base::limits::{Limits, SearchReport};
use quadrille_grid::Shape;

/// Nodes after which the arena starts a puzzle again that [`Lanes`] have not finished. On boards that are almost empty,
/// a contradiction may stay hidden from the lanes for long (four digits with three cells left in a box, say). No puzzle
/// of the public hard sets comes near.
const NINE_ESCALATE_AFTER_NODES: u64 = 1 << 14;

/// The engine for 9×9 boards: lanes, and the arena for puzzles that they give up.
///
/// The report on a puzzle that was given up is the arena's. The lanes check no clock, so that the time for such
/// a puzzle starts when the arena does, after some milliseconds.
///
/// The arena is built when the first puzzle needs it, and kept: its tables take as long as solving 2,000 easy
/// puzzles.
///
/// ```
/// use quadrille_engines::{Engine, Run, portfolio::NineEngine};
/// use quadrille::{Outcome, Shape, engine::{Limits, SearchReport}};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let givens: Vec<u8> = text.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
/// let (mut solutions, mut reports) = ([0; 81], [SearchReport::default()]);
/// let mut run = Run::new(Shape::NINE, &givens, &mut solutions, &mut reports);
/// NineEngine::default().solve(&mut run, &Limits::new(2));
/// assert_eq!(reports[0].outcome, Outcome::Unique);
/// assert_eq!(solutions[..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
/// ```
pub struct NineEngine {
    lanes: Lanes,
    arena: Option<Dlx>,
}

impl NineEngine {
    /// An engine on the lanes of this instruction set; `None` if the machine does not have it.
    pub fn new(isa: InstructionSet) -> Option<NineEngine> {
        Some(NineEngine { lanes: Lanes::new(isa)?, arena: None })
    }

    /// The instruction set in use.
    pub fn isa(&self) -> InstructionSet {
        self.lanes.isa()
    }
}

impl Default for NineEngine {
    /// An engine on the widest lanes that this machine has.
    fn default() -> NineEngine {
        NineEngine::new(InstructionSet::detect()).expect("a detected instruction set is available")
    }
}

impl Engine for NineEngine {
    fn name(&self) -> &'static str {
        match self.isa() {
            InstructionSet::Avx512 => "lanes (avx512)",
            InstructionSet::Avx2 => "lanes (avx2)",
            _ => "lanes (portable)",
        }
    }

    /// # Panics
    /// If the run is not of 9×9 boards, or has candidates or regions.
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        for &i in self.lanes.solve(run, limits, NINE_ESCALATE_AFTER_NODES) {
            let (mut solution, mut report) = ([0; 81], [SearchReport::default()]);
            let mut alone = Run::new(Shape::NINE, run.givens(i), &mut solution, &mut report);
            self.arena.get_or_insert_with(|| Dlx::new(Shape::NINE)).solve(&mut alone, limits);
            run.solution_mut(i).copy_from_slice(&solution);
            run.report(i, report[0]);
        }
    }
}

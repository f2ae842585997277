//! Counting by classes: subproblems that differ only in the names of their items are counted once.
//!
//! In a Steiner triple system no point differs from another one, so all 13 options of a pair leave the same problem except
//! for its names. A count goes level by level: each choice of the options of one item leaves a subproblem, and its key is all
//! of it with numbers of its items that depend on its structure alone. Subproblems with equal keys are a *class*, of which only the key is kept, with the
//! number of ways that lead to it.
//!
//! ```text
//!     level                0     1     2     3     4     5     6     7     8     9    10    11    12    13    14    15
//!     ways of 15 points    1    13   143  1287  9009  ·5    ·3    ·10   ·8    …                              3·10¹¹
//!     classes              1     1     1     1     1     1     1     1     2     3     4     4    13    51   136   167
//! ```
//!
//! When subproblems become too small to be worth a key, one of each class is counted by other methods, and its number of solutions
//! is multiplied by the number of ways. If equal subproblems got different keys, they would be counted twice in vain, but the count
//! would be right: keys are compared as a whole.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod.rs` | the levels, and whether they pay |
//! | `level.rs` | the next level, on several threads |
//! | `finish.rs` | counting the subproblems of all classes |
//! | `subproblem.rs` | a subproblem, its key and its choices |
//! | `numbering.rs` | numbers of items that depend on the structure of a subproblem |

mod finish;
mod level;
mod numbering;
mod subproblem;
#[cfg(test)]
mod tests;

use super::memo::{Number, Reduced};
use crate::Cover;
use crate::search::CoverSolver;
use numbering::Numbering;
use quadrille_base::error::Error;
use quadrille_base::limits::Budget;
use subproblem::MAX_ITEMS;
pub(super) use subproblem::Subproblem;

/// A key takes milliseconds in a problem with more options.
const MOST_OPTIONS: usize = 1 << 12;

/// Levels pay if symmetries reduce the choices of a few levels to this share.
const PAYING_GAIN: f64 = 16.0;

/// A level in which symmetries leave more of the choices is the last one of a trial that has not paid yet.
const HOPELESS_GAIN: f64 = 1.25;

/// A trial ends with this number of classes, or after this number of steps: in a tenth of a second.
const TRIAL_CLASSES: usize = 1 << 8;
const TRIAL_STEPS: f64 = (1 << 22) as f64;

/// A trial takes at most this share of the time of the nodes that are left.
const TRIAL_SHARE: f64 = 1.0 / 64.0;

/// Steps of a numbering that take as long as a node of a search.
const STEPS_PER_NODE: f64 = 5.0;

/// Classes that are searched to estimate the nodes of all of them, and the most nodes of each.
const SAMPLES: usize = 8;
const SAMPLE_NODES: u64 = 1 << 11;

/// The next level is assumed to save at least this share of the nodes: two levels without equal subproblems may precede
/// one that has many.
const LEAST_SAVED: f64 = 1.0 / 32.0;

/// A level may take a quarter of the memory, because the next one is larger.
const LARGER: usize = 4;

/// A subproblem with the same number of solutions as all in its class: all of it, by numbers of items.
type Key = Box<[u16]>;

/// The classes of a level, and what is known from the levels before it.
pub(super) struct Classes {
    /// The classes with the number of ways to each, by key.
    level: Vec<(Key, Number)>,
    bytes: usize,
    /// Solutions that ended at a level.
    solutions: Number,
    figures: Figures,
    /// By how much symmetries have reduced the choices, all levels multiplied.
    gain: f64,
    steps: u64,
    states: u64,
    peak: usize,
}

/// Figures of the last level.
#[derive(Default)]
struct Figures {
    /// Choices of a class.
    choices: f64,
    /// Steps of a choice.
    steps: f64,
    /// Choices for each class of the next level.
    merged: f64,
}

/// Why a level is not done.
#[derive(PartialEq, Eq, Debug)]
enum NotDone {
    TooLarge,
    Stopped,
}

/// A problem whose classes may pay; `None` for problems with bounds, with colors, or too many options.
pub(super) fn plain_subproblem(cover: &Cover, reduced: &Reduced) -> Option<Subproblem> {
    let is_plain = !cover.is_colored() && !cover.has_bounds();
    if !is_plain || reduced.is_dead || reduced.options.len() > MOST_OPTIONS || reduced.items.is_empty() {
        return None;
    }
    Some(Subproblem::of(reduced)).filter(|subproblem| subproblem.items <= MAX_ITEMS)
}

impl Classes {
    /// The problem as one class; `None` if it has no symmetry.
    pub fn new(problem: &Subproblem) -> Option<Classes> {
        let mut numbering = Numbering::default();
        if numbering.is_rigid(problem) {
            return None;
        }
        let level = vec![(numbering.key(problem), Number::ONE)];
        let (figures, solutions, steps) = (Figures::default(), Number::ZERO, numbering.steps);
        Some(Classes { level, bytes: 0, solutions, figures, gain: 1.0, steps, states: 1, peak: 0 })
    }

    /// Whether levels pay, in a problem with about this number of nodes left.
    pub fn pay(&mut self, left: f64, memory: usize, budget: &Budget<'_>) -> Result<bool, Error> {
        let most = (left * STEPS_PER_NODE * TRIAL_SHARE).min(TRIAL_STEPS);
        while self.level.len() < TRIAL_CLASSES
            && (self.steps as f64) < most
            && self.is_worth_a_level(memory, budget)?
        {
            let before = self.gain;
            if self.advance(1, memory, budget, &mut |_| {}).is_err() {
                return Ok(false);
            }
            if self.gain < PAYING_GAIN && self.gain < before * HOPELESS_GAIN {
                return Ok(false);
            }
        }
        Ok(self.gain >= PAYING_GAIN)
    }

    /// Whether the next level probably takes less time than it saves.
    fn is_worth_a_level(&self, memory: usize, budget: &Budget<'_>) -> Result<bool, Error> {
        if self.level.is_empty() || self.bytes > memory / LARGER {
            return Ok(false);
        }
        let Figures { choices, steps, merged } = self.figures;
        let cost = self.level.len() as f64 * choices * steps / STEPS_PER_NODE;
        let saved = (1.0 - 1.0 / merged.max(1.0)).max(LEAST_SAVED);
        Ok(saved * self.nodes_left(budget)? >= cost)
    }

    /// The nodes of counting the subproblems of all classes one by one, estimated.
    pub fn nodes_left(&self, budget: &Budget<'_>) -> Result<f64, Error> {
        let samples = self.level.iter().step_by(self.level.len().div_ceil(SAMPLES).max(1));
        let (mut nodes, mut searched) = (0.0, 0.0);
        for (key, _) in samples {
            let mut solver = CoverSolver::prepare(&Subproblem::from_key(key).cover()?)?;
            let report = solver.count_within(u64::MAX, &budget.with_max_nodes(SAMPLE_NODES));
            nodes += report.nodes as f64 / solver.progress().part.max(f64::MIN_POSITIVE);
            searched += 1.0;
        }
        Ok(if self.level.is_empty() { 0.0 } else { nodes / searched * self.level.len() as f64 })
    }

    /// Choices that were numbered.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// The most bytes of a level and the next one.
    pub fn peak_bytes(&self) -> u64 {
        self.peak as u64
    }
}

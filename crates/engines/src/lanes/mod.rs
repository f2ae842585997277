//! The lane engine: many 9×9 puzzles per instruction.
//!
//! A vector register holds the same word of 4, 8 or 16 different puzzles, one to a *lane*, so that every step
//! of the propagation is plain vertical bit arithmetic. A *sweep* applies every rule once to every lane; then
//! each lane that needs it is *retired* and *refilled* with the next puzzle, or *branches*, or goes back to
//! an open branch. `README.md` in this folder explains layout, rules and events with pictures, and lists
//! the measurements that decided them.
//!
//! The kernel is written once over a small vector trait and compiled for three instruction sets. All
//! three do the same arithmetic, so reports and solutions are equal bit for bit.
//!
//! | file | contents |
//! | --- | --- |
//! | `state.rs` | the words of a puzzle |
//! | `vector.rs` | the operations that an instruction set provides, and the kernel that it runs |
//! | `avx512.rs`, `avx2.rs`, `sse2.rs`, `portable.rs` | the instruction sets |
//! | `propagate.rs` | the sweep |
//! | `branch.rs` | the rule that runs on lanes that are still, and the choice of a branch |
//! | `scheduler.rs` | the kernel: refill, sweep, branch, pop |
//! | `searches.rs` | the searches in the lanes, and their limits |
//! | `retire.rs` | the end of a search, and branches that idle lanes take over |
//! | `stacks.rs` | the open branches |
//! | `share.rs` | several lanes on one puzzle |

// Words, cells and lanes are indices into several arrays at once.
#![allow(clippy::needless_range_loop)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod branch;
#[cfg_attr(target_arch = "x86_64", allow(dead_code))]
mod portable;
mod propagate;
mod retire;
mod scheduler;
mod searches;
mod share;
#[cfg(target_arch = "x86_64")]
mod sse2;
mod stacks;
mod state;
#[cfg(test)]
mod tests;
mod vector;

pub use quadrille_base::isa::InstructionSet;

use super::Run;
#[cfg(not(target_arch = "x86_64"))]
use portable::Portable as Baseline;
use quadrille_base::limits::Limits;
use quadrille_grid::Shape;
use scheduler::LaneSet;
#[cfg(target_arch = "x86_64")]
use sse2::Sse2 as Baseline;

/// The lane engine. All memory it needs, about 470 KB at most, is allocated when it is created.
///
/// It searches depth first. The choice of a branch depends on the puzzle's state alone, so the first solution, the
/// counts and the nodes of a puzzle do not depend on the lane, the other puzzles or the instruction set.
pub struct Lanes {
    build: Build,
}

enum Build {
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<LaneSet<avx512::Avx512>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<LaneSet<avx2::Avx2>>),
    Portable(Box<LaneSet<Baseline>>),
}

impl Lanes {
    /// An engine for this instruction set; `None` where the machine does not have it.
    pub fn new(isa: InstructionSet) -> Option<Lanes> {
        let build = match isa {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 => Build::Avx512(Box::new(LaneSet::new(avx512::Avx512::new()?))),
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx2 => Build::Avx2(Box::new(LaneSet::new(avx2::Avx2::new()?))),
            #[cfg(not(target_arch = "x86_64"))]
            InstructionSet::Avx512 | InstructionSet::Avx2 => return None,
            _ => Build::Portable(Box::new(LaneSet::new(Baseline))),
        };
        Some(Lanes { build })
    }

    /// The instruction set in use.
    pub fn isa(&self) -> InstructionSet {
        match &self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx512(_) => InstructionSet::Avx512,
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(_) => InstructionSet::Avx2,
            Build::Portable(_) => InstructionSet::Portable,
        }
    }

    /// Solves every puzzle of the run except those it gives up, whose indices are returned: they took more than
    /// `give_up_after` nodes although the limits allow more. The stop flag is checked, the time limit is not.
    ///
    /// # Panics
    /// If the run is not of 9×9 boards, or has candidates or regions.
    pub fn solve(&mut self, run: &mut Run<'_>, limits: &Limits, give_up_after: u64) -> &[usize] {
        assert_eq!(run.shape(), Shape::NINE, "the lane engine solves 9×9 puzzles");
        assert!(run.is_plain(), "the lane engine solves plain puzzles");
        match &mut self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx512(lanes) => lanes.solve(run, limits, give_up_after),
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(lanes) => lanes.solve(run, limits, give_up_after),
            Build::Portable(lanes) => lanes.solve(run, limits, give_up_after),
        }
    }
}

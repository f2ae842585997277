//! The lane engine: many 9×9 puzzles per instruction.
//!
//! A vector register holds the same word of 4, 8 or 16 different puzzles, one to a *lane*, so that
//! every step of the propagation is plain vertical bit arithmetic. A *sweep* applies every rule once
//! to every lane; then each lane that needs it is *retired* and *refilled* with the next puzzle, or
//! *branches*, or goes back to an open branch. `README.md` beside this file explains layout, rules
//! and events with pictures, and keeps the measurements behind them.
//!
//! The kernel is written once over a small vector trait and built for three instruction sets. All
//! three do the same arithmetic, so reports and solutions are equal bit for bit.

// Words, cells and lanes are numbers that several arrays share.
#![allow(clippy::needless_range_loop)]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
mod branch;
mod machine;
mod portable;
mod propagate;
mod share;
mod state;
#[cfg(test)]
mod tests;
mod vector;

use super::{Engine, Limits, Report, Run, dlx::Dlx};
use crate::Shape;
use machine::Machine;

/// An instruction set that the kernel is built for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Isa {
    /// AVX-512 F, BW, DQ, VL and CD, with BMI1, BMI2, LZCNT and POPCNT: 16 lanes.
    Avx512,
    /// AVX2 with BMI1, BMI2, LZCNT and POPCNT: 8 lanes.
    Avx2,
    /// What the target has at least: 4 lanes.
    Portable,
}

impl Isa {
    /// Every instruction set, the widest first.
    pub const ALL: [Isa; 3] = [Isa::Avx512, Isa::Avx2, Isa::Portable];

    /// Whether this machine has it.
    pub fn available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => avx512::Avx512::new().is_some(),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => avx2::Avx2::new().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Isa::Avx512 | Isa::Avx2 => false,
            Isa::Portable => true,
        }
    }

    /// The widest that this machine has.
    pub fn detect() -> Isa {
        Self::ALL.into_iter().find(|isa| isa.available()).unwrap_or(Isa::Portable)
    }

    /// Its name in lower case: `avx512`, `avx2` or `portable`.
    pub fn name(self) -> &'static str {
        match self {
            Isa::Avx512 => "avx512",
            Isa::Avx2 => "avx2",
            Isa::Portable => "portable",
        }
    }
}

/// The lane engine. All memory it needs, about 200 KB at most, is allocated when it is made.
///
/// It searches depth first, always the lowest candidate of the branch cell first. The cell depends
/// on the puzzle's state alone, so the first solution, the counts and the nodes of a puzzle are the
/// same in any lane, in any company and on any instruction set.
///
/// A puzzle that takes more than 16,384 nodes is left to the arena, [`Dlx`], which branches on digits
/// as well as cells; its report is the arena's then, and does not depend on anything else either.
///
/// ```
/// use quadrille::Shape;
/// use quadrille::{Isa, unstable::engine::lanes::Lanes};
/// use quadrille::{unstable::engine::{Engine, Run}, Limits, Outcome, Report};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let givens: Vec<u8> = text.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
/// let (mut solutions, mut reports) = ([0; 81], [Report::default()]);
/// let mut run = Run::new(Shape::NINE, &givens, &mut solutions, &mut reports);
/// Lanes::default().solve(&mut run, &Limits::new(2));
/// assert_eq!(reports[0].outcome, Outcome::Unique);
/// assert_eq!(solutions[..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
/// assert!(Lanes::new(Isa::Portable).is_some());
/// ```
pub struct Lanes {
    build: Build,
    /// For the puzzles that the lanes leave.
    arena: Dlx,
}

enum Build {
    #[cfg(target_arch = "x86_64")]
    Avx512(Box<Machine<avx512::Avx512>>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Box<Machine<avx2::Avx2>>),
    Portable(Box<Machine<portable::Portable>>),
}

impl Lanes {
    /// An engine for this instruction set; `None` where the machine does not have it.
    pub fn new(isa: Isa) -> Option<Lanes> {
        let build = match isa {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => Build::Avx512(Box::new(Machine::new(avx512::Avx512::new()?))),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => Build::Avx2(Box::new(Machine::new(avx2::Avx2::new()?))),
            #[cfg(not(target_arch = "x86_64"))]
            Isa::Avx512 | Isa::Avx2 => return None,
            Isa::Portable => Build::Portable(Box::new(Machine::new(portable::Portable))),
        };
        Some(Lanes { build, arena: Dlx::new(Shape::NINE) })
    }

    /// The instruction set in use.
    pub fn isa(&self) -> Isa {
        match &self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx512(_) => Isa::Avx512,
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(_) => Isa::Avx2,
            Build::Portable(_) => Isa::Portable,
        }
    }
}

impl Default for Lanes {
    /// An engine for the widest instruction set that this machine has.
    fn default() -> Lanes {
        Lanes::new(Isa::detect()).expect("a detected instruction set is available")
    }
}

impl Engine for Lanes {
    fn name(&self) -> &'static str {
        match self.isa() {
            Isa::Avx512 => "lanes (avx512)",
            Isa::Avx2 => "lanes (avx2)",
            Isa::Portable => "lanes (portable)",
        }
    }

    /// Solves every puzzle of the run.
    ///
    /// The lanes check no clock: they leave a puzzle to the arena after 16,384 nodes, some
    /// milliseconds, and its time begins there.
    ///
    /// # Panics
    /// If the run's shape is not [`Shape::NINE`].
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        assert_eq!(run.shape(), Shape::NINE, "the lane engine solves 9×9 puzzles");
        assert!(run.is_plain(), "the lane engine solves plain puzzles");
        let left = match &mut self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx512(machine) => machine.solve(run, limits),
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(machine) => machine.solve(run, limits),
            Build::Portable(machine) => machine.solve(run, limits),
        };
        for &i in left {
            let (mut solution, mut report) = ([0; 81], [Report::default()]);
            let mut alone = Run::new(Shape::NINE, run.givens(i), &mut solution, &mut report);
            self.arena.solve(&mut alone, limits);
            run.solution_mut(i).copy_from_slice(&solution);
            run.report(i, report[0]);
        }
    }
}

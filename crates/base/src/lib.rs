//! For all crates of `quadrille`: errors, the options and limits of searches, threads, the clock and random numbers.
//!
//! This crate is a part of `quadrille`, whose public items are the ones to use, because only they keep their names and
//! meanings.

pub mod cases;
pub mod clock;
pub mod engine_choice;
pub mod error;
pub mod framing;
pub mod isa;
pub mod limits;
pub mod markup;
pub mod memory;
pub mod parallel;
pub mod random;
pub mod run_options;

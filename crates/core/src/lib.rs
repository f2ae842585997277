//! Boards, exact cover problems, and the engines that solve, count and check them.
//!
//! This crate is a part of `quadrille`, whose public items are the ones to use, because only they keep their names and
//! meanings.

#[cfg(test)]
mod cases;
pub mod clock;
pub mod cover;
pub mod engine;
pub mod error;
pub mod framing;
pub mod grid;
pub mod isa;
pub mod limits;
pub mod markup;
pub mod ordered;
pub mod parallel;
pub mod random;
pub mod solver;
pub mod verify;

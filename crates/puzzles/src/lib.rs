//! Properties of puzzles beyond their solutions: symmetry and ratings. Also the generator.
//!
//! This crate is a part of `quadrille`, whose public items are the ones to use, because only they keep their names and
//! meanings.

pub mod generate;
pub mod ranges;
pub mod rating;
pub mod symmetry;

//! The techniques that people use, step by step, and the reasons for their steps.
//!
//! This crate is a part of `quadrille`, whose public items are the ones to use, because only they keep their names and
//! meanings.

pub mod explanation;
pub mod logic;
pub mod nine_board;
pub mod techniques;

//! The engines and the variants, against each other, against other solvers and against known counts.
//!
//! One program for all of them, since linking one for each file takes minutes. `cargo test --test engines variants::`
//! runs the tests of one file.

mod big_boards;
#[path = "../common/mod.rs"]
mod common;
mod cover;
mod cover_bounds;
mod cover_colors;
mod cover_counts;
mod cover_states;
mod cover_textbook;
mod differential;
mod engines_agree;
mod guesses;
mod lanes;
mod least_form;
mod memory;
#[path = "../problems/mod.rs"]
mod problems;
mod variants;

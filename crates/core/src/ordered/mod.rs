//! Chunks answered on all cores, with the results in the order of the chunks.
//!
//! [`pipeline`] has the rules of a run and [`order`] says who does what next; [`workers`] runs both on threads. What a
//! chunk is and what becomes of a result, its callers know: sudoku records, exact cover problems, random puzzles.

pub mod numbers;
pub mod order;
pub mod output;
pub mod pieces;
pub mod pipeline;
mod sync;
pub mod workers;

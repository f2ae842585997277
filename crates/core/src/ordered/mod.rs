//! Chunks answered on all cores, with the results in the order of the chunks.
//!
//! [`pipeline`] has the rules of a run and [`order`] says who does what next; [`workers`] runs both on threads. [`jobs`] is
//! for callers that bring the work and take the results themselves. What a chunk is and what becomes of a result is known to
//! the callers: sudoku records, exact cover problems, random puzzles, tables.

pub mod job_threads;
pub mod jobs;
pub mod numbers;
pub mod order;
pub mod output;
pub mod pieces;
pub mod pipeline;
mod sync;
mod window;
pub mod workers;

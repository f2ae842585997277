//! Chunks answered on all cores, with the results in the order of the chunks.
//!
//! [`pipeline`] has the rules of a run, and [`order`] assigns the next task to each worker; [`workers`] runs both on
//! threads. [`jobs`] is for callers that add the work and take the results themselves. The callers define the chunks
//! and use the results: sudoku records, exact cover problems, random puzzles, tables.

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

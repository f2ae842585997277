//! The functions on Arrow columns: each type of column, and each function against the rest of the library.
#![cfg(feature = "arrow")]

mod columns;
mod functions;
mod tasks;
mod types;
mod views;

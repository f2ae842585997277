//! Tables as inputs and outputs: Parquet, Arrow IPC and NumPy files.
//!
//! One program for all of them, since linking one for each file takes minutes. `cargo test --features parquet --test
//! table_files reading::` runs the tests of one file.

mod brotli;
mod carried;
mod carried_sizes;
#[path = "../common/mod.rs"]
mod common;
mod copied;
mod damage;
mod faults;
mod first_rows;
mod forms;
mod from_csv;
mod kept_types;
mod make;
mod reading;
mod recorded_types;
mod types;
mod writing;

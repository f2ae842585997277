//! Faults of files, disks and memory, signals, and runs that are killed and resumed.
//!
//! One program for all of them, since linking one for each file takes minutes. `cargo test --test failures signals::`
//! runs the tests of one file.

#[path = "../common/mod.rs"]
mod common;
mod faults;
#[cfg(target_os = "linux")]
mod hostile;
#[cfg(target_os = "linux")]
mod out_of_memory;
#[cfg(target_os = "linux")]
mod permissions;
mod resume;
#[cfg(unix)]
mod signals;

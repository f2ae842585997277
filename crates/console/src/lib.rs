//! The shared parts of the commands: files and outputs, signals, exit codes, the terminal, numbers in arguments, pages
//! of charts.
//!
//! This crate is a part of the command `quadrille`, without a stable interface for other programs.

#![expect(
    missing_docs,
    reason = "clap shows the comments of types as help, and no other program uses this crate"
)]

pub mod color;
pub mod date;
pub mod descriptors;
pub mod engine;
pub mod exit;
pub mod files;
pub mod keys;
pub mod nearest;
pub mod numbers;
pub mod one_of;
pub mod outputs;
pub mod page;
pub mod puzzle_argument;
pub mod random;
pub mod seconds;
pub mod sigbus;
pub mod signals;
pub mod sizes;
pub mod terminal;

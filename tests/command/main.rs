//! The command, run as a process; batches, their formats and their outputs.
//!
//! One program for all of them, since linking one for each file takes minutes. `cargo test --test command terminal::`
//! runs the tests of one file.

mod answers;
mod boards;
mod canonical;
mod class_memory;
mod cli;
#[path = "../common/mod.rs"]
mod common;
mod counts;
mod cover_all;
mod cover_cli;
mod cover_refusals;
mod cover_zdd;
mod datasets;
mod dedup;
mod determinism;
mod formats;
mod generate;
mod generated;
mod judges;
mod large_classes;
mod leak;
mod logic;
mod messages;
mod morph;
mod morph_columns;
mod no_effect;
mod output_files;
#[path = "../problems/mod.rs"]
mod problems;
mod rate;
mod rate_hodoku;
mod rate_se;
mod reference;
mod select;
mod select_filters;
mod settings;
mod shard;
mod summary;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
mod wanted;

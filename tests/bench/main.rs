//! The command `bench`, run as a process. No test depends on how long anything takes.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod compare;
mod page;
mod programs;
mod record;
mod refusals;
mod report;
mod verdicts;
mod workspace;

//! `bench` as its users see it. Nothing here depends on how long anything takes.
#![cfg(unix)]

#[path = "../common/mod.rs"]
mod common;
mod desk;
mod page;
mod programs;
mod record;
mod refusals;
mod report;
mod verdicts;

//! The arguments of the commands that compare records with each other.

use super::RunArgs;
use crate::cli::{
    help::{INPUT, OUTPUT, TUNING},
    options::{ClassByArg, EngineArgs},
};
use clap::{Arg, Args as ClapArgs};
use std::path::PathBuf;

#[derive(ClapArgs)]
#[command(mut_args(without_refused))]
pub(in crate::cli) struct DedupArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Which records are equal
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, help_heading = OUTPUT)]
    pub by: ClassByArg,
    /// Write every dropped record to FILE as csv, with the one that it equals
    ///
    /// Its columns are `dropped` and `equals`, both as input:line.
    #[arg(long, value_name = "FILE", conflicts_with = "count", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,
    /// Write no records, but a csv table: how many classes there are of each size
    ///
    /// Its columns are `size`, the number of records in a class, and `classes`.
    #[arg(long, help_heading = OUTPUT)]
    pub count: bool,
    #[command(flatten, next_help_heading = TUNING)]
    pub engine: EngineArgs,
}

#[derive(ClapArgs)]
#[command(mut_args(without_refused))]
pub(in crate::cli) struct LeakArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Files with the other records, such as a training set; `-` means standard input
    #[arg(long, value_name = "TRAIN", required = true, num_args = 1.., help_heading = INPUT)]
    pub against: Vec<PathBuf>,
    /// Which records are equal
    #[arg(long, value_enum, value_name = "WHAT", default_value_t, help_heading = OUTPUT)]
    pub by: ClassByArg,
    #[command(flatten, next_help_heading = TUNING)]
    pub engine: EngineArgs,
}

/// Options of all runs that these commands refuse are not in their help.
fn without_refused(option: Arg) -> Arg {
    let is_refused = ["shard", "resume", "checkpoint", "keep"].contains(&option.get_id().as_str());
    option.hide(is_refused)
}

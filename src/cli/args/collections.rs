//! The arguments of the commands that compare records with each other.

use super::{RunArgs, values::memory_size};
use crate::cli::{
    help::{INPUT, OUTPUT, TUNING},
    options::CLASSES,
};
use clap::{Arg, Args as ClapArgs};
use quadrille::tasks::EqualBy;
use quadrille_console::{engine::EngineArgs, one_of::one_of};
use std::path::PathBuf;

#[derive(ClapArgs)]
#[command(mut_args(of_dedup))]
pub(in crate::cli) struct DedupArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Which records are equal
    #[arg(long, value_parser = one_of(&CLASSES), value_name = "WHAT", default_value = "puzzle", help_heading = OUTPUT)]
    pub equal_by: EqualBy,
    /// Write every dropped record to FILE as csv, with the record that it equals
    ///
    /// Its columns are `dropped` and `equals`, both as input:line.
    #[arg(long, value_name = "FILE", conflicts_with = "class_sizes", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,
    /// Write a csv table of how many classes of each size there are, and no records
    ///
    /// Its columns are `size`, the number of records in a class, and `classes`.
    #[arg(long, help_heading = OUTPUT)]
    pub class_sizes: bool,
    /// Take at most about SIZE of memory [default: no limit]
    ///
    /// It is for the classes; the rest is in temporary files.
    /// SIZE is a number of bytes, or one followed by K, M or G for KiB, MiB or GiB; the least is 1M. The
    /// inputs are read twice, so they must be files, compressed or not, unless --class-sizes is given. The temporary files, 32 bytes a record and 16 a
    /// duplicate, are in the folder of the output or, if that is not a file, where the system has temporary
    /// files (the variable TMPDIR). They are removed when the command ends.
    #[arg(long, value_name = "SIZE", value_parser = memory_size, help_heading = TUNING)]
    pub memory: Option<u64>,
    #[command(flatten, next_help_heading = TUNING)]
    pub engine: EngineArgs,
}

#[derive(ClapArgs)]
#[command(mut_args(of_leak))]
pub(in crate::cli) struct LeakArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Files with the other records, such as a training set; `-` means standard input
    #[arg(long, value_name = "TRAIN", required = true, num_args = 1.., help_heading = INPUT)]
    pub against: Vec<PathBuf>,
    /// Which records are equal
    #[arg(long, value_parser = one_of(&CLASSES), value_name = "WHAT", default_value = "puzzle", help_heading = OUTPUT)]
    pub equal_by: EqualBy,
    #[command(flatten, next_help_heading = TUNING)]
    pub engine: EngineArgs,
}

/// Hides options of all runs that these commands refuse, and says what is different.
pub(super) fn of_dedup(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "shard" | "resume" | "checkpoint" | "keep_trailing" => option.hide(true),
        "output_format" => {
            let help = "With `same`, the records are written whatever the extension of the output says";
            option.help(help).long_help(SAME).hide_possible_values(true)
        }
        _ => option,
    }
}

const SAME: &str = "With `same`, the records are written whatever the extension of the output says

The records are copied, so no other format can be written, and by default an output whose extension says another one is \
refused.";

/// As [`of_dedup`], for `leak`, whose tests have to be named: `--against` takes all names that follow it.
fn of_leak(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "inputs" => option
            .value_name("TEST")
            .required(true)
            .help("Files with the test records; `-` means standard input")
            .long_help(
                "Files with the test records; `-` means standard input\n\n\
                 They must be named before --against, which takes all names that follow it. A test set without \
                 any record is an error.",
            ),
        "shard" | "resume" | "checkpoint" | "keep_trailing" | "output_format" | "text_columns" => option.hide(true),
        _ => option,
    }
}

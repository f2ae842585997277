//! The arguments of `generate`.

use super::{values::puzzle_formats, wanted::WantedArgs};
use crate::cli::{
    help::{OUTPUT, PUZZLES, TUNING},
    options::OutputArgs,
    variants::VariantArgs,
};
use clap::Args as ClapArgs;
use quadrille_console::{
    engine::{EngineArgs, thread_count},
    numbers::{any_number, whole_number},
};

#[derive(ClapArgs)]
pub(in crate::cli) struct GenerateArgs {
    /// Side length of the boards: 4, 6, 9, 12, 16 or 25
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = whole_number::<usize>(1..=25), help_heading = PUZZLES)]
    pub size: usize,
    /// Number of puzzles to generate
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, value_parser = any_number(), help_heading = PUZZLES)]
    pub number: u64,
    /// Seed of the random choices [default: another one each time, which is printed]
    ///
    /// Each run makes other puzzles, unless it has a seed: the same seed and the same other options give the same puzzles.
    #[arg(long, value_name = "SEED", value_parser = any_number(), help_heading = PUZZLES)]
    pub seed: Option<u64>,
    /// Number of givens in each puzzle, as in 30, 24..28, 24.. or ..28 [default: by size, 33 for 9×9]
    ///
    /// By default puzzles are easy. Both bounds belong to the range. A range, or --minimal too, starts a search for such puzzles.
    #[arg(long, value_name = "A..B", help_heading = PUZZLES)]
    pub givens: Option<String>,
    /// Remove givens until removing another one would allow a second solution
    #[arg(long, conflicts_with = "no_unique", help_heading = PUZZLES)]
    pub minimal: bool,
    /// Allow puzzles with several solutions
    #[arg(long, help_heading = PUZZLES)]
    pub no_unique: bool,
    #[command(flatten)]
    pub wanted: WantedArgs,
    #[command(flatten, next_help_heading = PUZZLES)]
    pub variants: VariantArgs,
    /// Append the regions of the jigsaw to each puzzle
    #[arg(long, requires = "regions", help_heading = PUZZLES, hide_short_help = true)]
    pub with_regions: bool,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Format of the puzzles
    ///
    /// `auto` follows the extension of the output: .csv, .ndjson or .jsonl, also followed by .gz or .zst, and for tables
    /// .parquet, .arrow or .feather, .arrows, .npy. With any other it means `line`. csv, ndjson and tables have a column or
    /// member `puzzle`.
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = puzzle_formats(), help_heading = OUTPUT, display_order = 101)]
    pub output_format: String,
    /// Number of threads [default: one per core]
    ///
    /// It does not affect the puzzles.
    #[arg(short, long, value_name = "N", value_parser = thread_count(), help_heading = TUNING)]
    pub threads: Option<usize>,
    #[command(flatten, next_help_heading = TUNING)]
    pub engine: EngineArgs,
}

//! The options of the commands that read puzzles.

use super::{
    OutputArgs, SymbolsArg, VariantArgs,
    values::{chunk_size, formats, output_formats},
};
use crate::help::{INPUT, LONG_RUNS, OUTPUT, TUNING};
use quadrille_base::parallel;
use quadrille_console::{
    engine::{EngineArgs, thread_count},
    numbers::at_least_one,
    seconds::{positive_seconds, seconds},
};
use quadrille_run::batch::Shard;
use std::{path::PathBuf, time::Duration};

/// The options of every command that reads puzzles.
#[derive(clap::Args)]
pub struct RunArgs {
    /// Puzzle files, read in order as one stream [default: standard input]
    ///
    /// `-` means standard input. A puzzle may be given instead of a file; `solve` and `hint` then draw
    /// the answer.
    #[arg(value_name = "INPUT")]
    pub inputs: Vec<PathBuf>,
    /// Format of the inputs
    ///
    /// `auto` detects it from the first lines of each input.
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = formats(), help_heading = INPUT)]
    pub format: String,
    /// Column (csv) or member (ndjson) with the puzzle [default: found by its name or its boards]
    ///
    /// The usual names are `puzzle`, `puzzles`, `quizzes`, `question` and `quiz`. Without them, the only
    /// column that holds boards is taken.
    #[arg(long, value_name = "NAME", help_heading = INPUT)]
    pub column: Option<String>,
    /// Symbols of the boards
    ///
    /// Needed where a record can be read in two ways: the letters and digits of boards larger than 9×9, and `0` beside other
    /// empty cells.
    #[arg(long, value_enum, default_value_t, help_heading = INPUT, hide_short_help = true)]
    pub symbols: SymbolsArg,
    #[command(flatten)]
    pub output: OutputArgs,
    /// Write the text after the grid of a `line` record after its answer
    ///
    /// The text is copied byte for byte, from the separator on: `;ED=7.1/1.2/1.2`, `# a comment`, tab columns.
    #[arg(long, help_heading = OUTPUT, display_order = 105, hide_short_help = true)]
    pub keep_trailing: bool,
    /// Format of the answers
    ///
    /// `auto` follows the extension of the output: .txt, .csv, .ndjson or .jsonl, also followed by .gz or
    /// .zst, and for tables .parquet, .arrow or .feather, .arrows, .npy. With any other it means `same`, the format of the
    /// input. A table has the columns of csv.
    #[arg(long, value_name = "FORMAT", default_value = "auto", value_parser = output_formats(), help_heading = OUTPUT, display_order = 101)]
    pub output_format: String,
    /// Write the columns of csv to tables as strings
    ///
    /// A row with a wrong number of fields is kept whole, in the column of the puzzles. Without this option a column has numbers if
    /// its first 65,536 rows hold nothing else, and a later value that is not a number ends the run.
    #[arg(long, help_heading = OUTPUT, display_order = 102, hide_short_help = true)]
    pub text_columns: bool,
    /// Write the summary to FILE as JSON
    ///
    /// It also has counts of nodes and guesses.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT, display_order = 107, hide_short_help = true)]
    pub summary_json: Option<PathBuf>,
    #[command(flatten, next_help_heading = LONG_RUNS)]
    pub partial: PartialArgs,
    /// Number of threads [default: one per core]
    ///
    /// It does not affect the answers. A small file gets fewer.
    #[arg(short, long, value_name = "N", value_parser = thread_count(), help_heading = TUNING)]
    pub threads: Option<usize>,
    /// Size of the input that a thread processes at a time [default: by input size]
    ///
    /// A number of bytes, or one followed by K, M or G, up to 1G.
    #[arg(long, value_name = "SIZE", value_parser = chunk_size, help_heading = TUNING, hide_short_help = true)]
    pub chunk_size: Option<usize>,
    /// Read files instead of memory-mapping them
    ///
    /// Use it on network file systems, where access to a mapping can fail. A file that changes during the run
    /// is an error in both cases. With one thread, files are only mapped for --shard and --resume.
    #[arg(long, help_heading = TUNING, hide_short_help = true)]
    pub no_mmap: bool,
}

impl RunArgs {
    /// Whether files are mapped. A run with one thread reads them, because reading causes fewer page faults: in a virtual machine
    /// (Emerald Rapids), one thread solves 5.1 million easy lines a second from a mapped file, and 6.9 million if it reads the file.
    /// For most formats, `--shard` and `--resume` need a mapped file.
    pub fn maps_files(&self) -> bool {
        let has_parts = self.partial.shard.is_some() || self.partial.resume;
        !self.no_mmap && (has_parts || parallel::thread_count(self.threads.unwrap_or(0)) > 1)
    }
}

/// Runs in parts: `--shard` and `--resume`.
#[derive(clap::Args)]
pub struct PartialArgs {
    /// Process only part I of N
    ///
    /// The N outputs, concatenated, are the output of the whole run. The inputs, concatenated, are divided into N ranges of bytes at record boundaries. Only part 1
    /// writes a header. Files must not be compressed. JSON arrays, hust1565, poj3076, spoj1110 and uva12988 cannot be divided; with
    /// --no-mmap, neither can csv, tsv, grid, ss and sdk. Tables are divided by row groups.
    #[arg(long, value_name = "I/N")]
    pub shard: Option<Shard>,
    /// Continue an interrupted run, or start a run that can be continued
    ///
    /// Until the output is complete, the files FILE.quadrille-partial and FILE.quadrille-state are kept
    /// next to it. The inputs must be unchanged files and the options the same, except for --threads,
    /// --chunk-size, --isa and --no-mmap. To start over, delete both files.
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// With --resume, sync the answers to the disk every SECONDS
    ///
    /// 0 means after every chunk.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds, requires = "resume", hide_short_help = true)]
    pub checkpoint: Duration,
}

/// The options of every command that searches for solutions of puzzles.
#[derive(clap::Args)]
pub struct SearchArgs {
    #[command(flatten)]
    pub run: RunArgs,
    #[command(flatten, next_help_heading = INPUT)]
    pub variants: VariantArgs,
    /// Verify the answers that csv or ndjson inputs contain
    ///
    /// They are in the column or member `solution`, `solutions`, `answer`, `answers`, `target`, `label`, `output` or `solved`, and stay
    /// as they are. The status of a record with a wrong answer is `mismatch`; the first ten are reported with
    /// file and line, and the exit code is 1. `solve` writes its own solutions to a column `computed`.
    #[arg(long, help_heading = INPUT)]
    pub verify_answers: bool,
    /// Column (csv) or member (ndjson) with the solutions [default: a usual name]
    ///
    /// They are the answers that --verify-answers verifies.
    #[arg(long, value_name = "NAME", requires = "verify_answers", help_heading = INPUT, hide_short_help = true)]
    pub solution_column: Option<String>,
    /// With --verify-answers, write every wrong answer to FILE as csv
    ///
    /// Its columns are `input`, `line`, `cell` and `reason`.
    #[arg(long, value_name = "FILE", requires = "verify_answers", conflicts_with = "resume", help_heading = OUTPUT, display_order = 104, hide_short_help = true)]
    pub mismatches: Option<PathBuf>,
    /// Add the nodes and guesses of the search to each answer
    ///
    /// They are the columns `nodes` and `guesses`, and in formats of one line per answer two more numbers.
    #[arg(long, help_heading = OUTPUT, display_order = 103, hide_short_help = true)]
    pub search_columns: bool,
    /// Give up a search after N nodes [default: no limit]
    ///
    /// The answer is then !unknown.
    #[arg(long, value_name = "N", value_parser = at_least_one(), help_heading = LONG_RUNS)]
    pub max_nodes: Option<u64>,
    /// Give up a search after SECONDS [default: no limit]
    ///
    /// The answer is then !unknown, and the answers depend on the speed of the machine.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, help_heading = LONG_RUNS)]
    pub timeout_per_puzzle: Option<Duration>,
    /// Write solutions without verifying them
    ///
    /// By default an independent checker verifies each solution before it is written.
    #[arg(long, help_heading = TUNING, hide_short_help = true)]
    pub no_verify: bool,
    #[command(flatten, next_help_heading = TUNING)]
    pub engine: EngineArgs,
}

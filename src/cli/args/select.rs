//! The arguments of `select`.

use super::{RunArgs, StepArgs, collections::of_dedup};
use crate::cli::{
    help::{OUTPUT, SELECTION, TUNING},
    options::{rating_method, symmetries},
};
use clap::{Arg, ArgAction, ArgMatches, Args as ClapArgs, Command, Error, FromArgMatches};
use quadrille::{
    batch::{SortBy, Split},
    generate::GivenSymmetry,
    rating::Method,
};
use quadrille_console::{
    engine::EngineArgs,
    numbers::{any_number, at_least_one},
    one_of::{Named, one_of},
};
use std::path::PathBuf;

#[derive(ClapArgs)]
#[command(mut_args(of_select))]
pub(in crate::cli) struct SelectArgs {
    // Before the options of all runs, which take the first output and drop the others.
    #[command(flatten)]
    pub outputs: OutputPaths,
    #[command(flatten)]
    pub run: RunArgs,
    /// Number of givens in each puzzle, as in 30, 24..28, 24.. or ..28
    ///
    /// Other puzzles are left out. Both bounds belong to the range. Nothing is solved.
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, help_heading = SELECTION)]
    pub givens: Option<String>,
    /// Symmetry of the cells that are given
    ///
    /// Other puzzles are left out. The cells may have more than one symmetry: cells that are unchanged by a quarter turn are also unchanged by half a turn.
    #[arg(long, value_parser = one_of(&SYMMETRIES), value_name = "SYMMETRY", help_heading = SELECTION)]
    pub symmetry: Option<GivenSymmetry>,
    /// Only puzzles with a rating from A to B, as in 20..100, 20.., ..4 or 5
    ///
    /// Both bounds belong to the range, which is as for `quadrille rate --rating`. Only boards of 9×9 cells have ratings.
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, help_heading = SELECTION)]
    pub rating: Option<String>,
    /// Rating method: guesses, morphs, morphs=K, logic, se or hodoku [default: guesses]
    ///
    /// It needs --rating, --technique, --first-steps or --sort rating. The ratings are the ratings of `quadrille rate`; morphs have its default seed.
    #[arg(long, value_name = "METHOD", value_parser = rating_method, help_heading = SELECTION)]
    pub method: Option<Method>,
    #[command(flatten, next_help_heading = SELECTION)]
    pub steps: StepArgs,
    /// Sort the records
    ///
    /// Equal records stay in the order of the input, and puzzles without a rating are last. The records are written at the end of
    /// the run: until then they are in memory, with about 70 bytes in addition to the text of each.
    #[arg(long, value_parser = one_of(&ORDERS), value_name = "WHAT", conflicts_with = "split", help_heading = SELECTION)]
    pub sort: Option<SortBy>,
    /// With --sort, begin with the greatest
    #[arg(long, requires = "sort", help_heading = SELECTION)]
    pub descending: bool,
    /// Number of records to draw at random
    ///
    /// Every set of N records has the same probability. They are written in the order of the input, at the end of the run:
    /// until then they are in memory, with about 70 bytes in addition to the text of each. If there are fewer, all of them are written.
    #[arg(short = 'n', long, value_name = "N", value_parser = at_least_one(), conflicts_with = "split", help_heading = OUTPUT)]
    pub number: Option<u64>,
    /// With --number, draw N records of each group of ratings: 0, 1–4, 5–19, 20–49, 50–99 and 100+
    ///
    /// `quadrille rate --method guesses` gives the same ratings. Only boards of 9×9 cells have them.
    #[arg(long, requires = "number", conflicts_with = "split", help_heading = OUTPUT, hide_short_help = true)]
    pub per_bucket: bool,
    /// Divide the records among outputs with these weights, such as 90/10 or 8/1/1
    ///
    /// Give an --output for each. Records whose solutions are morphs of each other, and so all morphs of a puzzle, are
    /// in the same part. The sizes of the parts follow the weights as nearly as chance allows, and are printed.
    #[arg(long, value_name = "W/W", help_heading = OUTPUT)]
    pub split: Option<Split>,
    /// Seed of the random choices [default: another one each time, which is printed]
    ///
    /// Each run selects other records, unless it has a seed. The same seed and input give the same records, whatever the threads. The part of a split that has a puzzle depends on the
    /// seed, the weights and the puzzle alone. With --quiet nothing is printed; the seed is also in the file of --summary-json.
    #[arg(long, value_name = "SEED", value_parser = any_number(), help_heading = OUTPUT)]
    pub seed: Option<u64>,
    #[command(flatten, next_help_heading = TUNING)]
    pub engine: EngineArgs,
}

impl SelectArgs {
    /// Whether records are selected by their properties.
    pub fn filters(&self) -> bool {
        self.givens.is_some()
            || self.symmetry.is_some()
            || self.rating.is_some()
            || !self.steps.criteria().is_empty()
    }
}

const SYMMETRIES: [Named<GivenSymmetry>; 5] = symmetries("None of these");

const ORDERS: [Named<SortBy>; 3] = [
    ("givens", SortBy::Givens, "By the number of givens"),
    (
        "symmetry",
        SortBy::Symmetry,
        "By the symmetry of the given cells: rotate90, rotate180, mirror, diagonal, none",
    ),
    ("rating", SortBy::Rating, "By the rating"),
];

/// As for `dedup`, but with an output for each part, and parts can be made in shards.
fn of_select(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "output" => option
            .action(ArgAction::Append)
            .help("File to write; with --split, one for each part, in order [default: standard output]")
            .long_help(OUTPUTS),
        "shard" => option,
        _ => of_dedup(option),
    }
}

const OUTPUTS: &str = "File to write; with --split, one for each part, in order [default: standard output]

The file is replaced atomically. `-` means standard output. With several files, none is replaced before all of \
them are complete and on the disk.";

/// All values of `--output`, which is an option of all runs.
pub(in crate::cli) struct OutputPaths(pub Vec<PathBuf>);

impl FromArgMatches for OutputPaths {
    fn from_arg_matches(matches: &ArgMatches) -> Result<OutputPaths, Error> {
        let paths = matches.get_many::<PathBuf>("output");
        Ok(OutputPaths(paths.into_iter().flatten().cloned().collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = OutputPaths::from_arg_matches(matches)?;
        Ok(())
    }
}

impl ClapArgs for OutputPaths {
    fn augment_args(command: Command) -> Command {
        command
    }

    fn augment_args_for_update(command: Command) -> Command {
        command
    }
}

//! The arguments of `rate`.

use super::{RunArgs, StepArgs};
use crate::cli::{
    help::{LONG_RUNS, OUTPUT, RATING, TUNING},
    options::rating_method,
};
use clap::{Arg, Args as ClapArgs};
use quadrille::rating::Method;
use quadrille_console::{
    engine::EngineArgs,
    numbers::{any_number, at_least_one, whole_number},
    seconds::positive_seconds,
};
use std::{path::PathBuf, time::Duration};

#[derive(ClapArgs)]
#[command(mut_args(of_rate))]
pub(in crate::cli) struct RateArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Rating method: guesses, morphs, morphs=K, logic, se or hodoku [default: guesses]
    ///
    /// guesses: the guesses of the search of tdoku, which the column `rating` of the data set sudoku-extreme holds.
    /// Morphs of a puzzle have different ones.
    ///
    /// morphs=K: exp(mean(ln(guesses + 1))) over K random morphs of the puzzle, from 1 up; morphs alone means morphs=10.
    ///
    /// logic: `singles` (naked and hidden), `locked` (locked candidates too), or `backdoor N`: how many cells have to be
    /// given until singles finish it, 1, 2 or 3+. The column `step_count` has the number of steps. A puzzle with
    /// several solutions or none has no rating: `!multiple`, `!none`.
    ///
    /// se: the ratings of Sudoku Explainer 1.2.1, in the columns `er` (the hardest step), `ep` (the hardest step until a digit is
    /// placed) and `ed` (the first step). Puzzles with several solutions or none have no rating, as for logic. se=no-uniqueness
    /// leaves out techniques that assume one solution: unique rectangles, unique loops and the bivalue universal grave (BUG). Boards
    /// with candidates (formats pencilmark, candidates, hodoku) are rated from there on.
    ///
    /// hodoku: the score and the level of HoDoKu 2.2.0, in the columns `score` and `level`: easy, medium, hard, unfair or extreme.
    /// Puzzles with several solutions or none have no rating, as for logic.
    #[arg(long, value_name = "METHOD", value_parser = rating_method, help_heading = RATING)]
    pub method: Option<Method>,
    /// Stop each search at the Kth solution [default: 1]
    ///
    /// It is 1 or 2, and for --method guesses alone.
    #[arg(long, value_name = "K", value_parser = whole_number::<u64>(1..=2), help_heading = RATING)]
    pub limit: Option<u64>,
    /// Seed of the random choices [default: 0]
    ///
    /// It needs --method morphs or --html. The morphs depend on it alone, and the default is always the same, so that a puzzle
    /// has the same rating in every file and every run.
    #[arg(long, value_name = "SEED", value_parser = any_number(), help_heading = RATING)]
    pub seed: Option<u64>,
    /// Only puzzles with a rating from A to B, as in 20..100, 20.., ..4 or 5
    ///
    /// Both bounds belong to the range. The records are written unchanged, with the header of a table.
    /// With --method logic the bounds are names of levels: `singles`, `locked`, `backdoor 1`, `backdoor 2` or
    /// `backdoor 3+`, in this order, as in `singles..locked`. With --method se it is the range of ER, as in 7.2..8.9, and with hodoku of the score. Records without a rating are left out.
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, help_heading = RATING)]
    pub rating: Option<String>,
    #[command(flatten, next_help_heading = RATING)]
    pub steps: StepArgs,
    /// Name of the column (csv) or member (ndjson) for the ratings [default: rating; with --method se: er; hodoku: score]
    ///
    /// A column of this name that is already there is replaced. A file of sudoku-extreme has one: `--rating-column guesses` keeps it
    /// and adds another.
    #[arg(long, value_name = "NAME", help_heading = OUTPUT)]
    pub rating_column: Option<String>,
    /// Print how many puzzles have which rating, as a bar chart
    ///
    /// It is printed on standard output, by the groups 0, 1-4, 5-19, 20-49, 50-99 and 100+, by the levels of logic or of HoDoKu, or by ranges of ER.
    /// The answers are then written only with --output FILE. With --rating, only records in the range are counted.
    #[arg(long, conflicts_with = "resume", help_heading = OUTPUT)]
    pub histogram: bool,
    /// Write a page with charts to FILE
    ///
    /// They show the ratings, guesses against morphs, the givens, the symmetries of the given cells, the automorphisms and the duplicates. The answers are then written only with --output FILE. Whatever --method says, each puzzle is also rated by guesses and by 10 morphs for it, which takes longer.
    #[arg(long, value_name = "FILE", conflicts_with = "resume", help_heading = OUTPUT)]
    pub html: Option<PathBuf>,
    /// Give up a rating after N steps [default: no limit]
    ///
    /// It needs --method se. The answer is then a lower bound, as in `>=8.5`, and its status `lower bound`: the puzzle is at least as difficult as the
    /// steps up to there. A table has a null in place of the number. The exit code is 1.
    #[arg(long, value_name = "N", value_parser = at_least_one(), help_heading = LONG_RUNS)]
    pub max_steps: Option<u64>,
    /// Give up a rating after SECONDS [default: no limit]
    ///
    /// It needs --method se, and the answer is a lower bound, as with --max-steps. A rating that was given up before the first step is
    /// !unknown. The answers depend on the speed of the machine.
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds, help_heading = LONG_RUNS)]
    pub timeout_per_puzzle: Option<Duration>,
    #[command(flatten, next_help_heading = TUNING)]
    pub engine: EngineArgs,
}

impl RateArgs {
    /// Whether records are selected by their rating.
    pub fn filters(&self) -> bool {
        self.rating.is_some() || !self.steps.criteria().is_empty()
    }
}

/// The differences from other commands.
fn of_rate(option: Arg) -> Arg {
    match option.get_id().as_str() {
        "engine" => option.help("Search engine for --method logic, se and hodoku"),
        "isa" => {
            let help = "Instruction set of counting guesses and of the work on 9×9 boards";
            option.help(help).long_help(format!("{help}\n\nIt does not affect the answers."))
        }
        _ => option,
    }
}

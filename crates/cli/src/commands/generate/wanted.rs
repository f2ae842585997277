//! The arguments of `generate` that say which puzzles are wanted.

use crate::{
    help::{PUZZLES, TUNING},
    options::{StepArgs, rating_method, symmetries},
};
use quadrille_console::{
    numbers::at_least_one,
    one_of::{Named, one_of},
};
use quadrille_puzzles::{
    generate::{Criteria, GivenSymmetry},
    rating::Method,
};
use std::path::PathBuf;

#[derive(clap::Args)]
pub struct WantedArgs {
    /// Only puzzles with a rating from A to B, as in 20..100, 20.., ..4 or 5
    ///
    /// Both bounds belong to the range. Plain 9×9 puzzles have ratings. The search goes from random puzzles to
    /// harder ones step by step; at most 8 of the puzzles have solutions that are morphs of each other (see
    /// --per-solution).
    #[arg(long, value_name = "A..B", allow_hyphen_values = true, conflicts_with = "no_unique", help_heading = PUZZLES)]
    pub rating: Option<String>,
    /// Rating method: guesses, morphs, morphs=K, logic, se or hodoku [default: guesses]
    ///
    /// As for the command `rate`. guesses: the guesses of the search of tdoku on the puzzle as written; morphs of a puzzle have
    /// different ones. morphs=K: a mean over K morphs, which hardly depends on how the puzzle is written. logic: the bounds are
    /// names of levels, as in `locked..` or `backdoor 1..backdoor 2`. se: ER of Sudoku Explainer, as in 7.2..8.9. hodoku: the
    /// score of HoDoKu, as in 800..1600.
    #[arg(long, value_name = "METHOD", value_parser = rating_method, conflicts_with = "no_unique", help_heading = PUZZLES)]
    pub method: Option<Method>,
    #[command(flatten, next_help_heading = PUZZLES)]
    pub steps: StepArgs,
    /// Symmetry of the cells that are given
    #[arg(long, value_parser = one_of(&SYMMETRIES), value_name = "SYMMETRY", conflicts_with = "no_unique", help_heading = PUZZLES)]
    pub symmetry: Option<GivenSymmetry>,
    /// Read from FILE which cells are given, and give no others
    ///
    /// One symbol for each cell, `.` for an empty cell and `x` or a digit for a given, so that a puzzle serves as well.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["symmetry", "no_unique"], help_heading = PUZZLES)]
    pub pattern: Option<PathBuf>,
    /// No two puzzles that are morphs of each other
    #[arg(long, conflicts_with = "no_unique", help_heading = PUZZLES, hide_short_help = true)]
    pub no_equivalents: bool,
    /// At most N puzzles whose solutions are morphs of each other [default: 8 with --rating, else no limit]
    #[arg(long, value_name = "N", value_parser = at_least_one(), conflicts_with = "no_unique", help_heading = PUZZLES, hide_short_help = true)]
    pub per_solution: Option<u64>,
    /// Give up after N attempts in a row without a puzzle [default: 10,000,000, or 10,000 for slow ones]
    ///
    /// The default is 10,000 on boards larger than 9×9 and under variants. An attempt makes a puzzle and compares it with what is wanted. The puzzles found so far are kept, and the exit code is 1.
    #[arg(long, value_name = "N", value_parser = at_least_one(), help_heading = TUNING, hide_short_help = true)]
    pub max_tries: Option<u64>,
}

const SYMMETRIES: [Named<GivenSymmetry>; 5] = symmetries("Any cells");

impl WantedArgs {
    /// Whether anything is wanted that needs a search, whatever the number of givens.
    pub fn is_search(&self) -> bool {
        self.is_rated()
            || self.symmetry.is_some_and(|symmetry| symmetry != GivenSymmetry::None)
            || self.method.is_some()
            || self.pattern.is_some()
            || self.no_equivalents
            || self.per_solution.is_some()
    }

    /// Whether puzzles with some ratings are wanted.
    pub fn is_rated(&self) -> bool {
        self.rating.is_some() || !self.steps.criteria().is_empty()
    }

    /// Adds what needs no further reading.
    pub fn add_to(&self, mut wanted: Criteria) -> Criteria {
        if let Some(symmetry) = self.symmetry {
            wanted = wanted.symmetry(symmetry);
        }
        if self.no_equivalents {
            wanted = wanted.no_equivalents(true);
        }
        if let Some(most) = self.per_solution {
            wanted = wanted.per_solution(most);
        }
        match self.max_tries {
            Some(tries) => wanted.max_tries(tries),
            None => wanted,
        }
    }
}

//! Short names for the tasks on columns.

use arrow_array::{Array, RecordBatch};
use quadrille::{
    Error,
    arrow::{Options, answers},
    tasks::{Canonical, Check, Count, FormOf, Hint, Solve},
};

type Answered = Result<RecordBatch, Error>;

pub fn solve(puzzles: &dyn Array, options: &Options) -> Answered {
    answers(puzzles, &Solve::new(), options)
}

pub fn check(puzzles: &dyn Array, options: &Options) -> Answered {
    answers(puzzles, &Check::new(), options)
}

pub fn count(puzzles: &dyn Array, options: &Options) -> Answered {
    answers(puzzles, &Count::new(), options)
}

pub fn hint(puzzles: &dyn Array, options: &Options) -> Answered {
    answers(puzzles, &Hint::new(), options)
}

pub fn canonical(puzzles: &dyn Array, of: FormOf, options: &Options) -> Answered {
    answers(puzzles, &Canonical::new(of), options)
}

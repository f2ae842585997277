//! `canonical`: a form that is equal for equivalent puzzles.

use crate::{
    help::{CommandHelp, HelpOfResult, OUTPUT, TUNING, WithHelp},
    options::RunArgs,
    run::{Plan, RunInfo, carry_out},
};
use anyhow::Result;
use quadrille_console::{
    engine::EngineArgs,
    exit::ExitStatus,
    one_of::{Named, one_of},
};
use quadrille_run::batch::Batch;
use quadrille_tasks::{Canonical, FormOf};

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("`canonical`, `status` and `automorphisms`"),
    exit_codes: "0 every record has a form, 1 some records do not",
    short: "\
  quadrille canonical puzzles.txt | sort -u | wc -l
  quadrille canonical --form-of solution puzzles.csv -o classes.csv",
    examples: "\
  quadrille canonical --column question train.csv -o forms.csv
  quadrille canonical --transform --output-format csv puzzles.txt -o forms.csv
  quadrille canonical huge.txt -o forms.txt --resume
  quadrille canonical huge.txt -o part1.txt --shard 1/4
  quadrille canonical --threads 2 puzzles.txt",
    pages: "docs/reference/equivalence.md describes canonical forms, docs/reference/formats.md formats, docs/reference/answers.md answers",
};

/// Write the canonical form of each puzzle, which is equal for equivalent puzzles
///
/// Puzzles are equivalent if renaming digits, moving bands, stacks, rows in a band and columns in a stack,
/// and transposing makes one of the other. Boards of 4×4, 6×6 and 9×9 cells have canonical forms.
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Write the canonical form of this part of the record
    #[arg(long, value_parser = one_of(&FORMS), value_name = "WHAT", default_value = "puzzle", help_heading = OUTPUT)]
    form_of: FormOf,
    /// Add the transformation that leads from each puzzle to the form
    ///
    /// It is the column `transform`, as in `t-r123456789-c456123789-d987654321`, and in formats of one line per
    /// answer it follows the form and a comma.
    #[arg(long, help_heading = OUTPUT)]
    transform: bool,
    #[command(flatten, next_help_heading = TUNING)]
    engine: EngineArgs,
}

const FORMS: [Named<FormOf>; 3] = [
    ("puzzle", FormOf::Puzzle, "The puzzle"),
    (
        "solution",
        FormOf::Solution,
        "Its only solution: the least of all equivalent grids, row by row (minlex)",
    ),
    (
        "givens",
        FormOf::Givens,
        "Its givens: the least of all equivalent puzzles, row by row; nothing is solved",
    ),
];

pub fn run(args: Args) -> Result<ExitStatus> {
    let form_of = args.form_of;
    let batch = Batch::new(Canonical::new(form_of).transforms(args.transform));
    carry_out(Plan::new(batch, args.run, RunInfo::of("canonical", Some(2))).engine(&args.engine)?, |t| {
        match form_of {
            FormOf::Puzzle | FormOf::Givens => t.invalid + t.unknown == 0,
            FormOf::Solution => t.unique == t.records,
        }
    })
}

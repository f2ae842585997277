//! `morph`: equivalent boards.

use crate::{
    help::{CommandHelp, HelpOfResult, INPUT, OUTPUT, WithHelp},
    options::RunArgs,
    run::{MorphInfo, Plan, RunInfo, carry_out},
};
use anyhow::{Result, bail};
use quadrille_console::{
    exit::{ExitStatus, print_stderr},
    numbers::{any_number, whole_number},
    one_of::{Named, one_of},
    random::random,
};
use quadrille_puzzles::symmetry::{Symmetries, Transform};
use quadrille_run::batch::{Batch, Morphs};

const HELP: CommandHelp = CommandHelp {
    result: HelpOfResult::Answers("with --copies, `group`; puzzle and solution are replaced"),
    exit_codes: "0 every record has its morphs, 1 some records are malformed",
    short: "\
  quadrille morph --copies 10 --seed 1 train.csv -o augmented.csv
  quadrille morph --transform t-r123456789-c123456789-d123456789 puzzles.txt",
    examples: "\
  quadrille morph --column q --solution-column a --seed 1 train.csv
  zcat puzzles.txt.gz | quadrille morph --seed 1 -
  quadrille morph --exclude-symmetry digits,transpose puzzles.txt -o morphs.txt
  quadrille morph --column canonical --transform-column transform --inverse forms.csv -o puzzles.csv
  quadrille morph --copies 1000 --seed 1 train.csv -o augmented.csv --resume
  quadrille morph --seed 1 huge.txt -o part3.txt --shard 3/8
  quadrille morph --threads 4 --seed 1 train.csv -o morphs.csv",
    pages: "docs/guides/training-sets.md describes morphs, docs/reference/formats.md formats",
};

/// Write equivalent boards (morphs) of puzzles and of their solutions
///
/// A transformation renames the digits, moves bands and stacks, rows and columns, and may transpose the
/// board. The puzzle and the solution in its record are moved together; other columns are copied. Boards
/// are 4×4, 6×6 or 9×9. Nothing is solved or checked.
#[derive(clap::Args)]
#[command(with_help(&HELP))]
pub struct Args {
    #[command(flatten)]
    run: RunArgs,
    /// Column (csv) or member (ndjson) with the solutions [default: a usual name]
    ///
    /// They are moved with the puzzles. The usual names are `solution`, `solutions`, `answer`, `answers`, `target`, `label`, `output` and `solved`. An empty value, or one
    /// that begins with `!`, stays as it is.
    #[arg(long, value_name = "NAME", help_heading = INPUT)]
    solution_column: Option<String>,
    /// Move the puzzles alone, and leave solutions as they are
    ///
    /// Without this and --solution-column, an input is refused if its first records have solutions in a column or member
    /// that is not read as the solutions, or after the grids of lines.
    #[arg(long, conflicts_with = "solution_column", help_heading = INPUT)]
    no_solution: bool,
    /// Write K morphs of each record, one after the other
    ///
    /// In csv and ndjson, also with 1, a column `group` has the number of the record that they are morphs of.
    #[arg(long, value_name = "K", value_parser = whole_number::<u32>(1..=1_000_000), help_heading = OUTPUT)]
    copies: Option<u32>,
    /// Seed of the random choices [default: another one each time, which is printed]
    ///
    /// Each run makes other morphs, unless it has a seed. The same seed and the same other options give the same morphs, whatever the threads and the shards. With --quiet
    /// nothing is printed; the seed is also in the file of --summary-json.
    #[arg(long, value_name = "SEED", value_parser = any_number(), help_heading = OUTPUT)]
    seed: Option<u64>,
    /// Leave these symmetries out, separated by commas
    ///
    /// By default every symmetry is used. The others are drawn as if these did not exist.
    #[arg(long, value_name = "SYMMETRY", value_parser = one_of(&PARTS), value_delimiter = ',', help_heading = OUTPUT)]
    exclude_symmetry: Vec<SymmetryPart>,
    /// Apply this transformation to each record instead of random ones
    ///
    /// An example is t-r123456789-c123456789-d123456789: the board is transposed (`t-`); then each row (`r`) and
    /// column (`c`) is the one of this number before, and each digit from 1 on is replaced by the one after `d`.
    #[arg(long, value_name = "TRANSFORM", conflicts_with_all = ["transform_column", "seed", "copies", "exclude_symmetry"], help_heading = OUTPUT)]
    transform: Option<Transform>,
    /// Apply the transformation in the column (csv) or member (ndjson) of this name to each record
    #[arg(long, value_name = "NAME", conflicts_with_all = ["seed", "copies", "exclude_symmetry"], help_heading = OUTPUT)]
    transform_column: Option<String>,
    /// Undo the transformations instead
    ///
    /// With --seed, it undoes what the same --seed and --exclude-symmetry did.
    #[arg(long, help_heading = OUTPUT)]
    inverse: bool,
}

/// The part of some symmetries that a name means.
pub type SymmetryPart = fn(&mut Symmetries) -> &mut bool;

const PARTS: [Named<SymmetryPart>; 6] = [
    ("digits", |all| &mut all.digits, "Renaming the digits"),
    ("bands", |all| &mut all.bands, "Moving the bands, the rows of boxes"),
    ("rows", |all| &mut all.rows, "Moving the rows in each band"),
    ("stacks", |all| &mut all.stacks, "Moving the stacks, the columns of boxes"),
    ("columns", |all| &mut all.columns, "Moving the columns in each stack"),
    ("transpose", |all| &mut all.transpose, "Transposing, which changes rows and columns into each other"),
];

impl Args {
    /// The symmetries that are left for random morphs.
    pub fn symmetries(&self) -> Symmetries {
        let mut all = Symmetries::ALL;
        self.exclude_symmetry.iter().for_each(|part| *part(&mut all) = false);
        all
    }
}

pub fn run(args: Args) -> Result<ExitStatus> {
    let symmetries = args.symmetries();
    let Args {
        run: run_args,
        solution_column,
        no_solution,
        copies,
        seed,
        transform,
        transform_column,
        inverse,
        ..
    } = args;
    let is_part = run_args.partial.shard.is_some() || run_args.partial.resume;
    let is_random = transform.is_none() && transform_column.is_none();
    if is_random && seed.is_none() && (is_part || inverse) {
        let option = match (inverse, run_args.partial.resume) {
            (true, _) => "--inverse needs --seed, --transform or --transform-column, which say what to undo",
            (_, true) => "--resume needs --seed: the run that continues this one must have the same",
            _ => "--shard needs --seed: all parts must have the same",
        };
        bail!("{option}");
    }
    // Few digits, so that the seed is easily typed.
    let drawn = seed.unwrap_or_else(|| random() >> 32);
    let made = MorphInfo { copies: copies.unwrap_or(1), seed: is_random.then_some(drawn) };
    let morphs = match (transform, transform_column) {
        (Some(transform), _) => Morphs::transform(transform),
        (None, Some(name)) => Morphs::transform_column(name),
        (None, None) => Morphs::random(symmetries, drawn),
    };
    let morphs = morphs.inverse(inverse);
    let morphs = match copies {
        Some(copies) => morphs.copies(copies),
        None => morphs,
    };
    let morphs = morphs.with_solutions(!no_solution);
    let mut batch = Batch::new(morphs);
    if let Some(name) = solution_column {
        batch = batch.solution_column(name);
    }
    let is_quiet = run_args.output.quiet;
    let info = RunInfo { morphs: Some(made), ..RunInfo::of("morph", None) };
    let status = carry_out(Plan::new(batch, run_args, info), |t| t.invalid == 0)?;
    if is_random && seed.is_none() && !is_quiet && !matches!(status, ExitStatus::Stopped(_)) {
        print_stderr(&format!("quadrille: --seed {drawn} gives the same morphs again"));
    }
    Ok(status)
}

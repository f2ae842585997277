//! The arguments of `morph`.

use super::RunArgs;
use crate::cli::help::{INPUT, OUTPUT};
use clap::Args as ClapArgs;
use quadrille::symmetry::{Symmetries, Transform};
use quadrille_console::{
    numbers::{any_number, whole_number},
    one_of::{Named, one_of},
};

#[derive(ClapArgs)]
pub(in crate::cli) struct MorphArgs {
    #[command(flatten)]
    pub run: RunArgs,
    /// Column (csv) or member (ndjson) with the solutions [default: a usual name]
    ///
    /// They are moved with the puzzles. The usual names are `solution`, `solutions`, `answer`, `answers`, `target`, `label`, `output` and `solved`. An empty value, or one
    /// that begins with `!`, stays as it is.
    #[arg(long, value_name = "NAME", help_heading = INPUT)]
    pub solution_column: Option<String>,
    /// Move the puzzles alone, and leave solutions as they are
    ///
    /// Without this and --solution-column, an input is refused if its first records have solutions in a column or member
    /// that is not read as the solutions, or after the grids of lines.
    #[arg(long, conflicts_with = "solution_column", help_heading = INPUT)]
    pub no_solution: bool,
    /// Write K morphs of each record, one after the other
    ///
    /// In csv and ndjson, also with 1, a column `group` has the number of the record that they are morphs of.
    #[arg(long, value_name = "K", value_parser = whole_number::<u32>(1..=1_000_000), help_heading = OUTPUT)]
    pub copies: Option<u32>,
    /// Seed of the random choices [default: another one each time, which is printed]
    ///
    /// Each run makes other morphs, unless it has a seed. The same seed and the same other options give the same morphs, whatever the threads and the shards. With --quiet
    /// nothing is printed; the seed is also in the file of --summary-json.
    #[arg(long, value_name = "SEED", value_parser = any_number(), help_heading = OUTPUT)]
    pub seed: Option<u64>,
    /// Leave these symmetries out, separated by commas
    ///
    /// By default every symmetry is used. The others are drawn as if these did not exist.
    #[arg(long, value_name = "SYMMETRY", value_parser = one_of(&PARTS), value_delimiter = ',', help_heading = OUTPUT)]
    pub exclude_symmetry: Vec<SymmetryPart>,
    /// Apply this transformation to each record instead of random ones
    ///
    /// An example is t-r123456789-c123456789-d123456789: the board is transposed (`t-`); then each row (`r`) and
    /// column (`c`) is the one of this number before, and each digit from 1 on is replaced by the one after `d`.
    #[arg(long, value_name = "TRANSFORM", conflicts_with_all = ["transform_column", "seed", "copies", "exclude_symmetry"], help_heading = OUTPUT)]
    pub transform: Option<Transform>,
    /// Apply the transformation in the column (csv) or member (ndjson) of this name to each record
    #[arg(long, value_name = "NAME", conflicts_with_all = ["seed", "copies", "exclude_symmetry"], help_heading = OUTPUT)]
    pub transform_column: Option<String>,
    /// Undo the transformations instead
    ///
    /// With --seed, it undoes what the same --seed and --exclude-symmetry did.
    #[arg(long, help_heading = OUTPUT)]
    pub inverse: bool,
}

/// A kind of symmetry.
/// The part of some symmetries that a name means.
pub(in crate::cli) type SymmetryPart = fn(&mut Symmetries) -> &mut bool;

const PARTS: [Named<SymmetryPart>; 6] = [
    ("digits", |all| &mut all.digits, "Renaming the digits"),
    ("bands", |all| &mut all.bands, "Moving the bands, the rows of boxes"),
    ("rows", |all| &mut all.rows, "Moving the rows in each band"),
    ("stacks", |all| &mut all.stacks, "Moving the stacks, the columns of boxes"),
    ("columns", |all| &mut all.columns, "Moving the columns in each stack"),
    ("transpose", |all| &mut all.transpose, "Transposing, which changes rows and columns into each other"),
];

impl MorphArgs {
    /// The symmetries that are left for random morphs.
    pub fn symmetries(&self) -> Symmetries {
        let mut all = Symmetries::ALL;
        self.exclude_symmetry.iter().for_each(|part| *part(&mut all) = false);
        all
    }
}

//! The options of a caller.

use arrow_array::ArrayRef;
use quadrille_base::error::Error;
use quadrille_engines::RunOptions;
use quadrille_grid::{Symbols, Variants};
use quadrille_puzzles::symmetry::{Symmetries, Transform};
use quadrille_tasks::{MotionSource, Motions};
use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64},
};

/// How columns are processed. The methods are the same as for [`Solver`](quadrille_engines::solver::Solver) and, if it does not have one, of the runs over files.
///
/// ```
/// use quadrille::{RunOptions, arrow::{Options, answers, arrow_array::StringArray}, grid::{Symbols, Variant}, tasks::Count};
/// use std::sync::{Arc, atomic::{AtomicU64, Ordering}};
///
/// let rows = Arc::new(AtomicU64::new(0));
/// let options = Options::new()
///     .run_options(RunOptions::new().threads(2))
///     .variants(Variant::X)?
///     .symbols(Symbols::Letters)
///     .progress(rows.clone());
/// answers(&StringArray::from(vec!["1...3..2..4.4..1"]), &Count::new(), &options)?;
/// assert_eq!(rows.load(Ordering::Relaxed), 1);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    pub(super) run: RunOptions,
    pub(super) variants: Arc<Variants>,
    pub(super) symbols: Symbols,
    pub(super) progress: Option<Arc<AtomicU64>>,
}

impl Options {
    /// Standard sudoku, one thread for each core, no limits.
    pub fn new() -> Options {
        Options::default()
    }

    /// Sets the number of threads, the engine, the limits of each search, and what ends a call.
    pub fn run_options(self, run: RunOptions) -> Options {
        Options { run, ..self }
    }

    /// Sets the variants that puzzles follow where they are solved: by [`Solve`](quadrille_tasks::Solve), [`Check`](quadrille_tasks::Check) and
    /// [`Count`](quadrille_tasks::Count). The status of a board of a shape that they do not fit is `invalid`. All else is for standard
    /// sudoku, and refused with variants.
    ///
    /// # Errors
    /// If no shape fits the variants, or a jigsaw has no regions.
    pub fn variants(self, variants: impl Into<Variants>) -> Result<Options, Error> {
        let variants = variants.into();
        variants.check()?;
        Ok(Options { variants: Arc::new(variants), ..self })
    }

    /// Sets the characters of boards larger than 9×9 in strings. By default each value decides, and if its characters fit several
    /// alphabets, the first values of the column.
    pub fn symbols(self, symbols: Symbols) -> Options {
        Options { symbols, ..self }
    }

    /// Adds to this number the rows that are finished, while a call works.
    pub fn progress(self, rows: Arc<AtomicU64>) -> Options {
        Options { progress: Some(rows), ..self }
    }

    /// The flag that ends a call.
    pub(super) fn stop(&self) -> Option<&Arc<AtomicBool>> {
        self.run.limits().stop_flag.as_ref()
    }
}

/// Which morphs [`morph`](super::morph) makes. The default is one random morph of each puzzle by all symmetries with seed 0.
///
/// ```
/// use quadrille::{arrow::{MorphOptions, Options, arrow_array::StringArray, morph}, symmetry::Symmetries};
///
/// let puzzles = StringArray::from(vec!["1...3..2..4.4..1"]);
/// // Row 7 of a table, whose digits are renamed in three ways.
/// let digits = Symmetries { digits: true, ..Symmetries::NONE };
/// let morphs = MorphOptions::new(1).symmetries(digits).copies(3).first_row(7);
/// assert_eq!(morph(&puzzles, None, &morphs, &Options::new())?.num_rows(), 3);
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct MorphOptions {
    pub(super) source: MorphSource,
    pub(super) is_inverse: bool,
    pub(super) symmetries: Symmetries,
    pub(super) seed: u64,
    pub(super) copies: u32,
    pub(super) first_row: u64,
    /// The number of each row, in place of the numbers from the first one on.
    pub(super) rows: Option<Arc<[u64]>>,
}

/// Where the transformations come from.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum MorphSource {
    Random,
    By(Transform),
    /// The text of the transformation of each row.
    Column(ArrayRef),
}

impl Default for MorphOptions {
    fn default() -> MorphOptions {
        let (source, symmetries) = (MorphSource::Random, Symmetries::ALL);
        MorphOptions { source, is_inverse: false, symmetries, seed: 0, copies: 1, first_row: 0, rows: None }
    }
}

impl MorphOptions {
    /// One morph of each puzzle by all symmetries with this seed.
    pub fn new(seed: u64) -> MorphOptions {
        MorphOptions { seed, ..MorphOptions::default() }
    }

    /// The morph of each puzzle by one transformation.
    ///
    /// ```
    /// use quadrille::{arrow::{MorphOptions, Options, arrow_array::{StringArray, cast::AsArray}, morph}, symmetry::Transform};
    ///
    /// let transform: Transform = "r1234-c1234-d2341".parse()?;
    /// let puzzles = StringArray::from(vec!["2...4..3..1.1..2"]);
    /// let morphs = morph(&puzzles, None, &MorphOptions::transform(transform).inverse(true), &Options::new())?;
    /// assert_eq!(morphs.column(0).as_string::<i32>().value(0), "1...3..2..4.4..1");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn transform(transform: Transform) -> MorphOptions {
        MorphOptions { source: MorphSource::By(transform), ..MorphOptions::default() }
    }

    /// The morph of each puzzle by the transformation whose text is in its row of a column of strings. [`transform`](Self::transform)
    /// has an example.
    pub fn transform_column(transforms: ArrayRef) -> MorphOptions {
        MorphOptions { source: MorphSource::Column(transforms), ..MorphOptions::default() }
    }

    /// Whether the inverse of each transformation is applied; see [`transform`](Self::transform).
    pub fn inverse(self, is_inverse: bool) -> MorphOptions {
        MorphOptions { is_inverse, ..self }
    }

    /// Makes several morphs of each puzzle; 0 is refused by [`morph`](super::morph).
    pub fn copies(self, copies: u32) -> MorphOptions {
        MorphOptions { copies, ..self }
    }

    /// Draws from these symmetries only.
    pub fn symmetries(self, symmetries: Symmetries) -> MorphOptions {
        MorphOptions { symmetries, ..self }
    }

    /// Counts rows from this number on instead of 0, so that the batches of a table get the same morphs and the same
    /// groups as the whole table.
    pub fn first_row(self, row: u64) -> MorphOptions {
        MorphOptions { first_row: row, ..self }
    }

    /// Sets the number of each row, for rows that are not in the order of their table. [`morph`](super::morph) fails unless there are as
    /// many numbers as puzzles.
    ///
    /// ```
    /// use quadrille::arrow::{MorphOptions, Options, arrow_array::StringArray, morph};
    ///
    /// let puzzles = StringArray::from(vec!["1...3..2..4.4..1"; 4]);
    /// let all = morph(&puzzles, None, &MorphOptions::new(1), &Options::new())?;
    /// let some = morph(&puzzles.slice(0, 2), None, &MorphOptions::new(1).rows([3, 1]), &Options::new())?;
    /// assert_eq!(some.column(0).slice(0, 1).to_data(), all.column(0).slice(3, 1).to_data());
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn rows(self, numbers: impl Into<Arc<[u64]>>) -> MorphOptions {
        MorphOptions { rows: Some(numbers.into()), ..self }
    }

    /// How the transformation of each row is found.
    pub(super) fn motions(&self) -> Motions {
        let source = match self.source {
            MorphSource::Random => MotionSource::Random(self.symmetries, self.seed),
            MorphSource::By(transform) => MotionSource::By(transform),
            MorphSource::Column(_) => MotionSource::Text,
        };
        Motions { source, is_inverse: self.is_inverse }
    }

    /// The number of a row.
    pub(super) fn number(&self, row: usize) -> u64 {
        self.rows.as_ref().map_or_else(|| self.first_row.wrapping_add(row as u64), |rows| rows[row])
    }
}

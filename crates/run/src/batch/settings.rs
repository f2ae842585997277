//! The settings of a run over sudoku records.

mod answers;
mod choices;
mod conflicts;
mod tables;

pub(super) use choices::OutputChoice;

use super::{Shard, work::Work};
use crate::format::Format;
use quadrille_engines::RunOptions;
use quadrille_grid::{Symbols, Variants};
use std::sync::Arc;

/// A run over the sudoku records of any number of inputs: first set up, then started.
///
/// ```
/// use quadrille::{Batch, Input, RunOptions, tasks::Check};
///
/// let puzzles = "1...3..2..4.4..1\nnot a puzzle\n1..............1\n".as_bytes();
/// let mut answers = Vec::new();
/// let summary = Batch::new(Check::new())
///     .run_options(RunOptions::new().threads(2))
///     // Small parts and writes, for a reader that waits. The answers are the same.
///     .chunk_size(4096)
///     .max_write(512)
///     .run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())
///     .unwrap();
/// let lines: Vec<_> = std::str::from_utf8(&answers).unwrap().lines().collect();
/// assert_eq!(lines[0], "unique");
/// assert!(lines[1].starts_with("!invalid: "));
/// assert_eq!(lines[2], "multiple");
/// assert_eq!((summary.tally.unique, summary.tally.invalid, summary.tally.multiple), (1, 1, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Batch {
    pub(super) work: Work,
    pub(super) options: RunOptions,
    pub(super) verifies: bool,
    pub(super) symbols: Symbols,
    pub(super) chunk_size: Option<usize>,
    pub(super) max_write: Option<usize>,
    pub(super) format: Option<&'static Format>,
    pub(super) output: OutputChoice,
    pub(super) column: Option<String>,
    pub(super) solution_column: Option<String>,
    pub(super) all_mismatches: bool,
    pub(super) variants: Arc<Variants>,
    pub(super) shard: Option<Shard>,
    pub(super) keep_trailing: bool,
    pub(super) text_columns: bool,
}

impl Batch {
    /// A run on all cores that does this with each record: one of the [tasks](quadrille_tasks::tasks),
    /// [`Morphs`](super::Morphs), [`Dedup`](super::Dedup), [`Leak`](super::Leak), a [`Sample`](super::Sample) or a
    /// [`Split`](super::Split).
    ///
    /// ```
    /// use quadrille::{Batch, Input, tasks::Givens};
    ///
    /// let mut answers = Vec::new();
    /// let puzzles = "1...3..2..4.4..1\n".as_bytes();
    /// Batch::new(Givens::new()).run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// assert_eq!(answers, b"1...3..2..4.4..1,6,none\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn new(work: impl Into<Work>) -> Batch {
        Batch {
            work: work.into(),
            options: RunOptions::new(),
            verifies: true,
            symbols: Symbols::Auto,
            chunk_size: None,
            max_write: None,
            format: None,
            output: OutputChoice::Same,
            keep_trailing: false,
            text_columns: false,
            column: None,
            solution_column: None,
            all_mismatches: false,
            variants: Arc::default(),
            shard: None,
        }
    }

    /// Sets the format of the inputs. By default, the format of each input is recognized from its contents.
    ///
    /// ```
    /// use quadrille::{Batch, Input, batch::{Format, OutputFormat}, tasks::Check};
    ///
    /// // The columns have other names than the usual ones. The answers to check are in one of them.
    /// let text = "board,answer\n1...3..2..4.4..1,1234341221434321\n";
    /// let batch = Batch::new(Check::new().verify_answers(true))
    ///     .format(Format::named("csv").expect("a format"))
    ///     .column("board")
    ///     .solution_column("answer")
    ///     .all_mismatches(true)
    ///     .verify(true)
    ///     .output_format(OutputFormat::named("pair").expect("a format"));
    /// let mut answers = Vec::new();
    /// batch.run(vec![Input::reader("boards", text.as_bytes())], &mut answers, &mut ())?;
    /// assert_eq!(answers, b"1...3..2..4.4..1,unique\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn format(self, format: &'static Format) -> Batch {
        Batch { format: Some(format), ..self }
    }

    /// Sets the name of the column or member that holds the puzzle, if it is not one of the usual names.
    pub fn column(self, name: impl Into<String>) -> Batch {
        Batch { column: Some(name.into()), ..self }
    }

    /// Sets the name of the column or member that holds the answers to check, if it is not one of the usual names.
    pub fn solution_column(self, name: impl Into<String>) -> Batch {
        Batch { solution_column: Some(name.into()), ..self }
    }

    /// Whether every mismatch is reported to the observer, not only the first [`MALFORMED_SHOWN`](crate::batch::MALFORMED_SHOWN).
    pub fn all_mismatches(self, all: bool) -> Batch {
        Batch { all_mismatches: all, ..self }
    }

    /// Sets the rules that hold in addition to the standard ones, or in their place. Under a jigsaw without regions
    /// each record brings its own: one character for each cell, right after the grid.
    ///
    /// A board that the variants do not fit, such as 6×6 under windoku, is malformed.
    ///
    /// ```
    /// use quadrille::{Batch, Input, grid::Variant, tasks::Count};
    ///
    /// let puzzles = "1...3..2..4.4..1\n12..............\n".as_bytes();
    /// let mut answers = Vec::new();
    /// let batch = Batch::new(Count::new()).variants(Variant::X.into());
    /// batch.run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// assert_eq!(answers, b"0\n4\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn variants(self, variants: Variants) -> Batch {
        Batch { variants: Arc::new(variants), ..self }
    }

    /// Sets the number of worker threads, the engine, the limits of each search, and what ends the run. A file of few chunks
    /// gets fewer threads.
    pub fn run_options(self, options: RunOptions) -> Batch {
        Batch { options, ..self }
    }

    /// Answers only the records of this shard: the outputs of all shards, concatenated, are the output of the whole
    /// run. See [`Shard`].
    pub fn shard(self, shard: Shard) -> Batch {
        Batch { shard: Some(shard), ..self }
    }

    /// Whether every solution is checked by an independent checker before it is written, which is the default. One that fails
    /// ends the run with an error.
    pub fn verify(self, verifies: bool) -> Batch {
        Batch { verifies, ..self }
    }

    /// Sets the alphabet of boards larger than 9×9: see [`Symbols`].
    pub fn symbols(self, symbols: Symbols) -> Batch {
        Batch { symbols, ..self }
    }

    /// Sets the size of a chunk, the part of an input that a worker takes at a time, in bytes. The default depends on
    /// the size of the input; the answers do not depend on it. The maximum is 1 GiB.
    pub fn chunk_size(mut self, bytes: usize) -> Batch {
        // A record span is 32 bits wide. With this maximum, a chunk that is too long for it consists of a single
        // record that is too long itself.
        self.chunk_size = Some(bytes.min(1 << 30));
        self
    }

    /// Writes at most this many bytes at a time, as whole records; only a record that is longer is written alone. By
    /// default all answers of a chunk are written at once. For pipes see
    /// [`Output::whole_write_size`](crate::io::Output::whole_write_size). The answers do not depend on it.
    pub fn max_write(self, bytes: usize) -> Batch {
        Batch { max_write: Some(bytes.max(1)), ..self }
    }
}

//! The settings of a run over sudoku records.

use super::Shard;
use crate::{
    Variants,
    engine::{EngineChoice, Limits, Outcome},
    format::{Field, Format, OutputFormat},
    grid::Symbols,
};
use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

/// The question that a run answers for every record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Task {
    /// Find a solution: the answer is the grid, or `!none`.
    Solve,
    /// Test whether there is exactly one solution: the answer is `unique`, `multiple` or `none`. With a limit of one
    /// solution the first two cannot be told apart, and the answer is `solved`.
    Check,
    /// Count the solutions: the answer is the number, followed by `+` if the search stopped at the limit.
    Count,
    /// Make one step by naked singles ("the only-number method"): the answer is the grid after it, `no suggestion` or
    /// `mistake`. See [`Puzzle::hint`](crate::Puzzle::hint).
    Hint,
}

/// Whether every solution is checked by an independent checker before it is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Verification {
    /// Check every solution. One that fails ends the run with an error.
    #[default]
    On,
    /// Write solutions as the engine returns them.
    Off,
}

/// Whether the answers that records bring with them, such as a `solution` column, are checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ExpectedAnswers {
    /// Ignore them.
    #[default]
    Ignore,
    /// Check them. Each must be a solution of its puzzle, or empty if the puzzle has none; the others are reported to
    /// the observer as mismatches, and the status of their records is `mismatch`. They are copied unchanged:
    /// [`Task::Solve`] writes its solutions to a column `computed`.
    Check,
}

/// The format of the answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OutputChoice {
    /// That of each input.
    Same,
    /// Always this one.
    Always(&'static OutputFormat),
    /// This one, unless the input's own form is of the same kind.
    Preferred(&'static OutputFormat),
}

impl OutputChoice {
    /// The format of the answers to an input of this format; `None` for the input's own form.
    pub fn for_input(self, input: &Format) -> Option<&'static OutputFormat> {
        match self {
            OutputChoice::Same => None,
            OutputChoice::Always(format) => Some(format),
            OutputChoice::Preferred(format) => Some(format).filter(|format| !format.includes_form_of(input)),
        }
    }
}

/// A run over the sudoku records of any number of inputs: first set up, then started.
///
/// ```
/// use quadrille::{Batch, Input, Task};
///
/// let puzzles = "1...3..2..4.4..1\nnot a puzzle\n1..............1\n".as_bytes();
/// let mut answers = Vec::new();
/// let summary = Batch::new(Task::Check)
///     .threads(2)
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
    pub(super) task: Task,
    pub(super) limits: Limits,
    pub(super) verification: Verification,
    pub(super) symbols: Symbols,
    pub(super) engine: EngineChoice,
    pub(super) threads: usize,
    pub(super) chunk_size: Option<usize>,
    pub(super) max_write: Option<usize>,
    pub(super) format: Option<&'static Format>,
    pub(super) output: OutputChoice,
    pub(super) column: Option<String>,
    pub(super) expected: ExpectedAnswers,
    pub(super) solution_column: Option<String>,
    pub(super) all_mismatches: bool,
    pub(super) variants: Arc<Variants>,
    pub(super) shard: Option<Shard>,
    pub(super) stats: bool,
    pub(super) minimal: bool,
    pub(super) only: Option<Outcome>,
    pub(super) all: bool,
    pub(super) keep: bool,
    pub(super) explain: bool,
    pub(super) one: bool,
}

impl Batch {
    /// The fields that are written for each record by formats with named fields.
    pub(super) fn fields(&self) -> &'static [Field] {
        let stats = self.stats && self.task != Task::Hint;
        match self.only {
            Some(_) => &[],
            None => self.task.fields(self.writes_note(), stats, self.checks_answers()),
        }
    }

    /// Whether each answer has a note.
    fn writes_note(&self) -> bool {
        self.tests_givens() || (self.explain && self.task == Task::Hint)
    }

    /// Whether the givens of each puzzle are tested.
    pub(super) fn tests_givens(&self) -> bool {
        self.minimal && self.task == Task::Check
    }

    /// Whether the answers that the records bring with them are checked.
    pub(super) fn checks_answers(&self) -> bool {
        self.expected == ExpectedAnswers::Check && self.task != Task::Hint
    }

    /// A run on all cores. The limit of solutions is that of the task: 1 to solve, 2 to check, none to count.
    pub fn new(task: Task) -> Batch {
        let solutions = match task {
            Task::Solve | Task::Hint => 1,
            Task::Check => 2,
            Task::Count => u64::MAX,
        };
        Batch {
            task,
            limits: Limits::new(solutions),
            verification: Verification::On,
            symbols: Symbols::Auto,
            engine: EngineChoice::Auto,
            threads: 0,
            chunk_size: None,
            max_write: None,
            format: None,
            output: OutputChoice::Same,
            stats: false,
            minimal: false,
            only: None,
            all: false,
            keep: false,
            explain: false,
            one: false,
            column: None,
            expected: ExpectedAnswers::Ignore,
            solution_column: None,
            all_mismatches: false,
            variants: Arc::default(),
            shard: None,
        }
    }

    /// Sets the format of the inputs. By default, the format of each input is recognized from its contents.
    pub fn format(mut self, format: &'static Format) -> Batch {
        self.format = Some(format);
        self
    }

    /// Sets the format of the output. By default, each answer is in the format of its input.
    pub fn output_format(mut self, format: &'static OutputFormat) -> Batch {
        self.output = OutputChoice::Always(format);
        self
    }

    /// Makes [`Task::Solve`] write every solution of each record, up to the [`limit`](Batch::limit), a row each: in
    /// lines behind the number of the record, as in `3: 1234…`, in csv and ndjson with the columns of the record.
    /// Memory is bounded, whatever the number of solutions. A record without a solution has one row, and one more
    /// follows the solutions of a record whose search was given up.
    ///
    /// Such a run can be neither sharded nor resumed.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task};
    ///
    /// let puzzles = "11..............\n123.341221434.21\n12..34..2.4.4.2.\n".as_bytes();
    /// let mut answers = Vec::new();
    /// let batch = Batch::new(Task::Solve).all_solutions().limit(u64::MAX);
    /// batch.run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// let lines: Vec<_> = std::str::from_utf8(&answers).unwrap().lines().collect();
    /// assert_eq!(lines[..2], ["1: !none", "2: 1234341221434321"]);
    /// assert!(lines[2..].iter().all(|line| line.starts_with("3: 12")));
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn all_solutions(mut self) -> Batch {
        self.all = true;
        self
    }

    /// Adds reasons. To [`Task::Hint`] a field `explanation`: for each digit of the hint its cell and the houses that
    /// exclude the other digits, or what the mistake is. With [`Task::Solve`] the answer to a puzzle without a solution
    /// is `!none: ` and the mistake, if one can be seen without a search. Ignored by other tasks.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task};
    ///
    /// let answer = |task, puzzle: &'static [u8]| {
    ///     let mut answers = Vec::new();
    ///     let batch = Batch::new(task).explain();
    ///     batch.run(vec![Input::reader("test", puzzle)], &mut answers, &mut ()).unwrap();
    ///     String::from_utf8(answers).unwrap()
    /// };
    /// assert_eq!(answer(Task::Hint, b"123.............\n"), "1234............,r1c4 = 4 (row 1 has 1 2 3)\n");
    /// assert_eq!(answer(Task::Solve, b"1..1............\n"), "!none: 1 twice in row 1: r1c1 and r1c4\n");
    /// ```
    pub fn explain(mut self) -> Batch {
        self.explain = true;
        self
    }

    /// Makes [`Task::Hint`] fill only the first of the cells that it could fill.
    pub fn one_step(mut self) -> Batch {
        self.one = true;
        self
    }

    /// Writes the records with this outcome as they stand in the input, and nothing else: a filter. A header is kept.
    ///
    /// An input that announces the number of its records cannot be filtered, nor can the records be written in another
    /// format.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Outcome, Task};
    ///
    /// let puzzles = "id,puzzle\n1,1...3..2..4.4..1\n2,1..............1\n".as_bytes();
    /// let mut unique = Vec::new();
    /// let batch = Batch::new(Task::Check).only(Outcome::Unique);
    /// batch.run(vec![Input::reader("puzzles", puzzles)], &mut unique, &mut ())?;
    /// assert_eq!(unique, b"id,puzzle\n1,1...3..2..4.4..1\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn only(mut self, outcome: Outcome) -> Batch {
        self.only = Some(outcome);
        self
    }

    /// Makes [`Task::Check`] also test, for each puzzle with exactly one solution, whether it keeps it without each of
    /// its givens in turn. The answer has one field more, `givens`: `minimal` if every given is needed, or `redundant: `
    /// and the cells of the givens that can go, each alone, such as `r1c2 r9c9`; `unknown` if a limit ended a search.
    /// It is empty for any other puzzle. [`Tally::minimal`](super::Tally::minimal) counts the minimal ones.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task};
    ///
    /// let puzzles = "1...3..2..4.4..1\n1............32.\n".as_bytes();
    /// let mut answers = Vec::new();
    /// let batch = Batch::new(Task::Check).minimal();
    /// batch.run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// assert_eq!(answers, b"unique,redundant: r2c1 r4c1\nmultiple,\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn minimal(mut self) -> Batch {
        self.minimal = true;
        self
    }

    /// Sets the format of the output for inputs of another kind: an input whose own form of answer is of the same kind
    /// keeps it. Answers to a csv input stay in its table with all of its columns if `format` is `csv`, and boards that
    /// are drawn stay so if it is `line`, which here stands for any text that is neither csv nor ndjson.
    ///
    /// ```
    /// use quadrille::{Batch, Input, OutputFormat, Task};
    ///
    /// let csv = OutputFormat::named("csv").expect("the name of a format");
    /// let batch = Batch::new(Task::Check).preferred_output_format(csv);
    /// let answer = |text: &'static [u8]| {
    ///     let mut answers = Vec::new();
    ///     batch.run(vec![Input::reader("test", text)], &mut answers, &mut ()).map(|_| answers)
    /// };
    /// assert_eq!(answer(b"id,puzzle\n7,1...3..2..4.4..1\n")?, b"id,puzzle,status\n7,1...3..2..4.4..1,unique\n");
    /// assert_eq!(answer(b"1...3..2..4.4..1\n")?, b"puzzle,status\n1...3..2..4.4..1,unique\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn preferred_output_format(mut self, format: &'static OutputFormat) -> Batch {
        self.output = OutputChoice::Preferred(format);
        self
    }

    /// Adds the number of nodes and of guesses of its search to the answer of each record, as
    /// [`Report::nodes`](crate::Report::nodes) and [`Report::guesses`](crate::Report::guesses): two fields in csv and
    /// ndjson, behind the answer and a comma in the formats of one line per record. Ignored by [`Task::Hint`].
    ///
    /// A run over an input whose answers have no place for them fails.
    pub fn stats(mut self) -> Batch {
        self.stats = true;
        self
    }

    /// Sets the name of the column or member that holds the puzzle, if it is not one of the usual names.
    pub fn column(mut self, name: impl Into<String>) -> Batch {
        self.column = Some(name.into());
        self
    }

    /// Sets whether the answers that the records bring with them are checked. Ignored by [`Task::Hint`].
    pub fn expected_answers(mut self, expected: ExpectedAnswers) -> Batch {
        self.expected = expected;
        self
    }

    /// Sets the name of the column or member that holds the answers to check, if it is not one of the usual names.
    pub fn solution_column(mut self, name: impl Into<String>) -> Batch {
        self.solution_column = Some(name.into());
        self
    }

    /// Reports every mismatch to the observer, not only the first [`MALFORMED_SHOWN`](crate::MALFORMED_SHOWN).
    pub fn all_mismatches(mut self) -> Batch {
        self.all_mismatches = true;
        self
    }

    /// Sets the rules that hold in addition to the standard ones, or in their place. Under a jigsaw without regions
    /// each record brings its own: one character for each cell, right after the grid.
    ///
    /// A board that the variants do not fit, such as 6×6 under windoku, is malformed.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task, Variant};
    ///
    /// let puzzles = "1...3..2..4.4..1\n12..............\n".as_bytes();
    /// let mut answers = Vec::new();
    /// let batch = Batch::new(Task::Count).variants(Variant::X.into());
    /// batch.run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// assert_eq!(answers, b"0\n4\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn variants(mut self, variants: Variants) -> Batch {
        self.variants = Arc::new(variants);
        self
    }

    /// Stops each search at the `limit`th solution; 0 means 1.
    pub fn limit(mut self, limit: u64) -> Batch {
        self.limits.solutions = limit.max(1);
        self
    }

    /// Sets the number of search-tree nodes after which a puzzle is given up as unknown.
    pub fn max_nodes(mut self, nodes: u64) -> Batch {
        self.limits.max_nodes = nodes;
        self
    }

    /// Sets the time after which the search for one puzzle is given up as unknown.
    ///
    /// Which puzzles are affected depends on the machine. Engines check the clock every thousand nodes, so a
    /// puzzle that needs fewer is never affected.
    pub fn timeout_per_puzzle(mut self, timeout: Duration) -> Batch {
        self.limits.timeout_per_puzzle = Some(timeout);
        self
    }

    /// Ends the run soon after the flag is set to `true`, even within a search, with an error of kind
    /// [`ErrorKind::Interrupted`](crate::ErrorKind::Interrupted); the output then holds whole answers, in order. A run
    /// that fails sets the flag too, to end its own searches.
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> Batch {
        self.limits.stop_flag = Some(stop);
        self
    }

    /// Answers only the records of this shard: the outputs of all shards, concatenated, are the output of the whole
    /// run. See [`Shard`].
    pub fn shard(mut self, shard: Shard) -> Batch {
        self.shard = Some(shard);
        self
    }

    /// Sets whether every solution is checked before it is written.
    pub fn verification(mut self, verification: Verification) -> Batch {
        self.verification = verification;
        self
    }

    /// Writes what stands behind the grid of a record, from the separator on, behind its answer. Inputs must be in the
    /// format `line`: other formats copy everything anyway, or have no such text.
    ///
    /// ```
    /// use quadrille::{Batch, Input, Task};
    ///
    /// let puzzles = "1...3..2..4.4..1;ED=1.2/1.2/1.2\n".as_bytes();
    /// let mut answers = Vec::new();
    /// Batch::new(Task::Solve).keep().run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ())?;
    /// assert_eq!(answers, b"1234341221434321;ED=1.2/1.2/1.2\n");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn keep(mut self) -> Batch {
        self.keep = true;
        self
    }

    /// Sets the alphabet of boards larger than 9×9.
    pub fn symbols(mut self, symbols: Symbols) -> Batch {
        self.symbols = symbols;
        self
    }

    /// Sets the engine.
    pub fn engine(mut self, engine: EngineChoice) -> Batch {
        self.engine = engine;
        self
    }

    /// Sets the number of worker threads; 0 (the default) means one per core.
    pub fn threads(mut self, threads: usize) -> Batch {
        self.threads = threads;
        self
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
    /// [`Output::whole_write_size`](crate::Output::whole_write_size). The answers do not depend on it.
    pub fn max_write(mut self, bytes: usize) -> Batch {
        self.max_write = Some(bytes.max(1));
        self
    }
}

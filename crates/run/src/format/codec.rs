//! The interface that a format implements: it opens an input, reads its records and writes answers in their
//! place.

use super::{
    answer::Answer,
    error::FormatError,
    head::{Fit, Head, HeadLines},
    kind::{FormatKind, RecordForm},
    record_batch::RecordBatch,
    record_span::{RecordSpan, RecordText},
    solved::SolvedRecords,
};
use quadrille_base::framing::Framing;
use quadrille_grid::{Alphabet, Symbols, cells::MAX_LINE};
use quadrille_tasks::ColumnSpec;
use std::{borrow::Cow, fmt, sync::Arc};

/// A format that inputs are read in.
///
/// ```
/// use quadrille::batch::{Format, RecordForm};
///
/// let format = Format::named("sdm").expect("an alias of line");
/// assert_eq!((format.name(), format.aliases()), ("line", &["sdm"][..]));
/// assert!(Format::all().iter().any(|format| format.name() == "csv"));
/// println!("{}", format.about());
/// assert!(format.form() == RecordForm::Lines && !format.form().are_objects());
/// ```
pub struct Format {
    pub(super) kind: FormatKind,
    pub(super) aliases: &'static [&'static str],
    pub(super) about: &'static str,
    /// Whether an input with these lines is in this format.
    pub(super) detect: fn(&HeadLines<'_>, &ReadOptions) -> Fit,
    /// Opens an input with this head; `None` if more bytes are needed.
    pub(super) open: fn(&Head<'_>, &ReadOptions) -> Result<Option<OpenedInput>, FormatError>,
}

impl Format {
    /// Its name, as in `line`.
    pub fn name(&self) -> &'static str {
        self.kind.name()
    }

    /// Its other names, which [`named`](Self::named) takes too.
    pub fn aliases(&self) -> &'static [&'static str] {
        self.aliases
    }

    /// A description in one line.
    pub fn about(&self) -> &'static str {
        self.about
    }

    /// The form of its records.
    pub fn form(&self) -> RecordForm {
        self.kind.form()
    }

    /// Its name and the form of its records, as errors carry them.
    pub(crate) fn kind(&self) -> FormatKind {
        self.kind
    }
}

/// Writes its name.
impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Format({})", self.kind)
    }
}

/// Two formats are equal if they have the same name.
impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Format {}

/// The requirements of a run on its inputs, known before they are opened.
#[derive(Clone, Debug)]
pub struct ReadOptions {
    /// The alphabet of large boards.
    pub symbols: Symbols,
    /// The column or member with the puzzle, if it does not have one of the usual names.
    pub column: Option<String>,
    /// The columns of the answers: at most [`ColumnSpec::MOST`].
    pub columns: Arc<[ColumnSpec]>,
    /// How the format was chosen.
    pub selection: Selection,
    /// The column or member with expected solutions, if it does not have one of the usual names.
    pub solution_column: Option<String>,
    /// Whether records must have expected solutions.
    pub expected_solutions: bool,
    /// Whether each record must have the regions of a jigsaw.
    pub regions: bool,
    /// Whether records must be givens, not candidates.
    pub givens_only: bool,
    /// Whether digits that have been placed count as the givens do, in records that tell one from the other.
    pub counts_placed: bool,
    /// Whether the text after a grid is written after its answer.
    pub keep_trailing: bool,
    /// Whether there are several answers to a record.
    pub copies: bool,
    /// Whether records are written unchanged, so that every byte of a line counts.
    pub unchanged: bool,
    /// Whether solutions are changed with their puzzles, so that none must be overlooked: no column was named for them.
    pub moves_solutions: bool,
}

impl ReadOptions {
    /// How many bytes of a line are read, for formats whose boards take less.
    pub fn max_line(&self) -> Option<usize> {
        (!self.unchanged).then_some(MAX_LINE)
    }
}

/// How the format of an input was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Selection {
    /// By its name.
    Named,
    /// From the first lines of the input.
    Detected,
    /// The input is a table, whose rows are read as arrays.
    Table,
}

/// An input that is ready to be cut and read.
pub struct OpenedInput {
    /// Reads its records and writes their answers.
    pub codec: Box<dyn Codec>,
    /// Cuts it into chunks.
    pub framing: Box<dyn Framing>,
    /// Number of bytes before the first record that belong to no chunk.
    pub skip: usize,
}

/// The properties of an input's records, and the text around their answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capabilities<'a> {
    /// How a record is found in its chunk.
    pub layout: RecordLayout,
    /// The contents of the cells of a record.
    pub cells: CellContent,
    /// Whether each record has the regions of a jigsaw.
    pub regions: bool,
    /// Whether records have columns or members with names.
    pub columns: bool,
    /// Whether [`Codec::expected_solution`] finds the solutions that the input itself gives.
    pub expected_solutions: bool,
    /// Whether the text after a grid is written after its answer.
    pub kept_text: bool,
    /// Whether a hint is a step of all naked singles.
    pub naked_singles: bool,
    /// Whether the input's own form of an answer has room for [details](ColumnSpec::is_detail).
    pub details: bool,
    /// Whether the input says how many records it has, so that some of them alone are not a valid input.
    pub announces_count: bool,
    /// The text between two answers.
    pub separator: Separator,
    /// The text before the first answer.
    pub header: &'a [u8],
    /// The column or member with the puzzles, and whether it was found by what it holds and has none of the usual names.
    pub puzzle_column: Option<(&'a str, bool)>,
    /// The column with the solutions that the input itself gives.
    pub solution_column: Option<&'a str>,
    /// The columns of the input, if its answers are rows of the same table.
    pub table: Option<TableColumns>,
    /// The columns whose values are read or replaced, in order, if its answers are rows of the same table.
    pub used_columns: &'a [usize],
    /// The columns or members that have the names of columns of the answers, which replace them.
    pub overwritten: &'a [String],
    /// Whether there are columns or members other than those and the puzzle.
    pub other_columns: bool,
}

/// The columns of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableColumns {
    /// The separator of fields.
    pub delimiter: u8,
    /// The number of columns, without those that answers add.
    pub count: usize,
    /// The column with the puzzles.
    pub puzzle: usize,
    /// The column with the solutions that the records bring, if there is one.
    pub solution: Option<usize>,
    /// The column that each column of the answers replaces. The others are added, in their order.
    pub replaced: [Option<usize>; ColumnSpec::MOST],
}

/// How a record is found in its chunk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RecordLayout {
    /// It is a line, and so is its answer: records have no spans.
    Lines,
    /// By its [`RecordSpan`].
    Spans,
}

/// The contents of the cells of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CellContent {
    /// A digit or nothing.
    Givens,
    /// A set of candidates.
    Candidates,
}

/// The text between two answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Separator {
    /// Nothing.
    None,
    /// A newline. Every answer is written with one before it, which is removed from the first answer of the
    /// output.
    Newline,
}

impl Capabilities<'_> {
    /// Givens, one record per line.
    pub const LINES: Capabilities<'static> = Capabilities {
        layout: RecordLayout::Lines,
        cells: CellContent::Givens,
        regions: false,
        columns: false,
        expected_solutions: false,
        details: true,
        kept_text: false,
        naked_singles: false,
        announces_count: false,
        separator: Separator::None,
        header: b"",
        puzzle_column: None,
        solution_column: None,
        table: None,
        used_columns: &[],
        overwritten: &[],
        other_columns: false,
    };

    /// Givens, with a span for each record.
    pub const SPANS: Capabilities<'static> =
        Capabilities { layout: RecordLayout::Spans, details: false, ..Capabilities::LINES };
}

/// Reads the records of one input and writes answers in the same format. All workers share it.
pub trait Codec: Send + Sync {
    /// The form of the records.
    fn capabilities(&self) -> Capabilities<'_>;

    /// The bytes of memory that it has allocated for what the input holds, such as a header.
    fn memory(&self) -> usize {
        0
    }

    /// Reads boards that fit several alphabets in this one, which the first records of the input show.
    fn assume(&mut self, alphabet: Alphabet) {
        let _ = alphabet;
    }

    /// Appends the records of a chunk to a cleared batch: the first `count`, if they were counted
    /// when the chunk was cut, or else all.
    fn read(&self, chunk: &[u8], count: Option<u64>, batch: &mut RecordBatch);

    /// The solution that the input gives for a record, as the characters of its cells: without the
    /// format's quotes and escapes. Empty if there is none.
    fn expected_solution<'c>(&self, chunk: &'c [u8], span: &RecordSpan) -> Cow<'c, [u8]> {
        let _ = (chunk, span);
        Cow::Borrowed(b"")
    }

    /// Appends the answer to a record.
    fn write(&self, record: &RecordText<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let _ = record;
        answer.write(text);
        text.push(b'\n');
    }

    /// Appends the answers to records that are solved 9×9 puzzles: the same text as as many calls of
    /// [`write`](Self::write), but with the codec known, which makes them several times faster.
    fn write_solved(&self, records: &SolvedRecords<'_>, text: &mut Vec<u8>) {
        records.each(|record, answer| self.write(record, answer, text));
    }

    /// Appends the text of a record as it is. Called only if the layout is [`RecordLayout::Spans`].
    fn write_record(&self, record: &RecordText<'_>, text: &mut Vec<u8>) {
        let Some(at) = record.span.text.range() else { return };
        text.extend_from_slice(&record.chunk[at]);
        if text.last() != Some(&b'\n') {
            text.push(b'\n');
        }
    }

    /// Appends the row of a record, which ends there whatever is wrong with it: the answers come as columns beside it. Called only
    /// if the answers are rows of the same [table](Capabilities::table).
    fn write_row(&self, record: &RecordText<'_>, text: &mut Vec<u8>) {
        self.write_record(record, text);
    }

    /// Appends what follows the last record of a chunk, which is `rest`.
    fn write_rest(&self, rest: &[u8], text: &mut Vec<u8>) {
        let _ = (rest, text);
    }
}

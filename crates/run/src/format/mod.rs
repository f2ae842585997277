//! Text to puzzles and back: pure functions on slices, one file or folder per format.
//!
//! [`FORMATS`] is the table of all formats. A [`Format`] recognizes its inputs by their first lines
//! and opens them. An [`OpenedInput`] is a [`Codec`], which reads the records of a chunk into a
//! [`RecordBatch`] and writes answers in their place, and a [`Framing`](quadrille_base::framing::Framing),
//! which knows where the input may be cut into chunks.
//!
//! ```text
//!  mod.rs         the tables        line, pencilmark, hodoku, csv/, ndjson, grid/,
//!    │                              boards + the judges' formats
//!    ├── detect.rs ──┐                │
//!    └───────────────┴── codec.rs ────┤  Format, Codec, Capabilities
//!                          │          │
//!     solved.rs, record_batch.rs, record_span.rs, answer.rs, head.rs, error.rs
//!                          │
//!          grid::cells, grid::symbols     one puzzle
//! ```

mod answer;
mod beside;
mod boards;
mod codec;
mod columns;
mod csv;
mod detect;
mod drawing;
mod end_line;
mod error;
mod first_records;
mod grid;
mod head;
mod hodoku;
mod hust1565;
mod kept_line;
mod kind;
mod line;
mod malformed;
mod ndjson;
mod output_format;
mod pencilmark;
mod poj3074;
mod poj3076;
mod position_output;
mod record_batch;
mod record_span;
mod solution_frame;
mod solved;
mod spoj1110;
mod uva12988;

pub use answer::SOLUTION_NAMES;
pub(crate) use answer::push_number;
pub use answer::{Answer, Values};
pub use codec::TableColumns;
pub use codec::{
    Capabilities, CellContent, Codec, Format, OpenedInput, ReadOptions, RecordLayout, Selection, Separator,
};
pub use columns::by_name as puzzle_column;
pub(crate) use columns::is_puzzle_name;
pub(crate) use end_line::{FOLLOWING, ends_with_end_line};
pub use error::FormatError;
pub use head::Head;
pub use kind::{FormatKind, RecordForm};
pub use output_format::{AnswerForm, OutputFormat};
#[cfg(feature = "parquet")]
pub(crate) use pencilmark::push_candidates;
pub use quadrille_grid::cells::is_record;
pub use quadrille_grid::field::parse_field;
pub use quadrille_grid::{Alphabet, Symbols, cells::parse_line};
pub use record_batch::RecordBatch;
pub use record_span::{RecordSpan, RecordText, Span};
pub use solved::SolvedRecords;

use quadrille_tasks::ColumnPlace;
use std::path::Path;

/// Every format, in the order in which detection tries them.
static FORMATS: &[&Format] = &[
    &ndjson::FORMAT,
    &ndjson::ARRAY_FORMAT,
    &csv::FORMAT,
    &pencilmark::FORMAT,
    &uva12988::FORMAT,
    &spoj1110::FORMAT,
    &hust1565::FORMAT,
    &poj3076::FORMAT,
    &line::FORMAT,
    &poj3074::FORMAT,
    &hodoku::FORMAT,
    &grid::candidates::FORMAT,
    &grid::FORMAT,
];

/// The extensions of compressed files.
const COMPRESSED: &[&str] = &["gz", "zst"];

/// Every output format.
static OUTPUT_FORMATS: &[&OutputFormat] = &[
    &output_format::LINE,
    &output_format::PAIR,
    &csv::OUTPUT_FORMAT,
    &ndjson::OUTPUT_FORMAT,
    &drawing::GRID,
    &position_output::PENCILMARK,
    &position_output::CANDIDATES,
    &position_output::HODOKU,
];

impl Format {
    /// All formats.
    pub fn all() -> &'static [&'static Format] {
        FORMATS
    }

    /// The format with this name or alias.
    pub fn named(name: &str) -> Option<&'static Format> {
        FORMATS.iter().find(|f| f.name() == name || f.aliases.contains(&name)).copied()
    }

    /// Whether it is the default format, whose detection is not reported.
    pub(crate) fn is_default(&self) -> bool {
        *self == line::FORMAT
    }
}

/// The format of an input with this head: the first line that matches any format decides.
///
/// `Ok(None)` if more bytes are needed. An input with only blank lines and comments is in the
/// format `line`.
pub fn detect_format(head: &Head<'_>, options: &ReadOptions) -> Result<Option<&'static Format>, FormatError> {
    refuse_bare_returns(head)?;
    detect::detect(head, options, FORMATS, &line::FORMAT)
}

/// Opens an input with this head. `Ok(None)` if more bytes are needed.
pub fn open_format(
    format: &'static Format,
    head: &Head<'_>,
    options: &ReadOptions,
) -> Result<Option<OpenedInput>, FormatError> {
    refuse_bare_returns(head)?;
    let Some(mut opened) = (format.open)(head, options)? else { return Ok(None) };
    check(format.kind, &opened.codec.capabilities(), options)?;
    Ok(first_records::settle_symbols(&mut opened, head, options).then_some(opened))
}

/// Opens a table of csv whose rows are not text, by the names of its columns, which are also in a header row, and the fields of its
/// first rows.
#[cfg(feature = "parquet")]
pub(crate) fn open_rows(
    head: (&[String], &[u8]),
    rows: &[Vec<Vec<u8>>],
    options: &ReadOptions,
) -> Result<Box<dyn Codec>, FormatError> {
    let codec = csv::open_rows(head, rows, options)?;
    check(kind::CSV, &codec.capabilities(), options)?;
    Ok(codec)
}

/// Refuses inputs that do not have what a run needs.
fn check(
    format: FormatKind,
    capabilities: &Capabilities<'_>,
    options: &ReadOptions,
) -> Result<(), FormatError> {
    let Capabilities { layout, cells, regions, expected_solutions, columns, kept_text, .. } = *capabilities;
    if options.column.is_some() && !columns && options.selection == Selection::Named {
        return Err(FormatError::NoColumns { format });
    }
    let transform = options.columns.iter().find(|column| column.place == ColumnPlace::Read);
    if let Some(column) = transform.filter(|_| !columns) {
        let requested = column.name.clone().into_owned();
        return Err(FormatError::NoTransformColumn { format, requested, header: Vec::new() });
    }
    if options.expected_solutions && !expected_solutions {
        return Err(FormatError::NoExpectedSolutions { format });
    }
    if options.keep_trailing && !kept_text {
        return Err(FormatError::NoTextToKeep { format });
    }
    if options.regions && !regions {
        return Err(FormatError::NoRegions { format });
    }
    if options.givens_only && cells == CellContent::Candidates {
        return Err(FormatError::NoGivens { format, layout });
    }
    Ok(())
}

/// Old texts whose lines end with CR alone would be one line in every format.
fn refuse_bare_returns(head: &Head<'_>) -> Result<(), FormatError> {
    if head.has_bare_returns() { Err(FormatError::CarriageReturns) } else { Ok(()) }
}

impl OutputFormat {
    /// All output formats.
    pub fn all() -> &'static [&'static OutputFormat] {
        OUTPUT_FORMATS
    }

    /// The output format that the extension of a file name means: `.txt`, `.csv`, `.ndjson` or `.jsonl`, also
    /// followed by `.gz` or `.zst`.
    ///
    /// ```
    /// use quadrille::batch::OutputFormat;
    ///
    /// let name = |path: &str| OutputFormat::of_name(path.as_ref()).map(|format| format.name());
    /// assert_eq!((name("a.csv"), name("b.JSONL.gz"), name("c")), (Some("csv"), Some("ndjson"), None));
    /// ```
    pub fn of_name(path: &Path) -> Option<&'static OutputFormat> {
        let extension = |path: &Path| path.extension()?.to_str().map(str::to_ascii_lowercase);
        let mut last = extension(path)?;
        if COMPRESSED.contains(&&*last) {
            last = extension(path.file_stem()?.as_ref())?;
        }
        OUTPUT_FORMATS.iter().find(|format| format.extensions.contains(&&*last)).copied()
    }

    /// Tables with a header.
    pub(crate) fn csv() -> &'static OutputFormat {
        &csv::OUTPUT_FORMAT
    }

    /// The output format with this name.
    pub fn named(name: &str) -> Option<&'static OutputFormat> {
        OUTPUT_FORMATS.iter().find(|f| f.name() == name).copied()
    }
}

#[cfg(test)]
mod tests;

//! A csv file beside the output, to which rows are added during the run.

use anyhow::Result;
use quadrille_console::outputs::SideFile;
use quadrille_tasks::{CELL, ColumnKind, ColumnSpec, Mismatch};

/// The file, and what has not been written to it yet.
pub struct CsvFile {
    file: SideFile,
    pending: Vec<u8>,
    /// The first error; after it nothing is written.
    error: Option<anyhow::Error>,
}

impl CsvFile {
    /// With these columns. All rows end with a line feed.
    pub fn new(file: SideFile, columns: &[ColumnSpec]) -> CsvFile {
        CsvFile { file, pending: header(columns).into(), error: None }
    }

    /// Adds a row.
    pub fn add(&mut self, row: &str) {
        const MOST: usize = 1 << 16;
        if self.error.is_some() {
            return;
        }
        self.pending.extend_from_slice(row.as_bytes());
        if self.pending.len() >= MOST {
            self.error = self.file.append(&self.pending).err();
            self.pending.clear();
        }
    }

    /// Writes what is left, so that only renaming the file is left.
    pub fn written(mut self) -> Result<SideFile> {
        if let Some(error) = self.error {
            return Err(error);
        }
        self.file.write(&self.pending)?;
        Ok(self.file)
    }
}

/// A field, with quotes if it needs them.
pub fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// A header with these columns.
pub fn header(columns: &[ColumnSpec]) -> String {
    columns.iter().map(|column| &*column.name).collect::<Vec<_>>().join(",") + "\n"
}

/// The columns of `--mismatches`: every wrong answer of the inputs.
pub const MISMATCHES: [ColumnSpec; 4] = [
    ColumnSpec::new("input", ColumnKind::Text, "the name of the input"),
    ColumnSpec::new("line", ColumnKind::Number, "the line of the record, or the row of a table, from 1"),
    ColumnSpec::new("cell", ColumnKind::Text, CELL),
    ColumnSpec::new("reason", ColumnKind::Text, "why the answer of the record is wrong"),
];

/// The row of a wrong answer.
pub fn mismatch_row(input: &str, line: u64, mismatch: &Mismatch) -> String {
    let cell = mismatch.cell.map_or(String::new(), |(row, column)| format!("r{row}c{column}"));
    let (input, reason) = (quoted(input), quoted(&mismatch.reason.to_string()));
    format!("{input},{line},{cell},{reason}\n")
}

/// The columns of `dedup --report`: every dropped record.
pub const DUPLICATES: [ColumnSpec; 2] =
    [ColumnSpec::new("dropped", ColumnKind::Text, "the dropped record, as input:line"), EQUALS];

/// The records that a record equals.
pub const EQUALS: ColumnSpec = ColumnSpec::new(
    "equals",
    ColumnKind::Text,
    "the records that it equals, as input:line, with blanks between them",
);

/// The row of a dropped record and of the first one of its class: the name of the input and the line of each.
pub fn duplicate_row(record: (&str, u64), first: (&str, u64)) -> String {
    let [dropped, equals] = [record, first].map(|(input, line)| quoted(&format!("{input}:{line}")));
    format!("{dropped},{equals}\n")
}

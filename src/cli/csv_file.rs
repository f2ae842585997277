//! A csv file beside the output, to which rows are added during the run.

use anyhow::Result;
use quadrille::batch::Mismatch;
use quadrille_console::outputs::SideFile;

/// The file, and what has not been written to it yet.
pub(super) struct CsvFile {
    file: SideFile,
    pending: Vec<u8>,
    /// The first error; after it nothing is written.
    error: Option<anyhow::Error>,
}

impl CsvFile {
    /// With this header, which ends with a line feed, as do all rows.
    pub fn new(file: SideFile, header: &str) -> CsvFile {
        CsvFile { file, pending: header.into(), error: None }
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
pub(super) fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}

/// The header of `--mismatches`: every wrong answer of the inputs.
pub(super) const MISMATCHES: &str = "input,line,cell,reason\n";

/// The row of a wrong answer.
pub(super) fn mismatch_row(input: &str, line: u64, mismatch: &Mismatch) -> String {
    let cell = mismatch.cell.map_or(String::new(), |(row, column)| format!("r{row}c{column}"));
    let (input, reason) = (quoted(input), quoted(&mismatch.reason.to_string()));
    format!("{input},{line},{cell},{reason}\n")
}

/// The header of `dedup --report`: every dropped record.
pub(super) const DUPLICATES: &str = "dropped,equals\n";

/// The row of a dropped record and of the first one of its class: the name of the input and the line of each.
pub(super) fn duplicate_row(record: (&str, u64), first: (&str, u64)) -> String {
    let [dropped, equals] = [record, first].map(|(input, line)| quoted(&format!("{input}:{line}")));
    format!("{dropped},{equals}\n")
}

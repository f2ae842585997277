//! The file of `--mismatches`: every wrong answer of the inputs, as csv.

use super::outputs::SideFile;
use anyhow::Result;
use quadrille::Mismatch;

/// The file, and what has not been written to it yet.
pub(super) struct MismatchFile {
    pub file: SideFile,
    pending: Vec<u8>,
    /// The first error; after it nothing is written.
    error: Option<anyhow::Error>,
}

impl MismatchFile {
    pub fn new(file: SideFile) -> MismatchFile {
        MismatchFile { file, pending: b"input,line,cell,reason\n".to_vec(), error: None }
    }

    /// Adds a row.
    pub fn add(&mut self, input: &str, line: u64, mismatch: &Mismatch) {
        const MOST: usize = 1 << 16;
        let cell = mismatch.cell.map_or(String::new(), |(row, column)| format!("row {row} column {column}"));
        let (input, reason) = (quoted(input), quoted(&mismatch.reason.to_string()));
        let row = format!("{input},{line},{cell},{reason}");
        self.pending.extend_from_slice(row.as_bytes());
        self.pending.push(b'\n');
        if self.pending.len() >= MOST && self.error.is_none() {
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
    match field.contains([',', '"', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field.to_owned(),
    }
}

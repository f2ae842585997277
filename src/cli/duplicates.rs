//! The file of `dedup --report`: every dropped record, as csv.

use super::{mismatches::quoted, outputs::SideFile};
use anyhow::Result;

/// The file, and what has not been written to it yet.
pub(super) struct DuplicateFile {
    file: SideFile,
    pending: Vec<u8>,
    /// The first error; after it nothing is written.
    error: Option<anyhow::Error>,
}

impl DuplicateFile {
    pub fn new(file: SideFile) -> DuplicateFile {
        DuplicateFile { file, pending: b"dropped,equals\n".to_vec(), error: None }
    }

    /// Adds a row.
    pub fn add(&mut self, record: (&str, u64), first: (&str, u64)) {
        const MOST: usize = 1 << 16;
        let [dropped, equals] = [record, first].map(|(input, line)| quoted(&format!("{input}:{line}")));
        self.pending.extend_from_slice(format!("{dropped},{equals}\n").as_bytes());
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

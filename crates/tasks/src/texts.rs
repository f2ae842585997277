//! Texts of records, side by side.

/// A text for each of the first records, or none. Clearing keeps the memory.
#[derive(Default, Debug)]
pub struct Texts {
    bytes: Vec<u8>,
    /// Where each text ends, and whether it is one.
    ends: Vec<(usize, bool)>,
}

impl Texts {
    /// Removes all texts.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    /// The text of a record, if it has one.
    pub fn get(&self, record: usize) -> Option<&[u8]> {
        let (end, is_text) = *self.ends.get(record)?;
        let start = record.checked_sub(1).map_or(0, |before| self.ends[before].0);
        is_text.then(|| &self.bytes[start..end])
    }

    /// Adds the text of a record. Records between it and the last one have none.
    ///
    /// # Panics
    /// If the record or a later one was added before.
    pub fn push(&mut self, record: usize, text: &[u8]) {
        self.push_with(record, |bytes| bytes.extend_from_slice(text));
    }

    /// Adds the text of a record that `write` appends.
    ///
    /// # Panics
    /// If the record or a later one was added before.
    pub fn push_with(&mut self, record: usize, write: impl FnOnce(&mut Vec<u8>)) {
        assert!(self.ends.len() <= record, "records in order");
        self.ends.resize(record, (self.bytes.len(), false));
        write(&mut self.bytes);
        self.ends.push((self.bytes.len(), true));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_between_texts_have_none() {
        let mut texts = Texts::default();
        for _ in 0..2 {
            texts.clear();
            texts.push(1, b"one");
            texts.push(2, b"");
            texts.push(4, b"four");
            let found: Vec<_> = (0..6).map(|record| texts.get(record)).collect();
            assert_eq!(found, [None, Some(&b"one"[..]), Some(b""), None, Some(b"four"), None]);
        }
    }
}

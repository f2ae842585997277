//! The outputs of a split.

use super::AnswerOutput;
use crate::{
    batch::selection::{RecordTexts, Selected, Split},
    io::Output,
    tables::TextLayout,
};
use std::io::{self, Write};

/// The outputs of a split, one for each part.
pub(in crate::batch) struct PartOutputs<'a> {
    split: &'a Split,
    parts: Vec<Part<'a>>,
}

struct Part<'a> {
    output: &'a mut Output,
    /// The records of a chunk.
    text: Vec<u8>,
    records: u64,
}

impl<'a> PartOutputs<'a> {
    /// There is an output for each part.
    pub fn new(split: &'a Split, outputs: &'a mut [Output]) -> PartOutputs<'a> {
        let parts = outputs.iter_mut().map(|output| Part { output, text: Vec::new(), records: 0 });
        PartOutputs { split, parts: parts.collect() }
    }

    fn divide(&mut self, texts: &RecordTexts<'_>) {
        self.parts.iter_mut().for_each(|part| part.text.clear());
        for (class, text) in texts.each() {
            let Some(part) = self.split.part_of(class).map(|part| &mut self.parts[part]) else { continue };
            part.text.extend_from_slice(text);
            part.records += 1;
        }
    }
}

impl Part<'_> {
    fn write(output: &mut Output, text: &[u8]) -> io::Result<()> {
        let end = output.write_all(text);
        // With several outputs, the message has to tell which.
        end.map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", output.name())))
    }
}

impl AnswerOutput for PartOutputs<'_> {
    /// Writes a header, which all parts have.
    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.parts.iter_mut().try_for_each(|part| Part::write(part.output, text))
    }

    fn begin_table(&mut self, text: &TextLayout) -> io::Result<bool> {
        self.parts.iter_mut().try_for_each(|part| part.output.describe(text))?;
        Ok(self.parts.iter().any(|part| part.output.table_format().is_some()))
    }

    fn take(&mut self, texts: &RecordTexts<'_>) -> Option<io::Result<()>> {
        self.divide(texts);
        Some(self.parts.iter_mut().try_for_each(|part| Part::write(part.output, &part.text)))
    }

    fn selected(&self) -> Vec<Selected> {
        self.parts.iter().map(|part| Selected { found: part.records, written: part.records }).collect()
    }
}

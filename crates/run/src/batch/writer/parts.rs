//! The outputs of a split.

use super::AnswerOutput;
use crate::{
    io::Output,
    tables::{RowNumber, TableRows, TextLayout},
};
use std::io::{self, Write};

/// The outputs of a split, one for each part.
pub(in crate::batch) struct PartOutputs<'a>(pub &'a mut [Output]);

impl AnswerOutput for PartOutputs<'_> {
    /// Writes a header, which all parts have.
    fn write(&mut self, text: &[u8]) -> io::Result<()> {
        (0..self.0.len()).try_for_each(|part| self.write_part(part, text, &[]))
    }

    fn begin_table(&mut self, text: &TextLayout) -> io::Result<bool> {
        self.0.iter_mut().try_for_each(|output| output.describe(text))?;
        Ok(self.0.iter().any(|output| output.table_format().is_some()))
    }

    fn write_part(&mut self, part: usize, text: &[u8], numbers: &[RowNumber]) -> io::Result<()> {
        let output = &mut self.0[part];
        let end = match numbers {
            [] => output.write_all(text),
            numbers => output.write_rows(TableRows::of_inputs(numbers)),
        };
        // With several outputs, the message has to tell which.
        end.map_err(|e| io::Error::new(e.kind(), format!("{}: {e}", output.name())))
    }
}

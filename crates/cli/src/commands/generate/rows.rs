//! Generated puzzles as rows of csv or ndjson.

use quadrille_run::format::{AnswerForm, OutputFormat};
use std::{
    io::{self, Write},
    path::Path,
};

/// How a puzzle is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowForm {
    /// A line of text.
    Line,
    Csv,
    Ndjson,
}

impl RowForm {
    /// The form that an option asks for, by default the form that the name of the output asks for.
    pub fn of(output_format: &str, path: &Path) -> RowForm {
        let format = match output_format {
            "auto" => OutputFormat::of_name(path),
            name => OutputFormat::named(name),
        };
        match format.map(OutputFormat::form) {
            Some(AnswerForm::Rows) => RowForm::Csv,
            Some(AnswerForm::Objects) => RowForm::Ndjson,
            _ => RowForm::Line,
        }
    }

    /// The text before all puzzles.
    pub fn header(self) -> &'static str {
        if self == RowForm::Csv { "puzzle\n" } else { "" }
    }

    /// The text before and after each puzzle.
    fn frame(self) -> (&'static [u8], &'static [u8]) {
        if self == RowForm::Ndjson { (b"{\"puzzle\":\"", b"\"}") } else { (b"", b"") }
    }

    /// How many bytes of puzzles with so many cells or more give at most `bytes` bytes of rows.
    pub fn lines_within(self, bytes: usize, cells: usize) -> usize {
        let (before, after) = self.frame();
        let line = cells + 1;
        bytes / (line + before.len() + after.len()) * line
    }
}

/// Writes each line as a row. A text of whole lines is passed on with a single call.
pub struct Rows<W> {
    inner: W,
    form: RowForm,
    text: Vec<u8>,
}

impl<W: Write> Rows<W> {
    pub fn new(inner: W, form: RowForm) -> Rows<W> {
        Rows { inner, form, text: Vec::new() }
    }
}

impl<W: Write> Write for Rows<W> {
    fn write(&mut self, lines: &[u8]) -> io::Result<usize> {
        if self.form != RowForm::Ndjson {
            return self.inner.write(lines);
        }
        let (before, after) = self.form.frame();
        for line in lines.split_inclusive(|byte| *byte == b'\n') {
            let puzzle = line.strip_suffix(b"\n").unwrap_or(line);
            [before, puzzle, after, b"\n"].iter().for_each(|part| self.text.extend_from_slice(part));
        }
        let written = self.inner.write_all(&self.text);
        self.text.clear();
        written.map(|()| lines.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_as_many_lines_fit_into_a_pipe() {
        for cells in [16, 36, 81, 625] {
            let lines = ".".repeat(cells) + "\n";
            let count = RowForm::Ndjson.lines_within(4096, cells) / lines.len();
            let mut rows = Rows::new(Vec::new(), RowForm::Ndjson);
            rows.write_all(lines.repeat(count).as_bytes()).unwrap();
            assert!(count > 0 && rows.inner.len() <= 4096 && rows.inner.len() > 3000, "{cells}");
        }
        assert_eq!(RowForm::Line.lines_within(4096, 81), 4018);
    }
}

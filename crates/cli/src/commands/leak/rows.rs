//! The table of `leak`: a row for each test record that equals another one.

use crate::run::csv_file::{EQUALS, header, quoted};
use quadrille_run::batch::{LeakedRecord, Leaks};
use quadrille_tasks::{ColumnKind, ColumnSpec};
use std::io::{Result, Write};

/// Its columns.
pub const COLUMNS: [ColumnSpec; 3] = [
    ColumnSpec::new("record", ColumnKind::Text, "the record of the test set, as input:line"),
    ColumnSpec::new("matches", ColumnKind::Number, "the number of records that it equals"),
    EQUALS,
];

/// Bytes that are written at a time. A row may be longer: it has all records that one test equals.
const BLOCK: usize = 1 << 16;

/// Writes the table.
pub fn write(output: &mut impl Write, leaks: &Leaks, names: &[String]) -> Result<()> {
    let mut rows = Rows { output, text: header(&COLUMNS).into_bytes() };
    let names: Vec<Name> = names.iter().map(|name| Name::new(name)).collect();
    leaks.records().try_for_each(|leak| rows.write(&leak, &names))?;
    rows.output.write_all(&rows.text)
}

/// The name of an input.
struct Name<'a> {
    name: &'a str,
    /// As one of several places, which are separated by blanks, in a field without quotes or in one with them.
    in_list: [String; 2],
    /// Whether the field with the list must be quoted.
    is_special: bool,
}

impl Name<'_> {
    fn new(name: &str) -> Name<'_> {
        let listed = if name.contains([' ', '"']) {
            format!("\"{}\"", name.replace('"', "\"\""))
        } else {
            name.to_owned()
        };
        let is_special = quoted(&listed) != listed;
        Name { name, in_list: [listed.clone(), listed.replace('"', "\"\"")], is_special }
    }
}

struct Rows<'a, W> {
    output: &'a mut W,
    text: Vec<u8>,
}

impl<W: Write> Rows<'_, W> {
    fn write(&mut self, leak: &LeakedRecord<'_>, names: &[Name<'_>]) -> Result<()> {
        let record = quoted(&format!("{}:{}", names[leak.input].name, leak.line));
        let is_quoted = leak.equals().any(|(input, _)| names[input].is_special);
        let quote = if is_quoted { "\"" } else { "" };
        write!(self.text, "{record},{},{quote}", leak.count())?;
        let mut separator = "";
        for (input, line) in leak.equals() {
            write!(self.text, "{separator}{}:{line}", names[input].in_list[usize::from(is_quoted)])?;
            separator = " ";
            self.flush_block()?;
        }
        writeln!(self.text, "{quote}")?;
        self.flush_block()
    }

    fn flush_block(&mut self) -> Result<()> {
        if self.text.len() >= BLOCK {
            self.output.write_all(&self.text)?;
            self.text.clear();
        }
        Ok(())
    }
}

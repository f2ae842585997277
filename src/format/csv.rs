//! `csv`: a table with a header, the puzzles in one of its columns. Quoting as in RFC 4180.
//!
//! Rows are passed on byte for byte: only where fields begin and end is found out.

use super::{
    Answer, Codec, Field, Fit, Format, Head, Lines, Malformed, OpenedInput, Options, OutputFormat, Place,
    RecordBatch, RecordSpan, Span, Symbols,
    line::{is_record, parse_field, push_nine},
};
use crate::{
    Shape,
    format::{Alphabet, RecordKind},
    framing::{Cut, Framing, SeekSupport, Target, line_end},
};
use memchr::{memchr, memchr2, memrchr};
use std::ops::Range;

/// Names of the column with the puzzles, the most wanted first.
pub(super) const PUZZLES: [&str; 4] = ["puzzle", "quizzes", "question", "quiz"];
/// Names of the column with the file's own answers.
pub(super) const OWN_ANSWERS: [&str; 3] = ["solution", "solutions", "answer"];

/// A table with a header.
pub static FORMAT: Format = Format {
    name: "csv",
    aliases: &[],
    about: "a header and rows, the puzzle in column `puzzle`, `quizzes`, `question`, `quiz` or --column",
    fits,
    open,
};

/// A table of puzzles and answers.
pub static CONVERSION: OutputFormat = OutputFormat {
    name: "csv",
    about: "puzzle,solution,status with a header",
    header: |fields, text| {
        text.extend_from_slice(b"puzzle");
        for field in fields {
            text.push(b',');
            text.extend_from_slice(field.name().as_bytes());
        }
        text.push(b'\n');
    },
    write: |answer, fields, text| {
        answer.write_puzzle(text);
        for field in fields {
            text.push(b',');
            write_field(*field, answer, text);
        }
        text.push(b'\n');
    },
};

/// Where the row that `bytes` begin with ends: its newline. `None` if it does not.
///
/// A quote opens a quoted field only at the field's beginning, and what follows its closing quote
/// is taken as it is, as the field's parsers do.
pub(crate) fn row_end(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    loop {
        if bytes.get(at) == Some(&b'"') {
            at = quoted_end(bytes, at)?;
        }
        at += memchr2(b',', b'\n', &bytes[at..])?;
        if bytes[at] == b'\n' {
            return Some(at);
        }
        at += 1;
    }
}

/// After the closing quote of the field that begins with the quote at `at`.
fn quoted_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        at += 1;
        at += memchr(b'"', &bytes[at..])? + 1;
        if bytes.get(at) != Some(&b'"') {
            return Some(at);
        }
    }
}

/// Calls `f` with each field of a row, given without its newline: its number from 0 and its place.
/// Gives the number of fields, and whether the last one ends if it is quoted.
fn each_field(row: &[u8], mut f: impl FnMut(usize, Range<usize>)) -> (usize, bool) {
    let (mut at, mut number) = (0, 0);
    loop {
        let (mut end, mut closed) = (at, true);
        if row.get(at) == Some(&b'"') {
            let quoted = quoted_end(row, at);
            (end, closed) = (quoted.unwrap_or(row.len()), quoted.is_some());
        }
        end = memchr(b',', &row[end..]).map_or(row.len(), |i| end + i);
        f(number, at..end);
        number += 1;
        if end == row.len() {
            return (number, closed);
        }
        at = end + 1;
    }
}

/// A field's contents, but for doubled quotes, which no grid and no name has.
fn contents(field: &[u8]) -> &[u8] {
    field.strip_prefix(b"\"").and_then(|f| f.strip_suffix(b"\"")).unwrap_or(field)
}

/// A row without the carriage return at its end.
fn without_return(row: &[u8]) -> &[u8] {
    row.strip_suffix(b"\r").unwrap_or(row)
}

/// A row that is a record: not blank and no comment.
#[inline]
fn is_row(row: &[u8]) -> bool {
    row.first().is_some_and(|b| *b > b'#') || is_record(row)
}

fn names(header: &[u8]) -> Vec<String> {
    let mut names = Vec::new();
    each_field(header, |_, at| {
        names.push(String::from_utf8_lossy(contents(header[at].trim_ascii()).trim_ascii()).into_owned());
    });
    names
}

/// The column of the puzzle.
fn puzzle_column(names: &[String], options: &Options) -> Option<usize> {
    let find = |wanted: &str| names.iter().position(|n| n.eq_ignore_ascii_case(wanted));
    match &options.column {
        Some(column) => names.iter().position(|n| n == column).or_else(|| find(column)),
        None => PUZZLES.into_iter().find_map(find),
    }
}

fn fits(lines: &Lines<'_>, options: &Options) -> Fit {
    Fit::when(lines.first && puzzle_column(&names(lines.lines[0]), options).is_some())
}

fn open(head: &Head<'_>, options: &Options) -> Result<Option<OpenedInput>, String> {
    let mut at = 0;
    loop {
        let rest = &head.bytes[at..];
        let end = match row_end(rest) {
            Some(end) => end + 1,
            None if head.whole => rest.len(),
            None => return Ok(None),
        };
        let line = &rest[..end];
        if end == 0 {
            return Err("no header".into());
        }
        at += end;
        if is_record(line.trim_ascii_end()) {
            let reader = Csv::new(line, options)?;
            let framing = Box::new(CsvFraming);
            return Ok(Some(OpenedInput { reader: Box::new(reader), framing, skip: at }));
        }
    }
}

struct Csv {
    /// As it is written, with its newline.
    header: Vec<u8>,
    columns: usize,
    puzzle: usize,
    own: Option<usize>,
    /// The columns that are there already of the fields that are written.
    replaced: [Option<usize>; 2],
    fields: &'static [Field],
    symbols: Symbols,
}

impl Csv {
    fn new(line: &[u8], options: &Options) -> Result<Csv, String> {
        let text = without_return(line.strip_suffix(b"\n").unwrap_or(line));
        let names = names(text);
        let find = |wanted: &str| names.iter().position(|n| n.eq_ignore_ascii_case(wanted));
        let all = || names.join(", ");
        let puzzle = puzzle_column(&names, options).ok_or_else(|| match &options.column {
            Some(column) => format!("no column {column:?} in the header: {}", all()),
            None => {
                format!("no column {} in the header: {}; name it with --column", PUZZLES.join(", "), all())
            }
        })?;
        let own = OWN_ANSWERS.into_iter().find_map(find).filter(|own| *own != puzzle);
        if options.own_answers && own.is_none() {
            return Err(format!("no column {} in the header: {}", OWN_ANSWERS.join(", "), all()));
        }
        let mut header = text.to_vec();
        let mut replaced = [None; 2];
        for (field, replaced) in options.fields.iter().zip(&mut replaced) {
            *replaced = find(field.name()).filter(|column| *column != puzzle);
            if replaced.is_none() {
                header.push(b',');
                header.extend_from_slice(field.name().as_bytes());
            }
        }
        header.extend_from_slice(if line.ends_with(b"\r\n") { b"\r\n" } else { b"\n" });
        let (columns, fields, symbols) = (names.len(), options.fields, options.symbols);
        Ok(Csv { header, columns, puzzle, own, replaced, fields, symbols })
    }

    fn read_row(&self, chunk: &[u8], at: Range<usize>, sheet: &mut RecordBatch) {
        let row = &chunk[at.clone()];
        let mut mark = RecordSpan::new(at.clone());
        let mut puzzle = None;
        let (found, closed) = each_field(row, |column, field| {
            let span = || Span::from(at.start + field.start..at.start + field.end);
            if self.own == Some(column) {
                mark.own = span();
            }
            for (replaced, place) in self.replaced.iter().zip(&mut mark.replaced) {
                if *replaced == Some(column) {
                    *place = span();
                }
            }
            if column == self.puzzle {
                puzzle = Some(field);
            }
        });
        sheet.push(sheet.lines, |cells| match puzzle {
            _ if !closed => Err(Malformed::Other("a quoted field does not end")),
            Some(field) if found == self.columns => {
                parse_field(contents(&row[field]), self.symbols, cells).map_err(Malformed::Line)
            }
            _ => Err(Malformed::Fields { found, wanted: self.columns }),
        });
        sheet.mark(mark);
    }

    /// A row without quotes of a table of `puzzle` and one column more: found with one search.
    /// The end of the row, if it is such a one.
    #[inline]
    fn read_two(&self, chunk: &[u8], start: usize, sheet: &mut RecordBatch) -> Option<usize> {
        let (nine, rest) = chunk[start..].split_first_chunk::<81>()?;
        let second = rest.strip_prefix(b",")?;
        let len = memchr2(b',', b'\n', second).filter(|len| second[*len] == b'\n')?;
        if second[..len].ends_with(b"\r") || !push_nine(nine, &mut sheet.cells[Shape::NINE.index()]) {
            return None;
        }
        sheet.slots.push(RecordKind::new(Shape::NINE, Alphabet::Digits));
        let (second, end) = (start + 82, start + 82 + len);
        let mut mark = RecordSpan::new(start..end);
        if self.own == Some(1) {
            mark.own = (second..end).into();
        }
        for (replaced, place) in self.replaced.iter().zip(&mut mark.replaced) {
            if *replaced == Some(1) {
                *place = (second..end).into();
            }
        }
        sheet.mark(mark);
        Some(end)
    }

    /// A row that does not fit the header, field by field: missing ones are empty, so that what is
    /// added is in its column.
    fn write_ragged(&self, row: &[u8], answer: &Answer<'_>, text: &mut Vec<u8>) {
        let place = |column| self.replaced.iter().position(|r| *r == Some(column));
        let one = |column: usize, field: &[u8], text: &mut Vec<u8>| {
            if column > 0 {
                text.push(b',');
            }
            match place(column) {
                Some(i) => write_field(self.fields[i], answer, text),
                None => text.extend_from_slice(field),
            }
        };
        let (found, closed) = each_field(row, |column, at| one(column, &row[at], text));
        if !closed {
            text.push(b'"');
        }
        (found..self.columns).for_each(|column| one(column, b"", text));
    }
}

impl Codec for Csv {
    fn own_answers(&self) -> bool {
        self.own.is_some()
    }

    fn read(&self, chunk: &[u8], _: Option<u64>, sheet: &mut RecordBatch) {
        let quoted = memchr(b'"', chunk).is_some();
        let two = !quoted && self.columns == 2 && self.puzzle == 0;
        let mut at = 0;
        while at < chunk.len() {
            if two && let Some(end) = self.read_two(chunk, at, sheet) {
                (at, sheet.lines) = (end + 1, sheet.lines + 1);
                continue;
            }
            let rest = &chunk[at..];
            let end = if quoted && is_row(rest) { row_end(rest) } else { memchr(b'\n', rest) };
            let end = end.unwrap_or(rest.len());
            let row = without_return(&rest[..end]);
            if is_row(row) {
                self.read_row(chunk, at..at + row.len(), sheet);
            }
            let lines = if quoted { memchr::memchr_iter(b'\n', row).count() as u64 } else { 0 };
            sheet.lines += lines + 1;
            at += end + 1;
        }
    }

    fn header(&self) -> &[u8] {
        &self.header
    }

    fn write(&self, place: &Place<'_>, answer: &Answer<'_>, text: &mut Vec<u8>) {
        let Some(at) = place.mark.text.range() else { return };
        let row = &place.chunk[at.clone()];
        if answer.board.is_none() {
            self.write_ragged(row, answer, text);
        } else {
            // Replaced fields in the order in which they stand.
            let spans = place.mark.replaced.map(Span::range);
            let order =
                if spans[1].as_ref().is_some_and(|b| spans[0].as_ref().is_none_or(|a| b.start < a.start)) {
                    [1, 0]
                } else {
                    [0, 1]
                };
            let mut from = at.start;
            for i in order {
                if let Some(span) = &spans[i] {
                    text.extend_from_slice(&place.chunk[from..span.start]);
                    write_field(self.fields[i], answer, text);
                    from = span.end;
                }
            }
            text.extend_from_slice(&place.chunk[from..at.end]);
        }
        for (field, replaced) in self.fields.iter().zip(&self.replaced) {
            if replaced.is_none() {
                text.push(b',');
                write_field(*field, answer, text);
            }
        }
        let crlf = place.chunk.get(at.end) == Some(&b'\r');
        text.extend_from_slice(if crlf { b"\r\n" } else { b"\n" });
    }
}

/// Appends a field, quoted where it must be.
#[inline]
fn write_field(field: Field, answer: &Answer<'_>, text: &mut Vec<u8>) {
    let Field::Answer(_) = field else {
        text.extend_from_slice(answer.status.word().as_bytes());
        return;
    };
    let before = text.len();
    answer.write(text);
    if let super::Shown::Word(word) = answer.shown
        && word.iter().any(|b| matches!(b, b',' | b'"' | b'\n' | b'\r'))
    {
        text.truncate(before);
        text.push(b'"');
        for &byte in word {
            text.extend_from_slice(if byte == b'"' { b"\"\"" } else { std::slice::from_ref(&byte) });
        }
        text.push(b'"');
    }
}

/// Any newline is a boundary, unless there are quotes; then rows are walked from the first one on.
///
/// Nothing before a quote has to be looked at twice, and a search for one goes at the speed of
/// memory: 256 KiB without quotes take about 10 µs, their puzzles a hundred times that.
struct CsvFraming;

impl Framing for CsvFraming {
    fn middle(&self) -> SeekSupport {
        SeekSupport::Bytes
    }

    fn cut(&mut self, bytes: &[u8], want: Target, ended: bool) -> Option<Cut> {
        let aim = match want {
            Target::Last if ended => return Some(Cut::at(bytes.len())),
            Target::Last => bytes.len(),
            Target::AtLeast(aim) => aim.min(bytes.len()),
        };
        // The boundary, if there are no quotes before it.
        let plain = match want {
            Target::Last => memrchr(b'\n', bytes).map(|i| i + 1),
            Target::AtLeast(_) => Some(line_end(bytes, aim)),
        };
        let looked_at = plain.unwrap_or(bytes.len());
        let Some(quote) = memchr(b'"', &bytes[..looked_at]) else { return plain.map(Cut::at) };
        let mut at = memrchr(b'\n', &bytes[..quote]).map_or(0, |i| i + 1);
        loop {
            let end = if is_row(&bytes[at..]) { row_end(&bytes[at..]) } else { memchr(b'\n', &bytes[at..]) };
            match (end, want) {
                (None, Target::AtLeast(_)) => return Some(Cut::at(bytes.len())),
                (None, Target::Last) => return (at > 0).then(|| Cut::at(at)),
                (Some(end), _) => at += end + 1,
            }
            if at >= aim {
                return Some(Cut::at(at));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const PUZZLE: &str = "1...3..2..4.4..1";

    fn options() -> Options {
        Options {
            symbols: Symbols::Auto,
            column: None,
            fields: &[Field::Answer("solution"), Field::Status],
            own_answers: false,
            guessed: false,
            regions: false,
        }
    }

    fn opening(text: &[u8]) -> OpenedInput {
        open(&Head { bytes: text, whole: true }, &options()).unwrap().unwrap()
    }

    /// The text of each record, cut into chunks of about this size.
    fn records(text: &[u8], size: usize) -> Vec<Vec<u8>> {
        let OpenedInput { reader, mut framing, skip } = opening(text);
        let mut rest = &text[skip..];
        let mut found = Vec::new();
        let mut sheet = RecordBatch::default();
        while !rest.is_empty() {
            let end = framing.cut(rest, Target::AtLeast(size), true).unwrap().end;
            sheet.clear();
            reader.read(&rest[..end], None, &mut sheet);
            found.extend(sheet.marks.iter().map(|m| rest[m.text.range().unwrap()].to_vec()));
            rest = &rest[end..];
        }
        found
    }

    /// The rows as the crate reads them. It ends a row at a lone carriage return too, which the
    /// texts of the test therefore do not have, and takes a comment without a newline for a row.
    fn by_the_crate(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
        let mut reader = ::csv::ReaderBuilder::new()
            .flexible(true)
            .has_headers(false)
            .comment(Some(b'#'))
            .from_reader(text);
        reader.byte_records().map(|r| r.unwrap().iter().map(<[u8]>::to_vec).collect()).collect()
    }

    /// A field's contents with its doubled quotes made single, as RFC 4180 has it.
    fn value(field: &[u8]) -> Vec<u8> {
        let Some(quoted) = field.strip_prefix(b"\"") else { return field.to_vec() };
        let mut value = Vec::new();
        let mut at = 0;
        let end = quoted_end(field, 0).unwrap_or(field.len() + 1) - 2;
        while at < end {
            value.push(quoted[at]);
            at += if quoted[at..end].starts_with(b"\"\"") { 2 } else { 1 };
        }
        value.extend_from_slice(&quoted[(end + 1).min(quoted.len())..]);
        value
    }

    fn text() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            4 => Just("a"), 4 => Just(","), 3 => Just("\n"), 3 => Just("\""), 1 => Just("\"\""), 1 => Just("\r\n"),
            2 => Just(PUZZLE), 1 => Just("x,\"b\nc\",\"\"\"\"\n"), 1 => Just("#"),
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|pieces| {
            let text = pieces.concat();
            let comment = text.rsplit('\n').next().is_some_and(|line| line.starts_with('#'));
            if comment { text + "\n" } else { text }
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn rows_and_fields_are_those_of_the_crate(body in text(), size in 1usize..60) {
            let text = format!("puzzle,b\n{body}");
            let want = by_the_crate(text.as_bytes());
            let rows = records(text.as_bytes(), size);
            let read: Vec<Vec<Vec<u8>>> = rows
                .iter()
                .map(|row| {
                    let mut fields = Vec::new();
                    each_field(row, |_, at| fields.push(value(&row[at])));
                    fields
                })
                .collect();
            prop_assert_eq!(&read[..], &want[1..], "{:?}", text);
        }

        #[test]
        fn what_is_written_can_be_read_and_says_the_same(body in text()) {
            let text = format!("puzzle,b\n{body}");
            let OpenedInput { reader, skip, .. } = opening(text.as_bytes());
            let chunk = &text.as_bytes()[skip..];
            let mut sheet = RecordBatch::default();
            reader.read(chunk, None, &mut sheet);
            let mut written = reader.header().to_vec();
            let word = b"!invalid: a \"word\", quoted";
            for (slot, mark) in sheet.slots.iter().zip(&sheet.marks) {
                let board = (*slot != RecordKind::MALFORMED).then(|| super::super::Board {
                    shape: Shape::ALL[slot.shape_index()],
                    alphabet: slot.alphabet(),
                    cells: &[],
                    candidates: None,
                    regions: None,
                });
                let answer =
                    Answer { board, shown: super::super::Shown::Word(word), status: super::super::Status::Invalid };
                let place = Place { chunk, mark: *mark, after: 0, number: 0 };
                reader.write(&place, &answer, &mut written);
            }
            let (before, after) = (by_the_crate(text.as_bytes()), by_the_crate(&written));
            prop_assert_eq!(before.len(), after.len(), "{:?}", String::from_utf8_lossy(&written));
            for (before, after) in before.iter().zip(&after).skip(1) {
                let columns = before.len().max(2);
                prop_assert_eq!(after.len(), columns + 2);
                prop_assert_eq!(&after[columns], word);
                prop_assert_eq!(&after[columns + 1], b"invalid");
                prop_assert!(before.iter().zip(after).all(|(b, a)| a.starts_with(b)));
            }
        }
    }

    #[test]
    fn a_stream_is_cut_at_its_last_row() {
        let text = b"a,\"b\nc\"\nd,e\nf,\"g\n";
        let cut = |text: &[u8]| CsvFraming.cut(text, Target::Last, false).map(|c| c.end);
        assert_eq!(cut(text), Some(12));
        assert_eq!(cut(&text[..7]), None);
        assert_eq!(cut(b"a,b\nc"), Some(4));
        assert_eq!(cut(b"a,b"), None);
    }
}

//! Facts from the first rows of an input: whether it is a table, what separates its fields, and which column holds the
//! puzzles.

use super::fields::{contents, each_field, is_row, row_len, unquoted, without_return};
use crate::format::{
    answer::SOLUTION_NAMES,
    codec::{ReadOptions, Selection},
    columns::{self, Content, Contents, SAMPLE},
    error::FormatError,
    grid,
    head::{Fit, HeadLines},
    kind::CSV,
    line,
};
use quadrille_base::framing::HeadEnd;
use quadrille_grid::{Shape, field::parse_field};

/// The possible separators of fields, in order of preference.
const DELIMITERS: [u8; 3] = [b',', b'\t', b';'];

/// The facts from the first rows.
pub(super) enum Shown {
    /// The input is not a table.
    NoTable,
    /// More rows are needed.
    Unsure,
    /// A table with the puzzles in a column.
    Table(Layout),
    /// It is a table, or a line could be read in two ways.
    Refused(FormatError),
}

/// A table's header row and what separates its fields.
pub(super) struct Layout {
    pub delimiter: u8,
    /// The length of the header row, with its newline.
    pub header_len: usize,
    /// The names of the columns.
    pub names: Vec<String>,
    /// The column with the puzzles.
    pub puzzle: usize,
}

/// Examines an input by its lines from the first one on that is neither blank nor a comment.
pub(super) fn examine(head: &HeadLines<'_>, options: &ReadOptions) -> Shown {
    let tables = DELIMITERS.map(|delimiter| FirstRow::read(head, delimiter));
    let requested = options.column.as_deref();
    let is_wanted = options.selection != Selection::Detected || requested.is_some();
    for (delimiter, table) in DELIMITERS.into_iter().zip(&tables) {
        if let Some(FirstRow { names, len, .. }) = table
            && let Some(puzzle) = columns::by_name(names, requested)
        {
            if !is_wanted && names.len() == 1 {
                match title_of_grid(head, options) {
                    Fit::Yes => return Shown::NoTable,
                    Fit::Unsure => return Shown::Unsure,
                    Fit::No => {}
                }
            }
            return Shown::Table(Layout { delimiter, header_len: *len, names: names.clone(), puzzle });
        }
    }
    if let Some(shown) = without_header(head, options, is_wanted) {
        return shown;
    }
    if tables.iter().any(Option::is_none) {
        return if head.end.can_grow() {
            Shown::Unsure
        } else if is_wanted || looks_like_names(&first_fields(head.lines[0])) {
            Shown::Refused(FormatError::EndlessHeader)
        } else {
            Shown::NoTable
        };
    }
    let is_header = |table: &FirstRow| is_wanted || looks_like_header(&table.names);
    let tables: Vec<FirstRow> = tables.into_iter().flatten().filter(is_header).collect();
    let samples: Option<Vec<Sample>> = tables.iter().map(|table| table.sample(head, options)).collect();
    let Some(samples) = samples else { return Shown::Unsure };
    by_contents(options, tables.into_iter().zip(samples).collect(), is_wanted)
}

/// Examines a table by the names of its columns and the fields of its first rows.
#[cfg(feature = "parquet")]
pub(super) fn examine_rows(names: &[String], rows: &[Vec<Vec<u8>>], options: &ReadOptions) -> Shown {
    let names = names.to_vec();
    if let Some(puzzle) = columns::by_name(&names, options.column.as_deref()) {
        return Shown::Table(Layout { delimiter: DELIMITERS[0], header_len: 0, names, puzzle });
    }
    let mut sample = Sample { rows: rows.len(), regular: rows.len(), ..Sample::default() };
    for (column, field) in rows.iter().flat_map(|row| row.iter().enumerate()) {
        sample.contents.note(column, Content::of(field, options.symbols));
    }
    by_contents(options, vec![(FirstRow { delimiter: DELIMITERS[0], len: 0, names }, sample)], true)
}

/// Whether a header of one usual name, such as `Puzzle`, is the title of a drawn board: the next two lines, except for drawn
/// ones, are rows of the format `grid`.
fn title_of_grid(head: &HeadLines<'_>, options: &ReadOptions) -> Fit {
    let is_row = |i: usize| {
        let rest = HeadLines { lines: &head.lines[i..], at_start: false, ..*head };
        (grid::FORMAT.detect)(&rest, options) == Fit::Yes
    };
    let is_text = |i: &usize| is_row(*i) || head.lines[*i].iter().any(u8::is_ascii_alphanumeric);
    let mut texts = (1..head.lines.len()).filter(|&i| !head.lines[i].is_empty()).filter(is_text);
    let holds_board = |i: usize| !boards(head.lines[i], b',', options).is_empty();
    match (texts.next(), texts.next()) {
        (Some(first), _) if holds_board(first) || !is_row(first) => Fit::No,
        (Some(first), Some(second)) => {
            let is_longer_board = head.lines[first].len() != head.lines[second].len() && holds_board(second);
            (is_row(second) && !is_longer_board).into()
        }
        _ if head.end == HeadEnd::More => Fit::Unsure,
        _ => Fit::No,
    }
}

/// Finds the column with the puzzles by what the rows after the header hold.
fn by_contents(options: &ReadOptions, tables: Vec<(FirstRow, Sample)>, is_wanted: bool) -> Shown {
    let regularity = |(table, sample): &(FirstRow, Sample)| (sample.regular, table.names.len());
    let all = tables.into_iter().rev();
    let Some((table, sample)) = all.max_by_key(regularity) else { return Shown::NoTable };
    // Prose with a comma is not a table, and a word before other text is not a header.
    let is_prose = sample.rows > 0 && (sample.regular == 0 || sample.contents_of_one_column(&table));
    let is_word = matches!(&table.names[..], [name] if !columns::is_usual(name));
    if !is_wanted && (is_prose || (is_word && (sample.rows == 0 || sample.small_boards < sample.rows))) {
        return Shown::NoTable;
    }
    let requested = options.column.clone();
    let is_answer = |column: usize| {
        let name = &table.names[column];
        let columns = options.columns.iter().map(|column| &*column.name);
        SOLUTION_NAMES.iter().copied().chain(columns).any(|answer| answer.eq_ignore_ascii_case(name))
    };
    let candidates = sample.contents.candidates(|column| column < table.names.len() && !is_answer(column));
    match candidates[..] {
        [puzzle] if requested.is_none() => Shown::Table(Layout {
            delimiter: table.delimiter,
            header_len: table.len,
            names: table.names,
            puzzle,
        }),
        _ => {
            let candidates = candidates.iter().map(|&column| table.names[column].clone()).collect();
            let header = table.names;
            let (format, is_table) = (CSV, options.selection == Selection::Table);
            Shown::Refused(FormatError::NoPuzzleColumn { format, is_table, requested, candidates, header })
        }
    }
}

/// The facts from a first line that holds a board itself, so that it is not a header.
fn without_header(head: &HeadLines<'_>, options: &ReadOptions, is_wanted: bool) -> Option<Shown> {
    let first = head.lines[0];
    let fits_line = || (line::FORMAT.detect)(head, options) != Fit::No;
    for delimiter in DELIMITERS {
        let boards: Vec<Board> = boards(first, delimiter, options);
        let Some(board) = boards.first() else { continue };
        let refused = |column: usize| {
            let beside_complete = column > 0 && board.column == 0;
            Shown::Refused(FormatError::HeaderlessTable { column: column + 1, beside_complete })
        };
        if is_wanted {
            return Some(refused(board.column));
        }
        if !fits_line() {
            return Some(refused(board.column));
        }
        // `line` reads the first field. It must not be an answer or a number that looks like a small board.
        let better = |b: &&Board| b.shape != board.shape || b.content > board.content;
        if board.column == 0
            && !options.regions
            && let Some(other) = boards[1..].iter().find(better)
        {
            return Some(refused(other.column));
        }
    }
    fits_line().then_some(Shown::NoTable)
}

/// A field that holds a board.
struct Board {
    column: usize,
    shape: Shape,
    content: Content,
}

fn boards(row: &[u8], delimiter: u8, options: &ReadOptions) -> Vec<Board> {
    let mut boards = Vec::new();
    each_field(row, delimiter, |column, at| {
        let field = contents(&row[at]);
        let read = parse_field(&field, options.symbols, &mut Vec::new());
        if let Some(shape) = read.map_or_else(|error| error.unclear_board(), |(shape, _)| Some(shape)) {
            boards.push(Board { column, shape, content: Content::of(&field, options.symbols) });
        }
    });
    boards
}

/// The first row of a table.
struct FirstRow {
    delimiter: u8,
    /// Its length, with its newline.
    len: usize,
    names: Vec<String>,
}

impl FirstRow {
    /// Reads the first row; `None` if it has no end.
    fn read(head: &HeadLines<'_>, delimiter: u8) -> Option<FirstRow> {
        let len = row_len(head.text, delimiter, head.end)?;
        let row = &head.text[..len];
        let row = without_return(row.strip_suffix(b"\n").unwrap_or(row));
        let mut names = Vec::new();
        let count = each_field(row, delimiter, |_, at| {
            let name = unquoted(row[at].trim_ascii()).trim_ascii();
            names.push(String::from_utf8_lossy(name).into_owned());
        });
        (!count.unclosed).then_some(FirstRow { delimiter, len, names })
    }

    /// The contents of the next rows; `None` if there are too few and more can be read.
    fn sample(&self, head: &HeadLines<'_>, options: &ReadOptions) -> Option<Sample> {
        let (mut sample, mut rest) = (Sample::default(), &head.text[self.len..]);
        while sample.rows < SAMPLE && !rest.is_empty() {
            let Some(len) = row_len(rest, self.delimiter, head.end) else { break };
            let row = &rest[..len];
            rest = &rest[len..];
            if is_row(row, self.delimiter) {
                let row = without_return(row.strip_suffix(b"\n").unwrap_or(row));
                let count = each_field(row, self.delimiter, |column, at| {
                    sample.contents.note(column, Content::of(&contents(&row[at]), options.symbols));
                });
                let boards =
                    if count.fields == 1 { boards(row, self.delimiter, options) } else { Vec::new() };
                sample.small_boards += usize::from(boards.iter().any(|board| board.shape.side() <= 9));
                sample.rows += 1;
                sample.regular += usize::from(count.fields == self.names.len());
            }
        }
        let is_short = sample.rows < SAMPLE && head.end == HeadEnd::More;
        let is_empty = sample.rows == 0 && head.end.can_grow();
        (!is_short && !is_empty).then_some(sample)
    }
}

/// The contents of the rows after the header.
#[derive(Default)]
struct Sample {
    rows: usize,
    /// Rows with as many fields as the header.
    regular: usize,
    /// Rows of one field with a board of up to 9×9.
    small_boards: usize,
    contents: Contents,
}

impl Sample {
    /// Whether the header is a single name and the rows hold no boards: a title, for example.
    fn contents_of_one_column(&self, table: &FirstRow) -> bool {
        table.names.len() == 1 && self.contents.candidates(|_| true).is_empty()
    }
}

/// The fields of a line by whichever delimiter gives the most.
fn first_fields(line: &[u8]) -> Vec<String> {
    let fields = DELIMITERS.map(|delimiter| {
        let mut fields = Vec::new();
        each_field(line, delimiter, |_, at| fields.push(String::from_utf8_lossy(&line[at]).into_owned()));
        fields
    });
    fields.into_iter().max_by_key(Vec::len).unwrap_or_default()
}

/// Whether a first row is the header of a table: several names, one of the usual ones, or a word that is not a part of a board of
/// up to 9×9.
fn looks_like_header(names: &[String]) -> bool {
    match names {
        [name] => {
            let is_word = name.starts_with(char::is_alphabetic)
                && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
                && name.chars().any(|c| c.is_alphabetic() && !matches!(c, 'x' | 'X'));
            columns::is_usual(name) || (is_word && name != "end")
        }
        _ => looks_like_names(names),
    }
}

/// Whether these are names of columns: short, and beginning with a letter or counting up from 0. One of them may be
/// empty, as the name of an index often is.
fn looks_like_names(names: &[String]) -> bool {
    const LONGEST: usize = 80;
    let rest = names.strip_prefix(&[String::new()]).unwrap_or(names);
    let counts_up = rest.iter().enumerate().all(|(i, name)| *name == i.to_string());
    let is_name = |name: &String| {
        let first = name.trim_matches('"').chars().next();
        name.len() <= LONGEST && first.is_none_or(|c| c.is_alphabetic() || c == '_')
    };
    let empty = names.iter().filter(|name| name.is_empty()).count();
    names.len() > 1 && (counts_up || (names.iter().all(is_name) && empty <= 1))
}

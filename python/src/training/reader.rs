//! Reads the rows of a csv file, compressed or not, or of a table, which becomes csv.

use super::error::Error;
use csv::{ByteRecord, Reader, ReaderBuilder};
use quadrille_run::io::{open_plain_text, open_table};
use std::{
    fs::File,
    io::Read,
    path::{Path, PathBuf},
    str,
};

/// The names of columns, first the names in sudoku-extreme.
const PUZZLE: &[&str] = &["question", "puzzle", "puzzles", "quizzes", "quiz"];
const ANSWER: &[&str] = &["answer", "solution", "solutions", "answers"];
const RATING: &[&str] = &["rating", "difficulty"];

/// Where the fields of a row are.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    pub puzzle: usize,
    pub answer: usize,
    rating: Option<usize>,
}

impl Columns {
    /// The columns by name or, as the public scripts read them, by position: source, puzzle, answer, rating.
    fn of(header: &ByteRecord) -> Option<Columns> {
        let find = |names: &[&str]| {
            let is = |name: &&str| {
                header.iter().position(|f| f.trim_ascii().eq_ignore_ascii_case(name.as_bytes()))
            };
            names.iter().find_map(is)
        };
        match (find(PUZZLE), find(ANSWER)) {
            (Some(puzzle), Some(answer)) => Some(Columns { puzzle, answer, rating: find(RATING) }),
            _ if header.len() == 4 => Some(Columns { puzzle: 1, answer: 2, rating: Some(3) }),
            _ => None,
        }
    }
}

/// A row that is wanted.
pub struct Row {
    /// Its number in the file, from 0, without the header.
    pub number: u64,
    /// Its line in the file, from 1; in a table its row, from 1.
    pub line: u64,
    pub fields: ByteRecord,
    /// Why it has no rating, if one is needed.
    pub fault: Option<String>,
}

/// The rows of a file.
pub struct Rows {
    pub path: PathBuf,
    pub columns: Columns,
    reader: Reader<Box<dyn Read + Send>>,
    is_table: bool,
    min_rating: Option<f64>,
    next: u64,
}

impl Rows {
    /// Opens a file and reads its header.
    pub fn open(path: &Path, min_rating: Option<f64>) -> Result<Rows, Error> {
        let fail = Error::of_file(path);
        // Opened first of all, so that a missing file is an error of the system.
        let file = File::open(path).map_err(&fail)?;
        let table = open_table(path).map_err(|e| Error::Data(e.to_string()))?;
        let is_table = table.is_some();
        let text = match table {
            Some(text) => text,
            None => open_plain_text(Box::new(file)).map_err(&fail)?,
        };
        let mut reader =
            ReaderBuilder::new().has_headers(false).flexible(true).buffer_capacity(1 << 18).from_reader(text);
        let mut header = ByteRecord::new();
        reader.read_byte_record(&mut header).map_err(|e| of_csv(path, e))?;
        let refuse = |what: &str| Err(Error::Data(format!("{}: {what}", path.display())));
        if header.iter().any(is_board) {
            return refuse(
                "the first row is a puzzle; expected a header such as source,question,answer,rating",
            );
        }
        let Some(columns) = Columns::of(&header) else {
            return refuse(
                "no columns question and answer (or puzzle and solution), nor the four of source,question,answer,rating",
            );
        };
        if min_rating.is_some() && columns.rating.is_none() {
            return refuse("no column rating, which min_rating needs");
        }
        Ok(Rows { path: path.to_path_buf(), columns, reader, is_table, min_rating, next: 0 })
    }

    /// The next rows with a sufficient rating, at most `count`; none at the end.
    pub fn next_rows(&mut self, count: usize) -> Result<Vec<Row>, Error> {
        let mut rows = Vec::with_capacity(count);
        let mut fields = ByteRecord::new();
        while rows.len() < count
            && self.reader.read_byte_record(&mut fields).map_err(|e| of_csv(&self.path, e))?
        {
            let number = self.next;
            self.next += 1;
            let line = match fields.position() {
                Some(position) if !self.is_table => position.line(),
                _ => number + 1,
            };
            match self.has_rating(&fields) {
                Ok(false) => {}
                Ok(true) => rows.push(Row { number, line, fields: fields.clone(), fault: None }),
                Err(fault) => rows.push(Row { number, line, fields: fields.clone(), fault: Some(fault) }),
            }
        }
        Ok(rows)
    }

    fn has_rating(&self, fields: &ByteRecord) -> Result<bool, String> {
        let (Some(least), Some(column)) = (self.min_rating, self.columns.rating) else { return Ok(true) };
        let text = fields.get(column).unwrap_or_default();
        let rating = str::from_utf8(text).ok().and_then(|text| text.trim().parse::<f64>().ok());
        match rating {
            Some(rating) if !rating.is_nan() => Ok(rating >= least),
            _ => Err(format!("rating: expected a number, found {:?}", String::from_utf8_lossy(text))),
        }
    }
}

/// Whether a field of the header is a puzzle: then there is no header, and the row would be lost.
fn is_board(field: &[u8]) -> bool {
    field.len() == 81 && field.iter().all(|b| matches!(b, b'.' | b'0'..=b'9'))
}

fn of_csv(path: &Path, error: csv::Error) -> Error {
    let text = error.to_string();
    match error.into_kind() {
        csv::ErrorKind::Io(source) => Error::of_file(path)(source),
        _ => Error::Data(format!("{}: {text}", path.display())),
    }
}

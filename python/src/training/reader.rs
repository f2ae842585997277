//! Reads the rows of a csv file, compressed or not, or of a table.

use super::error::Error;
use arrow_array::{Array, StringArray};
use csv::{ByteRecord, Position, Reader, ReaderBuilder};
use quadrille_run::io::{TableTexts, open_plain_text};
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

    /// The columns of a header that this file has.
    fn find(path: &Path, header: &ByteRecord, min_rating: Option<f64>) -> Result<Columns, Error> {
        let refuse = |what: &str| Err(Error::Data(format!("{}: {what}", path.display())));
        match Columns::of(header) {
            None => refuse(
                "no columns question and answer (or puzzle and solution), nor the four of source,question,answer,rating",
            ),
            Some(Columns { rating: None, .. }) if min_rating.is_some() => {
                refuse("no column rating, which min_rating needs")
            }
            Some(columns) => Ok(columns),
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
    source: Source,
    min_rating: Option<f64>,
    next: u64,
}

/// Where rows come from.
enum Source {
    Csv(Reader<Box<dyn Read + Send>>),
    /// The columns of the rows that have been decoded, and the next one of them.
    Table {
        table: Box<TableTexts>,
        decoded: Vec<StringArray>,
        next: usize,
    },
}

impl Rows {
    /// Opens a file and reads its header.
    pub fn open(path: &Path, min_rating: Option<f64>) -> Result<Rows, Error> {
        let fail = Error::of_file(path);
        // Opened first of all, so that a missing file is an error of the system.
        let file = File::open(path).map_err(&fail)?;
        let table = TableTexts::open(path).map_err(|e| Error::Data(e.to_string()))?;
        if let Some(table) = table {
            let header = table.names().collect();
            let columns = Columns::find(path, &header, min_rating)?;
            return Rows::of_table(path, table, columns, min_rating);
        }
        let text = open_plain_text(Box::new(file)).map_err(&fail)?;
        let mut reader =
            ReaderBuilder::new().has_headers(false).flexible(true).buffer_capacity(1 << 18).from_reader(text);
        let mut header = ByteRecord::new();
        reader.read_byte_record(&mut header).map_err(|e| of_csv(path, e))?;
        if header.iter().any(is_board) {
            let what = "the first row is a puzzle; expected a header such as source,question,answer,rating";
            return Err(Error::Data(format!("{}: {what}", path.display())));
        }
        let columns = Columns::find(path, &header, min_rating)?;
        Ok(Rows { path: path.to_path_buf(), columns, source: Source::Csv(reader), min_rating, next: 0 })
    }

    /// The rows of a table, of which only these columns are read.
    fn of_table(
        path: &Path,
        mut table: TableTexts,
        columns: Columns,
        min_rating: Option<f64>,
    ) -> Result<Rows, Error> {
        let rating = columns.rating.filter(|_| min_rating.is_some());
        let mut read: Vec<usize> = [columns.puzzle, columns.answer].into_iter().chain(rating).collect();
        read.sort_unstable();
        read.dedup();
        let place = |column: usize| read.partition_point(|before| *before < column);
        let columns = Columns {
            puzzle: place(columns.puzzle),
            answer: place(columns.answer),
            rating: rating.map(place),
        };
        table.read(read).map_err(|e| Error::Data(e.to_string()))?;
        let source = Source::Table { table: Box::new(table), decoded: Vec::new(), next: 0 };
        Ok(Rows { path: path.to_path_buf(), columns, source, min_rating, next: 0 })
    }

    /// The next rows with a sufficient rating, at most `count`; none at the end.
    pub fn next_rows(&mut self, count: usize) -> Result<Vec<Row>, Error> {
        let mut rows = Vec::with_capacity(count);
        let mut fields = ByteRecord::new();
        while rows.len() < count && self.read(&mut fields)? {
            let number = self.next;
            self.next += 1;
            let line = fields.position().map_or(number + 1, Position::line);
            match self.has_rating(&fields) {
                Ok(false) => {}
                Ok(true) => rows.push(Row { number, line, fields: fields.clone(), fault: None }),
                Err(fault) => rows.push(Row { number, line, fields: fields.clone(), fault: Some(fault) }),
            }
        }
        Ok(rows)
    }

    /// Reads the next row; `false` at the end.
    fn read(&mut self, fields: &mut ByteRecord) -> Result<bool, Error> {
        let (table, decoded, next) = match &mut self.source {
            Source::Csv(reader) => {
                return reader.read_byte_record(fields).map_err(|e| of_csv(&self.path, e));
            }
            Source::Table { table, decoded, next } => (table, decoded, next),
        };
        while decoded.first().is_none_or(|column| column.len() == *next) {
            let Some(rows) = table.next_rows().map_err(|e| Error::Data(e.to_string()))? else {
                return Ok(false);
            };
            (*decoded, *next) = (rows, 0);
        }
        fields.clear();
        for column in decoded {
            fields.push_field(if column.is_valid(*next) { column.value(*next).as_bytes() } else { b"" });
        }
        *next += 1;
        Ok(true)
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

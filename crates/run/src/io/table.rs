//! Inputs that are tables, as csv text.

use super::{
    change_guard::{ChangeGuard, GuardedReader, Identity},
    file_kind::{FileKind, is_arrow_stream},
    input_bytes::InputBytes,
};
use super::{file_kind::LONGEST, text::Encoding};
use crate::tables::{
    CarriedFile, CarriedInput, Carrying, StreamRows, StreamText, TableFile, TableFormat, TableKind,
    TableSchema, TableUnits, numbered,
};
use arrow_array::RecordBatch;
use quadrille_base::error::{Error, ErrorKind};
use std::fs;
use std::{
    fs::File,
    io::{self, Read, Seek, SeekFrom},
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Columns by their numbers, and the text before the numbers of rows that follow them, if these are wanted.
pub(super) type Columns<'c> = (&'c [usize], Option<String>);

/// Csv text, and whether it has all rows.
pub(super) type FirstRows = Option<(Vec<u8>, bool)>;

/// A file with a table, as it was when it was opened first.
#[derive(Clone)]
pub(super) struct InputTable {
    kind: Kind,
    identity: Identity,
}

#[derive(Clone)]
enum Kind {
    File(TableFile),
    /// Its columns that become text, and how the others are carried, with the number of the input.
    Stream(Arc<TableSchema>, Option<(Arc<Carrying>, usize)>),
}

impl InputTable {
    /// Reads the index of a file of this kind; `None` if it is not a table.
    ///
    /// # Errors
    /// If it is damaged.
    pub fn open(
        kind: FileKind,
        head: &[u8],
        name: &str,
        mut file: File,
    ) -> Result<Option<InputTable>, Error> {
        let fail = |what: String| Error::new(ErrorKind::Input, format!("{name}: {what}"));
        let fail_io = |e: io::Error| fail(e.to_string());
        let identity = Identity::of(&file.metadata().map_err(fail_io)?);
        let table = |kind| TableFile::open(kind, &file).map(Kind::File).map_err(fail);
        let kind = match kind {
            FileKind::Parquet => table(TableKind::Parquet)?,
            FileKind::Npy => table(TableKind::Npy)?,
            FileKind::Arrow if !is_arrow_stream(head) => table(TableKind::ArrowFile)?,
            FileKind::Arrow => {
                file.seek(SeekFrom::Start(0)).map_err(fail_io)?;
                let text = StreamText::open(Box::new(file)).map_err(fail_io)?;
                Kind::Stream(text.schema().clone(), None)
            }
            _ => return Ok(None),
        };
        Ok(Some(InputTable { kind, identity }))
    }

    /// Refuses an empty file that is named as a table: it was cut short, and is not a text without lines.
    ///
    /// # Errors
    /// If it is one.
    pub fn check_empty(path: &Path, name: &str) -> Result<(), Error> {
        match TableFormat::of_name(path) {
            Some(format) => {
                let what =
                    format!("{name}: it is empty, and a file of {} is not: it was cut short", format.name());
                Err(Error::new(ErrorKind::Input, what))
            }
            None => Ok(()),
        }
    }

    /// Refuses a file that ends within the first bytes of a table: it was cut short, and is not text.
    ///
    /// # Errors
    /// If it is one.
    pub fn check_cut_short(head: &[u8], name: &str) -> Result<(), Error> {
        for (magic, format) in [(&b"PAR1"[..], "Parquet"), (b"ARROW1", "Arrow")] {
            let rest = head.strip_prefix(magic).map(|rest| rest.strip_prefix(magic).unwrap_or(rest));
            if rest.is_some_and(|rest| rest.iter().all(|byte| *byte == 0)) {
                let what = format!("{name}: it is a file of {format} that was cut short");
                return Err(Error::new(ErrorKind::Input, what));
            }
        }
        Ok(())
    }

    /// The columns.
    pub fn schema(&self) -> &Arc<TableSchema> {
        match &self.kind {
            Kind::File(table) => table.schema(),
            Kind::Stream(schema, _) => schema,
        }
    }

    /// Whether all of its columns can be written as text.
    ///
    /// # Errors
    /// Which ones cannot, in words.
    pub fn check_text(&self) -> Result<(), String> {
        self.schema().check()
    }

    /// The table, and its file, if it is one and has not changed.
    pub fn file(&self, path: &Path) -> Option<(&TableFile, File)> {
        let file = self.open_unchanged(path)?;
        let Kind::File(table) = &self.kind else { return None };
        Some((table, file))
    }

    /// How the columns reach the output that do not become text, if some do.
    pub fn carrying(&self) -> Option<Arc<Carrying>> {
        match &self.kind {
            Kind::File(table) => table.carrying().cloned(),
            Kind::Stream(_, carried) => carried.clone().map(|(carrying, _)| carrying),
        }
    }

    /// Turns only some of the columns into text, because the others are carried.
    pub fn keep(&mut self, carrying: &Arc<Carrying>, input: usize) {
        match &mut self.kind {
            Kind::File(table) => table.keep(carrying, input),
            Kind::Stream(schema, carried) => {
                *schema = Arc::new(TableSchema { form: numbered(input), ..schema.some(&carrying.kept) });
                *carried = Some((carrying.clone(), input));
            }
        }
    }

    /// The units of the file, of which some columns are decoded. With a range of its bytes, only row groups that begin there are read.
    /// An answer takes so many times as long as usual.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or has changed.
    pub fn units(&self, path: &Path, wanted: (&[usize], Option<&Range<u64>>, usize)) -> io::Result<UnitFile> {
        let (file, name) = (File::open(path)?, path.display().to_string());
        let guard = ChangeGuard::new(&file, path.to_owned())?;
        guard.check_identity(&self.identity)?;
        let Kind::File(table) = &self.kind else { return Err(io::ErrorKind::Unsupported.into()) };
        let units = table.units(&name, file, wanted).map_err(invalid)?;
        Ok(UnitFile { units: units.ok_or(io::ErrorKind::Unsupported)?, guard })
    }

    /// The names of some columns and their first rows as csv text, and whether these are all rows; `None` if it has changed.
    ///
    /// # Errors
    /// If they cannot be decoded.
    pub fn first_rows(&self, path: &Path, rows: usize, columns: Columns<'_>) -> Result<FirstRows, String> {
        let Some(file) = self.open_unchanged(path) else { return Ok(None) };
        match &self.kind {
            Kind::File(table) => table.first_rows(&file, rows as u64, columns).map(Some),
            Kind::Stream(..) => {
                let text = StreamText::open(Box::new(file)).map_err(|e| e.to_string());
                text?.first_rows(rows, columns).map(Some)
            }
        }
    }

    /// The source from which its columns are carried; `None` if they cannot be carried.
    pub fn carried(&self, path: &Path) -> io::Result<Option<CarriedInput>> {
        match &self.kind {
            Kind::Stream(..) => Ok(Some(CarriedInput::Stream(StreamRows::default()))),
            Kind::File(table) => {
                let Some(file) = self.open_unchanged(path) else { return Ok(None) };
                let file = CarriedFile::new(path.to_owned(), table, file)?;
                Ok(file.map(CarriedInput::File))
            }
        }
    }

    /// The file, if it has not changed.
    fn open_unchanged(&self, path: &Path) -> Option<File> {
        let file = File::open(path).ok()?;
        (Identity::of(&file.metadata().ok()?) == self.identity).then_some(file)
    }

    /// Whether it can be read from any row group on.
    pub fn has_groups(&self) -> bool {
        matches!(self.kind, Kind::File(_))
    }

    /// The text of the table, or of the row groups that begin in a range of the file's bytes.
    pub fn text(&self, path: PathBuf, range: Option<&Range<u64>>) -> io::Result<InputBytes<'static>> {
        let file = File::open(&path)?;
        let guard = ChangeGuard::new(&file, path)?;
        guard.check_identity(&self.identity)?;
        let (reader, rows_before): (Box<dyn Read + Send>, u64) = match &self.kind {
            Kind::Stream(schema, carried) => {
                let mut text = StreamText::open(Box::new(file))?;
                if let Some((carrying, input)) = carried {
                    text.keep(carrying, *input);
                }
                text.share(schema.clone());
                (Box::new(text), 0)
            }
            Kind::File(table) => {
                let (text, rows_before) = table.text(file, range)?;
                (Box::new(text), rows_before)
            }
        };
        Ok(InputBytes::Stream(Box::new(GuardedReader { reader, guard }), Some(rows_before)))
    }
}

/// A file whose rows are decoded by units, and which must not change meanwhile.
pub(crate) struct UnitFile {
    pub units: TableUnits,
    guard: ChangeGuard,
}

impl UnitFile {
    /// The rows of a unit.
    ///
    /// # Errors
    /// If they are damaged, or the file has changed.
    pub fn batches(&self, unit: u64) -> io::Result<impl Iterator<Item = io::Result<RecordBatch>>> {
        let failed = |what| self.guard.check().err().unwrap_or_else(|| invalid(what));
        let batches = self.units.batches(unit).map_err(failed)?;
        Ok(batches.map(move |batch| batch.map_err(failed)))
    }

    /// The first rows of the file.
    ///
    /// # Errors
    /// As [`batches`](Self::batches).
    pub fn first_batch(&self) -> io::Result<Option<RecordBatch>> {
        self.units.first_batch().map_err(|what| self.guard.check().err().unwrap_or_else(|| invalid(what)))
    }

    /// # Errors
    /// If the file has changed.
    pub fn check(&self) -> io::Result<()> {
        self.guard.check_path()
    }
}

fn invalid(what: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// The csv text of a file that is a table, with its header row; `None` if the file is not a table.
///
/// # Errors
/// If it cannot be read, is damaged, or has a column that has no text.
pub fn open_table(path: &Path) -> Result<Option<Box<dyn Read + Send>>, Error> {
    let name = path.display().to_string();
    let fail = |e| Error::io(ErrorKind::Input, format!("cannot open {name}"), e);
    // An input that is not a regular file is read only once.
    if !fs::metadata(path).map_err(fail)?.is_file() {
        return Ok(None);
    }
    let file = File::open(path).map_err(fail)?;
    let mut head = Vec::with_capacity(LONGEST);
    (&file).take(LONGEST as u64).read_to_end(&mut head).map_err(fail)?;
    let Encoding::Unsupported(kind) = Encoding::of(&head) else { return Ok(None) };
    let Some(table) = InputTable::open(kind, &head, &name, file)? else { return Ok(None) };
    match table.text(path.to_path_buf(), None).map_err(fail)? {
        InputBytes::Stream(text, _) => Ok(Some(text)),
        _ => Ok(None),
    }
}

//! Inputs that are tables.

use super::{
    change_guard::{ChangeGuard, GuardedReader, Identity},
    file_kind::{FileKind, is_arrow_stream},
};
use crate::tables::{
    Answering, CarriedFile, CarriedInput, StreamBatches, StreamRows, TableFile, TableFormat, TableKind,
    TableSchema, TableUnits, UnitPieces, invalid,
};
use arrow_array::RecordBatch;
use quadrille_base::error::{Error, ErrorKind};
use std::{
    fs::{self, File},
    io::{self, Seek, SeekFrom},
    ops::Range,
    path::Path,
    sync::Arc,
};

/// A file with a table, as it was when it was opened first.
#[derive(Clone)]
pub(super) struct InputTable {
    kind: Kind,
    identity: Identity,
}

#[derive(Clone)]
enum Kind {
    File(TableFile),
    Stream(Arc<TableSchema>),
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
                let batches = StreamBatches::open(Box::new(file)).map_err(fail_io)?;
                Kind::Stream(batches.schema().clone())
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
            Kind::Stream(schema) => schema,
        }
    }

    /// The table, and its file, if it is one and has not changed.
    pub fn file(&self, path: &Path) -> Option<(&TableFile, File)> {
        let file = self.open_unchanged(path)?;
        let Kind::File(table) = &self.kind else { return None };
        Some((table, file))
    }

    /// Opens the rows of the table, to decode some of its columns. If there is a range of its bytes, reads only the row groups that
    /// begin there.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or has changed.
    pub fn rows(
        &self,
        path: &Path,
        answering: Answering<'_>,
        part: (Option<&Range<u64>>, bool),
    ) -> io::Result<InputRows<'static>> {
        let (file, name) = (File::open(path)?, path.display().to_string());
        let guard = ChangeGuard::new(&file, path.to_owned())?;
        guard.check_identity(&self.identity)?;
        match &self.kind {
            Kind::File(table) => {
                let units = table.units((&name, file), answering, part).map_err(invalid)?;
                Ok(InputRows::Units(UnitFile { units, guard }))
            }
            Kind::Stream(_) => {
                let reader = GuardedReader { reader: file, guard };
                Ok(InputRows::Stream(Box::new(StreamBatches::open(Box::new(reader))?)))
            }
        }
    }

    /// How many rows are in the row groups that begin in a range of the file's bytes.
    pub fn rows_within(&self, path: &Path, range: &Range<u64>) -> io::Result<u64> {
        match &self.kind {
            Kind::File(table) => Ok(table.rows_within(range, fs::metadata(path)?.len())),
            Kind::Stream(_) => Ok(0),
        }
    }

    /// The first rows: of a file not more than this many. `None` if it has changed.
    ///
    /// # Errors
    /// If they cannot be decoded.
    pub fn first_rows(&self, path: &Path, rows: usize) -> Result<Option<Vec<RecordBatch>>, String> {
        let Some(file) = self.open_unchanged(path) else { return Ok(None) };
        match &self.kind {
            Kind::File(table) => table.first_rows(&file, rows as u64).map(Some),
            Kind::Stream(_) => {
                let batches = StreamBatches::open(Box::new(file)).map_err(|e| e.to_string());
                batches?.first_rows(rows).map(Some)
            }
        }
    }

    /// The source from which its columns are carried; `None` if they cannot be carried.
    pub fn carried(&self, path: &Path) -> io::Result<Option<CarriedInput>> {
        match &self.kind {
            Kind::Stream(_) => Ok(Some(CarriedInput::Stream(StreamRows::default()))),
            Kind::File(table) => {
                let Some(file) = self.open_unchanged(path) else { return Ok(None) };
                CarriedFile::new(path.to_owned(), table, file).map(CarriedInput::File).map(Some)
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
}

/// The rows of a table.
pub(crate) enum InputRows<'a> {
    Units(UnitFile),
    Stream(Box<StreamBatches<'a>>),
}

/// A file whose rows are decoded by units, and which must not change meanwhile.
pub(crate) struct UnitFile {
    pub units: TableUnits,
    guard: ChangeGuard,
}

impl UnitFile {
    /// The rows of a piece.
    ///
    /// # Errors
    /// If they are damaged, or the file has changed.
    pub fn piece(&self, unit: &UnitPieces, piece: u64) -> io::Result<Vec<RecordBatch>> {
        self.units.piece(unit, piece).map_err(|what| self.fault(what))
    }

    /// The first rows of the file.
    ///
    /// # Errors
    /// As [`piece`](Self::piece).
    pub fn first_rows(&self) -> io::Result<Vec<RecordBatch>> {
        self.units.first_rows().map_err(|what| self.fault(what))
    }

    /// Why rows cannot be decoded: if the file has changed, that is the reason.
    fn fault(&self, what: String) -> io::Error {
        self.guard.check().err().unwrap_or_else(|| invalid(what))
    }

    /// # Errors
    /// If the file has changed.
    pub fn check(&self) -> io::Result<()> {
        self.guard.check_path()
    }
}

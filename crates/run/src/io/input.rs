//! Inputs: files, standard input and other readers.

use super::{
    change_guard::{ChangeGuard, GuardedReader, Identity},
    file_kind::{LONGEST, Place, UnsupportedFile},
    input_bytes::{InputBytes, PlainFile},
    mapped::Mapped,
    pipe::enlarge,
    read_ahead::Source,
    standard::StandardInput,
    text::{Encoding, Text, open_text, open_text_ahead},
};
#[cfg(feature = "parquet")]
use super::{
    feed::cannot_read,
    table::{InputRows, InputTable},
};
#[cfg(feature = "parquet")]
use crate::tables::{Answering, CarriedInput, InputSchema, StreamRows, TableFile, invalid};
use quadrille_base::error::{Error, ErrorKind};
use std::{
    fs::{self, File},
    io::{self, Read, Seek},
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// One input: a file, standard input, or any reader.
///
/// Every input that begins like a gzip, zstd, xz or bzip2 file is decompressed, regardless of its name, and UTF-16 text
/// with a byte-order mark is read as UTF-8. With the feature `parquet`, Parquet, Arrow IPC (Feather) and NumPy files are
/// read as tables, whatever their names. Other kinds of file, such as zip archives and spreadsheets, are refused with
/// an [`UnsupportedFile`].
///
/// The columns of a table are treated as in a csv file: one holds the puzzles, and the others are carried along. They may be of
/// any type but structs, maps and lists of other things than integers, which are carried from tables to tables only. A NumPy array of integers and of shape (N, 81) or
/// (N, 9, 9) is a table with one column, `puzzle`. Rows are read by row groups, on threads of their own. A table must be an
/// uncompressed file, or a stream of Arrow IPC from any reader.
///
/// ```
/// use quadrille::{Batch, Input, tasks::Check};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("puzzles.txt");
/// # std::fs::write(&path, "1...3..2..4.4..1\n")?;
/// // SAFETY: no process changes the file until the run has returned.
/// let mapped = unsafe { Input::mapped(&path)? };
/// // `Input::stdin()` reads standard input.
/// assert_eq!((mapped.size(), mapped.way(), mapped.is_table()), (Some(17), "mapped into memory", false));
/// assert!(mapped.name().ends_with("puzzles.txt"));
/// let inputs = vec![mapped, Input::path(&path)?, Input::reader("memory", "1..............1\n".as_bytes())];
/// let mut answers = Vec::new();
/// Batch::new(Check::new()).run(inputs, &mut answers, &mut ())?;
/// assert_eq!(answers, b"unique\nunique\nmultiple\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Input<'a> {
    name: String,
    kind: InputKind<'a>,
    /// Its size in bytes, if it is known.
    len: Option<u64>,
    /// The number of threads of its run. With more than one, compressed text is read ahead.
    threads: usize,
}

enum InputKind<'a> {
    File(FileInput),
    Standard,
    Reader(Box<dyn Read + Send + 'a>),
    /// An input whose first bytes have been examined.
    Opened(Text<'a>),
}

#[derive(Clone)]
struct FileInput {
    path: PathBuf,
    /// Whether the caller has promised what [`Input::mapped`] requires.
    may_be_mapped: bool,
    /// A regular file with a known size, which must not change while it is read.
    is_stable: bool,
    /// Compressed, or UTF-16: its bytes are not its text.
    is_encoded: bool,
    /// Its index, if it is a table.
    #[cfg(feature = "parquet")]
    table: Option<InputTable>,
}

impl FileInput {
    /// A file that is read from its beginning to its end.
    fn read(path: PathBuf) -> FileInput {
        FileInput {
            path,
            may_be_mapped: false,
            is_stable: false,
            is_encoded: false,
            #[cfg(feature = "parquet")]
            table: None,
        }
    }
}

/// The error of an input whose first bytes cannot be read, or show a kind that is not read.
pub(super) fn cannot_open(name: &str, error: io::Error) -> Error {
    match error.downcast::<UnsupportedFile>() {
        Ok(unsupported) => Error::caused(ErrorKind::Input, name, unsupported),
        Err(e) => Error::io(ErrorKind::Input, format!("cannot open {name}"), e),
    }
}

impl<'a> Input<'a> {
    /// A file by its path, which is read. A change of the file while it is read is detected and is an error.
    ///
    /// # Errors
    /// If the file does not exist, cannot be opened, is a directory, or a kind of file that cannot be read.
    pub fn path(path: impl Into<PathBuf>) -> Result<Input<'a>, Error> {
        Input::file_input(path.into(), false)
    }

    /// A file by its path, which is mapped into memory if it is a regular file that is not compressed, and read
    /// otherwise. Mapping is faster with several threads, and needed to shard or resume a run over some formats.
    ///
    /// # Safety
    /// The file must not be changed or truncated, by this or any other process, until the run that reads it has
    /// returned. If it is changed, the bytes that are read are arbitrary; if it is truncated, the process is killed by
    /// SIGBUS.
    ///
    /// # Errors
    /// As [`path`](Input::path).
    pub unsafe fn mapped(path: impl Into<PathBuf>) -> Result<Input<'a>, Error> {
        Input::file_input(path.into(), true)
    }

    fn file_input(path: PathBuf, may_be_mapped: bool) -> Result<Input<'a>, Error> {
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot open {}", path.display()), e);
        let metadata = fs::metadata(&path).map_err(fail)?;
        if metadata.is_dir() {
            let (folder, files) = (path.display(), path.join("*.txt"));
            let what = format!("{folder} is a folder; name the files in it, as in {}", files.display());
            return Err(Error::new(ErrorKind::Input, what));
        }
        let name = path.display().to_string();
        if !metadata.is_file() {
            return Ok(Input { name, kind: InputKind::File(FileInput::read(path)), len: None, threads: 1 });
        }
        // Opened now to fail before any work, and again later: a run may have more inputs than a process may have
        // open files.
        let mut head = Vec::with_capacity(LONGEST);
        let file = File::open(&path).map_err(fail)?;
        let got = (&file).take(LONGEST as u64).read_to_end(&mut head);
        let is_encoded = match Encoding::of(&head) {
            Encoding::Plain => false,
            Encoding::Compressed(_) | Encoding::Utf16(_) => true,
            Encoding::Unsupported(kind) => {
                #[cfg(feature = "parquet")]
                if let Some(table) = InputTable::open(kind, &head, &name, file)? {
                    let file = FileInput { is_stable: true, table: Some(table), ..FileInput::read(path) };
                    return Ok(Input { name, kind: InputKind::File(file), len: None, threads: 1 });
                }
                let cause = UnsupportedFile::new(kind, Place::File);
                return Err(Error::caused(ErrorKind::Input, name, cause));
            }
        };
        #[cfg(feature = "parquet")]
        if matches!(got, Ok(0)) {
            InputTable::check_empty(&path, &name)?;
        }
        #[cfg(feature = "parquet")]
        if !is_encoded && metadata.len() == head.len() as u64 {
            InputTable::check_cut_short(&head, &name)?;
        }
        // Files in /proc have contents and a size of 0. The decompressed size of a file is not known.
        let is_stable = metadata.len() > 0;
        let len = ((is_stable && !is_encoded) || matches!(got, Ok(0))).then_some(metadata.len());
        // An empty file cannot be mapped.
        let may_be_mapped = may_be_mapped && len.is_some_and(|len| len > 0);
        let file = FileInput { may_be_mapped, is_stable, is_encoded, ..FileInput::read(path) };
        Ok(Input { name, kind: InputKind::File(file), len, threads: 1 })
    }

    /// Standard input. If it is not open for reading, the run fails.
    pub fn stdin() -> Input<'a> {
        Input { name: "-".to_owned(), kind: InputKind::Standard, len: None, threads: 1 }
    }

    /// Any reader. The name is used in messages.
    pub fn reader(name: impl Into<String>, reader: impl Read + Send + 'a) -> Input<'a> {
        Input { name: name.into(), kind: InputKind::Reader(Box::new(reader)), len: None, threads: 1 }
    }

    /// Sets the number of threads of the run that reads it.
    pub(crate) fn on_threads(self, threads: usize) -> Input<'a> {
        Input { threads, ..self }
    }

    /// The name used in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The size in bytes, if it is known before the input is read.
    pub fn size(&self) -> Option<u64> {
        self.len
    }

    /// How its bytes are read, in words.
    pub fn way(&self) -> &'static str {
        match &self.kind {
            InputKind::File(FileInput { is_encoded: true, .. }) => "read, decompressed or decoded",
            InputKind::File(FileInput { may_be_mapped: true, .. }) => "mapped into memory",
            InputKind::File(_) if self.is_table() => "read as a table",
            _ => "read",
        }
    }

    /// The path of the file, if the same bytes can be read repeatedly.
    pub(crate) fn file(&self) -> Option<&Path> {
        match &self.kind {
            InputKind::File(file) if file.is_stable || self.len == Some(0) => Some(&file.path),
            _ => None,
        }
    }

    /// The same file again, if its bytes can be read repeatedly.
    pub(crate) fn again(&self) -> Option<Input<'static>> {
        self.file()?;
        // The caller's promise about mapping holds until the run has returned.
        let InputKind::File(file) = &self.kind else { return None };
        let (name, kind) = (self.name.clone(), InputKind::File(file.clone()));
        Some(Input { name, kind, len: self.len, threads: self.threads })
    }

    /// The identity of the file, and its first and last bytes: enough to detect that it is another file. `None` if it
    /// cannot be read repeatedly.
    pub(crate) fn identity(&self) -> io::Result<Option<(Identity, Vec<u8>)>> {
        const ENDS: u64 = 64 << 10;
        let Some(path) = self.file() else { return Ok(None) };
        let mut file = File::open(path)?;
        let identity = Identity::of(&file.metadata()?);
        let mut ends = Vec::new();
        (&mut file).take(ENDS).read_to_end(&mut ends)?;
        file.seek(io::SeekFrom::Start(identity.len.saturating_sub(ENDS)))?;
        file.take(ENDS).read_to_end(&mut ends)?;
        Ok(Some((identity, ends)))
    }

    /// Whether the input is known to be a table.
    pub fn is_table(&self) -> bool {
        #[cfg(feature = "parquet")]
        return self.table_schema().is_some();
        #[cfg(not(feature = "parquet"))]
        false
    }

    /// The columns, if the input is known to be a table. The columns of a reader are known after
    /// [`find_table`](Self::find_table).
    #[cfg(feature = "parquet")]
    pub(crate) fn table_schema(&self) -> Option<InputSchema> {
        let schema = match &self.kind {
            InputKind::File(file) => file.table.as_ref()?.schema().clone(),
            InputKind::Opened(Text::Table(text)) => text.schema().clone(),
            _ => return None,
        };
        Some(InputSchema { name: self.name().to_owned(), schema })
    }

    /// The columns. Columns of text have no type.
    #[cfg(feature = "parquet")]
    pub(crate) fn input_schema(&self) -> InputSchema {
        self.table_schema().unwrap_or_else(|| InputSchema::text(self.name()))
    }

    /// The table and its file, if the input is a file with a table that has not changed since it was opened.
    #[cfg(feature = "parquet")]
    pub(crate) fn table_file(&self) -> Option<(&TableFile, File)> {
        let InputKind::File(FileInput { table: Some(table), path, .. }) = &self.kind else { return None };
        table.file(path)
    }

    /// Opens the rows of the table, to decode some of its columns and perhaps copy the others. If there is a range of the file's bytes,
    /// reads only the row groups that begin there.
    ///
    /// # Errors
    /// If it cannot be read, is damaged or has changed, or is not a table.
    #[cfg(feature = "parquet")]
    pub(crate) fn into_rows(
        self,
        answering: Answering<'_>,
        part: (Option<&Range<u64>>, bool),
    ) -> Result<InputRows<'a>, Error> {
        let opened = match self.kind {
            InputKind::File(FileInput { table: Some(table), path, .. }) => table.rows(&path, answering, part),
            InputKind::Opened(Text::Table(batches)) => Ok(InputRows::Stream(batches)),
            _ => Err(io::ErrorKind::Unsupported.into()),
        };
        opened.map_err(|e| Error::io(ErrorKind::Input, format!("cannot open {}", self.name), e))
    }

    /// How many rows of a table are in the row groups that begin in a range of the file's bytes.
    ///
    /// # Errors
    /// If the file cannot be looked at.
    #[cfg(feature = "parquet")]
    pub(crate) fn rows_within(&self, range: &Range<u64>) -> Result<u64, Error> {
        let InputKind::File(FileInput { table: Some(table), path, .. }) = &self.kind else { return Ok(0) };
        table.rows_within(path, range).map_err(|e| cannot_read(&self.name, e))
    }

    /// The first rows of the table, at least this many unless it has fewer; `None` if it is not a table.
    ///
    /// # Errors
    /// If they cannot be decoded.
    #[cfg(feature = "parquet")]
    pub(crate) fn first_rows(&mut self, rows: usize) -> Result<Option<Vec<arrow_array::RecordBatch>>, Error> {
        let found = match &mut self.kind {
            InputKind::File(FileInput { table: Some(table), path, .. }) => table.first_rows(path, rows),
            InputKind::Opened(Text::Table(batches)) => batches.first_rows(rows).map(Some),
            _ => Ok(None),
        };
        found.map_err(|what| cannot_read(&self.name, invalid(what)))
    }

    /// The source from which columns of the table are carried; `None` if they cannot be carried.
    ///
    /// # Errors
    /// If the file cannot be looked at.
    #[cfg(feature = "parquet")]
    pub(crate) fn carried(&self) -> Result<Option<CarriedInput>, Error> {
        let carried = match &self.kind {
            InputKind::File(FileInput { table: Some(table), path, .. }) => table.carried(path),
            InputKind::Opened(Text::Table(_)) => Ok(Some(CarriedInput::Stream(StreamRows::default()))),
            _ => Ok(None),
        };
        carried.map_err(|e| cannot_read(&self.name, e))
    }

    /// Reads the first bytes of a reader, as many as needed to know whether it is a table. An input that cannot be read
    /// twice is not read otherwise before its run.
    ///
    /// # Errors
    /// If they cannot be read, or belong to a file that is not read.
    #[cfg(feature = "parquet")]
    pub(crate) fn find_table(&mut self) -> Result<(), Error> {
        let is_stable = matches!(&self.kind, InputKind::File(file) if file.is_stable);
        if is_stable { Ok(()) } else { self.examine() }
    }

    /// Reads the first bytes, unless they have been examined or are known.
    ///
    /// # Errors
    /// If they cannot be read, or belong to a file that is not read.
    pub(super) fn examine(&mut self) -> Result<(), Error> {
        let nothing = InputKind::Reader(Box::new(io::empty()));
        let threads = self.threads;
        let text = match std::mem::replace(&mut self.kind, nothing) {
            InputKind::Reader(reader) => open_text(reader),
            InputKind::Standard => open_text_ahead(Box::new(StandardInput::new()), threads, true),
            InputKind::File(file) if !file.is_stable => {
                let reader = File::open(&file.path).inspect(enlarge);
                reader.and_then(|reader| open_text_ahead(Box::new(reader), threads, true))
            }
            InputKind::File(file) if file.is_encoded => {
                guarded(file.path).and_then(|reader| open_text_ahead(reader, threads, false))
            }
            kind => {
                self.kind = kind;
                return Ok(());
            }
        };
        self.kind = InputKind::Opened(text.map_err(|e| cannot_open(&self.name, e))?);
        Ok(())
    }

    /// The size of the file in bytes, if it can be divided into shards by them.
    ///
    /// # Errors
    /// Why it cannot.
    pub(crate) fn shard_len(&self) -> Result<u64, &'static str> {
        match &self.kind {
            #[cfg(feature = "parquet")]
            InputKind::File(FileInput { table: Some(table), path, .. }) => match fs::metadata(path) {
                Ok(about) if table.has_groups() => Ok(about.len()),
                Ok(_) => Err("is a stream"),
                Err(_) => Err("is not a regular file"),
            },
            InputKind::File(file) if file.is_encoded => Err("is compressed or UTF-16"),
            _ => self.file().and(self.len).ok_or("is not a regular file"),
        }
    }

    /// Opens the text of an input that is not a table.
    pub(super) fn open(mut self, range: Option<&Range<u64>>) -> Result<InputBytes<'a>, Error> {
        self.examine()?;
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot open {}", self.name), e);
        let stream = |text| match text {
            Text::Plain(reader) => Ok(InputBytes::Stream(reader)),
            #[cfg(feature = "parquet")]
            Text::Table(_) => Err(fail(io::ErrorKind::Unsupported.into())),
        };
        let FileInput { path, may_be_mapped, .. } = match self.kind {
            InputKind::File(file) => file,
            InputKind::Opened(text) => return stream(text),
            InputKind::Reader(_) | InputKind::Standard => unreachable!("it was examined"),
        };
        let mut file = File::open(&path).map_err(fail)?;
        let guard = || ChangeGuard::new(&file, path.clone()).map_err(fail);
        // Mapping may fail where reading works: for a file that has become empty since, and on some file systems.
        if may_be_mapped {
            // SAFETY: `may_be_mapped` is set by `Input::mapped` alone, whose caller promises that the file is not
            // changed while it is read.
            let mapped = unsafe { Mapped::map(file.try_clone().map_err(fail)?, &self.name, guard()?) };
            if let Ok(mapped) = mapped
                && Encoding::of(&mapped[..mapped.len().min(LONGEST)]) == Encoding::Plain
            {
                return Ok(InputBytes::Mapped(Arc::new(mapped)));
            }
        }
        let (guard, threads) = (guard()?, self.threads);
        if range.is_some() || is_plain(&mut file).map_err(fail)? {
            return Ok(InputBytes::File(PlainFile { file, guard, threads }));
        }
        let reader = Box::new(GuardedReader { reader: file, guard });
        let text = open_text_ahead(reader, threads, false);
        stream(text.map_err(|e| cannot_open(&self.name, e))?)
    }
}

/// Whether a file still begins like plain text, as when the input was made.
fn is_plain(file: &mut File) -> io::Result<bool> {
    let mut head = Vec::with_capacity(LONGEST);
    file.take(LONGEST as u64).read_to_end(&mut head)?;
    file.rewind()?;
    Ok(Encoding::of(&head) == Encoding::Plain)
}

/// A file that must not change while it is read.
fn guarded(path: PathBuf) -> io::Result<Source> {
    let file = File::open(&path)?;
    let guard = ChangeGuard::new(&file, path)?;
    Ok(Box::new(GuardedReader { reader: file, guard }))
}

//! Outputs: standard output, or a file that is replaced atomically when the output is complete.

mod compressed;
mod places;
mod table;
mod temporary;

use super::{
    compression::{Compression, Encoder},
    disk::{Disk, Os, folder, retry},
    fault_table::{TemporaryEntry, register_temporary},
    pipe::{PIPE_BUF, enlarge, lines, pipe_size},
    standard::StandardOutput,
};
use crate::tables::TableFormat;
use quadrille_base::error::{Error, ErrorKind};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};
use table::Table;
use temporary::TemporaryFile;

pub(crate) use places::{PlacedFile, Places};
#[cfg(feature = "parquet")]
pub use table::table_in_memory;
pub use table::{expect_counts, expect_puzzle_lines};

/// An output that is complete only after [`finish`](Output::finish).
///
/// ```
/// use quadrille::{Batch, Input, Output, tasks::Solve};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("solutions.txt");
/// // `Output::stdout()?` writes to standard output.
/// let mut output = Output::path(&path)?;
/// let puzzles = vec![Input::reader("puzzles", "1...3..2..4.4..1\n".as_bytes())];
/// Batch::new(Solve::new()).run_into(puzzles, &mut output, &mut ())?;
/// assert!(!path.exists());
/// assert!(output.temporary().is_some() && output.table_format().is_none() && output.whole_write_size().is_none());
/// assert!(output.name().ends_with("solutions.txt"));
/// // Everything that can fail but the new name is done.
/// output.sync()?;
/// output.finish()?;
/// assert_eq!(std::fs::read(&path)?, b"1234341221434321\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Output {
    name: String,
    state: OutputState,
    /// A run has failed, so there may be places that were never written.
    is_incomplete: bool,
}

enum OutputState {
    Plain(Destination),
    Compressed(Box<Encoder<Destination>>),
    Table(Table),
    /// All bytes are on the disk, if the output is a file.
    Synced(Destination),
    /// Syncing has failed, or the output is finished.
    Closed,
}

enum Destination {
    Stdout(StandardOutput),
    /// A temporary file beside the target, which is renamed at the end.
    TempFile {
        file: TemporaryFile,
        /// The bytes that have been written or given a place: the next ones are written there.
        len: u64,
        target: PathBuf,
        disk: Arc<dyn Disk>,
        _entry: TemporaryEntry,
    },
    /// A pipe or device, which is written directly.
    Direct(File),
    /// Who takes the batches of a table.
    #[cfg(feature = "parquet")]
    Batches(std::sync::mpsc::SyncSender<arrow_array::RecordBatch>),
}

impl Output {
    /// Standard output, without a buffer. If it is a file and a call of [`write_all`](Write::write_all) fails in the
    /// middle, because the disk is full, the part that was written is removed.
    ///
    /// # Errors
    /// If it is closed, or there are too many open files.
    pub fn stdout() -> Result<Output, Error> {
        let name = "standard output";
        let fail = |e| Error::io(ErrorKind::Output, format!("cannot write {name}"), e);
        let stdout = StandardOutput::new().map_err(fail)?;
        Ok(Output {
            name: name.into(),
            state: OutputState::Plain(Destination::Stdout(stdout)),
            is_incomplete: false,
        })
    }

    /// A file. The output goes to a temporary file beside it, which replaces it atomically in
    /// [`finish`](Output::finish). If the output is dropped before, the file is unchanged.
    ///
    /// A symbolic link is followed, so that the file it names is replaced. The permissions of an existing file are
    /// kept. A name that ends in `.gz` or `.zst` selects compression. One that ends in `.parquet`, `.arrow`, `.feather`,
    /// `.arrows` or `.npy` makes the output a [`table`](Output::table). A pipe or device is written directly.
    ///
    /// # Errors
    /// If the directory does not exist or cannot be written to, or the path names a directory; if the name belongs to a table,
    /// and the library is built without the feature `parquet`.
    pub fn path(path: &Path) -> Result<Output, Error> {
        Output::on(Arc::new(Os), path)
    }

    pub(crate) fn on(disk: Arc<dyn Disk>, path: &Path) -> Result<Output, Error> {
        let name = path.display().to_string();
        let fail = |e| Error::io(ErrorKind::Output, format!("cannot create {name}"), e);
        TableFormat::check_name(path).map_err(fail)?;
        let destination = match fs::metadata(path) {
            Ok(about) if about.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(about) if !about.is_file() => {
                OpenOptions::new().write(true).open(path).inspect(enlarge).map(Destination::Direct)
            }
            Ok(about) => fs::canonicalize(path)
                .and_then(|target| temporary_file(&disk, target, Some(about.permissions()))),
            // Otherwise the renaming would fail, after all the work.
            Err(e) if e.kind() == io::ErrorKind::NotFound && !names_a_file(path) => Err(e),
            // Possibly a link to a file that does not exist yet.
            Err(e) if e.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
                Ok(named) => return Output::on(disk, &path.with_file_name(named)),
                Err(_) => temporary_file(&disk, path.to_owned(), None),
            },
            Err(e) => Err(e),
        };
        let state = |destination| match (Compression::of_name(path), TableFormat::of_name(path)) {
            (None, None) => Ok(OutputState::Plain(destination)),
            (Some(compression), _) => {
                Encoder::new(compression, destination).map(|e| OutputState::Compressed(Box::new(e)))
            }
            (None, Some(format)) => Table::new(format, destination).map(OutputState::Table),
        };
        Ok(Output { state: destination.and_then(state).map_err(fail)?, name, is_incomplete: false })
    }

    /// Syncs the complete output to the disk, if it is a file, so that [`finish`](Self::finish) only has to rename it.
    /// Nothing can be written afterwards.
    ///
    /// # Errors
    /// If the output cannot be flushed or synced, or [`Batch::run_into`](crate::batch::Batch::run_into) has failed. It cannot be
    /// finished then.
    pub fn sync(&mut self) -> Result<(), Error> {
        if self.is_incomplete {
            return Err(self.cannot_write(io::Error::other("a run has failed, and it is incomplete")));
        }
        let destination = match std::mem::replace(&mut self.state, OutputState::Closed) {
            OutputState::Plain(destination) => Ok(destination),
            OutputState::Compressed(encoder) => encoder.finish(),
            OutputState::Table(table) => table.finish(),
            OutputState::Synced(destination) => {
                self.state = OutputState::Synced(destination);
                return Ok(());
            }
            OutputState::Closed => Err(closed()),
        };
        let synced = destination.and_then(|mut destination| destination.sync().map(|()| destination));
        self.state = OutputState::Synced(synced.map_err(|e| self.cannot_write(e))?);
        Ok(())
    }

    /// Replaces the target by the complete output, atomically: after a power failure there is either the old file or
    /// the complete new one.
    ///
    /// # Errors
    /// If the output cannot be flushed, synced or renamed; the target is unchanged then. If only the folder cannot be
    /// synced, the target has been replaced.
    pub fn finish(mut self) -> Result<(), Error> {
        self.sync()?;
        match std::mem::replace(&mut self.state, OutputState::Closed) {
            OutputState::Synced(destination) => destination.finish().map_err(|e| self.cannot_write(e)),
            _ => unreachable!("it was synced"),
        }
    }

    /// Notes that there may be places that were never written: the output cannot be finished.
    pub(crate) fn set_incomplete(&mut self) {
        self.is_incomplete = true;
    }

    fn cannot_write(&self, error: io::Error) -> Error {
        Error::io(ErrorKind::Output, format!("cannot write {}", self.name), error)
    }

    /// The temporary file that holds the output until it is finished, if there is one.
    pub fn temporary(&self) -> Option<&Path> {
        match &self.state {
            OutputState::Plain(destination) | OutputState::Synced(destination) => destination.temporary(),
            OutputState::Compressed(encoder) => encoder.get_ref().temporary(),
            OutputState::Table(table) => table.temporary(),
            OutputState::Closed => None,
        }
    }

    /// How many bytes the output takes as a whole or not at all: `PIPE_BUF`, if it is a pipe. A process that ends while
    /// it waits for the reader of a pipe has then written no part of them. A longer text is written in parts that end
    /// with a line.
    pub fn whole_write_size(&self) -> Option<usize> {
        match &self.state {
            OutputState::Plain(Destination::Stdout(out)) => pipe_size(out.file()),
            OutputState::Plain(Destination::Direct(file)) => pipe_size(file),
            _ => None,
        }
    }

    /// The name used in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file, if parts of the output can be written to their places in any order: nobody sees it before it is finished.
    pub(crate) fn places(&mut self) -> Option<Places<'_>> {
        match &mut self.state {
            OutputState::Plain(Destination::TempFile { file, len, .. }) => {
                Some(Places::new(&**file.as_file(), len))
            }
            _ => None,
        }
    }
}

/// Where others see the output, the text that was written is there, but not the end of a compressed stream.
impl Drop for Output {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.cut();
        }
    }
}

/// Whether a path can name a file: `folder/` and `folder/.` cannot.
fn names_a_file(path: &Path) -> bool {
    let path = path.as_os_str().as_encoded_bytes();
    let name = path.rsplit(|&b| std::path::is_separator(b.into())).next().unwrap_or_default();
    !matches!(name, b"" | b"." | b"..")
}

fn closed() -> io::Error {
    io::Error::other("the output is closed")
}

/// Creates a temporary file beside the target.
fn temporary_file(
    disk: &Arc<dyn Disk>,
    target: PathBuf,
    permissions: Option<fs::Permissions>,
) -> io::Result<Destination> {
    // Without an old file, with the permissions of any new file.
    let mut file = temporary::create(&**disk, &target, permissions.as_ref())?;
    if let Some(permissions) = permissions {
        file.as_file_mut().permit(permissions)?;
    }
    let _entry = register_temporary(file.path());
    Ok(Destination::TempFile { file, len: 0, target, disk: disk.clone(), _entry })
}

impl Destination {
    fn temporary(&self) -> Option<&Path> {
        match self {
            Destination::TempFile { file, .. } => Some(file.path()),
            _ => None,
        }
    }

    fn write_whole(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Destination::Stdout(out) => out.write_all(bytes),
            other => other.write_all(bytes),
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Destination::TempFile { file, .. } => file.as_file_mut().sync(),
            _ => Ok(()),
        }
    }

    fn finish(self) -> io::Result<()> {
        let Destination::TempFile { file, target, disk, .. } = self else { return Ok(()) };
        disk.rename(file.path(), &target)?;
        // The temporary file has been renamed.
        let (_, mut path) = file.into_parts();
        path.disable_cleanup(true);
        disk.sync_folder(folder(&target))
    }
}

/// Retries interrupted calls, because not every encoder does.
impl Write for Destination {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        retry(|| match self {
            Destination::Stdout(out) => out.write(bytes),
            Destination::TempFile { file, len, .. } => {
                let count = file.as_file().write_at(bytes, *len)?;
                places::start_writeback(&**file.as_file(), *len, count);
                *len += count as u64;
                Ok(count)
            }
            Destination::Direct(file) => file.write(bytes),
            #[cfg(feature = "parquet")]
            Destination::Batches(_) => Err(io::ErrorKind::Unsupported.into()),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        retry(|| match self {
            // It has no buffer.
            Destination::Stdout(_) => Ok(()),
            Destination::TempFile { file, .. } => file.as_file_mut().flush(),
            Destination::Direct(file) => file.flush(),
            #[cfg(feature = "parquet")]
            Destination::Batches(_) => Ok(()),
        })
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.state {
            OutputState::Plain(destination) => destination.write(bytes),
            OutputState::Compressed(encoder) => encoder.write(bytes),
            OutputState::Table(table) => table.write(bytes).map(|()| bytes.len()),
            OutputState::Synced(_) | OutputState::Closed => Err(closed()),
        }
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        // Only for longer writes, because the system is asked for the kind of the file.
        let pipe_size = if bytes.len() > PIPE_BUF { self.whole_write_size() } else { None };
        match &mut self.state {
            OutputState::Plain(destination) => match pipe_size {
                Some(size) => lines(bytes, size).try_for_each(|lines| destination.write_whole(lines)),
                None => destination.write_whole(bytes),
            },
            OutputState::Compressed(encoder) => encoder.write_all(bytes),
            OutputState::Table(table) => table.write(bytes),
            OutputState::Synced(_) | OutputState::Closed => Err(closed()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.state {
            OutputState::Plain(destination) => destination.flush(),
            // Blocks are written when they are complete.
            OutputState::Compressed(_) | OutputState::Table(_) => Ok(()),
            OutputState::Synced(_) | OutputState::Closed => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;

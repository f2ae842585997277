//! Where answers go: standard output, or a file that appears under its name only when complete.

use super::{
    compression::{Compression, Encoder},
    disk::{Disk, DiskFile, Os, again, folder},
    mapped,
};
use crate::error::{Error, ErrorKind};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::Arc,
};
use tempfile::NamedTempFile;

/// An output that is complete only once [`finish`](Output::finish) is called.
pub struct Output {
    name: String,
    way: Way,
}

enum Way {
    Plain(Sink),
    Packed(Encoder<Sink>),
    /// The whole output is on the disk, if it has one.
    Synced(Sink),
    /// It could not be brought there.
    Failed,
}

enum Sink {
    Stdout(io::Stdout),
    /// A temporary file beside the target.
    Beside {
        file: NamedTempFile<Box<dyn DiskFile>>,
        target: PathBuf,
        disk: Arc<dyn Disk>,
        _on_fault: mapped::OnFault,
    },
    /// Pipes and devices are written as they are: there is nothing to put in their place.
    Direct(File),
}

impl Output {
    /// Standard output.
    pub fn stdout() -> Output {
        Output { name: "standard output".into(), way: Way::Plain(Sink::Stdout(io::stdout())) }
    }

    /// A file. It is written beside its target and takes the target's place in
    /// [`finish`](Output::finish); dropped before, it leaves the target as it was.
    ///
    /// A symbolic link is followed, so that the file it names is replaced; an existing file's
    /// permissions are kept. A name that ends in `.gz` or `.zst` asks for compression.
    ///
    /// # Errors
    /// If the directory does not exist or cannot be written to, or the target is a directory.
    pub fn path(path: &Path) -> Result<Output, Error> {
        Output::on(Arc::new(Os), path)
    }

    pub(super) fn on(disk: Arc<dyn Disk>, path: &Path) -> Result<Output, Error> {
        let name = path.display().to_string();
        let fail = |e| Error::io(ErrorKind::Output, format!("cannot create {name}"), e);
        let sink = match fs::metadata(path) {
            Ok(about) if about.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(about) if !about.is_file() => OpenOptions::new().write(true).open(path).map(Sink::Direct),
            Ok(about) => {
                fs::canonicalize(path).and_then(|target| beside(&disk, target, Some(about.permissions())))
            }
            // Else found out only when the file is put in its place, after all the work.
            Err(e) if e.kind() == io::ErrorKind::NotFound && !names_a_file(path) => Err(e),
            // A link to a file that is yet to be.
            Err(e) if e.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
                Ok(named) => return Output::on(disk, &path.with_file_name(named)),
                Err(_) => beside(&disk, path.to_owned(), None),
            },
            Err(e) => Err(e),
        };
        let packed = |sink| match Compression::of_name(path) {
            None => Ok(Way::Plain(sink)),
            Some(packing) => Encoder::new(packing, sink).map(Way::Packed),
        };
        Ok(Output { way: sink.and_then(packed).map_err(fail)?, name })
    }

    /// Brings the complete output to the disk, if it is a file, so that [`finish`](Self::finish) has
    /// only to name it. Nothing can be written any more.
    ///
    /// # Errors
    /// If what was written cannot be flushed or made to last; it cannot be finished then.
    pub fn sync(&mut self) -> Result<(), Error> {
        let sink = match std::mem::replace(&mut self.way, Way::Failed) {
            Way::Plain(sink) => Ok(sink),
            Way::Packed(packer) => packer.finish(),
            Way::Synced(sink) => {
                self.way = Way::Synced(sink);
                return Ok(());
            }
            Way::Failed => Err(closed()),
        };
        let synced =
            sink.and_then(|mut sink| sink.sync().map(|()| sink)).map_err(|e| self.cannot_write(e))?;
        self.way = Way::Synced(synced);
        Ok(())
    }

    /// Puts the complete output in its place. After a power failure there is either what was there
    /// before or the complete output.
    ///
    /// # Errors
    /// If what was written cannot be flushed or made to last, or the file cannot be renamed: the target
    /// is as it was. If only the folder cannot be made to last, the output is in its place.
    pub fn finish(mut self) -> Result<(), Error> {
        self.sync()?;
        match std::mem::replace(&mut self.way, Way::Failed) {
            Way::Synced(sink) => sink.finish().map_err(|e| self.cannot_write(e)),
            _ => unreachable!("it was synced"),
        }
    }

    fn cannot_write(&self, error: io::Error) -> Error {
        Error::io(ErrorKind::Output, format!("cannot write {}", self.name), error)
    }

    /// The temporary file that the answers go to meanwhile, if there is one.
    pub fn temporary(&self) -> Option<&Path> {
        match &self.way {
            Way::Plain(sink) | Way::Synced(sink) => sink.temporary(),
            Way::Packed(packer) => packer.get_ref().temporary(),
            Way::Failed => None,
        }
    }

    /// The name used in messages.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Whether a file can have this path: `folder/` and `folder/.` are no names of files.
fn names_a_file(path: &Path) -> bool {
    let path = path.as_os_str().as_encoded_bytes();
    let name = path.rsplit(|&b| std::path::is_separator(b.into())).next().unwrap_or_default();
    !matches!(name, b"" | b"." | b"..")
}

fn closed() -> io::Error {
    io::Error::other("it is closed")
}

fn beside(disk: &Arc<dyn Disk>, target: PathBuf, permissions: Option<fs::Permissions>) -> io::Result<Sink> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".quadrille-").suffix(".tmp");
    // Made as any new file is: the temporary file's own default would hide it from others.
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let file = builder.make_in(folder(&target), |path| disk.open(path, &options))?;
    if let Some(permissions) = permissions {
        fs::set_permissions(file.path(), permissions)?;
    }
    let _on_fault = mapped::remove_on_fault(file.path());
    Ok(Sink::Beside { file, target, disk: disk.clone(), _on_fault })
}

impl Sink {
    fn temporary(&self) -> Option<&Path> {
        match self {
            Sink::Beside { file, .. } => Some(file.path()),
            _ => None,
        }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        match self {
            Sink::Beside { file, .. } => file.as_file_mut().sync(),
            _ => Ok(()),
        }
    }

    fn finish(self) -> io::Result<()> {
        let Sink::Beside { file, target, disk, .. } = self else { return Ok(()) };
        disk.rename(file.path(), &target)?;
        // It has no such name any more.
        let (_, mut path) = file.into_parts();
        path.disable_cleanup(true);
        disk.sync_folder(folder(&target))
    }
}

/// Not every packer asks again where a signal came in between.
impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        again(|| match self {
            Sink::Stdout(out) => out.write(bytes),
            Sink::Beside { file, .. } => file.as_file_mut().write(bytes),
            Sink::Direct(file) => file.write(bytes),
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        again(|| match self {
            Sink::Stdout(out) => out.flush(),
            Sink::Beside { file, .. } => file.as_file_mut().flush(),
            Sink::Direct(file) => file.flush(),
        })
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.way {
            Way::Plain(sink) => sink.write(bytes),
            Way::Packed(packer) => packer.write(bytes),
            Way::Synced(_) | Way::Failed => Err(closed()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.way {
            Way::Plain(sink) => sink.flush(),
            Way::Packed(packer) => packer.flush(),
            Way::Synced(_) | Way::Failed => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;

//! Where answers go: standard output, or a file that appears under its name only when complete.

use super::packed::{Packer, Packing};
use crate::error::{Error, ErrorKind};
use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};
use tempfile::NamedTempFile;

/// An output that is complete only once [`finish`](Output::finish) is called.
pub struct Output {
    name: String,
    way: Way,
}

enum Way {
    Plain(Sink),
    Packed(Packer<Sink>),
}

enum Sink {
    Stdout(io::Stdout),
    /// A temporary file beside the target.
    Beside {
        file: NamedTempFile,
        target: PathBuf,
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
        let name = path.display().to_string();
        let fail = |e| Error::io(ErrorKind::Output, format!("cannot create {name}"), e);
        let sink = match fs::metadata(path) {
            Ok(about) if about.is_dir() => Err(io::Error::from(io::ErrorKind::IsADirectory)),
            Ok(about) if !about.is_file() => OpenOptions::new().write(true).open(path).map(Sink::Direct),
            Ok(about) => fs::canonicalize(path).and_then(|target| beside(target, Some(about.permissions()))),
            // Else found out only when the file is put in its place, after all the work.
            Err(e) if e.kind() == io::ErrorKind::NotFound && !names_a_file(path) => Err(e),
            // A link to a file that is yet to be.
            Err(e) if e.kind() == io::ErrorKind::NotFound => match fs::read_link(path) {
                Ok(named) => return Output::path(&path.with_file_name(named)),
                Err(_) => beside(path.to_owned(), None),
            },
            Err(e) => Err(e),
        };
        let packed = |sink| match Packing::of_name(path) {
            None => Ok(Way::Plain(sink)),
            Some(packing) => Packer::new(packing, sink).map(Way::Packed),
        };
        Ok(Output { way: sink.and_then(packed).map_err(fail)?, name })
    }

    /// Puts the complete output in its place.
    ///
    /// # Errors
    /// If what was written cannot be flushed or the file cannot be renamed.
    pub fn finish(self) -> Result<(), Error> {
        let sink = match self.way {
            Way::Plain(sink) => Ok(sink),
            Way::Packed(packer) => packer.finish(),
        };
        sink.and_then(Sink::finish)
            .map_err(|e| Error::io(ErrorKind::Output, format!("cannot write {}", self.name), e))
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

fn beside(target: PathBuf, permissions: Option<fs::Permissions>) -> io::Result<Sink> {
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    builder.prefix(".quadrille-").suffix(".tmp");
    // As any new file: the temporary file's own default would hide it from others.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder)?;
    if let Some(permissions) = permissions {
        fs::set_permissions(file.path(), permissions)?;
    }
    Ok(Sink::Beside { file, target })
}

impl Sink {
    fn finish(self) -> io::Result<()> {
        match self {
            Sink::Stdout(mut out) => out.flush(),
            Sink::Direct(mut file) => file.flush(),
            Sink::Beside { mut file, target } => {
                file.flush().and_then(|()| file.persist(target).map(drop).map_err(|e| e.error))
            }
        }
    }
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Stdout(out) => out.write(bytes),
            Sink::Beside { file, .. } => file.write(bytes),
            Sink::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Stdout(out) => out.flush(),
            Sink::Beside { file, .. } => file.flush(),
            Sink::Direct(file) => file.flush(),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.way {
            Way::Plain(sink) => sink.write(bytes),
            Way::Packed(packer) => packer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.way {
            Way::Plain(sink) => sink.flush(),
            Way::Packed(packer) => packer.flush(),
        }
    }
}

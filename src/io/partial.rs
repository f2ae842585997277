//! An output that a process may be killed over and another goes on with.
//!
//! Beside the target lie two files until it is complete:
//!
//! ```text
//!  target.quadrille-partial   the answers so far, and perhaps some that were not committed
//!  target.quadrille-state     how many bytes of them are committed, their checksum, and the run's own note
//! ```
//!
//! To commit is to make the answers last first, and then to put a new state in the place of the old one. So
//! the state never speaks of bytes that are not there, whenever the process or the machine ends. What
//! the partial file has beyond them is cut off when it is taken up.

use super::{
    compression::Compression,
    disk::{Disk, DiskFile, Os, again, folder},
};
use crate::error::{Error, ErrorKind};
use crc32fast::Hasher;
use std::{
    fs::{self, OpenOptions},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// What the state file begins with; the number is that of its form.
const MAGIC: &str = "quadrille-state 1";

pub(crate) struct Partial {
    disk: Arc<dyn Disk>,
    file: Box<dyn DiskFile>,
    target: PathBuf,
    path: PathBuf,
    state: PathBuf,
    len: u64,
    sum: Hasher,
    /// The whole output was there already.
    complete: bool,
    /// It had its name too.
    named: bool,
}

/// A state as it is in its file.
struct State {
    len: u64,
    sum: u32,
    complete: bool,
    note: String,
}

impl State {
    fn write(&self) -> String {
        let Self { len, sum, complete, note } = self;
        let body = format!("{len} {sum:08x} {}\n{note}\n", if *complete { "complete" } else { "partial" });
        format!("{MAGIC} {:08x}\n{body}", checksum(body.as_bytes()))
    }

    /// `None` if it is damaged, or no state at all.
    fn read(text: &[u8]) -> Option<State> {
        let text = std::str::from_utf8(text).ok()?;
        let (head, body) = text.split_once('\n')?;
        let sum = head.strip_prefix(MAGIC)?.strip_prefix(' ')?;
        if sum != format!("{:08x}", checksum(body.as_bytes())) {
            return None;
        }
        let (line, note) = body.split_once('\n')?;
        let mut words = line.split(' ');
        let len = words.next()?.parse().ok()?;
        let sum = u32::from_str_radix(words.next()?, 16).ok()?;
        let complete = words.next()? == "complete";
        Some(State { len, sum, complete, note: note.strip_suffix('\n')?.to_owned() })
    }
}

pub(crate) fn checksum(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

impl Partial {
    /// Begins an output, or takes one up: then the note of its last commit comes with it.
    ///
    /// # Errors
    /// If the target can be no file or would have to be compressed, the state is damaged or does not fit
    /// the partial file, another process is at it, or the files cannot be made.
    pub fn open(target: &Path) -> Result<(Partial, Option<String>), Error> {
        Partial::on(Arc::new(Os), target)
    }

    /// As [`open`](Self::open). A lock may outlive its run by a moment, in a process that was just
    /// killed or in a child that the run has started: so it is asked for more than once.
    pub(crate) fn on(disk: Arc<dyn Disk>, target: &Path) -> Result<(Partial, Option<String>), Error> {
        for _ in 0..50 {
            if let Some(taken) = Partial::attempt(disk.clone(), target)? {
                return Ok(taken);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let what = format!("{}: another run is writing it", target.display());
        Err(Error::new(ErrorKind::Config, what))
    }

    /// `None` if another process is at it, or was when the state was read.
    fn attempt(disk: Arc<dyn Disk>, target: &Path) -> Result<Option<(Partial, Option<String>)>, Error> {
        let name = target.display().to_string();
        let refuse = |what: String| Error::new(ErrorKind::Config, what);
        let fail = |e| Error::io(ErrorKind::Output, format!("cannot create {name}"), e);
        if Compression::of_name(target).is_some() {
            return Err(refuse(format!("{name}: a compressed output cannot be resumed")));
        }
        let target = match fs::metadata(target) {
            Ok(about) if !about.is_file() => {
                return Err(refuse(format!("{name}: only an output that is a file can be resumed")));
            }
            Ok(_) => fs::canonicalize(target).map_err(fail)?,
            // A link that leads in a circle, say.
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(fail(e)),
            // A link to a file that is yet to be.
            Err(_) => match fs::read_link(target) {
                Ok(named) => return Partial::attempt(disk, &target.with_file_name(named)),
                Err(_) => target.to_owned(),
            },
        };
        let beside = |suffix: &str| {
            let mut name = target.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        let (path, state) = (beside(".quadrille-partial"), beside(".quadrille-state"));
        let read_state = || match disk.open(&state, OpenOptions::new().read(true)) {
            Ok(mut file) => {
                let mut text = Vec::new();
                file.read_to_end(&mut text).map(|_| Some(text)).map_err(fail)
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(e) => Err(fail(e)),
        };
        let text = read_state()?;
        let damaged = || {
            let state = state.display();
            refuse(format!("{state} is damaged; remove it to begin anew"))
        };
        let known = text.as_ref().map(|text| State::read(text).ok_or_else(damaged)).transpose()?;
        let (len, sum) = known.as_ref().map_or((0, 0), |known| (known.len, known.sum));
        let complete = known.as_ref().is_some_and(|known| known.complete);
        // A run that ended between naming the output and taking the state away.
        let named = complete && !path.exists() && target.exists();
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(known.is_none());
        let mut file = disk.open(if named { &target } else { &path }, &options).map_err(|e| match known {
            Some(_) => refuse(format!(
                "cannot open {}, which {} speaks of ({e}); remove the latter to begin anew",
                path.display(),
                state.display()
            )),
            None => fail(e),
        })?;
        if !file.lock().map_err(fail)? || read_state()? != text {
            return Ok(None);
        }
        // A run that ended in between has named the file, or a user has taken it away.
        if !file.is_at(if named { &target } else { &path }).map_err(fail)? {
            return Ok(None);
        }
        let crc = sum_of(&mut *file, len)
            .map_err(fail)?
            .filter(|crc| crc.clone().finalize() == sum)
            .ok_or_else(|| {
                refuse(format!(
                    "{} is not what {} says; remove both to begin anew",
                    path.display(),
                    state.display()
                ))
            })?;
        if !named {
            file.cut(len).map_err(fail)?;
            disk.sync_folder(folder(&path)).map_err(fail)?;
        }
        let partial = Partial { disk, file, target, path, state, len, sum: crc, complete, named };
        Ok(Some((partial, known.map(|known| known.note))))
    }

    /// Whether there is nothing left to be written.
    pub fn is_complete(&self) -> bool {
        self.complete
    }

    /// The target's name for messages.
    pub fn name(&self) -> String {
        self.target.display().to_string()
    }

    /// Makes what was written so far last, and the note with it.
    pub fn commit(&mut self, note: &str) -> Result<(), Error> {
        self.note(note, false).map_err(|e| self.cannot_write(e))
    }

    fn note(&mut self, note: &str, complete: bool) -> io::Result<()> {
        // Else the state would speak of a file that is not there.
        let place = if self.named { &self.target } else { &self.path };
        if !self.file.is_at(place)? {
            let what = format!("{} was removed or replaced meanwhile", place.display());
            return Err(io::Error::other(what));
        }
        self.file.flush()?;
        self.file.sync()?;
        let state =
            State { len: self.len, sum: self.sum.clone().finalize(), complete, note: note.to_owned() };
        let mut new = self.state.clone().into_os_string();
        new.push("-new");
        let new = PathBuf::from(new);
        self.put_state(&new, &state).inspect_err(|_| {
            // Of no use to anyone.
            let _ = self.disk.remove(&new);
        })?;
        self.disk.sync_folder(folder(&self.state))
    }

    /// Puts a state in the place of the last one, by way of a file of the name `new`.
    fn put_state(&self, new: &Path, state: &State) -> io::Result<()> {
        let options = OpenOptions::new().write(true).create(true).truncate(true).clone();
        let mut file = self.disk.open(new, &options)?;
        file.write_all(state.write().as_bytes())?;
        file.flush()?;
        file.sync()?;
        drop(file);
        self.disk.rename(new, &self.state)
    }

    /// Puts the complete output in the target's place and takes the state away.
    ///
    /// # Errors
    /// If something cannot be made to last; the run can then be taken up once more.
    pub fn finish(mut self, note: &str) -> Result<(), Error> {
        self.finish_all(note).map_err(|e| self.cannot_write(e))
    }

    fn finish_all(&mut self, note: &str) -> io::Result<()> {
        self.note(note, true)?;
        if !self.named {
            if let Ok(about) = fs::metadata(&self.target) {
                fs::set_permissions(&self.path, about.permissions())?;
            }
            self.disk.rename(&self.path, &self.target)?;
            self.disk.sync_folder(folder(&self.target))?;
        }
        self.disk.remove(&self.state)?;
        self.disk.sync_folder(folder(&self.target))
    }

    fn cannot_write(&self, error: io::Error) -> Error {
        Error::io(ErrorKind::Output, format!("cannot write {}", self.name()), error)
    }
}

impl Write for Partial {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.sum.update(&bytes[..written]);
        self.len += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The checksum of a file's first bytes; `None` if it has fewer.
fn sum_of(file: &mut dyn DiskFile, len: u64) -> io::Result<Option<Hasher>> {
    let (mut crc, mut left, mut piece) = (Hasher::new(), len, vec![0; 1 << 16]);
    while left > 0 {
        let wanted = left.min(piece.len() as u64) as usize;
        match again(|| file.read(&mut piece[..wanted]))? {
            0 => return Ok(None),
            n => {
                crc.update(&piece[..n]);
                left -= n as u64;
            }
        }
    }
    Ok(Some(crc))
}

#[cfg(test)]
mod tests;

//! Creates a resumable output, or opens one that an earlier run left.

use super::{Partial, SavedState, sum_of};
use crate::{
    io::{
        compression::Compression,
        disk::{Disk, DiskFile, Lock, Os, exclusive, folder},
    },
    tables::TableFormat,
};
use quadrille_base::error::{Error, ErrorKind};
use std::{
    fs::{self, OpenOptions, Permissions},
    io,
    path::{Path, PathBuf},
    sync::Arc,
    time::Duration,
};

/// Refuses outputs that cannot be continued.
fn check_name(target: &Path) -> Result<(), Error> {
    let what = if Compression::of_name(target).is_some() {
        "cannot resume a compressed output: write it without compression, and compress it afterward"
    } else if TableFormat::of_name(target).is_some() {
        "cannot resume a table: it is only valid once complete; resume a csv output, and convert it"
    } else {
        return Ok(());
    };
    Err(refusal(format!("{}: {what}", target.display())))
}

/// The files of one output.
struct Files {
    target: PathBuf,
    partial: PathBuf,
    state: PathBuf,
    new_state: PathBuf,
    /// The permissions of the old output, if there is one.
    permissions: Option<Permissions>,
}

impl Partial {
    /// Creates an output, or opens one that an earlier run left; then the payload of its last commit is returned too.
    ///
    /// # Errors
    /// If the target cannot be a file or would have to be compressed, the state is damaged or does not match the
    /// partial file, another process is writing the output, or the files cannot be created.
    pub fn open(target: &Path) -> Result<(Partial, Option<String>), Error> {
        Partial::on(Arc::new(Os), target)
    }

    /// As [`open`](Self::open). Tries several times, because a lock may outlive its run by a moment: in a process that
    /// has just been killed, or in a child of the run.
    pub(crate) fn on(disk: Arc<dyn Disk>, target: &Path) -> Result<(Partial, Option<String>), Error> {
        for _ in 0..50 {
            if let Some(opened) = Partial::try_open(disk.clone(), target)? {
                return Ok(opened);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Err(refusal(format!("{}: another run is writing it", target.display())))
    }

    /// `None` if another process is writing the output, or was when the state was read.
    fn try_open(disk: Arc<dyn Disk>, target: &Path) -> Result<Option<(Partial, Option<String>)>, Error> {
        let name = target.display().to_string();
        let fail = |e| Error::io(ErrorKind::Output, format!("cannot create {name}"), e);
        check_name(target)?;
        let files = Files::of(resolve_target(target)?);
        let text = read_if_present(&*disk, &files.state).map_err(fail)?;
        let state = text.as_deref().map(|text| files.parse_state(text)).transpose()?;
        let is_complete = state.as_ref().is_some_and(|state| state.is_complete);
        // The earlier run may have ended between renaming the output and removing the state.
        let is_renamed = is_complete && !files.partial.exists() && files.target.exists();
        let path = if is_renamed { &files.target } else { &files.partial };
        let starts_over = state.is_none() && files.partial.exists();
        let mut file = match (files.open(&*disk, path, state.is_none()), &state) {
            (Ok(file), _) => file,
            (Err(e), Some(_)) => return Err(files.missing(e)),
            (Err(e), None) => return Err(fail(e)),
        };
        // A run that ended meanwhile has renamed the file, or a user has removed it.
        if file.lock().map_err(fail)? == Lock::Held
            || read_if_present(&*disk, &files.state).map_err(fail)? != text
            || !file.is_at(path).map_err(fail)?
        {
            return Ok(None);
        }
        let (len, sum) = state.as_ref().map_or((0, 0), |state| (state.len, state.sum));
        let crc = sum_of(&mut *file, len).map_err(fail)?;
        let crc = crc.filter(|crc| crc.clone().finalize() == sum).ok_or_else(|| files.mismatch())?;
        files.remove_new_state(&*disk).map_err(fail)?;
        if !is_renamed {
            file.truncate(len).map_err(fail)?;
            files.permit(&mut *file).map_err(fail)?;
            disk.sync_folder(folder(&files.partial)).map_err(fail)?;
        }
        let Files { target, partial: path, state: state_path, new_state, permissions } = files;
        let partial = Partial {
            disk,
            file,
            target,
            path,
            state: state_path,
            new_state,
            permissions,
            len,
            crc,
            is_complete,
            is_renamed,
            starts_over,
        };
        Ok(Some((partial, state.map(|state| state.payload))))
    }
}

fn refusal(what: String) -> Error {
    Error::new(ErrorKind::Config, what)
}

/// The file that a target names, after following links; it need not exist.
fn resolve_target(target: &Path) -> Result<PathBuf, Error> {
    let name = target.display();
    let fail = |e| Error::io(ErrorKind::Output, format!("cannot create {name}"), e);
    match fs::metadata(target) {
        Ok(about) if !about.is_file() => {
            Err(refusal(format!("{name}: cannot resume an output that is not a regular file")))
        }
        Ok(_) => fs::canonicalize(target).map_err(fail),
        // For example, a loop of links.
        Err(e) if e.kind() != io::ErrorKind::NotFound => Err(fail(e)),
        // Possibly a link to a file that does not exist yet.
        Err(_) => match fs::read_link(target) {
            Ok(named) => resolve_target(&target.with_file_name(named)),
            Err(_) => Ok(target.to_owned()),
        },
    }
}

fn read_if_present(disk: &dyn Disk, path: &Path) -> io::Result<Option<Vec<u8>>> {
    match exclusive::open(disk, path, OpenOptions::new().read(true)) {
        Ok(mut file) => {
            let mut text = Vec::new();
            file.read_to_end(&mut text).map(|_| Some(text))
        }
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

impl Files {
    fn of(target: PathBuf) -> Files {
        let beside = |suffix: &str| {
            let mut name = target.as_os_str().to_owned();
            name.push(suffix);
            PathBuf::from(name)
        };
        Files {
            partial: beside(".quadrille-partial"),
            state: beside(".quadrille-state"),
            new_state: beside(".quadrille-state-new"),
            permissions: fs::metadata(&target).ok().map(|about| about.permissions()),
            target,
        }
    }

    fn open(&self, disk: &dyn Disk, path: &Path, create: bool) -> io::Result<Box<dyn DiskFile>> {
        if create {
            match exclusive::create(disk, path, self.permissions.as_ref()) {
                // An earlier run left it before its first commit.
                Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
                other => return other,
            }
        }
        exclusive::open(disk, path, OpenOptions::new().read(true).write(true))
    }

    /// Removes what a run left that was killed during a commit. A link is removed, not what it names.
    fn remove_new_state(&self, disk: &dyn Disk) -> io::Result<()> {
        match fs::symlink_metadata(&self.new_state) {
            Ok(_) => disk.remove(&self.new_state),
            Err(_) => Ok(()),
        }
    }

    /// Gives the partial file the permissions that the old output has now.
    fn permit(&self, partial: &mut dyn DiskFile) -> io::Result<()> {
        match &self.permissions {
            Some(permissions) => partial.permit(exclusive::writable(permissions)),
            None => Ok(()),
        }
    }

    fn parse_state(&self, text: &[u8]) -> Result<SavedState, Error> {
        SavedState::read(text)
            .ok_or_else(|| refusal(format!("{} is damaged; to start again, remove it", self.state.display())))
    }

    /// There is a state, but the partial file cannot be opened.
    fn missing(&self, error: io::Error) -> Error {
        let (partial, state) = (self.partial.display(), self.state.display());
        let what = format!("cannot resume (to start again, remove {state}): cannot open {partial}");
        Error::io(ErrorKind::Config, what, error)
    }

    /// The partial file does not begin with what was committed.
    fn mismatch(&self) -> Error {
        let (partial, state) = (self.partial.display(), self.state.display());
        refusal(format!("{partial} does not match {state}; to start again, remove both"))
    }
}

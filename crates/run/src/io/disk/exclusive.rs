//! Opens files that nobody else may have put there, and never through a link.
//!
//! The names of files beside an output are known. In a folder that others may write to, one of them could be a link to
//! another file, or a file that belongs to someone else.

use super::{Disk, DiskFile, folder};
use std::{
    fs::{self, OpenOptions, Permissions},
    io,
    path::Path,
};

/// Creates a file, which must not exist, for reading and writing; not through a link. With the permissions of another
/// file, if some are given, and otherwise with the permissions of any new file.
pub(crate) fn create(
    disk: &dyn Disk,
    path: &Path,
    permissions: Option<&Permissions>,
) -> io::Result<Box<dyn DiskFile>> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create_new(true);
    set_mode(&mut options, permissions);
    let mut file = disk.open(path, &options)?;
    // The system has removed what new files may not have; and a file that is to be written must be writable.
    match permissions.map(|permissions| file.permit(writable(permissions))) {
        Some(Err(error)) => {
            let _ = disk.remove(path);
            Err(error)
        }
        _ => Ok(file),
    }
}

/// Opens a file that an earlier run left.
///
/// # Errors
/// If it is a link, is not a regular file, has a second name, or belongs to neither this user, the owner of the folder nor the
/// superuser.
pub(crate) fn open(disk: &dyn Disk, path: &Path, options: &mut OpenOptions) -> io::Result<Box<dyn DiskFile>> {
    if fs::symlink_metadata(path).is_ok_and(|about| about.is_symlink()) {
        return Err(unsafe_file(path, "is a symbolic link"));
    }
    do_not_follow(options);
    let file = disk.open(path, options)?;
    let about = file.about()?;
    if !about.is_file() {
        return Err(unsafe_file(path, "is not a regular file"));
    }
    match foreign(&about, path)? {
        Some(what) => Err(unsafe_file(path, what)),
        None => Ok(file),
    }
}

fn unsafe_file(path: &Path, what: &str) -> io::Error {
    let path = path.display();
    io::Error::new(io::ErrorKind::InvalidInput, format!("{path} {what}, so it is not used; remove it"))
}

/// The permissions with those to read and write for the owner.
#[cfg(unix)]
pub(crate) fn writable(permissions: &Permissions) -> Permissions {
    use std::os::unix::fs::PermissionsExt;
    Permissions::from_mode(permissions.mode() & 0o777 | 0o600)
}

#[cfg(not(unix))]
pub(crate) fn writable(permissions: &Permissions) -> Permissions {
    let mut permissions = permissions.clone();
    permissions.set_readonly(false);
    permissions
}

#[cfg(unix)]
fn set_mode(options: &mut OpenOptions, permissions: Option<&Permissions>) {
    use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
    if let Some(permissions) = permissions {
        options.mode(permissions.mode() & 0o777 | 0o600);
    }
}

#[cfg(not(unix))]
fn set_mode(_: &mut OpenOptions, _: Option<&Permissions>) {}

#[cfg(unix)]
fn do_not_follow(options: &mut OpenOptions) {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    // The second flag keeps a pipe from blocking; it has no effect on files.
    options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
}

#[cfg(not(unix))]
fn do_not_follow(_: &mut OpenOptions) {}

/// Why another user may have put the file there, if so.
#[cfg(unix)]
fn foreign(about: &fs::Metadata, path: &Path) -> io::Result<Option<&'static str>> {
    use std::os::unix::fs::MetadataExt;
    let trusted = [0, rustix::process::geteuid().as_raw(), fs::metadata(folder(path))?.uid()];
    Ok(match about.nlink() {
        _ if !trusted.contains(&about.uid()) => Some("belongs to another user"),
        0 | 1 => None,
        _ => Some("has a second name (a hard link)"),
    })
}

#[cfg(not(unix))]
fn foreign(_: &fs::Metadata, _: &Path) -> io::Result<Option<&'static str>> {
    let _ = folder;
    Ok(None)
}

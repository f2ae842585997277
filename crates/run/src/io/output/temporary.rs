//! The temporary file of an output, and those that killed runs have left.
//!
//! Its name tells the output: `.quadrille-CHECKSUM-N.tmp`, with the checksum of the name of the output, and a number from
//! 0, since several runs may write the same output. A run keeps its file locked, and the system removes the lock when it
//! ends in any way: a file that can be locked is of no use to anyone, and is removed.

use crate::io::{
    disk::{Disk, DiskFile, Lock, exclusive, folder},
    partial::checksum,
};
use std::{
    fs::{self, OpenOptions, Permissions},
    io,
    path::Path,
};
use tempfile::{Builder, NamedTempFile};

/// How many runs have such names at the same time. Any more have random names, and leave their file if they are killed.
const NUMBERS: u32 = 8;

pub(super) type TemporaryFile = NamedTempFile<Box<dyn DiskFile>>;

/// Creates a temporary file beside the target, with the permissions that the target has, if it exists.
pub(super) fn create(
    disk: &dyn Disk,
    target: &Path,
    permissions: Option<&Permissions>,
) -> io::Result<TemporaryFile> {
    let name = target.file_name().unwrap_or_default();
    let prefix = format!(".quadrille-{:08x}-", checksum(name.as_encoded_bytes()));
    let names: Vec<_> = (0..NUMBERS).map(|number| format!("{prefix}{number}.tmp")).collect();
    for name in &names {
        // It is in the way of no run.
        let _ = remove_if_dead(disk, &folder(target).join(name));
    }
    let make = |path: &Path| locked(disk, path, permissions);
    for name in &names {
        match Builder::new().prefix(name).rand_bytes(0).make_in(folder(target), make) {
            Err(e) if e.kind() == io::ErrorKind::AlreadyExists => {}
            other => return other,
        }
    }
    Builder::new().prefix(&prefix).suffix(".tmp").make_in(folder(target), make)
}

fn locked(disk: &dyn Disk, path: &Path, permissions: Option<&Permissions>) -> io::Result<Box<dyn DiskFile>> {
    let mut file = exclusive::create(disk, path, permissions)?;
    // Another run may have locked and removed it in this moment.
    if file.lock()? == Lock::Held || !file.is_at(path)? {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    Ok(file)
}

/// Removes the temporary file of a run that has been killed.
fn remove_if_dead(disk: &dyn Disk, path: &Path) -> io::Result<()> {
    if !fs::symlink_metadata(path)?.is_file() {
        return Ok(());
    }
    let mut file = exclusive::open(disk, path, OpenOptions::new().read(true).write(true))?;
    // A run that ends in this moment has renamed it.
    if file.lock()? == Lock::Taken && file.is_at(path)? {
        disk.remove(path)?;
    }
    Ok(())
}

/// The paths that the temporary files of an output may have.
#[cfg(test)]
pub(super) fn paths(target: &Path) -> Vec<std::path::PathBuf> {
    let name = target.file_name().unwrap_or_default();
    let checksum = checksum(name.as_encoded_bytes());
    (0..NUMBERS)
        .map(|number| folder(target).join(format!(".quadrille-{checksum:08x}-{number}.tmp")))
        .collect()
}

//! A folder for files that are put in their places together.

use super::error::Error;
use std::{
    fs,
    path::{Path, PathBuf},
};
use tempfile::TempDir;

/// The names of the parts.
const PARTS: [&str; 2] = ["test", "train"];

/// Files that are being written in a folder of their own, in the folder where they will be. Dropped, it leaves nothing.
pub struct Staging {
    out: PathBuf,
    folder: Option<TempDir>,
    /// Whether the folder was not there before.
    is_new: bool,
}

impl Staging {
    /// Creates the folder, and the one that the files will be in.
    pub fn create(out: &Path) -> Result<Staging, Error> {
        let fail = Error::of_file(out);
        let is_new = !out.exists();
        fs::create_dir_all(out).map_err(&fail)?;
        let folder = tempfile::Builder::new().prefix(".quadrille-").tempdir_in(out).map_err(&fail)?;
        Ok(Staging { out: out.to_path_buf(), folder: Some(folder), is_new })
    }

    /// Where the files are written.
    pub fn folder(&self) -> &Path {
        self.folder.as_ref().map_or(&self.out, TempDir::path)
    }

    /// Moves the files to their places, over those that are there.
    pub fn publish(self) -> Result<(), Error> {
        for part in PARTS {
            let (from, to) = (self.folder().join(part), self.out.join(part));
            fs::create_dir_all(&to).map_err(Error::of_file(&to))?;
            for entry in fs::read_dir(&from).map_err(Error::of_file(&from))? {
                let entry = entry.map_err(Error::of_file(&from))?;
                let path = to.join(entry.file_name());
                fs::rename(entry.path(), &path).map_err(Error::of_file(&path))?;
            }
        }
        let identifiers = self.out.join("identifiers.json");
        fs::write(&identifiers, "[\"<blank>\"]").map_err(Error::of_file(&identifiers))
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        drop(self.folder.take());
        if self.is_new {
            // It fails, as it should, if there is anything in it.
            _ = fs::remove_dir(&self.out);
        }
    }
}

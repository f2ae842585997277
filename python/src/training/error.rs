//! Why a training set is not built.

use std::{io, path::Path};

/// Why a training set is not built.
#[derive(Debug)]
pub enum Error {
    /// An option or the contents of a file, in one line.
    Data(String),
    /// A file that cannot be read or written: its path, and why.
    File { path: String, source: io::Error },
    /// Rows of the training part, from 0, each with a row of the test part that is equivalent to it.
    Leaks { message: String, rows: Vec<(u64, u64)> },
    /// The stop flag was raised.
    Stopped,
}

impl Error {
    /// A closure that says which file an error of the system is about.
    pub fn of_file(path: &Path) -> impl Fn(io::Error) -> Error + '_ {
        |source| Error::File { path: path.display().to_string(), source }
    }
}

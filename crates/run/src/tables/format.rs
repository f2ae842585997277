//! The kinds of tables that can be written, by name.

use quadrille_base::error::{Error, ErrorKind};
use std::{ffi::OsStr, fmt, io, path::Path, str::FromStr};

/// The extensions of compressed files.
const COMPRESSED: &[&str] = &["gz", "zst", "xz", "bz2"];

/// A kind of file that holds a table.
///
/// ```
/// use quadrille::batch::TableFormat;
///
/// assert_eq!("parquet".parse::<TableFormat>()?, TableFormat::Parquet);
/// assert_eq!(TableFormat::ArrowStream.to_string(), "arrows");
/// assert_eq!(TableFormat::of_name("a.feather".as_ref()), TableFormat::named("arrow"));
/// let names: Vec<_> = TableFormat::all().iter().map(|format| (format.name(), format.about())).collect();
/// assert_eq!(names[0], ("parquet", "a Parquet file with the columns of csv"));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TableFormat {
    /// Apache Parquet, compressed with zstd at level 1.
    Parquet,
    /// An Arrow IPC file, also called Feather, not compressed.
    Arrow,
    /// An Arrow IPC stream, not compressed.
    ArrowStream,
    /// A NumPy array of shape (records, cells) and type `uint8`: the boards alone, zeros where there is none.
    Npy,
}

impl fmt::Display for TableFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for TableFormat {
    type Err = Error;

    fn from_str(name: &str) -> Result<TableFormat, Error> {
        let names = || TableFormat::ALL.map(TableFormat::name).join(", ");
        let unknown = || Error::new(ErrorKind::Malformed, format!("{name:?}: tables are {}", names()));
        TableFormat::named(name).ok_or_else(unknown)
    }
}

impl TableFormat {
    const ALL: [TableFormat; 4] =
        [TableFormat::Parquet, TableFormat::Arrow, TableFormat::ArrowStream, TableFormat::Npy];

    /// All of them.
    pub fn all() -> &'static [TableFormat] {
        &Self::ALL
    }

    /// The one with this name.
    pub fn named(name: &str) -> Option<TableFormat> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            TableFormat::Parquet => "parquet",
            TableFormat::Arrow => "arrow",
            TableFormat::ArrowStream => "arrows",
            TableFormat::Npy => "npy",
        }
    }

    /// A one-line description.
    pub fn about(self) -> &'static str {
        match self {
            TableFormat::Parquet => "a Parquet file with the columns of csv",
            TableFormat::Arrow => "an Arrow IPC file (Feather) with the columns of csv",
            TableFormat::ArrowStream => "an Arrow IPC stream with the columns of csv",
            TableFormat::Npy => "a NumPy array with a row of digits for each board, 0 for none",
        }
    }

    /// Whether it has all columns, not boards alone.
    pub(crate) fn has_columns(self) -> bool {
        self != TableFormat::Npy
    }

    fn extensions(self) -> &'static [&'static str] {
        match self {
            TableFormat::Parquet => &["parquet"],
            TableFormat::Arrow => &["arrow", "feather"],
            TableFormat::ArrowStream => &["arrows"],
            TableFormat::Npy => &["npy"],
        }
    }

    /// The one that a file name asks for by its extension: `.parquet`, `.arrow` or `.feather`, `.arrows`, `.npy`.
    pub fn of_name(path: &Path) -> Option<TableFormat> {
        let extension = extension(path)?;
        Self::ALL.into_iter().find(|format| format.extensions().contains(&&*extension))
    }

    /// Refuses a name such as `x.parquet.gz`.
    pub(crate) fn check_name(path: &Path) -> io::Result<()> {
        let is_compressed = extension(path).is_some_and(|extension| COMPRESSED.contains(&&*extension));
        let stem = Path::new(path.file_stem().unwrap_or_default());
        match TableFormat::of_name(stem).filter(|_| is_compressed) {
            Some(format) => {
                let what = format!(
                    "{} files are not compressed as a whole: name it {}",
                    format.name(),
                    path.with_extension("").display()
                );
                Err(io::Error::new(io::ErrorKind::Unsupported, what))
            }
            None => Ok(()),
        }
    }

    /// The error of a build without the feature for tables.
    #[cfg(not(feature = "parquet"))]
    pub(crate) fn unsupported(self) -> io::Error {
        let what = format!(
            "{} files need the feature `parquet`, which this build does not have: in a clone, use `cargo install \
             --path . --features parquet`, or the Python package: `pip install ./python`",
            self.name()
        );
        io::Error::new(io::ErrorKind::Unsupported, what)
    }
}

fn extension(path: &Path) -> Option<String> {
    path.extension().and_then(OsStr::to_str).map(str::to_ascii_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_the_format() {
        for format in TableFormat::all() {
            assert_eq!(TableFormat::named(format.name()), Some(*format));
        }
        assert_eq!(TableFormat::of_name("A.PARQUET".as_ref()), Some(TableFormat::Parquet));
        for name in ["parquet", "x.parquet.gz", "x.csv", "-"] {
            assert_eq!(TableFormat::of_name(name.as_ref()), None, "{name}");
        }
    }

    #[test]
    fn a_table_is_not_compressed_as_a_whole() {
        assert!(TableFormat::check_name("x.parquet.gz".as_ref()).is_err());
        assert!(TableFormat::check_name("x.NPY.zst".as_ref()).is_err());
        for name in ["x.parquet", "x.csv.gz", "x.gz", "parquet.gz"] {
            assert!(TableFormat::check_name(name.as_ref()).is_ok(), "{name}");
        }
    }
}

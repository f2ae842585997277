//! Kinds of files that hold no puzzles as text, recognized by their first bytes.

use std::{fmt, ops::Range};

/// A kind of file that is not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FileKind {
    /// A zip archive.
    Zip,
    /// A spreadsheet of a current Office program.
    Xlsx,
    /// A document of an old Office program, such as a spreadsheet.
    OldOffice,
    /// A numpy array.
    Npy,
    /// A zip archive of numpy arrays.
    Npz,
    /// Pickled objects of Python.
    Pickle,
    /// A Parquet table.
    Parquet,
    /// An Arrow or Feather table.
    Arrow,
    /// A Feather table in the first version of that format.
    FeatherV1,
    /// An Avro file.
    Avro,
    /// An ORC table.
    Orc,
    /// An HDF5 file.
    Hdf5,
    /// An SQLite database.
    Sqlite,
    /// A 7z archive.
    SevenZip,
    /// A rar archive.
    Rar,
    /// A tar archive.
    Tar,
    /// Compressed with lz4.
    Lz4,
    /// Compressed with lzip.
    Lzip,
    /// Compressed with compress.
    Compress,
    /// Compressed a second time.
    CompressedTwice,
    /// A PDF document.
    Pdf,
    /// An RTF document.
    Rtf,
    /// An HTML page.
    Html,
    /// A file of the app OpenSudoku.
    OpenSudoku,
    /// Another XML document.
    Xml,
    /// An image.
    Image,
    /// A program.
    Program,
    /// UTF-16 text without a byte-order mark.
    Utf16,
    /// UTF-32 text.
    Utf32,
}

use FileKind::*;

/// The first bytes of the kinds, as Latin-1, in any case of letters. No text of digits, letters and separators begins with one of them.
const SIGNATURES: &[(FileKind, &[&str])] = &[
    (Zip, &["PK\x03\x04", "PK\x05\x06"]),
    (SevenZip, &["7z\u{BC}\u{AF}\x27\x1C"]),
    (Rar, &["Rar!\x1A\x07"]),
    (Lz4, &["\x04\"M\x18"]),
    (Lzip, &["LZIP\x01"]),
    (Compress, &["\x1F\u{9D}"]),
    (OldOffice, &["\u{D0}\u{CF}\x11\u{E0}\u{A1}\u{B1}\x1A\u{E1}"]),
    (Npy, &["\u{93}NUMPY"]),
    (Pickle, &["\u{80}\x02", "\u{80}\x03", "\u{80}\x04", "\u{80}\x05"]),
    (Parquet, &["PAR1\x15", "PARE\x15"]),
    (Arrow, &["ARROW1\0", "\u{FF}\u{FF}\u{FF}\u{FF}"]),
    (FeatherV1, &["FEA1\0"]),
    (Avro, &["Obj\x01"]),
    (Orc, &["ORC\n\x02", "ORC\n\x04", "ORC\n\x06", "ORC\x08", "ORC\x12"]),
    (Hdf5, &["\u{89}HDF\r\n\x1A\n"]),
    (Sqlite, &["SQLite format 3\0"]),
    (Pdf, &["%PDF-1.", "%PDF-2."]),
    (Rtf, &["{\\rtf"]),
    (Html, &["<!DOCTYPE html", "<html"]),
    (OpenSudoku, &["<opensudoku"]),
    (Xml, &["<?xml"]),
    (Image, &["\u{89}PNG\r\n", "\u{FF}\u{D8}\u{FF}", "GIF87a", "GIF89a"]),
    (Program, &["\x7FELF"]),
    (Utf32, &["\u{FF}\u{FE}\0\0", "\0\0\u{FE}\u{FF}"]),
];

/// The kind of a file by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Recognized {
    Kind(FileKind),
    /// Nothing that these bytes begin with.
    Text,
    /// It depends on further bytes.
    Unsure,
}

/// The longest beginning that is looked at.
pub(super) const LONGEST: usize = 512;

/// Recognizes the kind of a file by its first bytes. `is_all` if no more of them are offered: more than [`LONGEST`] are
/// never needed.
pub(super) fn recognize(head: &[u8], is_all: bool) -> Recognized {
    let mut unsure = false;
    for (kind, signature) in SIGNATURES.iter().flat_map(|(kind, all)| all.iter().map(move |s| (*kind, s))) {
        let mut bytes = signature.chars().map(|c| c as u32 as u8);
        let same = head.iter().zip(&mut bytes).all(|(byte, wanted)| byte.eq_ignore_ascii_case(&wanted));
        if same && head.len() >= signature.chars().count() {
            return refine(kind, head, is_all);
        }
        unsure |= same;
    }
    match utf16(head) {
        Some(true) => return Recognized::Kind(Utf16),
        None => unsure = true,
        Some(false) => {}
    }
    match is_tar(head) {
        Some(true) => return Recognized::Kind(Tar),
        None => unsure = true,
        Some(false) => {}
    }
    if unsure && !is_all { Recognized::Unsure } else { Recognized::Text }
}

/// Whether a head belongs to a tar archive: `ustar` after fields that are filled up with zeros, which no text has.
/// `None` if there are too few bytes.
fn is_tar(head: &[u8]) -> Option<bool> {
    const MAGIC: Range<usize> = 257..262;
    if !head.iter().take(MAGIC.start).any(|byte| *byte == 0) {
        return Some(false);
    }
    head.get(MAGIC).map(|magic| magic == b"ustar")
}

/// A zip archive may be a spreadsheet or arrays, and an XML document may be from OpenSudoku: what follows tells.
fn refine(kind: FileKind, head: &[u8], is_all: bool) -> Recognized {
    match kind {
        Zip => in_zip(head, is_all),
        Xml => in_xml(head, is_all),
        _ => Recognized::Kind(kind),
    }
}

/// By the first element, after the line of the version and comments.
fn in_xml(head: &[u8], is_all: bool) -> Recognized {
    const NAME: &[u8] = b"<opensudoku";
    let head = &head[..head.len().min(LONGEST)];
    match head.windows(NAME.len()).any(|bytes| bytes.eq_ignore_ascii_case(NAME)) {
        true => Recognized::Kind(OpenSudoku),
        false if is_all || head.len() == LONGEST => Recognized::Kind(Xml),
        false => Recognized::Unsure,
    }
}

/// By the name of the first file.
fn in_zip(head: &[u8], is_all: bool) -> Recognized {
    const NAME: usize = 30;
    let len = head.get(26..28).map_or(0, |len| usize::from(len[0]) + 256 * usize::from(len[1]));
    let Some(name) = head.get(NAME..NAME + len) else {
        return if is_all { Recognized::Kind(Zip) } else { Recognized::Unsure };
    };
    let is_office =
        [&b"[Content_Types].xml"[..], b"xl/", b"_rels/"].iter().any(|part| name.starts_with(part));
    Recognized::Kind(if is_office {
        Xlsx
    } else if name.ends_with(b".npy") {
        Npz
    } else {
        Zip
    })
}

/// Whether every second byte of the first eight is zero and the others are not; `None` if there are too few bytes.
fn utf16(head: &[u8]) -> Option<bool> {
    let alternates = |first: usize| {
        head.iter().take(8).enumerate().all(|(at, byte)| (*byte == 0) == (at % 2 != first) && byte.is_ascii())
    };
    match head.len() {
        0 => Some(false),
        _ if !alternates(0) && !alternates(1) => Some(false),
        1..8 => None,
        _ => Some(true),
    }
}

impl fmt::Display for FileKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Zip => "a zip archive",
            Xlsx => "a spreadsheet (xlsx)",
            OldOffice => "a document of an old Office program, such as a spreadsheet (xls)",
            Npy => "a numpy array (npy)",
            Npz => "an archive of numpy arrays (npz)",
            Pickle => "pickled objects of Python",
            Parquet => "a Parquet table",
            Arrow => "an Arrow or Feather table",
            FeatherV1 => "a Feather table in the first version of that format",
            Avro => "an Avro file",
            Orc => "an ORC table",
            Hdf5 => "an HDF5 file",
            Sqlite => "an SQLite database",
            SevenZip => "a 7z archive",
            Rar => "a rar archive",
            Tar => "a tar archive",
            Lz4 => "compressed with lz4",
            Lzip => "compressed with lzip",
            Compress => "compressed with compress (.Z)",
            CompressedTwice => "compressed twice",
            Pdf => "a PDF document",
            Rtf => "an RTF document",
            Html => "an HTML page",
            OpenSudoku => "an OpenSudoku file",
            Xml => "an XML document",
            Image => "an image",
            Program => "a program",
            Utf16 => "UTF-16 text without a byte-order mark",
            Utf32 => "UTF-32 text",
        })
    }
}

/// An input is a kind of file that is not read. It is the [`source`](std::error::Error::source) of an
/// [`Error`](quadrille_base::error::Error).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UnsupportedFile {
    kind: FileKind,
    place: Place,
}

/// Where the bytes were that tell the kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    File,
    /// In a compressed input.
    Compressed,
    /// In an input without positions.
    Pipe,
}

impl UnsupportedFile {
    pub(super) fn new(kind: FileKind, place: Place) -> UnsupportedFile {
        UnsupportedFile { kind, place }
    }

    /// Whether the file could be read if it were not compressed, or came from a file instead of a pipe: it is a Parquet,
    /// Arrow or NumPy file, and the feature `parquet` is on.
    pub fn needs_file(&self) -> bool {
        cfg!(feature = "parquet") && self.place != Place::File && matches!(self.kind, Parquet | Arrow | Npy)
    }

    /// Whether the kind is read by a build with the feature `parquet`, and this is one without.
    pub fn needs_feature(&self) -> bool {
        cfg!(not(feature = "parquet")) && matches!(self.kind, Parquet | Arrow | Npy)
    }

    /// The kind of the file.
    pub fn kind(&self) -> FileKind {
        self.kind
    }
}

impl fmt::Display for UnsupportedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind;
        match self.place {
            _ if self.needs_feature() => write!(f, "it is {kind}, which this build does not read"),
            Place::Compressed if self.needs_file() => {
                write!(f, "it is {kind} that was compressed as a whole")
            }
            Place::Pipe if self.needs_file() => write!(f, "it is {kind}, which can only be read from a file"),
            _ if matches!(kind, Image | Program) => write!(f, "expected puzzles, found {kind}"),
            _ => write!(f, "it is {kind}, which cannot be read"),
        }
    }
}

impl std::error::Error for UnsupportedFile {}

/// Whether an input with these first bytes is a stream of Arrow IPC.
#[cfg(feature = "parquet")]
pub(super) fn is_arrow_stream(head: &[u8]) -> bool {
    head.starts_with(&[0xFF; 4])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The shortest beginnings, and that less of them is undecided.
    #[test]
    fn kinds_are_recognized_by_their_first_bytes() {
        for (kind, signatures) in SIGNATURES {
            for signature in *signatures {
                let mut head: Vec<u8> = signature.chars().map(|c| c as u32 as u8).collect();
                for len in 1..head.len() {
                    assert_eq!(recognize(&head[..len], false), Recognized::Unsure, "{kind:?}: {len} bytes");
                    assert_eq!(recognize(&head[..len], true), Recognized::Text, "{kind:?}: {len} bytes");
                }
                head.resize(LONGEST, 0);
                assert_eq!(recognize(&head, true), Recognized::Kind(*kind));
            }
        }
        let zip = |name: &str| {
            let mut head = b"PK\x03\x04".to_vec();
            head.resize(26, 0);
            head.extend([name.len() as u8, 0, 0, 0]);
            [&head, name.as_bytes()].concat()
        };
        for (name, kind) in
            [("[Content_Types].xml", Xlsx), ("xl/workbook.xml", Xlsx), ("quizzes.npy", Npz), ("a.txt", Zip)]
        {
            assert_eq!(recognize(&zip(name), false), Recognized::Kind(kind));
            assert_eq!(recognize(&zip(name)[..32], false), Recognized::Unsure);
        }
        assert_eq!(recognize(b"5\x003\0.\0.\0", false), Recognized::Kind(Utf16));
        assert_eq!(recognize(b"\x005\x003\0.\0.", false), Recognized::Kind(Utf16));
        let mut tar = [0; LONGEST];
        tar[..5].copy_from_slice(b"p.txt");
        tar[257..262].copy_from_slice(b"ustar");
        assert_eq!(recognize(&tar, true), Recognized::Kind(Tar));
    }

    #[test]
    fn files_of_opensudoku_are_recognized_by_their_first_element() {
        let begin = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";
        let file = |text: &str| recognize(format!("{begin}{text}").as_bytes(), false);
        assert_eq!(file("<opensudoku>\n<name>A</name>"), Recognized::Kind(OpenSudoku));
        assert_eq!(file("<!-- a comment --><opensudoku version=\"2\">"), Recognized::Kind(OpenSudoku));
        assert_eq!(file("<open"), Recognized::Unsure);
        assert_eq!(recognize(format!("{begin}<puzzles/>").as_bytes(), true), Recognized::Kind(Xml));
        assert_eq!(file(&" ".repeat(LONGEST)), Recognized::Kind(Xml));
    }

    #[test]
    fn an_archive_that_arrives_in_parts_is_recognized_and_a_text_with_its_sign_is_not() {
        let mut tar = [0; LONGEST];
        tar[..5].copy_from_slice(b"p.txt");
        tar[257..262].copy_from_slice(b"ustar");
        for len in 6..262 {
            assert_eq!(recognize(&tar[..len], false), Recognized::Unsure, "{len}");
        }
        let mut text = [b'.'; LONGEST];
        text[257..262].copy_from_slice(b"ustar");
        assert_eq!(recognize(&text, true), Recognized::Text);
    }

    /// Whatever digits, letters and signs a board begins with, it is text, and that is known at once.
    #[test]
    fn boards_are_never_taken_for_another_kind() {
        let signs = b"0123456789.*-_?|+#;,\t \r\n\"[]{}";
        for first in signs.iter().chain(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") {
            for second in signs {
                let head = [*first, *second];
                let got = recognize(&[&head[..], b"53..7....6..195....98"].concat(), false);
                assert_eq!(got, Recognized::Text, "{:?}", str::from_utf8(&head));
            }
        }
        for text in
            [&b"PAR1,a,b\n"[..], b"PAR1CDEFGHIJKLMNOPQRSTUVWXY", b"<board>", b"\xC2\xB75..", b"7z", b"PK4"]
        {
            assert_eq!(recognize(text, true), Recognized::Text);
        }
        assert_eq!(recognize(b"5\n\0\n5", true), Recognized::Text);
    }
}

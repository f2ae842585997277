//! Files that are damaged or cut short end a run with a message; nothing panics, hangs or asks for all memory.

use crate::{
    common::quadrille,
    make::{self, arrow, arrow_stream, cells, npy, parquet_with, properties, puzzles, table, usual},
};
use arrow_array::{Float64Array, StringArray};
use arrow_ipc::{CompressionType, writer::IpcWriteOptions};
use parquet::basic::Compression;
use quadrille_run::tables::panics_are_errors;
use std::{
    fs,
    path::Path,
    sync::{Arc, Once},
};
use tempfile::{TempDir, tempdir};

const ROWS: usize = 25;

/// A small file of each kind.
fn files() -> (TempDir, Vec<&'static str>) {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let all = usual(ROWS);
    parquet_with(&at("zstd.parquet"), &all, properties(10).build());
    parquet_with(&at("snappy.parquet"), &all, properties(10).set_compression(Compression::SNAPPY).build());
    let plain = properties(10).set_compression(Compression::UNCOMPRESSED).set_dictionary_enabled(false);
    parquet_with(&at("plain.parquet"), &all, plain.build());
    arrow(&at("plain.arrow"), &all, 10, IpcWriteOptions::default());
    for (name, codec) in [("zstd.arrow", CompressionType::ZSTD), ("lz4.arrow", CompressionType::LZ4_FRAME)] {
        arrow(&at(name), &all, 10, IpcWriteOptions::default().try_with_compression(Some(codec)).unwrap());
    }
    arrow_stream(&at("x.arrows"), &all, 10);
    npy(&at("x.npy"), "|u1", &format!("({ROWS}, 81)"), &cells(&puzzles(ROWS)));
    silence();
    let names = [
        "zstd.parquet",
        "snappy.parquet",
        "plain.parquet",
        "plain.arrow",
        "zstd.arrow",
        "lz4.arrow",
        "x.arrows",
        "x.npy",
    ];
    (folder, names.to_vec())
}

/// Panics of decoders are expected.
fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            if !panics_are_errors() {
                others(panic);
            }
        }));
    });
}

/// The answers to these bytes as a file, or the message in one line.
fn solved(folder: &Path, bytes: &[u8]) -> Result<String, String> {
    let path = folder.join("damaged");
    fs::write(&path, bytes).unwrap();
    make::solved(&path).map_err(|error| {
        let source = std::error::Error::source(&error).map_or(String::new(), |source| format!(": {source}"));
        let message = format!("{error}{source}");
        assert!(!message.contains('\n') && message.contains("damaged"), "{message}");
        message
    })
}

/// Rows that a damaged index does not count would be missing in the answers.
#[test]
fn row_groups_with_fewer_rows_than_the_file_has_are_refused() {
    let (folder, _) = files();
    let path = folder.path().join("plain.parquet");
    let mut bytes = fs::read(path).unwrap();
    // The number of rows as a varint, and after it a list of three row groups.
    let counted = [0x16, 2 * ROWS as u8, 0x19, 0x3C];
    let places: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(&counted)).collect();
    assert_eq!(places.len(), 1);
    bytes[places[0] + 1] += 2;
    let message = solved(folder.path(), &bytes).unwrap_err();
    assert!(message.contains("its index counts 26 rows, and its row groups have 25"), "{message}");
}

#[test]
fn several_files_one_after_the_other_are_refused() {
    let (folder, names) = files();
    let one = table(vec![("puzzle", Arc::new(StringArray::from(puzzles(1))))]);
    make::parquet(&folder.path().join("one.parquet"), &one, 10);
    make::parquet(&folder.path().join("none.parquet"), &one.slice(0, 0), 10);
    arrow(&folder.path().join("one.arrow"), &one, 10, IpcWriteOptions::default());
    arrow(&folder.path().join("none.arrow"), &one.slice(0, 0), 10, IpcWriteOptions::default());
    arrow_stream(&folder.path().join("one.arrows"), &one, 10);
    for name in names.iter().filter(|name| !name.ends_with(".npy")) {
        let kind = name.rsplit_once('.').unwrap().1;
        let first = fs::read(folder.path().join(name)).unwrap();
        let others = [format!("one.{kind}"), format!("none.{kind}"), (*name).to_owned()];
        for other in others.iter().filter(|other| folder.path().join(other).exists()) {
            let second = fs::read(folder.path().join(other)).unwrap();
            // In front of an empty file, whose columns are all there is, the other file has the same columns.
            let first = if other == "none.arrow" {
                &fs::read(folder.path().join("one.arrow")).unwrap()
            } else {
                &first
            };
            for joined in [[first, &second[..]].concat(), [first, &second[..], first, &second[..]].concat()] {
                let message = solved(folder.path(), &joined).unwrap_err();
                assert!(message.contains("one after the other"), "{name} and {other}: {message}");
            }
        }
    }
}

#[test]
fn a_file_that_is_cut_short_is_refused_at_every_length() {
    let (folder, names) = files();
    for name in names {
        let bytes = fs::read(folder.path().join(name)).unwrap();
        let whole = solved(folder.path(), &bytes).unwrap();
        for len in (12..bytes.len()).step_by(bytes.len() / 400 + 1) {
            match solved(folder.path(), &bytes[..len]) {
                Err(_) => {}
                // A stream may end after any batch.
                Ok(answers) => {
                    assert!(name == "x.arrows" && whole.starts_with(&answers), "{name}: {len} bytes")
                }
            }
        }
    }
}

#[test]
fn a_file_with_a_wrong_bit_is_answered_or_refused() {
    let (folder, names) = files();
    for name in names {
        let bytes = fs::read(folder.path().join(name)).unwrap();
        let mut refused = 0;
        let step = bytes.len() / 300 + 1;
        for (number, at) in (0..bytes.len()).step_by(step).enumerate() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (number % 8);
            refused += usize::from(solved(folder.path(), &damaged).is_err());
        }
        assert!(refused > 0 || name == "x.npy", "{name}");
    }
}

/// Every bit of the index, where sizes are.
#[test]
fn an_index_with_a_wrong_bit_is_answered_or_refused() {
    let (folder, _) = files();
    for name in ["zstd.parquet", "plain.arrow"] {
        let bytes = fs::read(folder.path().join(name)).unwrap();
        let tail = if name.ends_with("parquet") { 8 } else { 10 };
        let at = bytes.len() - tail;
        let len = u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
        for (number, place) in (at - len..at + 4).enumerate() {
            let mut damaged = bytes.clone();
            damaged[place] ^= if number % 2 == 0 { 0x80 } else { 1 << (number / 2 % 7) };
            let _ = solved(folder.path(), &damaged);
        }
    }
}

/// A type of NumPy may have any characters, and the message had them as they are.
#[test]
fn line_breaks_in_a_damaged_head_are_not_in_the_message() {
    let folder = tempdir().unwrap();
    npy(&folder.path().join("x.npy"), "|u1\n\n", "(1, 81)", &[0; 81]);
    let bytes = fs::read(folder.path().join("x.npy")).unwrap();
    let message = solved(folder.path(), &bytes).unwrap_err();
    assert!(message.contains("of type |u1\\n\\n, and only arrays of integers"), "{message}");
}

/// They were said to match no known format.
#[test]
fn a_file_that_ends_within_its_first_bytes_was_cut_short() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("x");
    for bytes in [&b"PAR1"[..], b"PAR1PAR1", b"ARROW1", b"ARROW1\0\0"] {
        fs::write(&path, bytes).unwrap();
        let message = make::solved(&path).unwrap_err().to_string();
        assert!(message.contains("cut short"), "{message}");
    }
}

/// The decoder of streams panics in the thread that reads, and its message was printed with a backtrace.
#[test]
fn a_damaged_stream_is_refused_in_one_line() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("i.arrows");
    let numbers = Arc::new(Float64Array::from(vec![1., 2.]));
    arrow_stream(&path, &table(vec![("puzzle", Arc::new(StringArray::from(puzzles(2)))), ("f", numbers)]), 2);
    let whole = fs::read(&path).unwrap();
    let mut refused = 0;
    for byte in 0..whole.len().min(400) {
        let mut bytes = whole.clone();
        bytes[byte] ^= 1 << (byte % 8);
        fs::write(&path, bytes).unwrap();
        let out =
            quadrille(&["solve", "-q", "i.arrows", "-o", "o.arrow"]).current_dir(folder.path()).output();
        let (code, error) =
            out.map(|out| (out.status.code(), String::from_utf8(out.stderr).unwrap())).unwrap();
        if code == Some(2) {
            refused += 1;
            // Rows before the damage are answered, and may be found to be wrong.
            let of_run = error.lines().filter(|line| !line.starts_with("quadrille: i.arrows: row "));
            assert_eq!(of_run.count(), 1, "byte {byte}: {error}");
        }
    }
    assert!(refused > 50, "{refused}");
}

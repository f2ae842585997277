//! Tables are read back, with blocks of few rows, any number of threads, and targets that fail.

use super::*;
use arrow_array::{
    Array, RecordBatch,
    cast::AsArray,
    types::{Int64Type, UInt64Type},
};
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::{
    io::{Cursor, Write},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

/// Memory that may be full.
#[derive(Default)]
struct Memory {
    bytes: Vec<u8>,
    room: usize,
    /// Writes since it was full.
    lost: Arc<AtomicU32>,
}

impl Memory {
    fn new() -> Memory {
        Memory { room: usize::MAX, ..Memory::default() }
    }
}

impl Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.room || self.lost.load(Ordering::Relaxed) > 0 {
            self.lost.fetch_add(1, Ordering::Relaxed);
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Target for Memory {
    fn has_start(&self) -> bool {
        true
    }

    fn write_start(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.bytes[..bytes.len()].copy_from_slice(bytes);
        Ok(())
    }
}

const FORMATS: [TableFormat; 3] = [TableFormat::Parquet, TableFormat::Arrow, TableFormat::ArrowStream];

fn text(rows: usize) -> String {
    let row = |row: usize| match row % 3 {
        0 => format!("{row},\"a, \"\"b\"\"\nc\",{}\n", row * 2),
        1 => format!("{row},,{}\n", row * 2),
        _ => format!("{row},plain,\n"),
    };
    std::iter::once("id,\"te,xt\",count\n".to_owned()).chain((0..rows).map(row)).collect()
}

fn layout() -> TextLayout {
    TextLayout { counts: vec!["count".into()], ..TextLayout::csv() }
}

/// The bytes of a table, whose text comes in parts.
fn written(
    format: TableFormat,
    text: &[u8],
    layout: TextLayout,
    rows: usize,
    part: usize,
) -> io::Result<Vec<u8>> {
    let mut sink = TableSink::new(format, Memory::new())?.block_rows(rows);
    sink.describe(layout)?;
    text.chunks(part).try_for_each(|part| sink.write(part))?;
    Ok(sink.finish()?.bytes)
}

/// The batches of a table.
fn read(format: TableFormat, bytes: Vec<u8>) -> Vec<RecordBatch> {
    let bytes = Cursor::new(bytes);
    match format {
        TableFormat::Parquet => {
            let mut file = tempfile::tempfile().unwrap();
            file.write_all(bytes.get_ref()).unwrap();
            let builder = ParquetRecordBatchReaderBuilder::try_new(file);
            builder.unwrap().build().unwrap().map(Result::unwrap).collect()
        }
        TableFormat::Arrow => {
            arrow_ipc::reader::FileReader::try_new(bytes, None).unwrap().map(Result::unwrap).collect()
        }
        _ => arrow_ipc::reader::StreamReader::try_new(bytes, None).unwrap().map(Result::unwrap).collect(),
    }
}

#[test]
fn tables_have_the_rows_of_the_text() {
    for format in FORMATS {
        let bytes = written(format, text(100).as_bytes(), layout(), 7, 13).unwrap();
        let batches = read(format, bytes);
        let mut row = 0;
        for batch in &batches {
            let schema = batch.schema();
            let names: Vec<_> = schema.fields().iter().map(|field| field.name().as_str()).collect();
            assert_eq!(names, ["id", "te,xt", "count"]);
            let counts = batch.column(2).as_primitive::<UInt64Type>();
            for at in 0..batch.num_rows() {
                assert_eq!(batch.column(0).as_primitive::<Int64Type>().value(at), row as i64);
                let texts = batch.column(1).as_string::<i32>();
                let text = texts.is_valid(at).then(|| texts.value(at));
                assert_eq!(text, [Some("a, \"b\"\nc"), None, Some("plain")][row % 3], "{format:?} {row}");
                let count = counts.is_valid(at).then(|| counts.value(at));
                assert_eq!(count, (row % 3 < 2).then_some(row as u64 * 2), "{format:?} {row}");
                row += 1;
            }
        }
        assert_eq!(row, 100, "{format:?}");
    }
}

#[test]
fn the_bytes_depend_neither_on_threads_nor_on_the_parts_of_the_text() {
    let text = text(500);
    for format in FORMATS {
        let of = |threads: usize, part: usize| {
            written(format, text.as_bytes(), TextLayout { threads, ..layout() }, 16, part).unwrap()
        };
        let one = of(1, text.len());
        for (threads, part) in [(1, 1), (2, 100), (5, 3000)] {
            assert!(of(threads, part) == one, "{format:?}, {threads} threads, parts of {part}");
        }
    }
}

#[test]
fn a_table_without_rows_has_its_columns() {
    for format in FORMATS {
        let bytes = written(format, b"a,b", TextLayout::csv(), 10, 1).unwrap();
        assert_eq!(read(format, bytes).iter().map(RecordBatch::num_rows).sum::<usize>(), 0);
        let empty = written(format, b"", TextLayout::csv(), 10, 1).unwrap();
        assert!(!empty.is_empty());
    }
    let array = written(TableFormat::Npy, b"", TextLayout::puzzles(), 10, 1).unwrap();
    assert!(array.len() == 128 && String::from_utf8_lossy(&array).contains("(0, 81)"));
}

#[test]
fn an_error_of_the_target_is_returned_as_it_is_and_nothing_is_written_after_it() {
    for format in FORMATS.into_iter().chain([TableFormat::Npy]) {
        for (room, threads) in [0, 100, 2_000].into_iter().flat_map(|room| [(room, 1), (room, 5)]) {
            let target = Memory { room, ..Memory::default() };
            let lost = target.lost.clone();
            let mut sink = TableSink::new(format, target).unwrap().block_rows(50);
            let layout = if format == TableFormat::Npy { TextLayout::puzzles() } else { layout() };
            sink.describe(TextLayout { threads, ..layout }).unwrap();
            let end = sink.write(text(1000).as_bytes());
            let error = match end {
                Ok(()) => sink.finish().err().expect("there is no room"),
                Err(error) => {
                    assert!(sink.write(b"more\n").is_err());
                    drop(sink);
                    error
                }
            };
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{format:?}, {room}: {error}");
            assert_eq!(lost.load(Ordering::Relaxed), 1, "{format:?}, {room}, {threads} threads");
        }
    }
}

#[test]
fn of_several_errors_the_first_one_in_the_order_of_the_rows_is_returned() {
    let rows = text(60) + "60,wrong,x\n" + text(60).split_once('\n').unwrap().1;
    for (format, threads) in FORMATS.into_iter().flat_map(|format| [(format, 1), (format, 5)]) {
        let error_of = |room| {
            let target = Memory { room, ..Memory::default() };
            let mut sink = TableSink::new(format, target).unwrap().block_rows(30);
            sink.describe(TextLayout { threads, ..layout() }).unwrap();
            let end = sink.write(rows.as_bytes()).and_then(|()| sink.finish().map(drop));
            end.expect_err("a count is wrong").to_string()
        };
        let begun = written(format, text(0).as_bytes(), layout(), 30, 100).unwrap().len();
        let wrong = error_of(usize::MAX);
        assert!(wrong.starts_with("row 61: "), "{format:?}, {threads} threads: {wrong}");
        assert_eq!(error_of(begun), io::Error::from(io::ErrorKind::StorageFull).to_string(), "{format:?}");
    }
}

#[test]
fn arrays_have_a_row_of_digits_for_each_board() {
    let lines = b"1...3..2..4.4..1\n\nnothing\n1234341221434321\n";
    let array = written(TableFormat::Npy, lines, TextLayout::puzzles(), 2, 5).unwrap();
    let (header, data) = array.split_at(128);
    assert!(String::from_utf8_lossy(header).contains("'shape': (4, 16), }"));
    assert_eq!(data[..16], [1, 0, 0, 0, 3, 0, 0, 2, 0, 0, 4, 0, 4, 0, 0, 1]);
    assert_eq!(data[16..48], [0; 32]);
    assert_eq!(data[48..], [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1]);
}

#[test]
fn a_board_of_another_size_is_refused_with_its_row() {
    let lines = format!("1...3..2..4.4..1\n1...3..2..4.4..1\n1...3..2..4.4..1\n{}\n", ".".repeat(81));
    let error = written(TableFormat::Npy, lines.as_bytes(), TextLayout::puzzles(), 2, 5).unwrap_err();
    assert_eq!(error.to_string(), "row 4: a board of 81 cells in an array of boards of 16 cells");
}

#[test]
fn letters_of_large_boards_are_numbers() {
    let solution: String = (0..16)
        .flat_map(|row| (0..16).map(move |column| (row * 4 + row / 4 + column) % 16))
        .map(|digit| (b'A' + digit as u8) as char)
        .collect();
    let array = written(TableFormat::Npy, solution.as_bytes(), TextLayout::puzzles(), 2, 500).unwrap();
    assert_eq!(array[128..132], [1, 2, 3, 4]);
    assert_eq!(array.len(), 128 + 256);
}

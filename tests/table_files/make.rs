//! Files of tables for the tests, written by the crates of Parquet and Arrow.

use arrow_array::{ArrayRef, Float64Array, Int32Array, RecordBatch, StringArray};
use arrow_ipc::writer::{FileWriter, IpcWriteOptions, StreamWriter};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, ZstdLevel},
    file::properties::{EnabledStatistics, WriterProperties},
};
use quadrille::{Batch, Input, Solver, tasks::Solve};
use std::{fs::File, path::Path, sync::Arc};

/// Easy puzzles with one solution each, from 1.
pub fn puzzles(count: usize) -> Vec<String> {
    let text = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let puzzle = Solver::new().solve(&text.parse().unwrap()).solution().unwrap().to_string();
    (0..count)
        .map(|number| {
            // The digits in another order, and other cells empty: still one solution, since most cells are given.
            let shift = |digit: u8| b'1' + ((digit - b'1') as usize + number) as u8 % 9;
            let given = |cell: usize| !(cell * 7 + number).is_multiple_of(5);
            let cell = |(cell, digit): (usize, u8)| if given(cell) { shift(digit) } else { b'.' };
            String::from_utf8(puzzle.bytes().enumerate().map(cell).collect()).unwrap()
        })
        .collect()
}

/// A table of one batch.
pub fn table(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
        .unwrap()
}

/// Puzzles with a number and a rating.
pub fn usual(count: usize) -> RecordBatch {
    table(vec![
        ("id", Arc::new(Int32Array::from_iter_values(1..=count as i32))),
        ("puzzle", Arc::new(StringArray::from(puzzles(count)))),
        ("rating", Arc::new(Float64Array::from_iter_values((0..count).map(|i| i as f64 / 4.0)))),
    ])
}

/// The csv text of [`usual`].
pub fn usual_csv(count: usize) -> String {
    let row = |(i, puzzle): (usize, String)| format!("{},{puzzle},{:?}\n", i + 1, i as f64 / 4.0);
    let rows: String = puzzles(count).into_iter().enumerate().map(row).collect();
    format!("id,puzzle,rating\n{rows}")
}

/// How a Parquet file is written.
pub fn properties(group_rows: usize) -> parquet::file::properties::WriterPropertiesBuilder {
    WriterProperties::builder()
        .set_max_row_group_row_count(Some(group_rows))
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Chunk)
}

pub fn parquet(path: &Path, table: &RecordBatch, group_rows: usize) {
    parquet_with(path, table, properties(group_rows).build());
}

pub fn parquet_with(path: &Path, table: &RecordBatch, properties: WriterProperties) {
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), table.schema(), Some(properties)).unwrap();
    writer.write(table).unwrap();
    writer.close().unwrap();
}

/// An Arrow file of batches of so many rows.
pub fn arrow(path: &Path, table: &RecordBatch, batch_rows: usize, options: IpcWriteOptions) {
    let file = File::create(path).unwrap();
    let mut writer = FileWriter::try_new_with_options(file, &table.schema(), options).unwrap();
    for start in (0..table.num_rows()).step_by(batch_rows) {
        writer.write(&table.slice(start, batch_rows.min(table.num_rows() - start))).unwrap();
    }
    writer.finish().unwrap();
}

pub fn arrow_stream(path: &Path, table: &RecordBatch, batch_rows: usize) {
    let mut writer = StreamWriter::try_new(File::create(path).unwrap(), &table.schema()).unwrap();
    for start in (0..table.num_rows()).step_by(batch_rows) {
        writer.write(&table.slice(start, batch_rows.min(table.num_rows() - start))).unwrap();
    }
    writer.finish().unwrap();
}

/// A NumPy file with these bytes as values.
pub fn npy(path: &Path, descr: &str, shape: &str, values: &[u8]) {
    let head = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}");
    let head = format!("{head:<117}\n");
    let mut bytes = b"\x93NUMPY\x01\0".to_vec();
    bytes.extend((head.len() as u16).to_le_bytes());
    bytes.extend(head.as_bytes());
    bytes.extend(values);
    std::fs::write(path, bytes).unwrap();
}

/// Puzzles as cells with 0 for an empty one.
pub fn cells(puzzles: &[String]) -> Vec<u8> {
    puzzles.iter().flat_map(|puzzle| puzzle.bytes()).map(|c| if c == b'.' { 0 } else { c - b'0' }).collect()
}

/// The answers to a file.
pub fn solved(path: &Path) -> Result<String, quadrille::Error> {
    let mut out = Vec::new();
    Batch::new(Solve::new()).run(vec![Input::path(path)?], &mut out, &mut ())?;
    Ok(String::from_utf8(out).unwrap())
}

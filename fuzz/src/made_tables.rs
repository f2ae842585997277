//! Valid tables of many types and layouts, which the crates of Parquet and Arrow write.

use crate::{
    board_arrays::board_column,
    choices::Choices,
    made_arrays::array,
    table_files::path,
    table_runs::{
        Kind, OUTPUTS, Run, check_answers, check_carried, csv_records, expect_panics_of_decoders, read,
        unless_it_panics,
    },
};
use arrow_array::{Array, ArrayRef, Int32Array, RecordBatch, cast::AsArray, types::Int32Type};
use arrow_ipc::{
    CompressionType,
    writer::{DictionaryHandling, FileWriter, IpcWriteOptions, StreamWriter},
};
use parquet::{
    arrow::ArrowWriter,
    basic::{Compression, Encoding, ZstdLevel},
    file::{
        metadata::SortingColumn,
        properties::{EnabledStatistics, WriterProperties, WriterVersion},
    },
};
use std::{
    fs::File,
    path::{Path, PathBuf},
    sync::Arc,
};

/// A valid table is answered, with its rows and columns, or refused because of a type that the output does not have; it
/// is never called damaged.
pub fn made_table(data: &[u8]) {
    expect_panics_of_decoders();
    let mut choices = Choices(data);
    let kind = Kind::of(choices.byte());
    let output = path(OUTPUTS[choices.below(4)]);
    let (threads, parts) = (1 + choices.below(2), 1 + choices.below(3) / 2);
    let table = made(&mut choices);
    let inputs = write_inputs(&mut choices, &table, parts);
    let Some(inputs) = inputs else { return };
    let puzzle = "puzzle";
    if let Err(message) = (Run { kind: &kind, threads, column: Some(puzzle) }).write(&inputs, &output) {
        let is_wrong =
            ["damaged", "panic", "bug", "cut short", "has ended"].iter().any(|word| message.contains(word));
        assert!(!is_wrong, "{message}\n{:?}", table.schema());
        return;
    }
    if output.ends_with("o.csv") {
        if let Kind::Answers(_) = kind {
            assert_eq!(csv_records(&output), table.num_rows());
        }
        return;
    }
    let found = read(&output).expect("a table that was written");
    let numbers = found.column_by_name("n").expect("a column").as_primitive::<Int32Type>();
    let rows: Vec<u32> = numbers.values().iter().map(|row| *row as u32).collect();
    let all = 0..table.num_rows() as u32;
    match &kind {
        Kind::Answers(_) => assert!(all.eq(rows.iter().copied())),
        // A record that is malformed has one row.
        Kind::Morphs(copies) => {
            let groups: Vec<&[u32]> = rows.chunk_by(|one, other| one == other).collect();
            assert!(all.eq(groups.iter().map(|group| group[0])));
            assert!(groups.iter().all(|group| [1, *copies as usize].contains(&group.len())));
        }
        Kind::Dedup | Kind::Sample(_) => assert!(rows.is_sorted_by(|one, other| one < other)),
    }
    check_carried(&table, &found, &rows, &kind, puzzle);
    if let Kind::Answers(task) = &kind {
        check_answers(&table, &found, &**task, puzzle);
    }
}

/// Numbered puzzles beside columns of other types.
fn made(choices: &mut Choices<'_>) -> RecordBatch {
    let puzzles = board_column(choices, 40).array;
    let rows = puzzles.len();
    let numbers: ArrayRef = Arc::new(Int32Array::from_iter_values(0..rows as i32));
    let mut columns = vec![("n", numbers)];
    let (before, after) = (choices.below(3), choices.below(3));
    columns.extend(["a1", "a2", "a3"][..before].iter().map(|name| (*name, array(choices, rows))));
    columns.push(("puzzle", puzzles));
    columns.extend(["z1", "z2", "z3"][..after].iter().map(|name| (*name, array(choices, rows))));
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
        .expect("columns of one length")
}

/// The table as one or two files; `None` if a format does not have its types.
fn write_inputs(choices: &mut Choices<'_>, table: &RecordBatch, parts: usize) -> Option<Vec<PathBuf>> {
    let cut = if parts == 1 { table.num_rows() } else { choices.below(table.num_rows() + 1) };
    let slices = [table.slice(0, cut), table.slice(cut, table.num_rows() - cut)];
    let names = ["one", "two"];
    let same_kind = choices.byte();
    let mut write = |(name, slice): (&str, &RecordBatch)| {
        let path = path(name);
        let number = if choices.flag() { choices.byte() } else { same_kind };
        // Writers panic at some types, and refuse others.
        let written = unless_it_panics(|| match number % 4 {
            0 => write_arrow(choices, slice, &path),
            1 => write_stream(choices, slice, &path),
            _ => write_parquet(choices, slice, &path),
        });
        (written.is_some() && read(&path).is_some_and(|read| read.num_rows() == slice.num_rows()))
            .then_some(path)
    };
    names.into_iter().zip(&slices).take(parts).map(|part| write(part)).collect()
}

fn write_parquet(choices: &mut Choices<'_>, table: &RecordBatch, path: &Path) -> Option<()> {
    let zstd = Compression::ZSTD(ZstdLevel::default());
    let compression =
        *choices.of(&[Compression::UNCOMPRESSED, Compression::SNAPPY, zstd, Compression::LZ4_RAW]);
    let statistics =
        *choices.of(&[EnabledStatistics::None, EnabledStatistics::Chunk, EnabledStatistics::Page]);
    let version = *choices.of(&[WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0]);
    let mut properties = WriterProperties::builder()
        .set_compression(compression)
        .set_statistics_enabled(statistics)
        .set_writer_version(version)
        .set_dictionary_enabled(choices.flag())
        .set_max_row_group_row_count(Some(1 + choices.below(20)))
        .set_data_page_row_count_limit(1 + choices.below(20))
        .set_dictionary_page_size_limit([1 << 20, 16][choices.below(2)])
        .set_write_batch_size(1 + choices.below(8))
        .set_offset_index_disabled(choices.flag())
        .set_bloom_filter_enabled(choices.below(4) == 0);
    if choices.flag() {
        let descending = choices.flag();
        properties = properties.set_sorting_columns(Some(vec![SortingColumn {
            column_idx: 0,
            descending,
            nulls_first: false,
        }]));
    }
    if choices.below(4) == 0 {
        let encoding =
            *choices.of(&[Encoding::DELTA_BINARY_PACKED, Encoding::BYTE_STREAM_SPLIT, Encoding::PLAIN]);
        properties = properties
            .set_column_encoding("n".into(), encoding)
            .set_column_dictionary_enabled("n".into(), false);
    }
    if choices.below(4) == 0 {
        let encoding = *choices.of(&[Encoding::DELTA_BYTE_ARRAY, Encoding::DELTA_LENGTH_BYTE_ARRAY]);
        if table.column_by_name("puzzle")?.data_type().is_string() {
            properties = properties
                .set_column_encoding("puzzle".into(), encoding)
                .set_column_dictionary_enabled("puzzle".into(), false);
        }
    }
    let mut writer =
        ArrowWriter::try_new(File::create(path).ok()?, table.schema(), Some(properties.build())).ok()?;
    writer.write(table).ok()?;
    writer.close().ok().map(drop)
}

fn options(choices: &mut Choices<'_>) -> Option<IpcWriteOptions> {
    let compression = [None, Some(CompressionType::ZSTD), Some(CompressionType::LZ4_FRAME)];
    IpcWriteOptions::default().try_with_compression(*choices.of(&compression)).ok()
}

fn batches(choices: &mut Choices<'_>, table: &RecordBatch) -> Vec<RecordBatch> {
    let rows = 1 + choices.below(20);
    (0..table.num_rows()).step_by(rows).map(|at| table.slice(at, rows.min(table.num_rows() - at))).collect()
}

fn write_arrow(choices: &mut Choices<'_>, table: &RecordBatch, path: &Path) -> Option<()> {
    let mut writer =
        FileWriter::try_new_with_options(File::create(path).ok()?, &table.schema(), options(choices)?)
            .ok()?;
    batches(choices, table).iter().try_for_each(|batch| writer.write(batch)).ok()?;
    writer.finish().ok()
}

fn write_stream(choices: &mut Choices<'_>, table: &RecordBatch, path: &Path) -> Option<()> {
    let handling = *choices.of(&[DictionaryHandling::Resend, DictionaryHandling::Delta]);
    let options = options(choices)?.with_dictionary_handling(handling);
    let mut writer =
        StreamWriter::try_new_with_options(File::create(path).ok()?, &table.schema(), options).ok()?;
    batches(choices, table).iter().try_for_each(|batch| writer.write(batch)).ok()?;
    writer.finish().ok()
}

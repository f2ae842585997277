//! The batches of a stream, which cannot be read twice, until the outputs have taken their rows.

use arrow_array::RecordBatch;
use arrow_ipc::{reader::StreamReader, writer::StreamWriter};
use std::{
    collections::VecDeque,
    fs::File,
    io::{self, Seek, SeekFrom, Write},
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The bytes of batches in memory. More are in a temporary file without a name, which a run needs that drops most rows, or keeps
/// them until its end.
const MOST_BYTES: usize = 64 << 20;

/// The batches of a stream that are needed.
#[derive(Default)]
pub(crate) struct StreamRows {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    batches: VecDeque<KeptBatch>,
    /// The bytes of those in memory.
    bytes: usize,
    /// The first row that each output needs.
    needed: Vec<u64>,
    file: Option<File>,
}

struct KeptBatch {
    first: u64,
    rows: u64,
    bytes: usize,
    place: Place,
}

enum Place {
    Memory(RecordBatch),
    /// Where the file has it, as a stream of its own.
    File(u64),
}

impl StreamRows {
    fn lock(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a batch that begins with this row, and was decoded from a message of so many bytes.
    ///
    /// # Errors
    /// If it cannot be written to a temporary file.
    pub fn push(&self, first: u64, (batch, bytes): (&RecordBatch, usize)) -> io::Result<()> {
        // Compressed messages are shorter than what is in memory, and views need all of theirs.
        let values = batch.columns().iter().map(|array| super::bytes(array)).sum::<usize>();
        self.lock().push((first, batch), bytes.max(values), MOST_BYTES)
    }

    /// The batch with a row, and its first row.
    ///
    /// # Errors
    /// If it is not there, or cannot be read from the temporary file.
    pub fn batch(&self, row: u64) -> io::Result<(u64, RecordBatch)> {
        self.lock().batch(row)
    }

    /// Output number `output` needs no rows before this one. Outputs that have not said anything need all.
    pub fn pass(&self, (output, outputs): (usize, usize), row: u64) {
        let mut kept = self.lock();
        kept.needed.resize(outputs, 0);
        if let Some(needed) = kept.needed.get_mut(output) {
            *needed = row;
        }
        let least = kept.needed.iter().copied().min().unwrap_or(0);
        while let Some(batch) = kept.batches.front().filter(|batch| batch.first + batch.rows <= least) {
            let freed = if let Place::Memory(_) = batch.place { batch.bytes } else { 0 };
            kept.bytes -= freed;
            kept.batches.pop_front();
        }
    }
}

impl Kept {
    fn push(&mut self, (first, batch): (u64, &RecordBatch), bytes: usize, most: usize) -> io::Result<()> {
        let rows = batch.num_rows() as u64;
        let place = if self.bytes == 0 || self.bytes + bytes <= most {
            self.bytes += bytes;
            Place::Memory(batch.clone())
        } else {
            let written = self.write(batch);
            let failed =
                |e: io::Error| io::Error::new(e.kind(), format!("cannot write a temporary file: {e}"));
            Place::File(written.map_err(failed)?)
        };
        self.batches.push_back(KeptBatch { first, rows, bytes, place });
        Ok(())
    }

    /// Appends a batch to the file; gives its place.
    fn write(&mut self, batch: &RecordBatch) -> io::Result<u64> {
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(tempfile::tempfile()?),
        };
        let place = file.seek(SeekFrom::End(0))?;
        let mut writer = StreamWriter::try_new(Vec::new(), &batch.schema()).map_err(io::Error::other)?;
        writer.write(batch).map_err(io::Error::other)?;
        file.write_all(&writer.into_inner().map_err(io::Error::other)?)?;
        Ok(place)
    }

    fn batch(&mut self, row: u64) -> io::Result<(u64, RecordBatch)> {
        let missing = || io::Error::other("rows are missing");
        let number = self.batches.partition_point(|batch| batch.first + batch.rows <= row);
        let batch = self.batches.get(number).filter(|batch| batch.first <= row).ok_or_else(missing)?;
        let found = match (&batch.place, &mut self.file) {
            (Place::Memory(batch), _) => batch.clone(),
            (Place::File(place), Some(file)) => {
                file.seek(SeekFrom::Start(*place))?;
                let reader = StreamReader::try_new(&*file, None).map_err(io::Error::other)?;
                let batch = reader.into_iter().next().ok_or_else(missing)?;
                batch.map_err(io::Error::other)?
            }
            (Place::File(_), None) => return Err(missing()),
        };
        Ok((batch.first, found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{ArrayRef, Int64Array};
    use std::sync::Arc;

    fn batch(numbers: std::ops::Range<i64>) -> RecordBatch {
        let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(numbers));
        RecordBatch::try_from_iter([("n", numbers)]).unwrap()
    }

    #[test]
    fn batches_are_kept_in_memory_or_in_a_file_until_all_outputs_have_passed_them() {
        let rows = StreamRows::default();
        for first in 0..5 {
            let batch = batch(first as i64 * 10..first as i64 * 10 + 10);
            rows.lock().push((first * 10, &batch), 100, 200).unwrap();
        }
        let in_file = |kept: &Kept| {
            kept.batches.iter().map(|batch| matches!(batch.place, Place::File(_))).collect::<Vec<_>>()
        };
        assert_eq!(in_file(&rows.lock()), [false, false, true, true, true]);
        for row in [0, 9, 10, 25, 49] {
            let first = row / 10 * 10;
            let expected = batch(first as i64..first as i64 + 10);
            assert_eq!(rows.batch(row).unwrap(), (first, expected));
        }
        assert!(rows.batch(50).is_err());
        rows.pass((0, 2), 35);
        assert_eq!(rows.lock().batches.len(), 5);
        rows.pass((1, 2), 29);
        assert_eq!(in_file(&rows.lock()), [true, true, true]);
        assert_eq!(rows.lock().bytes, 0);
        assert!(rows.batch(19).is_err() && rows.batch(20).is_ok());
    }
}

//! Has the reducer of a run select records, and writes those that it kept or divided.

use super::{
    Writer,
    answers::are_separated,
    kept::{KeptRecord, Reducing},
    place::cannot_write,
};
use crate::{
    batch::{
        input_format::InputFormat,
        worker::{ChunkAnswers, WrittenRows},
    },
    io::Chunk,
    tables::{RowNumber, TableRows},
};
use quadrille_base::error::Error;
use quadrille_ordered::pipeline::Stopped;
use quadrille_tasks::{Facts, Selection, reduce::Duplicate};
use std::{sync::Arc, time::Instant};

impl Writer<'_> {
    /// Has the reducer, if there is one, select records of a chunk. Returns whether it has taken them, so that there are no answers
    /// to write.
    pub(super) fn reduce(
        &mut self,
        chunk: &Chunk<Arc<InputFormat>>,
        answers: &mut ChunkAnswers,
    ) -> Result<bool, Error> {
        let Some(needs_lines) = self.reducing.reducer.as_ref().map(|reducer| reducer.needs_lines()) else {
            return Ok(false);
        };
        let first_line = if needs_lines { self.line(0)? } else { 1 };
        let Writer { reducing, names, observer, .. } = self;
        let Reducing { reducer: Some(reducer), kept, parts, .. } = reducing else { return Ok(false) };
        let ChunkAnswers { keys, record_lines, lines, tally, written, ends, .. } = answers;
        let WrittenRows { text, numbers, .. } = written;
        let (records, input, lines) = (tally.records as usize, chunk.input, *lines);
        let facts = Facts { records, keys, record_lines, input, first_line, lines };
        let selection = reducer.take(&facts, tally, &mut |Duplicate { record, first }| {
            let [record, first] = [record, first].map(|(input, line)| (&*names[input], line));
            observer.duplicate(record, first);
        })?;
        match selection {
            Selection::All => return Ok(false),
            Selection::Without(dropped) => {
                if dropped.contains(&true) {
                    match numbers.is_empty() {
                        true => drop_records(dropped, text, ends),
                        false => drop_records(dropped, numbers, ends),
                    }
                }
                return Ok(false);
            }
            Selection::Kept(records) => {
                let is_separated = are_separated(&chunk.format);
                for &(index, place) in records {
                    let start = index.checked_sub(1).map_or(0, |before| ends[before]);
                    kept.resize(kept.len().max(place + 1), KeptRecord::default());
                    kept[place] = match numbers.get(start) {
                        Some(number) => KeptRecord::Row(*number),
                        None => KeptRecord::Text { text: text[start..ends[index]].into(), is_separated },
                    };
                }
                return Ok(true);
            }
            Selection::Routed(routes) => {
                parts.iter_mut().for_each(WrittenRows::clear);
                let mut start = 0;
                for (route, &end) in routes.iter().zip(&*ends) {
                    let record = std::mem::replace(&mut start, end)..end;
                    let Some(part) = *route else { continue };
                    parts.resize_with(parts.len().max(part + 1), WrittenRows::default);
                    match numbers.is_empty() {
                        true => parts[part].text.extend_from_slice(&text[record]),
                        false => parts[part].numbers.extend_from_slice(&numbers[record]),
                    }
                }
            }
        }
        self.write_parts(answers.tally.records).map(|()| true)
    }

    /// Writes the records of a chunk to the outputs of their parts.
    fn write_parts(&mut self, records: u64) -> Result<(), Error> {
        let start = Instant::now();
        let mut parts = self.reducing.parts.iter().enumerate();
        let end = parts.try_for_each(|(part, rows)| self.output.write_part(part, &rows.text, &rows.numbers));
        self.writing += start.elapsed();
        end.map_err(|e| cannot_write(self.written, e))?;
        self.written = self.so_far.tally.records + records;
        self.observer.written(self.written);
        Ok(())
    }

    /// Ends the reducer, if there is one, and writes the records that were kept.
    pub fn finish_reducer(&mut self) -> Result<(), Error> {
        const BLOCK: usize = 256 << 10;
        let Some(reducer) = self.reducing.reducer.take() else { return Ok(()) };
        let mut reduced = reducer.finish();
        let (mut text, mut ends, mut before) = (Vec::new(), Vec::new(), 0);
        let places = std::mem::take(&mut reduced.places);
        self.reducing.reduced = reduced;
        let mut kept = std::mem::take(&mut self.reducing.kept);
        let rows: Vec<RowNumber> = places.iter().filter_map(|place| kept[*place].row()).collect();
        if !rows.is_empty() {
            let count = rows.len() as u64;
            return self.write_timed(count, |output| output.write_rows(TableRows::of_inputs(&rows)));
        }
        for (number, place) in (1..).zip(&places) {
            std::mem::take(&mut kept[*place]).write(number == 1, &mut text);
            ends.push(text.len());
            if text.len() >= BLOCK || number == places.len() {
                self.write_pieces(&text, &ends, before)?;
                if self.is_stopped() {
                    return Err(Stopped.into());
                }
                before = number as u64;
                text.clear();
                ends.clear();
            }
        }
        Ok(())
    }
}

/// Removes the text, or the row numbers, of dropped records. `ends` keeps an entry for each record.
fn drop_records<T: Copy>(dropped: &[bool], written: &mut Vec<T>, ends: &mut [usize]) {
    let (mut from, mut to) = (0, 0);
    for (end, &dropped) in ends.iter_mut().zip(dropped) {
        let record = from..*end;
        from = *end;
        if !dropped {
            let len = record.len();
            written.copy_within(record, to);
            to += len;
        }
        *end = to;
    }
    written.truncate(to);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_dropped_records_are_removed() {
        let (mut text, mut ends) = (b"a\nbb\nccc\nd\n".to_vec(), [2, 5, 9, 11]);
        drop_records(&[false, true, false, true], &mut text, &mut ends);
        assert_eq!((&*text, &ends[..]), (&b"a\nccc\n"[..], &[2, 2, 6, 6][..]));
    }
}

//! Drops the records of a chunk that are not the first of their class.

use super::Writer;
use crate::batch::{classes::ChunkClasses, worker::ChunkAnswers};
use quadrille_core::error::Error;

impl Writer<'_> {
    /// Drops duplicates, or counts the records of each class.
    pub(super) fn drop_duplicates(&mut self, input: usize, answers: &mut ChunkAnswers) -> Result<(), Error> {
        let Some(output) = self.classes.as_ref().map(|classes| classes.output()) else { return Ok(()) };
        let first_line = if output.lines { self.line(0)? } else { 1 };
        let Some(classes) = &mut self.classes else { return Ok(()) };
        let ChunkAnswers { keys, record_lines, lines, .. } = &*answers;
        let records = answers.tally.records as usize;
        let chunk = ChunkClasses { records, keys, record_lines, input, first_line, lines: *lines };
        let (names, observer) = (&self.names, &mut *self.observer);
        let before = classes.count();
        let dropped = classes.take(&chunk, &mut |duplicate| {
            let named = |(input, line): (usize, u64)| (&*names[input], line);
            observer.duplicate(named(duplicate.record), named(duplicate.first));
        })?;
        let duplicates = dropped.iter().filter(|dropped| **dropped).count();
        if duplicates > 0 && output.texts {
            drop_texts(dropped, answers);
        }
        answers.tally.duplicates = duplicates as u64;
        answers.tally.classes = classes.count() - before;
        Ok(())
    }
}

/// Removes the texts of some records; the ends of all records are still there.
fn drop_texts(dropped: &[bool], answers: &mut ChunkAnswers) {
    let (mut from, mut to) = (0, 0);
    for (end, &dropped) in answers.ends.iter_mut().zip(dropped) {
        let text = from..*end;
        from = *end;
        if !dropped {
            let len = text.len();
            answers.text.copy_within(text, to);
            to += len;
        }
        *end = to;
    }
    answers.text.truncate(to);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_dropped_records_are_removed() {
        let mut answers = ChunkAnswers {
            text: b"a\nbb\nccc\nd\n".to_vec(),
            ends: vec![2, 5, 9, 11],
            ..ChunkAnswers::default()
        };
        drop_texts(&[false, true, false, true], &mut answers);
        assert_eq!((&*answers.text, &*answers.ends), (&b"a\nccc\n"[..], &[2, 2, 6, 6][..]));
    }
}

//! The answer to each record of a chunk, in order.

use super::{
    ChunkAnswers, Fatal, RecordWorker, Records,
    lines::LineFinder,
    typed::{block_of_steps, message, values},
};
use crate::{
    batch::MALFORMED_SHOWN,
    format::{Answer, RecordSpan},
};
use quadrille_engines::{Outcome, SearchReport};
use quadrille_grid::Regions;
use quadrille_tasks::{ColumnSpec, Malformed, Place, Status};
use std::{io::Write, ops::ControlFlow};

/// The state while the records of a chunk are processed.
pub(super) struct Pass<'p> {
    pub records: &'p Records<'p>,
    pub spans: &'p [RecordSpan],
    /// How many malformed records have been answered.
    malformed: usize,
    /// How many mismatches have been reported.
    mismatches: usize,
    lines: LineFinder,
    /// How many columns are looked at: those after them are null.
    pub columns: usize,
}

impl<'p> Pass<'p> {
    pub fn new(records: &'p Records<'p>, spans: &'p [RecordSpan]) -> Pass<'p> {
        let columns = records.input.columns.len();
        Pass { records, spans, malformed: 0, mismatches: 0, lines: LineFinder::default(), columns }
    }

    /// The line of a record, from 0; later records are after it.
    fn line_of(&mut self, index: usize) -> u64 {
        self.records.next_line(index, self.spans, &mut self.lines)
    }

    /// Notes that a solution has failed its check; nothing after the record may be written.
    #[cold]
    pub fn fail(&self, index: usize, answers: &mut ChunkAnswers) -> ControlFlow<()> {
        let line = self.records.line_of(index, self.spans.get(index));
        answers.fatal = Some((line, Fatal::WrongSolution));
        ControlFlow::Break(())
    }
}

impl RecordWorker {
    /// Passes the answer to each record to `emit`; returns early if a solution fails its check.
    #[inline(always)]
    pub(super) fn write_each(
        &mut self,
        records: &Records<'_>,
        spans: &[RecordSpan],
        answers: &mut ChunkAnswers,
        mut emit: impl FnMut(Option<&RecordSpan>, &Answer<'_>, &mut Vec<u8>),
    ) {
        let mut pass = Pass::new(records, spans);
        for index in 0..self.batch.boards.len() {
            if self.answer_one(&mut pass, index, answers, &mut emit).is_break() {
                return;
            }
        }
    }

    /// Passes the answer to the next record to `emit`.
    #[inline(always)]
    pub(super) fn answer_one(
        &mut self,
        pass: &mut Pass<'_>,
        index: usize,
        answers: &mut ChunkAnswers,
        mut emit: impl FnMut(Option<&RecordSpan>, &Answer<'_>, &mut Vec<u8>),
    ) -> ControlFlow<()> {
        let (tag, tracks_ends) = (self.batch.boards.tags[index], self.config.tracks_ends);
        let span = pass.spans.get(index);
        let mut emit = |answer: &Answer<'_>, answers: &mut ChunkAnswers| {
            emit(span, answer, &mut answers.written.text);
            if tracks_ends {
                answers.ends.push(answers.written.text.len());
            }
        };
        if self.wrong == Some(index) {
            return pass.fail(index, answers);
        }
        let Some(shape) = tag.shape() else {
            let (line, reason) = self.batch.boards.malformed[pass.malformed];
            pass.malformed += 1;
            emit(&malformed(&pass.records.input.columns, &reason, &mut self.word), answers);
            answers.add_malformed(line, reason, self.config.search.is_some());
            return ControlFlow::Continue(());
        };
        let written = &mut self.written[shape.index()];
        let place = Place { shape, alphabet: tag.alphabet(), nth: *written };
        *written += 1;
        self.answer_typed(pass, index, place, answers, emit);
        ControlFlow::Continue(())
    }

    /// Passes on the typed answer to a puzzle, the record at `index`.
    #[inline(always)]
    fn answer_typed(
        &mut self,
        pass: &mut Pass<'_>,
        index: usize,
        place: Place,
        answers: &mut ChunkAnswers,
        emit: impl FnOnce(&Answer<'_>, &mut ChunkAnswers),
    ) {
        let puzzle = self.batch.boards.puzzle(place);
        let columns = &*pass.records.input.columns;
        let mut status = self.typed.statuses[index];
        if let Some((_, mismatch)) = self.typed.mismatches.get(pass.mismatches).filter(|(at, _)| *at == index)
        {
            pass.mismatches += 1;
            status = Status::Mismatch;
            let most = if self.config.all_mismatches { usize::MAX } else { MALFORMED_SHOWN };
            if answers.mismatches.len() < most {
                let line = pass.line_of(index);
                answers.mismatches.push((line, *mismatch));
            }
        }
        let values = values(&self.typed, pass.columns, (index, place));
        let message = message(&self.typed, values[0], index);
        let regions = self.variants.regions().map(Regions::of_cells);
        let mut answer = Answer { columns, values, message, status, puzzle: Some(puzzle), regions };
        if !pass.records.input.shows_steps()
            && let Some(steps) = values.iter().find_map(|value| value.list())
        {
            self.block.clear();
            block_of_steps(&answer, steps, &mut self.block);
            answer.message = &self.block;
        }
        emit(&answer, answers);
    }
}

impl ChunkAnswers {
    /// Adds a malformed record. It may be counted already.
    pub(super) fn add_malformed(&mut self, line: u64, reason: Malformed, is_counted: bool) {
        if !is_counted {
            self.tally.add(&SearchReport::with_counts(Outcome::Invalid, 0, 0, 0));
        }
        if self.malformed.len() < MALFORMED_SHOWN {
            self.malformed.push((line, reason));
        }
    }
}

/// The answer to a malformed record, with its text in `word`.
pub(super) fn malformed<'a>(
    columns: &'a [ColumnSpec],
    reason: &Malformed,
    word: &'a mut Vec<u8>,
) -> Answer<'a> {
    word.clear();
    write!(word, "!invalid: {reason}").expect("a vector takes all");
    Answer::malformed(columns, word)
}

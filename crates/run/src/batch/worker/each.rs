//! The answer to each record of a chunk, in order.

use super::{
    ChunkAnswers, Fatal, RecordWorker, Records, explain,
    lines::{LineFinder, line_of},
    task::hint_answer,
};
use crate::{
    batch::{ExpectedAnswers, MALFORMED_SHOWN, Mismatch, Task, mismatch},
    format::{Answer, AnswerContent, AnswerResult, Details, Malformed, PuzzleView, RecordBatch, RecordSpan},
};
use quadrille_core::{
    engine::{Outcome, Report},
    grid::{Alphabet, Regions, Shape},
};
use std::{
    io::Write,
    ops::{ControlFlow, Range},
};

/// What is known while the records of a chunk are gone through.
pub(super) struct Pass<'p> {
    records: &'p Records<'p>,
    spans: &'p [RecordSpan],
    /// How many malformed records have been answered.
    malformed: usize,
    lines: LineFinder,
}

impl<'p> Pass<'p> {
    pub fn new(records: &'p Records<'p>, spans: &'p [RecordSpan]) -> Pass<'p> {
        Pass { records, spans, malformed: 0, lines: LineFinder::default() }
    }

    /// Notes that a solution has failed its check; nothing after the record may be written.
    #[cold]
    pub fn fail(&self, index: usize, answers: &mut ChunkAnswers) -> ControlFlow<()> {
        let line = line_of(self.records.chunk, index, self.spans.get(index));
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
        for index in 0..self.batch.tags.len() {
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
        let (tag, tracks_ends) = (self.batch.tags[index], self.config.tracks_ends);
        let span = pass.spans.get(index);
        let mut emit = |answer: &Answer<'_>, answers: &mut ChunkAnswers| {
            emit(span, answer, &mut answers.text);
            if tracks_ends {
                answers.ends.push(answers.text.len());
            }
        };
        let Some(shape) = tag.shape() else {
            let (line, reason) = self.batch.malformed[pass.malformed];
            pass.malformed += 1;
            emit(&malformed(&mut self.word, &reason), answers);
            answers.add_malformed(line, reason);
            return ControlFlow::Continue(());
        };
        let written = &mut self.scratch[shape.index()].written;
        let nth = *written;
        *written += 1;
        if self.config.task == Task::Hint {
            let named = pass.records.input.answers_have_names();
            self.answer_hint(((shape, tag.alphabet()), named), nth, answers, emit);
            return ControlFlow::Continue(());
        }
        let record = ((shape, tag.alphabet()), nth);
        match self.config.task {
            Task::Canon => return self.answer_form(pass, index, record, answers, emit),
            Task::Rate => return self.answer_rating(pass, index, record, answers, emit),
            _ => {}
        }
        self.answer_search(pass, index, record, answers, emit)
    }

    fn answer_hint(
        &mut self,
        (kind, named): ((Shape, Alphabet), bool),
        nth: usize,
        answers: &mut ChunkAnswers,
        emit: impl FnOnce(&Answer<'_>, &mut ChunkAnswers),
    ) {
        let (puzzle, place) = puzzle(&self.batch, kind, nth);
        let scratch = &self.scratch[kind.0.index()];
        let (hint, after) = (scratch.hints[nth], &scratch.solutions[place]);
        if let Some(techniques) = self.config.techniques {
            self.logic.find(&puzzle, hint, techniques, named);
            answers.tally.add_hint(self.logic.hint());
            return emit(&self.logic.hint_answer(puzzle), answers);
        }
        answers.tally.add_hint(hint);
        self.reason.clear();
        if self.config.explain {
            explain::hint(&puzzle, hint, after, &mut self.reason);
        }
        emit(&hint_answer(puzzle, hint, after, &self.reason), answers);
    }

    /// Answers a record whose puzzle was searched. It is the record at `index`, and the `nth` of its shape.
    #[inline(always)]
    fn answer_search(
        &mut self,
        pass: &mut Pass<'_>,
        index: usize,
        (kind, nth): ((Shape, Alphabet), usize),
        answers: &mut ChunkAnswers,
        emit: impl FnOnce(&Answer<'_>, &mut ChunkAnswers),
    ) -> ControlFlow<()> {
        let (task, scratch) = (self.config.task, &self.scratch[kind.0.index()]);
        let (puzzle, place) = puzzle(&self.batch, kind, nth);
        if scratch.first_wrong == Some(nth) {
            return pass.fail(index, answers);
        }
        let report = scratch.reports[nth];
        answers.tally.add(&report);
        let mut content = task.show(&report, &self.config.limits, &scratch.solutions[place], &mut self.word);
        if let Some((_, count)) = scratch.large_counts.iter().find(|(i, _)| *i == nth) {
            self.word.clear();
            write!(self.word, "{count}").expect("a vector takes all");
            content = AnswerContent::Text(&self.word);
        }
        if self.config.explain && task == Task::Solve && report.outcome == Outcome::None {
            explain::none(&puzzle, &self.variants, &mut self.reason);
            content = AnswerContent::Text(&self.reason);
        }
        let mut result = AnswerResult::Search(report.outcome);
        if self.config.expected == ExpectedAnswers::Check {
            let chunk = pass.records.chunk;
            let expected = pass.records.input.codec.expected_solution(chunk, &pass.spans[index]);
            let puzzle = (&puzzle, &*self.variants);
            if let Some(mismatch) = mismatch::find(&expected, puzzle, &report, &mut self.expected) {
                let most = if self.config.all_mismatches { usize::MAX } else { MALFORMED_SHOWN };
                answers.add_mismatch(mismatch, most, || pass.lines.line_of(chunk, &pass.spans[index]));
                result = AnswerResult::Mismatch;
                if task == Task::Check {
                    content = AnswerContent::Text(result.status().as_bytes());
                }
            }
        }
        let mut note: &[u8] = b"";
        if self.config.tests_givens && report.outcome == Outcome::Unique {
            let Ok(givens) = self.givens.test(&mut self.engines, &puzzle) else {
                return pass.fail(index, answers);
            };
            answers.tally.minimal += u64::from(givens.is_minimal);
            note = givens.note;
        }
        let mut steps: &[u8] = b"";
        if self.config.steps {
            (content, steps) = self.logic.list(&puzzle, content, report.outcome, pass.records.input);
        }
        let regions = self.variants.regions().map(Regions::of_cells);
        let details = Details {
            nodes: report.nodes,
            guesses: report.guesses,
            note,
            steps,
            regions,
            ..Details::default()
        };
        emit(&Answer { puzzle: Some(puzzle), content, result, details }, answers);
        ControlFlow::Continue(())
    }
}

/// The `nth` puzzle of its shape in the batch, and its position among the cells of that shape.
#[inline(always)]
pub(super) fn puzzle(
    batch: &RecordBatch,
    (shape, alphabet): (Shape, Alphabet),
    nth: usize,
) -> (PuzzleView<'_>, Range<usize>) {
    let place = nth * shape.area()..(nth + 1) * shape.area();
    let puzzle = PuzzleView {
        shape,
        alphabet,
        cells: &batch.cells[shape.index()][place.clone()],
        // Both are empty if the format has none.
        candidates: batch.candidates[shape.index()].get(place.clone()),
        regions: batch.regions[shape.index()].get(place.clone()),
    };
    (puzzle, place)
}

impl ChunkAnswers {
    pub(super) fn add_malformed(&mut self, line: u64, reason: Malformed) {
        self.tally.add(&Report::with_counts(Outcome::Invalid, 0, 0, 0));
        if self.malformed.len() < MALFORMED_SHOWN {
            self.malformed.push((line, reason));
        }
    }

    fn add_mismatch(&mut self, mismatch: Mismatch, most: usize, line: impl FnOnce() -> u64) {
        self.tally.mismatches += 1;
        if self.mismatches.len() < most {
            self.mismatches.push((line(), mismatch));
        }
    }
}

/// The answer to a malformed record, with its text in `word`.
pub(super) fn malformed<'a>(word: &'a mut Vec<u8>, reason: &Malformed) -> Answer<'a> {
    word.clear();
    write!(word, "!invalid: {reason}").expect("a vector takes all");
    let result = AnswerResult::Search(Outcome::Invalid);
    Answer { puzzle: None, content: AnswerContent::Text(word), result, details: Details::default() }
}

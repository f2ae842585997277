//! One worker: a chunk of records in, a buffer of answers out.

mod answers;
mod canon;
mod classes;
mod config;
mod each;
mod explain;
mod forms;
mod givens;
mod lines;
mod logic;
mod morph;
mod moved;
mod rate;
mod raters;
mod refuse;
mod rows;
mod solutions;
mod solved;
mod task;
#[cfg(test)]
mod tests;
mod write;

use super::{Tally, Task, Verification, input_format::InputFormat};
use crate::format::{RecordBatch, RecordLayout, Span};
pub(super) use answers::{ChunkAnswers, Fatal};
pub(super) use config::WorkerConfig;
use forms::Forms;
use givens::GivensTest;
use lines::{lines_before, rows_for_lines};
use logic::LogicTexts;
use moved::MovedBoards;
use num_bigint::BigUint;
use quadrille_core::{
    engine::{Engines, Report, Run},
    grid::{NineText, Shape, Variants},
    hint::{HintKind, step},
    ordered::{
        numbers::{ChunkNumber, ChunkRecords},
        pipeline::Stopped,
    },
    solving::VerifiedEngines,
};
use raters::Raters;
pub(super) use rows::{AllSolutions, Deferred, Rows};
use std::sync::Arc;

/// The bytes of a chunk and how they are read.
pub(super) struct Records<'a> {
    pub chunk: &'a [u8],
    pub input: &'a InputFormat,
    /// Counted records of the run before the chunk, and in the chunk.
    pub first_record: u64,
    pub records: Option<u64>,
    /// The first bytes of the input behind the chunk, if they are known and matter.
    pub following: Option<Vec<u8>>,
}

/// The results for the puzzles of one shape in a chunk.
#[derive(Default)]
struct Scratch {
    solutions: Vec<u8>,
    reports: Vec<Report>,
    hints: Vec<HintKind>,
    /// Counts that are too large for the reports, by puzzle.
    large_counts: Vec<(usize, BigUint)>,
    /// The first puzzle with a wrong solution.
    first_wrong: Option<usize>,
    /// How many have been written.
    written: usize,
}

/// Owns its engines and its memory for the whole run: after the first chunks it allocates nothing.
pub(super) struct RecordWorker {
    config: WorkerConfig,
    engines: VerifiedEngines,
    variants: Arc<Variants>,
    batch: RecordBatch,
    nine_text: NineText,
    scratch: [Scratch; Shape::EACH.len()],
    /// The answer to a record if it is not a grid.
    word: Vec<u8>,
    /// The reason for an answer.
    reason: Vec<u8>,
    logic: LogicTexts,
    givens: GivensTest,
    forms: Forms,
    /// What rates puzzles, if that is the task.
    raters: Option<Box<Raters>>,
    moved: MovedBoards,
    /// Cells of an expected answer.
    expected: Vec<u8>,
    /// The length of a chunk whose records can have spans.
    longest_chunk: usize,
}

impl RecordWorker {
    pub fn new(config: WorkerConfig, engines: Engines, variants: Arc<Variants>) -> RecordWorker {
        let engines_isa = engines.isa();
        let nine_text = NineText::new(engines_isa).expect("engines for an instruction set of the machine");
        let mut engines = VerifiedEngines::with(engines, config.limits.clone())
            .variants(variants.clone())
            .count_memory(config.memory);
        // A form must not depend on an unverified solution.
        if config.verification == Verification::Off && !config.needs_forms() {
            engines = engines.unverified();
        }
        let raters = config.ratings.clone().map(|ratings| Raters::new(ratings, engines_isa, &config.limits));
        RecordWorker {
            config,
            engines,
            variants,
            batch: RecordBatch::new(nine_text),
            nine_text,
            scratch: Default::default(),
            word: Vec::new(),
            reason: Vec::new(),
            logic: LogicTexts::default(),
            givens: GivensTest::default(),
            forms: Forms::new(),
            raters: raters.map(Box::new),
            moved: MovedBoards::default(),
            expected: Vec::new(),
            longest_chunk: Span::MAX_END,
        }
    }

    /// Answers every record of a chunk. The second argument is the number of its input and, if the answers depend on the
    /// numbers of the records, the place of the chunk among all.
    ///
    /// # Errors
    /// If a chunk before it has failed.
    pub fn answer(
        &mut self,
        records: &Records<'_>,
        (input, place): (usize, Option<ChunkNumber<'_>>),
        answers: &mut ChunkAnswers,
    ) -> Result<(), Stopped> {
        answers.clear();
        answers.bytes = records.chunk.len() as u64;
        self.answer_lines(records, (input, place), answers)?;
        if records.input.is_table() {
            rows_for_lines(records.chunk, &self.batch.spans, answers);
        }
        Ok(())
    }

    fn answer_lines(
        &mut self,
        records: &Records<'_>,
        (input, place): (usize, Option<ChunkNumber<'_>>),
        answers: &mut ChunkAnswers,
    ) -> Result<(), Stopped> {
        self.batch.clear();
        self.batch.following.clone_from(&records.following);
        let codec = &*records.input.codec;
        // A longer chunk is the result of a record without an end, such as a quote that is never closed. Its first
        // part is enough to find that record.
        let capabilities = codec.capabilities();
        let is_cut_short =
            capabilities.layout == RecordLayout::Spans && records.chunk.len() > self.longest_chunk;
        let chunk = if is_cut_short { &records.chunk[..self.longest_chunk] } else { records.chunk };
        codec.read(chunk, records.records, &mut self.batch);
        (answers.lines, answers.ended) = (self.batch.lines, self.batch.ended);
        answers.end_line = self.batch.end_line;
        if let Some(start) = self.batch.too_long.or(is_cut_short.then_some(0)) {
            answers.fatal = Some((lines_before(records.chunk, start), Fatal::OverlongRecord));
            return Ok(());
        }
        let found = ChunkRecords { input, records: self.batch.tags.len() as u64, ended: self.batch.ended };
        let before = place.map_or(Some(0), |place| place.count(found)).ok_or(Stopped)?;
        self.refuse_shapes(chunk, capabilities.cells);
        match self.config.task {
            Task::Morph => {
                self.write_morphs(records, before, answers);
                return Ok(());
            }
            Task::Hint => self.hint(),
            Task::Rate => self.rate(&mut answers.tally),
            _ if self.config.needs_buckets() => self.rate(&mut answers.tally),
            _ if self.config.classes.is_some() && !self.config.needs_forms() => {}
            _ => self.solve(&mut answers.tally),
        }
        self.write(records, answers);
        Ok(())
    }

    fn solve(&mut self, tally: &mut Tally) {
        for ((shape, scratch), cells) in Shape::EACH.into_iter().zip(&mut self.scratch).zip(&self.batch.cells)
        {
            let count = cells.len() / shape.area();
            (scratch.written, scratch.first_wrong) = (0, None);
            scratch.reports.clear();
            scratch.reports.resize(count, Report::default());
            // What the last chunk left is overwritten or never read.
            scratch.solutions.resize(cells.len(), 0);
            if count == 0 {
                continue;
            }
            let mut run = Run::new(shape, cells, &mut scratch.solutions, &mut scratch.reports);
            let RecordBatch { candidates, regions, .. } = &self.batch;
            if !candidates[shape.index()].is_empty() {
                run = run.with_candidates(&candidates[shape.index()]);
            }
            if !regions[shape.index()].is_empty() {
                run = run.with_regions(&regions[shape.index()]);
            }
            let solved = self.engines.solve(&mut run);
            scratch.first_wrong = solved.first_wrong;
            scratch.large_counts = self.engines.take_large_counts();
            tally.solving += solved.elapsed;
            if !tally.engines.contains(solved.engine) {
                tally.engines.insert(solved.engine);
            }
        }
    }

    fn hint(&mut self) {
        for ((shape, scratch), cells) in Shape::EACH.into_iter().zip(&mut self.scratch).zip(&self.batch.cells)
        {
            scratch.written = 0;
            scratch.hints.clear();
            scratch.solutions.resize(cells.len(), 0);
            let solutions = scratch.solutions.chunks_exact_mut(shape.area());
            let boards = cells.chunks_exact(shape.area()).zip(solutions);
            let one = self.config.one;
            scratch.hints.extend(boards.map(|(board, after)| {
                let hint = step(shape, board, after);
                if one && hint == HintKind::Placed {
                    keep_first(board, after);
                }
                hint
            }));
        }
    }
}

/// Takes back all cells that a hint has filled but the first.
fn keep_first(board: &[u8], after: &mut [u8]) {
    let filled = board.iter().zip(after).filter(|(before, after)| before != after);
    filled.skip(1).for_each(|(before, after)| *after = *before);
}

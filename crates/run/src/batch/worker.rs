//! One worker: a chunk of records in, a buffer of answers out.

mod answers;
mod columns;
mod config;
mod each;
mod lines;
mod morph;
mod moved;
mod refuse;
mod rows;
mod rows_of_table;
mod solutions;
mod solved;
#[cfg(test)]
mod tests;
mod typed;
mod write;
mod written_rows;

use super::input_format::InputFormat;
use crate::format::RecordBatch;
pub(super) use answers::{ChunkAnswers, Fatal};
pub(super) use config::{ChunkOutput, WorkerConfig};
use moved::MovedBoards;
#[cfg(feature = "parquet")]
use quadrille_columns::table::TableReader;
use quadrille_engines::Engines;
use quadrille_grid::{NineText, Shape, Variants};
use quadrille_ordered::{
    numbers::{ChunkNumber, ChunkRecords},
    pipeline::Stopped,
};
use quadrille_tasks::{Answers, Refusals, TaskWorker, WorkerContext, Written};
pub(super) use rows::{AllSolutions, Deferred, Rows};
#[cfg(feature = "parquet")]
pub(super) use rows_of_table::ChunkRows;
use std::sync::Arc;
pub(super) use written_rows::WrittenRows;

/// The bytes of a chunk, or rows of a table, and how they are read.
pub(super) struct Records<'a> {
    /// If the records are rows of a table, their text, or nothing if the rows are not written as text.
    pub chunk: &'a [u8],
    #[cfg(feature = "parquet")]
    pub rows: Option<ChunkRows<'a>>,
    pub input: &'a InputFormat,
    /// Counted records of the run before the chunk, and in the chunk.
    pub first_record: u64,
    pub records: Option<u64>,
    /// The first bytes of the input after the chunk, if they are known and matter.
    pub following: Option<Vec<u8>>,
}

/// Owns its engines and its memory for the whole run: after the first chunks it allocates nothing.
pub(super) struct RecordWorker {
    config: WorkerConfig,
    search: Option<Box<dyn TaskWorker>>,
    /// The result of the search.
    typed: Answers<'static>,
    /// The first record whose solution is wrong.
    wrong: Option<usize>,
    /// Whether answers are solutions with nothing else than their status and the figures of their searches.
    writes_solutions: bool,
    /// Why the task is not for boards of a shape, and for those with candidates.
    refusals: [Refusals; 2],
    variants: Arc<Variants>,
    batch: RecordBatch,
    /// Reads rows of tables.
    #[cfg(feature = "parquet")]
    reader: TableReader,
    nine_text: NineText,
    /// How many boards of each shape have been written.
    written: [usize; Shape::EACH.len()],
    /// The answer to a record if it is not a grid.
    word: Vec<u8>,
    moved: MovedBoards,
    /// An answer of several lines.
    block: Vec<u8>,
}

impl RecordWorker {
    pub fn new(config: WorkerConfig, engines: Engines, variants: Arc<Variants>) -> RecordWorker {
        let engines_isa = engines.isa();
        let nine_text = NineText::new(engines_isa).expect("engines for an instruction set of the machine");
        let context = WorkerContext {
            engines,
            limits: config.limits.clone(),
            variants: variants.clone(),
            threads: config.threads,
            workers: config.workers,
            verifies: config.verifies,
        };
        let columns = config.search.as_ref().map_or(&[][..], |search| search.columns());
        let typed = Answers::new(columns);
        let needs = config.search.as_ref().map(|search| search.needs()).unwrap_or_default();
        let writes_solutions =
            needs.written == Written::Solutions && matches!(*config.written, ChunkOutput::Answers);
        let search = config.search.as_ref().map(|search| search.worker(context));
        RecordWorker {
            config,
            search,
            typed,
            wrong: None,
            writes_solutions,
            refusals: [needs.refusals, needs.candidate_refusals],
            variants,
            batch: RecordBatch::new(nine_text),
            #[cfg(feature = "parquet")]
            reader: TableReader::default(),
            nine_text,
            written: Default::default(),
            word: Vec::new(),
            moved: MovedBoards::default(),
            block: Vec::new(),
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
        self.batch.clear();
        self.batch.following.clone_from(&records.following);
        records.input.codec.read(records.chunk, records.records, &mut self.batch);
        (answers.lines, answers.ended) = (self.batch.lines, self.batch.ended);
        answers.end_line = self.batch.end_line;
        let found =
            ChunkRecords { input, records: self.batch.boards.tags.len() as u64, ended: self.batch.ended };
        let before = place.map_or(Some(0), |place| place.count(found)).ok_or(Stopped)?;
        self.answer_read(records, before, answers);
        Ok(())
    }

    /// Answers the records that have been read, with so many records of the run before them.
    fn answer_read(&mut self, records: &Records<'_>, before: u64, answers: &mut ChunkAnswers) {
        self.refuse_shapes(records);
        self.search(records, answers);
        self.write(records, before, answers);
    }
}

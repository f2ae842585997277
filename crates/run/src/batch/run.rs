//! A run over sudoku records: the pipeline's source, workers and sink.

mod chunk_size;
mod count;
mod leaks;
mod pass_events;
mod source;
mod split;
mod start;
#[cfg(feature = "parquet")]
mod tables;
mod two_passes;

use super::{
    Batch, EARLY_BYTES, Morphs, Observer, Resumable, Summary,
    input_format::Recognizer,
    writer::{Concluded, InOrder, TableOutput, Writer},
};
use crate::{
    format::{ReadOptions, Selection},
    io::{Feed, Input, Output, PlacedFile, folder},
    tables::TableFormat,
};
use chunk_size::{chunk_count, chunk_size, costly_chunk_size};
pub use leaks::Leaks;
use quadrille_base::error::Error;
use quadrille_ordered::{
    numbers::RecordNumbers,
    workers::{Finished, Workers},
};
use quadrille_tasks::{Written, reduce::Reduced};
use source::RecordSource;
use start::WorkerStart;
use std::{env::temp_dir, io::Write, slice, sync::Arc, time::Instant};
#[cfg(feature = "parquet")]
pub(super) use tables::InputColumns;

/// The inputs of a run.
pub(super) struct RunInputs<'a> {
    inputs: Vec<Input<'a>>,
    /// How tables among them are read.
    #[cfg(feature = "parquet")]
    tables: tables::Tables,
}

impl<'a> RunInputs<'a> {
    /// Inputs whose answers go to these outputs, which may be tables.
    ///
    /// # Errors
    /// If the first bytes of an input cannot be read.
    fn new(
        batch: &Batch,
        inputs: Vec<Input<'a>>,
        outputs: &[Option<TableFormat>],
    ) -> Result<RunInputs<'a>, Error> {
        let inputs = batch.with_threads(inputs);
        #[cfg(feature = "parquet")]
        {
            let mut inputs = inputs;
            let tables = batch.tables(&mut inputs, outputs)?;
            Ok(RunInputs { inputs, tables })
        }
        #[cfg(not(feature = "parquet"))]
        {
            let _ = (batch, outputs);
            Ok(RunInputs { inputs })
        }
    }

    /// Inputs whose tables become text.
    fn as_text(inputs: Vec<Input<'a>>) -> RunInputs<'a> {
        RunInputs {
            inputs,
            #[cfg(feature = "parquet")]
            tables: tables::Tables::as_text(),
        }
    }

    /// The same files again, for a pass that writes nothing.
    fn again(&self) -> RunInputs<'static> {
        RunInputs {
            inputs: self.inputs.iter().filter_map(Input::again).collect(),
            #[cfg(feature = "parquet")]
            tables: self.tables.without_output(),
        }
    }
}

impl Batch {
    /// Answers every record of the inputs, one input after the other, into `output`.
    ///
    /// Memory depends on the threads and the chunk size, not on the size of the input. In addition, up to 64 MiB of answers
    /// wait for a record that takes long.
    ///
    /// # Errors
    /// If an input cannot be read, does not have a known format or lacks the puzzle column, or if the output cannot be
    /// written. If there are several errors, the first one in the order of the inputs is returned, and everything before it has
    /// been written. Malformed records are not errors.
    pub fn run(
        &self,
        inputs: Vec<Input<'_>>,
        output: &mut (dyn Write + Send),
        observer: &mut dyn Observer,
    ) -> Result<Summary, Error> {
        self.check_single_output()?;
        let inputs = RunInputs::new(self, inputs, &[None])?;
        two_passes::run(self, inputs, &temp_dir(), observer, |batch, inputs, reducer, observer| {
            let mut output = InOrder(output);
            batch.run_to(inputs, Writer::new(batch, &mut output, observer).reducer(reducer), None)
        })
    }

    /// As [`run`](Self::run), into an [`Output`], which the worker threads write themselves. With many threads this is
    /// faster.
    ///
    /// A file, unless it is compressed, is written by two threads at a time, each part at its place; its parts come in any order, but
    /// nobody sees the file before [`Output::finish`]. Everything else is written in order, by one thread at a time, and
    /// compressed by as many as the run has. For a
    /// [table](Output::table) the answers are typed columns, which more threads encode. The
    /// observer is called in the same order as by [`run`](Self::run), by one thread at a time, but by any of them.
    ///
    /// # Errors
    /// As [`run`](Self::run). Afterwards a file cannot be finished, because parts of it may be missing.
    pub fn run_into(
        &self,
        inputs: Vec<Input<'_>>,
        output: &mut Output,
        observer: &mut dyn Observer,
    ) -> Result<Summary, Error> {
        self.check_single_output()?;
        output.set_threads(self.options.thread_count(0));
        let format = output.table_format();
        let table = format.map(|format| self.for_tables(&[format])).transpose()?;
        let is_table = table.is_some();
        if is_table {
            // Refuses before any work what the format cannot hold; the rest is known with the first record.
            output.describe_here(self.table_text())?;
        }
        let inputs = RunInputs::new(table.as_ref().unwrap_or(self), inputs, &[format])?;
        let batch = table.as_ref().unwrap_or(self);
        let folder = output.temporary().map_or_else(temp_dir, |path| folder(path).to_owned());
        let end = two_passes::run(batch, inputs, &folder, observer, |batch, inputs, reducer, observer| {
            if is_table {
                let mut output = TableOutput(output);
                return batch.run_to(
                    inputs,
                    Writer::new(batch, &mut output, observer).reducer(reducer),
                    None,
                );
            }
            let Some(mut places) = output.places() else {
                let mut output = InOrder(output);
                return batch.run_to(
                    inputs,
                    Writer::new(batch, &mut output, observer).reducer(reducer),
                    None,
                );
            };
            let file = places.file();
            batch.run_to(inputs, Writer::new(batch, &mut places, observer).reducer(reducer), Some(file))
        });
        conclude(end, slice::from_mut(output))
    }

    /// As [`run`](Self::run), but continues an earlier run with the same settings and inputs: see [`Resumable`].
    ///
    /// # Errors
    /// As [`run`](Self::run). Whenever the process ends, the run can be resumed from what has been committed.
    pub fn resume(
        &self,
        inputs: Vec<Input<'_>>,
        output: &mut Resumable,
        observer: &mut dyn Observer,
    ) -> Result<Summary, Error> {
        self.run_to(
            RunInputs::as_text(self.with_threads(inputs)),
            Writer::resumed(self, output, observer),
            None,
        )
    }

    /// Runs with this sink. All workers write the answers that get a place from it to `placed`.
    fn run_to(
        &self,
        inputs: RunInputs<'_>,
        mut writer: Writer<'_>,
        placed: Option<PlacedFile<'_>>,
    ) -> Result<Summary, Error> {
        let concluding = Concluding::begin();
        self.check()?;
        let RunInputs {
            inputs,
            #[cfg(feature = "parquet")]
            tables,
        } = inputs;
        #[cfg(feature = "parquet")]
        let types = tables.answer_types(self);
        let threads = self.options.thread_count(0);
        let chunk_size = self.chunk_size.unwrap_or_else(|| self.default_chunk_size(&inputs, threads));
        let workers = Workers::new(threads.min(chunk_count(&inputs, chunk_size))).early_bytes(EARLY_BYTES);
        let threads = workers.count();
        #[cfg(feature = "parquet")]
        {
            writer = writer.columns(tables.columns.clone());
        }
        writer.begin_run(&inputs);
        let numbers = self.record_numbers(&inputs, &writer)?;
        let names = inputs.iter().map(|input| input.name().to_owned()).collect();
        let source = RecordSource {
            feed: self.feed(inputs, chunk_size, &mut writer)?.with_tables(),
            #[cfg(feature = "parquet")]
            tables: tables::TableSource::new(self, tables, threads),
            #[cfg(not(feature = "parquet"))]
            tables: std::marker::PhantomData,
        };
        let start = WorkerStart {
            batch: self,
            stop: self.options.stop(),
            workers: threads,
            numbers,
            names,
            #[cfg(feature = "parquet")]
            types,
        };
        let sink = &mut |chunk, answers: &mut _| writer.write(chunk, answers);
        let end = start.run(workers, source, sink, placed);
        concluding.summary(writer, end, threads)
    }

    /// The inputs of a run with the threads of this batch.
    fn with_threads<'a>(&self, inputs: Vec<Input<'a>>) -> Vec<Input<'a>> {
        let threads = self.options.thread_count(0);
        inputs.into_iter().map(|input| input.on_threads(threads)).collect()
    }

    /// The numbers of the records, if the answers depend on them.
    fn record_numbers(
        &self,
        inputs: &[Input<'_>],
        writer: &Writer<'_>,
    ) -> Result<Option<RecordNumbers>, Error> {
        if !self.work.morphs().is_some_and(Morphs::needs_numbers) {
            return Ok(None);
        }
        let before = self.shard.map_or(Ok(0), |shard| self.records_before(shard, inputs))?;
        Ok(Some(RecordNumbers::after(before + writer.records())))
    }

    fn feed<'a>(
        &self,
        inputs: Vec<Input<'a>>,
        chunk_size: usize,
        writer: &mut Writer<'_>,
    ) -> Result<Feed<'a, Recognizer>, Error> {
        let ranges = self.shard.map(|shard| shard.ranges_of(&inputs)).transpose()?;
        let mut feed = Feed::new(inputs, chunk_size, self.recognizer());
        if let Some(ranges) = ranges {
            feed = feed.ranges(ranges);
        }
        if let Some(position) = writer.position() {
            feed = feed.resume(position);
        }
        if writer.is_resumable() {
            feed = feed.rereadable();
        }
        Ok(feed)
    }

    /// The default chunk size, smaller if there are many answers to each record, or an answer takes long.
    fn default_chunk_size(&self, inputs: &[Input<'_>], threads: usize) -> usize {
        let size = chunk_size(inputs, threads);
        match self.work.morphs() {
            Some(morphs) => (size / morphs.count() as usize).max(1),
            None => costly_chunk_size(size, self.work.needs().cost, inputs, threads),
        }
    }

    fn recognizer(&self) -> Recognizer {
        let (morphs, needs) = (self.work.morphs(), self.work.needs());
        let reads_solutions = self.solution_column.is_some();
        let options = ReadOptions {
            symbols: self.symbols,
            column: self.column.clone(),
            columns: self.work.columns(),
            selection: if self.format.is_some() { Selection::Named } else { Selection::Detected },
            expected_solutions: needs.own_answers || (morphs.is_some() && reads_solutions),
            solution_column: self.solution_column.clone(),
            regions: self.variants.wants_regions(),
            givens_only: needs.givens,
            counts_placed: needs.placed,
            keep_trailing: self.keep_trailing,
            copies: morphs.is_some_and(|morphs| morphs.count() > 1),
            unchanged: self.work.is_filter(),
            moves_solutions: morphs.is_some_and(|morphs| morphs.moves_solutions) && !reads_solutions,
        };
        Recognizer {
            format: self.format,
            output: self.output,
            filters: self.work.is_filter(),
            all: matches!(needs.written, Written::AllSolutions(_)),
            options,
        }
    }
}

/// Marks the outputs of a failed run as incomplete, or adds the time that compressing took to the summary.
fn conclude(mut end: Result<Summary, Error>, outputs: &mut [Output]) -> Result<Summary, Error> {
    for output in outputs {
        match &mut end {
            Ok(summary) => summary.times.count_compressing(output.take_compression_times()),
            Err(_) => output.set_incomplete(),
        }
    }
    end
}

/// A run that will end with a summary.
struct Concluding {
    start: Instant,
}

impl Concluding {
    fn begin() -> Concluding {
        Concluding { start: Instant::now() }
    }

    /// Writes what the reducer has kept, and sums up a run whose workers, this many threads, have ended like this.
    fn summary(
        self,
        mut writer: Writer<'_>,
        end: Result<Finished, Error>,
        threads: usize,
    ) -> Result<Summary, Error> {
        let end = end.and_then(|end| writer.finish_reducer().map(|()| end));
        let elapsed = self.start.elapsed() + writer.time_before();
        let busy = end.as_ref().map_or(0, |end| end.busy);
        let Concluded { tally, total, reduced, times } = writer.conclude(end)?;
        let Reduced { selected, class_sizes, .. } = reduced;
        let temporary_bytes = 0;
        Ok(Summary {
            tally,
            threads,
            busy,
            elapsed,
            class_sizes,
            temporary_bytes,
            total: total.map(Arc::from),
            selected,
            times,
        })
    }
}

//! The sink of a run over sudoku records: writes answers in order, reports events and keeps the sums.

mod answers;
mod events;
mod inputs;
mod kept;
mod output;
mod parts;
mod place;
mod reduce;
mod solutions;

use kept::Reducing;

pub(super) use {
    output::{AnswerOutput, InOrder, Nowhere, TableOutput},
    parts::PartOutputs,
    place::AnswerPlace,
};

#[cfg(feature = "parquet")]
use super::run::InputColumns;
use super::{
    Batch, MALFORMED_SHOWN, Observer, Resumable,
    checkpoint::{Checkpoint, SoFar},
    input_format::InputFormat,
    settings::OutputChoice,
    times::Times,
    worker::{AllSolutions, ChunkAnswers},
};
use crate::{
    io::{Chunk, Input, Position, ShardStart, cannot_read},
    tables::TextLayout,
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_ordered::workers::Finished;
use quadrille_tasks::{Reduce, Tally, Total, reduce::Reduced};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

pub(super) struct Writer<'a> {
    settings: Settings,
    names: Vec<String>,
    output: &'a mut dyn AnswerOutput,
    observer: &'a mut dyn Observer,
    reducing: Reducing<'a>,
    /// The layout of the text, should it become a table.
    table: TextLayout,
    start: Instant,
    /// Time spent writing.
    writing: Duration,
    /// Records whose answers have been written as a whole.
    written: u64,
    /// The position after the last chunk that was written.
    position: Option<Position>,
    /// The current input, once there is one.
    input: Option<usize>,
    /// Whether the records of the current input have ended.
    ended: bool,
    /// Where the current input was entered.
    shard_start: Option<Arc<ShardStart>>,
    so_far: SoFar,
    /// The total of the task beside the tally, over this process.
    total: Option<Box<dyn Total>>,
}

/// The settings of the output, which do not change during a run.
struct Settings {
    /// Whether this run writes the header: only the first of several shards does, unless each is a table.
    writes_header: bool,
    /// See [`Batch::max_write`].
    max_write: Option<usize>,
    stop: Option<Arc<AtomicBool>>,
    /// How many mismatches are reported one by one.
    mismatches_shown: usize,
    /// Whether the format of the answers was not set, but follows from something else.
    tells_conversions: bool,
    /// How all solutions of each record are written, if they are.
    all: Option<AllSolutions>,
    /// Whether records are only counted or searched, and none is written.
    only_counts: bool,
}

/// The facts known at the end of a run.
pub(super) struct Concluded {
    pub tally: Tally,
    pub total: Option<Box<dyn Total>>,
    pub reduced: Reduced,
    pub times: Times,
}

impl<'a> Writer<'a> {
    /// Continues where the output was left.
    pub fn resumed(batch: &Batch, output: &'a mut Resumable, observer: &'a mut dyn Observer) -> Self {
        let checkpoint = output.checkpoint().cloned();
        let is_complete = output.is_complete();
        let mut writer = Writer::new(batch, output, observer);
        if let Some(Checkpoint { position, so_far }) = checkpoint {
            // After the last input nothing is left.
            let position = if is_complete { Position { input: usize::MAX, ..position } } else { position };
            writer.position = Some(position);
            (writer.input, writer.ended) = (Some(position.input), position.ended);
            writer.written = so_far.tally.records;
            writer.so_far = so_far;
        }
        writer
    }

    pub fn new(batch: &Batch, output: &'a mut dyn AnswerOutput, observer: &'a mut dyn Observer) -> Self {
        let settings = Settings {
            writes_header: batch.shard.is_none_or(|shard| shard.index() == 1),
            max_write: batch.max_write,
            stop: batch.options.limits().stop_flag.clone(),
            mismatches_shown: if batch.all_mismatches { usize::MAX } else { MALFORMED_SHOWN },
            tells_conversions: matches!(batch.output, OutputChoice::Preferred(_)),
            all: batch.solutions(&batch.options.stop()),
            only_counts: batch.work.only_counts(),
        };
        Writer {
            settings,
            names: Vec::new(),
            output,
            observer,
            reducing: Reducing::default(),
            table: batch.table_text(),
            start: Instant::now(),
            writing: Duration::ZERO,
            written: 0,
            position: None,
            input: None,
            ended: false,
            shard_start: None,
            so_far: SoFar::default(),
            total: batch.work.task().and_then(|task| task.total()),
        }
    }

    /// Has a reducer select records.
    pub fn reducer(mut self, reducer: Option<&'a mut (dyn Reduce + 'static)>) -> Self {
        self.reducing.reducer = reducer;
        self
    }

    /// Lets the output carry the columns of the inputs, or copy them.
    #[cfg(feature = "parquet")]
    pub fn columns(mut self, columns: InputColumns) -> Self {
        match columns {
            InputColumns::None | InputColumns::Text => {}
            InputColumns::Carried(carrying) => self.table.carrying = Some(carrying),
            InputColumns::Copied(columns) => self.table.copied = Some(columns),
        }
        self
    }

    pub fn begin_run(&mut self, inputs: &[Input<'_>]) {
        self.names = inputs.iter().map(|i| i.name().to_owned()).collect();
        #[cfg(feature = "parquet")]
        if inputs.iter().any(Input::is_table) {
            self.table.inputs = inputs.iter().map(Input::input_schema).collect();
        }
        if self.position.is_some() {
            self.observer.written(self.written);
            self.observer.progress(self.so_far.bytes, &self.so_far.tally);
        }
    }

    /// Records that earlier processes have answered.
    pub fn records(&self) -> u64 {
        self.so_far.tally.records
    }

    /// Whether another process may have to continue the run.
    pub fn is_resumable(&mut self) -> bool {
        self.output.resumable().is_some()
    }

    /// Where the run starts, if it continues an earlier one.
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// Time that earlier processes have spent.
    pub fn time_before(&self) -> Duration {
        self.so_far.elapsed
    }

    /// The facts known at the end of a run. A resumable output is committed however the run ended, unless the writing itself
    /// failed.
    pub fn conclude(mut self, end: Result<Finished, Error>) -> Result<Concluded, Error> {
        let is_writable = end.as_ref().err().is_none_or(|e| e.kind() != ErrorKind::Output);
        let committed = if is_writable { self.commit() } else { Ok(()) };
        let Finished { times, in_sink, .. } = end?;
        committed?;
        let times = Times {
            dividing: times.source,
            ordering: in_sink.saturating_sub(self.writing),
            writing_in_order: self.writing,
            writing_to_places: times.writing,
            compressing: Duration::ZERO,
            answering: times.answering,
        };
        let Writer { so_far, total, reducing, .. } = self;
        Ok(Concluded { tally: so_far.tally, total, reduced: reducing.reduced, times })
    }

    fn commit(&mut self) -> Result<(), Error> {
        let (Some(output), Some(position)) = (self.output.resumable(), self.position) else {
            return Ok(());
        };
        if position.input == usize::MAX {
            return Ok(());
        }
        let elapsed = self.so_far.elapsed + self.start.elapsed();
        output.commit(Checkpoint { position, so_far: SoFar { elapsed, ..self.so_far.clone() } })
    }

    /// Writes the answers to the next chunk, or returns the place where a worker is to write them.
    pub fn write(
        &mut self,
        chunk: Chunk<Arc<InputFormat>>,
        answers: &mut ChunkAnswers,
    ) -> Result<Option<AnswerPlace>, Error> {
        if self.input != Some(chunk.input) {
            (self.input, self.so_far.lines, self.ended) = (Some(chunk.input), 0, false);
            self.so_far.tally.formats.insert(chunk.format.format.name());
            self.begin_input(&chunk.format)?;
        }
        if self.ended {
            return Ok(None);
        }
        self.so_far.lines += chunk.skipped_lines;
        self.shard_start.clone_from(&chunk.shard_start);
        if let Some((line, fatal)) = answers.fatal {
            let (kind, what) = fatal.message();
            let (name, line) = (&self.names[chunk.input], self.line(line)?);
            let place = if chunk.format.is_table() { ": row " } else { ":" };
            return Err(Error::new(kind, format!("{name}{place}{line}: {what}")));
        }
        if let Some((total, chunk)) = self.total.as_mut().zip(answers.total.as_deref()) {
            let added = total.add(chunk, self.so_far.tally.records);
            added.map_err(|message| Error::new(ErrorKind::TooLarge, message))?;
        }
        // Computed before anything is written: a resumable output must not hold the answers to a chunk whose
        // position is not known.
        let line = if self.has_events(&chunk, answers) { self.line(0)? } else { 0 };
        let is_taken = self.reduce(&chunk, answers)? || self.settings.only_counts;
        let place = if is_taken { None } else { self.write_answers(&chunk.format, answers)? };
        self.report_events(&chunk, answers, line);
        self.ended = answers.ended;
        self.so_far.lines += answers.lines;
        self.so_far.bytes += answers.bytes;
        self.so_far.tally += &answers.tally;
        self.observer.progress(self.so_far.bytes, &self.so_far.tally);
        self.position = Some(Position {
            input: chunk.input,
            offset: chunk.end,
            records: chunk.first_record + chunk.records.unwrap_or(0),
            ended: answers.ended || chunk.last,
        });
        if self.output.resumable().is_some_and(|output| output.is_due()) {
            self.commit()?;
        }
        Ok(place)
    }

    fn is_stopped(&self) -> bool {
        self.settings.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// The line of the current input, from 1, for a line of the current chunk, from 0.
    fn line(&self, line: u64) -> Result<u64, Error> {
        let name = self.input.map_or("the input", |input| &self.names[input]);
        let before = self.shard_start.as_ref().map_or(Ok(0), |start| start.lines());
        let before = before.map_err(|e| cannot_read(name, e))?;
        Ok(before + self.so_far.lines + line + 1)
    }
}

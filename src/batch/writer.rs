//! The sink of a run over sudoku records: writes answers in order, reports events and keeps the sums.

mod events;
mod solutions;

use super::{
    Batch, MALFORMED_SHOWN, Observer, Resumable, Tally,
    checkpoint::{Checkpoint, SoFar},
    input_format::InputFormat,
    pieces::pieces,
    pipeline::Stopped,
    settings::OutputChoice,
    worker::{AllSolutions, ChunkAnswers},
};
use crate::{
    error::{Error, ErrorKind},
    format::{Field, Selection, Separator},
    io::{Chunk, Input, Position, ShardStart},
};
use std::{
    io::{self, Write},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// The output of a run.
enum AnswerOutput<'a> {
    Plain(&'a mut dyn Write),
    Resumable(&'a mut Resumable),
}

impl AnswerOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            AnswerOutput::Plain(output) => output.write_all(bytes),
            AnswerOutput::Resumable(output) => output.write_all(bytes),
        }
    }
}

pub(super) struct Writer<'a> {
    names: Vec<String>,
    output: AnswerOutput<'a>,
    observer: &'a mut dyn Observer,
    start: Instant,
    fields: &'static [Field],
    /// Whether this run writes the header: only the first of several shards does.
    writes_header: bool,
    /// See [`Batch::max_write`].
    max_write: Option<usize>,
    /// Records whose answers have been written as a whole.
    written: u64,
    stop: Option<Arc<AtomicBool>>,
    /// How many mismatches are reported one by one.
    mismatches_shown: usize,
    /// The position after the last chunk that was written.
    position: Option<Position>,
    /// Whether the format of the answers was not set, but follows from something else.
    tells_conversions: bool,
    /// How all solutions of each record are written, if they are.
    all: Option<AllSolutions>,
    /// Where the current input was entered.
    shard_start: Option<Arc<ShardStart>>,
    /// The current input, once there is one.
    input: Option<usize>,
    /// Whether the records of the current input have ended.
    ended: bool,
    so_far: SoFar,
}

impl<'a> Writer<'a> {
    pub fn new(batch: &Batch, output: &'a mut dyn Write, observer: &'a mut dyn Observer) -> Writer<'a> {
        Writer::to(batch, AnswerOutput::Plain(output), observer)
    }

    /// Continues where the output was left.
    pub fn resumed(batch: &Batch, output: &'a mut Resumable, observer: &'a mut dyn Observer) -> Writer<'a> {
        let checkpoint = output.checkpoint().cloned();
        let is_complete = output.is_complete();
        let mut writer = Writer::to(batch, AnswerOutput::Resumable(output), observer);
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

    fn to(batch: &Batch, output: AnswerOutput<'a>, observer: &'a mut dyn Observer) -> Writer<'a> {
        Writer {
            names: Vec::new(),
            output,
            observer,
            start: Instant::now(),
            fields: batch.fields(),
            writes_header: batch.shard.is_none_or(|shard| shard.index() == 1),
            max_write: batch.max_write,
            written: 0,
            stop: batch.limits.stop_flag.clone(),
            mismatches_shown: if batch.all_mismatches { usize::MAX } else { MALFORMED_SHOWN },
            position: None,
            all: batch.solutions(&batch.limits.stop_flag.clone().unwrap_or_default()),
            tells_conversions: matches!(batch.output, OutputChoice::Preferred(_)),
            shard_start: None,
            input: None,
            ended: false,
            so_far: SoFar::default(),
        }
    }

    pub fn begin_run(&mut self, inputs: &[Input<'_>]) {
        self.names = inputs.iter().map(|i| i.name().to_owned()).collect();
        if self.position.is_some() {
            self.observer.progress(self.so_far.bytes, &self.so_far.tally);
        }
    }

    /// Whether another process may have to continue the run.
    pub fn is_resumable(&self) -> bool {
        matches!(self.output, AnswerOutput::Resumable(_))
    }

    /// Where the run starts, if it continues an earlier one.
    pub fn position(&self) -> Option<Position> {
        self.position
    }

    /// Time that earlier processes have spent.
    pub fn time_before(&self) -> Duration {
        self.so_far.elapsed
    }

    /// The sums at the end of a run. A resumable output is committed however the run ended, unless the writing
    /// itself failed.
    pub fn conclude<T>(mut self, end: Result<T, Error>) -> Result<(T, Tally), Error> {
        let is_writable = end.as_ref().err().is_none_or(|e| e.kind() != ErrorKind::Output);
        let committed = if is_writable { self.commit() } else { Ok(()) };
        let end = end?;
        committed?;
        Ok((end, self.so_far.tally))
    }

    fn commit(&mut self) -> Result<(), Error> {
        let (AnswerOutput::Resumable(output), Some(position)) = (&mut self.output, self.position) else {
            return Ok(());
        };
        if position.input == usize::MAX {
            return Ok(());
        }
        let elapsed = self.so_far.elapsed + self.start.elapsed();
        output.commit(Checkpoint { position, so_far: SoFar { elapsed, ..self.so_far.clone() } })
    }

    /// Writes the answers to the next chunk.
    pub fn write(&mut self, chunk: Chunk<Arc<InputFormat>>, answers: &mut ChunkAnswers) -> Result<(), Error> {
        if self.input != Some(chunk.input) {
            (self.input, self.so_far.lines, self.ended) = (Some(chunk.input), 0, false);
            self.so_far.tally.formats.insert(chunk.format.format.name());
            self.begin_input(&chunk.format)?;
        }
        if self.ended {
            return Ok(());
        }
        self.so_far.lines += chunk.skipped_lines;
        self.shard_start.clone_from(&chunk.shard_start);
        if let Some((line, fatal)) = answers.fatal {
            let (kind, what) = fatal.message();
            let (name, line) = (&self.names[chunk.input], self.line(line)?);
            return Err(Error::new(kind, format!("{name}:{line}: {what}")));
        }
        // Computed before anything is written: a resumable output must not hold the answers to a chunk whose
        // position is not known.
        let line = if self.has_events(&chunk, answers) { self.line(0)? } else { 0 };
        self.write_answers(&chunk.format, answers)?;
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
        match &self.output {
            AnswerOutput::Resumable(output) if output.is_due() => self.commit(),
            _ => Ok(()),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    fn write_answers(&mut self, input: &InputFormat, answers: &mut ChunkAnswers) -> Result<(), Error> {
        if let Some(all) = self.all.clone() {
            return self.write_solutions(&all, input, answers);
        }
        let is_separated = input.codec.capabilities().separator == Separator::Newline;
        let mut text = &*answers.text;
        if input.output.is_none() && is_separated && !self.so_far.has_answers {
            text = text.strip_prefix(b"\n").unwrap_or(text);
            let removed = answers.text.len() - text.len();
            answers.ends.iter_mut().for_each(|end| *end = end.saturating_sub(removed));
        }
        self.so_far.has_answers |= !text.is_empty();
        let Some(max) = self.max_write else {
            return self.write_text(text, self.so_far.tally.records + answers.tally.records);
        };
        for (piece, records) in pieces(text, &answers.ends, max) {
            self.write_text(piece, self.so_far.tally.records + records as u64)?;
            // Only a stop from outside is known here: the reader may be slow, and the process is to end soon.
            if self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                return Err(Stopped.into());
            }
        }
        Ok(())
    }

    /// Writes a text with which the answers to this many records of the run are complete.
    fn write_text(&mut self, text: &[u8], records: u64) -> Result<(), Error> {
        let fail = |e| {
            let doing = match self.written {
                0 => "cannot write the output".into(),
                written => format!("cannot write the output after the answers to {written} records"),
            };
            Error::io(ErrorKind::Output, doing, e)
        };
        self.output.write(text).map_err(fail)?;
        self.written = records;
        self.observer.written(records);
        Ok(())
    }

    /// The line of the current input, from 1, for a line of the current chunk, from 0.
    fn line(&self, line: u64) -> Result<u64, Error> {
        let name = self.input.map_or("the input", |input| &self.names[input]);
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot read {name}"), e);
        let before = self.shard_start.as_ref().map_or(Ok(0), |start| start.lines()).map_err(fail)?;
        Ok(before + self.so_far.lines + line + 1)
    }

    /// Called with the first chunk of an input.
    fn begin_input(&mut self, opened: &InputFormat) -> Result<(), Error> {
        let input = self.input.expect("an input has begun");
        if opened.selection == Selection::Detected && !opened.format.is_default() {
            self.observer.recognized(&self.names[input], opened.format);
        }
        if let Some(column) = opened.codec.capabilities().found_column {
            self.observer.column_found(&self.names[input], column);
        }
        if let Some(format) = opened.output.filter(|_| self.tells_conversions) {
            self.observer.converted(&self.names[input], format);
        }
        let mut header = Vec::new();
        match opened.output {
            Some(format) => format.write_header(self.fields, &mut header),
            None => header.extend_from_slice(opened.codec.capabilities().header),
        }
        match &self.so_far.header {
            None => {
                if self.writes_header {
                    self.write_text(&header, self.written)?;
                }
                self.so_far.header = Some(header);
                Ok(())
            }
            Some(first) if *first == header => Ok(()),
            Some(_) => {
                let (name, first) = (&self.names[input], &self.names[0]);
                let what =
                    format!("{name}: its header differs from that of {first}; cannot merge the outputs");
                Err(Error::new(ErrorKind::Input, what))
            }
        }
    }
}

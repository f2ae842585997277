//! The one who writes, in order, and keeps the sums.

use super::{
    Batch, MALFORMED_SHOWN, Observer, Resumable, Tally, input_format::InputFormat, resume::Checkpoint,
    worker::Answers,
};
use crate::{
    error::{Error, ErrorKind},
    format::{Field, OutputFormat, Selection, Separator},
    io::{Input, Position, ShardStart},
};
use std::{
    io::Write,
    sync::Arc,
    time::{Duration, Instant},
};

/// Where answers go.
enum Sink<'a> {
    Plain(&'a mut dyn Write),
    Kept(&'a mut Resumable),
}

impl Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        match self {
            Sink::Plain(output) => output.write_all(bytes),
            Sink::Kept(output) => output.write_all(bytes),
        }
        .map_err(|e| Error::io(ErrorKind::Output, "cannot write the output", e))
    }
}

pub(super) struct Writer<'a> {
    names: Vec<String>,
    output: Sink<'a>,
    observer: &'a mut dyn Observer,
    start: Instant,
    /// Time that earlier processes spent on the run.
    before: Duration,
    /// Whether the output begins with a header: it is another shard's else.
    headed: bool,
    /// After the last chunk that was written.
    spot: Option<Position>,
    /// Where the current input was entered.
    origin: Option<Arc<ShardStart>>,
    conversion: Option<&'static OutputFormat>,
    fields: &'static [Field],
    tally: Tally,
    bytes: u64,
    malformed_told: usize,
    mismatches_told: usize,
    /// The current input, once there is one.
    input: Option<usize>,
    /// Whether the records of the current input have ended.
    ended: bool,
    /// Lines of the current input before the current chunk.
    lines: u64,
    /// What goes before all answers, once it is written.
    header: Option<Vec<u8>>,
    /// Whether an answer has been written.
    begun: bool,
}

impl<'a> Writer<'a> {
    pub fn new(batch: &Batch, output: &'a mut dyn Write, observer: &'a mut dyn Observer) -> Writer<'a> {
        Writer::to(batch, Sink::Plain(output), observer)
    }

    /// Goes on where the output was left.
    pub fn resumed(batch: &Batch, output: &'a mut Resumable, observer: &'a mut dyn Observer) -> Writer<'a> {
        let known = output.checkpoint().cloned();
        let complete = output.is_complete();
        let mut writer = Writer::to(batch, Sink::Kept(output), observer);
        if let Some(known) = known {
            let Checkpoint {
                spot,
                bytes,
                lines,
                header,
                begun,
                malformed_told,
                mismatches_told,
                tally,
                elapsed,
            } = known;
            // Nothing comes after all inputs.
            let spot = if complete { Position { input: usize::MAX, ..spot } } else { spot };
            (writer.spot, writer.input, writer.ended) = (Some(spot), Some(spot.input), spot.ended);
            (writer.bytes, writer.lines, writer.begun) = (bytes, lines, begun);
            (writer.malformed_told, writer.mismatches_told) = (malformed_told, mismatches_told);
            (writer.header, writer.tally, writer.before) = (Some(header), tally, elapsed);
        }
        writer
    }

    fn to(batch: &Batch, output: Sink<'a>, observer: &'a mut dyn Observer) -> Writer<'a> {
        Writer {
            names: Vec::new(),
            output,
            observer,
            start: Instant::now(),
            before: Duration::ZERO,
            headed: batch.shard.is_none_or(|shard| shard.index() == 1),
            spot: None,
            origin: None,
            conversion: batch.conversion,
            fields: batch.task.fields(),
            tally: Tally::default(),
            bytes: 0,
            malformed_told: 0,
            mismatches_told: 0,
            input: None,
            ended: false,
            lines: 0,
            header: None,
            begun: false,
        }
    }

    pub fn begin_run(&mut self, inputs: &[Input<'_>]) {
        self.names = inputs.iter().map(|i| i.name().to_owned()).collect();
        if self.spot.is_some() {
            self.observer.progress(self.bytes, &self.tally);
        }
    }

    /// Whether another run may have to go on.
    pub fn is_kept(&self) -> bool {
        matches!(self.output, Sink::Kept(_))
    }

    /// Where the run begins, if it was begun before.
    pub fn spot(&self) -> Option<Position> {
        self.spot
    }

    /// Time that earlier processes spent.
    pub fn before(&self) -> Duration {
        self.before
    }

    /// The sums of a run that ended so. What an output that is kept has got by then is committed, however
    /// the run ended, unless the writing itself failed.
    pub fn conclude(mut self, end: Result<(), Error>) -> Result<Tally, Error> {
        let written = end.as_ref().err().is_none_or(|e| e.kind() != ErrorKind::Output);
        let committed = if written { self.commit() } else { Ok(()) };
        end.and(committed)?;
        Ok(self.tally)
    }

    fn commit(&mut self) -> Result<(), Error> {
        let (Sink::Kept(output), Some(spot)) = (&mut self.output, self.spot) else { return Ok(()) };
        if spot.input == usize::MAX {
            return Ok(());
        }
        output.commit(Checkpoint {
            spot,
            bytes: self.bytes,
            lines: self.lines,
            header: self.header.clone().unwrap_or_default(),
            begun: self.begun,
            malformed_told: self.malformed_told,
            mismatches_told: self.mismatches_told,
            tally: self.tally.clone(),
            elapsed: self.before + self.start.elapsed(),
        })
    }

    pub fn write(&mut self, answers: &mut Answers) -> Result<(), Error> {
        let reading = answers.reading.take().expect("every chunk has its reading");
        if self.input != Some(answers.input) {
            (self.input, self.lines, self.ended) = (Some(answers.input), 0, false);
            self.tally.formats.insert(reading.format.name());
            self.begin(&reading)?;
        }
        if self.ended {
            return Ok(());
        }
        self.lines += answers.skipped_lines;
        self.origin.clone_from(&answers.origin);
        if let Some((line, stop)) = answers.stop {
            let (kind, what) = stop.message();
            let (name, line) = (&self.names[answers.input], self.line(line)?);
            return Err(Error::new(kind, format!("{name}:{line}: {what}")));
        }
        let mut text = &answers.text[..];
        if self.conversion.is_none()
            && reading.codec.capabilities().separator == Separator::Newline
            && !self.begun
        {
            text = text.strip_prefix(b"\n").unwrap_or(text);
        }
        // Looked up before anything is written: an output that is kept must not have the answers to a chunk
        // without its place.
        let line = if self.has_to_tell(answers) { self.line(0)? } else { 0 };
        self.begun |= !text.is_empty();
        self.output.write(text)?;
        self.tell(answers, line);
        self.ended = answers.ended;
        self.lines += answers.lines;
        self.bytes += answers.bytes;
        self.tally += &answers.tally;
        self.observer.progress(self.bytes, &self.tally);
        let Answers { input, end: offset, counted: records, ended, last, .. } = *answers;
        self.spot = Some(Position { input, offset, records, ended: ended || last });
        match &self.output {
            Sink::Kept(output) if output.is_due() => self.commit(),
            _ => Ok(()),
        }
    }

    /// A line of the current input, from 1, for one of the current chunk, from 0.
    fn line(&self, line: u64) -> Result<u64, Error> {
        let name = self.input.map_or("the input", |input| &self.names[input]);
        let fail = |e| Error::io(ErrorKind::Input, format!("cannot read {name}"), e);
        let before = self.origin.as_ref().map_or(Ok(0), |origin| origin.lines()).map_err(fail)?;
        Ok(before + self.lines + line + 1)
    }

    /// The first chunk of an input.
    fn begin(&mut self, reading: &InputFormat) -> Result<(), Error> {
        let input = self.input.expect("an input has begun");
        if reading.selection == Selection::Detected && !reading.format.is_default() {
            self.observer.recognized(&self.names[input], reading.format);
        }
        let mut header = Vec::new();
        match self.conversion {
            Some(conversion) => conversion.write_header(self.fields, &mut header),
            None => header.extend_from_slice(reading.codec.capabilities().header),
        }
        match &self.header {
            None => {
                if self.headed {
                    self.output.write(&header)?;
                }
                self.header = Some(header);
                Ok(())
            }
            Some(first) if *first == header => Ok(()),
            Some(_) => {
                let (name, first) = (&self.names[input], &self.names[0]);
                let what =
                    format!("{name}: its header is not that of {first}: their answers make no one table");
                Err(Error::new(ErrorKind::Input, what))
            }
        }
    }

    fn has_to_tell(&self, answers: &Answers) -> bool {
        let Answers { malformed, mismatches, fault, .. } = answers;
        (!malformed.is_empty() && self.malformed_told < MALFORMED_SHOWN)
            || (!mismatches.is_empty() && self.mismatches_told < MALFORMED_SHOWN)
            || fault.is_some()
    }

    /// Tells of a chunk whose first line is `first`.
    fn tell(&mut self, answers: &mut Answers, first: u64) {
        let name = &self.names[answers.input];
        for (line, reason) in &answers.malformed {
            if self.malformed_told < MALFORMED_SHOWN {
                self.observer.malformed(name, first + line, &reason.to_string());
                self.malformed_told += 1;
            }
        }
        for line in &answers.mismatches {
            if self.mismatches_told < MALFORMED_SHOWN {
                self.observer.mismatch(name, first + line);
                self.mismatches_told += 1;
            }
        }
        if let Some((line, what)) = answers.fault.take() {
            self.tally.faults += 1;
            self.observer.fault(name, first + line, &what);
        }
    }
}

//! The one who writes, in order, and keeps the sums.

use super::{Batch, MALFORMED_SHOWN, Observer, Tally, reading::Reading, worker::Answers};
use crate::{
    error::{Error, ErrorKind},
    format::{Conversion, Field, line},
    io::Input,
};
use std::io::Write;

pub(super) struct Writer<'a> {
    names: Vec<String>,
    output: &'a mut dyn Write,
    observer: &'a mut dyn Observer,
    conversion: Option<&'static Conversion>,
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
    pub fn new(
        batch: &Batch,
        inputs: &[Input<'_>],
        output: &'a mut dyn Write,
        observer: &'a mut dyn Observer,
    ) -> Writer<'a> {
        Writer {
            names: inputs.iter().map(|i| i.name().to_owned()).collect(),
            output,
            observer,
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

    pub fn into_tally(self) -> Tally {
        self.tally
    }

    pub fn write(&mut self, answers: &mut Answers) -> Result<(), Error> {
        let reading = answers.reading.take().expect("every chunk has its reading");
        if self.input != Some(answers.input) {
            (self.input, self.lines, self.ended) = (Some(answers.input), 0, false);
            self.tally.formats.insert(reading.format.name);
            self.begin(&reading)?;
        }
        if self.ended {
            return Ok(());
        }
        self.lines += answers.skipped_lines;
        let name = &self.names[answers.input];
        if let Some((line, stop)) = answers.stop {
            let (kind, what) = stop.message();
            return Err(Error::new(kind, format!("{name}:{}: {what}", self.lines + line + 1)));
        }
        let mut text = &answers.text[..];
        if self.conversion.is_none() && reading.reader.separated() && !self.begun {
            text = text.strip_prefix(b"\n").unwrap_or(text);
        }
        self.begun |= !text.is_empty();
        self.output.write_all(text).map_err(cannot_write)?;
        self.tell(answers);
        self.ended = answers.ended;
        self.lines += answers.lines;
        self.bytes += answers.bytes;
        self.tally += &answers.tally;
        self.observer.progress(self.bytes, &self.tally);
        Ok(())
    }

    /// The first chunk of an input.
    fn begin(&mut self, reading: &Reading) -> Result<(), Error> {
        let input = self.input.expect("an input has begun");
        if reading.guessed && reading.format.name != line::FORMAT.name {
            self.observer.recognized(&self.names[input], reading.format);
        }
        let mut header = Vec::new();
        match self.conversion {
            Some(conversion) => (conversion.header)(self.fields, &mut header),
            None => header.extend_from_slice(reading.reader.header()),
        }
        match &self.header {
            None => {
                self.output.write_all(&header).map_err(cannot_write)?;
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

    fn tell(&mut self, answers: &mut Answers) {
        let name = &self.names[answers.input];
        for (line, reason) in &answers.malformed {
            if self.malformed_told < MALFORMED_SHOWN {
                self.observer.malformed(name, self.lines + line + 1, &reason.to_string());
                self.malformed_told += 1;
            }
        }
        for line in &answers.mismatches {
            if self.mismatches_told < MALFORMED_SHOWN {
                self.observer.mismatch(name, self.lines + line + 1);
                self.mismatches_told += 1;
            }
        }
        if let Some((line, what)) = answers.fault.take() {
            self.tally.faults += 1;
            self.observer.fault(name, self.lines + line + 1, &what);
        }
    }
}

fn cannot_write(error: std::io::Error) -> Error {
    Error::io(ErrorKind::Output, "cannot write the output", error)
}

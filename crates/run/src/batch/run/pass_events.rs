//! The events of a run with two passes, each of which comes from one of them.

use crate::{
    batch::Observer,
    format::{Format, OutputFormat},
};
use quadrille_tasks::{Malformed, Mismatch, Tally};

/// Which pass over the inputs it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Pass {
    Only,
    /// Finds the duplicates.
    First,
    /// Drops them.
    Second,
}

/// Passes on the events of a pass: from the first the events of the inputs and their records, from the second the events of the output.
pub(super) struct PassEvents<'a> {
    observer: &'a mut dyn Observer,
    reads: bool,
    writes: bool,
}

impl<'a> PassEvents<'a> {
    pub fn new(observer: &'a mut dyn Observer, pass: Pass) -> PassEvents<'a> {
        PassEvents { observer, reads: pass != Pass::Second, writes: pass != Pass::First }
    }

    fn read(&mut self, event: impl FnOnce(&mut dyn Observer)) {
        if self.reads {
            event(self.observer);
        }
    }

    fn write(&mut self, event: impl FnOnce(&mut dyn Observer)) {
        if self.writes {
            event(self.observer);
        }
    }
}

impl Observer for PassEvents<'_> {
    fn malformed(&mut self, input: &str, line: u64, reason: &str) {
        self.read(|observer| observer.malformed(input, line, reason));
    }

    fn reason(&mut self, reason: &Malformed) {
        self.read(|observer| observer.reason(reason));
    }

    fn recognized(&mut self, input: &str, format: &'static Format) {
        self.read(|observer| observer.recognized(input, format));
    }

    fn opened(&mut self, input: &str, format: &'static Format, columns: [Option<&str>; 2]) {
        self.read(|observer| observer.opened(input, format, columns));
    }

    fn table(&mut self, input: &str) {
        self.observer.table(input);
    }

    fn column_found(&mut self, input: &str, column: &str) {
        self.read(|observer| observer.column_found(input, column));
    }

    fn converted(&mut self, input: &str, format: &'static OutputFormat) {
        self.read(|observer| observer.converted(input, format));
    }

    fn overwritten(&mut self, input: &str, columns: &[String]) {
        self.observer.overwritten(input, columns);
    }

    fn left_out(&mut self, input: &str, format: Option<&'static OutputFormat>) {
        self.observer.left_out(input, format);
    }

    fn mismatch(&mut self, input: &str, line: u64, mismatch: &Mismatch) {
        self.read(|observer| observer.mismatch(input, line, mismatch));
    }

    fn duplicate(&mut self, record: (&str, u64), first: (&str, u64)) {
        self.write(|observer| observer.duplicate(record, first));
    }

    fn fault(&mut self, input: &str, line: u64, reason: &str) {
        self.read(|observer| observer.fault(input, line, reason));
    }

    fn end_line(&mut self, input: &str, line: u64) {
        self.read(|observer| observer.end_line(input, line));
    }

    fn written(&mut self, records: u64) {
        self.write(|observer| observer.written(records));
    }

    fn progress(&mut self, bytes: u64, so_far: &Tally) {
        self.read(|observer| observer.progress(bytes, so_far));
    }
}

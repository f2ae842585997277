//! Drops the records that are not the first of their class, as an earlier pass over the inputs found.

use super::marks::Marks;
use quadrille_base::error::Error;
use quadrille_tasks::{
    Facts, Reduce, Selection, Tally,
    reduce::{Dedup, Duplicate, LineNumbers},
};

/// The second pass over the inputs.
pub(in crate::batch) struct MarkedRecords {
    settings: Dedup,
    marks: Marks,
    lines: LineNumbers,
    /// The records so far.
    records: u64,
    dropped: Vec<bool>,
}

impl MarkedRecords {
    pub fn new(settings: Dedup, marks: Marks) -> MarkedRecords {
        MarkedRecords { settings, marks, lines: LineNumbers::default(), records: 0, dropped: Vec::new() }
    }
}

impl Reduce for MarkedRecords {
    fn needs_lines(&self) -> bool {
        self.settings.needs_lines()
    }

    fn take(
        &mut self,
        facts: &Facts<'_>,
        _: &mut Tally,
        report: &mut dyn FnMut(Duplicate),
    ) -> Result<Selection<'_>, Error> {
        let has_lines = self.needs_lines();
        let MarkedRecords { marks, lines, records, dropped, .. } = self;
        let line = lines.of_records(facts);
        dropped.clear();
        dropped.resize(facts.records, false);
        let end = *records + facts.records as u64;
        while let Some(mark) = marks.next_before(end)? {
            let index = (mark.record - *records) as usize;
            dropped[index] = true;
            if has_lines {
                report(Duplicate { record: lines.place(line(index)), first: lines.place(mark.first_line) });
            }
        }
        *records = end;
        Ok(Selection::Without(dropped))
    }
}

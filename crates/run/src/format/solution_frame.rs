//! The texts around the solutions of solved 9×9 puzzles, which are made once and not for each record.

#[cfg(test)]
mod tests;

use super::{
    record_span::{RecordSpan, Span},
    solved::SolvedRecords,
};
use quadrille_engines::{Outcome, SearchReport};
use quadrille_grid::{Around, Padded, Shape};
use quadrille_tasks::{ColumnKind, ColumnSpec, Status};
use std::slice::Iter;

/// Each record is copied with the solution in place of one of its parts or after it, and its status, if at all, after
/// both.
pub(super) struct SolutionFrame {
    /// Before a solution that replaces a part of its record.
    replacing: Padded,
    /// Before a solution that follows its record.
    appended: Padded,
    /// Between a solution and the rest of its record.
    after: Padded,
    /// After the rest of the record: for each of [`SOLVED`], and for a record that ends without and with a carriage return.
    ends: [[Padded; 2]; 3],
    /// The same after a solution that is the last part of its record.
    ends_after: [[Padded; 2]; 3],
    /// How many bytes at the end of a record are not copied.
    dropped: usize,
    /// Whether the status is a field.
    has_status: bool,
}

/// The text that a format writes around solutions.
pub(super) struct FrameTexts<'t> {
    /// Before a solution that replaces a part of its record.
    pub replacing: &'t [u8],
    /// Before a solution that follows its record.
    pub appended: &'t [u8],
    /// Right after the solution.
    pub after: &'t [u8],
    /// Before and after its status.
    pub status: [&'t [u8]; 2],
    /// After all that, for a record that ends without and with a carriage return.
    pub ends: [&'t [u8]; 2],
    /// How many bytes at the end of a record are not copied.
    pub dropped: usize,
}

/// The results of a solved puzzle.
const SOLVED: [Outcome; 3] = [Outcome::Unique, Outcome::Multiple, Outcome::Solved];

/// The index of a solved puzzle's result in [`SOLVED`].
#[inline(always)]
fn status_index(outcome: Outcome) -> usize {
    match outcome {
        Outcome::Unique => 0,
        Outcome::Multiple => 1,
        _ => 2,
    }
}

impl SolutionFrame {
    /// The frame for these columns; `None` unless they are the solution alone, or the solution and its status.
    pub fn new(columns: &[ColumnSpec], texts: &FrameTexts<'_>) -> Option<SolutionFrame> {
        let is_solution = |column: &ColumnSpec| column.kind == ColumnKind::Board && column.is_named();
        let has_status = match columns {
            [solution] if is_solution(solution) => false,
            [solution, status] if is_solution(solution) && status.kind == ColumnKind::Status => true,
            _ => return None,
        };
        let ends = |after: &[u8]| {
            SOLVED.map(|outcome| {
                let [prefix, suffix] = texts.status;
                let status = [prefix, Status::from(outcome).word().as_bytes(), suffix].concat();
                let status = if has_status { &*status } else { b"" };
                texts.ends.map(|end| Padded::new(&[after, status, end]))
            })
        };
        Some(SolutionFrame {
            replacing: Padded::new(&[texts.replacing]),
            appended: Padded::new(&[texts.appended]),
            after: Padded::new(&[texts.after]),
            ends: ends(b""),
            ends_after: ends(texts.after),
            dropped: texts.dropped,
            has_status,
        })
    }

    /// Appends the answers to these records. False, with nothing appended, if a status replaces a part of a record.
    pub fn write(&self, records: &SolvedRecords<'_>, text: &mut Vec<u8>) -> bool {
        let SolvedRecords { chunk, spans, solutions, reports, nine_text, .. } = *records;
        let [Some(first), Some(last)] = [spans.first(), spans.last()].map(|s| s.and_then(|s| s.text.range()))
        else {
            return false;
        };
        if self.has_status && spans.iter().any(|span| span.replaced[1] != Span::NONE) {
            return false;
        }
        let around = self.replacing.size().max(self.appended.size()) + self.ends_after[1][1].size();
        // A multiple of the longest answer would be too much, if one record is much longer than the others.
        text.reserve(last.end - first.start + spans.len() * (Shape::NINE.area() + around));
        let framed = FramedRecords { frame: self, chunk, spans: spans.iter(), reports: reports.iter() };
        nine_text.write_around(solutions, chunk, framed, text);
        true
    }
}

/// The texts around each solution.
struct FramedRecords<'a> {
    frame: &'a SolutionFrame,
    chunk: &'a [u8],
    spans: Iter<'a, RecordSpan>,
    reports: Iter<'a, SearchReport>,
}

impl<'a> Iterator for FramedRecords<'a> {
    type Item = Around<'a>;

    // Neither a closure nor `zip`: they would be called for each record, and its texts handed over in memory.
    #[inline(always)]
    fn next(&mut self) -> Option<Around<'a>> {
        let (span, report) = (self.spans.next()?, self.reports.next()?);
        let SolutionFrame { replacing, appended, after, ends, ends_after, dropped, .. } = self.frame;
        let record = span.text.range().unwrap_or_default();
        let has_return = self.chunk.get(record.end) == Some(&b'\r');
        let (status, ending) = (status_index(report.outcome), usize::from(has_return));
        let (end, end_after) = (&ends[status][ending], &ends_after[status][ending]);
        let copied_end = record.end - dropped;
        Some(match span.replaced[0].range() {
            None => Around { before: record.start..copied_end, glue: appended, after: end_after, rest: None },
            Some(place) => {
                let (before, rest) = (record.start..place.start, place.end..copied_end);
                if rest.is_empty() {
                    Around { before, glue: replacing, after: end_after, rest: None }
                } else {
                    Around { before, glue: replacing, after, rest: Some((rest, end)) }
                }
            }
        })
    }
}

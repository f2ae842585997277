//! Cuts between rows.

use super::fields::{is_row, row_end};
use memchr::{memchr, memrchr};
use quadrille_base::framing::{Cut, Framing, SeekSupport, Target, line_end};

/// Any newline is a boundary, as long as there are no quotes. With quotes, rows are followed one by one,
/// beginning with the row of the first quote.
///
/// Text before a quote is scanned only once, and the search for a quote runs at the speed of memory. Mapped bytes have
/// usually been searched before, without the lock.
pub(super) struct CsvFraming {
    /// The separator of fields.
    pub delimiter: u8,
    /// The number of columns.
    pub columns: usize,
}

impl Framing for CsvFraming {
    /// A row that lacks fields is answered with all of them.
    fn short_line(&self) -> usize {
        self.columns.max(16)
    }

    fn seek_support(&self) -> SeekSupport {
        SeekSupport::Bytes
    }

    fn cut_unquoted(&mut self, bytes: &[u8], min: usize) -> Option<Cut> {
        let end = line_end(bytes, min);
        memchr(b'"', &bytes[min.min(end)..end]).is_none().then(|| Cut::at(end))
    }

    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        // The boundary, if there are no quotes before it.
        let (min, unquoted_end) = match target {
            Target::End => return Some(Cut::at(bytes.len())),
            Target::Last => (bytes.len(), memrchr(b'\n', bytes).map(|i| i + 1)),
            Target::AtLeast(min) => (min.min(bytes.len()), Some(line_end(bytes, min))),
        };
        let searched = unquoted_end.unwrap_or(bytes.len());
        let Some(quote) = memchr(b'"', &bytes[..searched]) else { return unquoted_end.map(Cut::at) };
        let mut at = memrchr(b'\n', &bytes[..quote]).map_or(0, |i| i + 1);
        loop {
            let rest = &bytes[at..];
            // Quotes in a comment mean nothing.
            let end = if is_row(rest, self.delimiter) {
                row_end(rest, self.delimiter)
            } else {
                memchr(b'\n', rest)
            };
            match (end, target) {
                (Some(end), _) => at += end + 1,
                (None, Target::Last) => return (at > 0).then(|| Cut::at(at)),
                (None, _) => return Some(Cut::at(bytes.len())),
            }
            if at >= min {
                return Some(Cut::at(at));
            }
        }
    }
}

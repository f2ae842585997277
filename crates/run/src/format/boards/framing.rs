//! Cuts between boards. Rows are counted: one pass over the newlines, which is all that happens
//! under the feed's lock.

use memchr::{memchr, memrchr};
use quadrille_base::framing::{Cut, Framing, MAX_RECORD, Target};
use quadrille_grid::cells::is_record;

pub(super) struct BoardFraming {
    side: usize,
    /// The number of boards at the beginning of the input, if there is one.
    announced: Option<u64>,
    /// Number of boards cut so far.
    cut: u64,
}

/// A scan for boards.
#[derive(Default)]
struct Scan {
    /// Where the last complete board ends.
    end: usize,
    /// Number of complete boards.
    boards: u64,
    /// Whether the scan stopped at the target.
    at_target: bool,
    /// Number of rows after the last complete board.
    extra_rows: usize,
    /// Number of lines.
    lines: u64,
}

impl BoardFraming {
    pub fn new(side: usize, announced: Option<u64>) -> BoardFraming {
        BoardFraming { side, announced, cut: 0 }
    }

    /// Scans up to `max` boards.
    fn scan(&self, bytes: &[u8], target: Target, max: u64) -> Scan {
        let min = match target {
            Target::AtLeast(min) => min,
            Target::Last | Target::End => usize::MAX,
        };
        let mut scan = Scan::default();
        let mut at = 0;
        while at < bytes.len() && scan.boards < max {
            let Some(end) = line_end(&bytes[at..], target).map(|len| at + len) else { break };
            scan.extra_rows += usize::from(is_record(&bytes[at..end]));
            if scan.boards > 0 && end - scan.end > MAX_RECORD {
                // A board that is too long is a chunk of its own.
                scan.at_target = true;
                break;
            }
            scan.lines += 1;
            at = end;
            if scan.extra_rows == self.side {
                scan.boards += 1;
                (scan.end, scan.extra_rows) = (end, 0);
                if end >= min {
                    scan.at_target = true;
                    break;
                }
            }
        }
        scan
    }

    /// Cuts the text after the announced boards. A row there is an error.
    fn cut_rest(&self, bytes: &[u8], target: Target) -> Option<Cut> {
        let (mut at, mut line) = (0, 0);
        while at < bytes.len() {
            let Some(end) = line_end(&bytes[at..], target).map(|len| at + len) else { break };
            if is_record(&bytes[at..end]) {
                let message = format!("{} boards are announced, but more follow; they are ignored", self.cut);
                return Some(Cut { end: at, records: Some(0), fault: Some((line, message)), ended: true });
            }
            (at, line) = (end, line + 1);
        }
        let ended = target.reaches_eof();
        let end = if ended { bytes.len() } else { memrchr(b'\n', bytes)? + 1 };
        Some(Cut { end, records: Some(0), fault: None, ended })
    }
}

/// The length of the first line. `None` if it has no newline yet.
fn line_end(bytes: &[u8], target: Target) -> Option<usize> {
    match memchr(b'\n', bytes) {
        Some(newline) => Some(newline + 1),
        None => target.reaches_eof().then_some(bytes.len()),
    }
}

impl Framing for BoardFraming {
    fn cut(&mut self, bytes: &[u8], target: Target) -> Option<Cut> {
        if self.announced == Some(self.cut) {
            return self.cut_rest(bytes, target);
        }
        let left = self.announced.map_or(u64::MAX, |all| all - self.cut);
        let scan = self.scan(bytes, target, left);
        let mut cut = Cut { end: scan.end, records: Some(scan.boards), ..Cut::default() };
        if scan.at_target || scan.boards == left {
            self.cut += scan.boards;
            return Some(cut);
        }
        if !target.reaches_eof() {
            self.cut += scan.boards;
            return (scan.end > 0).then_some(cut);
        }
        // The last board may lack rows; it is a malformed record then.
        let boards = scan.boards + u64::from(scan.extra_rows > 0);
        (cut.end, cut.records, cut.ended) = (bytes.len(), Some(boards), true);
        self.cut += boards;
        if let Some(all) = self.announced.filter(|all| *all > self.cut) {
            let message = format!("{all} boards are announced, but {} follow", self.cut);
            cut.fault = Some((scan.lines, message));
        }
        Some(cut)
    }
}

//! The growth of a table: its segments are copied to larger ones, by any number of threads.

use super::segment::Segment;
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering::Relaxed},
};

/// A larger table that is being made.
#[derive(Debug)]
pub(super) struct Growth {
    /// The number of segments.
    len: usize,
    /// Entries of each larger segment.
    entries: usize,
    /// The segment to copy next.
    next: AtomicUsize,
    copied: Mutex<Copied>,
}

/// The progress of the copy.
#[derive(Debug, Default)]
struct Copied {
    /// Segments that are copied, or could not be.
    done: usize,
    /// Some of the larger segments could not be allocated.
    has_failed: bool,
    grown: Grown,
}

/// A larger table.
#[derive(Debug, Default)]
pub(super) struct Grown {
    pub segments: Vec<Segment>,
    /// Entries that are not empty.
    pub used: usize,
    /// The places of big numbers whose entries had to be given up.
    pub lost: Vec<usize>,
}

impl Growth {
    /// A growth to this number of segments with this number of entries each.
    pub fn new(len: usize, entries: usize) -> Growth {
        let segments = (0..len).map(|_| Segment::default()).collect();
        let grown = Grown { segments, ..Grown::default() };
        let copied = Mutex::new(Copied { grown, ..Copied::default() });
        Growth { len, entries, next: AtomicUsize::new(0), copied }
    }

    /// Copies a segment that no thread has taken; `false` if none is left.
    pub fn copy_one(&self, segments: &[Segment]) -> bool {
        let at = self.next.fetch_add(1, Relaxed);
        let Some(segment) = segments.get(at) else { return false };
        let copy = segment.copy(self.entries);
        let mut copied = self.copied.lock().unwrap_or_else(PoisonError::into_inner);
        copied.done += 1;
        match copy {
            Ok((larger, used, lost)) => {
                copied.grown.segments[at] = larger;
                copied.grown.used += used;
                copied.grown.lost.extend(lost);
            }
            Err(_) => {
                copied.has_failed = true;
                // The others need not be tried.
                copied.done += self.len.saturating_sub(self.next.swap(self.len, Relaxed));
            }
        }
        true
    }

    /// Whether no segment is left, and none is being copied.
    pub fn is_over(&self) -> bool {
        self.copied.lock().unwrap_or_else(PoisonError::into_inner).done == self.len
    }

    /// The larger table; `None` if memory was not sufficient.
    pub fn finish(self) -> Option<Grown> {
        let copied = self.copied.into_inner().unwrap_or_else(PoisonError::into_inner);
        (!copied.has_failed).then_some(copied.grown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_growth_without_memory_ends_at_once() {
        let segments: Vec<_> = (0..4).map(|_| Segment::try_new(6, 64).unwrap()).collect();
        let growth = Growth::new(segments.len(), usize::MAX >> 8);
        assert!(!growth.is_over());
        assert!(growth.copy_one(&segments) && growth.is_over());
        assert!(!growth.copy_one(&segments) && growth.is_over());
        assert!(growth.finish().is_none());
    }
}

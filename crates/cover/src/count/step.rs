//! The parts that the ways to count share.

use super::memo::NoMemory;
use crate::search::SearchProgress;
use quadrille_base::limits::SearchReport;
use std::time::Duration;

/// The interval between two reports of progress.
pub(super) const REPORT_INTERVAL: Duration = Duration::from_millis(200);

/// The progress of a count one by one.
pub(super) struct OneByOneStep {
    pub report: SearchReport,
    /// Whether nothing is left, or a limit stopped the count.
    pub is_over: bool,
    /// The fraction of the search that is done, estimated.
    pub part: f64,
}

impl OneByOneStep {
    /// The progress of a search that continues one by one, and why it does.
    pub fn progress(&self, no_memory: Option<NoMemory>) -> SearchProgress {
        let SearchReport { nodes, solutions, .. } = self.report;
        SearchProgress { nodes, depth: 0, solutions, part: self.part, no_memory }
    }
}

//! The parts that the ways to count share.

use crate::limits::SearchReport;
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

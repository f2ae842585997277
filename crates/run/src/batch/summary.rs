//! The result of a run.

use super::times::Times;
use quadrille_tasks::{Tally, Total, reduce::Selected};
use std::{collections::BTreeMap, sync::Arc, time::Duration};

/// The result of a run of a [`Batch`](super::Batch).
///
/// ```
/// use quadrille::{Batch, Input, tasks::Solve};
///
/// let puzzles = "1...3..2..4.4..1\n".as_bytes();
/// let summary = Batch::new(Solve::new()).run(vec![Input::reader("puzzles", puzzles)], &mut Vec::new(), &mut ())?;
/// assert_eq!((summary.tally.solved, summary.busy), (1, 1));
/// println!("{} records/s, {} in the engines", summary.rate_end_to_end(), summary.rate_solving());
/// println!("{:?} of work, for at most {:?} cores", summary.times.busy(), summary.times.usable_cores());
/// println!("{:?} if the file takes one write at a time", summary.times.usable_cores_of_one_file());
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Summary {
    /// Sums over all records.
    pub tally: Tally,
    /// Worker threads: no more than an input of known size has chunks.
    pub threads: usize,
    /// Worker threads that had at least one chunk to answer.
    pub busy: usize,
    /// Time from the first byte read to the last byte written, including the time of earlier processes if the run was
    /// resumed.
    pub elapsed: Duration,
    /// How many classes there are of each number of records, if [classes were counted](crate::batch::Dedup::only_counts).
    pub class_sizes: BTreeMap<u64, u64>,
    /// Bytes that were written to temporary files because [memory was limited](crate::batch::Dedup::memory).
    pub temporary_bytes: u64,
    /// The counts of a [sample](crate::batch::Sample), or of each part of a [split](crate::batch::Batch::run_split).
    pub selected: Vec<Selected>,
    pub(super) total: Option<Arc<dyn Total>>,
    /// How long the parts of this process's run took.
    pub times: Times,
}

impl Summary {
    /// The total of the task beside the tally, such as the [`RatingCounts`](quadrille_tasks::RatingCounts) of ratings. In a resumed run it is the total
    /// of the last process.
    ///
    /// ```
    /// use quadrille::{Batch, Input, batch::RatingCounts, rating::Method, tasks::Rate};
    ///
    /// let batch = Batch::new(Rate::new(Method::Guesses).only_counts(true));
    /// let summary = batch.run(vec![Input::reader("puzzles", &b"1...3..2..4.4..1\n"[..])], &mut Vec::new(), &mut ())?;
    /// assert!(summary.total::<RatingCounts>().is_some());
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    pub fn total<T: Total>(&self) -> Option<&T> {
        self.total.as_deref()?.get()
    }

    /// Records per second from the first byte read to the last byte written; 0 if that took no time that can be measured.
    pub fn rate_end_to_end(&self) -> f64 {
        rate(self.tally.records, self.elapsed.as_secs_f64())
    }

    /// Searched records per second of all busy workers together, counting only the time in the engines; 0 if that cannot be measured.
    pub fn rate_solving(&self) -> f64 {
        let searched = self.tally.records - self.tally.invalid;
        rate(searched, self.tally.solving.as_secs_f64() / self.busy.max(1) as f64)
    }
}

fn rate(records: u64, seconds: f64) -> f64 {
    if seconds > 0.0 { records as f64 / seconds } else { 0.0 }
}

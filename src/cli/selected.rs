//! What a run of `select` was asked for.

use quadrille::{Selected, Split, Summary, rating::BUCKETS};
use std::path::PathBuf;

/// The outputs of a split.
pub(super) struct SplitOutputs {
    pub split: Split,
    /// Those of all parts but the first, which has the output of all runs.
    pub others: Vec<PathBuf>,
}

/// What was selected, for the reports of a run.
pub(super) struct SelectInfo {
    pub seed: u64,
    /// How many records each group was to have, of a sample.
    pub wanted: Option<u64>,
    pub per_bucket: bool,
}

impl SelectInfo {
    /// The groups in which records were selected, with their names.
    pub fn groups<'s>(&self, summary: &'s Summary) -> impl Iterator<Item = (String, &'s Selected)> {
        let (is_sample, per_bucket) = (self.wanted.is_some(), self.per_bucket);
        let name = move |index: usize| match (is_sample, per_bucket) {
            (false, _) => format!("part {}", index + 1),
            (true, true) => format!("rating {}", BUCKETS[index].name),
            (true, false) => "selected".into(),
        };
        summary.selected.iter().enumerate().map(move |(index, group)| (name(index), group))
    }
}

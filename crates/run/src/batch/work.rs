//! The work of a run on its records.

use super::{
    Filter, Morphs, Sample, Split,
    classes::{ClassOutput, Dedup, KeyBy},
};
use quadrille_puzzles::rating::Method;
use quadrille_tasks::{
    ColumnSpec, Task, Written,
    classes::EqualBy,
    tasks::{Rate, Solve},
};
use std::sync::Arc;

/// The work of a run on its records. Tasks, [`Morphs`], [`Dedup`], [`Leak`], [`Filter`], [`Sample`] and [`Split`] are made into it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Work {
    /// A task answers each.
    #[doc(hidden)]
    Answer(Arc<dyn Task>),
    /// Each is moved with its solution.
    #[doc(hidden)]
    Morph(Morphs),
    /// The first of each class is written.
    #[doc(hidden)]
    Dedup(Dedup),
    /// The records of some inputs that equal records of other inputs are found.
    #[doc(hidden)]
    Leak(Leak),
    /// Some are left out.
    #[doc(hidden)]
    Filter(Filter),
    /// Some are drawn, or all are sorted.
    #[doc(hidden)]
    Sample(Sample),
    /// Each is written to one of several outputs.
    #[doc(hidden)]
    Split(Split),
}

/// A search for records of a test set that others have too: see [`Leaks`](super::Leaks) and
/// [`Batch::find_leaks`](super::Batch::find_leaks).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leak {
    pub(super) by: EqualBy,
}

impl Leak {
    /// Compares records by this.
    pub fn equal_by(by: EqualBy) -> Leak {
        Leak { by }
    }

    pub(super) fn output(self) -> ClassOutput {
        let (keys, filter) = (Some(KeyBy::Class(self.by)), Filter::new());
        ClassOutput { keys, filter, selects: false, texts: false, lines: true }
    }
}

impl<T: Task + 'static> From<T> for Work {
    fn from(task: T) -> Work {
        Work::Answer(Arc::new(task))
    }
}

impl From<Morphs> for Work {
    fn from(morphs: Morphs) -> Work {
        Work::Morph(morphs)
    }
}

impl From<Dedup> for Work {
    fn from(dedup: Dedup) -> Work {
        Work::Dedup(dedup)
    }
}

impl From<Leak> for Work {
    fn from(leak: Leak) -> Work {
        Work::Leak(leak)
    }
}

impl From<Filter> for Work {
    fn from(filter: Filter) -> Work {
        // Sorted records are a sample of all of them.
        if filter.is_sorted() { Sample::of(u64::MAX).filter(filter).into() } else { Work::Filter(filter) }
    }
}

impl From<Sample> for Work {
    fn from(sample: Sample) -> Work {
        Work::Sample(sample)
    }
}

impl From<Split> for Work {
    fn from(split: Split) -> Work {
        Work::Split(split)
    }
}

impl Work {
    /// The task that answers the records, if one does.
    pub(super) fn task(&self) -> Option<&dyn Task> {
        match self {
            Work::Answer(task) => Some(&**task),
            _ => None,
        }
    }

    /// The morphs that are made, if any are.
    pub(super) fn morphs(&self) -> Option<&Morphs> {
        match self {
            Work::Morph(morphs) => Some(morphs),
            _ => None,
        }
    }

    /// The sample that is drawn, if one is.
    pub(super) fn sample(&self) -> Option<Sample> {
        match self {
            Work::Sample(sample) => Some(*sample),
            _ => None,
        }
    }

    /// Solver for the puzzles, if they are searched.
    pub(super) fn search(&self) -> Option<Arc<dyn Task>> {
        if let Work::Answer(task) = self {
            return Some(task.clone());
        }
        let output = self.keys()?;
        match (output.filter.rate(), output.keys?) {
            (Some(rate), _) => Some(Arc::new(rate)),
            (None, KeyBy::Class(EqualBy::Text) | KeyBy::WellFormed) => None,
            (None, KeyBy::Class(_)) => Some(Arc::new(Solve::new().limit(2))),
            (None, KeyBy::Bucket) => Some(Arc::new(Rate::new(Method::Guesses))),
        }
    }

    /// The facts about each record that the sink needs in order to keep some.
    pub(super) fn keys(&self) -> Option<ClassOutput> {
        let keys = match self {
            Work::Answer(_) | Work::Morph(_) => return None,
            Work::Dedup(dedup) => return Some(dedup.output()),
            Work::Leak(leak) => return Some(leak.output()),
            Work::Sample(sample) if sample.is_per_bucket() => KeyBy::Bucket,
            Work::Filter(_) | Work::Sample(_) => KeyBy::WellFormed,
            Work::Split(_) => KeyBy::Class(EqualBy::Solution),
        };
        Some(ClassOutput {
            keys: Some(keys),
            filter: self.filter(),
            selects: true,
            texts: true,
            lines: false,
        })
    }

    /// The records that are selected.
    pub(super) fn filter(&self) -> Filter {
        match self {
            Work::Filter(filter) => *filter,
            Work::Sample(sample) => *sample.filtered_by(),
            Work::Split(split) => *split.filtered_by(),
            _ => Filter::new(),
        }
    }

    /// Whether records must be givens, not candidates. Morphs and classes depend on the givens alone.
    pub(super) fn needs_givens(&self) -> bool {
        match self {
            Work::Answer(task) => task.needs().givens,
            Work::Filter(filter) => filter.needs_givens(),
            Work::Sample(sample) => sample.is_per_bucket() || sample.filtered_by().needs_givens(),
            _ => true,
        }
    }

    /// The text written for each record; nothing if records are written unchanged.
    pub(super) fn columns(&self) -> Arc<[ColumnSpec]> {
        match self {
            Work::Answer(task) if !self.is_filter() && !self.only_counts() => task.columns().into(),
            Work::Morph(morphs) => morphs.columns().into(),
            _ => Arc::default(),
        }
    }

    /// The output for each record, if a task answers them.
    pub(super) fn written(&self) -> Option<Written> {
        self.task().map(|task| task.needs().written)
    }

    /// Whether records are written as they are, if they are written.
    pub(super) fn is_filter(&self) -> bool {
        match self {
            Work::Answer(task) => matches!(task.needs().written, Written::Records(_)),
            Work::Dedup(dedup) => !dedup.count,
            Work::Filter(_) | Work::Sample(_) | Work::Split(_) => true,
            Work::Morph(_) | Work::Leak(_) => false,
        }
    }

    /// Whether nothing is written.
    pub(super) fn only_counts(&self) -> bool {
        match self {
            Work::Answer(task) => task.needs().written == Written::Nothing,
            Work::Dedup(dedup) => dedup.count,
            Work::Leak(_) => true,
            Work::Morph(_) | Work::Filter(_) | Work::Sample(_) | Work::Split(_) => false,
        }
    }

    /// Whether the answers that records bring are checked.
    pub(super) fn verifies_answers(&self) -> bool {
        self.task().is_some_and(|task| task.needs().own_answers)
    }
}

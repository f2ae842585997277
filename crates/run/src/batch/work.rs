//! The work of a run on its records.

use super::{Morphs, morphs::morph_columns};
use quadrille_tasks::{ColumnSpec, Needs, Reduce, Task, Written};
use std::{any::Any, sync::Arc};

/// The work of a run on its records. Tasks and [`Morphs`] are made into it; [`Dedup`](super::Dedup), [`Filter`](super::Filter) and
/// the like are tasks with a reducer.
#[derive(Clone, Debug)]
pub struct Work(Rows);

/// The rows written for each record.
#[derive(Clone, Debug)]
enum Rows {
    /// The answer of a task, or the record itself.
    Answers(Arc<dyn Task>),
    /// The record moved with its solution.
    Morphs(Morphs),
}

impl<T: Task> From<T> for Work {
    fn from(task: T) -> Work {
        work_of(Arc::new(task))
    }
}

/// The work of a task of any type.
pub fn work_of(task: Arc<dyn Task>) -> Work {
    Work(Rows::Answers(task))
}

impl From<Morphs> for Work {
    fn from(morphs: Morphs) -> Work {
        Work(Rows::Morphs(morphs))
    }
}

impl Work {
    /// The task that answers the records, if one does.
    pub(super) fn task(&self) -> Option<&Arc<dyn Task>> {
        match &self.0 {
            Rows::Answers(task) => Some(task),
            Rows::Morphs(_) => None,
        }
    }

    /// The task, if it is of this type.
    pub(super) fn as_task<T: Task>(&self) -> Option<&T> {
        (&**self.task()? as &dyn Any).downcast_ref()
    }

    /// The morphs that are made, if any are.
    pub(super) fn morphs(&self) -> Option<&Morphs> {
        match &self.0 {
            Rows::Answers(_) => None,
            Rows::Morphs(morphs) => Some(morphs),
        }
    }

    /// The reducer that selects some of the records, if there is one.
    pub(super) fn reducer(&self) -> Option<Box<dyn Reduce>> {
        self.task()?.reducer()
    }

    /// The facts that the run must know.
    pub(super) fn needs(&self) -> Needs {
        match &self.0 {
            Rows::Answers(task) => task.needs(),
            Rows::Morphs(morphs) => morphs.needs(),
        }
    }

    /// The text written for each record; nothing if records are written unchanged.
    pub(super) fn columns(&self) -> Arc<[ColumnSpec]> {
        match &self.0 {
            Rows::Morphs(morphs) => morph_columns(morphs).into(),
            Rows::Answers(_) if self.is_filter() || self.only_counts() => Arc::default(),
            Rows::Answers(task) => task.columns().into(),
        }
    }

    /// Whether records are written as they are, if they are written.
    pub(super) fn is_filter(&self) -> bool {
        matches!(self.needs().written, Written::Records(_) | Written::Parts(_))
    }

    /// Whether nothing is written.
    pub(super) fn only_counts(&self) -> bool {
        self.needs().written == Written::Nothing
    }
}

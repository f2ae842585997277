//! Filters as tasks: sorted records are a sample of all of them.

use super::{Filter, Reduce, Sample};
use crate::{Keys, Needs, Status, Task, TaskWorker, WorkerContext, Written};

impl Filter {
    /// The sample, if the records are sorted.
    fn sorted(self) -> Option<Sample> {
        self.is_sorted().then(|| Sample::of(u64::MAX).filter(self))
    }

    /// The task that finds the records that are selected.
    fn keys(self) -> Keys {
        if let Some(sample) = self.sorted() {
            return sample.keys();
        }
        Keys::of_places(self, false).needing(|needs| Needs {
            written: Written::Records(Some(Status::Described)),
            conflict: self.conflict(),
            no_resume: Some(super::SELECTS),
            ..needs
        })
    }
}

impl Task for Filter {
    fn needs(&self) -> Needs {
        self.keys().needs()
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        self.keys().worker(context)
    }

    fn reducer(&self) -> Option<Box<dyn Reduce>> {
        self.sorted()?.reducer()
    }
}

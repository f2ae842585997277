//! Which records of a test set other inputs have too.

use super::RunInputs;
use crate::{
    batch::{
        Batch, Observer, Summary,
        writer::{Nowhere, Writer},
    },
    io::Input,
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_tasks::reduce::{InputMatches, Leak, LeakSearch, LeakedRecord, LeakedRecords};

/// Which records of a test set are in the same class as a record of another set; [`Leak`] has an example.
#[derive(Clone, Debug)]
pub struct Leaks {
    summary: Summary,
    records: LeakedRecords,
}

impl Batch {
    /// Finds the records of `tests` that are in the same class as a record of `others`: see [`Leaks`]. Nothing is written.
    ///
    /// The run must be one over a [`Leak`]. Memory grows with the number of the tests, by about 50 bytes each, and by 16 bytes
    /// with each other record that equals one of them: 45 and 16 were measured for 3 × 10⁶ of both.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub fn find_leaks(
        &self,
        tests: Vec<Input<'_>>,
        others: Vec<Input<'_>>,
        observer: &mut dyn Observer,
    ) -> Result<Leaks, Error> {
        if self.work.as_task::<Leak>().is_none() {
            return Err(Error::new(ErrorKind::Config, "leaks are found by a run that searches for them"));
        }
        let mut search = LeakSearch::new(tests.len(), tests.len() + others.len());
        let inputs = RunInputs::new(self, tests.into_iter().chain(others).collect(), &[])?;
        let mut nowhere = Nowhere;
        let writer = Writer::new(self, &mut nowhere, observer).reducer(Some(&mut search));
        let summary = self.run_to(inputs, writer, None)?;
        Ok(Leaks { summary, records: search.leaks() })
    }
}

impl Leaks {
    /// The sums over all inputs, the test inputs first.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The counts of each input, the test inputs first.
    pub fn inputs(&self) -> &[InputMatches] {
        self.records.inputs()
    }

    /// The test records that equal another record, in order.
    pub fn records(&self) -> impl Iterator<Item = LeakedRecord<'_>> {
        self.records.iter()
    }

    /// How many test records equal another record.
    pub fn count(&self) -> u64 {
        self.records().count() as u64
    }
}

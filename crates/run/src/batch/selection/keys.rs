//! The keys of records of which a sample is drawn, and the task that finds them in memory.

use super::Sample;
use quadrille_puzzles::rating::bucket;
use quadrille_tasks::{
    Answers, Beside, Boards, ColumnKind, ColumnSpec, ColumnValues, Needs, Record, Task, TaskWorker, Value,
    WorkerContext, WrongSolution, classes::Key, tasks::Rate,
};

/// The key of a record that is selected: the number of its group, from 1, and in the upper half its place in the order of the
/// output. `guesses` is its rating by guesses if its group is a bucket of ratings.
pub(in crate::batch) fn sample_key(place: u64, guesses: Option<Value<'_>>) -> Key {
    let bucket = match guesses {
        Some(Value::Number(guesses)) => bucket(guesses as f64),
        _ => 0,
    };
    Key::from(place) << 64 | (1 + bucket as Key)
}

/// The task that finds for each puzzle its `group`, 0 if the filter leaves it out, and its `place`: the lower and the upper half of
/// its key.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct SampleKeys {
    sample: Sample,
    rate: Option<Rate>,
    columns: [ColumnSpec; 2],
}

impl Sample {
    /// The task that finds the keys of [`draw`](Self::draw) for puzzles in memory.
    #[doc(hidden)]
    pub fn keys(self) -> SampleKeys {
        let group = ColumnSpec::new("group", ColumnKind::Number, "the number of its group, from 1");
        let place = ColumnSpec::new("place", ColumnKind::Number, "its place in the order of the output");
        SampleKeys { rate: self.rate(), sample: self, columns: [group, place] }
    }
}

impl Task for SampleKeys {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn needs(&self) -> Needs {
        let rate = self.rate.as_ref().map(Task::needs).unwrap_or_default();
        let conflict = self.sample.conflict();
        Needs { givens: true, conflict, cost: rate.cost, refusals: rate.refusals, ..Needs::default() }
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        let rater = self.rate.as_ref();
        let rater = rater.map(|rate| (rate.worker(context), Answers::new(rate.columns())));
        Box::new(KeysWorker { sample: self.sample, rater })
    }
}

struct KeysWorker {
    sample: Sample,
    rater: Option<(Box<dyn TaskWorker>, Answers<'static>)>,
}

impl TaskWorker for KeysWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        if let Some((rater, ratings)) = &mut self.rater {
            ratings.clear();
            rater.answer(boards, beside, ratings)?;
        }
        for (index, record) in boards.records().enumerate() {
            let Record::Board(place) = record else {
                answers.note_unanswered(record);
                continue;
            };
            let rated = self.rater.as_ref();
            let rated = rated.map(|(_, found)| (found.statuses[index], found.value(0, index, Some(place))));
            let puzzle = (place.shape, boards.puzzle(place).cells);
            let key = self.sample.filtered_by().place(puzzle, rated).map_or(0, |place| {
                sample_key(place, rated.filter(|_| self.sample.is_per_bucket()).map(|(_, value)| value))
            });
            for (column, half) in answers.columns.iter_mut().zip([key as u64, (key >> 64) as u64]) {
                if let ColumnValues::Numbers(numbers) = column {
                    numbers.resize(index, None);
                    numbers.push(Some(half));
                }
            }
            answers.note_described();
        }
        Ok(())
    }
}

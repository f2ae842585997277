//! Finds the keys by which records are compared or selected.

use crate::{
    Answers, Beside, Boards, Needs, Rate, Record, Status, Task, TaskWorker, Value, WorkerContext,
    WrongSolution,
    classes::{EqualBy, Key, KeyKind, NO_CLASS, key_of, key_of_puzzle},
    needs::Refusals,
    reduce::{COMPARES, COMPARES_ALL, Filter},
    search::Search,
};
use quadrille_grid::{Refusal, Shape};
use quadrille_puzzles::{
    rating::{Method, bucket},
    symmetry::FormSearch,
};

/// The task that finds the [key](Answers::keys) of each record for a [`Reduce`](crate::Reduce). It has no other answers: the records
/// themselves are written. A record that is malformed or left out by a filter has [`NO_CLASS`].
#[derive(Clone, Debug)]
pub struct Keys {
    by: KeyBy,
    filter: Filter,
    needs: Needs,
}

/// The meaning of the keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum KeyBy {
    /// The key of its class.
    Class(EqualBy),
    /// The number of its group, from 1: there is one group, or one for each bucket of ratings by guesses. The upper half is its place
    /// in the order of the output.
    Place { per_bucket: bool },
}

impl Keys {
    /// The keys of classes.
    pub fn of_classes(by: EqualBy) -> Keys {
        let has_form = |shape| by == EqualBy::Text || FormSearch::has_forms(shape);
        let refusals: Refusals =
            Shape::EACH.map(|shape| (!has_form(shape)).then_some(Refusal::NoForm(shape)));
        let needs = Needs {
            givens: true,
            refusals,
            no_shards: Some(COMPARES_ALL),
            no_resume: Some(COMPARES),
            ..Keys::usual_needs()
        };
        Keys { by: KeyBy::Class(by), filter: Filter::new(), needs }
    }

    /// The keys of a sample.
    pub fn of_places(filter: Filter, per_bucket: bool) -> Keys {
        let mut keys = Keys { by: KeyBy::Place { per_bucket }, filter, needs: Keys::usual_needs() };
        let of_rate = keys.rate().map(|rate| rate.needs()).unwrap_or_default();
        let (cost, refusals) = (of_rate.cost, of_rate.refusals);
        keys.needs = Needs { givens: per_bucket || filter.needs_givens(), cost, refusals, ..keys.needs };
        keys
    }

    /// Only records that a filter selects have a key.
    pub fn filter(self, filter: Filter) -> Keys {
        Keys { filter, ..self }
    }

    /// The same with other needs.
    pub fn needing(self, change: impl FnOnce(Needs) -> Needs) -> Keys {
        Keys { needs: change(self.needs), ..self }
    }

    fn usual_needs() -> Needs {
        Needs {
            no_variants: Some("records are compared by the symmetries of standard sudoku, without variants"),
            no_trailing: Some("a run that selects records writes no answers: nothing can be added"),
            ..Needs::default()
        }
    }

    /// The task that finds the ratings that are needed, if any are.
    fn rate(&self) -> Option<Rate> {
        let is_per_bucket = self.by == KeyBy::Place { per_bucket: true };
        self.filter.rate().or_else(|| is_per_bucket.then(|| Rate::new(Method::Guesses)))
    }
}

impl Task for Keys {
    fn needs(&self) -> Needs {
        self.needs.clone()
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        let finder = match (self.rate(), self.by) {
            (Some(rate), _) => Finder::Ratings(rate.worker(context), Box::new(Answers::new(rate.columns()))),
            (None, KeyBy::Class(EqualBy::Puzzle | EqualBy::Solution)) => {
                // A form must not depend on an unverified solution.
                let context = WorkerContext { verifies: true, ..context };
                Finder::Solutions(Box::new(Search::new(context, 2)))
            }
            _ => Finder::Nothing,
        };
        Box::new(KeysWorker { by: self.by, filter: self.filter, finder, forms: FormSearch::default() })
    }
}

struct KeysWorker {
    by: KeyBy,
    filter: Filter,
    finder: Finder,
    forms: FormSearch,
}

/// The search before the keys.
enum Finder {
    Nothing,
    Solutions(Box<Search>),
    Ratings(Box<dyn TaskWorker>, Box<Answers<'static>>),
}

impl TaskWorker for KeysWorker {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        let found = match &mut self.finder {
            Finder::Nothing => Ok(()),
            Finder::Solutions(search) => search.solve(boards, answers),
            Finder::Ratings(rater, ratings) => {
                ratings.clear();
                let rated = rater.answer(boards, beside, ratings);
                // A rating only tells what the record is selected by.
                answers.tally.solving += ratings.tally.solving;
                for engine in &ratings.tally.engines {
                    if !answers.tally.engines.contains(engine) {
                        answers.tally.engines.insert(engine.clone());
                    }
                }
                rated
            }
        };
        let is_counted = matches!(self.finder, Finder::Solutions(_));
        for (index, record) in boards.records().take(WrongSolution::end(found, boards)).enumerate() {
            let Record::Board(place) = record else {
                if !is_counted {
                    answers.note_unanswered(record);
                }
                answers.keys.push(NO_CLASS);
                continue;
            };
            let puzzle = (place.shape, boards.puzzle(place).cells);
            let rated = match &self.finder {
                Finder::Ratings(_, found) => {
                    Some((found.statuses[index], found.value(0, index, Some(place))))
                }
                _ => None,
            };
            let order = self.filter.place(puzzle, rated);
            answers.tally.kept += u64::from(order.is_some() && self.filter.has_conditions());
            if !is_counted {
                answers.tally.records += 1;
                answers.statuses.push(if order.is_some() { Status::Described } else { Status::OutOfRange });
            }
            let key = order.map_or(NO_CLASS, |order| match self.by {
                KeyBy::Class(EqualBy::Text) => key_of(KeyKind::Givens, puzzle.0, puzzle.1),
                KeyBy::Class(by) => {
                    let report = answers.report(place).copied().unwrap_or_default();
                    let solution = &answers.boards(place.shape)[place.cells()];
                    key_of_puzzle(&mut self.forms, by, puzzle, (report.outcome, solution))
                }
                KeyBy::Place { per_bucket } => {
                    let group = match rated {
                        Some((_, Value::Number(guesses))) if per_bucket => 1 + bucket(guesses as f64),
                        _ => 1,
                    };
                    Key::from(order) << 64 | group as Key
                }
            });
            answers.keys.push(key);
        }
        found
    }
}

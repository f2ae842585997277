//! The choice among the puzzles that a search finds.

use crate::{
    generate::{
        Criteria,
        rejections::{Reason, Rejections, Tests},
        search::Found,
    },
    symmetry::FormSearch,
};
use quadrille_grid::Shape;
use std::collections::{HashMap, HashSet, VecDeque};

/// The cells of a form, two in a byte.
type Key = [u8; 41];

/// The classes of a found puzzle: equal if the puzzles, or their solutions, are morphs.
#[derive(Clone, Copy)]
pub(super) struct Classes {
    puzzle: Key,
    solution: Key,
}

/// Finds the classes of puzzles. Each worker has its own.
pub(super) struct Classifier(Option<FormSearch>);

impl Classifier {
    pub fn new(criteria: &Criteria) -> Classifier {
        let is_needed = criteria.distinguishes_classes() || criteria.solution_limit().is_some();
        Classifier(is_needed.then(FormSearch::default))
    }

    /// The classes of a puzzle; arbitrary ones if none are needed.
    pub fn of(&mut self, shape: Shape, cells: &[u8], solution: &[u8]) -> Classes {
        match &mut self.0 {
            Some(forms) => Classes {
                puzzle: key(forms.unique(shape, cells, solution).cells()),
                solution: key(forms.grid(shape, solution).cells()),
            },
            None => Classes { puzzle: [0; 41], solution: [0; 41] },
        }
    }
}

fn key(cells: &[u8]) -> Key {
    let mut key = [0; 41];
    for (pair, byte) in cells.chunks(2).zip(&mut key) {
        *byte = pair.iter().fold(0, |byte, cell| byte << 4 | cell);
    }
    key
}

/// Keeps puzzles until it has enough, or finds none for too long.
pub(super) struct Chooser {
    count: u64,
    max_tries: u64,
    puzzles: Option<HashSet<Key>>,
    /// The number of puzzles with a solution of each class, and its limit.
    solutions: Option<(HashMap<Key, u64>, u64)>,
    /// Tries since the last puzzle that was kept.
    since: u64,
    /// The tries in all, of puzzles that are kept or not.
    pub tried: u64,
    pub kept: u64,
    /// Why the other puzzles of these tries were rejected.
    pub rejections: Rejections,
}

impl Chooser {
    pub fn new(criteria: &Criteria, count: u64) -> Chooser {
        Chooser {
            count,
            max_tries: criteria.tries(),
            puzzles: criteria.distinguishes_classes().then(HashSet::new),
            solutions: criteria.solution_limit().map(|most| (HashMap::new(), most)),
            since: 0,
            tried: 0,
            kept: 0,
            rejections: Rejections::default(),
        }
    }

    /// Whether the search is over.
    pub fn is_done(&self) -> bool {
        self.kept == self.count || self.out_of_tries()
    }

    /// Whether too many tries found no puzzle.
    pub fn out_of_tries(&self) -> bool {
        self.kept < self.count && self.since >= self.max_tries
    }

    /// Takes the found puzzles, in order, and passes on the numbers of the puzzles that are kept.
    pub fn choose(&mut self, found: &Found, classes: &[Classes], mut keep: impl FnMut(usize)) {
        let mut tests = VecDeque::from_iter(found.tests.iter().copied());
        for (at, (tries, classes)) in found.tries.iter().zip(classes).enumerate() {
            self.add_tries(tries - 1, &mut tests);
            if self.is_done() {
                return;
            }
            self.add_tries(1, &mut tests);
            if self.is_new(classes) {
                (self.since, self.kept) = (0, self.kept + 1);
                keep(at);
            }
            if self.is_done() {
                return;
            }
        }
        self.add_tries(found.tries_after, &mut tests);
    }

    /// Counts the next tries, up to the last one that is allowed, and their tests.
    fn add_tries(&mut self, tries: u64, tests: &mut VecDeque<(Tests, u64)>) {
        let mut tries = tries.min(self.max_tries - self.since);
        self.since += tries;
        self.tried += tries;
        while tries > 0
            && let Some((same, mut left)) = tests.pop_front()
        {
            let count = tries.min(left);
            self.rejections.add(same, count);
            (tries, left) = (tries - count, left - count);
            if left > 0 {
                tests.push_front((same, left));
            }
        }
    }

    /// Whether the classes of a puzzle are not full yet; it is then counted.
    fn is_new(&mut self, classes: &Classes) -> bool {
        let mut tests = Tests::default();
        let is_known = self.puzzles.as_ref().is_some_and(|puzzles| puzzles.contains(&classes.puzzle));
        let mut is_new = !tests.test(Reason::Equivalent, is_known);
        if is_new && let Some((solutions, most)) = &mut self.solutions {
            let count = solutions.entry(classes.solution).or_default();
            is_new = !tests.test(Reason::SolutionTaken, *count >= *most);
            *count += u64::from(is_new);
        }
        if is_new && let Some(puzzles) = &mut self.puzzles {
            puzzles.insert(classes.puzzle);
        }
        self.rejections.add(tests, 1);
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(tries: &[u64], tries_after: u64) -> Found {
        Found { tries: tries.to_vec(), tries_after, ..Found::default() }
    }

    fn classes(puzzle: u8, solution: u8) -> Classes {
        Classes { puzzle: [puzzle; 41], solution: [solution; 41] }
    }

    fn kept(chooser: &mut Chooser, found: &Found, classes: &[Classes]) -> Vec<usize> {
        let mut kept = Vec::new();
        chooser.choose(found, classes, |at| kept.push(at));
        kept
    }

    #[test]
    fn one_of_each_class_and_so_many_of_each_solution_are_kept() {
        let criteria = Criteria::new(Shape::NINE).no_equivalents(true).per_solution(2);
        let mut chooser = Chooser::new(&criteria, 10);
        let all = [classes(1, 1), classes(1, 1), classes(2, 1), classes(3, 1), classes(4, 2)];
        assert_eq!(kept(&mut chooser, &found(&[1; 5], 0), &all), [0, 2, 4]);
        assert_eq!((chooser.kept, chooser.tried, chooser.is_done()), (3, 5, false));
    }

    #[test]
    fn it_ends_with_the_last_puzzle() {
        let mut chooser = Chooser::new(&Criteria::new(Shape::NINE), 2);
        let same = [classes(0, 0); 4];
        assert_eq!(kept(&mut chooser, &found(&[3, 2, 9, 9], 7), &same), [0, 1]);
        assert_eq!((chooser.tried, chooser.is_done(), chooser.out_of_tries()), (5, true, false));
    }

    #[test]
    fn it_ends_after_too_many_tries_in_a_row() {
        let mut chooser = Chooser::new(&Criteria::new(Shape::NINE).max_tries(10), 9);
        let same = [classes(0, 0); 4];
        assert_eq!(kept(&mut chooser, &found(&[9, 10], 5), &same), [0, 1]);
        assert!(!chooser.is_done());
        assert_eq!(kept(&mut chooser, &found(&[6, 1], 5), &same), [0; 0]);
        assert!(chooser.out_of_tries());
        assert_eq!(chooser.tried, 29);
    }

    #[test]
    fn only_the_tests_of_tries_that_count_are_counted() {
        let criteria = Criteria::new(Shape::NINE).max_tries(10);
        let mut few = Tests::default();
        few.test(Reason::FewGivens, true);
        let mut met = Tests::default();
        met.test(Reason::FewGivens, false);
        for (wanted, tests, expected) in [
            // The first puzzle is enough.
            (1, vec![(few, 2), (met, 1), (few, 9), (met, 1)], vec![(few, 2), (met, 1)]),
            (9, vec![(few, 2), (met, 1), (few, 9), (met, 1), (few, 30)], vec![(few, 21), (met, 2)]),
        ] {
            let mut chooser = Chooser::new(&criteria, wanted);
            let found = Found { tests, ..found(&[3, 10], 30) };
            kept(&mut chooser, &found, &[classes(0, 0); 2]);
            let mut rejections = Rejections::default();
            expected.iter().for_each(|(tests, count)| rejections.add(*tests, *count));
            let mut equivalent = Tests::default();
            equivalent.test(Reason::Equivalent, false);
            rejections.add(equivalent, chooser.kept);
            assert_eq!(chooser.rejections, rejections);
        }
    }
}

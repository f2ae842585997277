//! From a random 9×9 puzzle, step by step, to wanted puzzles.
//!
//! A step draws neighbors of the puzzle, rates them together, takes the wanted ones, and continues with the best one,
//! which may be a little worse than the puzzle. Reaching a rating takes longer than staying there, so a climb that has
//! found a puzzle continues to others. The solution changes on the way, and only a few puzzles of one solution are
//! taken.

use super::{
    draw::Draw,
    exchange::{Exchange, Solved},
    fill::fill,
    found::{Found, Stop},
    given_units::{GivenUnits, is_minimal},
    goal::{Goal, Rating},
    nine::NineSolutions,
    ratings::Ratings,
};
use crate::generate::{
    criteria::Criteria,
    rejections::{Reason, Tests},
};
use quadrille_base::random::Stream;

/// Neighbors of a step. With more of them, a climb has fewer steps for the same number of ratings, and takes the best
/// of more. With 16, 32 and 64, the numbers of puzzles found in a second agree within a tenth.
const NEIGHBORS: usize = 32;
/// The most steps of a climb in a row that find nothing.
const IDLE: usize = 150;
/// The most puzzles of a climb.
const MOST: usize = 64;
/// Cells in which any two puzzles of a climb differ.
const APART: usize = 4;
/// How much worse the next puzzle may be, in doublings of the rating. With 0.4 and 1 fewer puzzles are found.
const SLACK: f64 = 0.6;

/// Climbs in buffers that it keeps.
pub(super) struct Climb {
    pub search: NineSolutions,
    exchange: Exchange,
    ratings: Option<Ratings>,
    place: Place,
    fewest: usize,
    /// The most puzzles of one solution.
    per_solution: usize,
    /// The search ends after this many tries in a row without a puzzle, and so does a climb.
    tries: u64,
    /// The puzzles that this climb has found.
    found: Vec<Solved>,
    neighbors: Vec<Solved>,
    cells: Vec<u8>,
    rated: Vec<Rating>,
    order: Vec<usize>,
}

/// The position of a climb.
#[derive(Clone, Copy)]
struct Place {
    puzzle: Solved,
    rating: Rating,
}

impl Climb {
    pub(super) fn new(criteria: &Criteria, stop: &Stop) -> Climb {
        let empty = Solved { cells: [0; 81], solution: [0; 81] };
        Climb {
            search: NineSolutions::new(),
            exchange: Exchange::new(),
            ratings: criteria.method().map(|method| Ratings::new(method, criteria.steps, stop)),
            place: Place { puzzle: empty, rating: Rating::any_steps(0.0) },
            fewest: 0,
            per_solution: criteria.solution_limit().map_or(MOST, |most| most as usize),
            tries: criteria.tries(),
            found: Vec::new(),
            neighbors: Vec::new(),
            cells: Vec::new(),
            rated: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Begins with a drawn puzzle. No puzzle gets fewer than `fewest` givens.
    pub(super) fn begin(&mut self, draw: &Draw, fewest: usize) {
        let puzzle = &mut self.place.puzzle;
        puzzle.cells.copy_from_slice(draw.cells());
        puzzle.solution.copy_from_slice(draw.grid());
        self.fewest = fewest;
        self.found.clear();
    }

    /// Climbs, and adds the puzzles that it finds.
    pub(super) fn run(
        &mut self,
        given_units: &GivenUnits,
        goal: &Goal,
        stream: &mut Stream,
        stop: &Stop,
        found: &mut Found,
    ) {
        if given_units.is_pattern && !self.fill(given_units, stream, stop, found) {
            return;
        }
        self.place = self.rated_place(self.place.puzzle);
        let is_first = self.take(self.place, goal, found);
        if self.ratings.is_none() && is_first {
            return;
        }
        let mut idle = 0;
        let tries = self.tries;
        let is_over = |found: &Found| found.tries_after >= tries || stop.is_set();
        while idle < IDLE && self.found.len() < MOST && !is_over(found) {
            let before = self.found.len();
            self.neighbors.clear();
            let puzzle = &self.place.puzzle;
            self.exchange.draw(
                &mut self.search,
                given_units,
                puzzle,
                (stream, NEIGHBORS),
                &mut self.neighbors,
            );
            self.step(given_units, goal, stream, found);
            let has_found = self.found.len() > before;
            if self.ratings.is_none() && has_found {
                return;
            }
            idle = if has_found { 0 } else { idle + 1 };
        }
    }

    /// Looks for digits with which a pattern has one solution.
    fn fill(
        &mut self,
        given_units: &GivenUnits,
        stream: &mut Stream,
        stop: &Stop,
        found: &mut Found,
    ) -> bool {
        let mut tests = Tests::default();
        tests.test(Reason::SeveralSolutions, true);
        let most = self.tries;
        fill(&mut self.search, given_units, &mut self.place.puzzle, stream, |tries| {
            found.add_tries(tests, tries);
            found.tries_after < most && !stop.is_set()
        })
    }

    /// Adds a puzzle to the found ones, if it is wanted. Each call is a try.
    fn take(&mut self, place: Place, goal: &Goal, found: &mut Found) -> bool {
        let Place { puzzle, rating } = place;
        let mut tests = Tests::default();
        let is_wanted = self.found.len() < MOST
            && goal.is_met(rating, puzzle.givens(), &mut tests)
            && self.is_new(&puzzle)
            && (!goal.is_minimal || !tests.test(Reason::NotMinimal, !self.is_minimal(&puzzle)));
        found.add_tries(tests, 1);
        if is_wanted {
            self.found.push(puzzle);
            found.push(&puzzle.cells, &puzzle.solution);
        }
        is_wanted
    }

    fn is_minimal(&mut self, puzzle: &Solved) -> bool {
        is_minimal(&puzzle.cells, |cells| self.search.is_unique(cells))
    }

    /// Takes the wanted neighbors, and moves to the best one unless it is much worse than the puzzle.
    fn step(&mut self, given_units: &GivenUnits, goal: &Goal, stream: &mut Stream, found: &mut Found) {
        if self.ratings.is_none() {
            // Only the number of givens matters, which is known once no given can be removed.
            for at in 0..self.neighbors.len() {
                let puzzle = self.neighbors[at];
                self.neighbors[at] = self.reduced(given_units, puzzle, stream);
            }
        }
        self.rate();
        let value_of = |at: &usize| goal.value(self.rated[*at], self.neighbors[*at].givens());
        let best = (0..self.neighbors.len()).max_by(|a, b| value_of(a).total_cmp(&value_of(b)));
        let Some(best) = best else { return };
        let Place { puzzle, rating } = self.place;
        let is_good = value_of(&best) >= goal.value(rating, puzzle.givens()) - SLACK;
        let (puzzle, rating) = (self.neighbors[best], self.rated[best]);
        for at in 0..self.neighbors.len() {
            self.take(Place { puzzle: self.neighbors[at], rating: self.rated[at] }, goal, found);
        }
        if is_good {
            let reduced = self.reduced(given_units, puzzle, stream);
            if reduced == puzzle {
                self.place = Place { puzzle, rating };
            } else {
                self.place = self.rated_place(reduced);
                self.take(self.place, goal, found);
            }
        }
    }

    /// The puzzle with its rating.
    fn rated_place(&mut self, puzzle: Solved) -> Place {
        self.neighbors.clear();
        self.neighbors.push(puzzle);
        self.rate();
        Place { puzzle, rating: self.rated[0] }
    }

    /// Whether a puzzle differs from the puzzles that this climb has found, and few of these have its
    /// solution.
    fn is_new(&self, puzzle: &Solved) -> bool {
        let differs = |other: &Solved| other.cells.iter().zip(&puzzle.cells).filter(|(a, b)| a != b).count();
        let shares = self.found.iter().filter(|other| other.solution == puzzle.solution).count();
        shares < self.per_solution && self.found.iter().all(|other| differs(other) >= APART)
    }

    /// The puzzle after removing redundant givens, in random order.
    fn reduced(&mut self, given_units: &GivenUnits, mut puzzle: Solved, stream: &mut Stream) -> Solved {
        if given_units.is_pattern {
            return puzzle;
        }
        self.order.clear();
        self.order.extend((0..given_units.len()).filter(|&unit| given_units.is_given(unit, &puzzle.cells)));
        stream.shuffle(&mut self.order);
        let mut givens = puzzle.givens();
        for &unit in &self.order {
            let size = given_units.unit(unit).count();
            if givens < self.fewest + size {
                continue;
            }
            let mut cells = puzzle.cells;
            given_units.unit(unit).for_each(|cell| cells[cell] = 0);
            if self.search.is_unique(&cells) {
                puzzle.cells = cells;
                givens -= size;
            }
        }
        puzzle
    }

    /// Rates the neighbors.
    fn rate(&mut self) {
        match &mut self.ratings {
            Some(ratings) => {
                self.cells.clear();
                self.neighbors.iter().for_each(|puzzle| self.cells.extend_from_slice(&puzzle.cells));
                ratings.rate(&self.cells, &mut self.rated);
            }
            None => {
                self.rated.clear();
                self.rated.resize(self.neighbors.len(), Rating::any_steps(0.0));
            }
        }
    }
}

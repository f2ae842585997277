//! From a random 9×9 puzzle, step by step, to puzzles that are wanted.
//!
//! A step draws neighbours of the puzzle, rates them together, and goes on with the best one, which may be a little worse than the
//! puzzle. It is reduced before it is compared with what is wanted. A climb that has found a puzzle goes on to others, of which each differs from all
//! before it in some cells: to get to a rating takes longer than to stay there.

use super::{
    draw::Draw,
    exchange::{Exchange, Solved},
    fill::fill,
    form::{Form, is_minimal},
    found::{Found, Stop},
    goal::Goal,
    nine::NineSolutions,
    ratings::Ratings,
};
use crate::{
    generate::wanted::Wanted,
    grid::Shape,
    random::Stream,
    symmetry::{Symmetries, Transform},
};

/// Neighbours of a step. With more of them a climb has fewer steps for the same number of ratings, and takes the best of more.
const NEIGHBOURS: usize = 32;
/// Morphs of a puzzle that is near the wanted rating.
const MORPHS: usize = 16;
/// The most steps of a climb in a row that find nothing.
const IDLE: usize = 100;
/// The most puzzles of a climb.
const MOST: usize = 32;
/// Cells in which any two puzzles of a climb differ.
const APART: usize = 6;
/// How much worse than the puzzle the next one may be, in doublings of the rating.
const SLACK: f64 = 0.6;

/// Climbs in buffers that it keeps.
pub(super) struct Climb {
    pub search: NineSolutions,
    exchange: Exchange,
    ratings: Option<Ratings>,
    place: Place,
    fewest: usize,
    /// What this climb has found.
    found: Vec<[u8; 81]>,
    neighbours: Vec<Solved>,
    cells: Vec<u8>,
    rated: Vec<f64>,
    order: Vec<usize>,
}

/// Where a climb is.
#[derive(Clone, Copy)]
struct Place {
    puzzle: Solved,
    rating: f64,
}

impl Climb {
    pub(super) fn new(wanted: &Wanted) -> Climb {
        let empty = Solved { cells: [0; 81], solution: [0; 81] };
        Climb {
            search: NineSolutions::new(),
            exchange: Exchange::new(),
            ratings: wanted.rating.as_ref().map(|(method, _)| Ratings::new(*method)),
            place: Place { puzzle: empty, rating: 0.0 },
            fewest: 0,
            found: Vec::new(),
            neighbours: Vec::new(),
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

    /// Climbs, and adds what it finds.
    pub(super) fn run(
        &mut self,
        form: &Form,
        goal: &Goal,
        stream: &mut Stream,
        stop: &Stop,
        found: &mut Found,
    ) {
        found.tries_after += 1;
        if form.is_pattern && !self.fill(form, stream, stop, found) {
            return;
        }
        self.place = self.rated_place(self.place.puzzle);
        let mut idle = 0;
        loop {
            if self.take(goal, found) {
                if self.ratings.is_none() || self.found.len() == MOST {
                    return;
                }
                idle = 0;
            }
            idle += 1;
            if idle > IDLE || stop.is_set() {
                return;
            }
            let value = goal.value(self.place.rating, self.place.puzzle.clues());
            self.neighbours.clear();
            let puzzle = &self.place.puzzle;
            self.exchange.draw(&mut self.search, form, puzzle, (stream, NEIGHBOURS), &mut self.neighbours);
            found.tries_after += self.neighbours.len() as u64;
            if self.step(form, goal, value, stream) && goal.is_near(self.place.rating) {
                idle = if self.take_morph(goal, stream, found) { 0 } else { idle };
                if self.found.len() == MOST {
                    return;
                }
            }
        }
    }

    /// Looks for digits with which a pattern has one solution.
    fn fill(&mut self, form: &Form, stream: &mut Stream, stop: &Stop, found: &mut Found) -> bool {
        fill(&mut self.search, form, &mut self.place.puzzle, stream, |tries| {
            found.tries_after += tries;
            !stop.is_set()
        })
    }

    /// Adds the puzzle to what was found, if it is wanted.
    fn take(&mut self, goal: &Goal, found: &mut Found) -> bool {
        let Place { puzzle, rating } = self.place;
        let is_wanted = goal.is_met(rating, puzzle.clues())
            && self.is_apart(&puzzle)
            && (!goal.is_minimal || self.is_minimal(&puzzle));
        if is_wanted {
            self.found.push(puzzle.cells);
            found.push(&puzzle.cells, &puzzle.solution);
        }
        is_wanted
    }

    /// Goes to the best neighbour, unless it is much worse. Returns whether it does.
    fn step(&mut self, form: &Form, goal: &Goal, value: f64, stream: &mut Stream) -> bool {
        if self.ratings.is_none() {
            // Only the numbers of givens count, which are known when none can be removed.
            for at in 0..self.neighbours.len() {
                let puzzle = self.neighbours[at];
                self.neighbours[at] = self.reduced(form, puzzle, stream);
            }
        }
        self.rate();
        let value_of = |at: &usize| goal.value(self.rated[*at], self.neighbours[*at].clues());
        let best = (0..self.neighbours.len()).max_by(|a, b| value_of(a).total_cmp(&value_of(b)));
        let Some(best) = best.filter(|best| value_of(best) >= value - SLACK) else { return false };
        let (puzzle, rating) = (self.neighbours[best], self.rated[best]);
        let reduced = self.reduced(form, puzzle, stream);
        self.place = if reduced == puzzle { Place { puzzle, rating } } else { self.rated_place(reduced) };
        true
    }

    /// The puzzle with its rating.
    fn rated_place(&mut self, puzzle: Solved) -> Place {
        self.neighbours.clear();
        self.neighbours.push(puzzle);
        self.rate();
        Place { puzzle, rating: self.rated[0] }
    }

    /// Adds a morph of the puzzle that is wanted, if one of some is and the puzzle differs from those before.
    fn take_morph(&mut self, goal: &Goal, stream: &mut Stream, found: &mut Found) -> bool {
        let puzzle = self.place.puzzle;
        if goal.is_met(self.place.rating, puzzle.clues()) || !self.is_apart(&puzzle) {
            return false;
        }
        self.draw_morphs(stream);
        self.rate();
        found.tries_after += self.neighbours.len() as u64;
        let wanted = (0..self.neighbours.len()).find(|&at| goal.is_met(self.rated[at], puzzle.clues()));
        let Some(at) = wanted.filter(|_| !goal.is_minimal || self.is_minimal(&puzzle)) else { return false };
        self.found.push(puzzle.cells);
        found.push(&self.neighbours[at].cells, &self.neighbours[at].solution);
        true
    }

    /// Whether a puzzle differs from what this climb has found.
    fn is_apart(&self, puzzle: &Solved) -> bool {
        let differs = |other: &[u8; 81]| other.iter().zip(&puzzle.cells).filter(|(a, b)| a != b).count();
        self.found.iter().all(|other| differs(other) >= APART)
    }

    fn is_minimal(&mut self, puzzle: &Solved) -> bool {
        is_minimal(&puzzle.cells, |cells| self.search.is_unique(cells))
    }

    /// Takes morphs of the puzzle for neighbours.
    fn draw_morphs(&mut self, stream: &mut Stream) {
        let puzzle = &self.place.puzzle;
        self.neighbours.clear();
        let seed = stream.below(usize::MAX) as u64;
        for number in 0..MORPHS as u64 {
            let transform = Transform::random(Shape::NINE, Symmetries::ALL, seed, number);
            let transform = transform.expect("9×9 boards have transformations");
            let mut morph = *puzzle;
            transform.apply_to(&puzzle.cells, &mut morph.cells);
            transform.apply_to(&puzzle.solution, &mut morph.solution);
            self.neighbours.push(morph);
        }
    }

    /// The puzzle without what can be removed, in random order.
    fn reduced(&mut self, form: &Form, mut puzzle: Solved, stream: &mut Stream) -> Solved {
        if form.is_pattern {
            return puzzle;
        }
        self.order.clear();
        self.order.extend((0..form.len()).filter(|&unit| form.is_given(unit, &puzzle.cells)));
        stream.shuffle(&mut self.order);
        let mut clues = puzzle.clues();
        for &unit in &self.order {
            let size = form.unit(unit).count();
            if clues < self.fewest + size {
                continue;
            }
            let mut cells = puzzle.cells;
            form.unit(unit).for_each(|cell| cells[cell] = 0);
            if self.search.is_unique(&cells) {
                puzzle.cells = cells;
                clues -= size;
            }
        }
        puzzle
    }

    /// Rates the neighbours.
    fn rate(&mut self) {
        match &mut self.ratings {
            Some(ratings) => {
                self.cells.clear();
                self.neighbours.iter().for_each(|puzzle| self.cells.extend_from_slice(&puzzle.cells));
                ratings.rate(&self.cells, &mut self.rated);
            }
            None => {
                self.rated.clear();
                self.rated.resize(self.neighbours.len(), 0.0);
            }
        }
    }
}

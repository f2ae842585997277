//! From a random 9×9 puzzle, step by step, to puzzles with the wanted rating.
//!
//! A step draws neighbours of the puzzle, rates them together, and goes on with the best one, which may be a little worse than the
//! puzzle. What it reaches is reduced before it is compared with what is wanted.

use super::{
    exchange::{Exchange, Solved},
    form::Form,
    goal::Goal,
    nine::NineSolutions,
    ratings::Ratings,
};
use crate::{
    grid::Shape,
    random::Stream,
    symmetry::{Symmetries, Transform},
};

/// Climbs in buffers that it keeps.
pub(super) struct Climb {
    pub search: NineSolutions,
    exchange: Exchange,
    pub ratings: Option<Ratings>,
    neighbours: Vec<Solved>,
    cells: Vec<u8>,
    rated: Vec<f64>,
    order: Vec<usize>,
}

/// Where a climb is.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub puzzle: Solved,
    pub rating: f64,
}

pub(super) fn env(name: &str, default: f64) -> f64 {
    std::env::var(name).ok().and_then(|s| s.parse().ok()).unwrap_or(default)
}

impl Climb {
    pub(super) fn new(ratings: Option<Ratings>) -> Climb {
        Climb {
            search: NineSolutions::new(),
            exchange: Exchange::new(),
            ratings,
            neighbours: Vec::new(),
            cells: Vec::new(),
            rated: Vec::new(),
            order: Vec::new(),
        }
    }

    /// The puzzle and its rating.
    pub(super) fn place(&mut self, puzzle: Solved) -> Place {
        self.neighbours.clear();
        self.neighbours.push(puzzle);
        self.rate();
        Place { puzzle, rating: self.rated[0] }
    }

    /// Draws `count` neighbours, and returns the best one with the number of those that were drawn.
    pub(super) fn step(
        &mut self,
        form: &Form,
        goal: &Goal,
        place: &Place,
        (stream, count): (&mut Stream, usize),
    ) -> (Option<Place>, usize) {
        self.neighbours.clear();
        self.exchange.draw(&mut self.search, form, &place.puzzle, (stream, count), &mut self.neighbours);
        (self.best(form, goal, stream), self.neighbours.len())
    }

    /// As [`step`](Self::step), with morphs of the puzzle for neighbours.
    pub(super) fn morph(
        &mut self,
        form: &Form,
        goal: &Goal,
        place: &Place,
        (stream, count): (&mut Stream, usize),
    ) -> (Option<Place>, usize) {
        self.neighbours.clear();
        for _ in 0..count {
            let number = stream.below(usize::MAX) as u64;
            let transform = Transform::random(Shape::NINE, Symmetries::ALL, number, 0).expect("9×9 has transformations");
            let mut morph = place.puzzle;
            transform.apply_to(&place.puzzle.cells, &mut morph.cells);
            transform.apply_to(&place.puzzle.solution, &mut morph.solution);
            self.neighbours.push(morph);
        }
        (self.best(form, goal, stream), self.neighbours.len())
    }

    fn best(&mut self, form: &Form, goal: &Goal, stream: &mut Stream) -> Option<Place> {
        self.rate();
        let value = |i: &usize| goal.value(self.rated[*i], self.neighbours[*i].clues());
        let best = (0..self.neighbours.len()).max_by(|a, b| value(a).total_cmp(&value(b)))?;
        let place = Place { puzzle: self.neighbours[best], rating: self.rated[best] };
        Some(self.reduced(form, goal, place, stream))
    }

    /// Removes what can be removed, in random order.
    pub(super) fn reduced(&mut self, form: &Form, goal: &Goal, mut place: Place, stream: &mut Stream) -> Place {
        if form.is_pattern {
            return place;
        }
        let mut clues = place.puzzle.clues();
        let before = clues;
        self.order.clear();
        self.order.extend((0..form.len()).filter(|&unit| form.is_given(unit, &place.puzzle.cells)));
        stream.shuffle(&mut self.order);
        for &unit in &self.order {
            let size = form.unit(unit).count();
            if clues - size < goal.clues.0 {
                continue;
            }
            let mut cells = place.puzzle.cells;
            form.unit(unit).for_each(|cell| cells[cell] = 0);
            if self.search.is_unique(&cells) {
                place.puzzle.cells = cells;
                clues -= size;
            }
        }
        if clues < before {
            return self.place(place.puzzle);
        }
        place
    }

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

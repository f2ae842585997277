//! The search for puzzles that are wanted: with a rating, a number of givens, a symmetry or a pattern.

mod alternatives;
mod climb;
mod draw;
mod exchange;
mod form;
mod goal;
mod nine;
pub use nine::NineSolutions;
mod ratings;

use super::{GenerateError, wanted::Wanted};
use crate::{
    engine::{Engine, Limits, Outcome, Report, Run},
    grid::{Rules, Shape},
    random::Stream,
};
use climb::{Climb, Place, env};
use draw::Draw;
use exchange::Solved;
use form::Form;
use goal::Goal;
use ratings::Ratings;
use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// Searches in buffers that it keeps; each thread has its own.
pub struct Searcher {
    wanted: Wanted,
    seed: u64,
    form: Form,
    goal: Goal,
    draw: Draw,
    /// For plain 9×9 boards.
    climb: Option<Climb>,
    stop: Arc<AtomicBool>,
}

/// Puzzles that a search has found.
#[derive(Default)]
pub struct Found {
    /// The cells of the puzzles, and of their solutions.
    pub cells: Vec<u8>,
    pub solutions: Vec<u8>,
    /// For each puzzle the tries since the one before, itself included.
    pub tries: Vec<u64>,
    /// The tries after the last puzzle.
    pub tries_after: u64,
}

impl Found {
    fn push(&mut self, cells: &[u8], solution: &[u8]) {
        self.cells.extend_from_slice(cells);
        self.solutions.extend_from_slice(solution);
        self.tries.push(std::mem::take(&mut self.tries_after));
    }
}

impl Searcher {
    pub fn new(wanted: &Wanted, rules: Option<&Rules>, seed: u64, stop: Arc<AtomicBool>) -> Searcher {
        let is_climbed = wanted.shape == Shape::NINE && rules.is_none();
        let ratings = || wanted.rating.as_ref().map(|(method, _)| Ratings::new(*method, seed));
        Searcher {
            seed,
            form: Form::new(wanted.shape, wanted),
            goal: Goal::new(wanted),
            draw: Draw::new(wanted.shape, rules),
            climb: is_climbed.then(|| Climb::new(ratings())),
            wanted: wanted.clone(),
            stop,
        }
    }

    pub fn run(&mut self, index: u64, engine: &mut dyn Engine, found: &mut Found) -> Result<(), GenerateError> {
        let mut stream = Stream::new(self.seed, index);
        let Searcher { draw, form, goal, climb: Some(climb), .. } = self else { todo!() };
        draw.draw(&mut stream, form, goal.clues.0, |cells| climb.search.is_unique(cells))?;
        let start = Solved {
            cells: draw.cells().try_into().unwrap(),
            solution: draw.grid().try_into().unwrap(),
        };
        let mut place = climb.place(start);
        let batch = env("B", 32.0) as usize;
        let slack = env("SLACK", 0.3);
        let steps = env("STEPS", 300.0) as usize;
        let most = env("MOST", 32.0) as usize;
        let apart = env("APART", 6.0) as usize;
        let morphs = env("MORPHS", 16.0) as usize;
        let mut value = goal.value(place.rating, place.puzzle.clues());
        let mut given: Vec<Solved> = Vec::new();
        let mut idle = 0;
        for step in 0..steps {
            if goal.is_met(place.rating, place.puzzle.clues()) {
                let differ = |a: &Solved| a.cells.iter().zip(&place.puzzle.cells).filter(|(a, b)| a != b).count();
                if given.iter().all(|a| differ(a) >= apart) {
                    given.push(place.puzzle);
                    found.push(&place.puzzle.cells, &place.puzzle.solution);
                    idle = 0;
                    if given.len() == most {
                        break;
                    }
                }
            }
            idle += 1;
            if idle > env("IDLE", 60.0) as usize { break; }
            let (next, tries) = if morphs > 0 && step % env("EVERY", 4.0) as usize == 3 && value < 0.0 {
                climb.morph(form, goal, &place, (&mut stream, morphs))
            } else {
                climb.step(form, goal, &place, (&mut stream, batch))
            };
            found.tries_after += tries as u64;
            if let Some(next) = next {
                let new = goal.value(next.rating, next.puzzle.clues());
                if new >= value - slack {
                    (place, value) = (next, new);
                }
            }
        }
        Ok(())
    }
}


//! Random puzzles one by one.

use super::{Generation, Maker};
use quadrille_core::{error::Error, grid::Puzzle};
use std::{
    collections::VecDeque,
    iter::FusedIterator,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Puzzles generated at a time: as many as the generator reduces side by side.
const BLOCK: u64 = 128;
const LARGE_BLOCK: u64 = 16;

/// Random puzzles one by one; see [`Generation::iter`]. Ends after an error.
pub struct Puzzles {
    generation: Generation,
    stop: Arc<AtomicBool>,
    /// Made for the first puzzle.
    maker: Option<Maker>,
    ready: VecDeque<Puzzle>,
    /// The index of the first puzzle that is not generated yet.
    next: u64,
}

impl Puzzles {
    pub(super) fn new(generation: &Generation) -> Puzzles {
        let stop = generation.settings.options.stop();
        Puzzles {
            generation: generation.clone(),
            stop,
            maker: None,
            ready: VecDeque::new(),
            next: generation.start,
        }
    }

    fn generate(&mut self) -> Result<(), Error> {
        let maker = match &mut self.maker {
            Some(maker) => maker,
            none => none.insert(Maker::new(&self.generation, self.stop.clone())?),
        };
        let block = if self.generation.spec.shape().area() <= 81 { BLOCK } else { LARGE_BLOCK };
        let end = self.next.saturating_add(block).min(self.generation.end());
        let puzzles = maker.make(self.next..end)?;
        // The generator's result after a stop is unspecified.
        if self.stop.load(Ordering::Relaxed) {
            return Err(quadrille_core::ordered::pipeline::Stopped.into());
        }
        self.ready.extend(puzzles.map(|cells| Puzzle::new(cells).expect("digits of the shape")));
        self.next = end;
        Ok(())
    }
}

impl Iterator for Puzzles {
    type Item = Result<Puzzle, Error>;

    fn next(&mut self) -> Option<Result<Puzzle, Error>> {
        if self.ready.is_empty()
            && self.next < self.generation.end()
            && let Err(error) = self.generate()
        {
            self.next = self.generation.end();
            return Some(Err(error));
        }
        self.ready.pop_front().map(Ok)
    }
}

impl FusedIterator for Puzzles {}

//! Random puzzles one by one.

use super::{Generator, Maker};
use quadrille_base::error::Error;
use quadrille_grid::Puzzle;
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

/// Random puzzles one by one; see [`Generator::iter`]. Ends after an error.
pub struct Puzzles {
    generator: Generator,
    stop: Arc<AtomicBool>,
    /// Made for the first puzzle.
    maker: Option<Maker>,
    ready: VecDeque<Puzzle>,
    /// The index of the first puzzle that is not generated yet.
    next: u64,
}

impl Puzzles {
    pub(super) fn new(generator: &Generator) -> Puzzles {
        let stop = generator.settings.run_options.stop();
        Puzzles {
            generator: generator.clone(),
            stop,
            maker: None,
            ready: VecDeque::new(),
            next: generator.start,
        }
    }

    fn generate(&mut self) -> Result<(), Error> {
        let maker = match &mut self.maker {
            Some(maker) => maker,
            none => none.insert(Maker::new(&self.generator, self.stop.clone())?),
        };
        let block = if self.generator.options.shape().area() <= 81 { BLOCK } else { LARGE_BLOCK };
        let end = self.next.saturating_add(block).min(self.generator.end());
        let puzzles = maker.make(self.next..end)?;
        // The generator's result after a stop is unspecified.
        if self.stop.load(Ordering::Relaxed) {
            return Err(quadrille_ordered::pipeline::Stopped.into());
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
            && self.next < self.generator.end()
            && let Err(error) = self.generate()
        {
            self.next = self.generator.end();
            return Some(Err(error));
        }
        self.ready.pop_front().map(Ok)
    }
}

impl FusedIterator for Puzzles {}

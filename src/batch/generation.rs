//! Random puzzles on all cores, written in the order of their index.

use crate::{
    engine::{EngineChoice, Watch},
    error::{Error, ErrorKind},
    format::Symbols,
    generate::{Generator, Spec},
    io::ordered::Desk,
};
use std::{
    io::Write,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
};

/// A number of random puzzles, set up and then written.
///
/// The bytes depend on what is generated, the seed and the count alone.
///
/// ```
/// use quadrille::{Generation, Shape, generate::{Spec, Target}};
///
/// let spec = Spec::new(Shape::NINE, Target::Givens(30), true)?;
/// let mut puzzles = Vec::new();
/// Generation::new(spec, 1, 10).write(&mut puzzles, &mut |_| {})?;
/// assert_eq!(puzzles.len(), 10 * 82);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generation {
    spec: Spec,
    seed: u64,
    count: u64,
    threads: usize,
    engine: EngineChoice,
    watch: Watch,
}

/// What the workers share.
struct Shop<'a> {
    order: &'a Generation,
    block: u64,
    next: AtomicU64,
    failure: Mutex<Option<Error>>,
}

impl Generation {
    /// The first `count` puzzles of a seed, made on all cores.
    pub fn new(spec: Spec, seed: u64, count: u64) -> Generation {
        Generation { spec, seed, count, threads: 0, engine: EngineChoice::Auto, watch: Watch::default() }
    }

    /// Worker threads; 0, as at first, is one for each core.
    pub fn threads(mut self, threads: usize) -> Generation {
        self.threads = threads;
        self
    }

    /// The engine that says whether a puzzle is unique.
    pub fn engine(mut self, engine: EngineChoice) -> Generation {
        self.engine = engine;
        self
    }

    /// As [`Batch::stop_flag`](crate::Batch::stop_flag).
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> Generation {
        self.watch.stop = Some(stop);
        self
    }

    /// Writes the puzzles, one line each, and tells how many are written from time to time.
    ///
    /// # Errors
    /// If no puzzle with so few givens is found, or the output cannot be written.
    pub fn write(&self, output: &mut dyn Write, written: &mut dyn FnMut(u64)) -> Result<(), Error> {
        let pool = super::pool(self.threads)?;
        let block = if self.spec.shape().area() <= 81 { 2048 } else { 16 };
        let shop = Shop { order: self, block, next: AtomicU64::new(0), failure: Mutex::new(None) };
        let mut done = 0;
        let write = |text: &mut Vec<u8>| {
            let fail = |e| Error::io(ErrorKind::Output, "cannot write the output", e);
            output.write_all(text).map_err(fail)?;
            done = self.count.min(done + block);
            written(done);
            Ok(())
        };
        let end = super::in_order(pool, |desk| shop.work(desk), write);
        super::conclude(end, shop.failure)
    }
}

impl Shop<'_> {
    fn work(&self, desk: Desk<Vec<u8>>) {
        let Generation { spec, seed, count, engine, .. } = *self.order;
        let (shape, area) = (spec.shape(), spec.shape().area());
        let alphabet = Symbols::Letters.resolve(shape, &[]);
        let mut generator = Generator::new(spec, seed);
        let Some(mut engines) = super::engines(engine, &self.order.watch, &self.failure) else { return };
        let mut cells = vec![0; self.block as usize * area];
        while let Some(mut text) = desk.ticket() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let first = number.saturating_mul(self.block);
            let left = count.saturating_sub(first).min(self.block) as usize;
            if left == 0 {
                break;
            }
            let cells = &mut cells[..left * area];
            let filled = generator.fill(first, engines.get(shape), cells);
            if self.order.watch.stops() {
                // What a search that was cut short said may be in there.
                if let Ok(mut failure) = self.failure.lock() {
                    failure.get_or_insert_with(super::interrupted);
                }
                return desk.leave();
            }
            if let Err(error) = filled {
                // Nobody takes another block.
                self.next.store(u64::MAX / 2, Ordering::Relaxed);
                if let Ok(mut failure) = self.failure.lock() {
                    *failure = Some(Error::new(ErrorKind::Config, error.to_string()));
                }
                return desk.leave();
            }
            text.clear();
            for board in cells.chunks(area) {
                alphabet.write(shape, board, &mut text);
                text.push(b'\n');
            }
            if !desk.done(number, text) {
                break;
            }
        }
    }
}

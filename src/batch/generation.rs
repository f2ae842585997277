//! Random puzzles on all cores, written in the order of their index.

use super::{
    pipeline::{ChunkSource, Job, Rest},
    workers,
};
use crate::{
    Rules,
    engine::{EngineChoice, Engines},
    error::{Error, ErrorKind},
    generate::{GenerateError, Generator, Spec},
    grid::{Alphabet, Symbols},
};
use std::{
    io::Write,
    ops::Range,
    sync::{Arc, atomic::AtomicBool},
};

/// A number of random puzzles: first set up, then written.
///
/// The bytes depend only on the spec, the seed and the count, not on the threads.
///
/// ```
/// use quadrille::{Generation, Shape, Spec, Clues};
///
/// let spec = Spec::unique(Shape::NINE, Clues::Count(30))?;
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
    stop: Option<Arc<AtomicBool>>,
    rules: Option<Rules>,
    form: Form,
}

/// How generated puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Form {
    /// As pencil marks: a given has one, an empty cell all.
    pub pencilmark: bool,
    /// Followed by the regions of their jigsaw.
    pub regions: bool,
}

impl Generation {
    /// The first `count` puzzles of a seed, generated on all cores.
    pub fn new(spec: Spec, seed: u64, count: u64) -> Generation {
        Generation {
            spec,
            seed,
            count,
            threads: 0,
            engine: EngineChoice::Auto,
            stop: None,
            rules: None,
            form: Form::default(),
        }
    }

    /// Generates puzzles under these rules, which must be for the shape of the boards. Standard rules change nothing.
    ///
    /// ```
    /// use quadrille::{Generation, Rules, Shape, Variant, Spec, Clues};
    ///
    /// let rules = Rules::new(Shape::NINE, &Variant::X.into())?;
    /// let spec = Spec::unique_under(&rules, Clues::Minimal)?;
    /// let mut puzzles = Vec::new();
    /// Generation::new(spec, 1, 3).rules(rules).write(&mut puzzles, &mut |_| {})?;
    /// assert_eq!(puzzles.len(), 3 * 82);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn rules(mut self, rules: Rules) -> Generation {
        self.rules = Some(rules).filter(|rules| !rules.is_plain());
        self
    }

    /// Sets how the puzzles are written. The default is as `line`.
    pub fn form(mut self, form: Form) -> Generation {
        self.form = form;
        self
    }

    /// Sets the number of worker threads; 0 (the default) means one per core.
    pub fn threads(mut self, threads: usize) -> Generation {
        self.threads = threads;
        self
    }

    /// Sets the engine that tests whether a puzzle is unique.
    pub fn engine(mut self, engine: EngineChoice) -> Generation {
        self.engine = engine;
        self
    }

    /// Ends the run soon after the flag is set to `true`, with an error of kind [`ErrorKind::Interrupted`]. A run that
    /// fails sets the flag too, to end its own searches.
    pub fn stop_flag(mut self, stop: Arc<AtomicBool>) -> Generation {
        self.stop = Some(stop);
        self
    }

    /// Writes the puzzles, one per line, and calls `written` with the number of puzzles written so far.
    ///
    /// # Errors
    /// If no puzzle with so few givens or no grid under the rules is found; if the rules are for another shape; if the
    /// output cannot be written; if the stop flag is set.
    pub fn write(&self, output: &mut dyn Write, written: &mut dyn FnMut(u64)) -> Result<(), Error> {
        self.check_rules()?;
        let pool = workers::pool(self.threads)?;
        let block = if self.spec.shape().area() <= 81 { 2048 } else { 16 };
        let blocks = Blocks { next: 0, count: self.count, block };
        let stop = self.stop.clone().unwrap_or_default();
        let start = || Ok(self.answer(workers::engines(self.engine)?, stop.clone()));
        let write = |block: Range<u64>, text: &mut Vec<u8>| {
            let fail = |e| Error::io(ErrorKind::Output, "cannot write the output", e);
            output.write_all(text).map_err(fail)?;
            written(block.end);
            Ok(())
        };
        workers::run(pool, blocks, stop.clone(), start, write).map(drop)
    }

    /// The answer function of a worker: makes the puzzles of a block and writes them into its text.
    fn answer(
        &self,
        engines: Engines,
        stop: Arc<AtomicBool>,
    ) -> impl FnMut(Job<'_, Range<u64>>, &mut Vec<u8>) -> Result<Rest, Error> + '_ {
        let Generation { spec, seed, ref rules, .. } = *self;
        let (shape, area) = (spec.shape(), spec.shape().area());
        let alphabet = Symbols::Letters.resolve(shape, &[]);
        let (mut generator, mut engines) = match rules {
            None => (Generator::new(spec, seed), engines),
            Some(rules) => (Generator::under(rules, spec, seed), engines.variants(rules.variants().clone())),
        };
        generator = generator.stop_flag(stop);
        let mut cells = Vec::new();
        move |job: Job<'_, Range<u64>>, text: &mut Vec<u8>| {
            let block = job.chunk;
            cells.resize((block.end - block.start) as usize * area, 0);
            let engine = match rules {
                None => engines.get(shape),
                Some(_) => engines.under_variants(shape).expect("rules of this shape"),
            };
            let fail = |e: GenerateError| Error::new(ErrorKind::Config, e.to_string());
            generator.fill(block.start, engine, &mut cells).map_err(fail)?;
            text.clear();
            for board in cells.chunks(area) {
                self.write_board(alphabet, board, text);
            }
            Ok(Rest::Read)
        }
    }

    fn write_board(&self, alphabet: Alphabet, board: &[u8], text: &mut Vec<u8>) {
        let shape = self.spec.shape();
        if self.form.pencilmark {
            let mask = |&digit: &u8| if digit == 0 { u32::MAX } else { 1 << (digit - 1) };
            board.iter().for_each(|digit| alphabet.write_candidates(shape, &[mask(digit)], text));
        } else {
            alphabet.write(shape, board, text);
        }
        let rules = self.rules.as_ref().filter(|_| self.form.regions);
        if let Some(regions) = rules.and_then(|rules| rules.variants().regions()) {
            alphabet.write_regions(regions.of_cells(), text);
        }
        text.push(b'\n');
    }

    fn check_rules(&self) -> Result<(), Error> {
        let config = |what: String| Err(Error::new(ErrorKind::Config, what));
        match &self.rules {
            Some(rules) if rules.shape() != self.spec.shape() => config(format!(
                "the rules are for {} boards, the puzzles are {}",
                rules.shape(),
                self.spec.shape()
            )),
            Some(rules) if rules.variants().wants_regions() => {
                config("cannot generate a jigsaw without its regions".into())
            }
            _ => Ok(()),
        }
    }
}

/// Hands out the indices of the puzzles, block by block.
struct Blocks {
    next: u64,
    count: u64,
    block: u64,
}

impl ChunkSource for Blocks {
    type Chunk = Range<u64>;
    type Error = Error;

    fn next(&mut self, _: &mut Vec<u8>) -> Result<Option<Range<u64>>, Error> {
        let end = self.next.saturating_add(self.block).min(self.count);
        let block = std::mem::replace(&mut self.next, end)..end;
        Ok(Some(block).filter(|block| !block.is_empty()))
    }
}

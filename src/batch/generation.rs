//! Random puzzles on all cores, written in the order of their index.

use crate::{
    Rules,
    engine::{EngineChoice, Limits},
    error::{Error, ErrorKind},
    generate::{Generator, Spec},
    grid::{Alphabet, Symbols},
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
    /// Of which only the stop flag is used.
    limits: Limits,
    rules: Option<Rules>,
    form: Form,
}

/// How generated puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Form {
    /// As pencil marks, of which a given has one and an empty cell all.
    pub pencilmark: bool,
    /// With the regions of their jigsaw behind them.
    pub regions: bool,
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
        Generation {
            spec,
            seed,
            count,
            threads: 0,
            engine: EngineChoice::Auto,
            limits: Limits::default(),
            rules: None,
            form: Form::default(),
        }
    }

    /// Makes puzzles under these rules, which are to be for the shape of the boards. Plain ones
    /// change nothing.
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

    /// How the puzzles are written; as `line` at first.
    pub fn form(mut self, form: Form) -> Generation {
        self.form = form;
        self
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
        self.limits.stop_flag = Some(stop);
        self
    }

    /// Writes the puzzles, one line each, and tells how many are written from time to time.
    ///
    /// # Errors
    /// If no puzzle with so few givens is found, no grid keeps the rules, or these are for other
    /// boards; or the output cannot be written.
    pub fn write(&self, output: &mut dyn Write, written: &mut dyn FnMut(u64)) -> Result<(), Error> {
        self.check_rules()?;
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
            Some(rules) if rules.shape() != self.spec.shape() => {
                config(format!("rules for {} boards, not {}", rules.shape(), self.spec.shape()))
            }
            Some(rules) if rules.variants().wants_regions() => {
                config("to generate a jigsaw takes its regions".into())
            }
            _ => Ok(()),
        }
    }
}

impl Shop<'_> {
    fn work(&self, desk: Desk<Vec<u8>>) {
        let Generation { spec, seed, count, engine, ref rules, .. } = *self.order;
        let (shape, area) = (spec.shape(), spec.shape().area());
        let alphabet = Symbols::Letters.resolve(shape, &[]);
        let Some(engines) = super::engines(engine, &self.failure) else { return };
        let (mut generator, mut engines) = match rules {
            None => (Generator::new(spec, seed), engines),
            Some(rules) => (Generator::under(rules, spec, seed), engines.variants(rules.variants().clone())),
        };
        if let Some(flag) = &self.order.limits.stop_flag {
            generator = generator.stop_flag(flag.clone());
        }
        let mut cells = vec![0; self.block as usize * area];
        while let Some(mut text) = desk.ticket() {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let first = number.saturating_mul(self.block);
            let left = count.saturating_sub(first).min(self.block) as usize;
            if left == 0 {
                break;
            }
            let cells = &mut cells[..left * area];
            let engine = match rules {
                None => engines.get(shape),
                Some(_) => engines.under_variants(shape).expect("rules of this shape"),
            };
            let filled = generator.fill(first, engine, cells);
            if self.order.limits.is_stopped() {
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
                self.order.write_board(alphabet, board, &mut text);
            }
            if !desk.done(number, text) {
                break;
            }
        }
    }
}

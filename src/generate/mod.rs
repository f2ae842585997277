//! Random puzzles: the same ones for the same seed, on any machine, for ever.
//!
//! ```text
//!   (seed, index) ──► stream ──► full grid ──► thinning ──► puzzle
//!                                                 │ ▲
//!                            is this still unique?│ │yes / no
//!                                                 ▼ │
//!                                               Engine
//! ```
//!
//! Many puzzles are thinned side by side, and the questions of all of them go to the engine as one
//! run. A puzzle depends on its own stream of random numbers and on the answers about itself, so
//! that its bytes are the same whatever block or thread makes it.

mod board;
mod cycles;
mod full;
mod random;
mod ruled;
mod thin;
mod unavoidable;

use crate::engine::{Engine, Limits, Outcome, Report, Run};
use crate::{Rules, Shape};
use full::Full;
use random::Stream;
use ruled::RuledFull;
use std::sync::{Arc, atomic::AtomicBool};
use thin::{Step, Thinning};

/// How many givens a puzzle is to have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Clues {
    /// Exactly this many.
    Count(usize),
    /// As many as it takes that none can go.
    ///
    /// On boards with more than 81 cells a question that costs the engine more than
    /// [`Generator::NODES`] nodes counts as "not unique": a given that stays for this reason might
    /// have been able to go. Under rules other than the plain ones this holds for smaller boards as
    /// well, with ten times as many nodes.
    Minimal,
}

/// What to generate, checked to be possible.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Spec {
    shape: Shape,
    target: Clues,
    unique: bool,
}

/// Why puzzles cannot be generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum GenerateError {
    /// More givens than cells.
    TooMany {
        /// The givens asked for.
        givens: usize,
        /// The board.
        shape: Shape,
    },
    /// Fewer givens than any puzzle with one solution has.
    TooFew {
        /// The givens asked for.
        givens: usize,
        /// The board.
        shape: Shape,
    },
    /// A minimal puzzle is one that loses uniqueness with any given: it has to have it.
    MinimalUnchecked,
    /// The rules contradict each other.
    NoGrid {
        /// The board.
        shape: Shape,
    },
    /// The search for a first grid ran out of its budget.
    NotFound {
        /// The board.
        shape: Shape,
        /// The budget.
        branches: u64,
    },
    /// No grid that was tried could be thinned that far.
    Stuck {
        /// The givens asked for.
        givens: usize,
        /// Grids tried for one puzzle.
        tries: u32,
    },
}

impl std::fmt::Display for GenerateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            GenerateError::TooMany { givens, shape } => {
                write!(f, "{givens} givens: a {shape} board has {} cells", shape.area())
            }
            GenerateError::TooFew { givens, shape } => {
                let fewest = Spec::fewest(shape);
                write!(f, "{givens} givens: a {shape} puzzle with one solution has at least {fewest}")
            }
            GenerateError::MinimalUnchecked => {
                f.write_str("a minimal puzzle has one solution: it cannot be made without checking that")
            }
            GenerateError::NoGrid { shape } => write!(f, "there is no {shape} grid under these rules"),
            GenerateError::NotFound { shape, branches } => {
                write!(f, "no {shape} grid under these rules was found in {branches} branches of search")
            }
            GenerateError::Stuck { givens, tries } => {
                write!(f, "none of {tries} grids could be thinned to {givens} givens: ask for more givens")
            }
        }
    }
}

impl std::error::Error for GenerateError {}

impl Spec {
    /// Puzzles of `shape` with `target` givens, with exactly one solution if `unique` and with at
    /// least one otherwise.
    ///
    /// # Errors
    /// If there is no such puzzle: see [`fewest`](Self::fewest); or if a puzzle is to be minimal
    /// but not unique.
    pub fn new(shape: Shape, target: Clues, unique: bool) -> Result<Spec, GenerateError> {
        match target {
            Clues::Count(givens) if givens > shape.area() => Err(GenerateError::TooMany { givens, shape }),
            Clues::Count(givens) if unique && givens < Spec::fewest(shape) => {
                Err(GenerateError::TooFew { givens, shape })
            }
            Clues::Minimal if !unique => Err(GenerateError::MinimalUnchecked),
            _ => Ok(Spec { shape, target, unique }),
        }
    }

    /// The same under rules, where fewer givens may do: one solution needs one given of all digits
    /// but one.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn under(rules: &Rules, target: Clues, unique: bool) -> Result<Spec, GenerateError> {
        let shape = rules.shape();
        match target {
            Clues::Count(givens) if (shape.side() - 1..Spec::fewest(shape)).contains(&givens) => {
                Ok(Spec { shape, target, unique })
            }
            _ => Spec::new(shape, target, unique),
        }
    }

    /// A number of givens that leaves puzzles easy: few need a guess.
    pub fn easy(shape: Shape) -> Clues {
        Clues::Count([7, 16, 33, 70, 136, 360][shape.index()])
    }

    /// No puzzle of `shape` with fewer givens has exactly one solution.
    ///
    /// Exact up to 9×9 (4, 8 and 17). Beyond it is not known, and this is what always holds: of two
    /// digits that are not given at all each could be the other, so all but one are given.
    pub fn fewest(shape: Shape) -> usize {
        match shape.side() {
            4 => 4,
            6 => 8,
            9 => 17,
            side => side - 1,
        }
    }

    /// The shape of the boards.
    pub fn shape(self) -> Shape {
        self.shape
    }

    /// How many givens.
    pub fn target(self) -> Clues {
        self.target
    }

    /// Whether every puzzle has exactly one solution.
    pub fn unique(self) -> bool {
        self.unique
    }
}

/// Makes puzzles, in memory that it allocates once; one for each thread.
///
/// A puzzle is named by the seed and its index, and is the same whichever generator makes it:
///
/// ```
/// use quadrille::Shape;
/// use quadrille::unstable::engine::dlx::Dlx;
/// use quadrille::{unstable::generate::Generator, Spec};
///
/// let mut engine = Dlx::new(Shape::NINE);
/// let spec = Spec::new(Shape::NINE, Spec::easy(Shape::NINE), true)?;
/// let mut puzzles = [0; 3 * 81];
/// Generator::new(spec, 1).fill(0, &mut engine, &mut puzzles)?;
/// let mut second = [0; 81];
/// Generator::new(spec, 1).fill(1, &mut engine, &mut second)?;
/// assert_eq!(puzzles[81..162], second);
/// assert_eq!(second.iter().filter(|&&d| d != 0).count(), 33);
/// # Ok::<(), quadrille::GenerateError>(())
/// ```
pub struct Generator {
    spec: Spec,
    seed: u64,
    /// Of one question to the engine.
    limits: Limits,
    full: Source,
    places: Vec<Place>,
    /// Givens, solutions and reports of one run.
    givens: Box<[u8]>,
    solutions: Box<[u8]>,
    reports: Box<[Report]>,
}

/// What full grids come from.
enum Source {
    Plain(Box<Full>),
    VariantEngine(Box<RuledFull>),
}

impl Source {
    fn make(&mut self, stream: &mut Stream, grid: &mut [u8]) -> Result<(), GenerateError> {
        match self {
            Source::Plain(full) => {
                full.make(stream, grid);
                Ok(())
            }
            Source::VariantEngine(full) => full.make(stream, grid),
        }
    }
}

/// One of the puzzles that are thinned side by side.
struct Place {
    thinning: Thinning,
    /// Which puzzle of the block; `None` when there is no more to do.
    puzzle: Option<usize>,
    tries: u32,
}

impl Generator {
    /// Budget of one question on boards with more than 81 cells. Smaller ones have none, or ten times
    /// as much under rules other than the plain ones.
    pub const NODES: u64 = 10_000;
    /// Grids that are thinned for one puzzle before it is given up.
    pub const TRIES: u32 = 1_000;

    /// A generator of the puzzles of `seed`.
    pub fn new(spec: Spec, seed: u64) -> Generator {
        Generator::with(spec, None, seed)
    }

    /// A generator of puzzles under rules, which the engine that is asked must know, as
    /// [`VariantEngine`](crate::engine::dlx::VariantEngine).
    ///
    /// The puzzles of plain rules are others than those of [`new`](Self::new).
    ///
    /// # Panics
    /// If the rules are for another shape.
    pub fn under(rules: &Rules, spec: Spec, seed: u64) -> Generator {
        assert_eq!(rules.shape(), spec.shape, "rules for another shape");
        Generator::with(spec, Some(rules), seed)
    }

    fn with(spec: Spec, rules: Option<&Rules>, seed: u64) -> Generator {
        let area = spec.shape.area();
        let width = if area <= 81 { 128 } else { 16 };
        let nodes = match rules {
            None if area <= 81 => u64::MAX,
            Some(_) if area <= 81 => 10 * Self::NODES,
            _ => Self::NODES,
        };
        let place = || Place { thinning: Thinning::new(spec, rules), puzzle: None, tries: 0 };
        Generator {
            spec,
            seed,
            limits: Limits::new(2).max_nodes(nodes),
            full: match rules {
                None => Source::Plain(Box::new(Full::new(spec.shape))),
                Some(rules) => Source::VariantEngine(Box::new(RuledFull::new(rules))),
            },
            places: (0..width).map(|_| place()).collect(),
            givens: vec![0; width * area].into(),
            solutions: vec![0; width * area].into(),
            reports: vec![Report::default(); width].into(),
        }
    }

    /// Stops all searches once the flag is `true`; what [`fill`](Self::fill) has filled then is unspecified.
    pub fn stop_flag(mut self, flag: Arc<AtomicBool>) -> Generator {
        self.limits.stop_flag = Some(flag);
        self
    }

    /// What is generated.
    pub fn spec(&self) -> Spec {
        self.spec
    }

    /// Fills `puzzles` with as many puzzles as it holds, the first of which has index `first`.
    ///
    /// The engine is asked about boards of the shape, 128 at a time up to 9×9 and 16 beyond, with
    /// a limit of two solutions. It has to be exact up to 9×9. Beyond, where
    /// [`NODES`](Self::NODES) limits it, puzzles depend on what it counts as a node.
    ///
    /// # Errors
    /// [`GenerateError::Stuck`] after [`TRIES`](Self::TRIES) grids for one puzzle; what `puzzles`
    /// holds then is unspecified. [`GenerateError::NoGrid`] and [`GenerateError::NotFound`] if no
    /// full grid keeps the rules, or none was found.
    ///
    /// # Panics
    /// If `puzzles` does not hold a whole number of boards.
    pub fn fill(
        &mut self,
        first: u64,
        engine: &mut dyn Engine,
        puzzles: &mut [u8],
    ) -> Result<(), GenerateError> {
        let area = self.spec.shape.area();
        assert_eq!(puzzles.len() % area, 0, "a whole number of boards");
        let mut left = 0..puzzles.len() / area;
        for place in &mut self.places {
            place.take(left.next(), self.seed, first, &mut self.full)?;
        }
        loop {
            let mut asked = 0;
            for place in &mut self.places {
                while let Some(puzzle) = place.puzzle {
                    match place.thinning.advance() {
                        Step::Ask => break,
                        Step::Done => {
                            puzzles[puzzle * area..][..area].copy_from_slice(place.thinning.cells());
                            place.take(left.next(), self.seed, first, &mut self.full)?;
                        }
                        Step::Stuck => place.again(self.spec, &mut self.full)?,
                    }
                }
                if place.puzzle.is_some() {
                    self.givens[asked * area..][..area].copy_from_slice(place.thinning.cells());
                    asked += 1;
                }
            }
            if asked == 0 {
                return Ok(());
            }
            self.ask(engine, asked);
        }
    }

    /// Asks the engine about the first `asked` boards and passes the answers on.
    fn ask(&mut self, engine: &mut dyn Engine, asked: usize) {
        let Spec { shape, .. } = self.spec;
        let cells = asked * shape.area();
        let reports = &mut self.reports[..asked];
        reports.fill(Report::default());
        let mut run = Run::new(shape, &self.givens[..cells], &mut self.solutions[..cells], reports);
        engine.solve(&mut run, &self.limits);
        let waiting = self.places.iter_mut().filter(|place| place.puzzle.is_some());
        for (place, report) in waiting.zip(&self.reports) {
            place.thinning.answer(report.outcome == Outcome::Unique);
        }
    }
}

impl Place {
    /// Takes up another puzzle of the block, or rests.
    fn take(
        &mut self,
        puzzle: Option<usize>,
        seed: u64,
        first: u64,
        full: &mut Source,
    ) -> Result<(), GenerateError> {
        self.puzzle = puzzle;
        self.tries = 1;
        match puzzle {
            Some(puzzle) => self.thinning.begin(Stream::new(seed, first.wrapping_add(puzzle as u64)), full),
            None => Ok(()),
        }
    }

    /// Takes a fresh grid for the same puzzle.
    fn again(&mut self, spec: Spec, full: &mut Source) -> Result<(), GenerateError> {
        if let (Clues::Count(givens), Generator::TRIES) = (spec.target, self.tries) {
            return Err(GenerateError::Stuck { givens, tries: self.tries });
        }
        self.tries += 1;
        self.thinning.again(full)
    }
}

//! The search for wanted puzzles, on all cores.
//!
//! Each index is a search of its own, whose results depend only on the seed and the index. The searches run on all
//! threads; their results are chosen in the order of the indices, until enough are found. So the puzzles do not depend
//! on threads.

use super::{
    chosen::{Chooser, Classes, Classifier},
    settings::{Form, RuleEngines, Settings},
};
use crate::generate::{
    Wanted,
    search::{Found, Searcher, Stop},
};
use quadrille_core::{
    engine::RunOptions,
    error::Error,
    grid::{Alphabet, Puzzle, Rules},
    ordered::pipeline::{ChunkSource, Job, Rest},
};
use std::{
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// A search for random puzzles with wanted properties: difficulty, number of givens, places of the givens.
///
/// The puzzles depend only on the wanted properties, the rules and the seed, not on the threads. A larger count begins
/// with the same puzzles as a smaller one.
///
/// ```
/// use quadrille::{Shape, generate::{PuzzleSearch, Wanted}, rating::{GuessCounter, Guesses, Method}};
///
/// let wanted = Wanted::new(Shape::NINE).rating(Method::Guesses, 5.0..=20.0);
/// let (puzzles, searched) = PuzzleSearch::new(wanted, 1, 3)?.puzzles()?;
/// assert_eq!((puzzles.len(), searched.accepted, searched.gave_up), (3, 3, false));
///
/// let mut guesses = [Guesses::default()];
/// GuessCounter::new().count(puzzles[0].givens(), 1, &mut guesses);
/// assert!((5..=20).contains(&guesses[0].guesses));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleSearch {
    wanted: Wanted,
    settings: Settings,
}

/// The progress of a search, or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Searched {
    /// Puzzles that have been found and kept.
    pub accepted: u64,
    /// Puzzles that were tried; see [`Wanted::max_tries`].
    pub tried: u64,
    /// The search ended because none of the last [tries](Wanted::tries) was accepted.
    pub gave_up: bool,
}

impl PuzzleSearch {
    /// A search for `count` puzzles under a seed, on all cores.
    ///
    /// # Errors
    /// If such puzzles cannot exist, as far as that is known without a search.
    pub fn new(wanted: Wanted, seed: u64, count: u64) -> Result<PuzzleSearch, Error> {
        wanted.check(None)?;
        let settings = Settings::new(wanted.shape(), seed, count);
        Ok(PuzzleSearch { wanted, settings })
    }

    /// As [`new`](Self::new), under these rules. Puzzles with variants have neither ratings nor classes, and unless you
    /// set [`Wanted::max_tries`], the search ends after [`Wanted::MAX_LARGE_TRIES`] tries in a row.
    ///
    /// # Errors
    /// As [`new`](Self::new) and [`Generation::rules`](crate::generate::Generation::rules), and if a wanted property is
    /// not defined under variants, as an error of kind [`Config`](quadrille_core::error::ErrorKind::Config).
    pub fn under(rules: Rules, wanted: Wanted, seed: u64, count: u64) -> Result<PuzzleSearch, Error> {
        wanted.check(Some(&rules))?;
        // Such puzzles are drawn as slowly as puzzles of large boards.
        let is_slow = !rules.is_plain() && !wanted.has_max_tries();
        let wanted = if is_slow { wanted.max_tries(Wanted::MAX_LARGE_TRIES) } else { wanted };
        let mut settings = Settings::new(wanted.shape(), seed, count);
        settings.set_rules(rules)?;
        Ok(PuzzleSearch { wanted, settings })
    }

    /// The number of tries in a row without a puzzle after which the search ends.
    #[doc(hidden)]
    pub fn tries(&self) -> u64 {
        self.wanted.tries()
    }

    /// As [`Generation::form`](crate::generate::Generation::form).
    pub fn form(mut self, form: Form) -> PuzzleSearch {
        self.settings.form = form;
        self
    }

    /// As [`Generation::append_regions`](crate::generate::Generation::append_regions).
    pub fn append_regions(mut self, appends: bool) -> PuzzleSearch {
        self.settings.with_regions = appends;
        self
    }

    /// As [`Generation::max_write`](crate::generate::Generation::max_write).
    #[doc(hidden)]
    pub fn max_write(mut self, bytes: usize) -> PuzzleSearch {
        self.settings.max_write = bytes.max(1);
        self
    }

    /// As [`Generation::run_options`](crate::generate::Generation::run_options). Plain 9×9 puzzles are tested by a
    /// search of their own, regardless of the engine. Puzzles that were found before the flag was set are written.
    pub fn run_options(mut self, options: RunOptions) -> PuzzleSearch {
        self.settings.options = options;
        self
    }

    /// Searches, and returns the puzzles in the order of the searches that found them.
    ///
    /// # Errors
    /// If no grid under the rules is found; if the stop flag is set.
    pub fn puzzles(&self) -> Result<(Vec<Puzzle>, Searched), Error> {
        let mut puzzles = Vec::new();
        let searched = self.run(&mut |kept, _| {
            puzzles.extend(kept.map(|cells| Puzzle::new(cells).expect("digits of the shape")));
            Ok(())
        })?;
        Ok((puzzles, searched))
    }

    /// Searches, writes the puzzles as they are found, one per line, and calls `progress` after each index that was searched.
    ///
    /// # Errors
    /// If no grid under the rules is found; if the output cannot be written; if the stop flag is set. The output then
    /// has whole lines.
    pub fn write(
        &self,
        output: &mut (dyn Write + Send),
        progress: &mut (dyn FnMut(&Searched) + Send),
    ) -> Result<Searched, Error> {
        let alphabet = Alphabet::usual(self.wanted.shape());
        let (mut text, mut ends, mut written) = (Vec::new(), Vec::new(), 0);
        self.run(&mut |kept, searched| {
            text.clear();
            kept.for_each(|cells| self.settings.write_board(alphabet, cells, &mut text));
            self.settings.write_lines(&text, &mut ends, output, |count| {
                progress(&Searched { accepted: written + count, ..*searched });
            })?;
            written += ends.len() as u64;
            progress(searched);
            Ok(())
        })
    }

    /// Searches, and passes the puzzles that are kept under each index to `sink`, in order.
    fn run(&self, sink: &mut KeptSink<'_>) -> Result<Searched, Error> {
        let settings = &self.settings;
        let workers = settings.workers()?;
        let stop = Stop { stopped: settings.options.stop(), done: Arc::default() };
        let mut chooser = Chooser::new(&self.wanted, settings.count);
        stop.done.store(chooser.is_done(), Ordering::Relaxed);
        let start = || {
            let mut worker = Worker::new(self, stop.clone())?;
            Ok(move |job: Job<'_, u64>, result: &mut Answer| {
                worker.search(*job.chunk, result)?;
                Ok(Rest::Read)
            })
        };
        let area = self.wanted.shape().area();
        let mut searched = Searched::default();
        let mut kept = Vec::new();
        let sink = |_, result: &mut Answer| {
            if chooser.is_done() {
                return Ok(());
            }
            kept.clear();
            chooser.choose(&result.found, &result.classes, |at| kept.push(at));
            stop.done.store(chooser.is_done(), Ordering::Relaxed);
            searched = Searched { accepted: chooser.kept, tried: chooser.tried, gave_up: chooser.gave_up() };
            sink(&mut kept.iter().map(|at| &result.found.cells[at * area..][..area]), &searched)
        };
        let source = Indices { next: 0, done: stop.done.clone() };
        workers.run(source, stop.stopped.clone(), start, sink)?;
        Ok(searched)
    }
}

/// Takes the puzzles that are kept under an index.
type KeptSink<'a> = dyn FnMut(&mut dyn Iterator<Item = &[u8]>, &Searched) -> Result<(), Error> + Send + 'a;

/// The puzzles found under an index.
#[derive(Default)]
struct Answer {
    found: Found,
    classes: Vec<Classes>,
}

/// The searcher of one thread, with its engines.
struct Worker {
    searcher: Searcher,
    engines: RuleEngines,
    classifier: Classifier,
}

impl Worker {
    fn new(PuzzleSearch { wanted, settings }: &PuzzleSearch, stop: Stop) -> Result<Worker, Error> {
        Ok(Worker {
            searcher: Searcher::new(wanted, settings.rules.as_ref(), settings.seed, stop),
            engines: RuleEngines::new(settings)?,
            classifier: Classifier::new(wanted),
        })
    }

    fn search(&mut self, index: u64, result: &mut Answer) -> Result<(), Error> {
        let Answer { found, classes } = result;
        found.clear();
        self.searcher.run(index, self.engines.get(), found)?;
        let shape = self.engines.shape;
        let pairs = found.cells.chunks_exact(shape.area()).zip(found.solutions.chunks_exact(shape.area()));
        classes.clear();
        classes.extend(pairs.map(|(cells, solution)| self.classifier.of(shape, cells, solution)));
        Ok(())
    }
}

/// Hands out indices until the search is done.
struct Indices {
    next: u64,
    done: Arc<AtomicBool>,
}

impl ChunkSource for Indices {
    type Chunk = u64;
    type Error = Error;

    fn next(&mut self, _: &mut Vec<u8>) -> Result<Option<u64>, Error> {
        self.next += 1;
        Ok(Some(self.next - 1).filter(|_| !self.done.load(Ordering::Relaxed)))
    }
}

//! The search for wanted puzzles, on all cores.
//!
//! Each index is a search of its own, whose results depend only on the seed and the index. The searches run on all
//! threads; their results are chosen in the order of the indices, until enough are found. So the puzzles do not depend
//! on threads.

use super::{
    chosen::{Chooser, Classes, Classifier},
    settings::{PuzzleFormat, RuleEngines, Settings},
};
use crate::generate::{
    Criteria,
    rejections::Rejections,
    search::{Found, Searcher, Stop},
};
use quadrille_base::{error::Error, memory::heap_bytes};
use quadrille_engines::RunOptions;
use quadrille_grid::{Alphabet, Puzzle, Rules};
use quadrille_ordered::{
    order::ChunkResult,
    pipeline::{ChunkSource, Job, Rest},
};
use std::{
    io::Write,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// A search for random puzzles that meet [`Criteria`]: difficulty, number of givens, places of the givens.
///
/// The puzzles depend only on the criteria, the rules and the seed, not on the threads. A search for more puzzles
/// finds the same ones first.
///
/// ```
/// use quadrille::{Shape, generate::{PuzzleSearch, Criteria}, rating::{GuessCounter, Guesses, Method}};
///
/// let criteria = Criteria::new(Shape::NINE).rating(Method::Guesses, 5.0..=20.0);
/// let search = PuzzleSearch::new(criteria, 3)?.seed(1);
/// let (puzzles, report) = search.puzzles()?;
/// assert_eq!((puzzles.len(), report.accepted, report.out_of_tries), (3, 3, false));
/// assert!(report.tried <= search.tries());
/// println!("seldom met: {}", search.rarest(&report).unwrap_or_default());
///
/// let mut guesses = [Guesses::default()];
/// GuessCounter::new().count(puzzles[0].givens(), 1, &mut guesses);
/// assert!((5..=20).contains(&guesses[0].guesses));
///
/// let mut text = Vec::new();
/// search.clone().max_write(4096).write(&mut text, &mut |_| {})?;
/// assert_eq!(text[..81], *puzzles[0].to_string().as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PuzzleSearch {
    criteria: Criteria,
    settings: Settings,
}

/// The progress of a [`PuzzleSearch`], or how it ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct PuzzleSearchReport {
    /// Puzzles that have been found and kept.
    pub accepted: u64,
    /// Puzzles that were tried; see [`Criteria::max_tries`].
    pub tried: u64,
    /// The search ended because none of the last [tries](Criteria::tries) was accepted.
    pub out_of_tries: bool,
    /// Why the other puzzles that were tried were rejected.
    rejections: Rejections,
}

impl PuzzleSearch {
    /// A search for this number of puzzles, on all cores.
    ///
    /// # Errors
    /// If such puzzles cannot exist, as far as that is known without a search.
    pub fn new(criteria: Criteria, number: u64) -> Result<PuzzleSearch, Error> {
        criteria.check(None)?;
        let settings = Settings::new(criteria.shape(), number);
        Ok(PuzzleSearch { criteria, settings })
    }

    /// As [`new`](Self::new), under these rules. Puzzles with variants have neither ratings nor classes, and unless you
    /// set [`Criteria::max_tries`], the search ends after [`Criteria::MAX_LARGE_TRIES`] tries in a row.
    ///
    /// # Errors
    /// As [`new`](Self::new) and [`Generator::rules`](crate::generate::Generator::rules), and if a criterion is
    /// not defined under variants, as an error of kind [`Config`](quadrille_base::error::ErrorKind::Config).
    pub fn under(rules: Rules, criteria: Criteria, number: u64) -> Result<PuzzleSearch, Error> {
        criteria.check(Some(&rules))?;
        // Such puzzles are drawn as slowly as puzzles of large boards.
        let is_slow = !rules.is_plain() && !criteria.has_max_tries();
        let criteria = if is_slow { criteria.max_tries(Criteria::MAX_LARGE_TRIES) } else { criteria };
        let mut settings = Settings::new(criteria.shape(), number);
        settings.set_rules(rules)?;
        Ok(PuzzleSearch { criteria, settings })
    }

    /// Sets the seed, which decides the puzzles. The default is 0.
    pub fn seed(mut self, seed: u64) -> PuzzleSearch {
        self.settings.seed = seed;
        self
    }

    /// The number of tries in a row without a puzzle after which the search ends.
    pub fn tries(&self) -> u64 {
        self.criteria.tries()
    }

    /// The criterion that the smallest share of the tried puzzles meets, in words; `None` if no puzzle was rejected. The report is one of this search.
    pub fn rarest(&self, report: &PuzzleSearchReport) -> Option<String> {
        report.rejections.rarest(&self.criteria)
    }

    /// As [`Generator::format`](crate::generate::Generator::format).
    pub fn format(mut self, format: PuzzleFormat) -> PuzzleSearch {
        self.settings.format = format;
        self
    }

    /// As [`Generator::append_regions`](crate::generate::Generator::append_regions).
    pub fn append_regions(mut self, appends: bool) -> PuzzleSearch {
        self.settings.with_regions = appends;
        self
    }

    /// As [`Generator::max_write`](crate::generate::Generator::max_write).
    pub fn max_write(mut self, bytes: usize) -> PuzzleSearch {
        self.settings.max_write = bytes.max(1);
        self
    }

    /// Sets the [`RunOptions`], as [`Generator::run_options`](crate::generate::Generator::run_options) does. Plain 9×9 puzzles are tested by a
    /// search of their own, regardless of the engine. Puzzles that were found before the flag was set are written.
    pub fn run_options(mut self, options: RunOptions) -> PuzzleSearch {
        self.settings.run_options = options;
        self
    }

    /// Searches, and returns the puzzles in the order of the searches that found them.
    ///
    /// # Errors
    /// If no grid under the rules is found; if the stop flag is set.
    pub fn puzzles(&self) -> Result<(Vec<Puzzle>, PuzzleSearchReport), Error> {
        let mut puzzles = Vec::new();
        let report = self.run(&mut |kept, _| {
            puzzles.extend(kept.map(|cells| Puzzle::new(cells).expect("digits of the shape")));
            Ok(())
        })?;
        Ok((puzzles, report))
    }

    /// Searches, writes the puzzles as they are found, one per line, and calls `progress` after each index that was searched.
    ///
    /// # Errors
    /// If no grid under the rules is found; if the output cannot be written; if the stop flag is set. The output then
    /// has whole lines.
    pub fn write(
        &self,
        output: &mut (dyn Write + Send),
        progress: &mut (dyn FnMut(&PuzzleSearchReport) + Send),
    ) -> Result<PuzzleSearchReport, Error> {
        let alphabet = Alphabet::usual(self.criteria.shape());
        let (mut text, mut ends, mut written) = (Vec::new(), Vec::new(), 0);
        self.run(&mut |kept, report| {
            text.clear();
            kept.for_each(|cells| self.settings.write_board(alphabet, cells, &mut text));
            self.settings.write_lines(&text, &mut ends, output, |count| {
                progress(&PuzzleSearchReport { accepted: written + count, ..*report });
            })?;
            written += ends.len() as u64;
            progress(report);
            Ok(())
        })
    }

    /// Searches, and passes the puzzles that are kept under each index to `sink`, in order.
    fn run(&self, sink: &mut KeptSink<'_>) -> Result<PuzzleSearchReport, Error> {
        let settings = &self.settings;
        let workers = settings.workers()?;
        let stop = Stop { stopped: settings.run_options.stop(), done: Arc::default() };
        let mut chooser = Chooser::new(&self.criteria, settings.number);
        stop.done.store(chooser.is_done(), Ordering::Relaxed);
        let start = || {
            let mut worker = SearchWorker::new(self, stop.clone())?;
            Ok(move |job: Job<'_, u64>, result: &mut Answer| {
                worker.search(*job.chunk, result)?;
                Ok(Rest::Read)
            })
        };
        let area = self.criteria.shape().area();
        let mut report = PuzzleSearchReport::default();
        let mut kept = Vec::new();
        let sink = |_, result: &mut Answer| {
            if chooser.is_done() {
                return Ok(());
            }
            kept.clear();
            chooser.choose(&result.found, &result.classes, |at| kept.push(at));
            stop.done.store(chooser.is_done(), Ordering::Relaxed);
            report = PuzzleSearchReport {
                accepted: chooser.kept,
                tried: chooser.tried,
                out_of_tries: chooser.out_of_tries(),
                rejections: chooser.rejections,
            };
            sink(&mut kept.iter().map(|at| &result.found.cells[at * area..][..area]), &report)
        };
        let source = Indices { next: 0, done: stop.done.clone() };
        workers.run(source, stop.stopped.clone(), start, sink)?;
        Ok(report)
    }
}

/// Takes the puzzles that are kept under an index.
type KeptSink<'a> =
    dyn FnMut(&mut dyn Iterator<Item = &[u8]>, &PuzzleSearchReport) -> Result<(), Error> + Send + 'a;

/// The puzzles found under an index.
#[derive(Default)]
struct Answer {
    found: Found,
    classes: Vec<Classes>,
}

impl ChunkResult for Answer {
    fn bytes(&self) -> usize {
        self.found.memory() + heap_bytes(&self.classes)
    }
}

/// The searcher of one thread, with its engines.
struct SearchWorker {
    searcher: Searcher,
    engines: RuleEngines,
    classifier: Classifier,
}

impl SearchWorker {
    fn new(PuzzleSearch { criteria, settings }: &PuzzleSearch, stop: Stop) -> Result<SearchWorker, Error> {
        Ok(SearchWorker {
            searcher: Searcher::new(criteria, settings.rules.as_ref(), settings.seed, stop),
            engines: RuleEngines::new(settings)?,
            classifier: Classifier::new(criteria),
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

//! Random puzzles on all cores, in the order of their index: as text, in memory, or one by one.

mod chosen;
mod puzzles;
mod search;
mod settings;

pub use search::{PuzzleSearch, PuzzleSearchReport};

use crate::generate::{BoardGenerator, GeneratorOptions};
use quadrille_base::error::Error;
use quadrille_engines::RunOptions;
use quadrille_grid::{Alphabet, Puzzle, Rules};
use quadrille_ordered::pipeline::{ChunkSource, Job, Rest};
pub use settings::PuzzleFormat;
use settings::{RuleEngines, Settings};
use std::{
    io::Write,
    ops::Range,
    sync::{Arc, atomic::AtomicBool},
};

/// A number of random puzzles: first set up, then generated, into memory or as text.
///
/// The puzzles depend only on the options, the rules and the seed, not on their number or the threads.
///
/// ```
/// use quadrille::{Shape, generate::{Givens, Generator, GeneratorOptions}};
///
/// let options = GeneratorOptions::unique(Shape::NINE, Givens::Count(30))?;
/// let generator = Generator::new(options, 10).seed(1);
/// let puzzles = generator.puzzles()?;
/// assert!(puzzles.len() == 10 && puzzles[0].givens().iter().filter(|&&digit| digit > 0).count() == 30);
///
/// let mut text = Vec::new();
/// generator.max_write(4096).write(&mut text, &mut |_| {})?;
/// assert_eq!(text[..81], *puzzles[0].to_string().as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Generator {
    options: GeneratorOptions,
    start: u64,
    settings: Settings,
}

impl Generator {
    /// Generates this number of puzzles, on all cores.
    pub fn new(options: GeneratorOptions, number: u64) -> Generator {
        Generator { options, start: 0, settings: Settings::new(options.shape(), number) }
    }

    /// Sets the seed, which decides the puzzles. The default is 0.
    pub fn seed(mut self, seed: u64) -> Generator {
        self.settings.seed = seed;
        self
    }

    /// Begins with the puzzle of this index instead of 0, so that parts of one long run can be generated separately.
    /// Indices end at `u64::MAX`.
    ///
    /// ```
    /// use quadrille::{Shape, generate::{Generator, GeneratorOptions}};
    ///
    /// let options = GeneratorOptions::unique(Shape::NINE, GeneratorOptions::easy(Shape::NINE))?;
    /// let all = Generator::new(options, 10).seed(1).puzzles()?;
    /// assert_eq!(Generator::new(options, 4).seed(1).start(6).puzzles()?, all[6..]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn start(self, index: u64) -> Generator {
        Generator { start: index, ..self }
    }

    /// Generates puzzles under these rules. Standard rules change nothing.
    ///
    /// ```
    /// use quadrille::{Shape, generate::{Givens, Generator, GeneratorOptions}, grid::{Rules, Variant}};
    ///
    /// let rules = Rules::new(Shape::NINE, &Variant::X.into())?;
    /// let options = GeneratorOptions::unique_under(&rules, Givens::Minimal)?;
    /// assert_eq!(Generator::new(options, 3).seed(1).rules(rules)?.puzzles()?.len(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the rules are for a shape other than the puzzles' shape, or for a jigsaw without its regions.
    pub fn rules(mut self, rules: Rules) -> Result<Generator, Error> {
        self.settings.set_rules(rules)?;
        Ok(self)
    }

    /// Sets how [`write`](Self::write) writes the puzzles. The default is [`PuzzleFormat::Line`].
    ///
    /// ```
    /// use quadrille::{Shape, generate::{Generator, GeneratorOptions, Givens, PuzzleFormat}};
    ///
    /// let options = GeneratorOptions::unique(Shape::from_side(4).unwrap(), Givens::Count(8))?;
    /// let mut text = Vec::new();
    /// Generator::new(options, 1).format(PuzzleFormat::Pencilmark).write(&mut text, &mut |_| {})?;
    /// assert_eq!(text.len(), 16 * 4 + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn format(mut self, format: PuzzleFormat) -> Generator {
        self.settings.format = format;
        self
    }

    /// Whether [`write`](Self::write) appends the regions of the jigsaw to each puzzle.
    ///
    /// ```
    /// use quadrille::{Shape, generate::{Generator, GeneratorOptions, Givens}, grid::{Regions, Rules, Variants}};
    ///
    /// let shape = Shape::from_side(4).unwrap();
    /// let regions = Regions::new(shape, b"AAABCADBCDDBCCDB")?;
    /// let rules = Rules::new(shape, &Variants::default().with_regions(regions))?;
    /// let options = GeneratorOptions::unique_under(&rules, Givens::Minimal)?;
    /// let mut text = Vec::new();
    /// Generator::new(options, 1).rules(rules)?.append_regions(true).write(&mut text, &mut |_| {})?;
    /// assert_eq!(text.len(), 16 + 16 + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn append_regions(mut self, appends: bool) -> Generator {
        self.settings.with_regions = appends;
        self
    }

    /// Makes [`write`](Self::write) write at most this many bytes at a time, as whole puzzles; a longer puzzle is
    /// written alone. A pipe takes a write of up to `PIPE_BUF` bytes as a whole or not at all.
    pub fn max_write(mut self, bytes: usize) -> Generator {
        self.settings.max_write = bytes.max(1);
        self
    }

    /// Sets the [`RunOptions`]: the number of worker threads, the engine that tests whether a puzzle is unique, and the stop flag. Limits
    /// of nodes or time are refused, because puzzles would depend on them.
    pub fn run_options(mut self, options: RunOptions) -> Generator {
        self.settings.run_options = options;
        self
    }

    /// Generates all puzzles, on all threads, in the order of their index.
    ///
    /// # Errors
    /// If no puzzle with so few givens or no grid under the rules is found; if the stop flag is set.
    pub fn puzzles(&self) -> Result<Vec<Puzzle>, Error> {
        let area = self.options.shape().area();
        let mut puzzles = Vec::new();
        self.run(&|cells, all| all.extend_from_slice(cells), &mut |_, cells| {
            let of_cells = |cells| Puzzle::new(cells).expect("digits of the shape");
            puzzles.extend(cells.chunks(area).map(of_cells));
            Ok(())
        })?;
        Ok(puzzles)
    }

    /// The puzzles one by one, generated on this thread as the iterator is advanced, in blocks of up to 128.
    ///
    /// ```
    /// use quadrille::{Shape, generate::{Generator, GeneratorOptions}};
    ///
    /// let options = GeneratorOptions::unique(Shape::NINE, GeneratorOptions::easy(Shape::NINE))?;
    /// let generator = Generator::new(options, 1_000_000_000).seed(1);
    /// let first = generator.iter().next().expect("a billion puzzles")?;
    /// assert_eq!(first, Generator::new(options, 1).seed(1).puzzles()?[0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn iter(&self) -> impl Iterator<Item = Result<Puzzle, Error>> + use<> {
        puzzles::Puzzles::new(self)
    }

    /// Writes the puzzles, one per line, and calls `written` with the number of puzzles written so far.
    ///
    /// # Errors
    /// If no puzzle with so few givens or no grid under the rules is found; if the output cannot be written; if the
    /// stop flag is set.
    pub fn write(
        &self,
        output: &mut (dyn Write + Send),
        written: &mut (dyn FnMut(u64) + Send),
    ) -> Result<(), Error> {
        let alphabet = Alphabet::usual(self.options.shape());
        let encode = |cells: &[u8], text: &mut Vec<u8>| self.settings.write_board(alphabet, cells, text);
        let mut ends = Vec::new();
        self.run(&encode, &mut |block: Range<u64>, text| {
            let before = block.start - self.start;
            self.settings.write_lines(text, &mut ends, output, |count| written(before + count))
        })
    }

    /// Generates the puzzles block by block, encodes each into the bytes of its block, and passes the blocks to `sink`
    /// in order.
    fn run(
        &self,
        encode: &(dyn Fn(&[u8], &mut Vec<u8>) + Sync),
        sink: &mut BlockSink<'_>,
    ) -> Result<(), Error> {
        let workers = self.settings.workers()?;
        let block = if self.options.shape().area() <= 81 { 2048 } else { 16 };
        let blocks = Blocks { next: self.start, end: self.end(), block };
        let stop = self.settings.run_options.stop();
        let start = || {
            let mut maker = Maker::new(self, stop.clone())?;
            Ok(move |job: Job<'_, Range<u64>>, bytes: &mut Vec<u8>| {
                bytes.clear();
                maker.make(job.chunk.clone())?.for_each(|cells| encode(cells, bytes));
                Ok(Rest::Read)
            })
        };
        let sink = |block, bytes: &mut Vec<u8>| sink(block, bytes);
        workers.run(blocks, stop.clone(), start, sink).map(drop)
    }

    /// The index after the last puzzle.
    fn end(&self) -> u64 {
        self.start.saturating_add(self.settings.number)
    }
}

/// Takes the text of each block.
type BlockSink<'a> = dyn FnMut(Range<u64>, &[u8]) -> Result<(), Error> + Send + 'a;

/// The generator of one thread, with its engines.
struct Maker {
    generator: BoardGenerator,
    engines: RuleEngines,
    cells: Vec<u8>,
}

impl Maker {
    fn new(generator: &Generator, stop: Arc<AtomicBool>) -> Result<Maker, Error> {
        let Generator { options, settings, .. } = generator;
        let generator = match &settings.rules {
            None => BoardGenerator::new(*options, settings.seed),
            Some(rules) => BoardGenerator::under(rules, *options, settings.seed),
        };
        let (generator, engines) = (generator.stop_flag(stop), RuleEngines::new(settings)?);
        Ok(Maker { generator, engines, cells: Vec::new() })
    }

    /// The cells of each puzzle of a block.
    fn make(&mut self, block: Range<u64>) -> Result<std::slice::ChunksExact<'_, u8>, Error> {
        let area = self.engines.shape.area();
        self.cells.resize((block.end - block.start) as usize * area, 0);
        self.generator.fill(block.start, self.engines.get(), &mut self.cells)?;
        Ok(self.cells.chunks_exact(area))
    }
}

/// Hands out the indices of the puzzles, block by block.
struct Blocks {
    next: u64,
    end: u64,
    block: u64,
}

impl ChunkSource for Blocks {
    type Chunk = Range<u64>;
    type Error = Error;

    fn next(&mut self, _: &mut Vec<u8>) -> Result<Option<Range<u64>>, Error> {
        let end = self.next.saturating_add(self.block).min(self.end);
        let block = std::mem::replace(&mut self.next, end)..end;
        Ok(Some(block).filter(|block| !block.is_empty()))
    }
}

//! Builds a training set: from two csv files to the arrays that training programs read.

use super::{
    check::{Checked, Checks, Record},
    error::Error,
    npy::Element,
    reader::{Row, Rows},
    split::{Augmentation, SplitWriter},
    staging::Staging,
};
use quadrille::{Solver, tasks::FormOf};
use quadrille_puzzles::symmetry::FormSearch;
use quadrille_tasks::{classes::FormTable, reduce::Draw};
use rayon::prelude::*;
use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, AtomicU64, Ordering},
};

/// The rows that are checked at a time, and those that a thread takes of them.
const ROWS: usize = 8192;
const ROWS_OF_TASK: usize = 256;

/// Treatment of a row that should not be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Policy {
    /// Nothing is written.
    Refuse,
    /// The row is left out.
    Drop,
    /// The row stays.
    Ignore,
}

/// The options of a build.
#[derive(Clone, Debug)]
pub struct Options {
    pub train: PathBuf,
    pub test: PathBuf,
    pub out: PathBuf,
    /// Morphs of each training puzzle.
    pub augment: u32,
    pub seed: u64,
    /// How many training puzzles are drawn.
    pub subsample: Option<usize>,
    pub min_rating: Option<f64>,
    /// The type of the elements; `None` for the type of the public scripts.
    pub element: Option<Element>,
    /// Treatment of training puzzles that are equivalent to test puzzles.
    pub leaks: Policy,
    pub leaks_by: FormOf,
    /// Treatment of rows that are not a puzzle with its only solution. They cannot be ignored.
    pub invalid: Policy,
    /// 0 means one per core.
    pub threads: usize,
}

/// The result of a build.
#[derive(Clone, Copy, Debug)]
pub struct Built {
    pub train_puzzles: u64,
    pub train_examples: u64,
    pub test_puzzles: u64,
    /// Rows that were left out since they are invalid or leaked.
    pub dropped_invalid: u64,
    pub dropped_leaks: u64,
}

/// Builds a training set. Raising `stop` ends it; `progress` counts the examples that are written.
pub fn build(options: &Options, stop: &AtomicBool, progress: &AtomicU64) -> Result<Built, Error> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads);
    // Threads that are joined at the end: none is left that a process could fork with.
    let built = pool.build_scoped(
        |thread| thread.run(),
        |pool| pool.install(|| Builder::new(options, stop, progress).build()),
    );
    built.map_err(|e| Error::Data(format!("cannot start threads: {e}")))?
}

/// A run, and the rows that it left out.
struct Builder<'a> {
    options: &'a Options,
    stop: &'a AtomicBool,
    progress: &'a AtomicU64,
    dropped_invalid: u64,
    dropped_leaks: u64,
    /// The rows of both parts that must not be there.
    leaks: Vec<(u64, u64)>,
}

impl<'a> Builder<'a> {
    fn new(options: &'a Options, stop: &'a AtomicBool, progress: &'a AtomicU64) -> Builder<'a> {
        Builder { options, stop, progress, dropped_invalid: 0, dropped_leaks: 0, leaks: Vec::new() }
    }

    fn build(mut self) -> Result<Built, Error> {
        let Options { train, test, out, min_rating, .. } = self.options;
        let (train, test) = (Rows::open(train, *min_rating)?, Rows::open(test, *min_rating)?);
        let staging = Staging::create(out)?;
        let (test_puzzles, forms) = self.test(test, staging.folder())?;
        let writer = self.train(train, forms.as_ref(), staging.folder())?;
        let (train_puzzles, train_examples) = (writer.groups(), writer.examples());
        writer.finish()?;
        drop(forms);
        staging.publish()?;
        let Builder { dropped_invalid, dropped_leaks, .. } = self;
        Ok(Built { train_puzzles, train_examples, test_puzzles, dropped_invalid, dropped_leaks })
    }

    /// Writes the test part; returns the number of its puzzles, and their forms if they are needed.
    fn test(&mut self, mut rows: Rows, folder: &Path) -> Result<(u64, Option<FormTable>), Error> {
        let mut writer = self.writer(folder, "test", 0)?;
        let forms = (self.options.leaks != Policy::Ignore).then_some(self.options.leaks_by);
        let (checks, path) = (Checks { columns: rows.columns, forms, leaks: None }, rows.path.clone());
        let mut table = forms.map(|_| FormTable::default());
        self.each_batch(&mut rows, |run, rows| {
            let checked = run.check(checks, &rows);
            let records = run.accepted(checked, &path)?;
            if let Some(table) = &mut table {
                let forms = records.iter().filter_map(|record| Some((record.form?, record.number)));
                forms.for_each(|(form, number)| _ = table.entry(form).or_insert(number));
            }
            writer.write(&records)
        })?;
        let puzzles = self.some(writer.groups(), &path)?;
        writer.finish()?;
        Ok((puzzles, table))
    }

    /// Writes the training part.
    fn train(
        &mut self,
        mut rows: Rows,
        leaks: Option<&FormTable>,
        folder: &Path,
    ) -> Result<SplitWriter<'a>, Error> {
        let mut writer = self.writer(folder, "train", self.options.augment)?;
        let checks = Checks { columns: rows.columns, forms: leaks.map(|_| self.options.leaks_by), leaks };
        let path = rows.path.clone();
        if let Some(count) = self.options.subsample {
            let sample = self.sample(&mut rows, checks, count)?;
            for checked in sample {
                self.write(checked, &path, &mut writer)?;
            }
        } else {
            self.each_batch(&mut rows, |run, rows| {
                let checked = run.check(checks, &rows);
                run.write(checked, &path, &mut writer)
            })?;
        }
        self.refuse_leaks()?;
        self.some(writer.groups(), &path)?;
        Ok(writer)
    }

    /// Draws a sample of the rows that are not left out, in parts.
    fn sample(
        &mut self,
        rows: &mut Rows,
        checks: Checks<'_>,
        count: usize,
    ) -> Result<Vec<Vec<Checked>>, Error> {
        // Without a least rating, the same rows as of `quadrille select --number`.
        let (mut draw, mut kept) = (Draw::new(count as u64, self.options.seed), Vec::new());
        self.each_batch(rows, |run, mut rows| {
            rows.retain(|row| draw.is_wanted(row.number));
            for (row, checked) in rows.iter().zip(run.check(checks, &rows)) {
                if run.is_dropped(&checked) {
                    continue;
                }
                if let Some(place) = draw.take(row.number, 0, kept.len()) {
                    kept.resize_with(kept.len().max(place + 1), || None);
                    kept[place] = Some(checked);
                }
            }
            Ok(())
        })?;
        let mut drawn = Draw::join(vec![draw]).into_iter().filter_map(|record| kept[record.place].take());
        let parts = std::iter::from_fn(|| Some(drawn.by_ref().take(ROWS).collect::<Vec<_>>()));
        Ok(parts.take_while(|part| !part.is_empty()).collect())
    }

    /// Calls `handle` for all rows, some at a time, while the next are read.
    fn each_batch(
        &mut self,
        rows: &mut Rows,
        mut handle: impl FnMut(&mut Builder<'a>, Vec<Row>) -> Result<(), Error> + Send,
    ) -> Result<(), Error> {
        let mut batch = rows.next_rows(ROWS)?;
        while !batch.is_empty() {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Error::Stopped);
            }
            let (handled, next) = rayon::join(|| handle(self, batch), || rows.next_rows(ROWS));
            handled?;
            batch = next?;
        }
        Ok(())
    }

    fn check(&self, checks: Checks<'_>, rows: &[Row]) -> Vec<Checked> {
        let new = || (Solver::new().limit(2), FormSearch::default());
        let tasks = rows.par_chunks(ROWS_OF_TASK);
        tasks
            .map_init(new, |(solver, forms), rows| checks.check(solver, forms, rows))
            .flatten_iter()
            .collect()
    }

    /// Whether the row is left out; then it is counted.
    fn is_dropped(&mut self, checked: &Checked) -> bool {
        let (policy, count) = match checked {
            Checked::Fine(_) => return false,
            Checked::Invalid { .. } => (self.options.invalid, &mut self.dropped_invalid),
            Checked::Leaked { .. } => (self.options.leaks, &mut self.dropped_leaks),
        };
        *count += u64::from(policy == Policy::Drop);
        policy == Policy::Drop
    }

    /// The records that are not left out. Notes which of them must not be there.
    fn accepted(&mut self, checked: Vec<Checked>, path: &Path) -> Result<Vec<Record>, Error> {
        let mut records = Vec::with_capacity(checked.len());
        for checked in checked {
            match checked {
                checked if self.is_dropped(&checked) => {}
                Checked::Fine(record) => records.push(record),
                Checked::Leaked { number, test } => self.leaks.push((number, test)),
                Checked::Invalid { line, why } => {
                    let place = format!("{}:{line}", path.display());
                    return Err(Error::Data(format!(
                        "{place}: {why}; invalid=\"drop\" leaves such rows out"
                    )));
                }
            }
        }
        Ok(records)
    }

    /// Writes the records that are not left out, unless there are some that must not be there.
    fn write(
        &mut self,
        checked: Vec<Checked>,
        path: &Path,
        writer: &mut SplitWriter<'_>,
    ) -> Result<(), Error> {
        let records = self.accepted(checked, path)?;
        if self.leaks.is_empty() { writer.write(&records) } else { Ok(()) }
    }

    fn refuse_leaks(&mut self) -> Result<(), Error> {
        const LISTED: usize = 10;
        let count = self.leaks.len();
        if count == 0 {
            return Ok(());
        }
        let mut list: Vec<_> =
            self.leaks.iter().take(LISTED).map(|(train, test)| format!("{train} and {test}")).collect();
        if count > LISTED {
            list.push("…".to_owned());
        }
        let (are, list) = (if count == 1 { "puzzle is" } else { "puzzles are" }, list.join(", "));
        let message = format!(
            "{count} training {are} equivalent to test puzzles: rows {list}, each from 0 in {} and {}; \
             leaks=\"drop\" leaves them out of the training part",
            self.options.train.display(),
            self.options.test.display(),
        );
        Err(Error::Leaks { message, rows: std::mem::take(&mut self.leaks) })
    }

    /// Refuses an empty part.
    fn some(&self, puzzles: u64, path: &Path) -> Result<u64, Error> {
        if puzzles > 0 {
            return Ok(puzzles);
        }
        let rating = self.options.min_rating.map(|least| format!(" with a rating of at least {least}"));
        let what = format!("{}: no puzzles{} are left", path.display(), rating.unwrap_or_default());
        Err(Error::Data(what))
    }

    fn writer(&self, folder: &Path, part: &str, copies: u32) -> Result<SplitWriter<'a>, Error> {
        let augmentation = Augmentation { copies, seed: self.options.seed };
        SplitWriter::create(folder.join(part), self.element(copies), augmentation, (self.stop, self.progress))
    }

    /// The type of the elements, with that many morphs of each puzzle.
    fn element(&self, copies: u32) -> Element {
        // NumPy's permutations are of int64, and so are the arrays of the public scripts if there are morphs.
        self.options.element.unwrap_or(if copies == 0 { Element::U8 } else { Element::I64 })
    }
}

//! What the workers of a run over sudoku records are started with, and how they answer a chunk.

use crate::{
    batch::{
        Batch, Ratings, Task,
        classes::KeyBy,
        input_format::{InputFormat, Recognizer},
        worker::{AllSolutions, ChunkAnswers, RecordWorker, Records, WorkerConfig, Written},
        writer::AnswerPlace,
    },
    format::{FOLLOWING, ends_with_end_line},
    io::{Chunk, Feed, PlacedFile},
};

use quadrille_core::{
    engine::Engines,
    error::{Error, ErrorKind},
    ordered::{
        numbers::{ChunkNumber, RecordNumbers},
        pipeline::{Job, Rest},
        workers::{self, Finished, Workers},
    },
    solver::verified::CountMemory,
};

use quadrille_puzzles::rating::Method;
use quadrille_tasks::classes::ClassBy;

use memchr::memchr_iter;
use quadrille_tasks::{self, Canon, Check, Count, Hint, Rate, Solve};
use std::sync::{Arc, atomic::AtomicBool};

/// A chunk of records.
type RecordJob<'a> = Job<'a, Chunk<Arc<InputFormat>>>;

/// Takes the answers to the chunks, in order, or says where a worker is to write them.
type Sink<'a> =
    dyn FnMut(Chunk<Arc<InputFormat>>, &mut ChunkAnswers) -> Result<Option<AnswerPlace>, Error> + Send + 'a;

/// Makes the workers of a run.
pub(super) struct WorkerStart<'a> {
    pub batch: &'a Batch,
    /// Of the inputs.
    pub names: Vec<String>,
    pub stop: Arc<AtomicBool>,
    /// How many workers are started.
    pub workers: usize,
    /// The numbers of the records, if the answers depend on them.
    pub numbers: Option<RecordNumbers>,
}

impl WorkerStart<'_> {
    /// Answers all chunks. The sink is called once for each chunk; there is one copy of the pipeline for all sinks.
    pub fn run(
        &self,
        workers: Workers,
        feed: Feed<'_, Recognizer>,
        sink: &mut Sink<'_>,
        placed: Option<PlacedFile<'_>>,
    ) -> Result<Finished, Error> {
        let write = |place: AnswerPlace, answers: &ChunkAnswers| match placed {
            Some(file) => place.write(file, answers),
            None => Ok(()),
        };
        workers.run_to_places(feed, self.stop.clone(), || self.start(), sink, write)
    }

    /// The answer function of a worker.
    fn start(&self) -> Result<impl FnMut(RecordJob<'_>, &mut ChunkAnswers) -> Result<Rest, Error>, Error> {
        let batch = self.batch;
        let engines = Engines::new(batch.engine)?;
        let config = batch.config(self.stop.clone(), self.workers);
        let mut worker = RecordWorker::new(config, engines, batch.variants.clone());
        Ok(move |job: RecordJob<'_>, answers: &mut _| {
            let number = self.numbers.as_ref().map(|numbers| numbers.of_chunk(job.number));
            answer(&mut worker, (&self.names, number), job, answers)
        })
    }
}

impl Batch {
    fn config(&self, stop: Arc<AtomicBool>, workers: usize) -> WorkerConfig {
        let written = self.written(&stop);
        let mut limits = self.limits.clone().stop_flag(stop);
        if let Written::AllSolutions(_) = written {
            // Whether there are several solutions; they are searched for one by one.
            limits.solutions = limits.solutions.min(2);
        }
        WorkerConfig {
            search: self.search(limits.solutions),
            limits,
            memory: self.count_memory(workers),
            verification: self.verification,
            all_mismatches: self.all_mismatches,
            written: Arc::new(written),
            tracks_ends: self.max_write.is_some(),
        }
    }

    fn written(&self, stop: &Arc<AtomicBool>) -> Written {
        if let Some(all) = self.solutions(stop) {
            Written::AllSolutions(all)
        } else if let Some(output) = self.class_output() {
            Written::Keys(output)
        } else if self.only_counts() {
            Written::Nothing
        } else if let Some(status) = self.kept_result() {
            Written::Selected(status)
        } else if self.task == Task::Morph {
            Written::Morphs(self.morphs.clone())
        } else if self.answers_are_columns {
            Written::Columns
        } else {
            Written::Answers
        }
    }

    /// What searches the puzzles, each until there are this many solutions, if they are searched.
    pub(in crate::batch) fn search(&self, limit: u64) -> Option<Arc<dyn quadrille_tasks::Task>> {
        let (figures, verifies_answers) = (self.stats, self.checks_answers());
        if let Some(output) = self.class_output() {
            return match output.keys? {
                KeyBy::Class(ClassBy::Text) | KeyBy::WellFormed => None,
                KeyBy::Class(_) => Some(Arc::new(Solve::new(limit))),
                KeyBy::Bucket => Some(Arc::new(Rate::new(Method::Guesses, Ratings::COLUMN))),
            };
        }
        Some(match self.task {
            Task::Solve => Arc::new(
                Solve::new(limit)
                    .verify_answers(verifies_answers)
                    .explain(self.explain)
                    .steps(self.steps)
                    .figures(figures),
            ),
            Task::Check => Arc::new(
                Check::new(limit).verify_answers(verifies_answers).minimal(self.minimal).figures(figures),
            ),
            Task::Count => Arc::new(Count::new(limit).verify_answers(verifies_answers).figures(figures)),
            Task::Hint => {
                Arc::new(Hint::new().explain(self.explain).single(self.one).techniques(self.techniques))
            }
            Task::Canon => Arc::new(Canon::new(self.form_of, limit).transforms(self.transforms)),
            Task::Rate => Arc::new(self.ratings.task(limit)),
            Task::Morph => return None,
            Task::Other => self.other.clone()?,
        })
    }

    /// What the counts of one of these workers may use. Threads without a worker help; then the nodes of a count depend on the
    /// machine, so that they do not if they are written.
    fn count_memory(&self, workers: usize) -> CountMemory {
        if self.task != Task::Count {
            return CountMemory::default();
        }
        let threads = if self.stats { 1 } else { workers::count(self.threads) };
        CountMemory::of_worker(self.memory, threads, workers)
    }

    /// How all solutions are written, if they are to be.
    pub(in crate::batch) fn solutions(&self, stop: &Arc<AtomicBool>) -> Option<AllSolutions> {
        (self.all && self.task == Task::Solve).then(|| AllSolutions {
            variants: self.variants.clone(),
            limits: self.limits.clone().stop_flag(stop.clone()),
        })
    }
}

/// Answers one chunk and checks that its bytes were what the file holds.
fn answer(
    worker: &mut RecordWorker,
    (names, number): (&[String], Option<ChunkNumber<'_>>),
    job: RecordJob<'_>,
    answers: &mut ChunkAnswers,
) -> Result<Rest, Error> {
    let chunk = job.chunk;
    chunk.look_ahead();
    let bytes = chunk.bytes(job.buffer);
    let Chunk { first_record, records, .. } = *chunk;
    let name = &names[chunk.input];
    let following = if ends_with_end_line(bytes) {
        chunk.following(FOLLOWING).map_err(|e| cannot_read(name, e))?
    } else {
        None
    };
    let records = Records { chunk: bytes, input: &chunk.format, first_record, records, following };
    worker.answer(&records, (chunk.input, number), answers)?;
    chunk.check().map_err(|e| cannot_read(name, e))?;
    if !answers.ended {
        return Ok(Rest::Read);
    }
    check_end(chunk, bytes, answers, name)?;
    Ok(Rest::Skip)
}

/// Checks that the end of the records, which is in this chunk, is the end of the file for the other shards too.
fn check_end(
    chunk: &Chunk<Arc<InputFormat>>,
    bytes: &[u8],
    answers: &ChunkAnswers,
    name: &str,
) -> Result<(), Error> {
    let Some(start) = &chunk.shard_start else { return Ok(()) };
    let rest = memchr_iter(b'\n', bytes).nth(answers.lines as usize - 1).map_or(bytes.len(), |i| i + 1);
    let is_blank = bytes[rest..].trim_ascii().is_empty()
        && start.is_blank_after(chunk.end).map_err(|e| cannot_read(name, e))?;
    if is_blank {
        return Ok(());
    }
    let what =
        format!("{name}: cannot shard the input: its records end at a line `end`, with more text after it");
    Err(Error::new(ErrorKind::RecordsEndEarly, what))
}

fn cannot_read(name: &str, error: std::io::Error) -> Error {
    Error::io(ErrorKind::Input, format!("cannot read {name}"), error)
}

//! The start of the workers of a run over sudoku records, and how they answer a chunk.

use super::source::{RecordChunk, RecordSource};
#[cfg(feature = "parquet")]
use super::tables::{self, AnswerTypes, RowTexts};
use crate::{
    batch::{
        Batch,
        input_format::InputFormat,
        worker::{AllSolutions, ChunkAnswers, ChunkOutput, Fatal, RecordWorker, Records, WorkerConfig},
        writer::AnswerPlace,
    },
    format::{FOLLOWING, ends_with_end_line},
    io::{Chunk, PlacedFile, cannot_read},
};
use memchr::memchr_iter;
use quadrille_base::error::{Error, ErrorKind};
use quadrille_engines::Engines;
use quadrille_ordered::{
    numbers::{ChunkNumber, RecordNumbers},
    pipeline::{Job, Rest},
    workers::{Finished, Workers},
};
use quadrille_tasks::Written;
use std::sync::{Arc, atomic::AtomicBool};

/// Takes the answers to the chunks, in order, or says where a worker is to write them.
type Sink<'a> =
    dyn FnMut(Chunk<Arc<InputFormat>>, &mut ChunkAnswers) -> Result<Option<AnswerPlace>, Error> + Send + 'a;

/// Makes the workers of a run.
pub(super) struct WorkerStart<'a> {
    pub batch: &'a Batch,
    pub stop: Arc<AtomicBool>,
    /// How many workers are started.
    pub workers: usize,
    /// The numbers of the records, if the answers depend on them.
    pub numbers: Option<RecordNumbers>,
    /// The names of the inputs.
    pub names: Vec<String>,
    /// The types of the answers, if workers also encode them.
    #[cfg(feature = "parquet")]
    pub types: Option<AnswerTypes>,
}

impl WorkerStart<'_> {
    /// Answers all chunks. The sink is called once for each chunk; there is one copy of the pipeline for all sinks.
    pub fn run(
        &self,
        workers: Workers,
        source: RecordSource<'_, '_>,
        sink: &mut Sink<'_>,
        placed: Option<PlacedFile<'_>>,
    ) -> Result<Finished, Error> {
        let sink = |chunk: RecordChunk, answers: &mut ChunkAnswers| sink(chunk.chunk, answers);
        workers.run_to_places(source, self.stop.clone(), || self.start(), sink, write_to(placed))
    }

    /// The answer function of a worker.
    fn start(
        &self,
    ) -> Result<impl FnMut(Job<'_, RecordChunk>, &mut ChunkAnswers) -> Result<Rest, Error>, Error> {
        let engines = Engines::new(self.batch.options.choice())?;
        let config = self.batch.config(self.stop.clone(), self.workers);
        let mut worker = RecordWorker::new(config, engines, self.batch.variants.clone());
        #[cfg(feature = "parquet")]
        let mut texts = RowTexts::default();
        Ok(move |job: Job<'_, RecordChunk>, answers: &mut ChunkAnswers| {
            let number = self.numbers.as_ref().map(|numbers| numbers.of_chunk(job.number));
            let chunk = &job.chunk.chunk;
            #[cfg(feature = "parquet")]
            if let Some(rows) = &job.chunk.rows {
                let worker = (&mut worker, &mut texts);
                return tables::answer(worker, (chunk.input, rows), (number, self.types.as_ref()), answers);
            }
            answer(&mut worker, (&self.names, number), (chunk, job.buffer), answers)
        })
    }
}

impl Batch {
    pub(super) fn config(&self, stop: Arc<AtomicBool>, workers: usize) -> WorkerConfig {
        WorkerConfig {
            search: self.work.task().cloned(),
            written: Arc::new(self.written(&stop)),
            limits: self.options.limits().clone().stop_flag(stop),
            threads: self.options.thread_count(0),
            workers,
            verifies: self.verifies,
            needs_lines: self.work.needs().lines,
            all_mismatches: self.all_mismatches,
            tracks_ends: self.max_write.is_some(),
        }
    }

    fn written(&self, stop: &Arc<AtomicBool>) -> ChunkOutput {
        if let Some(morphs) = self.work.morphs() {
            return ChunkOutput::Morphs(morphs.clone());
        }
        match (self.solutions(stop), self.work.needs().written) {
            (Some(all), _) => ChunkOutput::AllSolutions(all),
            (None, Written::Records(status)) => ChunkOutput::Records(status),
            (None, Written::Parts(_)) => ChunkOutput::Records(None),
            (None, Written::Nothing) => ChunkOutput::Nothing,
            _ => ChunkOutput::Answers,
        }
    }

    /// How all solutions are written, if they are to be.
    pub(in crate::batch) fn solutions(&self, stop: &Arc<AtomicBool>) -> Option<AllSolutions> {
        let Written::AllSolutions(most) = self.work.needs().written else { return None };
        let mut limits = self.options.limits().clone().stop_flag(stop.clone());
        limits.solutions = most;
        Some(AllSolutions { variants: self.variants.clone(), limits })
    }
}

/// Writes answers at their places in the file.
fn write_to(
    placed: Option<PlacedFile<'_>>,
) -> impl Fn(AnswerPlace, &ChunkAnswers) -> Result<(), Error> + Sync {
    move |place, answers| placed.map_or(Ok(()), |file| place.write(file, answers))
}

/// Answers one chunk and checks that its bytes were what the file holds.
fn answer(
    worker: &mut RecordWorker,
    (names, number): (&[String], Option<ChunkNumber<'_>>),
    (chunk, buffer): (&Chunk<Arc<InputFormat>>, &[u8]),
    answers: &mut ChunkAnswers,
) -> Result<Rest, Error> {
    if let Some(longest) = chunk.overlong {
        *answers = ChunkAnswers { fatal: Some((0, Fatal::OverlongRecord(longest))), ..Default::default() };
        return Ok(Rest::Read);
    }
    chunk.look_ahead();
    let bytes = chunk.bytes(buffer);
    let Chunk { first_record, records, .. } = *chunk;
    let name = &names[chunk.input];
    let following = if ends_with_end_line(bytes) {
        chunk.following(FOLLOWING).map_err(|e| cannot_read(name, e))?
    } else {
        None
    };
    let records = Records { first_record, records, following, ..Records::of_text(bytes, &chunk.format) };
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

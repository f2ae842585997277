//! Cuts inputs into chunks of whole records.

mod chunk;
mod chunk_size;
mod file_blocks;
mod head;
mod open;
mod overlong;
mod recognize;
mod stream;
mod survey;
#[cfg(test)]
mod tests;

pub(crate) use chunk::{Chunk, Position};
pub(crate) use overlong::overlong_record;
pub(crate) use recognize::{Recognize, Recognized};

use super::input::Input;
use chunk::Bytes;
pub(crate) use head::cannot_read;
use memchr::memchr_iter;
pub(crate) use open::PendingInput;
use open::{Contents, OpenInput, refused_table};
use overlong::before_overlong;
use quadrille_base::{
    error::Error,
    framing::{Cut, Framing, MAX_RECORD, Target},
};
use std::{collections::VecDeque, ops::Range, sync::Arc};
use survey::Survey;

/// Hands out the chunks of all inputs, one input after the other.
pub(crate) struct Feed<'a, K: Recognize> {
    pending: VecDeque<PendingInput<'a>>,
    resume: Option<Position>,
    must_be_rereadable: bool,
    /// Whether the feed stops at tables and hands them out whole. Otherwise they are refused.
    has_tables: bool,
    current: Option<OpenInput<'a, K::Format>>,
    /// The survey of the current input, if it is mapped and long.
    survey: Option<Arc<Survey>>,
    recognizer: K,
    names: Vec<String>,
    /// The size of a chunk in bytes; a chunk is longer only if its last record is.
    chunk_size: usize,
    /// Counted records handed out.
    records: u64,
}

impl<'a, K: Recognize> Feed<'a, K> {
    pub fn new(inputs: Vec<Input<'a>>, chunk_size: usize, recognizer: K) -> Feed<'a, K> {
        let names = inputs.iter().map(|i| i.name().to_owned()).collect();
        let pending = |(number, input)| PendingInput { number, input, range: None };
        Feed {
            pending: inputs.into_iter().enumerate().map(pending).collect(),
            resume: None,
            must_be_rereadable: false,
            has_tables: false,
            current: None,
            survey: None,
            recognizer,
            names,
            chunk_size: chunk_size.clamp(1, MAX_RECORD),
            records: 0,
        }
    }

    /// Restricts each input to the records that begin in a range of its bytes, or leaves it out.
    pub fn ranges(mut self, ranges: Vec<Option<Range<u64>>>) -> Self {
        for (input, range) in self.pending.iter_mut().zip(&ranges) {
            input.range.clone_from(range);
        }
        self.pending.retain(|input| input.range.is_some());
        self
    }

    /// Refuses inputs in which a later run could not find its position again.
    pub fn rereadable(self) -> Self {
        Self { must_be_rereadable: true, ..self }
    }

    /// Stops at each table instead of refusing it.
    pub fn with_tables(self) -> Self {
        Self { has_tables: true, ..self }
    }

    /// Continues at the position that an earlier run over the same inputs reached.
    pub fn resume(mut self, position: Position) -> Self {
        let is_left = |number| number > position.input || (number == position.input && !position.ended);
        self.pending.retain(|input| is_left(input.number));
        self.records = position.records;
        self.resume = Some(position);
        self
    }

    /// The next chunk, or `None` before a table and after the last chunk. The bytes of a stream are written to `buffer`, whose contents
    /// are lost.
    pub fn next(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Chunk<K::Format>>, Error> {
        loop {
            if self.current.is_none() && !self.open_next()? {
                return Ok(None);
            }
            if let Some(chunk) = self.cut(buffer)? {
                return Ok(Some(chunk));
            }
            self.current = None;
        }
    }

    /// Hands out nothing more of an input, because its records have ended.
    pub fn skip(&mut self, input: usize) {
        if self.current.as_ref().is_some_and(|current| current.number == input) {
            self.current = None;
        }
    }

    /// The table before which the feed has stopped, or `None` at the end. To be called only after [`next`](Self::next) has returned `None`.
    #[cfg(feature = "parquet")]
    pub fn next_table(&mut self) -> Option<PendingInput<'a>> {
        self.pending.pop_front()
    }

    /// Opens the next input; returns `false` if there is none, or if it is a table.
    fn open_next(&mut self) -> Result<bool, Error> {
        let Some(pending) = self.pending.front_mut() else { return Ok(false) };
        let (number, name) = (pending.number, &self.names[pending.number]);
        pending.input.examine()?;
        if pending.input.is_table() {
            let is_refused = self.must_be_rereadable || !self.has_tables;
            return if is_refused { Err(refused_table(name, self.must_be_rereadable)) } else { Ok(false) };
        }
        let Some(pending) = self.pending.pop_front() else { return Ok(false) };
        let mut input =
            open::open(&mut self.recognizer, name, pending, (self.chunk_size, self.must_be_rereadable))?;
        if let Some(position) = self.resume.filter(|position| position.input == number) {
            input.skip_to(position).map_err(|e| cannot_read(name, e))?;
        }
        self.survey = match &input.contents {
            Contents::Mapped { next, end, .. } => Survey::new(*next, *end, self.chunk_size).map(Arc::new),
            Contents::Stream(_) => None,
        };
        self.current = Some(input);
        Ok(true)
    }

    /// The next chunk of the current input, or `None` at its end.
    fn cut(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Chunk<K::Format>>, Error> {
        let current = self.current.as_mut().expect("an input is open");
        let name = &self.names[current.number];
        if current.ended {
            current.check_unchanged().map_err(|e| cannot_read(name, e))?;
            return Ok(None);
        }
        let framing = &mut *current.framing;
        let (cut, bytes, end) = match &mut current.contents {
            Contents::Mapped { map, base, next, end } => {
                let from = *next;
                let cut = cut_mapped(framing, self.survey.as_deref(), &map[..*end], from, self.chunk_size);
                *next += cut.as_ref().map_or(0, |cut| cut.end);
                let survey = self.survey.clone();
                (cut, Bytes::Mapped(map.clone(), from..*next, survey), (*next - *base) as u64)
            }
            Contents::Stream(stream) => {
                let from = stream.place();
                let cut = stream.fill(buffer, self.chunk_size, framing);
                let cut = cut.map_err(|e| cannot_read(name, e))?;
                let bytes = Bytes::Buffered { at_eof: stream.is_at_eof(), taken: stream.taken(from) };
                (cut, bytes, stream.position)
            }
        };
        let overlong = cut.is_none().then(|| framing.max_record());
        if overlong.is_some() {
            current.skipped_lines += blank_lines(current.contents.next_bytes(buffer));
        }
        let cut = cut.unwrap_or_default();
        current.ended = cut.ended || cut.end == 0;
        if current.ended && cut.end == 0 && cut.fault.is_none() && overlong.is_none() && !current.is_first {
            current.check_unchanged().map_err(|e| cannot_read(name, e))?;
            return Ok(None);
        }
        current.is_first = false;
        let chunk = Chunk {
            input: current.number,
            format: current.format.clone(),
            skipped_lines: std::mem::take(&mut current.skipped_lines),
            first_record: self.records,
            records: cut.records,
            fault: cut.fault,
            overlong,
            end,
            last: current.ended,
            shard_start: current.shard_start.clone(),
            bytes,
        };
        self.records += cut.records.unwrap_or(0);
        Ok(Some(chunk))
    }
}

/// Lines that end before the first text.
fn blank_lines(bytes: &[u8]) -> u64 {
    let blanks = bytes.len() - bytes.trim_ascii_start().len();
    memchr_iter(b'\n', &bytes[..blanks]).count() as u64
}

/// Cuts the next chunk, which begins at `from`. Touches only its end, if the rest has been surveyed. `None` if the first
/// record is too long.
fn cut_mapped(
    framing: &mut dyn Framing,
    survey: Option<&Survey>,
    input: &[u8],
    from: usize,
    chunk_size: usize,
) -> Option<Cut> {
    let bytes = &input[from..];
    let found = survey.and_then(|survey| survey.found(from..input.len().min(from + chunk_size)));
    let short = framing.short_line();
    let size = match found {
        Some(found) if found.newlines <= chunk_size::most_lines(chunk_size, short) => chunk_size,
        _ => chunk_size::limited(bytes, chunk_size, short),
    };
    let is_unquoted = found.is_some_and(|found| !found.has_quote);
    let cut = if is_unquoted { framing.cut_unquoted(bytes, size) } else { None };
    let cut = cut.or_else(|| framing.cut(bytes, Target::AtLeast(size)));
    before_overlong(framing, cut.expect("the end is a boundary"), bytes, size)
}

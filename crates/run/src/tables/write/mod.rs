//! Writes answers as a table, and beside them columns that are carried from the inputs, or csv text.
//!
//! Both are cut into blocks of whole rows, which threads read and encode, several at a time. Another thread writes the encoded
//! blocks in order, so the bytes of the file do not depend on the threads.

mod blocks;
mod chunks;
mod copied;
mod encode;
mod file;
mod joined;
mod layout;
mod npy;
mod numbers;
mod pages;
mod recorded;
mod target;
#[cfg(test)]
mod tests;
mod threads;

use super::{TableFormat, TableRows, TextLayout, UnitAnswers};
use blocks::{Block, Blocks};
use copied::CopiedFile;
use file::{TableFile, failed};
pub(crate) use joined::InputSchema;
use layout::Layout;
pub(crate) use layout::board_type;
pub(crate) use pages::{EncodedColumn, UnitEncoder};
use quadrille_base::parallel::thread_count;
use std::io;
pub(crate) use target::Target;
use threads::WritingThreads;

/// Rows of a block, and so of a row group. Blocks of long rows are smaller: see [`Blocks`].
const BLOCK_ROWS: usize = 1 << 16;

/// More threads than these would take several GiB for the blocks in progress.
const MOST_THREADS: usize = 16;

/// Turns csv text, and answers beside it, into a table.
pub(crate) struct TableSink<W: Target> {
    format: TableFormat,
    text: TextLayout,
    blocks: Blocks,
    state: State<W>,
}

enum State<W: Target> {
    /// The columns are not known yet.
    Waiting(W),
    /// The header is complete.
    Ready(W, Layout),
    Writing(WritingThreads<W>),
    /// All columns but the answers are copied.
    Copying(CopiedFile<W>),
    /// An error has occurred.
    Failed,
}

impl<W: Target> TableSink<W> {
    /// # Errors
    /// If the format needs another kind of target.
    pub fn new(format: TableFormat, target: W) -> io::Result<TableSink<W>> {
        if format == TableFormat::Npy && !target.has_start() {
            let what = "npy begins with the number of rows, which is known at the end: name a file";
            return Err(io::Error::new(io::ErrorKind::Unsupported, what));
        }
        let blocks = Blocks::new(BLOCK_ROWS);
        Ok(TableSink { format, text: TextLayout::csv(), blocks, state: State::Waiting(target) })
    }

    pub fn format(&self) -> TableFormat {
        self.format
    }

    /// Sets the rows of a block.
    #[cfg(test)]
    fn block_rows(mut self, rows: usize) -> TableSink<W> {
        self.blocks = Blocks::new(rows);
        self
    }

    /// Says what is known about the text, before its first byte.
    ///
    /// # Errors
    /// If the format cannot hold it.
    pub fn describe(&mut self, text: TextLayout) -> io::Result<()> {
        if let (TableFormat::Npy, Err(what)) = (self.format, &text.boards) {
            return Err(io::Error::new(io::ErrorKind::Unsupported, format!("npy holds boards: {what}")));
        }
        if let Some(carrying) = &text.carrying {
            self.blocks.expect(carrying.row_bytes());
        }
        self.text = text;
        Ok(())
    }

    /// Takes the next part of the text.
    ///
    /// # Errors
    /// If an earlier part cannot be read or written. Nothing can be written afterwards.
    pub fn write(&mut self, text: &[u8]) -> io::Result<()> {
        self.blocks.push(text);
        let done = self.write_whole_blocks();
        self.failed_unless(done)
    }

    /// Takes the next rows after the header.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_rows(&mut self, rows: TableRows<'_>) -> io::Result<()> {
        let TableRows { text, numbers, answers, rows } = rows;
        let has_kept_rows = self.text.carrying.as_ref().is_some_and(|carrying| carrying.has_kept_rows());
        let mut done = Ok(());
        if numbers.is_empty() {
            self.blocks.push_rows(text, answers, rows);
        } else if has_kept_rows {
            done = numbers.chunks(self.blocks.window_rows()).try_for_each(|window| {
                self.blocks.push_window(window, self.threads());
                self.write_whole_blocks()
            });
        } else {
            self.blocks.push_numbers(numbers, answers, rows);
        }
        let done = done.and_then(|()| self.write_whole_blocks());
        self.failed_unless(done)
    }

    /// Takes the answers to the next rows after the header. All other columns of these are copied.
    ///
    /// # Errors
    /// As [`write`](Self::write).
    pub fn write_unit(&mut self, unit: UnitAnswers) -> io::Result<()> {
        let done = self.begin(&Block::default()).and_then(|()| match &mut self.state {
            State::Copying(file) => file.append(unit),
            _ => Err(failed()),
        });
        self.failed_unless(done)
    }

    /// Writes what is left, and the end of the file.
    pub fn finish(mut self) -> io::Result<W> {
        self.blocks.end();
        self.write_whole_blocks()?;
        // A table without rows.
        self.begin(&Block::default())?;
        match std::mem::replace(&mut self.state, State::Failed) {
            State::Copying(file) => file.finish(),
            State::Writing(threads) => threads.finish(),
            _ => Err(failed()),
        }
    }

    fn write_whole_blocks(&mut self) -> io::Result<()> {
        if let State::Waiting(_) = self.state {
            let header = if self.text.is_lines {
                Some(Vec::new())
            } else {
                self.blocks.take_header(self.text.delimiter)
            };
            let Some(header) = header else { return Ok(()) };
            let layout = Layout::new(&header, &self.text)?;
            self.blocks.set_delimiter(layout.rows.delimiter);
            let State::Waiting(target) = std::mem::replace(&mut self.state, State::Failed) else {
                return Err(failed());
            };
            self.state = State::Ready(target, layout);
        }
        while let Some(block) = self.blocks.next() {
            self.begin(&block)?;
            let State::Writing(threads) = &mut self.state else { return Err(failed()) };
            threads.push(block)?;
            if let Some(block) = threads.spare() {
                self.blocks.reuse(block);
            }
        }
        Ok(())
    }

    /// Begins the file, whose settings follow from the first block.
    fn begin(&mut self, first: &Block) -> io::Result<()> {
        let (target, layout) = match std::mem::replace(&mut self.state, State::Failed) {
            State::Ready(target, layout) => (target, layout),
            // There was no header at all.
            State::Waiting(target) => (target, Layout::empty()),
            other => {
                self.state = other;
                return Ok(());
            }
        };
        if let Some(copied) = &self.text.copied {
            self.state = State::Copying(CopiedFile::new(target, &layout, copied)?);
            return Ok(());
        }
        let has_numbers = self.text.inputs.is_empty() && !self.text.has_text_columns;
        let layout = if has_numbers { layout.with_numbers(first) } else { layout };
        let opened = TableFile::open(self.format, target, layout, (first, self.text.carrying.as_ref()))?;
        self.state = State::Writing(WritingThreads::new(opened, self.threads()));
        Ok(())
    }

    /// How many threads encode.
    fn threads(&self) -> usize {
        thread_count(self.text.threads).min(MOST_THREADS)
    }

    fn failed_unless(&mut self, done: io::Result<()>) -> io::Result<()> {
        if done.is_err() {
            self.state = State::Failed;
        }
        done
    }
}

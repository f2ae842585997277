//! The next digits of puzzles.

use super::{batch, status_without_puzzle};
use crate::{
    Error, Options,
    boards::{BoardPart, Boards},
    column::Column,
    puzzles::{Row, Style},
    row_texts::RowTexts,
    status::Status,
    work::{Work, Worker, error_column},
};
use arrow_array::{RecordBatch, UInt8Array};
use arrow_buffer::NullBuffer;
use quadrille_core::{
    grid::hint::{HintKind, step},
    grid::{Alphabet, Rules, Shape, Variants},
};
use quadrille_puzzles::logic::{Explained, NextDigit, Techniques, cell_name};
use std::{ops::Range, sync::Arc};

/// The texts of the hints of one thread.
#[derive(Default)]
struct Texts {
    cells: RowTexts,
    techniques: RowTexts,
    because: RowTexts,
    /// The board after a hint.
    after: Vec<u8>,
}

/// A puzzle, and how its digits are named.
#[derive(Clone, Copy)]
struct Named<'a> {
    shape: Shape,
    alphabet: Alphabet,
    cells: &'a [u8],
}

/// Columns: hint, cell, digit, technique, because, status, error.
pub(crate) fn hint(column: &Column, techniques: Techniques, options: &Options) -> Result<RecordBatch, Error> {
    let work = Work::new(column, options, super::any_shape)?;
    let mut boards = Boards::new(column, 1)?;
    let mut statuses = vec![Status::NULL; column.len()];
    let mut digits = vec![0; column.len()];
    let answers = digits.chunks_mut(work.chunk).zip(boards.parts(work.chunk));
    let parts = statuses.chunks_mut(work.chunk).zip(answers);
    let workers = work.each_chunk(Texts::default, parts, |worker, rows, part| {
        hint_chunk(worker, techniques, rows, part);
    })?;
    let is_hint = |row: usize| statuses[row] == Status::HINT;
    let hints = boards.finish(is_hint)?;
    let nulls = NullBuffer::from_iter((0..column.len()).map(is_hint));
    let digits = UInt8Array::new(digits.into(), Some(nulls).filter(|nulls| nulls.null_count() > 0));
    let texts = |texts: fn(&Texts) -> &RowTexts| {
        RowTexts::column(workers.iter().map(|worker| texts(&worker.task)), column.len(), 1)
    };
    batch(vec![
        ("hint", hints),
        ("cell", texts(|texts| &texts.cells)),
        ("digit", Arc::new(digits)),
        ("technique", texts(|texts| &texts.techniques)),
        ("because", texts(|texts| &texts.because)),
        ("status", Status::column(statuses)),
        ("error", error_column(&workers, column.len(), 1)),
    ])
}

fn hint_chunk(
    worker: &mut Worker<Texts>,
    techniques: Techniques,
    rows: Range<usize>,
    (statuses, (digits, mut boards)): (&mut [Status], (&mut [u8], BoardPart<'_>)),
) {
    let Worker { puzzles, task: texts, .. } = worker;
    puzzles.each(|row, kind, cells, _| {
        let Row::Board(shape, style) = kind else {
            statuses[row] = status_without_puzzle(kind);
            return boards.skip(row);
        };
        let alphabet = match style {
            Style::Text(alphabet) => alphabet,
            Style::Digits => Alphabet::usual(shape),
        };
        let next = texts.find(Named { shape, alphabet, cells }, techniques, rows.start + row);
        statuses[row] = next.kind().into();
        if let NextDigit::Placed(found) = &next {
            digits[row] = found.placement().digit();
        }
        let is_placed = next.kind() == HintKind::Placed;
        boards.write_if(row, kind, is_placed.then_some(&*texts.after));
    });
}

impl Texts {
    /// Finds the next digit of a puzzle, and writes down its reasons and the board with it.
    fn find(&mut self, puzzle: Named<'_>, techniques: Techniques, row: usize) -> NextDigit {
        let Named { shape, alphabet, cells } = puzzle;
        self.after.resize(cells.len(), 0);
        let simple = step(shape, cells, &mut self.after);
        let explained = |f: &mut dyn FnMut(&Explained<'_>)| puzzle.explained(f);
        let next = NextDigit::find((shape, alphabet, cells), simple, techniques, explained);
        match &next {
            NextDigit::Nothing => {}
            NextDigit::Placed(found) => {
                let cell = found.placement().cell().expect("a digit is placed");
                self.after.copy_from_slice(cells);
                self.after[cell] = found.placement().digit();
                self.cells.push(row, &cell_name(shape, cell));
                self.techniques.push(row, &found.technique());
                self.because.push(row, &found.because(alphabet));
            }
            NextDigit::Mistake(mistake) => self.because.push(row, mistake),
        }
        next
    }
}

impl Named<'_> {
    fn explained(&self, explain: &mut dyn FnMut(&Explained<'_>)) {
        let rules = Rules::new(self.shape, &Variants::default()).expect("every shape has plain rules");
        explain(&Explained { rules: &rules, alphabet: self.alphabet, cells: self.cells, candidates: None });
    }
}

//! Writes morphs of the puzzles of a chunk and of the solutions that they bring.

use super::{
    ChunkAnswers, RecordWorker, Records, each::malformed, lines::LineFinder, moved::MovedBoards,
    written_rows::InputRow,
};
use crate::{
    batch::morphs::Morphs,
    format::{Answer, RecordLayout, RecordSpan, RecordText},
};
#[cfg(feature = "parquet")]
use arrow_array::Array;
#[cfg(feature = "parquet")]
use quadrille_columns::table::{RowSolution, TableReader};
#[cfg(feature = "parquet")]
use quadrille_grid::Refusal;
use quadrille_grid::{Alphabet, Extras, NineText, Shape};
use quadrille_puzzles::symmetry::Transform;
use quadrille_tasks::{ColumnKind, ColumnPlace, Malformed, Motions, PuzzleView, Status, Value};

/// The state while the records of a chunk are processed.
struct MorphPass<'p> {
    records: &'p Records<'p>,
    spans: &'p [RecordSpan],
    morphs: &'p Morphs,
    motions: Motions,
    /// Records of the run before the chunk.
    before: u64,
    /// How many malformed records have been answered.
    malformed: usize,
    previous_end: usize,
    lines: LineFinder,
    /// The row of the record, if it is one of a table.
    row: Option<InputRow>,
    /// Whether answers are lines of their own without anything else.
    are_lines: bool,
}

/// A record of which morphs are made.
struct Original<'r> {
    index: usize,
    shape: Shape,
    alphabet: Alphabet,
    cells: &'r [u8],
    has_solution: bool,
    /// Its transformation, unless it is random.
    transform: Option<Transform>,
}

impl RecordWorker {
    /// Writes the morphs of all records of a chunk; `before` is the number of records of the run before it.
    pub(super) fn write_morphs(
        &mut self,
        morphs: &Morphs,
        records: &Records<'_>,
        (spans, before): (&[RecordSpan], u64),
        answers: &mut ChunkAnswers,
    ) {
        let codec = &*records.input.codec;
        let layout = codec.capabilities().layout;
        let mut pass = MorphPass {
            records,
            spans,
            morphs,
            motions: morphs.motions(),
            before,
            malformed: 0,
            previous_end: 0,
            lines: LineFinder::default(),
            row: None,
            are_lines: records.input.output.is_none() && layout == RecordLayout::Lines,
        };
        for index in 0..self.batch.boards.tags.len() {
            self.write_morphs_of(&mut pass, index, answers);
            if let Some(span) = spans.get(index) {
                pass.previous_end = span.end_after(pass.previous_end);
            }
            if self.config.tracks_ends {
                answers.ends.push(answers.written.text.len() + self.moved.unwritten());
            }
        }
        self.moved.write_lines(self.nine_text, &mut answers.written.text);
        if records.input.output.is_none() && layout == RecordLayout::Spans && !records.are_rows() {
            codec.write_rest(&records.chunk[pass.previous_end..], &mut answers.written.text);
        }
    }

    fn write_morphs_of(&mut self, pass: &mut MorphPass<'_>, index: usize, answers: &mut ChunkAnswers) {
        let tag = self.batch.boards.tags[index];
        pass.row = self.input_row(pass.records, index);
        let Some(shape) = tag.shape() else {
            let (line, reason) = self.batch.boards.malformed[pass.malformed];
            pass.malformed += 1;
            return self.refuse(pass, index, (line, reason), answers);
        };
        let written = &mut self.written[shape.index()];
        let nth = *written;
        *written += 1;
        let cells = &self.batch.boards.cells[shape.index()][nth * shape.area()..(nth + 1) * shape.area()];
        let mut original =
            Original { index, shape, alphabet: tag.alphabet(), cells, has_solution: false, transform: None };
        let found = pass.motions.transform(shape, || pass.transform_text(index));
        let read = found.map(|transform| original.transform = transform);
        #[cfg(feature = "parquet")]
        let read =
            read.and_then(|()| pass.read_solution_of_row(&mut original, &mut self.moved, &mut self.reader));
        let read = read.and_then(|()| pass.read_solution(&mut original, &mut self.moved, self.nine_text));
        match read {
            Ok(()) => {
                pass.write_copies(&original, (&mut self.moved, self.nine_text), answers);
                answers.tally.records += 1;
            }
            Err(reason) => {
                let line = pass.line_of(index);
                self.refuse(pass, index, (line, reason), answers);
            }
        }
    }

    /// Answers a malformed record.
    #[cold]
    fn refuse(
        &mut self,
        pass: &MorphPass<'_>,
        index: usize,
        (line, reason): (u64, Malformed),
        answers: &mut ChunkAnswers,
    ) {
        self.moved.write_lines(self.nine_text, &mut answers.written.text);
        let mut answer = malformed(&pass.records.input.columns, &reason, &mut self.word);
        pass.write(index, &mut answer, answers);
        answers.add_malformed(line, reason, false);
    }
}

impl MorphPass<'_> {
    /// The line of a record, from 0.
    #[cold]
    fn line_of(&mut self, index: usize) -> u64 {
        self.records.next_line(index, self.spans, &mut self.lines)
    }

    /// The text of the transformation of a record.
    fn transform_text(&self, index: usize) -> Result<&[u8], Malformed> {
        #[cfg(feature = "parquet")]
        if let Some(texts) = self.records.rows.as_ref().and_then(|rows| rows.transforms) {
            return Ok(if texts.is_valid(index) { texts.value(index).as_bytes() } else { b"" });
        }
        // The last one: solutions that the input does not have are not written either.
        let columns = &self.records.input.columns;
        let column = columns.iter().rposition(|column| column.place == ColumnPlace::Read);
        let place = column.and_then(|column| self.spans.get(index)?.replaced[column].range());
        let place = place.ok_or(Malformed::Other("no member contains the transformation"))?;
        let text = self.records.chunk[place].trim_ascii();
        Ok(text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\"")).unwrap_or(text))
    }

    /// Reads the solution that the row of a table brings, if it is a board.
    #[cfg(feature = "parquet")]
    fn read_solution_of_row(
        &mut self,
        original: &mut Original<'_>,
        moved: &mut MovedBoards,
        reader: &mut TableReader,
    ) -> Result<(), Malformed> {
        let Some(rows) = self.records.rows.as_ref().filter(|_| self.records.input.has_solutions) else {
            return Ok(());
        };
        let found = reader.read_solution(rows.rows, original.index, original.alphabet);
        let found = found.map_err(|reason| match reason {
            Malformed::Puzzle(reason) => Refusal::Solution(reason).into(),
            other => other,
        });
        let Some(RowSolution { shape, style, cells }) = found? else { return Ok(()) };
        if let Some(refusal) = Refusal::of_solution((original.shape, original.cells), (shape, cells)) {
            return Err(refusal.into());
        }
        moved.set_solution(cells);
        original.has_solution = true;
        self.row.iter_mut().for_each(|row| row.styles[1] = style);
        Ok(())
    }

    /// Reads the solution that the record brings, if it is a board.
    #[inline]
    fn read_solution(
        &self,
        original: &mut Original<'_>,
        moved: &mut MovedBoards,
        nine_text: NineText,
    ) -> Result<(), Malformed> {
        let input = self.records.input;
        if let Some(span) = self.spans.get(original.index)
            && input.has_solutions
            && !self.records.are_rows()
        {
            let text = input.codec.expected_solution(self.records.chunk, span);
            let puzzle = (original.shape, original.alphabet, original.cells);
            original.has_solution = moved.read_solution(&text, puzzle, nine_text)?;
        }
        Ok(())
    }

    /// Writes all morphs of a record.
    #[inline]
    fn write_copies(
        &self,
        original: &Original<'_>,
        (moved, nine_text): (&mut MovedBoards, NineText),
        answers: &mut ChunkAnswers,
    ) {
        let Original { index, shape, alphabet, cells, has_solution, transform } = *original;
        let number = self.before + index as u64;
        let copies = u64::from(self.morphs.count());
        for copy in 0..copies {
            let number = number.wrapping_mul(copies).wrapping_add(copy);
            let motion = self.motions.motion(transform.as_ref(), (shape, number), nine_text);
            if self.are_lines && shape == Shape::NINE {
                moved.push_line(&motion, cells);
                continue;
            }
            moved.write_lines(nine_text, &mut answers.written.text);
            let (cells, solution) = moved.apply(&motion, cells, has_solution);
            let puzzle = PuzzleView { shape, alphabet, cells, extras: Extras::default() };
            let columns = &*self.records.input.columns;
            let mut values = [Value::Null; _];
            values[0] = Value::Board(cells);
            if let Some(solution) = solution {
                values[1] = Value::Board(solution);
            }
            let (message, status) = (&b""[..], Status::Unknown);
            let mut answer = Answer { columns, values, message, status, puzzle: Some(puzzle), regions: None };
            self.write(index, &mut answer, answers);
        }
    }

    #[inline]
    fn write(&self, index: usize, answer: &mut Answer<'_>, answers: &mut ChunkAnswers) {
        if let Some(group) = answer.columns.iter().position(|column| column.kind == ColumnKind::Number) {
            answer.values[group] = Value::Number(self.before + index as u64 + 1);
        }
        let Records { chunk, input, first_record, .. } = *self.records;
        let number = first_record + index as u64 + 1;
        let record = self.spans.get(index);
        let record = record.map(|&span| RecordText { chunk, span, previous_end: self.previous_end, number });
        input.write(record.as_ref(), self.row, answer, &mut answers.written);
    }
}

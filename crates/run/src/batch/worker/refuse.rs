//! Records whose boards have a shape that the run is not for.

use super::{
    RecordWorker,
    lines::{line_of, record_lines},
};
use crate::{
    batch::Task,
    format::{CellContent, Malformed, RecordTag},
};
use quadrille_core::grid::{Refusal, Shape};
use quadrille_puzzles::symmetry::FormSearch;

impl RecordWorker {
    /// Makes the boards malformed that the variants do not fit, or that have no canonical form or rating if that is asked
    /// for.
    pub(super) fn refuse_shapes(&mut self, chunk: &[u8], content: CellContent) {
        let refuses_variants = !self.variants.is_plain() || content == CellContent::Candidates;
        let refuses_forms = self.config.needs_forms();
        let refuses_ratings = self.config.task == Task::Rate || self.config.needs_buckets();
        if !refuses_variants && !refuses_forms && !refuses_ratings {
            return;
        }
        let errors = Shape::EACH.map(|shape| match self.variants.fit(shape) {
            Err(error) if refuses_variants => Some(error.into()),
            _ if refuses_ratings => (shape != Shape::NINE).then_some(Refusal::NoRating(shape).into()),
            _ => (refuses_forms && !FormSearch::has_forms(shape)).then_some(Refusal::NoForm(shape).into()),
        });
        if errors.iter().zip(&self.batch.cells).any(|(error, cells)| error.is_some() && !cells.is_empty()) {
            self.refuse_boards(chunk, &errors);
        }
    }

    /// Makes the boards malformed whose shape has an error.
    fn refuse_boards(&mut self, chunk: &[u8], errors: &[Option<Malformed>; Shape::EACH.len()]) {
        let batch = &mut self.batch;
        // A record with a span begins there; a record without one is a line.
        let lines: Vec<u64> = record_lines(chunk).map(|(number, _)| number).collect();
        let mut malformed = std::mem::take(&mut batch.malformed).into_iter();
        for (index, tag) in batch.tags.iter_mut().enumerate() {
            if *tag == RecordTag::MALFORMED {
                batch.malformed.extend(malformed.next());
            } else if let Some(error) = tag.shape().and_then(|shape| errors[shape.index()]) {
                *tag = RecordTag::MALFORMED;
                let line = match batch.spans.get(index) {
                    Some(span) => line_of(chunk, index, Some(span)),
                    None => lines[index],
                };
                batch.malformed.push((line, error));
            }
        }
        for (index, _) in errors.iter().enumerate().filter(|(_, error)| error.is_some()) {
            batch.cells[index].clear();
            batch.candidates[index].clear();
            batch.regions[index].clear();
        }
    }
}

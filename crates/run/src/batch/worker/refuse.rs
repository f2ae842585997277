//! Records whose boards have a shape that the run is not for.

use super::{RecordWorker, Records, lines::record_lines};
use crate::format::{CellContent, RecordBatch};
use quadrille_grid::Shape;
use quadrille_tasks::Malformed;

impl RecordWorker {
    /// Makes the boards malformed that the variants do not fit, or that have no canonical form or rating if that is asked
    /// for.
    pub(super) fn refuse_shapes(&mut self, records: &Records<'_>) {
        let has_candidates = records.input.codec.capabilities().cells == CellContent::Candidates;
        let refuses_variants = !self.variants.is_plain() || has_candidates;
        let errors = Shape::EACH.map(|shape| match self.variants.fit(shape) {
            Err(error) if refuses_variants => Some(error.into()),
            _ => {
                let [of_all, of_candidates] = self.refusals.map(|refusals| refusals[shape.index()]);
                of_all.or(of_candidates.filter(|_| has_candidates)).map(Malformed::from)
            }
        });
        let RecordBatch { boards, spans, .. } = &mut self.batch;
        // A record with a span begins there; a record without one is a line, or a row of a table.
        let mut lines: Option<Vec<u64>> = None;
        boards.refuse(&errors, |index| match spans.get(index) {
            None if !records.are_rows() => lines
                .get_or_insert_with(|| record_lines(records.chunk).map(|(line, _)| line).collect())[index],
            span => records.line_of(index, span),
        });
    }
}

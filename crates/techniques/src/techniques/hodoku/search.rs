//! The sink for the steps of a finder.

use super::board::Board;
use crate::techniques::{
    reason::{Part, Reason},
    step::{Removals, Step, Technique},
};
use std::ops::ControlFlow;

/// Takes a step with its reason, and says whether the search goes on. The score of the step is added later.
pub(super) type Sink<'a> = &'a mut dyn FnMut(Step, Reason) -> ControlFlow<()>;

/// Finds the steps of one technique, in HoDoKu's order, until the sink ends the search.
pub(super) type Finder = fn(&Board, Sink) -> ControlFlow<()>;

/// All steps that a finder finds.
pub(super) fn all(board: &Board, find: Finder) -> Vec<(Step, Reason)> {
    let mut found = Vec::new();
    let _ = find(board, &mut |step, reason| {
        found.push((step, reason));
        ControlFlow::Continue(())
    });
    found
}

/// The first step that a finder finds.
pub(super) fn first(board: &Board, find: Finder) -> Option<(Step, Reason)> {
    let mut found = None;
    let _ = find(board, &mut |step, reason| {
        found = Some((step, reason));
        ControlFlow::Break(())
    });
    found
}

/// Gives a step that removes candidates, if it removes any. The parts are its pattern.
pub(super) fn offer(
    sink: Sink,
    technique: Technique,
    removed: Removals,
    parts: Vec<Part>,
) -> ControlFlow<()> {
    let Some(step) = Step::remove(technique, 0, removed) else {
        return ControlFlow::Continue(());
    };
    let (cells, digits) = parts.iter().fold((0, 0), |all, part| (all.0 | part.cells, all.1 | part.digits));
    sink(step.pattern(cells, digits), Reason { parts, ..Reason::default() })
}

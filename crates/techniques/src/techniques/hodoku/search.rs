//! The settings of a finder, and the sink for its steps.

use super::board::Board;
use crate::techniques::{
    reason::{Part, Reason},
    step::{Removals, Step, Technique},
};
use std::ops::ControlFlow;

/// The patterns that a search allows. The solver is stricter than a search for all steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Settings {
    /// Cells of a rectangle may lack one of its two digits.
    pub incomplete_rectangles: bool,
    /// An empty rectangle may have two candidates.
    pub small_empty_rectangles: bool,
    /// Almost locked sets of a pattern may overlap.
    pub overlapping_sets: bool,
    /// Chains may run through almost locked sets.
    pub sets_in_chains: bool,
}

impl Settings {
    /// HoDoKu's settings for solving.
    pub const SOLVER: Settings = Settings {
        incomplete_rectangles: true,
        small_empty_rectangles: true,
        overlapping_sets: false,
        sets_in_chains: false,
    };
    /// Everything that is sound.
    pub const ALL: Settings = Settings {
        incomplete_rectangles: true,
        small_empty_rectangles: true,
        overlapping_sets: true,
        sets_in_chains: true,
    };
}

/// Takes a step with its reason, and says whether the search goes on. The score of the step is added later.
pub(super) type Sink<'a> = &'a mut dyn FnMut(Step, Reason) -> ControlFlow<()>;

/// Finds the steps of one technique, in HoDoKu's order, until the sink ends the search.
pub(super) type Finder = fn(&Board, Settings, Sink) -> ControlFlow<()>;

/// All steps that a finder finds.
pub(super) fn all(board: &Board, settings: Settings, find: Finder) -> Vec<(Step, Reason)> {
    let mut found = Vec::new();
    let _ = find(board, settings, &mut |step, reason| {
        found.push((step, reason));
        ControlFlow::Continue(())
    });
    found
}

/// The first step that a finder finds with the settings of the solver.
pub(super) fn first(board: &Board, find: Finder) -> Option<(Step, Reason)> {
    let mut found = None;
    let _ = find(board, Settings::SOLVER, &mut |step, reason| {
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

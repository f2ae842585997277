//! The reasons for the steps of real puzzles are checked by code that knows nothing about how steps are found.

use super::{PUZZLES, cells};
use crate::techniques::{
    Argument, Chain, Explainer, Link, Node, Part, Position, Reason, Role, Step, Technique,
    sudoku_explainer::{
        chains::{
            argument::{self, InnerSearches},
            closure::Mode,
            multiple::ChainSearch,
            tenths,
        },
        stop::Stop,
    },
};

mod checker;

/// The basis of the rating of chains.
fn basis(step: &Step, reason: &Reason) -> u16 {
    match (step.technique, &*step.name(reason)) {
        (Technique::Cycle, "XY-cycle") | (Technique::ForcingChain, "forcing chain") => 70,
        (technique, _) => technique.explainer_ratings().unwrap().0,
    }
}

/// Checks that the ratings of a step and of its inner steps follow from the lengths of their chains.
fn assert_lengths(step: &Step, reason: &Reason) {
    reason.steps.iter().for_each(|(step, reason)| assert_lengths(step, reason));
    if !reason.chains.is_empty() {
        assert_eq!(basis(step, reason) + tenths(reason.length() as u32), step.rating, "{step:?}");
    }
}

/// Checks that the reason is refused without an end of a chain, without the parents of an end, and without its parts.
fn assert_refused(board: &checker::Board, step: &Step, reason: &Reason) {
    let refuses = |reason: &Reason| checker::check(board, step, reason).is_err();
    assert!(refuses(&Reason { parts: Vec::new(), chains: Vec::new(), ..reason.clone() }), "{step:?}");
    for chain in 0..reason.chains.len() {
        let mut changed = reason.clone();
        let end = changed.chains[chain].nodes.last_mut().unwrap();
        if !std::mem::take(&mut end.parents).is_empty() {
            assert!(refuses(&changed), "without parents: {step:?}");
        }
        changed.chains[chain].nodes.pop();
        assert!(refuses(&changed), "without an end: {step:?}");
    }
}

#[test]
fn steps_and_their_ratings_follow_from_their_reasons() {
    let (mut explainer, mut inner) = (Explainer::new(true), 0);
    for &(_, puzzle, ..) in PUZZLES {
        let (mut position, mut grid) = (Position::new(&cells(puzzle)), cells(puzzle));
        let mut removing = Vec::new();
        while let Some(step) = explainer.next(&position) {
            let reason = explainer.reason(&position, &step);
            let checked = checker::check(&position.candidates, &step, &reason);
            assert_eq!(checked, Ok(()), "{puzzle}\n{}", step.sentence(&reason));
            assert_lengths(&step, &reason);
            assert_refused(&position.candidates, &step, &reason);
            inner += reason.steps.len();
            match step.placed {
                Some((cell, digit)) => grid[usize::from(cell)] = digit + 1,
                None => removing.push((position, step.clone(), reason)),
            }
            position.make(&step);
        }
        assert!(position.is_full());
        for (position, mut step, reason) in removing {
            for cell in (0..81).filter(|cell| position.open >> cell & 1 == 1) {
                let digit = usize::from(grid[cell]) - 1;
                step.removed.0[digit] |= 1 << cell;
                let checked = checker::check(&position.candidates, &step, &reason);
                assert!(checked.is_err(), "the digit of the solution is removed: {step:?}");
                step.removed.0[digit] &= !(1 << cell);
            }
        }
    }
    assert!(inner > 0, "the puzzles need inner steps");
}

/// The board is the first one of its puzzle that needs nested chains, though not of these levels. Level 5 takes too long for a test.
#[test]
fn steps_of_higher_levels_follow_from_their_reasons() {
    let (mut explainer, mut position) =
        (Explainer::new(true), Position::new(&cells(PUZZLES[PUZZLES.len() - 1].1)));
    let mut next = explainer.next(&position).unwrap();
    while !matches!(next.technique, Technique::NestedChains(_)) {
        position.make(&next);
        next = explainer.next(&position).unwrap();
    }
    let (mut search, mut inner) = (ChainSearch::new(Stop::new(None)), InnerSearches::default());
    for level in 3..=4 {
        let mode = Mode::dynamic(level);
        let step = search.find(&position, mode).unwrap();
        let reason = argument::of_chains(&mut search, &mut inner, (&position, mode), &step);
        assert_eq!(checker::check(&position.candidates, &step, &reason), Ok(()));
        assert_lengths(&step, &reason);
    }
}

#[test]
fn a_step_of_another_board_has_no_reason() {
    let mut explainer = Explainer::new(true);
    let position = Position::new(&cells(PUZZLES[0].1));
    let foreign = Step::place(Technique::DynamicChains, 90, 0, 0);
    assert_eq!(explainer.reason(&position, &foreign), Reason::default());
}

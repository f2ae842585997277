//! The reasons for the steps of real puzzles are checked by code that knows nothing about how steps are found.

use super::{PUZZLES, cells};
use crate::techniques::{
    Argument, Chain, Explainer, Link, Node, Part, Position, Reason, Role, Step, Technique,
    sudoku_explainer::chains::tenths,
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

#[test]
fn steps_and_their_ratings_follow_from_their_reasons() {
    let (mut explainer, mut inner) = (Explainer::new(true), 0);
    for &(_, puzzle, ..) in PUZZLES {
        let mut position = Position::new(&cells(puzzle));
        while let Some(step) = explainer.next(&position) {
            let reason = explainer.reason(&position, &step);
            let checked = checker::check(&position.candidates, &step, &reason);
            assert_eq!(checked, Ok(()), "{puzzle}\\n{}", step.sentence(&reason));
            assert_lengths(&step, &reason);
            inner += reason.steps.len();
            position.make(&step);
        }
        assert!(position.is_full());
    }
    assert!(inner > 0, "the puzzles need inner steps");
}

#[test]
fn the_checker_refuses_reasons_with_a_change() {
    let mut explainer = Explainer::new(true);
    for &(_, puzzle, ..) in PUZZLES {
        let mut position = Position::new(&cells(puzzle));
        while let Some(step) = explainer.next(&position) {
            let mut reason = explainer.reason(&position, &step);
            let refuses = |reason: &Reason| checker::check(&position.candidates, &step, reason).is_err();
            if let Some(chain) = reason.chains.first_mut() {
                let last = chain.nodes.pop();
                assert!(refuses(&reason), "without its last node: {step:?}");
                reason.chains[0].nodes.extend(last);
            }
            for chain in 0..reason.chains.len() {
                let node = reason.chains[chain].nodes.len() - 1;
                reason.chains[chain].nodes[node].parents.truncate(0);
                assert!(node == 0 || refuses(&reason), "without parents: {step:?}");
            }
            reason.parts.pop();
            assert!(refuses(&reason), "without its last part: {step:?}");
            position.make(&step);
        }
    }
}

#[test]
fn a_step_of_another_board_has_no_reason() {
    let mut explainer = Explainer::new(true);
    let position = Position::new(&cells(PUZZLES[0].1));
    let foreign = Step::place(Technique::DynamicChains, 90, 0, 0);
    assert_eq!(explainer.reason(&position, &foreign), Reason::default());
}

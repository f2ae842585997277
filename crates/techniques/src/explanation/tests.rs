//! Explanations by each method.

use super::*;
use quadrille_grid::{Alphabet, Puzzle, Shape};

const XY_WING: &str = ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74....";

fn puzzle(text: &str) -> Puzzle {
    text.parse().unwrap()
}

#[test]
fn methods_are_read_as_they_are_written() {
    for method in Method::EACH {
        assert_eq!(method.to_string().parse::<Method>().unwrap(), method);
    }
    let error = "hard".parse::<Method>().unwrap_err().to_string();
    assert_eq!(error, "unknown method \"hard\": expected all, se, se=no-uniqueness, hodoku, locked, singles");
}

#[test]
fn all_techniques_solve_what_singles_and_locked_candidates_do_not() {
    for method in Method::EACH {
        let mut finder = StepFinder::new(method);
        let mut explanation = finder.explain(&puzzle(XY_WING));
        let steps: Vec<ExplainedStep> = explanation.by_ref().collect();
        assert_eq!(explanation.is_solved(), method.has_chains(), "{method}");
        let ratings: Vec<_> = steps.iter().filter_map(ExplainedStep::rating).collect();
        let scores: Vec<_> = steps.iter().filter_map(ExplainedStep::score).collect();
        let hardest = match method {
            Method::Hodoku => scores.iter().max(),
            _ => ratings.iter().max(),
        };
        let expected = if method == Method::Hodoku { &160 } else { &42 };
        assert_eq!(hardest, method.has_chains().then_some(expected), "{method}");
        let ending = explanation.ending(Alphabet::Digits);
        assert_eq!(ending.is_none(), method.has_chains(), "{ending:?}");
        // All steps of Sudoku Explainer have ratings, and all steps of HoDoKu scores.
        assert!(!method.needs_nine() || ratings.len() + scores.len() == steps.len());
    }
}

#[test]
fn boards_with_several_solutions_and_of_other_sizes_say_what_was_tried() {
    let ending = |method, text: &str| {
        let mut finder = StepFinder::new(method);
        let mut explanation = finder.explain(&puzzle(text));
        explanation.by_ref().count();
        explanation.ending(Alphabet::Digits).unwrap_or_default()
    };
    let empty = ".".repeat(81);
    assert_eq!(
        ending(Method::All, &empty),
        "the techniques end here: 81 cells are left (tried: singles and locked candidates; the techniques of \
         Sudoku Explainer need one solution, and the puzzle has several)"
    );
    assert_eq!(
        ending(Method::All, "1..............."),
        "the techniques end here: 15 cells are left (tried: singles and locked candidates)"
    );
    assert_eq!(
        ending(Method::Singles, &empty),
        "the techniques end here: 81 cells are left (tried: singles)"
    );
}

#[test]
fn steps_up_to_the_next_digit_end_with_it() {
    let mut finder = StepFinder::new(Method::All);
    let mut explanation = finder.explain(&puzzle(XY_WING));
    let mut digits = 0;
    loop {
        let steps = explanation.next_digit();
        let Some((last, before)) = steps.split_last() else { break };
        assert!(last.placed().is_some() && before.iter().all(|step| step.placed().is_none()));
        assert!(before.iter().all(|step| !step.eliminated().is_empty()));
        digits += 1;
    }
    assert_eq!(digits, puzzle(XY_WING).givens().iter().filter(|digit| **digit == 0).count());
}

#[test]
fn a_page_has_every_step_once_and_fewer_pictures() {
    for method in [Method::All, Method::SudokuExplainer { uniqueness: true }] {
        let mut finder = StepFinder::new(method);
        let steps = finder.explain(&puzzle(XY_WING)).count();
        let html = section(&mut finder, (Shape::NINE, Alphabet::Digits, puzzle(XY_WING).givens()), None);
        let articles = html.matches("<article>").count();
        assert_eq!(html.matches("<svg ").count(), articles + 1, "the puzzle too");
        assert!(articles < steps / 2, "{articles} of {steps}");
        assert!(html.contains("ER 4.2, EP 1.2, ED 1.2") && html.contains("XY-wing</td><td>"), "{method}");
        let last = format!("–{steps}. Singles</h3>");
        assert!(html.contains(&last), "{last}");
        assert_eq!(html.matches("<div>").count(), html.matches("</div>").count());
    }
    let mut finder = StepFinder::new(Method::Hodoku);
    let scores = finder.explain(&puzzle(XY_WING)).filter_map(|step| step.score());
    let rating = format!("HoDoKu: hard, score {}", scores.map(u32::from).sum::<u32>());
    let html = section(&mut finder, (Shape::NINE, Alphabet::Digits, puzzle(XY_WING).givens()), None);
    assert!(html.contains(&rating) && html.contains("XY-wing</td><td>1</td><td>160<"), "{rating}");
}

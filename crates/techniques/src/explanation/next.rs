//! The next step of a board, or its mistake.

use super::{ExplainedStep, Explanation, Marks, Method, StepFinder};
use crate::{
    logic::{Deduction, Explained, Mistake, Techniques},
    techniques::{BoardState, Picture},
};
use quadrille_engines::Outcome;
use quadrille_grid::{
    Alphabet, Rules, Shape, Variants,
    naked_singles::{HintKind, step},
};

/// The result of a hint by techniques.
pub enum NextStep {
    /// The next step, or the steps up to the next digit.
    Steps(Vec<ExplainedStep>),
    /// The techniques make no step. The sentence says which were tried, if they are more than singles and locked candidates.
    Nothing(Option<String>),
    /// The board has this mistake, in words, with the cells that it is about.
    Mistake(String, Marks),
}

impl NextStep {
    /// Finds the next step of a board without variants in its usual alphabet.
    pub fn of_cells(finder: &mut StepFinder, shape: Shape, cells: &[u8]) -> NextStep {
        let (alphabet, simple) = (Alphabet::usual(shape), step(shape, cells, &mut vec![0; cells.len()]));
        NextStep::find(finder, (shape, alphabet, cells), simple, |explain| {
            let rules = Rules::new(shape, &Variants::default()).expect("a board without variants");
            explain(&Explained { rules: &rules, alphabet, cells, candidates: None });
        })
    }

    /// Finds the next step of a board: by Sudoku Explainer and HoDoKu one step of any kind, by other methods the steps up to the next digit.
    ///
    /// `simple` is the result of [`step`]: a mistake that it finds is a mistake for every
    /// method, and its words come first. `explained` passes on the board with its rules, which only a mistake needs.
    pub fn find(
        finder: &mut StepFinder,
        (shape, alphabet, cells): (Shape, Alphabet, &[u8]),
        simple: HintKind,
        explained: impl FnOnce(&mut dyn FnMut(&Explained<'_>)),
    ) -> NextStep {
        let mistake = |find: fn(&Explained<'_>) -> Option<Mistake>| {
            let mut found = None;
            explained(&mut |board| {
                found = find(board).map(|mistake| {
                    NextStep::Mistake(board.sentence(mistake), Marks::of_mistake(board, mistake))
                });
            });
            found
        };
        if simple == HintKind::Mistake {
            return mistake(|board| board.hint_mistake())
                .unwrap_or_else(|| NextStep::Mistake(String::new(), Marks::default()));
        }
        let method = finder.method();
        match Deduction::of_cells(shape, cells, method.simple().unwrap_or(Techniques::Singles)) {
            Err(contradiction) => mistake(|board| board.mistake()).unwrap_or_else(|| {
                let marks = Marks::of_contradiction(shape, contradiction);
                NextStep::Mistake(contradiction.of_next_steps(shape, alphabet), marks)
            }),
            Ok(Some(found)) if !method.needs_nine() => {
                let steps = found.locked().iter().chain([found.placement()]);
                NextStep::Steps(steps.cloned().map(ExplainedStep::Simple).collect())
            }
            Ok(_) if method.has_chains() && shape == Shape::NINE => {
                advanced(finder.explain_cells(shape, cells), method, alphabet)
            }
            Ok(_) => NextStep::Nothing(None),
        }
    }

    /// The same from a position of a 9×9 board on. All steps up to the digit are there, whether it needs them or not.
    pub fn from_position(finder: &mut StepFinder, alphabet: Alphabet, state: &BoardState) -> NextStep {
        if state.has_mistake() {
            let words = "a house has a digit twice, or a cell has no candidate";
            return NextStep::Mistake(words.into(), Marks::default());
        }
        let method = finder.method();
        advanced(finder.explain_position(state), method, alphabet)
    }

    /// The kind of the result.
    pub fn kind(&self) -> HintKind {
        match self {
            NextStep::Steps(_) => HintKind::Placed,
            NextStep::Nothing(_) => HintKind::Nothing,
            NextStep::Mistake(..) => HintKind::Mistake,
        }
    }

    /// The hardest step, after which the hint is named.
    pub fn hardest(&self) -> Option<&ExplainedStep> {
        let NextStep::Steps(steps) = self else { return None };
        steps.iter().max_by_key(|step| match step {
            ExplainedStep::Simple(step) => (None, Some(step.technique())),
            ExplainedStep::Advanced(step, _) | ExplainedStep::Scored(step, _) => (Some(step.rating), None),
        })
    }

    /// The steps in one line of words; beside columns with the facts of the hardest step the reason alone. The reason why there is none, or
    /// the mistake.
    pub fn words(&self, alphabet: Alphabet, has_columns: bool) -> String {
        match self {
            NextStep::Steps(steps) => {
                let has_columns =
                    has_columns && (steps.len() == 1 || steps.iter().all(|step| step.rating().is_none()));
                let words = if has_columns { ExplainedStep::because } else { ExplainedStep::sentence };
                steps.iter().map(|step| words(step, alphabet)).collect::<Vec<_>>().join("; ")
            }
            NextStep::Nothing(tried) => tried.clone().unwrap_or_default(),
            NextStep::Mistake(mistake, _) => mistake.clone(),
        }
    }

    /// The cells and candidates that the steps or the mistake are about.
    pub fn marks(&self, shape: Shape) -> Marks {
        match self {
            NextStep::Steps(steps) => Marks::of_steps(shape, steps),
            NextStep::Mistake(_, marks) => marks.clone(),
            NextStep::Nothing(_) => Marks::default(),
        }
    }

    /// The 9×9 board with the steps as SVG, or with its candidates alone if there is none.
    pub fn picture(&self, state: &BoardState, alphabet: Alphabet) -> String {
        let givens = state.givens();
        let picture = Picture::new(&givens, &state.digits, &state.position);
        match self {
            NextStep::Steps(steps) => {
                let titles: Vec<_> = steps.iter().map(|step| step.title(alphabet)).collect();
                let steps: Vec<_> = steps.iter().filter_map(ExplainedStep::data).collect();
                picture.steps(&titles.join(" "), &steps)
            }
            NextStep::Mistake(..) | NextStep::Nothing(_) => picture.board(&self.words(alphabet, false)),
        }
    }
}

/// The next steps by all techniques.
fn advanced(mut explanation: Explanation<'_>, method: Method, alphabet: Alphabet) -> NextStep {
    let steps =
        if method.needs_nine() { explanation.next().into_iter().collect() } else { explanation.next_digit() };
    let is_complete = method.needs_nine() || steps.last().is_some_and(|step| step.placed().is_some());
    if !steps.is_empty() && is_complete {
        return NextStep::Steps(steps);
    }
    let ending = explanation.ending(alphabet);
    match ending {
        Some(_) if explanation.outcome() == Outcome::None => {
            NextStep::Mistake("the board has no solution".into(), Marks::default())
        }
        ending => NextStep::Nothing(ending),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_grid::Puzzle;

    fn find(text: &str) -> NextStep {
        let puzzle: Puzzle = text.parse().unwrap();
        NextStep::of_cells(&mut StepFinder::new(Method::All), puzzle.shape(), puzzle.givens())
    }

    #[test]
    fn a_digit_nothing_or_a_mistake() {
        let NextStep::Steps(found) = find("123.............") else { panic!("4 is left in the row") };
        assert_eq!(found[0].placed(), Some((3, 4)));
        assert_eq!(find("................").kind(), HintKind::Nothing);
        let NextStep::Mistake(words, marks) = find("11..............") else { panic!("two ones in a row") };
        assert!(words.contains("r1c1") && words.contains("r1c2"), "{words}");
        assert_eq!((marks.wrong, marks.houses), ([0, 1].into(), (0..4).collect()));
    }

    #[test]
    fn a_contradiction_of_later_steps_is_a_mistake_with_words() {
        // Every cell has several digits left, but row 1 cannot hold 1.
        let NextStep::Mistake(words, _) = find("2.....1..1......") else { panic!("a mistake") };
        assert!(!words.is_empty());
    }
}

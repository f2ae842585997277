//! One step of an explanation.

use crate::{
    logic::{self, House, HouseKind, cell_name},
    techniques::{Part, Reason, Removals, Role, Step, Technique},
};
use quadrille_grid::{Alphabet, Shape};
use std::{borrow::Cow, fmt};

/// A step of an [`Explanation`](super::Explanation): it places a digit or eliminates candidates.
///
/// Its text is a sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExplainedStep {
    /// A single or locked candidates, on a board of any size.
    Simple(logic::Step),
    /// A technique of Sudoku Explainer, on a 9×9 board.
    Advanced(Step, Reason),
    /// A technique of HoDoKu, on a 9×9 board.
    Scored(Step, Reason),
}

impl ExplainedStep {
    /// The name of the technique, with its type if it has types.
    pub fn technique(&self) -> Cow<'static, str> {
        match self {
            ExplainedStep::Simple(step) => step.technique().name().into(),
            ExplainedStep::Advanced(step, reason) | ExplainedStep::Scored(step, reason) => {
                step.name(reason).into()
            }
        }
    }

    /// The rating of Sudoku Explainer in tenths; simple steps and steps of HoDoKu have none, because Sudoku Explainer tries them in another
    /// order.
    pub fn rating(&self) -> Option<u16> {
        match self {
            ExplainedStep::Simple(_) | ExplainedStep::Scored(..) => None,
            ExplainedStep::Advanced(step, _) => Some(step.rating),
        }
    }

    /// The score of HoDoKu, if the step is one of HoDoKu.
    pub fn score(&self) -> Option<u16> {
        match self {
            ExplainedStep::Scored(step, _) => Some(step.rating),
            ExplainedStep::Simple(_) | ExplainedStep::Advanced(..) => None,
        }
    }

    /// The rating or the score as text; empty if the step has none.
    pub(super) fn rating_text(&self) -> String {
        let score = self.score().map(|score| score.to_string());
        score.or(self.rating().map(tenths)).unwrap_or_default()
    }

    /// The cell, from 0, and the digit, from 1, that are placed, if the step places one.
    pub fn placed(&self) -> Option<(usize, u8)> {
        match self {
            ExplainedStep::Simple(step) => Some((step.cell()?, step.digit())),
            ExplainedStep::Advanced(step, _) | ExplainedStep::Scored(step, _) => {
                step.placed.map(|(cell, digit)| (cell.into(), digit + 1))
            }
        }
    }

    /// The candidates that are eliminated, as `r12c5<>3 r4c7<>1`; empty if a digit is placed.
    pub fn eliminated(&self) -> String {
        match self {
            _ if self.placed().is_some() => String::new(),
            ExplainedStep::Advanced(step, _) | ExplainedStep::Scored(step, _) => step.eliminations(),
            ExplainedStep::Simple(step) if step.shape() == Shape::NINE => as_advanced(step).0.eliminations(),
            ExplainedStep::Simple(step) => {
                let removed = step.removed().iter();
                let name = |&cell| format!("{}<>{}", cell_name(step.shape(), cell), step.digit());
                removed.map(name).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// The step in the notation of forums; empty if there is none for its technique.
    pub fn notation(&self) -> String {
        match self {
            ExplainedStep::Simple(_) => String::new(),
            ExplainedStep::Advanced(step, reason) | ExplainedStep::Scored(step, reason) => {
                reason.notation(step)
            }
        }
    }

    /// The step and its reason in one line of words, with the rating and with digits of this alphabet.
    pub fn sentence(&self, alphabet: Alphabet) -> String {
        match self {
            ExplainedStep::Simple(step) => step.sentence(alphabet),
            _ => format!("{} ({}): {}", self.technique(), self.rating_text(), self.because(alphabet)),
        }
    }

    /// The technique and the reason in one line of words, with digits of this alphabet and without the nodes of chains.
    pub fn title(&self, alphabet: Alphabet) -> String {
        let details = self.details(alphabet);
        format!("{}: {}", self.technique(), details.lines().next().unwrap_or_default())
    }

    /// The reason in one line of words, for columns that name the technique. The nodes of several chains follow it, without the inner
    /// steps of nested chains.
    pub(super) fn because(&self, alphabet: Alphabet) -> String {
        let details = self.details(alphabet);
        let mut lines = details.lines();
        let first = lines.next().unwrap_or_default();
        let nodes: Vec<&str> = lines.take_while(|line| !line.starts_with("Step ")).collect();
        if nodes.is_empty() {
            first.trim_end_matches('.').into()
        } else {
            format!("{first} {}", nodes.join("; "))
        }
    }

    /// The reason in words, without the name of the technique. The nodes of several chains are lines after it.
    pub(super) fn details(&self, alphabet: Alphabet) -> String {
        match self {
            ExplainedStep::Simple(step) => step.because(alphabet),
            ExplainedStep::Advanced(step, reason) | ExplainedStep::Scored(step, reason) => {
                let sentence = step.sentence(reason);
                // The sentence begins with the name.
                sentence.split_once(": ").map_or(sentence.clone(), |(_, because)| because.into())
            }
        }
    }

    /// The step on a 9×9 board as data; `None` if the board has another size.
    pub fn data(&self) -> Option<(Step, Reason)> {
        match self {
            ExplainedStep::Advanced(step, reason) | ExplainedStep::Scored(step, reason) => {
                Some((step.clone(), reason.clone()))
            }
            ExplainedStep::Simple(step) => (step.shape() == Shape::NINE).then(|| as_advanced(step)),
        }
    }

    /// The step with its reason as a JSON object, in one line; `None` if the board is not 9×9. `docs/reference/steps.md` describes its members.
    pub fn json(&self) -> Option<String> {
        let (step, reason) = self.data()?;
        Some(match self {
            ExplainedStep::Advanced(..) => step.json(&reason),
            _ => step.json_with(&reason, self.score()),
        })
    }

    /// Whether it is a single: nothing else than a digit and its house are needed to see it.
    pub(super) fn is_single(&self) -> bool {
        match self {
            ExplainedStep::Simple(step) => step.cell().is_some(),
            ExplainedStep::Advanced(step, _) | ExplainedStep::Scored(step, _) => {
                matches!(
                    step.technique,
                    Technique::LastValue | Technique::HiddenSingle | Technique::NakedSingle
                )
            }
        }
    }
}

impl fmt::Display for ExplainedStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExplainedStep::Simple(step) => step.fmt(f),
            ExplainedStep::Advanced(..) | ExplainedStep::Scored(..) => {
                f.pad(&self.sentence(Alphabet::Digits))
            }
        }
    }
}

/// A rating in tenths as text.
pub(super) fn tenths(rating: u16) -> String {
    format!("{}.{}", rating / 10, rating % 10)
}

/// A simple step on a 9×9 board as data.
fn as_advanced(step: &logic::Step) -> (Step, Reason) {
    let technique = match step.technique() {
        logic::Technique::NakedSingle => Technique::NakedSingle,
        logic::Technique::HiddenSingle => Technique::HiddenSingle,
        logic::Technique::Pointing => Technique::Pointing,
        logic::Technique::Claiming => Technique::Claiming,
    };
    let digit = usize::from(step.digit() - 1);
    let set = |cells: &mut dyn Iterator<Item = usize>| cells.fold(0, |set: u128, cell| set | 1 << cell);
    let of_house = |role, house: House| {
        let cells = set(&mut house.cells(Shape::NINE));
        Part { role, cells, digits: 1 << digit, house: Some(number(house)) }
    };
    let cell = step.cell().map_or(0, |cell| 1 << cell);
    let parts = match step.reason() {
        logic::Reason::NakedSingle { taken, .. } => {
            let houses = taken.iter().map(|(house, _)| Part { cells: 0, ..of_house(Role::Base, *house) });
            houses.collect()
        }
        logic::Reason::HiddenSingle { house } => vec![of_house(Role::Base, *house)],
        logic::Reason::Locked { from, into } => {
            let (from, into) = (of_house(Role::Base, *from), of_house(Role::Cover, *into));
            vec![Part { cells: from.cells & into.cells, ..from }, into]
        }
    };
    let found = Step {
        technique,
        rating: technique.explainer_ratings().map_or(0, |(least, _)| least),
        cells: cell,
        digits: 1 << digit,
        placed: step.cell().map(|cell| (cell as u8, digit as u8)),
        removed: Removals::of(digit, set(&mut step.removed().iter().copied())),
    };
    (found, Reason { parts, ..Reason::default() })
}

/// The number of a house on a 9×9 board, as [`Part`] has it.
fn number(house: House) -> u8 {
    let kind = match house.kind {
        HouseKind::Box => 0,
        HouseKind::Row => 1,
        HouseKind::Column => 2,
    };
    (9 * kind + house.index) as u8
}

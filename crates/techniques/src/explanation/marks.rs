//! The cells and candidates that a hint is about, on boards of every size.

use super::ExplainedStep;
use crate::{
    logic::{self, Contradiction, Explained, House, HouseKind, Mistake},
    techniques::{Argument, Reason, Step},
};
use quadrille_grid::{Alphabet, Rules, Shape, Variants, naked_singles::step};
use std::collections::BTreeSet;

/// The parts of a hint on a board. Cells are numbered from 0, digits from 1.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Marks {
    /// The digits that are placed.
    pub placed: BTreeSet<(usize, u8)>,
    /// The cells of the houses that the reason names.
    pub houses: BTreeSet<usize>,
    /// The candidates that are the reason, and digits that are placed.
    pub reasons: BTreeSet<(usize, u8)>,
    /// The candidates that are eliminated.
    pub eliminated: BTreeSet<(usize, u8)>,
    /// The cells of a mistake.
    pub wrong: BTreeSet<usize>,
}

impl Marks {
    /// The marks of the naked singles of a board without variants, all at once, or of its mistake.
    pub fn of_naked_singles(shape: Shape, cells: &[u8]) -> Marks {
        let (mut after, alphabet) = (vec![0; cells.len()], Alphabet::usual(shape));
        step(shape, cells, &mut after);
        let rules = Rules::new(shape, &Variants::default()).expect("a board without variants");
        let board = Explained { rules: &rules, alphabet, cells, candidates: None };
        if let Some(mistake) = board.hint_mistake() {
            return Marks::of_mistake(&board, mistake);
        }
        let mut marks = Marks::default();
        for cell in (0..cells.len()).filter(|&cell| cells[cell] == 0 && after[cell] > 0) {
            marks.place(cell, after[cell]);
            board.taken(cell).for_each(|(house, _)| marks.add_house_of(&board, house));
        }
        marks
    }

    pub(super) fn of_mistake(board: &Explained<'_>, mistake: Mistake) -> Marks {
        let mut marks = Marks { wrong: mistake.cells().iter().copied().collect(), ..Marks::default() };
        mistake.house().into_iter().for_each(|house| marks.add_house_of(board, house));
        marks
    }

    pub(super) fn of_contradiction(shape: Shape, contradiction: Contradiction) -> Marks {
        let mut marks = Marks::default();
        match contradiction {
            Contradiction::Twice { house, .. } | Contradiction::NoPlace { house, .. } => {
                marks.houses.extend(house.cells(shape));
            }
            Contradiction::NoDigit { cell } => marks.wrong.extend([cell]),
        }
        marks
    }

    pub(super) fn of_steps(shape: Shape, steps: &[ExplainedStep]) -> Marks {
        let mut marks = Marks::default();
        for step in steps {
            match step {
                ExplainedStep::Simple(step) => marks.add_simple(shape, step),
                ExplainedStep::Advanced(step, reason) | ExplainedStep::Scored(step, reason) => {
                    marks.add_advanced(step, reason);
                }
            }
        }
        marks
    }

    fn place(&mut self, cell: usize, digit: u8) {
        self.placed.insert((cell, digit));
        self.reasons.insert((cell, digit));
    }

    /// Adds a house by its number in the rules of a board.
    fn add_house_of(&mut self, board: &Explained<'_>, house: usize) {
        let house = board.rules.houses().nth(house).into_iter().flatten();
        self.houses.extend(house.map(|&cell| usize::from(cell)));
    }

    fn add_simple(&mut self, shape: Shape, step: &logic::Step) {
        let digit = step.digit();
        let houses: Vec<House> = match step.reason() {
            logic::Reason::NakedSingle { taken, .. } => taken.iter().map(|(house, _)| *house).collect(),
            logic::Reason::HiddenSingle { house } => vec![*house],
            logic::Reason::Locked { from, into } => {
                let common = from.cells(shape).filter(|cell| into.cells(shape).any(|other| other == *cell));
                self.reasons.extend(common.map(|cell| (cell, digit)));
                vec![*from, *into]
            }
        };
        self.houses.extend(houses.into_iter().flat_map(|house| house.cells(shape)));
        self.eliminated.extend(step.removed().iter().map(|&cell| (cell, digit)));
        step.cell().into_iter().for_each(|cell| self.place(cell, digit));
    }

    fn add_advanced(&mut self, step: &Step, reason: &Reason) {
        let of_argument = match reason.argument {
            Argument::House(house) => Some(house),
            _ => None,
        };
        let houses = reason.parts.iter().filter_map(|part| part.house).chain(of_argument);
        self.houses.extend(houses.flat_map(|house| house_of(house).cells(Shape::NINE)));
        let nodes = reason.chains.iter().flat_map(|chain| &chain.nodes).map(|node| (node.cells, node.digits));
        for (cells, digits) in reason.parts.iter().map(|part| (part.cells, part.digits)).chain(nodes) {
            let cells = (0..81).filter(|cell| cells >> cell & 1 == 1);
            let digits_of =
                |cell| (0..9).filter(|digit| digits >> digit & 1 == 1).map(move |digit| (cell, digit + 1));
            self.reasons.extend(cells.flat_map(digits_of));
        }
        self.eliminated.extend(step.removed.candidates().map(|(cell, digit)| (cell, digit as u8 + 1)));
        if let Some((cell, digit)) = step.placed {
            self.place(cell.into(), digit + 1);
        }
    }
}

/// A house of a 9×9 board by its number in a [`Part`](crate::techniques::Part).
fn house_of(number: u8) -> House {
    let kind = [HouseKind::Box, HouseKind::Row, HouseKind::Column][usize::from(number / 9)];
    House { kind, index: (number % 9).into() }
}

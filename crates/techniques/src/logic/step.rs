//! One step, its reason, and both in words.

use super::techniques::{House, HouseKind, Technique};
use quadrille_grid::{Alphabet, Shape};
use std::fmt;

/// One of the [`Steps`](super::Steps): a digit that is placed, or a digit that some cells lose.
///
/// Its text is a plain sentence, such as `r1c4 = 4 (naked single): row 1 has 1 2 3`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    shape: Shape,
    digit: u8,
    cell: Option<usize>,
    removed: Vec<usize>,
    reason: Reason,
}

/// Why a step can be made. Digits in sets are bits, digit `d` is bit `d`.
///
/// ```
/// use quadrille::{Puzzle, logic::{HouseKind, Reason, Steps, Techniques}};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse()?;
/// let step = Steps::new(&puzzle, Techniques::Locked).next().expect("a step");
/// let Reason::NakedSingle { taken, .. } = step.reason() else { panic!("a naked single") };
/// let (row, digits) = taken[0];
/// assert_eq!((row.kind, row.index, digits), (HouseKind::Row, 0, 1 << 1));
/// assert!(row.cells(puzzle.shape()).eq(0..4) && row.contains(puzzle.shape(), 3));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// Every other digit is ruled out.
    NakedSingle {
        /// The houses of the cell that have some of the other digits, each with the digits that no house before it
        /// has.
        taken: Vec<(House, u32)>,
        /// The digits that earlier steps have removed from the cell.
        locked: u32,
    },
    /// The digit has no other place in this house.
    HiddenSingle {
        /// The house.
        house: House,
    },
    /// All places of the digit in one house are also in another house, so it cannot be elsewhere in that
    /// house.
    Locked {
        /// The house with the places: a box for pointing, a row or column for claiming.
        from: House,
        /// The house that loses its other places.
        into: House,
    },
}

impl Step {
    pub(super) fn place(shape: Shape, cell: usize, digit: u8, reason: Reason) -> Step {
        Step { shape, digit, cell: Some(cell), removed: Vec::new(), reason }
    }

    pub(super) fn remove(shape: Shape, digit: u8, removed: Vec<usize>, [from, into]: [House; 2]) -> Step {
        Step { shape, digit, cell: None, removed, reason: Reason::Locked { from, into } }
    }

    pub(crate) fn shape(&self) -> Shape {
        self.shape
    }

    /// The technique.
    pub fn technique(&self) -> Technique {
        match self.reason {
            Reason::NakedSingle { .. } => Technique::NakedSingle,
            Reason::HiddenSingle { .. } => Technique::HiddenSingle,
            Reason::Locked { from: House { kind: HouseKind::Box, .. }, .. } => Technique::Pointing,
            Reason::Locked { .. } => Technique::Claiming,
        }
    }

    /// The digit that is placed, or that cells lose.
    pub fn digit(&self) -> u8 {
        self.digit
    }

    /// The cell that gets the digit; `None` if the step only removes candidates.
    pub fn cell(&self) -> Option<usize> {
        self.cell
    }

    /// The cells that lose the digit as a candidate, in order; none if the step places it.
    pub fn removed(&self) -> &[usize] {
        &self.removed
    }

    /// The reason for the step.
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The step and its reason in words.
    pub(crate) fn sentence(&self, alphabet: Alphabet) -> String {
        let (technique, because) = (self.technique(), self.because(alphabet));
        match self.cell {
            Some(cell) => format!("{} ({technique}): {because}", self.placed(cell, alphabet)),
            None => format!("{technique}: {because}"),
        }
    }

    /// The cell and its digit.
    fn placed(&self, cell: usize, alphabet: Alphabet) -> String {
        format!("{} = {}", cell_name(self.shape, cell), symbol(alphabet, self.digit))
    }

    /// The reason in words, and for a step that places no digit, the candidates that it removes.
    pub(crate) fn because(&self, alphabet: Alphabet) -> String {
        let digit = symbol(alphabet, self.digit);
        match &self.reason {
            Reason::NakedSingle { taken, locked } => {
                let in_houses =
                    taken.iter().map(|(house, set)| format!("{house} has {}", list(alphabet, *set)));
                let locked =
                    (*locked != 0).then(|| format!("earlier steps rule out {}", list(alphabet, *locked)));
                in_houses.chain(locked).collect::<Vec<_>>().join(", ")
            }
            Reason::HiddenSingle { house } => format!("{house} has no other place for {digit}"),
            Reason::Locked { from, into } => {
                let cells: Vec<_> = self.removed.iter().map(|&cell| cell_name(self.shape, cell)).collect();
                format!("{from} has {digit} only in {into}, so it is not in {}", cells.join(" "))
            }
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.sentence(Alphabet::usual(self.shape)))
    }
}

/// A contradiction: a board that a puzzle with a solution cannot have.
///
/// ```
/// use quadrille::{Puzzle, logic::{Contradiction, Steps, Techniques}};
///
/// let puzzle: Puzzle = "11..............".parse()?;
/// let steps = Steps::new(&puzzle, Techniques::Locked);
/// assert!(matches!(steps.contradiction(), Some(Contradiction::Twice { digit: 1, .. })));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Contradiction {
    /// A house has a digit twice.
    Twice {
        /// The house.
        house: House,
        /// The digit.
        digit: u8,
    },
    /// An empty cell has no candidate.
    NoDigit {
        /// The cell.
        cell: usize,
    },
    /// A house cannot hold a digit.
    NoPlace {
        /// The house.
        house: House,
        /// The digit.
        digit: u8,
    },
}

impl Contradiction {
    /// The contradiction in words.
    pub(crate) fn sentence(self, shape: Shape, alphabet: Alphabet) -> String {
        match self {
            Contradiction::Twice { house, digit } => format!("{} twice in {house}", symbol(alphabet, digit)),
            Contradiction::NoDigit { cell } => format!("no digit is left for {}", cell_name(shape, cell)),
            Contradiction::NoPlace { house, digit } => {
                format!("no cell is left for {} in {house}", symbol(alphabet, digit))
            }
        }
    }

    /// A sentence which says that the next steps of a board lead to the contradiction.
    pub(crate) fn of_next_steps(self, shape: Shape, alphabet: Alphabet) -> String {
        format!("the next steps lead to a contradiction: {}", self.sentence(shape, alphabet))
    }
}

/// The name of a cell, by its number from 0.
///
/// ```
/// use quadrille::{Shape, logic::cell_name};
///
/// assert_eq!(cell_name(Shape::NINE, 13), "r2c5");
/// ```
pub fn cell_name(shape: Shape, cell: usize) -> String {
    format!("r{}c{}", shape.row_of(cell) + 1, shape.column_of(cell) + 1)
}

pub(super) fn symbol(alphabet: Alphabet, digit: u8) -> char {
    alphabet.symbol(digit).into()
}

/// The digits of a set, with blanks between them.
fn list(alphabet: Alphabet, digits: u32) -> String {
    let digits = (1..=Shape::MAX_SIDE as u8).filter(|digit| digits >> digit & 1 == 1);
    digits.map(|digit| symbol(alphabet, digit).to_string()).collect::<Vec<_>>().join(" ")
}

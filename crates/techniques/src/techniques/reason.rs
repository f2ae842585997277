//! Why a step can be made, as data. Its sentence, its notation, its JSON and its drawing are made from it.
//!
//! Cells are sets of 81 bits, cell 0 as the lowest bit; digits are sets of 9 bits, digit 1 as the lowest bit; houses are numbered from 0: nine
//! boxes, nine rows, nine columns.

use super::step::Step;

/// The reason for a step: the parts of its pattern, and its chains if there are any.
///
/// ```
/// use quadrille::{Puzzle, techniques::{Argument, Explainer, Position, Role, Technique}};
///
/// let puzzle: Puzzle =
///     ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74....".parse()?;
/// let mut position = Position::new(puzzle.givens().try_into()?);
/// let mut explainer = Explainer::new(true);
/// while let Some(step) = explainer.next(&position) {
///     let reason = explainer.reason(&position, &step);
///     if step.technique == Technique::XyWing {
///         let pivot = reason.parts.iter().find(|part| part.role == Role::Pivot).expect("a pivot");
///         assert_eq!((pivot.cells.count_ones(), pivot.digits.count_ones()), (1, 2));
///         assert_eq!((reason.argument, reason.chains.len()), (Argument::Pattern, 0));
///     }
///     position.make(&step);
/// }
///
/// // A chain is its nodes, from the assumption to the consequence.
/// let puzzle: Puzzle =
///     "5....193.2...4...5...3..6......35..1.76...........9.6.9.....8....8.9....3....6.2.".parse()?;
/// let mut position = Position::new(puzzle.givens().try_into()?);
/// while let Some(step) = explainer.next(&position) {
///     if step.technique == Technique::ForcingChain {
///         let reason = explainer.reason(&position, &step);
///         let [chain] = &reason.chains[..] else { panic!("one chain") };
///         assert_eq!(reason.length(), chain.nodes.len());
///         assert!(reason.notation(&step).contains("=>"));
///         assert!(chain.nodes[0].parents.is_empty());
///         assert_eq!(chain.nodes[1].parents[0].node, 0);
///         break;
///     }
///     position.make(&step);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reason {
    /// How the parts and the chains make the step.
    pub argument: Argument,
    /// The parts of the pattern, in the order in which a sentence names them.
    pub parts: Vec<Part>,
    /// The chains. Several chains have one consequence each, which together make the step.
    pub chains: Vec<Chain>,
    /// The inner steps that nodes of the chains follow from ([`Link::Step`]), each with its reason.
    pub steps: Vec<(Step, Reason)>,
}

impl Reason {
    /// The length of the argument as Sudoku Explainer counts it: all nodes of the chains, and the lengths of the inner steps. The rating of a
    /// step of chains follows from it.
    pub fn length(&self) -> usize {
        let nodes: usize = self.chains.iter().map(|chain| chain.nodes.len()).sum();
        nodes + self.steps.iter().map(|(_, reason)| reason.length()).sum::<usize>()
    }
}

/// How the parts and the chains of a [`Reason`] make its step.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[non_exhaustive]
pub enum Argument {
    /// By the pattern alone.
    #[default]
    Pattern,
    /// By a pattern with this number, from 1, of its types: unique rectangles and loops, and BUG.
    Type(u8),
    /// A cycle: its first node follows from its last one. All candidates that are on are true, or all that are off.
    Cycle,
    /// A chain that refutes its assumption: its last node is the opposite of its first one.
    Opposite,
    /// A chain that shows that its first or its last candidate is true: it begins with one that is off, and ends with one that is on.
    Ends,
    /// Two chains from one assumption, which lead to opposite nodes.
    Contradiction,
    /// Two chains, from a candidate that is on and the same one that is off, lead to the same node.
    Double,
    /// A chain from each candidate of a cell; all lead to the same node.
    Cell(u8),
    /// A chain from each place of a digit in a house, numbered from 0; all lead to the same node.
    House(u8),
}

/// Some candidates or a house of a pattern; see [`Reason`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its role in the pattern.
    pub role: Role,
    /// Its cells.
    pub cells: u128,
    /// Its digits.
    pub digits: u16,
    /// Its house, if it belongs to one.
    pub house: Option<u8>,
}

impl Part {
    /// A part that does not belong to a house.
    pub(super) fn new(role: Role, cells: u128, digits: u16) -> Part {
        Part { role, cells, digits, house: None }
    }

    pub(super) fn in_house(self, house: usize) -> Part {
        Part { house: Some(house as u8), ..self }
    }
}

/// The role of a part in its pattern; see [`Reason`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Role {
    /// The cells and digits that the technique is about.
    Pattern,
    /// A house whose places of a digit are all covered, or a cell of an aligned exclusion.
    Base,
    /// A house that covers places of a digit.
    Cover,
    /// A place of the digit in a base house that is not covered.
    Fin,
    /// The cell that sees all wings, or that all sets of a death blossom touch.
    Pivot,
    /// A cell that the pivot sees.
    Wing,
    /// A set of cells with one candidate more than cells.
    AlmostLockedSet,
    /// Digits that only one of two almost locked sets can have, and their cells in both.
    RestrictedCommon,
    /// The cells that a line and a box share.
    Intersection,
    /// A cell that excludes combinations of others.
    Excluder,
    /// The further candidates of a pattern with unique rectangles, loops or BUG cells.
    Further,
    /// Cells of a house that hold only as many digits as cells, together with others of the pattern.
    Naked,
    /// Digits of a house that have only as many cells as digits, together with others of the pattern.
    Hidden,
    /// A digit that has its place among some cells of a house.
    Locked,
    /// The house in which a digit has one place left.
    Target,
    /// Candidates of one color.
    Color,
    /// Candidates of the opposite color.
    OtherColor,
}

/// A chain, or a net if nodes have several parents. The first node is the assumption, the last one its consequence. A cycle closes with
/// the link of its first node to its last one. See [`Reason`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// The nodes. Parents come before the nodes that follow from them, except in the first node of a cycle.
    pub nodes: Vec<Node>,
}

/// A node of a chain: one of the digits is in one of the cells, or none is. See [`Reason`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// The cells: several if they are a group.
    pub cells: u128,
    /// The digits: several if the node is an almost locked set.
    pub digits: u16,
    /// Whether it is true.
    pub on: bool,
    /// The nodes that it follows from; none for an assumption.
    pub parents: Vec<Parent>,
}

/// A link to a parent; see [`Reason`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parent {
    /// The number of the parent in [`Chain::nodes`].
    pub node: usize,
    /// How the node follows from it.
    pub link: Link,
}

/// How a node follows from a parent; see [`Reason`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Link {
    /// A cell has one digit.
    Cell,
    /// A house has a digit once.
    House(u8),
    /// An almost locked set loses a digit, so it has all of its others.
    Set,
    /// The step with this number in [`Reason::steps`] removes it from a board without the candidates that are off. The parents are those
    /// that the step depends on.
    Step(usize),
}

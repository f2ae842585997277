//! Why a step can be made, as data. Its sentence, its notation, its JSON and its drawing are made from it.
//!
//! Cells are sets of 81 bits, cell 0 as the lowest bit; digits are sets of 9 bits, digit 1 as the lowest bit; houses are numbered from 0: nine
//! boxes, nine rows, nine columns.

/// The reason for a step: the parts of its pattern, and its chains if there are any.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reason {
    /// The parts of the pattern, in the order in which a sentence names them.
    pub parts: Vec<Part>,
    /// The chains. Several chains have one consequence each, which together make the step.
    pub chains: Vec<Chain>,
}

/// Some candidates or a house of a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// What the part is in the pattern.
    pub role: Role,
    /// Its cells.
    pub cells: u128,
    /// Its digits.
    pub digits: u16,
    /// Its house, if it belongs to one.
    pub house: Option<u8>,
}

/// What a part is in a pattern.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Role {
    /// The cells and digits that the technique is about.
    Pattern,
    /// A house whose places of a digit are all covered.
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
    /// Candidates of one color.
    Color,
    /// Candidates of the opposite color.
    OtherColor,
}

/// A chain, or a net if nodes have several parents. The first node is the assumption, the last one its consequence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// The nodes. Parents come before the nodes that follow from them.
    pub nodes: Vec<Node>,
}

/// A node of a chain: one of the digits is in one of the cells, or none is.
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

/// A link to a parent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parent {
    /// The number of the parent in [`Chain::nodes`].
    pub node: usize,
    /// How the node follows from it.
    pub link: Link,
}

/// How a node follows from a parent.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Link {
    /// A cell has one digit.
    Cell,
    /// A house has a digit once.
    House(u8),
    /// An almost locked set loses a digit, so it has all of its others.
    Set,
    /// Another technique removes it from the board that the earlier nodes leave.
    Step(Box<super::Step>),
}

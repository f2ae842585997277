//! One step as data.

use super::houses::cells;

/// The technique of a step. The order is the order of the table in `docs/project/sudoku-explainer.md`, followed by the techniques that
/// only HoDoKu has, in the order of its codes.
///
/// ```
/// use quadrille::techniques::Technique;
///
/// assert_eq!(Technique::XWing.name(), "X-wing");
/// assert_eq!(Technique::UniqueRectangle.explainer_ratings(), Some((45, Some(48))));
/// assert_eq!(Technique::Skyscraper.explainer_ratings(), None);
/// assert_eq!(Technique::of_explainer().next(), Some(Technique::LastValue));
/// assert_eq!(Technique::LastValue.place_in_explainer(), Some(0));
/// assert!(Technique::of_hodoku().any(|technique| technique == Technique::Skyscraper));
/// assert_eq!(Technique::Bug.longer_names()[0], "BUG+1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Technique {
    /// The last empty cell of a house.
    LastValue,
    /// A digit has one place left in a house.
    HiddenSingle,
    /// Pointing, after which a digit has one place left.
    DirectPointing,
    /// A hidden pair, after which a digit has one place left.
    DirectHiddenPair,
    /// A cell has one candidate left.
    NakedSingle,
    /// A hidden triplet, after which a digit has one place left.
    DirectHiddenTriplet,
    /// The places of a digit in a box lie in one line.
    Pointing,
    /// The places of a digit in a line lie in one box.
    Claiming,
    /// Two cells of a house have two candidates.
    NakedPair,
    /// A digit in two lines has places in two crossing lines.
    XWing,
    /// Two digits have two places in a house.
    HiddenPair,
    /// Three cells of a house have three candidates.
    NakedTriplet,
    /// A digit in three lines has places in three crossing lines.
    Swordfish,
    /// Three digits have three places in a house.
    HiddenTriplet,
    /// A cell with two candidates and two cells that it sees.
    XyWing,
    /// A cell with three candidates and two cells that it sees.
    XyzWing,
    /// Four cells that two digits could fill in two ways.
    UniqueRectangle,
    /// A longer loop of cells that two digits could fill in two ways.
    UniqueLoop,
    /// Four cells of a house have four candidates.
    NakedQuad,
    /// A digit in four lines has places in four crossing lines.
    Jellyfish,
    /// Four digits have four places in a house.
    HiddenQuad,
    /// A board whose cells would all have two candidates.
    Bug,
    /// Two cells exclude combinations of each other.
    AlignedPairExclusion,
    /// A cycle of one digit, or through cells with two candidates, or both.
    Cycle,
    /// A chain from a candidate to its opposite.
    ForcingChain,
    /// Three cells exclude combinations of each other.
    AlignedTripletExclusion,
    /// A candidate whose consequences for its digit contradict each other.
    Nishio,
    /// All candidates of a cell, or all places of a digit, have the same consequence.
    MultipleChains,
    /// The same with consequences of several assumptions.
    DynamicChains,
    /// The same with pairs, locked candidates and X-wings.
    DynamicChainsPlus,
    /// The same with chains in chains; the number is the level, 2 to 5.
    NestedChains(u8),
    /// A naked pair in a box and in a line.
    LockedPair,
    /// A naked triplet in a box and in a line.
    LockedTriplet,
    /// A fish other than an X-wing, a swordfish and a jellyfish.
    Fish(Fish),
    /// Two lines of the same direction with two places of a digit each, of which two see each other in a line.
    Skyscraper,
    /// A row and a column with two places of a digit each, of which two are in a box.
    TwoStringKite,
    /// The places of a digit in a box lie in a row and a column.
    EmptyRectangle,
    /// Two houses with two places of a digit each, of which two see each other.
    TurbotFish,
    /// Two two-string kites that share a box.
    DualTwoStringKite,
    /// Two empty rectangles that share a box.
    DualEmptyRectangle,
    /// A candidate sees both colors of a digit.
    SimpleColorsTrap,
    /// Two candidates of one color see each other.
    SimpleColorsWrap,
    /// One color of a pair of colors sees a color of another pair: candidates that see both opposite colors are false.
    MultiColors1,
    /// One color of a pair of colors sees both colors of another pair.
    MultiColors2,
    /// A unique rectangle; the number is its type in HoDoKu, 1 to 6.
    UniquenessTest(u8),
    /// Four cells in which one digit is locked to two rows and columns of a unique rectangle.
    HiddenRectangle,
    /// A rectangle of placed digits that two digits could fill in two ways; the number is its type, 1 or 2.
    AvoidableRectangle(u8),
    /// All cells but one have two candidates.
    BugPlusOne,
    /// A chain of one digit through places that exclude each other.
    XChain,
    /// A chain through cells with two candidates.
    XyChain,
    /// A chain through cells with the same two candidates.
    RemotePair,
    /// A closed chain without a contradiction.
    ContinuousNiceLoop,
    /// A closed chain whose ends meet in one candidate or cell.
    DiscontinuousNiceLoop,
    /// A chain from one candidate to another of which one is true.
    Aic,
    /// A continuous nice loop with groups of cells or almost locked sets.
    GroupedContinuousNiceLoop,
    /// A discontinuous nice loop with groups of cells or almost locked sets.
    GroupedDiscontinuousNiceLoop,
    /// A chain with groups of cells or almost locked sets.
    GroupedAic,
    /// Two cells with the same two candidates, of which one digit is excluded from one of them.
    WWing,
    /// Two almost locked sets that have a digit in common which only one of them can have.
    AlsXz,
    /// Two almost locked sets that are linked by a third one.
    AlsXyWing,
    /// A chain of almost locked sets.
    AlsXyChain,
    /// An almost locked set for each candidate of a cell.
    DeathBlossom,
    /// The cells that a line and a box share have the digits of two sets.
    SueDeCoq,
    /// A digit is at a place in all of its templates.
    TemplateSet,
    /// A digit is at a place in none of its templates.
    TemplateDelete,
    /// An assumption leads to a contradiction by a chain.
    ForcingChainContradiction,
    /// All assumptions have a consequence in common by chains.
    ForcingChainVerity,
    /// An assumption leads to a contradiction by a net.
    ForcingNetContradiction,
    /// All assumptions have a consequence in common by nets.
    ForcingNetVerity,
    /// A fish whose fins are linked by chains; the number is its type, 1 or 2.
    KrakenFish(u8),
    /// A digit of the solution is placed without a reason.
    BruteForce,
}

/// The kind of a fish: `size` base houses that cover all places of a digit but the fins, and as many cover houses.
///
/// ```
/// use quadrille::techniques::{Fins, Fish, FishShape, Technique};
///
/// let fish = Fish { size: 2, shape: FishShape::Basic, fins: Fins::Sashimi, siamese: false };
/// assert_eq!(Technique::Fish(fish).name(), "sashimi X-wing");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Fish {
    /// The number of base houses, 2 to 7.
    pub size: u8,
    /// Which houses it has.
    pub shape: FishShape,
    /// Whether it has fins.
    pub fins: Fins,
    /// Two fish with the same base houses and digit, whose removals are joined.
    pub siamese: bool,
}

/// Which houses a [`Fish`] has.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FishShape {
    /// Rows and columns, one of them as base and the other one as cover.
    Basic,
    /// Boxes as well.
    Franken,
    /// Rows, columns and boxes in any combination.
    Mutant,
}

/// The places of a [`Fish`] outside its cover houses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fins {
    /// There are none.
    None,
    /// There are some.
    Finned,
    /// There are some, and without them a base house has one place of the digit.
    Sashimi,
}

/// Candidates that are removed: a set of cells for each digit. See [the example of the module](crate::techniques).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Removals(pub(super) [u128; 9]);

impl Removals {
    /// A digit from a set of cells.
    pub(crate) fn of(digit: usize, cells: u128) -> Removals {
        let mut removed = Removals::default();
        removed.0[digit] = cells;
        removed
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0 == [0; 9]
    }

    /// The candidates that both remove.
    pub(super) fn and(self, other: Removals) -> Removals {
        Removals(std::array::from_fn(|digit| self.0[digit] & other.0[digit]))
    }

    /// The candidates that one of them removes.
    pub(super) fn or(self, other: Removals) -> Removals {
        Removals(std::array::from_fn(|digit| self.0[digit] | other.0[digit]))
    }

    /// The candidates: cells from 0 with digits from 0, by digits and then by cells.
    pub fn candidates(&self) -> impl Iterator<Item = (usize, usize)> {
        self.0.into_iter().enumerate().flat_map(|(digit, set)| cells(set).map(move |cell| (cell, digit)))
    }
}

/// A step: what is removed or placed, and how difficult it is. See [the example of the module](crate::techniques).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The technique.
    pub technique: Technique,
    /// The rating of Sudoku Explainer in tenths, or the score of HoDoKu.
    pub rating: u16,
    /// The cells of the pattern, cell 0 as the lowest bit.
    pub cells: u128,
    /// The digits of the pattern, digit 1 as the lowest bit.
    pub digits: u16,
    /// The cell and the digit, from 0, that are placed.
    pub placed: Option<(u8, u8)>,
    /// The candidates that are removed; none if a digit is placed.
    pub removed: Removals,
}

impl Step {
    /// A step that places a digit.
    pub(super) fn place(technique: Technique, rating: u16, cell: usize, digit: usize) -> Step {
        Step {
            technique,
            rating,
            cells: 1 << cell,
            digits: 1 << digit,
            placed: Some((cell as u8, digit as u8)),
            removed: Removals::default(),
        }
    }

    /// A step that removes candidates, if there are any.
    pub(super) fn remove(technique: Technique, rating: u16, removed: Removals) -> Option<Step> {
        let step = Step { technique, rating, cells: 0, digits: 0, placed: None, removed };
        (!removed.is_empty()).then_some(step)
    }

    /// The step with these cells and digits as its pattern.
    pub(super) fn pattern(self, cells: u128, digits: u16) -> Step {
        Step { cells, digits, ..self }
    }
}

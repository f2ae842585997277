//! The techniques with HoDoKu's codes, levels and scores.

use super::{
    bug, chains, coloring, fish, forcing, locked, rectangles, search::Finder, sets, single_digit, singles,
    subsets, templates, wings,
};
use crate::techniques::{
    reason::Reason,
    step::{Step, Technique},
};

/// How difficult HoDoKu says a technique or a puzzle is; see [`Hodoku`](super::Hodoku).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Level {
    /// Singles.
    Easy,
    /// Locked candidates, pairs and triplets.
    Medium,
    /// Quads, basic fish, wings, patterns of one digit, uniqueness.
    Hard,
    /// Finned fish, chains, almost locked sets.
    Unfair,
    /// Forcing chains, and what is guessed.
    Extreme,
}

impl Level {
    /// All levels, the easiest one first.
    pub const ALL: [Level; 5] = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];

    /// The level above.
    pub(super) fn next(self) -> Option<Level> {
        Level::ALL.into_iter().find(|level| *level > self)
    }

    /// The largest score of a puzzle of this level.
    pub(super) fn limit(self) -> u32 {
        match self {
            Level::Easy => 800,
            Level::Medium => 1000,
            Level::Hard => 1600,
            Level::Unfair => 1800,
            Level::Extreme => u32::MAX,
        }
    }

    /// Its name in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Level::Easy => "easy",
            Level::Medium => "medium",
            Level::Hard => "hard",
            Level::Unfair => "unfair",
            Level::Extreme => "extreme",
        }
    }
}

/// A technique.
pub(super) struct Row {
    /// HoDoKu's code without leading zeros.
    pub code: u16,
    /// The technique.
    pub technique: Technique,
    /// Its level.
    pub level: Level,
    /// The score that a step adds to the score of a puzzle.
    pub score: u16,
    /// Finds its steps.
    pub find: Finder,
}

const fn row(code: u16, technique: Technique, level: Level, score: u16, find: Finder) -> Row {
    Row { code, technique, level, score, find }
}

const fn fish_row<const CODE: u16>(level: Level, score: u16) -> Row {
    row(CODE, fish::technique(CODE), level, score, fish::find::<CODE>)
}

const fn siamese_row<const CODE: u16>(level: Level, score: u16) -> Row {
    row(CODE, fish::technique(CODE), level, score, fish::find_siamese::<CODE>)
}

/// All techniques, by code.
pub(super) static ROWS: &[Row] = {
    use Level::*;
    use Technique::*;
    &[
        row(0, LastValue, Easy, 4, singles::full_houses),
        row(2, HiddenSingle, Easy, 14, singles::hidden),
        row(3, NakedSingle, Easy, 4, singles::naked),
        row(100, Pointing, Medium, 50, locked::pointing),
        row(101, Claiming, Medium, 50, locked::claiming),
        row(110, LockedPair, Medium, 40, subsets::locked::<2>),
        row(111, LockedTriplet, Medium, 60, subsets::locked::<3>),
        row(200, NakedPair, Medium, 60, subsets::naked::<2>),
        row(201, NakedTriplet, Medium, 80, subsets::naked::<3>),
        row(202, NakedQuad, Hard, 120, subsets::naked::<4>),
        row(210, HiddenPair, Medium, 70, subsets::hidden::<2>),
        row(211, HiddenTriplet, Medium, 100, subsets::hidden::<3>),
        row(212, HiddenQuad, Hard, 150, subsets::hidden::<4>),
        fish_row::<300>(Hard, 140),
        fish_row::<301>(Hard, 150),
        fish_row::<302>(Hard, 160),
        fish_row::<310>(Hard, 130),
        fish_row::<311>(Unfair, 200),
        fish_row::<312>(Unfair, 250),
        fish_row::<320>(Hard, 150),
        fish_row::<321>(Unfair, 240),
        fish_row::<322>(Unfair, 260),
        fish_row::<330>(Unfair, 300),
        fish_row::<331>(Unfair, 350),
        fish_row::<332>(Unfair, 370),
        fish_row::<340>(Unfair, 390),
        fish_row::<341>(Unfair, 410),
        fish_row::<342>(Unfair, 430),
        fish_row::<350>(Extreme, 450),
        fish_row::<351>(Extreme, 450),
        fish_row::<352>(Extreme, 450),
        fish_row::<360>(Extreme, 470),
        fish_row::<361>(Extreme, 470),
        fish_row::<362>(Extreme, 470),
        fish_row::<363>(Extreme, 470),
        fish_row::<364>(Extreme, 470),
        row(400, Skyscraper, Hard, 130, single_digit::skyscrapers),
        row(401, TwoStringKite, Hard, 150, single_digit::kites),
        row(402, EmptyRectangle, Hard, 120, single_digit::empty_rectangles),
        row(403, TurbotFish, Hard, 120, single_digit::turbots),
        row(404, DualTwoStringKite, Hard, 150, single_digit::dual_kites),
        row(405, DualEmptyRectangle, Hard, 120, single_digit::dual_empty_rectangles),
        row(500, SimpleColorsTrap, Hard, 150, coloring::traps),
        row(501, SimpleColorsWrap, Hard, 150, coloring::wraps),
        row(502, MultiColors1, Hard, 200, coloring::multi_1),
        row(503, MultiColors2, Hard, 200, coloring::multi_2),
        row(600, UniquenessTest(1), Hard, 100, rectangles::unique::<1>),
        row(601, UniquenessTest(2), Hard, 100, rectangles::unique::<2>),
        row(602, UniquenessTest(3), Hard, 100, rectangles::unique::<3>),
        row(603, UniquenessTest(4), Hard, 100, rectangles::unique::<4>),
        row(604, UniquenessTest(5), Hard, 100, rectangles::unique::<5>),
        row(605, UniquenessTest(6), Hard, 100, rectangles::unique::<6>),
        row(606, HiddenRectangle, Hard, 100, rectangles::hidden),
        row(607, AvoidableRectangle(1), Hard, 100, rectangles::avoidable::<1>),
        row(608, AvoidableRectangle(2), Hard, 100, rectangles::avoidable::<2>),
        row(610, BugPlusOne, Hard, 100, bug::plus_one),
        row(701, XChain, Unfair, 260, chains::x_chains),
        row(702, XyChain, Unfair, 260, chains::xy_chains),
        row(703, RemotePair, Hard, 110, chains::remote_pairs),
        row(706, ContinuousNiceLoop, Unfair, 280, chains::continuous),
        row(707, DiscontinuousNiceLoop, Unfair, 280, chains::discontinuous),
        row(708, Aic, Unfair, 280, chains::aics),
        row(709, GroupedContinuousNiceLoop, Unfair, 300, chains::grouped_continuous),
        row(710, GroupedDiscontinuousNiceLoop, Unfair, 300, chains::grouped_discontinuous),
        row(711, GroupedAic, Unfair, 300, chains::grouped_aics),
        row(800, XyWing, Hard, 160, wings::xy),
        row(801, XyzWing, Hard, 180, wings::xyz),
        row(803, WWing, Hard, 150, wings::w),
        row(901, AlsXz, Unfair, 300, sets::xz),
        row(902, AlsXyWing, Unfair, 320, sets::xy_wings),
        row(903, AlsXyChain, Unfair, 340, sets::xy_chains),
        row(904, DeathBlossom, Unfair, 360, sets::death_blossoms),
        row(1101, SueDeCoq, Unfair, 250, sets::sue_de_coqs),
        row(1201, TemplateSet, Extreme, 10000, templates::set),
        row(1202, TemplateDelete, Extreme, 10000, templates::delete),
        row(1301, ForcingChainContradiction, Extreme, 500, forcing::chain_contradictions),
        row(1302, ForcingChainVerity, Extreme, 500, forcing::chain_verities),
        row(1303, ForcingNetContradiction, Extreme, 700, forcing::net_contradictions),
        row(1304, ForcingNetVerity, Extreme, 700, forcing::net_verities),
        siamese_row::<3111>(Unfair, 200),
        siamese_row::<3121>(Unfair, 250),
        siamese_row::<3211>(Unfair, 240),
        siamese_row::<3221>(Unfair, 260),
        siamese_row::<3411>(Unfair, 410),
        siamese_row::<3421>(Unfair, 430),
        siamese_row::<3621>(Extreme, 470),
    ]
};

/// HoDoKu's code of a technique: 901 for 0901. `None` if HoDoKu does not have the technique.
///
/// ```
/// use quadrille::techniques::{Technique, hodoku};
///
/// assert_eq!(hodoku::code_of(Technique::XyWing), Some(800));
/// assert_eq!(hodoku::code_of(Technique::NestedChains(2)), None);
/// ```
pub fn code_of(technique: Technique) -> Option<u16> {
    row_of(technique).map(|row| row.code)
}

/// The row of a technique.
pub(super) fn row_of(technique: Technique) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.technique == technique)
}

/// A step with its score as the rating: what it adds to the score of a puzzle.
pub(super) fn scored((step, reason): (Step, Reason)) -> (Step, Reason) {
    let rating = row_of(step.technique).map_or(0, |row| row.score);
    (Step { rating, ..step }, reason)
}

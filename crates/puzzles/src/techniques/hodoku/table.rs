//! The techniques with HoDoKu's codes, levels and scores.

use super::{chains, forcing, search::Finder, sets, singles, templates};
use crate::techniques::step::Technique;

/// How difficult HoDoKu says a technique or a puzzle is.
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

/// A technique.
pub(super) struct Row {
    /// HoDoKu's code without leading zeros.
    pub code: u16,
    /// The technique.
    pub technique: Technique,
    /// Its level.
    pub level: Level,
    /// What a step adds to the score of a puzzle.
    pub score: u16,
    /// Finds its steps.
    pub find: Finder,
}

const fn row(code: u16, technique: Technique, level: Level, score: u16, find: Finder) -> Row {
    Row { code, technique, level, score, find }
}

/// All techniques, by code.
pub(super) static ROWS: &[Row] = {
    use Level::*;
    use Technique::*;
    &[
        row(0, LastValue, Easy, 4, singles::full_houses),
        row(2, HiddenSingle, Easy, 14, singles::hidden),
        row(3, NakedSingle, Easy, 4, singles::naked),
        row(701, XChain, Unfair, 260, chains::x_chains),
        row(702, XyChain, Unfair, 260, chains::xy_chains),
        row(703, RemotePair, Hard, 110, chains::remote_pairs),
        row(706, ContinuousNiceLoop, Unfair, 280, chains::continuous),
        row(707, DiscontinuousNiceLoop, Unfair, 280, chains::discontinuous),
        row(708, Aic, Unfair, 280, chains::aics),
        row(709, GroupedContinuousNiceLoop, Unfair, 300, chains::grouped_continuous),
        row(710, GroupedDiscontinuousNiceLoop, Unfair, 300, chains::grouped_discontinuous),
        row(711, GroupedAic, Unfair, 300, chains::grouped_aics),
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
    ]
};

/// The row of a technique.
pub(super) fn row_of(technique: Technique) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.technique == technique)
}

/// What a step of a technique adds to the score of a puzzle.
pub(super) fn score(technique: Technique) -> u16 {
    row_of(technique).map_or(0, |row| row.score)
}

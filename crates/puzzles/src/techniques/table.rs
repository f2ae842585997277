//! The table of techniques: their names as forums write them, and their ratings.

use super::step::Technique;
use std::fmt;

/// A technique with its name and ratings.
pub(super) struct Row {
    pub technique: Technique,
    pub name: &'static str,
    /// The least and the greatest rating of Sudoku Explainer in tenths. Ratings of chains have no greatest one.
    pub explainer: Option<(u16, Option<u16>)>,
}

/// A technique of Sudoku Explainer with a least and a greatest rating.
const fn row(technique: Technique, name: &'static str, least: u16, greatest: u16) -> Row {
    Row { technique, name, explainer: Some((least, Some(greatest))) }
}

/// Chains of Sudoku Explainer, whose ratings grow with their length.
const fn chains(technique: Technique, name: &'static str, least: u16) -> Row {
    Row { technique, name, explainer: Some((least, None)) }
}

/// A technique that only HoDoKu has.
const fn named(technique: Technique, name: &'static str) -> Row {
    Row { technique, name, explainer: None }
}

/// All techniques in their order.
pub(super) const TABLE: &[Row] = &[
    row(Technique::LastValue, "last value", 10, 10),
    row(Technique::HiddenSingle, "hidden single", 12, 15),
    row(Technique::DirectPointing, "direct pointing", 17, 17),
    row(Technique::DirectHiddenPair, "direct hidden pair", 20, 20),
    row(Technique::NakedSingle, "naked single", 23, 23),
    row(Technique::DirectHiddenTriplet, "direct hidden triplet", 25, 25),
    row(Technique::Pointing, "pointing", 26, 26),
    row(Technique::Claiming, "claiming", 28, 28),
    row(Technique::NakedPair, "naked pair", 30, 30),
    row(Technique::XWing, "X-wing", 32, 32),
    row(Technique::HiddenPair, "hidden pair", 34, 34),
    row(Technique::NakedTriplet, "naked triplet", 36, 36),
    row(Technique::Swordfish, "swordfish", 38, 38),
    row(Technique::HiddenTriplet, "hidden triplet", 40, 40),
    row(Technique::XyWing, "XY-wing", 42, 42),
    row(Technique::XyzWing, "XYZ-wing", 44, 44),
    row(Technique::UniqueRectangle, "unique rectangle", 45, 48),
    row(Technique::UniqueLoop, "unique loop", 46, 53),
    row(Technique::NakedQuad, "naked quad", 50, 50),
    row(Technique::Jellyfish, "jellyfish", 52, 52),
    row(Technique::HiddenQuad, "hidden quad", 54, 54),
    row(Technique::Bug, "BUG", 56, 62),
    row(Technique::AlignedPairExclusion, "aligned pair exclusion", 62, 62),
    chains(Technique::Cycle, "cycle", 65),
    chains(Technique::ForcingChain, "forcing chain", 66),
    row(Technique::AlignedTripletExclusion, "aligned triplet exclusion", 75, 75),
    chains(Technique::Nishio, "Nishio", 75),
    chains(Technique::MultipleChains, "multiple forcing chains", 80),
    chains(Technique::DynamicChains, "dynamic forcing chains", 85),
    chains(Technique::DynamicChainsPlus, "dynamic forcing chains plus", 90),
    chains(Technique::NestedChains(2), "nested forcing chains (level 2)", 95),
    chains(Technique::NestedChains(3), "nested forcing chains (level 3)", 100),
    chains(Technique::NestedChains(4), "nested forcing chains (level 4)", 105),
    chains(Technique::NestedChains(5), "nested forcing chains (level 5)", 110),
    named(Technique::XChain, "X-chain"),
    named(Technique::XyChain, "XY-chain"),
    named(Technique::RemotePair, "remote pair"),
    named(Technique::ContinuousNiceLoop, "continuous nice loop"),
    named(Technique::DiscontinuousNiceLoop, "discontinuous nice loop"),
    named(Technique::Aic, "AIC"),
    named(Technique::GroupedContinuousNiceLoop, "grouped continuous nice loop"),
    named(Technique::GroupedDiscontinuousNiceLoop, "grouped discontinuous nice loop"),
    named(Technique::GroupedAic, "grouped AIC"),
    named(Technique::AlsXz, "ALS-XZ"),
    named(Technique::AlsXyWing, "ALS-XY-wing"),
    named(Technique::AlsXyChain, "ALS-XY-chain"),
    named(Technique::DeathBlossom, "death blossom"),
    named(Technique::SueDeCoq, "Sue de Coq"),
    named(Technique::TemplateSet, "template set"),
    named(Technique::TemplateDelete, "template delete"),
    named(Technique::ForcingChainContradiction, "forcing chain contradiction"),
    named(Technique::ForcingChainVerity, "forcing chain verity"),
    named(Technique::ForcingNetContradiction, "forcing net contradiction"),
    named(Technique::ForcingNetVerity, "forcing net verity"),
];

impl Technique {
    /// Its row in the table.
    pub(super) fn row(self) -> &'static Row {
        TABLE.iter().find(|row| row.technique == self).unwrap_or(&TABLE[TABLE.len() - 1])
    }

    /// Its name as forums write it, such as `naked pair` or `X-wing`.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The techniques of Sudoku Explainer, the easiest first.
    pub fn of_explainer() -> impl Iterator<Item = Technique> {
        TABLE.iter().filter(|row| row.explainer.is_some()).map(|row| row.technique)
    }

    /// Its place in [`of_explainer`](Self::of_explainer).
    pub fn place_in_explainer(self) -> Option<usize> {
        Technique::of_explainer().position(|other| other == self)
    }

    /// The least and the greatest rating in tenths that Sudoku Explainer gives to its steps; `None` if Sudoku Explainer does not have
    /// the technique. The ratings of chains have no greatest one.
    pub fn explainer_ratings(self) -> Option<(u16, Option<u16>)> {
        self.row().explainer
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_technique_has_one_row_in_order() {
        assert!(TABLE.is_sorted_by(|a, b| a.technique < b.technique));
        let names: std::collections::HashSet<_> = TABLE.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), TABLE.len());
        for row in TABLE {
            assert_eq!(row.technique.name(), row.name);
        }
    }
}

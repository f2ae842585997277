//! The table of techniques: their names as forums write them, and their ratings.

use super::step::{Fins, Fish, FishShape, Technique};
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

/// A technique that only HoDoKu has. `hodoku/table.rs` has its code, its level and its score.
const fn only_hodoku(technique: Technique, name: &'static str) -> Row {
    Row { technique, name, explainer: None }
}

const fn fish(size: u8, shape: FishShape, fins: Fins, name: &'static str) -> Row {
    only_hodoku(Technique::Fish(Fish { size, shape, fins, siamese: false }), name)
}

const fn siamese(size: u8, shape: FishShape, fins: Fins, name: &'static str) -> Row {
    only_hodoku(Technique::Fish(Fish { size, shape, fins, siamese: true }), name)
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
    only_hodoku(Technique::LockedPair, "locked pair"),
    only_hodoku(Technique::LockedTriplet, "locked triplet"),
    fish(2, FishShape::Basic, Fins::Finned, "finned X-wing"),
    siamese(2, FishShape::Basic, Fins::Finned, "siamese finned X-wing"),
    fish(2, FishShape::Basic, Fins::Sashimi, "sashimi X-wing"),
    siamese(2, FishShape::Basic, Fins::Sashimi, "siamese sashimi X-wing"),
    fish(2, FishShape::Franken, Fins::None, "franken X-wing"),
    fish(2, FishShape::Franken, Fins::Finned, "finned franken X-wing"),
    siamese(2, FishShape::Franken, Fins::Finned, "siamese finned franken X-wing"),
    fish(2, FishShape::Mutant, Fins::None, "mutant X-wing"),
    fish(2, FishShape::Mutant, Fins::Finned, "finned mutant X-wing"),
    siamese(2, FishShape::Mutant, Fins::Finned, "siamese finned mutant X-wing"),
    fish(3, FishShape::Basic, Fins::Finned, "finned swordfish"),
    siamese(3, FishShape::Basic, Fins::Finned, "siamese finned swordfish"),
    fish(3, FishShape::Basic, Fins::Sashimi, "sashimi swordfish"),
    siamese(3, FishShape::Basic, Fins::Sashimi, "siamese sashimi swordfish"),
    fish(3, FishShape::Franken, Fins::None, "franken swordfish"),
    fish(3, FishShape::Franken, Fins::Finned, "finned franken swordfish"),
    siamese(3, FishShape::Franken, Fins::Finned, "siamese finned franken swordfish"),
    fish(3, FishShape::Mutant, Fins::None, "mutant swordfish"),
    fish(3, FishShape::Mutant, Fins::Finned, "finned mutant swordfish"),
    siamese(3, FishShape::Mutant, Fins::Finned, "siamese finned mutant swordfish"),
    fish(4, FishShape::Basic, Fins::Finned, "finned jellyfish"),
    siamese(4, FishShape::Basic, Fins::Finned, "siamese finned jellyfish"),
    fish(4, FishShape::Basic, Fins::Sashimi, "sashimi jellyfish"),
    siamese(4, FishShape::Basic, Fins::Sashimi, "siamese sashimi jellyfish"),
    fish(4, FishShape::Franken, Fins::None, "franken jellyfish"),
    fish(4, FishShape::Franken, Fins::Finned, "finned franken jellyfish"),
    siamese(4, FishShape::Franken, Fins::Finned, "siamese finned franken jellyfish"),
    fish(4, FishShape::Mutant, Fins::None, "mutant jellyfish"),
    fish(4, FishShape::Mutant, Fins::Finned, "finned mutant jellyfish"),
    siamese(4, FishShape::Mutant, Fins::Finned, "siamese finned mutant jellyfish"),
    fish(5, FishShape::Mutant, Fins::Finned, "finned mutant squirmbag"),
    fish(6, FishShape::Mutant, Fins::Finned, "finned mutant whale"),
    only_hodoku(Technique::Skyscraper, "skyscraper"),
    only_hodoku(Technique::TwoStringKite, "two-string kite"),
    only_hodoku(Technique::EmptyRectangle, "empty rectangle"),
    only_hodoku(Technique::TurbotFish, "turbot fish"),
    only_hodoku(Technique::DualTwoStringKite, "dual two-string kite"),
    only_hodoku(Technique::DualEmptyRectangle, "dual empty rectangle"),
    only_hodoku(Technique::SimpleColorsTrap, "simple colors trap"),
    only_hodoku(Technique::SimpleColorsWrap, "simple colors wrap"),
    only_hodoku(Technique::MultiColors1, "multi colors 1"),
    only_hodoku(Technique::MultiColors2, "multi colors 2"),
    only_hodoku(Technique::UniquenessTest(1), "uniqueness test 1"),
    only_hodoku(Technique::UniquenessTest(2), "uniqueness test 2"),
    only_hodoku(Technique::UniquenessTest(3), "uniqueness test 3"),
    only_hodoku(Technique::UniquenessTest(4), "uniqueness test 4"),
    only_hodoku(Technique::UniquenessTest(5), "uniqueness test 5"),
    only_hodoku(Technique::UniquenessTest(6), "uniqueness test 6"),
    only_hodoku(Technique::HiddenRectangle, "hidden rectangle"),
    only_hodoku(Technique::AvoidableRectangle(1), "avoidable rectangle type 1"),
    only_hodoku(Technique::AvoidableRectangle(2), "avoidable rectangle type 2"),
    only_hodoku(Technique::BugPlusOne, "BUG+1"),
    only_hodoku(Technique::XChain, "X-chain"),
    only_hodoku(Technique::XyChain, "XY-chain"),
    only_hodoku(Technique::RemotePair, "remote pair"),
    only_hodoku(Technique::ContinuousNiceLoop, "continuous nice loop"),
    only_hodoku(Technique::DiscontinuousNiceLoop, "discontinuous nice loop"),
    only_hodoku(Technique::Aic, "AIC"),
    only_hodoku(Technique::GroupedContinuousNiceLoop, "grouped continuous nice loop"),
    only_hodoku(Technique::GroupedDiscontinuousNiceLoop, "grouped discontinuous nice loop"),
    only_hodoku(Technique::GroupedAic, "grouped AIC"),
    only_hodoku(Technique::WWing, "W-wing"),
    only_hodoku(Technique::AlsXz, "ALS-XZ"),
    only_hodoku(Technique::AlsXyWing, "ALS-XY-wing"),
    only_hodoku(Technique::AlsXyChain, "ALS-XY-chain"),
    only_hodoku(Technique::DeathBlossom, "death blossom"),
    only_hodoku(Technique::SueDeCoq, "Sue de Coq"),
    only_hodoku(Technique::TemplateSet, "template set"),
    only_hodoku(Technique::TemplateDelete, "template delete"),
    only_hodoku(Technique::ForcingChainContradiction, "forcing chain contradiction"),
    only_hodoku(Technique::ForcingChainVerity, "forcing chain verity"),
    only_hodoku(Technique::ForcingNetContradiction, "forcing net contradiction"),
    only_hodoku(Technique::ForcingNetVerity, "forcing net verity"),
    only_hodoku(Technique::KrakenFish(1), "kraken fish type 1"),
    only_hodoku(Technique::KrakenFish(2), "kraken fish type 2"),
    only_hodoku(Technique::BruteForce, "brute force"),
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

    /// The techniques that only HoDoKu has, in the order of its codes.
    pub fn of_hodoku() -> impl Iterator<Item = Technique> {
        TABLE.iter().filter(|row| row.explainer.is_none()).map(|row| row.technique)
    }

    /// Its place in [`of_explainer`](Self::of_explainer), from 0; `None` if Sudoku Explainer does not have it.
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

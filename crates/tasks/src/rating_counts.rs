//! How many records have which rating.

use crate::{Answers, DuplicateSearch, Duplicates, RatedPuzzle, Total};
use quadrille_base::memory::heap_bytes;
use quadrille_grid::Shape;
use quadrille_puzzles::{
    generate::GivenSymmetry,
    rating::{BUCKETS, bucket},
};
use quadrille_techniques::techniques::Technique;
use std::ops::AddAssign;

/// The number of bins of [`RatingCounts::BIN_EDGES`].
const BINS: usize = 48;

/// How many records have which rating by [`Rate`](crate::Rate): in bins, so that the memory does not depend on the number of
/// records.
///
/// Only records that are kept are counted, if some are selected by their rating.
#[derive(Debug)]
#[non_exhaustive]
pub struct RatingCounts {
    /// Records by the group of their rating, as in [`BUCKETS`]; by logic, in [`Level::ALL`](quadrille_techniques::logic::Level::ALL); by
    /// Sudoku Explainer, ER up to 1.5, 2.9, 6.4, 7.9, 8.9 and above.
    pub groups: [u64; BUCKETS.len()],
    /// For each technique of Sudoku Explainer, in the order of [`Technique::of_explainer`], the records that need it and nothing harder, and the steps that use it;
    /// empty for ratings by another method.
    pub techniques: Vec<TechniqueCounts>,
    /// Records by their rating, in the bins from one of [`BIN_EDGES`](Self::BIN_EDGES) to the next; only by guesses and morphs.
    pub bins: [u64; BINS],
    /// Records by guesses and by morphs, in the same bins: bin `m` of the morphs of bin `g` of the guesses is at `g ×`
    /// the number of bins ` + m`. Empty unless [`Rate::pairs`](crate::Rate::pairs) asks for it.
    pub pairs: Vec<u64>,
    /// Records by their number of givens, if there are pairs.
    pub givens: [u64; 82],
    /// Records by the largest symmetry of their given cells, in the order of [`GivenSymmetry::ALL`], if there are pairs.
    pub symmetries: [u64; GivenSymmetry::ALL.len()],
    /// Numbers of automorphisms of the givens, ascending, each with its records, if there are pairs.
    pub automorphisms: Vec<(u64, u64)>,
    /// The records of a chunk, if there are pairs. Sums do not have them.
    pub(crate) puzzles: Vec<RatedPuzzle>,
    /// The duplicates among the records of all chunks, if there are pairs.
    duplicates: Option<DuplicateSearch>,
}

/// How often a technique was used, in [`RatingCounts`]; [`Rate`](crate::Rate) has an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TechniqueCounts {
    /// Records of which it is the technique of the hardest step.
    pub records: u64,
    /// Steps; 0 unless they are counted.
    pub steps: u64,
}

/// The records of a chunk that have been rated, if their ratings are compared.
pub fn rated_puzzles<'a>(answers: &'a mut Answers<'_>) -> &'a mut [RatedPuzzle] {
    let counts = answers.total.as_mut().and_then(|total| total.get_mut::<RatingCounts>());
    counts.map_or(&mut [], |counts| &mut counts.puzzles)
}

impl RatingCounts {
    /// Where the bins begin: at 0, 1, 2, 3, 4, 6, 8, 12, 16 and so on. The last one has no end.
    pub const BIN_EDGES: [u64; BINS] = bin_edges();

    /// The bin of a rating.
    fn bin_of(rating: f64) -> usize {
        let whole = rating as u64;
        if whole < 2 {
            return whole as usize;
        }
        let power = whole.ilog2();
        (2 * power as usize + (whole >> (power - 1) & 1) as usize).min(BINS - 1)
    }

    /// Records that are counted.
    pub fn records(&self) -> u64 {
        self.groups.iter().sum()
    }

    /// Adds a record with a rating that is a number.
    pub(crate) fn add_number(&mut self, rating: f64) {
        self.groups[bucket(rating)] += 1;
        self.bins[Self::bin_of(rating)] += 1;
    }

    /// Adds a record by the technique of its hardest step, if it has one, and its steps by technique.
    pub(crate) fn add_steps(&mut self, hardest: Option<Technique>, steps: &[u64]) {
        self.techniques.resize(Technique::of_explainer().count(), TechniqueCounts::default());
        if let Some(place) = hardest.and_then(Technique::place_in_explainer) {
            self.techniques[place].records += 1;
        }
        self.techniques.iter_mut().zip(steps).for_each(|(counts, steps)| counts.steps += steps);
    }

    /// Adds a record with both ratings.
    pub(crate) fn add_pair(&mut self, guesses: u64, morphs: f64, (givens, automorphisms): (&[u8], u64)) {
        self.pairs.resize(BINS * BINS, 0);
        self.pairs[Self::bin_of(guesses as f64) * BINS + Self::bin_of(morphs)] += 1;
        self.givens[givens.iter().filter(|digit| **digit > 0).count().min(81)] += 1;
        self.symmetries[GivenSymmetry::largest(Shape::NINE, givens).place()] += 1;
        self.add_automorphisms(automorphisms, 1);
    }

    fn add_automorphisms(&mut self, number: u64, records: u64) {
        match self.automorphisms.binary_search_by_key(&number, |(number, _)| *number) {
            Ok(place) => self.automorphisms[place].1 += records,
            Err(place) => self.automorphisms.insert(place, (number, records)),
        }
    }

    /// The duplicates among the records, if there are [pairs](crate::Rate::pairs); else none.
    pub fn duplicates(&self) -> Duplicates {
        self.duplicates.as_ref().map(DuplicateSearch::found).unwrap_or_default()
    }
}

impl Total for RatingCounts {
    fn add(&mut self, chunk: &dyn Total, before: u64) -> Result<(), &'static str> {
        let Some(chunk) = chunk.get::<RatingCounts>() else { return Ok(()) };
        *self += chunk;
        if !chunk.puzzles.is_empty() {
            self.duplicates.get_or_insert_default().add(&chunk.puzzles, before);
        }
        Ok(())
    }

    fn clear(&mut self) {
        let RatingCounts { mut techniques, mut pairs, mut automorphisms, mut puzzles, .. } =
            std::mem::take(self);
        techniques.fill(TechniqueCounts::default());
        pairs.fill(0);
        automorphisms.clear();
        puzzles.clear();
        *self = RatingCounts { techniques, pairs, automorphisms, puzzles, ..RatingCounts::default() };
    }

    /// Without duplicates, which are not of a chunk.
    fn bytes(&self) -> usize {
        let RatingCounts { techniques, pairs, automorphisms, puzzles, .. } = self;
        size_of_val(self)
            + heap_bytes(techniques)
            + heap_bytes(pairs)
            + heap_bytes(automorphisms)
            + heap_bytes(puzzles)
    }
}

impl Default for RatingCounts {
    fn default() -> RatingCounts {
        RatingCounts {
            groups: [0; BUCKETS.len()],
            techniques: Vec::new(),
            bins: [0; BINS],
            pairs: Vec::new(),
            givens: [0; 82],
            symmetries: Default::default(),
            automorphisms: Vec::new(),
            puzzles: Vec::new(),
            duplicates: None,
        }
    }
}

impl AddAssign<&RatingCounts> for RatingCounts {
    fn add_assign(&mut self, other: &RatingCounts) {
        if self.pairs.len() < other.pairs.len() {
            self.pairs.resize(other.pairs.len(), 0);
        }
        if self.techniques.len() < other.techniques.len() {
            self.techniques.resize(other.techniques.len(), TechniqueCounts::default());
        }
        for (sum, counts) in self.techniques.iter_mut().zip(&other.techniques) {
            sum.records += counts.records;
            sum.steps += counts.steps;
        }
        for (sums, counts) in [
            (&mut self.groups[..], &other.groups[..]),
            (&mut self.bins, &other.bins),
            (&mut self.pairs, &other.pairs),
            (&mut self.givens, &other.givens),
            (&mut self.symmetries, &other.symmetries),
        ] {
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        for (number, count) in &other.automorphisms {
            self.add_automorphisms(*number, *count);
        }
    }
}

const fn bin_edges() -> [u64; BINS] {
    let mut edges = [0; BINS];
    edges[1] = 1;
    let mut bin = 2;
    while bin < BINS {
        edges[bin] = if bin % 2 == 0 { 1 << (bin / 2) } else { 3 << (bin / 2 - 1) };
        bin += 1;
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bins_are_between_their_edges() {
        let edges = RatingCounts::BIN_EDGES;
        assert_eq!(edges[..9], [0, 1, 2, 3, 4, 6, 8, 12, 16]);
        assert!(edges.is_sorted());
        for rating in (0..5000).chain([1 << 22, (1 << 23) + 1, 1 << 30]) {
            let bin = RatingCounts::bin_of(rating as f64);
            assert!(edges[bin] <= rating && edges.get(bin + 1).is_none_or(|next| rating < *next), "{rating}");
        }
        assert_eq!(RatingCounts::bin_of(5.999), 4);
        assert_eq!(RatingCounts::bin_of(f64::MAX), BINS - 1);
    }

    #[test]
    fn sums_do_not_depend_on_the_parts() {
        let add = |counts: &mut RatingCounts, rating: u64| {
            counts.add_number(rating as f64);
            let mut cells = [0; 81];
            (cells[0], cells[80]) = (1, 2);
            counts.add_pair(rating, rating as f64 + 1.0, (&cells, 2));
            counts.add_steps(Some(Technique::XWing), &[3, 0, 1]);
        };
        let mut whole = RatingCounts::default();
        (0..100).for_each(|rating| add(&mut whole, rating));
        let (mut sum, mut part) = (RatingCounts::default(), RatingCounts::default());
        for range in [0..40, 40..40, 40..100] {
            part.clear();
            range.for_each(|rating| add(&mut part, rating));
            sum += &part;
        }
        assert_eq!(format!("{sum:?}"), format!("{whole:?}"));
        assert_eq!((sum.records(), sum.groups), (100, [1, 4, 15, 30, 50, 0]));
        assert_eq!((sum.givens[2], sum.pairs.iter().sum::<u64>()), (100, 100));
        assert_eq!((sum.symmetries, &*sum.automorphisms), ([0, 100, 0, 0, 0], &[(2, 100)][..]));
        let of = |technique: Technique| sum.techniques[technique.place_in_explainer().unwrap()];
        assert_eq!((of(Technique::XWing).records, of(Technique::LastValue).steps), (100, 300));
        sum.clear();
        assert_eq!(sum.records() + sum.pairs.iter().sum::<u64>(), 0);
    }
}

//! Samples of all records, or of each group of ratings.

use super::{
    Duplicate, Facts, Filter, Reduce, Reduced, Selected, Selection,
    draw::{Draw, KeptRecord},
};
use crate::{
    Keys, Needs, Status, Tally, Task, TaskWorker, WorkerContext, Written,
    classes::{Key, NO_CLASS},
};
use quadrille_base::error::Error;
use quadrille_puzzles::rating::{BUCKETS, Method};

/// Writes a random sample of the records unchanged, in the order of the input: every set of this size is drawn
/// with the same probability. Nothing is solved. A header is kept. Malformed records are never drawn;
/// they are reported and counted. `Summary::selected` tells how many records there were to draw from.
///
/// The sample depends on the seed, the number of records to draw and the input alone. It is written at the end of the
/// run: until then its records are in memory, with about 70 bytes in addition to the text of each.
///
/// Such a run can be neither sharded nor resumed, the records are not written in another format, and an input that announces their
/// number is refused.
///
/// ```
/// use quadrille::{Batch, Input, batch::Sample};
///
/// let puzzles = "id,puzzle\n1,1...3..2..4.4..1\n2,2...4..3..1.1..2\n3,1..............1\n".as_bytes();
/// let mut drawn = Vec::new();
/// let batch = Batch::new(Sample::of(2).seed(1));
/// let summary = batch.run(vec![Input::reader("puzzles", puzzles)], &mut drawn, &mut ())?;
/// let drawn = String::from_utf8(drawn).unwrap();
/// assert!(drawn.starts_with("id,puzzle\n") && drawn.lines().count() == 3);
/// assert_eq!((summary.selected[0].found, summary.selected[0].written), (3, 2));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    count: u64,
    seed: u64,
    per_bucket: bool,
    filter: Filter,
}

impl Sample {
    /// A sample of this many records, under seed 0. If there are fewer, it has all of them.
    pub fn of(count: u64) -> Sample {
        Sample { count, seed: 0, per_bucket: false, filter: Filter::new() }
    }

    /// Sets the seed. The records are the same in every release; of two samples of one input under the same seed the
    /// smaller one is a part of the larger one.
    pub fn seed(self, seed: u64) -> Sample {
        Sample { seed, ..self }
    }

    /// Whether this many records are drawn from each of the [usual groups](quadrille_puzzles::rating::BUCKETS) of ratings by
    /// [guesses](quadrille_puzzles::rating::GuessCounter). Only boards of 9×9 cells have ratings; others are malformed.
    pub fn per_bucket(self, per_bucket: bool) -> Sample {
        Sample { per_bucket, ..self }
    }

    /// Draws from the records that a [`Filter`] selects, and writes them in its order. With
    /// [`per_bucket`](Self::per_bucket), the filter cannot rate by another method than guesses.
    pub fn filter(self, filter: Filter) -> Sample {
        Sample { filter, ..self }
    }

    /// The task that finds the groups and places of the records.
    pub(super) fn keys(self) -> Keys {
        Keys::of_places(self.filter, self.per_bucket).needing(|needs| Needs {
            written: Written::Records(Some(Status::Described)),
            conflict: self.conflict(),
            no_shards: Some(
                "a sample or an order of all records cannot be made in shards: each would have one of its own part",
            ),
            no_resume: Some(super::SELECTS),
            keeps: true,
            ..needs
        })
    }

    /// The message if the groups and the filter need ratings by different methods.
    fn conflict(&self) -> Option<&'static str> {
        let is_other = self.filter.rates_by().is_some_and(|method| method != Method::Guesses);
        let what =
            "a sample of each group of ratings by guesses cannot be filtered or sorted by another method";
        self.filter.conflict().or((self.per_bucket && is_other).then_some(what))
    }
}

impl Task for Sample {
    fn needs(&self) -> Needs {
        self.keys().needs()
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        self.keys().worker(context)
    }

    fn reducer(&self) -> Option<Box<dyn Reduce>> {
        Some(Box::new(Sampler::new(*self)))
    }
}

/// Draws a sample.
pub struct Sampler {
    groups: Vec<Draw>,
    /// Records so far, malformed ones included.
    records: u64,
    /// How many places there are.
    places: usize,
    /// The records of a chunk that are kept, each with its place.
    kept: Vec<(usize, usize)>,
}

impl Sampler {
    /// A reducer for the keys of the sample.
    pub fn new(sample: Sample) -> Sampler {
        let groups = if sample.per_bucket { BUCKETS.len() } else { 1 };
        let groups = (0..groups).map(|_| Draw::new(sample.count, sample.seed)).collect();
        Sampler { groups, records: 0, places: 0, kept: Vec::new() }
    }

    /// Takes the keys of the next records: the numbers of their groups, from 1, and in the upper half their places in the order of
    /// the output, or [`NO_CLASS`].
    fn take_keys(&mut self, keys: &[Key]) {
        let Sampler { groups, records, places, kept } = self;
        kept.clear();
        for (index, (number, &key)) in (*records..).zip(keys).enumerate() {
            if key != NO_CLASS {
                let (group, order) = (key as u64 as usize - 1, (key >> 64) as u64);
                let place = groups[group].take(number, order, *places);
                *places += usize::from(place == Some(*places));
                kept.extend(place.map(|place| (index, place)));
            }
        }
        *records += keys.len() as u64;
    }

    /// The sample in the order in which it is written, and the counts of the groups.
    fn drawn(&mut self) -> (Vec<KeptRecord>, Vec<Selected>) {
        let selected = self.groups.iter().map(Draw::selected).collect();
        (Draw::join(std::mem::take(&mut self.groups)), selected)
    }
}

impl Reduce for Sampler {
    fn take(
        &mut self,
        facts: &Facts<'_>,
        _: &mut Tally,
        _: &mut dyn FnMut(Duplicate),
    ) -> Result<Selection<'_>, Error> {
        self.take_keys(facts.keys);
        Ok(Selection::Kept(&self.kept))
    }

    fn finish(&mut self) -> Reduced {
        let (records, selected) = self.drawn();
        // In the memory of the records.
        let places = records.into_iter().map(|record| record.place).collect();
        Reduced { places, selected, ..Reduced::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::select_rows, *};

    /// The numbers of the records that are drawn of those with these keys, in chunks.
    fn drawn(sample: Sample, keys: &[Key], chunk: usize) -> Vec<u64> {
        let mut sampler = Sampler::new(sample);
        for keys in keys.chunks(chunk) {
            sampler.take_keys(keys);
        }
        sampler.drawn().0.iter().map(|record| record.number).collect()
    }

    #[test]
    fn every_record_is_drawn_as_often() {
        let mut counts = [0; 20];
        for seed in 0..20_000 {
            let drawn = drawn(Sample::of(5).seed(seed), &[1; 20], 7);
            assert!(drawn.len() == 5 && drawn.is_sorted_by(|a, b| a < b));
            drawn.iter().for_each(|number| counts[*number as usize] += 1);
        }
        // Six standard deviations of 61 around 5,000.
        assert!(counts.iter().all(|count| (4_630..5_370).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_sample_does_not_depend_on_chunks_and_has_no_malformed_record() {
        let keys: Vec<Key> = (0..1000).map(|number| Key::from(number % 3 != 0)).collect();
        let of = |count, chunk| drawn(Sample::of(count).seed(3), &keys, chunk);
        let sample = of(100, 1000);
        assert!(sample.len() == 100 && sample.iter().all(|number| number % 3 != 0));
        assert!([1, 7, 999].iter().all(|chunk| of(100, *chunk) == sample));
        assert!(of(30, 50).iter().all(|number| sample.contains(number)));
        assert_eq!((of(0, 10).len(), of(2000, 10).len()), (0, 666));
    }

    #[test]
    fn a_sample_is_written_in_the_order_of_its_places() {
        let keys: Vec<Key> = (0..100u32).map(|number| Key::from(number % 3) << 64 | 1).collect();
        let drawn = drawn(Sample::of(u64::MAX), &keys, 7);
        let expected: Vec<u64> = (0..3).flat_map(|place| (place..100).step_by(3)).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn the_place_of_each_record_holds_it_at_the_end() {
        let keys: Vec<Key> = (0..500u32).map(|number| Key::from(number % 7) << 64 | 1).collect();
        let (mut sampler, mut places) = (Sampler::new(Sample::of(20)), vec![0; 20]);
        for (chunk, keys) in keys.chunks(30).enumerate() {
            sampler.take_keys(keys);
            sampler.kept.iter().for_each(|&(index, place)| places[place] = (30 * chunk + index) as u64);
        }
        let found: Vec<u64> = sampler.finish().places.iter().map(|place| places[*place]).collect();
        assert_eq!(vec![found], select_rows(&Sample::of(20), &keys).unwrap());
    }

    #[test]
    fn each_bucket_has_its_own_sample() {
        // The first and the last of the eight keys belong to malformed records.
        let keys: Vec<Key> = (0..1000).map(|number| number % 8 % 7).collect();
        let mut sampler = Sampler::new(Sample::of(10).per_bucket(true));
        sampler.take_keys(&keys);
        let (records, selected) = sampler.drawn();
        assert_eq!(selected, [Selected { found: 125, written: 10 }; 6]);
        for bucket in 1..=6 {
            assert_eq!(records.iter().filter(|record| keys[record.number as usize] == bucket).count(), 10);
        }
    }
}

//! One of several runs that divide the inputs among them.

use crate::io::Input;
use quadrille_base::error::{Error, ErrorKind};
use std::{fmt, ops::Range, str::FromStr};

/// The `index`th of `count` runs over the same inputs.
///
/// All inputs, concatenated, are divided into `count` ranges of bytes, whose lengths differ by one byte at most. A shard
/// has the records that begin in its range. A record counts as beginning where the one before it ends, so a range may
/// have no records. Only the first shard writes a header, but all of them read it.
///
/// A shard of a table, such as a Parquet file, has the row groups that begin in its range, as if all rows were of the same
/// length.
///
/// The inputs must be regular files that are not compressed, in a format whose records need not be counted from the
/// beginning. An input that is not mapped must have one record per line.
///
/// ```
/// use quadrille::batch::Shard;
///
/// let shard: Shard = "3/8".parse().unwrap();
/// assert_eq!((shard.index(), shard.count()), (3, 8));
/// assert_eq!(Shard::new(3, 8), Ok(shard));
/// assert!("0/8".parse::<Shard>().is_err() && "9/8".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    count: u64,
}

impl Shard {
    /// The `index`th of `count` shards, counted from 1.
    ///
    /// # Errors
    /// If `index` is not between 1 and `count`.
    pub fn new(index: u64, count: u64) -> Result<Shard, Error> {
        if (1..=count).contains(&index) { Ok(Shard { index, count }) } else { Err(malformed()) }
    }

    /// The index of the shard, from 1.
    pub fn index(self) -> u64 {
        self.index
    }

    /// The number of shards.
    pub fn count(self) -> u64 {
        self.count
    }

    /// For each input, the range of bytes in which the records of the shard begin, or `None` if the shard does not
    /// need the input.
    pub(super) fn ranges_of(self, inputs: &[Input<'_>]) -> Result<Vec<Option<Range<u64>>>, Error> {
        let mut lens = Vec::new();
        for input in inputs {
            match input.shard_len() {
                Ok(len) => lens.push(len),
                Err(why) => {
                    let what = format!("{}: cannot shard an input that {why}", input.name());
                    return Err(Error::new(ErrorKind::NotAFile, what));
                }
            }
        }
        Ok(self.ranges(&lens))
    }

    /// For each input, the range of bytes in which the records before the shard begin, or `None` if there are none.
    pub(super) fn ranges_before(self, inputs: &[Input<'_>]) -> Result<Vec<Option<Range<u64>>>, Error> {
        let mut ranges = vec![None; inputs.len()];
        // The inputs of the shards before it, up to where it begins.
        for index in 1..self.index {
            for (before, range) in ranges.iter_mut().zip(Shard { index, ..self }.ranges_of(inputs)?) {
                let Some(range) = range.filter(|range| !range.is_empty()) else { continue };
                let Range { start, .. } = before.take().unwrap_or(range.clone());
                *before = Some(start..range.end);
            }
        }
        Ok(ranges)
    }

    fn ranges(self, lens: &[u64]) -> Vec<Option<Range<u64>>> {
        let total: u128 = lens.iter().map(|len| u128::from(*len)).sum();
        let cut = |i: u64| (total * u128::from(i) / u128::from(self.count)) as u64;
        let (from, to) = (cut(self.index - 1), cut(self.index));
        let mut start = 0;
        let range = |(number, &len): (usize, &u64)| {
            let end = start + len;
            let local = |offset: u64| offset.clamp(start, end) - start;
            let range = local(from)..local(to);
            // The first shard opens the first input for its header. An empty input belongs to the shard whose range
            // holds its position, or to the last.
            let is_last = self.index == self.count;
            let is_here = from <= start && (start < to || is_last);
            let is_needed = !range.is_empty() || (self.index == 1 && number == 0) || (len == 0 && is_here);
            start = end;
            is_needed.then_some(range)
        };
        lens.iter().enumerate().map(range).collect()
    }
}

fn malformed() -> Error {
    Error::new(ErrorKind::Malformed, "expected a shard i/n with i from 1 to n, such as 3/8")
}

impl FromStr for Shard {
    type Err = Error;

    fn from_str(text: &str) -> Result<Shard, Error> {
        let (index, count) = text.split_once('/').ok_or_else(malformed)?;
        let number = |text: &str| text.parse().map_err(|_| malformed());
        Shard::new(number(index)?, number(count)?)
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_byte_and_every_empty_input_is_in_one_shard(
            lens in proptest::collection::vec(0u64..9, 1..5),
            count in 1u64..40,
        ) {
            let shards: Vec<_> =
                (1..=count).map(|index| Shard::new(index, count).unwrap().ranges(&lens)).collect();
            for (input, &len) in lens.iter().enumerate() {
                let ranges = shards.iter().filter_map(|shard| shard[input].clone());
                let mut offset = 0;
                let mut seen = 0;
                for range in ranges {
                    prop_assert_eq!(range.start, offset);
                    offset = range.end;
                    seen += 1;
                }
                prop_assert_eq!(offset, len);
                // The first shard opens the first input for the header, even if it has no byte of it.
                prop_assert!(len > 0 || input == 0 || seen == 1, "{seen} shards have the empty input {input}");
            }
            prop_assert!(shards[0][0].is_some());
        }
    }
}

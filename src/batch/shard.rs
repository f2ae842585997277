//! One of several runs that share the inputs.

use crate::{
    error::{Error, ErrorKind},
    io::Input,
};
use std::{fmt, ops::Range, str::FromStr};

/// The `index`th of `count` runs over the same inputs.
///
/// All inputs, laid end to end, are cut into as many ranges of bytes, of equal length but for a byte. A
/// shard has the records that begin in its range; a record is taken to begin where the one before it
/// ends, so that a range may have none. Only the first shard writes a header, though all read it.
///
/// Inputs must be files that are not compressed, in a format whose records need not be counted; such as
/// are not mapped must be lines.
///
/// ```
/// use quadrille::Shard;
///
/// let shard: Shard = "3/8".parse().unwrap();
/// assert_eq!((shard.index(), shard.count()), (3, 8));
/// assert!("0/8".parse::<Shard>().is_err() && "9/8".parse::<Shard>().is_err());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    index: u64,
    count: u64,
}

/// A shard that there is not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a shard is i/n with i from 1 to n, as 3/8")]
pub struct ShardError;

impl Shard {
    /// The `index`th of `count`, from 1.
    ///
    /// # Errors
    /// If `index` is not from 1 to `count`.
    pub fn new(index: u64, count: u64) -> Result<Shard, ShardError> {
        if (1..=count).contains(&index) { Ok(Shard { index, count }) } else { Err(ShardError) }
    }

    /// Which one, from 1.
    pub fn index(self) -> u64 {
        self.index
    }

    /// How many there are.
    pub fn count(self) -> u64 {
        self.count
    }

    /// The bytes of each input in which the records begin; `None` for an input that is not even opened.
    pub(super) fn parts(self, inputs: &[Input<'_>]) -> Result<Vec<Option<Range<u64>>>, Error> {
        let mut lens = Vec::new();
        for input in inputs {
            match (input.file(), input.size()) {
                (Some(_), Some(len)) if !input.is_packed() => lens.push(len),
                _ => {
                    let why = if input.is_packed() { "it is compressed" } else { "it is no file" };
                    let what = format!("{} has no shards: {why}", input.name());
                    return Err(Error::new(ErrorKind::Config, what));
                }
            }
        }
        Ok(self.ranges(&lens))
    }

    fn ranges(self, lens: &[u64]) -> Vec<Option<Range<u64>>> {
        let total: u128 = lens.iter().map(|len| u128::from(*len)).sum();
        let cut = |i: u64| (total * u128::from(i) / u128::from(self.count)) as u64;
        let (from, to) = (cut(self.index - 1), cut(self.index));
        let mut start = 0;
        let part = |(number, &len): (usize, &u64)| {
            let end = start + len;
            let local = |place: u64| place.clamp(start, end) - start;
            let part = local(from)..local(to);
            // The first shard begins the output; an empty input is in the shard of its place, or in the last.
            let last = self.index == self.count;
            let here = from <= start && (start < to || last);
            let wanted = part.start < part.end || (self.index == 1 && number == 0) || (len == 0 && here);
            start = end;
            wanted.then_some(part)
        };
        lens.iter().enumerate().map(part).collect()
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Shard, ShardError> {
        let (index, count) = text.split_once('/').ok_or(ShardError)?;
        let number = |text: &str| text.parse().map_err(|_| ShardError);
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
        fn every_byte_is_in_one_shard_and_every_empty_input_too(
            lens in proptest::collection::vec(0u64..9, 1..5),
            count in 1u64..40,
        ) {
            let shards: Vec<_> =
                (1..=count).map(|index| Shard::new(index, count).unwrap().ranges(&lens)).collect();
            for (input, &len) in lens.iter().enumerate() {
                let parts = shards.iter().filter_map(|shard| shard[input].clone());
                let mut at = 0;
                let mut seen = 0;
                for part in parts {
                    prop_assert_eq!(part.start, at);
                    at = part.end;
                    seen += 1;
                }
                prop_assert_eq!(at, len);
                // The first shard opens the first input for the header, though it has no byte for it.
                prop_assert!(len > 0 || input == 0 || seen == 1, "{seen} shards have the empty input {input}");
            }
            prop_assert!(shards[0][0].is_some());
        }
    }
}

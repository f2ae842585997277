//! The ways to divide nine digits among the three rows of a box, or its columns, and among the rows or
//! columns of a chute.

use std::sync::LazyLock;

/// The digits of each row or column of a box: three sets of three, digit `d` as bit `d − 1`.
pub type Partition = [u16; 3];

/// The partitions of the three boxes of a chute, as numbers: among all partitions, or among the partitions that a box
/// still has. A digit is in a different row or column of each.
pub type Triple = [u16; 3];

/// `9! / 3!³`
pub const PARTITIONS: usize = 1680;

/// All digits.
const ALL: u16 = 0x1ff;

/// All partitions, in ascending order.
static EACH: LazyLock<Vec<Partition>> = LazyLock::new(|| {
    let sets = || (0..=ALL).filter(|set| set.count_ones() == 3);
    let pairs = sets().flat_map(|first| sets().map(move |second| (first, second)));
    let disjoint = pairs.filter(|(first, second)| first & second == 0);
    disjoint.map(|(first, second)| [first, second, ALL & !(first | second)]).collect()
});

/// All triples of a chute: 1680 · 56.
static TRIPLES: LazyLock<Vec<Triple>> = LazyLock::new(|| {
    let mut triples = Vec::with_capacity(PARTITIONS * 56);
    for (first, a) in EACH.iter().enumerate() {
        for (second, b) in EACH.iter().enumerate() {
            if (0..3).all(|line| a[line] & b[line] == 0) {
                let rest = [0, 1, 2].map(|line| ALL & !(a[line] | b[line]));
                let third = EACH.binary_search(&rest).expect("three sets of three digits");
                triples.push([first as u16, second as u16, third as u16]);
            }
        }
    }
    triples
});

/// The partition with this number, below [`PARTITIONS`].
pub fn partition(number: u16) -> &'static Partition {
    &EACH[usize::from(number)]
}

/// All partitions, by number.
pub fn partitions() -> &'static [Partition] {
    &EACH
}

/// All triples.
pub fn triples() -> &'static [Triple] {
    &TRIPLES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_partition_and_triple_is_there_once() {
        assert_eq!((partitions().len(), triples().len()), (PARTITIONS, PARTITIONS * 56));
        assert!(partitions().is_sorted() && triples().is_sorted());
        for triple in triples() {
            for line in 0..3 {
                assert_eq!(triple.iter().map(|&number| partition(number)[line]).sum::<u16>(), ALL);
            }
        }
    }
}

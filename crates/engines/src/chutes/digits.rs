//! Interchangeable digits are candidates of the same cells, such as all digits without a given.

use super::partitions::{Triple, partition};

/// Where a triple has each digit, as a number: the digit's column in each of the boxes.
pub type Places = [u8; 9];

/// The places of the digits in a triple of all partitions.
pub fn places(triple: &Triple) -> Places {
    let mut places = [0; 9];
    for &number in triple {
        for (line, set) in (0u8..).zip(partition(number)) {
            for (digit, place) in places.iter_mut().enumerate() {
                if set >> digit & 1 == 1 {
                    *place = *place * 3 + line;
                }
            }
        }
    }
    places
}

/// Classes of interchangeable digits.
///
/// A permutation of the digits of a class turns a solution into a solution. So of the pairs of triples that differ by a permutation,
/// only the one whose digits are in the order of their places, class by class, is counted, and multiplied by the number of
/// such pairs.
pub struct Classes {
    /// Pairs of consecutive digits of a class, class by class.
    neighbors: Vec<(usize, usize)>,
    /// The number of permutations.
    permutations: u128,
}

impl Classes {
    /// The classes of a board with these candidates.
    pub fn new(candidates: &[u16; 81]) -> Classes {
        let same = |a: usize, b: usize| candidates.iter().all(|cell| (cell >> a ^ cell >> b) & 1 == 0);
        let mut classes = Classes { neighbors: Vec::new(), permutations: 1 };
        for first in (0..9).filter(|&digit| !(0..digit).any(|other| same(other, digit))) {
            let class: Vec<usize> = (first..9).filter(|&digit| same(first, digit)).collect();
            classes.neighbors.extend(class.windows(2).map(|pair| (pair[0], pair[1])));
            classes.permutations *= (1..=class.len() as u128).product::<u128>();
        }
        classes
    }

    /// Whether the digits of each class are in the order of their places in a first triple.
    pub fn are_ordered(&self, first: &Places) -> bool {
        self.neighbors.iter().all(|&(a, b)| first[a] <= first[b])
    }

    /// The digits of each class put in the order of their places.
    pub fn in_order(&self, mut places: Places) -> Places {
        while let Some(&(a, b)) = self.neighbors.iter().find(|&&(a, b)| places[a] > places[b]) {
            places.swap(a, b);
        }
        places
    }

    /// The number of pairs of triples that differ from a pair by a permutation. `None` if the digits are not in the
    /// order of their places in the pair; the digits of the first triple must be.
    #[inline]
    pub fn pairs(&self, first: &Places, second: &Places) -> Option<u128> {
        let (mut equal, mut same, mut last) = (1, 1, usize::MAX);
        for &(a, b) in &self.neighbors {
            if a != last {
                same = 1;
            }
            last = b;
            match first[a].cmp(&first[b]).then(second[a].cmp(&second[b])) {
                std::cmp::Ordering::Greater => return None,
                std::cmp::Ordering::Less => same = 1,
                std::cmp::Ordering::Equal => {
                    same += 1;
                    equal *= same;
                }
            }
        }
        Some(self.permutations / equal)
    }
}

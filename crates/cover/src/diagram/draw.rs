//! Random numbers of any size without bias.

use super::counts::is_less;
use quadrille_base::random::Stream;

/// A number below `bound`, which is not 0, of as many words: number `index` under `seed`. All have the same probability.
///
/// As many random bits are drawn as the bound has, until they are below it: two draws on average, or fewer.
pub(super) fn below(bound: &[u64], seed: u64, index: u64) -> Vec<u64> {
    let mut stream = Stream::new(seed, index);
    below_of(bound, || stream.word())
}

/// As [`below`], from any source of random words.
fn below_of(bound: &[u64], mut word: impl FnMut() -> u64) -> Vec<u64> {
    let len = bound.iter().rposition(|word| *word != 0).map_or(1, |last| last + 1);
    let mask = u64::MAX.checked_shr(bound[len - 1].leading_zeros()).unwrap_or(0);
    let mut number = vec![0; bound.len()];
    loop {
        number[..len].iter_mut().for_each(|part| *part = word());
        number[len - 1] &= mask;
        if is_less(&number, bound) {
            return number;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every word of some bits is drawn once: each number is then drawn equally often, and no other number.
    #[test]
    fn every_number_comes_from_equally_many_words() {
        for bound in 1..=33u64 {
            let bits = 64 - bound.leading_zeros();
            let mut drawn = vec![0; bound as usize];
            for first in 0..1u64 << bits {
                // A word that is too large is replaced by 0, so only its first attempt counts.
                let (mut word, mut tries) = (first | 0xabc << bits, 0);
                let number = below_of(&[bound, 0], || (std::mem::replace(&mut word, 0), tries += 1).0);
                assert!(number[1] == 0 && (tries == 1) == (first < bound), "{bound}: {first}");
                if tries == 1 {
                    drawn[number[0] as usize] += 1;
                }
            }
            assert_eq!(drawn, vec![1; bound as usize]);
        }
    }

    #[test]
    fn numbers_of_several_words_reach_all_of_them() {
        let bound = [0, 0, 5, 0];
        let drawn: Vec<_> = (0..2000).map(|index| below(&bound, 3, index)).collect();
        assert!(drawn.iter().all(|number| is_less(number, &bound) && number[3] == 0));
        for high in 0..5 {
            let share = drawn.iter().filter(|number| number[2] == high).count();
            assert!((280..520).contains(&share), "{high}: {share}");
        }
        assert!(drawn.iter().any(|n| n[0] > u64::MAX / 2) && drawn.iter().any(|n| n[1] > u64::MAX / 2));
    }

    /// If this fails, all samples of users have changed.
    #[test]
    fn the_numbers_are_these() {
        let drawn: Vec<_> = (0..4).map(|index| below(&[1_000_000], 7, index)[0]).collect();
        assert_eq!(drawn, [944_389, 409_103, 859_267, 529_350]);
    }
}

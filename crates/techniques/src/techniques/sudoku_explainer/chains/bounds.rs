//! The least length of an argument, from how many steps of a screen its ends take.
//!
//! An end that follows in `n` steps depends on at least `n` other literals; in a static closure on exactly so many.

use super::{
    bits::{ALL, Bits, WORDS},
    screen::Screen,
};

/// A closure: the number of its start, and whether this is true.
pub(super) type Start = (usize, bool);

impl Screen {
    /// The least number of literals of an argument for a literal in a closure.
    #[inline(always)]
    fn least(&self, (start, value): Start, number: usize, on: usize) -> u32 {
        let steps = self.followed[usize::from(value)].steps[on][number..].iter().step_by(self.count);
        let double = steps.take_while(|starts| starts[start / 64] >> (start % 64) & 1 == 0).count() as u32;
        1 + 2 * double + first_step(value, on)
    }

    /// Whether an argument for a literal in all closures may have at most `most` literals.
    pub fn is_within(&self, starts: &[Start], (number, on): (usize, bool), most: u32) -> bool {
        let mut sum = 0;
        starts.iter().all(|&start| {
            sum += self.least(start, number, usize::from(on));
            sum <= most
        })
    }

    /// The least number of literals of an argument for any literal in all closures. None if there is no such literal.
    pub fn least_common(&self, starts: &[Start]) -> Option<u32> {
        let mut least = None::<u32>;
        for on in [1, 0] {
            let mut common = ALL;
            for &(start, value) in starts {
                let of_start = self.followed[usize::from(value)].off_on[on][start];
                common.iter_mut().zip(of_start).for_each(|(common, of_start)| *common &= of_start);
            }
            for (word, mut rest) in common.into_iter().enumerate() {
                while rest != 0 {
                    let number = 64 * word + rest.trailing_zeros() as usize;
                    let sum = starts.iter().map(|&start| self.least(start, number, on)).sum();
                    least = Some(least.map_or(sum, |least| least.min(sum)));
                    rest &= rest - 1;
                }
            }
        }
        least
    }

    /// Calls `found` for each closure with a contradiction, with the least number of literals of an argument for it, ascending.
    pub fn contradictions(&self, value: bool, mut found: impl FnMut(usize, u32)) {
        let followed = &self.followed[usize::from(value)];
        let [off, on] = &followed.steps;
        let [offs, ons] = [off, on].map(|steps| steps.len() / self.count.max(1));
        let mut left = followed.contradictions;
        for sum in 0..(offs + ons).saturating_sub(1) {
            if left == [0; WORDS] {
                return;
            }
            let mut refuted: Bits = [0; WORDS];
            for first in sum.saturating_sub(offs - 1)..=sum.min(ons - 1) {
                let on = &on[first * self.count..][..self.count];
                let off = &off[(sum - first) * self.count..][..self.count];
                for (on, off) in on.iter().zip(off) {
                    (0..WORDS).for_each(|word| refuted[word] |= on[word] & off[word]);
                }
            }
            for (word, left) in left.iter_mut().enumerate() {
                let mut new = *left & refuted[word];
                *left &= !new;
                while new != 0 {
                    found(64 * word + new.trailing_zeros() as usize, 2 * sum as u32 + 3);
                    new &= new - 1;
                }
            }
        }
    }
}

/// The steps from a start to the first literals that are off, or on.
fn first_step(value: bool, on: usize) -> u32 {
    u32::from(usize::from(value) != on)
}

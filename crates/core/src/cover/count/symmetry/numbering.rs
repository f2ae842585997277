//! Numbers of the items of a rest that depend on its structure, and not on the order of its items and options.
//!
//! Every item has a color, a hash. Colors are refined: the new color of an item is a hash of its color and of the colors in its
//! options, until the number of different colors does not grow. Then one item of a color that several items have gets a color of its own,
//! and so on, until all colors are different. Their order numbers the items.
//!
//! Two rests that differ only in the order of their items usually get equal keys. If they do not, because items of
//! one color cannot be exchanged, or because two colors collide, they are counted separately. The count
//! does not depend on it, because keys contain the whole rest.
//!
//! Source for colors and their refinement: B. D. McKay and A. Piperno, *Practical graph isomorphism, II*, 2014.

use super::rest::Rest;
use crate::random::mixed;

/// All items of a color are tried if there are at most this many options for all of them together.
const MOST_TRIED: usize = 1 << 16;

/// Steps of an option that is put into a key.
const KEY_STEPS: usize = 8;

/// Numbers the items of rests, one after the other.
#[derive(Default)]
pub struct Numbering {
    colors: Vec<u64>,
    /// The colors after one item of a color has got a color of its own: of the current item, and of the best one.
    tried: Vec<u64>,
    best: Vec<u64>,
    sums: Vec<u64>,
    /// The colors, sorted.
    sorted: Vec<u64>,
    numbers: Vec<u16>,
    /// The work so far: a step is the sum of the colors of an option.
    pub steps: u64,
}

impl Numbering {
    /// Whether refined colors tell all items apart, so that no two of them can be exchanged.
    pub fn is_rigid(&mut self, rest: &Rest) -> bool {
        self.start(rest);
        self.refine(rest) == rest.items
    }

    /// The key of a rest.
    pub fn key(&mut self, rest: &Rest) -> Box<[u16]> {
        self.start(rest);
        let mut different = self.refine(rest);
        while different < rest.items {
            different = self.divide(rest);
        }
        let mut order: Vec<u16> = (0..rest.items as u16).collect();
        order.sort_unstable_by_key(|&item| {
            (usize::from(item) >= rest.primary, self.colors[usize::from(item)])
        });
        self.numbers.resize(rest.items, 0);
        for (number, &item) in (0..).zip(&order) {
            self.numbers[usize::from(item)] = number;
        }
        self.steps += (KEY_STEPS * rest.len()) as u64;
        rest.key(&self.numbers)
    }

    /// Gives primary items one color, and the others another one.
    fn start(&mut self, rest: &Rest) {
        self.colors.clear();
        self.colors.extend((0..rest.items).map(|item| mixed(1 + u64::from(item < rest.primary))));
    }

    /// Gives one item of the color that the fewest items share a color of its own, and refines all. Returns the number of
    /// different colors.
    fn divide(&mut self, rest: &Rest) -> usize {
        let shared = self.sorted.chunk_by(|a, b| a == b).filter(|same| same.len() > 1);
        let Some((len, color)) = shared.map(|same| (same.len(), same[0])).min() else { return rest.items };
        let tried = if len * rest.len() <= MOST_TRIED { len } else { 1 };
        let before = std::mem::take(&mut self.colors);
        let mut least = (u64::MAX, 0);
        let same = (0..rest.items).filter(|&item| before[item] == color);
        for item in same.take(tried) {
            self.colors = std::mem::take(&mut self.tried);
            self.colors.clone_from(&before);
            self.colors[item] = mixed(color.wrapping_add(1));
            let different = self.refine(rest);
            let hash = self.sorted.iter().fold(0, |hash, &color| mixed(hash ^ color));
            self.tried = std::mem::take(&mut self.colors);
            if (hash, different) < least || least.1 == 0 {
                least = (hash, different);
                std::mem::swap(&mut self.tried, &mut self.best);
            }
        }
        self.colors = std::mem::replace(&mut self.best, before);
        self.sort();
        least.1
    }

    /// Refines the colors, and returns the number of different ones.
    fn refine(&mut self, rest: &Rest) -> usize {
        let mut different = 0;
        loop {
            self.sums.clear();
            self.sums.resize(rest.items, 0);
            for option in rest.options() {
                let colors = option.iter().map(|&item| self.colors[usize::from(item)]);
                let sum = mixed(colors.fold(0, u64::wrapping_add));
                for &item in option {
                    let sums = &mut self.sums[usize::from(item)];
                    *sums = sums.wrapping_add(sum);
                }
            }
            self.steps += rest.len() as u64;
            for (color, sum) in self.colors.iter_mut().zip(&self.sums) {
                *color = mixed(*color ^ sum.rotate_left(7));
            }
            self.sort();
            let before = std::mem::replace(&mut different, self.sorted.chunk_by(|a, b| a == b).count());
            if different == rest.items || different <= before {
                return different;
            }
        }
    }

    fn sort(&mut self) {
        self.sorted.clone_from(&self.colors);
        self.sorted.sort_unstable();
    }
}

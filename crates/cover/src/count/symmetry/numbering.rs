//! Numbers of the items of a subproblem that depend on its structure, and not on the order of its items and options.
//!
//! Every item has a label, a hash. Labels are refined: the new label of an item is a hash of its label and of the labels in its
//! options, until the number of different labels does not grow. Then one of several items with equal labels gets a label of its own,
//! and so on, until all labels are different. Their order numbers the items.
//!
//! Two subproblems that differ only in the order of their items usually get equal keys. If they do not, because items that share
//! a label cannot be exchanged, or because two labels collide, they are counted separately. The count
//! does not depend on it, because keys contain the whole subproblem.
//!
//! Source for labels, which it calls colors, and their refinement: B. D. McKay and A. Piperno, *Practical graph isomorphism, II*, 2014.

use super::subproblem::Subproblem;
use quadrille_base::random::mixed;

/// All items that share a label are tried if there are at most this many options for all of them together.
const MOST_TRIED: usize = 1 << 16;

/// Steps of an option that is put into a key.
const KEY_STEPS: usize = 8;

/// Numbers the items of subproblems, one after the other.
#[derive(Default)]
pub struct Numbering {
    labels: Vec<u64>,
    /// The labels after one of several items with equal labels got its own label: for the current item, and for the best one.
    tried: Vec<u64>,
    best: Vec<u64>,
    sums: Vec<u64>,
    /// The labels, sorted.
    sorted: Vec<u64>,
    numbers: Vec<u16>,
    /// The work so far: a step is the sum of the labels of an option.
    pub steps: u64,
}

impl Numbering {
    /// Whether refined labels tell all items apart, so that no two of them can be exchanged.
    pub fn is_rigid(&mut self, subproblem: &Subproblem) -> bool {
        self.start(subproblem);
        self.refine(subproblem) == subproblem.items
    }

    /// The key of a subproblem.
    pub fn key(&mut self, subproblem: &Subproblem) -> Box<[u16]> {
        self.start(subproblem);
        let mut different = self.refine(subproblem);
        while different < subproblem.items {
            different = self.divide(subproblem);
        }
        let mut order: Vec<u16> = (0..subproblem.items as u16).collect();
        order.sort_unstable_by_key(|&item| {
            (usize::from(item) >= subproblem.primary, self.labels[usize::from(item)])
        });
        self.numbers.resize(subproblem.items, 0);
        for (number, &item) in (0..).zip(&order) {
            self.numbers[usize::from(item)] = number;
        }
        self.steps += (KEY_STEPS * subproblem.len()) as u64;
        subproblem.key(&self.numbers)
    }

    /// Gives primary items one label, and the others another one.
    fn start(&mut self, subproblem: &Subproblem) {
        self.labels.clear();
        self.labels.extend((0..subproblem.items).map(|item| mixed(1 + u64::from(item < subproblem.primary))));
    }

    /// Gives one item of the label that the fewest items share a label of its own, and refines all. Returns the number of
    /// different labels.
    fn divide(&mut self, subproblem: &Subproblem) -> usize {
        let shared = self.sorted.chunk_by(|a, b| a == b).filter(|same| same.len() > 1);
        let Some((len, label)) = shared.map(|same| (same.len(), same[0])).min() else {
            return subproblem.items;
        };
        let tried = if len * subproblem.len() <= MOST_TRIED { len } else { 1 };
        let before = std::mem::take(&mut self.labels);
        let mut least = (u64::MAX, 0);
        let same = (0..subproblem.items).filter(|&item| before[item] == label);
        for item in same.take(tried) {
            self.labels = std::mem::take(&mut self.tried);
            self.labels.clone_from(&before);
            self.labels[item] = mixed(label.wrapping_add(1));
            let different = self.refine(subproblem);
            let hash = self.sorted.iter().fold(0, |hash, &label| mixed(hash ^ label));
            self.tried = std::mem::take(&mut self.labels);
            if (hash, different) < least || least.1 == 0 {
                least = (hash, different);
                std::mem::swap(&mut self.tried, &mut self.best);
            }
        }
        self.labels = std::mem::replace(&mut self.best, before);
        self.sort();
        least.1
    }

    /// Refines the labels, and returns the number of different ones.
    fn refine(&mut self, subproblem: &Subproblem) -> usize {
        let mut different = 0;
        loop {
            self.sums.clear();
            self.sums.resize(subproblem.items, 0);
            for option in subproblem.options() {
                let labels = option.iter().map(|&item| self.labels[usize::from(item)]);
                let sum = mixed(labels.fold(0, u64::wrapping_add));
                for &item in option {
                    let sums = &mut self.sums[usize::from(item)];
                    *sums = sums.wrapping_add(sum);
                }
            }
            self.steps += subproblem.len() as u64;
            for (label, sum) in self.labels.iter_mut().zip(&self.sums) {
                *label = mixed(*label ^ sum.rotate_left(7));
            }
            self.sort();
            let before = std::mem::replace(&mut different, self.sorted.chunk_by(|a, b| a == b).count());
            if different == subproblem.items || different <= before {
                return different;
            }
        }
    }

    fn sort(&mut self) {
        self.sorted.clone_from(&self.labels);
        self.sorted.sort_unstable();
    }
}

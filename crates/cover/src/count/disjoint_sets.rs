//! Disjoint sets that are merged: a union–find structure.

/// Sets of the numbers below a length. At first each number is alone in its set.
pub struct DisjointSets {
    /// A smaller member of the same set, or the number itself.
    parents: Vec<u32>,
}

impl DisjointSets {
    /// The length is at most 2³².
    pub fn new(len: usize) -> DisjointSets {
        DisjointSets { parents: (0..len).map(|number| number as u32).collect() }
    }

    /// The least member of the set of a number.
    pub fn least(&mut self, number: usize) -> usize {
        let mut at = number as u32;
        while self.parents[at as usize] != at {
            let parent = self.parents[at as usize];
            self.parents[at as usize] = self.parents[parent as usize];
            at = self.parents[at as usize];
        }
        at as usize
    }

    /// Merges the sets of two numbers.
    pub fn merge(&mut self, a: usize, b: usize) {
        let (a, b) = (self.least(a), self.least(b));
        self.parents[a.max(b)] = a.min(b) as u32;
    }
}

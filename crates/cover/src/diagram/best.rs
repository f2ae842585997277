//! The solutions of lowest and of highest cost.

use super::CoverDiagram;
use super::search::{BOTTOM, TOP};

impl CoverDiagram {
    /// A solution of lowest cost, and its cost: the sum of the [costs](crate::Cover::set_cost) of its options.
    /// `None` if the problem has no solution.
    ///
    /// If no option of the problem has a cost other than 0, every option costs 1, so this is a solution with the fewest
    /// options. If several are equal, it is the one that [`solutions`](Self::solutions) gives first. The options
    /// ascend.
    ///
    /// O(n) for n nodes.
    ///
    /// ```
    /// use quadrille::cover::{Cover, CoverDiagram};
    ///
    /// let mut cover = Cover::new(2);
    /// for items in [&[0, 1][..], &[0], &[1]] {
    ///     cover.add(items)?;
    /// }
    /// let diagram = CoverDiagram::build(&cover)?;
    /// assert_eq!(diagram.lowest_cost(), Some((1, vec![0])));
    /// assert_eq!(diagram.highest_cost(), Some((2, vec![1, 2])));
    /// cover.set_cost(0, 9)?;
    /// cover.set_cost(1, 4)?;
    /// assert_eq!(CoverDiagram::build(&cover)?.lowest_cost(), Some((4, vec![1, 2])));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lowest_cost(&self) -> Option<(u64, Vec<usize>)> {
        self.best(|with, without| with <= without)
    }

    /// As [`lowest_cost`](Self::lowest_cost), a solution of highest cost.
    pub fn highest_cost(&self) -> Option<(u64, Vec<usize>)> {
        self.best(|with, without| with >= without)
    }

    /// The best solution; `is_better` compares one with an option to one without it.
    fn best(&self, is_better: impl Fn(u64, u64) -> bool) -> Option<(u64, Vec<usize>)> {
        if self.is_empty() {
            return None;
        }
        // The costs of all options of a problem add up to less than 2⁶⁴.
        let mut costs = vec![0u64; self.nodes.len()];
        for (id, node) in self.nodes.iter() {
            let with = costs[node.hi as usize] + self.costs[node.option as usize];
            let without = costs[node.lo as usize];
            let takes = node.lo == BOTTOM || is_better(with, without);
            costs[id as usize] = if takes { with } else { without };
        }
        let (mut at, mut options) = (self.root, Vec::new());
        while at != TOP {
            let node = self.nodes.node(at);
            let with = costs[node.hi as usize] + self.costs[node.option as usize];
            let takes = node.lo == BOTTOM || is_better(with, costs[node.lo as usize]);
            if takes {
                options.push(node.option as usize);
            }
            at = if takes { node.hi } else { node.lo };
        }
        options.sort_unstable();
        Some((costs[self.root as usize], options))
    }
}

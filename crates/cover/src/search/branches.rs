//! Dividing a search into branches.

use super::solver::CoverSolver;
use std::collections::VecDeque;

/// A branch of a search tree: the solutions that contain certain options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Branch {
    options: Vec<usize>,
}

impl CoverSolver {
    /// Divides the search into at least `wanted` branches, unless the tree is smaller, so that each solution
    /// is in exactly one. Ends the search in progress.
    ///
    /// The number of branches is below `wanted` plus the number of options of one item. The same problem and
    /// number give the same branches, whichever solver divides it.
    pub(crate) fn branches(&mut self, wanted: usize) -> Vec<Branch> {
        let (mut done, mut open) = (Vec::new(), VecDeque::from([Branch::default()]));
        // One branch at a time: a whole level may have as many as the product of two items' options.
        while done.len() + open.len() < wanted
            && let Some(branch) = open.pop_front()
        {
            self.begin(&branch);
            match self.next_options() {
                None => done.push(branch),
                Some(options) => open.extend(options.into_iter().map(|option| {
                    let mut options = branch.options.clone();
                    options.push(option);
                    Branch { options }
                })),
            }
        }
        done.extend(open);
        self.restart();
        done
    }

    /// Goes to the root of a branch of the same problem. The search then ends where the branch ends.
    pub(crate) fn begin(&mut self, branch: &Branch) {
        self.restart();
        for &option in &branch.options {
            // This makes the forced moves before the choice.
            self.next_options();
            self.choose(option);
        }
    }
}

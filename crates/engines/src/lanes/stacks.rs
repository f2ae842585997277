//! The open branches of the lanes.

use super::vector::PuzzleState;

/// The largest number of open branches of a lane. The first branch on a digit of a band leaves it at most two
/// placements there, and the second leaves one: two for each digit of three bands and three stacks.
const MAX_BRANCHES: usize = 2 * 9 * 6;

/// A stack of states for every lane.
///
/// States of the same depth are next to each other, and the memory is written only as deep as a search has been: most
/// need a few states of the 108, and to write all of them costs 80 page faults when an engine is created.
pub(super) struct Stacks {
    lanes: usize,
    /// The capacity holds all states, so that it is never allocated again.
    states: Vec<PuzzleState>,
}

impl Stacks {
    pub(super) fn new(lanes: usize) -> Stacks {
        Stacks { lanes, states: Vec::with_capacity(lanes * MAX_BRANCHES) }
    }

    /// The place of a state that is written next.
    #[inline(always)]
    pub(super) fn push(&mut self, lane: usize, depth: usize) -> &mut PuzzleState {
        let i = depth * self.lanes + lane;
        if i >= self.states.len() {
            self.deepen(depth);
        }
        &mut self.states[i]
    }

    #[cold]
    fn deepen(&mut self, depth: usize) {
        debug_assert!(depth < MAX_BRANCHES);
        self.states.resize((depth + 1) * self.lanes, PuzzleState([0; PuzzleState::WORDS]));
    }

    /// A state that was written.
    #[inline(always)]
    pub(super) fn get(&self, lane: usize, depth: usize) -> &PuzzleState {
        &self.states[depth * self.lanes + lane]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_are_kept_and_nothing_is_allocated_again() {
        let mut stacks = Stacks::new(3);
        let at = stacks.states.as_ptr();
        for depth in 0..MAX_BRANCHES {
            assert_eq!(stacks.states.len(), 3 * depth, "written only as deep as needed");
            for lane in 0..3 {
                stacks.push(lane, depth).0[0] = (10 * depth + lane) as u32;
            }
        }
        for depth in 0..MAX_BRANCHES {
            (0..3).for_each(|lane| assert_eq!(stacks.get(lane, depth).0[0], (10 * depth + lane) as u32));
        }
        assert_eq!(stacks.states.as_ptr(), at);
    }
}

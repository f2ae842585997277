//! When a search hands over to a narrower one.
//!
//! Preparing a narrower matrix costs as much as some dozens of nodes, and the size of the remainder is known only
//! afterwards. So a search remembers how many nodes the last remainders had. While these are few, it continues by
//! itself, except for one remainder in many. It counts nodes, not time, and solutions and nodes are the same in any
//! matrix.
//!
//! All solutions, ms (Zen 5 with AVX-512, 2026-11-23):
//!
//! | hand-over | pentominoes 6×10 | 8×8 with a hole | Langford 12 | 13 queens |
//! | --- | ---: | ---: | ---: | ---: |
//! | always at a quarter of the width | 595 | 51 | 78 | 41 |
//! | never from four words to one | 498 | 44 | 93 | 51 |
//! | never | 261 | 24 | 95 | 50 |
//! | as here, 16 nodes, one in 16 | 331 | 28 | 77 | 41 |
//! | as here, 32 nodes, one in 64 | 283 | 23 | 75 | 40 |
//! | as here, 64 nodes, one in 64 | 300 | 22 | 97 | 42 |

/// Fewest nodes of a remainder that is worth a matrix.
const WORTH: u64 = 32;
/// One in this number of remainders that are probably not worth a matrix still gets one.
const PROBE: u32 = 64;
/// Nodes of a remainder beyond this number are not counted, so that one large remainder does not hide many small
/// ones.
const MOST: u64 = 4096;

/// A search's statistics of the remainders that it handed over.
#[derive(Debug)]
pub(super) struct HandOver {
    /// The nodes of the search when the current remainder began; `None` if no remainder is in progress.
    begun: Option<u64>,
    /// Eight times the mean number of nodes of the last remainders.
    average: u64,
    /// The branch points of the state that was kept; branch points below it belong to the same remainder.
    kept_at: usize,
    kept: u32,
}

impl Default for HandOver {
    fn default() -> HandOver {
        HandOver { begun: None, average: 8 * WORTH, kept_at: usize::MAX, kept: 0 }
    }
}

impl HandOver {
    /// Begins another search; the statistics of remainders stay.
    pub fn restart(&mut self) {
        (self.begun, self.kept_at) = (None, usize::MAX);
    }

    /// The search is at a state that is too large to hand over: a state that was kept before belongs to another
    /// remainder.
    #[inline(always)]
    pub fn forget_kept(&mut self) {
        self.kept_at = usize::MAX;
    }

    /// Decides whether to hand over a small state with this number of branch points above it.
    #[inline(always)]
    pub fn take(&mut self, depth: usize, nodes: u64) -> bool {
        depth <= self.kept_at && self.decide(depth, nodes)
    }

    #[inline(never)]
    fn decide(&mut self, depth: usize, nodes: u64) -> bool {
        if self.average < 8 * WORTH {
            self.kept = (self.kept + 1) % PROBE;
            if self.kept != 0 {
                self.kept_at = depth;
                return false;
            }
        }
        self.begun = Some(nodes);
        true
    }

    /// The search continues; if a remainder was handed over, it has ended.
    #[inline(always)]
    pub fn end(&mut self, nodes: u64) {
        if let Some(begun) = self.begun.take() {
            self.average = self.average - self.average / 8 + (nodes - begun).min(MOST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many of 640 remainders of this many nodes are handed over.
    fn handed_over(hand_over: &mut HandOver, nodes: u64) -> usize {
        let offered = (0..640).filter(|_| {
            let handed_over = hand_over.take(3, 1_000);
            hand_over.end(1_000 + nodes);
            handed_over
        });
        offered.count()
    }

    #[test]
    fn remainders_with_few_nodes_are_handed_over_now_and_then() {
        let mut hand_over = HandOver::default();
        assert_eq!(handed_over(&mut hand_over, 100), 640);
        assert!((10..40).contains(&handed_over(&mut hand_over, 5)));
        assert_eq!(handed_over(&mut hand_over, 5), 10);
        // A remainder that is worth it is noticed.
        assert!(handed_over(&mut hand_over, 100_000) > 500);
    }

    #[test]
    fn a_remainder_that_was_kept_is_not_offered_again() {
        let mut hand_over = HandOver { average: 0, ..HandOver::default() };
        assert!(!hand_over.take(3, 0));
        assert!((0..200).all(|_| !hand_over.take(4, 0)));
        let next = (0..PROBE).filter(|_| hand_over.take(3, 0));
        assert_eq!(next.count(), 1);
        hand_over.restart();
        hand_over.average = 8 * WORTH;
        assert!(hand_over.take(9, 0));
    }
}

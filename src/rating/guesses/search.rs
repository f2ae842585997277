//! The search of one board: what to guess, and the count.

use super::{
    Guesses,
    board::{Board, Placements, Tasks},
    fields::{THREE, in_three},
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Guesses between two looks at the stop flag.
const STOP_CHECK_INTERVAL: u64 = 1024;

/// The largest number of open guesses: each one leaves a digit one placement in its line.
const MAX_OPEN: usize = 54;

/// A guess of which the second half is open: the board before it, and the placement that was tried.
type Open = (Board, usize, Placements);

/// The memory of a search.
pub(super) struct Search {
    open: Vec<Open>,
    tasks: Tasks,
}

impl Search {
    pub(super) fn new() -> Search {
        Search { open: Vec::with_capacity(MAX_OPEN), tasks: Vec::with_capacity(256) }
    }

    /// Counts the guesses until `limit` solutions are found or none is left. Returns whether it was not stopped.
    #[inline(always)]
    pub(super) fn count(
        &mut self,
        givens: &[u8; 81],
        limit: u64,
        stop: &AtomicBool,
        counts: &mut Guesses,
    ) -> bool {
        let Search { open, tasks } = self;
        *counts = Guesses::default();
        open.clear();
        let Some(mut board) = Board::new(givens, tasks) else { return true };
        loop {
            if let Some((line, digit)) = branch(&board) {
                if counts.guesses % STOP_CHECK_INTERVAL == 0 && stop.load(Relaxed) {
                    return false;
                }
                counts.guesses += 1;
                let (first, others) = halves(&board.lines[line], digit);
                open.push((board.clone(), line, first));
                if board.remove(line, others, tasks) {
                    continue;
                }
            } else {
                counts.solutions += 1;
                if counts.solutions >= limit {
                    return true;
                }
            }
            loop {
                let Some((before, line, first)) = open.pop() else { return true };
                board = before;
                if board.remove(line, first, tasks) {
                    break;
                }
            }
        }
    }
}

/// The first placement of a digit in a line, and its other ones.
#[inline(always)]
fn halves([up, down]: &Placements, digit: u64) -> (Placements, Placements) {
    let [up, down] = [up, down].map(|word| word & in_three(digit));
    if up != 0 {
        let first = up & up.wrapping_neg();
        return ([first, 0], [up ^ first, down]);
    }
    // Of these, the solver tries the one with the last row in the first box first.
    let last = down >> 32 << 32;
    let first = if last != 0 { last } else { down & down.wrapping_neg() };
    ([0, first], [0, down ^ first])
}

/// The line and the digit to guess a placement of; `None` if every line is settled.
///
/// The line is the one with the fewest placements, but ten at least, the first of equals. The digit is the lowest with two
/// placements there, else the lowest with three, else the lowest with more.
#[inline(always)]
fn branch(board: &Board) -> Option<(usize, u64)> {
    let mut least = (u32::MAX, 0);
    for (i, [up, down]) in board.lines.iter().enumerate() {
        // A line with fewer than ten is the largest number.
        let size = (up.count_ones() + down.count_ones()).wrapping_sub(10);
        least = if size < least.0 { (size, i) } else { least };
    }
    if least.0 > 44 {
        return None;
    }
    let [up, down] = board.lines[least.1].map(|word| [word, word >> 16, word >> 32]);
    let mut at_least = [0; 4];
    for digits in [up, down].as_flattened() {
        for i in (1..4).rev() {
            at_least[i] |= at_least[i - 1] & digits;
        }
        at_least[0] |= digits & THREE;
    }
    let [_, two, three, four] = at_least.map(|digits| digits & 0x1FF);
    let (two, three) = (two & !three, three & !four);
    let digits = if two != 0 {
        two
    } else if three != 0 {
        three
    } else {
        four
    };
    Some((least.1, digits & digits.wrapping_neg()))
}

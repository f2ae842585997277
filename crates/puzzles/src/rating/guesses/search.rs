//! The search of one board: the choice of the guess, and the count.

use super::{
    board::{Board, LINES, Placements, Tasks},
    counts::Guesses,
    fields::{THREE, in_three},
    rules::{Kernel, Rules},
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Guesses between two checks of the stop flag.
const STOP_CHECK_INTERVAL: u64 = 1024;

/// The largest number of open guesses: each one leaves a digit with one placement in its line.
const MAX_OPEN: usize = 54;

/// A guess whose second half is open: the board before it, and the placement that was tried.
#[derive(Clone)]
struct Open {
    board: Board,
    line: usize,
    tried: Placements,
}

/// The memory of a search.
pub(super) struct GuessSearch {
    /// The first `depth` of these are open.
    open: Box<[Open]>,
    depth: usize,
    tasks: Tasks,
}

impl GuessSearch {
    pub(super) fn new() -> GuessSearch {
        let open = Open { board: Board::EMPTY, line: 0, tried: [0; 2] };
        GuessSearch { open: vec![open; MAX_OPEN].into(), depth: 0, tasks: Tasks::new() }
    }
}

/// The input and output of a count.
pub(super) struct Count<'a> {
    pub(super) search: &'a mut GuessSearch,
    pub(super) givens: &'a [u8],
    pub(super) limit: u64,
    pub(super) stop: &'a AtomicBool,
    pub(super) out: &'a mut [Guesses],
}

impl Kernel for Count<'_> {
    /// Counts every puzzle. Returns whether it was not stopped.
    #[inline(always)]
    fn run(self, rules: impl Rules) -> bool {
        let Count { search, givens, limit, stop, out } = self;
        let (puzzles, _) = givens.as_chunks();
        // A closure would be compiled without the instruction set.
        for (givens, counts) in puzzles.iter().zip(out) {
            if !search.count(rules, givens, limit, stop, counts) {
                return false;
            }
        }
        true
    }
}

impl GuessSearch {
    /// Counts the guesses until `limit` solutions are found or none is left. Returns whether it was not stopped.
    #[inline(always)]
    fn count(
        &mut self,
        rules: impl Rules,
        givens: &[u8; 81],
        limit: u64,
        stop: &AtomicBool,
        counts: &mut Guesses,
    ) -> bool {
        *counts = Guesses::default();
        if stop.load(Relaxed) {
            return false;
        }
        self.depth = 0;
        let Some(mut board) = Board::new(rules, givens, &mut self.tasks) else { return true };
        loop {
            if let Some((line, digit)) = branch(&board) {
                counts.guesses += 1;
                if counts.guesses.is_multiple_of(STOP_CHECK_INTERVAL) && stop.load(Relaxed) {
                    return false;
                }
                let (tried, others) = halves(board.placements(line), digit);
                let open = &mut self.open[self.depth];
                open.board.clone_from(&board);
                (open.line, open.tried) = (line, tried);
                self.depth += 1;
                if board.remove(rules, line, others, &mut self.tasks) {
                    continue;
                }
            } else {
                counts.solutions += 1;
                if counts.solutions >= limit {
                    return true;
                }
            }
            if !self.pop(rules, &mut board) {
                return true;
            }
        }
    }

    /// Continues with the youngest open guess that is not a contradiction. Returns whether one was left.
    #[inline(always)]
    fn pop(&mut self, rules: impl Rules, board: &mut Board) -> bool {
        while self.depth > 0 {
            self.depth -= 1;
            let open = &self.open[self.depth];
            board.clone_from(&open.board);
            if board.remove(rules, open.line, open.tried, &mut self.tasks) {
                return true;
            }
        }
        false
    }
}

/// The first placement of a digit in a line, and its other ones.
#[inline(always)]
fn halves([up, down]: Placements, digit: u64) -> (Placements, Placements) {
    let [up, down] = [up, down].map(|word| word & in_three(digit));
    if up != 0 {
        let first = up & up.wrapping_neg();
        return ([first, 0], [up ^ first, down]);
    }
    // The solver first tries the one with the last row in the first box.
    let last = down >> 32 << 32;
    let first = if last != 0 { last } else { down & down.wrapping_neg() };
    ([0, first], [0, down ^ first])
}

/// The line and the digit to guess a placement of; `None` if every line is settled.
///
/// The line is the one with the fewest placements, at least ten, the first of equals. The digit is the lowest with two
/// placements there, else the lowest with three, else the lowest with more.
#[inline(always)]
fn branch(board: &Board) -> Option<(usize, u64)> {
    let mut least = (u32::MAX, 0);
    for i in 0..LINES {
        let [up, down] = board.placements(i);
        // A line with fewer than ten is the largest number.
        let size = (up.count_ones() + down.count_ones()).wrapping_sub(10);
        least = if size < least.0 { (size, i) } else { least };
    }
    if least.0 > 44 {
        return None;
    }
    let [up, down] = board.placements(least.1).map(|word| [word, word >> 16, word >> 32]);
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

//! The search of one board: what to guess, and the count.

use super::{
    Guesses,
    board::{Board, Placements},
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Guesses between two looks at the stop flag.
const STOP_CHECK_INTERVAL: u64 = 1024;

/// The open guesses of a search. Every guess settles a digit in a band or stack, so there are 54 at most.
pub(super) type Open = Vec<(Board, usize, Placements)>;

/// The largest number of open guesses.
pub(super) const MAX_OPEN: usize = 54;

/// Counts the guesses until `limit` solutions are found or none is left. Returns whether it was not stopped.
pub(super) fn count(
    board: Option<Board>,
    limit: u64,
    open: &mut Open,
    stop: &AtomicBool,
    counts: &mut Guesses,
) -> bool {
    open.clear();
    *counts = Guesses::default();
    let mut next = board;
    loop {
        while let Some(mut board) = next {
            let Some((line, digit)) = branch(&board) else {
                counts.solutions += 1;
                if counts.solutions >= limit {
                    return true;
                }
                break;
            };
            if counts.guesses % STOP_CHECK_INTERVAL == 0 && stop.load(Relaxed) {
                return false;
            }
            counts.guesses += 1;
            let mut others = board.lines[line].map(|digits| digits & digit);
            let first = others.iter().position(|&digits| digits != 0).unwrap_or(0);
            let mut only = [0; 6];
            only[first] = std::mem::take(&mut others[first]);
            open.push((board.clone(), line, only));
            next = board.remove(line, &others).then_some(board);
        }
        let Some((mut board, line, placements)) = open.pop() else { return true };
        next = board.remove(line, &placements).then_some(board);
    }
}

/// The line and the digit to guess a placement of; `None` if every line is settled.
///
/// The line is the one with the fewest placements, but ten at least, the first of equals. The digit is the lowest with two
/// placements there, else the lowest with three, else the lowest with more.
fn branch(board: &Board) -> Option<(usize, u16)> {
    let size = |line: &Placements| line.iter().map(|digits| digits.count_ones()).sum::<u32>();
    let open = board.lines.iter().enumerate().map(|(i, line)| (size(line), i)).filter(|line| line.0 >= 10);
    let (_, line) = open.min()?;
    let mut at_least = [0; 4];
    for digits in board.lines[line] {
        for i in (1..4).rev() {
            at_least[i] |= at_least[i - 1] & digits;
        }
        at_least[0] |= digits;
    }
    let [_, two, three, four] = at_least;
    let digits = [two & !three, three & !four, four].into_iter().find(|&digits| digits != 0)?;
    Some((line, digits & digits.wrapping_neg()))
}

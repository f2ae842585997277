//! The search of one board: what follows an update, the choice of the guess, and the count.

use super::{
    board::{Board, LINES, Placements},
    counts::Guesses,
    fields::{THREE, in_three},
    rules::Rules,
    tasks::{Code, LineTask, Tasks, is_wrong},
};

/// The largest number of open guesses: each one leaves a digit with one placement in its line.
const MAX_OPEN: usize = 54;

/// A guess whose second half is open: the board before it, and the placement that was tried.
struct Open {
    board: Board,
    line: usize,
    tried: Placements,
}

/// One search.
pub(super) struct Search {
    board: Board,
    /// The open guesses, with memory for the most.
    open: Vec<Open>,
    /// The place of the puzzle in the input.
    pub(super) place: usize,
    tasks: Tasks,
}

impl Search {
    pub(super) fn new() -> Search {
        Search { board: Board::EMPTY, tasks: Tasks::new(), open: Vec::with_capacity(MAX_OPEN), place: 0 }
    }

    /// Starts with a puzzle. Returns what is to be done next, like all that follow.
    #[inline(always)]
    pub(super) fn start(&mut self, givens: &[u8; 81], place: usize) -> Code {
        self.board.start(givens);
        self.open.clear();
        self.place = place;
        self.tasks.clear();
        for (line, last) in [(5, 0), (2, 0), (4, 2), (1, 2), (3, 1)] {
            self.tasks.push_line(line, last);
        }
        self.tasks.push_line(0, 1)
    }

    /// Finds out whether a task still changes its box.
    #[inline(always)]
    pub(super) fn check_box(&mut self, rules: impl Rules, code: Code) -> Code {
        let (task, left) = self.tasks.on_box(code);
        let changes = rules.changes(self.board.digits(task.number()), left);
        self.tasks.check_box(task, changes)
    }

    #[inline(always)]
    pub(super) fn update_box(&mut self, rules: impl Rules, code: Code) -> Code {
        let (task, left) = self.tasks.on_box(code);
        let pass = rules.update_box(&mut self.board, task.number(), left);
        self.tasks.replace_box(task, pass)
    }

    /// Finds out whether placements of a line are to be removed.
    #[inline(always)]
    pub(super) fn check_line(&mut self, code: Code) -> Code {
        let task = LineTask::new(code);
        let due = self.board.is_due(task.line());
        self.tasks.check_line(task, due)
    }

    #[inline(always)]
    pub(super) fn update_line(&mut self, rules: impl Rules, code: Code) -> Code {
        let task = LineTask::new(code);
        let changes = rules.update_line(&mut self.board, task.line(), &mut self.tasks);
        self.tasks.replace_line(task, changes)
    }

    /// Guesses where nothing is left to update, or continues with the youngest open guess. Returns nothing if
    /// nothing is left to search.
    #[inline(always)]
    pub(super) fn guess(&mut self, code: Code, limit: u64, counts: &mut Guesses) -> Option<Code> {
        if !is_wrong(code) {
            if let Some((line, digit)) = branch(&self.board) {
                counts.guesses += 1;
                let (tried, others) = halves(self.board.placements(line), digit);
                self.open.push(Open { board: self.board.clone(), line, tried });
                return Some(self.remove(line, others));
            }
            counts.solutions += 1;
            if counts.solutions >= limit {
                return None;
            }
        }
        let Open { board, line, tried } = self.open.pop()?;
        self.board = board;
        Some(self.remove(line, tried))
    }

    /// Removes placements of a line for good.
    #[inline(always)]
    fn remove(&mut self, line: usize, placements: Placements) -> Code {
        self.board.remove(line, placements);
        self.tasks.clear();
        self.tasks.push_line(line, 0)
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

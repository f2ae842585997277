//! The deductions inside a box and a line, for one instruction set.
//!
//! They have no jumps that depend on the board, because nothing would predict them.

use super::{
    board::{Board, BoxDigits, placements, rows},
    fields::{ALL, THREE, filled, in_three, others, singles, three_or_more},
    tasks::{BOXES, Pass, Tasks},
};

/// The rules, and the search with them.
pub(super) trait Rules: Copy {
    /// Whether something is removed from a box that keeps the digits in `left`.
    fn changes(self, digits: &BoxDigits, left: &BoxDigits) -> bool;

    /// Leaves a box these digits, and makes the deductions in the box once. What they exclude is removed from the box,
    /// and is left to be removed from its lines.
    fn update_box(self, board: &mut Board, number: usize, left: &BoxDigits) -> Pass;

    /// Removes the placements of a line that are to be removed, and says what it leaves in its boxes. Returns the set of
    /// boxes that change, as bits.
    fn update_line(self, board: &mut Board, line: usize, tasks: &mut Tasks) -> usize;

    /// Runs a kernel where the compiler may use the instruction set.
    fn run(self, kernel: impl Kernel) -> bool;
}

/// Code over the rules, inlined into the function that enables the instructions: [`run`](Self::run) and everything
/// that it calls is `#[inline(always)]`.
pub(super) trait Kernel {
    fn run(self, rules: impl Rules) -> bool;
}

/// The rules for any machine.
#[derive(Clone, Copy)]
pub(super) struct Portable;

impl Rules for Portable {
    #[inline(always)]
    fn changes(self, digits: &BoxDigits, left: &BoxDigits) -> bool {
        (0..4).fold(0, |removed, i| removed | digits[i] & !left[i]) != 0
    }

    #[inline(always)]
    fn update_box(self, board: &mut Board, number: usize, left: &BoxDigits) -> Pass {
        let digits = board.digits(number);
        for i in 0..4 {
            digits[i] &= left[i];
        }
        let (forced, wrong) = forced(digits);
        let (left, removed) = forced.leave();
        let again = self.changes(digits, &left);
        for i in 0..4 {
            digits[i] &= left[i];
        }
        let (band, stack) = (number / 3, number % 3);
        board.remove(band, placements(stack, removed[0]));
        board.remove(3 + stack, placements(band, removed[1]));
        let due = [band, 3 + stack].map(|line| board.is_due(line));
        Pass { wrong, again, due }
    }

    #[inline(always)]
    fn update_line(self, board: &mut Board, line: usize, tasks: &mut Tasks) -> usize {
        let words = board.line(line);
        let [mut up, mut down] = [words[0] & !words[2], words[1] & !words[3]];
        // Three digits for three cells are not in any other row of the box. This runs once; if it leaves three for
        // others, the next update notices.
        for (b, word) in rows([up, down]).into_iter().enumerate() {
            let [three, more] = three_or_more(word);
            let excess = placements(b, others(word & three & !more));
            up &= !excess[0];
            down &= !excess[1];
        }
        (words[0], words[1]) = (up, down);
        let mut changes = 0;
        for (b, rows) in rows([up, down]).into_iter().enumerate() {
            let (number, allowed) = (usize::from(BOXES[line % 8][b]), allowed(rows, line >= 3));
            changes |= usize::from(self.changes(board.digits(number), &allowed)) << b;
            *tasks.left(number, line >= 3) = allowed;
        }
        changes
    }

    #[inline(always)]
    fn run(self, kernel: impl Kernel) -> bool {
        kernel.run(self)
    }
}

/// The digits that a box can have if its rows have these digits, or its columns. The place without digits can have all.
#[inline(always)]
fn allowed(rows: u64, from_stack: bool) -> BoxDigits {
    let (elsewhere, top) = (others(rows), ALL & !THREE);
    if from_stack {
        return [rows | top, rows | top, rows | top, elsewhere | top];
    }
    let row = |r: u32| in_three(rows >> (16 * r) & 0xFFFF) | elsewhere >> (16 * r) << 48;
    [row(0), row(1), row(2), ALL]
}

/// The forced digits of a box.
struct Forced(BoxDigits);

/// The forced digits of a box, and whether a cell has no digit left, or more than three digits have to be in a row or column.
#[inline(always)]
fn forced(digits: &BoxDigits) -> (Forced, bool) {
    let [a, b, c, columns] = *digits;
    let elsewhere = a >> 48 | b >> 48 << 16 | c >> 48 << 32;
    let [three_rows, more_rows] = three_or_more(ALL & THREE & !elsewhere);
    let [three_columns, more_columns] = three_or_more(ALL & THREE & !columns);
    let cells = filled(a) & filled(b) & filled(c) & THREE;
    let wrong = more_rows | more_columns | cells ^ 0x7FFF_7FFF_7FFF != 0;
    // Digits with two places or more among the four of a column; `once_in_row` has the digits of rows.
    let twice = a & b | columns & c | (a | b) & (columns | c) | !THREE;
    let row = |word: u64, r: u32| {
        let full = (elsewhere & three_rows) >> (16 * r) << 48;
        (singles(word) & THREE) | once_in_row(word) | word & !twice | full
    };
    (Forced([row(a, 0), row(b, 1), row(c, 2), columns & (three_columns | !twice)]), wrong)
}

/// The digits that are in one field of a word alone.
#[inline(always)]
fn once_in_row(word: u64) -> u64 {
    let next = word.rotate_right(16);
    let (some, two) = (word | next, word & next);
    word & !(two | two.rotate_right(32) | some & some.rotate_right(32))
}

impl Forced {
    /// The remaining digits of the box: a cell keeps only its forced digits, which are removed everywhere else. And the
    /// rows and the columns that the digits do not have.
    #[inline(always)]
    fn leave(&self) -> (BoxDigits, [u64; 2]) {
        let Forced(forced) = self;
        let cells = [forced[0] & THREE, forced[1] & THREE, forced[2] & THREE];
        let in_row = cells.map(|row| (row | row >> 16 | row >> 32) & 0xFFFF);
        let in_column = cells[0] | cells[1] | cells[2];
        let all = in_three(in_row[0] | in_row[1] | in_row[2]);
        let rows = in_row[0] | in_row[1] << 16 | in_row[2] << 32;
        let removed = [
            others(rows) | forced[0] >> 48 | forced[1] >> 48 << 16 | forced[2] >> 48 << 32,
            others(in_column) | forced[3],
        ];
        let row = |r: usize| cells[r] | !(filled(cells[r]) | all | in_row[r] << 48);
        ([row(0), row(1), row(2), !in_column], removed)
    }
}

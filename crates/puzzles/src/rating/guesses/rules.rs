//! The deductions inside a box, for one instruction set.

use super::{
    boxes::{BoxDigits, BoxTask},
    fields::{ALL, THREE, filled, in_three, others, singles, three_or_more},
};

/// The rules of a box, and the search with them.
pub(super) trait Rules: Copy {
    /// Whether a task removes something from its box.
    fn changes(self, digits: &BoxDigits, task: &BoxTask) -> bool;

    /// Leaves a box the digits that a task allows, and then makes all deductions in the box. Returns the rows and
    /// the columns that digits do not have, or `None` if a contradiction was found.
    fn narrow(self, digits: &mut BoxDigits, task: &BoxTask) -> Option<[u64; 2]>;

    /// The fields with exactly three digits; the others are empty.
    fn threes(self, words: [u64; 3]) -> [u64; 3];

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
    fn changes(self, digits: &BoxDigits, task: &BoxTask) -> bool {
        removes(digits, &allowed(task))
    }

    #[inline(always)]
    fn narrow(self, digits: &mut BoxDigits, task: &BoxTask) -> Option<[u64; 2]> {
        let mut left = allowed(task);
        let mut removed = [0; 2];
        let mut now = *digits;
        loop {
            for i in 0..4 {
                now[i] &= left[i];
            }
            left = forced(&now)?.leave(&mut removed);
            if !removes(&now, &left) {
                break;
            }
        }
        *digits = now;
        Some(removed)
    }

    #[inline(always)]
    fn threes(self, words: [u64; 3]) -> [u64; 3] {
        words.map(|word| {
            let [three, more] = three_or_more(word);
            word & three & !more
        })
    }

    #[inline(always)]
    fn run(self, kernel: impl Kernel) -> bool {
        kernel.run(self)
    }
}

/// Whether something is removed from a box that keeps the digits in `left`.
#[inline(always)]
fn removes(digits: &BoxDigits, left: &BoxDigits) -> bool {
    (0..4).fold(0, |removed, i| removed | digits[i] & !left[i]) != 0
}

/// The digits that a task leaves in its box.
#[inline(always)]
fn allowed(task: &BoxTask) -> BoxDigits {
    let rows = task.rows;
    let elsewhere = others(rows);
    if task.from_stack {
        return [rows | ALL & !THREE, rows | ALL & !THREE, rows | ALL & !THREE, elsewhere];
    }
    let row = |r: u32| in_three(rows >> (16 * r) & 0xFFFF) | elsewhere >> (16 * r) << 48;
    [row(0), row(1), row(2), ALL & THREE]
}

/// The forced digits of a box.
struct Forced(BoxDigits);

/// `None` if a cell has no digit left, or more than three digits have to be in a row or column.
#[inline(always)]
fn forced(digits: &BoxDigits) -> Option<Forced> {
    let [a, b, c, columns] = *digits;
    let elsewhere = a >> 48 | b >> 48 << 16 | c >> 48 << 32;
    let [three_rows, more_rows] = three_or_more(ALL & THREE & !elsewhere);
    let [three_columns, more_columns] = three_or_more(ALL & THREE & !columns);
    let cells = filled(a) & filled(b) & filled(c) & THREE;
    if more_rows | more_columns != 0 || cells != 0x7FFF_7FFF_7FFF {
        return None;
    }
    // Digits with two places or more among the four of a column; `once_in_row` has the digits of rows.
    let twice = a & b | columns & c | (a | b) & (columns | c) | !THREE;
    let row = |word: u64, r: u32| {
        let full = (elsewhere & three_rows) >> (16 * r) << 48;
        (singles(word) & THREE) | once_in_row(word) | word & !twice | full
    };
    Some(Forced([row(a, 0), row(b, 1), row(c, 2), columns & (three_columns | !twice)]))
}

/// The digits that are in one field of a word alone.
#[inline(always)]
fn once_in_row(word: u64) -> u64 {
    let next = word.rotate_right(16);
    let (some, two) = (word | next, word & next);
    word & !(two | two.rotate_right(32) | some & some.rotate_right(32))
}

impl Forced {
    /// The remaining digits of the box: a cell keeps only its forced digits, which are removed everywhere else. Adds
    /// to `removed` the rows and the columns that the digits do not have.
    #[inline(always)]
    fn leave(&self, removed: &mut [u64; 2]) -> BoxDigits {
        let Forced(forced) = self;
        let cells = [forced[0] & THREE, forced[1] & THREE, forced[2] & THREE];
        let in_row = cells.map(|row| (row | row >> 16 | row >> 32) & 0xFFFF);
        let in_column = cells[0] | cells[1] | cells[2];
        let all = in_three(in_row[0] | in_row[1] | in_row[2]);
        let rows = in_row[0] | in_row[1] << 16 | in_row[2] << 32;
        removed[0] |= others(rows) | forced[0] >> 48 | forced[1] >> 48 << 16 | forced[2] >> 48 << 32;
        removed[1] |= others(in_column) | forced[3];
        let row = |r: usize| cells[r] | !(filled(cells[r]) | all | in_row[r] << 48);
        [row(0), row(1), row(2), !in_column]
    }
}

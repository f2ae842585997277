//! One board of the search, and what follows from the candidates that are removed.
//!
//! What is deduced, and in which order, is that of the solver whose guesses are counted. Its rule for three digits in
//! three cells is tried once for each change of a line, so another order may leave another board.

use super::fields::{ALL, THREE, filled, in_three, others, singles, three_or_more, turn};

/// A line is a band, 0 to 2, or a stack, 3 to 5.
pub(super) const LINES: usize = 6;

/// Where each digit can be in a line.
///
/// A digit of a band is once in each row and once in each box: it has one of six *placements*. In each of the two words,
/// field `r` is the placement with row `r` in the first box; in the first word the next boxes have the rows `r + 1` and
/// `r + 2`, in the second one `r + 2` and `r + 1`, modulo 3. In a stack it is columns for rows.
pub(super) type Placements = [u64; 2];

/// A box: a word for each row, and one for the columns.
///
/// The word of a row has its three cells and, in the fourth field, the digits that another row of the box can have. So each
/// digit is in one of the four. The last word has the digits that another column can have, for each column.
type BoxDigits = [u64; 4];

/// The state of a search.
#[derive(Clone)]
pub(super) struct Board {
    /// The placements of each line that are left.
    pub(super) lines: [Placements; LINES],
    /// Placements to be removed, or that have been.
    removed: [Placements; LINES],
    boxes: [BoxDigits; 9],
}

/// What is to be updated, the last one first.
pub(super) type Tasks = Vec<Task>;

#[derive(Clone, Copy)]
pub(super) enum Task {
    /// A line, and which of its boxes is the last to be updated.
    Line(usize, usize),
    /// Box `1` of line `0`, and the digits that its rows, or its columns in a stack, can still have.
    Box(usize, usize, u64),
}

/// The box of a line, from its top or its left.
#[inline(always)]
fn box_of(line: usize, b: usize) -> usize {
    if line < 3 { 3 * line + b } else { 3 * b + line - 3 }
}

/// The placements that give digits these rows in a box, or columns.
#[inline(always)]
fn placements(b: usize, rows: u64) -> Placements {
    let bits = 16 * b as u32;
    [turn(rows, [0, 32, 16][b]), turn(rows, bits)]
}

/// The rows that digits can have in each box of a band, or the columns in each box of a stack.
#[inline(always)]
fn rows([up, down]: Placements) -> [u64; 3] {
    [up | down, turn(up, 16) | turn(down, 32), turn(up, 32) | turn(down, 16)]
}

impl Board {
    /// A board without givens.
    const EMPTY: Board = Board {
        lines: [[ALL & THREE; 2]; LINES],
        removed: [[0; 2]; LINES],
        boxes: [[ALL, ALL, ALL, ALL & THREE]; 9],
    };

    /// The board of 81 cells, 0 for an empty one, with all that follows from its givens; `None` if a contradiction was
    /// found.
    #[inline(always)]
    pub(super) fn new(givens: &[u8; 81], tasks: &mut Tasks) -> Option<Board> {
        let mut board = Board::EMPTY;
        for (cell, &digit) in givens.iter().enumerate() {
            if digit != 0 {
                board.give(cell, 1 << digit >> 1);
            }
        }
        tasks.clear();
        tasks.extend(
            [(5, 0), (2, 0), (4, 2), (1, 2), (3, 1), (0, 1)].map(|(line, last)| Task::Line(line, last)),
        );
        board.update(tasks).then_some(board)
    }

    /// Puts a given into its box, and leaves its lines to be updated.
    #[inline(always)]
    fn give(&mut self, cell: usize, digit: u64) {
        let (row, column) = (cell / 9, cell % 9);
        let (r, c, band, stack) = (row % 3, column % 3, row / 3, column / 3);
        let digits = &mut self.boxes[3 * band + stack];
        let kept = digits[r] & digit << (16 * c);
        for row in &mut digits[..3] {
            *row &= !in_three(digit);
        }
        digits[r] = digits[r] & !(0xFFFF << (16 * c)) | kept;
        digits[r] &= !(digit << 48);
        digits[3] &= !(digit << (16 * c));
        self.keep_only(band, stack, digit << (16 * r));
        self.keep_only(3 + stack, band, digit << (16 * c));
    }

    /// Leaves digits only these rows in box `b` of a band, or columns in a stack.
    #[inline(always)]
    fn keep_only(&mut self, line: usize, b: usize, rows: u64) {
        let [up, down] = placements(b, others(rows));
        self.removed[line][0] |= up;
        self.removed[line][1] |= down;
    }

    /// Removes placements of a line for good. Returns whether no contradiction was found.
    #[inline(always)]
    pub(super) fn remove(&mut self, line: usize, [up, down]: Placements, tasks: &mut Tasks) -> bool {
        self.removed[line][0] |= up;
        self.removed[line][1] |= down;
        tasks.clear();
        tasks.push(Task::Line(line, 0));
        self.update(tasks)
    }

    /// Does all tasks, and what follows from them. Returns whether no contradiction was found.
    #[inline(always)]
    fn update(&mut self, tasks: &mut Tasks) -> bool {
        while let Some(task) = tasks.pop() {
            match task {
                Task::Line(line, last) => self.update_line(line, last, tasks),
                Task::Box(line, b, rows) => {
                    if !self.update_box(line, b, rows, tasks) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Takes over the removed placements of a line, and has its boxes updated.
    #[inline(always)]
    fn update_line(&mut self, line: usize, last: usize, tasks: &mut Tasks) {
        let ([up, down], removed) = (&mut self.lines[line], &self.removed[line]);
        if *up & removed[0] | *down & removed[1] == 0 {
            return;
        }
        *up &= !removed[0];
        *down &= !removed[1];
        // Three digits for three cells are in no other row of the box. Once: that this may leave three for others is
        // noticed the next time.
        let left = rows([*up, *down]);
        for b in 0..3 {
            let [three, more] = three_or_more(left[b]);
            let excess = placements(b, others(left[b] & three & !more));
            *up &= !excess[0];
            *down &= !excess[1];
        }
        let left = rows([*up, *down]);
        for b in [last, (last + 2) % 3, (last + 1) % 3] {
            tasks.push(Task::Box(line, b, left[b]));
        }
    }

    /// Leaves digits only these rows in a box of a band, or columns in a box of a stack; finds what follows in the box,
    /// and has its lines updated, that of the other direction first. Returns whether no contradiction was found.
    #[inline(always)]
    fn update_box(&mut self, line: usize, b: usize, rows: u64, tasks: &mut Tasks) -> bool {
        let number = box_of(line, b);
        let (band, stack) = (number / 3, number % 3);
        let digits = &mut self.boxes[number];
        let mut left = allowed(rows, line >= 3);
        if (0..4).all(|i| digits[i] & !left[i] == 0) {
            return true;
        }
        let mut removed = [0; 2];
        let mut now = *digits;
        loop {
            for i in 0..4 {
                now[i] &= left[i];
            }
            let Some(forced) = forced(&now) else { return false };
            left = forced.leave(&mut removed);
            if (0..4).all(|i| now[i] & !left[i] == 0) {
                break;
            }
        }
        *digits = now;
        for (line, b, rows) in [(band, stack, removed[0]), (3 + stack, band, removed[1])] {
            let [up, down] = placements(b, rows);
            self.removed[line][0] |= up;
            self.removed[line][1] |= down;
        }
        let tasks_of = [Task::Line(band, stack), Task::Line(3 + stack, band)];
        tasks.extend(if line < 3 { tasks_of } else { [tasks_of[1], tasks_of[0]] });
        true
    }
}

/// What the rows of the digits, or their columns, leave in a box.
#[inline(always)]
fn allowed(rows: u64, in_stack: bool) -> BoxDigits {
    let elsewhere = others(rows);
    if in_stack {
        return [rows | ALL & !THREE, rows | ALL & !THREE, rows | ALL & !THREE, elsewhere];
    }
    let row = |r: u32| in_three(rows >> (16 * r) & 0xFFFF) | elsewhere >> (16 * r) << 48;
    [row(0), row(1), row(2), ALL & THREE]
}

/// What has to be where it is in a box.
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
    // Digits with two places or more among the four of a column; rows have theirs in `once_in_row`.
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
    /// What is left in the box: the forced digits of a cell alone, and these nowhere else. Adds to `removed` the rows
    /// and the columns that the digits do not have.
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

//! One board of the search, and the consequences of removed candidates.
//!
//! The deductions and their order are the same as in the solver whose guesses are counted. Its rule for three digits
//! in three cells is tried once for each change of a line, so another order may lead to another board.

use super::{
    boxes::{BoxDigits, BoxTask},
    fields::{ALL, THREE, in_three, others, turn},
    rules::Rules,
};

/// A line is a band, 0 to 2, or a stack, 3 to 5.
pub(super) const LINES: usize = 6;

/// Where each digit can be in a line.
///
/// A digit of a band is once in each row and once in each box: it has one of six *placements*. In each of the two words,
/// field `r` is the placement with row `r` in the first box; in the first word the next boxes have the rows `r + 1` and
/// `r + 2`, in the second one `r + 2` and `r + 1`, modulo 3. In a stack it is columns for rows.
pub(super) type Placements = [u64; 2];

/// The state of a search.
#[derive(Clone)]
pub(super) struct Board {
    /// The placements of each line that are left, first all first words, then all second ones.
    ///
    /// Adjacent words of a line would be written one by one and then read as one vector, which stalls.
    lines: [[u64; LINES]; 2],
    /// Placements to be removed, or already removed.
    removed: [[u64; LINES]; 2],
    boxes: [BoxDigits; 9],
}

/// The boxes and lines to update, the last one first.
///
/// A line adds two boxes and a box one line each time that they lose something, so there are never more than
/// [`Tasks::MOST`].
pub(super) struct Tasks {
    /// A task is one word: parts that are written one by one and read together would stall.
    list: Box<[u64]>,
    len: usize,
}

impl Tasks {
    /// Two for each placement that a line can lose, one for each of 15 sets of digits of a box, and the first five.
    const MOST: usize = 2 * 54 * LINES + 9 * 15 * 9 + 5;

    pub(super) fn new() -> Tasks {
        Tasks { list: vec![0; Tasks::MOST].into(), len: 0 }
    }

    #[inline(always)]
    fn push(&mut self, task: u64) {
        self.list[self.len] = task;
        self.len += 1;
    }

    /// Adds a line, and which of its boxes is the last to be updated.
    #[inline(always)]
    fn push_line(&mut self, line: usize, last: usize) {
        self.push((line << 48 | last << 52 | 1 << 63) as u64);
    }

    #[inline(always)]
    fn push_box(&mut self, task: &BoxTask) {
        let place = task.band << 48 | task.stack << 52 | usize::from(task.from_stack) << 56;
        self.push(task.rows | place as u64);
    }

    #[inline(always)]
    fn pop(&mut self) -> Option<Task> {
        self.len = self.len.checked_sub(1)?;
        let task = self.list[self.len];
        let (first, second) = ((task >> 48) as usize & 3, (task >> 52) as usize & 3);
        Some(if task >> 63 != 0 {
            Task::Line((task >> 48) as usize & 7, second)
        } else {
            let from_stack = task >> 56 != 0;
            Task::Box(BoxTask { band: first, stack: second, from_stack, rows: task & THREE })
        })
    }
}

enum Task {
    Line(usize, usize),
    Box(BoxTask),
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
    pub(super) const EMPTY: Board = Board {
        lines: [[ALL & THREE; LINES]; 2],
        removed: [[0; LINES]; 2],
        boxes: [[ALL, ALL, ALL, ALL & THREE]; 9],
    };

    /// The board of 81 cells, 0 for an empty one, with all consequences of its givens; `None` if a contradiction was
    /// found.
    #[inline(always)]
    pub(super) fn new(rules: impl Rules, givens: &[u8; 81], tasks: &mut Tasks) -> Option<Board> {
        let mut board = Board::EMPTY;
        // Eight cells at a time, because a jump for each cell costs more than the givens.
        for (i, cells) in givens.as_chunks().0.iter().enumerate() {
            let cells = u64::from_le_bytes(*cells);
            let mut filled = (cells + 0x7F7F_7F7F_7F7F_7F7F) & 0x8080_8080_8080_8080;
            while filled != 0 {
                let at = filled.trailing_zeros() - 7;
                board.give(8 * i + at as usize / 8, 1 << (cells >> at & 0xF) >> 1);
                filled &= filled - 1;
            }
        }
        if givens[80] != 0 {
            board.give(80, 1 << givens[80] >> 1);
        }
        tasks.len = 0;
        for (line, last) in [(5, 0), (2, 0), (4, 2), (1, 2), (3, 1)] {
            tasks.push_line(line, last);
        }
        board.update(rules, 0, 1, tasks).then_some(board)
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
        self.removed[0][line] |= up;
        self.removed[1][line] |= down;
    }

    /// Removes placements of a line for good. Returns whether no contradiction was found.
    #[inline(always)]
    pub(super) fn remove(
        &mut self,
        rules: impl Rules,
        line: usize,
        [up, down]: Placements,
        tasks: &mut Tasks,
    ) -> bool {
        self.removed[0][line] |= up;
        self.removed[1][line] |= down;
        tasks.len = 0;
        self.update(rules, line, 0, tasks)
    }

    /// The placements of a line that are left.
    #[inline(always)]
    pub(super) fn placements(&self, line: usize) -> Placements {
        [self.lines[0][line], self.lines[1][line]]
    }

    /// Whether placements of a line are to be removed.
    #[inline(always)]
    fn is_due(&self, line: usize) -> bool {
        let (left, removed) = (&self.lines, &self.removed);
        left[0][line] & removed[0][line] | left[1][line] & removed[1][line] != 0
    }

    /// Updates a line, and does all tasks and their consequences. Returns whether no contradiction was found.
    ///
    /// A line and its first box, or a box and its first line, follow each other without the list of tasks. A task
    /// that would change nothing now would not change anything later either, because everything that is added later
    /// is done first.
    #[inline(always)]
    fn update(&mut self, rules: impl Rules, mut line: usize, mut last: usize, tasks: &mut Tasks) -> bool {
        loop {
            let mut task =
                if self.is_due(line) { Some(self.update_line(rules, line, last, tasks)) } else { None };
            (line, last) = loop {
                if let Some(task) = task
                    && self.changes(rules, &task)
                {
                    if !self.update_box(rules, &task) {
                        return false;
                    }
                    if let Some(due) = self.due(&task, tasks) {
                        break due;
                    }
                }
                task = match tasks.pop() {
                    None => return true,
                    Some(Task::Line(line, last)) => break (line, last),
                    Some(Task::Box(task)) => Some(task),
                };
            }
        }
    }

    /// The line of a box that is to be updated now; the other one, if it is due, is added to the tasks.
    #[inline(always)]
    fn due(&self, task: &BoxTask, tasks: &mut Tasks) -> Option<(usize, usize)> {
        let (band, stack) = (task.band, task.stack);
        let lines = [(band, stack), (3 + stack, band)];
        let [first, second] = if task.from_stack { lines } else { [lines[1], lines[0]] };
        if !self.is_due(first.0) {
            return self.is_due(second.0).then_some(second);
        }
        if self.is_due(second.0) {
            tasks.push_line(second.0, second.1);
        }
        Some(first)
    }

    /// Whether a task removes something from its box.
    #[inline(always)]
    fn changes(&self, rules: impl Rules, task: &BoxTask) -> bool {
        rules.changes(&self.boxes[task.number()], task)
    }

    /// Takes over the removed placements of a line. Returns the first of its boxes that is to be updated; the others
    /// are added to the tasks.
    #[inline(always)]
    fn update_line(&mut self, rules: impl Rules, line: usize, last: usize, tasks: &mut Tasks) -> BoxTask {
        let [mut up, mut down] = self.placements(line);
        up &= !self.removed[0][line];
        down &= !self.removed[1][line];
        // Three digits for three cells are not in any other row of the box. This runs once; if it leaves three for
        // others, the next update notices.
        let full = rules.threes(rows([up, down]));
        for (b, &full) in full.iter().enumerate() {
            let excess = placements(b, others(full));
            up &= !excess[0];
            down &= !excess[1];
        }
        (self.lines[0][line], self.lines[1][line]) = (up, down);
        let left = rows([up, down]);
        let [second, third] = [AFTER[last][1], last].map(|b| BoxTask::new(line, b, left[b]));
        tasks.push_box(&third);
        tasks.push_box(&second);
        let first = AFTER[last][0];
        BoxTask::new(line, first, left[first])
    }

    /// Does a task that changes its box, finds the consequences in the box, and the placements to remove from its
    /// lines. Returns whether no contradiction was found.
    #[inline(always)]
    fn update_box(&mut self, rules: impl Rules, task: &BoxTask) -> bool {
        let Some(removed) = rules.narrow(&mut self.boxes[task.number()], task) else { return false };
        let (band, stack) = (task.band, task.stack);
        for (line, b, rows) in [(band, stack, removed[0]), (3 + stack, band, removed[1])] {
            let [up, down] = placements(b, rows);
            self.removed[0][line] |= up;
            self.removed[1][line] |= down;
        }
        true
    }
}

/// The next two boxes of a line, around its end.
const AFTER: [[usize; 2]; 3] = [[1, 2], [2, 0], [0, 1]];

//! The boxes and lines to update.

use super::board::{BoxDigits, LINES};
use std::hint::select_unpredictable;

/// The next step of a search: to find out whether a task still changes its box.
pub(super) const CHECK_BOX: usize = 0;
/// To update a box that a task changes.
pub(super) const BOX: usize = 1;
/// To find out whether placements of a line are to be removed.
pub(super) const CHECK_LINE: usize = 2;
/// To remove placements of a line.
pub(super) const LINE: usize = 3;
/// To guess, because nothing is left to update. The number of the task is 1 if there was a contradiction.
pub(super) const END: usize = 4;
/// The number of these.
pub(super) const KINDS: usize = 5;

/// The numbers of tasks of one kind are below this.
pub(super) const NUMBERS: usize = 32;

/// The next step of a search, and the number of the task among all tasks of this kind.
pub(super) type Code = u8;

const fn code(kind: usize, number: usize) -> Code {
    (kind * NUMBERS + number) as Code
}

/// The result of an update of a box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pass {
    /// A contradiction was found.
    pub(super) wrong: bool,
    /// The deductions excluded digits of the box, so they are to be made again.
    pub(super) again: bool,
    /// Whether the band and the stack of the box are to be updated.
    pub(super) due: [bool; 2],
}

impl Pass {
    /// A number below 16.
    #[inline(always)]
    pub(super) fn index(self) -> usize {
        let [band, stack] = self.due.map(usize::from);
        band | stack << 1 | usize::from(self.again) << 2 | usize::from(self.wrong) << 3
    }
}

/// The tasks that replace a task: at most three, the last one first.
#[derive(Clone, Copy)]
#[repr(align(8))]
struct Then {
    codes: [Code; 4],
    /// The number of these.
    count: u8,
    /// The next step. If it is 0, `below` has all bits set, and the task below is next.
    next: Code,
    below: u8,
}

impl Then {
    const NOTHING: Then = Then { codes: [0; 4], count: 0, next: 0, below: 0xFF };

    const fn go_to(mut self, next: Code) -> Then {
        self.next = next;
        self.below = 0;
        self
    }

    /// One more, which is the next then.
    const fn and(mut self, code: Code, next: Code) -> Then {
        self.codes[self.count as usize] = code;
        self.count += 1;
        self.go_to(next)
    }
}

/// The number of the task on a box.
const fn box_task(number: usize, from_stack: bool) -> usize {
    2 * number + from_stack as usize
}

/// The number of the update of a line.
const fn line_task(line: usize, last: usize) -> usize {
    3 * line + last
}

/// A task on a box: it comes from its band or from its stack.
#[derive(Clone, Copy)]
pub(super) struct BoxTask(usize);

impl BoxTask {
    /// The number of the box.
    #[inline(always)]
    pub(super) fn number(self) -> usize {
        self.0 / 2
    }
}

/// The tasks that replace each task on a box, by [`Pass::index`]. The line of the other direction is the first.
static AFTER_BOX: [[Then; 16]; NUMBERS] = {
    let mut all = [[Then::NOTHING; 16]; NUMBERS];
    let mut i = 0;
    while i < 18 {
        let (band, stack) = (i / 6, i / 2 % 3);
        let lines = [line_task(band, stack), line_task(3 + stack, band)];
        let order = [i % 2, 1 - i % 2];
        let mut index = 0;
        while index < 16 {
            let mut then = Then::NOTHING;
            if index & 8 != 0 {
                then = then.go_to(code(END, 1));
            } else if index & 4 != 0 {
                then = then.and(code(CHECK_BOX, i), code(BOX, i));
            } else {
                let mut k = 0;
                while k < 2 {
                    let number = lines[order[k]];
                    if index >> order[k] & 1 != 0 {
                        then = then.and(code(CHECK_LINE, number), code(LINE, number));
                    }
                    k += 1;
                }
            }
            all[i][index] = then;
            index += 1;
        }
        i += 1;
    }
    all
};

/// An update of a line, and which of its boxes is the last to be updated.
#[derive(Clone, Copy)]
pub(super) struct LineTask(usize);

impl LineTask {
    #[inline(always)]
    pub(super) fn new(code: Code) -> LineTask {
        LineTask(usize::from(code) % NUMBERS)
    }

    #[inline(always)]
    pub(super) fn line(self) -> usize {
        self.0 / 3
    }
}

/// The boxes of each line.
pub(super) static BOXES: [[u8; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0; 3], [0; 3]];

/// The tasks that replace each update of a line, by the set of its boxes that change, as bits.
static AFTER_LINE: [[Then; 8]; NUMBERS] = {
    let mut all = [[Then::NOTHING; 8]; NUMBERS];
    let mut i = 0;
    while i < 18 {
        let (line, last) = (i / 3, i % 3);
        let mut index = 0;
        while index < 8 {
            let mut k = 3;
            while k > 0 {
                let b = (last + k) % 3;
                if index >> b & 1 != 0 {
                    let number = box_task(BOXES[line][b] as usize, line >= 3);
                    all[i][index] = all[i][index].and(code(CHECK_BOX, number), code(BOX, number));
                }
                k -= 1;
            }
            index += 1;
        }
        i += 1;
    }
    all
};

/// The boxes and lines to update, the last one first.
///
/// A line adds three boxes and a box two lines each time that they lose something, in place of itself, so there are never
/// more than [`Tasks::MOST`].
#[derive(Clone)]
#[repr(align(32))]
pub(super) struct Tasks {
    /// The digits that each task on a box leaves in it.
    ///
    /// A task may leave fewer digits than when it was added: then its line was updated in the meantime, and the boxes
    /// of the line have no others anyway, because what is added later is done first.
    left: [BoxDigits; NUMBERS],
    /// First the end, then this many tasks.
    codes: [Code; Tasks::SIZE + 4],
    count: usize,
}

impl Tasks {
    /// Two for each placement that a line can lose, one for each of 15 sets of digits of a box, the first six, and the end.
    const MOST: usize = 2 * 54 * LINES + 9 * 15 * 9 + 6 + 1;
    /// A power of two, so that no index has to be checked.
    const SIZE: usize = 2048;

    pub(super) const fn new() -> Tasks {
        const { assert!(Tasks::MOST < Tasks::SIZE) };
        Tasks { left: [[0; 4]; NUMBERS], count: 0, codes: [code(END, 0); Tasks::SIZE + 4] }
    }

    /// Leaves no task.
    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds an update of a line. Returns that it is to be done.
    #[inline(always)]
    pub(super) fn push_line(&mut self, line: usize, last: usize) -> Code {
        let number = line_task(line, last);
        self.count += 1;
        self.codes[self.count % Tasks::SIZE] = code(CHECK_LINE, number);
        code(LINE, number)
    }

    /// A task on a box, and the digits that it leaves.
    #[inline(always)]
    pub(super) fn on_box(&self, code: Code) -> (BoxTask, &BoxDigits) {
        let number = usize::from(code) % NUMBERS;
        (BoxTask(number), &self.left[number])
    }

    /// The digits that the band or the stack of a box leaves in it.
    #[inline(always)]
    pub(super) fn left(&mut self, number: usize, from_stack: bool) -> &mut BoxDigits {
        &mut self.left[box_task(number, from_stack) % NUMBERS]
    }

    /// Removes the next task, which is on a box, unless it changes the box. Returns what follows.
    #[inline(always)]
    pub(super) fn check_box(&mut self, task: BoxTask, changes: bool) -> Code {
        self.check(code(BOX, task.0), changes)
    }

    /// Removes the next task, which is an update of a line, unless placements are to be removed. Returns what follows.
    #[inline(always)]
    pub(super) fn check_line(&mut self, task: LineTask, due: bool) -> Code {
        self.check(code(LINE, task.0), due)
    }

    #[inline(always)]
    fn check(&mut self, code: Code, stays: bool) -> Code {
        let place = self.count.wrapping_sub(1) % Tasks::SIZE;
        self.count = place + usize::from(stays);
        select_unpredictable(stays, code, self.codes[place])
    }

    /// Replaces the next task, which is on a box: it stays if it is to be done again, or else the lines that are due
    /// follow. Returns what follows.
    #[inline(always)]
    pub(super) fn replace_box(&mut self, task: BoxTask, pass: Pass) -> Code {
        self.replace(&AFTER_BOX[task.0 % NUMBERS][pass.index() % 16])
    }

    /// Replaces the next task, which is an update of a line, by the tasks on its boxes that change them. Returns what
    /// follows.
    #[inline(always)]
    pub(super) fn replace_line(&mut self, task: LineTask, changes: usize) -> Code {
        self.replace(&AFTER_LINE[task.0 % NUMBERS][changes % 8])
    }

    #[inline(always)]
    fn replace(&mut self, then: &Then) -> Code {
        let place = self.count.wrapping_sub(1) % Tasks::SIZE;
        let below = self.codes[place];
        self.codes[place + 1..place + 5].copy_from_slice(&then.codes);
        self.count = place + usize::from(then.count);
        then.next | below & then.below
    }
}

/// Whether the end is one because of a contradiction.
#[inline(always)]
pub(super) fn is_wrong(code: Code) -> bool {
    usize::from(code) % NUMBERS != 0
}

//! Rows of a board, and the orders of the columns that make them least.
//!
//! The orders are not listed: columns that are equal in the rows so far stay unordered until a row in which they
//! differ. So a board with few givens, or few digits, needs no more work than others. Orders are distinguished only
//! where they give new digits different names.

use super::transform::{IDENTITY, Order, SIDE, Transform};
use quadrille_grid::Shape;

/// The first rows of a morph.
#[derive(Clone, Copy)]
pub(super) struct ArrangeState {
    pub is_transposed: bool,
    rows: Order,
    /// The rows, as a set.
    pub used: u16,
    /// One of the orders of the columns.
    columns: Order,
    /// The columns of the result that can be exchanged with the one before. For the first column of a stack: whether the stack can
    /// be exchanged with the one before.
    joined: u16,
    /// The new digit of each digit that has one.
    digits: [u8; SIDE + 1],
    /// The number of digits that have one.
    named: u8,
}

/// The states with the least text of the row that was added last.
#[derive(Default)]
pub(super) struct Least {
    pub states: Vec<ArrangeState>,
    /// Four bits a cell, the first one highest.
    text: u64,
    /// The number of states that were compared.
    pub compared: u64,
}

/// A row of the board that is added to a state.
struct Arrangement<'a> {
    line: &'a Order,
    side: usize,
    /// The width of a stack.
    width: usize,
    least: &'a mut Least,
}

impl ArrangeState {
    /// No rows, and all orders of the columns.
    pub fn new(shape: Shape, is_transposed: bool) -> ArrangeState {
        let joined = ((1u16 << shape.side()) - 1) & !1;
        ArrangeState {
            is_transposed,
            rows: IDENTITY,
            used: 0,
            columns: IDENTITY,
            joined,
            digits: [0; SIDE + 1],
            named: 0,
        }
    }

    /// The last of `depth` rows; `depth` is not 0.
    pub fn last_row(&self, depth: usize) -> usize {
        usize::from(self.rows[depth - 1])
    }

    /// Adds row `row` of the board, which is `line`, as row `depth`, in every order of the columns that makes it least.
    pub fn extend(mut self, shape: Shape, (depth, row): (usize, usize), line: &Order, least: &mut Least) {
        self.rows[depth] = row as u8;
        self.used |= 1 << row;
        let (side, width) = (shape.side(), shape.box_columns());
        if self.joined != 0 {
            return Arrangement { line, side, width, least }.stack(&self, 0, 0);
        }
        let mut text = 0;
        for column in self.columns.into_iter().take(side) {
            text = text << 4 | u64::from(self.name(line[usize::from(column)]));
        }
        least.offer(text, &self);
    }

    /// The new digit of a digit, which it gets if it has none.
    #[inline(always)]
    fn name(&mut self, digit: u8) -> u8 {
        if digit > 0 && self.digits[usize::from(digit)] == 0 {
            self.named += 1;
            self.digits[usize::from(digit)] = self.named;
        }
        self.digits[usize::from(digit)]
    }

    /// The number of columns from `at` on that can be exchanged, as part of their stack.
    #[inline(always)]
    fn equal_columns(&self, at: usize, width: usize) -> usize {
        (at + 1..at / width * width + width).take_while(|c| self.joined >> c & 1 == 1).count() + 1
    }

    /// The number of stacks from the one at `at` on that can be exchanged.
    #[inline(always)]
    fn equal_stacks(&self, at: usize, side: usize, width: usize) -> usize {
        (at + width..side).step_by(width).take_while(|c| self.joined >> c & 1 == 1).count() + 1
    }

    /// The number of ways in which columns, and stacks, can still be exchanged because they are equal in all
    /// rows.
    pub fn exchanges(&self, shape: Shape) -> u64 {
        let (side, width) = (shape.side(), shape.box_columns());
        let columns = (0..side).map(|c| self.equal_columns(c, width) as u64).product::<u64>();
        columns * (0..side).step_by(width).map(|c| self.equal_stacks(c, side, width) as u64).product::<u64>()
    }

    /// The number of transformations that differ only by the names of digits that do not occur.
    pub fn names_left(&self, shape: Shape) -> u64 {
        (1..=shape.side() as u64 - u64::from(self.named)).product()
    }

    /// A transformation. Digits that do not occur get the remaining names, in order.
    pub fn complete(&self, shape: Shape) -> Transform {
        let ArrangeState { is_transposed, rows, columns, mut digits, mut named, .. } = *self;
        for digit in digits[1..].iter_mut().filter(|digit| **digit == 0) {
            named += 1;
            *digit = named;
        }
        Transform { shape, is_transposed, rows, columns, digits }
    }
}

impl Least {
    /// Forgets the states.
    pub fn clear(&mut self) {
        self.states.clear();
        self.text = u64::MAX;
    }

    #[inline(always)]
    fn offer(&mut self, text: u64, state: &ArrangeState) {
        self.compared += 1;
        if text < self.text {
            self.text = text;
            self.states.clear();
        }
        if text == self.text {
            self.states.push(*state);
        }
    }
}

impl Arrangement<'_> {
    /// Fills the columns of the result from `at` on, where a stack begins. `text` is the text before it.
    fn stack(&mut self, state: &ArrangeState, at: usize, text: u64) {
        if at == self.side {
            let mut state = *state;
            state.joined = self.still_joined(state.joined, text);
            return self.least.offer(text, &state);
        }
        let count = state.equal_stacks(at, self.side, self.width);
        if count == 1 {
            return self.columns(state, at, text);
        }
        // One of several stacks with the same digits is enough, because they can still be exchanged.
        let mut seen = [0; SIDE];
        for i in 0..count {
            seen[i] = self.content(state, at + i * self.width);
            if seen[..i].contains(&seen[i]) {
                continue;
            }
            let mut state = *state;
            for c in at..at + self.width {
                state.columns.swap(c, c + i * self.width);
            }
            self.columns(&state, at, text);
        }
    }

    /// Fills the columns from `at` on, where no stack begins, or the stack is determined.
    fn columns(&mut self, state: &ArrangeState, at: usize, text: u64) {
        let equal = at..at + state.equal_columns(at, self.width);
        let digit = |c: usize| self.line[usize::from(state.columns[c])];
        // A digit without a name gets the next one.
        let name = |digit: u8| match state.digits[usize::from(digit)] {
            0 if digit > 0 => state.named + 1,
            name => name,
        };
        let least = equal.clone().map(|c| name(digit(c))).min().expect("a column");
        let text = text << 4 | u64::from(least);
        if text > self.least.text >> (4 * (self.side - 1 - at)) {
            return;
        }
        let mut seen = 0u16;
        for c in equal {
            let digit = digit(c);
            if name(digit) != least || seen >> digit & 1 == 1 {
                continue;
            }
            seen |= 1 << digit;
            let mut state = *state;
            state.columns.swap(at, c);
            state.name(digit);
            if (at + 1).is_multiple_of(self.width) {
                self.stack(&state, at + 1, text)
            } else {
                self.columns(&state, at + 1, text)
            }
        }
    }

    /// The digits of the row in the stack at `at`. Digits of columns that can be exchanged are in ascending
    /// order.
    fn content(&self, state: &ArrangeState, at: usize) -> u64 {
        let mut digits = [0; SIDE];
        let digits = &mut digits[..self.width];
        let mut done = 0;
        digits.iter_mut().zip(&state.columns[at..]).for_each(|(d, &c)| *d = self.line[usize::from(c)]);
        while done < self.width {
            let equal = state.equal_columns(at + done, self.width);
            digits[done..done + equal].sort_unstable();
            done += equal;
        }
        digits.iter().fold(0, |text, &digit| text << 4 | u64::from(digit))
    }

    /// The columns and stacks among `joined` that are equal in this row too.
    fn still_joined(&self, joined: u16, text: u64) -> u16 {
        let cells = |c: usize, count: usize| text >> (4 * (self.side - c - count)) & ((1 << (4 * count)) - 1);
        let is_equal = |c: &usize| {
            if c.is_multiple_of(self.width) {
                cells(*c, self.width) == cells(*c - self.width, self.width)
            } else {
                cells(*c, 1) == cells(*c - 1, 1)
            }
        };
        (1..self.side).filter(|c| joined >> c & 1 == 1).filter(is_equal).fold(0, |set, c| set | 1 << c)
    }
}

//! The least morph of any cells, and all transformations that lead to it: the definition, row by row.
//!
//! A state is a choice of the first rows of the result, an order of all columns, and the new digits so far. All states
//! with the least first row are kept, each is continued with every row that may come next, those with the least two
//! rows are kept, and so on. What is left at the end are the transformations.
//!
//! Empty rows of a band, empty columns of a stack, and empty bands and stacks can be exchanged without any effect. Of all
//! states that differ in nothing else only one is followed, so that a nearly empty board takes no longer than others.

use super::{
    lines::Lines,
    orders::orders,
    transform::{IDENTITY, Order, SIDE, Transform},
};
use crate::grid::Shape;

/// The first rows of a result.
#[derive(Clone, Copy)]
struct State {
    is_transposed: bool,
    rows: Order,
    columns: Order,
    /// The new digit of each digit that has one.
    digits: [u8; SIDE + 1],
    /// How many digits have one.
    named: u8,
}

/// The rows of a board or of its transpose, and which of its lines are empty.
#[derive(Clone, Copy)]
struct View {
    lines: Lines,
    empty_rows: u16,
    empty_columns: u16,
}

/// Finds least morphs for one shape. Keeps its memory.
pub(super) struct LeastSearch {
    shape: Shape,
    orders: Vec<Order>,
    states: Vec<State>,
    next: Vec<State>,
}

impl View {
    fn new(shape: Shape, cells: &[u8], is_transposed: bool) -> View {
        let lines = Lines::new(shape, cells, is_transposed);
        let side = shape.side();
        let empty = |is_given: &dyn Fn(usize, usize) -> bool| {
            (0..side).filter(|&i| !(0..side).any(|j| is_given(i, j))).fold(0, |set, i| set | 1 << i)
        };
        let empty_rows = empty(&|r, c| lines.0[r][c] > 0);
        let empty_columns = empty(&|c, r| lines.0[r][c] > 0);
        View { lines, empty_rows, empty_columns }
    }
}

/// Whether line `line` may come after the lines in `used`: of lines that are empty and can be exchanged, the first one comes
/// first. `width` lines are in a band.
fn may_follow(line: u8, used: u16, empty: u16, width: usize) -> bool {
    if empty >> line & 1 == 0 {
        return true;
    }
    let band = |line: u8| ((1u16 << width) - 1) << (usize::from(line) / width * width);
    let before = |line: u8| (1u16 << line) - 1;
    let open = empty & !used;
    if open & before(line) & band(line) != 0 {
        return false;
    }
    // The first line of an empty band: no empty band before it is open.
    let is_empty = |line: u8| empty & band(line) == band(line);
    let is_first = used & band(line) == 0;
    !(is_first
        && is_empty(line)
        && (0..line).step_by(width).any(|b| is_empty(b) && used & band(b) == 0 && band(b) != band(line)))
}

impl LeastSearch {
    pub fn new(shape: Shape) -> LeastSearch {
        LeastSearch { shape, orders: orders(shape), states: Vec::new(), next: Vec::new() }
    }

    /// The transformations that lead to the least morph of the cells, where an empty cell is less than a digit, but of those
    /// that differ only by exchanging empty lines one; and the number of automorphisms, which is the number of all.
    pub fn search(&mut self, cells: &[u8]) -> (impl Iterator<Item = Transform> + '_, u64) {
        let (shape, side) = (self.shape, self.shape.side());
        // The transpose of a board whose boxes are not square has another shape.
        let count = if shape.box_rows() == shape.box_cols() { 2 } else { 1 };
        let views = [false, true].map(|is_transposed| View::new(shape, cells, is_transposed));
        self.begin(&views[..count]);
        for depth in 1..side {
            self.extend(&views, depth);
        }
        let unnamed = side as u64 - u64::from(self.states[0].named);
        let automorphisms = self.states.len() as u64 * exchanges(shape, &views[0]) * factorial(unnamed);
        (self.states.iter().map(move |state| state.complete(shape)), automorphisms)
    }

    /// All states with the least first row. Its digits are new and ascend, so only what is given counts.
    fn begin(&mut self, views: &[View]) {
        let (side, width) = (self.shape.side(), self.shape.box_cols());
        let mut least = u16::MAX;
        self.states.clear();
        for (view, is_transposed) in views.iter().zip([false, true]) {
            for row in
                (0..side as u8).filter(|&row| may_follow(row, 0, view.empty_rows, self.shape.box_rows()))
            {
                let line = &view.lines.0[usize::from(row)][..side];
                for order in &self.orders {
                    let given = order[..side]
                        .iter()
                        .fold(0, |set, &c| set << 1 | u16::from(line[usize::from(c)] > 0));
                    if given > least || !keeps_empty(&order[..side], view.empty_columns, width) {
                        continue;
                    }
                    if given < least {
                        least = given;
                        self.states.clear();
                    }
                    let mut state = State {
                        is_transposed,
                        rows: IDENTITY,
                        columns: *order,
                        digits: [0; SIDE + 1],
                        named: 0,
                    };
                    state.add(side, 0, row, line);
                    self.states.push(state);
                }
            }
        }
    }

    /// Continues every state with each row that may be the next, and keeps the least.
    fn extend(&mut self, views: &[View; 2], depth: usize) {
        let (side, height) = (self.shape.side(), self.shape.box_rows());
        let mut least = u64::MAX;
        self.next.clear();
        for state in &self.states {
            let view = &views[usize::from(state.is_transposed)];
            let used = state.rows[..depth].iter().fold(0u16, |set, row| set | 1 << row);
            for row in (0..side as u8).filter(|row| used >> row & 1 == 0) {
                let stays = depth.is_multiple_of(height)
                    || usize::from(row) / height == usize::from(state.rows[depth - 1]) / height;
                if !stays || !may_follow(row, used, view.empty_rows, height) {
                    continue;
                }
                let mut state = *state;
                let text = state.add(side, depth, row, &view.lines.0[usize::from(row)][..side]);
                if text < least {
                    least = text;
                    self.next.clear();
                }
                if text == least {
                    self.next.push(state);
                }
            }
        }
        std::mem::swap(&mut self.states, &mut self.next);
    }
}

/// Whether an order of the columns has columns that can be exchanged in one order only.
fn keeps_empty(order: &[u8], empty: u16, width: usize) -> bool {
    let mut used = 0;
    empty == 0
        || order.iter().all(|&column| {
            let may = may_follow(column, used, empty, width);
            used |= 1 << column;
            may
        })
}

/// In how many ways empty lines can be exchanged.
fn exchanges(shape: Shape, view: &View) -> u64 {
    let of = |empty: u16, width: usize| {
        let bands = (0..shape.side())
            .step_by(width)
            .map(|first| (empty >> first & ((1 << width) - 1)).count_ones() as u64);
        let (mut ways, mut whole) = (1, 0);
        for count in bands {
            ways *= factorial(count);
            whole += u64::from(count == width as u64);
        }
        ways * factorial(whole)
    };
    of(view.empty_rows, shape.box_rows()) * of(view.empty_columns, shape.box_cols())
}

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

impl State {
    /// Adds a row of the board, and returns it as it is in the result: a number of four bits a cell.
    #[inline(always)]
    fn add(&mut self, side: usize, depth: usize, row: u8, line: &[u8]) -> u64 {
        self.rows[depth] = row;
        self.columns[..side].iter().fold(0, |text, &column| {
            let digit = usize::from(line[usize::from(column)]);
            if digit > 0 && self.digits[digit] == 0 {
                self.named += 1;
                self.digits[digit] = self.named;
            }
            text << 4 | u64::from(self.digits[digit])
        })
    }

    /// The transformation. Digits that do not occur get the names that are left, in order.
    fn complete(&self, shape: Shape) -> Transform {
        let State { is_transposed, rows, columns, mut digits, mut named } = *self;
        for digit in digits[1..].iter_mut().filter(|digit| **digit == 0) {
            named += 1;
            *digit = named;
        }
        Transform { shape, is_transposed, rows, columns, digits }
    }
}

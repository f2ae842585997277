//! One board of the search, and what follows from the candidates that are removed.
//!
//! What is deduced, and in which order, is that of the solver whose guesses are counted: its rules for three digits in three
//! cells are tried once for each change of a line, so where the order differs, another board may be left.

/// The nine digits.
const ALL: u16 = 0x1FF;

/// Digits that can have each of the six placements in a line; see [`ELEMENTS`].
pub(super) type Placements = [u16; 6];

/// The candidates of a box: nine cells by rows; for each row, the digits that another row of the box may have; for
/// each column, the digits that another column of the box may have.
///
/// Every digit has exactly one of four places: three cells of a row, or "not in this row". The same for columns.
pub(super) type BoxDigits = [u16; 15];

/// Where the digits that may be elsewhere begin in [`BoxDigits`], for rows and for columns.
const ELSEWHERE: [usize; 2] = [9, 12];

/// The row that a digit has in each of the three boxes of a band by placement, or its column in those of a stack.
const ELEMENTS: [[usize; 3]; 6] = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0], [0, 2, 1], [1, 0, 2]];

/// The two placements that give a digit this row in this box: `WITH[box][row]`.
const WITH: [[[usize; 2]; 3]; 3] =
    [[[0, 4], [1, 5], [2, 3]], [[2, 5], [0, 3], [1, 4]], [[1, 3], [2, 4], [0, 5]]];

/// A line is a band, 0 to 2, or a stack, 3 to 5.
const LINES: usize = 6;

/// The state of a search.
#[derive(Clone)]
pub(super) struct Board {
    /// The placements of each line that are left.
    pub(super) lines: [Placements; LINES],
    /// Placements to be removed, or that have been.
    removed: [Placements; LINES],
    boxes: [BoxDigits; 9],
}

impl Board {
    /// A board without givens.
    pub(super) const EMPTY: Board =
        Board { lines: [[ALL; 6]; LINES], removed: [[0; 6]; LINES], boxes: [[ALL; 15]; 9] };

    /// The board of 81 cells, 0 for an empty one, with all that follows from its givens; `None` if a contradiction was
    /// found.
    pub(super) fn new(givens: &[u8; 81]) -> Option<Board> {
        let mut board = Board::EMPTY;
        for (cell, &digit) in givens.iter().enumerate().filter(|given| *given.1 != 0) {
            board.give(cell, 1 << digit >> 1);
        }
        let order = [(0, 1), (3, 1), (1, 2), (4, 2), (2, 0), (5, 0)];
        order.into_iter().all(|(line, last)| board.update_line(line, last)).then_some(board)
    }

    /// Puts a given into its box, and leaves its lines to be updated.
    fn give(&mut self, cell: usize, digit: u16) {
        let (row, column) = (cell / 9, cell % 9);
        let (r, c) = (row % 3, column % 3);
        let (band, stack) = (row / 3, column / 3);
        let digits = &mut self.boxes[3 * band + stack];
        for other in 0..9 {
            digits[other] &= if other == 3 * r + c { digit } else { !digit };
        }
        digits[ELSEWHERE[0] + r] &= !digit;
        digits[ELSEWHERE[1] + c] &= !digit;
        keep_only(&mut self.removed[band], stack, r, digit);
        keep_only(&mut self.removed[3 + stack], band, c, digit);
    }

    /// Removes placements of a line for good.
    pub(super) fn remove(&mut self, line: usize, placements: &Placements) -> bool {
        for (removed, more) in self.removed[line].iter_mut().zip(placements) {
            *removed |= more;
        }
        self.update_line(line, 0)
    }

    /// Takes over the removed placements of a line, and updates its boxes, `last` of them last. Returns whether no
    /// contradiction was found.
    fn update_line(&mut self, line: usize, last: usize) -> bool {
        let (left, removed) = (&mut self.lines[line], &self.removed[line]);
        if left.iter().zip(removed).all(|(left, removed)| left & removed == 0) {
            return true;
        }
        subtract(left, removed);
        // Three digits for three cells are in no other row of the box. Once: that this may leave three for others is
        // noticed the next time.
        let digits = row_digits(left);
        let mut excess = [0; 6];
        for (b, rows) in digits.iter().enumerate() {
            for (r, &digits) in rows.iter().enumerate().filter(|row| row.1.count_ones() == 3) {
                keep_only(&mut excess, b, r, digits);
            }
        }
        subtract(left, &excess);
        let digits = row_digits(left);
        [(last + 1) % 3, (last + 2) % 3, last].into_iter().all(|b| {
            let (number, in_stack) = if line < 3 { (3 * line + b, false) } else { (3 * b + line - 3, true) };
            self.update_box(number, &allowed(&digits[b], in_stack), in_stack)
        })
    }

    /// Keeps what is allowed in a box, finds what follows in the box, and updates its lines, that of the other
    /// direction first. Returns whether no contradiction was found.
    fn update_box(&mut self, number: usize, allowed: &BoxDigits, from_stack: bool) -> bool {
        let (band, stack) = (number / 3, number % 3);
        let digits = &mut self.boxes[number];
        if digits.iter().zip(allowed).all(|(digits, allowed)| digits & !allowed == 0) {
            return true;
        }
        let mut excluded: BoxDigits = std::array::from_fn(|i| digits[i] & !allowed[i]);
        while digits.iter().zip(&excluded).any(|(digits, excluded)| digits & excluded != 0) {
            subtract(digits, &excluded);
            let Some(forced) = forced(digits) else { return false };
            let exclusion = exclusion(&forced);
            for i in 0..15 {
                excluded[i] |= exclusion[i];
            }
            for (e, &from) in ELSEWHERE.iter().enumerate() {
                let (line, b) = if e == 0 { (band, stack) } else { (3 + stack, band) };
                let removed = &mut self.removed[line];
                for r in 0..3 {
                    WITH[b][r].iter().for_each(|&p| removed[p] |= forced[from + r]);
                    keep_only(removed, b, r, exclusion[from + r]);
                }
            }
        }
        if from_stack {
            self.update_line(band, stack) && self.update_line(3 + stack, band)
        } else {
            self.update_line(3 + stack, band) && self.update_line(band, stack)
        }
    }
}

fn subtract<const N: usize>(from: &mut [u16; N], other: &[u16; N]) {
    for i in 0..N {
        from[i] &= !other[i];
    }
}

/// Removes the placements that put these digits into another row of the box.
fn keep_only(removed: &mut Placements, b: usize, r: usize, digits: u16) {
    for (placement, removed) in removed.iter_mut().enumerate() {
        *removed |= if ELEMENTS[placement][b] == r { 0 } else { digits };
    }
}

/// The digits of the rows of each box of a band, or of the columns of each box of a stack.
fn row_digits(placements: &Placements) -> [[u16; 3]; 3] {
    WITH.map(|rows| rows.map(|[p, q]| placements[p] | placements[q]))
}

/// What the digits of the rows of a box, or of its columns, leave in the box.
fn allowed(digits: &[u16; 3], in_stack: bool) -> BoxDigits {
    let mut allowed = [ALL; 15];
    for cell in 0..9 {
        allowed[cell] = digits[if in_stack { cell % 3 } else { cell / 3 }];
    }
    for r in 0..3 {
        allowed[ELSEWHERE[usize::from(in_stack)] + r] = digits[(r + 1) % 3] | digits[(r + 2) % 3];
    }
    allowed
}

/// What has to be where it is in a box; `None` if a cell has no digit left, or more than three digits have to
/// be in a row or column.
fn forced(digits: &BoxDigits) -> Option<BoxDigits> {
    let mut forced = [0; 15];
    for (i, &digits) in digits.iter().enumerate() {
        let least = if i < 9 { 1 } else { 6 };
        match digits.count_ones() {
            count if count < least => return None,
            count if count == least => forced[i] = digits,
            _ => (),
        }
    }
    for i in 0..3 {
        for places in [[3 * i, 3 * i + 1, 3 * i + 2, 9 + i], [i, i + 3, i + 6, 12 + i]] {
            let (mut some, mut several) = (0, 0);
            for place in places {
                several |= some & digits[place];
                some |= digits[place];
            }
            places.iter().for_each(|&place| forced[place] |= digits[place] & !several);
        }
    }
    Some(forced)
}

/// What the forced digits of the cells exclude: everything else in their cells, and the digits elsewhere in the
/// box. A cell in which several digits are forced keeps them.
fn exclusion(forced: &BoxDigits) -> BoxDigits {
    let cells = &forced[..9];
    let all = cells.iter().fold(0, |all, digits| all | digits);
    let mut exclusion = [0; 15];
    for i in 0..9 {
        exclusion[i] = if cells[i] == 0 { all } else { ALL & !cells[i] };
        exclusion[ELSEWHERE[0] + i / 3] |= cells[i];
        exclusion[ELSEWHERE[1] + i % 3] |= cells[i];
    }
    exclusion
}

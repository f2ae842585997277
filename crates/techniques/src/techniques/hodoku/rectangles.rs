//! Unique rectangles and avoidable rectangles: four cells in two rows, two columns and two boxes.

use super::{
    board::Board,
    search::{Sink, offer},
    subsets::without,
};
use crate::techniques::{
    houses::{BOX, CELLS_OF, COLUMN, HOUSES, HOUSES_OF, PEERS, ROW, cells, members, only, shared_houses},
    reason::{Part, Role},
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// Four open cells that may have the same two digits.
struct Rectangle<'a> {
    board: &'a Board,
    /// The cells; the first two are in one box.
    cells: [usize; 4],
    /// The two digits.
    pair: u16,
    /// The cells without further candidates, and the others.
    pure: u128,
    further: u128,
    /// All further candidates.
    extra: u16,
}

impl Rectangle<'_> {
    fn all(&self) -> u128 {
        self.pure | self.further
    }

    fn digits(&self) -> [usize; 2] {
        [self.pair.trailing_zeros() as usize, 15 - self.pair.leading_zeros() as usize]
    }

    fn parts(&self) -> Vec<Part> {
        vec![Part::new(Role::Pattern, self.all(), self.pair)]
    }

    fn without(&self, cells: u128, digits: u16) -> Removals {
        without(&self.board.position, cells, digits)
    }

    /// Whether there are two cells with further candidates, and they are in a line.
    fn two_in_line(&self) -> bool {
        self.further.count_ones() == 2 && shared_houses(self.further).any(|house| house >= 9)
    }
}

/// Unique rectangles of one of HoDoKu's types.
pub(super) fn unique<const TYPE: u8>(board: &Board, sink: Sink) -> ControlFlow<()> {
    for_unique(board, |rectangle| match TYPE {
        1 => type_1(rectangle, sink),
        2 => type_2_or_5(rectangle, 2, sink),
        3 => type_3(rectangle, sink),
        4 => type_4(rectangle, sink),
        5 => type_2_or_5(rectangle, 5, sink),
        _ => type_6(rectangle, sink),
    })
}

/// Hidden rectangles.
pub(super) fn hidden(board: &Board, sink: Sink) -> ControlFlow<()> {
    for_unique(board, |rectangle| hidden_in(rectangle, sink))
}

/// Calls `each` with each rectangle that has a cell with two candidates, once.
fn for_unique(board: &Board, mut each: impl FnMut(&Rectangle) -> ControlFlow<()>) -> ControlFlow<()> {
    let [twos, _] = board.position.small_cells();
    let mut seen = Vec::new();
    cells(twos).try_for_each(|start| {
        let pair = board.position.candidates[start];
        let allowed = allowed(board, pair);
        corners(start, allowed).try_for_each(|(cells, set)| {
            if set & !allowed != 0 || seen.contains(&set) {
                return GO_ON;
            }
            seen.push(set);
            let mut rectangle = Rectangle { board, cells, pair, pure: 0, further: 0, extra: 0 };
            for cell in cells {
                let extra = board.position.candidates[cell] & !pair;
                let part = if extra == 0 { &mut rectangle.pure } else { &mut rectangle.further };
                *part |= 1 << cell;
                rectangle.extra |= extra;
            }
            each(&rectangle)
        })
    })
}

/// The open cells that may have both digits of a pair: no placed digit excludes them. They need not have both as candidates.
fn allowed(board: &Board, pair: u16) -> u128 {
    members(pair).fold(board.position.open, |allowed, digit| {
        let placed = (0..81).filter(|&cell| usize::from(board.digits[cell]) == digit + 1);
        placed.fold(allowed, |allowed, cell| allowed & !PEERS[cell])
    })
}

/// The rectangles with a cell and a second cell of its box out of a set, with their cells as a set.
fn corners(start: usize, seconds: u128) -> impl Iterator<Item = ([usize; 4], u128)> {
    let [in_box, row, column] = HOUSES_OF[start].map(|(house, _)| usize::from(house));
    let seconds = CELLS_OF[in_box] & (CELLS_OF[row] | CELLS_OF[column]) & seconds & !(1 << start);
    cells(seconds).flat_map(move |second| {
        let kind = if CELLS_OF[row] >> second & 1 == 1 { COLUMN } else { ROW };
        let lines = [start, second].map(|cell| usize::from(HOUSES_OF[cell][kind].0));
        let others = (0..9).map(move |place| lines.map(|line| usize::from(HOUSES[line][place])));
        let others = others.filter(move |[third, _]| CELLS_OF[in_box] >> third & 1 == 0);
        others.map(move |[third, fourth]| {
            ([start, second, third, fourth], 1 << start | 1 << second | 1 << third | 1 << fourth)
        })
    })
}

/// One cell has further candidates: it has none of the two digits.
fn type_1(rectangle: &Rectangle, sink: Sink) -> ControlFlow<()> {
    if rectangle.further.count_ones() != 1 {
        return GO_ON;
    }
    let removed = rectangle.without(rectangle.further, rectangle.pair);
    offer(sink, Technique::UniquenessTest(1), removed, rectangle.parts())
}

/// Two or three cells have one further candidate: one of them has it.
fn type_2_or_5(rectangle: &Rectangle, kind: u8, sink: Sink) -> ControlFlow<()> {
    let is_second = rectangle.two_in_line();
    let digit = only(rectangle.extra).filter(|_| matches!(rectangle.further.count_ones(), 2 | 3));
    let Some(digit) = digit.filter(|_| is_second == (kind == 2)) else { return GO_ON };
    let places = rectangle.board.position.cells[digit];
    let removed = cells(rectangle.further).fold(places, |removed, cell| removed & PEERS[cell]);
    let mut parts = rectangle.parts();
    parts.push(Part::new(Role::Fin, rectangle.further, 1 << digit));
    offer(sink, Technique::UniquenessTest(kind), Removals::of(digit, removed), parts)
}

/// The further candidates of two cells are part of a naked set in a house.
fn type_3(rectangle: &Rectangle, sink: Sink) -> ControlFlow<()> {
    if rectangle.further.count_ones() != 2 {
        return GO_ON;
    }
    for kind in [ROW, COLUMN, BOX] {
        let Some(house) = shared_houses(rectangle.further).find(|house| house / 9 == kind) else { continue };
        let position = &rectangle.board.position;
        let [a, b] = rectangle.digits();
        let others = CELLS_OF[house] & position.open & !position.cells[a] & !position.cells[b];
        let others: Vec<usize> = cells(others & !rectangle.all()).collect();
        naked_sets(rectangle, house, &others, (0, rectangle.extra), sink)?;
    }
    GO_ON
}

/// Naked sets with the cells `set` that have the digits `digits` together with the further candidates, and with more cells.
fn naked_sets(
    rectangle: &Rectangle,
    house: usize,
    others: &[usize],
    (set, digits): (u128, u16),
    sink: Sink,
) -> ControlFlow<()> {
    for (at, &cell) in others.iter().enumerate() {
        let (set, digits) = (set | 1 << cell, digits | rectangle.board.position.candidates[cell]);
        let all = set | rectangle.further;
        // Sets of a box that lie in a line are found in the line.
        let is_new = house >= 9 || shared_houses(all).all(|shared| shared < 9);
        if is_new && digits.count_ones() == set.count_ones() + 1 {
            let shared = shared_houses(all).filter(|&shared| shared == house || shared < 9);
            let seen = shared.fold(0, |seen, shared| seen | CELLS_OF[shared]);
            let removed = rectangle.without(seen & !all, digits);
            let mut parts = rectangle.parts();
            parts.push(Part::new(Role::Fin, all, digits));
            offer(sink, Technique::UniquenessTest(3), removed, parts)?;
        }
        naked_sets(rectangle, house, &others[at + 1..], (set, digits), sink)?;
    }
    GO_ON
}

/// Two cells in a line have further candidates, and one of the two digits has no other place that sees both: they do not have the other digit.
fn type_4(rectangle: &Rectangle, sink: Sink) -> ControlFlow<()> {
    if !rectangle.two_in_line() {
        return GO_ON;
    }
    let seen = cells(rectangle.further).fold(u128::MAX, |seen, cell| seen & PEERS[cell]);
    let digits = rectangle.digits();
    let locked = digits.into_iter().find(|&digit| rectangle.board.position.cells[digit] & seen == 0);
    let Some(locked) = locked else { return GO_ON };
    let removed = rectangle.without(rectangle.further, rectangle.pair & !(1 << locked));
    let mut parts = rectangle.parts();
    parts.push(Part::new(Role::Base, rectangle.further, 1 << locked));
    offer(sink, Technique::UniquenessTest(4), removed, parts)
}

/// Two opposite cells have further candidates, and one of the two digits has no other place in the rows and columns: they do not have it.
fn type_6(rectangle: &Rectangle, sink: Sink) -> ControlFlow<()> {
    if rectangle.further.count_ones() != 2 || shared_houses(rectangle.further).next().is_some() {
        return GO_ON;
    }
    let lines = cells(rectangle.further).flat_map(|cell| [HOUSES_OF[cell][ROW].0, HOUSES_OF[cell][COLUMN].0]);
    let seen = lines.fold(0, |seen, line| seen | CELLS_OF[usize::from(line)]) & !rectangle.all();
    let digits = rectangle.digits();
    let locked = digits.into_iter().find(|&digit| rectangle.board.position.cells[digit] & seen == 0);
    let Some(locked) = locked else { return GO_ON };
    let removed = rectangle.without(rectangle.further, 1 << locked);
    let mut parts = rectangle.parts();
    parts.push(Part::new(Role::Base, rectangle.all(), 1 << locked));
    offer(sink, Technique::UniquenessTest(6), removed, parts)
}

/// One of the two digits has no other place in the row and the column that cross in the cell opposite of a cell without further
/// candidates: the opposite cell does not have the other digit.
fn hidden_in(rectangle: &Rectangle, sink: Sink) -> ControlFlow<()> {
    let is_diagonal = shared_houses(rectangle.pure).next().is_none();
    if !(rectangle.pure.count_ones() == 1 || rectangle.pure.count_ones() == 2 && is_diagonal) {
        return GO_ON;
    }
    let pure = rectangle.cells.into_iter().filter(|cell| rectangle.pure >> cell & 1 == 1);
    for corner in pure {
        let Some(opposite) =
            cells(rectangle.all()).find(|&cell| cell != corner && PEERS[corner] >> cell & 1 == 0)
        else {
            continue;
        };
        let lines = [ROW, COLUMN].map(|kind| CELLS_OF[usize::from(HOUSES_OF[opposite][kind].0)]);
        for digit in rectangle.digits() {
            let others = rectangle.board.position.cells[digit] & (lines[0] | lines[1]) & !rectangle.all();
            if others == 0 {
                let removed = rectangle.without(1 << opposite, rectangle.pair & !(1 << digit));
                let mut parts = rectangle.parts();
                let base = (lines[0] | lines[1]) & rectangle.all();
                parts.push(Part::new(Role::Base, base, 1 << digit));
                offer(sink, Technique::HiddenRectangle, removed, parts)?;
            }
        }
    }
    GO_ON
}

/// Avoidable rectangles of one of HoDoKu's types: two cells or three have placed digits that are not givens.
pub(super) fn avoidable<const TYPE: u8>(board: &Board, sink: Sink) -> ControlFlow<()> {
    let placed = !board.position.open & !board.givens & ((1 << 81) - 1);
    let mut seen = Vec::new();
    cells(placed).try_for_each(|start| {
        corners(start, placed).try_for_each(|(rectangle, set)| {
            let [first, second, third, fourth] = rectangle;
            let digits = [first, second].map(|cell| usize::from(board.digits[cell]) - 1);
            // Opposite cells have the same digit, or two candidates of which one is this digit.
            let fits = |cell: usize, digit: usize| match board.position.candidates[cell] {
                0 => placed >> cell & 1 == 1 && usize::from(board.digits[cell]) == digit + 1,
                candidates => candidates >> digit & 1 == 1 && candidates.count_ones() == 2,
            };
            let open = set & board.position.open;
            let is_avoidable = open != 0 && fits(third, digits[1]) && fits(fourth, digits[0]);
            if !is_avoidable || seen.contains(&set) {
                return GO_ON;
            }
            seen.push(set);
            avoid(board, TYPE, (set, open), 1 << digits[0] | 1 << digits[1], sink)
        })
    })
}

/// Gives what an avoidable rectangle with these cells, of which some are open, removes.
fn avoid(board: &Board, kind: u8, (set, open): (u128, u128), pair: u16, sink: Sink) -> ControlFlow<()> {
    let parts = vec![Part::new(Role::Pattern, set, pair)];
    let position = &board.position;
    let further = |cell: usize| position.candidates[cell] & !pair;
    match (kind, open.count_ones()) {
        (1, 1) => {
            let cell = open.trailing_zeros() as usize;
            // The digit of the opposite cell, which is the only one of the two that can be a candidate.
            offer(sink, Technique::AvoidableRectangle(1), without(position, 1 << cell, pair), parts)
        }
        (2, 2) => {
            let mut both = cells(open);
            let (Some(a), Some(b)) = (both.next(), both.next()) else { return GO_ON };
            let Some(digit) = only(further(a)).filter(|_| further(a) == further(b)) else { return GO_ON };
            let removed = Removals::of(digit, position.cells[digit] & PEERS[a] & PEERS[b]);
            offer(sink, Technique::AvoidableRectangle(2), removed, parts)
        }
        _ => GO_ON,
    }
}

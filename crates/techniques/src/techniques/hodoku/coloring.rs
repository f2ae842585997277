//! Coloring of one digit: simple colors and multi-colors.

use super::{
    board::Board,
    search::{Sink, offer},
};
use crate::techniques::{
    houses::{BOX, CELLS_OF, COLUMN, HOUSES_OF, PEERS, ROW, cells},
    reason::{Part, Role},
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

/// Two sets of cells, of which exactly one has the digit everywhere.
type Colors = [u128; 2];

/// Wraps and traps, in the order of the solver.
pub(super) fn simple(board: &Board, sink: Sink) -> ControlFlow<()> {
    (0..9).try_for_each(|digit| {
        components(board, digit).into_iter().try_for_each(|colors| {
            offer_wrap(digit, colors, sink)?;
            offer_trap(board, digit, colors, sink)
        })
    })
}

/// Candidates that see both colors.
pub(super) fn traps(board: &Board, sink: Sink) -> ControlFlow<()> {
    (0..9).try_for_each(|digit| {
        let mut components = components(board, digit).into_iter();
        components.try_for_each(|colors| offer_trap(board, digit, colors, sink))
    })
}

/// Colors that see themselves.
pub(super) fn wraps(board: &Board, sink: Sink) -> ControlFlow<()> {
    (0..9).try_for_each(|digit| {
        let mut components = components(board, digit).into_iter();
        components.try_for_each(|colors| offer_wrap(digit, colors, sink))
    })
}

/// Both kinds of multi-colors, in the order of the solver.
pub(super) fn multi(board: &Board, sink: Sink) -> ControlFlow<()> {
    for_two(board, |digit, a, b| {
        offer_second(digit, a, b, sink)?;
        offer_first(board, digit, a, b, sink)
    })
}

/// Candidates that see a color of each of two pairs of colors, whose opposite colors see each other.
pub(super) fn multi_1(board: &Board, sink: Sink) -> ControlFlow<()> {
    for_two(board, |digit, a, b| offer_first(board, digit, a, b, sink))
}

/// Colors that see both colors of another pair.
pub(super) fn multi_2(board: &Board, sink: Sink) -> ControlFlow<()> {
    for_two(board, |digit, a, b| offer_second(digit, a, b, sink))
}

fn offer_wrap(digit: usize, colors: Colors, sink: Sink) -> ControlFlow<()> {
    let wrong = colors.into_iter().filter(|&color| color & seen(color) != 0);
    let removed = wrong.fold(0, |all, color| all | color);
    offer(sink, Technique::SimpleColorsWrap, Removals::of(digit, removed), parts(digit, colors).into())
}

fn offer_trap(board: &Board, digit: usize, colors: Colors, sink: Sink) -> ControlFlow<()> {
    let removed = Removals::of(digit, trapped(board, digit, colors));
    offer(sink, Technique::SimpleColorsTrap, removed, parts(digit, colors).into())
}

fn offer_first(board: &Board, digit: usize, a: Colors, b: Colors, sink: Sink) -> ControlFlow<()> {
    let both = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let linked = both.into_iter().filter(|&(of_a, of_b)| seen(a[of_a]) & b[of_b] != 0);
    let removed = linked.fold(0, |all, (of_a, of_b)| all | trapped(board, digit, [a[1 - of_a], b[1 - of_b]]));
    let parts = [parts(digit, a), parts(digit, b)].concat();
    offer(sink, Technique::MultiColors1, Removals::of(digit, removed), parts)
}

fn offer_second(digit: usize, a: Colors, b: Colors, sink: Sink) -> ControlFlow<()> {
    let sees_both = |color: &u128| b.iter().all(|other| seen(*color) & other != 0);
    let removed = a.into_iter().filter(sees_both).fold(0, |all, color| all | color);
    let parts = [parts(digit, a), parts(digit, b)].concat();
    offer(sink, Technique::MultiColors2, Removals::of(digit, removed), parts)
}

fn parts(digit: usize, [color, other]: Colors) -> [Part; 2] {
    [Part::new(Role::Color, color, 1 << digit), Part::new(Role::OtherColor, other, 1 << digit)]
}

/// Calls `each` with each digit and each two of its pairs of colors, in both orders.
fn for_two(board: &Board, mut each: impl FnMut(usize, Colors, Colors) -> ControlFlow<()>) -> ControlFlow<()> {
    (0..9).try_for_each(|digit| {
        let components = components(board, digit);
        for (i, &a) in components.iter().enumerate() {
            let mut others = components.iter().enumerate().filter(|&(j, _)| j != i);
            others.try_for_each(|(_, &b)| each(digit, a, b))?;
        }
        ControlFlow::Continue(())
    })
}

/// The cells that see a cell of a set.
fn seen(set: u128) -> u128 {
    cells(set).fold(0, |seen, cell| seen | PEERS[cell])
}

/// The places of a digit that see a cell of each color, and are not colored.
fn trapped(board: &Board, digit: usize, [color, other]: Colors) -> u128 {
    board.position.cells[digit] & seen(color) & seen(other) & !(color | other)
}

/// The pairs of colors of a digit: cells that are connected by houses with two places.
fn components(board: &Board, digit: usize) -> Vec<Colors> {
    let houses = (0..27).filter(|&house| board.position.places[house][digit].count_ones() == 2);
    let of_digit = board.position.cells[digit];
    let mut rest = houses.fold(0, |rest, house| rest | of_digit & CELLS_OF[house]);
    let mut components = Vec::new();
    while rest != 0 {
        let mut colors = [0; 2];
        color(board, digit, rest.trailing_zeros() as usize, &mut rest, &mut colors, 0);
        components.push(colors);
    }
    components
}

/// Gives a cell a color, and then all cells that are connected with it.
fn color(board: &Board, digit: usize, cell: usize, rest: &mut u128, colors: &mut Colors, own: usize) {
    if *rest >> cell & 1 == 0 {
        return;
    }
    *rest &= !(1 << cell);
    colors[own] |= 1 << cell;
    for kind in [ROW, COLUMN, BOX] {
        let house = usize::from(HOUSES_OF[cell][kind].0);
        if board.position.places[house][digit].count_ones() == 2 {
            let other = board.position.cells[digit] & CELLS_OF[house] & !(1 << cell);
            color(board, digit, other.trailing_zeros() as usize, rest, colors, 1 - own);
        }
    }
}

//! Patterns of one digit: skyscrapers, two-string kites, turbot fish and empty rectangles.

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

/// A house with two places of a digit, in order.
#[derive(Clone, Copy)]
struct Link {
    house: usize,
    ends: [usize; 2],
}

impl Link {
    fn part(self, digit: usize) -> Part {
        Part::new(Role::Base, 1 << self.ends[0] | 1 << self.ends[1], 1 << digit).in_house(self.house)
    }

    fn turned(self) -> Link {
        Link { ends: [self.ends[1], self.ends[0]], ..self }
    }
}

/// The links of a digit in houses of one kind.
fn links(board: &Board, kind: usize, digit: usize) -> Vec<Link> {
    let link = |house: usize| {
        let mut ends = cells(board.position.cells[digit] & CELLS_OF[house]);
        let link = Link { house, ends: [ends.next()?, ends.next()?] };
        ends.next().is_none().then_some(link)
    };
    (9 * kind..9 * kind + 9).filter_map(link).collect()
}

/// The house of a kind that a cell is in.
fn house_of(cell: usize, kind: usize) -> usize {
    HOUSES_OF[cell][kind].0.into()
}

/// The places of a digit that see two cells.
fn common(board: &Board, digit: usize, [a, b]: [usize; 2]) -> u128 {
    board.position.cells[digit] & PEERS[a] & PEERS[b]
}

/// Two parallel lines with two places each, of which two are in a crossing line.
pub(super) fn skyscrapers(board: &Board, sink: Sink) -> ControlFlow<()> {
    for (kind, digit) in [ROW, COLUMN].into_iter().flat_map(|kind| (0..9).map(move |digit| (kind, digit))) {
        let (links, crossing) = (links(board, kind, digit), ROW + COLUMN - kind);
        for (i, first) in links.iter().enumerate() {
            for second in &links[i + 1..] {
                let meet =
                    |end: usize| house_of(first.ends[end], crossing) == house_of(second.ends[end], crossing);
                if meet(0) == meet(1) {
                    continue;
                }
                let free = usize::from(meet(0));
                let removed = common(board, digit, [first.ends[free], second.ends[free]]);
                let parts = vec![first.part(digit), second.part(digit)];
                offer(sink, Technique::Skyscraper, Removals::of(digit, removed), parts)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// A row and a column with two places each, of which the first ones are in one box.
#[derive(Clone, Copy)]
struct Kite {
    digit: usize,
    row: Link,
    column: Link,
    removed: u128,
}

impl Kite {
    /// The kite of a row and a column, if they have one that removes something.
    fn new(board: &Board, digit: usize, row: Link, column: Link) -> Option<Kite> {
        let turns = [(row, column), (row, column.turned()), (row.turned(), column)];
        let mut turns = turns.into_iter().chain([(row.turned(), column.turned())]);
        let (row, column) =
            turns.find(|(row, column)| house_of(row.ends[0], BOX) == house_of(column.ends[0], BOX))?;
        let removed = common(board, digit, [row.ends[1], column.ends[1]])
            & CELLS_OF[house_of(column.ends[1], ROW)]
            & CELLS_OF[house_of(row.ends[1], COLUMN)];
        let are_apart = row.ends.iter().all(|cell| !column.ends.contains(cell));
        (are_apart && removed != 0).then_some(Kite { digit, row, column, removed })
    }

    fn parts(&self) -> Vec<Part> {
        vec![self.row.part(self.digit), self.column.part(self.digit)]
    }

    fn ends_in_box(&self) -> u128 {
        1 << self.row.ends[0] | 1 << self.column.ends[0]
    }
}

/// All kites, in order.
fn all_kites(board: &Board) -> impl Iterator<Item = Kite> + use<'_> {
    (0..9).flat_map(move |digit| {
        let columns = links(board, COLUMN, digit);
        let rows = links(board, ROW, digit).into_iter();
        rows.flat_map(move |row| {
            let kites = columns.iter().filter_map(|&column| Kite::new(board, digit, row, column));
            kites.collect::<Vec<_>>()
        })
    })
}

/// Two-string kites.
pub(super) fn kites(board: &Board, sink: Sink) -> ControlFlow<()> {
    all_kites(board).try_for_each(|kite| {
        offer(sink, Technique::TwoStringKite, Removals::of(kite.digit, kite.removed), kite.parts())
    })
}

/// Two kites with the same cells in the box. Their digits may differ.
pub(super) fn dual_kites(board: &Board, sink: Sink) -> ControlFlow<()> {
    let kites: Vec<Kite> = all_kites(board).collect();
    for (i, first) in kites.iter().enumerate() {
        for second in &kites[i + 1..] {
            if first.ends_in_box() == second.ends_in_box() && first.removed != second.removed {
                let mut removed = Removals::of(first.digit, first.removed);
                removed.0[second.digit] |= second.removed;
                let parts = [first.parts(), second.parts()].concat();
                offer(sink, Technique::DualTwoStringKite, removed, parts)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Two links of which two ends see each other: one of the other ends has the digit. A step for each set of removed candidates.
pub(super) fn turbots(board: &Board, sink: Sink) -> ControlFlow<()> {
    let mut seen = Vec::new();
    for digit in 0..9 {
        let links: Vec<Link> =
            [ROW, COLUMN, BOX].into_iter().flat_map(|kind| links(board, kind, digit)).collect();
        let turned = links.iter().flat_map(|&link| [link, link.turned()]);
        for first in turned {
            for second in links.iter().flat_map(|&link| [link, link.turned()]) {
                // The chain runs from the first end of `first` to the second end of `second`; it may come back to its start.
                let [start, a, b, end] = [first.ends[0], first.ends[1], second.ends[0], second.ends[1]];
                let removed = common(board, digit, [start, end]);
                let is_chain = PEERS[a] >> b & 1 == 1 && start != b && end != a;
                if is_chain && removed != 0 && !seen.contains(&(digit, removed)) {
                    seen.push((digit, removed));
                    let parts = vec![first.part(digit), second.part(digit)];
                    offer(sink, Technique::TurbotFish, Removals::of(digit, removed), parts)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// A box whose places of a digit lie in a row and a column, and a link from one of the lines.
struct EmptyRectangle {
    digit: usize,
    in_box: usize,
    link: Link,
    removed: u128,
}

impl EmptyRectangle {
    fn parts(&self, board: &Board) -> Vec<Part> {
        let places = CELLS_OF[self.in_box] & board.position.cells[self.digit];
        vec![
            Part::new(Role::Pattern, places, 1 << self.digit).in_house(self.in_box),
            self.link.part(self.digit),
        ]
    }
}

/// All empty rectangles, in order.
fn all_empty_rectangles(board: &Board) -> Vec<EmptyRectangle> {
    let mut found = Vec::new();
    for (digit, in_box) in (0..9).flat_map(|digit| (0..9).map(move |in_box| (digit, in_box))) {
        let places = CELLS_OF[in_box] & board.position.cells[digit];
        for (down, right) in (0..9).map(|n| (2 - n / 3, 2 - n % 3)) {
            let lines = [ROW * 9 + in_box / 3 * 3 + down, COLUMN * 9 + in_box % 3 * 3 + right];
            let [row, column] = lines.map(|line| CELLS_OF[line]);
            let is_cross = places & !(row | column) == 0 && places & row & !column != 0;
            if is_cross && places & column & !row != 0 {
                rectangles_of(board, (digit, in_box), lines, &mut found);
                rectangles_of(board, (digit, in_box), [lines[1], lines[0]], &mut found);
            }
        }
    }
    found
}

/// The empty rectangles of a box with links that begin in the line `first` and end in a line that crosses `second`.
fn rectangles_of(
    board: &Board,
    (digit, in_box): (usize, usize),
    [first, second]: [usize; 2],
    found: &mut Vec<EmptyRectangle>,
) {
    let outside = board.position.cells[digit] & !CELLS_OF[in_box];
    for start in cells(outside & CELLS_OF[first]) {
        let house = house_of(start, second / 9);
        let places = board.position.cells[digit] & CELLS_OF[house];
        if places.count_ones() != 2 {
            continue;
        }
        let end = (places & !(1 << start)).trailing_zeros() as usize;
        let removed = outside & CELLS_OF[house_of(end, first / 9)] & CELLS_OF[second];
        if removed != 0 {
            found.push(EmptyRectangle { digit, in_box, link: Link { house, ends: [start, end] }, removed });
        }
    }
}

/// Empty rectangles.
pub(super) fn empty_rectangles(board: &Board, sink: Sink) -> ControlFlow<()> {
    all_empty_rectangles(board).into_iter().try_for_each(|found| {
        let removed = Removals::of(found.digit, found.removed);
        offer(sink, Technique::EmptyRectangle, removed, found.parts(board))
    })
}

/// Two empty rectangles of one box.
pub(super) fn dual_empty_rectangles(board: &Board, sink: Sink) -> ControlFlow<()> {
    let all = all_empty_rectangles(board);
    for (i, first) in all.iter().enumerate() {
        for second in &all[i + 1..] {
            let alike = first.digit == second.digit && first.in_box == second.in_box;
            if alike && first.removed != second.removed {
                let removed = Removals::of(first.digit, first.removed | second.removed);
                let parts = [first.parts(board), second.parts(board)].concat();
                offer(sink, Technique::DualEmptyRectangle, removed, parts)?;
            }
        }
    }
    ControlFlow::Continue(())
}

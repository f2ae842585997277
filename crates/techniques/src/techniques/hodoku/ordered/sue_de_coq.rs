//! The first Sue de Coq. Its sets may have digits in common that the cells in the middle do not have, and a cell of the intersection that is
//! not in the middle.

use crate::techniques::{
    hodoku::{
        board::Board,
        search::{Sink, offer},
    },
    houses::{CELLS_OF, cells},
    position::Position,
    reason::{Part, Role},
    step::{Removals, Technique},
};
use std::ops::ControlFlow;

const GO_ON: ControlFlow<()> = ControlFlow::Continue(());

/// Some cells and their digits.
type Set = (u128, u16);

/// All Sue de Coqs, for each line and box.
pub(in super::super) fn sue_de_coq(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    for (line, in_box) in (9..27).flat_map(|line| (0..9).map(move |in_box| (line, in_box))) {
        let shared: Vec<usize> = cells(position.open & CELLS_OF[line] & CELLS_OF[in_box]).collect();
        let search = Search { position, line, in_box, middle: (0, 0) };
        subsets(position, &shared, (0, 0), &mut |middle| {
            let more = middle.1.count_ones().saturating_sub(middle.0.count_ones());
            if middle.0.count_ones() > 1 && more > 1 {
                Search { middle, ..search }.lines(more, sink)
            } else {
                GO_ON
            }
        })?;
    }
    GO_ON
}

/// Calls `each` with all subsets of some cells that contain `set`, each before those that contain it.
fn subsets(
    position: &Position,
    rest: &[usize],
    set: Set,
    each: &mut dyn FnMut(Set) -> ControlFlow<()>,
) -> ControlFlow<()> {
    rest.iter().enumerate().try_for_each(|(at, &cell)| {
        let larger = (set.0 | 1 << cell, set.1 | position.candidates[cell]);
        each(larger)?;
        subsets(position, &rest[at + 1..], larger, each)
    })
}

/// A search with the cells in the middle.
#[derive(Clone, Copy)]
struct Search<'a> {
    position: &'a Position,
    line: usize,
    in_box: usize,
    middle: Set,
}

impl Search<'_> {
    /// How many digits of the middle a set takes: its cells minus its further digits. None if it has no digit of the middle.
    fn taken(&self, set: Set) -> Option<u32> {
        let further = (set.1 & !self.middle.1).count_ones();
        (set.1 & self.middle.1 != 0).then(|| set.0.count_ones().saturating_sub(further))
    }

    /// Chooses the set of the line. The middle has `more` digits more than cells.
    fn lines(&self, more: u32, sink: Sink) -> ControlFlow<()> {
        let rest = CELLS_OF[self.line] & self.position.open & !self.middle.0;
        subsets(self.position, &cells(rest).collect::<Vec<_>>(), (0, 0), &mut |of_line| match self
            .taken(of_line)
        {
            Some(taken) if taken > 0 && taken < more => self.boxes(of_line, more - taken, sink),
            _ => GO_ON,
        })
    }

    /// Chooses the set of the box, which takes `more` digits of the middle that the set of the line does not have.
    fn boxes(&self, of_line: Set, more: u32, sink: Sink) -> ControlFlow<()> {
        let used = of_line.1 & self.middle.1;
        let rest = CELLS_OF[self.in_box] & self.position.open & !self.middle.0 & !of_line.0;
        let rest = cells(rest).filter(|&cell| self.position.candidates[cell] & used == 0);
        subsets(self.position, &rest.collect::<Vec<_>>(), (0, 0), &mut |of_box| match self.taken(of_box) {
            Some(taken) if taken == more => self.give(of_line, of_box, sink),
            _ => GO_ON,
        })
    }

    fn give(&self, of_line: Set, of_box: Set, sink: Sink) -> ControlFlow<()> {
        let (middle, common) = (self.middle, of_line.1 & of_box.1 & !self.middle.1);
        let mut removed = Removals::default();
        for (house, own, other) in [(self.in_box, of_box, of_line), (self.line, of_line, of_box)] {
            let digits = (middle.1 | own.1) & !other.1 | common;
            let rest = CELLS_OF[house] & self.position.open & !middle.0 & !own.0;
            cells(rest).for_each(|cell| self.position.removals(cell, digits, &mut removed));
        }
        let parts = vec![
            Part::new(Role::Intersection, middle.0, middle.1).in_house(self.line),
            Part::new(Role::AlmostLockedSet, of_line.0, of_line.1).in_house(self.line),
            Part::new(Role::AlmostLockedSet, of_box.0, of_box.1).in_house(self.in_box),
        ];
        offer(sink, Technique::SueDeCoq, removed, parts)
    }
}

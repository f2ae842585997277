//! Templates: all ways to put the rest of a digit on the board.

use super::{
    board::Board,
    score,
    search::{Settings, Sink, offer, part},
};
use crate::techniques::{
    houses::{HOUSES_OF, PEERS, cells},
    reason::{Reason, Role},
    step::{Removals, Step, Technique},
};
use std::ops::ControlFlow;

/// The templates of a digit: the cells that are in all of them, and the cells that are in some of them.
struct Templates {
    all: u128,
    some: u128,
}

/// The digits whose templates have cells in common. Each step places one of them.
pub(super) fn set(board: &Board, _: Settings, sink: Sink) -> ControlFlow<()> {
    (0..9).try_for_each(|digit| {
        let templates = templates(board, digit);
        let pattern = part(Role::Pattern, templates.all, 1 << digit);
        cells(templates.all).try_for_each(|cell| {
            let step = Step::place(Technique::TemplateSet, score(Technique::TemplateSet), cell, digit);
            sink(step, Reason { parts: vec![pattern], chains: Vec::new() })
        })
    })
}

/// The candidates that are in none of the templates of their digits.
pub(super) fn delete(board: &Board, _: Settings, sink: Sink) -> ControlFlow<()> {
    (0..9).try_for_each(|digit| {
        let templates = templates(board, digit);
        let removed = Removals::of(digit, board.position.cells[digit] & !templates.some);
        offer(sink, Technique::TemplateDelete, removed, vec![part(Role::Pattern, templates.some, 1 << digit)])
    })
}

fn templates(board: &Board, digit: usize) -> Templates {
    let mut templates = Templates { all: u128::MAX, some: 0 };
    let placed = (0..81).filter(|&cell| usize::from(board.digits[cell]) == digit + 1);
    let rows = placed.fold(0, |rows, cell| rows | 1 << (cell / 9));
    templates.extend(board.position.cells[digit], rows, 0);
    if templates.some == 0 {
        templates.all = 0;
    }
    templates
}

impl Templates {
    /// Adds the templates that begin with `chosen` and have other cells of `left`, one in each row that is not in `rows`.
    fn extend(&mut self, left: u128, rows: u16, chosen: u128) {
        let Some(row) = (0..9).find(|row| rows >> row & 1 == 0) else {
            self.all &= chosen;
            self.some |= chosen;
            return;
        };
        for cell in cells(left & (0x1FF << (9 * row))) {
            debug_assert_eq!(usize::from(HOUSES_OF[cell][1].0), 9 + row);
            self.extend(left & !PEERS[cell], rows | 1 << row, chosen | 1 << cell);
        }
    }
}

//! Templates: all ways to put the rest of a digit on the board.

use super::{
    board::Board,
    search::{Sink, offer},
};
use crate::techniques::{
    houses::{CELLS_OF, PEERS, cells},
    reason::{Part, Reason, Role},
    step::{Removals, Step, Technique},
};
use std::ops::ControlFlow;

/// The cells that are in all templates of a digit. Each step places one of them.
pub(super) fn set(board: &Board, sink: Sink) -> ControlFlow<()> {
    templates(board).into_iter().enumerate().try_for_each(|(digit, [all, _])| {
        let pattern = Part::new(Role::Pattern, all, 1 << digit);
        cells(all).try_for_each(|cell| {
            let step = Step::place(Technique::TemplateSet, 0, cell, digit);
            sink(step, Reason { parts: vec![pattern], ..Reason::default() })
        })
    })
}

/// The candidates that are in none of the templates of their digits.
pub(super) fn delete(board: &Board, sink: Sink) -> ControlFlow<()> {
    templates(board).into_iter().enumerate().try_for_each(|(digit, [_, some])| {
        let removed = Removals::of(digit, board.position.cells[digit] & !some);
        offer(sink, Technique::TemplateDelete, removed, vec![Part::new(Role::Pattern, some, 1 << digit)])
    })
}

/// The cells that are in all templates of each digit, and the cells that are in some of them. A cell that is in all templates of a digit is
/// not in any template of another digit.
fn templates(board: &Board) -> [[u128; 2]; 9] {
    let mut templates: [Vec<u128>; 9] = std::array::from_fn(|digit| {
        let placed = (0..81).filter(|&cell| usize::from(board.digits[cell]) == digit + 1);
        let rows = placed.fold(0, |rows, cell| rows | 1 << (cell / 9));
        let mut templates = Vec::new();
        extend(&mut templates, board.position.cells[digit], rows, 0);
        templates
    });
    let mut changed = true;
    while changed {
        changed = false;
        if templates.iter().any(Vec::is_empty) {
            return [[0, u128::MAX]; 9];
        }
        for (digit, other) in (0..81).map(|pair| (pair / 9, pair % 9)).filter(|(digit, other)| digit != other)
        {
            let mut own = std::mem::take(&mut templates[digit]);
            let before = own.len();
            let taken = templates[other].iter().fold(u128::MAX, |all, template| all & template);
            own.retain(|template| template & taken == 0);
            changed |= own.len() < before;
            templates[digit] = own;
        }
    }
    templates.map(|templates| {
        let all = templates.iter().fold(u128::MAX, |all, template| all & template);
        let some = templates.iter().fold(0, |some, template| some | template);
        [all & some, some]
    })
}

/// Adds the templates that begin with `chosen` and have other cells of `left`, one in each row that is not in `rows`.
fn extend(templates: &mut Vec<u128>, left: u128, rows: u16, chosen: u128) {
    let Some(row) = (0..9).find(|row| rows >> row & 1 == 0) else {
        templates.push(chosen);
        return;
    };
    for cell in cells(left & CELLS_OF[9 + row]) {
        extend(templates, left & !PEERS[cell], rows | 1 << row, chosen | 1 << cell);
    }
}

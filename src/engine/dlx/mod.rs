//! The dancing-links arena.

mod arena;
mod dance;
mod layout;
mod search;

use super::{Engine, Limits, Report, Run, Stop};
use crate::Shape;
use crate::cover::Cover;
use arena::Arena;
use layout::{Index, Layout, Of};

type Narrow = Arena<Of<u16, u16, 4, false, false>>;
type Medium = Arena<Of<u32, u16, 4, false, false>>;

/// One arena per shape.
pub struct Dlx {
    shape: Shape,
    arena: Sized,
}

enum Sized {
    Narrow(Narrow),
    Medium(Medium),
}

impl Dlx {
    /// An engine for one shape.
    pub fn new(shape: Shape) -> Dlx {
        let cover = Cover::sudoku(shape);
        let arena = if Narrow::fits(&cover) {
            Sized::Narrow(Narrow::new(&cover))
        } else {
            Sized::Medium(Medium::new(&cover))
        };
        Dlx { shape, arena }
    }
}

impl Engine for Dlx {
    fn name(&self) -> &'static str {
        "dlx"
    }

    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        assert_eq!(run.shape(), self.shape, "an engine for another shape");
        match &mut self.arena {
            Sized::Narrow(arena) => solve(arena, run, limits),
            Sized::Medium(arena) => solve(arena, run, limits),
        }
    }
}

fn solve<L: Layout>(arena: &mut Arena<L>, run: &mut Run<'_>, limits: &Limits) {
    let side = run.shape().side();
    for i in 0..run.len() {
        let givens = run.givens(i);
        arena.reset();
        let given = givens.iter().enumerate().filter(|&(_, &d)| d > 0);
        let ok = arena.give(given.map(|(cell, &d)| cell * side + usize::from(d) - 1));
        let (stop, solutions) = if ok {
            let solution = run.solution_mut(i);
            let mut first = true;
            arena.search(limits, |chosen| {
                if std::mem::take(&mut first) {
                    for option in chosen {
                        solution[option.get() / side] = (option.get() % side) as u8 + 1;
                    }
                }
            })
        } else {
            (Stop::Exhausted, 0)
        };
        let c = arena.counters;
        run.report(i, Report::new(stop, solutions, c.nodes, c.guesses, limits));
    }
}

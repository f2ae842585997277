//! Solves puzzles as HoDoKu does.

use super::{
    board::Board,
    search::{Finder, first},
    singles,
};
use crate::techniques::{reason::Reason, step::Step};

/// How a step is chosen.
enum Try {
    /// The first one that a finder finds.
    First(Finder),
    /// By a rule of its own.
    Best(fn(&Board) -> Option<(Step, Reason)>),
}

/// What is tried, in order.
static ORDER: &[Try] = &[
    Try::First(singles::full_houses), //
    Try::First(singles::naked),
    Try::First(singles::hidden),
];

/// Solves 9×9 puzzles with HoDoKu's techniques in its order.
#[derive(Default)]
pub struct Hodoku {}

impl Hodoku {
    /// With HoDoKu's settings.
    pub fn new() -> Hodoku {
        Hodoku::default()
    }

    /// The first step on a board with its reason, or `None` if no technique makes one.
    pub fn next(&mut self, board: &Board) -> Option<(Step, Reason)> {
        ORDER.iter().find_map(|order| match order {
            Try::First(find) => first(board, *find),
            Try::Best(best) => best(board),
        })
    }
}

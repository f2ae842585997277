//! The further techniques in closures, which for nested levels have closures of their own.

use super::{
    closure::{Closure, Mode},
    closures::Closures,
    cycles::CycleSearch,
    hints::{Collector, Hints},
    lengths::Lengths,
    plus,
};
use crate::techniques::{position::Position, sudoku_explainer::stop::Stop};
use std::{collections::HashMap, sync::Arc};

/// The techniques of nested levels.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Family {
    Cycles,
    Chains(bool, u8),
}

impl Family {
    /// The techniques of a level, in order.
    pub fn of(level: u8) -> &'static [Family] {
        match level {
            0 | 1 => &[],
            2 => &[Family::Cycles],
            3 => &[Family::Cycles, Family::Chains(false, 0)],
            4 => &[Family::Chains(true, 0)],
            _ => &[Family::Chains(true, 0), Family::Chains(true, 2)],
        }
    }
}

/// Finds the steps of further techniques in a closure. Keeps its memory, and what it found for a board.
pub(super) struct Inner {
    known: HashMap<(Family, [u16; 81]), Hints>,
    memory: Option<Box<Memory>>,
    /// Ends a visit early.
    pub stop: Stop,
}

struct Memory {
    cycles: CycleSearch,
    closures: Closures,
    lengths: Lengths,
}

/// How many boards are kept.
const KEPT: usize = 4096;

impl Inner {
    pub fn new(stop: Stop) -> Inner {
        Inner { known: HashMap::new(), memory: None, stop }
    }

    /// Adds the off literals of the first technique of a level that has any. `copy` is the board without the off literals.
    pub fn extend(
        &mut self,
        closure: &mut Closure,
        (board, copy): (&Position, &Position),
        level: u8,
    ) -> bool {
        if level == 0 || plus::extend(closure, board, copy) {
            return level > 0;
        }
        Family::of(level).iter().any(|&family| {
            let hints = self.hints(copy, family);
            let mut added = false;
            for hint in hints.iter() {
                let parents = hint.proof.parents(board, copy);
                added |= closure.add_off(&hint.removed, &parents, Some(&hint.proof));
            }
            added
        })
    }

    /// The steps of a technique, the easiest first.
    fn hints(&mut self, board: &Position, family: Family) -> Hints {
        if let Some(hints) = self.known.get(&(family, board.candidates)) {
            return Arc::clone(hints);
        }
        let memory = self.memory.get_or_insert_with(|| {
            Box::new(Memory {
                cycles: CycleSearch::new(),
                closures: Closures::new(self.stop.clone()),
                lengths: Lengths::new(),
            })
        });
        let mut collector = Collector::default();
        match family {
            Family::Cycles => collector.cycles(board, &mut memory.cycles),
            Family::Chains(dynamic, level) => {
                let mode = Mode { dynamic, cells: true, level };
                let Memory { closures, lengths, .. } = &mut **memory;
                closures.visit(board, mode, dynamic, &mut |found, ends| {
                    collector.chain(board, mode, (found, ends), lengths)
                });
            }
        }
        let hints = collector.sorted();
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert((family, board.candidates), Arc::clone(&hints));
        hints
    }
}

//! The closures of a board, and the further techniques in them, which for nested levels have closures of their own.

use super::{
    LITERALS,
    closure::{Closure, Mode},
    cycles::CycleSearch,
    found::Group,
    hints::{Collector, Hints},
    key,
    lengths::Lengths,
    plus,
    screen::Screen,
};
use crate::techniques::{position::Position, sudoku_explainer::stop::Stop};
use std::{collections::HashMap, sync::Arc};

/// The closures of a board. Keeps its memory.
pub(super) struct Closures {
    /// For each literal what follows if it is true, and whether that is known.
    on: Vec<Option<Box<Closure>>>,
    known: [bool; LITERALS],
    /// Memory for a single closure, and for the board in it.
    pub off: Closure,
    pub copy: Box<Position>,
    /// The consequences without reasons, and whether they are known.
    pub screen: Screen,
    pub screened: bool,
    /// Memory for the groups of closures of a board.
    pub groups: Vec<Group>,
    inner: Inner,
}

impl Closures {
    pub fn new(stop: Stop) -> Closures {
        Closures {
            on: (0..LITERALS).map(|_| None).collect(),
            known: [false; LITERALS],
            off: Closure::new(),
            copy: Box::new(Position::new(&[0; 81])),
            screen: Screen::new(),
            screened: false,
            groups: Vec::new(),
            inner: Inner::new(stop),
        }
    }

    /// Begins with another board.
    pub fn forget(&mut self) {
        self.known = [false; LITERALS];
    }

    pub fn is_stopped(&self) -> bool {
        self.inner.stop.is_set()
    }

    /// Finds everything that follows from a key.
    pub fn close_key(&mut self, board: &Position, start: u16, mode: Mode) {
        if start % 2 == 1 {
            return self.close(board, start / 2, mode);
        }
        let inner = &mut self.inner;
        self.off.run((board, &mut self.copy), start, mode, &mut |closure, copy| {
            inner.extend(closure, (board, copy), mode.level)
        });
    }

    /// The closure of a key that was found; of those that are false the last one.
    pub fn closed(&self, start: u16) -> &Closure {
        if start % 2 == 1 { self.known(start / 2) } else { &self.off }
    }

    /// Finds everything that follows if a literal is true.
    pub fn close(&mut self, board: &Position, start: u16, mode: Mode) {
        if std::mem::replace(&mut self.known[usize::from(start)], true) {
            return;
        }
        let closure = self.on[usize::from(start)].get_or_insert_with(|| Box::new(Closure::new()));
        let inner = &mut self.inner;
        closure.run((board, &mut self.copy), key(start, true), mode, &mut |closure, copy| {
            inner.extend(closure, (board, copy), mode.level)
        });
    }

    /// Finds again everything that follows from a key. Calls `each` with the closure and the board at which further techniques look.
    pub fn replay(
        &mut self,
        board: &Position,
        start: u16,
        mode: Mode,
        each: &mut dyn FnMut(&Closure, &Position),
    ) -> &Closure {
        let inner = &mut self.inner;
        self.off.run((board, &mut self.copy), start, mode, &mut |closure, copy| {
            each(closure, copy);
            inner.extend(closure, (board, copy), mode.level)
        });
        &self.off
    }

    pub fn known(&self, start: u16) -> &Closure {
        self.on[usize::from(start)].as_ref().expect("a closure that is known")
    }
}

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
struct Inner {
    known: HashMap<(Family, [u16; 81]), Hints>,
    memory: Option<Box<Memory>>,
    /// Ends a visit early.
    stop: Stop,
}

struct Memory {
    cycles: CycleSearch,
    closures: Closures,
    lengths: Lengths,
}

/// How many boards are kept.
const KEPT: usize = 4096;

impl Inner {
    fn new(stop: Stop) -> Inner {
        Inner { known: HashMap::new(), memory: None, stop }
    }

    /// Adds the off literals of the first technique of a level that has any. `copy` is the board without the off literals.
    fn extend(&mut self, closure: &mut Closure, (board, copy): (&Position, &Position), level: u8) -> bool {
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

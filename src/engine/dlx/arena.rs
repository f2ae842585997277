//! The arena: its memory, and the ways to begin a search in it.

use super::dance::Dance;
use super::layout::{Index, Layout, Word};
use super::tables::{Node, Tables};
use crate::cover::Cover;

/// Cost counters: exact, and the same whenever the same problem is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counters {
    pub guesses: u64,
    /// Options removed.
    pub updates: u64,
}

/// A choice that can still be taken back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<X> {
    /// The option tried.
    pub option: X,
    /// Options chosen before it.
    pub chosen: u32,
}

/// One problem, and the memory to search it.
///
/// ```text
///  states   │ level 0 │ level 1 │ level 2 │ … room for more │
///  levels     ▲ branch  ▲ branch  ▲ the present
/// ```
///
/// A state is the lists' words of live bits, in a wide layout followed by the items' sizes. A
/// branch copies the present state one level up and goes on there; to take the branch back is to
/// drop the copy, strictly last in, first out. Moves before the first branch, and those below the
/// last alternative of a branch, are made in place and never undone.
///
/// What the gauge of an item (its word, or its size in a wide layout) says:
///
/// | gauge | the item |
/// | --- | --- |
/// | `GUARD` | is covered |
/// | `GUARD` and more | is being covered |
/// | else | is open, with so many options; none: this branch is dead |
#[derive(Debug)]
pub(super) struct Arena<L: Layout> {
    pub tables: Tables<L>,
    pub template: Box<[L::Word]>,
    pub states: Vec<L::Word>,
    pub levels: Vec<Level<L::Index>>,
    /// Primary items with one option left, or none; `top` are in use. An item comes here at most
    /// twice on a path, and the slot above the top is written without being used.
    pub forced: Box<[L::Index]>,
    pub top: usize,
    /// Options chosen, in order.
    pub chosen: Vec<L::Index>,
    /// 1, and 1 more for every time an item was left without options.
    pub weights: Box<[L::Word]>,
    pub counters: Counters,
}

/// States are set aside for every level up to this many bytes, beyond it as they are needed.
const AHEAD: usize = 8 << 20;

impl<L: Layout> Arena<L> {
    /// An arena for a problem.
    ///
    /// # Panics
    /// If the problem does not fit the layout.
    pub fn new(cover: &Cover) -> Arena<L> {
        let (tables, template) = Tables::<L>::new(cover);
        // No more options than primary items can be chosen, nor fewer items covered by one.
        let fewest = cover.options().map(|option| option.len()).min().unwrap_or(0);
        let fewest = if L::FIXED > 0 { fewest.max(1) } else { 1 };
        let depth = cover.primary() / fewest + 1;
        let ahead = (AHEAD / size_of_val(&*template).max(1)).clamp(1, depth);
        Arena {
            states: vec![L::Word::default(); template.len() * ahead],
            levels: Vec::with_capacity(depth),
            forced: vec![L::Index::default(); 2 * cover.primary() + 1].into(),
            top: 0,
            chosen: Vec::with_capacity(depth),
            weights: vec![L::Word::ONE; cover.primary()].into(),
            counters: Counters::default(),
            tables,
            template,
        }
    }

    /// Words of a state.
    pub fn stride(&self) -> usize {
        self.template.len()
    }

    /// The present state.
    pub fn state(&self) -> &[L::Word] {
        &self.states[self.levels.len() * self.stride()..][..self.stride()]
    }

    /// Bytes of the arena, room for the deepest search included.
    pub fn bytes(&self) -> usize {
        self.tables.bytes()
            + size_of_val(&*self.template)
            + size_of_val(&*self.forced)
            + size_of_val(&*self.weights)
            + self.states.capacity() * size_of::<L::Word>()
            + self.levels.capacity() * size_of::<Level<L::Index>>()
            + self.chosen.capacity() * size_of::<L::Index>()
    }

    /// Begins anew with nothing chosen: copies the template.
    pub fn reset(&mut self) {
        self.forget();
        self.states[..self.template.len()].copy_from_slice(&self.template);
        self.find_forced();
    }

    /// Begins anew with the given options chosen and only the survivors beside them.
    ///
    /// The given options share no item, and the survivors are the options that share none with
    /// them, nor are excluded by one; an option's items are all primary and its layout is narrow.
    ///
    /// Of the resets that were tried, 17-clue / 16×16 sudoku in ms per file, this one took 286 / 3.7,
    /// a copy of the template followed by choosing the givens 303 / 4.2.
    pub fn rebuild(&mut self, given: impl Iterator<Item = usize>, survivors: impl Iterator<Item = usize>) {
        const { assert!((L::FIXED > 0 || L::EXCLUDING) && !L::WIDE) };
        self.forget();
        let state = &mut self.states[..self.template.len()];
        state.fill(L::Word::default());
        for option in given {
            self.chosen.push(L::Index::new(option));
            for node in self.tables.nodes(option).0 {
                state[node.word.get()] = L::Word::GUARD;
            }
        }
        survivors.for_each(|option| {
            for node in self.tables.nodes(option).0 {
                let word = &mut state[node.word.get()];
                *word = word.or(L::Word::bit(node.bit.get()));
            }
        });
        self.find_forced();
    }

    fn forget(&mut self) {
        self.levels.clear();
        self.chosen.clear();
        self.top = 0;
        self.weights.fill(L::Word::ONE);
        self.counters = Counters::default();
    }

    /// Finds the items that begin with one option or none.
    fn find_forced(&mut self) {
        let gauges = &self.states[self.tables.gauge(0)..][..self.tables.primary];
        let mut top = 0;
        for (item, &gauge) in gauges.iter().enumerate() {
            self.forced[top] = L::Index::new(item);
            top += usize::from(is_forced::<L>(gauge) & (gauge != L::Word::GUARD));
        }
        self.top = top;
    }

    /// Hands every option that is live in the present state to `take`, in order of its first item,
    /// with its items and whether each is primary.
    pub fn survivors(&self, mut take: impl FnMut(usize, &mut dyn Iterator<Item = (usize, bool)>)) {
        let (tables, state) = (&self.tables, self.state());
        let owner = |node: &Node<L::Index>| tables.owner(node.word.get());
        let open = (0..tables.primary).filter(|&item| state[tables.gauge(item)] != L::Word::GUARD);
        for word in open.flat_map(|item| tables.words(item)) {
            let mut bits = state[word];
            while !bits.is_zero() {
                let option = tables.at(word, bits.lowest());
                bits = bits.drop_lowest();
                let (primary, secondary) = tables.nodes(option);
                if primary[0].word.get() == word {
                    let primary = primary.iter().map(|node| (owner(node), true));
                    take(option, &mut primary.chain(secondary.iter().map(|node| (owner(node), false))));
                }
            }
        }
    }

    /// Moves in the present state.
    #[inline(always)]
    pub fn dance<R>(&mut self, steps: impl FnOnce(&mut Dance<'_, L>) -> R) -> R {
        let (stride, base) = (self.stride(), self.levels.len() * self.stride());
        let mut dance = Dance {
            tables: &self.tables,
            state: &mut self.states[base..base + stride],
            forced: &mut self.forced,
            top: self.top,
            chosen: &mut self.chosen,
            updates: 0,
        };
        let result = steps(&mut dance);
        let Dance { top, updates, .. } = dance;
        self.top = top;
        self.counters.updates += updates;
        result
    }
}

/// Whether a gauge says one option or none. (A covered item of a narrow layout looks like one, but
/// none of its options is left to be removed.)
#[inline(always)]
pub(super) fn is_forced<L: Layout>(gauge: L::Word) -> bool {
    if L::WIDE { gauge <= L::Word::ONE } else { gauge.drop_lowest().is_zero() }
}

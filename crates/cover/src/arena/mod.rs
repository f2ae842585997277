//! The dancing-links arena: exact cover by search, for boards of every size and for any other problem.
//!
//! Its lists are sets of bits, not doubly linked nodes. Knuth's links {up, down, item} need two loads and two stores
//! to unlink a node, and the same to link it again. A bit is cleared with one load and one store, the size of a
//! short list is the population count of its word, and backtracking drops a copy of 648 bytes (9×9) instead of
//! undoing each step. (Problems other than boards may have thousands of levels, so their steps are undone.) Nodes
//! are still indices into one block of memory that is allocated once and reset between puzzles.
//!
//! The problem is an exact cover problem ([`Cover`]): each item has a list of its options. Choosing an option
//! covers its items and removes every other option of these items from all lists. An item left with one
//! option forces the next move, an item left with none ends the branch. When nothing is forced, the search
//! branches.
//!
//! Against textbook dancing links (Knuth's Algorithm X in `benches/textbook`: doubly linked nodes, cover and
//! uncover, the item with the fewest options), measured in interleaved rounds on the repository's data sets, up to
//! two solutions of each board and all solutions of each cover problem, best of 5:
//!
//! ```sh
//! cargo bench --bench textbook            # or, for other files: cargo bench --bench textbook -- FILE…
//! ```
//!
//! | file | problems | links, nodes | links, ms | arena, nodes | arena, ms | ratio |
//! | --- | ---: | ---: | ---: | ---: | ---: | ---: |
//! | 4x4.txt | 5000 | 63464 | 21.22 | 5000 | 7.35 | 2.7 |
//! | 6x6.txt | 4000 | 109610 | 61.47 | 4572 | 19.55 | 3.1 |
//! | 9x9-easy.txt | 3000 | 149201 | 162.44 | 3436 | 20.41 | 5.9 |
//! | 9x9-minimal.txt | 3000 | 261344 | 260.79 | 14092 | 70.53 | 4.7 |
//! | 12x12.txt | 1000 | 398083 | 999.00 | 18632 | 96.54 | 9.8 |
//! | 16x16.txt | 500 | 168874 | 623.52 | 5334 | 63.95 | 13.0 |
//! | queens.dlx | 1 | 1199 | 0.11 | 589 | 0.02 | 5.2 |
//! | pentominoes.dlx | 1 | 909152 | 6079.13 | 806623 | 1216.36 | 5.0 |
//! | matrix.txt | 40 | 239 | 0.02 | 180 | 0.00 | 4.3 |
//! | sparse.txt | 20 | 141 | 0.03 | 55 | 0.01 | 5.5 |
//!
//! (The textbook solver counts a forced move as a node, the arena does not. The cover problems are searched by
//! `cover/search/`, not by the arena alone.)
//!
//! Other kinds of lists were slower. They were measured once, in the arena with the same search, and their
//! code was not kept; 17-clue, top1465 and hardest_1106 in ms: bits 296, 30, 53 (303, 30, 54 if the template
//! is copied and the givens are chosen, instead of rebuilding what survives them); dancing cells (sparse
//! sets, SSXCC) 448, 43, 73; links of 16 bits 477, 58, 105.
//!
//! | file | contents |
//! | --- | --- |
//! | `layout.rs` | the types: width of a word, width of an index |
//! | `tables.rs` | the problem: the place of each option in the lists |
//! | `mod.rs` | the memory, and the ways to start a search |
//! | `dance.rs` | choosing and removing an option: the inner loops |
//! | `pick.rs` | the choice of the item to branch on |
//! | `search.rs` | the loop |
//! | `invariants.rs` | the invariants, checked in debug builds |
//!
//! Bounds checks are kept: removing them gained under 1 % on 9×9 and about 5 % on 16×16.

pub mod dance;
#[cfg(debug_assertions)]
mod invariants;
pub mod layout;
mod pick;
pub mod search;
pub mod tables;

use super::{Cover, OutOfMemory, memory};
use dance::Dance;
use layout::Index;
use layout::Layout;
use layout::Word;
use tables::Node;
use tables::Tables;

/// Cost counters: exact, and equal for every search of the same problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    pub guesses: u64,
    /// Options removed.
    pub updates: u64,
}

/// A branch that can still be undone.
#[derive(Clone, Copy, Debug)]
pub struct Level<X> {
    /// The option tried.
    pub option: X,
    /// Options chosen before it.
    pub chosen: u32,
}

/// The data to undo moves, for layouts that do. An option is removed once on a path, so there are at most as many
/// entries as options.
#[derive(Debug, Default)]
pub struct Trail<X> {
    /// Options removed, in order.
    pub removed: Vec<X>,
    /// For each level: options removed before it.
    pub levels: Vec<u32>,
}

/// A problem and the memory to search it.
///
/// ```text
///  states   │ level 0 │ level 1 │ level 2 │ … room for more │
///  levels     ▲ branch  ▲ branch  ▲ current
/// ```
///
/// A state is the lists' words of live bits, in a wide layout followed by the items' sizes. A branch copies the
/// current state to the next level and continues there; backtracking drops the copy, last in, first out. Moves before
/// the first branch, and moves below the last alternative of a branch, are made in place and never undone.
///
/// A problem other than a board may have as many levels as items, so that copies would take memory quadratic in its
/// size. Levels beyond `copies` then work in the last copy and undo their moves by a [`Trail`] ([`Layout::UNDOES`]).
/// Copies are faster for small problems, in which a branch changes most of the state: 300 items of 3,000 options took
/// a third longer without copies.
///
/// The remaining options of an item are stored in its word or, in a wide layout, as its size:
///
/// | remaining | the item |
/// | --- | --- |
/// | `GUARD` | is covered |
/// | `GUARD` and more | is being covered |
/// | anything else | is open, with these options; if it has none, the branch is dead |
#[derive(Debug)]
pub struct Arena<L: Layout> {
    pub tables: Tables<L>,
    pub template: Box<[L::Word]>,
    pub states: Vec<L::Word>,
    /// Levels with a state of their own, besides the first.
    pub copies: usize,
    pub levels: Vec<Level<L::Index>>,
    pub trail: Trail<L::Index>,
    /// A stack of primary items with one option left, or none; `top` are in use. An item is pushed at most
    /// twice on a path, and the entry above the top may be written without being used.
    pub forced: Box<[L::Index]>,
    pub top: usize,
    /// Options chosen, in order.
    pub chosen: Vec<L::Index>,
    /// Per item: 1 plus the number of times that it was left without options.
    pub weights: Box<[L::Word]>,
    pub counters: Counters,
}

/// States of all levels are allocated in advance up to this many bytes, and beyond that on demand.
const PREALLOCATED: usize = 8 << 20;
/// The states of a problem that undoes moves take at most this many bytes, besides the first state.
const COPIED: usize = 1 << 20;

impl<L: Layout> Arena<L> {
    /// An arena for a problem.
    ///
    /// # Panics
    /// If the problem does not fit the layout.
    pub fn new(cover: &Cover) -> Arena<L> {
        Arena::try_new(cover).unwrap_or_else(|error| error.abort())
    }

    /// As [`new`](Self::new), for a problem that may be too large for the memory.
    pub fn try_new(cover: &Cover) -> Result<Arena<L>, OutOfMemory> {
        let (tables, template) = Tables::<L>::try_new(cover)?;
        // No more options than primary items can be chosen, nor fewer items covered by one.
        let fewest = cover.options().map(|option| option.len()).min().unwrap_or(0);
        let fewest = if L::FIXED > 0 { fewest.max(1) } else { 1 };
        let depth = cover.primary() / fewest + 1;
        let most = if L::UNDOES { COPIED } else { PREALLOCATED };
        let ahead = (most / size_of_val(&*template).max(1)).clamp(1, depth);
        let (copies, removable) = if L::UNDOES { (ahead - 1, cover.len()) } else { (usize::MAX, 0) };
        let mut states = memory::with_capacity(template.len() * ahead)?;
        states.resize(template.len(), L::Word::default());
        Ok(Arena {
            states,
            copies,
            levels: memory::with_capacity(depth)?,
            trail: Trail {
                removed: memory::with_capacity(removable)?,
                levels: memory::with_capacity(if L::UNDOES { depth } else { 0 })?,
            },
            forced: memory::filled(L::Index::default(), 2 * cover.primary() + 1)?.into(),
            top: 0,
            chosen: memory::with_capacity(depth)?,
            weights: memory::filled(L::Word::ONE, cover.primary())?.into(),
            counters: Counters::default(),
            tables,
            template,
        })
    }

    /// Words of a state.
    pub fn stride(&self) -> usize {
        self.template.len()
    }

    /// Where the current state is in `states`.
    #[inline(always)]
    pub fn base(&self) -> usize {
        let level = self.levels.len();
        self.stride() * if L::UNDOES { level.min(self.copies) } else { level }
    }

    /// The current state.
    pub fn state(&self) -> &[L::Word] {
        &self.states[self.base()..][..self.stride()]
    }

    /// Bytes of the arena, including the memory for the deepest search.
    pub fn bytes(&self) -> usize {
        self.tables.bytes()
            + size_of_val(&*self.template)
            + size_of_val(&*self.forced)
            + size_of_val(&*self.weights)
            + self.states.capacity() * size_of::<L::Word>()
            + self.levels.capacity() * size_of::<Level<L::Index>>()
            + self.chosen.capacity() * size_of::<L::Index>()
            + self.trail.removed.capacity() * size_of::<L::Index>()
            + self.trail.levels.capacity() * size_of::<u32>()
    }

    /// Starts again with nothing chosen: copies the template.
    pub fn reset(&mut self) {
        self.forget();
        self.states[..self.template.len()].copy_from_slice(&self.template);
        self.find_forced();
    }

    /// Starts again with the given options chosen and only the survivors left.
    ///
    /// The given options share no item. The survivors are the options that share no item with them and are not
    /// excluded by one of them. All items of an option are primary, and the layout is narrow.
    ///
    /// In ms per file for 17-clue and 16×16 puzzles, this took 286 and 3.7; copying the template and then choosing
    /// the givens took 303 and 4.2.
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
        self.trail.removed.clear();
        self.trail.levels.clear();
        self.chosen.clear();
        self.top = 0;
        self.weights.fill(L::Word::ONE);
        self.counters = Counters::default();
    }

    /// Finds the items that have one option or none at the start.
    fn find_forced(&mut self) {
        let remaining = &self.states[self.tables.remaining(0)..][..self.tables.primary];
        let mut top = 0;
        for (item, &remaining) in remaining.iter().enumerate() {
            self.forced[top] = L::Index::new(item);
            top += usize::from(is_forced::<L>(remaining) & (remaining != L::Word::GUARD));
        }
        self.top = top;
    }

    /// Passes every option that is live in the current state to `take`, in the order of their first items,
    /// with its items and whether each is primary.
    pub fn survivors(&self, mut take: impl FnMut(usize, &mut dyn Iterator<Item = (usize, bool)>)) {
        let (tables, state) = (&self.tables, self.state());
        let owner = |node: &Node<L::Index>| tables.owner(node.word.get());
        let open = (0..tables.primary).filter(|&item| state[tables.remaining(item)] != L::Word::GUARD);
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

    /// Makes moves in the current state.
    #[inline(always)]
    pub fn dance<R>(&mut self, steps: impl FnOnce(&mut Dance<'_, L>) -> R) -> R {
        let (stride, base) = (self.stride(), self.base());
        let mut dance = Dance {
            tables: &self.tables,
            state: &mut self.states[base..base + stride],
            forced: &mut self.forced,
            top: self.top,
            chosen: &mut self.chosen,
            removed: &mut self.trail.removed,
            updates: 0,
        };
        let result = steps(&mut dance);
        let Dance { top, updates, .. } = dance;
        self.top = top;
        self.counters.updates += updates;
        result
    }
}

/// Whether one option or none is left. (A covered item of a narrow layout looks the same, but has no option left
/// to remove.)
#[inline(always)]
pub fn is_forced<L: Layout>(remaining: L::Word) -> bool {
    if L::WIDE { remaining <= L::Word::ONE } else { remaining.drop_lowest().is_zero() }
}

//! The arena.

use super::layout::{Index, Layout, Word};
use crate::cover::Cover;

/// Where an option stands in the list of one of its items.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Node<X> {
    /// The word with its live bit.
    pub word: X,
    /// The bit.
    pub bit: X,
}

/// What never changes: who stands where.
#[derive(Debug)]
pub(super) struct Tables<L: Layout> {
    /// The nodes of every option, end to end, the primary ones of an option first.
    pub nodes: Box<[Node<L::Index>]>,
    /// `[first node, first secondary node]` of every option, and the end of the last one.
    pub starts: Box<[[u32; 2]]>,
    /// The option that stands at bit `b` of word `w`, at `w · BITS + b`.
    pub at: Box<[L::Index]>,
    /// The item that a word belongs to.
    pub owner: Box<[L::Index]>,
    /// The first word of every item, and the end of the last one's.
    pub words: Box<[u32]>,
    pub primary: usize,
    /// Words of live bits; in a wide arena the sizes follow them.
    pub live: usize,
}

/// Cost counters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Counters {
    pub nodes: u64,
    pub guesses: u64,
    /// Options removed.
    pub updates: u64,
}

/// A choice that can still be undone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Level<X> {
    /// The option tried.
    pub option: X,
    /// Options chosen before it.
    pub chosen: u32,
}

#[derive(Debug)]
pub(super) struct Arena<L: Layout> {
    pub tables: Tables<L>,
    pub template: Box<[L::Word]>,
    /// One state per level, end to end; the last one in use is the present.
    pub states: Vec<L::Word>,
    pub levels: Vec<Level<L::Index>>,
    /// Options that some item has no alternative to.
    pub forced: Vec<L::Index>,
    pub chosen: Vec<L::Index>,
    pub counters: Counters,
}

impl<L: Layout> Arena<L> {
    /// Whether a problem fits this layout.
    pub fn fits(cover: &Cover) -> bool {
        let sizes = sizes(cover);
        let words: usize = sizes.iter().map(|&n| words_of::<L>(n)).sum();
        let narrow = sizes.iter().all(|&n| n < L::Word::BITS);
        let fixed =
            L::FIXED == 0 || cover.primary() == cover.items() && cover.options().all(|o| o.len() == L::FIXED);
        cover.len().max(words) <= L::Index::MAX && (L::WIDE || narrow) && fixed
    }

    /// An arena for a problem.
    ///
    /// # Panics
    /// If the problem does not fit.
    pub fn new(cover: &Cover) -> Arena<L> {
        assert!(Self::fits(cover), "the problem does not fit the layout");
        let tables = Tables::new(cover);
        let template = tables.template(cover);
        let states = template.to_vec();
        let capacity = cover.primary();
        Arena {
            tables,
            template,
            states,
            levels: Vec::with_capacity(capacity),
            forced: Vec::with_capacity(capacity),
            chosen: Vec::with_capacity(capacity),
            counters: Counters::default(),
        }
    }

    pub fn stride(&self) -> usize {
        self.template.len()
    }
}

fn words_of<L: Layout>(size: usize) -> usize {
    if L::WIDE { size.div_ceil(L::Word::BITS) } else { 1 }
}

/// Options per item; those without a primary item count nowhere.
fn sizes(cover: &Cover) -> Vec<usize> {
    let mut sizes = vec![0; cover.items()];
    for option in cover.options().filter(|o| reachable(cover, o)) {
        option.iter().for_each(|&item| sizes[item as usize] += 1);
    }
    sizes
}

fn reachable(cover: &Cover, option: &[u32]) -> bool {
    option.iter().any(|&item| (item as usize) < cover.primary())
}

impl<L: Layout> Tables<L> {
    fn new(cover: &Cover) -> Tables<L> {
        let sizes = sizes(cover);
        let (mut words, mut owner) = (vec![0u32], Vec::new());
        for (item, &size) in sizes.iter().enumerate() {
            owner.resize(owner.len() + words_of::<L>(size), L::Index::new(item));
            words.push(owner.len() as u32);
        }
        let live = owner.len();
        let mut at = vec![L::Index::default(); live * L::Word::BITS];
        let (mut nodes, mut starts) = (Vec::new(), Vec::with_capacity(cover.len() + 1));
        let mut next = vec![0; cover.items()];
        for (x, option) in cover.options().enumerate() {
            let first = nodes.len() as u32;
            let mut items = option.to_vec();
            items.sort_by_key(|&item| item as usize >= cover.primary());
            let primary = items.iter().filter(|&&item| (item as usize) < cover.primary()).count();
            starts.push([first, first + primary as u32]);
            if primary == 0 {
                continue;
            }
            for item in items.into_iter().map(|item| item as usize) {
                let (word, bit) =
                    (words[item] as usize + next[item] / L::Word::BITS, next[item] % L::Word::BITS);
                next[item] += 1;
                at[word * L::Word::BITS + bit] = L::Index::new(x);
                nodes.push(Node { word: L::Index::new(word), bit: L::Index::new(bit) });
            }
        }
        starts.push([nodes.len() as u32; 2]);
        Tables {
            nodes: nodes.into(),
            starts: starts.into(),
            at: at.into(),
            owner: owner.into(),
            words: words.into(),
            primary: cover.primary(),
            live,
        }
    }

    fn template(&self, cover: &Cover) -> Box<[L::Word]> {
        let mut state = vec![L::Word::default(); self.live];
        for node in &self.nodes {
            let word = &mut state[node.word.get()];
            *word = word.or(L::Word::bit(node.bit.get()));
        }
        if L::WIDE {
            state.extend(sizes(cover).into_iter().map(L::Word::from_usize));
        }
        state.into()
    }

    #[inline(always)]
    pub fn nodes_of(&self, option: usize) -> (&[Node<L::Index>], &[Node<L::Index>]) {
        let range = if L::FIXED > 0 {
            let first = option * L::FIXED;
            [first, first + L::FIXED, first + L::FIXED]
        } else {
            let [first, secondary] = get::<L, _>(&self.starts, option);
            let [end, _] = get::<L, _>(&self.starts, option + 1);
            [first as usize, secondary as usize, end as usize]
        };
        if L::CHECKED {
            (&self.nodes[range[0]..range[1]], &self.nodes[range[1]..range[2]])
        } else {
            // SAFETY: `new` makes `starts` ascend to the length of `nodes`; with `FIXED` nodes per
            // option there are `FIXED · options` of them. Options come from `at` only.
            unsafe {
                (self.nodes.get_unchecked(range[0]..range[1]), self.nodes.get_unchecked(range[1]..range[2]))
            }
        }
    }
}

#[inline(always)]
pub(super) fn get<L: Layout, T: Copy>(slice: &[T], i: usize) -> T {
    if L::CHECKED {
        slice[i]
    } else {
        debug_assert!(i < slice.len());
        // SAFETY:
        unsafe { *slice.get_unchecked(i) }
    }
}

#[inline(always)]
pub(super) fn at_mut<L: Layout, T>(slice: &mut [T], i: usize) -> &mut T {
    if L::CHECKED {
        &mut slice[i]
    } else {
        debug_assert!(i < slice.len());
        // SAFETY:
        unsafe { slice.get_unchecked_mut(i) }
    }
}

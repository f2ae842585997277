//! Some options of a block as sets of bits: the options of each item, and the options that each option excludes.

use super::bit_set::BitSet;
use super::block::Block;
use super::conflict_lists::NONE;
use super::needs::Needs;
use std::marker::PhantomData;
use std::sync::OnceLock;

/// Options of a block, numbered from 0 again; items keep their numbers in the block.
///
/// Sets of options are of type `O`, sets of primary items of type `I`.
#[derive(Debug)]
pub(crate) struct Matrix<O, I, N> {
    /// The number in the block of every option.
    in_block: Vec<u16>,
    /// The options of every list of the block, in groups of [`Needs::LANES`] lists: the first word of each list of a
    /// group, then the second of each, and so on.
    words: Vec<u64>,
    /// The options and items that choosing each option removes, if they have been computed.
    removed: Vec<OnceLock<Removed<O, I>>>,
    needs: PhantomData<N>,
}

/// The options and items that choosing an option removes.
#[derive(Debug)]
pub(crate) struct Removed<O, I> {
    /// The options that it excludes, itself included, but not the options of counted items.
    pub options: O,
    /// Its primary items that are not counted.
    pub items: I,
}

impl<O, I, N> Default for Matrix<O, I, N> {
    fn default() -> Self {
        let (in_block, words, removed) = (Vec::new(), Vec::new(), Vec::new());
        Matrix { in_block, words, removed, needs: PhantomData }
    }
}

impl<O: BitSet, I: BitSet, N: Needs> Matrix<O, I, N> {
    /// Replaces the matrix by one of these options of a block, at most 2¹⁶.
    ///
    /// The lists of covered items stay empty, because no live option has such an item.
    ///
    /// # Panics
    /// If they are more than a set can hold.
    pub fn load(&mut self, block: &Block, options: &[usize]) {
        self.in_block.clear();
        self.in_block.extend(options.iter().map(|&option| option as u16));
        let width = O::empty(options.len()).words().len();
        self.words.clear();
        self.words.resize(block.lists().next_multiple_of(N::LANES) * width, 0);
        self.removed.clear();
        self.removed.resize_with(options.len(), OnceLock::new);
        for (number, &option) in options.iter().enumerate() {
            for conflicts in block.conflicts(option) {
                self.insert(conflicts.item, number, width);
                if conflicts.same_color != NONE {
                    self.insert(conflicts.same_color, number, width);
                }
            }
        }
    }

    #[inline(always)]
    fn insert(&mut self, list: u32, option: usize, width: usize) {
        let (group, lane) = (list as usize / N::LANES, list as usize % N::LANES);
        self.words[N::LANES * (group * width + option / 64) + lane] |= 1 << (option % 64);
    }

    /// Number of options.
    pub fn len(&self) -> usize {
        self.in_block.len()
    }

    /// The number in the block of an option.
    #[inline(always)]
    pub fn in_block(&self, option: usize) -> usize {
        usize::from(self.in_block[option])
    }

    /// The number in this matrix of an option of the block.
    pub fn find(&self, option: usize) -> Option<usize> {
        self.in_block.iter().position(|&other| usize::from(other) == option)
    }

    /// The groups of the first lists, for sets of this many words. The last group may contain other lists.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub fn groups(&self, lists: usize, width: usize) -> &[u64] {
        &self.words[..lists.next_multiple_of(N::LANES) * width]
    }

    /// The words of a group of lists, for sets of this many words, and the place of a list among the first of them;
    /// the next words are [`Needs::LANES`] places apart.
    #[inline(always)]
    fn group(&self, list: usize, width: usize) -> (&[u64], usize) {
        let words = N::LANES * width;
        (&self.words[list / N::LANES * words..][..words], list % N::LANES)
    }

    /// The first options of a list, as bits.
    #[inline(always)]
    pub fn options(&self, list: usize, width: usize) -> u64 {
        let (group, lane) = self.group(list, width);
        group[lane]
    }

    /// Keeps the options of a list.
    #[inline(always)]
    pub fn keep_list(&self, options: &mut O, list: usize) {
        let options = options.words_mut();
        let (group, lane) = self.group(list, options.len());
        for (w, word) in options.iter_mut().enumerate() {
            *word &= group[N::LANES * w + lane];
        }
    }

    /// Removes the options of a list.
    #[inline(always)]
    pub fn remove_list(&self, options: &mut O, list: usize) {
        let options = options.words_mut();
        let (group, lane) = self.group(list, options.len());
        for (w, word) in options.iter_mut().enumerate() {
            *word &= !group[N::LANES * w + lane];
        }
    }

    /// The live options of an item.
    #[inline(always)]
    pub fn list(&self, item: usize, live: &O) -> O {
        let mut list = live.clone();
        self.keep_list(&mut list, item);
        list
    }

    /// The number of live options of an item.
    #[inline(always)]
    pub fn size(&self, item: usize, live: &O) -> u32 {
        let live = live.words();
        let (group, lane) = self.group(item, live.len());
        let mut size = 0;
        for (w, word) in live.iter().enumerate() {
            size += (word & group[N::LANES * w + lane]).count_ones();
        }
        size
    }

    /// The first live option of an item; a number that is too large if it has none.
    #[inline(always)]
    pub fn first(&self, item: usize, live: &O) -> usize {
        let live = live.words();
        let (group, lane) = self.group(item, live.len());
        let mut w = 0;
        while w + 1 < live.len() && live[w] & group[N::LANES * w + lane] == 0 {
            w += 1;
        }
        64 * w + (live[w] & group[N::LANES * w + lane]).trailing_zeros() as usize
    }

    /// The options and items that choosing an option removes.
    #[inline(always)]
    pub fn removed(&self, block: &Block, option: usize) -> &Removed<O, I> {
        match self.removed[option].get() {
            Some(removed) => removed,
            None => self.compute_removed(block, option),
        }
    }

    #[inline(never)]
    fn compute_removed(&self, block: &Block, option: usize) -> &Removed<O, I> {
        self.removed[option].get_or_init(|| {
            let (mut options, mut items) = (O::empty(self.len()), I::empty(block.primary()));
            let all = O::below(self.len());
            options.insert(option);
            let conflicts = block.conflicts(self.in_block(option)).iter();
            for conflicts in conflicts.filter(|lists| lists.item as usize >= block.counted().len()) {
                let mut list = self.list(conflicts.item as usize, &all);
                if conflicts.same_color != NONE {
                    self.remove_list(&mut list, conflicts.same_color as usize);
                }
                options.add_all(&list);
                if (conflicts.item as usize) < block.primary() {
                    items.insert(conflicts.item as usize);
                }
            }
            Removed { options, items }
        })
    }
}

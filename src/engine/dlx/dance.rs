//! Choosing an option, removing an option.

use super::arena::{Tables, at_mut, get};
use super::layout::{Index, Layout, Word};

/// One state and the stack of forced options beside it.
pub(super) struct Dance<'a, L: Layout> {
    pub tables: &'a Tables<L>,
    pub state: &'a mut [L::Word],
    pub forced: &'a mut Vec<L::Index>,
    pub chosen: &'a mut Vec<L::Index>,
    pub updates: u64,
}

impl<L: Layout> Dance<'_, L> {
    /// Chooses every forced option. `false` if an item is left without options.
    #[inline]
    pub fn propagate(&mut self) -> bool {
        while let Some(option) = self.forced.pop() {
            if self.is_live(option.get()) && !self.choose(option.get()) {
                return false;
            }
        }
        true
    }

    #[inline(always)]
    pub fn is_live(&self, option: usize) -> bool {
        let node = self.tables.nodes_of(option).0[0];
        let word = get::<L, _>(self.state, node.word.get());
        !word.without(word.without(L::Word::bit(node.bit.get()))).is_zero()
    }

    /// Chooses a live option: removes every other option that has one of its items.
    #[inline(always)]
    pub fn choose(&mut self, option: usize) -> bool {
        let tables = self.tables;
        self.chosen.push(L::Index::new(option));
        let (primary, secondary) = tables.nodes_of(option);
        for node in primary {
            if L::WIDE {
                let size = self.size_of(node.word.get());
                *size = L::Word::from_usize(size.to_usize() + 2);
            } else {
                let word = at_mut::<L, _>(self.state, node.word.get());
                *word = word.or(L::Word::GUARD);
            }
        }
        for node in primary {
            if !self.clear_item(node.word.get(), node.bit.get()) {
                return false;
            }
        }
        for node in secondary {
            if !self.clear_item(node.word.get(), node.bit.get()) {
                return false;
            }
        }
        for node in primary.iter().chain(secondary) {
            *at_mut::<L, _>(self.state, node.word.get()) = L::Word::default();
            if L::WIDE {
                *self.size_of(node.word.get()) = L::Word::default();
            }
        }
        true
    }

    #[inline(always)]
    fn size_of(&mut self, word: usize) -> &mut L::Word {
        let item = get::<L, _>(&self.tables.owner, word).get();
        at_mut::<L, _>(self.state, self.tables.live + item)
    }

    /// Removes the options of an item but the one at `word`, `bit`.
    #[inline(always)]
    fn clear_item(&mut self, word: usize, bit: usize) -> bool {
        let tables = self.tables;
        let range = if L::WIDE {
            let item = get::<L, _>(&tables.owner, word).get();
            get::<L, _>(&tables.words, item) as usize..get::<L, _>(&tables.words, item + 1) as usize
        } else {
            word..word + 1
        };
        for w in range {
            let mut rest = get::<L, _>(self.state, w);
            if !L::WIDE {
                rest = rest.without(L::Word::GUARD);
            }
            if w == word {
                rest = rest.without(L::Word::bit(bit));
            }
            while !rest.is_zero() {
                let option = get::<L, _>(&tables.at, w * L::Word::BITS + rest.lowest()).get();
                rest = rest.drop_lowest();
                if !self.remove(option) {
                    return false;
                }
            }
        }
        true
    }

    /// Removes a live option from all its items.
    #[inline(always)]
    pub fn remove(&mut self, option: usize) -> bool {
        self.updates += 1;
        let (primary, secondary) = self.tables.nodes_of(option);
        for node in primary {
            let at = node.word.get();
            let word = at_mut::<L, _>(self.state, at);
            *word = word.without(L::Word::bit(node.bit.get()));
            let left = *word;
            if L::WIDE {
                let size = self.size_of(at);
                *size = L::Word::from_usize(size.to_usize() - 1);
                let size = size.to_usize();
                if size <= 1 && !self.force_wide(at, size) {
                    return false;
                }
            } else if left.drop_lowest().is_zero() {
                if left.is_zero() {
                    return false;
                }
                self.forced.push(get::<L, _>(&self.tables.at, at * L::Word::BITS + left.lowest()));
            }
        }
        for node in secondary {
            let word = at_mut::<L, _>(self.state, node.word.get());
            *word = word.without(L::Word::bit(node.bit.get()));
        }
        true
    }

    #[cold]
    fn force_wide(&mut self, word: usize, size: usize) -> bool {
        if size == 0 {
            return false;
        }
        let item = self.tables.owner[word].get();
        let range = self.tables.words[item] as usize..self.tables.words[item + 1] as usize;
        for w in range {
            if !self.state[w].is_zero() {
                self.forced.push(self.tables.at[w * L::Word::BITS + self.state[w].lowest()]);
                return true;
            }
        }
        unreachable!("an item of size 1 has one live bit")
    }
}

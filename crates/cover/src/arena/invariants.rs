//! Checks of the invariants that every part of the search relies on.

use super::dance::Dance;
use super::layout::{Index, Layout, Word};
use super::{Arena, is_forced};

impl<L: Layout> Arena<L> {
    /// Checks the current state, in which no forced move may be left, and the states of the earlier levels.
    ///
    /// # Panics
    /// If an invariant is broken.
    pub fn check_invariants(&self) {
        /// Earlier states that take more words are not checked, because that would take hours.
        const MOST_WORDS: usize = 1 << 16;
        assert_eq!(self.top, 0, "a forced move is left");
        for (level, next) in self.levels.iter().zip(self.levels.iter().skip(1)) {
            assert!(level.chosen < next.chosen, "levels ascend");
        }
        if !L::UNDOES || self.levels.len() * self.stride() < MOST_WORDS {
            for (state, level) in self.states.chunks(self.stride().max(1)).zip(&self.levels).take(self.copies)
            {
                self.check_state(state, &self.chosen[..level.chosen as usize]);
            }
            self.check_undone();
        }
        self.check_state(self.state(), &self.chosen);
    }

    /// Checks the states of earlier levels by undoing moves.
    fn check_undone(&self) {
        if !L::UNDOES {
            return;
        }
        assert_eq!(self.trail.levels.len(), self.levels.len(), "levels of the trail");
        let (mut state, mut chosen) = (self.state().to_vec(), self.chosen.clone());
        let mut removed = self.trail.removed.clone();
        for (level, &before) in self.levels.iter().zip(&self.trail.levels).skip(self.copies).rev() {
            let mut dance = Dance {
                tables: &self.tables,
                state: &mut state,
                forced: &mut [],
                top: 0,
                chosen: &mut chosen,
                removed: &mut removed,
                updates: 0,
            };
            dance.undo(level.chosen as usize, before as usize);
            self.check_state(&state, &chosen);
        }
    }

    fn check_state(&self, state: &[L::Word], chosen: &[L::Index]) {
        let tables = &self.tables;
        // As many items are covered as the choices have items, and the items of the choices are covered, so
        // no item is covered twice.
        let mut items = 0;
        for option in chosen {
            for node in tables.nodes(option.get()).0 {
                let item = tables.owner(node.word.get());
                assert_eq!(state[tables.remaining(item)], L::Word::GUARD, "item {item} covered");
                items += 1;
            }
        }
        for item in 0..tables.primary {
            let remaining = state[tables.remaining(item)];
            let covered = remaining == L::Word::GUARD;
            assert!(!covered || items > 0, "item {item} covered by no choice");
            items -= usize::from(covered);
            assert!(covered || !is_forced::<L>(remaining), "item {item} is forced");
            let live: usize = tables.words(item).map(|word| state[word].count()).sum();
            assert!(!L::WIDE || covered || remaining.get() == live, "size of item {item}");
            assert!(!L::WIDE || !covered || live == 0, "covered item {item} has options");
        }
        assert_eq!(items, 0, "an item covered twice");
        (0..tables.options()).for_each(|option| self.check_option(state, option));
    }

    /// An option is live in the lists of all its items or in none, and each of its nodes leads back to it.
    fn check_option(&self, state: &[L::Word], option: usize) {
        let (primary, secondary) = self.tables.nodes(option);
        let mut live = None;
        for node in primary.iter().chain(secondary) {
            let (word, bit) = (node.word.get(), node.bit.get());
            assert_eq!(self.tables.at(word, bit), option, "bit {bit} of word {word}");
            let bit = L::Word::bit(bit);
            let linked = state[word].without(bit) != state[word];
            assert_eq!(*live.get_or_insert(linked), linked, "option {option} half removed");
            assert!(self.template[word].without(bit) != self.template[word], "template");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{arena::layout::Of, examples::latin_squares};

    fn arena() -> Arena<Of<u16, u16, 3, false>> {
        let mut arena = Arena::new(&latin_squares(9));
        arena.reset();
        arena.check_invariants();
        arena
    }

    #[test]
    #[should_panic(expected = "half removed")]
    fn an_option_missing_from_one_list_is_found() {
        let mut arena = arena();
        arena.states[100] &= !1;
        arena.check_invariants();
    }

    #[test]
    #[should_panic(expected = "item 7 covered")]
    fn an_item_covered_by_no_option_is_found() {
        let mut arena = arena();
        arena.states[7] = Word::GUARD;
        arena.check_invariants();
    }

    #[test]
    #[should_panic(expected = "item 0 is forced")]
    fn a_forced_move_that_was_missed_is_found() {
        let mut arena = arena();
        for option in 1..9 {
            arena.dance(|dance| dance.remove::<{ crate::arena::dance::ANY }>(option));
        }
        arena.top = 0;
        arena.check_invariants();
    }
}

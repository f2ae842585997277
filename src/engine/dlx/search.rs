//! The search: a loop.

use super::arena::{Arena, Counters, Level};
use super::dance::Dance;
use super::layout::{Index, Layout, Word};
use crate::engine::{Limits, Stop};

impl<L: Layout> Arena<L> {
    /// Back to the template.
    pub fn reset(&mut self) {
        self.levels.clear();
        self.forced.clear();
        self.chosen.clear();
        self.counters = Counters::default();
        self.states[..self.template.len()].copy_from_slice(&self.template);
    }

    #[inline(always)]
    pub fn dance(&mut self) -> Dance<'_, L> {
        let stride = self.template.len();
        let base = self.levels.len() * stride;
        Dance {
            tables: &self.tables,
            state: &mut self.states[base..base + stride],
            forced: &mut self.forced,
            chosen: &mut self.chosen,
            updates: 0,
        }
    }

    /// Chooses options before the search; `false` if they contradict each other.
    pub fn give(&mut self, options: impl Iterator<Item = usize>) -> bool {
        let mut dance = self.dance();
        let mut ok = true;
        for option in options {
            if !dance.is_live(option) || !dance.choose(option) {
                ok = false;
                break;
            }
        }
        let updates = dance.updates;
        self.counters.updates += updates;
        ok
    }

    /// Searches.
    pub fn search(&mut self, limits: &Limits, mut found: impl FnMut(&[L::Index])) -> (Stop, u64) {
        let mut solutions = 0;
        if limits.nodes == 0 {
            return (Stop::Budget, 0);
        }
        self.counters.nodes += 1;
        loop {
            if self.step() {
                match self.pick() {
                    None => {
                        solutions += 1;
                        found(&self.chosen);
                        if solutions >= limits.solutions {
                            return (Stop::Solutions, solutions);
                        }
                    }
                    Some(option) => {
                        if self.counters.nodes >= limits.nodes {
                            return (Stop::Budget, solutions);
                        }
                        self.descend(option);
                        continue;
                    }
                }
            }
            if self.levels.is_empty() {
                return (Stop::Exhausted, solutions);
            }
            if self.counters.nodes >= limits.nodes {
                return (Stop::Budget, solutions);
            }
            self.backtrack();
        }
    }

    fn step(&mut self) -> bool {
        let mut dance = self.dance();
        let ok = dance.propagate();
        let updates = dance.updates;
        self.counters.updates += updates;
        ok
    }

    fn descend(&mut self, option: usize) {
        self.counters.nodes += 1;
        self.counters.guesses += 1;
        let stride = self.stride();
        let base = self.levels.len() * stride;
        self.levels.push(Level { option: L::Index::new(option), chosen: self.chosen.len() as u32 });
        if self.states.len() < base + 2 * stride {
            self.states.resize(base + 2 * stride, L::Word::default());
        }
        self.states.copy_within(base..base + stride, base + stride);
        self.forced.push(L::Index::new(option));
    }

    /// Takes back the last choice and rules it out.
    fn backtrack(&mut self) {
        self.counters.nodes += 1;
        let level = self.levels.pop().expect("a level to take back");
        self.chosen.truncate(level.chosen as usize);
        self.forced.clear();
        let mut dance = self.dance();
        let ok = dance.remove(level.option.get());
        debug_assert!(ok, "a branch has two options");
        self.counters.updates += 1;
    }

    /// The option to try: the first one of the first smallest item. `None` if no item is open.
    fn pick(&self) -> Option<usize> {
        let stride = self.stride();
        let base = self.levels.len() * stride;
        let state = &self.states[base..base + stride];
        if L::WIDE {
            return self.pick_wide(state);
        }
        let words = &state[..self.tables.primary];
        let item = pick_narrow(words)?;
        Some(self.tables.at[item * L::Word::BITS + words[item].lowest()].get())
    }

    fn pick_wide(&self, state: &[L::Word]) -> Option<usize> {
        let sizes = &state[self.tables.live..][..self.tables.primary];
        let open = sizes.iter().enumerate().filter(|(_, s)| !s.is_zero());
        let (item, _) = open.min_by_key(|(_, s)| s.to_usize())?;
        let mut words = self.tables.words[item] as usize..self.tables.words[item + 1] as usize;
        let word = words.find(|&w| !state[w].is_zero())?;
        Some(self.tables.at[word * L::Word::BITS + state[word].lowest()].get())
    }
}

fn pick_narrow<W: Word>(words: &[W]) -> Option<usize> {
    let pair = |w: W| !w.drop_lowest().is_zero() & w.drop_lowest().drop_lowest().is_zero();
    for (i, chunk) in words.chunks(32).enumerate() {
        if chunk.iter().fold(false, |any, &w| any | pair(w)) {
            return chunk.iter().position(|&w| pair(w)).map(|at| i * 32 + at);
        }
    }
    let open = words.iter().enumerate().filter(|(_, w)| !w.is_zero());
    open.min_by_key(|(_, w)| w.count()).map(|(i, _)| i)
}

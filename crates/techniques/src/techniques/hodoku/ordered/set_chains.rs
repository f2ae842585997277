//! ALS-XY-chains: of all chains of sets in ascending order, the largest one.

use super::almost_locked::{Common, Sets};
use crate::techniques::{
    hodoku::{
        board::Board,
        search::{Sink, offer},
    },
    position::Position,
    step::Technique,
};
use std::ops::ControlFlow;

/// A link of a chain: a pair of sets, and the digits of it that the previous link leaves (1: the first, 2: the second, 3: both).
type State = (usize, u8);

/// All ALS-XY-chains of four sets or more that differ in their ends.
pub(in super::super) fn set_chain(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let sets = Sets::new(position);
    let mut from = vec![Vec::new(); sets.all.len()];
    for (number, common) in sets.commons.iter().enumerate() {
        from[common.sets[0]].push(number);
    }
    let mut search = Search { position, sets: &sets, from, seen: Vec::new(), run: 0 };
    search.seen = vec![[[0; 3]; 3]; sets.commons.len()];
    for number in 0..sets.commons.len() {
        let states = if sets.commons[number].second == 0 { 1..=1 } else { 1..=2 };
        states.into_iter().try_for_each(|digits| search.run((number, digits), sink))?;
    }
    ControlFlow::Continue(())
}

/// The digits of a link.
fn digits(common: &Common, state: u8) -> u16 {
    let of = |bit: u8, digit: u16| if state & bit != 0 { digit } else { 0 };
    of(1, common.first) | of(2, common.second)
}

struct Search<'a> {
    position: &'a Position,
    sets: &'a Sets,
    /// The pairs that begin with each set.
    from: Vec<Vec<usize>>,
    /// The last run that reached a state with one, two, or three links or more.
    seen: Vec<[[u32; 3]; 3]>,
    run: u32,
}

impl Search<'_> {
    /// Offers all chains that begin with a link.
    fn run(&mut self, first: State, sink: Sink) -> ControlFlow<()> {
        self.run += 1;
        let mut queue: Vec<(State, usize, usize)> = vec![(first, 1, 0)];
        let mut next = 0;
        while let Some(&(last, length, _)) = queue.get(next) {
            if length >= 3 {
                self.give(&queue, next, sink)?;
            }
            let common = &self.sets.commons[last.0];
            for &number in &self.from[common.sets[1]] {
                let state = (number, left(common, last.1, &self.sets.commons[number]));
                let longer = length.min(2);
                if state.1 != 0 {
                    let seen = &mut self.seen[number][usize::from(state.1) - 1][longer];
                    if *seen != self.run {
                        *seen = self.run;
                        queue.push((state, length + 1, next));
                    }
                }
            }
            next += 1;
        }
        ControlFlow::Continue(())
    }

    /// Gives the chain that ends with an entry of the queue.
    fn give(&self, queue: &[(State, usize, usize)], mut at: usize, sink: Sink) -> ControlFlow<()> {
        let commons = &self.sets.commons;
        let (first, last) = (queue[0].0, queue[at].0);
        let ends = [commons[first.0].sets[0], commons[last.0].sets[1]];
        let except = digits(&commons[first.0], first.1) | digits(&commons[last.0], last.1);
        let removed = self.sets.both(self.position, ends, except);
        if removed.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut chain = vec![commons[last.0].sets[1]];
        loop {
            chain.push(commons[queue[at].0.0].sets[0]);
            if at == 0 {
                break;
            }
            at = queue[at].2;
        }
        chain.reverse();
        offer(sink, Technique::AlsXyChain, removed, self.sets.parts(&chain))
    }
}

/// Which digits a link leaves of the next one: the digits that are not its own. HoDoKu compares only the first one if it has two.
fn left(common: &Common, state: u8, next: &Common) -> u8 {
    let own = if state == 2 { common.second } else { common.first };
    u8::from(next.first != own) | u8::from(next.second != 0 && next.second != own) << 1
}

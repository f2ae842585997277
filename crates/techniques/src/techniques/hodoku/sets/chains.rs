//! ALS-XY-chains: almost locked sets of which each is linked to the next one, by a digit other than the one that links it to the previous
//! set.

use super::links::Links;
use crate::techniques::{
    hodoku::{best::Best, board::Board, search::Sink},
    houses::members,
    position::Position,
    reason::Part,
    step::Technique,
};
use std::ops::ControlFlow;

/// A set as the end of a chain, with the digit that links it to the previous set.
type End = (u16, u8);

/// The least number of sets: three are a wing.
const SHORTEST: usize = 4;

/// For each combination of removals, the shortest ALS-XY-chain.
pub(in super::super) fn xy_chains(board: &Board, sink: Sink) -> ControlFlow<()> {
    let position = &board.position;
    let links = Links::new(position);
    let mut best = Best::default();
    let mut search = Search { links: &links, parents: vec![None; 9 * links.sets.len()], ends: Vec::new() };
    for (start, set) in links.sets.iter().enumerate() {
        for first in members(set.digits) {
            search.run(start as u16, first as u8);
            search.chains(position, start, first, &mut best);
        }
    }
    best.give(Technique::AlsXyChain, sink)
}

/// Breadth-first search from one set. A chain proves that its last set has all digits but the one that links it to the previous set, or the
/// first set has all digits but the first link. This holds if a set occurs twice, too.
struct Search<'a> {
    links: &'a Links,
    /// The set before each end, with the digit that links it to the set before, or none if it was not reached. `9 * set + digit`.
    parents: Vec<Option<End>>,
    /// The ends that were reached, with the number of sets, in order.
    ends: Vec<(End, usize)>,
}

impl Search<'_> {
    /// Finds all ends of chains that begin with a set and leave it by a digit.
    fn run(&mut self, start: u16, first: u8) {
        self.parents.fill(None);
        self.ends.clear();
        self.extend((start, first), 1 << first, 2);
        let mut next = 0;
        while let Some(&(end, length)) = self.ends.get(next) {
            let digits = self.links.sets[usize::from(end.0)].digits & !(1 << end.1);
            self.extend(end, digits, length + 1);
            next += 1;
        }
    }

    /// Adds the sets that an end is linked to by some digits.
    fn extend(&mut self, end: End, digits: u16, length: usize) {
        for &(set, restricted) in &self.links.of[usize::from(end.0)] {
            for digit in members(restricted & digits) {
                let parent = &mut self.parents[9 * usize::from(set) + digit];
                if parent.is_none() {
                    *parent = Some(end);
                    self.ends.push(((set, digit as u8), length));
                }
            }
        }
    }

    /// Adds the chains from a start that remove candidates.
    fn chains(&self, position: &Position, start: usize, first: usize, best: &mut Best<Vec<Part>>) {
        let own = self.links.sets[start].removes(position, !(1 << first));
        for &(end, length) in &self.ends {
            let last = usize::from(end.0);
            if length >= SHORTEST && last > start {
                let removed = own.and(self.links.sets[last].removes(position, !(1 << end.1)));
                best.offer(length, removed, || self.parts(end, length));
            }
        }
    }

    /// The sets of the chain to an end, and the digits that link them.
    fn parts(&self, end: End, length: usize) -> Vec<Part> {
        let mut chain = vec![end];
        while chain.len() < length {
            let (set, digit) = chain[chain.len() - 1];
            chain.extend(self.parents[9 * usize::from(set) + usize::from(digit)]);
        }
        chain.reverse();
        let sets: Vec<usize> = chain.iter().map(|end| end.0.into()).collect();
        let digits = chain
            .windows(2)
            .map(|pair| self.links.part([pair[0].0, pair[1].0].map(usize::from), pair[1].1.into()));
        self.links.parts(&sets).chain(digits).collect()
    }
}

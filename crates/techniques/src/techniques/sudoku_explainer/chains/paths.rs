//! Breadth-first search for cycles and for chains from a literal to its opposite.

use super::{KEYS, LITERALS, Link, Literals, cell_and_digit, graph::Graph, key, links::Links};
use crate::techniques::position::Position;

/// An off literal of a search for cycles: the on literal that made it, and how.
#[derive(Clone, Copy)]
struct Off {
    literal: u16,
    from: u16,
    link: Link,
}

/// Searches for cycles and chains. Keeps its memory.
pub(super) struct Paths {
    offs: Vec<Off>,
    /// The off literal that made each on literal, and how.
    made_by: [(u16, Link); LITERALS],
    frontier: Vec<u16>,
    next: Vec<u16>,
    /// The parent of each key of a chain, and how it follows.
    parents: Box<[(u16, Link); KEYS]>,
}

const NOTHING: u16 = u16::MAX;

/// Takes a cycle, and returns whether the search ends.
type Take<'a> = &'a mut dyn FnMut(&[(u16, Link)]) -> bool;

impl Paths {
    pub fn new() -> Paths {
        Paths {
            offs: Vec::new(),
            made_by: [(NOTHING, Link::None); LITERALS],
            frontier: Vec::new(),
            next: Vec::new(),
            parents: Box::new([(NOTHING, Link::None); KEYS]),
        }
    }

    /// Calls `found` for each cycle from an on literal with at most `longest` links, in order, until it returns true. The cycle is the
    /// keys from the end back to the start, which are equal, and how each one follows. The graph has searched back from the start.
    pub fn cycles<const W: usize>(
        &mut self,
        (position, graph): (&Position, &Graph<W>),
        (links, start, longest): (Links, u16, u32),
        found: Take<'_>,
    ) {
        let mut reached: Literals = [0; 9];
        let (cell, digit) = cell_and_digit(start);
        reached[digit] |= 1 << cell;
        self.offs.clear();
        self.frontier.clear();
        self.frontier.push(start);
        self.made_by[usize::from(start)] = (NOTHING, Link::None);
        let (mut length, mut path) = (2, Vec::new());
        while !self.frontier.is_empty() && length <= longest {
            let first = self.offs.len();
            self.make_off((position, &graph.linked), links);
            self.next.clear();
            for at in first..self.offs.len() {
                let off = self.offs[at].literal;
                let ended = links.on(position, off, |on, link| {
                    if on == start && length >= 4 {
                        self.path(at, (on, link), &mut path);
                        return found(&path);
                    }
                    let (cell, digit) = cell_and_digit(on);
                    // A literal that no short cycle has is not the maker of one that a short cycle has.
                    if reached[digit] >> cell & 1 == 0 && graph.leads_back(on, longest - length) {
                        reached[digit] |= 1 << cell;
                        self.made_by[usize::from(on)] = (at as u16, link);
                        self.next.push(on);
                    }
                    false
                });
                if ended {
                    return;
                }
            }
            std::mem::swap(&mut self.frontier, &mut self.next);
            length += 2;
        }
    }

    /// Adds the off literals that the frontier makes, except ancestors, and those that make nothing.
    fn make_off(&mut self, board: (&Position, &Literals), links: Links) {
        for &from in &self.frontier {
            links.off_among(board, from, |literal, link| {
                let mut ancestor = self.made_by[usize::from(from)].0;
                while ancestor != NOTHING {
                    let off = self.offs[usize::from(ancestor)];
                    if off.literal == literal {
                        return;
                    }
                    ancestor = self.made_by[usize::from(off.from)].0;
                }
                self.offs.push(Off { literal, from, link });
            });
        }
    }

    /// The path from a cycle's end back to its start.
    fn path(&self, at: usize, (start, link): (u16, Link), path: &mut Vec<(u16, Link)>) {
        path.clear();
        path.push((key(start, true), link));
        let mut at = at as u16;
        while at != NOTHING {
            let off = self.offs[usize::from(at)];
            path.push((key(off.literal, false), off.link));
            let (by, link) = self.made_by[usize::from(off.from)];
            path.push((key(off.from, true), link));
            at = by;
        }
    }

    /// The number of literals in the shortest chain from a key to its opposite, if it is at most `longest`.
    pub fn chain(&mut self, position: &Position, (links, start, longest): (Links, u16, u32)) -> Option<u32> {
        let mut reached: [Literals; 2] = [[0; 9]; 2];
        let (cell, digit) = cell_and_digit(start / 2);
        reached[usize::from(start % 2)][digit] |= 1 << cell;
        self.parents[usize::from(start)] = (NOTHING, Link::None);
        self.frontier.clear();
        self.frontier.push(start / 2);
        let (mut on, mut length) = (start % 2 == 1, 2);
        while !self.frontier.is_empty() && length <= longest {
            self.next.clear();
            for &from in &self.frontier {
                let found = |literal, link| {
                    let (cell, digit) = cell_and_digit(literal);
                    let known = &mut reached[usize::from(!on)][digit];
                    if *known >> cell & 1 == 1 {
                        return false;
                    }
                    *known |= 1 << cell;
                    self.parents[usize::from(key(literal, !on))] = (key(from, on), link);
                    self.next.push(literal);
                    key(literal, !on) == start ^ 1
                };
                let ended =
                    if on { links.off(position, from, found) } else { links.on(position, from, found) };
                if ended {
                    return Some(length);
                }
            }
            std::mem::swap(&mut self.frontier, &mut self.next);
            on = !on;
            length += 1;
        }
        None
    }

    /// The chain that was found last, from its end to its start, as keys and how each one follows.
    pub fn chain_to(&self, end: u16, path: &mut Vec<(u16, Link)>) {
        path.clear();
        let mut at = end;
        while at != NOTHING {
            let (parent, link) = self.parents[usize::from(at)];
            path.push((at, link));
            at = parent;
        }
    }
}

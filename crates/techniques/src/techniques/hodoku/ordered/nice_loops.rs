//! Nice loops and AICs: of all that the tables have, the largest one.

use super::graph::{Graph, Literal, Table, is_on, literal};
use crate::techniques::{
    hodoku::{board::Board, solver::rank},
    houses::{PEERS, cells, members},
    position::Position,
    reason::{Argument, Link, Parent, Reason},
    step::{Removals, Step, Technique},
};

/// The largest nice loop or AIC.
pub(in super::super) fn nice_loop(board: &Board) -> Option<(Step, Reason)> {
    find(board, false)
}

/// The largest nice loop or AIC with or without groups of cells.
pub(in super::super) fn grouped_nice_loop(board: &Board) -> Option<(Step, Reason)> {
    find(board, true)
}

fn find(board: &Board, with_groups: bool) -> Option<(Step, Reason)> {
    let graph = Graph::new(&board.position, with_groups);
    let mut search = Search { position: &board.position, graph: &graph, best: None };
    let candidates = || {
        cells(board.position.open)
            .flat_map(|cell| members(board.position.candidates[cell]).map(move |digit| (cell, digit)))
    };
    let tables = |on: bool| -> Vec<Table> {
        candidates().map(|(cell, digit)| graph.table(literal(cell, digit, on))).collect()
    };
    tables(true).iter().for_each(|table| search.add_loops(table));
    let off = tables(false);
    off.iter().for_each(|table| search.add_loops(table));
    off.iter().for_each(|table| search.add_aics(table));
    let (step, path) = search.best?;
    let reason = reason(&graph, step.technique, path);
    Some((step, reason))
}

/// The chain of a step. A continuous loop closes in the cell of its ends, and a discontinuous one leads from a candidate to its opposite.
fn reason(graph: &Graph, technique: Technique, mut path: Vec<Literal>) -> Reason {
    let argument = match technique {
        Technique::Aic | Technique::GroupedAic => Argument::Ends,
        Technique::ContinuousNiceLoop | Technique::GroupedContinuousNiceLoop => Argument::Cycle,
        _ => Argument::Opposite,
    };
    let (first, last) = (path[0], path[path.len() - 1]);
    match (is_on(first), is_on(last)) {
        (true, true) if argument == Argument::Opposite => path.push(first ^ 1),
        (false, false) if argument == Argument::Opposite => path.insert(0, last ^ 1),
        _ => {}
    }
    let mut chain = graph.chain(&path);
    if argument == Argument::Cycle {
        chain.nodes[0].parents = vec![Parent { node: path.len() - 1, link: Link::Cell }];
    }
    Reason { argument, chains: vec![chain], ..Reason::default() }
}

/// The best chain so far, with its literals.
struct Search<'a> {
    position: &'a Position,
    graph: &'a Graph,
    best: Option<(Step, Vec<Literal>)>,
}

impl Search<'_> {
    /// Keeps a chain if it is larger than the best one, or removes the same with fewer literals.
    fn offer(&mut self, technique: Technique, removed: Removals, path: Vec<Literal>) {
        let has_group = path.iter().any(|&literal| self.graph.is_group(literal));
        let technique = match technique {
            Technique::ContinuousNiceLoop if has_group => Technique::GroupedContinuousNiceLoop,
            Technique::DiscontinuousNiceLoop if has_group => Technique::GroupedDiscontinuousNiceLoop,
            Technique::Aic if has_group => Technique::GroupedAic,
            _ => technique,
        };
        let Some(step) = Step::remove(technique, 0, removed) else { return };
        let is_better = self.best.as_ref().is_none_or(|(best, chain)| {
            let is_equal = best.technique == step.technique && best.removed == step.removed;
            rank(&step) < rank(best) || is_equal && path.len() < chain.len()
        });
        if is_better {
            let pattern = path.iter().fold((0, 0), |(cells, digits), &literal| {
                (cells | self.graph.cells(literal), digits | 1 << self.graph.digit(literal))
            });
            self.best = Some((step.pattern(pattern.0, pattern.1), path));
        }
    }

    /// The entries of a table that are candidates, at least two links away from the start.
    fn candidates(&self, table: &Table) -> impl Iterator<Item = usize> + use<> {
        let far = (1..table.entries.len()).filter(|&entry| table.levels[entry] > 1);
        let far: Vec<usize> = far.filter(|&entry| !self.graph.is_group(table.entries[entry])).collect();
        far.into_iter()
    }

    /// Offers the loops of a table: its entries in the cell of the start.
    fn add_loops(&mut self, table: &Table) {
        let cell = self.graph.cell(table.entries[0]);
        for entry in self.candidates(table) {
            if self.graph.cell(table.entries[entry]) == cell {
                let path = table.path(entry);
                if self.is_loop(&path) {
                    self.add_loop(path);
                }
            }
        }
    }

    /// Whether a path leaves and enters its cell, and has no other cell again except at once.
    fn is_loop(&self, path: &[Literal]) -> bool {
        let cell = |at: usize| self.graph.cell(path[at]);
        cell(0) != cell(1) && cell(path.len() - 1) != cell(path.len() - 2) && self.is_simple(path, false)
    }

    /// Whether a path has no cell again except at once; with `start`, not the cell of the start either.
    fn is_simple(&self, path: &[Literal], start: bool) -> bool {
        let (mut earlier, first) = (0u128, self.graph.cell(path[0]));
        for (at, &literal) in path.iter().enumerate() {
            if earlier >> self.graph.cell(literal) & 1 == 1 {
                return false;
            }
            let before = at.checked_sub(1).map(|before| path[before]);
            if let Some(before) = before.filter(|&before| start || self.graph.cell(before) != first) {
                earlier |= self.graph.cells(before);
            }
        }
        true
    }

    /// Offers what a loop removes.
    fn add_loop(&mut self, path: Vec<Literal>) {
        let (first, last) = (path[0], path[path.len() - 1]);
        let cell = self.graph.cell(first);
        let [start, end] = [first, last].map(|literal| self.graph.digit(literal));
        let of = |digit: usize| Removals::of(digit, 1 << cell);
        let removed = match (is_on(first), is_on(last)) {
            (true, false) if start == end => of(start),
            (false, true) if start == end => {
                let mut removed = Removals::default();
                self.position.removals(cell, !(1 << start), &mut removed);
                removed
            }
            (true, true) if start != end => of(start),
            (false, false) if start != end => of(end),
            (true, false) if self.position.candidates[cell].count_ones() != 2 => return,
            _ => {
                let removed = self.continuous(&path);
                return self.offer(Technique::ContinuousNiceLoop, removed, path);
            }
        };
        self.offer(Technique::DiscontinuousNiceLoop, removed, path);
    }

    /// The removals of a continuous loop: the digits of its weak links outside the loop, and the further candidates of cells with two strong
    /// links.
    fn continuous(&self, path: &[Literal]) -> Removals {
        let graph = self.graph;
        let mut removed = Removals::default();
        let mut clear = |cell: usize, digits: u16| self.position.removals(cell, !digits, &mut removed);
        let last = path[path.len() - 1];
        if !is_on(path[0]) && is_on(last) {
            clear(graph.cell(last), 1 << graph.digit(path[0]) | 1 << graph.digit(last));
        }
        for at in 1..path.len().saturating_sub(2) {
            let around = [at - 1, at, at + 1, at + 2].map(|at| graph.cell(path[at]));
            let strong = is_on(path[at]) && !is_on(path[at + 1]) && is_on(path[at + 2]);
            if strong && around[0] != around[1] && around[1] == around[2] && around[2] != around[3] {
                clear(around[1], 1 << graph.digit(path[at]) | 1 << graph.digit(path[at + 2]));
            }
        }
        let own = path.iter().fold(0, |own, &literal| own | graph.cells(literal));
        for pair in path.windows(2).filter(|pair| !is_on(pair[1])) {
            if graph.cell(pair[0]) != graph.cell(pair[1]) {
                let digit = graph.digit(pair[1]);
                let seen = graph.seen(pair[0]) & graph.seen(pair[1]) & !own;
                removed.0[digit] |= self.position.cells[digit] & seen;
            }
        }
        removed
    }

    /// Offers the AICs of a table: its true entries outside the cell of the start, which is false.
    fn add_aics(&mut self, table: &Table) {
        let (start, places) = (table.entries[0], &self.position.cells);
        let (first, digit) = (self.graph.cell(start), self.graph.digit(start));
        for entry in self.candidates(table) {
            let end = table.entries[entry];
            let (last, other) = (self.graph.cell(end), self.graph.digit(end));
            if !is_on(end) || last == first {
                continue;
            }
            let mut removed = Removals::default();
            if digit == other {
                removed.0[digit] = places[digit] & PEERS[first] & PEERS[last];
            } else if PEERS[first] >> last & 1 == 1 {
                removed.0[other] |= places[other] & 1 << first;
                removed.0[digit] |= places[digit] & 1 << last;
            }
            // A chain that removes one candidate is a discontinuous nice loop.
            if removed.candidates().nth(1).is_some() {
                let path = table.path(entry);
                if self.is_simple(&path, true) {
                    self.offer(Technique::Aic, removed, path);
                }
            }
        }
    }
}

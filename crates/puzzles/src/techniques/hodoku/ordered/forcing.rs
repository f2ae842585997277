//! Forcing chains: what is placed or removed because assumptions lead to contradictions, or all lead to it.

use super::graph::{Graph, Literal, Table, is_on, literal};
use crate::techniques::{
    hodoku::board::Board,
    houses::{CELLS_OF, PEERS, cells, members},
    position::Position,
    reason::Reason,
    step::{Removals, Step, Technique},
};

/// The first forcing chain: a digit is placed in the first cell, or otherwise the first digit is removed from the first cell.
pub(in super::super) fn forcing_chain(board: &Board) -> Option<(Step, Reason)> {
    let position = &board.position;
    let graph = Graph::new(position, true);
    let tables = Tables::new(board, &graph);
    let mut best: Option<Found> = None;
    let mut offer = |technique: Technique, conclusion: Literal, ends: Vec<(Literal, Literal)>| {
        let key = (!is_on(conclusion), conclusion);
        if best.as_ref().is_none_or(|best| key < (!is_on(best.conclusion), best.conclusion)) {
            best = Some(Found { technique, conclusion, ends });
        }
    };
    for start in tables.starts() {
        if let Some(ends) = tables.contradiction(position, start) {
            let ends = ends.into_iter().map(|end| (start, end)).collect();
            offer(Technique::ForcingChainContradiction, start ^ 1, ends);
        }
    }
    tables.verities(position, |conclusion, starts| {
        let ends = starts.iter().map(|&start| (start, conclusion)).collect();
        offer(Technique::ForcingChainVerity, conclusion, ends);
    });
    best.map(|found| found.step(&graph, &tables))
}

/// A conclusion with the starts and ends of its chains.
struct Found {
    technique: Technique,
    conclusion: Literal,
    ends: Vec<(Literal, Literal)>,
}

impl Found {
    fn step(&self, graph: &Graph, tables: &Tables) -> (Step, Reason) {
        let (cell, digit) = (graph.cell(self.conclusion), graph.digit(self.conclusion));
        let mut step = Step::place(self.technique, 0, cell, digit);
        if !is_on(self.conclusion) {
            step.placed = None;
            step.removed = Removals::of(digit, 1 << cell);
        }
        let chain = |&(start, end): &(Literal, Literal)| {
            let table = tables.of(start)?;
            let entry = table.entries.iter().position(|&entry| entry == end)?;
            Some(graph.chain(&table.path(entry)))
        };
        let chains: Vec<_> = self.ends.iter().filter_map(chain).collect();
        let nodes = chains.iter().flat_map(|chain| &chain.nodes);
        let (cells, digits) = nodes.fold((0, 0), |all, node| (all.0 | node.cells, all.1 | node.digits));
        (step.pattern(cells, digits), Reason { chains, ..Reason::default() })
    }
}

/// A table for each literal of a candidate, and the candidates that are true and false in it.
struct Tables {
    all: Vec<Option<(Table, [[u128; 9]; 2])>>,
    /// The cells that may have each digit because of the placed digits alone.
    allowed: [u128; 9],
}

impl Tables {
    fn new(board: &Board, graph: &Graph) -> Tables {
        let position = &board.position;
        let mut all: Vec<Option<_>> = (0..2 * 729).map(|_| None).collect();
        for cell in cells(position.open) {
            for digit in members(position.candidates[cell]) {
                for start in [false, true].map(|on| literal(cell, digit, on)) {
                    let table = graph.table(start);
                    let mut sets = [[0; 9]; 2];
                    for &entry in table.entries.iter().filter(|&&entry| !graph.is_group(entry)) {
                        sets[usize::from(is_on(entry))][graph.digit(entry)] |= graph.cells(entry);
                    }
                    all[usize::from(start)] = Some((table, sets));
                }
            }
        }
        let seen = |digit: usize| {
            let placed = (0..81).filter(|&cell| usize::from(board.digits[cell]) == digit + 1);
            placed.fold(0, |seen, cell| seen | PEERS[cell])
        };
        Tables { all, allowed: std::array::from_fn(|digit| position.open & !seen(digit)) }
    }

    /// The literals that have a table.
    fn starts(&self) -> impl Iterator<Item = Literal> {
        (0..self.all.len()).filter(|&start| self.all[start].is_some()).map(|start| start as Literal)
    }

    fn of(&self, start: Literal) -> Option<&Table> {
        self.all[usize::from(start)].as_ref().map(|(table, _)| table)
    }

    /// The cells of each digit that are false, and those that are true.
    fn sets(&self, start: Literal) -> &[[u128; 9]; 2] {
        const NONE: &[[u128; 9]; 2] = &[[0; 9]; 2];
        self.all[usize::from(start)].as_ref().map_or(NONE, |(_, sets)| sets)
    }

    /// The literals that contradict each other in the table of a literal.
    fn contradiction(&self, position: &Position, start: Literal) -> Option<Vec<Literal>> {
        let [off, on] = self.sets(start);
        let first = |set: u128| set.trailing_zeros() as usize;
        for digit in 0..9 {
            let both = on[digit] & off[digit];
            if both != 0 {
                return Some([false, true].map(|on| literal(first(both), digit, on)).into());
            }
            let later = (digit + 1..9).find(|&other| on[digit] & on[other] != 0);
            if let Some(other) = later {
                let cell = first(on[digit] & on[other]);
                return Some([digit, other].map(|digit| literal(cell, digit, true)).into());
            }
            for house in CELLS_OF {
                let (placed, allowed) = (on[digit] & house, self.allowed[digit] & house);
                if placed.count_ones() > 1 {
                    return Some(cells(placed).map(|cell| literal(cell, digit, true)).collect());
                }
                if allowed != 0 && allowed & !off[digit] == 0 {
                    return Some(cells(allowed).map(|cell| literal(cell, digit, false)).collect());
                }
            }
        }
        let has_rest = |cell: &usize| {
            members(position.candidates[*cell]).any(|digit| off[digit] >> cell & 1 == 0)
                || on.iter().any(|set| set >> cell & 1 == 1)
        };
        let cell = cells(position.open).find(|cell| !has_rest(cell))?;
        Some(members(position.candidates[cell]).map(|digit| literal(cell, digit, false)).collect())
    }

    /// Calls `each` with the literals that follow from a candidate and from its opposite, from all candidates of a cell, and from all places of a
    /// digit in a house.
    fn verities(&self, position: &Position, mut each: impl FnMut(Literal, &[Literal])) {
        for start in self.starts().filter(|&start| is_on(start)) {
            let own = 1 << (start / 18);
            self.common(&[start, start ^ 1], own, &mut each);
        }
        for cell in cells(position.open) {
            let starts = members(position.candidates[cell]).map(|digit| literal(cell, digit, true));
            self.common(&starts.collect::<Vec<_>>(), 0, &mut each);
        }
        for (house, digit) in CELLS_OF.iter().flat_map(|house| (0..9).map(move |digit| (house, digit))) {
            let starts = cells(position.cells[digit] & house).map(|cell| literal(cell, digit, true));
            self.common(&starts.collect::<Vec<_>>(), 0, &mut each);
        }
    }

    /// Calls `each` with the literals outside some cells that follow from all starts.
    fn common(&self, starts: &[Literal], except: u128, each: &mut impl FnMut(Literal, &[Literal])) {
        if starts.is_empty() {
            return;
        }
        for (on, digit) in [true, false].into_iter().flat_map(|on| (0..9).map(move |digit| (on, digit))) {
            let of = |start: &Literal| self.sets(*start)[usize::from(on)][digit];
            let common = starts.iter().fold(!except, |common, start| common & of(start));
            cells(common).for_each(|cell| each(literal(cell, digit, on), starts));
        }
    }
}

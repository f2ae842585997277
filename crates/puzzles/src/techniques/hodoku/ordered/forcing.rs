//! Forcing chains and nets: what is placed or removed because assumptions lead to contradictions, or all lead to it.

use super::{
    graph::{Graph, Literal, is_on},
    nets::Net,
    tables::Tables,
};
use crate::techniques::{
    hodoku::board::Board,
    reason::{Chain, Reason},
    step::{Removals, Step, Technique},
};

/// The first forcing chain: a digit is placed in the first cell, or otherwise the first digit is removed from the first cell.
pub(in super::super) fn forcing_chain(board: &Board) -> Option<(Step, Reason)> {
    let graph = Graph::new(&board.position, true);
    let tables = Tables::new(board, &graph, false);
    let found = find(board, &tables, [Technique::ForcingChainContradiction, Technique::ForcingChainVerity])?;
    let chain = |(start, end): (Literal, Literal)| {
        let table = graph.table(start);
        let entry = table.entries.iter().position(|&entry| entry == end)?;
        Some(graph.chain(&table.path(entry)))
    };
    let chains = found.ends.iter().filter_map(|&ends| chain(ends)).collect();
    Some(found.step(&graph, chains))
}

/// The first forcing net, in the same order.
pub(in super::super) fn forcing_net(board: &Board) -> Option<(Step, Reason)> {
    let graph = Graph::new(&board.position, true);
    let tables = Tables::new(board, &graph, true);
    let found = find(board, &tables, [Technique::ForcingNetContradiction, Technique::ForcingNetVerity])?;
    let net = |&(start, end): &(Literal, Literal)| Net::new(&graph, &board.position, start).to(end);
    let nets = found.ends.iter().filter_map(net).collect();
    Some(found.step(&graph, nets))
}

/// The first conclusion of some tables.
fn find(board: &Board, tables: &Tables, [contradiction, verity]: [Technique; 2]) -> Option<Found> {
    let mut best: Option<Found> = None;
    let mut offer = |technique: Technique, conclusion: Literal, ends: Vec<(Literal, Literal)>| {
        let key = (!is_on(conclusion), conclusion);
        if best.as_ref().is_none_or(|best| key < (!is_on(best.conclusion), best.conclusion)) {
            best = Some(Found { technique, conclusion, ends });
        }
    };
    for start in tables.starts() {
        if let Some(ends) = tables.contradiction(&board.position, start) {
            offer(contradiction, start ^ 1, ends.into_iter().map(|end| (start, end)).collect());
        }
    }
    tables.verities(&board.position, |conclusion, starts| {
        offer(verity, conclusion, starts.iter().map(|&start| (start, conclusion)).collect());
    });
    best
}

/// A conclusion with the starts and ends of its chains or nets.
struct Found {
    technique: Technique,
    conclusion: Literal,
    ends: Vec<(Literal, Literal)>,
}

impl Found {
    fn step(&self, graph: &Graph, chains: Vec<Chain>) -> (Step, Reason) {
        let (cell, digit) = (graph.cell(self.conclusion), graph.digit(self.conclusion));
        let mut step = Step::place(self.technique, 0, cell, digit);
        if !is_on(self.conclusion) {
            step.placed = None;
            step.removed = Removals::of(digit, 1 << cell);
        }
        let nodes = chains.iter().flat_map(|chain| &chain.nodes);
        let (cells, digits) = nodes.fold((0, 0), |all, node| (all.0 | node.cells, all.1 | node.digits));
        (step.pattern(cells, digits), Reason { chains, ..Reason::default() })
    }
}

//! Forcing chains and nets: what is placed or removed because assumptions lead to contradictions, or all lead to it.

use super::{
    graph::{Graph, Literal, is_on, literal},
    nets::Net,
    tables::Tables,
};
use crate::techniques::{
    hodoku::board::Board,
    position::Position,
    reason::{Argument, Chain, Reason},
    step::{Removals, Step, Technique},
};

/// The first forcing chain: a digit is placed in the first cell, or otherwise the first digit is removed from the first cell.
pub(in super::super) fn forcing_chain(board: &Board) -> Option<(Step, Reason)> {
    find(board, false, [Technique::ForcingChainContradiction, Technique::ForcingChainVerity])
}

/// The first forcing net, in the same order.
pub(in super::super) fn forcing_net(board: &Board) -> Option<(Step, Reason)> {
    find(board, true, [Technique::ForcingNetContradiction, Technique::ForcingNetVerity])
}

/// The first conclusion of chains or of nets.
fn find(board: &Board, with_nets: bool, [contradiction, verity]: [Technique; 2]) -> Option<(Step, Reason)> {
    let (position, graph) = (&board.position, Graph::new(&board.position, true));
    let tables = Tables::new(board, &graph, with_nets);
    let mut best: Option<Found> = None;
    let mut offer = |found: Found| {
        let key = |found: &Found| (!is_on(found.conclusion), found.conclusion);
        if best.as_ref().is_none_or(|best| key(&found) < key(best)) {
            best = Some(found);
        }
    };
    for start in tables.starts() {
        if let Some((cell, digit)) = tables.contradiction(position, start) {
            let ends = [true, false].map(|on| (start, literal(cell, digit, on))).into();
            let (conclusion, argument) = (start ^ 1, Argument::Contradiction);
            offer(Found { technique: contradiction, conclusion, argument, ends });
        }
    }
    tables.verities(position, |conclusion, starts, argument| {
        let ends = starts.iter().map(|&start| (start, conclusion)).collect();
        offer(Found { technique: verity, conclusion, argument, ends });
    });
    best.map(|found| found.step(&graph, position, with_nets))
}

/// A conclusion with the starts and ends of its chains or nets.
struct Found {
    technique: Technique,
    conclusion: Literal,
    argument: Argument,
    ends: Vec<(Literal, Literal)>,
}

impl Found {
    fn step(self, graph: &Graph, position: &Position, with_nets: bool) -> (Step, Reason) {
        let (cell, digit) = (graph.cell(self.conclusion), graph.digit(self.conclusion));
        let mut step = Step::place(self.technique, 0, cell, digit);
        if !is_on(self.conclusion) {
            step.placed = None;
            step.removed = Removals::of(digit, 1 << cell);
        }
        let chain = |&(start, end): &(Literal, Literal)| -> Option<Chain> {
            let mut net = Net::new(graph, position, start, with_nets);
            // Chains do not link a candidate to several others that are false.
            net.add_singles(graph.cell(end), graph.digit(end));
            net.to(end)
        };
        // All chains are needed for the conclusion.
        let chains: Vec<Chain> = self.ends.iter().map(chain).collect::<Option<_>>().unwrap_or_default();
        let nodes = chains.iter().flat_map(|chain| &chain.nodes);
        let (cells, digits) = nodes.fold((0, 0), |all, node| (all.0 | node.cells, all.1 | node.digits));
        (step.pattern(cells, digits), Reason { argument: self.argument, chains, ..Reason::default() })
    }
}

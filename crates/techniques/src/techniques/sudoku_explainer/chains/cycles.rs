//! Cycles and forcing chains.

use super::{
    KEYS, Link, Rank, cell_and_digit,
    graph::{AllLinks, Graph},
    key,
    links::Links,
    literal, longest, longest_within,
    paths::Paths,
    tenths,
};
use crate::techniques::{
    houses::{PEERS, cells, members},
    position::Position,
    step::{Removals, Step, Technique},
};

/// A pass of the search.
#[derive(Clone, Copy)]
pub(super) struct Pass {
    pub links: Links,
    pub kind: u8,
    /// The bases of the ratings of cycles and of chains.
    pub cycles: u16,
    pub chains: u16,
}

pub(super) const PASSES: [Pass; 3] = [
    Pass { links: Links { x: true, y: false }, kind: 2, cycles: 65, chains: 66 },
    Pass { links: Links { x: false, y: true }, kind: 3, cycles: 65, chains: 65 },
    Pass { links: Links { x: true, y: true }, kind: 4, cycles: 70, chains: 70 },
];

/// The starts of a pass: candidates of cells with several candidates, or with two if only Y-links are used.
pub(super) fn starts(position: &Position, links: Links) -> impl Iterator<Item = u16> {
    cells(position.open).flat_map(move |cell| {
        let candidates = position.candidates[cell];
        let fits = candidates.count_ones() == 2 || links.x && candidates.count_ones() > 2;
        members(if fits { candidates } else { 0 }).map(move |digit| literal(cell, digit))
    })
}

/// The candidates that a cycle removes, with its cells and digits.
pub(super) fn removals(position: &Position, path: &[(u16, Link)]) -> (Removals, u128, u16) {
    let (mut seen, mut inside, mut digits) = ([[0u128; 9]; 2], 0, 0);
    for &(key, _) in &path[..path.len() - 1] {
        let (cell, digit) = cell_and_digit(key / 2);
        seen[usize::from(key % 2)][digit] |= PEERS[cell];
        inside |= 1 << cell;
        digits |= 1 << digit;
    }
    let removed = |digit: usize| seen[0][digit] & seen[1][digit] & !inside & position.cells[digit];
    (Removals(std::array::from_fn(removed)), inside, digits)
}

/// The step that makes a literal true or false.
pub(super) fn effect(technique: Technique, rating: u16, end: u16) -> Step {
    let (cell, digit) = cell_and_digit(end / 2);
    let mut step = Step::place(technique, rating, cell, digit);
    if end.is_multiple_of(2) {
        step.placed = None;
        step.removed = Removals::of(digit, 1 << cell);
    }
    step
}

/// The graphs of a board, one for each pass.
struct Graphs<const W: usize> {
    all: AllLinks<W>,
    of: [Graph<W>; 3],
}

impl<const W: usize> Graphs<W> {
    fn new() -> Graphs<W> {
        Graphs { all: AllLinks::new(), of: std::array::from_fn(|_| Graph::new()) }
    }
}

/// The search for the easiest cycle or forcing chain. Keeps its memory.
pub(in crate::techniques) struct CycleSearch {
    paths: Paths,
    /// For boards with at most 128, 192, 256 and 729 candidates.
    two: Graphs<2>,
    three: Graphs<3>,
    four: Graphs<4>,
    twelve: Option<Box<Graphs<12>>>,
}

/// Calls a function with the smallest graphs that have room for the candidates of a board.
macro_rules! with_graphs {
    ($search:expr, $position:expr, $graphs:ident => $call:expr) => {
        match $position.cells.iter().map(|cells| cells.count_ones()).sum() {
            0..=128u32 => {
                let $graphs = &mut $search.two;
                $call
            }
            0..=192 => {
                let $graphs = &mut $search.three;
                $call
            }
            0..=256 => {
                let $graphs = &mut $search.four;
                $call
            }
            _ => {
                let $graphs = &mut **$search.twelve.get_or_insert_with(|| Box::new(Graphs::new()));
                $call
            }
        }
    };
}

/// Takes a step: its pass, its path from the end to the start, and the removals if it is a cycle.
type Offer<'a> = &'a mut dyn FnMut(Pass, &[(u16, Link)], Option<Removals>);

impl CycleSearch {
    pub fn new() -> CycleSearch {
        let paths = Paths::new();
        CycleSearch { paths, two: Graphs::new(), three: Graphs::new(), four: Graphs::new(), twelve: None }
    }

    /// The easiest step.
    pub fn find(&mut self, position: &Position) -> Option<Step> {
        with_graphs!(self, position, graphs => find(position, graphs, &mut self.paths))
    }

    /// Makes all steps of chains that one search finds and that are rated at most `most`. Returns whether there are any.
    pub fn make_all(&mut self, position: &mut Position, most: u16) -> bool {
        with_graphs!(self, position, graphs => make_all(position, graphs, most))
    }

    /// Calls `offer` for all cycles and chains, in their order.
    pub(super) fn visit(&mut self, position: &Position, offer: Offer<'_>) {
        with_graphs!(self, position, graphs => visit(position, graphs, &mut self.paths, offer));
    }
}

fn make_all<const W: usize>(position: &mut Position, graphs: &mut Graphs<W>, most: u16) -> bool {
    let Graphs { all, of: graphs } = graphs;
    all.read(position);
    let mut found = Vec::new();
    for pass in [2, 0] {
        let longest = longest_within(PASSES[pass].chains, most);
        if longest < 4 {
            continue;
        }
        let graph = &mut graphs[pass];
        graph.read(all, PASSES[pass].links);
        graph.all_chains(longest, &mut found);
        for &(number, on) in &found {
            let (cell, digit) = cell_and_digit(graph.literals[number]);
            if position.candidates[cell] >> digit & 1 == 0 {
                continue;
            }
            if on {
                position.remove(cell, digit);
            } else {
                position.place(cell, digit);
            }
        }
        if !found.is_empty() {
            return true;
        }
    }
    false
}

fn visit<const W: usize>(position: &Position, graphs: &mut Graphs<W>, paths: &mut Paths, offer: Offer<'_>) {
    let (mut chain, mut found) = (Vec::new(), Vec::new());
    graphs.all.read(position);
    for (pass, graph) in PASSES.into_iter().zip(&mut graphs.of) {
        graph.read(&graphs.all, pass.links);
        let mut leads = [false; KEYS];
        if pass.links.x {
            graph.all_chains(KEYS as u32, &mut found);
            found.iter().for_each(|&(number, on)| leads[2 * number + usize::from(on)] = true);
        }
        for number in 0..graph.literals.len() {
            let start = graph.literals[number];
            let of_cell = position.candidates[usize::from(start) / 9].count_ones();
            if of_cell == 1 || !pass.links.x && of_cell > 2 {
                continue;
            }
            if graph.may_cycle(number, KEYS as u32) {
                graph.search_back(number, KEYS as u32);
                paths.cycles((position, graph), (pass.links, start, KEYS as u32), &mut |path| {
                    let (removed, ..) = removals(position, path);
                    if !removed.is_empty() {
                        offer(pass, path, Some(removed));
                    }
                    false
                });
            }
            for on in [true, false].into_iter().filter(|&on| leads[2 * number + usize::from(on)]) {
                let start = key(start, on);
                if paths.chain(position, (pass.links, start, KEYS as u32)).is_some() {
                    paths.chain_to(start ^ 1, &mut chain);
                    offer(pass, &chain, None);
                }
            }
        }
    }
}

/// The best step: its rank, then the literal at which it starts; a cycle comes before a chain.
struct Best {
    rank: Rank,
    start: u16,
    step: Step,
}

fn find<const W: usize>(position: &Position, graphs: &mut Graphs<W>, paths: &mut Paths) -> Option<Step> {
    let Graphs { all, of: graphs } = graphs;
    all.read(position);
    let mut best = None::<Best>;
    let mut known = [false; 3];
    // No chain of a pass is shorter.
    let mut shortest = [4; 3];
    let bound = |best: &Option<Best>, base, kind| longest(base, kind, best.as_ref().map(|best| best.rank));
    let mut read = |graphs: &mut [Graph<W>; 3], pass: usize| {
        if !std::mem::replace(&mut known[pass], true) {
            graphs[pass].read(all, PASSES[pass].links);
        }
    };
    for pass in [0, 2] {
        let Pass { kind, chains, .. } = PASSES[pass];
        let longest = bound(&best, chains, kind);
        if longest < 4 {
            continue;
        }
        read(graphs, pass);
        let chain = graphs[pass].chain(longest);
        let none = if longest < KEYS as u32 { longest + 1 } else { u32::MAX };
        shortest[pass] = chain.map_or(none, |chain| chain.0);
        if let Some((length, (start, on))) = chain {
            let start = graphs[pass].literals[start];
            let step = effect(Technique::ForcingChain, chains + tenths(length), key(start, !on));
            best = Some(Best { rank: Rank::new(chains, length, kind), start, step });
        }
    }
    for pass in 0..3 {
        if bound(&best, PASSES[pass].cycles, PASSES[pass].kind - 1) >= 4 {
            read(graphs, pass);
            find_cycle(position, (&mut graphs[pass], pass, shortest[pass]), paths, &mut best);
        }
    }
    Some(best?.step)
}

/// Replaces the best step by the easiest cycle of a pass, if that comes before it.
fn find_cycle<const W: usize>(
    position: &Position,
    (graph, pass, shortest): (&mut Graph<W>, usize, u32),
    paths: &mut Paths,
    best: &mut Option<Best>,
) {
    let Pass { links, kind, cycles, .. } = PASSES[pass];
    let bounds = |best: &Option<Best>| {
        [kind, kind - 1].map(|kind| longest(cycles, kind, best.as_ref().map(|best| best.rank)))
    };
    let mut longest = bounds(best);
    // A chain removes whatever a cycle removes: from the candidate to the cycle, around it and back.
    let longest_chain = longest[0].max(longest[1]) + 2;
    if longest_chain < shortest {
        return;
    }
    let Some(chained) = graph.removable(longest_chain) else { return };
    for number in 0..graph.literals.len() {
        let start = graph.literals[number];
        // A cycle comes before a chain of the same rank from the same start or a later one.
        let first =
            best.as_ref().is_some_and(|best| best.start >= start && best.step.technique != Technique::Cycle);
        let most = longest[usize::from(first)];
        let is_start = links.x || position.candidates[usize::from(start) / 9].count_ones() == 2;
        if !is_start || !graph.is_linked_to(number, chained) || !graph.may_cycle(number, most) {
            continue;
        }
        graph.search_back(number, most);
        paths.cycles((position, graph), (links, start, most), &mut |path| {
            let (removed, cells, digits) = removals(position, path);
            let length = path.len() as u32 - 1;
            let rating = cycles + tenths(length);
            let Some(step) = Step::remove(Technique::Cycle, rating, removed) else { return false };
            let step = step.pattern(cells, digits);
            *best = Some(Best { rank: Rank::new(cycles, length, kind), start, step });
            longest = bounds(best);
            true
        });
    }
}

//! All conclusions of closures, each with its shortest argument as data.

use super::{
    Link, cell_and_digit,
    closure::{Closure, Ends, Mode},
    closures::Closures,
    cycles::effect,
    found::CONTRADICTION,
    lengths::Lengths,
};
use crate::techniques::{
    houses::HOUSES_OF,
    position::Position,
    reason::{self, Chain, Node, Parent, Reason},
    step::{Step, Technique},
};
use std::collections::{BTreeMap, HashMap};

/// The conclusions by contradictions or by what several assumptions have in common, shortest argument first. The chains of a reason lead from
/// its assumptions to the conclusion, or from one assumption to a candidate that is true and false.
pub(in crate::techniques) fn conclusions(
    position: &Position,
    mode: Mode,
    by_contradiction: bool,
    (technique, rating): (Technique, u16),
) -> Vec<(Step, Reason)> {
    let (mut closures, mut lengths) = (Closures::new(None), Lengths::new());
    let mut best = BTreeMap::new();
    closures.visit(position, mode, true, &mut |found, ends| {
        if (found.kind == CONTRADICTION) == by_contradiction {
            let bound = best.get(&found.effect).map_or(u32::MAX, |(length, _)| *length);
            let length = lengths.of(ends, bound);
            if length < bound {
                best.insert(found.effect, (length, reason(ends)));
            }
        }
    });
    let mut all: Vec<_> = best.into_iter().collect();
    all.sort_by_key(|(_, (length, _))| *length);
    let step = |effect_of, reason: &Reason| {
        let nodes = reason.chains.iter().flat_map(|chain| &chain.nodes);
        let (cells, digits) = nodes.fold((0, 0), |all, node| (all.0 | node.cells, all.1 | node.digits));
        effect(technique, rating, effect_of).pattern(cells, digits)
    };
    all.into_iter().map(|(effect, (_, reason))| (step(effect, &reason), reason)).collect()
}

fn reason(ends: &Ends<'_>) -> Reason {
    let chains = ends.iter().map(|&(closure, end)| {
        let mut chain = Chain::default();
        add(closure, end, &mut HashMap::new(), &mut chain);
        chain
    });
    Reason { chains: chains.collect(), ..Reason::default() }
}

/// Adds a key after the keys that it follows from, and returns its number.
fn add(closure: &Closure, key: u16, numbers: &mut HashMap<u16, usize>, chain: &mut Chain) -> usize {
    if let Some(&number) = numbers.get(&key) {
        return number;
    }
    let (cell, digit) = cell_and_digit(key / 2);
    let link = match closure.link(key) {
        Link::House(kind) => reason::Link::House(HOUSES_OF[cell][usize::from(kind)].0),
        _ => reason::Link::Cell,
    };
    let parents = closure.parents(key).iter().map(|&parent| add(closure, parent, numbers, chain));
    let parents = parents.map(|node| Parent { node, link: link.clone() }).collect();
    chain.nodes.push(Node { cells: 1 << cell, digits: 1 << digit, on: key % 2 == 1, parents });
    numbers.insert(key, chain.nodes.len() - 1);
    chain.nodes.len() - 1
}

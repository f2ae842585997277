//! All conclusions of closures, each with its shortest argument as data.

use super::{
    argument::Draft, closure::Mode, closures::Closures, cycles::effect, found::CONTRADICTION,
    lengths::Lengths,
};
use crate::techniques::{
    position::Position,
    reason::Reason,
    step::{Step, Technique},
    sudoku_explainer::stop::Stop,
};
use std::collections::BTreeMap;

/// The conclusions by contradictions or by what several assumptions have in common, shortest argument first. The chains of a reason lead from
/// its assumptions to the conclusion, or from one assumption to a candidate that is true and false.
pub(in crate::techniques) fn conclusions(
    position: &Position,
    mode: Mode,
    by_contradiction: bool,
    (technique, rating): (Technique, u16),
) -> Vec<(Step, Reason)> {
    let (mut closures, mut lengths) = (Closures::new(Stop::new(None)), Lengths::new());
    let mut best = BTreeMap::new();
    closures.visit(position, mode, true, &mut |found, ends| {
        if (found.kind == CONTRADICTION) == by_contradiction {
            let bound = best.get(&found.effect).map_or(u32::MAX, |(length, _)| *length);
            let length = lengths.of(ends, bound);
            if length < bound {
                best.insert(found.effect, (length, Draft::new(found, ends).reason));
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

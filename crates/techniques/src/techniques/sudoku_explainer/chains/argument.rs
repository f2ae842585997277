//! The arguments of steps as data: found again for a step that is shown, so that the search for steps keeps none of them.

use super::{
    Link, Literals, Rank, cell_and_digit,
    closure::{Closure, Ends, Mode},
    closures::{Closures, Family},
    cycles::{CycleSearch, Pass, effect, removals},
    found::{CELL, DOUBLE, Found, HOUSE, basis},
    hints::{proof_of, removed_by, sole_effect},
    multiple::ChainSearch,
    plus,
    proof::Proof,
    tenths,
};
use crate::techniques::{
    houses::HOUSES_OF,
    position::Position,
    reason::{self, Argument, Chain, Node, Parent, Reason},
    step::{Step, Technique},
    sudoku_explainer::{reasons, stop::Stop},
};
use std::sync::Arc;

/// The searches for inner steps, one for each level of nesting. Keeps its memory.
#[derive(Default)]
pub(in crate::techniques) struct InnerSearches(Option<Box<(CycleSearch, ChainSearch, InnerSearches)>>);

impl InnerSearches {
    fn get(&mut self) -> &mut (CycleSearch, ChainSearch, InnerSearches) {
        let new =
            || Box::new((CycleSearch::new(), ChainSearch::new(Stop::new(None)), InnerSearches::default()));
        self.0.get_or_insert_with(new)
    }
}

/// The reason for the step of a cycle or a forcing chain.
pub(in crate::techniques) fn of_cycle(search: &mut CycleSearch, board: &Position, step: &Step) -> Reason {
    let mut best = None::<(Rank, Reason)>;
    search.visit(board, &mut |pass, path, removed| {
        let (rank, other) = step_of_path(board, pass, path, removed.is_some());
        if rank.is_before(best.as_ref().map(|best| best.0)) && other.as_ref() == Some(step) {
            best = Some((rank, of_path(path, removed.is_some())));
        }
    });
    best.map(|best| best.1).unwrap_or_default()
}

/// The step of a path from its end to its start, with its rank.
fn step_of_path(board: &Position, pass: Pass, path: &[(u16, Link)], is_cycle: bool) -> (Rank, Option<Step>) {
    let (base, length) =
        if is_cycle { (pass.cycles, path.len() as u32 - 1) } else { (pass.chains, path.len() as u32) };
    let rating = base + tenths(length);
    let step = if is_cycle {
        let (removed, cells, digits) = removals(board, path);
        Step::remove(Technique::Cycle, rating, removed).map(|step| step.pattern(cells, digits))
    } else {
        Some(effect(Technique::ForcingChain, rating, path[0].0))
    };
    (Rank::new(base, length, pass.kind), step)
}

/// The reason that a path is, from its end to its start. A cycle's end is its start, which becomes one node.
fn of_path(path: &[(u16, Link)], is_cycle: bool) -> Reason {
    let keys = path[usize::from(is_cycle)..].iter().rev();
    let mut nodes: Vec<Node> = Vec::new();
    for &(key, by) in keys {
        let parent = nodes.len().checked_sub(1).map(|node| Parent { node, link: link(key, by) });
        nodes.push(node(key, parent.into_iter().collect()));
    }
    if is_cycle {
        let (key, by) = path[0];
        let last = Parent { node: nodes.len() - 1, link: link(key, by) };
        nodes[0].parents.push(last);
    }
    let argument = if is_cycle { Argument::Cycle } else { Argument::Opposite };
    Reason { argument, chains: vec![Chain { nodes }], ..Reason::default() }
}

fn node(key: u16, parents: Vec<Parent>) -> Node {
    let (cell, digit) = cell_and_digit(key / 2);
    Node { cells: 1 << cell, digits: 1 << digit, on: key % 2 == 1, parents }
}

/// How a key follows. What follows in another way follows from a step that is numbered later.
fn link(key: u16, link: Link) -> reason::Link {
    let (cell, _) = cell_and_digit(key / 2);
    match link {
        Link::None => reason::Link::Step(usize::MAX),
        Link::Cell => reason::Link::Cell,
        Link::House(kind) => reason::Link::House(HOUSES_OF[cell][usize::from(kind)].0),
    }
}

/// The reason for the step of Nishio.
pub(in crate::techniques) fn of_nishio(search: &mut ChainSearch, board: &Position, step: &Step) -> Reason {
    let mut last = None;
    let found = search.nishio_with(board, &mut |found, ends| last = Some(Draft::new(found, ends)));
    last.filter(|_| found.as_ref() == Some(step)).map(|draft| draft.reason).unwrap_or_default()
}

/// The reason for the step of multiple, dynamic or nested chains.
pub(in crate::techniques) fn of_chains(
    search: &mut ChainSearch,
    inner: &mut InnerSearches,
    (board, mode): (&Position, Mode),
    step: &Step,
) -> Reason {
    let mut last = None;
    let found = search.find_with(board, mode, &mut |found, ends| last = Some(Draft::new(found, ends)));
    let draft = last.filter(|_| found.as_ref() == Some(step));
    draft.map(|draft| draft.finish(&mut search.closures, inner, (board, mode))).unwrap_or_default()
}

/// A reason whose inner steps are not known yet.
pub(super) struct Draft {
    pub reason: Reason,
    /// For each chain its start, and the nodes that follow from inner steps with their keys.
    starts: Vec<(u16, Vec<(usize, u16)>)>,
}

impl Draft {
    pub fn new(found: Found, ends: &Ends<'_>) -> Draft {
        let mut draft = Draft { reason: Reason::default(), starts: Vec::new() };
        ends.iter().for_each(|&(closure, end)| draft.add(closure, end));
        let start = draft.starts.first().map_or(0, |start| start.0);
        let (cell, _) = cell_and_digit(start / 2);
        draft.reason.argument = match found.kind {
            DOUBLE => Argument::Double,
            CELL => Argument::Cell(cell as u8),
            HOUSE => Argument::House(HOUSES_OF[cell][usize::from(found.house)].0),
            _ => Argument::Contradiction,
        };
        draft
    }

    /// Adds the chain of an end: what it depends on, parents first.
    fn add(&mut self, closure: &Closure, end: u16) {
        let (mut order, mut stack) = (Vec::<u16>::new(), vec![(end, 0)]);
        let (mut nodes, mut inner) = (Vec::new(), Vec::new());
        while let Some((key, done)) = stack.last_mut() {
            let (key, parents) = (*key, closure.parents(*key));
            if let Some(&parent) = parents.get(*done) {
                *done += 1;
                if !order.contains(&parent) {
                    stack.push((parent, 0));
                }
                continue;
            }
            stack.pop();
            if order.contains(&key) {
                continue;
            }
            let link = link(key, closure.link(key));
            if !parents.is_empty() && matches!(link, reason::Link::Step(_)) {
                inner.push((order.len(), key));
            }
            let parents = parents.iter().filter_map(|parent| {
                let node = order.iter().position(|known| known == parent)?;
                Some(Parent { node, link })
            });
            nodes.push(node(key, parents.collect()));
            order.push(key);
        }
        self.starts.push((order[0], inner));
        self.reason.chains.push(Chain { nodes });
    }

    /// Finds the inner steps again: each chain's closure, on the boards on which they were found.
    fn finish(
        mut self,
        closures: &mut Closures,
        searches: &mut InnerSearches,
        (board, mode): (&Position, Mode),
    ) -> Reason {
        let mut steps = Steps { searches, mode, known: Vec::new(), all: Vec::new() };
        for (chain, (start, inner)) in
            self.starts.into_iter().enumerate().filter(|(_, start)| !start.1.is_empty())
        {
            let mut boards = Vec::new();
            let closure = closures.replay(board, start, mode, &mut |closure, copy| {
                boards.push((closure.order[0].len(), *copy));
            });
            for (node, key) in inner {
                let at = closure.order[0].iter().position(|&literal| literal == key / 2);
                let copy = boards.iter().rev().find(|(first, _)| Some(*first) <= at);
                let number = copy.and_then(|(_, copy)| match closure.proof(key) {
                    Some(proof) => steps.of_proof(copy, key / 2, proof),
                    None => steps.of_pattern((board, copy), key / 2),
                });
                let link = reason::Link::Step(number.unwrap_or(usize::MAX));
                self.reason.chains[chain].nodes[node]
                    .parents
                    .iter_mut()
                    .for_each(|parent| parent.link = link);
            }
        }
        self.reason.steps = steps.all;
        self.reason
    }
}

/// The inner steps of a reason, each once.
struct Steps<'a> {
    searches: &'a mut InnerSearches,
    mode: Mode,
    /// Their literals, which tell them apart, if they have chains.
    known: Vec<Option<Arc<[u16]>>>,
    all: Vec<(Step, Reason)>,
}

impl Steps<'_> {
    /// The number of the pattern that removes a literal.
    fn of_pattern(&mut self, (board, copy): (&Position, &Position), removed: u16) -> Option<usize> {
        let step = plus::step_of(removed, board, copy)?;
        if let Some(number) = self.all.iter().position(|(known, _)| *known == step) {
            return Some(number);
        }
        let reason = reasons::of(copy, &step);
        Some(self.add(None, (step, reason)))
    }

    /// The number of the step with this argument, which removes a literal.
    fn of_proof(&mut self, copy: &Position, removed: u16, proof: &Proof) -> Option<usize> {
        let is_same = |known: &Option<Arc<[u16]>>| known.as_ref() == Some(&proof.identity);
        if let Some(number) = self.known.iter().position(is_same) {
            return Some(number);
        }
        let mut families = Family::of(self.mode.level).iter();
        let found = families.find_map(|&family| inner_step((self.searches, copy), family, removed, proof))?;
        Some(self.add(Some(Arc::clone(&proof.identity)), found))
    }

    fn add(&mut self, identity: Option<Arc<[u16]>>, step: (Step, Reason)) -> usize {
        self.known.push(identity);
        self.all.push(step);
        self.all.len() - 1
    }
}

/// The step of a family that removes a literal by an argument.
fn inner_step(
    (searches, copy): (&mut InnerSearches, &Position),
    family: Family,
    removed: u16,
    proof: &Proof,
) -> Option<(Step, Reason)> {
    let (cycles, chains, deeper) = searches.get();
    let (cell, digit) = cell_and_digit(removed);
    let has_removed = |all: Literals| all[digit] >> cell & 1 == 1;
    match family {
        Family::Cycles => {
            let mut found = None;
            cycles.visit(copy, &mut |pass, path, removed| {
                let of_path_itself = || match removed {
                    Some(_) => Proof::of_cycle(path),
                    None => Proof::of_paths(&[path], path.len() as u32),
                };
                let all = removed.map_or_else(|| removed_by(copy, path[0].0), |removed| removed.0);
                if found.is_none() && has_removed(all) && of_path_itself().identity == proof.identity {
                    let (_, step) = step_of_path(copy, pass, path, removed.is_some());
                    found = step.map(|step| (step, of_path(path, removed.is_some())));
                }
            });
            found
        }
        Family::Chains(dynamic, level) => {
            let mode = Mode { dynamic, cells: true, level };
            let mut draft = None;
            chains.closures.visit(copy, mode, dynamic, &mut |found, ends| {
                let all = removed_by(copy, sole_effect(copy, found.effect));
                if draft.is_none()
                    && has_removed(all)
                    && proof_of(found, ends, proof.length).identity == proof.identity
                {
                    draft = Some((found.effect, Draft::new(found, ends)));
                }
            });
            let ((end, draft), (base, technique)) = (draft?, basis(mode));
            let step = effect(technique, base + tenths(proof.length), end);
            Some((step, draft.finish(&mut chains.closures, deeper, (copy, mode))))
        }
    }
}

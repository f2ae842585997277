//! The choice between several kinds of states: it cannot be known in advance which kind leads to few subproblems.
//!
//! All of them are tried for a while, and the half with more progress stays, until one is left or has finished. The
//! clock does not affect this, so a problem has the same diagram each time.
//!
//! A diagram whose options must be in one order comes from states in a fixed order of the items. In case these are too
//! many, an attempt that covers the item with the fewest options next is kept to the end, and its diagram is put in
//! order afterwards.

use super::build::Builder;
use super::nodes::{BOTTOM, Nodes, TOP};
use super::ordered::ordered;
use super::{Failure, MOST};
use crate::Cover;
use crate::count::memo::{BoundedSpace, OrderedSpace, Reduced, SmallestSpace, StateSpace, orders};
use crate::search::conflict_lists::ConflictLists;
use quadrille_base::limits::{Budget, Limits};

/// States of the first round of all attempts; a later one has four times as many.
const FIRST_ROUND: u64 = 1 << 14;

/// States between two checks of the clock.
const SLICE: u64 = 1 << 12;

/// The limits and requirements of a diagram.
pub(crate) struct Request<'a> {
    /// Bytes.
    pub memory: usize,
    /// The time, the stop flag and the states. The number of solutions is ignored.
    pub limits: &'a Limits,
    /// Whether options must follow each other in the same order on all paths through the diagram.
    pub is_ordered: bool,
}

/// A finished diagram.
pub(crate) struct Built {
    pub nodes: Nodes,
    pub root: u32,
    /// States of the search.
    pub states: u64,
}

/// A diagram under construction.
trait Attempt {
    fn advance(&mut self, states: u64, memory: usize) -> Result<Option<u32>, Failure>;
    fn done(&self) -> f64;
    /// Whether its options are in one order.
    fn is_ordered(&self) -> bool;
    fn len(&self) -> usize;
    fn bytes(&self) -> usize;
    fn into_nodes(self: Box<Self>) -> Nodes;
}

impl<S: StateSpace> Attempt for Builder<S> {
    fn advance(&mut self, states: u64, memory: usize) -> Result<Option<u32>, Failure> {
        Builder::advance(self, states, memory)
    }

    fn done(&self) -> f64 {
        self.done
    }

    fn is_ordered(&self) -> bool {
        self.is_ordered
    }

    fn len(&self) -> usize {
        self.nodes().len()
    }

    fn bytes(&self) -> usize {
        Builder::bytes(self)
    }

    fn into_nodes(self: Box<Self>) -> Nodes {
        Builder::into_nodes(*self)
    }
}

/// The diagram of all solutions.
pub(crate) fn build(cover: &Cover, request: &Request<'_>) -> Result<Built, Failure> {
    let Some(budget) = Budget::start(request.limits) else { return Err(Failure::Stopped) };
    if cover.has_bounds() {
        return build_bounded(cover, request, budget);
    }
    let reduced = Reduced::new(cover)?;
    let (options, items) = (reduced.options.len(), reduced.items.len());
    let mut built = if reduced.is_dead || items == 0 {
        let root = if reduced.is_dead { BOTTOM } else { TOP };
        Built { nodes: Nodes::new(), root, states: 0 }
    } else if options > MOST || items > MOST {
        return Err(Failure::TooLarge { options, items });
    } else {
        let orders = orders(&reduced);
        let ranks = reduced.ranks(&orders[0], cover.len());
        Race { attempts: attempts(&reduced, &orders), request, budget, ranks, states: 0 }.run()?
    };
    if built.root != BOTTOM {
        for &option in reduced.forced.iter().rev() {
            built.root = built.nodes.add(option, BOTTOM, built.root)?;
        }
    }
    built.nodes.finish();
    Ok(built)
}

/// The diagram of all solutions of a problem with bounds, which have only one kind of states.
fn build_bounded(cover: &Cover, request: &Request<'_>, budget: Budget<'_>) -> Result<Built, Failure> {
    let lists = ConflictLists::try_new(cover)?;
    let mut options: Vec<usize> = (0..cover.len()).filter(|&option| lists.is_choice(option)).collect();
    if options.len() > MOST || cover.primary() > MOST {
        return Err(Failure::TooLarge { options: options.len(), items: cover.primary() });
    }
    let attempt: Box<dyn Attempt> = match options.len().max(cover.primary()).div_ceil(64) {
        0..=8 => Box::new(Builder::new(BoundedSpace::<[u64; 8], [u64; 8]>::new(cover, &lists), false)),
        _ => Box::new(Builder::new(BoundedSpace::<Vec<u64>, Vec<u64>>::new(cover, &lists), false)),
    };
    options.sort_by_key(|&option| cover.option(option).iter().min());
    let mut ranks = vec![u32::MAX; cover.len()];
    (0..).zip(options).for_each(|(rank, option)| ranks[option] = rank);
    let mut built = Race { attempts: vec![attempt], request, budget, ranks, states: 0 }.run()?;
    built.nodes.finish();
    Ok(built)
}

/// The attempts at a problem, with sets as wide as it needs.
fn attempts(reduced: &Reduced, orders: &[Vec<u32>]) -> Vec<Box<dyn Attempt>> {
    match reduced.options.len().max(reduced.items.len()).div_ceil(64) {
        0..=16 => attempts_of::<16>(reduced, orders),
        _ => attempts_of::<64>(reduced, orders),
    }
}

fn attempts_of<const W: usize>(reduced: &Reduced, orders: &[Vec<u32>]) -> Vec<Box<dyn Attempt>> {
    let Reduced { lists, options, items, .. } = reduced;
    let mut attempts: Vec<Box<dyn Attempt>> = Vec::new();
    for order in orders {
        attempts.push(Box::new(Builder::new(OrderedSpace::<W>::new(lists, options, order), true)));
    }
    attempts.push(Box::new(Builder::new(SmallestSpace::<W>::without_symmetry(lists, options, items), false)));
    attempts
}

/// Several attempts at one problem.
struct Race<'a> {
    attempts: Vec<Box<dyn Attempt>>,
    request: &'a Request<'a>,
    budget: Budget<'a>,
    /// The rank of each option in the order of an ordered diagram.
    ranks: Vec<u32>,
    states: u64,
}

impl Race<'_> {
    fn run(mut self) -> Result<Built, Failure> {
        let mut round = FIRST_ROUND;
        loop {
            while let Some((at, root)) = self.round(round)? {
                let attempt = self.attempts.swap_remove(at);
                match self.finish(attempt, root) {
                    Ok(built) => return Ok(built),
                    Err(Failure::Limit) if !self.attempts.is_empty() => {}
                    Err(failure) => return Err(failure),
                }
            }
            self.drop_half();
            round = if self.attempts.len() == 1 { u64::MAX } else { 4 * round };
        }
    }

    /// Continues all attempts for some states. Returns the attempt that has finished with the fewest nodes, and its
    /// root. Only in the first round can several finish.
    fn round(&mut self, states: u64) -> Result<Option<(usize, u32)>, Failure> {
        let (mut finished, mut at): (Option<(usize, usize, u32)>, usize) = (None, 0);
        while at < self.attempts.len() && (finished.is_none() || states == FIRST_ROUND) {
            // An attempt that has to be put in order afterwards is the second choice.
            let is_second = self.request.is_ordered && !self.attempts[at].is_ordered();
            match self.advance(at, if is_second { states / 4 } else { states }) {
                Ok(Some(root)) if !(is_second && finished.is_some()) => {
                    let len = self.attempts[at].len();
                    if finished.is_none_or(|(fewest, ..)| len < fewest) {
                        finished = Some((len, at, root));
                    }
                }
                Ok(_) => {}
                // The memory that was too little for this attempt may suffice for another.
                Err(Failure::Limit) if finished.is_some() => {}
                Err(Failure::Limit) if self.attempts.len() > 1 => {
                    self.attempts.remove(at);
                    continue;
                }
                Err(failure) => return Err(failure),
            }
            at += 1;
        }
        Ok(finished.map(|(_, at, root)| (at, root)))
    }

    fn advance(&mut self, at: usize, mut states: u64) -> Result<Option<u32>, Failure> {
        let others = (0..self.attempts.len()).filter(|other| *other != at);
        let taken: usize = others.map(|other| self.attempts[other].bytes()).sum();
        let memory = self.request.memory.saturating_sub(taken);
        while states > 0 {
            let slice = SLICE.min(states);
            if self.states >= self.request.limits.max_nodes || self.budget.is_over() {
                return Err(Failure::Stopped);
            }
            self.states += slice;
            if let Some(root) = self.attempts[at].advance(slice, memory)? {
                return Ok(Some(root));
            }
            states -= slice;
        }
        Ok(None)
    }

    /// Drops the attempts with the least progress. The sort is stable, so the first of equals stays.
    fn drop_half(&mut self) {
        let is_second = |attempt: &dyn Attempt| self.request.is_ordered && !attempt.is_ordered();
        let all = std::mem::take(&mut self.attempts);
        let (second, mut first): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|attempt| is_second(&**attempt));
        first.sort_by(|a, b| b.done().total_cmp(&a.done()));
        first.truncate(first.len().div_ceil(2));
        self.attempts = first;
        self.attempts.extend(second);
    }

    /// The diagram of an attempt that has finished, in order if it has to be.
    fn finish(&self, attempt: Box<dyn Attempt>, root: u32) -> Result<Built, Failure> {
        let is_in_order = attempt.is_ordered() || !self.request.is_ordered;
        let (nodes, states) = (attempt.into_nodes(), self.states);
        if is_in_order {
            return Ok(Built { nodes, root, states });
        }
        let others: usize = self.attempts.iter().map(|attempt| attempt.bytes()).sum();
        let memory = self.request.memory.saturating_sub(others + nodes.bytes());
        let (nodes, root) = ordered(&nodes, root, &self.ranks, memory, &self.budget)?;
        Ok(Built { nodes, root, states })
    }
}

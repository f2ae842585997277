//! Trials: whether counting with a memory of subproblems pays, and by which search.

use super::CoverCount;
use super::memo::{NoMemory, Reduced, Searches, bounded_searches, searches};
use super::race::{FIRST_STATES, Race, Sweeping};
use super::remembering::Remembering;
use super::step::OneByOneStep;
use super::sweep::{Sweep, sweep};
use super::symmetry::{Classes, Subproblem, plain_subproblem};
use crate::search::SearchProgress;
use crate::{Cover, OutOfMemory};
use quadrille_base::error::Error;
use quadrille_base::limits::Budget;

/// The table of a search in a trial takes at most this many bytes, and at most its share of the memory.
const TRIAL_BYTES: usize = 256 << 20;

/// Remembering pays if at least this share of the subproblems were remembered, or split into components.
const PAYING_GAIN: f64 = 0.125;

/// With fewer nodes left than this, counting one by one continues.
const LEAST_NODES_LEFT: f64 = (1 << 20) as f64;

/// Nodes one by one for each node of a trial. A node with memory takes about eight times as long, and two or three searches are
/// tried.
const NODES_PER_TRIAL_NODE: u64 = 64;

/// A search that has remembered less than this share continues with a quarter of the nodes, because its trials would
/// waste time.
const HOPELESS_GAIN: f64 = PAYING_GAIN / 4.0;

/// A trial has at least this number of nodes. Fewer show little.
const LEAST_TRIAL_NODES: u64 = 1 << 8;

/// A trial ends at this number of nodes, after a second or so: no progress is reported during a trial.
const MOST_TRIAL_NODES: u64 = 1 << 21;

/// A search is finished if it is expected to have at most this share of the nodes that are left one by one. A problem
/// with few subproblems may be done before a subproblem recurs.
const SOON_SHARE: f64 = 1.0 / NODES_PER_TRIAL_NODE as f64;

/// A search that is expected to have more nodes is not finished for that reason: the estimate may be wrong.
const SOON_NODES: u64 = 1 << 17;

/// Nodes of each search in the rounds of the choice.
const ROUND_NODES: [u64; 5] = [1 << 8, 1 << 10, 1 << 12, 1 << 14, 1 << 16];

/// After a round of this number of nodes, only cheap searches continue.
const ONE_KIND_FROM: u64 = 1 << 14;

/// A node in a fixed order takes a third of the time of other nodes, so that search is chosen if its gain is
/// at least this share of the best one.
const CHEAP_GAIN_SHARE: f64 = 0.45;

/// A search takes part in the next round if it is worth at least this share of the best one. Early rounds show little
/// of a cheap one, because it passes a row of a board before it meets a subproblem again.
const CLOSE_WORTH_SHARE: f64 = 0.6;

/// Nodes one by one for each state of a sweep.
const NODES_PER_STATE: u64 = 4;

/// A sweep that is expected to have fewer states is finished before the searches with memory are tried, because they would
/// take longer than its some hundredths of a second.
const FEW_STATES: f64 = (1 << 17) as f64;

/// A sweep is finished if no search with memory pays and it is expected to have at most this share of the nodes that are left
/// one by one.
const SWEEP_SHARE: f64 = 0.125;

/// A sweep and searches with memory whose beginnings are compared.
pub(super) struct Trial {
    sweep: Option<Sweeping>,
    /// Cheap ones last.
    searches: Vec<Remembering>,
    /// The problem, until it is known whether classes pay.
    problem: Option<Subproblem>,
    /// Why there are no searches.
    no_memory: Option<NoMemory>,
    memory: usize,
}

/// The methods that may count a problem faster than one by one.
pub(super) struct Methods {
    pub sweep: Option<Box<dyn Sweep>>,
    pub searches: Result<Searches, NoMemory>,
    /// The problem, if its subproblems may differ only in names.
    pub problem: Option<Subproblem>,
}

/// How a problem is counted after a trial.
pub(super) enum Decision {
    /// Its independent parts have been counted.
    Parts(CoverCount),
    /// A sweep, a search with memory, or both count faster.
    Race(Box<Race>),
    /// Counting by classes is faster.
    Classes(Classes),
    /// No method is known to be faster than one by one. The trial can be continued.
    OneByOne(Trial),
}

impl Methods {
    pub fn of(cover: &Cover) -> Result<Methods, OutOfMemory> {
        if cover.has_bounds() {
            return Ok(Methods { sweep: None, searches: bounded_searches(cover)?, problem: None });
        }
        let reduced = Reduced::new(cover)?;
        let (sweep, searches) = (sweep(&reduced), searches(&reduced));
        Ok(Methods { sweep, searches, problem: plain_subproblem(cover, &reduced) })
    }
}

/// The number of nodes that are left to count one by one, estimated.
fn nodes_left(one_by_one: &OneByOneStep) -> f64 {
    (1.0 - one_by_one.part) * one_by_one.report.nodes.max(1) as f64 / one_by_one.part
}

/// Whether so much is left to count one by one that a trial may be worth its time.
pub(super) fn is_worth_trying(one_by_one: &OneByOneStep) -> bool {
    nodes_left(one_by_one) >= LEAST_NODES_LEFT
}

impl Trial {
    /// A trial of methods that take this number of bytes.
    pub fn try_new(methods: Methods, memory: usize) -> Result<Trial, OutOfMemory> {
        let Methods { sweep, searches, problem } = methods;
        let no_memory = searches.as_ref().err().copied();
        let searches = searches.unwrap_or_default();
        let share = (memory / 2 / searches.len().max(1)).min(TRIAL_BYTES);
        let searches = searches.into_iter().map(|search| Remembering::try_new(search, share));
        let sweep = sweep.map(|sweep| Sweeping::new(sweep, memory / 2));
        Ok(Trial { sweep, searches: searches.collect::<Result<_, _>>()?, problem, no_memory, memory })
    }

    /// Continues the sweep, the classes and the searches, after this number of nodes one by one. If the budget is over, they have
    /// made little progress.
    pub fn continue_after(
        mut self,
        nodes: u64,
        one_by_one: &OneByOneStep,
        budget: &Budget<'_>,
        report: &mut dyn FnMut(SearchProgress),
    ) -> Result<Decision, Error> {
        let left = nodes_left(one_by_one);
        if let Some(sweep) = self.sweep.as_mut().filter(|sweep| sweep.is_promising()) {
            sweep.advance((nodes / NODES_PER_STATE).max(FIRST_STATES), budget, report);
            sweep.advance_below(FEW_STATES.min(SWEEP_SHARE * left), budget, report);
        }
        if let Some(classes) = self.classes_that_pay(left, budget)? {
            return Ok(Decision::Classes(classes));
        }
        let best = if self.is_swept() { None } else { self.remember(nodes, left, budget) };
        if best.is_none()
            && let Some(sweep) = &mut self.sweep
        {
            sweep.advance_below(SWEEP_SHARE * left, budget, report);
        }
        if best.is_some() || self.is_swept() || budget.is_over() {
            return Ok(Decision::Race(Box::new(Race::new(self.sweep, best, self.memory))));
        }
        Ok(Decision::OneByOne(self))
    }

    /// The classes, if they pay and the sweep is not expected to be shorter. They are tried once.
    fn classes_that_pay(&mut self, left: f64, budget: &Budget<'_>) -> Result<Option<Classes>, Error> {
        let problem = self.problem.take().filter(|_| !self.is_swept());
        let Some(mut classes) = problem.as_ref().and_then(Classes::new) else { return Ok(None) };
        if !classes.pay(left, self.memory / 2, budget)? {
            return Ok(None);
        }
        let left = classes.nodes_left(budget)?;
        Ok(Some(classes).filter(|_| !self.sweep.as_ref().is_some_and(|sweep| sweep.is_below(left))))
    }

    /// Why another trial will find nothing, if it will not.
    pub fn hopeless(&self) -> Option<NoMemory> {
        self.no_memory.filter(|_| !self.sweep.as_ref().is_some_and(Sweeping::is_promising))
    }

    /// Whether the sweep is done.
    fn is_swept(&self) -> bool {
        self.sweep.as_ref().is_some_and(Sweeping::is_done)
    }

    /// The best search, after this number of nodes one by one and with an estimated number left, if remembering pays.
    fn remember(&mut self, one_by_one: u64, left: f64, budget: &Budget<'_>) -> Option<Remembering> {
        let nodes = (one_by_one / NODES_PER_TRIAL_NODE).clamp(LEAST_TRIAL_NODES, MOST_TRIAL_NODES);
        // The searches that make the forced moves show soonest whether remembering pays.
        let mut pays = false;
        let all_cheap = self.searches.iter().all(Remembering::is_cheap);
        for search in self.searches.iter_mut().filter(|search| all_cheap || !search.is_cheap()) {
            let nodes =
                if search.gain() < HOPELESS_GAIN { (nodes / 4).max(LEAST_TRIAL_NODES) } else { nodes };
            pays |= search.advance(nodes, budget) || search.gain() >= PAYING_GAIN;
        }
        let most = (SOON_SHARE * left).min(SOON_NODES as f64);
        while !pays && !budget.is_over() {
            let (at, search) = self.soonest().filter(|(_, search)| search.expected_nodes() <= most)?;
            if search.advance(2 * search.nodes(), budget) {
                return Some(self.searches.swap_remove(at));
            }
            pays = search.gain() >= PAYING_GAIN;
        }
        pays.then(|| self.choose(nodes, budget)).flatten()
    }

    /// The search that is expected to be done with the fewest nodes.
    fn soonest(&mut self) -> Option<(usize, &mut Remembering)> {
        let searches = self.searches.iter_mut().enumerate();
        searches.min_by(|(_, a), (_, b)| a.expected_nodes().total_cmp(&b.expected_nodes()))
    }

    /// The search that is done first, or promises most. Each round has fewer searches.
    fn choose(&mut self, nodes: u64, budget: &Budget<'_>) -> Option<Remembering> {
        for round in ROUND_NODES {
            let mut searches = self.searches.iter_mut();
            if let Some(done) = searches.position(|search| search.advance(round.max(nodes), budget)) {
                return Some(self.searches.swap_remove(done));
            }
            let best = self.searches.iter().max_by(|a, b| worth(a).total_cmp(&worth(b)))?;
            let (most, is_cheap, is_late) = (worth(best), best.is_cheap(), round >= ONE_KIND_FROM);
            let is_close = |search: &Remembering| worth(search) >= CLOSE_WORTH_SHARE * most;
            self.searches.retain(|search| match (is_late, is_cheap) {
                (false, _) => search.is_cheap() || is_close(search),
                (true, true) => search.is_cheap() && is_close(search),
                (true, false) => worth(search) == most,
            });
            if self.searches.len() == 1 {
                break;
            }
        }
        // The order of the items with fewer subproblems makes more progress, even if fewer of them are remembered.
        self.searches.drain(..).max_by(|a, b| a.done().total_cmp(&b.done()))
    }
}

/// The rate at which a search remembers subproblems.
fn worth(search: &Remembering) -> f64 {
    if search.is_cheap() { search.gain() / CHEAP_GAIN_SHARE } else { search.gain() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::dominoes;
    use quadrille_base::limits::Limits;
    use quadrille_base::random::Stream;
    use std::time::Duration;

    fn searches_alone(cover: &Cover) -> Trial {
        let methods = Methods { sweep: None, problem: None, ..Methods::of(cover).unwrap() };
        Trial::try_new(methods, 1 << 20).unwrap()
    }

    #[test]
    fn a_trial_ends_with_the_budget() {
        let timeout = Limits::new(u64::MAX).timeout_per_puzzle(Duration::ZERO);
        let (over, unlimited) = (Budget::start(&timeout).unwrap(), Budget::UNLIMITED);
        for (budget, expected) in [(over, 0..1), (unlimited, 1..u64::MAX)] {
            let mut trial = searches_alone(&dominoes(8, 8));
            let nodes = match trial.remember(1 << 16, f64::INFINITY, &budget) {
                Some(search) => search.nodes(),
                None => trial.searches.iter().map(Remembering::nodes).sum(),
            };
            assert!(expected.contains(&nodes), "{nodes}");
        }
    }

    #[test]
    fn a_search_that_will_be_done_soon_is_finished_even_if_no_subproblem_recurs() {
        const ITEMS: usize = 15;
        let mut random = Stream::new(1, 0);
        let mut cover = Cover::new(4 * ITEMS);
        for option in 0..4 * 60 {
            // Every item of each part is the first one of an option.
            let mut triple: Vec<usize> = (0..ITEMS).collect();
            random.shuffle(&mut triple);
            triple.retain(|item| *item != option / 4 % ITEMS);
            triple.insert(0, option / 4 % ITEMS);
            let part = option % 4 * ITEMS;
            cover.add(&[part + triple[0], part + triple[1], part + triple[2]]).unwrap();
        }
        for (left, is_done) in [(0.0, false), (f64::INFINITY, true)] {
            let mut trial = searches_alone(&cover);
            assert_eq!(trial.remember(1 << 12, left, &Budget::UNLIMITED).is_some(), is_done);
        }
    }
}

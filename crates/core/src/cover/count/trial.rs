//! Trials: whether counting with a memory of subproblems pays, and by which search.

use super::memo::SubproblemCount;
use super::remembering::Remembering;
use super::step::OneByOneStep;
use crate::cover::OutOfMemory;
use crate::limits::Budget;

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

/// Searches with memory whose beginnings are compared.
pub(super) struct Trial {
    /// Cheap ones last.
    searches: Vec<Remembering>,
    memory: usize,
}

/// Whether so much is left to count one by one that a trial may be worth its time.
pub(super) fn is_worth_trying(one_by_one: &OneByOneStep) -> bool {
    let rate = one_by_one.part / one_by_one.report.nodes.max(1) as f64;
    1.0 - one_by_one.part >= rate * LEAST_NODES_LEFT
}

impl Trial {
    pub fn try_new(searches: Vec<Box<dyn SubproblemCount>>, memory: usize) -> Result<Trial, OutOfMemory> {
        let share = (memory / searches.len().max(1)).min(TRIAL_BYTES);
        let searches = searches.into_iter().map(|search| Remembering::try_new(search, share));
        Ok(Trial { searches: searches.collect::<Result<_, _>>()?, memory })
    }

    /// Continues the searches, after this number of nodes one by one. Returns the best search if remembering pays, and
    /// otherwise the trial, to be continued. If the budget is over, the returned search has made little progress.
    pub fn continue_after(mut self, one_by_one: u64, budget: &Budget<'_>) -> Result<Remembering, Trial> {
        let nodes = (one_by_one / NODES_PER_TRIAL_NODE).clamp(LEAST_TRIAL_NODES, MOST_TRIAL_NODES);
        // The searches that make the forced moves show soonest whether remembering pays.
        let mut pays = false;
        let all_cheap = self.searches.iter().all(Remembering::is_cheap);
        for search in self.searches.iter_mut().filter(|search| all_cheap || !search.is_cheap()) {
            let nodes =
                if search.gain() < HOPELESS_GAIN { (nodes / 4).max(LEAST_TRIAL_NODES) } else { nodes };
            pays |= search.advance(nodes, budget) || search.gain() >= PAYING_GAIN;
        }
        match pays.then(|| self.choose(nodes, budget)).flatten() {
            Some(mut best) => {
                best.allow(self.memory);
                Ok(best)
            }
            None => Err(self),
        }
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
    use crate::cover::count::memo::searches;
    use crate::cover::examples::dominoes;
    use crate::limits::Limits;
    use std::time::Duration;

    #[test]
    fn a_trial_ends_with_the_budget() {
        let timeout = Limits::new(u64::MAX).timeout_per_puzzle(Duration::ZERO);
        let (over, unlimited) = (Budget::start(&timeout).unwrap(), Budget::UNLIMITED);
        for (budget, expected) in [(over, 0..1), (unlimited, 1..u64::MAX)] {
            let trial = Trial::try_new(searches(&dominoes(8, 8)).unwrap().unwrap(), 1 << 20).unwrap();
            let nodes = match trial.continue_after(1 << 16, &budget) {
                Ok(search) => search.nodes(),
                Err(trial) => trial.searches.iter().map(Remembering::nodes).sum(),
            };
            assert!(expected.contains(&nodes), "{nodes}");
        }
    }
}

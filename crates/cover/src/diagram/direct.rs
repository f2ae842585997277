//! The cheapest solution without a diagram.

use super::search::{CheapestSearch, Failure, SearchEnd};
use crate::Cover;
use crate::search::{CoverSolver, resume_within};
use quadrille_base::limits::{Budget, Outcome};

/// A search for the cheapest solution that can be stopped and continued.
pub(super) enum Direct {
    /// With a lower bound on the cost of the open items.
    Pruned(CheapestSearch),
    /// By enumerating all solutions, for problems with bounds and problems that are too large for the pruned
    /// search.
    Exhaustive(Box<Exhaustive>),
}

/// An enumeration of all solutions.
pub(super) struct Exhaustive {
    solver: CoverSolver,
    costs: Vec<i128>,
    best: Option<(i128, Vec<usize>)>,
}

impl Direct {
    /// The search of a problem whose options have these costs, which may be negative, below 2⁶⁴.
    pub fn try_new(cover: &Cover, costs: &dyn Fn(usize) -> i128) -> Result<Direct, Failure> {
        if !cover.has_bounds() {
            match CheapestSearch::try_new(cover, costs) {
                Err(Failure::TooLarge { .. }) => {}
                search => return Ok(Direct::Pruned(search?)),
            }
        }
        let (solver, costs) = (CoverSolver::prepare(cover)?, (0..cover.len()).map(costs).collect());
        Ok(Direct::Exhaustive(Box::new(Exhaustive { solver, costs, best: None })))
    }

    /// Continues until the best solution is proved to be the best, or the budget ends; `true` if it is proved.
    pub fn advance(&mut self, budget: &mut Budget<'_>) -> bool {
        match self {
            Direct::Pruned(search) => search.advance(budget) == SearchEnd::Proved,
            Direct::Exhaustive(search) => search.advance(budget),
        }
    }

    /// The cheapest solution so far, its options in ascending order; of equal ones the first that was found.
    pub fn best(&self) -> Option<(i128, Vec<usize>)> {
        let (cost, mut options) = match self {
            Direct::Pruned(search) => {
                let best = search.best()?;
                (best.cost, best.options.iter().map(|&option| option as usize).collect())
            }
            Direct::Exhaustive(search) => search.best.clone()?,
        };
        options.sort_unstable();
        Some((cost, options))
    }
}

impl Exhaustive {
    fn advance(&mut self, budget: &mut Budget<'_>) -> bool {
        let (best, costs) = (&mut self.best, &self.costs);
        let report = resume_within(&mut self.solver, u64::MAX, budget, |solution| {
            let cost = solution.iter().map(|&option| costs[option]).sum();
            if best.as_ref().is_none_or(|(before, _)| cost < *before) {
                *best = Some((cost, solution.to_vec()));
            }
        });
        *budget = budget.with_nodes(report.nodes);
        report.outcome != Outcome::Unknown
    }
}

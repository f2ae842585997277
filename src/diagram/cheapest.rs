//! The solution of least or greatest cost: by a search with bounds, and by a diagram if that takes too long.

use super::{CoverDiagram, DiagramError, DiagramSettings};
use crate::cover::Cover;
use crate::engine::dlx::diagram::{CheapestSearch, SearchEnd};
use crate::engine::{Budget, Limits};

/// Which solution is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Goal {
    /// One of least cost.
    Minimum,
    /// One of greatest cost.
    Maximum,
}

/// The best solution that was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Search {
    /// The cost, and the options in ascending order.
    pub best: Option<(u64, Vec<usize>)>,
    /// Whether no better one exists.
    pub is_proved: bool,
    /// Nodes of the search, and states of the diagram.
    pub nodes: u64,
}

/// Nodes of the search before a diagram is tried: some tenths of a second.
const FIRST_NODES: u64 = 1 << 17;

/// What an option costs: 1 if no option of the problem has a cost.
pub(crate) fn price(cover: &Cover) -> impl Fn(usize) -> u64 {
    let has_costs = cover.has_costs();
    move |option| if has_costs { cover.cost(option) } else { 1 }
}

impl Search {
    /// Searches for the best solution, within limits and with a diagram of at most `memory` bytes.
    ///
    /// # Errors
    /// If the problem is too large, has bounds, or if memory runs out.
    pub fn run(cover: &Cover, goal: Goal, limits: &Limits, memory: u64) -> Result<Search, DiagramError> {
        let price = price(cover);
        let sign = if goal == Goal::Minimum { 1 } else { -1 };
        let costs = |option: usize| sign * i128::from(price(option));
        let failed = |failure| DiagramError::of(failure, memory as usize);
        let mut search = CheapestSearch::try_new(cover, &costs).map_err(failed)?;
        let Some(budget) = Budget::start(limits) else { return Ok(Search::default()) };
        let mut first = budget.with_max_nodes(limits.max_nodes.min(FIRST_NODES));
        let mut is_proved = search.advance(&mut first) == SearchEnd::Proved;
        let mut nodes = first.nodes();
        if !is_proved && nodes < limits.max_nodes && !first.is_over() {
            let settings = DiagramSettings::new().memory(memory).limits(limits.clone());
            match (settings.build(cover), goal) {
                (Ok(diagram), Goal::Minimum) => return Ok(Search::of(&diagram, diagram.minimum(), nodes)),
                (Ok(diagram), Goal::Maximum) => return Ok(Search::of(&diagram, diagram.maximum(), nodes)),
                (Err(DiagramError::MemoryLimit(_) | DiagramError::Stopped), _) => {}
                (Err(error), _) => return Err(error),
            }
            let mut rest = first.with_max_nodes(limits.max_nodes);
            is_proved = search.advance(&mut rest) == SearchEnd::Proved;
            nodes = rest.nodes();
        }
        let best = search.best().map(|best| {
            let mut options: Vec<_> = best.options.iter().map(|&option| option as usize).collect();
            options.sort_unstable();
            ((sign * best.cost) as u64, options)
        });
        Ok(Search { best, is_proved, nodes })
    }

    fn of(diagram: &CoverDiagram, best: Option<(u64, Vec<usize>)>, nodes: u64) -> Search {
        Search { best, is_proved: true, nodes: nodes + diagram.states() }
    }
}

//! The solution of lowest or highest cost: by a direct search, and by a diagram if that takes too long.

use super::direct::Direct;
use super::price::price;
use super::{CoverDiagram, DiagramError, DiagramSettings, try_build};
use crate::Cover;
use quadrille_base::limits::{Budget, Limits};
use std::time::Instant;

/// Which solution is wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// One of lowest cost.
    LowestCost,
    /// One of highest cost.
    HighestCost,
}

/// The best solution that was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BestSolution {
    /// The cost, and the options in ascending order.
    pub best: Option<(u64, Vec<usize>)>,
    /// Whether no better one exists.
    pub is_proved: bool,
    /// Nodes of the search, and states of the diagram.
    pub nodes: u64,
}

/// Nodes of the search before a diagram is tried: some tenths of a second.
const FIRST_NODES: u64 = 1 << 17;

impl BestSolution {
    /// Searches for the best solution, within limits and with a diagram of at most `memory` bytes.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn find(
        cover: &Cover,
        goal: Goal,
        limits: &Limits,
        memory: u64,
    ) -> Result<BestSolution, DiagramError> {
        let price = price(cover);
        let deadline = limits.timeout_per_puzzle.and_then(|timeout| Instant::now().checked_add(timeout));
        let sign = if goal == Goal::LowestCost { 1 } else { -1 };
        let costs = |option: usize| sign * i128::from(price(option));
        let failed = |failure| DiagramError::of(failure, memory as usize);
        let mut search = Direct::try_new(cover, &costs).map_err(failed)?;
        let Some(budget) = Budget::start(limits) else { return Ok(BestSolution::default()) };
        let mut first = budget.with_max_nodes(limits.max_nodes.min(FIRST_NODES));
        let mut is_proved = search.advance(&mut first);
        let mut nodes = first.nodes();
        if !is_proved && nodes < limits.max_nodes && !first.is_over() {
            let timeout = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            let mut left = limits.clone().max_nodes(limits.max_nodes - nodes);
            left.timeout_per_puzzle = timeout;
            match try_build(cover, &DiagramSettings::new().memory(memory).limits(left)) {
                Ok(diagram) => return Ok(BestSolution::of(&diagram, goal, nodes)),
                Err(DiagramError::MemoryLimit(_) | DiagramError::TooLarge { .. }) => {
                    let mut rest = first.with_max_nodes(limits.max_nodes);
                    is_proved = search.advance(&mut rest);
                    nodes = rest.nodes();
                }
                Err(DiagramError::Stopped) => {}
                Err(error) => return Err(error),
            }
        }
        let best = search.best().map(|(cost, options)| ((sign * cost) as u64, options));
        Ok(BestSolution { best, is_proved, nodes })
    }

    /// The result of a search that took this number of nodes before the diagram was built.
    fn of(diagram: &CoverDiagram, goal: Goal, nodes: u64) -> BestSolution {
        let best = match goal {
            Goal::LowestCost => diagram.lowest_cost(),
            Goal::HighestCost => diagram.highest_cost(),
        };
        BestSolution { best, is_proved: true, nodes: nodes + diagram.states() }
    }
}

//! The arena, and clause learning after it.
//!
//! Clause learning gets more than the arena: the houses and pairs that the regions of a jigsaw imply, and, until there is a
//! solution, an order of the digits that are not given. Without this order it would refute an empty board for each
//! of the 9! ways to exchange digits. Of 329 jigsaw layouts without a solution, empty (AMD EPYC, Zen 4, 2026-11):
//!
//! | clause learning | not refuted within 30,000 nodes | ms, mean and longest |
//! | --- | ---: | ---: |
//! | alone | 34 | |
//! | with houses and pairs | 28 | |
//! | with the order of the digits | 1 | 8.4, 150 |
//! | with both | 0 | 5.9, 89 |

use crate::cdcl::{CdclSearch, Preference};
use crate::dlx::Dlx;
use crate::leftovers::{Leftovers, cells_of};
use crate::{Engine, Run, cardinality};
use quadrille_base::limits::{Budget, Limits, SearchReport, Stop};
use quadrille_grid::{Rules, Shape};

/// Nodes without a solution after which the arena gives up, for boards of 12×12 and 16×16 and of
/// 25×25. In ms per puzzle, mean and longest, limit 2:
///
/// | nodes | 16×16 minimal | 16x16_sudaco | 25×25, 240 givens | 25×25, 300 givens, unique | 300 givens |
/// | --- | --- | --- | --- | --- | --- |
/// | 30 | 2.2, 17 | 0.18, 0.7 | 7.6, 41 | 12, 38 | 31, 162 |
/// | 300 | 1.9, 14 | 0.08, 1.0 | 5.1, 30 | 9.1, 26 | 23, 125 |
/// | 1,000 | 1.7, 17 | 0.08, 0.6 | 4.7, 29 | 12, 35 | 22, 163 |
/// | 100,000 | 1.2, 9.9 | 0.08, 0.6 | 13, 205 | 16, 41 | 81, 453 |
pub(super) const ESCALATE_AFTER_NODES: [u64; 2] = [4096, 512];

/// The largest number of solutions that clause learning searches for: it keeps a clause for each.
pub(super) const MAX_CDCL_SOLUTIONS: u64 = 1000;

/// The engine for boards larger than 9×9 and for variants: the arena, and clause learning for puzzles that it gives up.
///
/// The arena solves most boards in microseconds; clause learning solves in milliseconds boards that would take the
/// arena minutes. Nodes and guesses of the report are the sums of both. The first solution does not depend on how many
/// are searched for.
///
/// The memory for clause learning is allocated when the first puzzle needs it, and kept.
///
/// ```
/// use quadrille_engines::{Engine, Run, portfolio::LearningEngine};
/// use quadrille::{Outcome, Shape, engine::{Limits, SearchReport}};
///
/// let shape = Shape::from_side(25).unwrap();
/// let (mut solution, mut report) = ([0; 625], [SearchReport::default()]);
/// let mut run = Run::new(shape, &[0; 625], &mut solution, &mut report);
/// LearningEngine::new(shape).solve(&mut run, &Limits::new(2).max_nodes(10_000));
/// assert_eq!(report[0].outcome, Outcome::Multiple);
/// ```
#[derive(Debug)]
pub struct LearningEngine {
    arena: Dlx,
    cdcl: CdclSearch,
    escalate_after: u64,
    leftovers: Leftovers,
    scratch: Scratch,
}

#[derive(Debug, Default)]
struct Scratch {
    /// The candidates of each open cell.
    open: Vec<u32>,
    /// The digits of the givens and of the forced moves; 0 for an open cell.
    placed: Vec<u8>,
    /// The digits placed in each implied house, `d` as bit `d − 1`.
    used: Vec<u32>,
    /// Digits that may be exchanged, and are searched in one order only; `d` as bit `d − 1`.
    spare: u32,
}

/// The digits that are not given, if they can be exchanged: from a solution, this makes others.
fn spare_digits(run: &Run<'_>, i: usize) -> u32 {
    let all = (1u32 << run.shape().side()) - 1;
    let spare = run.givens(i).iter().fold(all, |spare, &d| spare & !((1 << d) >> 1));
    if run.extras(i).candidates.is_none() && spare.count_ones() > 1 { spare } else { 0 }
}

impl LearningEngine {
    /// An engine for plain boards of this shape.
    pub fn new(shape: Shape) -> LearningEngine {
        LearningEngine::of(Dlx::new(shape))
    }

    /// An engine for boards under these rules, which may rule out candidates and bring the regions of each.
    pub fn under(rules: &Rules) -> LearningEngine {
        LearningEngine::of(Dlx::under(rules))
    }

    fn of(arena: Dlx) -> LearningEngine {
        let escalate_after = ESCALATE_AFTER_NODES[usize::from(arena.shape().side() > 16)];
        LearningEngine {
            arena,
            cdcl: CdclSearch::default(),
            escalate_after,
            leftovers: Leftovers::default(),
            scratch: Scratch::default(),
        }
    }

    #[cfg(test)]
    pub(super) fn escalating_after(self, nodes: u64) -> LearningEngine {
        LearningEngine { escalate_after: nodes, ..self }
    }

    fn solve_one(&mut self, run: &mut Run<'_>, i: usize, wanted: u64, budget: Budget<'_>) -> SearchReport {
        if !self.arena.begin(run, i) {
            return Stop::Exhausted.report(0, 1, 0, wanted);
        }
        let mut budget = budget.with_give_up(self.escalate_after);
        let (mut stop, mut solutions) = self.arena.search(wanted, &mut budget, Some(run.solution_mut(i)));
        let mut guesses = self.arena.guesses();
        if stop == Stop::GaveUp && !budget.is_over() {
            budget = budget.with_give_up(u64::MAX);
            (stop, solutions) = self.continue_after(solutions, run, i, wanted, &mut budget, &mut guesses);
        }
        stop.report(solutions, budget.nodes(), guesses, wanted)
    }

    /// Continues with clause learning after the arena has given up, and with the arena again if there are more solutions
    /// than clause learning counts. `known` is the number of solutions that the arena has found.
    fn continue_after(
        &mut self,
        mut known: u64,
        run: &mut Run<'_>,
        i: usize,
        wanted: u64,
        budget: &mut Budget<'_>,
        guesses: &mut u64,
    ) -> (Stop, u64) {
        self.scratch.spare = if known == 0 { spare_digits(run, i) } else { 0 };
        if self.scratch.spare != 0 {
            let (stop, found) = self.learn(run, i, false, 1, budget);
            *guesses += self.cdcl.guesses;
            if found == 0 || wanted == 1 {
                return (stop, found);
            }
            known = 1;
            self.scratch.spare = 0;
        }
        let (mut stop, mut solutions) = self.learn(run, i, known > 0, wanted, budget);
        *guesses += self.cdcl.guesses;
        if stop == Stop::Solutions && solutions < wanted {
            // The arena counts more solutions without memory for each, however long it takes.
            known = known.max(solutions);
            self.arena.begin(run, i);
            (stop, solutions) = self.arena.search(wanted, budget, None);
            *guesses += self.arena.guesses();
        }
        (stop, solutions.max(known))
    }

    /// Starts the puzzle again with clause learning, unless counting shows that it has no solution, and writes the first
    /// solution unless it is known.
    fn learn(
        &mut self,
        run: &mut Run<'_>,
        i: usize,
        is_known: bool,
        wanted: u64,
        budget: &mut Budget<'_>,
    ) -> (Stop, u64) {
        self.arena.begin(run, i);
        if !self.arena.propagate() || (!is_known && self.is_contradictory()) {
            return (Stop::Exhausted, 0);
        }
        let cells = run.solution_mut(i);
        self.state_problem(is_known.then_some(&*cells));
        self.add_leftover_pairs();
        let mut write = !is_known;
        self.cdcl.search(wanted.min(MAX_CDCL_SOLUTIONS), budget, |chosen| {
            if std::mem::take(&mut write) {
                self.arena.write_chosen(cells);
                self.arena.write(chosen, cells);
            }
        })
    }

    fn is_contradictory(&mut self) -> bool {
        let LearningEngine { arena, leftovers, scratch: Scratch { open, .. }, .. } = self;
        let (side, area) = (arena.shape().side(), arena.shape().area());
        open.clear();
        open.resize(area, 0);
        arena.survivors(|option, _| open[option / side] |= 1 << (option % side));
        leftovers.find(side, arena.regions());
        leftovers.are_contradictory || cardinality::is_contradictory(open, |cell| arena.houses(cell))
    }

    /// States the puzzle that the arena has started for clause learning, with the houses that its regions imply.
    fn state_problem(&mut self, known: Option<&[u8]>) {
        let LearningEngine { arena, cdcl, leftovers, scratch: Scratch { placed, used, spare, .. }, .. } =
            self;
        let (side, area, items) = (arena.shape().side(), arena.shape().area(), arena.items());
        leftovers.find(side, arena.regions());
        placed.clear();
        placed.resize(area, 0);
        arena.write_chosen(placed);
        cdcl.clear();
        used.clear();
        for (number, &house) in leftovers.houses.iter().enumerate() {
            let mut digits = 0;
            for v in cells_of(house).filter_map(|cell| usize::from(placed[cell]).checked_sub(1)) {
                if digits >> v & 1 != 0 {
                    // Two cells with this digit are a contradiction, and this item gets no option.
                    cdcl.require(items + number * side + v);
                }
                digits |= 1 << v;
            }
            let open = (0..side).filter(|v| digits >> v & 1 == 0);
            open.for_each(|v| cdcl.require(items + number * side + v));
            used.push(digits);
        }
        // The row with the most open cells, in which the spare digits ascend.
        let ordered = (0..area).step_by(side).map(|start| start..start + side);
        let ordered = ordered.max_by_key(|row| placed[row.clone()].iter().filter(|&&d| d == 0).count());
        let ordered = ordered.expect("a row");
        let open_before = |cell: usize| placed[ordered.start..cell].iter().filter(|&&d| d == 0).count();
        arena.survivors(|option, of_option| {
            let (cell, v) = (option / side, option % side);
            let implied = (0..used.len()).filter(|&number| leftovers.houses[number] >> cell & 1 != 0);
            let is_before_its_turn = *spare >> v & 1 != 0
                && ordered.contains(&cell)
                && (*spare & ((1 << v) - 1)).count_ones() as usize > open_before(cell);
            if is_before_its_turn || implied.clone().any(|number| used[number] >> v & 1 != 0) {
                // The option is ruled out, but its items still need one.
                of_option.filter(|item| item.1).for_each(|(item, _)| cdcl.require(item));
                return;
            }
            // With the arena's solution as the initial phase, the search finds it again at once and its
            // neighbors next.
            let preference = Preference::from(known.is_some_and(|cells| arena.is_option_of(cells, option)));
            let implied = implied.map(|number| (items + number * side + v, true));
            cdcl.add(option, preference, of_option.chain(implied));
        });
    }

    /// Adds for each leftover pair that a digit on one side is also on the other.
    fn add_leftover_pairs(&mut self) {
        let LearningEngine { arena, cdcl, leftovers, scratch: Scratch { placed, .. }, .. } = self;
        let side = arena.shape().side();
        for [from, to] in leftovers.pairs.iter().flat_map(|&[a, b]| [[a, b], [b, a]]) {
            for (cell, v) in cells_of(from).flat_map(|cell| (0..side).map(move |v| (cell, v))) {
                let is_placed = |cell: usize| usize::from(placed[cell]) == v + 1;
                if !cells_of(to).any(is_placed) {
                    let premise = (!is_placed(cell)).then_some(cell * side + v);
                    cdcl.imply(premise, cells_of(to).map(|cell| cell * side + v));
                }
            }
        }
    }
}

impl Engine for LearningEngine {
    fn name(&self) -> &'static str {
        "dlx+learning"
    }

    /// # Panics
    /// As [`Dlx`].
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        assert_eq!(run.shape(), self.arena.shape(), "an engine for another shape");
        let wanted = limits.solutions.max(1);
        for i in 0..run.len() {
            let report = match Budget::start(limits) {
                Some(budget) => self.solve_one(run, i, wanted, budget),
                None => SearchReport::default(),
            };
            run.report(i, report);
        }
    }
}

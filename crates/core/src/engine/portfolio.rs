//! Escalation: which engine continues where another one gives up.
//!
//! ```text
//!  9×9       lanes ──16,384 nodes──► arena
//!  larger    arena ──512 or 4,096 nodes without a solution──► clause learning ──1,000 solutions──► arena
//! ```
//!
//! Before clause learning starts, `cardinality.rs` rules out boards whose contradiction it would take minutes to find.
//!
//! The engines do not know each other: an engine returns the puzzles that it gives up, and this module starts
//! them again in the next one. When that happens depends on nodes alone, never on time.

use super::cdcl::{CdclSearch, Preference};
use super::dlx::Dlx;
use super::lanes::{InstructionSet, Lanes};
use super::{Engine, Run, cardinality};
use crate::grid::Shape;
use crate::limits::{Budget, Limits, SearchReport, Stop};

/// Nodes after which the arena starts a puzzle again that [`Lanes`] have not finished. On boards that are almost empty,
/// a contradiction may stay hidden from the lanes for long (four digits with three cells left in a box, say). No puzzle
/// of the public hard sets comes near.
const NINE_ESCALATE_AFTER_NODES: u64 = 1 << 14;

/// Nodes without a solution after which the arena gives up, for boards of 12×12 and 16×16 and of
/// 25×25. In ms per puzzle, mean and longest, limit 2:
///
/// | nodes | 16×16 minimal | 16x16_sudaco | 25×25, 240 givens | 25×25, 300 givens, unique | 300 givens |
/// | --- | --- | --- | --- | --- | --- |
/// | 30 | 2.2, 17 | 0.18, 0.7 | 7.6, 41 | 12, 38 | 31, 162 |
/// | 300 | 1.9, 14 | 0.08, 1.0 | 5.1, 30 | 9.1, 26 | 23, 125 |
/// | 1,000 | 1.7, 17 | 0.08, 0.6 | 4.7, 29 | 12, 35 | 22, 163 |
/// | 100,000 | 1.2, 9.9 | 0.08, 0.6 | 13, 205 | 16, 41 | 81, 453 |
const ESCALATE_AFTER_NODES: [u64; 2] = [4096, 512];

/// The largest number of solutions that clause learning searches for: it keeps a clause for each.
const MAX_CDCL_SOLUTIONS: u64 = 1000;

/// The engine for 9×9 boards: lanes, and the arena for puzzles that they give up.
///
/// The report on a puzzle that was given up is the arena's. The lanes check no clock, so that the time for such
/// a puzzle starts when the arena does, after some milliseconds.
///
/// The arena is built when the first puzzle needs it, and kept: its tables take as long as solving 2,000 easy
/// puzzles.
///
/// ```
/// use quadrille_core::engine::{Engine, Run, portfolio::NineEngine};
/// use quadrille::{Outcome, Shape, engine::{Limits, SearchReport}};
///
/// let text = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let givens: Vec<u8> = text.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' }).collect();
/// let (mut solutions, mut reports) = ([0; 81], [SearchReport::default()]);
/// let mut run = Run::new(Shape::NINE, &givens, &mut solutions, &mut reports);
/// NineEngine::default().solve(&mut run, &Limits::new(2));
/// assert_eq!(reports[0].outcome, Outcome::Unique);
/// assert_eq!(solutions[..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
/// ```
pub struct NineEngine {
    lanes: Lanes,
    arena: Option<Dlx>,
}

impl NineEngine {
    /// An engine on the lanes of this instruction set; `None` if the machine does not have it.
    pub fn new(isa: InstructionSet) -> Option<NineEngine> {
        Some(NineEngine { lanes: Lanes::new(isa)?, arena: None })
    }

    /// The instruction set in use.
    pub fn isa(&self) -> InstructionSet {
        self.lanes.isa()
    }
}

impl Default for NineEngine {
    /// An engine on the widest lanes that this machine has.
    fn default() -> NineEngine {
        NineEngine::new(InstructionSet::detect()).expect("a detected instruction set is available")
    }
}

impl Engine for NineEngine {
    fn name(&self) -> &'static str {
        match self.isa() {
            InstructionSet::Avx512 => "lanes (avx512)",
            InstructionSet::Avx2 => "lanes (avx2)",
            InstructionSet::Portable => "lanes (portable)",
        }
    }

    /// # Panics
    /// If the run is not of 9×9 boards, or has candidates or regions.
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        for &i in self.lanes.solve(run, limits, NINE_ESCALATE_AFTER_NODES) {
            let (mut solution, mut report) = ([0; 81], [SearchReport::default()]);
            let mut alone = Run::new(Shape::NINE, run.givens(i), &mut solution, &mut report);
            self.arena.get_or_insert_with(|| Dlx::new(Shape::NINE)).solve(&mut alone, limits);
            run.solution_mut(i).copy_from_slice(&solution);
            run.report(i, report[0]);
        }
    }
}

/// The engine for boards larger than 9×9: the arena, and clause learning for puzzles that it gives up.
///
/// The arena solves most large boards in microseconds; clause learning solves in milliseconds boards that
/// would take the arena minutes. Nodes and guesses of the report are the sums of both. The first solution does
/// not depend on how many are searched for.
///
/// The memory for clause learning is allocated when the first puzzle needs it, and kept.
///
/// ```
/// use quadrille_core::engine::{Engine, Run, portfolio::LargeEngine};
/// use quadrille::{Outcome, Shape, engine::{Limits, SearchReport}};
///
/// let shape = Shape::from_side(25).unwrap();
/// let (mut solution, mut report) = ([0; 625], [SearchReport::default()]);
/// let mut run = Run::new(shape, &[0; 625], &mut solution, &mut report);
/// LargeEngine::new(shape).solve(&mut run, &Limits::new(2).max_nodes(10_000));
/// assert_eq!(report[0].outcome, Outcome::Multiple);
/// ```
#[derive(Debug)]
pub struct LargeEngine {
    arena: Dlx,
    cdcl: CdclSearch,
    escalate_after: u64,
    /// Scratch: the candidates of each cell.
    open: Vec<u32>,
}

impl LargeEngine {
    /// An engine for boards of this shape.
    pub fn new(shape: Shape) -> LargeEngine {
        LargeEngine::escalating_after(shape, ESCALATE_AFTER_NODES[usize::from(shape.side() > 16)])
    }

    fn escalating_after(shape: Shape, nodes: u64) -> LargeEngine {
        LargeEngine {
            arena: Dlx::new(shape),
            cdcl: CdclSearch::default(),
            escalate_after: nodes,
            open: Vec::new(),
        }
    }

    fn solve_one(
        &mut self,
        givens: &[u8],
        cells: &mut [u8],
        wanted: u64,
        budget: Budget<'_>,
    ) -> SearchReport {
        if !self.arena.begin(givens) {
            return SearchReport::new(Stop::Exhausted, 0, 1, 0, wanted);
        }
        let mut budget = budget.with_give_up(self.escalate_after);
        let (mut stop, mut solutions) = self.arena.search(wanted, &mut budget, Some(&mut *cells));
        let mut guesses = self.arena.guesses();
        if stop == Stop::GaveUp && !budget.is_over() {
            let mut known = solutions;
            budget = budget.with_give_up(u64::MAX);
            (stop, solutions) = self.learn(givens, known > 0, cells, wanted, &mut budget);
            guesses += self.cdcl.guesses;
            if stop == Stop::Solutions && solutions < wanted {
                // The arena counts more solutions without memory for each, however long it takes.
                known = known.max(solutions);
                self.arena.begin(givens);
                (stop, solutions) = self.arena.search(wanted, &mut budget, None);
                guesses += self.arena.guesses();
            }
            solutions = solutions.max(known);
        }
        SearchReport::new(stop, solutions, budget.nodes(), guesses, wanted)
    }

    /// Starts the puzzle again with clause learning, unless counting shows that it has no solution, and writes the first
    /// solution unless it is known.
    fn learn(
        &mut self,
        givens: &[u8],
        is_known: bool,
        cells: &mut [u8],
        wanted: u64,
        budget: &mut Budget<'_>,
    ) -> (Stop, u64) {
        let LargeEngine { arena, cdcl, open, .. } = self;
        arena.begin(givens);
        cdcl.clear();
        if !arena.propagate() {
            return (Stop::Exhausted, 0);
        }
        if !is_known {
            open.clear();
            open.resize(givens.len(), 0);
            let side = arena.shape().side();
            arena.survivors(|option, _| open[option / side] |= 1 << (option % side));
            if cardinality::is_contradictory(arena.shape(), open) {
                return (Stop::Exhausted, 0);
            }
        }
        arena.survivors(|option, items| {
            // With the arena's solution as the initial phase, the search finds it again at once and its
            // neighbors next.
            let preference = Preference::from(is_known && arena.is_option_of(cells, option));
            cdcl.add(option, preference, items);
        });
        let mut write = !is_known;
        cdcl.search(wanted.min(MAX_CDCL_SOLUTIONS), budget, |chosen| {
            if std::mem::take(&mut write) {
                arena.write_chosen(cells);
                arena.write(chosen, cells);
            }
        })
    }
}

impl Engine for LargeEngine {
    fn name(&self) -> &'static str {
        "dlx+learning"
    }

    /// # Panics
    /// If the run is of another shape, or has candidates or regions.
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        assert_eq!(run.shape(), self.arena.shape(), "an engine for another shape");
        assert!(run.is_plain(), "an engine for plain puzzles");
        let wanted = limits.solutions.max(1);
        for i in 0..run.len() {
            let report = match Budget::start(limits) {
                Some(budget) => self.solve_one(run.givens(i), run.solution_mut(i), wanted, budget),
                None => SearchReport::default(),
            };
            run.report(i, report);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::Outcome;
    use proptest::prelude::*;

    fn run(engine: &mut dyn Engine, givens: &[u8], limits: &Limits) -> (SearchReport, Vec<u8>) {
        let shape = Shape::from_area(givens.len()).unwrap();
        let (mut solution, mut report) = (vec![0; givens.len()], [SearchReport::default()]);
        engine.solve(&mut Run::new(shape, givens, &mut solution, &mut report), limits);
        (report[0], solution)
    }

    fn limits(solutions: u64) -> Limits {
        Limits::new(solutions)
    }

    /// Two full grids of 9×9. Digits from both rarely have a solution; digits from one often have several.
    const GRIDS: [&str; 2] = [
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
    ];

    /// In the first box, ten digits have the nine cells of two rows.
    fn pigeonholes() -> Vec<u8> {
        let mut givens = vec![0; 625];
        for i in 0..5 {
            for (row, column, digit) in [(0, 5, 1), (0, 10, 6), (1, 15, 1), (1, 20, 6), (2, 5, 6), (2, 10, 1)]
            {
                givens[25 * row + column + i] = digit + i as u8;
            }
        }
        givens[75] = 25;
        givens
    }

    #[test]
    fn a_board_with_more_digits_than_places_takes_no_clause_learning() {
        let (shape, mut givens) = (Shape::from_side(25).unwrap(), pigeonholes());
        let mut engine = LargeEngine::new(shape);
        let mut solve = |givens: &[u8], limits: &Limits| {
            let (mut solution, mut report) = (vec![0; 625], [SearchReport::default()]);
            engine.solve(&mut Run::new(shape, givens, &mut solution, &mut report), limits);
            report[0]
        };
        let report = solve(&givens, &Limits::new(2));
        assert_eq!((report.outcome, report.nodes), (Outcome::None, ESCALATE_AFTER_NODES[1]));
        // With ten cells it has a solution.
        givens[75] = 0;
        assert_eq!(solve(&givens, &Limits::new(1)).outcome, Outcome::Solved);
    }

    /// Propagation shows after the first node that the board has no solution.
    #[test]
    fn a_limit_of_as_many_nodes_as_a_search_takes_gives_its_result() {
        let givens = b".34.789...72.953...9.3425...5..314..42.85.791....2485.9..5..2..2874.9.3534528...9";
        let givens = givens.map(|b| if b == b'.' { 0 } else { b - b'0' });
        let mut large = LargeEngine::escalating_after(Shape::NINE, 1);
        let report = run(&mut large, &givens, &Limits::new(1)).0;
        assert_eq!((report.outcome, report.nodes), (Outcome::None, 1));
        assert_eq!(run(&mut large, &givens, &Limits::new(1).max_nodes(1)).0, report);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]

        #[test]
        fn counts_are_those_of_the_arena_wherever_it_escalates(
            kept in proptest::collection::vec(any::<u8>(), 81),
            share in 60..150u8,
            other in 0..4usize,
            nodes_before in 1..12u64,
            wanted in 1..40u64,
        ) {
            let digit = |grid: usize, cell: usize| GRIDS[grid].as_bytes()[cell] - b'0';
            let mut givens: Vec<_> = (0..81).map(|c| if kept[c] < share { digit(0, c) } else { 0 }).collect();
            for &cell in kept.iter().take(other) {
                let cell = usize::from(cell) % 81;
                givens[cell] = digit(1, cell);
            }
            let mut large = LargeEngine::escalating_after(Shape::NINE, nodes_before);
            let (arena, _) = run(&mut Dlx::new(Shape::NINE), &givens, &limits(wanted));
            let (report, solution) = run(&mut large, &givens, &limits(wanted));
            prop_assert_eq!((report.outcome, report.solutions), (arena.outcome, arena.solutions));
            prop_assert!(arena.solutions == 0 || crate::verify::is_solution(Shape::NINE, &givens, &solution));
            // The first solution depends neither on the limit nor on earlier puzzles.
            prop_assert_eq!(&run(&mut large, &givens, &limits(1)).1, &solution);
            prop_assert_eq!(run(&mut large, &givens, &limits(wanted)), (report, solution));
            for nodes in [1, report.nodes / 2, report.nodes - 1].into_iter().filter(|&n| n > 0 && n < report.nodes) {
                let (cut, _) = run(&mut large, &givens, &Limits::new(wanted).max_nodes(nodes));
                prop_assert_eq!((cut.outcome, cut.nodes), (Outcome::Unknown, nodes));
            }
            prop_assert_eq!(run(&mut large, &givens, &Limits::new(wanted).max_nodes(report.nodes)).0, report);
        }
    }

    #[test]
    fn more_solutions_than_clause_learning_counts_are_left_to_the_arena() {
        // Three rows given: far more than clause learning counts.
        let mut givens: Vec<u8> = GRIDS[0].bytes().map(|b| b - b'0').collect();
        givens[27..].fill(0);
        let all = limits(3 * MAX_CDCL_SOLUTIONS);
        let arena = run(&mut Dlx::new(Shape::NINE), &givens, &all).0;
        assert_eq!(arena.outcome, Outcome::Multiple);
        for nodes_before in [1, 2, 5] {
            let mut large = LargeEngine::escalating_after(Shape::NINE, nodes_before);
            let report = run(&mut large, &givens, &all).0;
            assert_eq!((report.outcome, report.solutions), (arena.outcome, arena.solutions));
            assert!(report.nodes > arena.nodes);
            assert_eq!(run(&mut large, &givens, &all).0, report);
            // Solutions that clause learning found still count if the arena then runs out of nodes.
            let nodes = report.nodes - arena.nodes + 1;
            let cut = run(&mut large, &givens, &all.clone().max_nodes(nodes)).0;
            assert_eq!((cut.outcome, cut.solutions), (Outcome::Unknown, MAX_CDCL_SOLUTIONS));
        }
    }

    #[test]
    fn the_stop_flag_and_the_clock_end_both_searches() {
        let stop = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        let stopped = limits(u64::MAX).stop_flag(stop);
        let late = limits(u64::MAX).timeout_per_puzzle(std::time::Duration::ZERO);
        for nodes_before in [1, 5000] {
            let mut large = LargeEngine::escalating_after(Shape::NINE, nodes_before);
            assert_eq!(run(&mut large, &[0; 81], &stopped).0, SearchReport::default());
            assert_eq!(run(&mut large, &[0; 81], &late).0.outcome, Outcome::Unknown);
        }
    }
}

//! Boards on the dancing-links [arena](quadrille_cover::arena), of every size and under all variants.
//!
//! | file | contents |
//! | --- | --- |
//! | `board.rs` | the givens of plain boards |
//! | `rules.rs` | the givens, candidates and regions of boards under variants |
//! | `board_arena.rs` | the arena in the layout that the rules need |

mod board;
mod board_arena;
mod rules;

#[cfg(test)]
mod tests;

use super::{Engine, Run, board_cover::empty_board};
use board::PlainBoard;
use board_arena::{BoardArena, with_arena};
use quadrille_base::limits::{Budget, Limits, SearchReport, Stop};
use quadrille_cover::arena::layout::Index;
use quadrille_grid::{Rules, Shape};
use rules::RulesBoard;

/// The engine for boards of one shape, plain or with any [`Rules`].
///
/// Boards are problems of the arena with an option `side · cell + digit − 1` for each digit of a cell. All memory is
/// allocated when the engine is created: see [`bytes`](Self::bytes).
///
/// ```
/// use quadrille::{Outcome, engine::{Limits, SearchReport}};
/// use quadrille_engines::{Engine, Run, dlx::Dlx};
/// use quadrille::{Puzzle, Shape};
///
/// let puzzle: Puzzle = "1...3..2..4.4..1".parse().unwrap();
/// let (mut solution, mut report) = ([0; 16], [SearchReport::default()]);
/// let mut run = Run::new(puzzle.shape(), puzzle.givens(), &mut solution, &mut report);
/// Dlx::new(puzzle.shape()).solve(&mut run, &Limits::new(2));
/// assert_eq!(report[0].outcome, Outcome::Unique);
/// assert_eq!(solution[..8], [1, 2, 3, 4, 3, 4, 1, 2]);
/// ```
#[derive(Debug)]
pub struct Dlx {
    shape: Shape,
    board: Board,
    arena: BoardArena,
}

#[derive(Debug)]
enum Board {
    Plain(PlainBoard),
    Rules(RulesBoard),
}

impl Dlx {
    /// An engine for plain boards of this shape.
    pub fn new(shape: Shape) -> Dlx {
        let board = Board::Plain(PlainBoard::new(shape));
        Dlx { shape, board, arena: BoardArena::new(&empty_board(&Rules::plain(shape))) }
    }

    /// An engine for boards under these rules, which may rule out candidates and bring the regions of each.
    ///
    /// ```
    /// use quadrille::{Outcome, engine::{Limits, SearchReport}};
    /// use quadrille_engines::{Engine, Run, dlx::Dlx};
    /// use quadrille::{Shape, grid::{Rules, Variant}};
    ///
    /// // Two of the 288 grids of side 4 have 1234 in the first row and valid diagonals.
    /// let shape = Shape::from_side(4).unwrap();
    /// let rules = Rules::new(shape, &Variant::X.into()).unwrap();
    /// let givens = [1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    /// let (mut solution, mut report) = ([0; 16], [SearchReport::default()]);
    /// let mut run = Run::new(shape, &givens, &mut solution, &mut report);
    /// Dlx::under(&rules).solve(&mut run, &Limits::new(9));
    /// assert_eq!((report[0].outcome, report[0].solutions), (Outcome::Multiple, 2));
    /// ```
    pub fn under(rules: &Rules) -> Dlx {
        let board = Board::Rules(RulesBoard::new(rules));
        Dlx { shape: rules.shape(), board, arena: BoardArena::new(&empty_board(rules)) }
    }

    /// The shape of the boards.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Starts puzzle `i` of a run; `false` if its givens contradict each other or its candidates.
    ///
    /// # Panics
    /// If the run has candidates and the board is plain, or it has regions and the rules do not belong to a jigsaw
    /// without regions, or a region has the wrong number of cells.
    pub(super) fn begin(&mut self, run: &Run<'_>, i: usize) -> bool {
        with_arena!(&mut self.arena, arena => match &mut self.board {
            Board::Plain(board) => {
                assert!(run.is_plain(), "an engine for givens alone");
                board.begin(arena, run.givens(i))
            }
            Board::Rules(board) => board.begin(arena, run, i),
        })
    }

    /// Searches the puzzle that was started, and writes the first solution into `cells`. Returns why the search
    /// ended and the number of solutions found.
    pub(super) fn search(
        &mut self,
        wanted: u64,
        budget: &mut Budget<'_>,
        mut cells: Option<&mut [u8]>,
    ) -> (Stop, u64) {
        let side = self.shape.side();
        with_arena!(&mut self.arena, arena => arena.search(wanted, budget, |chosen| {
            if let Some(cells) = cells.take() {
                write(side, chosen.iter().map(|option| option.get()), cells);
            }
        }))
    }

    /// Branch points of the search.
    pub(super) fn guesses(&self) -> u64 {
        with_arena!(&self.arena, arena => arena.counters.guesses)
    }

    /// Makes the forced moves of the puzzle that was started; `false` if they end in a contradiction.
    pub(super) fn propagate(&mut self) -> bool {
        with_arena!(&mut self.arena, arena => arena.dance(|dance| dance.propagate()).is_ok())
    }

    /// Passes every live option to `take`, with its items and whether each is primary.
    pub(super) fn survivors(&self, mut take: impl FnMut(usize, &mut dyn Iterator<Item = (usize, bool)>)) {
        let side = self.shape.side();
        with_arena!(&self.arena, arena => arena.survivors(|option, items| match &self.board {
            Board::Plain(_) => take(option, items),
            Board::Rules(board) => {
                let exclusions = board.exclusions(option / side);
                let items_of_digit = exclusions.map(|number| (arena.tables.primary + number * side + option % side, false));
                take(option, &mut items.chain(items_of_digit));
            }
        }));
    }

    /// The houses of a cell: first the row, the column, and the box or the region.
    pub(super) fn houses(&self, cell: usize) -> &[u8] {
        match &self.board {
            Board::Plain(board) => board.houses(cell),
            Board::Rules(board) => board.houses(cell),
        }
    }

    /// The region of each cell; empty for a plain board.
    pub(super) fn regions(&self) -> &[u8] {
        match &self.board {
            Board::Plain(_) => &[],
            Board::Rules(board) => board.regions(),
        }
    }

    /// The number of items. The items of [`survivors`](Self::survivors) have lower numbers.
    pub(super) fn items(&self) -> usize {
        let exclusions = match &self.board {
            Board::Plain(_) => 0,
            Board::Rules(board) => board.exclusion_count(),
        };
        with_arena!(&self.arena, arena => arena.tables.primary) + exclusions * self.shape.side()
    }

    /// Writes the digits of the givens and of the forced moves.
    pub(super) fn write_chosen(&self, cells: &mut [u8]) {
        with_arena!(&self.arena, arena => write(self.shape.side(), arena.chosen.iter().map(|x| x.get()), cells));
    }

    /// Writes the digits of these options.
    pub(super) fn write(&self, options: &[usize], cells: &mut [u8]) {
        write(self.shape.side(), options.iter().copied(), cells);
    }

    /// Whether a full board has the digit of an option.
    pub(super) fn is_option_of(&self, cells: &[u8], option: usize) -> bool {
        usize::from(cells[option / self.shape.side()]) == option % self.shape.side() + 1
    }

    /// Bytes of the arena, including the deepest search. Pages that no search has reached yet are
    /// usually not backed by memory.
    ///
    /// | plain board | 4×4 | 6×6 | 9×9 | 12×12 | 16×16 | 25×25 |
    /// | --- | --- | --- | --- | --- | --- | --- |
    /// | KiB | 7 | 22 | 83 | 228 | 1203 | 6672 |
    pub fn bytes(&self) -> usize {
        with_arena!(&self.arena, arena => arena.bytes())
    }
}

/// Writes the digits of options into the cells.
fn write(side: usize, options: impl Iterator<Item = usize>, cells: &mut [u8]) {
    options.for_each(|option| cells[option / side] = (option % side) as u8 + 1);
}

impl Engine for Dlx {
    fn name(&self) -> &'static str {
        "dlx"
    }

    /// # Panics
    /// If the run is of another shape, has candidates or regions for a plain board, or regions that the rules
    /// do not leave to the puzzles.
    fn solve(&mut self, run: &mut Run<'_>, limits: &Limits) {
        assert_eq!(run.shape(), self.shape, "an engine for another shape");
        for i in 0..run.len() {
            let report = match Budget::start(limits) {
                None => SearchReport::default(),
                Some(_) if !self.begin(run, i) => Stop::Exhausted.report(0, 1, 0, limits.solutions),
                Some(mut budget) => {
                    let cells = run.solution_mut(i);
                    let (stop, solutions) = self.search(limits.solutions, &mut budget, Some(cells));
                    stop.report(solutions, budget.nodes(), self.guesses(), limits.solutions)
                }
            };
            run.report(i, report);
        }
    }
}

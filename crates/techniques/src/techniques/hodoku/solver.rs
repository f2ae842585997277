//! Solves puzzles as HoDoKu does, and rates them.

use super::{
    board::Board,
    bug, chains, coloring, fish, locked, ordered, rectangles,
    search::{Finder, all, first},
    single_digit, singles, subsets,
    table::{Level, row_of, scored},
    wings,
};
use crate::techniques::{houses::cells, reason::Reason, step::Step};
use quadrille_engines::{Outcome, solver::Solver};
use quadrille_grid::Puzzle;
use std::cmp::Reverse;

/// How a step is chosen.
enum Try {
    /// The first one that a finder finds.
    First(Finder),
    /// The one that removes most, and of these the first one in the order of [`rank`].
    Largest(Finder),
    /// By a rule of its own.
    Best(fn(&Board) -> Option<(Step, Reason)>),
}

/// A chain of one digit or through cells with two candidates has no more literals.
const LONGEST: usize = 20;

/// The score of a digit that is taken from the solution.
const BRUTE_FORCE: u32 = 10_000;

/// The techniques in the order in which they are tried.
static ORDER: &[Try] = &{
    use Try::{Best, First, Largest};
    [
        First(singles::full_houses),
        First(singles::naked),
        First(singles::hidden),
        First(subsets::locked::<2>),
        First(subsets::locked::<3>),
        First(locked::pointing),
        First(locked::claiming),
        First(subsets::naked::<2>),
        First(subsets::naked::<3>),
        First(subsets::hidden::<2>),
        First(subsets::hidden::<3>),
        First(subsets::naked::<4>),
        First(subsets::hidden::<4>),
        First(fish::find::<300>),
        First(fish::find::<301>),
        First(fish::find::<302>),
        Largest(ordered::remote_pairs),
        First(bug::plus_one),
        First(single_digit::skyscrapers),
        First(single_digit::kites),
        Largest(single_digit::turbots),
        First(single_digit::empty_rectangles),
        First(wings::w),
        First(wings::xy),
        First(wings::xyz),
        First(rectangles::unique::<1>),
        First(rectangles::unique::<2>),
        First(rectangles::unique::<3>),
        First(rectangles::unique::<4>),
        First(rectangles::unique::<5>),
        First(rectangles::unique::<6>),
        First(rectangles::hidden),
        First(rectangles::avoidable::<1>),
        First(rectangles::avoidable::<2>),
        First(fish::find::<310>),
        First(fish::find::<320>),
        First(fish::find::<311>),
        First(fish::find::<321>),
        First(fish::find::<312>),
        First(fish::find::<322>),
        First(ordered::sue_de_coq),
        First(coloring::simple),
        First(coloring::multi),
        Largest(chains::x_chains),
        Largest(chains::xy_chains),
        Best(ordered::nice_loop),
        Best(ordered::grouped_nice_loop),
        First(ordered::xz),
        First(ordered::wing),
        Largest(ordered::set_chain),
        First(fish::find::<330>),
        First(fish::find::<331>),
        First(fish::find::<340>),
        First(fish::find::<341>),
        Best(ordered::forcing_chain),
        Best(ordered::forcing_net),
    ]
};

/// Solves 9×9 puzzles with HoDoKu's techniques in its order.
///
/// ```
/// use quadrille::{Puzzle, techniques::hodoku::{Board, Hodoku, Level}};
///
/// let puzzle: Puzzle =
///     ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74....".parse()?;
/// let givens: [u8; 81] = puzzle.givens().try_into()?;
/// let mut hodoku = Hodoku::new();
/// let rating = hodoku.rate(&givens).expect("one solution");
/// assert_eq!((rating.level, rating.level.name()), (Level::Hard, "hard"));
///
/// // The score is the sum of the scores of all steps.
/// let (mut board, mut score) = (Board::new(&givens), 0);
/// while let Some((step, _)) = hodoku.next(&board) {
///     score += u32::from(step.rating);
///     board.make(&step);
/// }
/// assert!(board.is_full() && board.position().is_full() && board.digits().iter().all(|digit| *digit > 0));
/// assert_eq!(score, rating.score);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Default)]
pub struct Hodoku {}

/// HoDoKu's rating of a puzzle; see [`Hodoku`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct HodokuRating {
    /// The level of the hardest step, or a higher one if the score exceeds the limit of the level.
    pub level: Level,
    /// The sum of the scores of all steps.
    pub score: u32,
}

impl Hodoku {
    /// With HoDoKu's settings.
    pub fn new() -> Hodoku {
        Hodoku::default()
    }

    /// The first step on a board with its reason, or `None` if no technique makes one.
    pub fn next(&mut self, board: &Board) -> Option<(Step, Reason)> {
        let found = ORDER.iter().find_map(|order| match order {
            Try::First(find) => first(board, *find),
            Try::Largest(find) => {
                let found = all(board, *find);
                let is_short =
                    |reason: &Reason| reason.chains.iter().all(|chain| chain.nodes.len() <= LONGEST);
                let found = found.into_iter().filter(|(_, reason)| is_short(reason));
                found.min_by_key(|(step, reason)| (rank(step), first_end(reason)))
            }
            Try::Best(find) => find(board),
        });
        found.map(scored)
    }

    /// Rates a puzzle: 81 digits, 0 for an empty cell. Where the techniques end, a digit of the solution is placed. `None` if they end, and the
    /// puzzle does not have exactly one solution.
    pub fn rate(&mut self, givens: &[u8; 81]) -> Option<HodokuRating> {
        let mut board = Board::new(givens);
        let mut rating = HodokuRating { level: Level::Easy, score: 0 };
        while !board.is_full() {
            let found = self.next(&board).and_then(|(step, _)| Some((row_of(step.technique)?, step)));
            if let Some((row, step)) = found {
                rating.score += u32::from(row.score);
                rating.level = rating.level.max(row.level);
                board.make(&step);
            } else {
                let (cell, digit) = brute_force(&board, givens)?;
                rating.level = Level::Extreme;
                rating.score += BRUTE_FORCE;
                board.place(cell, digit);
            }
        }
        while let Some(next) = rating.level.next().filter(|_| rating.score > rating.level.limit()) {
            rating.level = next;
        }
        Some(rating)
    }
}

/// The digit of the only solution in the middle one of the empty cells.
fn brute_force(board: &Board, givens: &[u8; 81]) -> Option<(usize, usize)> {
    let answer = Solver::new().limit(2).solve(&Puzzle::new(givens).ok()?);
    let solution = answer.solution().filter(|_| answer.outcome() == Outcome::Unique)?;
    let cell = cells(board.position.open).nth(board.position.open.count_ones() as usize / 2)?;
    Some((cell, usize::from(solution.cells()[cell]) - 1))
}

/// The first cell at the ends of a chain, which decides between chains of equal rank.
fn first_end(reason: &Reason) -> Option<u32> {
    let nodes = reason.chains.first().map_or(&[][..], |chain| &chain.nodes);
    [nodes.first(), nodes.last()].into_iter().flatten().map(|node| node.cells.trailing_zeros()).min()
}

/// The order of steps of which the largest one is taken: by the number of removed candidates, the most first, then by a sum over them in
/// their order by digits and then cells, in which each counts 80 times more than the one before.
pub(super) fn rank(step: &Step) -> (Reverse<usize>, u64) {
    let candidates = step.removed.candidates().zip((1..).step_by(80));
    let sum = candidates.map(|((cell, digit), factor)| cell as u64 * factor + digit as u64 + 1).sum();
    (Reverse(step.removed.candidates().count()), sum)
}

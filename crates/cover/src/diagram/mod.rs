//! All solutions of an exact cover problem as a decision diagram.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod.rs` | the diagram |
//! | `search/` | the search that builds the nodes, and the search for the cheapest solution |
//! | `settings.rs` | how it is built, and why it may not be |
//! | `counts.rs` | the number of solutions of each node, and the nth solution |
//! | `draw.rs` | random numbers of any size without bias |
//! | `price.rs` | the costs of options |
//! | `best.rs` | the solutions of lowest and of highest cost |
//! | `solutions.rs` | the iterator over all solutions |
//! | `text.rs` | the text form |
//! | `cheapest.rs` | the best solution by a direct search or a diagram, whichever is faster |
//! | `direct.rs` | the direct searches |

mod best;
// Only the command looks for a solution without a diagram.
mod cheapest;
mod counts;
mod direct;
mod draw;
mod price;
mod search;
mod settings;
mod solutions;
#[cfg(test)]
mod tests;
mod text;

pub use cheapest::{BestSolution, Goal};
pub use settings::{DiagramError, DiagramSettings, try_build};
use solutions::DiagramSolutions;

use super::Cover;
use super::diagram::search::{BOTTOM, Nodes, Request, build};
use counts::Counts;
use num_bigint::BigUint;
use price::price;
use quadrille_base::error::Error;

/// All solutions of an exact cover problem, as a decision diagram.
///
/// A diagram has one node for each subproblem that a search meets, however often it meets it, so it is often small
/// where the solutions are far too many to list. All 12,988,816 ways to cover a chessboard with dominoes take 1,260
/// nodes. It counts them, lists them, draws them at random, and finds a solution of lowest or of highest cost.
///
/// A node has an option and two other nodes: one has the solutions without the option, and the other has the rest of
/// the solutions with it. A diagram that is built [ordered](DiagramSettings::ordered) is a reduced zero-suppressed
/// decision diagram (S. Minato, 1993; D. E. Knuth, *The Art of Computer Programming*, 7.1.4).
///
/// ```
/// use quadrille::{BigUint, cover::{Cover, CoverDiagram}};
///
/// // Dominoes on a board of 2×30 cells.
/// let cell = |row: usize, column: usize| 30 * row + column;
/// let mut cover = Cover::new(60);
/// for column in 0..30 {
///     cover.add(&[cell(0, column), cell(1, column)])?;
///     for row in 0..2 {
///         if column < 29 {
///             let option = cover.add(&[cell(row, column), cell(row, column + 1)])?;
///             cover.set_cost(option, 1)?;
///         }
///     }
/// }
/// let diagram = CoverDiagram::build(&cover)?;
/// assert_eq!(diagram.count(), BigUint::from(1_346_269u32));
/// assert!(!diagram.is_empty() && diagram.len() < 200 && diagram.states() > 0 && !diagram.is_ordered());
/// assert_eq!(diagram.nth(&BigUint::from(5u32)), diagram.solutions().nth(5));
/// assert_eq!((diagram.lowest_cost().unwrap().0, diagram.highest_cost().unwrap().0), (0, 30));
/// let solution = diagram.sample(1, 0).unwrap();
/// assert!(quadrille::cover::is_exact_cover(&cover, &solution));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverDiagram {
    nodes: Nodes,
    root: u32,
    counts: Counts,
    /// The cost of every option, as [`lowest_cost`](Self::lowest_cost) defines it.
    costs: Vec<u64>,
    is_ordered: bool,
    states: u64,
}

impl CoverDiagram {
    /// The diagram of a problem, in at most 1 GiB. [`DiagramSettings`] has other limits.
    ///
    /// The number of nodes depends on the order in which the search covers the items. Several orders are tried for a
    /// short while, and the most promising one is taken; the clock does not affect this, so a problem has the same
    /// diagram each time.
    ///
    /// # Errors
    /// If the diagram would take more memory, if more than 4,096 options or primary items remain after the forced
    /// moves, or if memory runs out. In problems with [bounds](Cover::set_bounds) no forced moves are made before this
    /// check.
    pub fn build(cover: &Cover) -> Result<CoverDiagram, Error> {
        DiagramSettings::new().build(cover)
    }

    fn try_new(cover: &Cover, settings: &DiagramSettings) -> Result<CoverDiagram, DiagramError> {
        let memory = settings.bytes();
        let request = Request { memory, limits: settings.search(), is_ordered: settings.is_ordered() };
        let built = build(cover, &request).map_err(|failure| DiagramError::of(failure, memory))?;
        let spare = memory.saturating_sub(built.nodes.bytes());
        let counts =
            Counts::try_new(&built.nodes, spare).map_err(|failure| DiagramError::of(failure, memory))?;
        let costs = (0..cover.len()).map(price(cover)).collect();
        let (nodes, root, states) = (built.nodes, built.root, built.states);
        Ok(CoverDiagram { nodes, root, counts, costs, is_ordered: settings.is_ordered(), states })
    }

    /// The number of solutions.
    pub fn count(&self) -> BigUint {
        self.counts.number(self.root)
    }

    /// Whether the problem has no solution.
    pub fn is_empty(&self) -> bool {
        self.root == BOTTOM
    }

    /// The number of nodes, without the two terminals.
    ///
    /// A node takes 12 bytes, and 8 bytes for each 64 bits of the number of solutions.
    pub fn len(&self) -> usize {
        self.nodes.len() - 2
    }

    /// The number of states that the search entered to build the diagram.
    pub fn states(&self) -> u64 {
        self.states
    }

    /// Whether options follow each other in the same order on all paths through the diagram: see
    /// [`DiagramSettings::ordered`].
    pub fn is_ordered(&self) -> bool {
        self.is_ordered
    }

    /// A solution that is drawn at random, all with the same probability; the options ascend. `None` if the problem has
    /// no solution.
    ///
    /// It is a function of the problem, `seed` and `index`: different indices draw independently of each other, with
    /// replacement. The draw is unbiased: it draws as many random bits as [`count`](Self::count) has, and draws again
    /// if the number is too large.
    pub fn sample(&self, seed: u64, index: u64) -> Option<Vec<usize>> {
        if self.is_empty() {
            return None;
        }
        let number = draw::below(self.counts.words(self.root), seed, index);
        Some(self.counts.unrank(&self.nodes, self.root, number))
    }

    /// The solution with a number below [`count`](Self::count), in the order of [`solutions`](Self::solutions); the
    /// options ascend. `None` if the number is too large.
    pub fn nth(&self, number: &BigUint) -> Option<Vec<usize>> {
        if *number >= self.count() {
            return None;
        }
        let mut words = number.to_u64_digits();
        words.resize(self.counts.words(self.root).len(), 0);
        Some(self.counts.unrank(&self.nodes, self.root, words))
    }

    /// All solutions, in an order that the diagram determines. The options of each ascend.
    pub fn solutions(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        DiagramSolutions::new(&self.nodes, self.root)
    }
}

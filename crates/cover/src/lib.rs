//! Exact cover: problems, their text, the search, counts, diagrams, and the checker of solutions.
//!
//! | file | contents |
//! | --- | --- |
//! | `lib.rs` | the problem: items, options, colors |
//! | `bounds.rs`, `costs.rs` | how often an item must be covered, and the costs of options |
//! | `error.rs` | why a problem refuses an option, a bound or a cost |
//! | `check.rs` | the checker of solutions |
//! | `memory.rs` | allocations that may fail |
//! | `examples.rs` | problems for tests |
//! | `text/` | the text formats |
//! | `arena/` | dancing links on sets of bits: it also searches boards |
//! | `search/` | the search of any problem: sets of options replace the arena once a branch is small |
//! | `count/` | counting solutions, one by one or with a memory of subproblems |
//! | `diagram/` | all solutions as a decision diagram |
//! | `csr.rs` | lists of lists in two arrays |

// For the engines of boards.
#[allow(missing_docs)]
pub mod arena;
mod bounds;
mod check;
mod costs;
pub mod count;
pub mod csr;
pub mod diagram;
mod error;
#[cfg(test)]
pub mod examples;
pub mod memory;
pub mod search;
pub mod text;

pub use check::is_exact_cover;
pub use error::CoverError;
pub use memory::OutOfMemory;

use quadrille_base::error::Error;

/// An exact cover problem: choose options so that every primary item is in exactly one of them, and
/// every secondary item in at most one, or in several that all give it the same color.
///
/// Items are numbered from 0, primary items first. Options are numbered from 0 in the order in which they
/// are added. A color is any number except 0, which means no color; options that share a secondary item
/// exclude each other unless both give it the same color.
///
/// A primary item may have other bounds than 1 and 1 ([`set_bounds`](Cover::set_bounds)): the number of chosen options
/// that have it must be between the two. Options are chosen at most once each, and two options with the same items are
/// different options. An option may have a cost ([`set_cost`](Cover::set_cost)), which does not change the solutions.
///
/// In the terms of D. E. Knuth, *The Art of Computer Programming*, 7.2.2.1, these are XC, XCC (with colors) and
/// MCC problems (with bounds, "multiplicities", as well).
///
/// A problem takes 8 bytes for each option, and 4 bytes for each item of an option, 8 if any option has a
/// color. Bounds take 8 bytes for each primary item if any item has them, costs at most 8 for each option if any
/// option has one. [`CoverSolver`](crate::search::CoverSolver) solves it, `BoardCover` creates one from a puzzle.
///
/// ```
/// use quadrille::cover::Cover;
///
/// // Two primary items and one secondary one.
/// let mut cover = Cover::new(2).with_secondary(1);
/// cover.add(&[0, 2]).unwrap();
/// cover.add(&[1, 2]).unwrap();
/// cover.add(&[1]).unwrap();
/// assert_eq!((cover.items(), cover.primary(), cover.len()), (3, 2, 3));
/// assert_eq!(cover.option(1), [1, 2]);
/// assert!(!cover.is_empty() && cover.options().all(|items| items.len() <= 2));
/// // Two options that agree on the color of item 2 may be chosen together.
/// let blue = 7;
/// cover.add_colored(&[(0, 0), (2, blue)]).unwrap();
/// cover.add_colored(&[(1, 0), (2, blue)]).unwrap();
/// assert_eq!((cover.option(4), cover.colors(4)), (&[1, 2][..], &[0, blue][..]));
/// assert!(cover.is_colored() && cover.nodes() == 9 && cover.uncovered().is_none());
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cover {
    primary: usize,
    items: usize,
    /// The items of all options, end to end.
    nodes: Vec<u32>,
    /// Where each option begins in `nodes`, and where the last one ends.
    starts: Vec<usize>,
    /// The colors of all options, end to end like `nodes`. While no option has a color, as many zeros as the
    /// longest option has items.
    colors: Vec<u32>,
    colored: bool,
    bounds: bounds::Bounds,
    costs: costs::Costs,
}

impl Cover {
    /// A problem with this number of primary items, no secondary items, and no options yet.
    ///
    /// # Panics
    /// If there are 2³¹ items or more.
    pub fn new(primary: usize) -> Cover {
        assert!(primary < 1 << 31, "too many items");
        let (nodes, starts, colors) = (Vec::new(), vec![0], Vec::new());
        let (bounds, costs) = (bounds::Bounds::default(), costs::Costs::default());
        Cover { primary, items: primary, nodes, starts, colors, colored: false, bounds, costs }
    }

    /// Adds secondary items, which an option may have and which need not be covered. They are numbered after the other
    /// items.
    ///
    /// # Panics
    /// If there are 2³¹ items or more.
    pub fn with_secondary(mut self, items: usize) -> Cover {
        self.items += items;
        assert!(self.items < 1 << 31, "too many items");
        self
    }

    /// Adds an option and returns its number, in O(k log k) for k items.
    ///
    /// An option without a primary item is numbered but never chosen.
    ///
    /// # Errors
    /// If an item does not exist or is named twice, or if memory runs out. The problem is then unchanged.
    pub fn add(&mut self, items: &[usize]) -> Result<usize, Error> {
        self.check(items)?;
        memory::reserve(&mut self.nodes, items.len())?;
        memory::reserve(&mut self.starts, 1)?;
        let nodes = self.nodes.len() + items.len();
        let zeros = if self.colored { nodes } else { items.len().max(self.colors.len()) };
        let more_zeros = zeros - self.colors.len();
        memory::reserve(&mut self.colors, more_zeros)?;
        self.nodes.extend(items.iter().map(|&item| item as u32));
        self.colors.resize(zeros, 0);
        self.starts.push(self.nodes.len());
        Ok(self.len() - 1)
    }

    /// Adds an option whose items have colors (0 for none) and returns its number, in O(k log k) for k
    /// items.
    ///
    /// ```
    /// use quadrille::cover::Cover;
    ///
    /// let mut cover = Cover::new(1).with_secondary(1);
    /// assert_eq!(cover.add_colored(&[(0, 5)]).unwrap_err().to_string(), "primary item 0 cannot have a color");
    /// assert_eq!(cover.add_colored(&[(0, 0), (1, 5)])?, 0);
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    ///
    /// # Errors
    /// If an item does not exist or is named twice, or a primary item has a color, or if memory runs out. The
    /// problem is then unchanged.
    pub fn add_colored(&mut self, items: &[(usize, u32)]) -> Result<usize, Error> {
        if let Some(&(item, _)) = items.iter().find(|&&(item, color)| item < self.primary && color != 0) {
            return Err(CoverError::ColoredPrimary(item).into());
        }
        let has_color = items.iter().any(|&(_, color)| color != 0);
        if has_color && !self.colored {
            let zeros = (self.nodes.len() + items.len()).saturating_sub(self.colors.len());
            memory::reserve(&mut self.colors, zeros)?;
        }
        let option = self.add(&items.iter().map(|&(item, _)| item).collect::<Vec<_>>())?;
        if has_color && !self.colored {
            self.colored = true;
            self.colors.resize(self.nodes.len(), 0);
        }
        if self.colored {
            let colors = &mut self.colors[self.starts[option]..];
            colors.iter_mut().zip(items).for_each(|(at, &(_, color))| *at = color);
        }
        Ok(option)
    }

    /// Checks that an option can be added.
    fn check(&self, items: &[usize]) -> Result<(), CoverError> {
        /// Longer options are sorted to find a repeated item.
        const SHORT: usize = 32;
        if let Some(&item) = items.iter().find(|&&item| item >= self.items) {
            return Err(CoverError::UnknownItem { item, items: self.items });
        }
        let repeated = if items.len() <= SHORT {
            items.iter().enumerate().find(|&(i, item)| items[..i].contains(item)).map(|(_, &item)| item)
        } else {
            let mut sorted = items.to_vec();
            sorted.sort_unstable();
            sorted.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0])
        };
        repeated.map_or(Ok(()), |item| Err(CoverError::RepeatedItem(item)))
    }

    /// Number of items, primary and secondary.
    pub fn items(&self) -> usize {
        self.items
    }

    /// Number of primary items. Their numbers are below this.
    pub fn primary(&self) -> usize {
        self.primary
    }

    /// Number of options.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Whether the problem has no options.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The items of an option, in the order given.
    ///
    /// # Panics
    /// If the option does not exist.
    #[inline]
    pub fn option(&self, option: usize) -> &[u32] {
        &self.nodes[self.starts[option]..self.starts[option + 1]]
    }

    /// The colors of an option's items, parallel to [`option`](Cover::option); 0 for none.
    ///
    /// # Panics
    /// If the option does not exist.
    #[inline]
    pub fn colors(&self, option: usize) -> &[u32] {
        let range = self.starts[option]..self.starts[option + 1];
        if self.colored { &self.colors[range] } else { &self.colors[..range.len()] }
    }

    /// Whether any option gives an item a color.
    pub fn is_colored(&self) -> bool {
        self.colored
    }

    /// Number of items of all options, an item as often as options have it.
    pub fn nodes(&self) -> usize {
        self.nodes.len()
    }

    /// The items of every option, in order.
    pub fn options(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.len()).map(|option| self.option(option))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_that_is_refused_leaves_the_problem_unchanged() {
        let mut cover = Cover::new(2).with_secondary(1);
        cover.add(&[2, 0]).unwrap();
        let before = cover.clone();
        assert_eq!(
            cover.add(&[0, 3]).unwrap_err().reason(),
            Some(&CoverError::UnknownItem { item: 3, items: 3 })
        );
        assert_eq!(cover.add(&[1, 0, 1]).unwrap_err().reason(), Some(&CoverError::RepeatedItem(1)));
        assert_eq!(cover, before);
        assert_eq!(cover.add(&[]), Ok(1));
        assert_eq!(cover.options().collect::<Vec<_>>(), [&[2, 0][..], &[]]);
        let before = cover.clone();
        assert_eq!(
            cover.add_colored(&[(2, 1), (1, 1)]).unwrap_err().reason(),
            Some(&CoverError::ColoredPrimary(1))
        );
        assert_eq!(
            cover.add_colored(&[(2, 1), (2, 1)]).unwrap_err().reason(),
            Some(&CoverError::RepeatedItem(2))
        );
        assert_eq!(
            cover.add_colored(&[(4, 1)]).unwrap_err().reason(),
            Some(&CoverError::UnknownItem { item: 4, items: 3 })
        );
        assert_eq!(cover, before);
    }

    #[test]
    fn a_repeated_item_is_found_in_short_and_long_options() {
        for len in [2, 31, 32, 33, 100] {
            let mut cover = Cover::new(len);
            let mut items: Vec<_> = (0..len).rev().collect();
            assert_eq!(cover.add(&items), Ok(0));
            items[0] = 0;
            assert_eq!(
                cover.add(&items).unwrap_err().reason(),
                Some(&CoverError::RepeatedItem(0)),
                "{len} items"
            );
        }
    }

    #[test]
    fn colors_are_parallel_to_items_and_take_no_memory_until_used() {
        let mut cover = Cover::new(2).with_secondary(2);
        cover.add(&[0]).unwrap();
        cover.add_colored(&[(0, 0), (1, 0), (2, 0)]).unwrap();
        for _ in 0..100 {
            cover.add(&[1, 3]).unwrap();
        }
        assert_eq!((cover.colors.len(), cover.is_colored()), (3, false));
        assert_eq!(
            (cover.colors(0), cover.colors(1), cover.colors(101)),
            (&[0][..], &[0; 3][..], &[0; 2][..])
        );
        cover.add_colored(&[(3, 9), (0, 0), (2, 4)]).unwrap();
        cover.add(&[1, 2]).unwrap();
        cover.add_colored(&[(2, 4)]).unwrap();
        assert!(cover.is_colored());
        for option in 0..cover.len() {
            assert_eq!(cover.colors(option).len(), cover.option(option).len());
        }
        assert!((0..102).all(|option| cover.colors(option).iter().all(|c| *c == 0)));
        assert_eq!((cover.option(102), cover.colors(102)), (&[3, 0, 2][..], &[9, 0, 4][..]));
        assert_eq!((cover.colors(103), cover.colors(104)), (&[0, 0][..], &[4][..]));
    }
}

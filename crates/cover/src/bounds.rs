//! How often a primary item must be covered: exactly once, or between two bounds.

use super::{Cover, CoverError, memory};
use quadrille_base::error::Error;

/// The bounds of items that are not covered exactly once.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Bounds {
    /// The lower and upper bound of every primary item; empty while all of them are 1 and 1.
    of_items: Vec<(u32, u32)>,
    /// The number of items with bounds other than 1 and 1.
    others: usize,
}

const ONCE: (u32, u32) = (1, 1);

impl Cover {
    /// Sets the bounds of a primary item: at least `low` and at most `high` of the options with this item must be
    /// chosen. Without this call they are 1 and 1.
    ///
    /// With `low` 0 the item need not be covered. This is not the same as a secondary item: an option must have a
    /// primary item to be chosen, and an option with a primary item gives two solutions, with it and without it,
    /// unless another item decides.
    ///
    /// ```
    /// use quadrille::cover::{Cover, CoverSolver};
    ///
    /// // Two or three of four options.
    /// let mut cover = Cover::new(1).with_secondary(1);
    /// (0..4).for_each(|_| _ = cover.add(&[0]).unwrap());
    /// cover.set_bounds(0, 2, 3)?;
    /// assert_eq!((cover.bounds(0), cover.has_bounds()), ((2, 3), true));
    /// assert_eq!(CoverSolver::new(&cover).solutions().count(), 6 + 4);
    /// assert_eq!(cover.set_bounds(0, 2, 1).unwrap_err().to_string(), "the lower bound 2 is above the upper bound 1");
    /// assert_eq!(cover.set_bounds(1, 0, 1).unwrap_err().to_string(), "secondary item 1 cannot have bounds");
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the item does not exist or is secondary, if `low` is above `high` or `high` is 0, or if memory runs out. The
    /// problem is then unchanged.
    pub fn set_bounds(&mut self, item: usize, low: u32, high: u32) -> Result<(), Error> {
        if item >= self.items {
            return Err(CoverError::UnknownItem { item, items: self.items }.into());
        }
        if item >= self.primary {
            return Err(CoverError::BoundedSecondary(item).into());
        }
        if low > high || high == 0 {
            return Err(CoverError::InvalidBounds { low, high }.into());
        }
        let (before, after) = (self.bounds(item), (low, high));
        let Bounds { of_items, others } = &mut self.bounds;
        if after != ONCE && of_items.is_empty() {
            *of_items = memory::filled(ONCE, self.primary)?;
        }
        *others = *others + usize::from(after != ONCE) - usize::from(before != ONCE);
        match of_items.get_mut(item) {
            // Equal problems have equal fields.
            Some(_) if *others == 0 => *of_items = Vec::new(),
            Some(bounds) => *bounds = after,
            None => {}
        }
        Ok(())
    }

    /// The lower and the upper bound on the number of chosen options with a primary item.
    ///
    /// # Panics
    /// If the primary item does not exist.
    pub fn bounds(&self, item: usize) -> (u32, u32) {
        assert!(item < self.primary, "item {item} is not a primary item");
        self.bounds.of_items.get(item).copied().unwrap_or(ONCE)
    }

    /// Whether any primary item has bounds other than 1 and 1.
    pub fn has_bounds(&self) -> bool {
        self.bounds.others > 0
    }

    /// The first primary item that is in fewer options than its lower bound; without bounds, the first one that is not
    /// in any option. A problem with such an item has no solution.
    ///
    /// O(n) for n items in all options, regardless of the number of items of the problem; with bounds, O(i + n)
    /// for i items.
    pub fn uncovered(&self) -> Option<usize> {
        // Options with n items in all cannot cover more than n of the first n + 1 primary items.
        let some = if self.has_bounds() { self.primary } else { self.primary.min(self.nodes.len() + 1) };
        let mut counts = vec![0u32; some];
        for &item in &self.nodes {
            if let Some(count) = counts.get_mut(item as usize) {
                *count = count.saturating_add(1);
            }
        }
        (0..some).find(|&item| counts[item] < self.bounds(item).0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_take_no_memory_until_used_and_none_once_all_are_one() {
        let mut cover = Cover::new(3).with_secondary(1);
        cover.set_bounds(1, 1, 1).unwrap();
        assert!(cover.bounds.of_items.is_empty() && !cover.has_bounds());
        let before = cover.clone();
        cover.set_bounds(1, 0, 4).unwrap();
        cover.set_bounds(2, 2, 2).unwrap();
        cover.set_bounds(2, 0, 1).unwrap();
        assert_eq!([0, 1, 2].map(|item| cover.bounds(item)), [(1, 1), (0, 4), (0, 1)]);
        assert!(cover.has_bounds() && cover != before);
        cover.set_bounds(1, 1, 1).unwrap();
        assert!(cover.has_bounds());
        cover.set_bounds(2, 1, 1).unwrap();
        assert!(!cover.has_bounds() && cover == before && cover.bounds.of_items.is_empty());
    }

    #[test]
    fn bounds_that_are_refused_leave_the_problem_unchanged() {
        let mut cover = Cover::new(2).with_secondary(1);
        cover.set_bounds(0, 0, 5).unwrap();
        let before = cover.clone();
        assert_eq!(
            cover.set_bounds(3, 1, 1).unwrap_err().reason(),
            Some(&CoverError::UnknownItem { item: 3, items: 3 })
        );
        assert_eq!(cover.set_bounds(2, 1, 1).unwrap_err().reason(), Some(&CoverError::BoundedSecondary(2)));
        assert_eq!(
            cover.set_bounds(0, 0, 0).unwrap_err().reason(),
            Some(&CoverError::InvalidBounds { low: 0, high: 0 })
        );
        assert_eq!(
            cover.set_bounds(0, 3, 2).unwrap_err().reason(),
            Some(&CoverError::InvalidBounds { low: 3, high: 2 })
        );
        assert_eq!(cover, before);
    }

    #[test]
    fn an_item_in_fewer_options_than_its_lower_bound_is_uncovered() {
        let mut cover = Cover::new(3);
        assert_eq!(cover.uncovered(), Some(0));
        cover.add(&[0, 1]).unwrap();
        assert_eq!(cover.uncovered(), Some(2));
        cover.set_bounds(2, 0, 9).unwrap();
        assert_eq!(cover.uncovered(), None);
        cover.set_bounds(1, 2, 2).unwrap();
        assert_eq!(cover.uncovered(), Some(1));
        cover.add(&[1]).unwrap();
        assert_eq!(cover.uncovered(), None);
        cover.set_bounds(0, 0, 1).unwrap();
        assert_eq!(Cover::new(0).with_secondary(1).uncovered(), None);
    }
}

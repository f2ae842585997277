//! The costs of options.

use super::{Cover, CoverError, memory};
use quadrille_base::error::Error;

/// The costs of options.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Costs {
    /// The cost of every option up to the last one that has a cost. Equal problems have equal fields.
    of_options: Vec<u64>,
    sum: u64,
}

impl Cover {
    /// Sets the cost of an option. Without this call it is 0.
    ///
    /// The costs of all options add up to less than 2⁶⁴, so the costs of any solution do as well.
    ///
    /// ```
    /// use quadrille::cover::Cover;
    ///
    /// let mut cover = Cover::new(1);
    /// cover.add(&[0])?;
    /// cover.add(&[0])?;
    /// cover.set_cost(0, 7)?;
    /// assert_eq!((cover.cost(0), cover.cost(1), cover.has_costs()), (7, 0, true));
    /// assert!(cover.set_cost(1, u64::MAX).unwrap_err().to_string().contains("2⁶⁴"));
    /// # Ok::<(), quadrille::Error>(())
    /// ```
    ///
    /// # Errors
    /// If the option does not exist, if the costs of all options add up to 2⁶⁴ or more, or if memory runs out.
    /// The problem is then unchanged.
    pub fn set_cost(&mut self, option: usize, cost: u64) -> Result<(), Error> {
        if option >= self.len() {
            return Err(CoverError::UnknownOption { option, options: self.len() }.into());
        }
        let sum = (self.costs.sum - self.cost(option)).checked_add(cost).ok_or(CoverError::CostsTooLarge)?;
        let Costs { of_options, .. } = &mut self.costs;
        if cost > 0 && option >= of_options.len() {
            memory::reserve(of_options, option + 1 - of_options.len())?;
            of_options.resize(option + 1, 0);
        }
        if let Some(at) = of_options.get_mut(option) {
            *at = cost;
        }
        while of_options.last() == Some(&0) {
            of_options.pop();
        }
        self.costs.sum = sum;
        Ok(())
    }

    /// The cost of an option.
    ///
    /// # Panics
    /// If the option does not exist.
    pub fn cost(&self, option: usize) -> u64 {
        assert!(option < self.len(), "option {option} does not exist");
        self.costs.of_options.get(option).copied().unwrap_or(0)
    }

    /// Whether any option has a cost other than 0.
    pub fn has_costs(&self) -> bool {
        !self.costs.of_options.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn costs_take_no_memory_until_used_and_none_once_all_are_zero() {
        let mut cover = Cover::new(1);
        (0..5).for_each(|_| _ = cover.add(&[0]).unwrap());
        let before = cover.clone();
        cover.set_cost(4, 0).unwrap();
        assert!(!cover.has_costs() && cover.costs.of_options.capacity() == 0);
        cover.set_cost(1, 3).unwrap();
        cover.set_cost(3, 9).unwrap();
        cover.add(&[0]).unwrap();
        assert_eq!([0, 1, 2, 3, 4, 5].map(|option| cover.cost(option)), [0, 3, 0, 9, 0, 0]);
        cover.set_cost(3, 0).unwrap();
        assert_eq!(cover.costs.of_options, [0, 3]);
        cover.set_cost(1, 0).unwrap();
        assert!(!cover.has_costs() && cover.costs == before.costs);
    }

    #[test]
    fn costs_that_are_refused_leave_the_problem_unchanged() {
        let mut cover = Cover::new(1);
        (0..2).for_each(|_| _ = cover.add(&[0]).unwrap());
        cover.set_cost(0, u64::MAX).unwrap();
        let before = cover.clone();
        assert_eq!(cover.set_cost(1, 1).unwrap_err().reason(), Some(&CoverError::CostsTooLarge));
        assert_eq!(
            cover.set_cost(2, 0).unwrap_err().reason(),
            Some(&CoverError::UnknownOption { option: 2, options: 2 })
        );
        assert_eq!(cover, before);
        cover.set_cost(0, u64::MAX - 1).unwrap();
        assert_eq!(cover.set_cost(1, 1), Ok(()));
    }
}

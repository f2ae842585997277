//! Why a problem refuses an option, a bound or a cost.

use super::OutOfMemory;
use quadrille_base::error::{Error, ErrorKind};

/// Why an option, a bound or a cost was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CoverError {
    /// The option names an item that the problem does not have.
    UnknownItem {
        /// The item.
        item: usize,
        /// Number of items of the problem.
        items: usize,
    },
    /// The option names an item twice.
    RepeatedItem(usize),
    /// The option gives a primary item a color.
    ColoredPrimary(usize),
    /// Bounds were given for a secondary item.
    BoundedSecondary(usize),
    /// The bounds are empty, or allow no option at all.
    InvalidBounds {
        /// The lower bound.
        low: u32,
        /// The upper bound.
        high: u32,
    },
    /// A cost was given for an option that the problem does not have.
    UnknownOption {
        /// The option.
        option: usize,
        /// Number of options of the problem.
        options: usize,
    },
    /// The costs of all options would add up to 2⁶⁴ or more.
    CostsTooLarge,
    /// Memory for the option, the bounds or the costs could not be allocated.
    OutOfMemory(OutOfMemory),
}

impl From<OutOfMemory> for CoverError {
    fn from(error: OutOfMemory) -> CoverError {
        CoverError::OutOfMemory(error)
    }
}

impl std::fmt::Display for CoverError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {
            CoverError::UnknownItem { item, items } => {
                write!(f, "item {item} does not exist: the problem has {items} items")
            }
            CoverError::RepeatedItem(item) => write!(f, "item {item} is repeated in the option"),
            CoverError::ColoredPrimary(item) => write!(f, "primary item {item} cannot have a color"),
            CoverError::BoundedSecondary(item) => write!(f, "secondary item {item} cannot have bounds"),
            CoverError::InvalidBounds { high: 0, .. } => write!(f, "the upper bound must be 1 or more"),
            CoverError::InvalidBounds { low, high } => {
                write!(f, "the lower bound {low} is above the upper bound {high}")
            }
            CoverError::UnknownOption { option, options } => {
                write!(f, "option {option} does not exist: the problem has {options} options")
            }
            CoverError::CostsTooLarge => write!(f, "the costs of all options add up to 2⁶⁴ or more"),
            CoverError::OutOfMemory(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CoverError {}

impl From<CoverError> for Error {
    fn from(error: CoverError) -> Error {
        match error {
            CoverError::OutOfMemory(error) => error.into(),
            _ => Error::of(ErrorKind::Malformed, error),
        }
    }
}

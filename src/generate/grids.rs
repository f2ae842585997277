//! Where complete grids come from.

use super::{GenerateError, plain_grids::PlainGrids, random::Stream, variant_grids::VariantGrids};
use crate::grid::{Rules, Shape};

/// Makes random complete grids.
pub(super) enum Grids {
    Plain(Box<PlainGrids>),
    Variant(Box<VariantGrids>),
}

impl Grids {
    pub(super) fn new(shape: Shape, rules: Option<&Rules>) -> Grids {
        match rules {
            None => Grids::Plain(Box::new(PlainGrids::new(shape))),
            Some(rules) => Grids::Variant(Box::new(VariantGrids::new(rules))),
        }
    }

    /// Fills `grid`; its contents are overwritten.
    ///
    /// # Errors
    /// If no grid satisfies the rules, or none was found.
    pub(super) fn make(&mut self, stream: &mut Stream, grid: &mut [u8]) -> Result<(), GenerateError> {
        match self {
            Grids::Plain(grids) => {
                grids.make(stream, grid);
                Ok(())
            }
            Grids::Variant(grids) => grids.make(stream, grid),
        }
    }
}

//! The sources of complete grids.

use super::{GenerateError, group_grids::GroupGrids, plain_grids::PlainGrids, variant_grids::VariantGrids};
use quadrille_base::random::Stream;
use quadrille_grid::{Rules, Shape, Variant};

/// Makes random complete grids.
pub(super) enum Grids {
    Plain(Box<PlainGrids>),
    Variant(Box<VariantGrids>),
    Groups(Box<GroupGrids>),
}

impl Grids {
    pub(super) fn new(shape: Shape, rules: Option<&Rules>) -> Grids {
        match rules {
            None => Grids::Plain(Box::new(PlainGrids::new(shape))),
            // The search for such a grid does not end; the search for a smaller one takes milliseconds.
            Some(rules) if shape.side() > 16 && *rules.variants() == Variant::DisjointGroups.into() => {
                Grids::Groups(Box::new(GroupGrids::new(shape)))
            }
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
            Grids::Groups(grids) => {
                grids.make(stream, grid);
                Ok(())
            }
        }
    }
}

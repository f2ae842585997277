//! The settings of a solver.

use quadrille_base::limits::Limits;
use quadrille_grid::{Shape, Variants};
use std::sync::Arc;

/// The settings that all threads of a call share.
#[derive(Clone, Default)]
pub(super) struct Settings {
    pub limits: Limits,
    pub variants: Arc<Variants>,
}

impl Settings {
    /// Whether the variants fit boards of a shape.
    pub fn fit(&self, shape: Shape) -> bool {
        self.variants.is_plain() || self.variants.fit(shape).is_ok()
    }
}

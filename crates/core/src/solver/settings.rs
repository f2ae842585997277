//! The settings of a solver.

use crate::grid::{Shape, Variants};
use crate::limits::Limits;
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

//! The steps of closures, and their ratings.

use super::closure::{Ends, Mode};
use crate::techniques::step::Technique;

/// The kinds of steps, which decide between steps of the same length.
pub(super) const DOUBLE: u8 = 1;
pub(super) const CELL: u8 = 5;
pub(super) const HOUSE: u8 = 6;
pub(super) const CONTRADICTION: u8 = 7;

/// A step: its kind, for houses the kind of house, and the key that it makes true.
#[derive(Clone, Copy)]
pub(super) struct Found {
    pub kind: u8,
    pub house: u8,
    pub effect: u16,
}

/// The basis of the ratings of a mode, and its technique.
pub(super) fn basis(mode: Mode) -> (u16, Technique) {
    match mode {
        Mode { dynamic: false, .. } => (80, Technique::MultipleChains),
        Mode { level: 0, .. } => (85, Technique::DynamicChains),
        Mode { level: 1, .. } => (90, Technique::DynamicChainsPlus),
        Mode { level, .. } => (85 + 5 * u16::from(level), Technique::NestedChains(level)),
    }
}

/// Closures whose steps are offered together.
#[derive(Clone, Copy)]
pub(super) struct Group {
    /// No step of the group is shorter.
    pub least: u32,
    pub kind: u8,
    /// For houses the kind of house.
    pub house: u8,
    /// For contradictions, whether the start is true.
    pub value: bool,
    /// The first start of the group.
    pub start: u16,
}

/// Takes a step and the ends of its argument.
pub(super) type Keep<'a> = &'a mut dyn FnMut(Found, &Ends<'_>);

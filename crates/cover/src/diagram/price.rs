//! The costs of options.

use crate::Cover;

/// The cost of an option: 1 if no option of the problem has a cost.
pub(super) fn price(cover: &Cover) -> impl Fn(usize) -> u64 {
    let has_costs = cover.has_costs();
    move |option| if has_costs { cover.cost(option) } else { 1 }
}

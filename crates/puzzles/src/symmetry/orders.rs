//! Orders of the rows or columns of a board that keep its bands or stacks together.

use super::transform::Order;
use quadrille_grid::Shape;

/// All orders of the columns of a board, ascending.
pub(super) fn orders(shape: Shape) -> Vec<Order> {
    let mut found = Vec::new();
    extend(shape, &mut std::array::from_fn(|c| c as u8), 0, &mut found);
    found
}

/// Fills the columns from `at` on in all possible ways.
fn extend(shape: Shape, order: &mut Order, at: usize, found: &mut Vec<Order>) {
    let (side, width) = (shape.side(), shape.box_columns());
    if at == side {
        return found.push(*order);
    }
    for column in 0..side as u8 {
        let is_new = !order[..at].contains(&column);
        let stack = usize::from(column) / width;
        let stays = match at % width {
            0 => true,
            _ => usize::from(order[at - 1]) / width == stack,
        };
        if is_new && stays {
            order[at] = column;
            extend(shape, order, at + 1, found);
        }
    }
}

/// `by⁻¹ p by`, where `undo` is `by⁻¹`.
#[inline(always)]
pub(super) fn conjugate(p: &Order, by: &Order, undo: &Order) -> Order {
    std::array::from_fn(|c| undo[usize::from(p[usize::from(by[c])])])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::transform::SIDE;

    #[test]
    fn orders_are_complete_and_ascending() {
        for (side, count) in [(4, 8), (6, 72), (9, 1296)] {
            let found = orders(Shape::from_side(side).unwrap());
            assert_eq!(found.len(), count);
            assert!(found.is_sorted() && found.windows(2).all(|two| two[0] != two[1]));
            assert!(found.iter().all(|order| (side..SIDE).all(|i| usize::from(order[i]) == i)));
        }
    }
}

//! A sudoku as an exact cover problem, for the exact cover crates.

/// The cell, row, column and box items of a candidate; `v` is the digit, from 0.
pub fn items(side: usize, cell: usize, v: usize) -> [usize; 4] {
    let area = side * side;
    let (r, c) = (cell / side, cell % side);
    let (rows, cols) = box_of(side);
    let b = r / rows * rows + c / cols;
    [cell, area + r * side + v, 2 * area + c * side + v, 3 * area + b * side + v]
}

fn box_of(side: usize) -> (usize, usize) {
    match side {
        6 => (2, 3),
        12 => (3, 4),
        _ => (side.isqrt(), side.isqrt()),
    }
}

/// Marks the items that the givens cover; `None` if two givens cover the same item.
pub fn covered(givens: &[u8]) -> Option<Vec<bool>> {
    let side = givens.len().isqrt();
    let mut covered = vec![false; 4 * givens.len()];
    for (cell, &d) in givens.iter().enumerate().filter(|&(_, &d)| d > 0) {
        for item in items(side, cell, usize::from(d) - 1) {
            if std::mem::replace(&mut covered[item], true) {
                return None;
            }
        }
    }
    Some(covered)
}

/// The remaining candidates: cell, digit from 0, items.
pub fn candidates<'a>(
    givens: &'a [u8],
    covered: &'a [bool],
) -> impl Iterator<Item = (usize, usize, [usize; 4])> + 'a {
    let side = givens.len().isqrt();
    let empty = (0..givens.len()).filter(|&cell| givens[cell] == 0);
    let all = empty.flat_map(move |cell| (0..side).map(move |v| (cell, v, items(side, cell, v))));
    all.filter(|(_, _, items)| items.iter().all(|&i| !covered[i]))
}

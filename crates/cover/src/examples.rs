//! Problems with known numbers of solutions, for the tests of the library and the tests in `tests/`.

use super::Cover;

/// Tilings of a board by dominoes: an option for each two neighboring cells.
pub fn dominoes(rows: usize, columns: usize) -> Cover {
    let mut cover = Cover::new(rows * columns);
    for cell in 0..rows * columns {
        if cell % columns + 1 < columns {
            cover.add(&[cell, cell + 1]).unwrap();
        }
        if cell + columns < rows * columns {
            cover.add(&[cell, cell + columns]).unwrap();
        }
    }
    cover
}

/// Latin squares: an option for each row, column and digit.
pub fn latin_squares(n: usize) -> Cover {
    let mut cover = Cover::new(3 * n * n);
    for (r, c, d) in (0..n * n * n).map(|i| (i / n / n, i / n % n, i % n)) {
        cover.add(&[r * n + c, n * n + r * n + d, 2 * n * n + c * n + d]).unwrap();
    }
    cover
}

/// Matrices of 0 and 1 in which every row and column has this sum: an option for each 1.
pub fn matrices(rows: usize, columns: usize, sum: u32) -> Cover {
    let mut cover = Cover::new(rows + columns);
    for cell in 0..rows * columns {
        cover.add(&[cell / columns, rows + cell % columns]).unwrap();
    }
    (0..rows + columns).for_each(|item| cover.set_bounds(item, sum, sum).unwrap());
    cover
}

/// A small problem, with colors and costs; `draw(n)` is a random number below `n`. Some split into components, and some
/// have interchangeable items.
pub fn random_problem(draw: &mut dyn FnMut(usize) -> usize) -> Cover {
    let (primary, secondary, parts, copies) = (1 + draw(6), draw(4), 1 + draw(2), 1 + draw(4) / 3);
    let mut cover = Cover::new(copies * primary).with_secondary(copies * secondary);
    let has_costs = draw(4) > 0;
    for _ in 0..draw(16) {
        let part = draw(parts);
        // Every item of the part with a probability of one third, and secondary items with a color.
        let items = (0..primary + secondary).filter(|item| item % parts == part);
        let option: Vec<_> = items.map(|item| (item, draw(3), draw(3) as u32)).collect();
        for copy in 0..copies {
            let item = |&(item, _, color): &(usize, usize, u32)| {
                if item < primary {
                    (copy * primary + item, 0)
                } else {
                    (copies * primary + copy * secondary + item - primary, color)
                }
            };
            let option: Vec<_> = option.iter().filter(|(_, drawn, _)| *drawn == 0).map(item).collect();
            let option = cover.add_colored(&option).unwrap();
            if has_costs {
                cover.set_cost(option, draw(10) as u64).unwrap();
            }
        }
    }
    cover
}

/// Gives half of the primary items, and at least one, bounds of up to three options.
pub fn add_random_bounds(cover: &mut Cover, draw: &mut dyn FnMut(usize) -> usize) {
    let first = draw(cover.primary());
    for item in 0..cover.primary() {
        if item == first || draw(2) == 0 {
            let high = 1 + draw(3);
            let low = draw(high + 1).min(2);
            // Exactly one is not a bound.
            let high = if (low, high) == (1, 1) { 2 } else { high };
            cover.set_bounds(item, low as u32, high as u32).unwrap();
        }
    }
}

//! Problems with known numbers of solutions, for tests within the library.

use super::Cover;

/// Tilings of a board by dominoes: an option for each two neighboring cells.
pub fn dominoes(rows: usize, columns: usize) -> Cover {
    let mut cover = Cover::new(rows * columns, 0);
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
    let mut cover = Cover::new(3 * n * n, 0);
    for (r, c, d) in (0..n * n * n).map(|i| (i / n / n, i / n % n, i % n)) {
        cover.add(&[r * n + c, n * n + r * n + d, 2 * n * n + c * n + d]).unwrap();
    }
    cover
}

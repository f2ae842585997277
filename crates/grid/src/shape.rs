//! The shape of a board: the size of its boxes and everything that follows from it.

/// A square board whose side is `box_rows × box_columns`.
///
/// Cells are numbered row by row from 0. Digits are 1 to [`side`](Self::side); in a slice of bytes, 0 is an empty
/// cell.
///
/// ```
/// use quadrille::Shape;
///
/// let shape = Shape::from_area(36).unwrap();
/// assert_eq!((shape.box_rows(), shape.box_columns(), shape.side()), (2, 3, 6));
/// assert_eq!((shape.row_of(7), shape.column_of(7), shape.box_of(7)), (1, 1, 0));
/// assert_eq!((Shape::from_side(6), shape.area()), (Some(shape), 36));
/// assert_eq!((shape.index(), Shape::EACH[1]), (1, shape));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shape {
    box_rows: u8,
    box_columns: u8,
}

impl Shape {
    /// The largest side of any shape, and so the largest digit.
    pub const MAX_SIDE: usize = 25;
    /// The most cells any shape has.
    pub const MAX_AREA: usize = Self::MAX_SIDE * Self::MAX_SIDE;
    /// The 9×9 board.
    pub const NINE: Shape = Shape { box_rows: 3, box_columns: 3 };
    /// All shapes, by ascending side.
    pub const ALL: &[Shape] = &Shape::EACH;
    /// [`ALL`](Self::ALL) as an array, for tables with one entry per shape.
    pub const EACH: [Shape; 6] = [
        Shape { box_rows: 2, box_columns: 2 },
        Shape { box_rows: 2, box_columns: 3 },
        Shape::NINE,
        Shape { box_rows: 3, box_columns: 4 },
        Shape { box_rows: 4, box_columns: 4 },
        Shape { box_rows: 5, box_columns: 5 },
    ];

    /// The shape with this many digits: 4, 6, 9, 12, 16 or 25.
    pub fn from_side(side: usize) -> Option<Shape> {
        Self::EACH.into_iter().find(|s| s.side() == side)
    }

    /// The shape with this many cells: 16, 36, 81, 144, 256 or 625.
    pub const fn from_area(area: usize) -> Option<Shape> {
        match area {
            16 => Some(Self::EACH[0]),
            36 => Some(Self::EACH[1]),
            81 => Some(Self::EACH[2]),
            144 => Some(Self::EACH[3]),
            256 => Some(Self::EACH[4]),
            625 => Some(Self::EACH[5]),
            _ => None,
        }
    }

    /// The index of this shape in [`Shape::ALL`], from 0, for tables with one entry per shape.
    pub fn index(self) -> usize {
        match self.side() {
            4 => 0,
            6 => 1,
            9 => 2,
            12 => 3,
            16 => 4,
            _ => 5,
        }
    }

    /// Rows of a box.
    pub const fn box_rows(self) -> usize {
        self.box_rows as usize
    }

    /// Columns of a box.
    pub const fn box_columns(self) -> usize {
        self.box_columns as usize
    }

    /// The number of rows, of columns, of boxes and of digits.
    pub const fn side(self) -> usize {
        self.box_rows() * self.box_columns()
    }

    /// Cells of the board.
    pub const fn area(self) -> usize {
        self.side() * self.side()
    }

    /// Row of a cell, from 0.
    pub const fn row_of(self, cell: usize) -> usize {
        cell / self.side()
    }

    /// Column of a cell, from 0.
    pub const fn column_of(self, cell: usize) -> usize {
        cell % self.side()
    }

    /// Box of a cell, from 0, counted row by row.
    pub const fn box_of(self, cell: usize) -> usize {
        let (row, col) = (self.row_of(cell), self.column_of(cell));
        // A band holds as many boxes as a box has rows.
        row / self.box_rows() * self.box_rows() + col / self.box_columns()
    }
}

impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{0}×{0}", self.side())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_is_found_by_side_area_and_index() {
        for (i, &shape) in Shape::ALL.iter().enumerate() {
            assert_eq!(shape.index(), i);
            assert_eq!(Shape::from_side(shape.side()), Some(shape));
            assert_eq!(Shape::from_area(shape.area()), Some(shape));
        }
        assert_eq!(Shape::from_area(80), None);
        assert_eq!(Shape::from_side(8), None);
    }

    #[test]
    fn every_box_has_side_cells_in_a_rectangle() {
        for &shape in Shape::ALL {
            for b in 0..shape.side() {
                let cells: Vec<_> = (0..shape.area()).filter(|&c| shape.box_of(c) == b).collect();
                assert_eq!(cells.len(), shape.side());
                let (first, last) = (cells[0], cells[cells.len() - 1]);
                assert_eq!(shape.row_of(last) - shape.row_of(first) + 1, shape.box_rows());
                assert_eq!(shape.column_of(last) - shape.column_of(first) + 1, shape.box_columns());
            }
        }
    }
}

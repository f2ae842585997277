//! Hidden singles among the givens of a puzzle, by sets of bits.
//!
//! A given is a hidden single of the others if, in its row, column or box, every other cell is given or sees its digit. A row
//! is covered by the columns that have the digit and by the boxes of its band that have it, a column likewise, and a
//! box by its rows and columns.

use quadrille_grid::Shape;

const SIDE: usize = Shape::MAX_SIDE;

pub(super) struct Hidden {
    shape: Shape,
    cells: Box<[Place]>,
    /// The given cells of each row by column, of each column by row, and of each box.
    given: [[u32; SIDE]; 3],
    /// The houses in which each digit is given.
    digits: [Sets; SIDE + 1],
    /// The columns of boxes of a band, and the rows of boxes of a stack.
    columns: Box<[u32]>,
    rows: Box<[u32]>,
    /// The first cell of each row of a box.
    starts: u32,
}

/// The houses of a cell.
#[derive(Clone, Copy)]
struct Place {
    row: u8,
    column: u8,
    /// Boxes are numbered band by band and stack by stack.
    by_band: u8,
    by_stack: u8,
    in_box: u8,
}

/// Sets of rows, of columns, and of boxes by both numbers.
#[derive(Clone, Copy, Default)]
struct Sets {
    rows: u32,
    columns: u32,
    by_band: u32,
    by_stack: u32,
}

impl Hidden {
    pub(super) fn new(shape: Shape) -> Hidden {
        let (height, width) = (shape.box_rows(), shape.box_columns());
        let place = |cell| {
            let (r, c) = (shape.row_of(cell), shape.column_of(cell));
            Place {
                row: r as u8,
                column: c as u8,
                by_band: (r / height * height + c / width) as u8,
                by_stack: (c / width * width + r / height) as u8,
                in_box: (r % height * width + c % width) as u8,
            }
        };
        Hidden {
            shape,
            cells: (0..shape.area()).map(place).collect(),
            given: [[0; SIDE]; 3],
            digits: [Sets::default(); SIDE + 1],
            columns: widened(height, width),
            rows: widened(width, height),
            starts: (0..height).fold(0, |starts, i| starts | 1 << (i * width)),
        }
    }

    /// Gives all cells of a complete grid.
    pub(super) fn fill(&mut self) {
        let all = ones(self.shape.side());
        self.given = [[all; SIDE]; 3];
        self.digits = [Sets { rows: all, columns: all, by_band: all, by_stack: all }; SIDE + 1];
    }

    /// Adds a given, or removes it.
    pub(super) fn flip(&mut self, cell: usize, digit: u8) {
        let Place { row, column, by_band, by_stack, in_box } = self.cells[cell];
        self.given[0][usize::from(row)] ^= 1 << column;
        self.given[1][usize::from(column)] ^= 1 << row;
        self.given[2][usize::from(by_band)] ^= 1 << in_box;
        let sets = &mut self.digits[usize::from(digit)];
        sets.rows ^= 1 << row;
        sets.columns ^= 1 << column;
        sets.by_band ^= 1 << by_band;
        sets.by_stack ^= 1 << by_stack;
    }

    /// Whether the given `digit` in `cell` is a hidden single of the other givens.
    pub(super) fn is_single(&self, cell: usize, digit: u8) -> bool {
        let Place { row, column, by_band, by_stack, .. } = self.cells[cell];
        let (height, width) = (self.shape.box_rows(), self.shape.box_columns());
        let sets = self.digits[usize::from(digit)];
        let others = Sets {
            rows: sets.rows & !(1 << row),
            columns: sets.columns & !(1 << column),
            by_band: sets.by_band & !(1 << by_band),
            by_stack: sets.by_stack & !(1 << by_stack),
        };
        let top = usize::from(row) / height * height;
        let left = usize::from(column) / width * width;
        let of_band = |set: u32| self.columns[(set >> top & ones(height)) as usize];
        let of_stack = |set: u32| self.rows[(set >> left & ones(width)) as usize];
        let in_row = others.columns | of_band(others.by_band);
        let in_column = others.rows | of_stack(others.by_stack);
        let in_box = of_band(others.rows) | ((others.columns >> left & ones(width)) * self.starts);
        let all = ones(self.shape.side());
        self.given[0][usize::from(row)] | in_row == all
            || self.given[1][usize::from(column)] | in_column == all
            || self.given[2][usize::from(by_band)] | in_box == all
    }
}

fn ones(count: usize) -> u32 {
    (1 << count) - 1
}

/// Every set of `count` bits, with `width` bits in place of each.
fn widened(count: usize, width: usize) -> Box<[u32]> {
    let wide = |set: u32| {
        (0..count).filter(|i| set >> i & 1 == 1).fold(0, |all, i| all | ones(width) << (i * width))
    };
    (0..1 << count).map(wide).collect()
}

#[cfg(test)]
mod tests {
    use super::super::plain_grids::PlainGrids;
    use super::*;
    use quadrille_base::random::Stream;

    /// Whether in one house of `cell` each other cell is given or sees another given `digit`.
    fn is_single(shape: Shape, givens: &[u8], cell: usize, digit: u8) -> bool {
        let houses = [Shape::row_of, Shape::column_of, Shape::box_of];
        let cells = || (0..shape.area()).filter(|&other| other != cell);
        let sees = |a: usize, b: usize| houses.iter().any(|house| house(shape, a) == house(shape, b));
        houses.iter().any(|house| {
            cells().filter(|&other| house(shape, other) == house(shape, cell)).all(|other| {
                givens[other] != 0 || cells().any(|seen| givens[seen] == digit && sees(seen, other))
            })
        })
    }

    #[test]
    fn hidden_singles_are_those_of_the_definition() {
        for shape in Shape::EACH {
            let mut stream = Stream::new(4, 1);
            let mut givens = vec![0; shape.area()];
            PlainGrids::new(shape).make(&mut stream, &mut givens);
            let mut hidden = Hidden::new(shape);
            hidden.fill();
            let mut seen = [0; 2];
            for _ in 0..shape.area().min(200) {
                let cell = stream.below(shape.area());
                let digit = givens[cell];
                if digit != 0 {
                    let expected = is_single(shape, &givens, cell, digit);
                    assert_eq!(hidden.is_single(cell, digit), expected, "{shape}: cell {cell}");
                    seen[usize::from(expected)] += 1;
                    hidden.flip(cell, digit);
                    givens[cell] = 0;
                }
            }
            assert!(shape.side() < 9 || seen[1] > 10, "{shape}: {seen:?}");
        }
    }
}

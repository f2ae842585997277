//! Canonical forms.

use super::{
    grids::GridSearch,
    least::LeastSearch,
    transform::{SIDE, Transform},
};
use crate::grid::Shape;

/// A canonical form, in cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Form {
    cells: [u8; SIDE * SIDE],
    /// A transformation that leads to it.
    pub transform: Transform,
    /// How many transformations leave the board as it is.
    pub automorphisms: u64,
}

impl Form {
    /// The cells, 0 for an empty one.
    pub fn cells(&self) -> &[u8] {
        &self.cells[..self.transform.shape.area()]
    }
}

/// Finds canonical forms. Keeps its memory.
pub(crate) struct FormSearch {
    grids: GridSearch,
    least: [Option<LeastSearch>; 3],
    transforms: Vec<Transform>,
}

impl FormSearch {
    pub fn new() -> FormSearch {
        FormSearch { grids: GridSearch::default(), least: [const { None }; 3], transforms: Vec::new() }
    }

    /// Whether boards of this shape have canonical forms: those of at most 9×9 cells.
    pub fn has_forms(shape: Shape) -> bool {
        shape.side() <= SIDE
    }

    /// The least morph of a complete board.
    pub fn grid(&mut self, shape: Shape, cells: &[u8]) -> Form {
        if shape != Shape::NINE {
            return self.least(shape, cells);
        }
        let found = self.grids.search(cells);
        form(&found[0], cells, found.len() as u64)
    }

    /// The form of a puzzle with exactly one solution.
    pub fn unique(&mut self, shape: Shape, givens: &[u8], solution: &[u8]) -> Form {
        if shape == Shape::NINE {
            return least_of(self.grids.search(solution), givens);
        }
        let (found, _) = search_of(&mut self.least, shape).search(solution);
        self.transforms.clear();
        self.transforms.extend(found);
        least_of(&self.transforms, givens)
    }

    /// The least morph of the cells.
    pub fn least(&mut self, shape: Shape, cells: &[u8]) -> Form {
        let (mut found, automorphisms) = search_of(&mut self.least, shape).search(cells);
        form(&found.next().expect("a board has a least morph"), cells, automorphisms)
    }
}

fn search_of(searches: &mut [Option<LeastSearch>; 3], shape: Shape) -> &mut LeastSearch {
    searches[shape.index()].get_or_insert_with(|| LeastSearch::new(shape))
}

fn form(transform: &Transform, cells: &[u8], automorphisms: u64) -> Form {
    let mut form = Form { cells: [0; SIDE * SIDE], transform: *transform, automorphisms };
    transform.apply_to(cells, &mut form.cells[..cells.len()]);
    form
}

/// The least morph of the givens by one of the transformations, which are not empty.
fn least_of(transforms: &[Transform], givens: &[u8]) -> Form {
    let mut least = form(&transforms[0], givens, 1);
    for transform in &transforms[1..] {
        let next = form(transform, givens, 1);
        match next.cells.cmp(&least.cells) {
            std::cmp::Ordering::Less => least = next,
            std::cmp::Ordering::Equal => least.automorphisms += 1,
            std::cmp::Ordering::Greater => {}
        }
    }
    least
}

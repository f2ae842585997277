//! Canonical forms.

use super::{
    grids::{Found, GridSearch},
    least::LeastSearch,
    transform::{SIDE, Transform},
};
use quadrille_grid::Shape;
use std::cmp::Ordering;

/// A canonical form, in cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawForm {
    cells: [u8; SIDE * SIDE],
    /// A transformation of the board to it.
    pub transform: Transform,
    /// The number of transformations that leave the board unchanged.
    pub automorphisms: u64,
}

impl RawForm {
    /// The cells, 0 for an empty one.
    pub fn cells(&self) -> &[u8] {
        &self.cells[..self.transform.shape.area()]
    }
}

/// Finds canonical forms. Keeps its memory.
#[derive(Default)]
pub struct FormSearch {
    grids: GridSearch,
    least: [Option<LeastSearch>; 3],
    transforms: Vec<Transform>,
}

impl FormSearch {
    /// Whether boards of this shape have canonical forms, which is so up to 9×9 cells.
    pub fn has_forms(shape: Shape) -> bool {
        shape.side() <= SIDE
    }

    /// The least morph of a complete board.
    pub fn grid(&mut self, shape: Shape, cells: &[u8]) -> RawForm {
        if shape != Shape::NINE {
            return self.least(shape, cells);
        }
        let found = self.grids.search(cells, false);
        form(&found.leaders[0], cells, (found.pairs * found.ties.len()) as u64)
    }

    /// The form of a puzzle with exactly one solution.
    pub fn unique(&mut self, shape: Shape, givens: &[u8], solution: &[u8]) -> RawForm {
        if shape == Shape::NINE {
            let Found { leaders, ties, .. } = self.grids.search(solution, true);
            let back = ties[0].inverse();
            self.transforms.clear();
            self.transforms.extend(ties.iter().map(|tie| back.then(tie)));
            return least_of(leaders, &self.transforms, givens);
        }
        let (found, _) = search_of(&mut self.least, shape).search(solution);
        self.transforms.clear();
        self.transforms.extend(found);
        least_of(&self.transforms, &[Transform::identity(shape).expect("a shape with forms")], givens)
    }

    /// The least morph of the cells.
    pub fn least(&mut self, shape: Shape, cells: &[u8]) -> RawForm {
        let (mut found, automorphisms) = search_of(&mut self.least, shape).search(cells);
        form(&found.next().expect("a board has a least morph"), cells, automorphisms)
    }
}

fn search_of(searches: &mut [Option<LeastSearch>; 3], shape: Shape) -> &mut LeastSearch {
    searches[shape.index()].get_or_insert_with(|| LeastSearch::new(shape))
}

fn form(transform: &Transform, cells: &[u8], automorphisms: u64) -> RawForm {
    let mut form = RawForm { cells: [0; SIDE * SIDE], transform: *transform, automorphisms };
    transform.apply_to(cells, &mut form.cells[..cells.len()]);
    form
}

/// The least morph of the givens by a transformation that is one of the first followed by one of the others. Neither list is empty.
fn least_of(first: &[Transform], then: &[Transform], givens: &[u8]) -> RawForm {
    let mut least = RawForm { cells: [u8::MAX; SIDE * SIDE], transform: first[0], automorphisms: 0 };
    let mut morph = [0; SIDE * SIDE];
    let morph = &mut morph[..givens.len()];
    let mut best = (&first[0], &then[0]);
    for first in first {
        first.apply_to(givens, morph);
        for then in then {
            match then.apply_if_less(morph, &mut least.cells) {
                Ordering::Less => (best, least.automorphisms) = ((first, then), 1),
                Ordering::Equal => least.automorphisms += 1,
                Ordering::Greater => {}
            }
        }
    }
    least.transform = best.0.then(best.1);
    least
}

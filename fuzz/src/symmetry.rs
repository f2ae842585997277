//! Canonical forms.

use quadrille::{
    Outcome, Puzzle, Shape, Solution, Solver,
    symmetry::{Symmetries, Transform, canonical, minlex},
};

/// The solution of a puzzle, if it has exactly one.
fn solve(puzzle: &Puzzle) -> Option<Solution> {
    let verdict = Solver::new().limit(2).solve(puzzle);
    verdict.solution().filter(|_| verdict.outcome() == Outcome::Unique).cloned()
}

/// A puzzle of 4×4, 6×6 or 9×9 cells with any givens, or with any part of a solution: these often have exactly one.
fn puzzle(shape: Shape, is_part: bool, data: &[u8]) -> Puzzle {
    let byte = |cell: usize| data.get(cell).copied().unwrap_or(0);
    let digit = |cell| if usize::from(byte(cell)) <= shape.side() { byte(cell) } else { 0 };
    let any = Puzzle::new((0..shape.area()).map(digit).collect::<Vec<_>>()).expect("digits of the board");
    let verdict = Solver::new().solve(&any);
    match verdict.solution().filter(|_| is_part) {
        Some(solution) => {
            let keep =
                |(cell, &digit): (usize, &u8)| if byte(shape.area() + cell) & 1 == 1 { digit } else { 0 };
            Puzzle::new(solution.cells().iter().enumerate().map(keep).collect::<Vec<_>>()).expect("digits")
        }
        None => any,
    }
}

/// All morphs of a puzzle have its form and as many automorphisms, the form is its own, and the solution of the form is the
/// form of the solution.
pub fn symmetry(data: &[u8]) {
    let [kind, number, data @ ..] = data else { return };
    let shape = Shape::from_side([4, 6, 9, 9][usize::from(kind % 4)]).expect("a shape");
    let puzzle = puzzle(shape, kind & 4 > 0, data);
    let found = canonical(&puzzle).expect("a shape with forms");
    assert_eq!(found.transform.apply(&puzzle), found.form);
    let transform =
        Transform::random(shape, Symmetries::ALL, 1, u64::from(*number)).expect("a shape with forms");
    let morph = canonical(&transform.apply(&puzzle)).expect("a shape with forms");
    assert_eq!((&morph.form, morph.automorphisms), (&found.form, found.automorphisms));
    assert_eq!(canonical(&found.form).expect("a shape with forms").form, found.form);
    if let Some(solution) = solve(&puzzle) {
        let of_form = solve(&found.form).expect("a morph has as many solutions");
        assert_eq!(of_form, minlex(&solution).expect("a shape with forms").form);
    }
}

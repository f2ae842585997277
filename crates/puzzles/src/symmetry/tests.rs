//! The laws of the group, known grids, and the canonical forms of morphs.

mod structured;

use super::{form::FormSearch, least::LeastSearch, *};
use proptest::prelude::*;
use std::collections::{BTreeMap, HashSet};

/// A grid, its least morph and its number of automorphisms, by an independent program.
const KNOWN: [(&str, &str, u64); 3] = [
    (
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        648,
    ),
    (
        "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
        "123456789457893612986217354274538196531964827698721435342685971715349268869172543",
        72,
    ),
    (
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
        "123456789456789123789123456214365897365897214897214365531642978642978531978531642",
        3,
    ),
];

fn shapes() -> impl Strategy<Value = Shape> {
    prop_oneof![Just(4), Just(6), Just(9)].prop_map(|side| Shape::from_side(side).unwrap())
}

/// Complete boards, some of them with many automorphisms.
fn grids() -> impl Strategy<Value = (Shape, Vec<u8>)> {
    prop_oneof![
        Just("1234341221434321"),
        Just("1234341223414123"),
        Just("123456456123231564564231312645645312"),
        Just("123456456123214365365214531642642531"),
        Just(KNOWN[0].0),
        Just(KNOWN[1].0),
        Just(KNOWN[2].0),
    ]
    .prop_map(|grid| (Shape::from_side(grid.len().isqrt()).unwrap(), cells(grid)))
}

fn random(shape: Shape, number: u64) -> Transform {
    Transform::random(shape, Symmetries::ALL, 20, number).unwrap()
}

fn cells(text: &str) -> Vec<u8> {
    text.bytes().map(|b| b.saturating_sub(b'0')).map(|d| if d > 9 { 0 } else { d }).collect()
}

fn morph(transform: &Transform, cells: &[u8]) -> Vec<u8> {
    let mut morph = vec![0; cells.len()];
    transform.apply_to(cells, &mut morph);
    morph
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn transformations_are_a_group(shape in shapes(), a: u64, b: u64, c: u64, seed: u64) {
        let (a, b, c) = (random(shape, a), random(shape, b), random(shape, c));
        let identity = Transform::identity(shape).unwrap();
        prop_assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        prop_assert_eq!(a.then(&identity), a);
        prop_assert_eq!(identity.then(&a), a);
        prop_assert_eq!(a.then(&a.inverse()), identity);
        prop_assert_eq!(a.inverse().then(&a), identity);
        prop_assert_eq!(a.then(&b).inverse(), b.inverse().then(&a.inverse()));
        // It acts on boards in the same way.
        let board: Vec<u8> = (0..shape.area()).map(|i| (seed.rotate_left(i as u32) % (shape.side() as u64 + 1)) as u8).collect();
        prop_assert_eq!(morph(&b, &morph(&a, &board)), morph(&a.then(&b), &board));
        prop_assert_eq!(a.to_string().parse(), Ok(a));
    }

    #[test]
    fn any_text_is_a_transformation_or_an_error(text in "(t-)?r[0-9]{0,10}-c[0-9]{3,10}-d[0-9]{3,10}.?|.{0,30}") {
        if let Ok(transform) = text.parse::<Transform>() {
            prop_assert_eq!(transform.to_string(), text);
        }
    }

    /// Puzzles with one solution, several and none; nearly empty ones too.
    #[test]
    fn all_morphs_of_a_puzzle_have_one_form(
        (shape, grid) in grids(), kept in proptest::collection::vec(any::<u8>(), 81), share in 0..=255u8, wrong in 0..3usize, number: u64,
    ) {
        let mut givens = grid;
        givens.iter_mut().zip(&kept).filter(|(_, kept)| **kept >= share).for_each(|(given, _)| *given = 0);
        givens[..wrong].fill(3);
        let puzzle = Puzzle::new(givens).unwrap();
        let found = canonical(&puzzle).unwrap();
        let moved = canonical(&random(shape, number).apply(&puzzle)).unwrap();
        prop_assert_eq!((&moved.form, moved.automorphisms), (&found.form, found.automorphisms));
        prop_assert_eq!(&found.transform.apply(&puzzle), &found.form);
        let again = canonical(&found.form).unwrap();
        prop_assert_eq!(&again.form, &found.form);
        // The solution of the form is the form of the solution.
        let solved = Solver::new().limit(2).solve(&puzzle);
        if solved.outcome() == Outcome::Unique {
            let of_form = Solver::new().limit(2).solve(&found.form);
            prop_assert_eq!(of_form.outcome(), Outcome::Unique);
            prop_assert_eq!(of_form.solution(), Some(&minlex(solved.solution().unwrap()).unwrap().form));
        }
    }

    /// Arbitrary cells.
    #[test]
    fn all_morphs_of_any_cells_have_one_form(
        shape in shapes(), cells in proptest::collection::vec(any::<u8>(), 81), most in 1..=255u8, number: u64,
    ) {
        let digit = |cell: &u8| cell % (most % shape.side() as u8 + 2).min(shape.side() as u8 + 1);
        let puzzle = Puzzle::new(cells[..shape.area()].iter().map(digit).collect::<Vec<_>>()).unwrap();
        let (found, moved) = (canonical(&puzzle).unwrap(), canonical(&random(shape, number).apply(&puzzle)).unwrap());
        prop_assert_eq!((&moved.form, moved.automorphisms), (&found.form, found.automorphisms));
        prop_assert_eq!(canonical(&found.form).unwrap().form, found.form);
    }

    /// The fast search against the definition.
    #[test]
    fn the_least_grid_is_that_of_the_search_row_by_row(grid in 0..KNOWN.len(), change in 0..4u8, number: u64) {
        let mut grid = cells(KNOWN[grid].0);
        // Exchanging two digits in a band, where possible, gives other classes; otherwise the same grid is tested.
        let changed: Vec<u8> = grid.iter().enumerate().map(|(i, &d)| match d {
            1 if i < 27 && change == 1 => 2,
            2 if i < 27 && change == 1 => 1,
            d => d,
        }).collect();
        if quadrille_grid::verify::is_solution(Shape::NINE, &changed, &changed) {
            grid = changed;
        }
        let grid = morph(&random(Shape::NINE, number), &grid);
        let fast = FormSearch::default().grid(Shape::NINE, &grid);
        let mut slow = LeastSearch::new(Shape::NINE);
        let (mut found, automorphisms) = slow.search(&grid);
        prop_assert_eq!(fast.automorphisms, automorphisms);
        prop_assert_eq!(fast.cells(), morph(&found.next().unwrap(), &grid));
        prop_assert_eq!(morph(&fast.transform, &grid), fast.cells());
    }
}

#[test]
fn known_grids_have_their_forms_and_automorphisms() {
    for (grid, form, automorphisms) in KNOWN {
        for number in 0..50 {
            let grid = morph(&random(Shape::NINE, number), &cells(grid));
            let found = FormSearch::default().grid(Shape::NINE, &grid);
            assert_eq!((found.cells(), found.automorphisms), (&*cells(form), automorphisms));
        }
    }
}

/// All boards of a shape with a first row in ascending order.
fn boards(shape: Shape) -> Vec<Vec<u8>> {
    let mut givens = vec![0; shape.area()];
    (0..shape.side()).for_each(|c| givens[c] = c as u8 + 1);
    let solver = Solver::new();
    solver.solutions(&Puzzle::new(&givens).unwrap()).map(|solution| solution.cells().to_vec()).collect()
}

/// The numbers of classes are known, and the sizes of the classes add up to the number of boards.
#[test]
fn small_boards_have_as_many_classes_as_is_known() {
    for (side, count, classes, group) in [(4, 288u64, 2, 128 * 24), (6, 28_200_960, 49, 48 * 72 * 720)] {
        let shape = Shape::from_side(side).unwrap();
        let boards = boards(shape);
        assert_eq!(boards.len() as u64 * (1..=side as u64).product::<u64>(), count);
        let mut search = FormSearch::default();
        let forms: BTreeMap<_, _> = boards
            .iter()
            .map(|board| {
                let form = search.grid(shape, board);
                (form.cells().to_vec(), form.automorphisms)
            })
            .collect();
        assert_eq!(forms.len(), classes);
        assert_eq!(forms.values().map(|automorphisms| group / automorphisms).sum::<u64>(), count);
    }
}

/// All morphs of a 4×4 puzzle with any solutions, and no other boards, have its form: against all
/// transformations.
#[test]
fn forms_of_small_puzzles_are_the_least_of_all_morphs() {
    let shape = Shape::from_side(4).unwrap();
    let all: HashSet<Transform> = (0..40_000).map(|number| random(shape, number)).collect();
    assert_eq!(all.len(), 128 * 24);
    let mut search = FormSearch::default();
    for text in [
        "1...3..2..4.4..1",
        "1...............",
        "................",
        "11..............",
        "12..............",
        "1..2..........3.",
    ] {
        let givens = cells(text);
        let form = search.least(shape, &givens);
        let morphs: Vec<_> = all.iter().map(|transform| morph(transform, &givens)).collect();
        assert_eq!(form.cells(), morphs.iter().min().unwrap(), "{text}");
        assert_eq!(
            form.automorphisms,
            morphs.iter().filter(|morph| **morph == givens).count() as u64,
            "{text}"
        );
    }
}

#[test]
fn automorphisms_of_nearly_empty_boards_are_counted() {
    let of = |givens: &str| canonical(&givens.parse().unwrap()).unwrap().automorphisms;
    let factorial = |n: u64| (1..=n).product::<u64>();
    assert_eq!(of(&".".repeat(81)), 3_359_232 * factorial(9));
    // A cell is in its place under 1 of 81 transformations of the lines, transposed or not.
    assert_eq!(of(&format!("5{}", ".".repeat(80))), 3_359_232 / 81 * factorial(8));
    assert_eq!(of(&".".repeat(36)), 48 * 72 * factorial(6));
}

#[test]
fn larger_boards_are_refused() {
    let puzzle = Puzzle::new([0; 256]).unwrap();
    let error = canonical(&puzzle).unwrap_err();
    assert_eq!(
        error.to_string(),
        "boards of 4×4, 6×6 and 9×9 cells have canonical forms, boards of 16×16 have none"
    );
}

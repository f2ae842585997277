//! The engine against textbook dancing links: the same solutions of any problem, and of boards.

#[path = "../../benches/textbook/dancing_links.rs"]
mod dancing_links;

use crate::problems::{grids, langford, naive, pentominoes, queens, solutions};
use dancing_links::DancingLinks;
use proptest::prelude::*;
use quadrille::{
    Outcome, Puzzle, Shape, Solver,
    cover::{BoardCover, Cover, CoverSolver, is_exact_cover},
    engine::Limits,
};

const ALL: u64 = u64::MAX;

/// All solutions of the textbook solver, in order.
fn textbook(cover: &Cover) -> Vec<Vec<usize>> {
    let mut links = DancingLinks::new(cover);
    let mut found = Vec::new();
    let count = links.solve(&[], ALL, &mut |chosen| found.push(chosen.to_vec()));
    assert_eq!(count, found.len() as u64);
    // Every link is back in its place.
    assert_eq!(links.solve(&[], ALL, &mut |_| ()), count);
    found.iter_mut().for_each(|solution| solution.sort_unstable());
    found.sort_unstable();
    found
}

#[test]
fn the_textbook_solver_finds_the_known_counts() {
    let known = [(langford(7), 52), (langford(8), 300), (queens(6), 4), (queens(8), 92), (grids(2, 2), 288)];
    for (cover, count) in known {
        let found = textbook(&cover);
        assert_eq!(found.len(), count);
        assert!(found.iter().all(|solution| is_exact_cover(&cover, solution)));
    }
}

#[test]
fn the_solver_finds_the_solutions_of_the_textbook_solver() {
    for cover in [langford(8), queens(9), grids(2, 2), pentominoes(3, 20, false), pentominoes(4, 15, true)] {
        let found = solutions(&cover);
        assert!(!found.is_empty() && found == textbook(&cover));
    }
}

#[test]
fn the_limit_and_the_given_options_hold_in_the_textbook_solver() {
    let cover = grids(2, 2);
    let mut links = DancingLinks::new(&cover);
    for limit in [1, 2, 287, 288, 289] {
        assert_eq!(links.solve(&[], limit, &mut |_| ()), limit.min(288));
    }
    // Every option of a cell is in a quarter of the grids.
    for option in 0..4 {
        let count = links.solve(&[option], ALL, &mut |chosen| assert!(chosen.contains(&option)));
        assert_eq!(count, 72);
    }
    assert_eq!(links.solve(&[0, 1], ALL, &mut |_| ()), 0, "two digits in one cell");
    assert_eq!(links.solve(&[], ALL, &mut |_| ()), 288);
}

/// Problems of several sizes: small ones, which the sets of bits take whole, and large sparse ones, which
/// begin in the arena.
fn covers() -> impl Strategy<Value = Cover> {
    let size = prop_oneof![
        4 => (1usize..8, 0usize..5, 0usize..24, 3u32..6),
        2 => (8usize..14, 0usize..6, 10usize..60, 4u32..8),
        1 => (130usize..150, 0usize..9, 150usize..320, 90u32..140),
    ];
    size.prop_flat_map(|(primary, secondary, options, sparsity)| {
        let items = primary + secondary;
        let option = proptest::collection::vec(0..sparsity, items);
        proptest::collection::vec(option, options).prop_map(move |options| {
            let mut cover = Cover::new(primary).with_secondary(secondary);
            for cells in options {
                cover.add(&(0..items).filter(|&i| cells[i] == 0).collect::<Vec<_>>()).unwrap();
            }
            // An option for each item alone: the large problems have solutions then.
            if primary > 100 {
                (0..primary).for_each(|item| _ = cover.add(&[item]).unwrap());
            }
            cover
        })
    })
}

/// The first solutions of either solver are different ones, so a limited search is compared by its count.
fn compare(cover: &Cover, limit: u64) -> Result<(), TestCaseError> {
    let mut found = 0;
    let report = CoverSolver::new(cover).solve(&Limits::new(limit), |options| {
        found += u64::from(is_exact_cover(cover, options));
    });
    let count = DancingLinks::new(cover).solve(&[], limit, &mut |_| ());
    prop_assert_eq!((report.solutions, found), (count, count));
    prop_assert_eq!(report.outcome == Outcome::None, count == 0);
    Ok(())
}

/// A board of one of the smaller shapes: some digits of the pattern grid, some of them changed.
fn boards() -> impl Strategy<Value = (Shape, Vec<u8>)> {
    let shape = (0usize..5, 0usize..3).prop_map(|(shape, changes)| (Shape::ALL[shape], changes));
    shape.prop_flat_map(|(shape, changes)| {
        // The larger the board, the more givens: else the textbook solver takes too long.
        let holes = [0.7, 0.6, 0.45, 0.35, 0.3][shape.index().min(4)];
        let cells = proptest::collection::vec(proptest::bool::weighted(holes), shape.area());
        let change = (0..shape.area(), 0..=shape.side() as u8);
        (cells, proptest::collection::vec(change, changes)).prop_map(move |(holes, changes)| {
            let mut cells: Vec<u8> = (0..shape.area()).map(|cell| pattern(shape, cell)).collect();
            holes.iter().zip(&mut cells).filter(|(hole, _)| **hole).for_each(|(_, cell)| *cell = 0);
            changes.into_iter().for_each(|(cell, digit)| cells[cell] = digit);
            (shape, cells)
        })
    })
}

/// The digit of a cell in a grid whose rows are shifts of the first.
fn pattern(shape: Shape, cell: usize) -> u8 {
    let (row, col, side) = (shape.row_of(cell), shape.column_of(cell), shape.side());
    let shift = row % shape.box_rows() * shape.box_columns() + row / shape.box_rows();
    ((col + shift) % side) as u8 + 1
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(crate::common::cases(100, 500)))]

    #[test]
    fn any_problem_has_the_same_solutions(cover in covers()) {
        compare(&cover, 1)?;
        compare(&cover, 500)?;
        if DancingLinks::new(&cover).solve(&[], 500, &mut |_| ()) < 500 {
            let expected = textbook(&cover);
            prop_assert_eq!(&solutions(&cover), &expected);
            if cover.primary() < 8 && cover.len() < 24 {
                prop_assert_eq!(naive(&cover), expected);
            }
        }
    }

    #[test]
    fn boards_of_every_size_have_the_same_count_and_solution((shape, cells) in boards(), limit in 1u64..4) {
        let given = (0..cells.len()).filter(|&cell| cells[cell] > 0);
        let given: Vec<_> = given.map(|cell| cell * shape.side() + usize::from(cells[cell]) - 1).collect();
        let mut filled = cells.clone();
        let count = DancingLinks::new(BoardCover::new(&Puzzle::new(vec![0; shape.area()]).unwrap()).cover()).solve(&given, limit, &mut |chosen| {
            chosen.iter().for_each(|o| filled[o / shape.side()] = (o % shape.side()) as u8 + 1);
        });
        let puzzle = Puzzle::new(cells).unwrap();
        let answer = Solver::new().limit(limit).solve(&puzzle);
        prop_assert_eq!(answer.solutions(), count);
        if count == 1 && limit > 1 {
            let solution = answer.solution().unwrap();
            prop_assert_eq!(solution.cells(), &filled[..]);
        }
    }
}

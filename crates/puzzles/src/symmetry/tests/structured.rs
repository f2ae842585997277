//! Boards with much symmetry or few kinds of cells: the search for their least morphs must not follow many states.

use super::{super::least::LeastSearch, morph, random};
use quadrille_base::random::Stream;
use quadrille_grid::Shape;

type Board = Vec<u8>;

fn board(digit: impl Fn(usize, usize) -> usize) -> Board {
    (0..81).map(|cell| digit(cell / 9, cell % 9) as u8).collect()
}

/// Boards made by a rule.
fn regular() -> Vec<Board> {
    let given = |is_given: bool, digit| if is_given { digit } else { 0 };
    let mut boards = vec![
        board(|_, _| 0),
        board(|_, _| 1),
        board(|r, c| given(r == 4 && c == 4, 5)),
        board(|r, c| 1 + (r + c) % 2),
        board(|r, c| (r + c) % 2),
        board(|r, c| (r / 3 + c / 3) % 2 * (1 + r % 3)),
        board(|r, c| given((r + c) % 2 == 0, 1 + r)),
        board(|r, _| given(r < 3, 1)),
        board(|r, c| given(r < 3, 1 + (3 * r + c) % 9)),
        board(|r, c| given(r < 3, 1 + c)),
        board(|r, _| given(r < 6, 1 + r)),
        board(|r, c| given(r == c, 1)),
        board(|r, c| given(r == c, 1 + r)),
        board(|r, c| given(r == c || r + c == 8, 1 + r)),
        board(|r, c| given((r + c) % 3 == 0, 1 + r)),
        board(|r, c| 1 + (r + c) % 9),
        board(|r, c| 1 + (r * 2 + c) % 9),
        board(|r, c| 1 + (r + c) % 3 + 3 * ((r / 3 + c / 3) % 3)),
        board(|r, c| 1 + (3 * r + r / 3 + c) % 9),
        board(|r, c| 1 + 3 * (r % 3) + c % 3),
        board(|r, c| 1 + 3 * (r / 3) + c / 3),
        board(|r, c| 1 + (r / 3 + c / 3) % 3),
        board(|r, c| 1 + (r + c / 3) % 3),
        board(|r, c| 1 + (r % 3 + c % 3) % 3),
        board(|r, _| 1 + r),
        board(|r, c| 1 + r.max(c)),
        board(|r, c| 1 + r.abs_diff(c)),
        board(|r, c| given(r >= c, 1)),
        board(|r, c| 1 + r * c % 9),
        board(|r, c| 1 + (r + 1) * (c + 1) % 10 % 9),
    ];
    // Two givens, equal or not: in a row, a band, a box, or none of these.
    for (r, c) in [(0, 1), (0, 3), (1, 1), (1, 3), (3, 3)] {
        boards.extend([1, 2].map(|digit| {
            board(|row, column| match (row, column) {
                (0, 0) => 1,
                at => given(at == (r, c), digit),
            })
        }));
    }
    boards
}

/// Bands of rows that look alike, above a band without any order, so that no columns differ above it.
fn alike_above_random(stream: &mut Stream, kind: usize) -> Board {
    let random: Vec<usize> = (0..81).map(|_| stream.below(9)).collect();
    board(|r, c| match kind {
        _ if r > 5 || kind == 2 && r > 2 => 1 + random[9 * r + c],
        0 => 1 + r,
        1 => 1 + r % 2,
        2 => 1 + c,
        3 => {
            if r == 0 {
                1 + c
            } else {
                1
            }
        }
        _ => {
            if c < 3 {
                0
            } else {
                1 + r
            }
        }
    })
}

/// A board of `kinds` kinds of cells that one or two random movements of its lines leave unchanged.
fn invariant(stream: &mut Stream, kinds: usize) -> Board {
    let mut orbits: Vec<usize> = (0..81).collect();
    for _ in 0..1 + stream.below(2) {
        let mut transform = random(Shape::NINE, stream.below(1 << 20) as u64);
        // A power of it moves less.
        for _ in 0..stream.below(4) {
            transform = transform.then(&transform);
        }
        let from = |r: usize, c: usize| {
            let (r, c) = (usize::from(transform.rows[r]), usize::from(transform.columns[c]));
            if transform.is_transposed { 9 * c + r } else { 9 * r + c }
        };
        for to in 0..81 {
            let (one, other) = (orbits[to], orbits[from(to / 9, to % 9)]);
            orbits.iter_mut().filter(|orbit| **orbit == one).for_each(|orbit| *orbit = other);
        }
    }
    let digits: Vec<u8> = (0..81).map(|_| stream.below(kinds) as u8).collect();
    orbits.iter().map(|&orbit| digits[orbit]).collect()
}

/// All boards of the test.
fn boards() -> Vec<Board> {
    let mut stream = Stream::new(9, 0);
    let mut boards = regular();
    for kind in 0..5 {
        boards.extend((0..4).map(|_| alike_above_random(&mut stream, kind)));
    }
    for kinds in [2, 2, 2, 3, 3, 3, 5, 10] {
        boards.extend((0..20).map(|_| invariant(&mut stream, kinds)));
    }
    boards
}

/// All morphs have one form, and few states are followed: their number is bounded by a counter, which does not depend
/// on the machine. A complete board without any repeated digit in a row or column has the most states after its first
/// row, 2 × 9 × 1,296. None of 20,000 boards as below, and of the boards derived from them by changes, needed more than
/// 128,304.
#[test]
fn morphs_of_structured_boards_have_one_form_and_need_few_states() {
    let mut search = LeastSearch::new(Shape::NINE);
    let mut form = |board: &Board| {
        let (form, automorphisms) = {
            let (mut found, automorphisms) = search.search(board);
            (morph(&found.next().unwrap(), board), automorphisms)
        };
        assert!(search.compared() <= 130_000, "{} states for {board:?}", search.compared());
        (form, automorphisms)
    };
    for board in boards() {
        let expected = form(&board);
        assert_eq!(form(&expected.0), expected, "{board:?}");
        for number in 0..50 {
            assert_eq!(form(&morph(&random(Shape::NINE, number), &board)), expected, "{board:?}");
        }
    }
}

/// Digits that do not occur can be renamed in any way, and each of these transformations counts.
#[test]
fn automorphisms_of_structured_boards_are_counted() {
    let mut search = LeastSearch::new(Shape::NINE);
    let mut count = |board: Board| search.search(&board).1;
    let factorial = |n: u64| (1..=n).product::<u64>();
    assert_eq!(count(board(|_, _| 1)), 3_359_232 * factorial(8));
    // All orders of the rows with one renaming each, all orders of the columns.
    assert_eq!(count(board(|r, _| 1 + r)), 1296 * 1296);
    // Each order of the rows with the same order of the columns.
    assert_eq!(count(board(|r, c| if r == c { 1 } else { 0 })), 2 * 1296 * factorial(8));
    assert_eq!(count(board(|r, c| if r == c { 1 + r } else { 0 })), 2 * 1296);
    // Two colors: in each band and stack the two lines of one kind, and the other bands; the colors cannot be
    // exchanged.
    assert_eq!(count(board(|r, c| (r + c) % 2)), 2 * (8 * 2) * (8 * 2) * factorial(8));
}

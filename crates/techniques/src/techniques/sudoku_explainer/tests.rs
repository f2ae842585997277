//! Puzzles with the ratings of the reference. The last three and the one with a hidden quad are from public sets, the others
//! from our generator.

use super::{Explainer, ExplainerRating};
use crate::techniques::{Position, Step, Technique};
use std::time::Duration;

mod reasons;

/// Techniques, puzzles that require them, and ER, EP, ED in tenths with and without the techniques that assume uniqueness.
#[rustfmt::skip]
const PUZZLES: &[(Technique, &str, [u16; 3], [u16; 3])] = &[
    (Technique::HiddenSingle, "7....5.....2..9..4..5..39.8.46.3....98......15.31....6...26...9.....74.......13..", [15, 12, 12], [15, 12, 12]),
    (Technique::DirectPointing, "..34...6...1.....2....61..9...95.218....3...7...2..6....561....9....758...4..2...", [17, 12, 12], [17, 12, 12]),
    (Technique::DirectHiddenPair, "...3....583..........1942.....95..2...96..5....7....1.4.....6...75...1.82.8.4..3.", [20, 12, 12], [20, 12, 12]),
    (Technique::NakedSingle, ".65..1..8..3..7.4..9..4..5.2....8.......3.....7..94.6.....8.2..9.2.5......74...9.", [23, 12, 12], [23, 12, 12]),
    (Technique::DirectHiddenTriplet, "..3.4..2...72..143......89..49......7.8.2.......53.....5.36.4...9...8...3...1.5..", [25, 12, 12], [25, 12, 12]),
    (Technique::Pointing, ".8......6...5..94.2.37.....7....3....52.......3.8.7.1...8...3.41...2...5.25.9....", [26, 12, 12], [26, 12, 12]),
    (Technique::Claiming, "...5....3.93..46....5.9.........6.21....3...71..9..8....8......71..6..4..2.4...78", [28, 12, 12], [28, 12, 12]),
    (Technique::NakedPair, ".25.....9...5..36..63.7..4..8.....76.......35..7.1......89.54.....7..29.1....4...", [30, 12, 12], [30, 12, 12]),
    (Technique::XWing, "4..8...1...54.2..892..3......2......17...6.3.39..14..5.........251...4.....1.5.8.", [32, 12, 12], [32, 12, 12]),
    (Technique::HiddenPair, ".9...8..61.6.5..9.....1.............9.82....7.3..8756...2......4...3....87.6....4", [34, 12, 12], [34, 12, 12]),
    (Technique::NakedTriplet, "..98..4.....34.92..5...93.1..59.......6......2475..8.......6..4.624......7.....36", [36, 12, 12], [36, 12, 12]),
    (Technique::HiddenTriplet, "83.7..........89....5...62..2.3.....1...7.8.65.8....9.......5.22...46..9.....1...", [40, 12, 12], [40, 12, 12]),
    (Technique::XyWing, ".3.4...711.....6....5...89....9........6.495.3....2...7..2..5......91..32..74....", [42, 12, 12], [42, 12, 12]),
    (Technique::XyzWing, ".9.......4..53.9....52.....96...1..5..1...29...2..51.8.5.3.....3..79.......4..7.3", [44, 12, 12], [44, 12, 12]),
    (Technique::UniqueRectangle, "8..5....7..4.2..6.9...8...2.....76.9.49......63........82.317.4.......1...7.48...", [45, 12, 12], [66, 12, 12]),
    (Technique::UniqueLoop, ".....7..3.8.3.....36.51....7.62...4.2......584.....36...2..59.........856....8.2.", [46, 12, 12], [66, 12, 12]),
    (Technique::HiddenQuad, "975...3.2..........38.............9...457.6....23..1..4...8...7...9...6...9.16...", [54, 12, 12], [54, 12, 12]),
    (Technique::Bug, ".2....5.18.49.1..6.5........8.........9.32.....31.....31.8.46.56..7....9...5..1..", [56, 12, 12], [72, 12, 12]),
    (Technique::AlignedPairExclusion, ".1.4.9.6.69....8...24...7.1.....7....8..9.1....1.2.5.....85...63.8.46...2........", [68, 12, 12], [68, 12, 12]),
    (Technique::Cycle, ".3..4......83........52.9.4....5.8.7..71.....5..2......7.....68..64....5....3...2", [68, 12, 12], [68, 12, 12]),
    (Technique::ForcingChain, "4..5..8....2.7........36.5.56..........3.9.....7...29..168.........6.5.1.2.9....6", [67, 12, 12], [67, 12, 12]),
    (Technique::Jellyfish, "..59..2.........9.42..3...15.....3.9....2....31...65...3..5........1..6.6....39.7", [71, 12, 12], [71, 12, 12]),
    (Technique::Swordfish, "8..9.16..2.......8......9.....3..1...2..4........5...2..46..3..95.....717......6.", [72, 12, 12], [72, 12, 12]),
    (Technique::NakedQuad, ".8.....3...167.....2..1.........8.4.....561.9.7....5..5.9.6..2...72....3....87..5", [73, 12, 12], [73, 12, 12]),
    (Technique::Nishio, "..6.5.......4.9....53..1..6..8..6...3..9....7.7.....42482.3.1.........24.......8.", [76, 12, 12], [76, 12, 12]),
    (Technique::MultipleChains, "7.2.3..8...........6..7.4.3...6.8.5..4......18......3....52.9..69...1.4.4....3.1.", [82, 12, 12], [82, 12, 12]),
    (Technique::AlignedTripletExclusion, "..7..362.4...2...3.......5...38...45..26....7....5.....71..............4.3..8297.", [83, 12, 12], [83, 12, 12]),
    (Technique::DynamicChains, "864.....75.76...1.......2...........7..14...81.....72...351.......46..95..69.8...", [90, 12, 12], [90, 12, 12]),
    (Technique::DynamicChainsPlus, "7.....4...2..7..8...3..8..9...5..3...6..2..9...1..7..6...3..9...3..4..6...9..1..5", [98, 12, 12], [98, 12, 12]),
    (Technique::DynamicChainsPlus, ".....1.....7.2.....9.6.8..5..1..7....6.9....42.9.........8...59.8....4....6.3...8", [101, 101, 98], [101, 101, 98]),
    (Technique::NestedChains(2), "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", [107, 107, 97], [107, 107, 97]),
];

fn cells(text: &str) -> [u8; 81] {
    let digits: Vec<u8> = text.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    digits.try_into().unwrap()
}

fn assert_ratings(uniqueness: bool) {
    let mut explainer = Explainer::new(uniqueness);
    for puzzle in PUZZLES {
        let [er, ep, ed] = if uniqueness { puzzle.2 } else { puzzle.3 };
        let rating = explainer.rate(&cells(puzzle.1));
        assert_eq!((rating.er, rating.ep, rating.ed), (er, ep, ed), "{puzzle:?}");
    }
}

#[test]
fn ratings_are_those_of_the_reference() {
    assert_ratings(true);
}

#[test]
fn ratings_without_uniqueness_are_those_of_the_reference() {
    assert_ratings(false);
}

#[test]
fn steps_have_their_techniques_and_agree_with_the_solution() {
    let mut explainer = Explainer::new(true);
    for &(technique, text, ..) in PUZZLES {
        let (mut steps, mut grid) = (Vec::<Step>::new(), cells(text));
        explainer.rate_steps(Position::new(&cells(text)), |step| steps.push(step.clone()));
        assert!(steps.iter().any(|step| step.technique == technique), "{technique:?} {text}");
        for (cell, digit) in steps.iter().filter_map(|step| step.placed) {
            assert_eq!(std::mem::replace(&mut grid[usize::from(cell)], digit + 1), 0);
        }
        for house in crate::techniques::houses::HOUSES {
            let digits = house.iter().fold(0, |digits, &cell| digits | 1 << grid[usize::from(cell)]);
            assert_eq!(digits, 0b11_1111_1110, "{text}");
        }
        for step in &steps {
            let is_wrong = |(cell, digit): (usize, usize)| usize::from(grid[cell]) == digit + 1;
            assert!(!step.removed.candidates().any(is_wrong), "{step:?}");
            assert_eq!(step.placed.is_some(), step.removed.is_empty(), "{step:?}");
        }
    }
}

#[test]
fn a_solved_grid_has_no_rating_and_a_board_with_two_solutions_the_greatest() {
    let grid = "123456789456789123789123456214365897365897214897214365531642978642978531978531642";
    assert_eq!(Explainer::new(true).rate(&cells(grid)), ExplainerRating::default());
    // 1 and 2 can be exchanged in two rows: without uniqueness nothing decides between them.
    let mut board = cells(grid);
    [0, 1, 27, 28].into_iter().for_each(|cell| board[cell] = 0);
    assert_eq!(Explainer::new(false).rate(&board), ExplainerRating { er: 200, ..Default::default() });
}

#[test]
fn removed_candidates_change_the_next_step() {
    let mut givens = [0; 81];
    givens[0] = 1;
    let mut candidates = [0x1ff; 81];
    candidates[80] = 1 << 4;
    let position = Position::with_candidates(&givens, &candidates);
    let step = Explainer::new(true).next(&position).expect("a naked single");
    assert_eq!((step.technique, step.placed), (Technique::NakedSingle, Some((80, 4))));
}

#[test]
fn a_rating_that_ends_early_is_a_bound() {
    let mut explainer = Explainer::new(true);
    for puzzle in PUZZLES.iter().filter(|puzzle| puzzle.2[0] < 80) {
        let (mut steps, position) = (Vec::new(), Position::new(&cells(puzzle.1)));
        let whole = explainer.rate_steps(position, |step| steps.push(step.clone()));
        assert_eq!((whole, whole.is_bound), (explainer.rate_from(position), false), "{puzzle:?}");
        let hardest = steps.iter().map(|step| (step.rating, step.technique)).max().unwrap();
        assert_eq!((whole.er, whole.technique), (hardest.0, Some(hardest.1)));
        for count in [0, 1, 2, steps.len() / 2, steps.len() - 1, steps.len()] {
            let mut limited = Explainer::new(true).max_steps(count as u64);
            let bound = limited.rate_from(position);
            let er = steps[..count].iter().map(|step| step.rating).max().unwrap_or(0);
            assert_eq!((bound.er, bound.is_bound), (er, count < steps.len()), "{count} {puzzle:?}");
            assert_eq!(bound, limited.rate_steps(position, |_| {}));
        }
    }
}

#[test]
fn a_rating_after_a_timeout_is_right_again() {
    let (hard, easy) = (&PUZZLES[PUZZLES.len() - 1], &PUZZLES[25]);
    let mut explainer = Explainer::new(true).timeout(Duration::from_nanos(1));
    let bound = explainer.rate(&cells(hard.1));
    assert!(bound.is_bound && bound.er <= hard.2[0]);
    explainer = explainer.timeout(Duration::MAX);
    assert_eq!(explainer.rate(&cells(easy.1)).numbers(), easy.2.map(|tenths| f64::from(tenths) / 10.0));
}

#[test]
fn only_a_digit_that_no_other_cell_may_have_is_filled_in() {
    let mut candidates = [0x1ff; 81];
    candidates[0] = 1;
    // In the first cell 1 is alone; the cells that see the last one have no 9.
    candidates.iter_mut().enumerate().for_each(|(cell, digits)| {
        if cell % 9 == 8 || cell / 9 == 8 || cell / 27 == 2 && cell % 9 > 5 {
            *digits = 0xff;
        }
    });
    candidates[80] = 0x100;
    let filled = Position::filled(&[0; 81], &candidates);
    assert_eq!((filled[80], filled[..80].iter().max()), (9, Some(&0)));
}

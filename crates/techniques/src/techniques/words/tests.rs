//! Words of steps of real puzzles.

use crate::techniques::{
    Explainer, Position, Reason, Role, Step, Technique,
    hodoku::{Board, Hodoku, find_all},
};

/// The first step of a technique that a puzzle needs, with its reason.
fn step_of(technique: Technique, puzzle: &str) -> (Step, Reason) {
    let digits: Vec<u8> = puzzle.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    let (mut position, mut explainer) = (Position::new(&digits.try_into().unwrap()), Explainer::new(true));
    loop {
        let step = explainer.next(&position).unwrap();
        if step.technique == technique {
            let reason = explainer.reason(&position, &step);
            return (step, reason);
        }
        position.make(&step);
    }
}

fn assert_words(technique: Technique, puzzle: &str, [sentence, notation]: [&str; 2]) {
    let (step, reason) = step_of(technique, puzzle);
    let (name, longer) = (step.name(&reason), technique.longer_names());
    assert!(name == technique.name() || longer.contains(&name), "{name} is not in {longer:?}");
    assert_eq!([step.sentence(&reason), reason.notation(&step)], [sentence, notation]);
}

#[test]
fn patterns_have_sentences_and_notations() {
    #[rustfmt::skip]
    let words = [
        (Technique::HiddenSingle, "........84....923.265..8.......513..1...7...4..829.......9..417.421....96........",
            ["Hidden single: box 1 has no other place for 8: r2c2=8.", "hidden single: 8 in b1 => r2c2=8"]),
        (Technique::DirectHiddenPair, "........84....923.265..8.......513..1...7...4..829.......9..417.421....96........",
            ["Direct hidden pair: in box 7 only r9c2 and r9c3 can hold 1 and 9, so box 7 has no other place for 7: r8c1=7.", "direct hidden pair: 19 in r9c23 => r8c1=7"]),
        (Technique::Claiming, "..3...1..7...18..4...26....8....59.3.5.1.2.4.6.98....1....53...1..48...9..4...3..",
            ["Claiming: row 8 has 7 only in box 9, so no other cell of box 9 has 7: r7c9,r9c89<>7.", "claiming: 7 in r8 => r7c9,r9c89<>7"]),
        (Technique::XWing, "..3...1..7...18..4...26....8....59.3.5.1.2.4.6.98....1....53...1..48...9..4...3..",
            ["X-wing: columns 1 and 9 have 2 only in rows 1 and 7, so no other cell of these rows has 2: r1c28,r7c23<>2.", "X-wing: 2 c19 r17 => r1c28,r7c23<>2"]),
        (Technique::NakedPair, "6...3.4.....1.7..6.1.2..8.3.4..1.9.5.........2.5.7..8.5.2..1.6.4..5.3.....3.6...4",
            ["Naked pair: r5c1 and r5c6 hold 8 and 9, so no other cell of row 5 has 8 or 9: r5c4<>8 r5c24<>9.", "naked pair: r5c16=89 => r5c4<>8 r5c24<>9"]),
        (Technique::XyWing, "..9.2...1...6.189...4.39....2...7.6...7...5...6.3...7....19.3...417.2...7...6.1..",
            ["XY-wing: r9c9 is 2 or 5, and so r8c8 or r9c3 is 8; no cell that sees both has 8: r9c8<>8.", "XY-wing: (8=5)r8c8-(5=2)r9c9-(2=8)r9c3 => r9c8<>8"]),
    ];
    for (technique, puzzle, words) in words {
        assert_words(technique, puzzle, words);
    }
}

#[test]
fn chains_have_sentences_and_notations() {
    #[rustfmt::skip]
    let words = [
        (Technique::ForcingChain, ".5...6.1.9..2....7...3..48.......69.27.....48.94.......69..3...7....5..3.3.8...5.",
            ["Forcing chain: if r3c9=2, then r3c9<>6, so r2c8=6, so r8c8<>6, so r8c8=2, so r8c2<>2, so r3c2=2, so r3c9<>2, which is a contradiction: r3c9<>2.",
            "(6)r3c9=r2c8-(6=2)r8c8-r8c2=r3c2 => r3c9<>2"]),
        (Technique::Cycle, "65...9.....864...5..3..7.4...1....5.5.7.9.2.6.2....8...7.9..4..3...715.....3...87",
            ["XY-cycle: if r4c1=9, then r6c1<>9, so r6c1=4, so r6c9<>4, so r4c9=4, so r4c9<>9, so r4c1=9 again. \
            Either all candidates with = are true or all with <>; a candidate that sees one of each is false: r6c6<>4 r6c3,r9c1<>9.",
            "(9=4)r6c1-r6c9=(4-9)r4c9=r4c1-loop => r6c6<>4 r6c3,r9c1<>9"]),
        (Technique::MultipleChains, ".5...6.1.9..2....7...3..48.......69.27.....48.94.......69..3...7....5..3.3.8...5.",
            ["Region forcing chains: each place of 8 in column 1 leads to r2c2<>1: r2c2<>1.\n1. r1c1=8: assumed\n\
            2. r1c1<>4: r1c1 has one digit (1)\n3. r2c2=4: box 1 has no other place for 4 (2)\n4. r2c2<>1: r2c2 has one digit (3)\n\
            5. r4c1=8: assumed\n6. r4c2<>8: box 4 has 8 once (5)\n7. r4c2=1: r4c2 has no other candidate (6)\n\
            8. r2c2<>1: column 2 has 1 once (7)\n9. r6c1=8: assumed\n10. r4c2<>8: box 4 has 8 once (9)\n\
            11. r4c2=1: r4c2 has no other candidate (10)\n12. r2c2<>1: column 2 has 1 once (11)",
            "(8-4)r1c1=(4-1)r2c2 || (8)r4c1-(8=1)r4c2-r2c2 || (8)r6c1-(8=1)r4c2-r2c2 => r2c2<>1"]),
    ];
    for (technique, puzzle, words) in words {
        assert_words(technique, puzzle, words);
    }
}

#[test]
fn json_has_all_members() {
    let puzzle = "6...3.4.....1.7..6.1.2..8.3.4..1.9.5.........2.5.7..8.5.2..1.6.4..5.3.....3.6...4";
    let (step, reason) = step_of(Technique::NakedPair, puzzle);
    let json = "{\"technique\":\"naked pair\",\"name\":\"naked pair\",\"rating\":3.0,\"cells\":[\"r5c1\",\"r5c6\"],\"digits\":[8,9],\"placed\":null,\"eliminated\":[\
        {\"cell\":\"r5c4\",\"digit\":8},{\"cell\":\"r5c2\",\"digit\":9},{\"cell\":\"r5c4\",\"digit\":9}],\
        \"notation\":\"naked pair: r5c16=89 => r5c4<>8 r5c24<>9\",\"argument\":{\"kind\":\"pattern\"},\
        \"parts\":[{\"role\":\"naked\",\"cells\":[\"r5c1\",\"r5c6\"],\"digits\":[8,9],\"house\":\"row 5\"}],\
        \"chains\":[],\"steps\":[]}";
    assert_eq!(step.json(&reason), json);
}

/// The board after some steps by HoDoKu.
fn board_after(steps: usize, puzzle: &str) -> Board {
    let digits: Vec<u8> = puzzle.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    let mut board = Board::new(&digits.try_into().unwrap());
    for _ in 0..steps {
        let (step, _) = Hodoku::new().next(&board).unwrap();
        board.make(&step);
    }
    board
}

#[test]
fn sets_and_templates_have_sentences_and_notations() {
    const SETS: &str = ".8..3...5....1......7..6.39.9....5146.......8724....9.86.2..9......9....1...7..6.";
    const COQ: &str = "...3......78..2.1.635..7.4.48..2......9.8.6......3..78.6.2..781.9.6..52......5...";
    #[rustfmt::skip]
    let words = [
        (901, SETS, 12, ["ALS-XZ: A = r3c1 {4,5}, B = r35c2 {1,4,5}, restricted common 4: A or B has all of its other digits, so no cell that sees all places of 5 in both has it: r2c2<>5.",
            "ALS-XZ: A = r3c1 {4,5}, B = r35c2 {1,4,5}, restricted common 4 => r2c2<>5"]),
        (902, SETS, 12, ["ALS-XY-wing: A = r5c5 {4,5}, B = r5c35 {1,4,5}, C = r5c2 {1,5}, restricted commons 5 and 1: A or B has all of its other digits, so no cell that sees all places of 4 in both has it: r5c46,r7c5<>4.",
            "ALS-XY-wing: A = r5c5 {4,5}, B = r5c35 {1,4,5}, C = r5c2 {1,5}, restricted commons 5 and 1 => r5c46,r7c5<>4"]),
        (904, SETS, 12, ["Death blossom: r5c5 has 4 or 5: 4 leaves A = r7c35 {3,4,5} without it, 5 leaves B = r6c469 {1,3,5,6} without it; one of the sets has all of its other digits, so no cell that sees all places of 3 in them has it: r7c9<>3.",
            "death blossom: stem r5c5 {4,5}, A = r7c35 {3,4,5}, B = r6c469 {1,3,5,6} => r7c9<>3"]),
        (1201, SETS, 12, ["Template set: each way to place all 1s has one in r1c3: r1c3=1.", "template set: 1 => r1c3=1"]),
        (1202, SETS, 12, ["Template delete: no way to place all 2s has one in these cells: r1c378,r2c1378,r5c7,r8c1789,r9c9<>2.",
            "template delete: 2 => r1c378,r2c1378,r5c7,r8c1789,r9c9<>2"]),
        (1101, COQ, 6, ["Sue de Coq: r1c56 {4,5,6,8,9} has 3 digits more than cells; A = r1c7 {8,9} takes 1 of them and B = r2c45 {4,5,6} takes 2, so no other cell of row 1 has 8 or 9 and no other cell of box 2 has 4, 5 or 6: r1c8<>9.",
            "Sue de Coq: r1c56 {4,5,6,8,9}, A = r1c7 {8,9}, B = r2c45 {4,5,6} => r1c8<>9"]),
    ];
    for (code, puzzle, steps, [sentence, notation]) in words {
        let found = find_all(code, &board_after(steps, puzzle));
        let all: Vec<_> =
            found.iter().map(|(step, reason)| [step.sentence(reason), reason.notation(step)]).collect();
        assert!(all.iter().any(|words| words[..] == [sentence, notation]), "{all:#?}");
    }
    // Sets alone get the digits that link them.
    let board = board_after(12, SETS);
    for (step, reason) in [901, 902, 903].into_iter().flat_map(|code| find_all(code, &board)) {
        let links = |reason: &Reason| {
            let links = reason.parts.iter().filter(|part| part.role == Role::RestrictedCommon);
            links.map(|part| part.digits).collect::<Vec<_>>()
        };
        let mut sets = reason.clone();
        sets.parts.retain(|part| part.role == Role::AlmostLockedSet);
        let named = sets.with_links(&step, board.position());
        assert_eq!(links(&named).len(), links(&reason).len(), "{named:?}");
        let is_wing = step.technique != Technique::AlsXz;
        assert!(!is_wing || links(&named).windows(2).all(|pair| pair[0] != pair[1]), "{named:?}");
        assert!(is_wing || links(&named) == links(&reason), "{named:?}");
    }
}

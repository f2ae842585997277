//! Positions of puzzles of our generator for chains, almost locked sets, templates and forcing chains. All steps and their reasons are checked.

use crate::techniques::{
    hodoku::{Board, Hodoku, find_all},
    houses::{CELLS_OF, cells, members, seen_by_all},
    position::Position,
    reason::{Argument, Link, Node, Part, Reason, Role},
    step::{Step, Technique},
};
use quadrille_engines::solver::Solver;
use quadrille_grid::Puzzle;

/// A code, a puzzle, what the first step removes or places after all singles, and the numbers of nodes of its chains and of its parts.
type Expected = (u16, &'static str, &'static str, usize, usize);

#[rustfmt::skip]
const POSITIONS: &[Expected] = &[
    (701, ".9...8..61.6.5..9.....1.............9.82....7.3..8756...2......4...3....87.6....4", "777", 4, 0),
    (702, "83.7..........89....5...62..2.3.....1...7.8.65.8....9.......5.22...46..9.....1...", "113 115 118", 8, 0),
    (703, ".....7..3.8.3.....36.51....7.62...4.2......584.....36...2..59.........856....8.2.", "186 986", 8, 0),
    (706, "..59..2.........9.42..3...15.....3.9....2....31...65...3..5........1..6.6....39.7", "716 724 744 746 758", 6, 0),
    (707, ".9...8..61.6.5..9.....1.............9.82....7.3..8756...2......4...3....87.6....4", "422", 6, 0),
    (708, "4..5..8....2.7........36.5.56..........3.9.....7...29..168.........6.5.1.2.9....6", "113 134", 8, 0),
    (709, ".....7..3.8.3.....36.51....7.62...4.2......584.....36...2..59.........856....8.2.", "928", 6, 0),
    (710, "7.....4...2..7..8...3..8..9...5..3...6..2..9...1..7..6...3..9...3..4..6...9..1..5", "626", 10, 2),
    (711, "7.2.3..8...........6..7.4.3...6.8.5..4......18......3....52.9..69...1.4.4....3.1.", "743 797", 10, 2),
    (901, "..59..2.........9.42..3...15.....3.9....2....31...65...3..5........1..6.6....39.7", "858", 0, 3),
    (902, ".....7..3.8.3.....36.51....7.62...4.2......584.....36...2..59.........856....8.2.", "928", 0, 5),
    (903, "..7..362.4...2...3.......5...38...45..26....7....5.....71..............4.3..8297.", "661", 0, 7),
    (904, "7.2.3..8...........6..7.4.3...6.8.5..4......18......3....52.9..69...1.4.4....3.1.", "933", 0, 3),
    (1101, "83.7..........89....5...62..2.3.....1...7.8.65.8....9.......5.22...46..9.....1...", "224 524 934", 0, 3),
    (1201, "...5....3.93..46....5.9.........6.21....3...71..9..8....8......71..6..4..2.4...78", "138", 0, 1),
    (1202, ".9.......4..53.9....52.....96...1..5..1...29...2..51.8.5.3.....3..79.......4..7.3", "198", 0, 1),
    (1301, ".9...8..61.6.5..9.....1.............9.82....7.3..8756...2......4...3....87.6....4", "422", 7, 0),
    (1302, ".9...8..61.6.5..9.....1.............9.82....7.3..8756...2......4...3....87.6....4", "422", 6, 0),
    (1303, ".....7..3.8.3.....36.51....7.62...4.2......584.....36...2..59.........856....8.2.", "923", 7, 0),
    (1304, ".....7..3.8.3.....36.51....7.62...4.2......584.....36...2..59.........856....8.2.", "923", 4, 0),
];

/// The board after all singles.
fn board_of(puzzle: &str) -> Board {
    let digits: Vec<u8> = puzzle.bytes().map(|c| if c == b'.' { 0 } else { c - b'0' }).collect();
    let mut board = Board::new(&digits.try_into().unwrap());
    while let Some((single, _)) =
        [0, 3, 2].into_iter().find_map(|code| find_all(code, &board).into_iter().next())
    {
        board.make(&single);
    }
    board
}

/// Digit, row and column of each candidate that a step removes or places.
fn changes(step: &Step) -> String {
    let placed = step.placed.map(|(cell, digit)| (usize::from(cell), usize::from(digit)));
    let candidates = step.removed.candidates().chain(placed);
    let names: Vec<String> =
        candidates.map(|(cell, digit)| format!("{}{}{}", digit + 1, cell / 9 + 1, cell % 9 + 1)).collect();
    names.join(" ")
}

#[test]
fn each_technique_is_found() {
    for &(code, puzzle, expected, nodes, parts) in POSITIONS {
        let found = find_all(code, &board_of(puzzle));
        let (step, reason) = found.first().unwrap_or_else(|| panic!("{code}"));
        let count: usize = reason.chains.iter().map(|chain| chain.nodes.len()).sum();
        assert_eq!((code, &*changes(step), count, reason.parts.len()), (code, expected, nodes, parts));
    }
}

#[test]
fn steps_are_sound_and_their_chains_are_arguments() {
    for puzzle in [POSITIONS[2].1, POSITIONS[8].1, POSITIONS[11].1] {
        let solution = Solver::new().solve(&puzzle.parse::<Puzzle>().unwrap()).into_solution().unwrap();
        let is_solved = |(cell, digit): (usize, usize)| usize::from(solution.cells()[cell]) == digit + 1;
        let mut board = board_of(puzzle);
        for &(code, ..) in POSITIONS {
            let found = find_all(code, &board);
            for (step, reason) in &found {
                let placed = step.placed.map(|(cell, digit)| (cell.into(), digit.into()));
                assert!(
                    !step.removed.candidates().any(is_solved) && placed.is_none_or(is_solved),
                    "{step:?}"
                );
                check(board.position(), reason);
            }
            if let Some((step, _)) = found.first().filter(|_| code < 1000) {
                board.make(step);
            }
        }
    }
}

#[test]
fn the_nets_of_a_solution_path_are_arguments() {
    let puzzle = "...5.1..4....63.........17..7.9..58.6.8...2.7.51..7.3..24.........34....3..6.9...";
    let solution = Solver::new().solve(&puzzle.parse::<Puzzle>().unwrap()).into_solution().unwrap();
    let (mut board, mut nets) = (board_of(puzzle), 0);
    while let Some((step, reason)) = Hodoku::new().next(&board) {
        check(board.position(), &reason);
        if matches!(step.technique, Technique::ForcingNetContradiction | Technique::ForcingNetVerity) {
            assert!(!reason.chains.is_empty());
            nets += 1;
        }
        board.make(&step);
    }
    assert_eq!((nets, &board.digits()[..]), (1, solution.cells()));
}

/// Checks that each node of each chain follows from its parents, and that the chains end as the argument says.
fn check(position: &Position, reason: &Reason) {
    let ends =
        |at: usize| [reason.chains[at].nodes.first(), reason.chains[at].nodes.last()].map(Option::unwrap);
    let are_opposite = |a: &Node, b: &Node| (a.cells, a.digits, a.on) == (b.cells, b.digits, !b.on);
    match reason.argument {
        Argument::Opposite => assert!(are_opposite(ends(0)[0], ends(0)[1]), "{reason:?}"),
        Argument::Contradiction => {
            let ([start, end], [same, opposite]) = (ends(0), ends(1));
            assert!(start == same && are_opposite(end, opposite), "{reason:?}");
        }
        _ => {}
    }
    for chain in &reason.chains {
        for (number, node) in chain.nodes.iter().enumerate() {
            let parents: Vec<&Node> = node.parents.iter().map(|parent| &chain.nodes[parent.node]).collect();
            let is_cycle = reason.argument == Argument::Cycle;
            assert!(
                node.parents.iter().all(|parent| is_cycle && number == 0 || parent.node < number),
                "{chain:?}"
            );
            assert!(parents.is_empty() == (number == 0 && !is_cycle), "{chain:?}");
            if let Some(parent) = node.parents.first() {
                let holds = if node.on {
                    follows_on(position, reason, node, &parents, &parent.link)
                } else {
                    parents.len() == 1 && follows_off(node, parents[0], &parent.link)
                };
                assert!(holds, "node {number} of {chain:?} on {position:?}");
            }
        }
    }
}

/// Whether a node is false because another one is true.
fn follows_off(node: &Node, parent: &Node, link: &Link) -> bool {
    let same_cell =
        node.cells == parent.cells && node.cells.is_power_of_two() && node.digits != parent.digits;
    let sees = node.digits == parent.digits && node.cells & !seen_by_all(parent.cells) == 0;
    parent.on && if *link == Link::Cell { same_cell } else { sees }
}

/// Whether a node is true because others are false.
fn follows_on(position: &Position, reason: &Reason, node: &Node, parents: &[&Node], link: &Link) -> bool {
    let (places, digits) = parents
        .iter()
        .fold((node.cells, node.digits), |all, parent| (all.0 | parent.cells, all.1 | parent.digits));
    let of = |node: &Node| position.cells[node.digits.trailing_zeros() as usize];
    parents.iter().all(|parent| !parent.on)
        && match link {
            Link::Cell => {
                cells(node.cells).all(|cell| position.candidates[cell] == digits) && places == node.cells
            }
            Link::House(house) => digits == node.digits && of(node) & CELLS_OF[usize::from(*house)] == places,
            _ => reason.parts.iter().any(|part| {
                part.role == Role::AlmostLockedSet
                    && (set_links(position, part, parents[0], node)
                        || set_links(position, part, node, parents[0]))
            }),
        }
}

/// Whether a node is true if an almost locked set does not have another one: it is another digit of the set, or in a cell that sees all places
/// of its other candidates in the set.
fn set_links(position: &Position, part: &Part, lost: &Node, node: &Node) -> bool {
    let in_set = |digit: usize| position.cells[digit] & part.cells;
    let is_of_set = |node: &Node| in_set(node.digits.trailing_zeros() as usize) == node.cells;
    let excludes = |cell: usize, digit: usize| {
        (part.digits & !lost.digits) >> digit & 1 == 1 && seen_by_all(in_set(digit)) >> cell & 1 == 1
    };
    let excluded =
        |cell: usize| members(position.candidates[cell] & !node.digits).all(|digit| excludes(cell, digit));
    is_of_set(lost) && (is_of_set(node) || cells(node.cells & !part.cells).any(excluded))
}

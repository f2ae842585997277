//! Steps by techniques: whatever candidates a position has, each step has words and data, and no step contradicts the solution.

use quadrille::{
    Outcome, Puzzle, RunOptions, Solver,
    techniques::{
        Explainer, Picture, Position, Reason, Step,
        hodoku::{Board, Hodoku},
    },
};

/// The bytes are a board of digits, and then the candidates that are removed: a cell and a digit each.
pub fn steps(data: &[u8]) {
    let Some((board, removed)) = data.split_at_checked(81) else { return };
    let digits: [u8; 81] = std::array::from_fn(|cell| if board[cell] <= 9 { board[cell] } else { 0 });
    let mut solver = Solver::new().limit(2).run_options(RunOptions::new().max_nodes(1000));
    let answer = solver.solve(&Puzzle::new(digits).expect("digits up to 9"));
    let solution = answer.solution().filter(|_| answer.outcome() == Outcome::Unique);
    let solution = solution.map(|solution| solution.cells().to_vec());
    let mut candidates = [0b1_1111_1111; 81];
    for pair in removed.chunks_exact(2) {
        let (cell, digit) = (usize::from(pair[0]) % 81, pair[1] % 9);
        if solution.as_ref().is_none_or(|solution| solution[cell] != digit + 1) {
            candidates[cell] &= !(1 << digit);
        }
    }

    let mut position = Position::with_candidates(&digits, &candidates);
    let mut explainer = Explainer::new(true);
    for _ in 0..20 {
        let Some(step) = explainer.next(&position).filter(|step| step.rating < 85) else { break };
        check(&digits, &position, (&step, &explainer.reason(&position, &step)), solution.as_deref());
        position.make(&step);
    }
    // HoDoKu's techniques begin with a board without a contradiction.
    let Some(solution) = solution else { return };
    let (mut board, mut hodoku) = (Board::with_candidates(&digits, u128::MAX, &candidates), Hodoku::new());
    for _ in 0..20 {
        let Some((step, reason)) = hodoku.next(&board) else { break };
        check(&digits, board.position(), (&step, &reason), Some(&solution));
        board.make(&step);
    }
}

fn check(digits: &[u8; 81], position: &Position, (step, reason): (&Step, &Reason), solution: Option<&[u8]>) {
    let texts = [step.sentence(reason), step.json(reason), step.name(reason), step.eliminations()];
    assert!(texts.iter().all(|text| !text.is_empty()));
    let _ = reason.notation(step);
    assert!(Picture::new(digits, digits, position).step(step, reason).ends_with("</svg>"));
    let Some(solution) = solution else { return };
    assert!(step.placed.is_none_or(|(cell, digit)| solution[usize::from(cell)] == digit + 1), "{texts:?}");
    assert!(
        step.removed.candidates().all(|(cell, digit)| usize::from(solution[cell]) != digit + 1),
        "{texts:?}"
    );
}

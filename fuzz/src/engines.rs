//! All engines against each other and against the checker.

use quadrille::{
    Outcome, Shape,
    engine::{InstructionSet, Limits, SearchReport},
};
use quadrille_engines::{Engine, Run, dlx::Dlx, portfolio::NineEngine};
use quadrille_grid::verify::is_solution;
use std::cell::RefCell;

thread_local! {
    /// Created once, which also tests that answers do not depend on earlier puzzles.
    static ENGINES: RefCell<Vec<(Shape, Vec<Box<dyn Engine>>)>> = RefCell::new(
        Shape::ALL
            .iter()
            .copied()
            // Larger boards take seconds under a sanitizer, and the lanes do not solve them.
            .filter(|shape| shape.side() <= 9)
            .map(|shape| {
                let mut engines: Vec<Box<dyn Engine>> = vec![Box::new(Dlx::new(shape))];
                if shape == Shape::NINE {
                    engines.extend(InstructionSet::ALL.iter().copied().filter_map(NineEngine::new).map(|l| Box::new(l) as Box<dyn Engine>));
                }
                (shape, engines)
            })
            .collect(),
    );
}

/// All engines give the same answers, and their solutions are right.
pub fn engines(data: &[u8]) {
    let [which, limit, data @ ..] = data else { return };
    ENGINES.with_borrow_mut(|all| {
        let count = all.len();
        let (shape, engines) = &mut all[usize::from(*which) % count];
        let (area, side) = (shape.area(), shape.side());
        // At most six boards.
        let boards = (data.len() / area).min(6);
        let givens: Vec<u8> =
            data[..boards * area].iter().map(|b| if usize::from(*b) <= side { *b } else { 0 }).collect();
        let limits = Limits::new(u64::from(*limit % 4) + 1).max_nodes(400);
        let answers: Vec<_> = engines
            .iter_mut()
            .map(|engine| {
                let (mut solutions, mut reports) =
                    (vec![0; givens.len()], vec![SearchReport::default(); boards]);
                engine.solve(&mut Run::new(*shape, &givens, &mut solutions, &mut reports), &limits);
                for (i, report) in reports.iter().enumerate() {
                    let at = i * area..(i + 1) * area;
                    assert!(report.solutions <= limits.solutions && report.nodes <= limits.max_nodes);
                    if report.solutions > 0 {
                        assert!(is_solution(*shape, &givens[at.clone()], &solutions[at]));
                    }
                }
                (reports, solutions)
            })
            .collect();
        let known = |r: &SearchReport| r.outcome != Outcome::Unknown;
        for (reports, _) in &answers[1..] {
            for (a, b) in answers[0].0.iter().zip(reports).filter(|(a, b)| known(a) && known(b)) {
                assert_eq!((a.outcome, a.solutions), (b.outcome, b.solutions));
            }
        }
        // The lanes give identical reports with every instruction set.
        for lanes in answers.iter().skip(2) {
            assert_eq!(lanes.0, answers[1].0);
        }
    });
}

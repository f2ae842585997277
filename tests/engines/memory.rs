//! Puzzles in memory: the same answers on any number of threads, stops, all solutions of a puzzle, generation.

use quadrille::{
    Answer, ErrorKind, Input, Outcome, Puzzle, RunOptions, Shape, Solver,
    cover::{CoverBatch, CoverTask},
    engine::EngineChoice,
    generate::{Generator, GeneratorOptions, Givens},
    grid::{Regions, Rules, Variant, Variants},
};
use quadrille_grid::RulesError;
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

const KINDS: [&str; 4] = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    ".................................................................................",
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
];

fn puzzles(count: usize) -> Vec<Puzzle> {
    (0..count).map(|i| KINDS[i * 7 % 11 % 4].parse().unwrap()).collect()
}

fn cells(puzzles: &[Puzzle]) -> Vec<u8> {
    puzzles.iter().flat_map(|puzzle| puzzle.givens()).copied().collect()
}

#[test]
fn run_options_that_a_run_cannot_follow_are_refused() {
    let options = GeneratorOptions::unique(Shape::NINE, Givens::Minimal).unwrap();
    for limited in
        [RunOptions::new().max_nodes(5), RunOptions::new().timeout_per_puzzle(Duration::from_secs(1))]
    {
        let error = Generator::new(options, 1).seed(1).run_options(limited).puzzles().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Config);
    }
    let dlx = RunOptions::new().engine(EngineChoice::Dlx).unwrap();
    let batch = CoverBatch::new(CoverTask::Solve).run_options(dlx);
    let input = Input::reader("p", &b"1 1\n1\n"[..]);
    let error = batch.run(input, &mut Vec::new(), &mut ()).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Config);
}

#[test]
fn answers_do_not_depend_on_threads_or_calls() {
    let puzzles = puzzles(3000);
    let cells = cells(&puzzles);
    let alone: Vec<Answer> = {
        let mut solver = Solver::new().limit(2);
        KINDS.map(|kind| solver.solve(&kind.parse().unwrap())).into()
    };
    for threads in [1, 2, 3, 8] {
        let mut solver = Solver::new().limit(2).run_options(RunOptions::new().threads(threads));
        let answers = solver.solve_all(&puzzles);
        for (i, answer) in answers.iter().enumerate() {
            assert_eq!(*answer, alone[i * 7 % 11 % 4]);
        }
        let (mut solutions, mut outcomes) = (vec![7; cells.len()], vec![Outcome::Unknown; puzzles.len()]);
        solver.solve_cells(Shape::NINE, &cells, &mut solutions, &mut outcomes);
        for ((answer, outcome), solution) in answers.iter().zip(outcomes).zip(solutions.chunks(81)) {
            assert_eq!(answer.outcome(), outcome);
            assert_eq!(answer.solution().map_or(&[0; 81][..], |solution| solution.cells()), solution);
        }
    }
}

#[test]
fn all_solutions_come_one_by_one_and_differ() {
    for (variant, count) in [(None, 288), (Some(Variant::X), 48), (Some(Variant::AntiKnight), 24)] {
        let solver = Solver::new().variants(variant.into_iter().collect::<Variants>()).unwrap();
        let mut solutions = solver.solutions(&Puzzle::new([0; 16]).unwrap());
        assert_eq!(solutions.outcome(), Outcome::Unknown);
        let all: BTreeSet<_> = solutions.by_ref().map(|solution| solution.cells().to_vec()).collect();
        assert_eq!((all.len(), solutions.outcome()), (count, Outcome::Multiple));
        assert_eq!(solutions.next(), None);
    }
    for (kind, outcome) in [(KINDS[1], Outcome::Unique), (KINDS[3], Outcome::None)] {
        let puzzle = kind.parse().unwrap();
        let mut solutions = Solver::new().solutions(&puzzle);
        let found: Vec<_> = solutions.by_ref().collect();
        assert_eq!(found, Vec::from_iter(Solver::new().solve(&puzzle).into_solution()));
        assert_eq!(solutions.outcome(), outcome);
    }
}

#[test]
fn limits_end_all_solutions_without_a_claim() {
    let empty = Puzzle::new([0; 81]).unwrap();
    let mut limited = Solver::new().run_options(RunOptions::new().max_nodes(5000)).solutions(&empty);
    assert!(limited.by_ref().count() > 10);
    assert_eq!(limited.outcome(), Outcome::Unknown);
    let flag = Arc::new(AtomicBool::new(false));
    let mut stopped = Solver::new().run_options(RunOptions::new().stop_flag(flag.clone())).solutions(&empty);
    assert!(stopped.next().is_some());
    flag.store(true, Ordering::Relaxed);
    assert!(stopped.count() < 100_000);
}

#[test]
fn a_flag_and_a_timeout_stop_a_call() {
    // Counting the grids of an empty board would never end.
    let puzzles = vec![Puzzle::new([0; 81]).unwrap(); 3];
    let flag = Arc::new(AtomicBool::new(false));
    let mut solver =
        Solver::new().limit(u64::MAX).run_options(RunOptions::new().threads(2).stop_flag(flag.clone()));
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            flag.store(true, Ordering::Relaxed);
        });
        assert!(solver.solve_all(&puzzles).iter().all(|answer| answer.outcome() == Outcome::Unknown));
    });
    let mut solver = Solver::new()
        .limit(u64::MAX)
        .run_options(RunOptions::new().timeout_per_puzzle(Duration::from_millis(20)));
    let answer = solver.solve(&puzzles[0]);
    assert!(answer.outcome() == Outcome::Unknown && answer.solutions() > 0 && answer.solution().is_some());
}

#[test]
fn generated_puzzles_are_the_same_in_memory_and_as_text() {
    let four = Shape::from_side(4).unwrap();
    let regions = Regions::new(four, b"AAABCADBCDDBCCDB").unwrap();
    let cases = [
        (Shape::NINE, Variants::default(), 2500),
        (Shape::NINE, Variant::X.into(), 20),
        (four, Variants::default().with_regions(regions), 300),
        (Shape::from_side(12).unwrap(), Variants::default(), 40),
    ];
    for (shape, variants, count) in cases {
        let rules = Rules::new(shape, &variants).unwrap();
        let options = GeneratorOptions::unique_under(&rules, GeneratorOptions::easy(shape)).unwrap();
        let generator = Generator::new(options, count)
            .seed(5)
            .rules(rules)
            .unwrap()
            .run_options(RunOptions::new().threads(3));
        let mut text = Vec::new();
        generator.write(&mut text, &mut |_| {}).unwrap();
        let puzzles = generator.puzzles().unwrap();
        assert_eq!(puzzles.len() as u64, count);
        let lines: String = puzzles.iter().map(|puzzle| format!("{puzzle}\n")).collect();
        assert_eq!(lines.as_bytes(), text);
        assert_eq!(generator.iter().collect::<Result<Vec<_>, _>>().unwrap(), puzzles);
    }
}

#[test]
fn generation_begins_anywhere_and_ends_with_the_indices() {
    let options = GeneratorOptions::unique(Shape::NINE, GeneratorOptions::easy(Shape::NINE)).unwrap();
    let all = Generator::new(options, 5_000).seed(9).puzzles().unwrap();
    let part = Generator::new(options, 2_600).seed(9).start(2_100);
    assert_eq!(part.puzzles().unwrap(), all[2_100..4_700]);
    let iterated = part.iter().collect::<Result<Vec<_>, _>>().unwrap();
    assert_eq!(iterated, all[2_100..4_700]);
    let mut counts = Vec::new();
    part.clone().max_write(4096).write(&mut Vec::new(), &mut |count| counts.push(count)).unwrap();
    assert!(counts.is_sorted() && counts[0] < 60 && counts.last() == Some(&2_600));
    assert_eq!(Generator::new(options, 10).seed(9).start(u64::MAX - 3).puzzles().unwrap().len(), 3);
}

#[test]
fn a_flag_stops_generation_in_memory() {
    let options = GeneratorOptions::unique(Shape::NINE, Givens::Minimal).unwrap();
    let flag = Arc::new(AtomicBool::new(true));
    let generator = Generator::new(options, 1_000_000).seed(1).run_options(RunOptions::new().stop_flag(flag));
    assert_eq!(generator.puzzles().unwrap_err().kind(), ErrorKind::Interrupted);
    let mut puzzles = generator.iter();
    assert_eq!(puzzles.next().unwrap().unwrap_err().kind(), ErrorKind::Interrupted);
    assert!(puzzles.next().is_none());
}

#[test]
fn rules_of_generation_are_checked_when_they_are_set() {
    let options = GeneratorOptions::unique(Shape::NINE, Givens::Minimal).unwrap();
    let refused = |rules| Generator::new(options, 1).seed(1).rules(rules).unwrap_err();
    let four = Shape::from_side(4).unwrap();
    let error = refused(Rules::new(four, &Variant::X.into()).unwrap());
    assert_eq!(error.reason(), Some(&RulesError::OtherShape { rules: four, board: Shape::NINE }));
    assert_eq!(error.to_string(), "the rules are for 4×4 boards, not 9×9");
    let jigsaw = Rules::new(Shape::NINE, &Variant::Jigsaw.into()).unwrap();
    assert_eq!(refused(jigsaw).reason(), Some(&RulesError::MissingRegions));
}

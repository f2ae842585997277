//! The lanes against the arena, on many puzzles: two searches that share no code.

use crate::common::cases;
use quadrille::{
    Outcome, Shape,
    engine::{EngineChoice, InstructionSet, Limits, SearchReport},
    generate::{Generator, GeneratorOptions, Givens},
    grid::Symbols,
};
use quadrille_engines::{Engines, Run};
use quadrille_grid::cells::parse_line;
use std::{fs, path::Path};

/// Reports, and the first solutions where there are any.
fn solve(choice: EngineChoice, cells: &[u8], limits: &Limits) -> (Vec<SearchReport>, Vec<u8>) {
    let mut reports = vec![SearchReport::default(); cells.len() / 81];
    let mut solutions = vec![0; cells.len()];
    let mut run = Run::new(Shape::NINE, cells, &mut solutions, &mut reports);
    Engines::new(choice).expect("available").get(Shape::NINE).solve(&mut run, limits);
    (reports, solutions)
}

/// Compares every instruction set with the arena, and the nodes of all instruction sets with each other.
fn agree(cells: &[u8], solutions: u64) -> [usize; 3] {
    let limits = Limits::new(solutions);
    let (arena, arena_solutions) = solve(EngineChoice::Dlx, cells, &limits);
    let mut first: Option<(Vec<SearchReport>, Vec<u8>)> = None;
    for isa in InstructionSet::ALL.iter().copied().filter(|isa| isa.is_available()) {
        let lanes = solve(EngineChoice::Lanes(isa), cells, &limits);
        for (i, (a, b)) in arena.iter().zip(&lanes.0).enumerate() {
            let puzzle = crate::common::line(&cells[i * 81..(i + 1) * 81]);
            assert_eq!((a.outcome, a.solutions), (b.outcome, b.solutions), "{} {puzzle}", isa.name());
            if a.outcome == Outcome::Unique {
                let grid = i * 81..(i + 1) * 81;
                assert_eq!(arena_solutions[grid.clone()], lanes.1[grid], "{} {puzzle}", isa.name());
            }
        }
        match &first {
            None => first = Some(lanes),
            Some((reports, solutions)) => {
                assert_eq!(reports, &lanes.0, "{}: nodes and guesses", isa.name());
                let found = (0..reports.len()).filter(|&i| reports[i].solutions > 0);
                for grid in found.map(|i| i * 81..(i + 1) * 81) {
                    assert_eq!(solutions[grid.clone()], lanes.1[grid], "{}: solutions", isa.name());
                }
            }
        }
    }
    let with = |outcome| arena.iter().filter(|r| r.outcome == outcome).count();
    [with(Outcome::None), with(Outcome::Unique), with(Outcome::Multiple)]
}

fn generated(count: u64, givens: usize, unique: bool) -> Vec<u8> {
    let options = match unique {
        true => GeneratorOptions::unique(Shape::NINE, Givens::Count(givens)).unwrap(),
        false => GeneratorOptions::solvable(Shape::NINE, givens).unwrap(),
    };
    let mut text = Vec::new();
    Generator::new(options, count).seed(givens as u64).write(&mut text, &mut |_| {}).unwrap();
    parse(&text)
}

/// The 9×9 records of a text, one after the other.
fn parse(text: &[u8]) -> Vec<u8> {
    let mut all = Vec::new();
    for record in text.split(|b| *b == b'\n') {
        let mut cells = Vec::new();
        if let Ok((Shape::NINE, _)) = parse_line(record, Symbols::Auto, &mut cells) {
            all.extend(cells);
        }
    }
    all
}

#[test]
fn on_tens_of_thousands_of_random_puzzles() {
    let some = cases(4000, 20_000);
    let mut cells = generated(some, 30, true);
    cells.extend(generated(2 * some, 30, false));
    // With one given changed there is rarely a solution.
    let mut broken = generated(2 * some, 29, true);
    for (i, board) in broken.chunks_mut(81).enumerate() {
        let given = board.iter().cycle().skip(i % 81).position(|&d| d != 0).expect("a given");
        let cell = (given + i) % 81;
        board[cell] = board[cell] % 9 + 1;
    }
    cells.extend(broken);
    assert_eq!(cells.len(), 81 * 5 * some as usize);
    let outcomes = agree(&cells, 2);
    assert!(outcomes.iter().all(|&n| n as u64 > some / 4), "0, 1 and several solutions: {outcomes:?}");
}

#[test]
fn on_counts_above_two() {
    let outcomes = agree(&generated(2_000, 26, false), 50);
    assert!(outcomes[2] > 1_000, "{outcomes:?}");
}

#[test]
fn on_the_data_sets_and_the_corpus() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut total = 0;
    for entry in fs::read_dir(root.join("datasets")).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_file() {
            continue;
        }
        let cells = parse(&fs::read(path).unwrap());
        total += cells.len() / 81;
        agree(&cells, 2);
    }
    assert!(total >= 6_900, "{total} puzzles");
    let corpus = fs::read_to_string(root.join("tests/corpus/corpus.txt")).unwrap();
    let puzzles: String = corpus.lines().map(|l| l.split(':').next().unwrap().to_owned() + "\n").collect();
    let cells = parse(puzzles.as_bytes());
    assert!(cells.len() / 81 >= 40);
    for limit in [1, 2, 1000] {
        agree(&cells, limit);
    }
}

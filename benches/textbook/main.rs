//! The arena against textbook dancing links, in interleaved rounds, on the same problems.
//!
//! ```sh
//! cargo bench --bench textbook                    # the data sets of the repository
//! cargo bench --bench textbook -- 17_clue.txt     # other files: boards, one per line, or exact cover problems
//! ```
//!
//! Both solvers get every board with the same limit of two solutions, and every exact cover problem in
//! full. Answers are compared before anything is timed. A round is one pass of each solver over the file;
//! the ratio is the median of the ratios of the rounds, so that a slow moment of the machine affects both.
//! Tables and links are built before the clock starts, for boards as for cover problems.

mod dancing_links;

use dancing_links::DancingLinks;
use quadrille::{
    Outcome, Puzzle, Shape,
    cover::{BoardCover, Cover, CoverFormat, CoverSolver},
    engine::{Limits, SearchReport},
    grid::Symbols,
};
use quadrille_engines::{Engine, Run, dlx::Dlx};
use quadrille_grid::cells::{is_record, parse_line};
use quadrille_grid::verify::is_solution;
use std::{path::Path, time::Instant};

const FILES: [&str; 10] = [
    "4x4.txt",
    "6x6.txt",
    "9x9-easy.txt",
    "9x9-minimal.txt",
    "12x12.txt",
    "16x16.txt",
    "cover/queens.dlx",
    "cover/pentominoes.dlx",
    "cover/matrix.txt",
    "cover/sparse.txt",
];
const ROUNDS: usize = 5;
const TWO: Limits = Limits::new(2);
const ALL: Limits = Limits::new(u64::MAX);

fn main() {
    // `cargo bench` adds `--bench`.
    let mut files: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    if files.is_empty() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("datasets");
        files = FILES.iter().map(|name| folder.join(name).display().to_string()).collect();
    }
    println!("| file | problems | links, nodes | links, ms | arena, nodes | arena, ms | ratio |");
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    for file in files {
        let text = std::fs::read(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
        let first = text.split(|b| *b == b'\n').find(|line| is_record(line)).unwrap_or_default();
        let is_board = parse_line(first, Symbols::Auto, &mut Vec::new()).is_ok();
        let row = if is_board { boards(&text) } else { problems(&text) };
        let name = Path::new(&file).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let Row { problems, nodes, ms, ratio } = row;
        println!(
            "| {name} | {problems} | {} | {:.2} | {} | {:.2} | {ratio:.1} |",
            nodes[0], ms[0], nodes[1], ms[1]
        );
    }
}

/// The figures of one file, first for the links and then for the engine.
struct Row {
    problems: usize,
    nodes: [u64; 2],
    /// The best of all rounds.
    ms: [f64; 2],
    /// The median.
    ratio: f64,
}

/// Times both in interleaved rounds. A pass returns the nodes of its searches.
fn race(problems: usize, mut links: impl FnMut() -> u64, mut engine: impl FnMut() -> u64) -> Row {
    let timed = |pass: &mut dyn FnMut() -> u64| {
        let start = Instant::now();
        let nodes = pass();
        (nodes, start.elapsed().as_secs_f64() * 1e3)
    };
    let (mut nodes, mut ms, mut ratios) = ([0; 2], [f64::INFINITY; 2], Vec::new());
    for _ in 0..ROUNDS {
        let (links, engine) = (timed(&mut links), timed(&mut engine));
        nodes = [links.0, engine.0];
        ms = [ms[0].min(links.1), ms[1].min(engine.1)];
        ratios.push(links.1 / engine.1);
    }
    ratios.sort_by(f64::total_cmp);
    Row { problems, nodes, ms, ratio: ratios[ROUNDS / 2] }
}

/// Boards of one shape, up to two solutions each, by the arena that solves sudoku.
fn boards(text: &[u8]) -> Row {
    let (mut cells, mut shape) = (Vec::new(), Shape::NINE);
    for record in text.split(|b| *b == b'\n').filter(|record| is_record(record)) {
        let before = cells.len();
        let found = parse_line(record, Symbols::Auto, &mut cells).expect("a board").0;
        assert!(before == 0 || found == shape, "boards of one size");
        shape = found;
    }
    let area = shape.area();
    let given: Vec<Vec<usize>> = cells.chunks_exact(area).map(|cells| options(shape, cells)).collect();
    let (mut solutions, mut reports) = (vec![0; cells.len()], vec![SearchReport::default(); given.len()]);
    let mut links = DancingLinks::new(BoardCover::new(&Puzzle::new(vec![0; shape.area()]).unwrap()).cover());
    let mut arena = Dlx::new(shape);

    arena.solve(&mut Run::new(shape, &cells, &mut solutions, &mut reports), &TWO);
    for (i, given) in given.iter().enumerate() {
        let mut filled = vec![0; area];
        let count = links.solve(given, 2, &mut |chosen| {
            chosen.iter().for_each(|o| filled[o / shape.side()] = (o % shape.side()) as u8 + 1);
        });
        assert_eq!(count, reports[i].solutions, "board {}", i + 1);
        assert!(count == 0 || is_solution(shape, &cells[i * area..][..area], &filled), "board {}", i + 1);
        let same = filled[..] == solutions[i * area..][..area];
        assert!(reports[i].outcome != Outcome::Unique || same, "board {}", i + 1);
    }
    race(
        given.len(),
        || {
            links.tree_nodes = 0;
            given.iter().for_each(|given| _ = links.solve(given, 2, &mut |_| ()));
            links.tree_nodes
        },
        || {
            arena.solve(&mut Run::new(shape, &cells, &mut solutions, &mut reports), &TWO);
            reports.iter().map(|report| report.nodes).sum()
        },
    )
}

/// The options of the empty board that the givens choose.
fn options(shape: Shape, cells: &[u8]) -> Vec<usize> {
    let given = cells.iter().enumerate().filter(|(_, digit)| **digit > 0);
    given.map(|(cell, &digit)| cell * shape.side() + usize::from(digit) - 1).collect()
}

/// Exact cover problems, all solutions, by the engine for any problem.
fn problems(text: &[u8]) -> Row {
    let format = CoverFormat::detect(text);
    let covers: Vec<Cover> =
        format.problems(text).map(|text| format.parse(text).expect("a problem").cover().clone()).collect();
    let mut links: Vec<_> = covers.iter().map(DancingLinks::new).collect();
    let mut solvers: Vec<_> = covers.iter().map(CoverSolver::new).collect();
    for (links, solver) in links.iter_mut().zip(&mut solvers) {
        let collect = |all: &mut Vec<Vec<usize>>, chosen: &[usize]| {
            let mut chosen = chosen.to_vec();
            chosen.sort_unstable();
            all.push(chosen);
        };
        let (mut expected, mut found) = (Vec::new(), Vec::new());
        links.solve(&[], u64::MAX, &mut |chosen| collect(&mut expected, chosen));
        solver.solve(&ALL, |chosen| collect(&mut found, chosen));
        expected.sort();
        found.sort();
        assert!(expected == found, "the same solutions");
    }
    race(
        covers.len(),
        || {
            let pass = links.iter_mut().map(|links| {
                links.tree_nodes = 0;
                links.solve(&[], u64::MAX, &mut |_| ());
                links.tree_nodes
            });
            pass.sum()
        },
        || {
            let pass = solvers.iter_mut().map(|solver| {
                solver.restart();
                solver.count(&ALL).nodes
            });
            pass.sum()
        },
    )
}

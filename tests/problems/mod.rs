//! Exact cover problems with known numbers of solutions, and a naive solver.
#![allow(dead_code, reason = "each test file uses its part")]

#[path = "../../crates/cover/src/examples.rs"]
mod examples;

pub use examples::*;
use quadrille::{
    Input,
    cover::{Cover, CoverBatch, CoverFormat, CoverSolver},
    engine::Limits,
};

/// The twelve pentominoes as rows, in the order of Conway's names.
const PENTOMINOES: [&[&str]; 12] = [
    &["xxxxx"],
    &["xxxx", "x..."],
    &["xxxx", ".x.."],
    &["xxx.", "..xx"],
    &["xxx", "xx."],
    &["xxx", "x.x"],
    &["xxx", "x..", "x.."],
    &["xxx", ".x.", ".x."],
    &["xx.", ".xx", "..x"],
    &[".x.", "xxx", ".x."],
    &["xx.", ".xx", ".x."],
    &["xx.", ".x.", ".xx"],
];
/// The index of the cross.
const CROSS: usize = 9;

type Cells = Vec<(usize, usize)>;

/// The different orientations of a piece, each as sorted cells from row and column 0.
fn turns(rows: &[&str]) -> Vec<Cells> {
    let cells = |(r, row): (usize, &&str)| {
        row.bytes().enumerate().filter(|c| c.1 == b'x').map(move |(c, _)| (r, c)).collect::<Cells>()
    };
    let mut piece: Cells = rows.iter().enumerate().flat_map(cells).collect();
    let mut all = Vec::new();
    for turn in 0..8 {
        if turn == 4 {
            piece = piece.iter().map(|&(r, c)| (c, r)).collect();
        }
        let height = piece.iter().map(|cell| cell.0).max().unwrap();
        piece = piece.iter().map(|&(r, c)| (c, height - r)).collect();
        piece.sort_unstable();
        all.push(piece.clone());
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// The pentominoes in a rectangle; `essentially` keeps the cross in one quarter of it.
pub fn pentominoes(height: usize, width: usize, essentially: bool) -> Cover {
    let mut cover = Cover::new(12 + height * width);
    for (piece, rows) in PENTOMINOES.iter().enumerate() {
        for cells in turns(rows) {
            for at in 0..height * width {
                let placed: Cells = cells.iter().map(|&(r, c)| (r + at / width, c + at % width)).collect();
                let fits = placed.iter().all(|&(r, c)| r < height && c < width);
                // The third cell of a cross is its center.
                let quarter = 2 * placed[2].0 < height && 2 * placed[2].1 < width;
                if fits && (piece != CROSS || !essentially || quarter) {
                    let option = placed.iter().map(|&(r, c)| 12 + r * width + c);
                    cover.add(&std::iter::once(piece).chain(option).collect::<Vec<_>>()).unwrap();
                }
            }
        }
    }
    cover
}

/// Two of each number from 1 to n, the two of k with k numbers between them.
pub fn langford(n: usize) -> Cover {
    let mut cover = Cover::new(3 * n);
    for k in 1..=n {
        for first in 0..2 * n - k - 1 {
            cover.add(&[k - 1, n + first, n + first + k + 1]).unwrap();
        }
    }
    cover
}

/// Queens on a board: rows and columns are primary items, diagonals secondary ones.
pub fn queens(n: usize) -> Cover {
    let mut cover = Cover::new(2 * n).with_secondary(4 * n - 2);
    for r in 0..n {
        for c in 0..n {
            cover.add(&[r, n + c, 2 * n + r + c, 4 * n - 1 + r + n - 1 - c]).unwrap();
        }
    }
    cover
}

/// The filled sudoku boards with boxes of this size.
pub fn grids(box_rows: usize, box_columns: usize) -> Cover {
    let side = box_rows * box_columns;
    let mut cover = Cover::new(4 * side * side);
    for r in 0..side {
        for c in 0..side {
            let b = r / box_rows * box_rows + c / box_columns;
            for d in 0..side {
                let house = |kind, place| (kind * side + place) * side;
                let items = [house(0, r) + c, house(1, r) + d, house(2, c) + d, house(3, b) + d];
                cover.add(&items).unwrap();
            }
        }
    }
    cover
}

/// All solutions, by trying every option for each item in turn: the naive solver of the tests.
pub fn naive(cover: &Cover) -> Vec<Vec<usize>> {
    let (mut found, mut chosen) = (Vec::new(), Vec::new());
    extend(cover, &mut chosen, &mut found);
    found.iter_mut().for_each(|solution: &mut Vec<usize>| solution.sort_unstable());
    found.sort_unstable();
    found
}

fn extend(cover: &Cover, chosen: &mut Vec<usize>, found: &mut Vec<Vec<usize>>) {
    let has = |option: usize, item: usize| cover.option(option).contains(&(item as u32));
    let Some(item) = (0..cover.primary()).find(|&item| !chosen.iter().any(|&o| has(o, item))) else {
        found.push(chosen.clone());
        return;
    };
    for option in (0..cover.len()).filter(|&option| has(option, item)) {
        if chosen.iter().all(|&other| are_compatible(cover, option, other)) {
            chosen.push(option);
            extend(cover, chosen, found);
            chosen.pop();
        }
    }
}

fn are_compatible(cover: &Cover, a: usize, b: usize) -> bool {
    let pairs = |option| cover.option(option).iter().zip(cover.colors(option));
    pairs(a).all(|(item, color)| {
        let mut others = pairs(b).filter(|(other, _)| *other == item);
        others.all(|(_, other)| (*item as usize) >= cover.primary() && *color != 0 && color == other)
    })
}

/// The number of solutions that the solver finds.
pub fn count(cover: &Cover) -> u64 {
    let limits = Limits::new(u64::MAX);
    CoverSolver::new(cover).solve(&limits, |_| {}).solutions
}

/// All solutions that the solver finds, in order.
pub fn solutions(cover: &Cover) -> Vec<Vec<usize>> {
    let mut found = Vec::new();
    let limits = Limits::new(u64::MAX);
    CoverSolver::new(cover).solve(&limits, |options| found.push(options.to_vec()));
    found.iter_mut().for_each(|solution| solution.sort_unstable());
    found.sort_unstable();
    found
}

/// A problem's text.
pub fn text(format: CoverFormat, cover: &Cover) -> String {
    let mut text = Vec::new();
    format.write(cover, &mut text).unwrap();
    String::from_utf8(text).unwrap()
}

/// The output of a run over text in memory.
pub fn answers(batch: &CoverBatch, text: &str) -> String {
    let mut out = Vec::new();
    batch.run(Input::reader("test", text.as_bytes()), &mut out, &mut ()).unwrap();
    String::from_utf8(out).unwrap()
}

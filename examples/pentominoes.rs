//! Counts the ways to fill a rectangle with the twelve pentominoes.
//!
//! ```sh
//! cargo run --release --example pentominoes -- 6 10
//! ```

use quadrille::{
    cover::{Cover, CoverSolver},
    engine::Limits,
};

/// Cells of each piece, as row and column.
const PIECES: [(char, [(i32, i32); 5]); 12] = [
    ('I', [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)]),
    ('L', [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)]),
    ('Y', [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)]),
    ('N', [(0, 0), (0, 1), (0, 2), (1, 2), (1, 3)]),
    ('P', [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]),
    ('U', [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)]),
    ('V', [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]),
    ('T', [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)]),
    ('W', [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)]),
    ('X', [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)]),
    ('F', [(0, 0), (0, 1), (1, 1), (1, 2), (2, 1)]),
    ('Z', [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)]),
];

/// One of the eight orientations of a piece, as sorted cells from row and column 0.
fn turned(piece: [(i32, i32); 5], turn: usize) -> [(i32, i32); 5] {
    let mut cells = piece.map(|(r, c)| if turn & 4 == 0 { (r, c) } else { (c, r) });
    for _ in 0..turn & 3 {
        cells = cells.map(|(r, c)| (c, -r));
    }
    let top = cells.iter().map(|cell| cell.0).min().unwrap_or(0);
    let left = cells.iter().map(|cell| cell.1).min().unwrap_or(0);
    cells = cells.map(|(r, c)| (r - top, c - left));
    cells.sort();
    cells
}

fn main() {
    let sides: Vec<i32> = std::env::args().skip(1).filter_map(|side| side.parse().ok()).collect();
    let [height @ 1..100, width @ 1..100] = sides[..] else {
        eprintln!("usage: pentominoes HEIGHT WIDTH");
        std::process::exit(2);
    };

    // An item for each piece and each cell; an option for each place of each piece.
    let mut cover = Cover::new(12 + (height * width) as usize);
    for (number, (_, piece)) in PIECES.into_iter().enumerate() {
        let mut turns: Vec<_> = (0..8).map(|turn| turned(piece, turn)).collect();
        turns.sort();
        turns.dedup();
        for cells in turns {
            for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
                let placed = cells.map(|(r, c)| (r + row, c + column));
                if placed.iter().all(|&(r, c)| r < height && c < width) {
                    let [a, b, c, d, e] = placed.map(|(r, c)| (12 + r * width + c) as usize);
                    cover.add(&[number, a, b, c, d, e]).expect("items of the problem, each once");
                }
            }
        }
    }

    let mut shown = false;
    let limits = Limits::new(u64::MAX);
    let report = CoverSolver::new(&cover).solve(&limits, |options| {
        if !std::mem::replace(&mut shown, true) {
            println!("{}", picture(&cover, options, width as usize));
        }
    });
    println!("{} ways", report.solutions);
    if height != width {
        println!("{} if turned and mirrored ones count once", report.solutions / 4);
    }
}

fn picture(cover: &Cover, options: &[usize], width: usize) -> String {
    let mut cells = vec![' '; cover.items() - 12];
    for &option in options {
        if let [piece, placed @ ..] = cover.option(option) {
            placed.iter().for_each(|&cell| cells[cell as usize - 12] = PIECES[*piece as usize].0);
        }
    }
    cells.chunks(width).map(|row| row.iter().collect::<String>() + "\n").collect()
}

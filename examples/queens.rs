//! Counts the ways to place N queens on an N×N board so that none attacks another.
//!
//! ```sh
//! cargo run --release --example queens -- 12
//! ```

use quadrille::{
    cover::{Cover, CoverSolver},
    engine::Limits,
};

fn main() {
    let Some(n) = std::env::args().nth(1).and_then(|n| n.parse::<usize>().ok()).filter(|n| *n > 0) else {
        eprintln!("usage: queens N");
        std::process::exit(2);
    };

    // Every row and column has a queen. A diagonal has at most one, so it is a secondary item.
    let (rows, columns, rising, falling) = (0, n, 2 * n, 4 * n - 1);
    let mut cover = Cover::new(2 * n).with_secondary(4 * n - 2);
    for r in 0..n {
        for c in 0..n {
            cover
                .add(&[rows + r, columns + c, rising + r + c, falling + r + (n - 1 - c)])
                .expect("items of the problem, each once");
        }
    }

    let limits = Limits::new(u64::MAX);
    let report = CoverSolver::new(&cover).solve(&limits, |_| {});
    println!("{} ways", report.solutions);
}

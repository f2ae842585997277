//! Langford pairs: two of each number from 1 to N in a row, the two Ks with K numbers between them.
//!
//! ```sh
//! cargo run --release --example langford -- 11
//! ```

use quadrille::{
    cover::{Cover, CoverSolver},
    engine::Limits,
};

fn main() {
    let Some(n) = std::env::args().nth(1).and_then(|n| n.parse::<usize>().ok()) else {
        eprintln!("usage: langford N");
        std::process::exit(2);
    };

    // An item for each number and each place; an option for each pair of places of a number.
    let mut cover = Cover::new(3 * n);
    for k in 1..=n {
        for first in 0..(2 * n).saturating_sub(k + 1) {
            cover.add(&[k - 1, n + first, n + first + k + 1]).expect("items of the problem, each once");
        }
    }

    // Every arrangement is also counted in reverse.
    let limits = Limits::new(u64::MAX);
    let report = CoverSolver::new(&cover).solve(&limits, |_| {});
    println!(
        "{} pairings, {} if a pairing and its reverse count once",
        report.solutions,
        report.solutions / 2
    );
}

//! Compares the crates `dlx` and `exact-covers` and `CoverSolver`, in interleaved rounds, on exact cover problems:
//! counts all solutions and checks that the counts agree.

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::x::make_problem;
use dlx::{OptOrder, Solver, Uint};
use exact_covers::{DlSolver, Solver as _};
use quadrille::{cover::{Cover, CoverSolver}, engine::Limits};
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::Instant;

const RUNS: usize = 5;

fn main() {
    println!(
        "| problem | solutions | dlx, s | exact-covers, s | ours, s | dlx ÷ ours | exact-covers ÷ ours |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
    compare("pentominoes 6×10", &[pentominoes(6, 10, |_, _| true)]);
    let hole = |r, c| !((3..5).contains(&r) && (3..5).contains(&c));
    compare("pentominoes 8×8 with a hole", &[pentominoes(8, 8, hole)]);
    compare("Langford 11", &[langford(11)]);
    compare("Langford 12", &[langford(12)]);
    compare("12 queens", &[queens(12)]);
    compare("13 queens", &[queens(13)]);
    compare("500 random 60×40", &(0..500).map(random).collect::<Vec<_>>());
}

fn compare(name: &str, covers: &[Cover]) {
    let mut seconds = [Vec::new(), Vec::new(), Vec::new()];
    let mut counts = [0; 3];
    for _ in 0..RUNS {
        for (i, count) in [crate_dlx as fn(&Cover) -> u64, crate_exact_covers, ours].into_iter().enumerate() {
            let start = Instant::now();
            counts[i] = covers.iter().map(count).sum();
            seconds[i].push(start.elapsed().as_secs_f64());
        }
        assert_eq!(counts, [counts[2]; 3], "{name}: the counts differ");
    }
    let ratio = |i: usize| {
        let mut ratios: Vec<f64> = seconds[i].iter().zip(&seconds[2]).map(|(a, b)| a / b).collect();
        ratios.sort_by(f64::total_cmp);
        ratios[RUNS / 2]
    };
    let ratios = [ratio(0), ratio(1)];
    let [dlx, exact_covers, ours] = seconds.map(|s| s.into_iter().fold(f64::MAX, f64::min));
    println!(
        "| {name} | {} | {dlx:.4} | {exact_covers:.4} | {ours:.4} | {:.1}× | {:.1}× |",
        counts[0], ratios[0], ratios[1]
    );
}

fn crate_dlx(cover: &Cover) -> u64 {
    let options: Vec<Vec<Uint>> = cover.options().map(|o| o.to_vec()).collect();
    let (primary, secondary) = (cover.primary() as Uint, (cover.items() - cover.primary()) as Uint);
    let mut problem = make_problem(primary, secondary, &options, OptOrder::Seq);
    let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
    let mut solver = Solver::new(&mut problem);
    let mut count = 0;
    while solver.next_solution(&mut chooser) {
        count += 1;
    }
    count
}

fn crate_exact_covers(cover: &Cover) -> u64 {
    let items: Vec<usize> = (0..cover.items()).collect();
    let (primary, secondary) = items.split_at(cover.primary());
    let mut solver: DlSolver<usize, ()> = DlSolver::new(primary, secondary);
    for option in cover.options() {
        let (primary, secondary): (Vec<_>, Vec<_>) =
            option.iter().map(|&item| item as usize).partition(|&item| item < cover.primary());
        let secondary: Vec<_> = secondary.into_iter().map(|item| (item, None)).collect();
        solver.add_option(primary, secondary);
    }
    let mut count = 0;
    solver.solve(|_| {
        count += 1;
        ControlFlow::Continue(())
    });
    count
}

fn ours(cover: &Cover) -> u64 {
    let all = Limits::new(u64::MAX);
    CoverSolver::new(cover).count(&all).solutions
}

/// Queens: rows and columns are primary items, diagonals secondary ones.
fn queens(n: usize) -> Cover {
    let mut cover = Cover::new(2 * n).with_secondary(2 * (2 * n - 1));
    for (r, c) in (0..n * n).map(|i| (i / n, i % n)) {
        cover.add(&[r, n + c, 2 * n + r + c, 4 * n - 1 + r + n - 1 - c]).unwrap();
    }
    cover
}

/// Langford pairs: two copies of each number k from 1 to n, with k positions between them, in a row of 2n.
fn langford(n: usize) -> Cover {
    let mut cover = Cover::new(3 * n);
    for k in 1..=n {
        for at in 0..2 * n - k - 1 {
            cover.add(&[k - 1, n + at, n + at + k + 1]).unwrap();
        }
    }
    cover
}

/// The twelve pentominoes in every orientation and position on the cells that the board has.
fn pentominoes(rows: i8, columns: i8, has: impl Fn(i8, i8) -> bool) -> Cover {
    const PIECES: [[(i8, i8); 5]; 12] = [
        [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)],
        [(0, 0), (0, 1), (0, 2), (0, 3), (1, 0)],
        [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1)],
        [(0, 0), (0, 1), (0, 2), (1, 2), (1, 3)],
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)],
        [(0, 0), (0, 1), (0, 2), (1, 0), (1, 2)],
        [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)],
        [(0, 0), (0, 1), (0, 2), (1, 1), (2, 1)],
        [(0, 0), (0, 1), (1, 1), (1, 2), (2, 2)],
        [(0, 1), (1, 0), (1, 1), (1, 2), (2, 1)],
        [(0, 0), (0, 1), (1, 1), (2, 1), (2, 2)],
        [(0, 1), (0, 2), (1, 0), (1, 1), (2, 1)],
    ];
    let board = (0..rows).flat_map(|r| (0..columns).map(move |c| (r, c)));
    let cells: Vec<_> = board.filter(|&(r, c)| has(r, c)).collect();
    let mut cover = Cover::new(12 + cells.len());
    for (piece, piece_cells) in PIECES.into_iter().enumerate() {
        let turned = |t: u8| {
            piece_cells.map(|(r, c)| {
                let (r, c) = if t & 1 > 0 { (c, r) } else { (r, c) };
                (if t & 2 > 0 { -r } else { r }, if t & 4 > 0 { -c } else { c })
            })
        };
        let mut ways = BTreeSet::new();
        for way in (0..8).map(turned) {
            for (dr, dc) in (-4..10).flat_map(|dr| (-4..14).map(move |dc| (dr, dc))) {
                let mut at = way.map(|(r, c)| (r + dr, c + dc));
                if at.iter().all(|cell| cells.binary_search(cell).is_ok()) {
                    at.sort();
                    ways.insert(at);
                }
            }
        }
        for way in ways {
            let items = way.map(|cell| 12 + cells.binary_search(&cell).unwrap());
            cover.add(&[&[piece][..], &items].concat()).unwrap();
        }
    }
    cover
}

/// 60 options over 40 items, with some hidden solutions.
fn random(seed: u64) -> Cover {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut below = move |n: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 33) as usize % n
    };
    let mut cover = Cover::new(40);
    let mut items: Vec<usize> = (0..40).collect();
    for _ in 0..4 {
        (1..40).rev().for_each(|i| items.swap(i, below(i + 1)));
        items.chunks(4).for_each(|part| _ = cover.add(part).unwrap());
    }
    while cover.len() < 60 {
        (0..40).rev().for_each(|i| items.swap(i, below(i + 1)));
        cover.add(&items[..2 + below(5)]).unwrap();
    }
    cover
}

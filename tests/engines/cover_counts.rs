//! Counts of exact cover problems with a memory of subproblems: the numbers of the literature, with every memory and number of threads.

use crate::common::cases;
use crate::problems::{self, dominoes, latin_squares};
use quadrille::{
    BigUint, Outcome,
    cover::{Cover, CoverCounter},
    engine::Limits,
};

/// Counts on one thread with the default memory, on three with little, and on two with some.
fn check(name: &str, cover: &Cover, expected: &str) {
    let expected: BigUint = expected.parse().unwrap();
    for (threads, memory) in [(1, CoverCounter::MEMORY), (3, 1 << 20), (2, 16 << 20)] {
        let count = CoverCounter::new(cover).threads(threads).memory(memory).count().unwrap();
        assert_eq!(count.solutions, expected, "{name}, {threads} threads, {memory} bytes");
        assert!(count.is_exact() && count.memory <= memory as u64, "{name}: {count:?}");
    }
}

#[test]
fn tilings_by_dominoes() {
    check("8×8", &dominoes(8, 8), "12988816");
    check("12×12", &dominoes(12, 12), "53060477521960000");
    let cover = dominoes(16, 16);
    let count = CoverCounter::new(&cover).threads(2).count().unwrap();
    assert_eq!(count.solutions.to_string(), "2444888770250892795802079170816");
    assert!(count.remembered > 0 && count.memory > 0, "{count:?}");
}

#[test]
fn latin_squares_of_several_orders() {
    check("order 6", &latin_squares(6), "812851200");
    // Order 7 takes several times as long, by the same steps.
    let (order, expected) = cases((5, "161280"), (7, "61479419904000"));
    let count = CoverCounter::new(&latin_squares(order)).threads(2).count().unwrap();
    assert_eq!(count.solutions.to_string(), expected);
}

#[test]
fn problems_in_which_little_can_be_remembered() {
    let (n, expected) = cases((11, "35584"), (12, "216288"));
    check("Langford", &problems::langford(n), expected);
    let (rows, columns, expected) = cases((4, 15, "1472"), (6, 10, "9356"));
    check("pentominoes", &problems::pentominoes(rows, columns, false), expected);
    let (n, expected) = cases((10, "724"), (12, "14200"));
    check("queens", &problems::queens(n), expected);
}

#[test]
fn the_order_of_items_in_a_problem_does_not_matter() {
    // Cell 17·i modulo 100 is the item i: neighbors are far from each other.
    let straight = dominoes(10, 10);
    let mut cover = Cover::new(100);
    for option in straight.options() {
        cover.add(&option.iter().map(|&item| item as usize * 17 % 100).collect::<Vec<_>>()).unwrap();
    }
    check("10×10, shuffled", &cover, "258584046368");
}

#[test]
fn a_trial_soon_tells_that_remembering_pays() {
    for (cover, most) in [(dominoes(8, 8), 1 << 13), (dominoes(12, 12), 1 << 16)] {
        let count = CoverCounter::new(&cover).count().unwrap();
        assert!(count.is_exact() && count.remembered > 0 && count.nodes < most, "{count:?}");
    }
}

#[test]
fn a_limit_of_solutions_is_a_lower_bound() {
    let cover = dominoes(10, 10);
    let counter = CoverCounter::new(&cover).limits(Limits::new(1_000_000_000));
    let count = counter.count().unwrap();
    assert_eq!((count.solutions.clone(), count.is_exact()), (1_000_000_000u32.into(), false));
    assert_eq!(count.outcome, Outcome::Multiple);
    let counter = counter.limits(Limits::new(258_584_046_369));
    let count = counter.count().unwrap();
    assert_eq!((count.solutions.clone(), count.is_exact()), (258_584_046_368u64.into(), true));
}

#[test]
fn a_stopped_count_is_unknown() {
    let cover = dominoes(24, 24);
    let limits = Limits::new(u64::MAX).timeout_per_puzzle(std::time::Duration::from_millis(100));
    for threads in [1, 2] {
        let count = CoverCounter::new(&cover).threads(threads).limits(limits.clone()).count().unwrap();
        assert_eq!((count.outcome, count.is_exact()), (Outcome::Unknown, false));
    }
    let limits = Limits::new(u64::MAX).max_nodes(1000);
    let count = CoverCounter::new(&cover).limits(limits).count().unwrap();
    assert_eq!((count.outcome, count.nodes, count.remembered), (Outcome::Unknown, 1000, 0));
}

#[test]
fn bounds_are_a_part_of_a_subproblem() {
    // The number of 6×6 and 7×7 matrices of 0 and 1 with these row and column sums: OEIS A001501 and A001499.
    for (n, sum, expected) in [(6, 3, "297200"), (7, 2, "3110940")] {
        let mut cover = Cover::new(2 * n);
        (0..n * n).for_each(|cell| _ = cover.add(&[cell / n, n + cell % n]).unwrap());
        (0..2 * n).for_each(|item| cover.set_bounds(item, sum, sum).unwrap());
        check("matrices", &cover, expected);
    }
}

/// Each of these items in two options of its own.
fn independent_items(items: usize) -> Cover {
    let mut cover = Cover::new(items);
    (0..2 * items).for_each(|at| _ = cover.add(&[at / 2]).unwrap());
    cover
}

#[test]
fn a_problem_of_many_independent_parts_is_counted_part_by_part() {
    for (items, has_bounds) in [(2049, false), (10_000, false), (10_000, true)] {
        let mut cover = independent_items(items);
        if has_bounds {
            // No option or one: three possibilities instead of two.
            cover.set_bounds(0, 0, 1).unwrap();
        }
        let first = if has_bounds { 3u32 } else { 2 };
        for threads in [1, 2] {
            let count = CoverCounter::new(&cover).threads(threads).count().unwrap();
            assert_eq!(count.solutions, BigUint::from(first) << (items - 1));
            assert!(count.is_exact());
        }
        let count = CoverCounter::new(&cover).limit(1 << 30).count().unwrap();
        assert_eq!((count.solutions, count.outcome), (BigUint::from(1u32 << 30), Outcome::Multiple));
    }
    // One part without a solution.
    let mut cover = Cover::new(10_003);
    (0..20_000).for_each(|at| _ = cover.add(&[at / 2]).unwrap());
    [[0, 1], [0, 2], [1, 2]].iter().for_each(|pair| _ = cover.add(&pair.map(|item| 10_000 + item)).unwrap());
    assert_eq!(CoverCounter::new(&cover).count().unwrap().outcome, Outcome::None);
}

#[test]
fn a_connected_problem_of_more_than_4096_options_is_counted_with_memory() {
    // Tilings of a 3×1,366 strip by dominoes: a(2n) = 4·a(2n − 2) − a(2n − 4).
    let cover = dominoes(1366, 3);
    assert!(cover.len() > 4096);
    let (mut last, mut now) = (BigUint::from(1u8), BigUint::from(3u8));
    for _ in 1..1366 / 2 {
        let next = BigUint::from(4u8) * &now - &last;
        (last, now) = (now, next);
    }
    for threads in [1, 2] {
        assert_eq!(CoverCounter::new(&cover).threads(threads).count().unwrap().solutions, now);
    }
}

use super::*;
use crate::Cover;
use crate::count::CoverCounter;
use crate::examples::{dominoes, random_problem};
use crate::search::CoverSolver;
use quadrille_base::limits::Limits;
use quadrille_base::random::Stream;

const MEMORY: usize = 1 << 24;

fn sweep_of(cover: &Cover) -> Option<Box<dyn Sweep>> {
    sweep(&Reduced::new(cover).unwrap())
}

/// The number of solutions, and the states of the sweep.
fn count(cover: &Cover) -> (BigUint, u64) {
    let mut sweep = sweep_of(cover).unwrap();
    loop {
        if let Some(solutions) = sweep.advance(1000, MEMORY).unwrap() {
            return (solutions, sweep.states());
        }
    }
}

/// The same problem with its options and its items in another order.
fn permuted(cover: &Cover, seed: u64) -> Cover {
    let mut stream = Stream::new(seed, 0);
    let mut shuffled = |range: std::ops::Range<usize>| {
        let mut all: Vec<usize> = range.collect();
        (1..all.len()).for_each(|at| all.swap(at, stream.below(at + 1)));
        all
    };
    let items = shuffled(0..cover.primary());
    let mut permuted = Cover::new(cover.primary());
    for option in shuffled(0..cover.len()) {
        let option: Vec<usize> = cover.option(option).iter().map(|&item| items[item as usize]).collect();
        permuted.add(&option).unwrap();
    }
    permuted
}

/// Tilings of an Aztec diamond by dominoes.
fn aztec(n: i32) -> Cover {
    let is_inside = |r: i32, c: i32| (2 * r + 1 - 2 * n).abs() + (2 * c + 1 - 2 * n).abs() <= 2 * n;
    let cells: Vec<_> = (0..4 * n * n).map(|i| (i / (2 * n), i % (2 * n))).collect();
    let cells: Vec<_> = cells.into_iter().filter(|&(r, c)| is_inside(r, c)).collect();
    let mut cover = Cover::new(cells.len());
    for (at, &(r, c)) in cells.iter().enumerate() {
        for other in [(r, c + 1), (r + 1, c)] {
            if let Some(other) = cells.iter().position(|cell| *cell == other) {
                cover.add(&[at, other]).unwrap();
            }
        }
    }
    cover
}

#[test]
fn random_problems_have_the_number_of_solutions_of_an_enumeration() {
    let mut solvable = 0;
    for index in 0..3000 {
        let mut stream = Stream::new(7, index);
        let cover = random_problem(&mut |n| stream.below(n));
        let enumerated = CoverSolver::new(&cover).count(&Limits::new(u64::MAX).max_nodes(1 << 14));
        if sweep_of(&cover).is_none() || enumerated.outcome == quadrille_base::limits::Outcome::Unknown {
            continue;
        }
        assert_eq!(count(&cover).0, enumerated.solutions.into(), "{index}");
        solvable += u32::from(enumerated.solutions > 1);
    }
    assert!(solvable > 500, "{solvable}");
}

/// Items in a row, and options of one or two neighbors, most of them with a color of a secondary item nearby.
fn colored_row(stream: &mut Stream) -> Cover {
    let (primary, secondary) = (14, 5);
    let mut cover = Cover::new(primary).with_secondary(secondary);
    for at in 0..2 * primary {
        let mut option = vec![(at / 2, 0)];
        if at / 2 + 1 < primary && stream.below(2) == 0 {
            option.push((at / 2 + 1, 0));
        }
        if stream.below(4) > 0 {
            option.push((primary + (at / 6 + stream.below(2)).min(secondary - 1), stream.below(3) as u32));
        }
        cover.add_colored(&option).unwrap();
    }
    cover
}

#[test]
fn a_color_that_no_state_has_yet_excludes_nothing() {
    let mut solvable = 0;
    for index in 0..300 {
        let cover = colored_row(&mut Stream::new(8, index));
        let enumerated = CoverSolver::new(&cover).count(&Limits::new(u64::MAX)).solutions;
        let Some(_) = sweep_of(&cover) else { continue };
        assert_eq!(count(&cover).0, enumerated.into(), "{index}");
        solvable += u32::from(enumerated > 1);
    }
    assert!(solvable > 50, "{solvable}");
}

#[test]
fn the_order_of_the_lines_changes_neither_the_count_nor_much_of_the_states() {
    for (cover, expected) in
        [(aztec(8), BigUint::from(1u32) << 36), (dominoes(8, 8), BigUint::from(12_988_816u32))]
    {
        let (_, states) = count(&cover);
        for seed in 0..8 {
            let (found, more) = count(&permuted(&cover, seed));
            assert_eq!(found, expected);
            assert!(2 * more <= 3 * states && 2 * states <= 3 * more, "{states} and {more} states");
        }
    }
}

#[test]
fn a_diamond_is_swept_along_its_sides() {
    let (solutions, states) = count(&permuted(&aztec(10), 3));
    assert_eq!(solutions, BigUint::from(1u32) << 55);
    // Row by row there are 104,000.
    assert!(states < 30_000, "{states}");
}

#[test]
fn numbers_of_any_length_are_exact() {
    // 2×N boards have f(n) = f(n-1) + f(n-2) tilings. One has more options than a search with memory can hold.
    for n in [300, 6000] {
        let mut f = [BigUint::from(1u32), BigUint::from(1u32)];
        (1..n).for_each(|_| f = [f[1].clone(), &f[0] + &f[1]]);
        assert_eq!(CoverCounter::new(&dominoes(2, n)).count().unwrap().solutions, f[1]);
    }
}

#[test]
fn states_that_do_not_fit_into_memory_are_counted_otherwise() {
    let cover = dominoes(8, 8);
    let mut sweep = sweep_of(&cover).unwrap();
    assert_eq!(sweep.advance(u64::MAX, 1 << 11), Err(TooLarge));
    let counted = CoverCounter::new(&cover).memory(1 << 12).count().unwrap();
    assert_eq!(counted.solutions, 12_988_816u32.into());
}

#[test]
fn a_stopped_sweep_knows_a_lower_bound() {
    let all = BigUint::from(258_584_046_368u64);
    for states in [1, 100, 1000, 3000] {
        let mut sweep = sweep_of(&dominoes(10, 10)).unwrap();
        assert_eq!(sweep.advance(states, MEMORY), Ok(None));
        let bound = sweep.lower_bound();
        assert!(bound > &all / 1000u32 && bound <= all, "{bound} after {states} states");
    }
}

use super::counter::{of_bounded, of_width};
use super::number::Number;
use super::symmetry::groups;
use super::*;
use crate::Cover;
use crate::examples::{dominoes, latin_squares, matrices};
use crate::search::CoverSolver;
use crate::search::conflict_lists::ConflictLists;
use num_bigint::BigUint;
use proptest::prelude::*;
use quadrille_base::cases::cases;
use quadrille_base::limits::Limits;

mod sweep;

prop_compose! {
    /// Problems with up to a few hundred solutions; some have interchangeable items.
    fn problem()(primary in 1usize..9, secondary in 0usize..5)(
        options in proptest::collection::vec(
            proptest::collection::vec((0u32..4, 0u32..3), primary + secondary), 0..40),
        primary in Just(primary),
        secondary in Just(secondary),
        is_repeated in any::<bool>(),
    ) -> Cover {
        // Repeated problems share no item, so they have components and symmetries.
        let copies = if is_repeated { 2 } else { 1 };
        let mut cover = Cover::new(copies * primary).with_secondary(copies * secondary);
        for cells in options {
            for copy in 0..copies {
                let has = cells.iter().enumerate().filter(|(_, cell)| cell.0 == 0);
                let option = has.map(|(item, cell)| if item < primary { (copy * primary + item, 0) } else { (copies * primary + copy * secondary + item - primary, cell.1) });
                cover.add_colored(&option.collect::<Vec<_>>()).unwrap();
            }
        }
        cover
    }
}

/// Every search of a problem, in at least this many words.
fn all_searches<const W: usize>(cover: &Cover) -> Vec<Box<dyn SubproblemCount>> {
    let reduced = Reduced::new(cover).unwrap();
    if reduced.is_dead { Vec::new() } else { of_width::<W>(&reduced) }
}

/// The number of solutions, with a table that grows up to this size.
fn count(search: &mut dyn SubproblemCount, bytes: usize) -> BigUint {
    let mut table = SubproblemTable::try_new(search.key_words(), bytes).unwrap();
    loop {
        if let Some(number) = search.advance(&table, 1000) {
            assert!(table.bytes() <= bytes, "{} of {bytes} bytes", table.bytes());
            return number.to_big();
        }
        table.grow_if_needed();
    }
}

fn one_by_one(cover: &Cover) -> u64 {
    CoverSolver::new(cover).count(&Limits::new(u64::MAX)).solutions
}

/// Checks every search of a problem, in every order, with little memory and without memory.
fn check<const W: usize>(cover: &Cover, expected: &BigUint) {
    for search in all_searches::<W>(cover) {
        for thread in 0..4 {
            for bytes in [0, 1 << 12, 1 << 24] {
                let found = count(&mut *search.for_thread(thread), bytes);
                assert_eq!(found, *expected, "thread {thread}, {bytes} bytes");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100, 500)))]

    #[test]
    fn random_problems_have_the_number_of_solutions_of_an_enumeration(cover in problem()) {
        let expected = one_by_one(&cover);
        if all_searches::<2>(&cover).is_empty() {
            prop_assert_eq!(expected, 0);
        }
        check::<2>(&cover, &expected.into());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(100, 500)))]

    #[test]
    fn random_problems_with_bounds_have_the_number_of_solutions_of_an_enumeration(
        cover in problem(),
        bounds in proptest::collection::vec((0u32..3, 1u32..4), 16),
    ) {
        let mut cover = cover;
        for (item, (low, high)) in bounds.into_iter().enumerate().take(cover.primary()) {
            cover.set_bounds(item, low.min(high), high).unwrap();
        }
        cover.set_bounds(0, 0, 2).unwrap();
        let expected = CoverSolver::new(&cover).count(&Limits::new(u64::MAX).max_nodes(1 << 16));
        // A few have too many solutions to be enumerated here.
        prop_assume!(expected.outcome != quadrille_base::limits::Outcome::Unknown);
        for search in of_bounded(&cover, &ConflictLists::try_new(&cover).unwrap()) {
            for bytes in [0, 1 << 10, 1 << 24] {
                prop_assert_eq!(count(&mut *search.for_thread(0), bytes), expected.solutions.into());
                prop_assert_eq!(count(&mut *search.for_thread(1), bytes), expected.solutions.into());
            }
        }
    }
}

#[test]
fn matrices_with_given_sums_have_their_known_numbers() {
    // The number of 0-1 matrices with these row and column sums: OEIS A001499, A001501.
    for (n, sum, expected) in [(4, 2, 90u64), (6, 3, 297_200), (7, 3, 68_938_800)] {
        let cover = matrices(n, n, sum);
        for mut search in of_bounded(&cover, &ConflictLists::try_new(&cover).unwrap()) {
            assert_eq!(count(&mut *search, 1 << 26), expected.into(), "{n}×{n}, {sum}");
        }
    }
}

#[test]
fn tilings_have_their_known_numbers() {
    check::<1>(&dominoes(4, 6), &281u32.into());
    check::<2>(&dominoes(3, 3), &0u32.into());
    for (n, bytes, expected) in [(8, 1 << 14, 12_988_816u64), (12, 1 << 24, 53_060_477_521_960_000)] {
        for mut search in all_searches::<8>(&dominoes(n, n)) {
            assert_eq!(count(&mut *search, bytes), expected.into());
        }
    }
}

#[test]
fn numbers_beyond_a_machine_word_are_exact_with_little_memory() {
    // 4×N boards have f(n) = f(n-1) + 5 f(n-2) + f(n-3) - f(n-4) tilings.
    let mut f: Vec<BigUint> = [1u32, 1, 5, 11].map(BigUint::from).to_vec();
    for n in 4..=240 {
        let next = &f[n - 1] + 5u32 * &f[n - 2] + &f[n - 3] - &f[n - 4];
        f.push(next);
    }
    assert!(f[240].bits() > 256);
    for mut search in all_searches::<64>(&dominoes(240, 4)) {
        assert_eq!(count(&mut *search, 1 << 22), f[240]);
    }
    for mut search in all_searches::<16>(&dominoes(100, 4)) {
        assert_eq!(count(&mut *search, 256 << 10), f[100]);
    }
}

#[test]
fn the_columns_of_a_latin_square_are_interchangeable() {
    let cover = latin_squares(5);
    let lists = ConflictLists::try_new(&cover).unwrap();
    let groups = groups(&lists, &(0..cover.len() as u32).collect::<Vec<_>>());
    assert_eq!(groups.iter().map(|group| (group.len(), group[0].len())).collect::<Vec<_>>(), [(5, 25)]);
    for mut search in all_searches::<2>(&cover) {
        assert_eq!(count(&mut *search, 1 << 16), BigUint::from(161_280u32));
    }
    // Row by row; other orders have many more states.
    for mut search in all_searches::<4>(&latin_squares(6)).into_iter().take(1) {
        assert_eq!(count(&mut *search, 1 << 24), BigUint::from(812_851_200u32));
    }
}

#[test]
fn dominoes_have_no_interchangeable_parts() {
    let cover = dominoes(6, 6);
    let lists = ConflictLists::try_new(&cover).unwrap();
    assert!(groups(&lists, &(0..cover.len() as u32).collect::<Vec<_>>()).is_empty());
}

#[test]
fn a_full_table_of_big_numbers_grows_without_losing_its_places() {
    let big = |x: u64| Number::Big((BigUint::from(1u32) << 200) + x);
    let mut table = SubproblemTable::try_new(1, 700 << 10).unwrap();
    for round in 0..4 {
        for x in 0..20_000u64 {
            let key = [x * 4 + round];
            table.count_used(table.put(hash(&key), &key, &big(key[0])));
        }
        table.grow_if_needed();
        assert!(table.bytes() <= 700 << 10);
    }
    let found = (0..80_000u64).filter(|x| match table.get(hash(&[*x]), &[*x]) {
        Some(number) => number.to_big() == big(*x).to_big() || panic!("{x} has another number"),
        None => false,
    });
    assert!(found.count() > 1000);
}

#[test]
fn threads_that_copy_a_table_together_lose_little() {
    let number = |x: u64| Number::Big((BigUint::from(1u32) << (120 + x % 40)) + x);
    let number = |x: u64| if x.is_multiple_of(3) { Number::Small(x.into()) } else { number(x) };
    let mut table = SubproblemTable::try_new(1, 1 << 24).unwrap();
    for x in 0..60_000u64 {
        table.count_used(table.put(hash(&[x]), &[x], &number(x)));
        table.begin_growth();
        if table.is_growing() {
            let shared = &table;
            std::thread::scope(|scope| {
                (0..3).for_each(|_| _ = scope.spawn(move || while shared.copy_segment() {}));
            });
            assert!(table.is_copied());
            let (before, used) = (table.bytes(), table.used());
            table.end_growth();
            assert!(!table.is_growing() && table.bytes() > before && table.used() <= used);
        }
    }
    let found = (0..60_000u64).filter(|x| match table.get(hash(&[*x]), &[*x]) {
        Some(found) => found.to_big() == number(*x).to_big() || panic!("{x} has another number"),
        None => false,
    });
    assert_eq!(found.count(), table.used());
    assert!(table.used() > 55_000, "{}", table.used());
}

#[test]
fn independent_parts_multiply() {
    // Forty copies of a problem with three solutions.
    let mut cover = Cover::new(80);
    for copy in 0..40 {
        cover.add(&[2 * copy, 2 * copy + 1]).unwrap();
        cover.add(&[2 * copy]).unwrap();
        cover.add(&[2 * copy + 1]).unwrap();
        cover.add(&[2 * copy + 1]).unwrap();
    }
    // A fixed order does not find them, but remembers the rest after each.
    for mut search in all_searches::<4>(&cover) {
        assert_eq!(count(&mut *search, 1 << 14), BigUint::from(3u32).pow(40));
    }
}

#[test]
fn searches_that_share_a_table_count_the_same() {
    let cover = dominoes(10, 10);
    let expected = BigUint::from(258_584_046_368u64);
    for search in all_searches::<4>(&cover) {
        let mut searches: Vec<_> = (0..3).map(|thread| search.for_thread(thread)).collect();
        let mut table = SubproblemTable::try_new(search.key_words(), 1 << 24).unwrap();
        let mut done = [false; 3];
        while done != [true; 3] {
            for (search, done) in searches.iter_mut().zip(&mut done) {
                if let Some(number) = search.advance(&table, 100) {
                    assert_eq!(number.to_big(), expected);
                    *done = true;
                }
            }
            table.grow_if_needed();
        }
    }
}

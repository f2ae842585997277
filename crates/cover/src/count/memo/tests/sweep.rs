//! Counts of many different problems against an enumeration.

use super::count;
use crate::count::Methods;
use crate::examples::{add_random_bounds, random_problem};
use crate::search::CoverSolver;
use quadrille_base::limits::{Limits, Outcome};
use quadrille_base::random::Stream;
use std::collections::HashSet;

#[test]
fn ten_thousand_different_problems_have_the_number_of_solutions_of_an_enumeration() {
    let (mut different, mut sizes) = (HashSet::new(), [0; 3]);
    for index in 0.. {
        let mut stream = Stream::new(31, index);
        let draw = &mut |n: usize| stream.below(n);
        let mut cover = random_problem(draw);
        if index % 3 == 0 {
            add_random_bounds(&mut cover, draw);
        }
        let enumerated = CoverSolver::new(&cover).count(&Limits::new(u64::MAX).max_nodes(1 << 14));
        if enumerated.outcome == Outcome::Unknown || !different.insert(format!("{cover:?}")) {
            continue;
        }
        let expected = enumerated.solutions;
        sizes[expected.min(2) as usize] += 1;
        let searches = Methods::of(&cover).unwrap().searches.unwrap();
        assert!(!searches.is_empty() || expected == 0, "{index}");
        for search in searches {
            for thread in 0..4 {
                let bytes = [0, 1 << 10, 1 << 20][((index + thread) % 3) as usize];
                let found = count(&mut *search.for_thread(thread), bytes);
                assert_eq!(found, expected.into(), "{index}, thread {thread}, {bytes} bytes");
            }
        }
        if different.len() == 10_000 {
            break;
        }
    }
    // Most have no solution, or several.
    assert!(sizes[2] > 3000 && sizes[1] > 500, "{sizes:?}");
}

use super::*;
use crate::count::CoverCounter;
use crate::examples::{dominoes, latin_squares, random_problem};
use num_bigint::BigUint;
use quadrille_base::limits::{Limits, Outcome, SearchReport};
use quadrille_base::random::Stream;
use std::time::Duration;

/// Steiner triple systems: items are the pairs of points, options the triples.
fn triple_systems(points: usize) -> Cover {
    let pair = |a: usize, b: usize| b * (b - 1) / 2 + a;
    let mut cover = Cover::new(pair(0, points));
    for c in 0..points {
        for (a, b) in (0..c).flat_map(|b| (0..b).map(move |a| (a, b))) {
            cover.add(&[pair(a, b), pair(a, c), pair(b, c)]).unwrap();
        }
    }
    cover
}

fn classes_of(cover: &Cover) -> Option<Classes> {
    plain_subproblem(cover, &Reduced::new(cover).unwrap()).as_ref().and_then(Classes::new)
}

/// The solutions and the largest level, all the way down.
fn by_levels(mut classes: Classes, threads: usize) -> (BigUint, usize) {
    let mut most = 1;
    while !classes.level.is_empty() {
        classes.advance(threads, usize::MAX, &Budget::UNLIMITED, &mut |_| {}).unwrap();
        most = most.max(classes.level.len());
    }
    (classes.solutions.to_big(), most)
}

/// The same problem with its items and options in another order.
fn shuffled(cover: &Cover, random: &mut Stream) -> Cover {
    let mut numbers: Vec<usize> = (0..cover.items()).collect();
    random.shuffle(&mut numbers[..cover.primary()]);
    random.shuffle(&mut numbers[cover.primary()..]);
    let mut order: Vec<usize> = (0..cover.len()).collect();
    random.shuffle(&mut order);
    let mut other = Cover::new(cover.primary()).with_secondary(cover.items() - cover.primary());
    for option in order {
        let mut items: Vec<usize> = cover.option(option).iter().map(|&item| numbers[item as usize]).collect();
        random.shuffle(&mut items);
        other.add(&items).unwrap();
    }
    other
}

/// A problem that turning its items leaves as it is: item `i` becomes item `i + 1` of its kind.
fn turned_problem(random: &mut Stream) -> Cover {
    let (turns, kinds, secondary) = (2 + random.below(4), 1 + random.below(3), random.below(3));
    let mut cover = Cover::new(turns * kinds).with_secondary(turns * secondary);
    for _ in 0..1 + random.below(5) {
        let items: Vec<usize> = (0..cover.items()).filter(|_| random.below(4) == 0).collect();
        for turn in 0..turns {
            let turned = |&item: &usize| item / turns * turns + (item + turn) % turns;
            cover.add(&items.iter().map(turned).collect::<Vec<_>>()).unwrap();
        }
    }
    cover
}

fn one_by_one(cover: &Cover) -> BigUint {
    CoverSolver::new(cover).count(&Limits::new(u64::MAX)).solutions.into()
}

#[test]
fn symmetric_problems_are_counted_by_few_classes() {
    let known = [
        (triple_systems(7), "30", 1),
        (triple_systems(9), "840", 1),
        (latin_squares(4), "576", 2),
        (latin_squares(5), "161280", 12),
    ];
    let random = &mut Stream::new(1, 0);
    for (cover, solutions, most) in known {
        let counted = by_levels(classes_of(&cover).unwrap(), 1);
        assert!(counted.0.to_string() == solutions && counted.1 <= most, "{counted:?}");
        assert_eq!(by_levels(classes_of(&shuffled(&cover, random)).unwrap(), 2), counted);
    }
}

#[test]
fn random_problems_are_counted_as_one_by_one() {
    let (mut counted, mut solvable) = (0, 0);
    for round in 0..1500 {
        let random = &mut Stream::new(2, round);
        let cover =
            if round % 3 == 0 { random_problem(&mut |n| random.below(n)) } else { turned_problem(random) };
        let Some(classes) = classes_of(&cover) else { continue };
        let all = one_by_one(&cover);
        assert_eq!(by_levels(classes, 1).0, all, "{cover:?}");
        counted += 1;
        solvable += usize::from(all > BigUint::ZERO);
    }
    assert!(counted > 300 && solvable > 100, "{counted}, {solvable}");
}

#[test]
fn the_key_of_a_subproblem_does_not_depend_on_the_order_of_items() {
    let random = &mut Stream::new(3, 0);
    for cover in [triple_systems(9), latin_squares(4), dominoes(4, 5), dominoes(2, 9)] {
        let key = |cover: &Cover| classes_of(cover).unwrap().level.remove(0).0;
        let expected = key(&cover);
        (0..10).for_each(|_| assert_eq!(key(&shuffled(&cover, random)), expected));
    }
}

#[test]
fn problems_with_colors_or_bounds_or_without_symmetry_have_no_classes() {
    let symmetric = || {
        let mut cover = Cover::new(4).with_secondary(1);
        (0..4).for_each(|item| _ = cover.add(&[item, (item + 1) % 4]).unwrap());
        cover
    };
    assert!(classes_of(&symmetric()).is_some());
    let mut colored = symmetric();
    colored.add_colored(&[(0, 0), (4, 1)]).unwrap();
    assert!(classes_of(&colored).is_none());
    let mut bounded = symmetric();
    bounded.set_bounds(0, 0, 2).unwrap();
    assert!(classes_of(&bounded).is_none());
    let mut rigid = symmetric();
    rigid.add(&[0, 2]).unwrap();
    rigid.add(&[0]).unwrap();
    rigid.add(&[1]).unwrap();
    assert!(classes_of(&rigid).is_none());
}

#[test]
fn a_count_by_classes_is_exact_or_a_lower_bound() {
    let cover = triple_systems(9);
    let over = Limits::new(u64::MAX).timeout_per_puzzle(Duration::ZERO);
    let before = SearchReport::default();
    for (threads, memory) in [(1, 1 << 20), (2, 1 << 20), (1, 2000)] {
        let counter = CoverCounter::new(&cover).threads(threads).memory(memory);
        let count = |limits: &Limits| {
            let budget = Budget::start(limits).unwrap();
            counter.count_classes(classes_of(&cover).unwrap(), &before, &budget, &mut |_| {}).unwrap()
        };
        let exact = count(&Limits::new(u64::MAX));
        assert_eq!((exact.solutions.clone(), exact.outcome), (840u32.into(), Outcome::Multiple));
        let stopped = count(&over);
        assert!(stopped.outcome == Outcome::Unknown && stopped.solutions <= exact.solutions);
    }
}

#[test]
fn classes_pay_for_triple_systems_but_not_for_dominoes() {
    for (cover, pays) in [(triple_systems(13), true), (latin_squares(6), true), (dominoes(8, 8), false)] {
        let mut classes = classes_of(&cover).unwrap();
        assert_eq!(classes.pay(1e9, 1 << 24, &Budget::UNLIMITED).unwrap(), pays);
    }
    let count = CoverCounter::new(&triple_systems(13)).threads(2).count().unwrap();
    assert_eq!(count.solutions.to_string(), "1197504000");
}

//! Counts of problems with bounds and colors that are far too many to list, against dynamic programming.
//!
//! Options use items that are close together, so the oracle goes through the options once and keeps, for each state of
//! the items that still have options, the number of ways to reach it. It shares nothing with the search.

use crate::common::cases;
use proptest::prelude::*;
use quadrille::cover::{Cover, CoverCounter};
use std::collections::HashMap;

/// The most states after an option.
const MOST_STATES: usize = 2000;

/// The number of solutions, by dynamic programming over the options in this order; `None` if there are too many states.
fn solutions(cover: &Cover, order: &[usize]) -> Option<u128> {
    let uses = |option: usize| {
        cover.option(option).iter().map(|item| *item as usize).zip(cover.colors(option).iter().copied())
    };
    let has_primary = |option: usize| uses(option).any(|(item, _)| item < cover.primary());
    let options: Vec<usize> = order.iter().copied().filter(|&option| has_primary(option)).collect();
    let last = |item: usize| options.iter().rposition(|&option| uses(option).any(|(other, _)| other == item));
    let last: Vec<Option<usize>> = (0..cover.items()).map(last).collect();
    let is_met = |item: usize, state: &[u8]| {
        item >= cover.primary() || (cover.bounds(item).0..=cover.bounds(item).1).contains(&state[item].into())
    };
    let start = vec![0u8; cover.items()];
    if (0..cover.items()).any(|item| last[item].is_none() && !is_met(item, &start)) {
        return Some(0);
    }
    let mut ways = HashMap::from([(start, 1u128)]);
    for (step, &option) in options.iter().enumerate() {
        let mut next = HashMap::with_capacity(2 * ways.len());
        for (state, number) in ways {
            for state in taken(cover, uses(option), &state).into_iter().chain([state]) {
                let ended = (0..cover.items()).filter(|&item| last[item] == Some(step));
                let mut state = state;
                if ended.clone().all(|item| is_met(item, &state)) {
                    ended.for_each(|item| state[item] = 0);
                    *next.entry(state).or_default() += number;
                }
            }
        }
        if next.len() > MOST_STATES {
            return None;
        }
        ways = next;
    }
    Some(ways.into_values().sum())
}

/// The state after an option, if it can be chosen: how often each primary item is covered, and the color of each secondary
/// one: 255 for the one that was given without a color, which nothing else may use.
fn taken(cover: &Cover, uses: impl Iterator<Item = (usize, u32)>, state: &[u8]) -> Option<Vec<u8>> {
    let mut state = state.to_vec();
    for (item, color) in uses {
        if item < cover.primary() {
            state[item] += 1;
            if u32::from(state[item]) > cover.bounds(item).1 {
                return None;
            }
        } else {
            let color = if color == 0 { 255 } else { color as u8 };
            match state[item] {
                0 => state[item] = color,
                given if given == color && color != 255 => {}
                _ => return None,
            }
        }
    }
    Some(state)
}

prop_compose! {
    /// A problem with 40 to 130 options in a band, and their order along it: each uses up to three of six neighboring items.
    fn band(has_bounds: bool)(primary in 8usize..18, secondary in 0usize..10)(
        options in proptest::collection::vec(
            (0.0..1.0f64, proptest::collection::vec((0usize..6, 0u32..3), 1..4)), 40..130),
        bounds in proptest::collection::vec(prop_oneof![
            2 => Just((1, 1)), 2 => (0u32..2, 2u32..4), 1 => Just((0, 1)), 1 => Just((2, 2)), 1 => Just((0, u32::MAX))], primary),
        secondary in Just(secondary),
    ) -> (Cover, Vec<usize>) {
        let (primary, items) = (bounds.len(), bounds.len() + secondary);
        // The place of an item in the band is not its number: secondary items come last.
        let item_at = |place: usize| {
            let before = place * secondary / items;
            if (place + 1) * secondary / items > before { primary + before } else { place - before }
        };
        let mut cover = Cover::new(primary).with_secondary(secondary);
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by(|&a, &b| options[a].0.total_cmp(&options[b].0));
        for (at, cells) in options {
            let first = (at * (items - 6) as f64) as usize;
            let mut used: Vec<(usize, u32)> = cells.iter().map(|&(step, color)| {
                let item = item_at(first + step);
                (item, if item < primary { 0 } else { color })
            }).collect();
            used.sort_unstable();
            used.dedup_by_key(|(item, _)| *item);
            cover.add_colored(&used).unwrap();
        }
        for (item, (low, high)) in bounds.into_iter().enumerate().filter(|_| has_bounds) {
            cover.set_bounds(item, low, high).unwrap();
        }
        (cover, order)
    }
}

fn check((cover, order): &(Cover, Vec<usize>), threads: usize, memory: usize) -> Result<(), TestCaseError> {
    let expected = solutions(cover, order);
    // Wider problems can take half a minute, if the order of their items is a bad one.
    prop_assume!(expected.is_some());
    let count = CoverCounter::new(cover).threads(threads).memory(memory).count().unwrap();
    prop_assert!(count.is_exact(), "{:?}", count);
    prop_assert_eq!(Some(count.solutions), expected.map(Into::into));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(cases(60, 1000)))]

    #[test]
    fn problems_with_bounds_and_colors(cover in band(true), threads in 1usize..3, memory in prop_oneof![Just(16 << 20), Just(1 << 28)]) {
        check(&cover, threads, memory)?;
    }

    #[test]
    fn problems_with_colors(cover in band(false), threads in 1usize..3, memory in prop_oneof![Just(16 << 20), Just(1 << 28)]) {
        check(&cover, threads, memory)?;
    }
}

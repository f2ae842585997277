//! Independent parts of a problem: no option has items of two parts.
//!
//! A search with memory finds them too, but only in problems that its sets of bits can hold.

use super::disjoint_sets::DisjointSets;
use super::memo::Reduced;
use super::{CoverCount, CoverCounter};
use crate::Cover;
use crate::search::SearchProgress;
use num_bigint::BigUint;
use quadrille_base::error::Error;
use quadrille_base::limits::{Budget, Outcome, SearchReport};
use std::collections::HashMap;

/// A part with fewer options is counted by one thread: starting more takes longer than the count.
const FEW_OPTIONS: usize = 64;

impl CoverCounter<'_> {
    /// Counts the independent parts of the problem, `None` if there is only one; `before` is the count one by one.
    pub(super) fn count_parts(
        &self,
        before: &SearchReport,
        budget: &Budget<'_>,
        report_progress: &mut dyn FnMut(SearchProgress),
    ) -> Result<Option<CoverCount>, Error> {
        let parts = parts(self.cover)?;
        if parts.len() < 2 {
            return Ok(None);
        }
        let mut all = Some(BigUint::from(1u8));
        let mut sum = CoverCount { nodes: before.nodes, ..CoverCount::default() };
        for (done, part) in parts.iter().enumerate() {
            let threads = if part.len() < FEW_OPTIONS { 1 } else { self.threads };
            let limits = self.limits.clone().solutions(u64::MAX);
            let counted = CoverCounter { cover: part, limits, threads, ..*self }.count_within(
                budget,
                &mut |progress| {
                    let part = (done as f64 + progress.part) / parts.len() as f64;
                    report_progress(SearchProgress { nodes: sum.nodes + progress.nodes, part, ..progress });
                },
            )?;
            sum.nodes += counted.nodes;
            sum.remembered += counted.remembered;
            sum.memory = sum.memory.max(counted.memory);
            all = all.filter(|_| counted.outcome != Outcome::Unknown).map(|all| all * &counted.solutions);
            // The budget is over, or the product remains 0.
            if counted.outcome == Outcome::Unknown || counted.outcome == Outcome::None {
                break;
            }
        }
        let CoverCount { solutions, outcome, limited, .. } = self.result(all, before.solutions.into());
        Ok(Some(CoverCount { solutions, outcome, limited, ..sum }))
    }
}

/// The parts of what the forced moves leave of a problem, the smallest first. Each has all options with its items. The
/// number of solutions is the product of their numbers.
fn parts(cover: &Cover) -> Result<Vec<Cover>, Error> {
    let (options, items) = left(cover)?;
    let mut connected = DisjointSets::new(cover.items());
    for &option in &options {
        let items = cover.option(option as usize);
        items.iter().for_each(|&item| connected.merge(items[0] as usize, item as usize));
    }
    let (mut numbers, mut sizes) = (HashMap::new(), Vec::new());
    // The part of each item, and its number in the part: primary items come first in both.
    let mut places = vec![None; cover.items()];
    let of_options = options.iter().flat_map(|&option| cover.option(option as usize));
    let secondary = of_options.filter(|&&item| item as usize >= cover.primary());
    for &item in items.iter().chain(secondary) {
        let part = *numbers.entry(connected.least(item as usize)).or_insert(sizes.len());
        if part == sizes.len() {
            sizes.push([0, 0]);
        }
        let size: &mut [usize; 2] = &mut sizes[part];
        if places[item as usize].is_none() {
            places[item as usize] = Some((part, size[0] + size[1]));
            size[usize::from(item as usize >= cover.primary())] += 1;
        }
    }
    let new = |&[primary, secondary]: &[usize; 2]| Cover::new(primary).with_secondary(secondary);
    let mut parts: Vec<Cover> = sizes.iter().map(new).collect();
    for &item in &items {
        if let (Some((part, at)), (low, high)) = (places[item as usize], cover.bounds(item as usize)) {
            parts[part].set_bounds(at, low, high)?;
        }
    }
    for &option in &options {
        let items = cover.option(option as usize).iter().zip(cover.colors(option as usize));
        let items = items.filter_map(|(&item, &color)| places[item as usize].map(|place| (place, color)));
        let (places, items): (Vec<_>, Vec<_>) = items.map(|((part, at), color)| (part, (at, color))).unzip();
        parts[places[0]].add_colored(&items)?;
    }
    parts.sort_by_key(Cover::len);
    Ok(parts)
}

/// The options and primary items that the forced moves leave. Bounds force nothing.
fn left(cover: &Cover) -> Result<(Vec<u32>, Vec<u32>), Error> {
    if !cover.has_bounds() {
        let reduced = Reduced::new(cover)?;
        return Ok((reduced.options, reduced.items));
    }
    let is_choice =
        |&option: &u32| cover.option(option as usize).iter().any(|&i| (i as usize) < cover.primary());
    Ok(((0..cover.len() as u32).filter(is_choice).collect(), (0..cover.primary() as u32).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{add_random_bounds, random_problem};
    use quadrille_base::random::Stream;

    #[test]
    fn the_numbers_of_the_parts_multiply_to_the_number_of_the_problem() {
        let mut random = Stream::new(1, 0);
        let (mut several, mut solvable) = (0, 0);
        for round in 0..2000 {
            let draw = &mut |n: usize| random.below(n);
            let mut cover = random_problem(draw);
            if round % 2 == 1 {
                add_random_bounds(&mut cover, draw);
            }
            let solutions = |cover: &Cover| CoverCounter::new(cover).count().unwrap().solutions;
            let whole = solutions(&cover);
            if !cover.has_bounds() && Reduced::new(&cover).unwrap().is_dead {
                continue;
            }
            let parts = parts(&cover).unwrap();
            assert_eq!(parts.iter().map(solutions).product::<BigUint>(), whole, "{cover:?}");
            several += usize::from(parts.len() > 1);
            solvable += usize::from(whole > BigUint::ZERO);
        }
        assert!(several > 200 && solvable > 200, "{several}, {solvable}");
    }
}

//! Orders of the items, for a search that covers the first open one.
//!
//! Few subproblems are different where items that share options are close to each other.

use super::reduced::Reduced;

/// Which items share an option with which: a matrix of bits.
struct Graph {
    words: usize,
    rows: Vec<u64>,
    degrees: Vec<u32>,
}

/// Some orders of the open items, of which the first is the order of the problem.
pub(crate) fn orders(reduced: &Reduced) -> Vec<Vec<u32>> {
    let graph = Graph::new(reduced);
    let all = |places: Vec<usize>| places.into_iter().map(|at| reduced.items[at]).collect::<Vec<_>>();
    let items = reduced.items.len();
    // An item that shares options with nearly all others is close to none of them, and brings them together.
    let is_hub = |at: usize| 10 * graph.degrees[at] as usize >= 8 * items;
    let (hubs, others): (Vec<_>, Vec<_>) = (0..items).partition(|&at| is_hub(at));
    let mut orders = vec![reduced.items.clone(), all(graph.banded(&(0..items).collect::<Vec<_>>()))];
    if !hubs.is_empty() && !others.is_empty() {
        orders.push(all([&others[..], &hubs].concat()));
        orders.push(all([graph.banded(&others), hubs].concat()));
    }
    let mut distinct: Vec<Vec<u32>> = Vec::new();
    for order in orders {
        if !distinct.contains(&order) {
            distinct.push(order);
        }
    }
    distinct
}

impl Graph {
    fn new(reduced: &Reduced) -> Graph {
        let words = reduced.items.len().div_ceil(64);
        let mut place = vec![usize::MAX; reduced.lists.primary];
        reduced.items.iter().enumerate().for_each(|(at, &item)| place[item as usize] = at);
        let mut rows = vec![0; words * reduced.items.len()];
        for &option in &reduced.options {
            let conflicts = reduced.lists.of(option as usize).iter();
            let places: Vec<_> = conflicts.filter_map(|c| place.get(c.item as usize)).copied().collect();
            let mut set = vec![0u64; words];
            places.iter().for_each(|at| set[at / 64] |= 1 << (at % 64));
            for at in places {
                rows[at * words..][..words].iter_mut().zip(&set).for_each(|(row, word)| *row |= word);
            }
        }
        let degree = |at: usize| rows[at * words..][..words].iter().map(|word| word.count_ones()).sum();
        let degrees = (0..reduced.items.len()).map(degree).collect();
        Graph { words, rows, degrees }
    }

    fn are_neighbors(&self, a: usize, b: usize) -> bool {
        self.rows[a * self.words + b / 64] >> (b % 64) & 1 != 0
    }

    /// These items so that neighbors are close to each other: E. Cuthill, J. McKee, *Reducing the bandwidth of sparse
    /// symmetric matrices*, 1969, from an item as far away from others as two searches find, and reversed.
    fn banded(&self, items: &[usize]) -> Vec<usize> {
        let mut left = items.to_vec();
        let mut order = Vec::new();
        while let Some(&start) = left.iter().min_by_key(|&&at| self.degrees[at]) {
            let mut reached = self.breadth_first(start, &left);
            for _ in 0..2 {
                let far = reached.last().copied().unwrap_or(start);
                reached = self.breadth_first(far, &left);
            }
            left.retain(|at| !reached.contains(at));
            order.extend(reached);
        }
        order.reverse();
        order
    }

    /// The items that can be reached, breadth first, items with few neighbors first.
    fn breadth_first(&self, start: usize, items: &[usize]) -> Vec<usize> {
        let mut left: Vec<_> = items.iter().copied().filter(|&at| at != start).collect();
        left.sort_by_key(|&at| self.degrees[at]);
        let (mut reached, mut next) = (vec![start], 0);
        while let Some(&from) = reached.get(next) {
            next += 1;
            left.retain(|&at| {
                let is_new = self.are_neighbors(from, at);
                if is_new {
                    reached.push(at);
                }
                !is_new
            });
        }
        reached
    }
}

//! An order of the items in which few of them are on the frontier: open, and in an option that has an earlier item.
//!
//! The order depends on the structure of a problem and not on the order in which its items and options are given. It
//! is grown from a first item: the next one is always an item of the frontier that brings the fewest new items there
//! (I. P. King, *An automatic reordering scheme for simultaneous equations derived from network systems*, 1970). Many
//! first items are tried, and two ways to choose among equals, and the order with the fewest possible states is kept.

use crate::count::memo::Reduced;
use crate::csr::Csr;
use crate::search::conflict_lists::{ConflictLists, NONE};

/// The most steps of all attempts: some tens of milliseconds.
const MOST_STEPS: usize = 1 << 25;

/// The most steps if the best order has more than [`WIDE`] possible states: a sweep seldom counts such a problem, and another
/// order does not change that.
const MOST_STEPS_OF_WIDE: usize = MOST_STEPS / 16;
const WIDE: f64 = (1u64 << 56) as f64;

/// With more pairs of neighbors than this, a problem has no narrow frontier.
const MOST_NEIGHBORS: usize = 1 << 22;

/// Which item of a frontier comes next if several bring equally many new ones.
#[derive(Clone, Copy)]
enum Tie {
    /// The one that was reached first, which advances the frontier everywhere.
    First,
    /// The one that was reached last, which follows the frontier from one end to the other.
    Last,
}

/// Which items share an option with which. Primary items are numbered by their places among the open ones; the
/// secondary items come after them.
struct Graph {
    primary: usize,
    /// The neighbors of each item. Only the primary neighbors of secondary items are listed.
    neighbors: Csr<u32>,
    /// The bits that the state of each item takes.
    weights: Vec<u32>,
    /// The options that have secondary items, by their primary items, and their secondary items.
    options: Csr<u32>,
    secondary: Csr<u32>,
}

/// An order of the open items.
pub(super) struct Layout {
    pub order: Vec<u32>,
    /// The bits of the frontier after each item.
    pub bits: Vec<u32>,
    /// The number of states that the frontiers could have.
    states: f64,
}

/// The best order that some attempts find; `None` if too many items are neighbors.
pub(super) fn layout(reduced: &Reduced) -> Option<Layout> {
    let mut layout = Graph::new(reduced)?.layout();
    layout.order.iter_mut().for_each(|at| *at = reduced.items[*at as usize]);
    Some(layout)
}

impl Graph {
    /// `None` if too many items are neighbors.
    fn new(reduced: &Reduced) -> Option<Graph> {
        let Reduced { lists, options, items, .. } = reduced;
        let pairs = |&option: &u32| lists.of(option as usize).len().pow(2);
        if options.iter().map(pairs).sum::<usize>() > MOST_NEIGHBORS {
            return None;
        }
        let numbers = Numbers::new(lists, options, items);
        let of_option = |option: u32| numbers.of(lists, option);
        let mut neighbors = vec![Vec::new(); numbers.weights.len()];
        for &option in options {
            let all: Vec<u32> = of_option(option).collect();
            let primary = all.partition_point(|&item| (item as usize) < items.len());
            for (at, &item) in all.iter().enumerate() {
                let others = if at < primary { &all[..] } else { &all[..primary] };
                neighbors[item as usize].extend(others.iter().filter(|other| **other != item));
            }
        }
        for list in &mut neighbors {
            list.sort_unstable();
            list.dedup();
        }
        let is_secondary = |item: &u32| *item as usize >= items.len();
        let with_secondary: Vec<u32> =
            options.iter().copied().filter(|&option| of_option(option).any(|i| is_secondary(&i))).collect();
        Some(Graph {
            primary: items.len(),
            neighbors: Csr::from_lists(neighbors),
            options: Csr::group(items.len(), || {
                let options = (0..).zip(&with_secondary);
                let pairs = options.flat_map(|(at, &option)| of_option(option).map(move |item| (item, at)));
                pairs.filter(|(item, _)| !is_secondary(item)).map(|(item, at)| (item as usize, at))
            }),
            secondary: Csr::from_lists(with_secondary.iter().map(|&o| of_option(o).filter(is_secondary))),
            weights: numbers.weights,
        })
    }

    /// The best order that some attempts find.
    fn layout(&self) -> Layout {
        let mut starts: Vec<u32> = (0..self.primary as u32).collect();
        starts.sort_by_key(|&item| self.neighbors.list(item as usize).len());
        let mut best = Layout { order: starts.clone(), bits: Vec::new(), states: f64::INFINITY };
        let mut steps = 0;
        for &start in &starts {
            for tie in [Tie::Last, Tie::First] {
                let mut growth = Growing::new(self, &starts);
                if growth.run(start, tie, best.states) {
                    best = growth.layout;
                }
                steps += growth.steps;
            }
            if steps > if best.states > WIDE { MOST_STEPS_OF_WIDE } else { MOST_STEPS } {
                break;
            }
        }
        best
    }
}

/// The numbers of the items in a [`Graph`].
struct Numbers {
    places: Vec<u32>,
    weights: Vec<u32>,
}

impl Numbers {
    fn new(lists: &ConflictLists, options: &[u32], items: &[u32]) -> Numbers {
        let mut places = vec![u32::MAX; lists.lists];
        (0..).zip(items).for_each(|(at, &item)| places[item as usize] = at);
        let mut weights = vec![1; items.len()];
        let mut seen = vec![false; lists.lists];
        for conflicts in options.iter().flat_map(|&option| lists.of(option as usize)) {
            let item = conflicts.item as usize;
            if item < lists.primary {
                continue;
            }
            if places[item] == u32::MAX {
                places[item] = weights.len() as u32;
                weights.push(0);
            }
            let bit = if conflicts.same_color == NONE { conflicts.item } else { conflicts.same_color };
            weights[places[item] as usize] += u32::from(!seen[bit as usize]);
            seen[bit as usize] = true;
        }
        Numbers { places, weights }
    }

    /// The items of an option: the primary ones first.
    fn of<'a>(&'a self, lists: &'a ConflictLists, option: u32) -> impl Iterator<Item = u32> + use<'a> {
        let all = lists.of(option as usize).iter().map(|conflicts| self.places[conflicts.item as usize]);
        all.filter(|place| *place != u32::MAX)
    }
}

/// The progress of one attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Unreached,
    OnFrontier,
    Done,
}

/// An order that is being grown.
struct Growing<'a> {
    graph: &'a Graph,
    /// The items from which other parts of the problem may be grown: those with few neighbors first.
    starts: &'a [u32],
    status: Vec<Status>,
    /// The bits of the unreached neighbors of each primary item.
    fresh: Vec<u32>,
    /// For each secondary item its options without an item in the order; for each option whether it has one.
    unstarted: Vec<u32>,
    is_started: Vec<bool>,
    /// The primary items of the frontier, in the order in which they were reached.
    frontier: Vec<u32>,
    /// The bits of all items of the frontier.
    bits: u32,
    layout: Layout,
    steps: usize,
}

impl<'a> Growing<'a> {
    fn new(graph: &'a Graph, starts: &'a [u32]) -> Growing<'a> {
        let weight = |item: &u32| graph.weights[*item as usize];
        let fresh =
            (0..graph.primary).map(|item| graph.neighbors.list(item).iter().map(weight).sum()).collect();
        let mut unstarted = vec![0; graph.weights.len()];
        graph.secondary.items().iter().for_each(|&item| unstarted[item as usize] += 1);
        Growing {
            graph,
            starts,
            status: vec![Status::Unreached; graph.weights.len()],
            fresh,
            unstarted,
            is_started: vec![false; graph.secondary.len()],
            frontier: Vec::new(),
            bits: 0,
            layout: Layout { order: Vec::new(), bits: Vec::new(), states: 0.0 },
            steps: graph.weights.len() + graph.neighbors.items().len(),
        }
    }

    /// Grows the order from an item; `false` as soon as it has this number of states.
    fn run(&mut self, start: u32, tie: Tie, most_states: f64) -> bool {
        let mut next = Some(start);
        while let Some(item) = next {
            self.place(item);
            if self.layout.states >= most_states {
                return false;
            }
            next = self.best(tie).or_else(|| self.next_start());
        }
        true
    }

    /// An item of a part that has not been reached. Each of `starts` is looked at once: there may be as many parts as items.
    fn next_start(&mut self) -> Option<u32> {
        let is_unreached = |item: &u32| self.status[*item as usize] == Status::Unreached;
        let at = self.starts.iter().position(is_unreached)?;
        let start = self.starts[at];
        self.starts = &self.starts[at + 1..];
        Some(start)
    }

    /// The item of the frontier that brings the fewest bits there.
    fn best(&mut self, tie: Tie) -> Option<u32> {
        self.steps += self.frontier.len();
        let fresh = |item: &&u32| self.fresh[**item as usize];
        match tie {
            Tie::First => self.frontier.iter().min_by_key(fresh).copied(),
            Tie::Last => self.frontier.iter().rev().min_by_key(fresh).copied(),
        }
    }

    /// Appends an item.
    fn place(&mut self, item: u32) {
        let graph = self.graph;
        if self.status[item as usize] == Status::Unreached {
            self.reach(item);
        }
        self.status[item as usize] = Status::Done;
        self.frontier.retain(|other| *other != item);
        self.bits -= 1;
        for &neighbor in graph.neighbors.list(item as usize) {
            if self.status[neighbor as usize] == Status::Unreached {
                self.reach(neighbor);
            }
        }
        for &option in graph.options.list(item as usize) {
            if !std::mem::replace(&mut self.is_started[option as usize], true) {
                for &secondary in graph.secondary.list(option as usize) {
                    self.unstarted[secondary as usize] -= 1;
                    if self.unstarted[secondary as usize] == 0 {
                        self.bits -= graph.weights[secondary as usize];
                    }
                }
            }
        }
        self.steps += graph.neighbors.list(item as usize).len() + graph.options.list(item as usize).len();
        self.layout.order.push(item);
        self.layout.bits.push(self.bits);
        self.layout.states += f64::from(self.bits).exp2();
    }

    fn reach(&mut self, item: u32) {
        let graph = self.graph;
        self.status[item as usize] = Status::OnFrontier;
        self.bits += graph.weights[item as usize];
        if (item as usize) < graph.primary {
            self.frontier.push(item);
        }
        for &neighbor in graph.neighbors.list(item as usize) {
            if (neighbor as usize) < graph.primary {
                self.fresh[neighbor as usize] -= graph.weights[item as usize];
            }
        }
        self.steps += graph.neighbors.list(item as usize).len();
    }
}

//! Interchangeable parts of a problem, such as the columns of a Latin square.
//!
//! An automorphism of a problem is a permutation of its options that keeps which options exclude each other and which
//! share a primary item; a subproblem and its image have the same number of solutions. Here the automorphisms are those
//! that swap two *blocks* of options, aligned with each other, and leave all others where they are. If each two
//! blocks of a group can be swapped, all orders of the blocks are equivalent, and sorting them by their live options
//! gives all these subproblems one key.
//!
//! A swap of blocks is found from a pair of items that it swaps. The options of one item must become the options of the
//! other, which forces other pairs. Only pairs are tried in which each option keeps some of its items, so that the
//! search for swaps takes a fraction of a millisecond in problems without swaps. Every swap is verified on the whole
//! problem before it is used.

use crate::search::conflict_lists::{ConflictLists, NONE};
use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

/// The most comparisons of options, and steps of their verification, in a search for swaps.
const MAX_STEPS: usize = 1 << 20;

/// Blocks of options that can be permuted in any way. An option of one block is aligned with the option at the same
/// place in each other block.
pub(super) type Group = Vec<Vec<u32>>;

/// A permutation of items and colors that swaps some pairs, one item of each on either side.
#[derive(Default)]
struct Swap {
    /// From one side to the other.
    pairs: BTreeMap<u32, u32>,
    /// From either side to the other.
    images: HashMap<u32, u32>,
}

/// The search for groups among some options of a problem.
struct Finder {
    /// The items and colors of each option, sorted, by the option's place among the options.
    features: Vec<Vec<u32>>,
    /// The places of the options that have each feature.
    having: HashMap<u32, Vec<u32>>,
    /// The place of the option with these features.
    places: HashMap<Vec<u32>, u32>,
    /// The item of each color.
    owners: HashMap<u32, u32>,
    primary: u32,
    steps: usize,
}

/// Groups of interchangeable blocks, of disjoint options.
pub(super) fn groups(lists: &ConflictLists, options: &[u32]) -> Vec<Group> {
    let Some(mut finder) = Finder::new(lists, options) else { return Vec::new() };
    let mut groups = Vec::new();
    let (mut used_features, mut used_options) = (BTreeSet::new(), BTreeSet::new());
    let mut anchors: Vec<u32> = finder.having.keys().copied().collect();
    anchors.sort_unstable();
    for &anchor in &anchors {
        if used_features.contains(&anchor) || finder.steps > MAX_STEPS {
            continue;
        }
        let Some((blocks, features)) = finder.group(anchor, &anchors, &used_features) else { continue };
        let members: BTreeSet<u32> = blocks.iter().flatten().copied().collect();
        let is_disjoint = members.len() == blocks.iter().map(Vec::len).sum::<usize>();
        if is_disjoint && members.is_disjoint(&used_options) {
            used_features.extend(features);
            used_options.extend(members);
            let numbers = |block: Vec<u32>| block.into_iter().map(|at| options[at as usize]).collect();
            groups.push(blocks.into_iter().map(numbers).collect());
        }
    }
    groups
}

impl Finder {
    /// `None` if two options are equal.
    fn new(lists: &ConflictLists, options: &[u32]) -> Option<Finder> {
        let (mut having, mut places) = (HashMap::<u32, Vec<u32>>::new(), HashMap::new());
        let mut owners = HashMap::new();
        let mut all = Vec::new();
        for (at, &option) in (0..).zip(options) {
            let conflicts = lists.of(option as usize).iter();
            owners.extend(conflicts.clone().map(|c| (c.same_color, c.item)));
            let mut features: Vec<u32> = conflicts.flat_map(|c| [c.item, c.same_color]).collect();
            features.retain(|feature| *feature != NONE);
            features.sort_unstable();
            features.iter().for_each(|feature| having.entry(*feature).or_default().push(at));
            if places.insert(features.clone(), at).is_some() {
                return None;
            }
            all.push(features);
        }
        Some(Finder { features: all, having, places, owners, primary: lists.primary as u32, steps: 0 })
    }

    /// The largest group of blocks one of which has this feature, and all features that it moves.
    fn group(
        &mut self,
        anchor: u32,
        others: &[u32],
        used: &BTreeSet<u32>,
    ) -> Option<(Vec<Vec<u32>>, BTreeSet<u32>)> {
        let mut by_block: BTreeMap<Vec<u32>, Vec<Swap>> = BTreeMap::new();
        for &other in others {
            if other == anchor || used.contains(&other) || self.steps > MAX_STEPS {
                continue;
            }
            if let Some(swap) = self.swap(anchor, other)
                && !swap.pairs.iter().any(|(a, b)| used.contains(a) || used.contains(b))
            {
                by_block.entry(swap.pairs.keys().copied().collect()).or_default().push(swap);
            }
        }
        let (block, swaps) = by_block.into_iter().max_by_key(|(_, swaps)| swaps.len())?;
        let mut features: BTreeSet<u32> = block.iter().copied().collect();
        let mut first: Vec<u32> = block.iter().flat_map(|feature| &self.having[feature]).copied().collect();
        first.sort_unstable();
        first.dedup();
        let mut blocks = vec![first];
        for swap in swaps {
            if swap.pairs.values().any(|feature| features.contains(feature)) {
                continue;
            }
            features.extend(swap.pairs.values());
            blocks.push(blocks[0].iter().map(|at| self.image(*at, &swap)).collect::<Option<_>>()?);
        }
        Some((blocks, features))
    }

    /// A swap of two features that is an automorphism.
    fn swap(&mut self, a: u32, b: u32) -> Option<Swap> {
        if self.kind(a) != self.kind(b) || !self.may_pair(a, b) {
            return None;
        }
        let mut swap = Swap::default();
        swap.add(a, b);
        let mut queue = VecDeque::from([(a, b)]);
        while let Some((a, b)) = queue.pop_front() {
            for place in 0..self.having[&a].len() {
                let option = self.having[&a][place];
                let Some((x, y)) = self.forced_pair(option, a, b, &swap)? else { continue };
                if self.kind(x) != self.kind(y) || swap.moves(x) || swap.moves(y) {
                    return None;
                }
                swap.add(x, y);
                queue.push_back((x, y));
            }
        }
        self.is_automorphism(&swap).then_some(swap)
    }

    /// Whether a feature is a primary item.
    fn kind(&self, feature: u32) -> bool {
        feature < self.primary
    }

    /// Whether each option of a feature may become an option of the other feature and keep one of its own
    /// features.
    fn may_pair(&mut self, a: u32, b: u32) -> bool {
        let (of_a, of_b) = (&self.having[&a], &self.having[&b]);
        if of_a.len() != of_b.len() {
            return false;
        }
        self.steps += of_b.len();
        let first = &self.features[of_a[0] as usize];
        of_b.iter().any(|&other| {
            let other = &self.features[other as usize];
            other.len() == first.len()
                && !first.contains(&b)
                && shared(first, other) + 2 >= first.len().max(3)
        })
    }

    /// The pair that an option of `a` forces if it becomes one of `b`: `Some(None)` if it forces none, `None` if it cannot.
    #[expect(clippy::option_option, reason = "no pair is not the same as no way")]
    fn forced_pair(&mut self, option: u32, a: u32, b: u32, swap: &Swap) -> Option<Option<(u32, u32)>> {
        let wanted = swap.apply(&self.features[option as usize]);
        if self.places.contains_key(&wanted) {
            return Some(None);
        }
        let others = &self.having[&b];
        self.steps += others.len();
        let near = others.iter().map(|other| &self.features[*other as usize]);
        let near =
            near.filter(|other| other.len() == wanted.len() && shared(other, &wanted) + 1 == wanted.len());
        // One item differs, and one apart from `b` stays.
        let mut near = near.filter(|other| other.len() > 2 && !other.contains(&a));
        let other = near.next()?;
        let x = wanted.iter().find(|feature| !other.contains(feature))?;
        let y = other.iter().find(|feature| !wanted.contains(feature))?;
        (!swap.moves(*x)).then_some(Some((*x, *y)))
    }

    fn image(&self, option: u32, swap: &Swap) -> Option<u32> {
        self.places.get(&swap.apply(&self.features[option as usize])).copied()
    }

    /// Whether a swap maps options to options and colors with their items. Then it keeps which options exclude each other.
    fn is_automorphism(&mut self, swap: &Swap) -> bool {
        let keeps_owner = |(a, b): (&u32, &u32)| {
            let (a, b) = (self.owners.get(a), self.owners.get(b));
            a.map(|item| swap.image(*item)) == b.copied()
        };
        if !swap.pairs.iter().all(keeps_owner) {
            return false;
        }
        let moved = swap.pairs.iter().flat_map(|(a, b)| self.having[a].iter().chain(&self.having[b]));
        let moved: BTreeSet<u32> = moved.copied().collect();
        self.steps += moved.len();
        moved.iter().all(|option| self.image(*option, swap).is_some())
    }
}

impl Swap {
    fn add(&mut self, a: u32, b: u32) {
        self.pairs.insert(a, b);
        self.images.extend([(a, b), (b, a)]);
    }

    fn moves(&self, feature: u32) -> bool {
        self.images.contains_key(&feature)
    }

    fn image(&self, feature: u32) -> u32 {
        self.images.get(&feature).copied().unwrap_or(feature)
    }

    /// The features of the image of an option, sorted.
    fn apply(&self, features: &[u32]) -> Vec<u32> {
        let mut images: Vec<u32> = features.iter().map(|feature| self.image(*feature)).collect();
        images.sort_unstable();
        images
    }
}

/// The number of common members of two sorted lists.
fn shared(a: &[u32], b: &[u32]) -> usize {
    a.iter().filter(|x| b.contains(x)).count()
}

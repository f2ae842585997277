//! The problem: options and items, and which options are still possible.

use std::ops::Range;

/// Bits of a word that options stand at.
const OPTIONS: u32 = (1 << 30) - 1;
/// Two bits that no option stands at and that never go: so a secondary item is never seen to have
/// one option left, or none.
const SECONDARY: u32 = !OPTIONS;
/// Bits of a word.
const BITS: usize = u32::BITS as usize;

/// Where an option stands in one of its items.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub item: u32,
    pub bit: u32,
}

/// Options and items.
///
/// ```text
///              item 0        item 1
///  at        │ 0 2 5 … │ 1 2 4 … │ …    options at the bits of each item's word
///  sizes     │ 3       │ 3       │ …
///  live      │ 0b101   │ 0b111   │ …    here option 2 shows in item 1 but not in item 0: never
/// ```
#[derive(Debug, Default)]
pub(super) struct Problem {
    /// What the caller calls each option.
    pub names: Vec<u32>,
    pub liked: Vec<bool>,
    starts: Vec<u32>,
    nodes: Vec<Node>,
    at: Vec<u32>,
    sizes: Vec<u32>,
    /// Of each item the options that are not ruled out.
    live: Vec<u32>,
    /// What each of the caller's items is called here.
    items: Vec<u32>,
}

impl Problem {
    pub fn clear(&mut self) {
        self.names.clear();
        self.liked.clear();
        self.starts.clear();
        self.starts.push(0);
        self.nodes.clear();
        self.at.clear();
        self.sizes.clear();
        self.live.clear();
        self.items.clear();
    }

    /// See [`CdclSearch::add`](super::CdclSearch::add).
    pub fn add(&mut self, name: usize, liked: bool, items: impl Iterator<Item = (usize, bool)>) {
        let option = self.names.len() as u32;
        self.names.push(name as u32);
        self.liked.push(liked);
        for (item, primary) in items {
            let item = self.number(item, primary);
            let bit = 1 << self.sizes[item];
            assert!(bit & OPTIONS != 0, "an item with more than 30 options");
            self.at[item * BITS + self.sizes[item] as usize] = option;
            self.sizes[item] += 1;
            self.live[item] |= bit;
            self.nodes.push(Node { item: item as u32, bit });
        }
        self.starts.push(self.nodes.len() as u32);
    }

    /// What one of the caller's items is called here.
    fn number(&mut self, item: usize, primary: bool) -> usize {
        if item >= self.items.len() {
            self.items.resize(item + 1, u32::MAX);
        }
        if self.items[item] == u32::MAX {
            self.items[item] = self.live.len() as u32;
            self.live.push(if primary { 0 } else { SECONDARY });
            self.sizes.push(0);
            self.at.resize(self.at.len() + BITS, u32::MAX);
        }
        self.items[item] as usize
    }

    pub fn options(&self) -> usize {
        self.names.len()
    }

    pub fn items(&self) -> usize {
        self.live.len()
    }

    /// Where the nodes of an option are.
    #[inline(always)]
    pub fn range(&self, option: usize) -> Range<usize> {
        self.starts[option] as usize..self.starts[option + 1] as usize
    }

    #[inline(always)]
    pub fn node(&self, at: usize) -> Node {
        self.nodes[at]
    }

    #[inline(always)]
    fn option_at(&self, item: u32, bits: u32) -> usize {
        self.at[item as usize * BITS + bits.trailing_zeros() as usize] as usize
    }

    /// All options of an item, those that are ruled out too.
    #[inline(always)]
    pub fn of_item(&self, item: u32) -> &[u32] {
        let item = item as usize;
        &self.at[item * BITS..][..self.sizes[item] as usize]
    }

    /// The only option left of a primary item, if it is one.
    #[inline(always)]
    pub fn only(&self, item: u32) -> Option<usize> {
        let live = self.live[item as usize];
        live.is_power_of_two().then(|| self.option_at(item, live))
    }

    /// Rules out the option of a node in that item; the item's options left, with two bits more if
    /// it is secondary.
    #[inline(always)]
    pub fn drop_node(&mut self, node: Node) -> u32 {
        let live = &mut self.live[node.item as usize];
        *live &= !node.bit;
        *live
    }

    /// Takes that back in all its items.
    #[inline(always)]
    pub fn restore(&mut self, option: usize) {
        let range = self.range(option);
        for node in &self.nodes[range] {
            self.live[node.item as usize] |= node.bit;
        }
    }

    /// An option beside the one at a node that its item still has.
    #[inline(always)]
    pub fn rival(&self, node: Node) -> Option<usize> {
        let rivals = self.live[node.item as usize] & OPTIONS & !node.bit;
        (rivals != 0).then(|| self.option_at(node.item, rivals))
    }

    /// How much an option's small items promise before anything was learnt.
    pub fn promise(&self, option: usize) -> f64 {
        let nodes = &self.nodes[self.range(option)];
        let sizes = nodes.iter().map(|node| f64::from(self.sizes[node.item as usize]));
        sizes.map(|size| 1.0 / (size * size)).sum()
    }
}

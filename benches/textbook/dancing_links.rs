//! A textbook dancing-links solver: D. E. Knuth's Algorithm X with his links.
//!
//! See *Dancing links* (2000) and *The Art of Computer Programming*, 7.2.2.1, Algorithm X (the program DLX1). It is
//! deliberately small and plain. The tests use it as an oracle, the bench `textbook` as the baseline of the engine's
//! figures. It shares no code with the engine, and it does not support colors.

use quadrille::cover::Cover;

/// One entry of an item's vertical list: the header of an item, or an option's node in that list.
///
/// ```text
///  nodes   │ root │ item 1 … item n │ spacer │ option 0 │ spacer │ option 1 │ spacer │
///            headers, one each        the nodes of an option lie side by side
/// ```
#[derive(Clone, Copy, Default)]
struct Node {
    up: u32,
    down: u32,
    /// The header of the item; 0 for a spacer.
    item: u32,
    option: u32,
}

/// An exact cover problem as doubly linked lists.
pub struct DancingLinks {
    /// Headers, spacers and the nodes of the options. A spacer links up to the first node of the option
    /// before it and down to the last node of the option after it.
    nodes: Vec<Node>,
    /// The horizontal list of the primary items that are not covered; header 0 is its root.
    left: Vec<u32>,
    right: Vec<u32>,
    /// Options in the list of each header.
    len: Vec<u32>,
    /// The spacer before each option.
    spacers: Vec<u32>,
    /// The options chosen.
    chosen: Vec<usize>,
    /// Search-tree nodes entered by all searches.
    pub tree_nodes: u64,
}

impl DancingLinks {
    /// Links the problem.
    ///
    /// # Panics
    /// If an option has a color.
    pub fn new(cover: &Cover) -> DancingLinks {
        assert!(!cover.is_colored(), "a problem without colors");
        let (items, primary) = (cover.items() as u32, cover.primary() as u32);
        let mut links = DancingLinks {
            nodes: (0..=items).map(DancingLinks::header).collect(),
            left: (0..=items).collect(),
            right: (0..=items).collect(),
            len: vec![0; cover.items() + 1],
            spacers: Vec::new(),
            chosen: Vec::new(),
            tree_nodes: 0,
        };
        // Secondary items stay outside the horizontal list, because they need not be covered.
        for header in 0..=primary {
            let next = if header == primary { 0 } else { header + 1 };
            links.right[header as usize] = next;
            links.left[next as usize] = header;
        }
        links.nodes.push(Node::default());
        cover.options().for_each(|option| links.add(option));
        links
    }

    /// An item without options: its list is linked to itself.
    fn header(item: u32) -> Node {
        Node { up: item, down: item, item, option: 0 }
    }

    /// Appends an option to the lists of its items, and the spacer after it.
    fn add(&mut self, items: &[u32]) {
        let (option, before) = (self.spacers.len() as u32, self.nodes.len() - 1);
        self.spacers.push(before as u32);
        for &item in items {
            let (header, node) = (item as usize + 1, self.nodes.len() as u32);
            let last = self.nodes[header].up;
            self.nodes.push(Node { up: last, down: header as u32, item: header as u32, option });
            self.nodes[last as usize].down = node;
            self.nodes[header].up = node;
            self.len[header] += 1;
        }
        self.nodes[before].down = self.nodes.len() as u32 - 1;
        self.nodes.push(Node { up: before as u32 + 1, ..Node::default() });
    }

    /// Passes every solution that contains the `given` options to `found`, as its options in the order
    /// chosen, up to `limit` solutions; returns the number of solutions.
    ///
    /// All links are restored afterwards.
    pub fn solve(&mut self, given: &[usize], limit: u64, found: &mut dyn FnMut(&[usize])) -> u64 {
        let mut taken = vec![false; self.len.len()];
        for &option in given {
            for node in self.option(option) {
                if std::mem::replace(&mut taken[self.nodes[node].item as usize], true) {
                    return 0;
                }
            }
        }
        self.chosen.clear();
        given.iter().for_each(|&option| self.choose(option));
        let mut left = limit;
        self.search(&mut left, found);
        given.iter().rev().for_each(|&option| self.undo(option));
        limit - left
    }

    /// Algorithm X: branches on an item with the fewest options, the first of them.
    fn search(&mut self, left: &mut u64, found: &mut dyn FnMut(&[usize])) {
        self.tree_nodes += 1;
        let Some(item) = self.smallest() else {
            *left -= 1;
            found(&self.chosen);
            return;
        };
        let mut node = self.nodes[item].down as usize;
        while node != item && *left > 0 {
            let option = self.nodes[node].option as usize;
            self.choose(option);
            self.search(left, found);
            self.undo(option);
            node = self.nodes[node].down as usize;
        }
    }

    /// The uncovered primary item with the fewest options (minimum remaining values, MRV).
    fn smallest(&self) -> Option<usize> {
        let (mut best, mut item) = (None, self.right[0] as usize);
        let mut fewest = u32::MAX;
        while item != 0 && fewest > 0 {
            if self.len[item] < fewest {
                (best, fewest) = (Some(item), self.len[item]);
            }
            item = self.right[item] as usize;
        }
        best
    }

    /// Covers all items of an option.
    fn choose(&mut self, option: usize) {
        self.chosen.push(option);
        for node in self.option(option) {
            self.cover(self.nodes[node].item as usize);
        }
    }

    /// Undoes [`choose`](Self::choose), in reverse order.
    fn undo(&mut self, option: usize) {
        for node in self.option(option).rev() {
            self.uncover(self.nodes[node].item as usize);
        }
        self.chosen.pop();
    }

    /// Unlinks an item, and its options from the lists of their other items.
    fn cover(&mut self, item: usize) {
        let mut node = self.nodes[item].down as usize;
        while node != item {
            self.hide(node);
            node = self.nodes[node].down as usize;
        }
        let (left, right) = (self.left[item], self.right[item]);
        self.right[left as usize] = right;
        self.left[right as usize] = left;
    }

    /// Undoes [`cover`](Self::cover).
    fn uncover(&mut self, item: usize) {
        let (left, right) = (self.left[item], self.right[item]);
        self.right[left as usize] = item as u32;
        self.left[right as usize] = item as u32;
        let mut node = self.nodes[item].up as usize;
        while node != item {
            self.unhide(node);
            node = self.nodes[node].up as usize;
        }
    }

    /// Unlinks the other nodes of a node's option, from left to right and round.
    fn hide(&mut self, start: usize) {
        let mut node = start + 1;
        while node != start {
            let Node { up, down, item, .. } = self.nodes[node];
            if item == 0 {
                node = up as usize;
                continue;
            }
            self.nodes[up as usize].down = down;
            self.nodes[down as usize].up = up;
            self.len[item as usize] -= 1;
            node += 1;
        }
    }

    /// Links them again, from right to left and round.
    fn unhide(&mut self, start: usize) {
        let mut node = start - 1;
        while node != start {
            let Node { up, down, item, .. } = self.nodes[node];
            if item == 0 {
                node = down as usize;
                continue;
            }
            self.nodes[up as usize].down = node as u32;
            self.nodes[down as usize].up = node as u32;
            self.len[item as usize] += 1;
            node -= 1;
        }
    }

    /// The nodes of an option.
    fn option(&self, option: usize) -> std::ops::RangeInclusive<usize> {
        let spacer = self.spacers[option] as usize;
        spacer + 1..=self.nodes[spacer].down as usize
    }
}

//! The nodes of a diagram.

use super::Failure;
use super::index::Index;
use crate::count::memo::hash;
use crate::{OutOfMemory, memory};

/// The node without solutions.
pub(crate) const BOTTOM: u32 = 0;
/// The node with one solution, which has no options.
pub(crate) const TOP: u32 = 1;

/// A set of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node {
    pub option: u32,
    /// The solutions without the option.
    pub lo: u32,
    /// The rest of the solutions with the option; never [`BOTTOM`].
    pub hi: u32,
}

/// Nodes, no two of which are equal. A node comes after its children.
#[derive(Clone, Debug)]
pub(crate) struct Nodes {
    /// The first two are placeholders for the terminals.
    nodes: Vec<Node>,
    index: Index,
}

/// The most nodes: their numbers have 32 bits.
const MOST_NODES: usize = u32::MAX as usize;

impl Nodes {
    /// The terminals alone.
    pub fn new() -> Nodes {
        let terminal = Node { option: u32::MAX, lo: BOTTOM, hi: BOTTOM };
        Nodes { nodes: vec![terminal; 2], index: Index::new() }
    }

    /// The number of nodes, the terminals included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node that is not a terminal.
    #[inline(always)]
    pub fn node(&self, id: u32) -> Node {
        self.nodes[id as usize]
    }

    /// All nodes but the terminals, with their numbers, each after its children.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (u32, Node)> + ExactSizeIterator {
        self.nodes[2..].iter().enumerate().map(|(at, node)| (at as u32 + 2, *node))
    }

    /// Bytes of memory that the nodes take.
    pub fn bytes(&self) -> usize {
        size_of::<Node>() * self.nodes.capacity() + self.index.bytes()
    }

    /// Frees the memory that only [`add`](Self::add) needs.
    pub fn finish(&mut self) {
        self.index.free();
        self.nodes.shrink_to_fit();
    }

    /// Makes room for some more nodes, if the memory for that is at most `spare` bytes.
    pub fn make_room(&mut self, more: usize, spare: usize) -> Result<(), Failure> {
        let wanted = self.nodes.len() + more;
        if wanted > MOST_NODES {
            return Err(Failure::Limit);
        }
        if wanted > self.nodes.capacity() {
            let capacity = wanted.max(self.nodes.capacity() / 2 * 3);
            if size_of::<Node>() * capacity > spare {
                return Err(Failure::Limit);
            }
            memory::reserve_exact(&mut self.nodes, capacity)?;
        }
        let Nodes { nodes, index } = self;
        index.make_room(wanted, spare, || hashes(nodes))
    }

    /// The node of an option and two nodes; a new one if it does not exist yet. `hi` is not [`BOTTOM`].
    #[inline(always)]
    pub fn add(&mut self, option: u32, lo: u32, hi: u32) -> Result<u32, OutOfMemory> {
        let node = Node { option, lo, hi };
        let mut slot = self.slot(node);
        if let Some(id) = self.index.at(slot) {
            return Ok(id);
        }
        if !self.index.has_room(self.nodes.len() + 1) {
            let Nodes { nodes, index } = self;
            index.double(hashes(nodes))?;
            slot = self.slot(node);
        }
        memory::reserve(&mut self.nodes, 1)?;
        let id = u32::try_from(self.nodes.len()).map_err(|_| OutOfMemory::of::<Node>(MOST_NODES))?;
        self.nodes.push(node);
        self.index.put(slot, id);
        Ok(id)
    }

    /// The slot of a node in the index, or the slot where it has to be inserted.
    #[inline(always)]
    fn slot(&self, node: Node) -> usize {
        self.index.slot(hash_of(&node), |id| self.nodes[id as usize] == node)
    }
}

fn hash_of(node: &Node) -> u64 {
    hash(&[u64::from(node.lo) << 32 | u64::from(node.hi), u64::from(node.option)])
}

/// The number of each node but the terminals, and its hash.
fn hashes(nodes: &[Node]) -> impl Iterator<Item = (u32, u64)> {
    (2..).zip(nodes[2..].iter().map(hash_of))
}

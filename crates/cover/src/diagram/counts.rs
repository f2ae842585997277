//! The exact number of solutions of each node, and the nth solution.

use super::search::{BOTTOM, Failure, Nodes, TOP};
use crate::{OutOfMemory, memory};
use num_bigint::BigUint;

/// The number of solutions of every node, all of them with the same number of words, least significant first.
#[derive(Clone, Debug)]
pub(super) struct Counts {
    stride: usize,
    words: Vec<u64>,
}

impl Counts {
    /// The counts of all nodes, in at most this number of bytes.
    pub fn try_new(nodes: &Nodes, spare: usize) -> Result<Counts, Failure> {
        let mut stride = 1;
        loop {
            let bytes = nodes.len().saturating_mul(stride).saturating_mul(size_of::<u64>());
            if bytes > spare {
                return Err(Failure::Limit);
            }
            if let Some(words) = counted(nodes, stride)? {
                return Ok(Counts { stride, words });
            }
            stride *= 2;
        }
    }

    /// The number of solutions of a node.
    pub fn words(&self, node: u32) -> &[u64] {
        &self.words[node as usize * self.stride..][..self.stride]
    }

    pub fn number(&self, node: u32) -> BigUint {
        let halves = self.words(node).iter().flat_map(|word| [*word as u32, (*word >> 32) as u32]);
        BigUint::new(halves.collect())
    }

    /// The solution of a node with this number: first those with the node's option.
    pub fn unrank(&self, nodes: &Nodes, mut node: u32, mut number: Vec<u64>) -> Vec<usize> {
        let mut options = Vec::new();
        while node != TOP && node != BOTTOM {
            let at = nodes.node(node);
            let with = self.words(at.hi);
            if is_less(&number, with) {
                options.push(at.option as usize);
                node = at.hi;
            } else {
                subtract(&mut number, with);
                node = at.lo;
            }
        }
        options.sort_unstable();
        options
    }
}

/// The counts in this number of words each, if they suffice.
fn counted(nodes: &Nodes, stride: usize) -> Result<Option<Vec<u64>>, OutOfMemory> {
    let mut words = memory::filled(0u64, nodes.len() * stride)?;
    words[TOP as usize * stride] = 1;
    for (id, node) in nodes.iter() {
        let (below, of_node) = words.split_at_mut(id as usize * stride);
        let (lo, hi) = (&below[node.lo as usize * stride..], &below[node.hi as usize * stride..]);
        let mut carry = false;
        for (word, (lo, hi)) in of_node[..stride].iter_mut().zip(lo.iter().zip(hi)) {
            let (sum, first) = lo.overflowing_add(*hi);
            let (sum, second) = sum.overflowing_add(u64::from(carry));
            (*word, carry) = (sum, first | second);
        }
        if carry {
            return Ok(None);
        }
    }
    Ok(Some(words))
}

pub(super) fn is_less(a: &[u64], b: &[u64]) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

/// Subtracts a number that is not larger.
fn subtract(from: &mut [u64], number: &[u64]) {
    let mut borrow = false;
    for (word, less) in from.iter_mut().zip(number) {
        let (difference, first) = word.overflowing_sub(*less);
        let (difference, second) = difference.overflowing_sub(u64::from(borrow));
        (*word, borrow) = (difference, first | second);
    }
}

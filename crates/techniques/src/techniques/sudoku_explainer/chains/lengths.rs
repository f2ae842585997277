//! The lengths of arguments.

use super::{
    KEYS,
    closure::{Closure, Ends},
    proof::Proof,
};
use std::{collections::HashSet, sync::Arc};

/// Measures arguments. Keeps its memory.
pub(super) struct Lengths {
    /// The last measurement in which a key was seen.
    seen: Box<[u32; KEYS]>,
    now: u32,
    stack: Vec<u16>,
    /// The inner steps that were seen, by their identity.
    inner: HashSet<Arc<[u16]>>,
}

impl Lengths {
    pub fn new() -> Lengths {
        Lengths { seen: Box::new([0; KEYS]), now: 0, stack: Vec::new(), inner: HashSet::new() }
    }

    /// The length of an argument. The result is only a lower bound if it is above `bound`.
    pub fn of(&mut self, ends: &Ends<'_>, bound: u32) -> u32 {
        self.inner.clear();
        let mut length = 0;
        for &(closure, end) in ends {
            length += self.of_end(closure, end);
            if length > bound {
                break;
            }
        }
        length
    }

    /// The number of keys that an end depends on, and the lengths of the inner steps that were not seen before.
    fn of_end(&mut self, closure: &Closure, end: u16) -> u32 {
        self.now += 1;
        self.stack.clear();
        self.stack.push(end);
        let mut length = 0;
        while let Some(key) = self.stack.pop() {
            let seen = &mut self.seen[usize::from(key)];
            if *seen == self.now {
                continue;
            }
            *seen = self.now;
            length += 1;
            if let Some(proof) = closure.proof(key) {
                length += self.of_proof(proof);
            }
            self.stack.extend_from_slice(closure.parents(key));
        }
        length
    }

    fn of_proof(&mut self, proof: &Proof) -> u32 {
        if self.inner.insert(Arc::clone(&proof.identity)) { proof.length } else { 0 }
    }
}

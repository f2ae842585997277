//! A diagram with its options in one order on all paths.
//!
//! The search may have covered the items in a different order on every path. Its diagram is rebuilt, from the last
//! nodes to the first, by two operations on ordered diagrams: the union of two sets of solutions, and one more option
//! in all solutions of a set (D. E. Knuth, *The Art of Computer Programming*, 7.1.4).

use super::Failure;
use super::keys::Keys;
use super::nodes::{BOTTOM, Nodes, TOP};
use crate::{OutOfMemory, memory};
use quadrille_base::limits::Budget;

/// An operation on ordered nodes.
#[derive(Clone, Copy)]
enum Operation {
    Union(u32, u32),
    /// This option added to all solutions of a node, none of which has it.
    With(u32, u32),
}

enum Task {
    Evaluate(Operation),
    /// Makes a node with this option of the last two values, which is the result of the operation.
    Make(Operation, u32),
}

/// Tasks between two checks of the clock.
const SLICE: u64 = 1 << 12;

/// The same solutions in at most `memory` bytes, ordered by the rank of each option.
pub(crate) fn ordered(
    nodes: &Nodes,
    root: u32,
    ranks: &[u32],
    memory: usize,
    budget: &Budget<'_>,
) -> Result<(Nodes, u32), Failure> {
    let (tasks, values) = (Vec::new(), Vec::new());
    let mut algebra =
        Algebra { ranks, nodes: Nodes::new(), known: Keys::new(2), tasks, values, budget, done: 0 };
    let mut of = memory::filled(BOTTOM, nodes.len())?;
    of[TOP as usize] = TOP;
    for (id, node) in nodes.iter() {
        let with = algebra.evaluate(Operation::With(node.option, of[node.hi as usize]), memory)?;
        of[id as usize] = algebra.evaluate(Operation::Union(of[node.lo as usize], with), memory)?;
    }
    Ok(reachable(&algebra.nodes, of[root as usize])?)
}

/// Ordered nodes, and the operations that are known.
struct Algebra<'r> {
    ranks: &'r [u32],
    nodes: Nodes,
    known: Keys,
    tasks: Vec<Task>,
    values: Vec<u32>,
    budget: &'r Budget<'r>,
    /// Tasks.
    done: u64,
}

impl Algebra<'_> {
    /// The result of an operation. The depth of a diagram does not become a depth of calls.
    fn evaluate(&mut self, operation: Operation, memory: usize) -> Result<u32, Failure> {
        self.tasks.push(Task::Evaluate(operation));
        while let Some(task) = self.tasks.pop() {
            self.done += 1;
            if self.done.is_multiple_of(SLICE) && self.budget.is_over() {
                return Err(Failure::Stopped);
            }
            let spare = |bytes: usize| memory.checked_sub(bytes).ok_or(Failure::Limit);
            self.nodes.make_room(1, spare(self.nodes.bytes() + self.known.bytes())?)?;
            self.known.make_room(1, spare(self.nodes.bytes() + self.known.bytes())?)?;
            match task {
                Task::Evaluate(operation) => self.expand(operation)?,
                Task::Make(operation, option) => {
                    let (hi, lo) = (self.values.pop().unwrap_or(BOTTOM), self.values.pop().unwrap_or(BOTTOM));
                    let node = if hi == BOTTOM { lo } else { self.nodes.add(option, lo, hi)? };
                    self.known.insert(&operation.key(), node)?;
                    self.values.push(node);
                }
            }
        }
        Ok(self.values.pop().unwrap_or(BOTTOM))
    }

    /// Adds the result of an operation to the values, or the tasks that compute it.
    fn expand(&mut self, operation: Operation) -> Result<(), OutOfMemory> {
        let value = match operation {
            Operation::With(_, BOTTOM) => Some(BOTTOM),
            Operation::With(option, node) if self.rank(node) > self.ranks[option as usize] => {
                Some(self.nodes.add(option, BOTTOM, node)?)
            }
            Operation::Union(a, b) if a == b || b == BOTTOM => Some(a),
            Operation::Union(BOTTOM, b) => Some(b),
            operation => self.known.get(&operation.key()),
        };
        if let Some(value) = value {
            self.values.push(value);
            return Ok(());
        }
        let (option, lo, hi) = match operation {
            Operation::With(option, node) => {
                let node = self.nodes.node(node);
                (node.option, Operation::With(option, node.lo), Operation::With(option, node.hi))
            }
            Operation::Union(a, b) if self.rank(a) == self.rank(b) => {
                let (a, b) = (self.nodes.node(a), self.nodes.node(b));
                (a.option, Operation::Union(a.lo, b.lo), Operation::Union(a.hi, b.hi))
            }
            Operation::Union(a, b) => {
                let (first, other) = if self.rank(a) < self.rank(b) { (a, b) } else { (b, a) };
                let first = self.nodes.node(first);
                (first.option, Operation::Union(first.lo, other), Operation::Union(first.hi, BOTTOM))
            }
        };
        self.tasks.push(Task::Make(operation, option));
        self.tasks.push(Task::Evaluate(hi));
        self.tasks.push(Task::Evaluate(lo));
        Ok(())
    }

    /// The rank of a node's option; terminals come after all others.
    fn rank(&self, node: u32) -> u32 {
        if node == TOP || node == BOTTOM {
            u32::MAX
        } else {
            self.ranks[self.nodes.node(node).option as usize]
        }
    }
}

impl Operation {
    fn key(self) -> [u64; 2] {
        match self {
            Operation::Union(a, b) => [u64::from(a.min(b)) << 32 | u64::from(a.max(b)), 0],
            Operation::With(option, node) => [u64::from(option) << 32 | u64::from(node), 1],
        }
    }
}

/// The nodes that are reachable from a root, and no others.
fn reachable(nodes: &Nodes, root: u32) -> Result<(Nodes, u32), OutOfMemory> {
    let mut is_reached = memory::filled(false, nodes.len())?;
    is_reached[root as usize] = true;
    for (id, node) in nodes.iter().rev() {
        if is_reached[id as usize] {
            is_reached[node.lo as usize] = true;
            is_reached[node.hi as usize] = true;
        }
    }
    let (mut kept, mut numbers) = (Nodes::new(), memory::filled(BOTTOM, nodes.len())?);
    numbers[TOP as usize] = TOP;
    for (id, node) in nodes.iter().filter(|(id, _)| is_reached[*id as usize]) {
        numbers[id as usize] = kept.add(node.option, numbers[node.lo as usize], numbers[node.hi as usize])?;
    }
    Ok((kept, numbers[root as usize]))
}

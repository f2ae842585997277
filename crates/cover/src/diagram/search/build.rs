//! A diagram, built by a search in one kind of states, depth first.

use super::Failure;
use super::keys::Keys;
use super::nodes::{BOTTOM, Nodes, TOP};
use crate::count::memo::{Settled, StateSpace};
use crate::{OutOfMemory, memory};

/// The option of a choice that chooses none.
const NO_OPTION: u32 = u32::MAX;

/// States between two checks of the memory. Some of them may add more nodes than are reserved; the memory for these
/// is then allocated without a check.
const ROOM: u64 = 256;

/// A branch point.
struct Frame<S> {
    state: S,
    choices: u32,
    taken: u32,
    /// The option of the choice that is searched.
    option: u32,
    /// The start of its arcs, and of the forced options before it.
    arcs: usize,
    forced: usize,
    /// The fraction of the search below each choice.
    share: f64,
}

/// The construction of a diagram. It can be stopped and continued.
pub(super) struct Builder<S: StateSpace> {
    space: S,
    /// Bytes of a state besides its own size.
    heap_bytes: usize,
    nodes: Nodes,
    known: Keys,
    frames: Vec<Frame<S::State>>,
    /// The options and nodes of the choices made so far of all frames.
    arcs: Vec<(u32, u32)>,
    /// The forced options before all frames.
    forced: Vec<u32>,
    key: Vec<u64>,
    has_begun: bool,
    root: Option<u32>,
    /// Whether the states choose options in one order.
    pub is_ordered: bool,
    /// The fraction of the search that is done, as if all choices of a branch point were equal.
    pub done: f64,
}

impl<S: StateSpace> Builder<S> {
    pub fn new(space: S, is_ordered: bool) -> Builder<S> {
        let words = space.key_words();
        Builder {
            heap_bytes: space.heap_bytes(),
            space,
            nodes: Nodes::new(),
            known: Keys::new(words),
            frames: Vec::new(),
            arcs: Vec::new(),
            forced: Vec::new(),
            key: vec![0; words],
            has_begun: false,
            root: None,
            is_ordered,
            done: 0.0,
        }
    }

    pub fn bytes(&self) -> usize {
        let frames = size_of::<Frame<S::State>>() * self.frames.capacity();
        let states = self.heap_bytes * self.frames.len();
        self.nodes.bytes() + self.known.bytes() + frames + states
    }

    pub fn nodes(&self) -> &Nodes {
        &self.nodes
    }

    pub fn into_nodes(self) -> Nodes {
        self.nodes
    }

    /// Continues for at least this number of states, in `memory` bytes at most. Returns the node of the whole problem
    /// once it is built.
    pub fn advance(&mut self, states: u64, memory: usize) -> Result<Option<u32>, Failure> {
        let mut left = states;
        while self.root.is_none() && left > 0 {
            self.make_room(memory)?;
            for _ in 0..ROOM {
                self.step()?;
            }
            left = left.saturating_sub(ROOM);
        }
        Ok(self.root)
    }

    fn make_room(&mut self, memory: usize) -> Result<(), Failure> {
        let spare = |bytes: usize| memory.checked_sub(bytes).ok_or(Failure::Limit);
        self.nodes.make_room(4 * ROOM as usize, spare(self.bytes())?)?;
        self.known.make_room(ROOM as usize, spare(self.bytes())?)
    }

    #[inline(always)]
    fn step(&mut self) -> Result<(), OutOfMemory> {
        let Some(frame) = self.frames.last_mut() else {
            if !self.has_begun {
                self.has_begun = true;
                self.root = self.enter(self.space.root(), 1.0)?;
            }
            return Ok(());
        };
        if frame.taken == frame.choices {
            return self.leave();
        }
        let (state, option) = self.space.choose(&frame.state, frame.taken);
        frame.taken += 1;
        frame.option = option.unwrap_or(NO_OPTION);
        let share = frame.share;
        match self.enter(state, share)? {
            Some(node) => self.deliver(node),
            None => Ok(()),
        }
    }

    /// The node of a state, or `None` after adding a frame for it.
    #[inline(always)]
    fn enter(&mut self, mut state: S::State, share: f64) -> Result<Option<u32>, OutOfMemory> {
        let (first, forced) = (self.forced.len(), &mut self.forced);
        let node = match self.space.settle(&mut state, |option| forced.push(option)) {
            Settled::Solved => Some(TOP),
            Settled::Dead => Some(BOTTOM),
            Settled::Branch => {
                self.space.key(&state, &mut self.key);
                self.known.get(&self.key)
            }
        };
        if let Some(node) = node {
            self.done += share;
            return self.with_forced(first, node).map(Some);
        }
        let choices = self.space.choices(&state);
        let (share, arcs) = (share / f64::from(choices), self.arcs.len());
        memory::reserve(&mut self.frames, 1)?;
        self.frames.push(Frame { state, choices, taken: 0, option: NO_OPTION, arcs, forced: first, share });
        Ok(None)
    }

    /// The node of another node's solutions with the options that were forced since, which are then dropped.
    #[inline(always)]
    fn with_forced(&mut self, first: usize, mut node: u32) -> Result<u32, OutOfMemory> {
        if node != BOTTOM {
            for at in (first..self.forced.len()).rev() {
                node = self.nodes.add(self.forced[at], BOTTOM, node)?;
            }
        }
        self.forced.truncate(first);
        Ok(node)
    }

    /// Adds the node of a choice to the last frame.
    #[inline(always)]
    fn deliver(&mut self, node: u32) -> Result<(), OutOfMemory> {
        let Some(frame) = self.frames.last() else {
            self.root = Some(node);
            return Ok(());
        };
        if node != BOTTOM {
            memory::reserve(&mut self.arcs, 1)?;
            self.arcs.push((frame.option, node));
        }
        Ok(())
    }

    /// Makes the last frame a node: a chain of its options.
    #[inline(always)]
    fn leave(&mut self) -> Result<(), OutOfMemory> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let arcs = &self.arcs[frame.arcs..];
        let without = arcs.iter().find(|(option, _)| *option == NO_OPTION);
        let mut node = without.map_or(BOTTOM, |(_, node)| *node);
        for &(option, hi) in arcs.iter().rev().filter(|(option, _)| *option != NO_OPTION) {
            node = self.nodes.add(option, node, hi)?;
        }
        self.arcs.truncate(frame.arcs);
        self.space.key(&frame.state, &mut self.key);
        self.known.insert(&self.key, node)?;
        let node = self.with_forced(frame.forced, node)?;
        self.deliver(node)
    }
}

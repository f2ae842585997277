//! Counting, depth first, with a table of the subproblems that have been counted.

use super::effort::Effort;
use super::number::Number;
use super::space::{Settled, StateSpace};
use super::table::{SubproblemTable, hash};
use std::sync::Arc;

/// A subproblem that is being counted.
struct Frame<S> {
    kind: FrameKind<S>,
    hash: u64,
    /// The fraction of the search below each choice.
    share: f64,
    number: Number,
}

enum FrameKind<S> {
    /// A branch point: its number is the sum over its choices.
    Choices { state: S, taken: u32, choices: u32 },
    /// Independent parts, counted from the last one: the number is the product.
    Parts { state: S, parts: Vec<S> },
}

/// The count of one problem. It can be stopped and continued; several counts may share a table.
pub(crate) struct MemoSearch<S: StateSpace> {
    space: Arc<S>,
    frames: Vec<Frame<S::State>>,
    key: Vec<u64>,
    /// The number of this thread among the threads that share a table. It decides the order of choices.
    thread: u64,
    pub effort: Effort,
    /// Attempts to divide a state into components.
    attempts: u64,
    /// Entries added to the table that it has not counted yet.
    added: usize,
    result: Option<Number>,
}

impl<S: StateSpace> MemoSearch<S> {
    /// The count of a state.
    pub fn new(space: Arc<S>, thread: u64) -> MemoSearch<S> {
        let key = vec![0; space.key_words()];
        MemoSearch {
            space,
            frames: Vec::new(),
            key,
            thread,
            effort: Effort::default(),
            attempts: 0,
            added: 0,
            result: None,
        }
    }

    pub fn space(&self) -> &Arc<S> {
        &self.space
    }

    /// Continues for this number of nodes. Returns the number of solutions once it is known.
    pub fn advance(&mut self, table: &SubproblemTable, nodes: u64) -> Option<&Number> {
        if self.effort.nodes == 0
            && let Some(number) = self.enter(table, self.space.root(), 1.0)
        {
            self.result = Some(number);
        }
        let end = self.effort.nodes + nodes;
        while self.effort.nodes < end {
            let Some(frame) = self.frames.last_mut() else { break };
            let share = frame.share;
            let state = match &mut frame.kind {
                FrameKind::Choices { taken, choices, .. } if taken == choices => None,
                FrameKind::Parts { .. } if frame.number.is_zero() => None,
                FrameKind::Choices { state, taken, choices } => {
                    let choice = match self.thread {
                        0 => *taken,
                        1 => *choices - 1 - *taken,
                        thread => {
                            let shift = frame.hash.rotate_left(thread as u32) % u64::from(*choices);
                            (*taken + shift as u32) % *choices
                        }
                    };
                    *taken += 1;
                    Some(self.space.choose(state, choice).0)
                }
                FrameKind::Parts { parts, .. } => parts.pop(),
            };
            let Some(state) = state else {
                self.leave(table);
                continue;
            };
            if let Some(number) = self.enter(table, state, share) {
                self.add(&number);
            }
        }
        table.count_used(std::mem::take(&mut self.added));
        self.result.as_ref()
    }

    /// The number of solutions of a state, or `None` after adding a frame for it.
    #[inline(never)]
    fn enter(&mut self, table: &SubproblemTable, mut state: S::State, share: f64) -> Option<Number> {
        self.effort.nodes += 1;
        let number = match self.space.settle(&mut state, |_| ()) {
            Settled::Solved => Some(Number::ONE),
            Settled::Dead => Some(Number::ZERO),
            Settled::Branch => None,
        };
        if number.is_some() {
            self.effort.done += share;
            return number;
        }
        self.space.key(&state, &mut self.key);
        let hash = hash(&self.key);
        if let Some(number) = table.get(hash, &self.key) {
            self.effort.hits += 1;
            self.effort.done += share;
            return Some(number);
        }
        if self.attempts < 1024 || self.attempts < 64 * self.effort.splits || hash & 15 == 0 {
            self.attempts += 1;
            let mut parts = Vec::new();
            self.space.components(&state, &mut parts);
            if !parts.is_empty() {
                self.effort.splits += 1;
                let share = share / parts.len() as f64;
                self.frames.push(Frame {
                    kind: FrameKind::Parts { state, parts },
                    hash,
                    share,
                    number: Number::ONE,
                });
                return None;
            }
        }
        let choices = self.space.choices(&state);
        let share = share / f64::from(choices);
        let kind = FrameKind::Choices { state, taken: 0, choices };
        self.frames.push(Frame { kind, hash, share, number: Number::ZERO });
        None
    }

    #[inline(always)]
    fn add(&mut self, number: &Number) {
        match self.frames.last_mut() {
            Some(Frame { kind: FrameKind::Choices { .. }, number: sum, .. }) => *sum += number,
            Some(Frame { number: product, .. }) => *product *= number,
            None => self.result = Some(number.clone()),
        }
    }

    /// A lower bound of the number of solutions: the solutions counted so far.
    pub fn lower_bound(&self) -> Number {
        let mut below = self.result.clone().unwrap_or(Number::ZERO);
        for frame in self.frames.iter().rev() {
            match &frame.kind {
                FrameKind::Choices { .. } => below += &frame.number,
                FrameKind::Parts { parts, .. } if parts.is_empty() => below *= &frame.number,
                // Parts that have not been counted may have no solution.
                FrameKind::Parts { .. } => below = Number::ZERO,
            }
        }
        below
    }

    /// Remembers the last frame and adds its number to the one before.
    fn leave(&mut self, table: &SubproblemTable) {
        let Some(frame) = self.frames.pop() else { return };
        let (FrameKind::Choices { state, .. } | FrameKind::Parts { state, .. }) = &frame.kind;
        self.space.key(state, &mut self.key);
        self.added += table.put(frame.hash, &self.key, &frame.number);
        self.add(&frame.number);
    }
}

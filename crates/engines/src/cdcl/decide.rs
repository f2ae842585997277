//! The decision heuristic: decide the option that took part in the most conflicts lately.
//!
//! The activity is VSIDS, from Chaff, in the form of Eén and Sörensson: every option among the antecedents of
//! a conflict is bumped by an increment, and the increment grows from conflict to conflict, so that older
//! bumps count less.

/// Growth of the increment from one conflict to the next, the reciprocal of the decay.
const GROWTH: f64 = 1.0 / 0.98;
/// All activities are scaled down when one exceeds this.
const RESCALE_ABOVE: f64 = 1e100;
/// Position of an option that is not in the heap.
const NOT_IN_HEAP: u32 = u32::MAX;

/// Options by activity, in a binary heap. Every unassigned option is in it; assigned ones may be.
#[derive(Debug, Default)]
pub(super) struct DecisionHeap {
    activity: Vec<f64>,
    increment: f64,
    heap: Vec<u32>,
    /// Position of each option in the heap.
    position: Vec<u32>,
}

impl DecisionHeap {
    /// Begins with these activities.
    pub fn begin(&mut self, activity: impl Iterator<Item = f64>) {
        self.activity.clear();
        self.activity.extend(activity);
        self.increment = 1.0;
        let options = self.activity.len();
        self.heap.clear();
        self.heap.extend(0..options as u32);
        self.position.clear();
        self.position.extend(0..options as u32);
        (0..options / 2).rev().for_each(|at| self.sift_down(at));
    }

    /// Raises the activity of an option that took part in a conflict.
    pub fn bump(&mut self, option: u32) {
        let activity = &mut self.activity[option as usize];
        *activity += self.increment;
        if *activity > RESCALE_ABOVE {
            self.activity.iter_mut().for_each(|activity| *activity /= RESCALE_ABOVE);
            self.increment /= RESCALE_ABOVE;
        }
        let position = self.position[option as usize];
        if position != NOT_IN_HEAP {
            self.sift_up(position as usize);
        }
    }

    /// Decays all activities, by raising the increment instead.
    pub fn decay(&mut self) {
        self.increment *= GROWTH;
    }

    /// Puts an option that was unassigned back into the heap, unless it is there.
    #[inline(always)]
    pub fn insert(&mut self, option: u32) {
        if self.position[option as usize] == NOT_IN_HEAP {
            self.heap.push(option);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Takes the most active option.
    pub fn pop(&mut self) -> Option<usize> {
        let &top = self.heap.first()?;
        self.position[top as usize] = NOT_IN_HEAP;
        let last = self.heap.pop().filter(|&last| last != top);
        if let Some(last) = last {
            self.heap[0] = last;
            self.sift_down(0);
        }
        Some(top as usize)
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn sift_down(&mut self, mut at: usize) {
        let option = self.heap[at];
        loop {
            let mut child = 2 * at + 1;
            if child + 1 < self.heap.len() && self.is_before(self.heap[child + 1], self.heap[child]) {
                child += 1;
            }
            if child >= self.heap.len() || !self.is_before(self.heap[child], option) {
                break;
            }
            self.put(at, self.heap[child]);
            at = child;
        }
        self.put(at, option);
    }

    fn sift_up(&mut self, mut at: usize) {
        let option = self.heap[at];
        while at > 0 {
            let parent = (at - 1) / 2;
            if !self.is_before(option, self.heap[parent]) {
                break;
            }
            self.put(at, self.heap[parent]);
            at = parent;
        }
        self.put(at, option);
    }

    fn put(&mut self, at: usize, option: u32) {
        self.heap[at] = option;
        self.position[option as usize] = at as u32;
    }
}

//! What to decide next: the option that was part of most conflicts lately.
//!
//! The activity is that of Chaff's VSIDS in the form of Eén and Sörensson: every option among the
//! reasons of a conflict gains a step, and the step grows, so that what is older counts less.

/// What the step grows by from one conflict to the next.
const GROWTH: f64 = 1.0 / 0.98;
/// Beyond it all activities are made small again.
const LARGE: f64 = 1e100;
/// Not in the heap.
const AWAY: u32 = u32::MAX;

/// Options by their activity, in a binary heap; one that is not open may be in it or not, an open
/// one is.
#[derive(Debug, Default)]
pub(super) struct Order {
    activity: Vec<f64>,
    step: f64,
    heap: Vec<u32>,
    /// Where each option is in the heap.
    place: Vec<u32>,
}

impl Order {
    /// Begins with these activities.
    pub fn begin(&mut self, activity: impl Iterator<Item = f64>) {
        self.activity.clear();
        self.activity.extend(activity);
        self.step = 1.0;
        let options = self.activity.len();
        self.heap.clear();
        self.heap.extend(0..options as u32);
        self.place.clear();
        self.place.extend(0..options as u32);
        (0..options / 2).rev().for_each(|at| self.sink(at));
    }

    /// An option was among the reasons of a conflict.
    pub fn bump(&mut self, option: u32) {
        let activity = &mut self.activity[option as usize];
        *activity += self.step;
        if *activity > LARGE {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGE);
            self.step /= LARGE;
        }
        let place = self.place[option as usize];
        if place != AWAY {
            self.rise(place as usize);
        }
    }

    /// What was until now counts less than what comes.
    pub fn fade(&mut self) {
        self.step *= GROWTH;
    }

    /// An option is open again.
    #[inline(always)]
    pub fn reopen(&mut self, option: u32) {
        if self.place[option as usize] == AWAY {
            self.heap.push(option);
            self.rise(self.heap.len() - 1);
        }
    }

    /// Takes the most active option.
    pub fn pop(&mut self) -> Option<usize> {
        let &top = self.heap.first()?;
        self.place[top as usize] = AWAY;
        let last = self.heap.pop().filter(|&last| last != top);
        if let Some(last) = last {
            self.heap[0] = last;
            self.sink(0);
        }
        Some(top as usize)
    }

    fn is_before(&self, a: u32, b: u32) -> bool {
        self.activity[a as usize] > self.activity[b as usize]
    }

    fn sink(&mut self, mut at: usize) {
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

    fn rise(&mut self, mut at: usize) {
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
        self.place[option as usize] = at as u32;
    }
}

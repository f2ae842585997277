//! The ordered desk under a scheduler that tries one interleaving after the other.
//!
//! `src/io/ordered.rs` is compiled here once more, over channels whose every step the scheduler decides
//! about. They do what those of crossbeam-channel promise: bounded, many to many, closed when one side is
//! gone. A deadlock, a lost result or a wrong order in any schedule fails, and shuttle prints the schedule.

#[allow(dead_code, reason = "the desk's whole source")]
#[path = "../src/io/ordered.rs"]
mod ordered;

/// A bounded channel out of the scheduler's own mutex and condition variable.
mod channel {
    use shuttle::sync::{Arc, Condvar, Mutex};
    use std::collections::VecDeque;

    struct State<T> {
        queue: VecDeque<T>,
        room: usize,
        senders: usize,
        receivers: usize,
    }

    struct Shared<T>(Mutex<State<T>>, Condvar);

    pub struct Sender<T>(Arc<Shared<T>>);
    pub struct Receiver<T>(Arc<Shared<T>>);

    pub fn bounded<T>(room: usize) -> (Sender<T>, Receiver<T>) {
        let state = State { queue: VecDeque::new(), room, senders: 1, receivers: 1 };
        let shared = Arc::new(Shared(Mutex::new(state), Condvar::new()));
        (Sender(shared.clone()), Receiver(shared))
    }

    impl<T> Sender<T> {
        pub fn send(&self, item: T) -> Result<(), ()> {
            let mut state = self.0.0.lock().unwrap();
            while state.queue.len() == state.room && state.receivers > 0 {
                state = self.0.1.wait(state).unwrap();
            }
            if state.receivers == 0 {
                return Err(());
            }
            state.queue.push_back(item);
            self.0.1.notify_all();
            Ok(())
        }

        pub fn try_send(&self, item: T) -> Result<(), ()> {
            let mut state = self.0.0.lock().unwrap();
            if state.receivers == 0 || state.queue.len() == state.room {
                return Err(());
            }
            state.queue.push_back(item);
            self.0.1.notify_all();
            Ok(())
        }
    }

    impl<T> Receiver<T> {
        pub fn recv(&self) -> Result<T, ()> {
            let mut state = self.0.0.lock().unwrap();
            loop {
                if let Some(item) = state.queue.pop_front() {
                    self.0.1.notify_all();
                    return Ok(item);
                }
                if state.senders == 0 {
                    return Err(());
                }
                state = self.0.1.wait(state).unwrap();
            }
        }

        pub fn iter(&self) -> impl Iterator<Item = T> + '_ {
            std::iter::from_fn(|| self.recv().ok())
        }
    }

    impl<T> Clone for Sender<T> {
        fn clone(&self) -> Self {
            self.0.0.lock().unwrap().senders += 1;
            Sender(self.0.clone())
        }
    }

    impl<T> Clone for Receiver<T> {
        fn clone(&self) -> Self {
            self.0.0.lock().unwrap().receivers += 1;
            Receiver(self.0.clone())
        }
    }

    impl<T> Drop for Sender<T> {
        fn drop(&mut self) {
            self.0.0.lock().unwrap().senders -= 1;
            self.0.1.notify_all();
        }
    }

    impl<T> Drop for Receiver<T> {
        fn drop(&mut self) {
            let mut state = self.0.0.lock().unwrap();
            state.receivers -= 1;
            if state.receivers == 0 {
                // What nobody will take is dropped at once, as the crate does.
                state.queue.clear();
            }
            self.0.1.notify_all();
        }
    }
}

use ordered::{Halt, desk};
use shuttle::{
    sync::{Arc, Mutex},
    thread,
};

/// Workers share the numbers below `count`, as the batch's do: a ticket first, then a number under the
/// lock. The writer fails at `fails`, if at all; a worker gives up the number `leaves`.
fn run(workers: usize, window: usize, count: u64, fails: Option<u64>, leaves: Option<u64>) {
    let (desk, sorter) = desk(vec![0; window]);
    let next = Arc::new(Mutex::new(0));
    let handles: Vec<_> = (0..workers)
        .map(|_| {
            let (desk, next) = (desk.clone(), next.clone());
            thread::spawn(move || {
                while desk.ticket().is_some() {
                    let number = {
                        let mut next = next.lock().unwrap();
                        *next += 1;
                        *next - 1
                    };
                    if Some(number) == leaves {
                        return desk.leave();
                    }
                    if number >= count || !desk.done(number, number) {
                        break;
                    }
                }
            })
        })
        .collect();
    drop(desk);
    let mut seen = Vec::new();
    let end = sorter.run(|n| {
        if Some(*n) == fails {
            return Err(());
        }
        seen.push(*n);
        Ok(())
    });
    for handle in handles {
        handle.join().unwrap();
    }
    let upto = fails.or(leaves).unwrap_or(count).min(count);
    match (fails.filter(|n| *n < count), leaves.filter(|n| *n < count)) {
        (Some(_), _) => assert_eq!((end, seen), (Err(Halt::Write(())), (0..upto).collect())),
        (None, None) => assert_eq!((end, seen), (Ok(()), (0..count).collect())),
        (None, Some(_)) => {
            assert_eq!(end, Err(Halt::Worker));
            assert!(seen.len() as u64 <= upto && seen.iter().copied().eq(0..seen.len() as u64));
        }
    }
}

#[test]
fn random_schedules_keep_the_order_and_come_to_an_end() {
    for (workers, extra) in [(1, 0), (2, 0), (2, 2), (3, 0), (3, 2)] {
        shuttle::check_random(move || run(workers, workers + extra, 6, None, None), 1500);
        shuttle::check_pct(move || run(workers, workers + extra, 6, None, None), 1500, 3);
    }
}

#[test]
fn a_failed_write_ends_all_workers_in_any_schedule() {
    for fails in 0..4 {
        shuttle::check_random(move || run(2, 3, 5, Some(fails), None), 1500);
        shuttle::check_pct(move || run(3, 3, 5, Some(fails), None), 1500, 3);
    }
}

#[test]
fn a_worker_that_gives_its_number_up_ends_the_run() {
    for leaves in 0..4 {
        shuttle::check_random(move || run(2, 3, 5, None, Some(leaves)), 1500);
        shuttle::check_pct(move || run(3, 4, 5, None, Some(leaves)), 1500, 3);
    }
}

/// Every schedule of a small case, as far as the steps allow.
#[test]
fn all_schedules_of_a_small_case() {
    shuttle::check_dfs(|| run(2, 2, 2, None, None), Some(60_000));
}

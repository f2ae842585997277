//! Results in the order of the input, however the workers finish.
//!
//! ```text
//!            ┌────────────── tickets (each with its buffers) ◄─────────────┐
//!            ▼                                                             │
//!   worker: take a ticket, then a chunk ──► (number, ticket) ──► writer: in order
//! ```
//!
//! There are a fixed number of tickets, and a chunk is taken only by who holds one: that bounds
//! the memory. It cannot deadlock, since the chunk that the writer waits for is always in the
//! hands of a worker that already has its ticket; only, a worker that finds no more chunks leaves
//! with its ticket, so there must be one for each worker at the least. A worker that panics says so on its way out, so
//! that the writer does not wait for its chunk.

use crossbeam_channel::{Receiver, Sender, bounded};

/// What workers send to the writer.
enum Message<T> {
    Done(u64, T),
    Panicked,
}

/// A worker's end: where tickets come from and results go.
pub(crate) struct Desk<T> {
    tickets: Receiver<T>,
    results: Sender<Message<T>>,
}

impl<T> Clone for Desk<T> {
    fn clone(&self) -> Self {
        Desk { tickets: self.tickets.clone(), results: self.results.clone() }
    }
}

/// The writer's end.
pub(crate) struct Sorter<T> {
    tickets: Sender<T>,
    results: Receiver<Message<T>>,
    /// Results that came early: number `n` waits at `n % window`.
    early: Vec<Option<T>>,
}

/// Both ends, with these tickets.
pub(crate) fn desk<T>(tickets: Vec<T>) -> (Desk<T>, Sorter<T>) {
    let window = tickets.len();
    let (ticket_in, ticket_out) = bounded(window);
    // One place more than tickets for a panic: a worker on its way out must never block.
    let (result_in, result_out) = bounded(window + 1);
    for ticket in tickets {
        ticket_in.send(ticket).expect("there is a place for each ticket");
    }
    let early = (0..window).map(|_| None).collect();
    (
        Desk { tickets: ticket_out, results: result_in },
        Sorter { tickets: ticket_in, results: result_out, early },
    )
}

impl<T> Desk<T> {
    /// A ticket, or `None` if the writer has stopped.
    pub fn ticket(&self) -> Option<T> {
        self.tickets.recv().ok()
    }

    /// Hands over the result of a chunk; false if the writer has stopped.
    pub fn done(&self, number: u64, ticket: T) -> bool {
        self.results.send(Message::Done(number, ticket)).is_ok()
    }
}

impl<T> Drop for Desk<T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.results.try_send(Message::Panicked);
        }
    }
}

/// Why a writer stopped before the end.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Halt<E> {
    /// The writing failed.
    Write(E),
    /// A worker panicked, or left without its result.
    Worker,
}

impl<T> Sorter<T> {
    /// Passes every result to `write`, in order, until all workers have left their desks.
    pub fn run<E>(mut self, mut write: impl FnMut(&mut T) -> Result<(), E>) -> Result<(), Halt<E>> {
        let window = self.early.len() as u64;
        let mut next = 0;
        for message in self.results.iter() {
            let Message::Done(number, ticket) = message else { return Err(Halt::Worker) };
            debug_assert!((next..next + window).contains(&number), "tickets bound the distance");
            self.early[(number % window) as usize] = Some(ticket);
            while let Some(mut ticket) = self.early[(next % window) as usize].take() {
                write(&mut ticket).map_err(Halt::Write)?;
                next += 1;
                // Nobody may be left to take it, at the end.
                let _ = self.tickets.send(ticket);
            }
        }
        if self.early.iter().any(Option::is_some) { Err(Halt::Worker) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// `workers` share the numbers below `count` through a window of `window` tickets.
    fn run(
        workers: usize,
        window: usize,
        count: u64,
        work: impl Fn(u64) + Sync,
        write: impl FnMut(&mut u64) -> Result<(), ()>,
    ) -> Result<(), Halt<()>> {
        let (desk, sorter) = desk(vec![0; window]);
        let next = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let (desk, next, work) = (desk.clone(), &next, &work);
                scope.spawn(move || {
                    let desk = desk;
                    let _ = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                        let desk = desk;
                        while desk.ticket().is_some() {
                            let number = next.fetch_add(1, Ordering::Relaxed);
                            if number >= count {
                                break;
                            }
                            work(number);
                            if !desk.done(number, number) {
                                break;
                            }
                        }
                    }));
                });
            }
            drop(desk);
            sorter.run(write)
        })
    }

    #[test]
    fn results_come_in_order_for_any_workers_and_window() {
        for workers in 1..5 {
            for window in workers..workers + 5 {
                let mut seen = Vec::new();
                let slow = |n: u64| {
                    if n.is_multiple_of(7) {
                        std::thread::yield_now();
                    }
                };
                let end = run(workers, window, 100, slow, |n| {
                    seen.push(*n);
                    Ok(())
                });
                assert_eq!(end, Ok(()));
                assert_eq!(seen, (0..100).collect::<Vec<_>>(), "{workers} workers, window {window}");
            }
        }
    }

    #[test]
    fn a_failed_write_stops_the_workers() {
        let mut written = 0;
        let end = run(
            3,
            4,
            u64::MAX,
            |_| {},
            |_| {
                written += 1;
                if written == 10 { Err(()) } else { Ok(()) }
            },
        );
        assert_eq!((end, written), (Err(Halt::Write(())), 10));
    }

    #[test]
    fn a_panic_in_a_worker_ends_the_run_in_order() {
        for workers in 1..4 {
            let mut seen = Vec::new();
            let fall = |n: u64| {
                if n == 20 {
                    std::panic::resume_unwind(Box::new("on purpose"));
                }
            };
            let end = run(workers, 4, 1000, fall, |n| {
                seen.push(*n);
                Ok(())
            });
            assert_eq!(end, Err(Halt::Worker));
            assert!(seen.len() <= 20 && seen.iter().enumerate().all(|(i, n)| i as u64 == *n));
        }
    }
}

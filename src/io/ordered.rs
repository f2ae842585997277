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
//! with its ticket, so there must be one for each worker at the least. A worker that panics, or gives its chunk up,
//! says so on its way out, so that the writer does not wait for it, nor the others for the tickets of what comes
//! after it.

// Of its own, so that `tests/ordered_model.rs` can put a scheduler's in its place.
use super::channel::{Receiver, Sender, bounded};

/// What workers send to the writer.
enum Message<T> {
    Done(u64, T),
    /// There will be no result of a chunk that was taken.
    Left,
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
    // One place more than tickets for one who leaves: a worker on its way out must never block.
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

    /// Leaves without the result of a chunk that was taken: the run ends.
    pub fn leave(self) {
        // Where there is no room, another has left before.
        let _ = self.results.try_send(Message::Left);
    }

    /// Hands over the result of a chunk; false if the writer has stopped.
    pub fn done(&self, number: u64, ticket: T) -> bool {
        self.results.send(Message::Done(number, ticket)).is_ok()
    }
}

impl<T> Drop for Desk<T> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.results.try_send(Message::Left);
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

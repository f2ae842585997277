//! When the search for a step ends early.

use std::{
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The moment from which deadlines are counted. The clock is read only if there is a deadline.
static ORIGIN: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Ends searches once a flag is raised, or at a deadline that changes from puzzle to puzzle. All copies share both.
#[derive(Clone)]
pub(super) struct Stop {
    flag: Option<Arc<AtomicBool>>,
    /// The deadline in nanoseconds from the origin; [`NEVER`](Stop::NEVER) if there is none.
    deadline: Arc<AtomicU64>,
}

impl Stop {
    const NEVER: u64 = u64::MAX;

    pub fn new(flag: Option<Arc<AtomicBool>>) -> Stop {
        Stop { flag, deadline: Arc::new(AtomicU64::new(Stop::NEVER)) }
    }

    /// Sets the deadline to this time from now, or removes it.
    pub fn set_timeout(&self, timeout: Option<Duration>) {
        let deadline = timeout.map_or(Stop::NEVER, |timeout| {
            let from_origin = ORIGIN.elapsed().saturating_add(timeout).as_nanos();
            u64::try_from(from_origin).unwrap_or(Stop::NEVER)
        });
        self.deadline.store(deadline, Ordering::Relaxed);
    }

    /// Whether searches end now.
    pub fn is_set(&self) -> bool {
        self.flag.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) || self.is_late()
    }

    /// Whether the deadline is over.
    pub fn is_late(&self) -> bool {
        let deadline = self.deadline.load(Ordering::Relaxed);
        deadline != Stop::NEVER && ORIGIN.elapsed().as_nanos() >= u128::from(deadline)
    }
}

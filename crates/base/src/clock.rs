//! Time that is measured for reports.

use std::time::{Duration, Instant};

/// Whether there is a clock; a browser has none that the standard library can read.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

/// The time since a moment. Without a clock it is always zero.
#[derive(Clone, Copy, Debug)]
pub struct Stopwatch(Option<Instant>);

impl Stopwatch {
    /// Starts now.
    pub fn start() -> Stopwatch {
        Stopwatch(HAS_CLOCK.then(Instant::now))
    }

    /// The time since the start.
    pub fn elapsed(self) -> Duration {
        self.0.map_or(Duration::ZERO, |start| start.elapsed())
    }
}

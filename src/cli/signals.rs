//! SIGINT, SIGTERM and SIGHUP: stop soon, leave nothing half done, and say how far it came.
//!
//! The first signal raises the flag that all searches look at, and the run comes back with an error
//! within milliseconds. Where it does not, because it waits for a pipe or reads a chunk of a
//! gigabyte, the thread here ends the process itself after [`GRACE`]; a second signal does so at once.
//! Whoever is first to take the [`Phase`] from `Running` does what is left to do.

use std::{
    fs,
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
    },
};

/// Nobody has begun to end the run.
const RUNNING: u8 = 0;
/// The command itself ends the run, or puts the output in its place.
const ENDING: u8 = 1;
/// The thread of the signals ends the process.
const ABANDONED: u8 = 2;

/// What a run shares with those who may stop it.
#[derive(Default)]
pub(super) struct Control {
    /// Raised by the first signal.
    pub stop: Arc<AtomicBool>,
    /// Records written so far.
    pub reached: Arc<AtomicU64>,
    /// There are no records to tell of.
    uncounted: bool,
    signal: AtomicU8,
    phase: AtomicU8,
    /// Files that are taken away with the process.
    temporary: Mutex<Vec<PathBuf>>,
    /// What becomes of the output, in words.
    fate: Mutex<String>,
}

impl Control {
    /// Watches for signals from now on.
    pub fn begin() -> Arc<Control> {
        Control::default().watched()
    }

    /// As [`begin`](Self::begin), for a command that writes no records.
    pub fn begin_uncounted() -> Arc<Control> {
        Control { uncounted: true, ..Control::default() }.watched()
    }

    fn watched(self) -> Arc<Control> {
        let control = Arc::new(self);
        watch(&control);
        control
    }

    /// The files that a process that is stopped must not leave behind, and what it says of the rest.
    pub fn leaves(&self, temporary: Vec<PathBuf>, fate: String) {
        *self.temporary.lock().expect("nobody panics with it") = temporary;
        *self.fate.lock().expect("nobody panics with it") = fate;
    }

    /// The signal that came, if one did.
    pub fn signal(&self) -> Option<u8> {
        Some(self.signal.load(Ordering::SeqCst)).filter(|s| *s != 0)
    }

    /// From here on the run is not stopped any more: what follows is short, or is the end already.
    pub fn end(&self) {
        while self.phase.compare_exchange(RUNNING, ENDING, Ordering::SeqCst, Ordering::SeqCst)
            == Err(ABANDONED)
        {
            // The process is about to end under our feet.
            std::thread::park();
        }
    }

    /// The line that tells how far it came.
    pub fn farewell(&self) -> String {
        let records = super::report::grouped(self.reached.load(Ordering::SeqCst));
        let records = if self.uncounted { String::new() } else { format!(" after {records} records") };
        let name = self.signal().map_or("", name);
        let fate = self.fate.lock().map(|f| f.clone()).unwrap_or_default();
        format!("quadrille: stopped by {name}{records}{fate}")
    }
}

#[cfg(unix)]
use unix::watch;

#[cfg(not(unix))]
fn watch(_: &Arc<Control>) {}

#[cfg(unix)]
fn name(signal: u8) -> &'static str {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    match i32::from(signal) {
        SIGINT => "SIGINT",
        SIGTERM => "SIGTERM",
        SIGHUP => "SIGHUP",
        _ => "a signal",
    }
}

#[cfg(not(unix))]
fn name(_: u8) -> &'static str {
    "a signal"
}

#[cfg(unix)]
mod unix {
    use super::*;
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ},
        iterator::Signals,
    };
    use std::{process::exit, thread, time::Duration};

    /// How long a run may take to come back by itself.
    const GRACE: Duration = Duration::from_millis(600);

    /// Begins to watch. Where no signals can be watched, they do what they do to any process.
    pub fn watch(control: &Arc<Control>) {
        // A file that grows beyond its limit is an error like a full disk, not the end of the process.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        let ignored = ignored();
        let wanted = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|s| ignored & 1 << (s - 1) == 0);
        let Ok(mut signals) = Signals::new(wanted) else { return };
        let control = control.clone();
        thread::spawn(move || {
            let mut signals = signals.forever();
            let Some(first) = signals.next() else { return };
            control.signal.store(first as u8, Ordering::SeqCst);
            control.stop.store(true, Ordering::SeqCst);
            let slow = control.clone();
            thread::spawn(move || {
                thread::sleep(GRACE);
                if slow.take() {
                    slow.clear();
                    crate::cli::tell(&slow.farewell());
                    exit(slow.code());
                }
            });
            signals.next();
            control.take();
            control.clear();
            exit(control.code());
        });
    }

    impl Control {
        fn take(&self) -> bool {
            self.phase.compare_exchange(RUNNING, ABANDONED, Ordering::SeqCst, Ordering::SeqCst).is_ok()
        }

        fn clear(&self) {
            for path in self.temporary.lock().iter().flat_map(|paths| paths.iter()) {
                let _ = fs::remove_file(path);
            }
        }

        fn code(&self) -> i32 {
            128 + i32::from(self.signal().unwrap_or(0))
        }
    }

    /// The signals that this process was started to ignore, a bit each: `nohup` has SIGHUP ignored, and
    /// a shell SIGINT in the background of a script. They stay so.
    fn ignored() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }
}

//! SIGINT, SIGTERM and SIGHUP: stop promptly, remove temporary files, and report how many records were
//! written.
//!
//! The first signal sets the stop flag that all searches check, and the run returns with an error
//! within milliseconds. If it does not, because it waits for a pipe or reads a chunk of a gigabyte, the
//! signal thread ends the process itself after `GRACE_PERIOD`; a second signal does so immediately.
//!
//! ```text
//!              run returns             output is put in place
//!  RUNNING ──────────────────► ENDING ────────────────────────► exit
//!     │  grace period is over, or second signal
//!     └──────────────────────► ABORTED ─► temporary files are removed ─► exit
//! ```
//!
//! Both threads change the phase by compare-and-exchange, so that only one of them ends the run.

use super::{
    exit::{ExitStatus, print_stderr},
    files::output_disposition,
    numbers::grouped,
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_run::io::Output;
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
    },
};

/// The run can still be aborted.
const RUNNING: u8 = 0;
/// The command itself ends the run, and may put the output in place.
const ENDING: u8 = 1;
/// The signal thread ends the process.
const ABORTED: u8 = 2;

/// State shared between a run and the signal thread.
#[derive(Default)]
pub struct RunControl {
    /// Set by the first signal.
    pub stop: Arc<AtomicBool>,
    /// Number of records written so far.
    pub records: Arc<AtomicU64>,
    /// The command writes no records, and the message does not mention them.
    without_records: bool,
    signal: AtomicU8,
    phase: AtomicU8,
    /// Files to remove if the process is aborted.
    temporary_files: Mutex<Vec<PathBuf>>,
    /// The fate of the output, as the end of the message.
    output_disposition: Mutex<String>,
}

impl RunControl {
    /// Handles signals from now on.
    pub fn start() -> Arc<RunControl> {
        RunControl::default().handle_signals()
    }

    /// Like [`start`](Self::start), for a command that writes no records.
    pub fn start_without_records() -> Arc<RunControl> {
        RunControl { without_records: true, ..RunControl::default() }.handle_signals()
    }

    fn handle_signals(self) -> Arc<RunControl> {
        let control = Arc::new(self);
        handle_signals(&control);
        control
    }

    /// Sets the files to remove if the process is aborted, and the part of the message about the output.
    pub fn set_cleanup(&self, temporary_files: Vec<PathBuf>, output_disposition: String) {
        *self.temporary_files.lock().expect("no holder of the lock panics") = temporary_files;
        *self.output_disposition.lock().expect("no holder of the lock panics") = output_disposition;
    }

    /// The same for a run with one output.
    pub fn set_output(&self, output: &Output) {
        let temporary = output.temporary().map(Path::to_owned);
        self.set_cleanup(temporary.into_iter().collect(), output_disposition(output));
    }

    /// The signal that was received, if any.
    pub fn signal(&self) -> Option<u8> {
        Some(self.signal.load(Ordering::SeqCst)).filter(|s| *s != 0)
    }

    /// After this call the signal thread no longer aborts the process on its own, because the rest takes little time.
    pub fn end_stoppable_phase(&self) {
        while self.phase.compare_exchange(RUNNING, ENDING, Ordering::SeqCst, Ordering::SeqCst) == Err(ABORTED)
        {
            // The signal thread is about to end the process.
            std::thread::park();
        }
    }

    /// Ends the stoppable phase of a run with this outcome. If the run failed or a signal came, drops its output first: dropping it may
    /// wait for the reader of a pipe, and before the end of the phase, the signal thread can end the process.
    ///
    /// # Errors
    /// The error of the run, or that a signal has stopped it.
    pub fn end_run<T, O>(&self, outcome: Result<T, Error>, output: O) -> Result<(T, O), Error> {
        let stopped = || Error::new(ErrorKind::Interrupted, "the run was stopped");
        let ended = match (outcome, self.signal()) {
            (Ok(done), None) => Ok((done, output)),
            (outcome, _) => {
                drop(output);
                Err(outcome.err().unwrap_or_else(stopped))
            }
        };
        self.end_stoppable_phase();
        ended
    }

    /// The message that reports the signal and how many records were written.
    pub fn stop_message(&self) -> String {
        let records = grouped(self.records.load(Ordering::SeqCst));
        let records = if self.without_records { String::new() } else { format!(" after {records} records") };
        let name = self.signal().map_or("", name);
        let output = self.output_disposition.lock().map(|text| text.clone()).unwrap_or_default();
        format!("quadrille: stopped by {name}{records}{output}")
    }
}

/// Whether a signal stopped the run: prints the message and returns the exit status. The output is not put
/// in place then.
pub fn stopped<T>(control: &RunControl, outcome: &Result<T, Error>) -> Option<ExitStatus> {
    let signal = control.signal()?;
    match outcome {
        // The run failed for another reason, which is reported instead.
        Err(error) if error.kind() != ErrorKind::Interrupted => None,
        _ => {
            print_stderr(&control.stop_message());
            Some(ExitStatus::Stopped(signal))
        }
    }
}

#[cfg(unix)]
use unix::handle_signals;

#[cfg(not(unix))]
fn handle_signals(_: &Arc<RunControl>) {}

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

    /// How long a run may take to return after the stop flag is set.
    const GRACE_PERIOD: Duration = Duration::from_millis(600);

    /// Starts the signal thread. If the signals cannot be handled, they keep their default action.
    pub fn handle_signals(control: &Arc<RunControl>) {
        // A file that grows beyond its size limit is then a write error, like a full disk, and does not
        // kill the process.
        let _ = signal_hook::flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
        let ignored = ignored_signals();
        let handled = [SIGINT, SIGTERM, SIGHUP].into_iter().filter(|s| ignored & 1 << (s - 1) == 0);
        let Ok(mut signals) = Signals::new(handled) else { return };
        let control = control.clone();
        let wait = move || {
            let mut signals = signals.forever();
            let Some(first) = signals.next() else { return };
            control.signal.store(first as u8, Ordering::SeqCst);
            control.stop.store(true, Ordering::SeqCst);
            abort_after_grace_period(control.clone());
            signals.next();
            control.try_abort();
            control.remove_temporary_files();
            exit(control.exit_code());
        };
        if let Err(error) = thread::Builder::new().spawn(wait) {
            // Nothing has begun, and no signal could end the process without the thread.
            print_stderr(&format!("quadrille: cannot start the thread that waits for signals: {error}"));
            exit(2);
        }
    }

    fn abort_after_grace_period(control: Arc<RunControl>) {
        let abort = move || {
            thread::sleep(GRACE_PERIOD);
            if control.try_abort() {
                control.remove_temporary_files();
                print_stderr(&control.stop_message());
                exit(control.exit_code());
            }
        };
        // Without the thread a second signal ends the process.
        let _ = thread::Builder::new().spawn(abort);
    }

    impl RunControl {
        /// Whether the caller may end the process: the command itself is not ending the run.
        fn try_abort(&self) -> bool {
            self.phase.compare_exchange(RUNNING, ABORTED, Ordering::SeqCst, Ordering::SeqCst).is_ok()
        }

        fn remove_temporary_files(&self) {
            for path in self.temporary_files.lock().iter().flat_map(|paths| paths.iter()) {
                let _ = fs::remove_file(path);
            }
        }

        fn exit_code(&self) -> i32 {
            128 + i32::from(self.signal().unwrap_or(0))
        }
    }

    /// The signals that the parent process set to be ignored, one bit each: `nohup` ignores SIGHUP, and
    /// a shell ignores SIGINT for background processes of a script. They stay ignored.
    fn ignored_signals() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
    }
}

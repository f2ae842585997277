//! Work without the interpreter lock that signals, a time limit and a progress display can follow.

use crate::keywords::{Argument, Keywords};
use pyo3::{
    exceptions::{PyOSError, PyRuntimeError, PyTimeoutError, PyUserWarning, PyValueError},
    prelude::*,
};
use quadrille_columns::ColumnsError;
use std::{
    ffi::CString,
    io, panic,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc::{Receiver, RecvTimeoutError, channel},
    },
    thread,
    time::{Duration, Instant},
};

/// How often signals are looked for, and the progress is shown.
const TICK: Duration = Duration::from_millis(50);

/// The state that one call of a function shares with the work that it started.
pub struct Call {
    /// The argument with the puzzles, and with it the function, for messages.
    pub puzzles: Argument<'static>,
    /// Raised to end the work.
    pub stop: Arc<AtomicBool>,
    /// Rows that are finished.
    pub done: Arc<AtomicU64>,
    timeout: Option<Duration>,
    /// When the time limit began, if several runs share it.
    start: Option<Instant>,
    /// Whether the time limit ended the work.
    is_over: AtomicBool,
    progress: Option<Py<PyAny>>,
}

impl Call {
    fn new(puzzles: Argument<'static>, timeout: Option<Duration>) -> Call {
        let is_over = AtomicBool::new(false);
        Call {
            puzzles,
            stop: Arc::default(),
            done: Arc::default(),
            timeout,
            start: None,
            is_over,
            progress: None,
        }
    }

    /// Another argument of the same function, for messages.
    pub fn argument<'a>(&self, name: &'a str) -> Argument<'a> {
        Argument { function: self.puzzles.function, name }
    }

    /// Takes `timeout` and `progress`.
    pub fn take(keywords: &Keywords<'_>) -> PyResult<Call> {
        let progress = keywords.object("progress")?.map(Bound::unbind);
        Ok(Call { progress, ..Call::take_timeout(keywords)? })
    }

    /// Takes `timeout`, for a call without progress.
    pub fn take_timeout(keywords: &Keywords<'_>) -> PyResult<Call> {
        let timeout = seconds(keywords, "timeout")?;
        Ok(Call::new(keywords.argument("puzzles"), timeout))
    }

    /// The same with a time limit that all its runs share.
    pub fn sharing_limit(self) -> Call {
        Call { start: Some(Instant::now()), ..self }
    }

    /// A call with the same time limit, without progress, which is stopped by itself.
    pub fn again(&self) -> Call {
        Call::new(self.puzzles, self.timeout)
    }

    /// The same without a time limit.
    pub fn again_without_limit(&self) -> Call {
        Call::new(self.puzzles, None)
    }

    /// Whether the time limit ended the work.
    pub fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Relaxed)
    }

    /// The exception of a call that the time limit ended.
    pub fn timed_out(&self) -> PyErr {
        let message = format!("not finished after {} s", self.seconds());
        PyTimeoutError::new_err(self.argument("timeout").message(message))
    }

    /// The time limit.
    pub fn seconds(&self) -> f64 {
        self.timeout.map_or(f64::INFINITY, |timeout| timeout.as_secs_f64())
    }

    /// Does the work on a thread of its own, and waits for it without the interpreter lock. A `total` of 0 is not known.
    ///
    /// # Errors
    /// The exception of a signal handler, such as `KeyboardInterrupt`, or of the progress function, or `TimeoutError`. The work
    /// has then ended: its stop flag was raised.
    pub fn run<T: Send>(&self, py: Python<'_>, total: u64, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        let (mut work, mut result) = (Some(work), None);
        self.run_any(py, total, &mut || result = work.take().map(|work| work()))?;
        Ok(result.expect("work that has ended without a panic has a result"))
    }

    /// The same for any work, so that this code is there once.
    fn run_any(&self, py: Python<'_>, total: u64, work: &mut (dyn FnMut() + Send)) -> PyResult<()> {
        let bar = match &self.progress {
            Some(progress) => {
                let module = py.import("quadrille._progress")?;
                let bar = module.call_method1("reporter", (progress, total));
                Some(bar.map_err(|error| self.argument("progress").named(py, error))?.unbind())
            }
            None => None,
        };
        let result = py.detach(|| self.run_detached(bar.as_ref(), work));
        if let Some(bar) = bar {
            let is_known = result.is_ok() && total > 0;
            let done = if is_known { total } else { self.done.load(Ordering::Relaxed) };
            bar.call_method1(py, "close", (done,))?;
        }
        result
    }

    /// The exception for a call of the library that failed as a whole.
    pub fn exception(&self, error: quadrille::Error) -> PyErr {
        self.exception_about(error, "solutions")
    }

    /// The same for a call with solutions, which are in the argument of this name, or in the column that it names.
    pub fn exception_about(&self, error: quadrille::Error, solutions: &str) -> PyErr {
        match error.reason() {
            Some(ColumnsError::Type { column: "solutions", .. }) => {
                self.argument(solutions).type_error(error)
            }
            Some(ColumnsError::Zero { option }) => {
                self.argument(option).value_error("expected 1 or more, got 0")
            }
            Some(ColumnsError::Type { .. }) => self.puzzles.type_error(error),
            Some(ColumnsError::Stopped) => PyRuntimeError::new_err(error.to_string()),
            _ => self.puzzles.value_error(error),
        }
    }

    fn run_detached(&self, bar: Option<&Py<PyAny>>, work: &mut (dyn FnMut() + Send)) -> PyResult<()> {
        thread::scope(|scope| {
            let (sender, ended) = channel();
            let worker = thread::Builder::new().name("quadrille".into()).spawn_scoped(scope, move || {
                work();
                let _ = sender.send(());
            });
            let worker =
                worker.map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
            let waited = self.wait(bar, &ended);
            if waited.is_err() {
                self.stop.store(true, Ordering::Relaxed);
            }
            match worker.join() {
                Ok(()) => waited,
                Err(panic) => panic::resume_unwind(panic),
            }
        })
    }

    /// Waits until the work has ended, also by a panic.
    fn wait(&self, bar: Option<&Py<PyAny>>, ended: &Receiver<()>) -> PyResult<()> {
        let start = self.start.unwrap_or_else(Instant::now);
        loop {
            let left = self.timeout.map(|timeout| timeout.saturating_sub(start.elapsed()));
            match ended.recv_timeout(left.unwrap_or(TICK).min(TICK)) {
                Ok(()) | Err(RecvTimeoutError::Disconnected) => return Ok(()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.timeout.is_some_and(|timeout| start.elapsed() >= timeout) {
                self.is_over.store(true, Ordering::Relaxed);
                return Err(self.timed_out());
            }
            Python::attach(|py| {
                py.check_signals()?;
                match bar {
                    Some(bar) => {
                        bar.call_method1(py, "update", (self.done.load(Ordering::Relaxed),)).map(drop)
                    }
                    None => Ok(()),
                }
            })?;
        }
    }
}

/// Warns the caller.
pub fn user_warning(py: Python<'_>, text: &str) -> PyResult<()> {
    let text = CString::new(text.replace('\0', "")).expect("a text without NUL");
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &text, 1)
}

/// Takes a time in seconds.
pub fn seconds(keywords: &Keywords<'_>, name: &'static str) -> PyResult<Option<Duration>> {
    let Some(seconds) = keywords.take::<f64>(name)? else { return Ok(None) };
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) => Ok(Some(time)),
        Err(_) => Err(keywords.error(name, format!("expected a number of seconds, got {seconds}"))),
    }
}

/// The exception for a file that cannot be read or written, with its name.
pub fn of_file(path: &str, error: &io::Error) -> PyErr {
    let text = error.to_string();
    match (error.raw_os_error(), error.kind()) {
        // With these arguments Python makes it a FileNotFoundError, a PermissionError, ….
        (Some(number), _) => {
            let text = text.split(" (os error").next().unwrap_or(&text).to_owned();
            PyOSError::new_err((number, text, path.to_owned()))
        }
        (None, io::ErrorKind::InvalidData | io::ErrorKind::InvalidInput | io::ErrorKind::UnexpectedEof) => {
            PyValueError::new_err(format!("{path}: {text}"))
        }
        (None, _) => PyOSError::new_err(format!("{path}: {text}")),
    }
}

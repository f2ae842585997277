//! The solutions of an exact cover problem, one after the other.

use super::{out_of_memory, search::Search, sorted};
use pyo3::{prelude::*, types::PyList};
use quadrille::{
    Error, Outcome,
    cover::{Cover, CoverSolver},
    engine::Limits,
};
use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError, atomic::Ordering},
    time::{Duration, Instant},
};

/// How long a search continues for the solutions after the next one, so that a thread is worth its start. It doubles with
/// each step, up to the longest time: who reads many solutions is likely to read more.
const AHEAD: Duration = Duration::from_millis(2);
const LONGEST: Duration = Duration::from_millis(64);
/// The most solutions that are kept.
const MOST: u64 = 4096;
/// Nodes between two looks at the clock: less than a millisecond for most problems.
const SLICE: u64 = 1 << 13;

/// An iterator over the solutions of an exact cover problem, made by `Cover.solutions`. It ends after the last one.
///
/// >>> import quadrille
/// >>> solutions = quadrille.Cover([["a", "b"], ["c"], ["a"], ["b", "c"]]).solutions()
/// >>> next(solutions), list(solutions)
/// ([0, 1], [[2, 3]])
#[pyclass(frozen, module = "quadrille")]
pub struct CoverSolutions {
    search: Search,
    state: Mutex<State>,
}

struct State {
    cover: Arc<Cover>,
    /// It is built by the first search, not before.
    solver: Option<CoverSolver>,
    ready: VecDeque<Vec<usize>>,
    /// Solutions that the solver found.
    found: u64,
    limit: u64,
    ahead: Duration,
    end: Option<End>,
}

/// Why a search ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Finished,
    MaxNodes,
}

/// The next step.
enum Next {
    Solution(Vec<usize>),
    End(End),
    /// It has to be searched for.
    Unknown,
}

impl CoverSolutions {
    pub fn new(cover: Arc<Cover>, search: Search, limit: u64) -> CoverSolutions {
        let is_possible = limit > 0 && cover.uncovered().is_none();
        let end = if is_possible { None } else { Some(End::Finished) };
        let state = State { cover, solver: None, ready: VecDeque::new(), found: 0, limit, ahead: AHEAD, end };
        CoverSolutions { search, state: Mutex::new(state) }
    }

    pub fn next<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        loop {
            match self.locked(py, State::next) {
                Next::Solution(solution) => return PyList::new(py, solution).map(Some),
                Next::End(End::Finished) => return Ok(None),
                Next::End(End::MaxNodes) => return Err(self.search.gave_up()),
                Next::Unknown => {}
            }
            // A loop in C, such as the loop of `list`, does not look for signals, and a short search does not either.
            py.check_signals()?;
            let step = self.search.again();
            let searched = step.call.run(py, 0, || self.state().search(&step))?;
            searched.map_err(|error| out_of_memory(&error))?;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does something with the state, without the interpreter lock while another thread has it.
    fn locked<T: Send>(&self, py: Python<'_>, action: impl FnOnce(&mut State) -> T + Send) -> T {
        match self.state.try_lock() {
            Ok(mut state) => action(&mut state),
            Err(TryLockError::Poisoned(error)) => action(&mut error.into_inner()),
            Err(TryLockError::WouldBlock) => py.detach(|| action(&mut self.state())),
        }
    }
}

impl State {
    fn next(&mut self) -> Next {
        match (self.ready.pop_front(), self.end) {
            (Some(solution), _) => Next::Solution(solution),
            (None, Some(end)) => Next::End(end),
            (None, None) => Next::Unknown,
        }
    }

    /// Finds the next solution, and those after it that are found at once. A search that is stopped can be continued.
    fn search(&mut self, search: &Search) -> Result<(), Error> {
        let start = Instant::now();
        let stop = &search.call.stop;
        while self.end.is_none() && self.ready.is_empty() && !stop.load(Ordering::Relaxed) {
            let most = self.limit.min(self.found.saturating_add(MOST));
            self.search_to(&search.limits(most), start)?;
        }
        self.ahead = LONGEST.min(self.ahead * 2);
        Ok(())
    }

    fn search_to(&mut self, limits: &Limits, start: Instant) -> Result<(), Error> {
        let solver = match &mut self.solver {
            Some(solver) => solver,
            none => none.insert(CoverSolver::try_new(&self.cover)?),
        };
        loop {
            let nodes = limits.max_nodes.min(solver.progress().nodes + SLICE);
            let slice = limits.clone().max_nodes(nodes);
            let report = solver.resume(&slice, |options| self.ready.push_back(sorted(options)));
            self.found = report.solutions;
            let is_over = !matches!(report.outcome, Outcome::Unknown);
            if is_over && (report.solutions < limits.solutions || report.solutions == self.limit) {
                self.end = Some(End::Finished);
            } else if !is_over && report.nodes >= limits.max_nodes {
                self.end = Some(End::MaxNodes);
            }
            let is_stopped = limits.stop_flag.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed));
            let is_enough = !self.ready.is_empty() && start.elapsed() > self.ahead;
            if is_over || self.end.is_some() || is_stopped || is_enough {
                return Ok(());
            }
        }
    }
}

#[pymethods]
impl CoverSolutions {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyList>>> {
        self.next(py)
    }
}

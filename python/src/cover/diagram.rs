//! Samples and the cheapest solutions, from the diagram of all solutions.

use super::{Cover, as_usize, out_of_memory, search::Search, sorted};
use crate::{call::of_file, keywords::Keywords};
use pyo3::{
    exceptions::{PyMemoryError, PyValueError},
    prelude::*,
    types::PyList,
};
use quadrille::{
    Outcome,
    cover::{CoverDiagram, CoverSolver, DiagramSettings},
};
use quadrille_cover::diagram::{DiagramError, try_build};
use std::{
    fs::File,
    io::{BufWriter, Write},
    path::Path,
    sync::{Arc, PoisonError, atomic::Ordering},
};

/// The most solutions that a call draws, as of the command.
const MOST_SAMPLES: u64 = (1 << 32) - 1;

/// A call that needs a diagram.
struct Request {
    search: Search,
    memory: Option<u64>,
}

impl Request {
    fn take(keywords: &Keywords<'_>) -> PyResult<Request> {
        let request = Request { search: Search::take(keywords)?, memory: keywords.take("memory")? };
        keywords.finish()?;
        Ok(request)
    }

    fn build(
        &self,
        py: Python<'_>,
        cover: &quadrille::cover::Cover,
        is_ordered: bool,
    ) -> PyResult<Result<CoverDiagram, DiagramError>> {
        let mut settings = DiagramSettings::new().ordered(is_ordered).limits(self.search.limits(u64::MAX));
        if let Some(memory) = self.memory {
            settings = settings.memory(memory);
        }
        self.search.call.run(py, 0, || try_build(cover, &settings))
    }

    /// The exception for a problem that has no diagram.
    fn failed(&self, error: DiagramError) -> PyErr {
        match error {
            DiagramError::OutOfMemory(error) => out_of_memory(&error.into()),
            DiagramError::Stopped => self.search.gave_up(),
            DiagramError::MemoryLimit(bytes) => {
                let what = format!("the diagram of all solutions takes more than {bytes} bytes");
                self.search.call.argument("memory").value_error(what)
            }
            error => {
                let function = self.search.call.puzzles.function;
                let what = format!("{function}(): there is no diagram of all solutions: {error}");
                PyValueError::new_err(what)
            }
        }
    }

    /// The best solution of a problem that has no diagram: all solutions are looked at.
    fn best_of_all(
        &self,
        py: Python<'_>,
        cover: &quadrille::cover::Cover,
        is_maximum: bool,
    ) -> PyResult<Option<(u64, Vec<usize>)>> {
        let mut best: Option<(u64, Vec<usize>)> = None;
        let cost = |option: &usize| if cover.has_costs() { cover.cost(*option) } else { 1 };
        let look = |solution: &[usize]| {
            let cost = solution.iter().map(cost).sum::<u64>();
            let is_better = |before: u64| if is_maximum { cost > before } else { cost < before };
            if best.as_ref().is_none_or(|(before, _)| is_better(*before)) {
                best = Some((cost, sorted(solution)));
            }
        };
        let limits = self.search.limits(u64::MAX);
        let search = || CoverSolver::try_new(cover).map(|mut solver| solver.solve(&limits, look));
        let report = self.search.call.run(py, 0, search)?.map_err(|error| out_of_memory(&error))?;
        match report.outcome {
            Outcome::Unknown => Err(self.search.gave_up()),
            _ => Ok(best),
        }
    }
}

/// Fails if the system refuses the memory for samples of about this length. It might kill the process while they fill it.
fn expect_memory(search: &Search, k: u64, options: usize) -> PyResult<()> {
    // A vector of Rust and then a list of Python, whose numbers are objects.
    let bytes = as_usize(k).saturating_mul(options.saturating_mul(8 + 8 + 32) + 24 + 64);
    Vec::<u8>::new().try_reserve_exact(bytes).map_err(|_| {
        let what = format!("{k} solutions take about {bytes} bytes of memory, which the system refuses");
        PyMemoryError::new_err(search.call.argument("k").message(what))
    })
}

impl Cover {
    /// The diagram of all solutions, which is built once.
    fn diagram(
        &self,
        py: Python<'_>,
        request: &Request,
    ) -> PyResult<Result<Arc<CoverDiagram>, DiagramError>> {
        // The lock is held for a moment only, so it is never waited for with the interpreter lock.
        let kept = || self.diagram.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(diagram) = kept().clone() {
            return Ok(Ok(diagram));
        }
        let built = request.build(py, &self.cover, false)?.map(Arc::new);
        *kept() = built.clone().ok();
        Ok(built)
    }

    pub(super) fn sampled<'py>(
        &self,
        py: Python<'py>,
        k: u64,
        seed: u64,
        keywords: Keywords<'py>,
    ) -> PyResult<Bound<'py, PyList>> {
        let request = Request::take(&keywords)?;
        if k > MOST_SAMPLES {
            let what = format!("expected at most {MOST_SAMPLES}, got {k}");
            return Err(request.search.call.argument("k").value_error(what));
        }
        let diagram = self.diagram(py, &request)?.map_err(|error| request.failed(error))?;
        if k > 0 && diagram.is_empty() {
            return Err(request
                .search
                .call
                .argument("k")
                .value_error("the problem has no solution that could be drawn"));
        }
        let again = request.search.again();
        expect_memory(&again, k, diagram.sample(seed, 0).map_or(0, |solution| solution.len()))?;
        let stop = again.call.stop.clone();
        let drawn: Vec<_> = again.call.run(py, 0, || {
            let running = (0..k).take_while(|_| !stop.load(Ordering::Relaxed));
            running.filter_map(|index| diagram.sample(seed, index)).collect()
        })?;
        PyList::new(py, drawn)
    }

    pub(super) fn best(
        &self,
        py: Python<'_>,
        keywords: Keywords<'_>,
        is_maximum: bool,
    ) -> PyResult<Option<(u64, Vec<usize>)>> {
        let request = Request::take(&keywords)?;
        match self.diagram(py, &request)? {
            Ok(diagram) => {
                Ok(py.detach(|| if is_maximum { diagram.highest_cost() } else { diagram.lowest_cost() }))
            }
            Err(DiagramError::TooLarge { .. }) => request.best_of_all(py, &self.cover, is_maximum),
            Err(DiagramError::MemoryLimit(_)) if self.cover.has_bounds() => {
                request.best_of_all(py, &self.cover, is_maximum)
            }
            Err(error) => Err(request.failed(error)),
        }
    }

    pub(super) fn write_zdd(&self, py: Python<'_>, path: &Path, keywords: Keywords<'_>) -> PyResult<usize> {
        let request = Request::take(&keywords)?;
        let diagram = request.build(py, &self.cover, true)?.map_err(|error| request.failed(error))?;
        let write = || {
            let mut output = BufWriter::new(File::create(path)?);
            diagram.write(&mut output)?;
            output.flush()
        };
        py.detach(write).map_err(|error| of_file(&path.to_string_lossy(), &error))?;
        Ok(diagram.len())
    }
}

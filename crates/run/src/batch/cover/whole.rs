//! Answers about all solutions of a problem: samples, the best one, the diagram.

use super::{
    CoverTask,
    worker::{CoverWorker, WritePart, append, too_large, write_solution},
};
use quadrille_base::error::{Error, ErrorKind};
use quadrille_cover::{
    Cover,
    diagram::{BestSolution, CoverDiagram, DiagramError, DiagramSettings, Goal, try_build},
    text::{CoverFormat, Problem},
};
use quadrille_engines::{Outcome, SearchReport};
use std::{
    io::{self, Write},
    sync::PoisonError,
};

impl CoverTask {
    /// Whether the task is about all solutions of a problem.
    pub(super) fn is_about_all(self) -> bool {
        !matches!(self, CoverTask::Solve | CoverTask::Count)
    }
}

impl CoverWorker {
    /// Answers a problem in a task that is about all of its solutions.
    pub(super) fn answer_about_all(
        &self,
        number: u64,
        problem: &Problem<'_>,
        text: &mut Vec<u8>,
        write: &mut WritePart<'_>,
    ) -> Result<SearchReport, Error> {
        match self.config.task {
            CoverTask::Sample { solutions, seed } => {
                self.draw(number, problem, (solutions, seed), text, write)
            }
            CoverTask::LowestCost => self.best(number, problem, Goal::LowestCost, text, write),
            CoverTask::HighestCost => self.best(number, problem, Goal::HighestCost, text, write),
            CoverTask::Diagram => self.write_diagram(number, problem.cover(), write),
            CoverTask::Solve | CoverTask::Count => Ok(SearchReport::default()),
        }
    }

    /// The diagram of a problem; `None` if a limit ended its search.
    fn diagram(&self, number: u64, cover: &Cover, is_ordered: bool) -> Result<Option<CoverDiagram>, Error> {
        let settings = DiagramSettings::new().memory(self.config.memory as u64).ordered(is_ordered);
        match try_build(cover, &settings.limits(self.config.limits.clone())) {
            Ok(diagram) => Ok(Some(diagram)),
            Err(DiagramError::Stopped) => Ok(None),
            Err(error) => Err(self.no_diagram(number, error)),
        }
    }

    /// Writes solutions that are drawn at random.
    fn draw(
        &self,
        number: u64,
        problem: &Problem<'_>,
        (solutions, seed): (u64, u64),
        text: &mut Vec<u8>,
        write: &mut WritePart<'_>,
    ) -> Result<SearchReport, Error> {
        let Some(diagram) = self.diagram(number, problem.cover(), false)? else {
            return Ok(SearchReport::default());
        };
        for index in 0..solutions {
            let Some(solution) = diagram.sample(seed, (number << 32).wrapping_add(index)) else { break };
            write_solution(problem, index, &solution, text, write)?;
            if index % 1024 == 0 && self.config.limits.is_stopped() {
                return Ok(SearchReport::with_counts(Outcome::Unknown, index + 1, 0, 0));
            }
        }
        let outcome = if diagram.is_empty() { Outcome::None } else { Outcome::Multiple };
        let solutions = if diagram.is_empty() { 0 } else { solutions };
        Ok(SearchReport::with_counts(outcome, solutions, diagram.states(), 0))
    }

    /// Writes a solution of lowest or highest cost, with its cost.
    fn best(
        &self,
        number: u64,
        problem: &Problem<'_>,
        goal: Goal,
        text: &mut Vec<u8>,
        write: &mut WritePart<'_>,
    ) -> Result<SearchReport, Error> {
        let (cover, limits) = (problem.cover(), &self.config.limits);
        let found = BestSolution::find(cover, goal, limits, self.config.memory as u64)
            .map_err(|error| self.no_diagram(number, error))?;
        if let Some((cost, solution)) = &found.best {
            let mark = if self.config.format == CoverFormat::Dlx { '|' } else { '#' };
            append(text, format_args!("{mark} cost {cost}\n"));
            write_solution(problem, 0, solution, text, write)?;
        }
        let outcome = match (found.is_proved, &found.best) {
            (false, _) => Outcome::Unknown,
            (true, None) => Outcome::None,
            (true, Some(_)) => Outcome::Solved,
        };
        let solutions = u64::from(found.best.is_some());
        Ok(SearchReport::with_counts(outcome, solutions, found.nodes, 0))
    }

    /// Writes the diagram of a problem. Its size is in [`CoverConfig::diagram`](super::worker::CoverConfig).
    fn write_diagram(
        &self,
        number: u64,
        cover: &Cover,
        write: &mut WritePart<'_>,
    ) -> Result<SearchReport, Error> {
        let Some(diagram) = self.diagram(number, cover, true)? else {
            return Err(self.no_diagram(number, DiagramError::Stopped));
        };
        let mut parts = Parts { write, failure: None };
        if let Err(error) = diagram.write(&mut parts) {
            let other = || Error::io(ErrorKind::Output, "cannot write the diagram", error);
            return Err(parts.failure.take().unwrap_or_else(other));
        }
        let outcome = if diagram.is_empty() { Outcome::None } else { Outcome::Multiple };
        let report = SearchReport::with_counts(outcome, 0, diagram.states(), 0);
        let size = super::DiagramSize { nodes: diagram.len(), solutions: diagram.count() };
        *self.config.diagram.lock().unwrap_or_else(PoisonError::into_inner) = Some(size);
        Ok(report)
    }

    /// The error that ends a run whose problem `number`, from 0, has no diagram.
    fn no_diagram(&self, number: u64, error: DiagramError) -> Error {
        if let DiagramError::OutOfMemory(error) = error {
            return too_large(number, error.into());
        }
        let what = format!("problem {} of {} has no diagram", number + 1, self.config.name);
        Error::caused(ErrorKind::Config, what, error)
    }
}

/// Parts of the answers, as an output.
struct Parts<'w, 'a> {
    write: &'w mut WritePart<'a>,
    failure: Option<Error>,
}

impl Write for Parts<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        (self.write)(bytes).map(|()| bytes.len()).map_err(|error| {
            self.failure = Some(error);
            io::Error::other("the part was not written")
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

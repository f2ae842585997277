//! Counts the solutions of puzzles.

use super::{
    Answers, Beside, Boards, ColumnKind, ColumnSpec, Needs, Task, TaskWorker, WorkerContext, WrongSolution,
    options_of, search::Search,
};
use quadrille_engines::solver::verified::CountMemory;

/// Counts the solutions of puzzles, exactly, whatever their number.
///
/// The answer is the number, followed by `+` if the search stopped at the limit.
///
/// ```
/// use quadrille::{Batch, Input, tasks::Count};
///
/// let count = |task| {
///     let mut answers = Vec::new();
///     let puzzles = "12..............\n1...3..2..4.4..1\n".as_bytes();
///     Batch::new(task).run(vec![Input::reader("puzzles", puzzles)], &mut answers, &mut ()).map(|_| answers)
/// };
/// assert_eq!(count(Count::new())?, b"24\n1\n");
/// assert_eq!(count(Count::new().limit(10).memory(1 << 20))?, b"10+\n1\n");
/// // With the cost of each search in csv, and with answers that are checked.
/// let more = Count::new().search_columns(true).verify_answers(true);
/// # let _ = more;
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Count {
    columns: Vec<ColumnSpec>,
    limit: u64,
    memory: usize,
    search_columns: bool,
    verifies_answers: bool,
}

impl Default for Count {
    fn default() -> Count {
        Count::new()
    }
}

impl Count {
    /// All solutions are counted.
    pub fn new() -> Count {
        let count = ColumnSpec::new("count", ColumnKind::Count, "the number of solutions");
        let columns = vec![count, ColumnSpec::STATUS];
        let (limit, memory) = (u64::MAX, CountMemory::BYTES);
        Count { columns, limit, memory, search_columns: false, verifies_answers: false }
    }

    /// Stops each search at the `limit`th solution; 0 means 1.
    pub fn limit(self, limit: u64) -> Count {
        Count { limit: limit.max(1), ..self }
    }

    /// Sets how many bytes tables, or a memory of subproblems, take at most for puzzles with many solutions, in all threads
    /// together; the default is [`CoverCounter::MEMORY`](quadrille_cover::count::CoverCounter::MEMORY). With 0 solutions are
    /// counted one by one. The counts do not depend on it.
    pub fn memory(self, memory: usize) -> Count {
        Count { memory, ..self }
    }

    /// Whether the answers that the records bring are compared with the rules.
    pub fn verify_answers(self, verifies_answers: bool) -> Count {
        Count { verifies_answers, ..self }
    }

    /// Whether the nodes and guesses of the search are added, as columns.
    pub fn search_columns(mut self, search_columns: bool) -> Count {
        self.columns.truncate(2);
        self.columns.extend(ColumnSpec::FIGURES.into_iter().filter(|_| search_columns));
        self.search_columns = search_columns;
        self
    }
}

impl Task for Count {
    fn columns(&self) -> &[ColumnSpec] {
        &self.columns
    }

    fn needs(&self) -> Needs {
        Needs { own_answers: self.verifies_answers, ..Needs::default() }
    }

    fn options(&self) -> Vec<(&'static str, String)> {
        options_of(
            ("count", self.limit),
            &[("search-columns", self.search_columns), ("verify-answers", self.verifies_answers)],
        )
    }

    fn worker(&self, context: WorkerContext) -> Box<dyn TaskWorker> {
        // Threads without a worker help; then the nodes of a count depend on the machine, so that they do not if they are
        // written.
        let threads = if self.search_columns { 1 } else { context.threads };
        let memory = CountMemory::of_worker(self.memory, threads, context.workers);
        let search = Search::new(context, self.limit).count_memory(memory);
        Box::new(Counter { search: search.verify_answers(self.verifies_answers) })
    }
}

struct Counter {
    search: Search,
}

impl TaskWorker for Counter {
    fn answer(
        &mut self,
        boards: &Boards,
        beside: &dyn Beside,
        answers: &mut Answers<'_>,
    ) -> Result<(), WrongSolution> {
        self.search.answer((boards, beside), answers)
    }
}

//! Exact cover problems.
//!
//! | file | contents |
//! | --- | --- |
//! | `mod.rs` | the class `Cover` and its methods |
//! | `contents.rs` | the options and items of a problem |
//! | `problem.rs` | from objects of Python to a problem |
//! | `search.rs` | the limits of a search, and its message if they end it |
//! | `solutions.rs` | the iterator over the solutions |
//! | `diagram.rs` | samples and the cheapest solutions, from the diagram of all solutions |
//! | `picture.rs` | solutions as pictures |

mod contents;
mod diagram;
mod picture;
mod problem;
mod search;
mod solutions;

pub use solutions::CoverSolutions;

use crate::{keywords::Keywords, options::threads, rows::drawn};
use contents::Names;
use problem::Problem;
use pyo3::{
    exceptions::{PyMemoryError, PyTypeError},
    prelude::*,
    types::{PyDict, PyList},
};
use quadrille::{
    Outcome,
    cover::{CoverCounter, CoverDiagram},
};
use search::Search;
use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
    thread::available_parallelism,
};

/// A keyword that belongs to the methods.
fn of_a_method(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Option<&'static str>> {
    let Some(keywords) = keywords else { return Ok(None) };
    for name in [
        "count",
        "limit",
        "max_nodes",
        "timeout",
        "timeout_per_puzzle",
        "progress",
        "memory",
        "threads",
        "seed",
    ] {
        if keywords.contains(name)? {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

#[doc = signature!("Cover(options, /, *, secondary=(), colors=None, primary=None, costs=None, bounds=None")]
/// An exact cover problem: choose options that have each item exactly once.
///
/// The methods count the solutions, list them and draw them at random. A solution is a list of the numbers of its options, in
/// ascending order. A problem cannot be changed, and several threads may use it at once. `len` is the number of options,
/// `options` and `items` are what it consists of, and it can be pickled if its items can. A notebook draws the first solution, if the
/// items are cells and it is found within 10,000 nodes.
///
/// Args:
///     options: Lists of items, which are any objects that can be keys of a dictionary, or dictionaries from items to colors
///         (None for no color). The rows of a NumPy matrix of 0 and 1 are options too, and its columns are the items.
///     secondary: Items that may be covered once or not at all. Options that give one the same color may share it.
///     colors: For each option a dictionary from secondary items to colors, or None.
///     primary: Items that have to be covered, also if no option has them.
///     costs: For each option a whole number from 0 to 2**64 - 1.
///     bounds: A dictionary from primary items to the fewest and the most options that may have them, such as (0, 2). The most
///         may be None: (1, None) is at least once.
///
/// Raises:
///     TypeError: An argument has another type, or there is no keyword of this name.
///     ValueError: The problem is contradictory, such as an option that repeats an item. The message names the option.
///     MemoryError: The problem does not fit in memory.
///
/// >>> import quadrille
/// >>> problem = quadrille.Cover([["a", "b"], ["c"], ["a"], ["b", "c"]])
/// >>> problem
/// <quadrille.Cover of 4 options, 3 items>
/// >>> list(problem.solutions())
/// [[0, 1], [2, 3]]
/// >>> options = [{"p": None, "s": "red"}, {"q": None, "s": "red"}, {"q": None, "s": "blue"}]
/// >>> quadrille.Cover(options, secondary=["s"]).first()
/// [0, 1]
/// >>> queens = [[("row", r), ("column", c), ("up", r + c), ("down", r - c)] for r in range(8) for c in range(8)]
/// >>> diagonals = {item for option in queens for item in option[2:]}
/// >>> quadrille.Cover(queens, secondary=diagonals).count()
/// 92
/// >>> cells = [(r, c) for r in range(8) for c in range(8)]
/// >>> dominoes = [[(r, c), (r, c + 1)] for r, c in cells if c < 7] + [[(r, c), (r + 1, c)] for r, c in cells if r < 7]
/// >>> problem = quadrille.Cover(dominoes)
/// >>> len(problem), problem.count()
/// (112, 12988816)
/// >>> problem.options[0], problem.items[:2]
/// ([(0, 0), (0, 1)], [(0, 0), (0, 1)])
/// >>> len(problem.first()), len(problem.sample(5, seed=1))
/// (32, 5)
#[pyclass(frozen, module = "quadrille")]
pub struct Cover {
    cover: Arc<quadrille::cover::Cover>,
    names: Names,
    /// The diagram of all solutions, once one was needed.
    diagram: Mutex<Option<Arc<CoverDiagram>>>,
}

#[pymethods]
impl Cover {
    #[new]
    #[pyo3(signature = (options, /, **keywords), text_signature = None)]
    fn new(options: &Bound<'_, PyAny>, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<Cover> {
        if let Some(name) = of_a_method(keywords)? {
            return Err(PyTypeError::new_err(format!(
                "Cover() got an unexpected keyword argument '{name}': it is an argument of the methods, such as Cover(options).count() \
                 and Cover(options).solutions()"
            )));
        }
        let keywords = Keywords::new("Cover", keywords)?;
        let (cover, names) = Problem::take(options, &keywords)?;
        keywords.finish()?;
        Ok(Cover { cover: Arc::new(cover), names, diagram: Mutex::default() })
    }

    /// The number of options.
    fn __len__(&self) -> usize {
        self.cover.len()
    }

    /// A problem without options is one as well.
    fn __bool__(&self) -> bool {
        true
    }

    /// The options, by their numbers: lists of items, or dictionaries from items to colors if any option has a color.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.listed(py)
    }

    /// The items, first those that must be covered, then the secondary ones.
    #[getter]
    fn items<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let items = self.names.items.bind(py);
        Ok(items.get_slice(0, items.len()))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyList>,))> {
        let partial = py.import("functools")?.getattr("partial")?;
        let with_keywords = partial.call((py.get_type::<Cover>(),), Some(&self.keywords(py)?))?;
        Ok((with_keywords, (self.listed(py)?,)))
    }

    fn __repr__(&self) -> String {
        let (primary, items) = (self.cover.primary(), self.cover.items());
        let plural =
            |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let items = match items - primary {
            0 => plural(primary, "item"),
            secondary => format!("{primary} primary and {}", plural(secondary, "secondary item")),
        };
        let with = match (self.cover.has_bounds(), self.cover.has_costs()) {
            (true, true) => ", with bounds and costs",
            (true, false) => ", with bounds",
            (false, true) => ", with costs",
            (false, false) => "",
        };
        format!("<quadrille.Cover of {}, {items}{with}>", plural(self.cover.len(), "option"))
    }

    #[doc = signature!("count($self, /, *, limit=None, memory=None, threads=0", limits)]
    /// Counts the solutions, exactly, however many there are.
    ///
    /// Args:
    ///     limit: The number, from 1, at which the count ends. None counts all.
    ///     memory: The most bytes in which subproblems that were counted are remembered, if that pays. 0 counts one by one; None is
    ///         4 GiB. The number does not depend on it.
    ///     threads: The number of threads, at most 1024. 0 is one for each core.
    #[doc = args!(limits)]
    ///
    /// Returns:
    ///     The number of solutions.
    ///
    #[doc = args!(limited)]
    ///
    /// >>> import quadrille
    /// >>> quadrille.Cover([[item] for item in range(100) for _ in range(3)]).count() == 3**100
    /// True
    #[pyo3(signature = (**keywords), text_signature = None)]
    fn count<'py>(
        &self,
        py: Python<'py>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let keywords = Keywords::new("count", keywords)?;
        let search = Search::take(&keywords)?;
        let limit = keywords.at_least_1("limit")?;
        let memory = keywords.take::<u64>("memory")?;
        let threads = threads(&keywords)?;
        keywords.finish()?;
        // An item without enough options cannot be covered, and needs no search.
        if self.cover.uncovered().is_some() {
            return int(py, &[]);
        }
        let threads = if threads > 0 { threads } else { available_parallelism().map_or(1, usize::from) };
        let memory = memory.map_or(CoverCounter::MEMORY, as_usize);
        let counter = CoverCounter::new(&self.cover).threads(threads).memory(memory);
        let counter = counter.limits(search.limits(limit.unwrap_or(u64::MAX)));
        let count = search.call.run(py, 0, || counter.count())?.map_err(|error| out_of_memory(&error))?;
        if count.outcome == Outcome::Unknown {
            return Err(search.gave_up());
        }
        int(py, &count.solutions.to_bytes_le())
    }

    #[doc = signature!("solutions($self, /, *, limit=None", limits)]
    /// Finds the solutions one after the other, in bounded memory.
    ///
    /// The same problem gives the same solutions in the same order.
    ///
    /// Args:
    ///     limit: The most solutions that are found. None finds all.
    ///     timeout: Seconds after which the search for the next solution fails with TimeoutError. No limit by default.
    ///     max_nodes: Nodes of the search after which it fails with ValueError. No limit by default.
    ///
    /// Returns:
    ///     An iterator of lists. The search continues as they are read.
    ///
    /// Raises:
    ///     ValueError: An argument is out of range.
    ///
    /// >>> import quadrille
    /// >>> problem = quadrille.Cover([[item] for item in range(100) for _ in range(3)])
    /// >>> len(list(problem.solutions(limit=1000)))
    /// 1000
    #[pyo3(signature = (**keywords), text_signature = None)]
    fn solutions(&self, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<CoverSolutions> {
        let keywords = Keywords::new("solutions", keywords)?;
        let search = Search::take(&keywords)?;
        let limit = keywords.take("limit")?.unwrap_or(u64::MAX);
        keywords.finish()?;
        Ok(CoverSolutions::new(self.cover.clone(), search, limit))
    }

    #[doc = signature!("first($self, /, *", limits)]
    /// Finds the first solution.
    ///
    /// Args:
    #[doc = args!(limits)]
    ///
    /// Returns:
    ///     The numbers of its options, or None if there is no solution.
    ///
    #[doc = args!(limited)]
    ///
    /// >>> import quadrille
    /// >>> quadrille.Cover([["a", "b"], ["c"], ["a"]]).first()
    /// [0, 1]
    /// >>> quadrille.Cover([["a", "b"], ["b", "c"]]).first() is None
    /// True
    #[pyo3(signature = (**keywords), text_signature = None)]
    fn first<'py>(
        &self,
        py: Python<'py>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Option<Bound<'py, PyList>>> {
        let keywords = Keywords::new("first", keywords)?;
        let search = Search::take(&keywords)?;
        keywords.finish()?;
        CoverSolutions::new(self.cover.clone(), search, 1).next(py)
    }

    #[doc = signature!("sample($self, k, /, *, seed=None, memory=None", limits)]
    /// Draws solutions at random, all with the same probability; one may be drawn more than once.
    ///
    /// All solutions are kept as a decision diagram, for the next call too.
    ///
    /// Args:
    ///     k: The number of solutions, at most 2**32 - 1. All of them have to fit in memory.
    ///     seed: The seed of the random numbers, from 0 to 2**64 - 1: the same solutions each time, and a larger `k` more of them.
    ///         None is another one each time.
    #[doc = args!(memory, limits)]
    ///
    /// Returns:
    ///     A list of `k` solutions.
    ///
    #[doc = args!(undrawn)]
    ///     MemoryError: `k` solutions do not fit in memory.
    ///
    /// >>> import quadrille
    /// >>> problem = quadrille.Cover([[item] for item in range(100) for _ in range(3)])
    /// >>> first, second = problem.sample(2, seed=5)
    /// >>> len(first), first != second
    /// (100, True)
    #[pyo3(signature = (k, /, **keywords), text_signature = None)]
    fn sample<'py>(
        &self,
        k: &Bound<'py, PyAny>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyList>> {
        let keywords = Keywords::new("sample", keywords)?;
        let number: u64 = keywords.value("k", k)?;
        let seed = crate::generate::seed(&keywords)?;
        self.sampled(k.py(), number, seed, keywords)
    }

    #[doc = signature!("lowest_cost($self, /, *, memory=None", limits)]
    /// Finds a solution whose options cost least in total. Without costs, each option counts 1.
    ///
    /// The diagram of `sample` is used. For a problem with too many options for it, or with bounds and too large a diagram, all
    /// solutions are looked at.
    ///
    /// Args:
    #[doc = args!(memory, limits)]
    ///
    /// Returns:
    ///     The cost and the solution, or None if there is no solution.
    ///
    #[doc = args!(unsearched)]
    ///
    /// >>> import quadrille
    /// >>> quadrille.Cover([["a", "b"], ["a"], ["b"]], costs=[9, 4, 3]).lowest_cost()
    /// (7, [1, 2])
    #[pyo3(signature = (**keywords), text_signature = None)]
    fn lowest_cost(
        &self,
        py: Python<'_>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<(u64, Vec<usize>)>> {
        self.best(py, Keywords::new("lowest_cost", keywords)?, false)
    }

    #[doc = signature!("highest_cost($self, /, *, memory=None", limits)]
    /// Finds a solution whose options cost most in total. Without costs, each option counts 1.
    ///
    /// The diagram of `sample` is used. For a problem with too many options for it, or with bounds and too large a diagram, all
    /// solutions are looked at.
    ///
    /// Args:
    #[doc = args!(memory, limits)]
    ///
    /// Returns:
    ///     The cost and the solution, or None if there is no solution.
    ///
    #[doc = args!(unsearched)]
    ///
    /// >>> import quadrille
    /// >>> quadrille.Cover([["a", "b"], ["a"], ["b"]], costs=[9, 4, 3]).highest_cost()
    /// (9, [0])
    #[pyo3(signature = (**keywords), text_signature = None)]
    fn highest_cost(
        &self,
        py: Python<'_>,
        keywords: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Option<(u64, Vec<usize>)>> {
        self.best(py, Keywords::new("highest_cost", keywords)?, true)
    }

    #[doc = signature!("zdd($self, path, /, *, memory=None", limits)]
    /// Writes all solutions to a file, as a zero-suppressed decision diagram, which Graphillion loads.
    ///
    /// A line for each node: `id option lo hi`, with options counted from 1, B for no solution and T for the solution without
    /// options.
    ///
    /// Args:
    ///     path: The path of the file, which is replaced.
    #[doc = args!(memory, limits)]
    ///
    /// Returns:
    ///     The number of nodes.
    ///
    #[doc = args!(undrawn)]
    ///
    /// >>> import pathlib, quadrille, tempfile
    /// >>> path = pathlib.Path(tempfile.mkdtemp()) / "all.zdd"
    /// >>> quadrille.Cover([["a", "b"], ["c"], ["a"], ["b", "c"]]).zdd(path) == len(path.read_text().splitlines()) - 1
    /// True
    #[pyo3(signature = (path, /, **keywords), text_signature = None)]
    fn zdd(&self, py: Python<'_>, path: PathBuf, keywords: Option<&Bound<'_, PyDict>>) -> PyResult<usize> {
        self.write_zdd(py, &path, Keywords::new("zdd", keywords)?)
    }

    #[doc = signature!("draw($self, solution=None, /, *", limits)]
    /// Draws a solution of a problem whose items are cells, as a picture.
    ///
    /// Cells are pairs of numbers, such as (0, 3), or names, such as "r1c4". Options with several cells are drawn as tiles. An
    /// option with one cell whose other items end alike, such as ("row", 0, 7) and ("column", 3, 7), is drawn as this digit. The
    /// items of a row and a column, such as "row 1" and "column 4", are drawn as a mark on a chessboard.
    ///
    /// Args:
    ///     solution: The numbers of options, as the other methods give them. None is the first solution.
    #[doc = args!(limits)]
    ///
    /// Returns:
    ///     A picture, which notebooks draw. Its `to_svg()` is the text of a file.
    ///
    /// Raises:
    ///     ValueError: The items are not cells, there is no solution, the search reached `max_nodes`, or an argument is out of range.
    ///     TimeoutError: The call took longer than `timeout`.
    ///
    /// >>> import quadrille
    /// >>> cells = [(r, c) for r in range(2) for c in range(3)]
    /// >>> dominoes = [[(r, c), (r, c + 1)] for r, c in cells if c < 2] + [[(r, c), (r + 1, c)] for r, c in cells if r < 1]
    /// >>> quadrille.Cover(dominoes).draw()
    /// <Picture: 3 options on 2×3 cells>
    #[pyo3(signature = (solution=None, /, **keywords), text_signature = None)]
    fn draw<'py>(
        &self,
        py: Python<'py>,
        solution: Option<&Bound<'py, PyAny>>,
        keywords: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.picture(py, solution, Keywords::new("draw", keywords)?)
    }

    /// The first solution as a picture, if the items are cells and it is found soon.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        drawn(slf.as_any(), "of_cover", "_repr_svg_")
    }

    fn _repr_html_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        drawn(slf.as_any(), "of_cover", "_repr_html_")
    }
}

/// A whole number of any size, from its bytes, the lowest first.
fn int<'py>(py: Python<'py>, bytes: &[u8]) -> PyResult<Bound<'py, PyAny>> {
    py.get_type::<pyo3::types::PyInt>().call_method1("from_bytes", (bytes, "little"))
}

/// As much as can be addressed.
fn as_usize(bytes: u64) -> usize {
    usize::try_from(bytes).unwrap_or(usize::MAX)
}

fn out_of_memory(error: &quadrille::Error) -> PyErr {
    PyMemoryError::new_err(error.to_string())
}

fn sorted(options: &[usize]) -> Vec<usize> {
    let mut options = options.to_vec();
    options.sort_unstable();
    options
}

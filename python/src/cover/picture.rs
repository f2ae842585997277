//! Solutions as pictures, which `quadrille._pictures` draws.

use super::{Cover, CoverSolutions, search::Search};
use crate::keywords::Keywords;
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyList};

impl Cover {
    pub(super) fn picture<'py>(
        &self,
        py: Python<'py>,
        solution: Option<&Bound<'py, PyAny>>,
        keywords: Keywords<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_limited = [keywords.has("max_nodes")?, keywords.has("timeout")?];
        let search = Search::take(&keywords)?;
        keywords.finish()?;
        let error = |what: String| keywords.error("solution", what);
        let solution: Vec<usize> = match solution.filter(|solution| !solution.is_none()) {
            Some(_) if is_limited.contains(&true) => {
                let name = if is_limited[0] { "max_nodes" } else { "timeout" };
                return Err(keywords.error(name, "has no effect, because the solution is given; remove it"));
            }
            Some(solution) => numbers(&keywords, solution)?,
            None => match CoverSolutions::new(self.cover.clone(), search, 1).next(py)? {
                Some(first) => first.extract()?,
                None => return Err(error("the problem has no solution that could be drawn".into())),
            },
        };
        if let Some(wrong) = solution.iter().find(|option| **option >= self.cover.len()) {
            let options = self.cover.len();
            return Err(error(format!("option {wrong} does not exist: the problem has {options} options")));
        }
        if solution.is_empty() {
            return Err(error("expected the numbers of options, got none".into()));
        }
        let items = self.names.items.bind(py);
        let of_option = |option: &usize| {
            let items = self.cover.option(*option).iter().map(|item| items.get_item(*item as usize));
            PyList::new(py, items.collect::<PyResult<Vec<_>>>()?)
        };
        let options = solution.iter().map(of_option).collect::<PyResult<Vec<_>>>()?;
        let picture = py.import("quadrille._pictures")?.call_method1("of_options", (options, items))?;
        if picture.is_none() {
            let what = "expected items that are cells, such as (0, 3) or \"r1c4\", or rows and columns, such as \"row 1\" and \"column 4\"";
            return Err(error(what.into()));
        }
        Ok(picture)
    }
}

/// The numbers of options.
fn numbers<'py>(keywords: &Keywords<'py>, solution: &Bound<'py, PyAny>) -> PyResult<Vec<usize>> {
    keywords.value("solution", solution).map_err(|error| {
        let what = "expected the numbers of options, from 0, as the other methods give them";
        if error.is_instance_of::<PyTypeError>(solution.py()) {
            keywords.argument("solution").type_error(what)
        } else {
            keywords.error("solution", what)
        }
    })
}

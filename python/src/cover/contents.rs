//! The options and items of a problem, as objects of Python.

use super::Cover;
use pyo3::{
    IntoPyObjectExt,
    prelude::*,
    types::{PyDict, PyList},
};

/// The objects that a problem numbers, in the order of their numbers.
pub struct Names {
    pub items: Py<PyList>,
    /// The colors, which are numbered from 1.
    pub colors: Py<PyList>,
}

impl Cover {
    /// The options: lists of items, or dictionaries from items to colors if any option has a color.
    pub(super) fn listed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let (items, colors) = (self.names.items.bind(py), self.names.colors.bind(py));
        let options = (0..self.cover.len()).map(|option| {
            let own = self.cover.option(option).iter().map(|&item| items.get_item(item as usize));
            if !self.cover.is_colored() {
                return PyList::new(py, own.collect::<PyResult<Vec<_>>>()?)?.into_bound_py_any(py);
            }
            let colored = PyDict::new(py);
            for (item, &color) in own.zip(self.cover.colors(option)) {
                let color = color.checked_sub(1).map(|color| colors.get_item(color as usize)).transpose()?;
                colored.set_item(item?, color)?;
            }
            colored.into_bound_py_any(py)
        });
        PyList::new(py, options.collect::<PyResult<Vec<_>>>()?)
    }

    /// The keywords with which `Cover` makes the same problem of its options.
    pub(super) fn keywords<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (items, primary) = (self.names.items.bind(py), self.cover.primary());
        let keywords = PyDict::new(py);
        keywords.set_item("primary", items.get_slice(0, primary))?;
        keywords.set_item("secondary", items.get_slice(primary, items.len()))?;
        if self.cover.has_costs() {
            let costs: Vec<u64> = (0..self.cover.len()).map(|option| self.cover.cost(option)).collect();
            keywords.set_item("costs", costs)?;
        }
        if self.cover.has_bounds() {
            let bounds = PyDict::new(py);
            for item in 0..primary {
                bounds.set_item(items.get_item(item)?, self.cover.bounds(item))?;
            }
            keywords.set_item("bounds", bounds)?;
        }
        Ok(keywords)
    }
}

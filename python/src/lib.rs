//! The extension module of the Python package `quadrille`.

mod command;

use pyo3::prelude::*;

/// The compiled part of the package; `quadrille/__init__.py` has what users import.
#[pymodule(gil_used = false)]
mod _quadrille {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::command::command;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

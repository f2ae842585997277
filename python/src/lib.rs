//! The extension module of the Python package `quadrille`.

// Its macros are for all modules after it.
#[macro_use]
mod docs;

mod answer;
mod call;
mod cells;
mod column;
mod command;
mod cover;
mod criteria;
mod dedup;
mod expected;
mod explain;
mod functions;
mod generate;
mod generate_columns;
mod hint;
mod input;
mod kept;
mod keys;
mod keywords;
mod leak;
mod morph;
mod one;
mod options;
mod pickle;
mod read;
mod reduce;
mod requested;
mod rows;
mod select;
mod solutions;
mod split;
mod stream;
mod strings;
mod summary;
mod table;
mod task;
mod training;
mod transforms;
mod unmoved;
mod values;
mod verify;

use pyo3::prelude::*;

/// The compiled part of the package; `quadrille/__init__.py` has what users import.
#[pymodule(gil_used = false)]
mod _quadrille {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::{
        column::Column,
        command::command,
        cover::{Cover, CoverSolutions},
        dedup::dedup,
        explain::explain,
        functions::{canonical, check, count, givens, hint, rate, solve},
        generate::generate,
        hint::Hint,
        keys::keys,
        leak::{Leaks, leak},
        morph::{morph, morph_with_solutions},
        pickle::{_column, _hint, _leaks, _table},
        read::{_read, _text, _texts},
        select::select,
        solutions::{Solutions, solutions},
        split::split,
        stream::{_read_batches, Batches},
        table::Table,
        training::training_build,
        verify::verify,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}

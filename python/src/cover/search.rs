//! The limits of a search, and its message if they end it.

use crate::{call::Call, keywords::Keywords};
use pyo3::prelude::*;
use quadrille::engine::Limits;

/// The limits that every search for solutions has.
pub struct Search {
    pub call: Call,
    max_nodes: u64,
}

impl Search {
    /// Takes `timeout` and `max_nodes`.
    pub fn take(keywords: &Keywords<'_>) -> PyResult<Search> {
        let call = Call::take_timeout(keywords)?;
        Ok(Search { call, max_nodes: keywords.take("max_nodes")?.unwrap_or(u64::MAX) })
    }

    /// The same limits for another search, which is stopped by itself.
    pub fn again(&self) -> Search {
        Search { call: self.call.again(), max_nodes: self.max_nodes }
    }

    /// The limits for the library, up to this number of solutions.
    pub fn limits(&self, solutions: u64) -> Limits {
        Limits::new(solutions).max_nodes(self.max_nodes).stop_flag(self.call.stop.clone())
    }

    /// The exception if the number of nodes ended the search.
    pub fn gave_up(&self) -> PyErr {
        let nodes = self.max_nodes;
        self.call
            .argument("max_nodes")
            .value_error(format!("the search was not finished after {nodes} nodes"))
    }
}

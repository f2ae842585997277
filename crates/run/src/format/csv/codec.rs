//! What is known about a table when its rows are read and written.

use super::header::Header;
use crate::format::solution_frame::SolutionFrame;
use quadrille_core::grid::InputSymbols;

pub(super) struct CsvCodec {
    pub header: Header,
    pub symbols: InputSymbols,
    /// The text around solutions, if the answers are no more than that.
    pub frame: Option<SolutionFrame>,
}

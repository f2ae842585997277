//! The layout of a table whose rows are read and written.

use super::header::Header;
use crate::format::solution_frame::SolutionFrame;
use quadrille_grid::InputSymbols;

pub(super) struct CsvCodec {
    pub header: Header,
    pub symbols: InputSymbols,
    /// Whether the puzzles are candidates.
    pub has_candidates: bool,
    /// The text around solutions, if the answers are solutions alone.
    pub frame: Option<SolutionFrame>,
}

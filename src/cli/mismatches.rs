//! The file of `--mismatches`: every wrong answer of the inputs, as csv.

use super::csv_file::quoted;
use quadrille::batch::Mismatch;

pub(super) const HEADER: &str = "input,line,cell,reason\n";

/// The row of a wrong answer.
pub(super) fn row(input: &str, line: u64, mismatch: &Mismatch) -> String {
    let cell = mismatch.cell.map_or(String::new(), |(row, column)| format!("row {row} column {column}"));
    let (input, reason) = (quoted(input), quoted(&mismatch.reason.to_string()));
    format!("{input},{line},{cell},{reason}\n")
}

//! The file of `dedup --report`: every dropped record, as csv.

use super::csv_file::quoted;

pub(super) const HEADER: &str = "dropped,equals\n";

/// The row of a dropped record and of the first one of its class: the name of the input and the line of each.
pub(super) fn row(record: (&str, u64), first: (&str, u64)) -> String {
    let [dropped, equals] = [record, first].map(|(input, line)| quoted(&format!("{input}:{line}")));
    format!("{dropped},{equals}\n")
}

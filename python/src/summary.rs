//! Columns and tables in a few words, for an interactive session.

use arrow_array::{Array, ArrayRef, cast::AsArray};
use pyo3::{prelude::*, types::PyDict};
use std::collections::BTreeMap;

/// How many rows have which status, most frequent first.
fn counted(statuses: &[ArrayRef]) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for chunk in statuses {
        let Some(dictionary) = chunk.as_any_dictionary_opt() else { continue };
        let Some(names) = dictionary.values().as_string_opt::<i32>() else { continue };
        let mut numbers = vec![0; names.len()];
        // A column of nulls may have no words at all, and then it has no keys that could be read.
        let keys = if names.is_empty() { Vec::new() } else { dictionary.normalized_keys() };
        (0..keys.len()).filter(|&row| chunk.is_valid(row)).for_each(|row| numbers[keys[row]] += 1);
        for (name, number) in names.iter().zip(numbers).filter(|(_, number)| *number > 0) {
            *counts.entry(name.unwrap_or_default().into()).or_default() += number;
        }
        if chunk.null_count() > 0 {
            *counts.entry("null".into()).or_default() += chunk.null_count();
        }
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|(_, number)| std::cmp::Reverse(*number));
    counts
}

/// The counts as a dictionary.
pub fn dict<'py>(py: Python<'py>, statuses: &[ArrayRef]) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, number) in counted(statuses) {
        dict.set_item(name, number)?;
    }
    Ok(dict)
}

/// The counts as in `: 3 solved, 1 invalid`; nothing if there are none.
pub fn words(statuses: &[ArrayRef]) -> String {
    let counts = counted(statuses);
    let words: Vec<String> =
        counts.iter().map(|(name, number)| format!("{} {name}", grouped(*number))).collect();
    if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) }
}

/// A number with commas.
pub fn grouped(number: usize) -> String {
    quadrille_console::numbers::grouped(number as u64)
}

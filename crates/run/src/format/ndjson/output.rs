//! Writes objects, and the members of an answer.

use crate::format::{
    answer::Answer,
    output_format::{AnswerForm, OutputFormat},
};
use quadrille_tasks::{ColumnPlace, Value};

/// One object per line with the puzzle and the answer.
pub(in crate::format) static OUTPUT_FORMAT: OutputFormat = OutputFormat {
    name: "ndjson",
    about: "one JSON object per line, with puzzle, solution and status",
    extensions: &["ndjson", "jsonl"],
    form: AnswerForm::Objects,
    number_end: None,
    header: |_, _| {},
    write: |answer, text| {
        text.push(b'{');
        let is_moved = answer.columns.first().is_some_and(|column| column.place == ColumnPlace::Puzzle);
        let start = text.len();
        if is_moved {
            write_member(0, answer, text);
        } else if answer.puzzle.is_some() {
            text.extend_from_slice(b"\"puzzle\":\"");
            answer.write_puzzle(text);
            text.push(b'"');
        }
        for (number, column) in answer.columns.iter().enumerate() {
            if column.is_member() && answer.replaces(number) {
                text.extend_from_slice(if text.len() > start { b"," } else { b"" });
                write_member(number, answer, text);
            }
        }
        text.extend_from_slice(b"}\n");
    },
};

pub(super) fn write_member(column: usize, answer: &Answer<'_>, text: &mut Vec<u8>) {
    text.push(b'"');
    text.extend_from_slice(answer.columns[column].name.as_bytes());
    text.extend_from_slice(b"\":");
    write_value(column, answer, text);
}

pub(super) fn write_value(column: usize, answer: &Answer<'_>, text: &mut Vec<u8>) {
    match answer.value(column) {
        Value::Null if column == 0 => write_string(answer.message, text),
        // A puzzle that was not searched took nothing.
        Value::Null if answer.columns[column].is_figure() => text.push(b'0'),
        Value::Null => text.extend_from_slice(b"null"),
        Value::Text(value) if answer.columns[column].place == ColumnPlace::Member => {
            text.extend_from_slice(value);
        }
        Value::Text(value) => write_string(value, text),
        Value::List(lines) => write_list(lines, text),
        // A number, unless the search stopped at the limit: `100+` and `>=8.5` are not numbers.
        Value::Number(_) | Value::Float(_) | Value::Count { is_limit: false, .. } => {
            answer.write_value(column, text);
        }
        Value::Board(_) | Value::Status(_) | Value::Count { .. } | Value::AtLeast(_) => {
            text.push(b'"');
            answer.write_value(column, text);
            text.push(b'"');
        }
    }
}

/// Appends lines as a list of strings.
fn write_list(lines: &[u8], text: &mut Vec<u8>) {
    text.push(b'[');
    for (index, line) in lines.split(|b| *b == b'\n').filter(|line| !line.is_empty()).enumerate() {
        if index > 0 {
            text.push(b',');
        }
        write_string(line, text);
    }
    text.push(b']');
}

fn write_string(word: &[u8], text: &mut Vec<u8>) {
    if word.iter().any(|b| matches!(b, b'"' | b'\\')) {
        let word = String::from_utf8_lossy(word);
        return serde_json::to_writer(text, &*word).expect("a vector accepts all writes");
    }
    text.push(b'"');
    text.extend_from_slice(word);
    text.push(b'"');
}

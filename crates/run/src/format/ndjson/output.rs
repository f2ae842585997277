//! Writes objects, and the members of an answer.

use crate::format::{
    answer::{Answer, AnswerContent, Field},
    output_format::OutputFormat,
};

/// One object per line with the puzzle and the answer.
pub(in crate::format) static OUTPUT_FORMAT: OutputFormat = OutputFormat {
    name: "ndjson",
    about: "one JSON object per line, with puzzle, solution and status",
    extensions: &["ndjson", "jsonl"],
    includes: |input| input == "ndjson",
    number_end: None,
    header: |_, _| {},
    write: |answer, fields, text| {
        text.push(b'{');
        let is_first = match fields.first() {
            Some(Field::Puzzle) => {
                write_member(Field::Puzzle, answer, text);
                false
            }
            _ if answer.puzzle.is_some() => {
                text.extend_from_slice(b"\"puzzle\":\"");
                answer.write_puzzle(text);
                text.push(b'"');
                false
            }
            _ => true,
        };
        let is_written =
            |field: &&Field| field.is_added() && (**field != Field::Solution || answer.replaces(**field));
        for (i, field) in fields.iter().filter(is_written).enumerate() {
            if i > 0 || !is_first {
                text.push(b',');
            }
            write_member(*field, answer, text);
        }
        text.extend_from_slice(b"}\n");
    },
};

pub(super) fn write_member(field: Field, answer: &Answer<'_>, text: &mut Vec<u8>) {
    text.push(b'"');
    text.extend_from_slice(field.name().as_bytes());
    text.extend_from_slice(b"\":");
    write_value(field, answer, text);
}

pub(super) fn write_value(field: Field, answer: &Answer<'_>, text: &mut Vec<u8>) {
    match (field, answer.content) {
        // A count, unless the search stopped at the limit: `100+` is no number.
        (Field::Answer(_) | Field::Puzzle, AnswerContent::Text(word))
            if word.iter().all(u8::is_ascii_digit) =>
        {
            text.extend_from_slice(word);
        }
        // A whole number or one with a point, not the name of a level.
        (Field::Answer(_), AnswerContent::Rating(word)) if word.first().is_some_and(u8::is_ascii_digit) => {
            text.extend_from_slice(word);
        }
        (Field::Answer(_) | Field::Puzzle, AnswerContent::Text(word) | AnswerContent::Rating(word)) => {
            write_string(word, text);
        }
        (Field::Answer(_) | Field::Puzzle, AnswerContent::Grid(_)) => {
            text.push(b'"');
            answer.write(text);
            text.push(b'"');
        }
        (Field::Solution, _) => {
            text.push(b'"');
            answer.write_solution(text);
            text.push(b'"');
        }
        (Field::Status, _) => {
            text.push(b'"');
            text.extend_from_slice(answer.result.word().as_bytes());
            text.push(b'"');
        }
        (Field::Note(_), _) => write_string(answer.details.note, text),
        (Field::Fact(fact), _) => match answer.details.facts[fact as usize] {
            b"" => text.extend_from_slice(b"null"),
            fact => write_string(fact, text),
        },
        (Field::Steps, _) => write_list(answer.details.steps, text),
        (Field::Automorphisms, _) if answer.details.automorphisms.is_none() => {
            text.extend_from_slice(b"null")
        }
        (Field::StepCount, _) if answer.details.step_count.is_none() => text.extend_from_slice(b"null"),
        _ => field.write_detail(&answer.details, text),
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

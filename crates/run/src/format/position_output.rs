//! The output formats of positions: the column of positions alone, as text.

use super::{
    answer::Answer,
    output_format::{AnswerForm, OutputFormat},
};
use quadrille_tasks::{POSITION, Value};
use quadrille_techniques::techniques::PositionFormat;

pub(super) static PENCILMARK: OutputFormat = output(
    PositionFormat::Pencilmark,
    "pencilmark",
    "the candidates of every cell, 729 characters per line; convert and hint write it",
);
pub(super) static CANDIDATES: OutputFormat = output(
    PositionFormat::Candidates,
    "candidates",
    "a drawing with the candidates of each cell; convert and hint write it",
);
pub(super) static HODOKU: OutputFormat = output(
    PositionFormat::Hodoku,
    "hodoku",
    "lines of HoDoKu's library, a position and its step; convert and hint write it",
);

const fn output(positions: PositionFormat, name: &'static str, about: &'static str) -> OutputFormat {
    OutputFormat {
        name,
        about,
        extensions: &[],
        form: AnswerForm::Positions(positions),
        number_end: None,
        header: |_, _| {},
        write,
    }
}

fn write(answer: &Answer<'_>, text: &mut Vec<u8>) {
    let column = answer.columns.iter().position(|column| column.name == POSITION.name);
    match column.map(|column| answer.value(column)) {
        Some(Value::Text(position)) => text.extend_from_slice(position),
        _ => text.extend_from_slice(answer.message),
    }
    text.push(b'\n');
}

//! The output formats of positions: the column of positions alone, as text.

use super::{answer::Answer, output_format::OutputFormat};
use quadrille_tasks::{POSITION, Value};
use quadrille_techniques::techniques::PositionFormat;

pub(super) static PENCILMARK: OutputFormat =
    output("pencilmark", "the candidates of every cell, 729 characters per line; convert and hint write it");
pub(super) static CANDIDATES: OutputFormat =
    output("candidates", "a drawing with the candidates of each cell; convert and hint write it");
pub(super) static HODOKU: OutputFormat =
    output("hodoku", "lines of HoDoKu's library, a position and its step; convert and hint write it");

const fn output(name: &'static str, about: &'static str) -> OutputFormat {
    OutputFormat {
        name,
        about,
        extensions: &[],
        includes: |_| false,
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

impl OutputFormat {
    /// The format of the positions that it holds, if it holds nothing else.
    #[doc(hidden)]
    pub fn positions(&self) -> Option<PositionFormat> {
        match self.name {
            "pencilmark" => Some(PositionFormat::Pencilmark),
            "candidates" => Some(PositionFormat::Candidates),
            "hodoku" => Some(PositionFormat::Hodoku),
            _ => None,
        }
    }
}

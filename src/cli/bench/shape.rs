//! What programs read and write: the common shapes of inputs and answers.

use anyhow::{Result, bail};
use quadrille::{Shape, Symbols, unstable::format::line};
use std::collections::BTreeSet;

/// How a program wants its puzzles: a line each, and what is around and in them.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct InputShape {
    /// Empty cells are `0`, not `.`.
    pub zeros: bool,
    /// A first line with the number of puzzles.
    pub count: bool,
    /// A last line.
    pub end: Option<String>,
}

impl InputShape {
    /// The puzzles in this shape, from lines with `.`.
    pub fn write(&self, text: &[u8], puzzles: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + 32);
        if self.count {
            out.extend_from_slice(format!("{puzzles}\n").as_bytes());
        }
        match self.zeros {
            true => out.extend(text.iter().map(|b| if *b == b'.' { b'0' } else { *b })),
            false => out.extend_from_slice(text),
        }
        if let Some(end) = &self.end {
            out.extend_from_slice(end.as_bytes());
            out.push(b'\n');
        }
        out
    }
}

/// How a program writes its answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum OutputShape {
    /// A line a puzzle, of this form, after some lines that are no answers.
    Lines { form: Vec<Piece>, skip: usize },
    /// All solutions of a puzzle, a line each, and a blank line.
    Blocks,
    /// The input again, as `cp` writes it.
    Copy,
    /// Something that is not looked at.
    Unchecked,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Piece {
    Text(Vec<u8>),
    Puzzle,
    Count,
    Solution,
    Any,
}

/// What a program says of a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Claim {
    /// The puzzle, where the program repeats it; empty where it cannot be read.
    pub puzzle: Option<Vec<u8>>,
    pub count: Option<Count>,
    /// The cells of every full grid that is shown.
    pub grids: Vec<(Shape, Vec<u8>)>,
    /// Whether there was a place for a grid at all.
    pub shows_grid: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Count {
    /// All there are.
    Exactly(u64),
    /// The program says a number and stops at its limit, or shows a solution and says no number.
    UpToLimit(u64),
    AtLeast(u64),
    /// The place of the number has none.
    Unreadable,
}

impl OutputShape {
    /// Reads the name or the form of a shape.
    pub fn parse(text: &str, skip: usize) -> Result<OutputShape> {
        match text {
            "blocks" => return Ok(OutputShape::Blocks),
            "copy" => return Ok(OutputShape::Copy),
            "unchecked" => return Ok(OutputShape::Unchecked),
            _ => {}
        }
        let mut form = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            if open > 0 {
                form.push(Piece::Text(rest[..open].into()));
            }
            let Some(close) = rest[open..].find('}') else { bail!("output shape {text:?}: a {{ without }}") };
            form.push(match &rest[open + 1..open + close] {
                "puzzle" => Piece::Puzzle,
                "count" => Piece::Count,
                "solution" => Piece::Solution,
                "any" => Piece::Any,
                other => bail!(
                    "output shape {text:?}: {{{other}}} is none of {{puzzle}} {{count}} {{solution}} {{any}}"
                ),
            });
            rest = &rest[open + close + 1..];
        }
        if !rest.is_empty() {
            form.push(Piece::Text(rest.into()));
        }
        if !form.contains(&Piece::Solution) && !form.contains(&Piece::Count) {
            bail!(
                "output shape {text:?}: there is neither {{solution}} nor {{count}} in it; nor is it blocks, copy or unchecked"
            );
        }
        if form.windows(2).any(|two| !two.iter().any(|p| matches!(p, Piece::Text(_)))) {
            bail!("output shape {text:?}: nothing is between two fields");
        }
        Ok(OutputShape::Lines { form, skip })
    }

    /// The claims of an output, in order; `None` where nothing is claimed. Comments are no answers, nor is
    /// JSON, in which a program says its time.
    pub fn claims<'a>(&'a self, output: &'a [u8]) -> Option<Box<dyn Iterator<Item = Claim> + 'a>> {
        match self {
            OutputShape::Lines { form, skip } => {
                let lines =
                    lines(output).skip(*skip).filter(|l| !l.starts_with(b"#") && !l.starts_with(b"{"));
                Some(Box::new(lines.map(|l| read(form, l))))
            }
            OutputShape::Blocks => Some(Box::new(blocks(output))),
            OutputShape::Copy | OutputShape::Unchecked => None,
        }
    }
}

fn lines(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    let whole = output.strip_suffix(b"\n").unwrap_or(output);
    whole.split(|b| *b == b'\n').filter(|_| !output.is_empty()).map(|l| l.strip_suffix(b"\r").unwrap_or(l))
}

/// A line by its form. A field reaches to the text that follows it in the form, or to the end.
fn read(form: &[Piece], line: &[u8]) -> Claim {
    let mut claim = Claim::default();
    let mut rest = line;
    for (i, piece) in form.iter().enumerate() {
        if let Piece::Text(text) = piece {
            rest = rest.strip_prefix(&text[..]).unwrap_or(b"");
            continue;
        }
        let end = match form.get(i + 1) {
            Some(Piece::Text(text)) => rest.windows(text.len()).position(|w| w == text).unwrap_or(rest.len()),
            _ => rest.len(),
        };
        let field;
        (field, rest) = rest.split_at(end);
        match piece {
            Piece::Puzzle => claim.puzzle = Some(cells(field).map_or_else(Vec::new, |(_, cells)| cells)),
            Piece::Count => claim.count = Some(count(field)),
            Piece::Solution => {
                claim.grids.extend(full(field));
                claim.shows_grid = true;
            }
            Piece::Text(_) | Piece::Any => {}
        }
    }
    if claim.count.is_none() && !claim.grids.is_empty() {
        claim.count = Some(Count::AtLeast(1));
    }
    claim
}

fn count(field: &[u8]) -> Count {
    match std::str::from_utf8(field.trim_ascii()).map(str::parse) {
        Ok(Ok(count)) => Count::UpToLimit(count),
        _ => Count::Unreadable,
    }
}

fn cells(field: &[u8]) -> Option<(Shape, Vec<u8>)> {
    let mut cells = Vec::new();
    let (shape, _) = line::parse_field(field, Symbols::Auto, &mut cells).ok()?;
    Some((shape, cells))
}

/// A grid without an empty cell.
fn full(field: &[u8]) -> Option<(Shape, Vec<u8>)> {
    cells(field).filter(|(_, cells)| !cells.contains(&0))
}

/// Lines up to each blank one. The last block needs no blank line after it if it has any line.
fn blocks(output: &[u8]) -> impl Iterator<Item = Claim> {
    let mut lines = lines(output).peekable();
    std::iter::from_fn(move || {
        lines.peek()?;
        let block: Vec<_> = lines.by_ref().take_while(|l| !l.trim_ascii().is_empty()).collect();
        let distinct: BTreeSet<_> = block.iter().collect();
        let grids: Vec<_> = distinct.iter().filter_map(|l| full(l)).collect();
        let count = match grids.len() == block.len() {
            true => Count::UpToLimit(block.len() as u64),
            false => Count::Unreadable,
        };
        Some(Claim { puzzle: None, count: Some(count), grids, shows_grid: true })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "1...3..2..4.4..1";
    const GRID: &str = "1234341221434321";

    fn claims(shape: &str, output: &str) -> Vec<Claim> {
        let shape = OutputShape::parse(shape, 0).unwrap();
        shape.claims(output.as_bytes()).unwrap().collect()
    }

    #[test]
    fn every_shape_of_a_line_is_read() {
        let lines =
            |form: &str| form.replace("{puzzle}", PUZZLE).replace("{solution}", GRID).replace("{count}", "1");
        for form in [
            "{solution}",
            "{count}:{solution}",
            "{puzzle},{solution}",
            "{puzzle}:{count}:{solution}",
            "{any} {solution}",
            "{solution};{any}",
            "<{count}> {solution} of {puzzle}.",
        ] {
            for end in ["\n", "", "\r\n"] {
                let claims = claims(form, &(lines(form).replace("{any}", "17 ms") + end));
                let [claim] = &claims[..] else { panic!("{form}: {claims:?}") };
                if form != "{any} {solution}" {
                    assert_eq!(claim.grids.first().map(|g| g.1.len()), Some(16), "{form}");
                }
                assert_eq!(claim.puzzle.is_some(), form.contains("{puzzle}"));
                assert_eq!(claim.count == Some(Count::UpToLimit(1)), form.contains("{count}"), "{form}");
            }
        }
    }

    #[test]
    fn what_is_missing_is_no_grid() {
        let form = "{count}:{solution}";
        assert_eq!(claims(form, "0\n")[0].grids, []);
        assert_eq!(claims(form, "0\n")[0].count, Some(Count::UpToLimit(0)));
        assert_eq!(claims(form, "x:\n")[0].count, Some(Count::Unreadable));
        let none = &claims("{solution}", "no solution\n\n1...3..2..4.4..1\n# end\n")[..];
        assert_eq!(none.len(), 3);
        assert!(none.iter().all(|c| c.grids.is_empty() && c.shows_grid && c.count.is_none()));
        assert!(claims(form, "").is_empty());
    }

    #[test]
    fn blocks_end_with_a_blank_line() {
        let got = claims("blocks", &format!("{GRID}\n\n\n{GRID}\n4321432143214321\n\n"));
        assert_eq!(got.iter().map(|c| c.count.unwrap()).collect::<Vec<_>>(), [1, 0, 2].map(Count::UpToLimit));
        assert_eq!(claims("blocks", GRID).len(), 1);
        // The same solution twice, or something else.
        for text in [format!("{GRID}\n{GRID}\n\n"), format!("{GRID}\nnone\n\n")] {
            assert_eq!(claims("blocks", &text)[0].count, Some(Count::Unreadable));
        }
    }

    #[test]
    fn heads_may_be_passed_over() {
        let shape = OutputShape::parse("{solution}", 1).unwrap();
        assert_eq!(shape.claims(format!("1\n{GRID}\n").as_bytes()).unwrap().count(), 1);
    }

    #[test]
    fn forms_that_cannot_be_read_are_refused() {
        for form in ["", "{puzzle}", "{solution", "{grid}", "{count}{solution}", "solution"] {
            assert!(OutputShape::parse(form, 0).is_err(), "{form}");
        }
    }

    #[test]
    fn inputs_are_written_in_every_shape() {
        let text = b"1.\n.2\n";
        let shape = InputShape { zeros: true, count: true, end: Some("end".into()) };
        assert_eq!(shape.write(text, 2), b"2\n10\n02\nend\n");
        assert_eq!(InputShape::default().write(text, 2), text);
    }
}

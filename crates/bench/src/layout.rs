//! The input and output of programs: the values of `--input-shape` and `--output-shape`, which are called
//! layouts here because a shape is the size of a board.

use anyhow::{Result, bail};
use quadrille_grid::field::parse_field;
use quadrille_grid::{Shape, Symbols};
use std::collections::BTreeSet;

/// How a program reads its puzzles: one per line, with these differences.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct InputLayout {
    /// Empty cells are `0` instead of `.`.
    pub zeros: bool,
    /// The first line is the number of puzzles.
    pub count: bool,
    /// The text of a last line, if any.
    pub end: Option<String>,
}

impl InputLayout {
    /// The puzzles in this layout, made from lines with `.`.
    pub fn write(&self, text: &[u8], puzzles: usize) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + 32);
        if self.count {
            out.extend_from_slice(format!("{puzzles}\n").as_bytes());
        }
        if self.zeros {
            out.extend(text.iter().map(|b| if *b == b'.' { b'0' } else { *b }))
        } else {
            out.extend_from_slice(text)
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
pub(crate) enum OutputLayout {
    /// One line per puzzle, made of these fields, after `skip` lines that are not answers.
    Lines { fields: Vec<LayoutField>, skip: usize },
    /// The solutions of a puzzle, one per line, followed by a blank line.
    Blocks,
    /// A copy of the input.
    Copy,
    /// Anything; the output is not checked.
    Unchecked,
}

/// A part of an answer line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LayoutField {
    Text(Vec<u8>),
    Puzzle,
    ClaimedCount,
    Solution,
    Any,
}

/// The claims of a program about a puzzle.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Claim {
    /// The puzzle, if the program repeats it; empty if it is malformed.
    pub puzzle: Option<Vec<u8>>,
    pub count: Option<ClaimedCount>,
    /// The cells of every complete grid that is shown.
    pub grids: Vec<(Shape, Vec<u8>)>,
    /// Whether the layout has a field for a grid.
    pub shows_grid: bool,
}

/// A claimed number of solutions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ClaimedCount {
    /// The number of all solutions.
    Exactly(u64),
    /// The number found by a search that stops at the limit.
    UpToLimit(u64),
    AtLeast(u64),
    /// The field does not contain a number.
    Unreadable,
}

impl OutputLayout {
    /// Parses the value of `--output-shape`.
    pub fn parse(text: &str, skip: usize) -> Result<OutputLayout> {
        match text {
            "blocks" => return Ok(OutputLayout::Blocks),
            "copy" => return Ok(OutputLayout::Copy),
            "unchecked" => return Ok(OutputLayout::Unchecked),
            _ => {}
        }
        let mut fields = Vec::new();
        let mut rest = text;
        while let Some(open) = rest.find('{') {
            if open > 0 {
                fields.push(LayoutField::Text(rest[..open].into()));
            }
            let Some(close) = rest[open..].find('}') else {
                bail!("output shape {text:?}: {{ is not closed by }}")
            };
            fields.push(match &rest[open + 1..open + close] {
                "puzzle" => LayoutField::Puzzle,
                "count" => LayoutField::ClaimedCount,
                "solution" => LayoutField::Solution,
                "any" => LayoutField::Any,
                other => bail!(
                    "output shape {text:?}: unknown field {{{other}}}; use {{puzzle}}, {{count}}, {{solution}} or {{any}}"
                ),
            });
            rest = &rest[open + close + 1..];
        }
        if !rest.is_empty() {
            fields.push(LayoutField::Text(rest.into()));
        }
        if !fields.contains(&LayoutField::Solution) && !fields.contains(&LayoutField::ClaimedCount) {
            bail!(
                "output shape {text:?}: expected blocks, copy, unchecked, or a form with {{solution}} or {{count}}"
            );
        }
        if fields.windows(2).any(|two| !two.iter().any(|p| matches!(p, LayoutField::Text(_)))) {
            bail!("output shape {text:?}: two fields need a text between them");
        }
        Ok(OutputLayout::Lines { fields, skip })
    }

    /// The claims of an output in order; `None` if this layout makes no claims. Lines that start with `#`, and
    /// JSON, by which a program reports its time, are not answers.
    pub fn claims<'a>(&'a self, output: &'a [u8]) -> Option<Box<dyn Iterator<Item = Claim> + 'a>> {
        match self {
            OutputLayout::Lines { fields, skip } => {
                let lines =
                    lines(output).skip(*skip).filter(|l| !l.starts_with(b"#") && !l.starts_with(b"{"));
                Some(Box::new(lines.map(|l| parse_line(fields, l))))
            }
            OutputLayout::Blocks => Some(Box::new(blocks(output))),
            OutputLayout::Copy | OutputLayout::Unchecked => None,
        }
    }
}

fn lines(output: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = output.strip_suffix(b"\n").unwrap_or(output);
    text.split(|b| *b == b'\n').filter(|_| !output.is_empty()).map(|l| l.strip_suffix(b"\r").unwrap_or(l))
}

/// Parses an answer line. A field extends to the text that follows it in the layout, or to the end.
fn parse_line(fields: &[LayoutField], line: &[u8]) -> Claim {
    let mut claim = Claim::default();
    let mut rest = line;
    for (i, field) in fields.iter().enumerate() {
        if let LayoutField::Text(text) = field {
            rest = rest.strip_prefix(&text[..]).unwrap_or(b"");
            continue;
        }
        let end = match fields.get(i + 1) {
            Some(LayoutField::Text(text)) => {
                rest.windows(text.len()).position(|w| w == text).unwrap_or(rest.len())
            }
            _ => rest.len(),
        };
        let text;
        (text, rest) = rest.split_at(end);
        match field {
            LayoutField::Puzzle => claim.puzzle = Some(cells(text).map_or_else(Vec::new, |(_, cells)| cells)),
            LayoutField::ClaimedCount => claim.count = Some(count(text)),
            LayoutField::Solution => {
                claim.grids.extend(complete_grid(text));
                claim.shows_grid = true;
            }
            LayoutField::Text(_) | LayoutField::Any => {}
        }
    }
    if claim.count.is_none() && !claim.grids.is_empty() {
        claim.count = Some(ClaimedCount::AtLeast(1));
    }
    claim
}

/// A number, or a number followed by `+`, as `quadrille count` writes it when it stops at its limit.
fn count(text: &[u8]) -> ClaimedCount {
    let text = text.trim_ascii();
    let number = text.strip_suffix(b"+").unwrap_or(text);
    match std::str::from_utf8(number).map(str::parse) {
        Ok(Ok(count)) if number.len() < text.len() => ClaimedCount::AtLeast(count),
        Ok(Ok(count)) => ClaimedCount::UpToLimit(count),
        _ => ClaimedCount::Unreadable,
    }
}

fn cells(text: &[u8]) -> Option<(Shape, Vec<u8>)> {
    let mut cells = Vec::new();
    let (shape, _) = parse_field(text, Symbols::Auto, &mut cells).ok()?;
    Some((shape, cells))
}

/// A grid without empty cells.
fn complete_grid(text: &[u8]) -> Option<(Shape, Vec<u8>)> {
    cells(text).filter(|(_, cells)| !cells.contains(&0))
}

/// The lines up to each blank line. The blank line after the last block is optional, unless that block is
/// empty.
fn blocks(output: &[u8]) -> impl Iterator<Item = Claim> {
    let mut lines = lines(output).peekable();
    std::iter::from_fn(move || {
        lines.peek()?;
        let block: Vec<_> = lines.by_ref().take_while(|l| !l.trim_ascii().is_empty()).collect();
        let distinct: BTreeSet<_> = block.iter().collect();
        let grids: Vec<_> = distinct.iter().filter_map(|l| complete_grid(l)).collect();
        let count = if grids.len() == block.len() {
            ClaimedCount::UpToLimit(block.len() as u64)
        } else {
            ClaimedCount::Unreadable
        };
        Some(Claim { puzzle: None, count: Some(count), grids, shows_grid: true })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "1...3..2..4.4..1";
    const GRID: &str = "1234341221434321";

    fn claims(layout: &str, output: &str) -> Vec<Claim> {
        let layout = OutputLayout::parse(layout, 0).unwrap();
        layout.claims(output.as_bytes()).unwrap().collect()
    }

    #[test]
    fn every_line_layout_is_parsed() {
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
                assert_eq!(
                    claim.count == Some(ClaimedCount::UpToLimit(1)),
                    form.contains("{count}"),
                    "{form}"
                );
            }
        }
    }

    #[test]
    fn missing_grids_and_counts_are_reported() {
        let form = "{count}:{solution}";
        assert_eq!(claims(form, "0\n")[0].grids, []);
        assert_eq!(claims(form, "0\n")[0].count, Some(ClaimedCount::UpToLimit(0)));
        assert_eq!(claims(form, "2+:\n")[0].count, Some(ClaimedCount::AtLeast(2)));
        assert_eq!(claims(form, "+:\n")[0].count, Some(ClaimedCount::Unreadable));
        assert_eq!(claims(form, "x:\n")[0].count, Some(ClaimedCount::Unreadable));
        let none = &claims("{solution}", "no solution\n\n1...3..2..4.4..1\n# end\n")[..];
        assert_eq!(none.len(), 3);
        assert!(none.iter().all(|c| c.grids.is_empty() && c.shows_grid && c.count.is_none()));
        assert!(claims(form, "").is_empty());
    }

    #[test]
    fn blocks_end_with_a_blank_line() {
        let got = claims("blocks", &format!("{GRID}\n\n\n{GRID}\n4321432143214321\n\n"));
        assert_eq!(
            got.iter().map(|c| c.count.unwrap()).collect::<Vec<_>>(),
            [1, 0, 2].map(ClaimedCount::UpToLimit)
        );
        assert_eq!(claims("blocks", GRID).len(), 1);
        // The same solution twice, and a line that is not a grid.
        for text in [format!("{GRID}\n{GRID}\n\n"), format!("{GRID}\nnone\n\n")] {
            assert_eq!(claims("blocks", &text)[0].count, Some(ClaimedCount::Unreadable));
        }
    }

    #[test]
    fn header_lines_are_skipped() {
        let shape = OutputLayout::parse("{solution}", 1).unwrap();
        assert_eq!(shape.claims(format!("1\n{GRID}\n").as_bytes()).unwrap().count(), 1);
    }

    #[test]
    fn invalid_layouts_are_rejected() {
        for form in ["", "{puzzle}", "{solution", "{grid}", "{count}{solution}", "solution"] {
            assert!(OutputLayout::parse(form, 0).is_err(), "{form}");
        }
    }

    #[test]
    fn inputs_are_written_in_every_layout() {
        let text = b"1.\n.2\n";
        let shape = InputLayout { zeros: true, count: true, end: Some("end".into()) };
        assert_eq!(shape.write(text, 2), b"2\n10\n02\nend\n");
        assert_eq!(InputLayout::default().write(text, 2), text);
    }
}

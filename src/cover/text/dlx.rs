//! `dlx`, the format of Knuth's programs: items and options by name.

use super::{Cover, Failure, Notation, Problem, Refusal, describe, excerpt, lines, number, words};
use crate::cover::memory::{reserve, reserve_entry};
use std::collections::HashMap;

/// Begins a comment, or stands alone before the secondary items.
pub(super) const BAR: u8 = b'|';

pub(super) fn parse(text: &[u8]) -> Result<Problem<'_>, Failure> {
    let mut lines = lines(text, BAR);
    let Some((item_line, first)) = lines.next() else {
        return Refusal::malformed("expected a line of items, found none").map_err(|r| r.at(0, ""));
    };
    let error = |line| move |refusal: Refusal| refusal.at(line, advice(words(first)));
    let mut parser = DlxParser::new(first).map_err(error(item_line))?;
    let mut options = Vec::new();
    let mut next = item_line + 1;
    for (at, line) in lines {
        parser.after_gap = at > next;
        parser.option(line).map_err(error(at))?;
        reserve(&mut options, 1).map_err(Failure::OutOfMemory)?;
        options.push(line);
        next = at + 1;
    }
    let DlxParser { cover, items, .. } = parser;
    Ok(Problem { cover, item_line, notation: Notation::Names { items, options } })
}

/// The end of a message about a problem with these items: numbers alone may be a row of another format.
pub(super) fn advice<'a>(mut items: impl Iterator<Item = &'a [u8]>) -> &'static str {
    match items.all(|item| number(item).is_some()) {
        true => "; this was read as dlx, since the first line is not `n m`, as in matrix and sparse",
        false => "",
    }
}

struct DlxParser<'a> {
    cover: Cover,
    items: Vec<&'a [u8]>,
    numbers: HashMap<&'a [u8], usize>,
    /// The number of each color, from 1.
    colors: HashMap<&'a [u8], u32>,
    option: Vec<(usize, u32)>,
    /// Whether there are blank lines or comments before the option.
    after_gap: bool,
}

impl<'a> DlxParser<'a> {
    /// Reads the item line.
    fn new(line: &'a [u8]) -> Result<DlxParser<'a>, Refusal> {
        let (mut items, mut numbers, mut primary) = (Vec::new(), HashMap::new(), None);
        for word in words(line) {
            if word == [BAR] {
                if primary.replace(items.len()).is_some() {
                    return Refusal::malformed("second `|` in the item line");
                }
                continue;
            }
            check_name(word)?;
            reserve_entry(&mut numbers)?;
            reserve(&mut items, 1)?;
            if numbers.insert(word, items.len()).is_some() {
                return Refusal::malformed(format!("item {} is named twice", excerpt(word)));
            }
            items.push(word);
        }
        let primary = primary.unwrap_or(items.len());
        let cover = Cover::new(primary, items.len() - primary);
        let (colors, option) = (HashMap::new(), Vec::new());
        Ok(DlxParser { cover, items, numbers, colors, option, after_gap: false })
    }

    /// Reads an option.
    fn option(&mut self, line: &'a [u8]) -> Result<(), Refusal> {
        self.option.clear();
        for word in words(line) {
            let (name, color) = match word.iter().position(|b| *b == b':') {
                None => (word, None),
                Some(colon) => (&word[..colon], Some(&word[colon + 1..])),
            };
            let Some(&item) = self.numbers.get(name) else {
                let advice =
                    if self.after_gap { "; the item line of another problem needs a lone `|`" } else { "" };
                return Refusal::malformed(format!("unknown item {}{advice}", excerpt(name)));
            };
            let color = match color {
                None => 0,
                Some(b"") => return Refusal::malformed(format!("expected a color after {}", excerpt(word))),
                Some(color) => {
                    check_name(color)?;
                    let next = self.colors.len() as u32 + 1;
                    reserve_entry(&mut self.colors)?;
                    *self.colors.entry(color).or_insert(next)
                }
            };
            reserve(&mut self.option, 1)?;
            self.option.push((item, color));
        }
        let refused = |error| describe(error, |item| excerpt(self.items[item]));
        self.cover.add_colored(&self.option).map(drop).map_err(refused)
    }
}

/// Names of items and colors must not contain the characters that separate them.
fn check_name(name: &[u8]) -> Result<(), Refusal> {
    match name.iter().find(|b| matches!(b, b'|' | b':')) {
        Some(reserved) => {
            Refusal::malformed(format!("`{}` in the name {}", char::from(*reserved), excerpt(name)))
        }
        None => Ok(()),
    }
}

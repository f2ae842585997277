//! `dlx`, the format of Knuth's programs: items and options by name.

use super::{Cover, Malformed, Problem, Wording, lines, refused, shown, words};
use std::collections::HashMap;

/// Begins a comment, or stands alone before the secondary items.
pub(super) const BAR: u8 = b'|';

pub(super) fn parse(text: &[u8]) -> Result<Problem<'_>, Malformed> {
    let mut lines = lines(text, BAR);
    let Some((item_line, line)) = lines.next() else {
        return Err(Malformed { line: 0, what: "no item line".into() });
    };
    let mut reader = Reader::new(line).map_err(|what| Malformed { line: item_line, what })?;
    let mut options = Vec::new();
    let mut next = item_line + 1;
    for (at, line) in lines {
        reader.gap = at > next;
        reader.option(line).map_err(|what| Malformed { line: at, what })?;
        options.push(line);
        next = at + 1;
    }
    let Reader { cover, items, .. } = reader;
    Ok(Problem { cover, item_line, wording: Wording::Dlx { items, options } })
}

struct Reader<'a> {
    cover: Cover,
    items: Vec<&'a [u8]>,
    numbers: HashMap<&'a [u8], usize>,
    /// Colours by name, from 1.
    colours: HashMap<&'a [u8], u32>,
    option: Vec<(usize, u32)>,
    /// Whether there are blank lines or comments before the option.
    gap: bool,
}

impl<'a> Reader<'a> {
    /// Reads the item line.
    fn new(line: &'a [u8]) -> Result<Reader<'a>, String> {
        let (mut items, mut numbers, mut primary) = (Vec::new(), HashMap::new(), None);
        for word in words(line) {
            if word == [BAR] {
                if primary.replace(items.len()).is_some() {
                    return Err("a second `|` in the item line".into());
                }
                continue;
            }
            check_name(word)?;
            if numbers.insert(word, items.len()).is_some() {
                return Err(format!("item {} is named twice", shown(word)));
            }
            items.push(word);
        }
        let primary = primary.unwrap_or(items.len());
        let cover = Cover::new(primary, items.len() - primary);
        Ok(Reader { cover, items, numbers, colours: HashMap::new(), option: Vec::new(), gap: false })
    }

    /// Reads an option.
    fn option(&mut self, line: &'a [u8]) -> Result<(), String> {
        self.option.clear();
        for word in words(line) {
            let (name, colour) = match word.iter().position(|b| *b == b':') {
                None => (word, None),
                Some(colon) => (&word[..colon], Some(&word[colon + 1..])),
            };
            let Some(&item) = self.numbers.get(name) else {
                let hint = if self.gap { "; an item line of another problem needs a lone `|`" } else { "" };
                return Err(format!("unknown item {}{hint}", shown(name)));
            };
            let colour = match colour {
                None => 0,
                Some(b"") => return Err(format!("no colour after {}", shown(word))),
                Some(colour) => {
                    check_name(colour)?;
                    let next = self.colours.len() as u32 + 1;
                    *self.colours.entry(colour).or_insert(next)
                }
            };
            self.option.push((item, colour));
        }
        let refused = |e| refused(e, |item| shown(self.items[item]));
        self.cover.add_coloured(&self.option).map(drop).map_err(refused)
    }
}

/// Names of items and colours must not look like what stands around them.
fn check_name(name: &[u8]) -> Result<(), String> {
    match name.iter().find(|b| matches!(b, b'|' | b':')) {
        Some(reserved) => Err(format!("`{}` in the name {}", char::from(*reserved), shown(name))),
        None => Ok(()),
    }
}

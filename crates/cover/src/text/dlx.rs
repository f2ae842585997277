//! `dlx`, the format of Knuth's programs: items and options by name.

use super::dlx_words::{ItemWord, OptionWord, item_word, option_word};
use super::{
    BAR, Cover, CoverFormat, Failure, Notation, Problem, Refusal, SLASHES, describe, excerpt, lines, number,
    words,
};
use crate::memory::{reserve, reserve_entry};
use crate::{CoverError, OutOfMemory};
use quadrille_base::error::Error;
use std::collections::HashMap;

pub(super) fn parse(text: &[u8]) -> Result<Problem<'_>, Failure> {
    let mut lines = lines(text, CoverFormat::Dlx);
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

/// The end of a message about a problem with these items. Numbers alone may be a row of another format; brackets and commas may
/// be JSON or csv.
pub(super) fn advice<'a>(items: impl Iterator<Item = &'a [u8]> + Clone) -> &'static str {
    let is_json = items.clone().next().is_some_and(|item| matches!(item[0], b'[' | b'{'));
    let is_csv = items.clone().count() == 1 && items.clone().all(|item| item.contains(&b','));
    if items.clone().all(|item| number(item).is_some()) {
        "; this was read as dlx, since the first line is not `n m`, as in matrix and sparse"
    } else if is_json || is_csv || items.clone().any(|item| item.ends_with(b",")) {
        "; this was read as dlx, where blanks separate items; the formats are matrix, sparse and dlx, not JSON or csv"
    } else {
        ""
    }
}

/// The items of an item line.
#[derive(Default)]
struct ItemLine<'a> {
    items: Vec<&'a [u8]>,
    numbers: HashMap<&'a [u8], usize>,
    /// The items that have bounds.
    bounds: Vec<(usize, (u32, u32))>,
    /// The number of primary items, once the `|` was read.
    primary: Option<usize>,
}

impl<'a> ItemLine<'a> {
    fn read(line: &'a [u8]) -> Result<ItemLine<'a>, Refusal> {
        let mut read = ItemLine::default();
        for word in words(line) {
            let name = word.strip_prefix(&[BAR]);
            if name.is_some() && read.primary.replace(read.items.len()).is_some() {
                return Refusal::malformed("second `|` in the item line");
            }
            match name.unwrap_or(word) {
                [] => {}
                name => read.add(item_word(name)?)?,
            }
        }
        Ok(read)
    }

    fn add(&mut self, word: ItemWord<'a>) -> Result<(), Refusal> {
        let (item, ItemWord { name, bounds }) = (self.items.len(), word);
        if name.starts_with(SLASHES) {
            let name = excerpt(name);
            return Refusal::malformed(format!("`//` begins a comment, not the name of an item: {name}"));
        }
        reserve_entry(&mut self.numbers)?;
        reserve(&mut self.items, 1)?;
        if self.numbers.insert(name, item).is_some() {
            return Refusal::malformed(format!("item {} is named twice", excerpt(name)));
        }
        self.items.push(name);
        if let Some(bounds) = bounds {
            reserve(&mut self.bounds, 1)?;
            self.bounds.push((item, bounds));
        }
        Ok(())
    }

    fn cover(&self) -> Result<Cover, Refusal> {
        let items = self.items.len();
        let primary = self.primary.unwrap_or(items);
        let mut cover = Cover::new(primary).with_secondary(items - primary);
        for &(item, (low, high)) in &self.bounds {
            let name = || excerpt(self.items[item]);
            cover.set_bounds(item, low, high).map_err(|error| match error.reason() {
                Some(CoverError::InvalidBounds { .. }) => {
                    Refusal::Malformed(format!("item {}: {error}", name()))
                }
                _ => describe(&error, |_| name()),
            })?;
        }
        Ok(cover)
    }
}

struct DlxParser<'a> {
    cover: Cover,
    items: Vec<&'a [u8]>,
    numbers: HashMap<&'a [u8], usize>,
    /// The number of each color, from 1.
    colors: HashMap<&'a [u8], u32>,
    option: Vec<(usize, u32)>,
    /// Whether blank lines or comments come before the option.
    after_gap: bool,
}

impl<'a> DlxParser<'a> {
    /// Reads the item line.
    fn new(line: &'a [u8]) -> Result<DlxParser<'a>, Refusal> {
        let read = ItemLine::read(line)?;
        let cover = read.cover()?;
        let ItemLine { items, numbers, .. } = read;
        let (colors, option) = (HashMap::new(), Vec::new());
        Ok(DlxParser { cover, items, numbers, colors, option, after_gap: false })
    }

    /// Reads an option.
    fn option(&mut self, line: &'a [u8]) -> Result<(), Refusal> {
        self.option.clear();
        let mut cost = 0u64;
        for word in words(line) {
            let (name, color) = match option_word(word)? {
                OptionWord::Item { name, color } => (name, color),
                OptionWord::Cost(more) => {
                    cost = cost
                        .checked_add(more)
                        .ok_or_else(|| self.refused(&CoverError::CostsTooLarge.into()))?;
                    continue;
                }
            };
            let Some(&item) = self.numbers.get(name) else {
                let advice =
                    if self.after_gap { "; the item line of another problem needs a lone `|`" } else { "" };
                return Refusal::malformed(format!("unknown item {}{advice}", excerpt(name)));
            };
            let color = color.map_or(Ok(0), |color| self.color(color))?;
            reserve(&mut self.option, 1)?;
            self.option.push((item, color));
        }
        let option = self.cover.add_colored(&self.option).map_err(|error| self.refused(&error))?;
        self.cover.set_cost(option, cost).map_err(|error| self.refused(&error))
    }

    /// The number of a color.
    fn color(&mut self, name: &'a [u8]) -> Result<u32, OutOfMemory> {
        let next = self.colors.len() as u32 + 1;
        reserve_entry(&mut self.colors)?;
        Ok(*self.colors.entry(name).or_insert(next))
    }

    fn refused(&self, error: &Error) -> Refusal {
        describe(error, |item| excerpt(self.items[item]))
    }
}

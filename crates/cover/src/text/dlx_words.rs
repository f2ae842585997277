//! The words of `dlx` in which `|` and `:` have a meaning.
//!
//! | word | where | meaning | as in Knuth's |
//! | --- | --- | --- | --- |
//! | `item` | item line, options | a name | DLX1 |
//! | `\|` | item line | the secondary items follow | DLX1 |
//! | `item:color` | options | a secondary item with a color | DLX2 |
//! | `low:high\|item`, `low..high\|item` | item line | a primary item with bounds | DLX3, SSMCC (with `:`) |
//! | `n\|item` | item line | the same with bounds n and n | DLX3, SSMCC |
//! | `\|cost` | options | the cost of the option | DLX5 |
//!
//! Knuth's programs read `|item` in the item line as `|` and `item`, and these functions do the same.

use super::{BAR, Refusal, excerpt, number};

/// A word of the item line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ItemWord<'a> {
    pub name: &'a [u8],
    /// The bounds given before the name.
    pub bounds: Option<(u32, u32)>,
}

/// Reads the name of an item, perhaps with bounds.
pub(super) fn item_word(word: &[u8]) -> Result<ItemWord<'_>, Refusal> {
    let Some(bar) = word.iter().position(|b| *b == BAR) else {
        let (low, rest) = split(word, b":");
        if rest.is_some() && number(low).is_some() {
            let word = excerpt(word);
            return Refusal::malformed(format!("`|` expected after the bounds in {word}, as in `2:3|item`"));
        }
        check_name(word)?;
        return Ok(ItemWord { name: word, bounds: None });
    };
    let (prefix, name) = (&word[..bar], &word[bar + 1..]);
    let bounds = bounds(prefix, word)?;
    if name.is_empty() {
        let advice = "bounds and name are one word, as in `2:3|item`";
        return Refusal::malformed(format!("expected an item after {}; {advice}", excerpt(word)));
    }
    check_name(name)?;
    Ok(ItemWord { name, bounds: Some(bounds) })
}

/// Reads `low:high`, `low..high` or `n`, the beginning of a word.
fn bounds(prefix: &[u8], word: &[u8]) -> Result<(u32, u32), Refusal> {
    let (low, high) = match split(prefix, b"..") {
        (_, None) => split(prefix, b":"),
        both => both,
    };
    let bound = |digits: &[u8]| match decimal(digits) {
        _ if !is_digits(digits) => Refusal::malformed(format!(
            "expected bounds before `|` in {}, as in `2:3|item` or `3|item`",
            excerpt(word)
        )),
        None => Refusal::malformed(format!("the bound {} is too large", excerpt(digits))),
        Some(bound) => Ok(bound),
    };
    let low = bound(low)?;
    Ok((low, high.map_or(Ok(low), bound)?))
}

/// A word of an option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OptionWord<'a> {
    Item { name: &'a [u8], color: Option<&'a [u8]> },
    Cost(u64),
}

/// Reads an item, perhaps with a color, or a cost.
pub(super) fn option_word(word: &[u8]) -> Result<OptionWord<'_>, Refusal> {
    let reserved = word.iter().position(|b| matches!(*b, b':' | BAR));
    let Some(at) = reserved else { return Ok(OptionWord::Item { name: word, color: None }) };
    let (name, rest) = (&word[..at], &word[at + 1..]);
    if word.contains(&BAR) {
        if at == 0 && word[0] == BAR {
            return cost(rest);
        }
        return Refusal::malformed(format!(
            "`|` in {}; a cost is a word of its own, as in `item |5`, and bounds are in the item line",
            excerpt(word)
        ));
    }
    if name.is_empty() {
        return Refusal::malformed(format!("expected an item before {}", excerpt(word)));
    }
    if rest.is_empty() {
        return Refusal::malformed(format!("expected a color after {}", excerpt(word)));
    }
    check_name(rest)?;
    Ok(OptionWord::Item { name, color: Some(rest) })
}

/// Reads a decimal number below 2⁶⁴.
fn cost(digits: &[u8]) -> Result<OptionWord<'_>, Refusal> {
    let found = excerpt(digits);
    if !is_digits(digits) {
        return Refusal::malformed(format!("expected a cost after `|`, a whole number, found |{found}"));
    }
    match decimal(digits) {
        Some(cost) => Ok(OptionWord::Cost(cost)),
        None => Refusal::malformed(format!("the cost {found} is too large")),
    }
}

fn decimal<T: std::str::FromStr>(digits: &[u8]) -> Option<T> {
    std::str::from_utf8(digits).ok()?.parse().ok()
}

fn is_digits(word: &[u8]) -> bool {
    !word.is_empty() && word.iter().all(u8::is_ascii_digit)
}

/// The parts before and after a separator.
fn split<'a>(word: &'a [u8], separator: &[u8]) -> (&'a [u8], Option<&'a [u8]>) {
    match word.windows(separator.len()).position(|at| at == separator) {
        Some(at) => (&word[..at], Some(&word[at + separator.len()..])),
        None => (word, None),
    }
}

/// Names of items and colors must not contain the characters that separate them.
pub(super) fn check_name(name: &[u8]) -> Result<(), Refusal> {
    match name.iter().find(|b| matches!(**b, BAR | b':')) {
        Some(reserved) => {
            Refusal::malformed(format!("`{}` in the name {}", char::from(*reserved), excerpt(name)))
        }
        None => Ok(()),
    }
}

//! `ec`: the number of items, then the items of each option, as in the benchmarks that DXD publishes (arXiv 2604.14627).

use super::{
    Cover, CoverFormat, Failure, Notation, Problem, Refusal, describe, excerpt, lines, number, words,
};

pub(super) fn parse(text: &[u8]) -> Result<Problem<'_>, Failure> {
    let format = CoverFormat::Ec;
    let mut lines = lines(text, format);
    let error = |line, message| Err(Refusal::Malformed(message).at(line, ""));
    let Some((item_line, first)) = lines.next() else {
        return error(0, "expected a problem, found none".into());
    };
    let Some(items) = parse_head(first) else {
        let found = excerpt(first);
        return error(item_line, format!("expected `p ec n` with the number of items, found {found}"));
    };
    let mut cover = Cover::new(items);
    let mut option = Vec::new();
    for (at, line) in lines {
        if let Err(message) = parse_option(line, items, &mut option) {
            return error(at, message);
        }
        if let Err(refused) = cover.add(&option) {
            return Err(describe(&refused, |item| (item + 1).to_string()).at(at, ""));
        }
    }
    Ok(Problem { cover, item_line, notation: Notation::Numbers(format) })
}

/// Whether a line begins with this letter as a word of its own.
fn begins_with(line: &[u8], letter: u8) -> bool {
    line.first() == Some(&letter) && line.get(1).is_none_or(u8::is_ascii_whitespace)
}

pub(super) fn is_comment(line: &[u8]) -> bool {
    begins_with(line, b'c')
}

/// Whether a problem begins at a line, malformed or not.
pub(super) fn begins_problem(line: &[u8]) -> bool {
    begins_with(line, b'p')
}

/// The number of items, at the beginning of a problem.
pub(super) fn parse_head(line: &[u8]) -> Option<usize> {
    let mut words = words(line);
    let is_head = words.next() == Some(b"p") && words.next() == Some(b"ec");
    let items = number(words.next()?)?;
    (is_head && words.next().is_none()).then_some(items)
}

/// Reads `s` and the items of one option, counted from 1.
fn parse_option(line: &[u8], items: usize, option: &mut Vec<usize>) -> Result<(), String> {
    option.clear();
    if !begins_with(line, b's') {
        return Err(format!("expected `s` and the items of an option, found {}", excerpt(line)));
    }
    words(line).skip(1).try_for_each(|word| {
        option.push(super::counted::item(word, items)?);
        Ok(())
    })
}

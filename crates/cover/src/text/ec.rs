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
    let Some((items, options)) = parse_head(first) else {
        let found = excerpt(first);
        let what = "`p ec n` with the number of items, or `p ec n m` with the number of options too";
        return error(item_line, format!("expected {what}, found {found}"));
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
    match options {
        Some(options) if options != cover.len() => {
            error(item_line, format!("expected {options} options, found {}", cover.len()))
        }
        _ => Ok(Problem { cover, item_line, notation: Notation::Numbers(format) }),
    }
}

/// Whether a line begins with this letter as a word of its own.
fn begins_with(line: &[u8], letter: u8) -> bool {
    line.first() == Some(&letter) && line.get(1).is_none_or(u8::is_ascii_whitespace)
}

/// `c` begins comments in DIMACS files, `#` in the other formats with numbers.
pub(super) fn is_comment(line: &[u8]) -> bool {
    begins_with(line, b'c') || line.first() == Some(&super::counted::COMMENT)
}

/// Whether a problem begins at a line, malformed or not.
pub(super) fn begins_problem(line: &[u8]) -> bool {
    begins_with(line, b'p')
}

/// Whether a line begins a problem, perhaps a malformed one. Without a number its words may be items of `dlx`.
pub(super) fn is_head(line: &[u8]) -> bool {
    let mut words = words(line);
    words.next() == Some(b"p")
        && matches!(words.next(), Some(b"ec" | b"xc"))
        && words.next().and_then(number).is_some()
}

/// The number of items and, if it is there, the number of options, at the beginning of a problem.
fn parse_head(line: &[u8]) -> Option<(usize, Option<usize>)> {
    if !is_head(line) {
        return None;
    }
    let numbers: Vec<usize> = words(line).skip(2).map(number).collect::<Option<_>>()?;
    match numbers[..] {
        [items] => Some((items, None)),
        [items, options] => Some((items, Some(options))),
        _ => None,
    }
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

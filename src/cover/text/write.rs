//! Problems and solutions as text.

use super::{Cover, CoverFormat, Wording, words};
use std::io::Write;

/// A problem for which a format has no words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{} has no words for {what}", format.name())]
pub struct Unwritable {
    /// The format.
    pub format: CoverFormat,
    /// What it cannot say.
    pub what: &'static str,
}

pub(super) fn write(format: CoverFormat, cover: &Cover, text: &mut Vec<u8>) -> Result<(), Unwritable> {
    let refuse = |what| Err(Unwritable { format, what });
    let secondary = cover.items() > cover.primary();
    match format {
        CoverFormat::Dlx if cover.primary() == 0 => return refuse("a problem without primary items"),
        CoverFormat::Dlx if cover.options().any(<[u32]>::is_empty) => return refuse("an empty option"),
        CoverFormat::Matrix | CoverFormat::Sparse if secondary => return refuse("secondary items"),
        CoverFormat::Matrix if cover.items() == 0 => return refuse("a problem without items"),
        CoverFormat::Matrix => matrix(cover, text),
        CoverFormat::Sparse => sparse(cover, text),
        CoverFormat::Dlx => dlx(cover, text),
    }
    Ok(())
}

fn say(text: &mut Vec<u8>, what: std::fmt::Arguments<'_>) {
    text.write_fmt(what).expect("a vector takes all");
}

fn matrix(cover: &Cover, text: &mut Vec<u8>) {
    if cover.is_empty() && cover.items() == 1 {
        // `0 1` alone could be one more row of a problem before it with two items.
        text.push(b'\n');
    }
    say(text, format_args!("{} {}\n", cover.len(), cover.items()));
    for option in cover.options() {
        let start = text.len();
        text.resize(start + 2 * cover.items(), b' ');
        text[start..].iter_mut().step_by(2).for_each(|cell| *cell = b'0');
        option.iter().for_each(|item| text[start + 2 * *item as usize] = b'1');
        *text.last_mut().expect("there are items") = b'\n';
    }
}

fn sparse(cover: &Cover, text: &mut Vec<u8>) {
    say(text, format_args!("{} {}\n", cover.len(), cover.items()));
    for option in cover.options() {
        say(text, format_args!("{}", option.len()));
        option.iter().for_each(|item| say(text, format_args!(" {}", item + 1)));
        text.push(b'\n');
    }
}

/// The item line has its `|` in any case, so that the text may follow another.
fn dlx(cover: &Cover, text: &mut Vec<u8>) {
    for item in 0..cover.items() {
        let bar = if item == cover.primary() { "| " } else { "" };
        say(text, format_args!("{bar}{} ", item + 1));
    }
    text.pop();
    text.extend_from_slice(if cover.items() == cover.primary() { b" |\n" } else { b"\n" });
    for option in 0..cover.len() {
        for (item, colour) in cover.option(option).iter().zip(cover.colours(option)) {
            match colour {
                0 => say(text, format_args!("{} ", item + 1)),
                _ => say(text, format_args!("{}:{colour} ", item + 1)),
            }
        }
        *text.last_mut().expect("no option is empty") = b'\n';
    }
}

pub(super) fn solution(wording: &Wording<'_>, index: u64, solution: &[usize], text: &mut Vec<u8>) {
    match wording {
        Wording::Matrix => numbers(solution, text),
        Wording::Sparse => {
            say(text, format_args!("{}", solution.len()));
            if !solution.is_empty() {
                text.push(b' ');
            }
            numbers(solution, text);
        }
        Wording::Dlx { options, .. } => {
            if index > 0 {
                text.push(b'\n');
            }
            for &option in solution {
                words(options[option]).for_each(|word| {
                    text.extend_from_slice(word);
                    text.push(b' ');
                });
                *text.last_mut().expect("no option is empty") = b'\n';
            }
        }
    }
}

/// Options from 1 on a line.
fn numbers(solution: &[usize], text: &mut Vec<u8>) {
    for (i, option) in solution.iter().enumerate() {
        let blank = if i > 0 { " " } else { "" };
        say(text, format_args!("{blank}{}", option + 1));
    }
    text.push(b'\n');
}

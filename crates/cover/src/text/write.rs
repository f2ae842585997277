//! Problems and solutions to text.

use super::{Cover, CoverFormat, Notation, words};
use std::{fmt, io::Write};

/// A format cannot represent a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CoverWriteError {
    /// The format.
    pub format: CoverFormat,
    /// The part of the problem that it cannot represent.
    pub unsupported: &'static str,
}

impl fmt::Display for CoverWriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cannot represent {}", self.format.name(), self.unsupported)
    }
}

impl std::error::Error for CoverWriteError {}

pub(super) fn write(format: CoverFormat, cover: &Cover, text: &mut Vec<u8>) -> Result<(), CoverWriteError> {
    let refuse = |unsupported| Err(CoverWriteError { format, unsupported });
    let secondary = cover.items() > cover.primary();
    match format {
        CoverFormat::Dlx if cover.primary() == 0 => return refuse("a problem without primary items"),
        CoverFormat::Dlx if cover.options().any(<[u32]>::is_empty) => return refuse("an empty option"),
        CoverFormat::Dlx => dlx(cover, text),
        _ if secondary => return refuse("secondary items"),
        _ if cover.has_bounds() => return refuse("bounds of items"),
        _ if cover.has_costs() => return refuse("costs of options"),
        CoverFormat::Matrix if cover.items() == 0 => return refuse("a problem without items"),
        CoverFormat::Matrix => matrix(cover, text),
        CoverFormat::Sparse => sparse(cover, text),
        CoverFormat::Ec => ec(cover, text),
    }
    Ok(())
}

fn append(text: &mut Vec<u8>, args: fmt::Arguments<'_>) {
    text.write_fmt(args).expect("writing to a vector cannot fail");
}

fn matrix(cover: &Cover, text: &mut Vec<u8>) {
    if cover.is_empty() && cover.items() == 1 {
        // `0 1` alone could be a surplus row of a previous problem with two items.
        text.push(b'\n');
    }
    append(text, format_args!("{} {}\n", cover.len(), cover.items()));
    for option in cover.options() {
        let start = text.len();
        text.resize(start + 2 * cover.items(), b' ');
        text[start..].iter_mut().step_by(2).for_each(|cell| *cell = b'0');
        option.iter().for_each(|item| text[start + 2 * *item as usize] = b'1');
        *text.last_mut().expect("there are items") = b'\n';
    }
}

fn sparse(cover: &Cover, text: &mut Vec<u8>) {
    append(text, format_args!("{} {}\n", cover.len(), cover.items()));
    for option in cover.options() {
        append(text, format_args!("{}", option.len()));
        option.iter().for_each(|item| append(text, format_args!(" {}", item + 1)));
        text.push(b'\n');
    }
}

fn ec(cover: &Cover, text: &mut Vec<u8>) {
    append(text, format_args!("p ec {}\n", cover.items()));
    for option in cover.options() {
        text.push(b's');
        option.iter().for_each(|item| append(text, format_args!(" {}", item + 1)));
        text.push(b'\n');
    }
}

/// The item line always has a `|`, so that the text may follow another problem.
fn dlx(cover: &Cover, text: &mut Vec<u8>) {
    for item in 0..cover.items() {
        let bar = if item == cover.primary() { "| " } else { "" };
        text.extend_from_slice(bar.as_bytes());
        match if item < cover.primary() { cover.bounds(item) } else { (1, 1) } {
            (1, 1) => {}
            (low, high) if low == high => append(text, format_args!("{low}|")),
            (low, high) => append(text, format_args!("{low}:{high}|")),
        }
        append(text, format_args!("{} ", item + 1));
    }
    text.pop();
    text.extend_from_slice(if cover.items() == cover.primary() { b" |\n" } else { b"\n" });
    for option in 0..cover.len() {
        for (item, color) in cover.option(option).iter().zip(cover.colors(option)) {
            match color {
                0 => append(text, format_args!("{} ", item + 1)),
                _ => append(text, format_args!("{}:{color} ", item + 1)),
            }
        }
        if cover.cost(option) > 0 {
            append(text, format_args!("|{} ", cover.cost(option)));
        }
        *text.last_mut().expect("no option is empty") = b'\n';
    }
}

pub(super) fn solution(notation: &Notation<'_>, index: u64, solution: &[usize], text: &mut Vec<u8>) {
    match notation {
        Notation::Numbers(CoverFormat::Matrix) => numbers(solution, text),
        Notation::Numbers(_) => {
            append(text, format_args!("{}", solution.len()));
            if !solution.is_empty() {
                text.push(b' ');
            }
            numbers(solution, text);
        }
        Notation::Names { options, .. } => {
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

/// A line of option numbers, counted from 1.
fn numbers(solution: &[usize], text: &mut Vec<u8>) {
    for (i, option) in solution.iter().enumerate() {
        let blank = if i > 0 { " " } else { "" };
        append(text, format_args!("{blank}{}", option + 1));
    }
    text.push(b'\n');
}

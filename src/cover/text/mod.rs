//! Exact cover problems as text, three formats of them: pure functions on bytes.
//!
//! ```text
//! matrix               sparse              dlx
//! 3 4                  3 4                 | Lines like this one are comments.
//! 1 0 1 0              2 1 3               a b | x
//! 0 1 0 1              2 2 4               a x:1
//! 1 1 1 1              4 1 2 3 4           b x:1
//! ```
//!
//! `matrix` and `sparse` begin with the numbers of options and items. A line is then an option: of
//! `matrix`, a 0 or 1 for each item (with blanks between them, or all without); of `sparse`, how
//! many items and which, from 1. All items are primary. Blank lines and lines that begin with `#`
//! are passed over, and problems follow each other up to the end of the input.
//!
//! `dlx` is the format of D. E. Knuth's programs: an item line, the secondary items after a lone
//! `|`, and a line for each option, where a secondary item may have a colour, `item:colour`. Names
//! are of any length. Blank lines are passed over as they are there, so they separate nothing;
//! another problem begins where a line has a lone `|` within it or at its end, as an item line may
//! and an option may not.
//!
//! ```
//! use quadrille::{CoverFormat, unstable::framing::HeadEnd};
//!
//! let text = b"2 2\n1 0\n0 1\n1 2\n1 1\n";
//! assert_eq!(CoverFormat::detect(text, HeadEnd::Eof), Some(CoverFormat::Matrix));
//! let problems: Vec<_> = CoverFormat::Matrix.problems(text).collect();
//! assert_eq!(problems, [&b"2 2\n1 0\n0 1\n"[..], b"1 2\n1 1\n"]);
//! let problem = CoverFormat::Matrix.parse(problems[1]).unwrap();
//! assert_eq!(problem.cover().option(0), [0, 1]);
//! let mut answer = Vec::new();
//! problem.write_solution(0, &[0], &mut answer);
//! assert_eq!(answer, b"1\n");
//! ```

mod counted;
mod detect;
mod dlx;
mod split;
#[cfg(test)]
mod tests;
mod write;

pub use split::Problems;
pub use write::Unwritable;

use super::{Cover, CoverError};
use crate::framing::HeadEnd;

/// How exact cover problems are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CoverFormat {
    /// A 0 or 1 for every option and item.
    Matrix,
    /// The items of each option by number.
    Sparse,
    /// Knuth's: items by name, secondary items and colours.
    Dlx,
}

/// Why a text is no problem, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The line of the problem's text, from 0.
    pub line: u64,
    /// What is wrong with it.
    pub what: String,
}

/// A problem and the words it was written in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem<'a> {
    cover: Cover,
    /// The line, from 0, that announces the items.
    item_line: u64,
    wording: Wording<'a>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
enum Wording<'a> {
    Matrix,
    Sparse,
    Dlx {
        items: Vec<&'a [u8]>,
        /// The line of each option.
        options: Vec<&'a [u8]>,
    },
}

impl CoverFormat {
    /// All formats.
    pub const ALL: [CoverFormat; 3] = [CoverFormat::Matrix, CoverFormat::Sparse, CoverFormat::Dlx];

    /// The name, as in `--format`.
    pub fn name(self) -> &'static str {
        match self {
            CoverFormat::Matrix => "matrix",
            CoverFormat::Sparse => "sparse",
            CoverFormat::Dlx => "dlx",
        }
    }

    /// What it is, in a sentence.
    pub fn about(self) -> &'static str {
        match self {
            CoverFormat::Matrix => "`n m`, then n rows of m numbers 0 or 1",
            CoverFormat::Sparse => "`n m`, then n lines `k c1 … ck`",
            CoverFormat::Dlx => "Knuth's: a line of items, then a line for each option",
        }
    }

    /// The format of this name.
    pub fn named(name: &str) -> Option<CoverFormat> {
        Self::ALL.into_iter().find(|f| f.name() == name)
    }

    /// The format of a text that begins with these bytes, or `None` if more are needed, which is
    /// possible only for [`HeadEnd::More`].
    ///
    /// A text whose first line is two numbers is `sparse` or `matrix`, whichever its first rows
    /// can only be (`matrix`, if they can be both); any other is `dlx`.
    pub fn detect(head: &[u8], end: HeadEnd) -> Option<CoverFormat> {
        detect::detect(head, end)
    }

    /// The texts of all problems in a text, end to end. An empty one, or one of comments, has none.
    pub fn problems(self, text: &[u8]) -> Problems<'_> {
        Problems::new(self, text)
    }

    pub(crate) fn splitter(self) -> split::Splitter {
        split::Splitter::new(self)
    }

    /// Reads the text of one problem.
    ///
    /// O(n log k) for n items in all options with k in the longest.
    ///
    /// # Errors
    /// If the text is not exactly one problem. An item that is in no option is no error: see
    /// [`Problem::uncovered`].
    pub fn parse(self, text: &[u8]) -> Result<Problem<'_>, Malformed> {
        match self {
            CoverFormat::Matrix => counted::parse(text, true),
            CoverFormat::Sparse => counted::parse(text, false),
            CoverFormat::Dlx => dlx::parse(text),
        }
    }

    /// Appends a problem's text. Items and colours of `dlx` are named by their numbers.
    ///
    /// # Errors
    /// If the format has no words for it: secondary items in `matrix` and `sparse`; no primary
    /// items, or an option without any item, in `dlx`; no items at all in `matrix`. Nothing is then
    /// written.
    pub fn write(self, cover: &Cover, text: &mut Vec<u8>) -> Result<(), Unwritable> {
        write::write(self, cover, text)
    }
}

impl Problem<'_> {
    /// The problem.
    pub fn cover(&self) -> &Cover {
        &self.cover
    }

    /// A primary item that is in no option, so that there is no solution: the line, from 0, that
    /// announces it, and what to say of it.
    pub fn uncovered(&self) -> Option<Malformed> {
        let item = self.cover.uncovered()?;
        let name = match &self.wording {
            Wording::Dlx { items, .. } => shown(items[item]),
            _ => (item + 1).to_string(),
        };
        Some(Malformed { line: self.item_line, what: format!("item {name} is in no option") })
    }

    /// Appends the `index`th solution, from 0: its option numbers, ascending.
    ///
    /// `matrix` and `sparse` have a line for each solution, `dlx` a line for each option and a
    /// blank line between solutions.
    ///
    /// # Panics
    /// If there is no such option.
    pub fn write_solution(&self, index: u64, solution: &[usize], text: &mut Vec<u8>) {
        write::solution(&self.wording, index, solution, text);
    }

    /// Appends what is said where there is no solution.
    pub fn write_none(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(match self.wording {
            Wording::Matrix => b"No Solution!\n",
            Wording::Sparse => b"NO\n",
            Wording::Dlx { .. } => b"",
        });
    }
}

/// The lines of a text that are not blank and no comments, trimmed, each with its number from 0.
fn lines(text: &[u8], comment: u8) -> impl Iterator<Item = (u64, &[u8])> {
    let all = text.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
    (0..).zip(all).filter(move |(_, line)| !is_blank(line, comment))
}

/// Whether a trimmed line says nothing.
fn is_blank(line: &[u8], comment: u8) -> bool {
    line.first().is_none_or(|b| *b == comment)
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// A number below 2³¹.
fn number(word: &[u8]) -> Option<usize> {
    if word.is_empty() || word.len() > 18 {
        return None;
    }
    let value =
        word.iter().try_fold(0u64, |n, b| b.is_ascii_digit().then(|| n * 10 + u64::from(b - b'0')))?;
    usize::try_from(value).ok().filter(|n| *n < 1 << 31)
}

/// A word of the input in a message.
fn shown(word: &[u8]) -> String {
    let dots = if word.len() > 40 { "…" } else { "" };
    format!("{}{dots}", String::from_utf8_lossy(&word[..word.len().min(40)]).escape_debug())
}

/// What is wrong with an option, with the names that its author knows.
fn refused(error: CoverError, name: impl Fn(usize) -> String) -> String {
    match error {
        CoverError::UnknownItem { item, .. } => format!("unknown item {}", name(item)),
        CoverError::RepeatedItem(item) => format!("item {} twice in one option", name(item)),
        CoverError::ColouredPrimary(item) => format!("primary item {} has a colour", name(item)),
    }
}

//! The text formats of exact cover problems, as pure functions on bytes.
//!
//! ```text
//! matrix       sparse       ec           dlx
//! 3 4          3 4          p ec 4       | Lines like this one are comments.
//! 1 0 1 0      2 1 3        s 1 3        a b | x
//! 0 1 0 1      2 2 4        s 2 4        a x:1
//! 1 1 1 1      4 1 2 3 4    s 1 2 3 4    b x:1
//! ```
//!
//! `matrix` and `sparse` begin with the numbers of options and items. Each further line is an option: in
//! `matrix`, a 0 or 1 for each item (with blanks between all of them or none); in `sparse`, the number of
//! its items and the items, counted from 1. All items are primary. Blank lines and lines that begin with
//! `#` are ignored. Any number of problems may follow each other.
//!
//! `ec` begins with `p ec` and the number of items, after which may be the number of options; each line `s` is an option
//! with its items, counted from 1. Blank lines and lines that begin with the word `c` or with `#` are ignored. Another
//! problem begins at the next line `p`.
//!
//! `dlx` is the format of D. E. Knuth's programs: a line of items, with secondary items after a lone `|`, and a line
//! for each option, in which a secondary item may have a color, `item:color`. Names have any length. Lines that begin
//! with `|` or `//` are comments. Blank lines are ignored, as Knuth's programs ignore them, so they do not separate problems: another problem begins at a line that
//! contains or ends with a lone `|`, which only an item line may do.
//!
//! A primary item that is not covered exactly once has bounds before its name, `low:high|item` (or
//! `low..high|item`, or `n|item` for n and n), as in Knuth's DLX3 and SSMCC. An option may have a cost, `|cost`, a word
//! of its own anywhere after its first item, as in his DLX5; several costs of one option are added up.
//!
//! | file | contents |
//! | --- | --- |
//! | `counted.rs`, `ec.rs`, `dlx.rs` | the parsers |
//! | `dlx_words.rs` | bounds, colors and costs: the words of `dlx` with `\|` and `:` |
//! | `write.rs` | problems and solutions to text |
//! | `detect.rs` | detection of the format |
//! | `split.rs` | the boundaries between problems |
//!
//! ```
//! use quadrille::cover::CoverFormat;
//!
//! let text = b"2 2\n1 0\n0 1\n1 2\n1 1\n";
//! assert_eq!(CoverFormat::detect(text), CoverFormat::Matrix);
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
#[cfg(test)]
mod dlx_tests;
mod dlx_words;
mod ec;
mod split;
#[cfg(test)]
mod tests;
mod write;

pub use detect::detect_head;
pub use split::{Problems, Splitter};
pub use write::CoverWriteError;

use super::{Cover, CoverError, OutOfMemory};
use quadrille_base::error::{Error, ErrorKind};

/// A text format of exact cover problems.
///
/// ```
/// use quadrille::cover::CoverFormat;
///
/// let text = b"2 2\n1 0\n0 1\n1 2\n1 1\n";
/// assert_eq!(CoverFormat::detect(text), CoverFormat::Matrix);
/// let problems: Vec<_> = CoverFormat::Matrix.problems(text).collect();
/// assert_eq!(problems.len(), 2);
/// let problem = CoverFormat::Matrix.parse(problems[0])?;
/// let mut dlx = Vec::new();
/// CoverFormat::Dlx.write(problem.cover(), &mut dlx)?;
/// assert_eq!(CoverFormat::detect(&dlx), CoverFormat::Dlx);
/// assert_eq!(CoverFormat::named(CoverFormat::Dlx.name()), Some(CoverFormat::Dlx));
/// assert!(CoverFormat::Dlx.about().starts_with("Knuth's"));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum CoverFormat {
    /// A 0 or 1 for every option and item.
    Matrix,
    /// The items of each option by number.
    Sparse,
    /// The same in lines `s`, after a line `p ec`.
    Ec,
    /// Knuth's format: items by name, secondary items, colors, bounds and costs.
    Dlx,
}

/// An error in the text of a problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CoverParseError {
    /// The line of the problem's text, from 0.
    pub line: u64,
    /// The error message.
    pub message: String,
}

impl std::fmt::Display for CoverParseError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line + 1, self.message)
    }
}

impl std::error::Error for CoverParseError {}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Error {
        match failure {
            Failure::Malformed(error) => Error::of(ErrorKind::Malformed, error),
            Failure::OutOfMemory(error) => error.into(),
        }
    }
}

/// Why a text is not a problem, or cannot be read.
pub enum Failure {
    /// The text is not a problem.
    Malformed(CoverParseError),
    /// The problem does not fit into memory.
    OutOfMemory(OutOfMemory),
}

/// A problem, with the data to write its solutions in the format of its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem<'a> {
    cover: Cover,
    /// The line, from 0, that declares the items.
    item_line: u64,
    notation: Notation<'a>,
}

/// How the text refers to items and options.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Notation<'a> {
    /// By number, in all formats but `dlx`.
    Numbers(CoverFormat),
    /// By name, in `dlx`.
    Names {
        items: Vec<&'a [u8]>,
        /// The line of each option.
        options: Vec<&'a [u8]>,
    },
}

impl std::fmt::Display for CoverFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}

impl std::str::FromStr for CoverFormat {
    type Err = Error;

    fn from_str(name: &str) -> Result<CoverFormat, Error> {
        let unknown =
            || Error::new(ErrorKind::Malformed, format!("{name:?}: formats are matrix, sparse, ec, dlx"));
        CoverFormat::named(name).ok_or_else(unknown)
    }
}

impl CoverFormat {
    /// All formats.
    pub const ALL: &'static [CoverFormat] =
        &[CoverFormat::Matrix, CoverFormat::Sparse, CoverFormat::Ec, CoverFormat::Dlx];

    /// The name of the format.
    pub fn name(self) -> &'static str {
        match self {
            CoverFormat::Matrix => "matrix",
            CoverFormat::Sparse => "sparse",
            CoverFormat::Ec => "ec",
            CoverFormat::Dlx => "dlx",
        }
    }

    /// A description of its texts in one line.
    pub fn about(self) -> &'static str {
        match self {
            CoverFormat::Matrix => "`n m`, then n rows of m numbers 0 or 1",
            CoverFormat::Sparse => "`n m`, then n lines `k c1 … ck`",
            CoverFormat::Ec => "`p ec m`, then a line `s c1 c2 …` for each option",
            CoverFormat::Dlx => "Knuth's: a line of items, then a line for each option",
        }
    }

    /// The format with this name.
    pub fn named(name: &str) -> Option<CoverFormat> {
        Self::ALL.iter().copied().find(|format| format.name() == name)
    }

    /// Detects the format of a text.
    ///
    /// A text that begins with a line of two numbers is `matrix` or `sparse`: the first row that is valid in
    /// only one of them decides; without such a row, the format is `matrix`. A text that begins with `p ec` is `ec`, and any other
    /// text is `dlx`.
    pub fn detect(text: &[u8]) -> CoverFormat {
        detect::detect(text)
    }

    /// The texts of all problems in a text, end to end. A text that is empty or has only comments has no problem.
    pub fn problems(self, text: &[u8]) -> Problems<'_> {
        Problems::new(self, text)
    }

    /// Reads the text of one problem.
    ///
    /// O(n log k) for n items in all options with k in the longest.
    ///
    /// # Errors
    /// If the text is not exactly one problem, or if memory runs out. An item that is not in any option is not an error; if
    /// it is primary and must be covered, the problem has no solution.
    pub fn parse(self, text: &[u8]) -> Result<Problem<'_>, Error> {
        Ok(parse(self, text)?)
    }

    /// Appends a problem's text. In `dlx`, items and colors are named by their numbers.
    ///
    /// # Errors
    /// If the format cannot represent the problem: secondary items, bounds or costs in other formats than `dlx`; no
    /// primary items, or an option without items, in `dlx`; no items at all in `matrix`. Nothing is written then.
    pub fn write(self, cover: &Cover, text: &mut Vec<u8>) -> Result<(), Error> {
        write::write(self, cover, text).map_err(|error| Error::of(ErrorKind::Config, error))
    }
}

/// As [`CoverFormat::parse`], which tells a problem that is too large for the memory from a malformed one.
///
/// # Errors
/// As that function.
pub fn parse(format: CoverFormat, text: &[u8]) -> Result<Problem<'_>, Failure> {
    match format {
        CoverFormat::Matrix | CoverFormat::Sparse => counted::parse(text, format),
        CoverFormat::Ec => ec::parse(text),
        CoverFormat::Dlx => dlx::parse(text),
    }
}

impl Problem<'_> {
    /// The problem.
    pub fn cover(&self) -> &Cover {
        &self.cover
    }

    /// Sets the cost of an option.
    pub fn set_cost(&mut self, option: usize, cost: u64) -> Result<(), Error> {
        self.cover.set_cost(option, cost)
    }

    /// An error for the first primary item that is not in any option, or in fewer than its lower bound, with the
    /// line that declares it. A problem with such an item has no solution.
    pub fn uncovered(&self) -> Option<CoverParseError> {
        let item = self.cover.uncovered()?;
        let (name, advice) = match &self.notation {
            Notation::Names { items, .. } => (excerpt(items[item]), dlx::advice(items.iter().copied())),
            Notation::Numbers(_) => ((item + 1).to_string(), ""),
        };
        let count = self.cover.options().filter(|option| option.contains(&(item as u32))).count();
        let message = match (count, self.cover.bounds(item).0) {
            (0, _) => format!("item {name} is not in any option{advice}"),
            (1, low) => format!("item {name} is in 1 option and needs {low}"),
            (_, low) => format!("item {name} is in {count} options and needs {low}"),
        };
        Some(CoverParseError { line: self.item_line, message })
    }

    /// Appends a solution, given as its option numbers in ascending order; `index` is the number of
    /// solutions written before it.
    ///
    /// Each solution is a line, but `dlx` has a line for each option, copied from the text
    /// with its colors and its cost, and a blank line between solutions.
    ///
    /// # Panics
    /// If an option does not exist.
    pub fn write_solution(&self, index: u64, solution: &[usize], text: &mut Vec<u8>) {
        write::solution(&self.notation, index, solution, text);
    }

    /// Appends the answer to a problem without a solution.
    pub fn write_none(&self, text: &mut Vec<u8>) {
        text.extend_from_slice(match self.notation {
            Notation::Numbers(CoverFormat::Matrix) => b"No Solution!\n",
            Notation::Numbers(_) => b"NO\n",
            Notation::Names { .. } => b"",
        });
    }
}

/// In `dlx`: begins a comment or a cost, ends bounds, or is a word of its own before the secondary items.
const BAR: u8 = b'|';

/// The lines of a text that are neither blank nor comments, trimmed, each with its number from 0.
fn lines(text: &[u8], format: CoverFormat) -> impl Iterator<Item = (u64, &[u8])> {
    let all = text.split(|b| *b == b'\n').map(<[u8]>::trim_ascii);
    (0..).zip(all).filter(move |(_, line)| !is_ignored(line, format))
}

/// Begins a comment in `dlx`, as a line of Knuth's that begins with `|` does. So no item has such a name.
const SLASHES: &[u8] = b"//";

/// Whether a trimmed line is blank or a comment.
fn is_ignored(line: &[u8], format: CoverFormat) -> bool {
    match format {
        _ if line.is_empty() => true,
        CoverFormat::Dlx => line[0] == BAR || line.starts_with(SLASHES),
        CoverFormat::Ec => ec::is_comment(line),
        _ => line[0] == counted::COMMENT,
    }
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
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

/// A word of the input for a message, cut off if it is long.
fn excerpt(word: &[u8]) -> String {
    let dots = if word.len() > 40 { "…" } else { "" };
    format!("{}{dots}", String::from_utf8_lossy(&word[..word.len().min(40)]).escape_debug())
}

/// Why an option was refused, with the names that the text uses.
fn describe(error: &Error, name: impl Fn(usize) -> String) -> Refusal {
    if let Some(error) = error.reason::<OutOfMemory>() {
        return Refusal::OutOfMemory(*error);
    }
    Refusal::Malformed(match error.reason() {
        Some(CoverError::UnknownItem { item, .. }) => format!("unknown item {}", name(*item)),
        Some(CoverError::RepeatedItem(item)) => format!("item {} is repeated in the option", name(*item)),
        Some(CoverError::ColoredPrimary(item)) => format!("primary item {} cannot have a color", name(*item)),
        Some(CoverError::BoundedSecondary(item)) => {
            format!("secondary item {} cannot have bounds", name(*item))
        }
        _ => error.to_string(),
    })
}

/// Why a line was refused.
enum Refusal {
    Malformed(String),
    OutOfMemory(OutOfMemory),
}

impl Refusal {
    fn malformed<T>(message: impl Into<String>) -> Result<T, Refusal> {
        Err(Refusal::Malformed(message.into()))
    }

    /// The failure at this line of the text; `advice` is added to the message.
    fn at(self, line: u64, advice: &str) -> Failure {
        match self {
            Refusal::Malformed(message) => {
                Failure::Malformed(CoverParseError { line, message: message + advice })
            }
            Refusal::OutOfMemory(error) => Failure::OutOfMemory(error),
        }
    }
}

impl From<OutOfMemory> for Refusal {
    fn from(error: OutOfMemory) -> Refusal {
        Refusal::OutOfMemory(error)
    }
}

//! Costs of options that are in a file of their own.

use quadrille_base::error::{Error, ErrorKind};
use quadrille_cover::text::Problem;
use std::sync::Arc;

/// The costs of all options of a problem, for formats that cannot write them.
///
/// ```
/// use quadrille::{Input, cover::{CoverBatch, CoverCosts, CoverTask}};
///
/// let costs = CoverCosts::parse("costs.txt", b"5 1\n3\n")?;
/// let batch = CoverBatch::new(CoverTask::LowestCost).costs(costs);
/// let mut answers = Vec::new();
/// batch.run(Input::reader("p", "3 2\n1 1\n1 0\n0 1\n".as_bytes()), &mut answers, &mut ())?;
/// assert_eq!(answers, b"# cost 4\n2 3\n");
/// assert!(CoverCosts::parse("costs.txt", b"5\nfive\n").is_err());
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CoverCosts {
    name: String,
    /// The cost of every option, and the line, from 1, that has it.
    costs: Arc<[(u64, u64)]>,
    /// The last line that is not empty; 0 if there is none.
    lines: u64,
}

impl CoverCosts {
    /// Reads costs: numbers in decimal digits, in the order of the options, with blanks or line breaks between them. Lines that
    /// begin with `#` are comments. `name` is what errors call the text.
    ///
    /// # Errors
    /// If a word is not a number below 2⁶⁴.
    pub fn parse(name: &str, text: &[u8]) -> Result<CoverCosts, Error> {
        let (mut costs, mut lines) = (Vec::new(), 0);
        for (line, words) in (1..).zip(text.split(|byte| *byte == b'\n')) {
            if !words.is_empty() {
                lines = line;
            }
            let words = words.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            for word in words.take_while(|word| word[0] != b'#') {
                costs.push((number(word).ok_or_else(|| not_a_cost(name, line, word))?, line));
            }
        }
        Ok(CoverCosts { name: name.to_owned(), costs: costs.into(), lines })
    }

    /// Gives the options of a problem these costs.
    pub(super) fn add_to(&self, problem: &mut Problem<'_>) -> Result<(), Error> {
        let cover = problem.cover();
        if cover.has_costs() {
            return Err(self.unfit("the problem has costs of its own; remove one or the other"));
        }
        let (options, costs) = (cover.len(), self.costs.len());
        if let Some((_, line)) = self.costs.get(options) {
            let what =
                format!("expected {}, found {costs}; the first one too many is here", one_each(options));
            return Err(self.refused(*line, what));
        }
        if costs < options {
            let what = format!("expected {}, found {costs} up to the end", one_each(options));
            return Err(self.refused(self.lines.max(1), what));
        }
        for (option, &(cost, line)) in self.costs.iter().enumerate() {
            problem.set_cost(option, cost).map_err(|error| self.refused(line, error.to_string()))?;
        }
        Ok(())
    }

    /// The error for a run of several problems.
    pub(super) fn of_one_problem(&self) -> Error {
        self.unfit("costs belong to one problem, and the input has several")
    }

    /// The error for costs that do not fit a problem, whatever they are.
    fn unfit(&self, what: &str) -> Error {
        Error::new(ErrorKind::Config, format!("{}: {what}", self.name))
    }

    fn refused(&self, line: u64, what: String) -> Error {
        Error::new(ErrorKind::Config, format!("{}:{line}: {what}", self.name))
    }
}

/// How many costs there must be.
fn one_each(options: usize) -> String {
    match options {
        1 => "1 cost, for the only option".into(),
        options => format!("{options} costs, one for each option"),
    }
}

fn number(word: &[u8]) -> Option<u64> {
    let digits = word.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(word).ok().filter(|_| digits)?.parse().ok()
}

fn not_a_cost(name: &str, line: u64, word: &[u8]) -> Error {
    let shown: String = String::from_utf8_lossy(word).chars().take(40).collect();
    let what = format!(
        "{name}:{line}: `{}` is not a cost: expected a number from 0 to 2⁶⁴ - 1",
        shown.escape_debug()
    );
    Error::new(ErrorKind::Config, what)
}

//! The solution of a puzzle as a part of an HTML page, for reading and printing.

use super::{ExplainedStep, Explanation, Method, StepFinder};
use crate::techniques::{BoardState, ExplainerRating, Picture, Position, hodoku::Hodoku};
use quadrille_base::markup::escape;
use quadrille_engines::Outcome;
use quadrille_grid::{Alphabet, Shape};

/// The style sheet of the page, without the pictures'.
pub const PAGE_STYLE: &str = include_str!("page.css");

/// The solution of a puzzle, step by step: the puzzle, its rating, the techniques, and all steps with pictures if it has 9×9 cells. The steps
/// begin with the position of `state`, if there is one.
pub fn section(
    finder: &mut StepFinder,
    (shape, alphabet, cells): (Shape, Alphabet, &[u8]),
    state: Option<&BoardState>,
) -> String {
    let method = finder.method();
    let givens = &state.map_or(cells.to_vec(), |state| state.givens().to_vec())[..];
    let mut explanation = match state {
        Some(state) => finder.explain_position(state),
        None => finder.explain_cells(shape, cells),
    };
    let state = state.copied().or_else(|| Some(BoardState::of_givens(nine(givens)?)));
    let mut writer = Writer { html: String::new(), alphabet, givens, number: 0, singles: Vec::new() };
    let (mut techniques, mut rating) = (Techniques::default(), ExplainerRating::default());
    loop {
        let (cells, position) = (explanation.cells().to_vec(), explanation.candidates());
        let step = explanation.next();
        if let Some(ExplainedStep::Advanced(step, _)) = &step {
            rating.add(Some(step));
        }
        if !step.as_ref().is_some_and(ExplainedStep::is_single) {
            writer.put_singles(&cells, position.as_ref());
        }
        let Some(step) = step else { break };
        techniques.add(&step);
        writer.put(step, &cells, position.as_ref());
    }
    let ending = explanation.ending(alphabet);
    let mut rating = match method {
        Method::SudokuExplainer { .. } => {
            ending.iter().for_each(|_| rating.add(None));
            (explanation.outcome() == Outcome::Unique).then(|| explainer_text(rating))
        }
        _ => state.as_ref().and_then(|state| rated(&mut explanation, state)),
    };
    if let Some(rating) = rating.as_mut().filter(|_| method == Method::Hodoku && ending.is_some()) {
        *rating += ", in which each digit that brute force takes from the solution counts 10,000";
    }
    if let Some(ending) = ending {
        writer.html += &format!("<p><strong>{}.</strong></p>\n", escape(&ending));
    }
    head((shape, alphabet, givens), state.as_ref(), rating) + &techniques.table(method) + &writer.html
}

/// The rating of a puzzle with one solution, if the method uses the techniques that it is made of.
fn rated(explanation: &mut Explanation<'_>, state: &BoardState) -> Option<String> {
    let method = explanation.finder().method();
    if !method.has_chains() || explanation.outcome() != Outcome::Unique {
        return None;
    }
    if method == Method::Hodoku {
        // HoDoKu rates puzzles, not positions.
        let givens = explanation.is_of_givens().then(|| state.givens())?;
        let rating = Hodoku::new().rate(&givens)?;
        return Some(format!("HoDoKu: {}, score {}", rating.level.name(), rating.score));
    }
    Some(explainer_text(explanation.finder().explainer()?.rate_from(state.position)))
}

fn explainer_text(rating: ExplainerRating) -> String {
    let [er, ep, ed] = rating.numbers();
    format!("Sudoku Explainer: ER {er:.1}, EP {ep:.1}, ED {ed:.1}")
}

/// The puzzle as text and as a picture, and its rating.
fn head(
    (shape, alphabet, givens): (Shape, Alphabet, &[u8]),
    state: Option<&BoardState>,
    rating: Option<String>,
) -> String {
    let cells = state.map_or(givens, |state| &state.digits);
    let symbol = |&digit: &u8| if digit == 0 { '.' } else { char::from(alphabet.symbol(digit)) };
    let text: String = cells.iter().map(symbol).collect();
    let picture = state.map_or(String::new(), |state| {
        let picture =
            Picture::new(&state.givens(), &state.digits, &state.position).in_page().board("The puzzle");
        format!("<figure>{picture}</figure>\n")
    });
    let count = givens.iter().filter(|digit| **digit > 0).count();
    let mut html = format!("<p class=\"puzzle\">{text}</p>\n{picture}<p>{shape}, {count} givens");
    if let Some(rating) = rating {
        html += &format!(". {rating}");
    }
    html + ".</p>\n"
}

fn nine(cells: &[u8]) -> Option<&[u8; 81]> {
    cells.try_into().ok()
}

/// How often each technique is used, and its greatest rating.
#[derive(Default)]
struct Techniques(Vec<(String, u64, (Option<u16>, String))>);

impl Techniques {
    fn add(&mut self, step: &ExplainedStep) {
        let (name, rating) = (step.technique(), (step.rating().or(step.score()), step.rating_text()));
        match self.0.iter_mut().find(|(known, ..)| *known == name) {
            Some((_, count, greatest)) => {
                *count += 1;
                *greatest = rating.max(std::mem::take(greatest));
            }
            None => self.0.push((name.into_owned(), 1, rating)),
        }
    }

    /// A table, in the order of the ratings.
    fn table(mut self, method: Method) -> String {
        if self.0.is_empty() {
            return String::new();
        }
        self.0.sort_by_key(|(_, _, (rating, _))| *rating);
        let rows = self.0.iter().map(|(name, count, (_, rating))| {
            format!("<tr><td>{}</td><td>{count}</td><td>{rating}</td></tr>\n", escape(name))
        });
        format!(
            "<table>\n<thead><tr><th>technique</th><th>steps</th><th>{}</th></tr></thead>\n<tbody>\n{}</tbody></table>\n",
            if method == Method::Hodoku { "score" } else { "rating" },
            rows.collect::<String>()
        )
    }
}

/// Writes the steps. Singles in a row have one picture.
struct Writer<'a> {
    html: String,
    alphabet: Alphabet,
    givens: &'a [u8],
    /// The number of steps that are written.
    number: usize,
    /// Singles that are not written yet.
    singles: Vec<ExplainedStep>,
}

impl Writer<'_> {
    /// Writes a step of the board with these cells and candidates.
    fn put(&mut self, step: ExplainedStep, cells: &[u8], position: Option<&Position>) {
        if step.is_single() {
            self.singles.push(step);
            return;
        }
        self.number += 1;
        let picture = (|| {
            let picture = Picture::new(nine(self.givens)?, nine(cells)?, position?).in_page();
            Some(picture.steps(&step.title(self.alphabet), &[step.data()?]))
        })();
        let rating = match &*step.rating_text() {
            "" => String::new(),
            rating => format!(" <span>{rating}</span>"),
        };
        let name = escape(&step.technique());
        let text = format!("<h3>{}. {name}{rating}</h3>\n{}", self.number, self.words(&step));
        self.put_article(picture, &text);
    }

    /// The sentence of a step, and its notation if it has one.
    fn words(&self, step: &ExplainedStep) -> String {
        let mut html = format!("<p>{}</p>\n", escape(&step.details(self.alphabet)));
        let notation = step.notation();
        if !notation.is_empty() {
            html += &format!("<p class=\"notation\">{}</p>\n", escape(&notation));
        }
        html
    }

    /// Writes the singles so far; `cells` is the board after them.
    fn put_singles(&mut self, cells: &[u8], position: Option<&Position>) {
        let singles = std::mem::take(&mut self.singles);
        if singles.is_empty() {
            return;
        }
        let (first, last) = (self.number + 1, self.number + singles.len());
        self.number = last;
        let title =
            if first == last { format!("{first}. A single") } else { format!("{first}–{last}. Singles") };
        let placed: Vec<_> = singles.iter().filter_map(ExplainedStep::placed).collect();
        let picture = (|| {
            let picture = Picture::new(nine(self.givens)?, nine(cells)?, position?).in_page();
            Some(picture.placements(&title, &placed, first))
        })();
        let mut text = format!("<h3>{title}</h3>\n<ol start=\"{first}\">\n");
        for step in &singles {
            text += &format!("<li>{}</li>\n", escape(&step.sentence(self.alphabet)));
        }
        self.put_article(picture, &(text + "</ol>\n"));
    }

    fn put_article(&mut self, picture: Option<String>, text: &str) {
        let picture = picture.map_or(String::new(), |svg| format!("<figure>{svg}</figure>\n"));
        self.html += &format!("<article>\n{picture}<div>{text}</div>\n</article>\n");
    }
}

//! A board with a step, with placed digits, or alone.

use super::{
    links::{draw_groups, draw_links},
    marks::Marks,
    svg::{STYLE, Svg, candidate, corner, put},
};
use crate::techniques::{
    houses::members,
    position::Position,
    reason::{Chain, Reason},
    step::Step,
};

/// A board to draw.
///
/// ```
/// use quadrille::techniques::{Explainer, Picture, Position};
///
/// let puzzle: quadrille::Puzzle =
///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
/// let givens: [u8; 81] = puzzle.givens().try_into().unwrap();
/// let (mut explainer, position) = (Explainer::new(true), Position::new(&givens));
/// let picture = Picture::new(&givens, &givens, &position);
/// let step = explainer.next(&position).expect("a step");
/// let reason = explainer.reason(&position, &step);
/// assert!(picture.step(&step, &reason).starts_with("<svg "));
/// assert!(picture.board("The puzzle").contains("<title>The puzzle</title>"));
/// # Ok::<(), quadrille::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Picture<'a> {
    givens: &'a [u8; 81],
    digits: &'a [u8; 81],
    position: &'a Position,
    has_style: bool,
}

impl<'a> Picture<'a> {
    /// A board: its givens, all digits that it has so far, and its candidates. Givens are bold.
    pub fn new(givens: &'a [u8; 81], digits: &'a [u8; 81], position: &'a Position) -> Picture<'a> {
        Picture { givens, digits, position, has_style: true }
    }

    /// The style sheet of all pictures, in CSS. Each picture contains it.
    pub const STYLE: &'static str = STYLE;

    /// The same for a page that has the style sheet.
    pub(crate) fn in_page(self) -> Picture<'a> {
        Picture { has_style: false, ..self }
    }

    /// The board with its candidates, as SVG.
    pub fn board(&self, title: &str) -> String {
        let mut svg = Svg::new(title, self.has_style);
        svg.grid();
        self.draw_digits(&mut svg);
        (0..81).for_each(|cell| svg.candidates("", cell, self.position.candidates[cell]));
        svg.finish()
    }

    /// The board with a step, as SVG: candidates of the pattern have discs by their role, candidates that are removed are crossed out, and
    /// chains are curves, solid for strong links and dashed for weak ones.
    pub fn step(&self, step: &Step, reason: &Reason) -> String {
        let sentence = step.sentence(reason);
        // The nodes of chains are lines after the first one.
        self.steps(sentence.lines().next().unwrap_or_default(), &[(step.clone(), reason.clone())])
    }

    /// The board of a [picture](Picture) with several steps that are made one after the other, as SVG.
    pub fn steps(&self, title: &str, steps: &[(Step, Reason)]) -> String {
        let marks = Marks::new(self.position, steps);
        let mut svg = Svg::new(title, self.has_style);
        marks.draw_tints(&mut svg);
        svg.grid();
        self.draw_digits(&mut svg);
        let chains: Vec<&Chain> = steps.iter().flat_map(|(_, reason)| &reason.chains).collect();
        draw_links(&mut svg, &chains);
        draw_groups(&mut svg, &chains);
        marks.draw_discs(&mut svg);
        (0..81).for_each(|cell| self.draw_candidates(&mut svg, cell, &marks));
        svg.finish()
    }

    /// The board with digits that are placed one after the other, as SVG: cells from 0 with digits from 1, numbered from `first`. The board has
    /// these digits already.
    pub(crate) fn placements(&self, title: &str, placed: &[(usize, u8)], first: usize) -> String {
        let set = placed.iter().fold(0, |set: u128, (cell, _)| set | 1 << cell);
        let mut svg = Svg::new(title, self.has_style);
        svg.tint("cell", set);
        svg.grid();
        let others = Picture {
            digits: &std::array::from_fn(|cell| if set >> cell & 1 == 1 { 0 } else { self.digits[cell] }),
            ..*self
        };
        others.draw_digits(&mut svg);
        for (number, &(cell, digit)) in (first..).zip(placed) {
            svg.digit("placed", cell, digit);
            let (x, y) = corner(cell);
            put!(svg, "<text class=\"number\" x=\"{}\" y=\"{}\">{number}</text>", x + 9.0, y + 11.0);
        }
        svg.finish()
    }

    fn draw_digits(&self, svg: &mut Svg) {
        for (cell, &digit) in self.digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            svg.digit(if self.givens[cell] > 0 { "given" } else { "found" }, cell, digit);
        }
    }

    /// The candidates of a cell, or the digit that is placed there. A cell with other marks keeps its candidates.
    fn draw_candidates(&self, svg: &mut Svg, cell: usize, marks: &Marks) {
        let (removed, discs) = (marks.removed(cell), marks.discs(cell));
        if let Some(digit) = marks.placed(cell)
            && removed == 0
            && discs.count_ones() <= 1
        {
            svg.digit("placed", cell, digit + 1);
            return;
        }
        let (all, marked) = (self.position.candidates[cell], discs & !removed);
        for (class, set) in [("", all & !marked & !removed), ("strong", marked), ("gone", removed)] {
            svg.candidates(class, cell, set);
        }
        for digit in members(removed) {
            let (x, y) = candidate(cell, digit);
            put!(svg, "<path class=\"strike\" d=\"M{} {}l14 -14\"/>", x - 7.0, y + 7.0);
        }
    }
}

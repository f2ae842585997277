//! The elements of a picture: sizes, points, numbers, and the frame with the board.

use crate::techniques::houses::{HOUSES, cells, members};
use quadrille_base::markup::escape;
use std::fmt::Write;

/// The side of a cell, and the room for the names of rows and columns.
pub(super) const CELL: f64 = 60.0;
const LEFT: f64 = 22.0;
const TOP: f64 = 18.0;
const RIGHT: f64 = 6.0;
/// The radius of the disc of a candidate.
pub(super) const RADIUS: f64 = 8.6;

/// The colors of all pictures.
pub(super) const STYLE: &str = include_str!("style.css");

/// The size of a picture.
pub(super) const WIDTH: f64 = LEFT + 9.0 * CELL + RIGHT;
pub(super) const HEIGHT: f64 = TOP + 9.0 * CELL + RIGHT;

pub(super) type Point = (f64, f64);

/// The upper left corner of a cell.
pub(super) fn corner(cell: usize) -> Point {
    (LEFT + (cell % 9) as f64 * CELL, TOP + (cell / 9) as f64 * CELL)
}

/// The middle of a cell.
pub(super) fn middle(cell: usize) -> Point {
    let (x, y) = corner(cell);
    (x + CELL / 2.0, y + CELL / 2.0)
}

/// The middle of a candidate, whose digit is numbered from 0.
pub(super) fn candidate(cell: usize, digit: usize) -> Point {
    let (x, y) = corner(cell);
    (x + 12.0 + 18.0 * (digit % 3) as f64, y + 12.0 + 18.0 * (digit / 3) as f64)
}

/// The text of an SVG file. Writing to it never fails.
pub(super) struct Svg {
    text: String,
}

/// Appends to an SVG as `write!` does.
macro_rules! put {
    ($svg:expr, $($text:tt)*) => { $svg.put(format_args!($($text)*)) };
}
pub(super) use put;

impl Svg {
    /// A picture with this title; a page that has the style sheet itself does not need it in each picture.
    pub fn new(title: &str, has_style: bool) -> Svg {
        let title = escape(title);
        let style = if has_style { format!("<style>{STYLE}</style>") } else { String::new() };
        let mut svg = Svg { text: String::new() };
        put!(
            svg,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" class=\"step\" role=\"img\">\
             <title>{title}</title>{style}\
             <rect class=\"paper\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>"
        );
        svg
    }

    pub fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.text.write_fmt(text).expect("a string takes all");
    }

    /// The lines of the board, and the numbers of its rows and columns.
    pub fn grid(&mut self) {
        let side = 9.0 * CELL;
        for (class, step) in [("thin", 1), ("thick", 3)] {
            put!(self, "<path class=\"{class}\" d=\"");
            for line in (0..=9).step_by(step) {
                let at = f64::from(line) * CELL;
                put!(self, "M{} {TOP}v{side}M{LEFT} {}h{side}", LEFT + at, TOP + at);
            }
            put!(self, "\"/>");
        }
        for line in 0..9 {
            let (x, y) = middle(line * 10);
            put!(self, "<text x=\"{x}\" y=\"{}\">{}</text>", TOP - 5.0, line + 1);
            put!(self, "<text x=\"{}\" y=\"{}\">{}</text>", LEFT - 10.0, y + 4.0, line + 1);
        }
    }

    /// Tints the cells of a set, each on its own.
    pub fn tint(&mut self, class: &str, set: u128) {
        for cell in cells(set) {
            let (x, y) = corner(cell);
            put!(self, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\"/>");
        }
    }

    /// Tints a house.
    pub fn tint_house(&mut self, class: &str, house: usize) {
        let ((x, y), last) = (corner(HOUSES[house][0].into()), corner(HOUSES[house][8].into()));
        let (width, height) = (last.0 - x + CELL, last.1 - y + CELL);
        put!(self, "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>");
    }

    /// A large digit, numbered from 1.
    pub fn digit(&mut self, class: &str, cell: usize, digit: u8) {
        let (x, y) = middle(cell);
        put!(self, "<text class=\"{class}\" x=\"{x}\" y=\"{}\">{digit}</text>", y + 12.0);
    }

    /// Candidates of a cell, as one text whose characters have their places.
    pub fn candidates(&mut self, class: &str, cell: usize, digits: u16) {
        let (mut xs, mut ys, mut text) = (String::new(), String::new(), String::new());
        for digit in members(digits) {
            let (x, y) = candidate(cell, digit);
            xs += &format!("{x} ");
            ys += &format!("{} ", y + 4.5);
            text += &(digit + 1).to_string();
        }
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        if !text.is_empty() {
            put!(self, "<text{class} x=\"{}\" y=\"{}\">{text}</text>", xs.trim_end(), ys.trim_end());
        }
    }

    /// A disc around a candidate.
    pub fn disc(&mut self, class: &str, (x, y): Point) {
        put!(self, "<circle class=\"disc {class}\" cx=\"{x}\" cy=\"{y}\" r=\"{RADIUS}\"/>");
    }

    pub fn finish(self) -> String {
        self.text + "</svg>"
    }
}

//! Positions as text: pencil marks, drawings of candidates, and lines of HoDoKu's library.

use super::{board_state::BoardState, hodoku, houses::members, position::Position, step::Step};
use std::fmt::Write;

/// How the position of a [`BoardState`] is written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PositionFormat {
    /// 729 characters: for each cell the digits that it may have, each in its place.
    Pencilmark,
    /// A drawing with the candidates of each cell.
    Candidates,
    /// A line of HoDoKu's library. It has the position before a step, and the step.
    Hodoku,
}

impl BoardState {
    /// The board as text, with a step that is made there: the board after the step, or in HoDoKu's lines before it. A line has no newline at
    /// its end.
    pub fn text(&self, step: Option<&Step>, format: PositionFormat) -> String {
        match format {
            PositionFormat::Pencilmark => pencil_marks(self.after(step)),
            PositionFormat::Candidates => drawing(self.after(step)),
            PositionFormat::Hodoku => self.hodoku(step),
        }
    }

    /// Whether a cell has neither a digit nor a candidate after a step. The drawing of such a board cannot be read.
    pub fn leaves_empty_cell(&self, step: Option<&Step>) -> bool {
        self.after(step).contains(&0)
    }

    /// The digits that each cell may have after a step, digit 1 as the lowest bit.
    fn after(&self, step: Option<&Step>) -> [u16; 81] {
        let (mut position, mut digits) = (self.position, self.digits);
        if let Some(step) = step {
            position.make(step);
            if let Some((cell, digit)) = step.placed {
                digits[usize::from(cell)] = digit + 1;
            }
        }
        position.digits_of_cells(&digits).map(|digits| digits as u16)
    }

    /// `:technique:its digits:cells:deleted candidates:eliminations:placements:`; the parts of a step are empty without one.
    fn hodoku(&self, step: Option<&Step>) -> String {
        let cells: String = (0..81)
            .map(|cell| match (self.digits[cell], self.placed >> cell & 1) {
                (0, _) => ".".to_owned(),
                (digit, 0) => digit.to_string(),
                (digit, _) => format!("+{digit}"),
            })
            .collect();
        let all = Position::new(&self.digits);
        let deleted = (0..9).flat_map(|digit| (0..81).map(move |cell| (cell, digit)));
        let deleted = deleted.filter(|(cell, digit)| {
            (all.candidates[*cell] & !self.position.candidates[*cell]) >> digit & 1 != 0
        });
        let deleted = named(deleted);
        let Some(step) = step else { return format!(":::{cells}:{deleted}:::") };
        let code = hodoku::code_of(step.technique).map_or(String::new(), |code| format!("{code:04}"));
        let digits: String = members(step.digits).map(|digit| char::from(b'1' + digit as u8)).collect();
        let placed = step.placed.map(|(cell, digit)| (usize::from(cell), usize::from(digit)));
        let (removed, placed) = (named(step.removed.candidates()), named(placed.into_iter()));
        format!(":{code}:{digits}:{cells}:{deleted}:{removed}:{placed}:")
    }
}

fn pencil_marks(cells: [u16; 81]) -> String {
    let marks = |digits: u16| {
        (0..9u8).map(move |digit| if digits >> digit & 1 != 0 { char::from(b'1' + digit) } else { '.' })
    };
    cells.into_iter().flat_map(marks).collect()
}

/// Columns are as wide as their widest cell. A cell without a candidate is a point.
fn drawing(cells: [u16; 81]) -> String {
    let cells = cells.map(|digits| match digits {
        0 => ".".to_owned(),
        digits => members(digits).map(|digit| char::from(b'1' + digit as u8)).collect::<String>(),
    });
    let width = |column: usize| (0..9).map(|row| cells[9 * row + column].len()).max().unwrap_or(0);
    let widths: [usize; 9] = std::array::from_fn(width);
    let rule = |[left, between, right]: [char; 3]| {
        let stacks = widths.chunks(3).map(|stack| "-".repeat(stack.iter().sum::<usize>() + 6));
        format!("{left}{}{right}", stacks.collect::<Vec<_>>().join(&between.to_string()))
    };
    let row = |row: usize| {
        let mut text = String::from("|");
        for (column, width) in widths.iter().enumerate() {
            let end = if column % 3 == 2 { " |" } else { " " };
            write!(text, " {:<width$}{end}", cells[9 * row + column]).expect("a string takes all");
        }
        text
    };
    let mut lines = vec![rule(['.'; 3])];
    for band in 0..3 {
        lines.extend((3 * band..3 * band + 3).map(row));
        lines.push(if band < 2 { rule([':', '+', ':']) } else { rule(['\''; 3]) });
    }
    lines.join("\n") + "\n"
}

/// Candidates as HoDoKu writes them: digit, row and column.
fn named(candidates: impl Iterator<Item = (usize, usize)>) -> String {
    let name = |(cell, digit): (usize, usize)| format!("{}{}{}", digit + 1, cell / 9 + 1, cell % 9 + 1);
    candidates.map(name).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::techniques::Technique;

    /// A board of four rows of the same solution, a placed digit and a deleted candidate.
    fn written(step: Option<&Step>, format: PositionFormat) -> String {
        let text = "123456789456789123789123456214365897365897214897214365531642978642978531.78......";
        let mut digits = [0; 81];
        text.bytes()
            .zip(&mut digits)
            .for_each(|(byte, digit)| *digit = if byte == b'.' { 0 } else { byte - b'0' });
        let mut position = Position::new(&digits);
        position.remove(75, 4);
        BoardState { digits, placed: 1 << 73, position }.text(step, format)
    }

    #[test]
    fn positions_are_written_before_or_after_a_step() {
        let step = Step::place(Technique::NakedSingle, 23, 72, 8);
        let line = written(Some(&step), PositionFormat::Hodoku);
        assert!(line.starts_with(":0003:9:1234") && line.ends_with("531.+78......:594::991:"), "{line}");
        assert!(written(None, PositionFormat::Hodoku).starts_with(":::1234"));
        let marks = written(Some(&step), PositionFormat::Pencilmark);
        assert_eq!((marks.len(), &marks[72 * 9..73 * 9]), (729, "........9"));
        assert_eq!(&written(None, PositionFormat::Pencilmark)[72 * 9..73 * 9], "........9");
        let drawing = written(None, PositionFormat::Candidates);
        let lines: Vec<_> = drawing.lines().collect();
        assert_eq!((lines.len(), lines[1]), (13, "| 1  2  3 | 4  5  6 | 7  8  9 |"));
        assert_eq!(
            (lines[0], lines[4], lines[12]),
            (
                ".---------.---------.---------.",
                ":---------+---------+---------:",
                "'---------'---------'---------'"
            )
        );
    }
}

//! Where the boards of a text are: each in a block of rows of its own, or one directly after the other.

use super::lines::{LineKind, line_ranges};
use memchr::memchr;
use quadrille_grid::Shape;
use std::ops::Range;

/// A board: the lines from its first row to its last.
#[derive(Clone, Default)]
pub(super) struct GridBlock {
    pub text: Range<usize>,
    /// The number of lines before it.
    pub line: u64,
    pub rows: BlockRows,
}

/// The kind of the beginning of a text.
#[derive(Default)]
pub(super) struct Scan {
    /// The first board; it has no rows if there is none.
    pub block: GridBlock,
    /// Where the next board may begin.
    pub end: usize,
    /// The number of lines up to there.
    pub lines: u64,
}

/// Finds the first board of a text.
///
/// A text begins anew after every blank line and before every title. If as many rows as a board has follow it before
/// that, or a whole smaller board, the board ends after its last row: what follows are boards, one directly after the
/// other. Fewer rows belong to the board, which then has too many.
///
/// So the end of the second board is always enough to find the end of the first: a text that is cut after a board has
/// the same boards before the cut as the whole text.
pub(super) fn scan_board(text: &[u8]) -> Scan {
    let mut scan = Scan::default();
    let mut first_of_several = FirstOfSeveral::default();
    for at in line_ranges(text) {
        let line = &text[at.clone()];
        let block = &mut scan.block;
        match LineKind::of(line) {
            LineKind::Title if at.start > 0 => return scan,
            kind @ (LineKind::Row(_) | LineKind::Dashes(_) | LineKind::Ruling) => {
                if block.rows.is_empty() {
                    (block.text, block.line) = (at.clone(), scan.lines);
                }
                block.rows.add(kind, line);
                first_of_several.add_following(kind, line);
                block.text.end = at.end;
            }
            LineKind::Blank => {
                (scan.end, scan.lines) = (at.end, scan.lines + 1);
                return scan;
            }
            _ => {}
        }
        (scan.end, scan.lines) = (at.end, scan.lines + 1);
        if let Some(first) = first_of_several.end_line(&scan) {
            return first;
        }
    }
    scan
}

/// The first board of several that follow each other directly.
#[derive(Default)]
struct FirstOfSeveral {
    /// The text up to its last row.
    first: Option<Scan>,
    /// The rows after it.
    following: BlockRows,
    /// Whether a line is a row or a ruling depends on rows that came later.
    is_unclear: bool,
}

impl FirstOfSeveral {
    fn add_following(&mut self, kind: LineKind, line: &[u8]) {
        if self.first.is_some() {
            self.following.add(kind, line);
        }
    }

    /// Gives the first board if as many rows follow it as it has, or as the second board has.
    fn end_line(&mut self, scan: &Scan) -> Option<Scan> {
        let rows = &scan.block.rows;
        let side = rows.row_len;
        if rows.rows < side.saturating_sub(rows.dashes) || Shape::from_side(side).is_none() {
            return None;
        }
        match &self.first {
            None if rows.certain() == side => {
                self.first = Some(Scan { block: scan.block.clone(), ..*scan });
            }
            Some(first) => {
                self.is_unclear |= rows.dashes > 0 && rows.has_dash != first.block.rows.has_dash;
                if !self.is_unclear && (rows.certain() >= 2 * side || self.following.has_board()) {
                    return self.first.take();
                }
            }
            None => {}
        }
        None
    }
}

/// The rows of a block, counted.
#[derive(Clone, Copy, Default)]
pub(super) struct BlockRows {
    rows: usize,
    /// Number of cells of the first row.
    row_len: usize,
    /// Lines of dashes as long as the rows; before the first row, as the first of them.
    dashes: usize,
    /// Number of cells of the first line of dashes.
    dashes_len: usize,
    /// Whether a row has a dash as an empty cell.
    has_dash: bool,
}

impl BlockRows {
    pub fn add(&mut self, kind: LineKind, line: &[u8]) {
        match kind {
            LineKind::Row(cells) => {
                if self.rows == 0 {
                    self.row_len = cells;
                    self.dashes = if self.dashes_len == cells { self.dashes } else { 0 };
                }
                self.rows += 1;
                self.has_dash |= memchr(b'-', line).is_some();
            }
            LineKind::Dashes(cells) => {
                if self.dashes_len == 0 {
                    self.dashes_len = cells;
                }
                let expected = if self.rows == 0 { self.dashes_len } else { self.row_len };
                self.dashes += usize::from(cells == expected);
            }
            _ => {}
        }
    }

    /// Whether there is neither a row nor a line of dashes.
    pub fn is_empty(&self) -> bool {
        self.rows == 0 && self.dashes_len == 0
    }

    /// The rows among boards that follow each other directly, where the number of rows does not tell what a line of
    /// dashes is: it is a row if other rows have dashes for empty cells.
    fn certain(&self) -> usize {
        self.rows + if self.has_dash { self.dashes } else { 0 }
    }

    /// Whether there are at least as many certain rows as a board has whose first row is the first one.
    fn has_board(&self) -> bool {
        Shape::from_side(self.row_len).is_some() && self.certain() >= self.row_len
    }

    /// Whether lines of dashes are rows of empty cells, and not rulings.
    fn dashes_are_rows(&self) -> bool {
        match self.rows {
            0 => self.dashes == self.dashes_len && Shape::from_side(self.dashes).is_some(),
            rows => rows != self.row_len,
        }
    }

    /// Number of rows; a block without rows is not a record.
    pub fn rows(&self) -> usize {
        self.rows + if self.dashes_are_rows() { self.dashes } else { 0 }
    }

    /// Number of cells that each row should have.
    pub fn side(&self) -> usize {
        if self.rows == 0 { self.dashes_len } else { self.row_len }
    }

    /// The number of cells of a line of the block, if it is a row.
    pub fn row_cells(&self, line: &[u8]) -> Option<usize> {
        match LineKind::of(line) {
            LineKind::Row(cells) => Some(cells),
            LineKind::Dashes(cells) => (self.dashes_are_rows() && cells == self.side()).then_some(cells),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines of each board of a text, by their numbers, and where each scan ends.
    fn boards(text: &str) -> Vec<(std::ops::Range<usize>, usize)> {
        let (mut at, mut line, mut found) = (0, 0, Vec::new());
        while at < text.len() {
            let scan = scan_board(&text.as_bytes()[at..]);
            if scan.block.rows.rows() > 0 {
                let lines = text[at..][scan.block.text.clone()].lines().count();
                let first = line + scan.block.line as usize;
                found.push((first..first + lines, scan.block.rows.rows()));
            }
            (at, line) = (at + scan.end, line + scan.lines as usize);
        }
        found
    }

    #[test]
    fn boards_directly_after_each_other_are_split() {
        let four = "12..\n....\n....\n....\n";
        assert_eq!(boards(four), [(0..4, 4)]);
        assert_eq!(boards(&four.repeat(3)), [(0..4, 4), (4..8, 4), (8..12, 4)]);
        assert_eq!(
            boards(&format!("{four}\n{}Title\n{four}", four.repeat(2))),
            [(0..4, 4), (5..9, 4), (9..13, 4), (14..18, 4)]
        );
        let bordered = "+--+--+\n|12|..|\n|..|..|\n+--+--+\n|..|..|\n|..|..|\n+--+--+\n";
        assert_eq!(boards(&bordered.repeat(2)), [(1..6, 4), (8..14, 4)]);
        // Fewer rows than a board has belong to the board before them.
        assert_eq!(boards(&format!("{four}12..\n")), [(0..5, 5)]);
        assert_eq!(boards(&format!("{four}{four}12..\n")), [(0..4, 4), (4..9, 5)]);
    }

    #[test]
    fn boards_of_different_sizes_directly_after_each_other_are_split() {
        let (four, six) = ("12..\n....\n....\n....\n", "12....\n".repeat(6));
        assert_eq!(boards(&format!("{six}{four}")), [(0..6, 6), (6..10, 4)]);
        assert_eq!(boards(&format!("{four}{six}{four}")), [(0..4, 4), (4..10, 6), (10..14, 4)]);
        assert_eq!(boards(&format!("{six}{}", &four[..15])), [(0..9, 9)]);
        // A larger board that is not whole is a board of its own if it has as many rows as the first.
        assert_eq!(boards(&format!("{four}{}", &six[..35])), [(0..4, 4), (4..9, 5)]);
        assert_eq!(boards(&format!("{four}{}", &six[..21])), [(0..7, 7)]);
    }

    #[test]
    fn a_text_cut_after_a_board_has_the_same_boards_before_the_cut() {
        let lines =
            ["12..\n", "12....\n", ",\n", "----\n", "12--\n", "--+--\n", "12-------\n", "---------\n"];
        let mut random = 1u64;
        for _ in 0..2000 {
            let mut text = String::new();
            for _ in 0..20 {
                random =
                    random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                text.push_str(&lines[(random >> 61) as usize].repeat((random >> 40) as usize % 7));
            }
            let mut at = 0;
            let all = boards(&text);
            while at < text.len() {
                at += scan_board(&text.as_bytes()[at..]).end;
                let lines_before = text[..at].lines().count();
                let before = all.partition_point(|(lines, _)| lines.start < lines_before);
                assert_eq!(boards(&text[..at]), all[..before], "{at} of {text}");
            }
        }
    }

    #[test]
    fn lines_of_dashes_between_boards_are_rows_if_the_rows_have_dashes() {
        let dashed = "12--\n----\n----\n--21\n";
        assert_eq!(boards(&dashed.repeat(2)), [(0..4, 4), (4..8, 4)]);
        let ruled = "12..\n....\n----\n....\n..21\n";
        assert_eq!(boards(&ruled.repeat(2)), [(0..5, 4), (5..10, 4)]);
        assert_eq!(boards("----\n----\n----\n----\n"), [(0..4, 4)]);
    }
}

//! The characters of 9×9 grids: 81 cells at once, and whole lines of them.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod motion;
#[cfg(test)]
mod tests;
mod texts;

pub use motion::NineMotion;
use quadrille_base::isa::InstructionSet;
pub use texts::{Around, NineRow, Padded};

/// The cells of a 9×9 grid.
const CELLS: usize = 81;

/// The length of a grid on a line of its own, with the newline.
const LINE: usize = CELLS + 1;

/// Reads and writes 9×9 grids of one character for each cell. The results do not depend on the
/// instruction set.
#[derive(Clone, Copy, Debug)]
pub struct NineText {
    build: Build,
}

#[derive(Clone, Copy, Debug)]
enum Build {
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    Portable,
}

impl NineText {
    /// The build for this instruction set; `None` where the machine does not have it.
    pub fn new(isa: InstructionSet) -> Option<NineText> {
        let build = match isa {
            #[cfg(target_arch = "x86_64")]
            InstructionSet::Avx512 | InstructionSet::Avx2 => Build::Avx2(avx2::Avx2::new()?),
            #[cfg(not(target_arch = "x86_64"))]
            InstructionSet::Avx512 | InstructionSet::Avx2 => return None,
            _ => Build::Portable,
        };
        Some(NineText { build })
    }

    /// Appends 81 characters as cells, 0 for an empty one; false, with nothing appended, if one of them is neither a digit
    /// nor one of `.0*-_`, or if both `0` and another one of these are among them, since `0` may be a digit then.
    #[inline]
    pub fn read(self, text: &[u8; CELLS], cells: &mut Vec<u8>) -> bool {
        match self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(avx2) => avx2.read(text, cells),
            Build::Portable => push_nine(text, cells),
        }
    }

    /// Reads the lines at the beginning of a text that consist of 81 such characters each, up to the first other line,
    /// and returns how many they are. The last line must have a newline.
    pub fn read_lines(self, text: &[u8], cells: &mut Vec<u8>) -> usize {
        match self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(avx2) => avx2.read_lines(text, cells),
            Build::Portable => {
                let (lines, _) = text.as_chunks::<LINE>();
                let is_read = |line: &&[u8; LINE]| {
                    let (nine, end) = line.split_first_chunk().expect("81 characters");
                    end == b"\n" && push_nine(nine, cells)
                };
                lines.iter().take_while(is_read).count()
            }
        }
    }

    /// Reads the records at the beginning of a text that are such rows, up to the first other record, and returns how
    /// many they are.
    pub fn read_rows(self, text: &[u8], row: NineRow<'_>, cells: &mut Vec<u8>) -> usize {
        match self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(avx2) => avx2.read_rows(text, row, cells),
            Build::Portable => {
                text.chunks_exact(row.bytes()).take_while(|record| push_row(record, row, cells)).count()
            }
        }
    }

    /// Appends grids, laid end to end, as a line each, with `.` for an empty cell.
    ///
    /// # Panics
    /// If these are not the cells of whole grids.
    pub fn write_lines(self, cells: &[u8], text: &mut Vec<u8>) {
        let (grids, rest) = cells.as_chunks::<CELLS>();
        assert!(rest.is_empty(), "whole grids");
        match self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(avx2) => avx2.write_lines(grids, text),
            Build::Portable => {
                text.reserve(grids.len() * LINE);
                for grid in grids {
                    write_nine(grid, text);
                    text.push(b'\n');
                }
            }
        }
    }

    /// Writes a grid moved by a symmetry.
    #[inline]
    pub fn write_moved(self, cells: &[u8; CELLS], motion: &NineMotion, moved: &mut [u8; CELLS]) {
        match self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(avx2) => avx2.write_moved(cells, motion, moved),
            Build::Portable => motion.apply(cells, moved),
        }
    }

    /// Appends grids, laid end to end, each with the texts around it, up to the end of either. Their parts are parts of
    /// `source`.
    ///
    /// # Panics
    /// If these are not the cells of whole grids, or a part is not in the source.
    #[inline]
    pub fn write_around<'t>(
        self,
        cells: &[u8],
        source: &[u8],
        mut around: impl Iterator<Item = Around<'t>>,
        text: &mut Vec<u8>,
    ) {
        let (grids, rest) = cells.as_chunks::<CELLS>();
        assert!(rest.is_empty(), "whole grids");
        match self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(avx2) => avx2.write_around(grids, source, around, text),
            Build::Portable => {
                // Not `zip`, which is called for each record.
                for grid in grids {
                    let Some(Around { before, glue, after, rest }) = around.next() else { break };
                    text.extend_from_slice(&source[before]);
                    text.extend_from_slice(glue.text());
                    write_nine(grid, text);
                    text.extend_from_slice(after.text());
                    if let Some((part, end)) = rest {
                        text.extend_from_slice(&source[part]);
                        text.extend_from_slice(end.text());
                    }
                }
            }
        }
    }
}

impl Default for NineText {
    /// The build for the widest instruction set of the machine.
    fn default() -> NineText {
        NineText::new(InstructionSet::detect()).expect("a detected instruction set is available")
    }
}

/// Appends the cells of a grid, with `.` for an empty cell. A constant length and no table: compiles to vector code.
#[inline]
pub(super) fn write_nine(grid: &[u8; CELLS], text: &mut Vec<u8>) {
    text.extend_from_slice(&grid.map(|digit| if digit == 0 { b'.' } else { digit.wrapping_add(b'0') }));
}

/// Appends the cells of a record; false, with nothing appended, if it is not such a row.
fn push_row(record: &[u8], row: NineRow<'_>, cells: &mut Vec<u8>) -> bool {
    match row {
        NineRow::Framed(before, after) => {
            let grid = record.strip_prefix(before).and_then(|record| record.strip_suffix(after));
            grid.and_then(|grid| grid.try_into().ok()).is_some_and(|grid| push_nine(grid, cells))
        }
        NineRow::Pair(delimiter) => {
            let (grids, _) = record.as_chunks::<LINE>();
            let [Some((first, [between])), Some((second, b"\n"))] =
                [grids.first(), grids.get(1)].map(|grid| grid.and_then(|grid| grid.split_first_chunk()))
            else {
                return false;
            };
            *between == delimiter && is_nine(second) && push_nine(first, cells)
        }
    }
}

/// Appends 81 characters as cells; false, with nothing appended, if one of them is neither a digit
/// nor an empty cell, or if `0` and another empty cell are among them.
///
/// One pass without a branch, which compiles to vector code.
#[inline]
pub(super) fn push_nine(text: &[u8; CELLS], cells: &mut Vec<u8>) -> bool {
    let mut nine = [0u8; CELLS];
    for (cell, &byte) in nine.iter_mut().zip(text) {
        let digit = byte.wrapping_sub(b'0');
        *cell = if digit <= 9 { digit } else { 0 };
    }
    let is_nine = is_nine(text);
    if is_nine {
        cells.extend_from_slice(&nine);
    }
    is_nine
}

/// Whether 81 characters are cells, with one kind of empty cells.
#[inline]
fn is_nine(text: &[u8; CELLS]) -> bool {
    let kinds = text.iter().fold(0, |kinds, byte| kinds | kind(*byte));
    kinds & NO_CELL == 0 && kinds & (ZERO | EMPTY) != ZERO | EMPTY
}

/// The kinds of characters besides the digits from 1 to 9.
const ZERO: u8 = 1;
const EMPTY: u8 = 2;
const NO_CELL: u8 = 4;

#[inline(always)]
fn kind(byte: u8) -> u8 {
    let is_empty = (byte == b'.') | (byte == b'*') | (byte == b'-') | (byte == b'_');
    let is_cell = (byte.wrapping_sub(b'0') <= 9) | is_empty;
    (u8::from(byte == b'0') * ZERO) | (u8::from(is_empty) * EMPTY) | (u8::from(!is_cell) * NO_CELL)
}

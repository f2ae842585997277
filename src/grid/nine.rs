//! The characters of 9×9 grids: 81 cells at once, and whole lines of them.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(test)]
mod tests;

use crate::Isa;

/// The cells of a 9×9 grid.
const CELLS: usize = 81;

/// The length of a grid on a line of its own, with the newline.
const LINE: usize = CELLS + 1;

/// Reads and writes 9×9 grids of one character for each cell. What is read and written does not depend on the
/// instruction set.
#[derive(Clone, Copy, Debug)]
pub struct NineText {
    build: Build,
}

/// What is written before and after a grid.
#[derive(Clone, Copy, Debug)]
pub struct Around<'t> {
    /// Texts that are written before it, one after the other.
    pub before: [&'t [u8]; 2],
    /// Texts that are written after it, one after the other.
    pub after: [&'t [u8]; 4],
}

#[derive(Clone, Copy, Debug)]
enum Build {
    #[cfg(target_arch = "x86_64")]
    Avx2(avx2::Avx2),
    Portable,
}

impl NineText {
    /// The build for this instruction set; `None` where the machine does not have it.
    pub fn new(isa: Isa) -> Option<NineText> {
        let build = match isa {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 | Isa::Avx2 => Build::Avx2(avx2::Avx2::new()?),
            #[cfg(not(target_arch = "x86_64"))]
            Isa::Avx512 | Isa::Avx2 => return None,
            Isa::Portable => Build::Portable,
        };
        Some(NineText { build })
    }

    /// Appends 81 characters as cells, 0 for an empty one; false, with nothing appended, if one of them is neither a digit
    /// nor one of `.0*-_`.
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

    /// Appends grids, laid end to end, each with its texts before and after it, up to the end of either.
    ///
    /// # Panics
    /// If these are not the cells of whole grids.
    #[inline]
    pub fn write_around<'t>(
        self,
        cells: &[u8],
        around: impl Iterator<Item = Around<'t>>,
        text: &mut Vec<u8>,
    ) {
        let (grids, rest) = cells.as_chunks::<CELLS>();
        assert!(rest.is_empty(), "whole grids");
        match self.build {
            #[cfg(target_arch = "x86_64")]
            Build::Avx2(avx2) => avx2.write_around(grids, around, text),
            Build::Portable => {
                for (grid, Around { before, after }) in grids.iter().zip(around) {
                    before.iter().for_each(|part| text.extend_from_slice(part));
                    write_nine(grid, text);
                    after.iter().for_each(|part| text.extend_from_slice(part));
                }
            }
        }
    }
}

impl Default for NineText {
    /// The build for the widest instruction set of the machine.
    fn default() -> NineText {
        NineText::new(Isa::detect()).expect("a detected instruction set is available")
    }
}

/// Appends the cells of a grid, with `.` for an empty cell. A constant length and no table: compiles to vector code.
#[inline]
pub(super) fn write_nine(grid: &[u8; CELLS], text: &mut Vec<u8>) {
    text.extend_from_slice(&grid.map(|digit| if digit == 0 { b'.' } else { digit.wrapping_add(b'0') }));
}

/// Appends 81 characters as cells; false, with nothing appended, if one of them is neither a digit
/// nor an empty cell.
///
/// One pass without a branch, which compiles to vector code.
#[inline]
pub(super) fn push_nine(text: &[u8; CELLS], cells: &mut Vec<u8>) -> bool {
    let mut nine = [0u8; CELLS];
    let mut bad = 0u8;
    for (cell, &byte) in nine.iter_mut().zip(text) {
        let digit = byte.wrapping_sub(b'0');
        let is_digit = digit <= 9;
        let is_empty = (byte == b'.') | (byte == b'*') | (byte == b'-') | (byte == b'_');
        *cell = if is_digit { digit } else { 0 };
        bad |= u8::from(!(is_digit | is_empty));
    }
    if bad == 0 {
        cells.extend_from_slice(&nine);
    }
    bad == 0
}

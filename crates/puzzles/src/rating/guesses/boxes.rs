//! A box, and the tasks on it.

/// A box: a word for each row, and one for the columns.
///
/// The word of a row has its three cells and, in the fourth field, the digits that another row of the box can have. So each
/// digit is in one of the four. The last word has the digits that another column can have, for each column.
pub(super) type BoxDigits = [u64; 4];

/// The digits that the rows of a box can still have, or its columns if the task comes from its stack.
pub(super) struct BoxTask {
    pub(super) band: usize,
    pub(super) stack: usize,
    pub(super) from_stack: bool,
    pub(super) rows: u64,
}

impl BoxTask {
    /// A task for box `b` of a line, from its top or its left.
    #[inline(always)]
    pub(super) fn new(line: usize, b: usize, rows: u64) -> BoxTask {
        let from_stack = line >= 3;
        let (band, stack) = if from_stack { (b, line - 3) } else { (line, b) };
        BoxTask { band, stack, from_stack, rows }
    }

    /// The number of the box by rows.
    #[inline(always)]
    pub(super) fn number(&self) -> usize {
        3 * self.band + self.stack
    }
}

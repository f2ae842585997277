//! Cuts rows into blocks: csv text or the numbers of rows of the inputs, and the answers beside them.

use crate::tables::{RowNumber, carrying::Window};
use memchr::{memchr, memchr_iter, memchr2, memrchr};
use quadrille_tasks::AnswerRows;
use std::{collections::VecDeque, io, ops::Range, sync::Arc};

/// Bytes after which a block ends with its row.
const BLOCK_BYTES: usize = 24 << 20;

/// How many blocks a window contains if they are long, and if they are short.
const WINDOW_BLOCKS: (usize, usize) = (8, 16);

/// Text below which rows are taken one by one.
const FEW_BYTES: usize = 4 << 10;

/// Whole rows.
#[derive(Default, Debug)]
pub(super) struct Block {
    pub text: Vec<u8>,
    /// The numbers of the rows, if their columns are carried.
    pub numbers: Vec<RowNumber>,
    /// The window of these rows, if they were kept until the end of the run.
    pub window: Option<Arc<Window>>,
    pub answers: AnswerRows,
    pub rows: usize,
    /// The number of its first row, from 0.
    pub first_row: u64,
}

impl Block {
    /// The window of its rows, if they belong to one, and the number of its first row.
    pub fn window(&self) -> Option<(&Window, u64)> {
        Some((self.window.as_deref()?, self.first_row))
    }

    /// The bytes in memory.
    fn bytes(&self) -> usize {
        self.text.len() + self.answers.bytes()
    }
}

/// The error of a row, by its number from 0, if it belongs to one.
pub(super) fn wrong_row(row: Option<u64>, what: &str) -> io::Error {
    let number = row.map_or(String::new(), |row| format!("row {}: ", row + 1));
    io::Error::new(io::ErrorKind::InvalidData, format!("{number}{what}"))
}

/// Rows that are cut into blocks of a number of rows, or of 24 MiB and the rest of the row, which depend on nothing but the rows.
pub(super) struct Blocks {
    /// The most rows of a block.
    rows: usize,
    /// The most blocks of a window.
    window_blocks: usize,
    /// The separator of fields; none if each line is a row.
    delimiter: Option<u8>,
    /// The header, as far as it has come.
    header: Option<Vec<u8>>,
    scan: Scan,
    /// The block in progress.
    open: Block,
    complete: VecDeque<Block>,
    /// Memory for the next block.
    spare: Vec<Block>,
}

/// Where in a row the text has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Scan {
    FieldStart,
    Plain,
    Quoted,
    /// After a quote that ends the field, unless another one follows.
    AfterQuote,
}

impl Blocks {
    pub fn new(rows: usize) -> Blocks {
        Blocks {
            rows,
            window_blocks: 1,
            delimiter: Some(b','),
            header: Some(Vec::new()),
            scan: Scan::FieldStart,
            open: Block::default(),
            complete: VecDeque::new(),
            spare: Vec::new(),
        }
    }

    /// Ends blocks earlier if so many bytes are carried beside each row on average.
    pub fn expect(&mut self, row_bytes: u64) {
        let most = BLOCK_BYTES / usize::try_from(row_bytes).unwrap_or(usize::MAX).max(1);
        self.rows = self.rows.min(most).max(1);
        self.window_blocks = (WINDOW_BLOCKS.0.saturating_mul(most) / self.rows).clamp(1, WINDOW_BLOCKS.1);
    }

    /// The most rows of a window.
    pub fn window_rows(&self) -> usize {
        self.window_blocks * self.rows
    }

    /// Adds rows with these numbers as a window, to be decoded by this many threads.
    pub fn push_window(&mut self, numbers: &[RowNumber], threads: usize) {
        // Several blocks of rows in order are in different parts of the files.
        let window = (numbers.len() <= self.rows || !numbers.is_sorted())
            .then(|| Arc::new(Window::new(numbers, self.open.first_row, threads)));
        self.open.window = window;
        self.push_numbers(numbers, &AnswerRows::default(), 0..0);
    }

    /// Adds text. Before the header is known, it is kept.
    pub fn push(&mut self, text: &[u8]) {
        match &mut self.header {
            Some(header) => header.extend_from_slice(text),
            None => self.push_rows(text, &AnswerRows::default(), 0..0),
        }
    }

    /// The text is complete.
    pub fn end(&mut self) {
        if let Some(header) =
            self.header.as_mut().filter(|header| !header.is_empty() && !header.ends_with(b"\n"))
        {
            header.push(b'\n');
        }
        if !self.open.text.is_empty() {
            self.open.rows += usize::from(!self.open.text.ends_with(b"\n") || self.scan != Scan::FieldStart);
        }
        if self.open.rows > 0 {
            self.close();
        }
    }

    /// The header row with its newline, once it is complete.
    pub fn take_header(&mut self, delimiter: u8) -> Option<Vec<u8>> {
        let text = self.header.as_ref()?;
        let mut scan = Scan::FieldStart;
        let end = row_end(text, delimiter, &mut scan)?;
        self.header.take().map(|mut text| {
            let rest = text.split_off(end);
            self.delimiter = Some(delimiter);
            self.push_rows(&rest, &AnswerRows::default(), 0..0);
            text
        })
    }

    /// The separator of the fields of the rows.
    pub fn set_delimiter(&mut self, delimiter: Option<u8>) {
        self.delimiter = delimiter;
        if let Some(text) = self.header.take() {
            self.push_rows(&text, &AnswerRows::default(), 0..0);
        }
    }

    /// The next block that is complete.
    pub fn next(&mut self) -> Option<Block> {
        self.complete.pop_front()
    }

    /// Gives back the memory of a block.
    pub fn reuse(&mut self, block: Block) {
        self.spare.push(block);
    }

    /// Adds rows after the header: text, and answers beside it.
    pub fn push_rows(&mut self, mut text: &[u8], answers: &AnswerRows, mut beside: Range<usize>) {
        while !text.is_empty() {
            let before = self.open.rows;
            let rows = self.unquoted_rows(text, (answers, beside.start));
            let len = rows.unwrap_or_else(|| self.one_row(text));
            self.open.text.extend_from_slice(&text[..len]);
            text = &text[len..];
            let taken = beside.start..beside.end.min(beside.start + self.open.rows - before);
            beside.start = taken.end;
            self.open.answers.extend(answers, taken);
            if self.scan == Scan::FieldStart && self.open.text.ends_with(b"\n") {
                self.close_if_full();
            }
        }
    }

    /// Adds rows with these numbers, and answers beside them.
    pub fn push_numbers(
        &mut self,
        mut numbers: &[RowNumber],
        answers: &AnswerRows,
        mut beside: Range<usize>,
    ) {
        while !numbers.is_empty() {
            let mut rows = numbers.len().min(self.rows - self.open.rows);
            if !beside.is_empty() {
                let taken = beside.start..beside.start + rows;
                rows = answers.rows_of_bytes(taken, self.room());
                self.open.answers.extend(answers, beside.start..beside.start + rows);
                beside.start += rows;
            }
            self.open.numbers.extend_from_slice(&numbers[..rows]);
            (self.open.rows, numbers) = (self.open.rows + rows, &numbers[rows..]);
            self.close_if_full();
        }
    }

    fn close_if_full(&mut self) {
        if self.open.rows == self.rows || self.open.bytes() >= BLOCK_BYTES {
            self.close();
        }
    }

    /// The bytes until the block ends.
    fn room(&self) -> usize {
        BLOCK_BYTES.saturating_sub(self.open.bytes())
    }

    /// Counts whole rows without quotes at the start of a text that fit into the block with their answers, the first of which has
    /// this number, and gives their length. `None` if there are none, or only a few.
    fn unquoted_rows(&mut self, text: &[u8], (answers, row): (&AnswerRows, usize)) -> Option<usize> {
        if self.delimiter.is_some() && !matches!(self.scan, Scan::FieldStart | Scan::Plain) {
            return None;
        }
        // At least one, and the block ends with the last of them.
        let left = self.rows - self.open.rows;
        let room = self.room();
        // The answers take the rest of the room. If they take more, there are fewer rows: their text is looked at in halves, so
        // that a long text is not looked at again for each of its rows.
        let mut most = text.len().min(room / 2);
        while most >= FEW_BYTES.min(text.len()) {
            let quote = self.delimiter.and_then(|_| memchr(b'"', &text[..most]));
            let whole = memrchr(b'\n', &text[..quote.unwrap_or(most)])? + 1;
            let (rows, len) = match memchr_iter(b'\n', &text[..whole]).count() {
                rows if rows < left => (rows, whole),
                _ => (left, memchr_iter(b'\n', text).nth(left - 1)? + 1),
            };
            let beside = row.min(answers.rows())..(row + rows).min(answers.rows());
            if len + answers.bytes_of(beside) < room {
                self.open.rows += rows;
                self.scan = Scan::FieldStart;
                return Some(len);
            }
            most /= 2;
        }
        None
    }

    /// The length of the rest of a row, which is counted, or of the text if the row does not end there.
    fn one_row(&mut self, text: &[u8]) -> usize {
        let end = match self.delimiter {
            Some(delimiter) => row_end(text, delimiter, &mut self.scan),
            None => {
                let end = memchr(b'\n', text).map(|newline| newline + 1);
                self.scan = if end.is_some() { Scan::FieldStart } else { Scan::Plain };
                end
            }
        };
        self.open.rows += usize::from(end.is_some());
        end.unwrap_or(text.len())
    }

    fn close(&mut self) {
        let mut next = self.spare.pop().unwrap_or_default();
        next.text.clear();
        next.numbers.clear();
        next.answers.clear();
        let (first_row, window) = (self.open.first_row + self.open.rows as u64, self.open.window.clone());
        next = Block { rows: 0, first_row, window, ..next };
        self.complete.push_back(std::mem::replace(&mut self.open, next));
    }
}

/// The end of the row that begins or goes on at the start of the text, with its newline; `None` if it goes on after it.
fn row_end(text: &[u8], delimiter: u8, scan: &mut Scan) -> Option<usize> {
    let mut at = 0;
    while at < text.len() {
        let byte = text[at];
        (at, *scan) = match *scan {
            Scan::FieldStart if byte == b'"' => (at + 1, Scan::Quoted),
            Scan::AfterQuote if byte == b'"' => (at + 1, Scan::Quoted),
            Scan::Quoted => match memchr(b'"', &text[at..]) {
                Some(len) => (at + len + 1, Scan::AfterQuote),
                None => return None,
            },
            _ => match memchr2(delimiter, b'\n', &text[at..]) {
                Some(len) if text[at + len] == b'\n' => {
                    *scan = Scan::FieldStart;
                    return Some(at + len + 1);
                }
                Some(len) => (at + len + 1, Scan::FieldStart),
                None => (text.len(), Scan::Plain),
            },
        };
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use quadrille_tasks::RowValues;

    /// The blocks of a text that comes in parts of a length.
    fn blocks(text: &[u8], rows: usize, part: usize) -> Vec<Block> {
        let mut blocks = Blocks::new(rows);
        for part in text.chunks(part) {
            blocks.push(part);
            blocks.take_header(b',');
        }
        blocks.end();
        blocks.take_header(b',');
        std::iter::from_fn(|| blocks.next()).collect()
    }

    #[test]
    fn blocks_do_not_depend_on_the_parts_of_the_text() {
        let text = b"a,\"b\nc\"\n1,2\n\"x\"\"\n,\",\"\n\"\n3,4\n,\n5,6\n7,8\n\"\"\"\n\",9\n10,11";
        let expected = ["1,2\n\"x\"\"\n,\",\"\n\"\n3,4\n", ",\n5,6\n7,8\n", "\"\"\"\n\",9\n10,11"];
        for part in 1..=text.len() {
            let found = blocks(text, 3, part);
            let texts: Vec<_> = found.iter().map(|block| str::from_utf8(&block.text).unwrap()).collect();
            assert_eq!(texts, expected, "parts of {part}");
            let rows: Vec<_> = found.iter().map(|block| (block.first_row, block.rows)).collect();
            assert_eq!(rows, [(0, 3), (3, 3), (6, 2)], "parts of {part}");
        }
    }

    #[test]
    fn a_quote_within_a_field_is_a_character() {
        let found = blocks(b"a,b\n1\",2\n3,\"4\"x\n5,6\n", 1, 5);
        assert_eq!(found.iter().map(|block| block.rows).collect::<Vec<_>>(), [1, 1, 1]);
    }

    #[test]
    fn long_rows_make_smaller_blocks() {
        let row = [vec![b'x'; (1 << 20) - 1], vec![b'\n']].concat();
        let text = [b"a\n".to_vec(), row.repeat(50)].concat();
        for part in [1 << 18, 5 << 20, text.len()] {
            let rows: Vec<_> = blocks(&text, 1000, part).iter().map(|block| block.rows).collect();
            assert_eq!(rows, [24, 24, 2], "parts of {part}");
        }
    }

    #[test]
    fn blocks_of_many_bytes_do_not_depend_on_the_parts() {
        const ROWS: usize = 400_000;
        let quoted = [9, 70_000, ROWS - 2];
        let row = |row: usize| {
            if quoted.contains(&row) { format!("\"{row:098}\"\n") } else { format!("{row:0100}\n") }
        };
        let rows: Vec<String> = (0..ROWS).map(row).collect();
        let answers = |from: usize, to: usize| {
            let ends = (1..=to - from).map(|row| 50 * row).collect();
            AnswerRows { columns: vec![RowValues::Texts(vec![b'x'; 50 * (to - from)], ends)] }
        };
        let cut = |part: usize| {
            let mut blocks = Blocks::new(ROWS);
            blocks.push(b"a\n");
            blocks.take_header(b',');
            for from in (0..ROWS).step_by(part) {
                let to = ROWS.min(from + part);
                blocks.push_rows(rows[from..to].concat().as_bytes(), &answers(from, to), 0..to - from);
            }
            blocks.end();
            let found = std::iter::from_fn(move || blocks.next());
            found.map(|block| (block.rows, block.text.len(), block.answers.rows())).collect::<Vec<_>>()
        };
        let most = BLOCK_BYTES.div_ceil(151);
        let (second, third) = (most, ROWS - 2 * most);
        let expected = [most, second, third].map(|rows| (rows, 101 * rows, rows));
        for part in [1_000, 130_000, ROWS] {
            assert_eq!(cut(part), expected, "parts of {part}");
        }
        let mut alone = Blocks::new(ROWS);
        let numbers: Vec<_> = (0..2 * ROWS as u64).map(|row| RowNumber { input: 0, row }).collect();
        alone.push_numbers(&numbers, &answers(0, 2 * ROWS), 0..2 * ROWS);
        alone.end();
        let found: Vec<_> = std::iter::from_fn(|| alone.next()).map(|block| block.rows).collect();
        assert_eq!(found, [ROWS, ROWS].map(|rows| rows.min(BLOCK_BYTES.div_ceil(50))));
    }

    #[test]
    fn answers_stay_beside_their_rows() {
        let numbers = |from: u64, to: u64| AnswerRows {
            columns: vec![RowValues::Numbers((from..to).map(Some).collect())],
        };
        let mut blocks = Blocks::new(3);
        blocks.push(b"a\n");
        blocks.take_header(b',');
        blocks.push_rows(b"0\n\"1\n\"\n", &numbers(0, 2), 0..2);
        blocks.push_rows(b"2\n3\n4\n5\n6\n", &numbers(0, 9), 2..7);
        blocks.end();
        let found: Vec<_> = std::iter::from_fn(|| blocks.next()).collect();
        let texts: Vec<_> = found.iter().map(|block| &*block.text).collect();
        assert_eq!(texts, [&b"0\n\"1\n\"\n2\n"[..], b"3\n4\n5\n", b"6\n"]);
        let answers: Vec<_> = found.into_iter().map(|block| block.answers).collect();
        assert_eq!(answers, [numbers(0, 3), numbers(3, 6), numbers(6, 7)]);
    }

    #[test]
    fn lines_have_no_quotes() {
        let mut blocks = Blocks::new(2);
        blocks.push(b"\"1\n2\n");
        blocks.set_delimiter(None);
        blocks.push(b"3");
        blocks.end();
        let found: Vec<_> = std::iter::from_fn(|| blocks.next()).collect();
        assert_eq!(found[0].text, b"\"1\n2\n");
        assert_eq!((&*found[1].text, found[1].rows, found[1].first_row), (&b"3"[..], 1, 2));
    }
}

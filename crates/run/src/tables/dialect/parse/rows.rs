//! The fields of rows, column by column.

use crate::quoting::{quoted_end, without_doubled};
use arrow_array::StringArray;
use arrow_buffer::{Buffer, NullBufferBuilder, OffsetBuffer, ScalarBuffer};
use memchr::{memchr, memchr2};

/// How rows are divided.
#[derive(Clone, Debug, Default)]
pub(crate) struct RowShape {
    /// The separator of fields; none if each line is one field.
    pub delimiter: Option<u8>,
    /// How many columns there are. A malformed row may have more fields, which are dropped.
    pub columns: usize,
    /// The column that gets the whole text of a row with another number of fields, in which the others are null.
    pub whole: Option<usize>,
    /// Whether an empty string means null, as in tables of one column.
    pub empty_is_null: bool,
    /// The columns whose values are not needed. They stay empty.
    pub skipped: Vec<usize>,
}

/// The values of one column.
struct TextColumn {
    values: Vec<u8>,
    /// The end of each value, after a 0.
    ends: Vec<i32>,
    nulls: NullBufferBuilder,
    is_skipped: bool,
}

impl TextColumn {
    fn new(rows: usize, bytes: usize) -> TextColumn {
        let mut ends = Vec::with_capacity(rows + 1);
        ends.push(0);
        let (values, nulls) = (Vec::with_capacity(bytes), NullBufferBuilder::new(rows));
        TextColumn { values, ends, nulls, is_skipped: false }
    }

    fn skipped() -> TextColumn {
        TextColumn { is_skipped: true, ..TextColumn::new(0, 0) }
    }

    #[inline]
    fn push(&mut self, value: &[u8]) {
        if self.is_skipped {
            return;
        }
        self.values.extend_from_slice(value);
        // A block is less than 2 GiB, and a row at most 16 MiB.
        self.ends.push(self.values.len() as i32);
        self.nulls.append_non_null();
    }

    /// Removes the last value.
    fn pop(&mut self) {
        if self.is_skipped {
            return;
        }
        self.ends.pop();
        self.values.truncate(self.ends.last().map_or(0, |end| *end as usize));
        self.nulls.truncate(self.ends.len() - 1);
    }

    fn push_null(&mut self) {
        if self.is_skipped {
            return;
        }
        self.ends.push(self.values.len() as i32);
        self.nulls.append_null();
    }

    /// The values as strings. Bytes that are not UTF-8 are replaced by U+FFFD, value by value.
    fn finish(self) -> StringArray {
        let TextColumn { values, ends, mut nulls, is_skipped: _ } = self;
        let nulls = nulls.finish();
        // The ends only grow.
        let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
        let values = Buffer::from_vec(values);
        StringArray::try_new(offsets.clone(), values.clone(), nulls.clone()).unwrap_or_else(|_| {
            let value = |row: usize| {
                let at = offsets[row] as usize..offsets[row + 1] as usize;
                let is_null = nulls.as_ref().is_some_and(|nulls| nulls.is_null(row));
                (!is_null).then(|| String::from_utf8_lossy(&values[at]))
            };
            (0..offsets.len() - 1).map(value).collect()
        })
    }
}

/// The fields of a row, with or without its newline.
pub(crate) fn names(row: &[u8], delimiter: u8) -> Vec<String> {
    let mut names = Vec::new();
    let shape = RowShape { delimiter: Some(delimiter), columns: 1, ..RowShape::default() };
    let mut at = 0;
    loop {
        let field = Field::at(row, at, delimiter);
        let mut column = TextColumn::new(1, field.end - field.start);
        field.push(row, &shape, &mut column);
        names.push(String::from_utf8_lossy(&column.values).into_owned());
        at = field.end + 1;
        if field.is_last {
            return names;
        }
    }
}

/// Divides a block of whole rows into the values of all columns, as strings.
pub(crate) fn texts(block: &[u8], rows: usize, shape: &RowShape) -> Vec<StringArray> {
    // The columns that take most of a row are about as wide as a board; the others grow if they have to.
    let bytes = block.len() / shape.columns.max(1);
    let column = |number| {
        if shape.skipped.contains(&number) { TextColumn::skipped() } else { TextColumn::new(rows, bytes) }
    };
    let mut columns: Vec<_> = (0..shape.columns).map(column).collect();
    let mut at = 0;
    while at < block.len() {
        at = match shape.delimiter {
            Some(delimiter) => push_row(block, at, delimiter, shape, &mut columns),
            None => push_line(block, at, &mut columns),
        };
    }
    columns.into_iter().map(TextColumn::finish).collect()
}

fn push_line(block: &[u8], at: usize, columns: &mut [TextColumn]) -> usize {
    let end = memchr(b'\n', &block[at..]).map_or(block.len(), |len| at + len);
    let line = &block[at..end];
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    for column in columns {
        if line.is_empty() { column.push_null() } else { column.push(line) }
    }
    end + 1
}

/// Adds the fields of the row that begins at `at`; gives where the next one begins.
#[inline]
fn push_row(
    block: &[u8],
    mut at: usize,
    delimiter: u8,
    shape: &RowShape,
    columns: &mut [TextColumn],
) -> usize {
    let (start, mut number) = (at, 0);
    loop {
        let field = Field::at(block, at, delimiter);
        if let Some(column) = columns.get_mut(number) {
            field.push(block, shape, column);
        }
        number += 1;
        at = field.end + 1;
        if field.is_last {
            columns.iter_mut().skip(number).for_each(TextColumn::push_null);
            if let Some(whole) = shape.whole.filter(|_| number != shape.columns) {
                set_row(columns, whole, block[start..field.end].trim_ascii_end());
            }
            return at;
        }
    }
}

/// Replaces the values of the last row by a text in one column.
#[cold]
fn set_row(columns: &mut [TextColumn], whole: usize, text: &[u8]) {
    for (number, column) in columns.iter_mut().enumerate() {
        column.pop();
        if number == whole && !text.is_empty() { column.push(text) } else { column.push_null() }
    }
}

/// The place of a field.
struct Field {
    start: usize,
    /// Where the delimiter or the newline after it is, or the end of the block.
    end: usize,
    is_last: bool,
}

impl Field {
    #[inline]
    fn at(block: &[u8], start: usize, delimiter: u8) -> Field {
        let mut from = start;
        if block.get(start) == Some(&b'"') {
            from = quoted_end(block, start).unwrap_or(block.len());
        }
        let end = memchr2(delimiter, b'\n', &block[from..]).map_or(block.len(), |len| from + len);
        let is_last = block.get(end).is_none_or(|byte| *byte == b'\n');
        Field { start, end, is_last }
    }

    #[inline]
    fn push(&self, block: &[u8], shape: &RowShape, column: &mut TextColumn) {
        let mut text = &block[self.start..self.end];
        if self.is_last {
            text = text.strip_suffix(b"\r").unwrap_or(text);
        }
        match text {
            [] => column.push_null(),
            [b'"', b'"'] if shape.empty_is_null => column.push_null(),
            [b'"', inner @ .., b'"'] => column.push(&without_doubled(inner)),
            text => column.push(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(block: &str, shape: RowShape) -> Vec<Vec<Option<String>>> {
        let strings =
            |column: StringArray| column.iter().map(|value| value.map(str::to_owned)).collect::<Vec<_>>();
        texts(block.as_bytes(), 1, &shape).into_iter().map(strings).collect()
    }

    fn shape(columns: usize) -> RowShape {
        RowShape { delimiter: Some(b','), columns, ..RowShape::default() }
    }

    fn some(text: &str) -> Option<String> {
        Some(text.into())
    }

    #[test]
    fn empty_fields_are_null_and_quoted_ones_are_not() {
        let found = parsed("a,\n\"\",b\r\n\"x,\"\"y\"\"\nz\",\"\"\"\"", shape(2));
        assert_eq!(found[0], [some("a"), some(""), some("x,\"y\"\nz")]);
        assert_eq!(found[1], [None, some("b"), some("\"")]);
    }

    #[test]
    fn skipped_columns_are_empty_and_the_others_as_before() {
        let text = "a,b,x\n\"q,\",,y\na,b,z,more\n";
        let all = parsed(text, shape(3));
        let found = parsed(text, RowShape { skipped: vec![1], ..shape(3) });
        assert_eq!(found, [all[0].clone(), Vec::new(), all[2].clone()]);
    }

    #[test]
    fn in_a_table_of_one_column_an_empty_string_is_null() {
        let one = RowShape { empty_is_null: true, ..shape(1) };
        assert_eq!(parsed("\"\"\na\n", one), [vec![None, some("a")]]);
    }

    #[test]
    fn rows_of_another_length_may_be_kept_whole_in_a_column() {
        let whole = RowShape { whole: Some(1), ..shape(2) };
        let found = parsed("p,i\np,\"i\",more\r\np\nq,", whole);
        assert_eq!(found[0], [some("p"), None, None, some("q")]);
        assert_eq!(found[1], [some("i"), some("p,\"i\",more"), some("p"), None]);
    }

    #[test]
    fn rows_of_another_length_have_nulls_or_drop_fields() {
        let found = parsed("p,i\np,i,more,\"more\"\np\n\n", shape(2));
        assert_eq!(found[0], [some("p"), some("p"), some("p"), None]);
        assert_eq!(found[1], [some("i"), some("i"), None, None]);
    }

    #[test]
    fn other_bytes_than_utf_8_are_replaced_in_their_value_only() {
        let columns = texts(b"caf\xe9,x\n\xc3\xa9,\n", 2, &shape(2));
        let [first, second] = columns.try_into().ok().unwrap();
        let values: Vec<_> = first.iter().map(|value| value.map(str::to_owned)).collect();
        assert_eq!(values, [some("caf\u{fffd}"), some("é")]);
        assert_eq!(second.iter().collect::<Vec<_>>(), [Some("x"), None]);
    }

    #[test]
    fn lines_are_values_unchanged() {
        let lines = RowShape { delimiter: None, ..shape(1) };
        assert_eq!(parsed("1..,\"x\n\n2\r\n", lines), [vec![some("1..,\"x"), None, some("2")]]);
    }
}

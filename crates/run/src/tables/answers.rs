//! Answers as the columns that a table gets.

/// The answers to records in order, by columns. Clearing keeps the memory and the types.
#[derive(Clone, Default, PartialEq, Debug)]
pub(crate) struct AnswerColumns(pub Vec<AnswerColumn>);

/// The values of a column.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum AnswerColumn {
    /// Bytes, and where the text of each record ends in them. An empty one means none. Before each text of a list is a line feed.
    Texts(Vec<u8>, Vec<usize>),
    /// Whole numbers.
    Numbers(Vec<Option<u64>>),
    /// Numbers with a fraction.
    Floats(Vec<Option<f64>>),
}

impl AnswerColumns {
    /// Removes all values.
    pub fn clear(&mut self) {
        self.truncate(0);
    }

    /// Removes the values of all rows from this one on.
    pub fn truncate(&mut self, rows: usize) {
        self.0.iter_mut().for_each(|column| column.truncate(rows));
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.0.first().map_or(0, AnswerColumn::rows)
    }

    /// The bytes of all texts.
    pub fn text_bytes(&self) -> usize {
        self.0.iter().map(AnswerColumn::text_bytes).sum()
    }
}

#[cfg(feature = "parquet")]
impl AnswerColumns {
    /// Columns of the same types without values, with memory for as many.
    pub fn another(&self) -> AnswerColumns {
        AnswerColumns(self.0.iter().map(AnswerColumn::another).collect())
    }

    /// The bytes of the texts of some rows.
    pub fn text_bytes_of(&self, rows: std::ops::Range<usize>) -> usize {
        let bytes = |column: &AnswerColumn| match column {
            AnswerColumn::Texts(_, ends) => start_of(ends, rows.end) - start_of(ends, rows.start),
            _ => 0,
        };
        self.0.iter().map(bytes).sum()
    }

    /// How many of some rows it takes to have texts of so many bytes; all if they have fewer.
    pub fn rows_of_bytes(&self, rows: std::ops::Range<usize>, bytes: usize) -> usize {
        let (mut fewer, mut enough) = (0, rows.len());
        while fewer + 1 < enough {
            let middle = fewer.midpoint(enough);
            if self.text_bytes_of(rows.start..rows.start + middle) < bytes {
                fewer = middle;
            } else {
                enough = middle;
            }
        }
        enough
    }

    /// Appends some rows of columns of the same types.
    pub fn extend(&mut self, other: &AnswerColumns, rows: std::ops::Range<usize>) {
        if self.0.is_empty() {
            self.0.extend(other.0.iter().map(AnswerColumn::another));
        }
        self.0.iter_mut().zip(&other.0).for_each(|(column, new)| column.extend(new, rows.clone()));
    }
}

impl AnswerColumn {
    fn truncate(&mut self, rows: usize) {
        match self {
            AnswerColumn::Texts(bytes, ends) => {
                ends.truncate(rows);
                bytes.truncate(ends.last().map_or(0, |end| *end));
            }
            AnswerColumn::Numbers(numbers) => numbers.truncate(rows),
            AnswerColumn::Floats(numbers) => numbers.truncate(rows),
        }
    }

    fn text_bytes(&self) -> usize {
        if let AnswerColumn::Texts(bytes, _) = self { bytes.len() } else { 0 }
    }

    fn rows(&self) -> usize {
        match self {
            AnswerColumn::Texts(_, ends) => ends.len(),
            AnswerColumn::Numbers(numbers) => numbers.len(),
            AnswerColumn::Floats(numbers) => numbers.len(),
        }
    }
}

#[cfg(feature = "parquet")]
impl AnswerColumn {
    /// A column of the same type without values, with memory for as many.
    fn another(&self) -> AnswerColumn {
        match self {
            AnswerColumn::Texts(bytes, ends) => {
                AnswerColumn::Texts(Vec::with_capacity(bytes.len()), Vec::with_capacity(ends.len()))
            }
            AnswerColumn::Numbers(numbers) => AnswerColumn::Numbers(Vec::with_capacity(numbers.len())),
            AnswerColumn::Floats(numbers) => AnswerColumn::Floats(Vec::with_capacity(numbers.len())),
        }
    }

    /// Appends the values of some rows of a column of the same type.
    fn extend(&mut self, other: &AnswerColumn, rows: std::ops::Range<usize>) {
        match (self, other) {
            (AnswerColumn::Texts(bytes, ends), AnswerColumn::Texts(new, new_ends)) => {
                let (start, to) = (start_of(new_ends, rows.start), bytes.len());
                bytes.extend_from_slice(&new[start..start_of(new_ends, rows.end)]);
                ends.extend(new_ends[rows].iter().map(|end| end - start + to));
            }
            (AnswerColumn::Numbers(numbers), AnswerColumn::Numbers(new)) => {
                numbers.extend_from_slice(&new[rows])
            }
            (AnswerColumn::Floats(numbers), AnswerColumn::Floats(new)) => {
                numbers.extend_from_slice(&new[rows])
            }
            _ => unreachable!("the columns of a run have the same types in all chunks"),
        }
    }
}

/// Where the text of a row begins.
#[cfg(feature = "parquet")]
fn start_of(ends: &[usize], row: usize) -> usize {
    row.checked_sub(1).map_or(0, |before| ends[before])
}

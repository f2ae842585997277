//! Answers as the columns that a table gets, where no other column of the table becomes text.

/// The answers to records in order, by columns. Clearing keeps the memory.
#[derive(Default, PartialEq, Debug)]
pub(crate) struct AnswerColumns(pub Vec<AnswerColumn>);

/// The values of a column.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum AnswerColumn {
    /// Bytes, and where the text of each record ends in them. An empty one stands for none.
    Texts(Vec<u8>, Vec<i32>),
    /// Whole numbers.
    Numbers(Vec<Option<u64>>),
    /// Numbers with a fraction.
    Floats(Vec<Option<f64>>),
}

impl AnswerColumns {
    /// Removes all values.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(AnswerColumn::clear);
    }

    /// How many records have been answered.
    pub fn rows(&self) -> usize {
        self.0.first().map_or(0, AnswerColumn::rows)
    }
}

impl AnswerColumn {
    fn clear(&mut self) {
        match self {
            AnswerColumn::Texts(bytes, ends) => {
                bytes.clear();
                ends.clear();
            }
            AnswerColumn::Numbers(numbers) => numbers.clear(),
            AnswerColumn::Floats(numbers) => numbers.clear(),
        }
    }

    pub fn rows(&self) -> usize {
        match self {
            AnswerColumn::Texts(_, ends) => ends.len(),
            AnswerColumn::Numbers(numbers) => numbers.len(),
            AnswerColumn::Floats(numbers) => numbers.len(),
        }
    }
}

#[cfg(feature = "parquet")]
impl AnswerColumn {
    /// A column of the same type without values.
    pub fn empty(&self) -> AnswerColumn {
        match self {
            AnswerColumn::Texts(..) => AnswerColumn::Texts(Vec::new(), Vec::new()),
            AnswerColumn::Numbers(_) => AnswerColumn::Numbers(Vec::new()),
            AnswerColumn::Floats(_) => AnswerColumn::Floats(Vec::new()),
        }
    }

    /// Appends the values of some rows of a column of the same type.
    pub fn extend(&mut self, other: &AnswerColumn, rows: std::ops::Range<usize>) {
        match (self, other) {
            (AnswerColumn::Texts(bytes, ends), AnswerColumn::Texts(new, new_ends)) => {
                let start = rows.start.checked_sub(1).map_or(0, |before| new_ends[before]);
                let Some(end) = new_ends[rows.clone()].last() else { return };
                let moved = bytes.len() as i32 - start;
                bytes.extend_from_slice(&new[start as usize..*end as usize]);
                ends.extend(new_ends[rows].iter().map(|end| end + moved));
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

    /// The bytes of its texts.
    pub fn text_bytes(&self) -> usize {
        if let AnswerColumn::Texts(bytes, _) = self { bytes.len() } else { 0 }
    }
}

//! Cells as integers of any type.

use arrow_array::{
    Array, ArrayRef, PrimitiveArray,
    cast::AsArray,
    types::{
        ArrowPrimitiveType, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
        UInt64Type,
    },
};
use arrow_buffer::{Buffer, NullBuffer, ScalarBuffer};
use arrow_schema::DataType;
use quadrille_grid::{InputSymbols, ParsePuzzleError};
use quadrille_tasks::Malformed;
use std::{ops::Range, sync::Arc};

/// The items of lists.
pub(super) struct Numbers {
    values: Values,
    nulls: Option<NullBuffer>,
}

/// Calls a macro with the variants of [`Values`], each with its type.
macro_rules! integers {
    ($use:ident) => {
        $use! {
            UInt8: UInt8Type, UInt16: UInt16Type, UInt32: UInt32Type, UInt64: UInt64Type,
            Int8: Int8Type, Int16: Int16Type, Int32: Int32Type, Int64: Int64Type
        }
    };
}

macro_rules! define {
    ($($name:ident: $type:ident),*) => {
        enum Values {
            $($name(ScalarBuffer<<$type as ArrowPrimitiveType>::Native>),)*
        }

        impl Values {
            fn new(array: &dyn Array) -> Option<Values> {
                match array.data_type() {
                    $(DataType::$name => Some(Values::$name(array.as_primitive::<$type>().values().clone())),)*
                    _ => None,
                }
            }

            /// A number, as it is compared with digits.
            fn get(&self, at: usize) -> i128 {
                match self {
                    $(Values::$name(values) => values[at].into(),)*
                }
            }

            /// Appends numbers as cells: -1 as an empty one, and numbers that are not digits of any board as 255.
            fn read(&self, range: Range<usize>, cells: &mut Vec<u8>) {
                match self {
                    $(Values::$name(values) => cells.extend(values[range].iter().map(|&value| {
                        if i128::from(value) == -1 { 0 } else { u8::try_from(value).unwrap_or(u8::MAX) }
                    })),)*
                }
            }
        }

        /// Whether this is a type of integers.
        pub(super) fn is_integer(kind: &DataType) -> bool {
            matches!(kind, $(DataType::$name)|*)
        }

        /// The cells as an array of this type, each number in as many bytes as it has there.
        fn copied(kind: &DataType, cells: &[u8]) -> Option<ArrayRef> {
            match kind {
                $(DataType::$name => {
                    let values = cells.iter().map(|&cell| cell as <$type as ArrowPrimitiveType>::Native);
                    Some(Arc::new(PrimitiveArray::<$type>::from_iter_values(values)))
                })*
                _ => None,
            }
        }
    };
}

integers!(define);

/// The cells as an array of this type of integers; `None` if it is another type.
pub(super) fn array_of(kind: &DataType, cells: Vec<u8>) -> Option<ArrayRef> {
    let len = cells.len();
    match kind {
        DataType::UInt8 => Some(Arc::new(PrimitiveArray::<UInt8Type>::from(cells))),
        // Digits are the same bytes, signed or not.
        DataType::Int8 => {
            let values = ScalarBuffer::new(Buffer::from_vec(cells), 0, len);
            Some(Arc::new(PrimitiveArray::<Int8Type>::new(values, None)))
        }
        kind => copied(kind, &cells),
    }
}

impl Numbers {
    /// `None` if the array is not of integers.
    pub fn new(array: &dyn Array) -> Option<Numbers> {
        let nulls = array.logical_nulls().filter(|nulls| nulls.null_count() > 0);
        Some(Numbers { values: Values::new(array)?, nulls })
    }

    /// Some numbers as bytes, if they are.
    pub fn bytes(&self, range: Range<usize>) -> Option<&[u8]> {
        match (&self.values, &self.nulls) {
            (Values::UInt8(values), None) => Some(&values[range]),
            _ => None,
        }
    }

    /// Appends numbers as cells: a null and -1 are empty cells. `symbols` says whether 0 is one beside them.
    ///
    /// # Errors
    /// The error of the first number that is not a digit of this side; if 0 may be a digit. `cells` is then unchanged.
    pub fn read(
        &self,
        range: Range<usize>,
        (side, symbols): (usize, InputSymbols),
        cells: &mut Vec<u8>,
    ) -> Result<(), Malformed> {
        let before = cells.len();
        self.values.read(range.clone(), cells);
        if let Some(nulls) = &self.nulls {
            let read = cells[before..].iter_mut().zip(range.clone());
            read.filter(|(_, at)| nulls.is_null(*at)).for_each(|(cell, _)| *cell = 0);
        }
        let Some(cell) = cells[before..].iter().position(|&digit| usize::from(digit) > side) else {
            let may_be_zero_based =
                !cells[before..].contains(&(side as u8)) && self.has_two_empty_cells(range);
            if may_be_zero_based && !symbols.zero_is_empty() {
                cells.truncate(before);
                return Err(ParsePuzzleError::UnclearZero(side).into());
            }
            return Ok(());
        };
        cells.truncate(before);
        Err(Malformed::Digit { cell, number: self.values.get(range.start + cell), side })
    }

    /// Whether some of the numbers are 0, and others are null or -1.
    fn has_two_empty_cells(&self, range: Range<usize>) -> bool {
        let is_null = |at: usize| self.nulls.as_ref().is_some_and(|nulls| nulls.is_null(at));
        let has_zero = range.clone().any(|at| !is_null(at) && self.values.get(at) == 0);
        has_zero && range.clone().any(|at| is_null(at) || self.values.get(at) == -1)
    }
}

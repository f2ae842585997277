//! Boards as arrays.

use super::{
    Error,
    boards::Boards,
    numbers::{array_of, is_integer},
    text_arrays::Ascii,
};
use arrow_array::{
    ArrayRef, FixedSizeBinaryArray, FixedSizeListArray, GenericByteArray, GenericByteViewArray,
    GenericListArray, OffsetSizeTrait,
    types::{
        BinaryType, BinaryViewType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type,
        StringViewType, Utf8Type,
    },
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType};
use std::sync::Arc;

/// The most bytes of one buffer of views: their offsets have 32 bits, and readers take them as signed.
const VIEWED: usize = 1 << 30;

impl Boards {
    /// The array of boards, null where `is_valid` is false.
    ///
    /// # Errors
    /// If the boards do not fit the type.
    pub fn finish(mut self, is_valid: impl Fn(usize) -> bool) -> Result<ArrayRef, Error> {
        let valid = BooleanBuffer::collect_bool(self.lens.len(), is_valid);
        let nulls = Some(NullBuffer::new(valid)).filter(|nulls| nulls.null_count() > 0);
        self.close_gaps();
        let Boards { kind, bytes, lens, not_ascii, .. } = self;
        let lens = || lens.iter().map(|&len| len as usize);
        let is_text = matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
        if is_text && !not_ascii.into_inner() {
            // SAFETY: the bytes were zeros, they are written through parts alone, and a part looks at all of its bytes when it
            // is dropped.
            let text = unsafe { Ascii::new_unchecked(bytes.into()) };
            return text_array(&kind, lens(), text, nulls).map_err(|_| Error::TooLong { found: kind });
        }
        let array = match &kind {
            DataType::Binary => byte_array::<BinaryType>(lens(), bytes, nulls),
            DataType::LargeBinary => byte_array::<LargeBinaryType>(lens(), bytes, nulls),
            DataType::Utf8View => {
                view_array::<StringViewType>(lens(), bytes.into(), nulls).map(|a| Arc::new(a) as _)
            }
            DataType::BinaryView => {
                view_array::<BinaryViewType>(lens(), bytes.into(), nulls).map(|a| Arc::new(a) as _)
            }
            DataType::FixedSizeBinary(width) => {
                FixedSizeBinaryArray::try_new(*width, Buffer::from_vec(bytes), nulls)
                    .map(|a| Arc::new(a) as _)
            }
            _ => list_array(&kind, lens(), bytes, nulls),
        };
        array.map_err(|_| Error::TooLong { found: kind })
    }
}

fn byte_array<T: ByteArrayType>(
    lens: impl ExactSizeIterator<Item = usize>,
    bytes: Vec<u8>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    let offsets = OffsetBuffer::<T::Offset>::from_lengths(lens);
    Ok(Arc::new(GenericByteArray::<T>::try_new(offsets, Buffer::from_vec(bytes), nulls)?))
}

/// Boards as text.
fn text_array(
    kind: &DataType,
    lens: impl ExactSizeIterator<Item = usize>,
    text: Ascii,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    Ok(match kind {
        DataType::Utf8View => {
            let views = view_array::<BinaryViewType>(lens, text.bytes().clone(), nulls)?;
            Arc::new(text.views(views))
        }
        DataType::LargeUtf8 => Arc::new(text.array::<LargeUtf8Type>(OffsetBuffer::from_lengths(lens), nulls)),
        _ => Arc::new(text.array::<Utf8Type>(OffsetBuffer::from_lengths(lens), nulls)),
    })
}

/// Views of boards, all of them longer than what a view itself can hold.
fn view_array<T: ByteViewType>(
    lens: impl Iterator<Item = usize>,
    bytes: Buffer,
    nulls: Option<NullBuffer>,
) -> Result<GenericByteViewArray<T>, ArrowError> {
    let (mut at, mut starts) = (0, vec![0]);
    let views: Vec<u128> = lens
        .enumerate()
        .map(|(row, len)| {
            let (start, begin) = (at, starts[starts.len() - 1]);
            at += len;
            if len == 0 || nulls.as_ref().is_some_and(|nulls| nulls.is_null(row)) {
                return 0;
            }
            let begin = if at - begin > VIEWED {
                starts.push(start);
                start
            } else {
                begin
            };
            let prefix = u32::from_le_bytes(bytes[start..start + 4].try_into().expect("four bytes"));
            let words = [len as u32, prefix, starts.len() as u32 - 1, (start - begin) as u32];
            words.iter().rev().fold(0, |view, &word| view << 32 | u128::from(word))
        })
        .collect();
    let ends = starts.iter().copied().skip(1).chain([bytes.len()]);
    let buffers = starts.iter().zip(ends).map(|(&start, end)| bytes.slice_with_length(start, end - start));
    let buffers: Vec<Buffer> = buffers.collect();
    GenericByteViewArray::try_new(views.into(), buffers, nulls)
}

/// Lists of numbers, or of lists of numbers for the rows of each board.
fn list_array(
    kind: &DataType,
    lens: impl ExactSizeIterator<Item = usize>,
    bytes: Vec<u8>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    let inner = item_type(kind)?;
    if is_integer(inner) {
        let numbers = array_of(inner, bytes).ok_or_else(|| no_list(kind))?;
        return list_of(kind, lens, numbers, nulls);
    }
    let numbers = array_of(item_type(inner)?, bytes).ok_or_else(|| no_list(kind))?;
    let sides: Vec<usize> = lens.map(usize::isqrt).collect();
    let rows: Vec<usize> = sides.iter().flat_map(|&side| std::iter::repeat_n(side, side)).collect();
    let rows = list_of(inner, rows.into_iter(), numbers, None)?;
    list_of(kind, sides.into_iter(), rows, nulls)
}

fn item_type(kind: &DataType) -> Result<&DataType, ArrowError> {
    match kind {
        DataType::List(field) | DataType::LargeList(field) | DataType::FixedSizeList(field, _) => {
            Ok(field.data_type())
        }
        _ => Err(no_list(kind)),
    }
}

fn no_list(kind: &DataType) -> ArrowError {
    ArrowError::InvalidArgumentError(format!("{kind} is no list"))
}

/// Lists of these lengths with these items, one behind the other.
fn list_of(
    kind: &DataType,
    lens: impl ExactSizeIterator<Item = usize>,
    items: ArrayRef,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    fn of<O: OffsetSizeTrait>(
        field: &arrow_schema::FieldRef,
        lens: impl ExactSizeIterator<Item = usize>,
        items: ArrayRef,
        nulls: Option<NullBuffer>,
    ) -> Result<ArrayRef, ArrowError> {
        let offsets = OffsetBuffer::<O>::from_lengths(lens);
        Ok(Arc::new(GenericListArray::<O>::try_new(field.clone(), offsets, items, nulls)?))
    }
    match kind {
        DataType::List(field) => of::<i32>(field, lens, items, nulls),
        DataType::LargeList(field) => of::<i64>(field, lens, items, nulls),
        DataType::FixedSizeList(field, len) => {
            Ok(Arc::new(FixedSizeListArray::try_new(field.clone(), *len, items, nulls)?))
        }
        _ => Err(no_list(kind)),
    }
}

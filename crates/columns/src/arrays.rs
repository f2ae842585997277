//! Boards as arrays.

use super::{
    ColumnsError,
    board_column::{BoardColumn, Lens},
    numbers::{array_of, is_integer},
    text_arrays::{Ascii, VIEWED, array_of_views, view_of},
};
use arrow_array::{
    ArrayRef, FixedSizeBinaryArray, FixedSizeListArray, GenericByteArray, GenericByteViewArray,
    GenericListArray, OffsetSizeTrait,
    types::{
        BinaryType, BinaryViewType, ByteArrayType, ByteViewType, LargeBinaryType, LargeUtf8Type,
        StringViewType, Utf8Type,
    },
};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_schema::{ArrowError, DataType};
use std::sync::Arc;

impl BoardColumn {
    /// The array of boards, null where there is none.
    ///
    /// # Errors
    /// If the boards do not fit the type.
    pub fn finish(mut self) -> Result<ArrayRef, ColumnsError> {
        let (count, is_full) = (self.len, !*self.seen.no_board.get_mut());
        let has_board = |board: usize| self.has_board[board / self.copies];
        let nulls = (!is_full).then(|| NullBuffer::new(BooleanBuffer::collect_bool(count, has_board)));
        let lens = self.close_gaps();
        let BoardColumn { kind, bytes, mut views, seen, .. } = self;
        let is_text = matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
        let is_ascii = !seen.not_ascii.into_inner();
        if let Lens::Same(len, _) = &lens
            && seen.views.into_inner() == count
            && count > 0
            && (is_ascii || !is_text)
        {
            // SAFETY: there is room for as many, parts do not overlap, and each wrote all of its views or none, so that as many
            // views as there are boards are all of them.
            unsafe { views.set_len(count) };
            return Ok(array_of_same_views(is_text, views, (bytes.into(), *len), nulls));
        }
        if is_text && is_ascii {
            // SAFETY: the bytes were zeros, they are written through parts alone, and a part looks at all of its bytes when it
            // is dropped, or after the last that it writes.
            let text = unsafe { Ascii::new_unchecked(bytes.into()) };
            return text_array(&kind, &lens, text, nulls).map_err(|_| ColumnsError::TooLong { found: kind });
        }
        board_array(&kind, &lens, bytes, nulls)
    }
}

/// The array of boards of these lengths, whose items are side by side.
///
/// # Errors
/// If they do not fit the type.
pub(super) fn board_array(
    kind: &DataType,
    lens: &Lens,
    bytes: Vec<u8>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ColumnsError> {
    let array = match kind {
        DataType::Utf8 => byte_array::<Utf8Type>(lens, bytes, nulls),
        DataType::LargeUtf8 => byte_array::<LargeUtf8Type>(lens, bytes, nulls),
        DataType::Binary => byte_array::<BinaryType>(lens, bytes, nulls),
        DataType::LargeBinary => byte_array::<LargeBinaryType>(lens, bytes, nulls),
        DataType::Utf8View => {
            view_array::<StringViewType>(lens, bytes.into(), nulls).map(|a| Arc::new(a) as _)
        }
        DataType::BinaryView => {
            view_array::<BinaryViewType>(lens, bytes.into(), nulls).map(|a| Arc::new(a) as _)
        }
        DataType::FixedSizeBinary(width) => {
            FixedSizeBinaryArray::try_new(*width, Buffer::from_vec(bytes), nulls).map(|a| Arc::new(a) as _)
        }
        _ => list_array(kind, lens, bytes, nulls),
    };
    array.map_err(|_| ColumnsError::TooLong { found: kind.clone() })
}

/// Boards of one length whose views were written with them; `is_text` if the bytes are ASCII.
fn array_of_same_views(
    is_text: bool,
    views: Vec<u128>,
    (bytes, len): (Buffer, usize),
    nulls: Option<NullBuffer>,
) -> ArrayRef {
    // SAFETY: every part wrote the views of its boards when it was dropped, and nothing has changed them since; if it is text, the
    // bytes are ASCII.
    unsafe {
        if is_text {
            Arc::new(array_of_views::<StringViewType>(views, &bytes, len, nulls))
        } else {
            Arc::new(array_of_views::<BinaryViewType>(views, &bytes, len, nulls))
        }
    }
}

fn byte_array<T: ByteArrayType>(
    lens: &Lens,
    bytes: Vec<u8>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(GenericByteArray::<T>::try_new(lens.offsets(), Buffer::from_vec(bytes), nulls)?))
}

/// Boards as text.
fn text_array(
    kind: &DataType,
    lens: &Lens,
    text: Ascii,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    Ok(match kind {
        DataType::Utf8View => {
            let views = view_array::<BinaryViewType>(lens, text.bytes().clone(), nulls)?;
            Arc::new(text.views(views))
        }
        DataType::LargeUtf8 => Arc::new(text.array::<LargeUtf8Type>(lens.offsets(), nulls)),
        _ => Arc::new(text.array::<Utf8Type>(lens.offsets(), nulls)),
    })
}

/// Views of boards, all of them longer than what a view itself can hold.
fn view_array<T: ByteViewType>(
    lens: &Lens,
    bytes: Buffer,
    nulls: Option<NullBuffer>,
) -> Result<GenericByteViewArray<T>, ArrowError> {
    let (mut at, mut starts) = (0, vec![0]);
    let views: Vec<u128> = lens
        .iter()
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
            view_of(len, prefix, starts.len() - 1, start - begin)
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
    lens: &Lens,
    bytes: Vec<u8>,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    let inner = item_type(kind)?;
    if is_integer(inner) {
        let numbers = array_of(inner, bytes).ok_or_else(|| no_list(kind))?;
        return list_of(kind, lens, numbers, nulls);
    }
    let numbers = array_of(item_type(inner)?, bytes).ok_or_else(|| no_list(kind))?;
    let sides: Vec<u32> = lens.iter().map(|len| len.isqrt() as u32).collect();
    let rows = sides.iter().flat_map(|&side| std::iter::repeat_n(side, side as usize)).collect();
    let rows = list_of(inner, &Lens::Each(rows), numbers, None)?;
    list_of(kind, &Lens::Each(sides), rows, nulls)
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
    ArrowError::InvalidArgumentError(format!("{kind} is not a list"))
}

/// Lists of these lengths with these items, one after the other.
fn list_of(
    kind: &DataType,
    lens: &Lens,
    items: ArrayRef,
    nulls: Option<NullBuffer>,
) -> Result<ArrayRef, ArrowError> {
    fn of<O: OffsetSizeTrait>(
        field: &arrow_schema::FieldRef,
        lens: &Lens,
        items: ArrayRef,
        nulls: Option<NullBuffer>,
    ) -> Result<ArrayRef, ArrowError> {
        Ok(Arc::new(GenericListArray::<O>::try_new(field.clone(), lens.offsets(), items, nulls)?))
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

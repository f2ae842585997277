//! Lists of integers.

use super::boards::each_item;
use arrow_array::{
    Array, ArrayRef, FixedSizeListArray, LargeListArray, ListArray, PrimitiveArray, StringArray, types::*,
};
use arrow_buffer::{NullBuffer, NullBufferBuilder, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, FieldRef};
use std::{ops::ControlFlow, sync::Arc};

/// The texts as lists of a type; null where one is not a list, has a number that does not fit, or has another length than all.
pub(super) fn lists(strings: &StringArray, data_type: &DataType) -> Result<ArrayRef, ArrowError> {
    let (item, len) = match data_type {
        DataType::List(item) | DataType::LargeList(item) => (item, None),
        DataType::FixedSizeList(item, len) => (item, Some(*len as usize)),
        other => return Err(ArrowError::CastError(format!("{other} is not a list"))),
    };
    match item.data_type() {
        DataType::Int8 => of_items::<Int8Type>(strings, len, data_type, item),
        DataType::Int16 => of_items::<Int16Type>(strings, len, data_type, item),
        DataType::Int32 => of_items::<Int32Type>(strings, len, data_type, item),
        DataType::Int64 => of_items::<Int64Type>(strings, len, data_type, item),
        DataType::UInt8 => of_items::<UInt8Type>(strings, len, data_type, item),
        DataType::UInt16 => of_items::<UInt16Type>(strings, len, data_type, item),
        DataType::UInt32 => of_items::<UInt32Type>(strings, len, data_type, item),
        DataType::UInt64 => of_items::<UInt64Type>(strings, len, data_type, item),
        other => Err(ArrowError::CastError(format!("lists of {other} cannot be written"))),
    }
}

fn of_items<T: ArrowPrimitiveType>(
    strings: &StringArray,
    len: Option<usize>,
    data_type: &DataType,
    item: &FieldRef,
) -> Result<ArrayRef, ArrowError>
where
    T::Native: TryFrom<i128> + Default,
{
    let mut items = Items::<T::Native>::default();
    let mut nulls = NullBufferBuilder::new(strings.len());
    let mut ends = vec![0];
    for text in strings {
        let is_list = text.is_some_and(|text| items.push(text, len));
        if let (false, Some(len)) = (is_list, len) {
            items.push_empty(len);
        }
        nulls.append(is_list);
        ends.push(items.values.len() as i32);
    }
    let items = PrimitiveArray::<T>::new(items.values.into(), items.nulls.finish());
    divided(Arc::new(items), ends, nulls.finish(), data_type, item)
}

/// The items as lists with these ends, after a 0.
fn divided(
    items: ArrayRef,
    ends: Vec<i32>,
    nulls: Option<NullBuffer>,
    data_type: &DataType,
    item: &FieldRef,
) -> Result<ArrayRef, ArrowError> {
    match data_type {
        DataType::FixedSizeList(_, size) => {
            Ok(Arc::new(FixedSizeListArray::try_new(item.clone(), *size, items, nulls)?))
        }
        DataType::List(_) => {
            let ends = OffsetBuffer::new(ends.into());
            Ok(Arc::new(ListArray::try_new(item.clone(), ends, items, nulls)?))
        }
        _ => {
            let ends: Vec<i64> = ends.into_iter().map(i64::from).collect();
            let ends = OffsetBuffer::new(ends.into());
            Ok(Arc::new(LargeListArray::try_new(item.clone(), ends, items, nulls)?))
        }
    }
}

/// The items of all lists, one after the other.
struct Items<N> {
    values: Vec<N>,
    nulls: NullBufferBuilder,
}

impl<N> Default for Items<N> {
    fn default() -> Items<N> {
        Items { values: Vec::new(), nulls: NullBufferBuilder::new(0) }
    }
}

impl<N: TryFrom<i128> + Default> Items<N> {
    /// Adds the items of a text; none if it is not a list of this type or has another length.
    fn push(&mut self, text: &str, len: Option<usize>) -> bool {
        let before = self.values.len();
        let is_list = each_item(text, |item| {
            let Ok(value) = item.map(N::try_from).transpose() else { return ControlFlow::Break(()) };
            self.nulls.append(value.is_some());
            self.values.push(value.unwrap_or_default());
            ControlFlow::Continue(())
        });
        let fits = is_list && len.is_none_or(|len| self.values.len() - before == len);
        if !fits {
            self.values.truncate(before);
            self.nulls.truncate(before);
        }
        fits
    }

    /// Adds as many items as a null of a fixed size takes.
    fn push_empty(&mut self, len: usize) {
        self.values.extend(std::iter::repeat_with(N::default).take(len));
        self.nulls.append_n_non_nulls(len);
    }
}

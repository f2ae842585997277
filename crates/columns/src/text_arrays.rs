//! Arrays of bytes that are known to be as they must be, so that nothing looks at them again.
//!
//! To check 81 MB of text for UTF-8 takes one thread a tenth of the time that two take to solve what is written there, and so
//! does a look at where each of its views leads.

use arrow_array::{
    Array, BinaryViewArray, DictionaryArray, GenericByteArray, GenericByteViewArray, Int8Array, StringArray,
    StringViewArray,
    types::{ByteArrayType, ByteViewType, Int8Type},
};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, OffsetBuffer};
use std::{mem::MaybeUninit, ops::RangeInclusive, sync::Arc};

/// The most bytes of one buffer of views: their offsets have 32 bits, and readers take them as signed.
pub(super) const VIEWED: usize = 1 << 30;

/// The lengths of values that a view points to and does not contain.
pub(super) const VIEWABLE: RangeInclusive<usize> = 13..=VIEWED;

/// Writes the views of values of one length, contiguous in `bytes`, as many as there is room for, and returns how many
/// they are. The first one is value number `first` of all.
pub(super) fn write_views(views: &mut [MaybeUninit<u128>], bytes: &[u8], len: usize, first: usize) -> usize {
    if views.is_empty() {
        return 0;
    }
    let per_buffer = VIEWED / len;
    let (mut buffer, mut nth) = (first / per_buffer, first % per_buffer);
    let mut written = 0;
    for (view, value) in views.iter_mut().zip(bytes.chunks_exact(len)) {
        let prefix = u32::from_le_bytes([value[0], value[1], value[2], value[3]]);
        view.write(view_of(len, prefix, buffer, nth * len));
        nth += 1;
        if nth == per_buffer {
            (buffer, nth) = (buffer + 1, 0);
        }
        written += 1;
    }
    written
}

/// The view of a value at this place of a buffer.
pub(super) fn view_of(len: usize, prefix: u32, buffer: usize, at: usize) -> u128 {
    let words = [len as u32, prefix, buffer as u32, at as u32];
    words.iter().rev().fold(0, |view, &word| view << 32 | u128::from(word))
}

/// The array of views that [`write_views`] wrote for all of the values in `bytes`.
///
/// # Panics
/// If there is not a view for each value, and a null bit, or values are too short or too long for views.
///
/// # Safety
/// All values must be of the type's, such as UTF-8, and the same bytes as when their views were written.
pub(super) unsafe fn array_of_views<T: ByteViewType>(
    views: Vec<u128>,
    bytes: &Buffer,
    len: usize,
    nulls: Option<NullBuffer>,
) -> GenericByteViewArray<T> {
    assert!(VIEWABLE.contains(&len) && views.len() * len == bytes.len(), "a view for each value");
    assert!(nulls.as_ref().is_none_or(|nulls| nulls.len() == views.len()), "one null bit for each value");
    let most = VIEWED / len * len;
    let parts = (0..bytes.len()).step_by(most);
    let buffers: Vec<Buffer> =
        parts.map(|start| bytes.slice_with_length(start, most.min(bytes.len() - start))).collect();
    debug_assert!(GenericByteViewArray::<T>::try_new(views.clone().into(), buffers.clone(), None).is_ok());
    // SAFETY: as the caller promises, the values are of the type and their views begin with their bytes; each is in the buffer of its
    // number, since every one but the last has as many whole values; and the nulls fit.
    unsafe { GenericByteViewArray::new_unchecked(views.into(), buffers, nulls) }
}

/// A dictionary of words with these keys.
///
/// # Panics
/// If a key is not the place of a word, except for nulls as -1.
pub(super) fn dictionary(keys: Int8Array, words: Arc<StringArray>) -> DictionaryArray<Int8Type> {
    // Without a branch in the loop: compiles to vector code. A negative key is greater than all others.
    let top = keys.values().iter().fold(0, |top, &key| top.max(key as u8));
    if usize::from(top) >= words.len() {
        return DictionaryArray::new(keys, words);
    }
    // SAFETY: all keys are places of words.
    unsafe { DictionaryArray::new_unchecked(keys, words) }
}

/// Bytes that are ASCII, every one.
pub(super) struct Ascii(Buffer);

impl Ascii {
    /// # Safety
    /// All bytes must be ASCII.
    pub unsafe fn new_unchecked(bytes: Buffer) -> Ascii {
        debug_assert!(bytes.is_ascii());
        Ascii(bytes)
    }

    pub fn bytes(&self) -> &Buffer {
        &self.0
    }

    /// Contiguous values.
    ///
    /// # Panics
    /// If an offset is not within the bytes, or there are not as many nulls as values.
    pub fn array<T: ByteArrayType>(
        self,
        offsets: OffsetBuffer<T::Offset>,
        nulls: Option<NullBuffer>,
    ) -> GenericByteArray<T> {
        let (end, len) = (offsets[offsets.len() - 1].as_usize(), offsets.len() - 1);
        assert!(end <= self.0.len(), "offsets within the bytes");
        assert!(nulls.as_ref().is_none_or(|nulls| nulls.len() == len), "one null bit for each value");
        // SAFETY: an `OffsetBuffer` does not decrease and its last offset is within the bytes; the nulls fit; and ASCII is
        // UTF-8, wherever it is cut.
        unsafe { GenericByteArray::new_unchecked(offsets, self.0, nulls) }
    }

    /// Views of these bytes, with no other buffers.
    ///
    /// # Panics
    /// If a view has other buffers.
    pub fn views(self, views: BinaryViewArray) -> StringViewArray {
        let own = self.0.as_ptr_range();
        let is_own = |buffer: &Buffer| {
            let part = buffer.as_ptr_range();
            own.start <= part.start && part.end <= own.end
        };
        assert!(views.data_buffers().iter().all(is_own), "views of these bytes");
        let is_long =
            |row: usize| views.is_null(row) || views.views()[row] as u32 > 12 || views.views()[row] == 0;
        debug_assert!((0..views.len()).all(is_long));
        // SAFETY: all views are of ASCII, which is UTF-8, wherever it is cut; a view has no bytes of its own, since no board
        // is as short as that, except empty ones.
        unsafe { views.to_string_view_unchecked() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{LargeStringArray, StringArray, types::*};

    /// The same as the constructors that check everything.
    #[test]
    fn arrays_equal_the_result_of_the_safe_constructors() {
        let text = "123......4".repeat(81);
        let bytes = Buffer::from(text.as_bytes());
        let offsets = OffsetBuffer::from_lengths([81; 10]);
        let nulls = Some(NullBuffer::from_iter((0..10).map(|row| row % 3 != 0)));
        // SAFETY: the text is ASCII.
        let ascii = || unsafe { Ascii::new_unchecked(bytes.clone()) };
        let array: StringArray = ascii().array::<Utf8Type>(offsets.clone(), nulls.clone());
        assert_eq!(array, StringArray::new(offsets, bytes.clone(), nulls.clone()));
        let offsets = OffsetBuffer::from_lengths([0, 16, 794]);
        let array: LargeStringArray = ascii().array::<LargeUtf8Type>(offsets.clone(), None);
        assert_eq!(array, LargeStringArray::new(offsets, bytes.clone(), None));
    }

    #[test]
    #[should_panic(expected = "offsets within the bytes")]
    fn offsets_past_the_bytes_are_refused() {
        // SAFETY: the text is ASCII.
        let ascii = unsafe { Ascii::new_unchecked(Buffer::from(b"1234")) };
        ascii.array::<Utf8Type>(OffsetBuffer::from_lengths([5]), None);
    }

    #[test]
    #[should_panic(expected = "views of these bytes")]
    fn views_of_other_bytes_are_refused() {
        let other = BinaryViewArray::from_iter_values([[200u8; 16]]);
        // SAFETY: the text is ASCII.
        let ascii = unsafe { Ascii::new_unchecked(Buffer::from(b"1234")) };
        ascii.views(other);
    }

    fn views_of(bytes: &Buffer, len: usize, first: usize, nulls: Option<NullBuffer>) -> StringViewArray {
        let count = bytes.len() / len;
        let mut views = vec![MaybeUninit::uninit(); count];
        assert_eq!(write_views(&mut views, bytes, len, first), count);
        // SAFETY: all of them were written.
        let views = views.into_iter().map(|view| unsafe { view.assume_init() }).collect();
        // SAFETY: the views are of these bytes, which are ASCII.
        unsafe { array_of_views(views, bytes, len, nulls) }
    }

    #[test]
    fn arrays_of_views_equal_the_result_of_the_safe_constructor() {
        let text = "123......4".repeat(81);
        let bytes = Buffer::from(text.as_bytes());
        for (len, nulls) in
            [(81, None), (81, Some(NullBuffer::from_iter((0..10).map(|row| row != 3)))), (27, None)]
        {
            let array = views_of(&bytes, len, 0, nulls.clone());
            let safe =
                StringViewArray::try_new(array.views().clone(), array.data_buffers().to_vec(), nulls.clone());
            assert_eq!(array, safe.unwrap());
            let values = (0..text.len() / len).map(|row| {
                let is_valid = nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
                is_valid.then(|| &text[row * len..(row + 1) * len])
            });
            assert_eq!(array, StringViewArray::from_iter(values));
        }
    }

    #[test]
    fn views_go_on_in_the_next_buffer_with_whole_values() {
        let bytes = [b'1'; 3 * 81];
        let mut views = [MaybeUninit::uninit(); 3];
        let first = VIEWED / 81 - 1;
        assert_eq!(write_views(&mut views, &bytes, 81, first), 3);
        let prefix = u32::from_le_bytes(*b"1111");
        let expected = [(0, first * 81), (1, 0), (1, 81)].map(|(buffer, at)| view_of(81, prefix, buffer, at));
        // SAFETY: all of them were written.
        assert_eq!(views.map(|view| unsafe { view.assume_init() }), expected);
    }

    #[test]
    #[should_panic(expected = "a view for each value")]
    fn too_few_views_are_refused() {
        // SAFETY: refused before anything is made of them.
        unsafe { array_of_views::<StringViewType>(vec![0], &Buffer::from([b'1'; 162]), 81, None) };
    }

    #[test]
    fn dictionaries_equal_the_result_of_the_safe_constructor() {
        let words = Arc::new(StringArray::from(vec!["solved", "none"]));
        for keys in [vec![Some(0), Some(1)], vec![Some(1), None, Some(0)], vec![None], vec![]] {
            let keys = Int8Array::from(keys);
            assert_eq!(dictionary(keys.clone(), words.clone()), DictionaryArray::new(keys, words.clone()));
        }
    }

    #[test]
    #[should_panic(expected = "Invalid dictionary key")]
    fn keys_of_no_word_are_refused() {
        dictionary(Int8Array::from(vec![0, 2]), Arc::new(StringArray::from(vec!["solved", "none"])));
    }
}

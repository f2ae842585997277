//! Arrays of text whose bytes are known to be ASCII, so that nothing looks at them again.
//!
//! To check 81 MB of text for UTF-8 takes one thread a tenth of the time that two take to solve what is written there.

use arrow_array::{Array, BinaryViewArray, GenericByteArray, StringViewArray, types::ByteArrayType};
use arrow_buffer::{ArrowNativeType, Buffer, NullBuffer, OffsetBuffer};

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

    /// Values one behind the other.
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

    /// Views of these bytes, with those of no other buffers.
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
        // is as short as that, but for empty ones.
        unsafe { views.to_string_view_unchecked() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{LargeStringArray, StringArray, types::*};

    /// The same as the constructors that check everything.
    #[test]
    fn arrays_are_those_of_the_safe_constructors() {
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
    fn offsets_behind_the_bytes_are_refused() {
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
}

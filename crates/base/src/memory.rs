//! The memory of collections.

/// The bytes that a vector has allocated, used or not.
pub fn heap_bytes<T>(vector: &Vec<T>) -> usize {
    vector.capacity() * size_of::<T>()
}

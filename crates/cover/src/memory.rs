//! Allocations that may fail, because they grow with a problem.

use quadrille_base::error::{Error, ErrorKind};
use std::{alloc::Layout, collections::HashMap, fmt, hash::Hash};

/// Memory for a problem, or for the search of one, could not be allocated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutOfMemory {
    bytes: usize,
}

impl OutOfMemory {
    /// The number of bytes that could not be allocated.
    pub fn bytes(&self) -> usize {
        self.bytes
    }

    /// The failure to allocate `len` values.
    pub fn of<T>(len: usize) -> OutOfMemory {
        OutOfMemory { bytes: len.saturating_mul(size_of::<T>()) }
    }

    /// Ends the process, as any other failed allocation does.
    pub fn abort(self) -> ! {
        let layout = Layout::from_size_align(self.bytes, 1).unwrap_or(Layout::new::<usize>());
        std::alloc::handle_alloc_error(layout)
    }
}

impl fmt::Display for OutOfMemory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes of memory for the exact cover problem could not be allocated", self.bytes)
    }
}

impl std::error::Error for OutOfMemory {}

impl From<OutOfMemory> for Error {
    fn from(error: OutOfMemory) -> Error {
        Error::of(ErrorKind::OutOfMemory, error)
    }
}

/// An empty vector with room for `len` values.
pub fn with_capacity<T>(len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vector = Vec::new();
    vector.try_reserve_exact(len).map_err(|_| OutOfMemory::of::<T>(len))?;
    Ok(vector)
}

/// A vector of `len` equal values.
pub fn filled<T: Clone>(value: T, len: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut vector = with_capacity(len)?;
    vector.resize(len, value);
    Ok(vector)
}

/// Room for `more` values; the vector grows as by `push`.
#[inline]
pub fn reserve<T>(vector: &mut Vec<T>, more: usize) -> Result<(), OutOfMemory> {
    vector.try_reserve(more).map_err(|_| OutOfMemory::of::<T>(vector.len() + more))
}

/// Room for `capacity` values in all, and no more than that.
pub fn reserve_exact<T>(vector: &mut Vec<T>, capacity: usize) -> Result<(), OutOfMemory> {
    let more = capacity.saturating_sub(vector.len());
    vector.try_reserve_exact(more).map_err(|_| OutOfMemory::of::<T>(capacity))
}

/// Room for one more entry.
#[inline]
pub fn reserve_entry<K: Eq + Hash, V>(map: &mut HashMap<K, V>) -> Result<(), OutOfMemory> {
    map.try_reserve(1).map_err(|_| OutOfMemory::of::<(K, V)>(2 * map.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_allocated_is_an_error_with_its_size() {
        let bytes = usize::MAX / 4;
        assert_eq!(filled(0u16, bytes / 2).unwrap_err().bytes(), bytes / 2 * 2);
        assert_eq!(with_capacity::<u64>(usize::MAX).unwrap_err().bytes(), usize::MAX);
        let mut vector = vec![1u8];
        assert!(reserve(&mut vector, usize::MAX / 2).is_err() && reserve(&mut vector, 1).is_ok());
        assert_eq!((vector, filled(7, 2)), (vec![1], Ok(vec![7, 7])));
    }
}

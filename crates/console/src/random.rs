//! Unpredictable numbers.

use std::{
    collections::hash_map::RandomState,
    hash::{BuildHasher, Hasher},
};

/// A random number. The standard library takes the keys of its hash tables from the operating system.
pub fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}

#[cfg(test)]
mod tests {
    #[test]
    fn numbers_differ() {
        assert_ne!(super::random(), super::random());
    }
}

//! Vectors in memory.

use super::super::{CELLS, motion::ROW, texts::VECTOR};
use std::{arch::x86_64::*, mem::MaybeUninit};

#[inline]
#[target_feature(enable = "avx2")]
pub fn load16(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the array has 16 bytes.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub fn store16(bytes: &mut [u8; ROW], part: __m128i) {
    // SAFETY: the array has 16 bytes.
    unsafe { _mm_storeu_si128(bytes.as_mut_ptr().cast(), part) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub fn load_vector(bytes: &[u8; VECTOR]) -> __m256i {
    // SAFETY: the array has 32 bytes.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub fn store_vector(bytes: &mut [MaybeUninit<u8>; VECTOR], vector: __m256i) {
    // SAFETY: the array has 32 bytes.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().cast(), vector) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub fn load(bytes: &[u8; CELLS], at: usize) -> __m256i {
    assert!(at + 32 <= CELLS);
    // SAFETY: the 32 bytes are within the array.
    unsafe { _mm256_loadu_si256(bytes.as_ptr().add(at).cast()) }
}

#[inline]
#[target_feature(enable = "avx2")]
pub fn store(bytes: &mut [MaybeUninit<u8>; CELLS], at: usize, part: __m256i) {
    assert!(at + 32 <= CELLS);
    // SAFETY: the 32 bytes are within the array.
    unsafe { _mm256_storeu_si256(bytes.as_mut_ptr().add(at).cast(), part) }
}

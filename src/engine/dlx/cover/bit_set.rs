//! Sets of small numbers, as bits of a few words.

/// A set of numbers below `64·W`.
pub(super) type Set<const W: usize> = [u64; W];

#[inline(always)]
pub(super) fn insert<const W: usize>(set: &mut Set<W>, member: usize) {
    set[member / 64] |= 1 << (member % 64);
}

#[inline(always)]
pub(super) fn contains<const W: usize>(set: &Set<W>, member: usize) -> bool {
    set[member / 64] >> (member % 64) & 1 != 0
}

/// Removes the members of another set.
#[inline(always)]
pub(super) fn remove<const W: usize>(set: &mut Set<W>, other: &Set<W>) {
    (0..W).for_each(|w| set[w] &= !other[w]);
}

/// The numbers below `n`.
pub(super) fn below<const W: usize>(n: usize) -> Set<W> {
    let mut set = [0; W];
    (0..n).for_each(|member| insert(&mut set, member));
    set
}

/// The number of members.
#[inline(always)]
pub(super) fn size<const W: usize>(set: &Set<W>) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

/// Removes and returns the smallest member of a set that is not empty.
#[inline(always)]
pub(super) fn pop<const W: usize>(set: &mut Set<W>) -> usize {
    let word = set.iter().position(|&word| word != 0).unwrap_or(0);
    let bit = set[word].trailing_zeros() as usize;
    set[word] &= set[word].wrapping_sub(1);
    64 * word + bit
}

/// The members, ascending.
pub(super) fn members<const W: usize>(mut set: Set<W>) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || (set != [0; W]).then(|| pop(&mut set)))
}

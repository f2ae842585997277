//! Sets of small numbers, as bits of a few words.

/// A set of numbers below `64·W`.
pub(in crate::cover) type Set<const W: usize> = [u64; W];

#[inline(always)]
pub(in crate::cover) fn insert<const W: usize>(set: &mut Set<W>, member: usize) {
    set[member / 64] |= 1 << (member % 64);
}

#[inline(always)]
pub(in crate::cover) fn contains<const W: usize>(set: &Set<W>, member: usize) -> bool {
    set[member / 64] >> (member % 64) & 1 != 0
}

/// Removes the members of another set.
#[inline(always)]
pub(in crate::cover) fn remove<const W: usize>(set: &mut Set<W>, other: &Set<W>) {
    for w in 0..W {
        set[w] &= !other[w];
    }
}

/// The numbers below `n`.
pub(super) fn below<const W: usize>(n: usize) -> Set<W> {
    let mut set = [0; W];
    for (w, word) in set.iter_mut().enumerate() {
        let members = n.saturating_sub(64 * w);
        *word = if members < 64 { (1 << members) - 1 } else { u64::MAX };
    }
    set
}

/// The number of members.
#[inline(always)]
pub(in crate::cover) fn size<const W: usize>(set: &Set<W>) -> u32 {
    let mut size = 0;
    for word in set {
        size += word.count_ones();
    }
    size
}

/// Removes and returns the smallest member of a set that is not empty.
#[inline(always)]
pub(in crate::cover) fn pop<const W: usize>(set: &mut Set<W>) -> usize {
    let mut word = 0;
    while word + 1 < W && set[word] == 0 {
        word += 1;
    }
    let bit = set[word].trailing_zeros() as usize;
    set[word] &= set[word].wrapping_sub(1);
    64 * word + bit
}

/// The members, ascending.
pub(in crate::cover) fn members<const W: usize>(mut set: Set<W>) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || (!is_empty(&set)).then(|| pop(&mut set)))
}

/// Whether the set is empty.
#[inline(always)]
pub(super) fn is_empty<const W: usize>(set: &Set<W>) -> bool {
    let mut all = 0;
    for word in set {
        all |= word;
    }
    all == 0
}

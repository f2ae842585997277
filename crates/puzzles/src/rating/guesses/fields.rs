//! Words of four fields of 16 bits, each a set of digits; bit 0 is digit 1.

/// The nine digits of every field.
pub(super) const ALL: u64 = 0x01FF_01FF_01FF_01FF;
/// The lower three fields.
pub(super) const THREE: u64 = 0x0000_FFFF_FFFF_FFFF;
/// The highest bit of every field, which no digit uses.
const GUARD: u64 = 0x8000_8000_8000_8000;
/// The lowest bit of every field.
const LOW: u64 = GUARD >> 15;

/// Moves each of the lower three fields up by `bits / 16` places, around their end; the fourth is 0, and `bits` is 0, 16
/// or 32.
#[inline(always)]
pub(super) const fn turn(word: u64, bits: u32) -> u64 {
    (word << bits | word >> (48 - bits)) & THREE
}

/// For each of the lower three fields the digits of the other two.
#[inline(always)]
pub(super) fn others(word: u64) -> u64 {
    turn(word, 16) | turn(word, 32)
}

/// A digit in each field. Multiplied by a set of digits it is that set in each.
#[inline(always)]
pub(super) fn in_three(digits: u64) -> u64 {
    digits | digits << 16 | digits << 32
}

/// All digits of the fields that have some.
#[inline(always)]
pub(super) fn filled(word: u64) -> u64 {
    let some = (word + (GUARD - LOW)) & GUARD;
    some - (some >> 15)
}

/// Every field without its lowest digit.
#[inline(always)]
pub(super) fn without_lowest(word: u64) -> u64 {
    word & ((word | GUARD) - LOW)
}

/// The digits of the fields that have one digit.
#[inline(always)]
pub(super) fn singles(word: u64) -> u64 {
    word & !filled(without_lowest(word))
}

/// The fields with three digits or more, as all digits of them, and those with four or more.
#[inline(always)]
pub(super) fn three_or_more(word: u64) -> [u64; 2] {
    let third = without_lowest(without_lowest(word));
    [filled(third), filled(without_lowest(third))]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields of a word, one by one.
    fn each(word: u64, f: impl Fn(u64) -> u64) -> u64 {
        (0..4).fold(0, |all, i| all | f(word >> (16 * i) & 0xFFFF) << (16 * i))
    }

    #[test]
    fn fields_do_not_touch_each_other() {
        let mut random = 0x9E37_79B9_7F4A_7C15_u64;
        for _ in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let word = random.rotate_right(17) & random.rotate_right(40) & ALL;
            let digits = |if_so: bool| if if_so { 0x7FFF } else { 0 };
            assert_eq!(filled(word), each(word, |field| digits(field != 0)));
            assert_eq!(singles(word), each(word, |field| if field.count_ones() == 1 { field } else { 0 }));
            let counted = [3, 4].map(|n| each(word, |field| digits(field.count_ones() >= n)));
            assert_eq!(three_or_more(word), counted);
            let three = word & THREE;
            assert_eq!(turn(three, 0), three);
            assert_eq!(turn(turn(three, 16), 32), three);
            let [a, b, c] = [0, 1, 2].map(|i| word >> (16 * i) & 0x1FF);
            assert_eq!(others(three), (b | c) | (a | c) << 16 | (a | b) << 32);
            assert_eq!(in_three(a), a * 0x1_0001_0001);
        }
    }
}

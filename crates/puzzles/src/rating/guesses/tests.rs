//! The rules of every instruction set against the portable ones, on random boxes.

use super::{
    boxes::{BoxDigits, BoxTask},
    fields::{ALL, THREE},
    rules::{Portable, Rules},
};

/// Words of random fields, with many or few digits.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 ^ self.0 >> 29
    }

    /// A field has each digit with a probability of 7 in 8, of 3 in 4, or of 1 in 2.
    fn fields(&mut self) -> u64 {
        let (a, b, c) = (self.next(), self.next().rotate_left(13), self.next().rotate_left(31));
        ALL & match self.next() >> 60 {
            0..8 => a | b | c,
            8..12 => a | b,
            _ => a,
        }
    }

    fn digits(&mut self) -> BoxDigits {
        [self.fields(), self.fields(), self.fields(), self.fields() & THREE]
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn avx2_does_the_same_as_the_portable_rules() {
    let Some(avx2) = super::avx2::Avx2::new() else { return };
    let mut words = Words(1);
    let (mut changed, mut alive) = (0, 0);
    for i in 0..200_000 {
        let mut task = BoxTask::new(i % 6, i % 3, words.fields() & THREE);
        if i % 4 != 0 {
            task.rows |= words.fields() & THREE;
        }
        let digits = words.digits();
        assert_eq!(avx2.changes(&digits, &task), Portable.changes(&digits, &task), "{digits:x?}");
        changed += usize::from(Portable.changes(&digits, &task));
        let (mut ours, mut expected) = (digits, digits);
        let removed = Portable.narrow(&mut expected, &task);
        assert_eq!(avx2.narrow(&mut ours, &task), removed, "{digits:x?}");
        if removed.is_some() {
            assert_eq!(ours, expected, "{digits:x?}");
            alive += 1;
        }
        let threes = [words.next(), words.next(), words.next()].map(|word| word & words.next() & ALL & THREE);
        assert_eq!(avx2.threes(threes), Portable.threes(threes));
    }
    assert!(changed > 100_000 && alive > 1_000, "{changed} changed, {alive} without contradiction");
}

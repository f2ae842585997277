//! Numbers of solutions: exact, of any size.

use num_bigint::BigUint;
use std::ops::{AddAssign, MulAssign};

/// A number of solutions: a machine number as long as it fits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Number {
    /// Below 2¹²⁷.
    Small(u128),
    /// 2¹²⁷ or more.
    Big(BigUint),
}

/// Numbers from here on are big, so that a small one leaves its highest bit to the table.
const BIG: u128 = 1 << 127;

impl Number {
    pub const ZERO: Number = Number::Small(0);
    pub const ONE: Number = Number::Small(1);

    pub fn is_zero(&self) -> bool {
        *self == Number::ZERO
    }

    pub fn to_big(&self) -> BigUint {
        match self {
            Number::Small(small) => BigUint::from(*small),
            Number::Big(big) => big.clone(),
        }
    }

    fn from_big(big: BigUint) -> Number {
        match u128::try_from(&big) {
            Ok(small) if small < BIG => Number::Small(small),
            _ => Number::Big(big),
        }
    }
}

impl Default for Number {
    fn default() -> Number {
        Number::ZERO
    }
}

impl AddAssign<&Number> for Number {
    #[inline(always)]
    fn add_assign(&mut self, other: &Number) {
        if let (Number::Small(sum), Number::Small(more)) = (&mut *self, other) {
            // Both are below 2¹²⁷, so this cannot overflow.
            *sum += more;
            if *sum < BIG {
                return;
            }
            *self = Number::Big(BigUint::from(*sum));
            return;
        }
        *self = Number::from_big(self.to_big() + other.to_big());
    }
}

impl MulAssign<&Number> for Number {
    fn mul_assign(&mut self, other: &Number) {
        if let (Number::Small(product), Number::Small(factor)) = (&*self, other)
            && let Some(small) = product.checked_mul(*factor).filter(|small| *small < BIG)
        {
            *self = Number::Small(small);
            return;
        }
        *self = Number::from_big(self.to_big() * other.to_big());
    }
}

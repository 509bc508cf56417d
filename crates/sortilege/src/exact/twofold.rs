//! Numbers of about 32 decimal digits: the unevaluated sum of two floats (Dekker 1971).
//!
//! Where payoffs nearly coincide, a simplex tableau loses as many digits as they agree in, once for
//! every such coincidence. With twice the digits, enough are always left for a float.

use std::ops::{Div, Mul, Sub};

/// `high` is the number rounded to a float, `low` the rounding error.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub(super) struct Twofold {
    high: f64,
    low: f64,
}

impl Twofold {
    pub(super) const ONE: Twofold = Twofold { high: 1.0, low: 0.0 };
    pub(super) const ZERO: Twofold = Twofold { high: 0.0, low: 0.0 };

    pub(super) fn to_float(self) -> f64 {
        self.high
    }

    /// The exact sum (Knuth's two-sum).
    #[inline]
    pub(super) fn sum(a: f64, b: f64) -> Self {
        let high = a + b;
        let rounded_b = high - a;
        let rounded_a = high - rounded_b;
        Twofold { high, low: (a - rounded_a) + (b - rounded_b) }
    }

    /// The product, exact except for underflow.
    #[inline]
    fn product(a: f64, b: f64) -> Self {
        let high = a * b;
        Twofold { high, low: a.mul_add(b, -high) }
    }

    /// The same number, normalized after `low` has grown.
    #[inline]
    fn settled(self) -> Self {
        let high = self.high + self.low;
        Twofold { high, low: self.low - (high - self.high) }
    }
}

impl From<f64> for Twofold {
    fn from(number: f64) -> Self {
        Twofold { high: number, low: 0.0 }
    }
}

impl Sub for Twofold {
    type Output = Self;
    /// Both halves are subtracted exactly, so the result is accurate even if the high halves
    /// cancel.
    #[inline]
    fn sub(self, other: Self) -> Self {
        let highs = Twofold::sum(self.high, -other.high);
        let lows = Twofold::sum(self.low, -other.low);
        let first = Twofold { low: highs.low + lows.high, ..highs }.settled();
        Twofold { low: first.low + lows.low, ..first }.settled()
    }
}

impl Mul for Twofold {
    type Output = Self;
    #[inline]
    fn mul(self, other: Self) -> Self {
        let highs = Twofold::product(self.high, other.high);
        Twofold { low: highs.low + (self.high * other.low + self.low * other.high), ..highs }
            .settled()
    }
}

impl Div for Twofold {
    type Output = Self;
    /// Long division: the quotient's first 16 digits, then those of the remainder.
    #[inline]
    fn div(self, other: Self) -> Self {
        let first = self.high / other.high;
        let rest = self - other * Twofold::from(first);
        let second = rest.high / other.high;
        let rest = rest - other * Twofold::from(second);
        let settled = Twofold::sum(first, second);
        Twofold { low: settled.low + rest.high / other.high, ..settled }.settled()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// 1/3 and 1/7 to 32 digits, though neither fits a float.
    #[test]
    fn thirds_times_three_are_one() {
        let third = Twofold::ONE / Twofold::from(3.0);
        let error = Twofold::ONE - third * Twofold::from(3.0);
        assert!(error.to_float().abs() < 1e-31, "{error:?}");
        let difference =
            third - Twofold::ONE / Twofold::from(7.0) - Twofold::from(4.0) / Twofold::from(21.0);
        assert!(difference.to_float().abs() < 1e-31, "{difference:?}");
    }

    proptest! {
        #[test]
        fn division_undoes_multiplication(a in 0.1..10.0_f64, b in 0.1..10.0_f64, tiny in -1e-17..1e-17_f64) {
            let (a, b) = (Twofold::sum(a, tiny), Twofold::sum(b, -tiny));
            let error = (a * b / b - a).to_float() / a.to_float();
            prop_assert!(error.abs() < 1e-30, "{}", error);
        }

        #[test]
        fn integers_beyond_a_float_are_exact(a in LARGE, b in LARGE) {
            let twofold = |n: i128| {
                let high = n as f64;
                Twofold { high, low: (n - high as i128) as f64 }
            };
            let error = twofold(a) - twofold(b) - twofold(a - b);
            prop_assert_eq!(error.to_float(), 0.0);
        }
    }

    const LARGE: std::ops::Range<i128> = -1 << 100..1 << 100;
}

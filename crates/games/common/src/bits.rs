//! Sets of small numbers as the bits of an integer.

/// An integer as the set of the indices of its bits.
pub trait Mask: Copy {
    /// Number of elements.
    fn len(self) -> u32;

    /// The lowest element, if the set [is not empty](Mask::is_empty).
    fn lowest(self) -> u8;

    /// The set without its lowest element; the empty set stays empty.
    fn without_lowest(self) -> Self;

    /// Returns whether the set is empty.
    fn is_empty(self) -> bool;
}

macro_rules! masks {
    ($($integer:ty)*) => {$(
        impl Mask for $integer {
            #[inline]
            fn len(self) -> u32 {
                self.count_ones()
            }
            #[inline]
            fn lowest(self) -> u8 {
                self.trailing_zeros() as u8
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn is_empty(self) -> bool {
                self == 0
            }
        }
    )*};
}

masks!(u16 u32 u64 u128);

/// Iterates over the indices of the set bits, lowest first.
#[inline]
pub fn bits<M: Mask>(mut mask: M) -> impl Iterator<Item = u8> + Clone {
    std::iter::from_fn(move || {
        let bit = (!mask.is_empty()).then(|| mask.lowest());
        mask = mask.without_lowest();
        bit
    })
}

/// The same with a known length, so that collecting into a list allocates only once. It pays off
/// for large sets.
#[inline]
pub fn counted_bits<M: Mask>(mut mask: M) -> impl ExactSizeIterator<Item = u8> {
    (0..mask.len()).map(move |_| {
        let bit = mask.lowest();
        mask = mask.without_lowest();
        bit
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_in_order_and_counted_or_not() {
        for mask in [0u16, 1, 0x8000, 0x8421, u16::MAX] {
            let right: Vec<u8> = (0..16).filter(|bit| mask >> bit & 1 == 1).collect();
            assert_eq!(bits(mask).collect::<Vec<_>>(), right);
            assert_eq!(counted_bits(mask).collect::<Vec<_>>(), right);
        }
        assert_eq!(bits(1u128 << 127 | 1 << 64).collect::<Vec<_>>(), [64, 127]);
        assert_eq!(counted_bits(u64::MAX).len(), 64);
    }
}

//! A byte of every label, side by side: who looks for a label looks for its byte first, eight at a
//! time, and at few labels.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;

/// Bytes of the labels of edges, by the index of the edge. It is empty in trees in which nobody
/// looks for labels, and bytes of edges that nobody looks for mean nothing.
#[derive(Clone, Debug, Default)]
pub(super) struct Tags(Vec<u8>);

/// Bytes that are looked at together; so many follow the last one, so that it can be looked at with
/// what is behind it.
const TOGETHER: usize = 8;
const ONES: u64 = u64::from_le_bytes([1; TOGETHER]);
const HIGHEST_BITS: u64 = u64::from_le_bytes([0x80; TOGETHER]);

/// The byte of a label.
#[inline]
fn tag(label: impl Hash) -> u8 {
    FxBuildHasher.hash_one(label) as u8
}

impl Tags {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    pub(super) fn bytes(&self) -> usize {
        self.0.len()
    }

    /// Makes room for so many edges, if anybody looks for labels.
    pub(super) fn resize(&mut self, edges: usize) {
        if !self.0.is_empty() {
            self.0.resize(edges + TOGETHER, 0);
        }
    }

    /// Notes bytes of labels of some edges, of so many in all.
    pub(super) fn set<L: Hash>(&mut self, labels: impl Iterator<Item = (usize, L)>, edges: usize) {
        if self.0.is_empty() {
            self.0.resize(edges + TOGETHER, 0);
        }
        labels.for_each(|(edge, label)| self.0[edge] = tag(label));
    }

    pub(super) fn copy_within(&mut self, edges: Range<usize>, to: usize) {
        if !self.0.is_empty() {
            self.0.copy_within(edges, to);
        }
    }

    /// Takes over bytes of another tree for the last of so many edges.
    pub(super) fn extend(&mut self, other: &Tags, from: Range<usize>, edges: usize) {
        if !other.0.is_empty() {
            self.0.resize(edges + TOGETHER, 0);
            self.0[edges - from.len()..edges].copy_from_slice(&other.0[from]);
        }
    }

    /// The place among some edges of the one that has a label with this byte and is the right one,
    /// if there is one.
    #[inline]
    pub(super) fn position(
        &self,
        edges: Range<usize>,
        label: impl Hash,
        is_right: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let alike = ONES * u64::from(tag(label));
        for at in edges.clone().step_by(TOGETHER) {
            let bytes =
                self.0[at..at + TOGETHER].try_into().expect("so many are looked at together");
            let differences = u64::from_le_bytes(bytes) ^ alike;
            // Marks all bytes without a difference, and at times one behind such a byte, which is
            // then not the right one.
            let mut found = differences.wrapping_sub(ONES) & !differences & HIGHEST_BITS;
            while found != 0 {
                let place = at - edges.start + found.trailing_zeros() as usize / 8;
                if place < edges.len() && is_right(place) {
                    return Some(place);
                }
                found &= found - 1;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Each label is found where it stands and nowhere else, whatever stands around it.
        #[test]
        fn labels_are_found_by_their_bytes(labels in prop::collection::vec(0u16..600, 1..60), before in 0usize..9) {
            let mut tags = Tags::default();
            let edges = before + labels.len();
            tags.set((before..).zip(&labels), edges);
            for label in 0..600 {
                let found = tags.position(before..edges, label, |place| labels[place] == label);
                prop_assert_eq!(found, labels.iter().position(|&other| other == label));
            }
        }
    }
}

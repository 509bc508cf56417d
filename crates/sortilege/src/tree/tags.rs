//! One-byte tags of labels in an array: a lookup compares eight tags at a time, and then only the
//! few labels whose tags match.

use rustc_hash::FxBuildHasher;
use std::hash::{BuildHasher, Hash};
use std::ops::Range;

/// Tags of the labels of edges, by edge index. It is empty in trees that never look up labels, and
/// tags of edges that are not looked up are meaningless.
#[derive(Clone, Debug, Default)]
pub(super) struct Tags(Vec<u8>);

/// Number of tags compared at once. As many bytes of padding follow the last tag, so that it can be
/// read as part of a full group.
const TOGETHER: usize = 8;
const ONES: u64 = u64::from_le_bytes([1; TOGETHER]);
const HIGHEST_BITS: u64 = u64::from_le_bytes([0x80; TOGETHER]);

/// The tag of a label.
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

    /// Changes the number of edges, if the tree looks up labels.
    pub(super) fn resize(&mut self, edges: usize) {
        if !self.0.is_empty() {
            self.0.resize(edges + TOGETHER, 0);
        }
    }

    /// Sets the tags of some edges; `edges` is the total number of edges.
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

    /// Copies tags of another tree for the last of `edges` edges.
    pub(super) fn extend(&mut self, other: &Tags, from: Range<usize>, edges: usize) {
        if !other.0.is_empty() {
            self.0.resize(edges + TOGETHER, 0);
            self.0[edges - from.len()..edges].copy_from_slice(&other.0[from]);
        }
    }

    /// The place, within a range of edges, of the edge whose tag matches the label and for which
    /// `is_right` holds.
    #[inline]
    pub(super) fn position(
        &self,
        edges: Range<usize>,
        label: impl Hash,
        is_right: impl Fn(usize) -> bool,
    ) -> Option<usize> {
        let alike = ONES * u64::from(tag(label));
        for at in edges.clone().step_by(TOGETHER) {
            let bytes = self.0[at..at + TOGETHER].try_into().expect("the slice has this length");
            let differences = u64::from_le_bytes(bytes) ^ alike;
            // Marks all zero bytes and sometimes the byte after one; `is_right` rejects such a
            // false match.
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
        /// Each label is found at its own place only, whatever its neighbours.
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

//! Secret names: ids of games and tokens of seats.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering};

/// Source of secret names: numbers under a keyed hash, whose key the system draws once per process.
#[derive(Debug, Default)]
pub struct Secrets {
    key: RandomState,
    drawn: AtomicU64,
}

impl Secrets {
    /// Returns a new name: 32 hexadecimal digits.
    pub fn draw(&self) -> String {
        let number = self.drawn.fetch_add(1, Ordering::Relaxed);
        format!(
            "{:016x}{:016x}",
            self.key.hash_one((number, 'a')),
            self.key.hash_one((number, 'b'))
        )
    }

    /// Returns a random seed for a game; players cannot predict the chance events from it.
    pub fn seed(&self) -> u64 {
        self.key.hash_one((self.drawn.fetch_add(1, Ordering::Relaxed), 'c'))
    }
}

/// Whether a text has the form of a drawn name. No other text is looked up, in particular not on
/// disk.
pub fn is_drawn(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// Compares two secrets in a time that does not depend on where they differ.
pub fn same(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_and_look_like_names() {
        let secrets = Secrets::default();
        let names: std::collections::HashSet<String> = (0..1000).map(|_| secrets.draw()).collect();
        assert_eq!(names.len(), 1000);
        assert!(names.iter().all(|name| is_drawn(name)));
        for nonsense in ["", "../../etc/passwd", "0123456789abcdef0123456789abcdeF", "0123"] {
            assert!(!is_drawn(nonsense), "{nonsense}");
        }
    }

    #[test]
    fn secrets_are_compared_whole() {
        assert!(same("ab", "ab") && !same("ab", "abc") && !same("ab", "aB") && same("", ""));
    }
}

//! Fixed workloads for every game and the main searches, to be timed (`benches/speed.rs`) or
//! counted in instructions (`bin/instructions.rs`). Each workload is seeded, runs on one thread and
//! does the same every time.
//!
//! `bin/overhead.rs` measures the time that searches spend outside playouts, and `bin/memory.rs`
//! the memory of their trees. `bin/growth.rs` and `bin/threads.rs` measure their speed with large
//! trees and on several threads.

mod games;
mod searches;
mod workload;

pub use games::{Visitor, visit};
pub use searches::{TREES, determinized, ensemble, setup};
pub use workload::{Work, Workload, after};

/// All workloads: playouts, tree steps and determinizations of every game, then the searches.
pub fn workloads() -> Vec<Workload> {
    let mut all = games::workloads();
    all.extend(searches::workloads());
    all
}

/// Runs the work. It is a separate function and never inlined, because callgrind is configured to
/// count only inside it.
#[inline(never)]
pub fn counted(work: &mut Work) -> u64 {
    work()
}

/// Formats a number with commas.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> = digits
        .as_bytes()
        .rchunks(3)
        .rev()
        .map(|group| std::str::from_utf8(group).expect("digits"))
        .collect();
    groups.join(",")
}

/// Median.
pub fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_differ() {
        let all = workloads();
        let names: HashSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names.len(), all.len());
    }

    #[test]
    fn digits_come_in_threes() {
        assert_eq!([1, 1234, 12_345_678].map(grouped), ["1", "1,234", "12,345,678"]);
    }

    #[test]
    fn the_same_work_every_time() {
        for workload in workloads() {
            let [mut work, mut again] = [workload.prepare(), workload.prepare()];
            let first = work();
            assert_eq!(work(), first, "{} differs once it is warm", workload.name);
            assert_eq!(again(), first, "{} differs from one time to the next", workload.name);
        }
    }
}

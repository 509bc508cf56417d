//! Fixed pieces of work over every game and the main searches, to be timed (`benches/speed.rs`) or counted in
//! instructions (`bin/instructions.rs`). Each is seeded, runs on one thread and does the same every time.

mod games;
mod searches;
mod workload;

pub use workload::{Work, Workload};

/// All of them: playouts, tree steps and determinizations of every game, then the searches.
pub fn workloads() -> Vec<Workload> {
    let mut all = games::workloads();
    all.extend(searches::workloads());
    all
}

/// Does the work. It is a function of its own, and never inlined, because callgrind is told to count while it runs.
#[inline(never)]
pub fn counted(work: &mut Work) -> u64 {
    work()
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
    fn the_same_work_every_time() {
        for workload in workloads() {
            let [mut work, mut again] = [workload.prepare(), workload.prepare()];
            let first = work();
            assert_eq!(work(), first, "{} differs once it is warm", workload.name);
            assert_eq!(again(), first, "{} differs from one time to the next", workload.name);
        }
    }
}

//! Model checking of the state that threads of one decision share: the budget of iterations and the
//! merged counts. Loom runs the library's own source file through every interleaving of two
//! threads, and through every value that their loads may return: `cargo test --manifest-path
//! fuzz/interleavings/Cargo.toml`.

#![cfg(test)]

#[path = "../../../crates/sortilege/src/search/parallel/shared.rs"]
mod shared;

/// Locks and atomics under the control of loom.
mod sync {
    pub(super) use loom::sync::Mutex;
    pub(super) use loom::sync::atomic::{AtomicBool, AtomicU64, Ordering};
}

use loom::sync::Arc;
use loom::thread;
use shared::{LEAST_AT_A_TIME, Shared};

/// Runs the same function on two threads and returns both results.
fn on_two<T: 'static, R: 'static>(
    shared: &Arc<Shared<T>>,
    work: impl Fn(&Shared<T>) -> R + Copy + 'static,
) -> [R; 2] {
    let theirs = shared.clone();
    let other = thread::spawn(move || work(&theirs));
    let mine = work(shared);
    [mine, other.join().expect("it ends")]
}

/// Takes iterations until none are left; returns their number.
fn take_all(shared: &Shared<()>) -> u64 {
    let mut taken = 0;
    loop {
        let granted = shared.take(1_000);
        if granted == 0 {
            return taken;
        }
        taken += granted;
        shared.add(granted);
        assert!(shared.made() >= taken, "a thread counts its own iterations");
    }
}

#[test]
fn every_iteration_is_made_once() {
    loom::model(|| {
        let all = 2 * LEAST_AT_A_TIME + 5;
        let shared = Arc::new(Shared::new(2, all, 7, ()));
        assert_eq!(on_two(&shared, take_all).iter().sum::<u64>(), all);
        assert_eq!(shared.made(), all + 7);
    });
}

/// Counts twice and merges the counts made since the last merge: each time if no other thread is
/// merging, and at the end. Tree statistics are merged in the same way, with one number for a tree.
fn count(shared: &Shared<u64>) -> u64 {
    let (mut counted, mut known) = (0, 0);
    let mut settle = |counted: u64, merged: &mut u64| {
        *merged += counted - known;
        known = counted;
    };
    for _ in 0..2 {
        counted += 1;
        shared.try_exchange(|merged| settle(counted, merged));
    }
    shared.exchange(|merged| settle(counted, merged));
    counted
}

#[test]
fn nothing_that_is_exchanged_is_lost_or_counted_twice() {
    loom::model(|| {
        let shared = Arc::new(Shared::new(2, 0, 0, 0));
        assert_eq!(on_two(&shared, count), [2, 2]);
        shared.exchange(|merged| assert_eq!(*merged, 4));
    });
}

#[test]
fn who_finds_the_end_ends_it_for_all() {
    loom::model(|| {
        let shared = Arc::new(Shared::new(2, 0, 0, ()));
        on_two(&shared, |shared| {
            if !shared.is_over() {
                shared.end(true);
            }
        });
        assert!(shared.is_over() && shared.is_proven());
    });
}

/// Loom detects a lost update: two threads that read, add and write.
#[test]
#[should_panic(expected = "both counts")]
fn a_lost_count_would_be_found() {
    loom::model(|| {
        let shared = Arc::new(Shared::new(2, 0, 0, 0_u64));
        on_two(&shared, |shared| {
            let mut seen = 0;
            shared.exchange(|merged| seen = *merged);
            shared.exchange(|merged| *merged = seen + 1);
        });
        shared.exchange(|merged| assert_eq!(*merged, 2, "both counts"));
    });
}

//! Thread pool for searches: a few threads for all games, first come, first served. A game submits
//! one decision at a time, so games take turns. A search that exceeds its time limit is stopped.

use sortilege::Stop;
use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// A unit of work.
type Job = Box<dyn FnOnce() + Send>;

/// A few threads and a queue of jobs.
pub struct Pool {
    shared: Arc<Shared>,
    longest: Duration,
}

#[derive(Default)]
struct Shared {
    queue: Mutex<Queue>,
    ready: Condvar,
    watched: Mutex<Vec<Watched>>,
    begun: Condvar,
}

/// A running search and its deadline.
struct Watched {
    number: u64,
    until: Instant,
    stop: Stop,
}

/// Time limit of one decision; dropped when the decision is made.
pub struct Limit {
    number: u64,
    shared: Arc<Shared>,
}

impl Drop for Limit {
    fn drop(&mut self) {
        locked(&self.shared.watched).retain(|watched| watched.number != self.number);
    }
}

#[derive(Default)]
struct Queue {
    jobs: VecDeque<Job>,
    closed: bool,
}

/// Locks a mutex and ignores poisoning. What it guards is consistent at every step, so a panic in
/// one game must not block the others.
pub fn locked<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Pool {
    /// Creates a pool of `threads` threads that allows at most `longest` for one decision.
    pub fn new(threads: usize, longest: Duration) -> Self {
        let shared = Arc::new(Shared::default());
        for _ in 0..threads.max(1) {
            let shared = shared.clone();
            thread::spawn(move || shared.work());
        }
        let watcher = shared.clone();
        thread::spawn(move || watcher.watch());
        Pool { shared, longest }
    }

    /// Queues a job, which runs as soon as a thread is free.
    pub fn submit(&self, job: impl FnOnce() + Send + 'static) {
        locked(&self.shared.queue).jobs.push_back(Box::new(job));
        self.shared.ready.notify_one();
    }

    /// Stops a search through `stop` when it exceeds the time limit, unless the returned value is
    /// dropped before.
    pub fn limit(&self, stop: Stop) -> Limit {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let until = Instant::now() + self.longest;
        locked(&self.shared.watched).push(Watched { number, until, stop });
        self.shared.begun.notify_one();
        Limit { number, shared: self.shared.clone() }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        locked(&self.shared.queue).closed = true;
        self.shared.ready.notify_all();
        self.shared.begun.notify_all();
    }
}

impl Shared {
    fn work(&self) {
        while let Some(job) = self.next() {
            // A panic in a player ends that player's game and affects no other game.
            let _ = catch_unwind(AssertUnwindSafe(job));
        }
    }

    fn next(&self) -> Option<Job> {
        let mut queue = locked(&self.queue);
        loop {
            match queue.jobs.pop_front() {
                _ if queue.closed => return None,
                Some(job) => return Some(job),
                None => queue = self.ready.wait(queue).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Stops searches that are over their time limit.
    fn watch(&self) {
        const LOOK: Duration = Duration::from_millis(100);
        let mut watched = locked(&self.watched);
        while !locked(&self.queue).closed {
            let now = Instant::now();
            for late in watched.iter().filter(|watched| watched.until <= now) {
                late.stop.now();
            }
            watched.retain(|watched| watched.until > now);
            watched = match watched.is_empty() {
                true => self.begun.wait(watched).unwrap_or_else(PoisonError::into_inner),
                false => self
                    .begun
                    .wait_timeout(watched, LOOK)
                    .map_or_else(|e| e.into_inner().0, |it| it.0),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::channel;

    #[test]
    fn what_is_asked_is_done_in_turn_and_outlives_a_panic() {
        let pool = Pool::new(1, Duration::from_secs(60));
        let (sender, receiver) = channel();
        pool.submit(|| panic!("a player that is wrong about its game"));
        for number in 0..100 {
            let sender = sender.clone();
            pool.submit(move || sender.send(number).unwrap());
        }
        assert_eq!(receiver.iter().take(100).collect::<Vec<_>>(), (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn searches_over_the_time_limit_are_stopped() {
        let pool = Pool::new(1, Duration::ZERO);
        let (stop, handle) = (Stop::default(), Stop::default());
        let _limit = pool.limit(stop.clone());
        while !stop.is_set() {
            thread::yield_now();
        }
        assert!(!handle.is_set());
    }
}

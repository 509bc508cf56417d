//! Limits of one decision: iterations or time, whichever runs out first, and the memory of the
//! search trees; and a handle that stops a search from outside. The clock is read only if the
//! budget limits time or a progress listener is set. A search without either can run on a platform
//! without a clock.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Limits of a search for one decision. The search ends at the first limit of iterations or time
/// that it reaches; without any limit it runs until it is [stopped](Stop). A search always makes at
/// least one iteration, so it always has an answer.
///
/// ```
/// use sortilege::Budget;
/// use std::time::Duration;
/// let budget = Budget { time: Some(Duration::from_millis(200)), ..Budget::iterations(10_000) };
/// # assert_eq!(budget.memory, None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Budget {
    /// Number of simulated games. Searches with a tree end after [`Budget::MOST_ITERATIONS`] of
    /// them even if this limit is higher, because visit counters end there. A reused tree, or one
    /// whose nodes are visited more than once in an iteration, may reach that count earlier in some
    /// arm; the arm is then no longer updated.
    pub iterations: Option<u64>,
    /// Wall time of the whole decision, however many trees, searches or threads take part. An
    /// iteration that has begun is finished, so the limit is kept to within one iteration. Results
    /// depend on the machine. Work for which no time is left is omitted.
    pub time: Option<Duration>,
    /// Bytes of search trees. Once they are used up the trees stop growing and the search goes on:
    /// a descent that reaches a missing node ends there, and its playout begins. The limit may be
    /// exceeded slightly, because a node that was begun is finished. If this is the only limit, the
    /// search ends when it is reached, or after as many iterations as there are bytes, because a
    /// complete tree may never become that large. A tree of 2^31 nodes, edges or listed moves does
    /// not grow either, even without a limit, because its indices end there.
    pub memory: Option<usize>,
}

impl Budget {
    /// A budget of `n` simulated games.
    pub fn iterations(n: u64) -> Self {
        Budget { iterations: Some(n), ..Budget::default() }
    }
    /// A budget of wall time.
    pub fn time(limit: Duration) -> Self {
        Budget { time: Some(limit), ..Budget::default() }
    }
    /// Largest number of iterations of a search with a tree, 2^32 - 1.
    pub const MOST_ITERATIONS: u64 = u32::MAX as u64;

    /// The deadline of a decision that begins now.
    pub fn deadline(&self, stop: &Stop) -> Deadline {
        self.start(stop).deadline()
    }

    /// The clock of one decision, started now.
    pub(crate) fn start(&self, stop: &Stop) -> Clock {
        let memory_alone = self.iterations.is_none() && self.time.is_none();
        let in_bytes = self.memory.filter(|_| memory_alone).map(|bytes| bytes as u64);
        let most = self.iterations.or(in_bytes).unwrap_or(u64::MAX).max(1);
        Clock {
            budget: *self,
            memory_alone,
            most,
            stop: stop.clone(),
            began: self.time.map(|_| now()),
            before: Duration::ZERO,
            done: 0,
            look_at: 1,
            pace: Pace::default(),
            full: false,
            ended: false,
            report_at: None,
            due: false,
        }
    }

    /// The clock of a decision by a tree; it also ends where the visit counters of the tree end.
    pub(crate) fn start_tree(&self, stop: &Stop) -> Clock {
        let clock = self.start(stop);
        Clock { most: clock.most.min(Budget::MOST_ITERATIONS), ..clock }
    }

    /// The clock of a decision that is resumed with this budget. What was spent on it before
    /// counts.
    pub(crate) fn go_on(&self, spent: Spent, stop: &Stop) -> Clock {
        let clock = self.start_tree(stop);
        Clock {
            most: clock.most.saturating_add(spent.iterations).min(Budget::MOST_ITERATIONS),
            before: spent.time,
            done: spent.iterations,
            look_at: spent.iterations,
            pace: Pace { done: spent.iterations, ..Pace::default() },
            ..clock
        }
    }
}

/// The current time. This is the only place where the clock is read.
fn now() -> Instant {
    #[cfg(test)]
    tests::LOOKS.set(tests::LOOKS.get() + 1);
    Instant::now()
}

/// How often this thread has read the clock since the last call.
#[cfg(test)]
pub(crate) fn looks() -> u64 {
    tests::LOOKS.replace(0)
}

/// What a decision has spent so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    iterations: u64,
    time: Duration,
}

/// Handle that ends a search from outside, at any moment and from any thread. The search then
/// returns its best answer so far.
///
/// ```
/// let stop = sortilege::Stop::default();
/// let handle = stop.clone(); // Keep one, give the other to the search.
/// handle.now();
/// assert!(stop.is_set());
/// ```
#[derive(Clone, Debug, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Ends the search, and every later search with this handle, until [`Stop::reset`].
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Lets searches with this handle run again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
    /// Whether searches with this handle must end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Wraps an external flag, such as one set by a handler of Ctrl-C.
impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Stop(flag)
    }
}

/// The time at which a decision ends, for components of a search that may run long themselves and
/// can stop early. By default there is none.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    at: Option<Instant>,
    stop: Stop,
}

impl Deadline {
    /// Whether the time of the decision is up, or its search was stopped.
    pub fn is_over(&self) -> bool {
        self.stop.is_set() || self.at.is_some_and(|at| now() >= at)
    }
}

/// The clock of one decision.
#[derive(Clone)]
pub(crate) struct Clock {
    budget: Budget,
    /// Whether memory is the only limit, so that the search ends when it is used up.
    memory_alone: bool,
    /// The number of iterations after which the search ends.
    most: u64,
    stop: Stop,
    /// When the clock started, if time is limited or reported.
    began: Option<Instant>,
    /// Time that the decision took before it was resumed.
    before: Duration,
    done: u64,
    /// The iterations after which the clock is read next.
    look_at: u64,
    pace: Pace,
    /// Whether the memory is used up.
    full: bool,
    /// Whether a tree has used up its indices.
    ended: bool,
    /// When the listener receives the next report, if there is a listener; `due` says that it is
    /// time.
    report_at: Option<Duration>,
    due: bool,
}

/// Largest number of iterations between two checks where time is not limited: large enough that
/// checks cost nothing, and small enough that a tree cannot use up its indices in between.
const MOST_BETWEEN_LOOKS: u64 = 1 << 14;
/// Shortest time between two reports to the listener.
const BETWEEN_REPORTS: Duration = Duration::from_millis(100);
/// A search that counts nodes, which are short, checks the stop flag after this many of them.
const NODES_BETWEEN_LOOKS: u64 = 1 << 8;

impl Clock {
    /// Whether there is time for one more iteration, which is then counted as made. `bytes` returns
    /// the memory that the search holds now; it is called only if memory is limited. `at_its_end`
    /// returns whether a tree has used up its indices; it is called only at a check.
    #[inline]
    pub(crate) fn tick(
        &mut self,
        bytes: impl FnOnce() -> usize,
        at_its_end: impl FnOnce() -> bool,
    ) -> bool {
        // The clock is expensive to read, so it is checked only every few iterations. The stop flag
        // and the memory are cheap, so they are checked at each iteration.
        if self.done >= self.look_at {
            self.ended = self.ended || at_its_end();
            if !self.look(MOST_BETWEEN_LOOKS) {
                return false;
            }
        }
        let no_memory = self.budget.memory.is_some_and(|limit| bytes() >= limit) && self.done > 0;
        self.full = no_memory || self.ended;
        let go_on = self.done == 0 || !(self.stop.is_set() || (self.memory_alone && self.full));
        self.done += u64::from(go_on);
        go_on
    }

    /// Whether trees must stop growing. In the first iteration every tree may grow.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// Whether iterations and time are left; if so, schedules the next check.
    #[cold]
    #[inline(never)]
    fn look(&mut self, most_between: u64) -> bool {
        if self.has_made_all() {
            return false;
        }
        let more = match (self.budget.time, self.report_at) {
            (None, None) => Some(self.done),
            (limit, _) => {
                let now = self.running();
                self.check_report(now);
                self.pace.next(self.done, now, limit.unwrap_or(Duration::MAX))
            }
        };
        self.look_at = self.most.min(self.done + more.unwrap_or(0).min(most_between));
        more.is_some()
    }

    /// Notes whether a report to the listener is due.
    fn check_report(&mut self, now: Duration) {
        if self.report_at.is_some_and(|at| now >= at) {
            (self.due, self.report_at) = (true, Some(now + BETWEEN_REPORTS));
        }
    }

    /// The same clock for a search with a listener.
    pub(crate) fn watched(self, has_listener: bool) -> Self {
        let began = self.began.or_else(|| has_listener.then(now));
        Clock { report_at: has_listener.then_some(BETWEEN_REPORTS), began, ..self }
    }

    /// Whether a report to the listener is due. Each due report is returned once.
    #[inline]
    pub(crate) fn is_due(&mut self) -> bool {
        self.due && std::mem::take(&mut self.due)
    }

    /// Like [`Clock::is_due`], for a search that counts iterations in larger parts.
    pub(crate) fn is_due_now(&mut self) -> bool {
        if self.report_at.is_some() {
            self.check_report(self.running());
        }
        self.is_due()
    }

    /// The iterations after which a search that counts its own must call again, with `done` the
    /// number made so far. `None` if a limit is reached.
    pub(crate) fn next_look(&mut self, done: u64) -> Option<u64> {
        self.done = done;
        if done == 0 {
            return Some(self.look_at);
        }
        (!self.stop.is_set() && self.look(NODES_BETWEEN_LOOKS)).then_some(self.look_at)
    }

    /// Whether the limit of iterations is reached.
    pub(crate) fn has_made_all(&self) -> bool {
        self.done >= self.most
    }

    /// The time left, if it is limited.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.budget.time.map(|limit| limit.saturating_sub(self.running()))
    }

    /// Whether the time is up or the search is stopped, so that work in progress may be abandoned.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_set() || self.time_left() == Some(Duration::ZERO)
    }

    /// The same condition as a value that other components can check.
    pub(crate) fn deadline(&self) -> Deadline {
        let at =
            self.budget.time.zip(self.began).and_then(|(limit, began)| began.checked_add(limit));
        Deadline { at, stop: self.stop.clone() }
    }

    /// The clock of one of `threads` threads, which share the memory equally.
    pub(crate) fn shared_by(&self, threads: usize) -> Self {
        let memory = self.budget.memory.map(|bytes| bytes / threads);
        Clock { budget: Budget { memory, ..self.budget }, ..self.clone() }
    }

    /// The number of iterations left.
    pub(crate) fn iterations_left(&self) -> u64 {
        self.most.saturating_sub(self.done)
    }

    /// Ends the search after this many more iterations. A later call resumes it.
    pub(crate) fn end_after(&mut self, iterations: u64) {
        self.most = self.done.saturating_add(iterations);
        self.look_at = self.done.max(1);
    }

    /// Counts iterations that were made on another clock in the meantime. They do not affect the
    /// estimated duration of an iteration on this clock.
    pub(crate) fn count_elsewhere(&mut self, iterations: u64) {
        self.done += iterations;
        self.pace.done += iterations;
    }

    /// Counts iterations that were made on another clock.
    pub(crate) fn add(&mut self, iterations: u64) {
        self.done += iterations;
    }

    /// Number of iterations made.
    pub(crate) fn iterations(&self) -> u64 {
        self.done
    }

    /// Time since the start; zero if time is neither limited nor reported.
    fn running(&self) -> Duration {
        self.began.map_or(Duration::ZERO, |began| now().saturating_duration_since(began))
    }

    /// Time that the decision took; zero if time is neither limited nor reported.
    pub(crate) fn elapsed(&self) -> Duration {
        self.before + self.running()
    }

    /// What the decision has spent so far.
    pub(crate) fn spent(&self) -> Spent {
        Spent { iterations: self.done, time: self.elapsed() }
    }
}

/// Number of iterations until the clock is read again. Reading it costs as much as a few moves of a
/// playout, and an iteration takes between a tenth of a microsecond and several milliseconds. The
/// number is therefore chosen from the duration of earlier iterations, so that all of them fit in a
/// small part of the time.
#[derive(Clone, Debug, Default)]
struct Pace {
    /// Iterations and time at the last check.
    done: u64,
    at: Duration,
    /// Estimated duration of an iteration in seconds, rather too long than too short.
    seconds: f64,
    /// The iterations between the last two checks.
    stride: u64,
}

/// Intended time between two checks: too short for a user to notice, and far longer than a check.
const BETWEEN_LOOKS: Duration = Duration::from_micros(250);
/// Factor by which the estimated duration of an iteration decays at a check where the last ones
/// were shorter. It is close to 1 because long and short iterations may alternate.
const FADING: f64 = 63.0 / 64.0;

impl Pace {
    /// The number of further iterations until the next check, after `done` iterations and the time
    /// `now` of `limit`; `None` if the time is up.
    fn next(&mut self, done: u64, now: Duration, limit: Duration) -> Option<u64> {
        let left = limit.checked_sub(now).filter(|left| !left.is_zero())?;
        let taken = now.saturating_sub(self.at).as_secs_f64()
            / done.saturating_sub(self.done).max(1) as f64;
        self.seconds = taken.max(self.seconds * FADING);
        let fitting = left.min(BETWEEN_LOOKS).as_secs_f64() / self.seconds.max(1e-12);
        self.stride = (fitting as u64).clamp(1, 2 * self.stride.max(1));
        (self.done, self.at) = (done, now);
        Some(self.stride)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    thread_local! {
        /// How often this thread has read the clock.
        pub(super) static LOOKS: Cell<u64> = const { Cell::new(0) };
    }

    #[test]
    fn a_decision_that_goes_on_counts_what_it_has_spent() {
        let mut clock = Budget::iterations(100).start_tree(&Stop::default());
        while clock.tick(|| 0, || false) {}
        let mut more = Budget::iterations(50).go_on(clock.spent(), &Stop::default());
        while more.tick(|| 0, || false) {}
        assert_eq!((clock.iterations(), more.iterations()), (100, 150));
        let stop = Stop::default();
        stop.now();
        let mut none = Budget::iterations(50).go_on(clock.spent(), &stop);
        assert!(!none.tick(|| 0, || false) && none.iterations() == 100);
    }

    fn iterations(budget: Budget, stop: &Stop, bytes: impl Fn(u64) -> usize) -> u64 {
        let mut clock = budget.start(stop);
        let mut done = 0;
        while clock.tick(|| bytes(done), || false) {
            done += 1;
        }
        assert_eq!(clock.iterations(), done);
        clock.iterations()
    }

    #[test]
    fn the_first_limit_ends_the_search() {
        let stop = Stop::default();
        assert_eq!(iterations(Budget::iterations(100), &stop, |_| 0), 100);
        let lean = Budget { memory: Some(1000), ..Budget::default() };
        assert_eq!(iterations(lean, &stop, |done| done as usize * 50), 20);
        assert_eq!(iterations(lean, &stop, |_| 0), 1000, "a tree that does not grow");
        let brief = Budget { time: Some(Duration::ZERO), ..Budget::iterations(100) };
        assert_eq!(iterations(brief, &stop, |_| 0), 1);
    }

    #[test]
    fn memory_ends_growth_and_not_the_search_where_there_is_another_limit() {
        let lean = Budget { memory: Some(1000), ..Budget::iterations(100) };
        let mut clock = lean.start(&Stop::default());
        let mut grown = 0;
        while clock.tick(|| 50 * grown, || false) {
            grown += usize::from(!clock.is_full());
        }
        assert_eq!((clock.iterations(), grown), (100, 20));
        let none = Budget { memory: Some(0), ..Budget::iterations(100) };
        let mut clock = none.start(&Stop::default());
        let mut tick = |bytes: usize| (clock.tick(|| bytes, || false), clock.is_full());
        assert_eq!([tick(0), tick(50)], [(true, false), (true, true)]);
    }

    #[test]
    fn a_stopped_search_still_makes_one_iteration() {
        let stop = Stop::default();
        stop.now();
        assert_eq!(iterations(Budget::default(), &stop, |_| 0), 1);
        assert_eq!(iterations(Budget::iterations(0), &Stop::default(), |_| 0), 1);
    }

    #[test]
    fn a_tree_ends_where_its_visits_can_be_counted_no_further() {
        let endless =
            [Budget::default(), Budget::iterations(u64::MAX), Budget::time(Duration::MAX)];
        for budget in endless {
            let mut clock = budget.start_tree(&Stop::default());
            clock.add(Budget::MOST_ITERATIONS - 1);
            assert!(clock.tick(|| 0, || false) && clock.has_made_all());
            assert!(!clock.tick(|| 0, || false));
            assert_eq!(clock.iterations(), u64::from(u32::MAX));
        }
    }

    #[test]
    fn indices_that_end_are_like_memory_that_ends() {
        let mut clock = Budget::iterations(1000).start(&Stop::default());
        let mut grown = 0;
        while clock.tick(|| 0, || grown >= 100) {
            grown += u64::from(!clock.is_full());
        }
        // The clock is checked after 128 iterations.
        assert_eq!((clock.iterations(), grown), (1000, 128));
    }

    /// The time at which a search ends whose iterations take as long as `iteration` returns, and
    /// the number of checks.
    fn ends_at(limit: Duration, iteration: impl Fn(u64) -> Duration) -> (Duration, u64) {
        let (mut pace, mut now, mut done, mut looks) = (Pace::default(), Duration::ZERO, 0, 0);
        let mut stride = Some(1);
        while let Some(more) = stride {
            now += (done..done + more).map(&iteration).sum::<Duration>();
            done += more;
            looks += 1;
            stride = pace.next(done, now, limit);
        }
        (now, looks)
    }

    /// Iterations of 3 ms are too long to wait for sixteen of them.
    #[test]
    fn time_is_kept_however_long_an_iteration_takes() {
        for limit in [10, 20, 100, 1000].map(Duration::from_millis) {
            for length in [100, 1_000, 50_000, 400_000, 3_000_000].map(Duration::from_nanos) {
                let (end, looks) = ends_at(limit, |_| length);
                assert!(
                    end >= limit && end - limit <= length,
                    "{limit:?} of {length:?} end at {end:?}"
                );
                let few = 40 + limit.as_micros() as u64 / 200;
                assert!(
                    length > BETWEEN_LOOKS || looks <= few,
                    "{looks} looks for {limit:?} of {length:?}"
                );
            }
        }
    }

    /// A descent that another thread finishes is short; one that this thread plays out is long.
    #[test]
    fn time_is_kept_where_long_and_short_iterations_take_turns() {
        let [short, long] = [1, 1_000].map(Duration::from_micros);
        let limit = Duration::from_millis(20);
        for burst in 1..64 {
            let (end, _) =
                ends_at(limit, |number| if number % (2 * burst) < burst { long } else { short });
            assert!(end - limit <= 4 * long, "{end:?} with {burst} of each in a row");
        }
    }
}

//! How long a search may think: iterations or time, whichever runs out first; how much memory its
//! trees may take; and a way to stop it from outside. Where neither the budget nor anybody who
//! watches asks for the time, no clock is read at all: such a search can run where there is none.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a search may spend on one decision. It ends with the first limit of iterations and time
/// that is reached; with no limit at all it goes on until it is [stopped](Stop). A search always
/// makes one iteration, so there is an answer.
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
    /// Simulated games. Searches with a tree end after [`Budget::MOST_ITERATIONS`] of them,
    /// whatever is said here: that is how far visits are counted. (Where a tree counts further,
    /// because it is reused or because a node is come to more than once in an iteration, an arm
    /// that has been visited so often stays as it is.)
    pub iterations: Option<u64>,
    /// Wall time, kept as closely as iterations are short: one that has begun is finished. Results
    /// then depend on the machine. It is for the whole decision, however many trees, searches or
    /// threads take part; what there is no time for is left out.
    pub time: Option<Duration>,
    /// Bytes of search trees. Once they are taken the trees grow no more, and the search goes on
    /// with what it has: descents end, and playouts begin, where there is no node to go to. A
    /// little more may be taken, for a node that was begun is finished. Without any other limit the
    /// search ends there. (So it does after as many iterations as there are bytes: a tree that has
    /// everything in it may never be that large.) A tree of 2^31 nodes, edges or listed moves does
    /// not grow either, even if there is no limit: its indices end.
    pub memory: Option<usize>,
}

impl Budget {
    /// So many simulated games.
    pub fn iterations(n: u64) -> Self {
        Budget { iterations: Some(n), ..Budget::default() }
    }
    /// So much wall time.
    pub fn time(limit: Duration) -> Self {
        Budget { time: Some(limit), ..Budget::default() }
    }
    /// The most iterations that a search with a tree makes, 2^32 - 1.
    pub const MOST_ITERATIONS: u64 = u32::MAX as u64;

    /// When a decision is over that begins now.
    pub fn deadline(&self, stop: &Stop) -> Deadline {
        self.start(stop).deadline()
    }

    /// The clock of one decision, running from now.
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
            tell_at: None,
            due: false,
        }
    }

    /// The clock of a decision by a tree, which ends when its visits can be counted no further.
    pub(crate) fn start_tree(&self, stop: &Stop) -> Clock {
        let clock = self.start(stop);
        Clock { most: clock.most.min(Budget::MOST_ITERATIONS), ..clock }
    }

    /// The same for a decision that was made before and goes on with this budget: what was spent on
    /// it counts.
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

/// The time. The one place where it is read.
fn now() -> Instant {
    #[cfg(test)]
    tests::LOOKS.set(tests::LOOKS.get() + 1);
    Instant::now()
}

/// How often this thread has read the time since it last asked.
#[cfg(test)]
pub(crate) fn looks() -> u64 {
    tests::LOOKS.replace(0)
}

/// What a decision has taken so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Spent {
    iterations: u64,
    time: Duration,
}

/// Ends a search from outside, at any moment and from any thread; the search then gives its best
/// answer.
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
    /// Ends the search, and every later one that has this handle, until [`Stop::reset`].
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
    /// Lets searches run again.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
    /// Whether searches with this handle are to end.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A flag that somebody else sets, such as a handler of Ctrl-C.
impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Self {
        Stop(flag)
    }
}

/// When a decision is over: for parts of a search that may take long themselves, and can leave off.
/// By default never.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    at: Option<Instant>,
    stop: Stop,
}

impl Deadline {
    /// Whether the decision's time is up, or its search was stopped.
    pub fn is_over(&self) -> bool {
        self.stop.is_set() || self.at.is_some_and(|at| now() >= at)
    }
}

/// The clock of one decision.
#[derive(Clone)]
pub(crate) struct Clock {
    budget: Budget,
    /// Whether the search ends when it has no memory left.
    memory_alone: bool,
    /// The iterations with which the search ends.
    most: u64,
    stop: Stop,
    /// When it began to run, if anybody has to know.
    began: Option<Instant>,
    /// Time that the decision took before it went on.
    before: Duration,
    done: u64,
    /// The iterations after which to look at the time, and whether these were all.
    look_at: u64,
    pace: Pace,
    /// Whether there is no memory left.
    full: bool,
    /// Whether there are no indices left.
    ended: bool,
    /// When somebody who watches is told next, if anybody does, and whether that is now.
    tell_at: Option<Duration>,
    due: bool,
}

/// Without a limit of time there are no more iterations between looks than this: enough that looks
/// cost nothing, and few enough that a tree does not come to the end of its indices between them.
const MOST_BETWEEN_LOOKS: u64 = 1 << 14;
/// Whoever watches is not told more often than this.
const BETWEEN_TELLS: Duration = Duration::from_millis(100);
/// A search that counts nodes, which are short, looks whether it is stopped after as many of these.
const NODES_BETWEEN_LOOKS: u64 = 1 << 8;

impl Clock {
    /// Whether there is time for one more iteration, which then counts as made. `bytes` tells what
    /// the search holds now, if that matters, and `at_its_end`, once in a while, whether it has no
    /// indices left for more.
    #[inline]
    pub(crate) fn tick(
        &mut self,
        bytes: impl FnOnce() -> usize,
        at_its_end: impl FnOnce() -> bool,
    ) -> bool {
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

    /// Whether trees may not grow any more. In its first iteration any tree may.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.full
    }

    /// Whether there are iterations left and time for one; if so, decides when to look again.
    #[cold]
    #[inline(never)]
    fn look(&mut self, most_between: u64) -> bool {
        if self.has_made_all() {
            return false;
        }
        let more = match (self.budget.time, self.tell_at) {
            (None, None) => Some(self.done),
            (limit, _) => {
                let now = self.running();
                self.tell(now);
                self.pace.next(self.done, now, limit.unwrap_or(Duration::MAX))
            }
        };
        self.look_at = self.most.min(self.done + more.unwrap_or(0).min(most_between));
        more.is_some()
    }

    /// Notes whether somebody who watches is to be told now.
    fn tell(&mut self, now: Duration) {
        if self.tell_at.is_some_and(|at| now >= at) {
            (self.due, self.tell_at) = (true, Some(now + BETWEEN_TELLS));
        }
    }

    /// The same clock for a search that is watched.
    pub(crate) fn watched(self, by_somebody: bool) -> Self {
        let began = self.began.or_else(|| by_somebody.then(now));
        Clock { tell_at: by_somebody.then_some(BETWEEN_TELLS), began, ..self }
    }

    /// Whether somebody who watches is to be told now; it is so once each time.
    #[inline]
    pub(crate) fn is_due(&mut self) -> bool {
        self.due && std::mem::take(&mut self.due)
    }

    /// For searches that count their own iterations, `done` by now: how many there may be before
    /// they ask again. `None` if a limit is reached.
    pub(crate) fn next_look(&mut self, done: u64) -> Option<u64> {
        self.done = done;
        if done == 0 {
            return Some(self.look_at);
        }
        (!self.stop.is_set() && self.look(NODES_BETWEEN_LOOKS)).then_some(self.look_at)
    }

    /// Whether all iterations are made that there may be.
    pub(crate) fn has_made_all(&self) -> bool {
        self.done >= self.most
    }

    /// The time that is left, if it is limited.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.budget.time.map(|limit| limit.saturating_sub(self.running()))
    }

    /// Whether the time is up, or the search is stopped: what is under way need not be finished.
    pub(crate) fn is_over(&self) -> bool {
        self.stop.is_set() || self.time_left() == Some(Duration::ZERO)
    }

    /// The same, for others to look at.
    pub(crate) fn deadline(&self) -> Deadline {
        let at =
            self.budget.time.zip(self.began).and_then(|(limit, began)| began.checked_add(limit));
        Deadline { at, stop: self.stop.clone() }
    }

    /// The clock of one of so many threads that share the memory there is.
    pub(crate) fn shared_by(&self, threads: usize) -> Self {
        let memory = self.budget.memory.map(|bytes| bytes / threads);
        Clock { budget: Budget { memory, ..self.budget }, ..self.clone() }
    }

    /// The iterations that are left.
    pub(crate) fn iterations_left(&self) -> u64 {
        self.most.saturating_sub(self.done)
    }

    /// Says stop after so many iterations more, and then goes on if it is asked again.
    pub(crate) fn end_after(&mut self, iterations: u64) {
        self.most = self.done.saturating_add(iterations);
        self.look_at = self.done.max(1);
    }

    /// Counts iterations that were made on another clock meanwhile: they do not tell how long one
    /// takes on this.
    pub(crate) fn count_elsewhere(&mut self, iterations: u64) {
        self.done += iterations;
        self.pace.done += iterations;
    }

    /// Counts iterations that were made on another clock.
    pub(crate) fn add(&mut self, iterations: u64) {
        self.done += iterations;
    }

    /// Iterations made.
    pub(crate) fn iterations(&self) -> u64 {
        self.done
    }

    /// Time since the start; nothing if nobody has to know.
    fn running(&self) -> Duration {
        self.began.map_or(Duration::ZERO, |began| now().saturating_duration_since(began))
    }

    /// Time that the decision took; nothing if nobody has to know.
    pub(crate) fn elapsed(&self) -> Duration {
        self.before + self.running()
    }

    /// What the decision has taken so far.
    pub(crate) fn spent(&self) -> Spent {
        Spent { iterations: self.done, time: self.elapsed() }
    }
}

/// How many iterations there may be before the next look at the time. A look costs as much as a few
/// moves of a playout, and an iteration takes anything between a tenth of a microsecond and several
/// milliseconds: so there are as many as should fit in a small part of the time, by what those
/// before have taken.
#[derive(Clone, Debug, Default)]
struct Pace {
    /// Iterations and time at the last look.
    done: u64,
    at: Duration,
    /// What an iteration takes, in seconds; rather too long than too short.
    seconds: f64,
    /// The iterations between the last look and the one before.
    stride: u64,
}

/// The time that should pass between looks: far less than anybody minds, and far more than a look
/// takes.
const BETWEEN_LOOKS: Duration = Duration::from_micros(250);
/// What remains, after a look, of how long iterations are thought to take if the last ones were
/// shorter: long and short ones may come in turns.
const FADING: f64 = 63.0 / 64.0;

impl Pace {
    /// After `done` iterations and so much time of `limit`: how many more there may be; nothing if
    /// the time is up.
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
        /// How often the time was read by this thread.
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
            assert_eq!(clock.iterations(), u32::MAX.into());
        }
    }

    #[test]
    fn indices_that_end_are_like_memory_that_ends() {
        let mut clock = Budget::iterations(1000).start(&Stop::default());
        let mut grown = 0;
        while clock.tick(|| 0, || grown >= 100) {
            grown += u64::from(!clock.is_full());
        }
        // There is a look after 128 iterations.
        assert_eq!((clock.iterations(), grown), (1000, 128));
    }

    /// The time at which a search ends whose iterations take as long as `iteration` says, and the
    /// looks that it takes.
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

    /// A descent that another thread finishes is short, one that this thread plays out is not.
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

//! Root parallelism (Chaslot, Winands & van den Herik 2008): several searches work on the same
//! decision, each with its own tree and random numbers, and the statistics of the candidates are
//! added up.
//!
//! The assignment of searches to threads has no effect, so the answer depends only on the number of
//! searches and the seed: a decision on four threads can be reproduced on one. (This does not hold
//! if time is limited.)
//!
//! **Budget.** All searches together spend the budget of one. Of n iterations each of k searches
//! gets n / k, and each of the first n mod k one more; searches without iterations do not take
//! part. A search that grows several trees in sequence
//! ([`DeterminizedUct`](super::DeterminizedUct), [`CheatingEnsemble`](super::CheatingEnsemble)) has
//! its trees divided like this, and keeps the iterations and the memory per tree. Otherwise memory
//! is divided evenly. Time is shared: searches that wait for a thread divide the remaining time
//! evenly, and those that have not begun at its end do not take part.
//!
//! If the system provides fewer threads than requested, these do all the work.

use super::divisible::Divisible;
use super::sum::Sum;
use super::threads;
use crate::budget::Clock;
use crate::game::{Hidden, Observation, Observe};
use crate::progress::{Progress, Watch};
use crate::search::decision::{Answer, FinalChoice};
use crate::search::{CheatingSearch, Decision, Name, Note, Search};
use crate::tree::TreeStats;
use crate::tree::{Extent, Outline};
use crate::{Budget, Game, Player, Rng, Stop, Turn};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

/// Root parallelisation: several searches as one.
///
/// ```
/// use sortilege::search::{RootParallel, Search, Setup, SoIsmcts};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Budget, Player, Rng};
/// let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])]);
/// let one = || SoIsmcts::<HandMade>::new(Setup::new(Budget::iterations(1000)));
/// let decision = RootParallel::new(4, 2, one).decide(&game, Player(0), &mut Rng::new(1));
/// assert_eq!((decision.action, decision.iterations), (1, 1000));
/// ```
pub struct RootParallel<S> {
    /// Maximum number of threads that run the searches.
    pub threads: usize,
    searches: Vec<S>,
    /// Budget of all searches together.
    budget: Budget,
    trees: Option<u32>,
    progress: Arc<CommonProgress>,
}

/// Progress of all searches together.
#[derive(Default)]
struct CommonProgress {
    watch: Watch,
    parts: Mutex<Parts>,
}

/// Latest progress of each search in the current decision.
#[derive(Default)]
struct Parts {
    latest: Vec<Option<Progress>>,
    is_weighted: bool,
}

impl CommonProgress {
    /// Begins a decision of a number of searches.
    fn begin(&self, searches: usize, is_weighted: bool) {
        let latest = vec![None; searches];
        *self.parts() = Parts { latest, is_weighted };
    }

    fn parts(&self) -> MutexGuard<'_, Parts> {
        self.parts.lock().expect("nothing panics while it is held")
    }

    /// Listener of search `number`: it reports the sum over all searches.
    fn watch_of(self: &Arc<Self>, number: usize) -> Watch {
        let common = self.clone();
        Watch::new(move |part| {
            let sum = common.keep(number, part.clone());
            common.watch.report(&sum);
        })
    }

    /// Keeps the progress of one search and returns the sum over all of them.
    fn keep(&self, number: usize, part: Progress) -> Progress {
        let mut parts = self.parts();
        let is_weighted = parts.is_weighted;
        if let Some(slot) = parts.latest.get_mut(number) {
            *slot = Some(part);
        }
        let (mut sum, mut iterations, mut time) = (Sum::new(is_weighted), 0, Duration::ZERO);
        for part in parts.latest.iter().flatten() {
            sum.add(&part.candidates, TreeStats::default());
            iterations += part.iterations;
            time = time.max(part.time);
        }
        Progress { iterations, time, candidates: sum.tallies }
    }
}

impl<S: Divisible> RootParallel<S> {
    /// The given number of searches on the given number of threads, at least one of each. `make`
    /// creates each search with the budget that all of them share.
    pub fn new(searches: usize, threads: usize, make: impl FnMut() -> S) -> Self {
        let mut searches: Vec<S> = std::iter::repeat_with(make).take(searches.max(1)).collect();
        let (budget, trees) = (*searches[0].budget_mut(), searches[0].trees_mut().copied());
        let watch = searches[0].watch_mut().map(std::mem::take).unwrap_or_default();
        let progress = Arc::new(CommonProgress { watch, ..CommonProgress::default() });
        if progress.watch.is_set() {
            for (number, search) in searches.iter_mut().enumerate() {
                if let Some(watch) = search.watch_mut() {
                    *watch = progress.watch_of(number);
                }
            }
        }
        RootParallel { threads, searches, budget, trees, progress }
    }

    /// The searches; after a decision, each with its tree.
    pub fn searches(&self) -> &[S] {
        &self.searches
    }

    /// Sets the share of every search, and returns those that take part; their time is set later.
    fn share_out(&mut self) -> &mut [S] {
        let (parts, all) =
            (self.searches.len() as u64, self.trees.map(u64::from).or(self.budget.iterations));
        let taking_part = all.map_or(parts, |all| all.clamp(1, parts));
        for (number, search) in self.searches.iter_mut().enumerate() {
            let share = all.map(|all| all / parts + u64::from((number as u64) < all % parts));
            *search.budget_mut() = self.budget;
            match (search.trees_mut(), share) {
                (Some(trees), Some(share)) => *trees = share as u32,
                _ => {
                    let memory = self.budget.memory.map(|bytes| bytes / taking_part as usize);
                    *search.budget_mut() = Budget { iterations: share, memory, ..self.budget };
                }
            }
        }
        &mut self.searches[..taking_part as usize]
    }

    /// Runs every search, and adds up their answers. A single search decides by itself.
    fn decide_by<A, F>(&mut self, turn: Turn, decide: F, rng: &mut Rng) -> Decision<A>
    where
        A: Copy + Send,
        S: Send,
        F: Fn(&mut S, &mut Rng) -> Decision<A> + Sync,
    {
        let (budget, threads, progress) = (self.budget, self.threads, self.progress.clone());
        let clock = budget.start(&Stop::default());
        let searches = self.share_out();
        progress.begin(searches.len(), searches[0].is_weighted(turn));
        if let [only] = searches {
            return decide(only, rng);
        }
        let (choice, sum) = (searches[0].choice(), Sum::new(searches[0].is_weighted(turn)));
        let (seed, mut actions, decide) = (rng.bits(), vec![], &decide);
        let (mut room, progress) = (Some(&mut actions), &*progress);
        let jobs = searches.iter_mut().zip(0..).map(|(search, number)| {
            // All searches have the same candidates, so those of the first one stand for all; it
            // decides in any case.
            let room = room.take();
            let job = move |time| {
                search.budget_mut().time = time;
                let decision = decide(search, &mut Rng::derive(&[seed, number]));
                if let Some(actions) = room {
                    actions.extend(decision.candidates.iter().map(|one| one.action));
                }
                let answer = Answer::from(&decision);
                if progress.watch.is_set() {
                    let (iterations, time) = (decision.iterations, decision.time);
                    let candidates = answer.tallies.clone();
                    progress.keep(number as usize, Progress { iterations, time, candidates });
                }
                answer
            };
            Box::new(job) as Job<'_>
        });
        let answer = add_up(jobs.collect(), threads, clock, sum);
        Decision::new(&actions, &answer, choice, turn, rng)
    }
}

/// A search that waits for a thread; it receives its time when it starts.
type Job<'a> = Box<dyn FnOnce(Option<Duration>) -> Answer + Send + 'a>;

/// Waiting jobs and the results so far. Answers are added up while other jobs run, but in the order
/// of their numbers. Otherwise the floating-point sum would depend on the order of completion.
struct Line<'a> {
    waiting: std::iter::Enumerate<std::vec::IntoIter<Job<'a>>>,
    threads: usize,
    clock: Clock,
    sum: Sum,
    /// Number of answers added, and the answers that arrived before their turn.
    added: usize,
    early: BTreeMap<usize, Answer>,
}

impl<'a> Line<'a> {
    /// The next job with its number and its time. The first one runs in any case.
    fn next(&mut self) -> Option<(usize, Job<'a>, Option<Duration>)> {
        let rounds = self.waiting.len().div_ceil(self.threads) as u32;
        let (number, job) = self.waiting.next()?;
        let left = self.clock.time_left();
        if number > 0 && left == Some(Duration::ZERO) {
            return None;
        }
        Some((number, job, left.map(|left| left / rounds)))
    }

    /// Receives an answer, and adds up all answers whose turn has come.
    fn take_in(&mut self, number: usize, answer: Answer) {
        self.early.insert(number, answer);
        while let Some(answer) = self.early.remove(&self.added) {
            self.sum.add(&answer.tallies, answer.tree);
            self.clock.add(answer.iterations);
            self.added += 1;
        }
    }
}

/// Runs all jobs on this thread and on others, as far as the system provides them, and adds up
/// their answers.
fn add_up(jobs: Vec<Job<'_>>, threads: usize, clock: Clock, sum: Sum) -> Answer {
    let threads = threads.clamp(1, jobs.len());
    let waiting = jobs.into_iter().enumerate();
    let line = Mutex::new(Line { waiting, threads, clock, sum, added: 0, early: BTreeMap::new() });
    let lock = || line.lock().expect("nothing panics while it is held");
    let work = || {
        loop {
            let next = lock().next();
            let Some((number, job, time)) = next else { return };
            let answer = job(time);
            lock().take_in(number, answer);
        }
    };
    let has_time = || !lock().clock.is_over();
    threads::with_others(threads - 1, &has_time, &work, &mut |others| {
        lock().threads = 1 + others;
        work();
    });
    let Line { clock, mut sum, .. } = line.into_inner().expect("nothing panics while it is held");
    sum.stats.bytes = sum.bytes;
    Answer::new(sum.tallies, &clock, sum.stats)
}

impl<S: Divisible> Divisible for RootParallel<S> {
    fn budget_mut(&mut self) -> &mut Budget {
        &mut self.budget
    }
    fn choice(&self) -> FinalChoice {
        self.searches[0].choice()
    }
    fn trees_mut(&mut self) -> Option<&mut u32> {
        self.trees.as_mut()
    }
    fn is_weighted(&self, turn: Turn) -> bool {
        self.searches[0].is_weighted(turn)
    }
}

/// Averages the measurements of the searches.
fn average(notes: impl Iterator<Item = Vec<Note>>) -> Vec<Note> {
    let mut sums: Vec<(&'static str, f64, f64)> = vec![];
    for (name, value) in notes.flatten() {
        match sums.iter_mut().find(|sum| sum.0 == name) {
            Some((_, total, count)) => (*total, *count) = (*total + value, *count + 1.0),
            None => sums.push((name, value, 1.0)),
        }
    }
    sums.into_iter().map(|(name, total, count)| (name, total / count)).collect()
}

impl<G, S> Search<G> for RootParallel<S>
where
    G: Hidden,
    S: Search<G> + Divisible,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let turn = G::determinize(view, &mut rng.clone()).turn();
        self.decide_by(turn, |search, rng| search.decide(view, who, rng), rng)
    }

    fn new_game(&mut self) {
        self.searches.iter_mut().for_each(S::new_game);
    }

    fn wants_observations(&self) -> bool {
        self.searches.iter().any(S::wants_observations)
    }

    fn reports_progress(&self) -> bool {
        self.progress.watch.is_set()
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.searches.iter_mut().for_each(|search| search.observe(who, seen));
    }

    /// The outline of the first search.
    fn outline(&self, view: &G::View, extent: &Extent, name: &Name<'_, G>) -> Option<Outline> {
        self.searches[0].outline(view, extent, name)
    }

    fn notes(&self) -> Vec<Note> {
        average(self.searches.iter().map(S::notes))
    }
}

impl<G, S> CheatingSearch<G> for RootParallel<S>
where
    G: Game,
    S: CheatingSearch<G> + Divisible,
{
    fn decide_knowing_all(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        self.decide_by(state.turn(), |search, rng| search.decide_knowing_all(state, who, rng), rng)
    }

    fn new_game(&mut self) {
        self.searches.iter_mut().for_each(S::new_game);
    }

    fn reports_progress(&self) -> bool {
        self.progress.watch.is_set()
    }

    fn notes(&self) -> Vec<Note> {
        average(self.searches.iter().map(S::notes))
    }
}

#[cfg(test)]
mod tests {
    use crate::search::parallel::threads::scarcity::with_threads;
    use crate::search::{Decision, RootParallel, Search, Setup, Uct};
    use crate::testing::hand_made::{HandMade, Place};
    use crate::{Budget, Player, Rng};
    use std::time::Duration;

    const TWO: &[Place] = &[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])];

    fn decide(threads: usize, budget: Budget) -> Decision<u8> {
        let mut search = RootParallel::new(7, threads, || Uct::<HandMade>::new(Setup::new(budget)));
        let decision = search.decide(&HandMade::new(TWO), Player(0), &mut Rng::new(1));
        Decision { time: Duration::ZERO, ..decision }
    }

    #[test]
    fn searches_that_get_no_thread_are_run_by_those_that_there_are() {
        let (asked, budget) = (1024, Budget::iterations(100));
        let one = decide(1, budget);
        assert_eq!(one.iterations, 100);
        for given in [0, 1, 3] {
            assert_eq!(with_threads(given, || decide(asked, budget)), one, "with {given} threads");
        }
    }

    /// Without any time the first search makes one iteration, and the others none.
    #[test]
    fn searches_that_there_is_no_time_for_do_not_take_part() {
        for threads in [1, 3, 7] {
            assert_eq!(
                decide(threads, Budget::time(Duration::ZERO)).iterations,
                1,
                "on {threads} threads"
            );
        }
    }
}

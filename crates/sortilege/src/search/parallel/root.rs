//! Root parallelism (Chaslot, Winands & van den Herik 2008): several searches think about the same
//! decision, each with a tree and random numbers of its own, and what they say of the candidates is
//! added up.
//!
//! Which thread runs which search makes no difference, so the answer depends on the number of
//! searches and the seed alone: a decision that four threads took can be repeated on one. (Not
//! where time is limited.)
//!
//! **Budget.** All searches together spend what one was given. Of n iterations every one of k
//! searches gets n / k, and each of the first n mod k one more; searches that would get none do not
//! take part. A search that grows several trees one by one
//! ([`DeterminizedUct`](super::DeterminizedUct), [`CheatingEnsemble`](super::CheatingEnsemble)) has
//! its trees shared out like this and keeps the iterations and the memory of each. Otherwise memory
//! is shared out evenly. Time is for all: searches that wait for a thread share what is left of it
//! evenly, and those that have not begun when it is up do not take part.
//!
//! If the system gives fewer threads than are asked for, those that there are do the work.

use super::divisible::Divisible;
use super::sum::Sum;
use super::threads;
use crate::budget::Clock;
use crate::game::{Hidden, Observation, Observe};
use crate::search::decision::{Answer, FinalChoice};
use crate::search::{CheatingSearch, Decision, Name, Note, Search};
use crate::tree::{Extent, Outline};
use crate::{Budget, Game, Player, Rng, Stop, Turn};
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

/// Several searches as one.
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
    /// How many threads run the searches, if the system gives so many.
    pub threads: usize,
    searches: Vec<S>,
    /// What the searches may spend together.
    budget: Budget,
    trees: Option<u32>,
}

impl<S: Divisible> RootParallel<S> {
    /// So many searches on so many threads, at least one of each. They are made alike, each with
    /// the budget that all of them are to share.
    pub fn new(searches: usize, threads: usize, make: impl FnMut() -> S) -> Self {
        let mut searches: Vec<S> = std::iter::repeat_with(make).take(searches.max(1)).collect();
        let (budget, trees) = (*searches[0].budget_mut(), searches[0].trees_mut().copied());
        RootParallel { threads, searches, budget, trees }
    }

    /// The searches; after a decision, each with its tree.
    pub fn searches(&self) -> &[S] {
        &self.searches
    }

    /// Gives every search its share, and returns those that take part; their time is still to be
    /// set.
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

    /// Has every search decide, and adds up their answers. A single search decides by itself.
    fn decide_by<A, F>(&mut self, turn: Turn, decide: F, rng: &mut Rng) -> Decision<A>
    where
        A: Copy + Send,
        S: Send,
        F: Fn(&mut S, &mut Rng) -> Decision<A> + Sync,
    {
        let (budget, threads) = (self.budget, self.threads);
        let clock = budget.start(&Stop::default());
        let searches = self.share_out();
        if let [only] = searches {
            return decide(only, rng);
        }
        let (choice, sum) = (searches[0].choice(), Sum::new(searches[0].is_weighted(turn)));
        let (seed, mut actions, decide) = (rng.bits(), vec![], &decide);
        let mut room = Some(&mut actions);
        let jobs = searches.iter_mut().zip(0..).map(|(search, number)| {
            // All searches weigh the same actions, so the first one's stand for all; it decides in
            // any case.
            let room = room.take();
            let job = move |time| {
                search.budget_mut().time = time;
                let decision = decide(search, &mut Rng::derive(&[seed, number]));
                if let Some(actions) = room {
                    actions.extend(decision.candidates.iter().map(|one| one.action));
                }
                Answer::from(&decision)
            };
            Box::new(job) as Job<'_>
        });
        let answer = add_up(jobs.collect(), threads, clock, sum);
        Decision::new(&actions, &answer, choice, turn, rng)
    }
}

/// A search that waits for a thread, and is then told how much time it has.
type Job<'a> = Box<dyn FnOnce(Option<Duration>) -> Answer + Send + 'a>;

/// Jobs that wait for a thread, and what has come of those before. Answers are added up as they
/// come, while there is time for it; but in the order of their numbers, or the sum would depend on
/// who comes first.
struct Line<'a> {
    waiting: std::iter::Enumerate<std::vec::IntoIter<Job<'a>>>,
    threads: usize,
    clock: Clock,
    sum: Sum,
    /// How many answers were added, and those that came before their turn.
    added: usize,
    early: BTreeMap<usize, Answer>,
}

impl<'a> Line<'a> {
    /// The next job with its number and its time. The first one gets its turn in any case.
    fn next(&mut self) -> Option<(usize, Job<'a>, Option<Duration>)> {
        let rounds = self.waiting.len().div_ceil(self.threads) as u32;
        let (number, job) = self.waiting.next()?;
        let left = self.clock.time_left();
        if number > 0 && left == Some(Duration::ZERO) {
            return None;
        }
        Some((number, job, left.map(|left| left / rounds)))
    }

    /// Takes in an answer, and adds up all that are due.
    fn take_in(&mut self, number: usize, answer: Answer) {
        self.early.insert(number, answer);
        while let Some(answer) = self.early.remove(&self.added) {
            self.sum.add(&answer.tallies, answer.tree);
            self.clock.add(answer.iterations);
            self.added += 1;
        }
    }
}

/// Has all jobs done, on this thread and as many others as can be had, and adds up what comes of
/// them.
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

/// The average of what each of the searches measured.
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

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.searches.iter_mut().for_each(|search| search.observe(who, seen));
    }

    /// That of the first root.
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

    /// Without any time the first search has its one iteration, and the others none.
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

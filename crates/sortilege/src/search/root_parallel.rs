//! Root parallelism (Chaslot, Winands & van den Herik 2008): several searches think about the same decision, each
//! with a tree and random numbers of its own, and what they say of the candidates is added up.
//!
//! Which thread runs which search makes no difference, so the answer depends on the number of searches and the
//! seed alone: a decision that four threads took can be repeated on one. (Not where time is limited.)
//!
//! **Budget.** All searches together spend what one was given. Of n iterations every one of k searches gets n / k,
//! and each of the first n mod k one more; searches that would get none do not take part. A search that grows
//! several trees one by one ([`DeterminizedUct`](super::DeterminizedUct),
//! [`CheatingEnsemble`](super::CheatingEnsemble)) has its trees shared out like this and keeps the iterations and
//! the memory of each. Otherwise memory is shared out evenly. Time is for all: with as many threads as searches
//! everyone has all of it, and a thread with several searches runs them one after another, in equal parts of what
//! is left.

use super::sum::Sum;
use super::{CheatingSearch, Decision, Divisible, Note, Search};
use crate::game::Hidden;
use crate::{Budget, Game, Player, Rng, Stop, Turn};
use std::panic::resume_unwind;
use std::thread;

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
    /// How many threads run the searches.
    pub threads: usize,
    searches: Vec<S>,
    /// What the searches may spend together.
    budget: Budget,
    trees: Option<u32>,
}

impl<S: Divisible> RootParallel<S> {
    /// So many searches on so many threads, at least one of each. They are made alike, each with the budget that
    /// all of them are to share.
    pub fn new(searches: usize, threads: usize, make: impl FnMut() -> S) -> Self {
        let mut searches: Vec<S> = std::iter::repeat_with(make).take(searches.max(1)).collect();
        let (budget, trees) = (*searches[0].budget_mut(), searches[0].trees_mut().copied());
        RootParallel { threads, searches, budget, trees }
    }

    /// The searches; after a decision, each with its tree.
    pub fn searches(&self) -> &[S] {
        &self.searches
    }

    /// Gives every search its share, and returns those that take part; their time is still to be set.
    fn share_out(&mut self) -> &mut [S] {
        let (parts, all) = (self.searches.len() as u64, self.trees.map(u64::from).or(self.budget.iterations));
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
        F: Fn(&mut S, &mut Rng) -> Decision<A> + Clone + Send,
    {
        let (budget, threads) = (self.budget, self.threads);
        let mut clock = budget.start(&Stop::default());
        let timer = clock.clone();
        let searches = self.share_out();
        if let [only] = searches {
            return decide(only, rng);
        }
        let (choice, mut sum) = (searches[0].choice(), Sum::new(searches[0].is_weighted(turn)));
        let seed = rng.bits();
        let run = move |lot: Lot<'_, S>| {
            let mut left = lot.len() as u32;
            let mut answers = vec![];
            for (number, search) in lot {
                search.budget_mut().time =
                    budget.time.map(|limit| limit.saturating_sub(timer.elapsed()) / left);
                answers.push((number, decide(search, &mut Rng::derive(&[seed, number]))));
                left -= 1;
            }
            answers
        };
        let mut answers = on_threads(lots(searches, threads), run);
        answers.sort_by_key(|&(number, _)| number);
        let mut bytes = 0;
        for (_, answer) in &answers {
            sum.add(&answer.candidates, answer.tree);
            clock.add(answer.iterations);
            bytes += answer.tree.bytes;
        }
        sum.stats.bytes = bytes;
        Decision::new(sum.candidates, choice, turn, &clock, sum.stats, rng)
    }
}

/// Searches that one thread runs, with their numbers.
type Lot<'a, S> = Vec<(u64, &'a mut S)>;

/// Deals searches out to threads.
fn lots<S>(searches: &mut [S], threads: usize) -> Vec<Lot<'_, S>> {
    let threads = threads.clamp(1, searches.len());
    let mut lots: Vec<Lot<'_, S>> = (0..threads).map(|_| vec![]).collect();
    for (number, search) in searches.iter_mut().enumerate() {
        lots[number % threads].push((number as u64, search));
    }
    lots
}

/// What comes of every lot, one of them on this thread and each of the others on one of its own.
fn on_threads<L: Send, T: Send>(mut lots: Vec<L>, run: impl Fn(L) -> Vec<T> + Clone + Send) -> Vec<T> {
    let own = lots.pop();
    thread::scope(|scope| {
        let spawn = |lot| {
            let run = run.clone();
            scope.spawn(move || run(lot))
        };
        let others: Vec<_> = lots.into_iter().map(spawn).collect();
        let mut all = own.map_or(vec![], &run);
        for other in others {
            all.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        all
    })
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
    G::Action: Send,
    S: Search<G> + Divisible,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let turn = G::determinize(view, &mut rng.clone()).turn();
        let view = view.clone();
        self.decide_by(turn, move |search, rng| search.decide(&view, who, rng), rng)
    }

    fn new_game(&mut self) {
        self.searches.iter_mut().for_each(S::new_game);
    }

    fn notes(&self) -> Vec<Note> {
        average(self.searches.iter().map(S::notes))
    }
}

impl<G, S> CheatingSearch<G> for RootParallel<S>
where
    G: Game + Send,
    G::Action: Send,
    S: CheatingSearch<G> + Divisible,
{
    fn decide_knowing_all(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let root = state.clone();
        self.decide_by(state.turn(), move |search, rng| search.decide_knowing_all(&root, who, rng), rng)
    }

    fn new_game(&mut self) {
        self.searches.iter_mut().for_each(S::new_game);
    }

    fn notes(&self) -> Vec<Note> {
        average(self.searches.iter().map(S::notes))
    }
}

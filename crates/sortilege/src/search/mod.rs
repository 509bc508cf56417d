//! Every search: one file an algorithm, under its published name. Tags such as IS are papers of the
//! [bibliography](crate::bibliography).
//!
//! | to play | use |
//! |---|---|
//! | anything at all | [`Random`] |
//! | any, by rules alone | [`RuleBased`] |
//! | hidden information, without a tree | [`FlatMc`], [`FlatUcb`] (CS §V) |
//! | perfect information | [`Uct`]; with many chance outcomes or moves [`Dpw`] (SM §2.2) |
//! | two players, no chance, sudden wins and losses | [`Uct::solving`]: MCTS-Solver (QR) |
//! | perfect information, two players and an evaluation | [`StarMinimax`]: expectimax, Star1, Star2, and with sampled chance expSS, star1SS, star2SS (SM §3) |
//! | hidden information | [`SoIsmcts`]; where moves are hidden too [`MoIsmcts`], [`SoIsmctsPom`] (IS §IV) |
//! | where opponents must not be taken to see what the searcher hides | [`MoIsmcts`] with [`Opponents::Doubting`] (IS §X) |
//! | hidden information, as a baseline | [`DeterminizedUct`] (IS §IV-D) |
//! | hidden information, with draws to come guessed as well | [`DeterminizedUct`] with [`Uct::fixed_chance`]: ensemble determinization (ED §VI) |
//! | with open cards, to see what knowing them is worth | [`CheatingUct`], [`CheatingEnsemble`] (IS §IV-C) |
//! | any of these on several threads, with the same answer whatever their number | [`RootParallel`] |
//!
//! An algorithm is a composition: its own selection rule, and the parts in its [`Setup`].
//!
//! On several threads there are two ways. [`RootParallel`] grows trees of their own and adds them up; its answers
//! can be repeated. [`Uct::workers`], [`SoIsmcts::workers`] and [`SoIsmctsPom::workers`] grow one tree together,
//! which gets deeper; their answers depend on the machine, so they are for a budget of time. Both are off by default.

mod cheating;
mod crew;
mod descent;
mod determinized_uct;
mod divisible;
mod doubt;
mod dpw;
mod errands;
mod flat;
mod mo_ismcts;
mod observer;
mod random;
mod recall;
mod root_parallel;
mod rule_based;
mod selection;
mod so_ismcts;
mod so_ismcts_pom;
mod solver;
mod star_minimax;
mod sum;
mod tree_parallel;
mod uct;

pub use cheating::{CheatingEnsemble, CheatingUct};
pub use descent::Expansion;
pub use determinized_uct::{Deal, DeterminizedUct, Uniformly};
pub use divisible::Divisible;
pub use doubt::{Memory, Opponents};
pub use dpw::Dpw;
pub use flat::{FlatMc, FlatUcb};
pub use mo_ismcts::MoIsmcts;
pub use random::Random;
pub use root_parallel::RootParallel;
pub use rule_based::RuleBased;
pub use selection::{Select, Together, Widening};
pub use so_ismcts::SoIsmcts;
pub use so_ismcts_pom::{Label, SoIsmctsPom};
pub use star_minimax::{Iteration, Ordering, Pruning, Sampling, StarMinimax};
pub use uct::Uct;

use crate::bandit::Proven;
use crate::budget::{Budget, Clock, Deadline, Stop};
use crate::game::{Hidden, MAX_PLAYERS, Simultaneous};
use crate::playout::{Playout, Rollout, Values};
pub use crate::reward::Note;
use crate::reward::{Length, Reward, WinLoss};
use crate::tree::{NodeId, Tree, TreeStats};
use crate::{Game, Player, Rng, Turn};
use std::hash::Hash;
use std::time::Duration;

/// Chooses from what a seat knows. It is handed a view, never a state, so it cannot peek.
pub trait Search<G: Hidden>: Send {
    /// The choice of `who`, whose view it is and who is on turn.
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action>;

    /// Forgets the game before: the next decision is the first of another one.
    fn new_game(&mut self) {}

    /// What its parts measured during the last decision, for whoever wants to look.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}

/// Chooses with everybody's cards on the table: the papers' cheating baselines, and nothing else.
pub trait CheatingSearch<G: Game>: Send {
    /// The choice of `who`, who is on turn.
    fn decide_knowing_all(&mut self, state: &G, who: Player, rng: &mut Rng) -> Decision<G::Action>;

    /// Forgets the game before: the next decision is the first of another one.
    fn new_game(&mut self) {}

    /// What its parts measured during the last decision, for whoever wants to look.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}

/// The parts that every search is composed with.
#[derive(Clone, Debug)]
pub struct Setup<P, R = WinLoss> {
    /// How long it may think.
    pub budget: Budget,
    /// How simulations are finished.
    pub playout: P,
    /// What they are worth.
    pub reward: R,
    /// Which candidate is played in the end.
    pub choice: FinalChoice,
    /// Ends the search from outside.
    pub stop: Stop,
}

impl<G: Game> Setup<Rollout<G>> {
    /// Uniform playouts, payoffs as rewards, the most visited move.
    pub fn new(budget: Budget) -> Self {
        Setup {
            budget,
            playout: Rollout::default(),
            reward: WinLoss::default(),
            choice: FinalChoice::default(),
            stop: Stop::default(),
        }
    }
}

/// Which candidate is played in the end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FinalChoice {
    /// The most visited. Where all choose at once the answer is a mix, so there it is drawn in proportion
    /// to the visits.
    #[default]
    MostVisits,
    /// The one with the highest mean reward.
    BestValue,
    /// One drawn in proportion to the visits.
    SampledVisits,
}

/// What a search answers.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<A> {
    /// What it would play.
    pub action: A,
    /// Every legal action, in the game's order.
    pub candidates: Vec<Candidate<A>>,
    /// Simulations made.
    pub iterations: u64,
    /// Time taken.
    pub time: Duration,
    /// What the tree or trees look like.
    pub tree: TreeStats,
}

/// One of the actions that a search weighed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate<A> {
    /// The action.
    pub action: A,
    /// How many simulations began with it.
    pub visits: u64,
    /// The mean reward of these, 0 if there were none; the best or the worst there is if it is proven.
    pub value: f64,
    /// What is certain about it; see [`Uct::solving`]. A loss that was seen without a simulation has one visit.
    pub proven: Option<Proven>,
}

impl<A> Candidate<A> {
    /// Proven wins come before all others, and these before proven losses.
    fn rank(&self) -> u8 {
        match self.proven {
            Some(Proven::Win) => 2,
            None => 1,
            Some(Proven::Loss) => 0,
        }
    }
}

impl<A: Copy> Decision<A> {
    /// Picks among `candidates` by the rule of a setup.
    fn new(
        candidates: Vec<Candidate<A>>,
        choice: FinalChoice,
        turn: Turn,
        clock: &Clock,
        tree: TreeStats,
        rng: &mut Rng,
    ) -> Self {
        let sampled = choice == FinalChoice::SampledVisits
            || (choice == FinalChoice::MostVisits && turn == Turn::Together);
        let rank = candidates.iter().map(Candidate::rank).max();
        let in_question = |one: &&Candidate<A>| Some(one.rank()) == rank;
        let visits = || {
            candidates.iter().map(|one| Some(one).filter(in_question).map_or(0.0, |one| one.visits as f64))
        };
        let at = if sampled && visits().any(|visits| visits > 0.0) {
            rng.weighted(&visits().collect::<Vec<_>>())
        } else if choice == FinalChoice::BestValue {
            // A move that was never tried has no value to speak of.
            let tried = |one: &&Candidate<A>| one.visits > 0 && in_question(one);
            let value = |one| Some(one).filter(tried).map_or(f64::NEG_INFINITY, |one| one.value);
            largest(candidates.iter().map(value), rng)
        } else {
            largest(visits(), rng)
        };
        let action = candidates[at].action;
        Decision { action, candidates, iterations: clock.iterations(), time: clock.elapsed(), tree }
    }
}

/// What the arms at `node` say of the legal actions. Arms that are `weighted` hold rewards over probabilities:
/// their sum estimates what the arm would have earned at every visit.
fn candidates<A: Copy, L: Copy + Eq + Hash>(
    tree: &Tree<L>,
    node: NodeId,
    legal: Vec<A>,
    label: impl Fn(A) -> L,
    (least, most): (f64, f64),
    weighted: bool,
) -> Vec<Candidate<A>> {
    let visits = f64::from(tree.visits(node).max(1));
    let candidate = |action| {
        let place = tree.find(node, label(action));
        let arm = place.map(|place| tree.edges(node)[place].arm).unwrap_or_default();
        let proven = arm.proven();
        let value = match proven {
            Some(Proven::Win) => most,
            Some(Proven::Loss) => least,
            None if weighted => least + (most - least) * arm.total / visits,
            None => arm.mean(),
        };
        Candidate { action, visits: u64::from(arm.visits), value, proven }
    };
    legal.into_iter().map(candidate).collect()
}

/// The index of the largest value; ties break at random.
fn largest(values: impl Iterator<Item = f64> + Clone, rng: &mut Rng) -> usize {
    let most = values.clone().fold(f64::NEG_INFINITY, f64::max);
    let tied: Vec<usize> = values.enumerate().filter(|&(_, value)| value == most).map(|(at, _)| at).collect();
    rng.pick(&tied)
}

/// What `who` may do, in the game's order.
fn legal_actions<G: Simultaneous>(state: &G, who: Player) -> Vec<G::Action> {
    let mut list = vec![];
    match state.turn() {
        Turn::Together => state.choices(who, &mut list),
        turn => {
            assert_eq!(turn, Turn::Player(who), "a search decides for the player on turn");
            state.actions(&mut list);
        }
    }
    list
}

/// Finishes a simulation that has left the tree after `length` of `moves`, and says what it is worth to
/// every seat.
#[inline]
fn finish<G: Game, P: Playout<G>, R: Reward<G>>(
    state: &mut G,
    setup: &mut Setup<P, R>,
    moves: &[(Player, G::Action)],
    length: u32,
    rng: &mut Rng,
) -> Values {
    let mut values = [0.0; MAX_PLAYERS];
    let players = state.players();
    let played = setup.playout.finish(state, rng, &mut values[..players]);
    if setup.playout.learns() {
        setup.playout.learn(moves, &values[..players]);
    }
    setup.reward.credit(state, Length { tree: length, playout: played }, &mut values[..players]);
    values
}

impl<P, R> Setup<P, R> {
    /// Starts the clock of a decision of `who` in a state like `root`, and forgets what was learnt for the one
    /// before.
    fn start<G: Game>(&mut self, root: &G, who: Player) -> Clock
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        let clock = self.budget.start_tree(&self.stop);
        self.begin(root, who, &clock.deadline());
        clock
    }

    /// The same without a tree, whose visits would have to be counted.
    fn start_flat<G: Game>(&mut self, root: &G, who: Player) -> Clock
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        let clock = self.budget.start(&self.stop);
        self.begin(root, who, &clock.deadline());
        clock
    }

    /// The same without a clock.
    fn begin<G: Game>(&mut self, root: &G, who: Player, deadline: &Deadline)
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        self.playout.forget();
        self.playout.heed(deadline);
        self.reward.begin(root, who, &self.budget);
    }
}

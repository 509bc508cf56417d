//! The parts that every search is composed of, and the end of a simulation.

use super::FinalChoice;
use super::decision::Tally;
use crate::belief::Belief;
use crate::belief::Uniformly;
use crate::budget::{Budget, Clock, Deadline, Stop};
use crate::game::Hidden;
use crate::game::MAX_PLAYERS;
use crate::playout::{Playout, Rollout, Values};
use crate::progress::{Progress, Watch};
use crate::reward::{Length, Note, Reward, WinLoss};
use crate::{Game, Player, Rng};

/// The parts that every search is composed of.
#[derive(Clone, Debug)]
pub struct Setup<P, R = WinLoss, B = Uniformly> {
    /// Limits on iterations, time and memory.
    pub budget: Budget,
    /// Evaluates leaves: finishes simulations.
    pub playout: P,
    /// Converts results of simulations to rewards.
    pub reward: R,
    /// Distribution of determinizations, where information is hidden.
    pub belief: B,
    /// Rule that selects the action after the search.
    pub choice: FinalChoice,
    /// Handle by which a caller ends the search.
    pub stop: Stop,
    /// Listener for progress reports.
    pub watch: Watch,
}

impl<G: Game> Setup<Rollout<G>> {
    /// Uniform playouts, payoffs as rewards, and the most visited move.
    pub fn new(budget: Budget) -> Self {
        Setup::with(budget, Rollout::default())
    }
}

impl<P> Setup<P> {
    /// Playouts by `playout`, payoffs as rewards, and the most visited move.
    pub fn with(budget: Budget, playout: P) -> Self {
        let (reward, choice) = (WinLoss::default(), FinalChoice::default());
        Setup {
            budget,
            playout,
            reward,
            belief: Uniformly,
            choice,
            stop: Stop::default(),
            watch: Watch::default(),
        }
    }
}

/// Finishes a simulation that left the tree after `length` of `moves`; returns its reward for every
/// seat.
#[inline]
pub(super) fn finish<G: Game, P: Playout<G>, R: Reward<G>, B>(
    state: &mut G,
    setup: &mut Setup<P, R, B>,
    moves: &[(Player, G::Action)],
    length: u32,
    rng: &mut Rng,
) -> Values {
    finish_counting(state, setup, moves, length, rng).0
}

/// Like [`finish`], and also returns the number of moves of the playout.
#[inline]
pub(super) fn finish_counting<G: Game, P: Playout<G>, R: Reward<G>, B>(
    state: &mut G,
    setup: &mut Setup<P, R, B>,
    moves: &[(Player, G::Action)],
    length: u32,
    rng: &mut Rng,
) -> (Values, u32) {
    let mut values = [0.0; MAX_PLAYERS];
    let players = state.players();
    let played = setup.playout.finish(state, rng, &mut values[..players]);
    if setup.playout.learns() {
        setup.playout.learn(moves, &values[..players]);
    }
    setup.reward.follow(moves);
    setup.reward.credit(state, Length { tree: length, playout: played }, &mut values[..players]);
    (values, played)
}

/// Builders that replace one part each.
impl<P, R, B> Setup<P, R, B> {
    /// Replaces the playout.
    pub fn playout<Q>(self, playout: Q) -> Setup<Q, R, B> {
        let Setup { budget, reward, belief, choice, stop, watch, .. } = self;
        Setup { budget, playout, reward, belief, choice, stop, watch }
    }

    /// Replaces the reward.
    pub fn reward<S>(self, reward: S) -> Setup<P, S, B> {
        let Setup { budget, playout, belief, choice, stop, watch, .. } = self;
        Setup { budget, playout, reward, belief, choice, stop, watch }
    }

    /// Replaces the belief.
    pub fn belief<C>(self, belief: C) -> Setup<P, R, C> {
        let Setup { budget, playout, reward, choice, stop, watch, .. } = self;
        Setup { budget, playout, reward, belief, choice, stop, watch }
    }

    /// Replaces the final choice.
    pub fn choice(self, choice: FinalChoice) -> Self {
        Setup { choice, ..self }
    }

    /// Replaces the progress listener.
    pub fn watch(self, watch: Watch) -> Self {
        Setup { watch, ..self }
    }

    /// Replaces the handle that ends the search.
    pub fn stop(self, stop: Stop) -> Self {
        Setup { stop, ..self }
    }
}

impl<P, R, B> Setup<P, R, B> {
    /// Forgets the previous game.
    pub(super) fn new_game<G: Hidden>(&mut self)
    where
        R: Reward<G>,
        B: Belief<G>,
    {
        self.reward.new_game();
        self.belief.new_game();
    }

    /// Measurements of the parts during the last decision.
    pub(super) fn notes<G: Hidden>(&self) -> Vec<Note>
    where
        R: Reward<G>,
        B: Belief<G>,
    {
        let mut notes = self.reward.notes();
        notes.extend(self.belief.notes());
        notes
    }

    /// Starts the clock of a decision of `who` in a state such as `root`, and resets what the parts
    /// learnt for the previous decision.
    pub(super) fn start<G: Game>(&mut self, root: &G, who: Player) -> Clock
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        let clock = self.budget.start_tree(&self.stop).watched(self.watch.is_set());
        self.begin(root, who, &clock.deadline());
        clock
    }

    /// Like [`Setup::start`], for a root that `draw` samples. The time of sampling counts as part
    /// of the decision.
    pub(super) fn start_drawing<G: Game>(
        &mut self,
        who: Player,
        has_tree: bool,
        draw: impl FnOnce() -> G,
    ) -> (G, Clock)
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        let clock = match has_tree {
            true => self.budget.start_tree(&self.stop),
            false => self.budget.start(&self.stop),
        };
        let clock = clock.watched(self.watch.is_set());
        let root = draw();
        self.begin(&root, who, &clock.deadline());
        (root, clock)
    }

    /// Reports `candidates` to the progress listener.
    #[cold]
    pub(super) fn report(&self, clock: &Clock, candidates: Vec<Tally>) {
        self.watch.report(&Progress {
            iterations: clock.iterations(),
            time: clock.elapsed(),
            candidates,
        });
    }

    /// Starts the clock of pondering, which ends only when it is stopped or when memory runs out.
    pub(super) fn ponder<G: Game>(&mut self, root: &G, who: Player, stop: &Stop) -> Clock
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        let budget = Budget { iterations: None, time: None, ..self.budget };
        let clock = budget.start_tree(stop);
        self.begin(root, who, &clock.deadline());
        clock
    }

    /// Sets the clock of a continued decision for the parts that read the deadline.
    pub(super) fn go_on<G: Game>(&mut self, clock: Clock) -> Clock
    where
        P: Playout<G>,
    {
        let clock = clock.watched(self.watch.is_set());
        self.playout.set_deadline(&clock.deadline());
        clock
    }

    /// Begins a decision whose clock runs already.
    pub(super) fn begin<G: Game>(&mut self, root: &G, who: Player, deadline: &Deadline)
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        self.playout.forget();
        self.playout.set_deadline(deadline);
        self.reward.begin(root, who, &self.budget);
    }
}

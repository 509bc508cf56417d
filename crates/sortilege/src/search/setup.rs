//! The parts that every search is composed with, and how a simulation is finished with them.

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

/// The parts that every search is composed with.
#[derive(Clone, Debug)]
pub struct Setup<P, R = WinLoss, B = Uniformly> {
    /// How long it may think.
    pub budget: Budget,
    /// How simulations are finished.
    pub playout: P,
    /// What they are worth.
    pub reward: R,
    /// Which states are taken for possible, where something is hidden.
    pub belief: B,
    /// Which candidate is played in the end.
    pub choice: FinalChoice,
    /// Ends the search from outside.
    pub stop: Stop,
    /// Is told what was found so far.
    pub watch: Watch,
}

impl<G: Game> Setup<Rollout<G>> {
    /// Uniform playouts, payoffs as rewards, the most visited move.
    pub fn new(budget: Budget) -> Self {
        Setup::with(budget, Rollout::default())
    }
}

impl<P> Setup<P> {
    /// Payoffs as rewards, the most visited move, and simulations that are finished by `playout`.
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

/// Finishes a simulation that has left the tree after `length` of `moves`, and says what it is
/// worth to every seat.
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

/// The same, with how many moves it took.
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

/// The same setup with another part, each.
impl<P, R, B> Setup<P, R, B> {
    /// Finishes simulations in another way.
    pub fn playout<Q>(self, playout: Q) -> Setup<Q, R, B> {
        let Setup { budget, reward, belief, choice, stop, watch, .. } = self;
        Setup { budget, playout, reward, belief, choice, stop, watch }
    }

    /// Rewards them in another way.
    pub fn reward<S>(self, reward: S) -> Setup<P, S, B> {
        let Setup { budget, playout, belief, choice, stop, watch, .. } = self;
        Setup { budget, playout, reward, belief, choice, stop, watch }
    }

    /// Takes other states for possible.
    pub fn belief<C>(self, belief: C) -> Setup<P, R, C> {
        let Setup { budget, playout, reward, choice, stop, watch, .. } = self;
        Setup { budget, playout, reward, belief, choice, stop, watch }
    }

    /// Plays another candidate in the end.
    pub fn choice(self, choice: FinalChoice) -> Self {
        Setup { choice, ..self }
    }

    /// Tells this one what was found so far.
    pub fn watch(self, watch: Watch) -> Self {
        Setup { watch, ..self }
    }

    /// Is ended from outside by this handle.
    pub fn stop(self, stop: Stop) -> Self {
        Setup { stop, ..self }
    }
}

impl<P, R, B> Setup<P, R, B> {
    /// Forgets the game before.
    pub(super) fn new_game<G: Hidden>(&mut self)
    where
        R: Reward<G>,
        B: Belief<G>,
    {
        self.reward.new_game();
        self.belief.new_game();
    }

    /// What the parts measured during the last decision.
    pub(super) fn notes<G: Hidden>(&self) -> Vec<Note>
    where
        R: Reward<G>,
        B: Belief<G>,
    {
        let mut notes = self.reward.notes();
        notes.extend(self.belief.notes());
        notes
    }

    /// Starts the clock of a decision of `who` in a state like `root`, and forgets what was learnt
    /// for the one before.
    pub(super) fn start<G: Game>(&mut self, root: &G, who: Player) -> Clock
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        let clock = self.budget.start_tree(&self.stop).watched(self.watch.is_set());
        self.begin(root, who, &clock.deadline());
        clock
    }

    /// The same where the root is a state that is drawn: drawing it takes time of the decision.
    pub(super) fn start_drawing<G: Game>(
        &mut self,
        who: Player,
        draw: impl FnOnce() -> G,
    ) -> (G, Clock)
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        let clock = self.budget.start_tree(&self.stop).watched(self.watch.is_set());
        let root = draw();
        self.begin(&root, who, &clock.deadline());
        (root, clock)
    }

    /// Tells whoever watches what was found so far.
    #[cold]
    pub(super) fn tell(&self, clock: &Clock, candidates: Vec<Tally>) {
        self.watch.tell(&Progress {
            iterations: clock.iterations(),
            time: clock.elapsed(),
            candidates,
        });
    }

    /// The same for thinking that goes on until it is stopped, or until there is no memory left for
    /// it.
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

    /// Has everybody who looks at the clock look at that of a decision that goes on.
    pub(super) fn go_on<G: Game>(&mut self, clock: Clock) -> Clock
    where
        P: Playout<G>,
    {
        let clock = clock.watched(self.watch.is_set());
        self.playout.set_deadline(&clock.deadline());
        clock
    }

    /// The clock of a decision without a tree, whose visits would have to be counted.
    pub(super) fn flat_clock(&self) -> Clock {
        self.budget.start(&self.stop).watched(self.watch.is_set())
    }

    /// Begins a decision that has a clock already.
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

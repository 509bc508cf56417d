//! Determinized UCT (IS §IV-D): several states are drawn from the information set, each gets a UCT tree of
//! its own as if all were known, and the move with most visits over all trees is played.
//!
//! Ensemble determinization (ED §VI) is the same with [`Uct::fixed_chance`]: there the trees guess what is to come
//! as well. Which states are drawn is up to a [`Deal`].

use super::sum::Sum;
use super::{Decision, Note, Search, Setup, Uct};
use crate::budget::{Budget, Clock, Deadline};
use crate::game::{Chance, Hidden, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::{Game, Player, Rng};

/// Chooses determinizations.
pub trait Deal<G: Hidden>: Send {
    /// A state that fits what `who` knows.
    fn deal(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> G;

    /// Hears that a decision begins, and when it is over: whoever looks for something can leave off then.
    fn begin(&mut self, _deadline: &Deadline) {}

    /// What was measured during the last decision.
    fn notes(&self) -> Vec<Note> {
        vec![]
    }
}

/// Determinizations as the game draws them.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniformly;

impl<G: Hidden> Deal<G> for Uniformly {
    #[inline]
    fn deal(&mut self, view: &G::View, _: Player, rng: &mut Rng) -> G {
        G::determinize(view, rng)
    }
}

/// UCT on several determinizations.
pub struct DeterminizedUct<G: Game, P = Rollout<G>, R = WinLoss, D = Uniformly> {
    /// How many determinizations, each with its tree.
    pub trees: u32,
    /// Who chooses them.
    pub deal: D,
    /// How each is searched; iterations are per tree, time is for all of them.
    pub uct: Uct<G, P, R>,
}

impl<G: Chance + Simultaneous, P, R> DeterminizedUct<G, P, R> {
    /// 40 trees, as IS uses most.
    pub fn new(setup: Setup<P, R>) -> Self {
        DeterminizedUct { trees: 40, deal: Uniformly, uct: Uct::new(setup) }
    }
}

impl<G, P, R, D> Search<G> for DeterminizedUct<G, P, R, D>
where
    G: Chance + Hidden + Simultaneous + Send,
    G::Action: Send,
    P: Playout<G>,
    R: Reward<G>,
    D: Deal<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let clock = self.uct.setup.budget.start(&self.uct.setup.stop);
        self.deal.begin(&clock.deadline());
        let deal = &mut self.deal;
        ensemble(&mut self.uct, self.trees, clock, |rng| deal.deal(view, who, rng), who, rng)
    }

    fn new_game(&mut self) {
        self.uct.setup.reward.new_game();
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = self.uct.setup.reward.notes();
        notes.extend(self.deal.notes());
        notes
    }
}

/// Grows `trees` trees, or as many as there is time for, each on a state of `draw`, and adds up what they say.
pub(super) fn ensemble<G, P, R>(
    uct: &mut Uct<G, P, R>,
    trees: u32,
    mut clock: Clock,
    mut draw: impl FnMut(&mut Rng) -> G,
    who: Player,
    rng: &mut Rng,
) -> Decision<G::Action>
where
    G: Chance + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    let trees = trees.max(1);
    let first = draw(rng);
    uct.setup.begin(&first, who, &clock.deadline());
    let mut sum = Sum::new(false);
    let turn = first.turn();
    let mut next = Some(first);
    for tree in 0..trees {
        let state = next.take().unwrap_or_else(|| draw(rng));
        let mut share = share(&uct.setup.budget, &clock, trees - tree).start_tree(&uct.setup.stop);
        let stats = uct.grow(&state, &mut share, rng);
        clock.add(share.iterations());
        sum.add(&uct.candidates(&state, who), stats);
        if clock.is_over() {
            break;
        }
    }
    Decision::new(sum.candidates, uct.setup.choice, turn, &clock, sum.stats, rng)
}

/// What the next of so many remaining trees may spend: all of the iterations, its part of the time.
fn share(budget: &Budget, clock: &Clock, remaining: u32) -> Budget {
    Budget { time: clock.time_left().map(|left| left / remaining), ..*budget }
}

//! Determinized UCT (IS §IV-D): several states are sampled from the information set. Each gets its
//! own UCT tree under perfect information, and the move with most visits over all trees is played.
//!
//! With [`Uct::fixed_chance`] it is ensemble determinization (ED §VI), where the trees determinize
//! future chance events as well. A [`Belief`] decides the distribution of the states.

use super::decision::Answer;
use super::parallel::sum::Sum;
use super::{Decision, Note, Search, Setup, Uct, legal_actions};
use crate::belief::{Belief, Uniformly};
use crate::budget::{Budget, Clock};
use crate::game::{Chance, Hidden, Observation, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::{Player, Rng};

/// UCT on several determinizations.
pub struct DeterminizedUct<G: Hidden, P = Rollout<G>, R = WinLoss, B = Uniformly> {
    /// Number of determinizations, each with its tree.
    pub trees: u32,
    /// Distribution of the determinizations. (The belief of the setup is not used: UCT has nothing
    /// to determinize here.)
    pub belief: B,
    /// The search of each determinization; iterations are per tree, time is for all of them.
    pub uct: Uct<G, P, R>,
}

impl<G: Chance + Hidden + Simultaneous, P, R> DeterminizedUct<G, P, R> {
    /// Determinized UCT with 40 trees, the number that IS uses most.
    pub fn new(setup: Setup<P, R>) -> Self {
        DeterminizedUct { trees: 40, belief: Uniformly, uct: Uct::new(setup) }
    }
}

impl<G, P, R, B> Search<G> for DeterminizedUct<G, P, R, B>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    fn decide(&mut self, view: &G::View, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let setup = &self.uct.setup;
        let clock = setup.budget.start(&setup.stop).watched(setup.watch.is_set());
        self.belief.begin(view, who, &clock.deadline(), rng);
        let belief = &mut self.belief;
        ensemble(&mut self.uct, self.trees, clock, |rng| belief.sample(view, who, rng), who, rng)
    }

    fn new_game(&mut self) {
        self.uct.setup.reward.new_game();
        self.belief.new_game();
    }

    fn wants_observations(&self) -> bool {
        Belief::<G>::wants_observations(&self.belief)
    }

    fn reports_progress(&self) -> bool {
        self.uct.setup.watch.is_set()
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>)
    where
        G: Observe,
    {
        self.belief.observe(who, seen);
    }

    fn notes(&self) -> Vec<Note> {
        let mut notes = self.uct.setup.reward.notes();
        notes.extend(self.belief.notes());
        notes
    }
}

/// Grows `trees` trees, or as many as the time allows, each on a state of `draw`, and adds up their
/// statistics.
pub(super) fn ensemble<G, P, R>(
    uct: &mut Uct<G, P, R>,
    trees: u32,
    mut clock: Clock,
    mut draw: impl FnMut(&mut Rng) -> G,
    who: Player,
    rng: &mut Rng,
) -> Decision<G::Action>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
{
    let trees = trees.max(1);
    let first = draw(rng);
    uct.setup.begin(&first, who, &clock.deadline());
    let (turn, actions) = (first.turn(), legal_actions(&first, who));
    let mut sum = Sum::new(uct.rules.weigh(turn));
    let mut next = Some(first);
    let outer = uct.setup.watch.clone();
    for tree in 0..trees {
        let state = next.take().unwrap_or_else(|| draw(rng));
        let share = share(&uct.setup.budget, &clock, trees - tree).start_tree(&uct.setup.stop);
        let mut share = share.watched(outer.is_set());
        uct.setup.watch = sum.watch(&outer, &clock);
        let stats = uct.grow(&state, who, &mut share, rng);
        clock.add(share.iterations());
        sum.add(&uct.tallies(&state, who, &actions), stats);
        // Trees may be too small to report anything themselves.
        uct.setup.watch = outer.clone();
        if clock.is_due_now() {
            uct.setup.report(&clock, sum.tallies.clone());
        }
        if clock.is_over() {
            break;
        }
    }
    let answer = Answer::new(sum.tallies, &clock, sum.stats);
    Decision::new(&actions, &answer, uct.setup.choice, turn, rng)
}

/// Like [`ensemble`] over states of a belief, but all trees share the iterations of one decision:
/// the fallback of searches that have no subgame to solve.
pub(super) fn sharing_ensemble<G, P, R, B>(
    uct: &mut Uct<G, P, R>,
    belief: &mut B,
    trees: u32,
    clock: Clock,
    (view, who): (&G::View, Player),
    rng: &mut Rng,
) -> Decision<G::Action>
where
    G: Chance + Hidden + Simultaneous,
    P: Playout<G>,
    R: Reward<G>,
    B: Belief<G>,
{
    let (whole, trees) = (uct.setup.budget, trees.max(1));
    let each = |all: u64| all.div_ceil(trees.into()).max(1);
    uct.setup.budget = Budget { iterations: whole.iterations.map(each), ..whole };
    let decision = ensemble(uct, trees, clock, |rng| belief.sample(view, who, rng), who, rng);
    uct.setup.budget = whole;
    decision
}

/// Budget of the next of `remaining` trees: all of the iterations, and its share of the time left.
fn share(budget: &Budget, clock: &Clock, remaining: u32) -> Budget {
    Budget { time: clock.time_left().map(|left| left / remaining), ..*budget }
}

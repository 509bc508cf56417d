//! One iteration of Online Outcome Sampling: a simulation from the start of the game and its
//! updates.
//!
//! The paper is recursive; here one loop descends and one loop backs up, with the same quantities.
//! Chance probabilities under regular sampling cancel out, so they are needed only where chance is
//! targeted.

use super::rule::Rule;
use super::tables::{ActionStats, InfostateId, News, SlotRange, Tables, UNKNOWN, push_matched};
use super::target::{Target, TargetState};
use crate::game::{Chance, Label, ListOutcomes, MAX_PLAYERS, Observe, Simultaneous};
use crate::search::tree_search::observation::{ByObservation, Labels};
use crate::{Player, Rng, Turn};

/// Sampling probabilities that are settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Odds {
    /// delta: probability of a targeted iteration.
    pub(super) targeted: f64,
    /// epsilon: probability of a random action of the update player.
    pub(super) exploration: f64,
    /// Probability of a random action under regret matching.
    pub(super) tremble: f64,
}

/// A choice on the path, with the quantities needed to back up.
#[derive(Clone, Copy)]
struct VisitedChoice {
    who: Player,
    /// The information set, if it is in the tables.
    set: Option<SlotRange>,
    taken: usize,
    actions: usize,
    /// Index of its strategy in [`SampledIteration::sigma`].
    sigma: usize,
    /// Reach pi of the acting player, and of all players but the update player.
    own: f64,
    others: f64,
    /// Probability that a simulation reaches this choice, over targeted and untargeted ones.
    sampled: f64,
}

/// A simulation in progress.
pub(super) struct SampledIteration<G: Observe> {
    pub(super) odds: Odds,
    pub(super) rule: Rule,
    /// The update player, and whether it is the only player.
    learner: Player,
    is_alone: bool,
    /// Whether this iteration is targeted, and how far it agrees with the target.
    is_targeted: bool,
    pub(super) target_state: TargetState,
    /// Infostates of all seats.
    known: [InfostateId; MAX_PLAYERS],
    reach: [f64; MAX_PLAYERS],
    /// Probabilities of this simulation under the two sampling schemes: s1, targeted, and s2,
    /// untargeted.
    s: [f64; 2],
    path: Vec<VisitedChoice>,
    /// Strategies of the choices on the path, concatenated.
    sigma: Vec<f64>,
    /// Moves of the simulation.
    pub(super) moves: Vec<(Player, G::Action)>,
    /// Number of player turns in the simulation.
    pub(super) length: u32,
    joint: Vec<G::Action>,
    legal: Vec<G::Action>,
    outcomes: Vec<(G::Action, f64)>,
    /// Sampling probabilities of each action, targeted and untargeted, and the resulting target
    /// states.
    q: [Vec<f64>; 2],
    leads: Vec<TargetState>,
}

impl<G: Observe> SampledIteration<G> {
    pub(super) fn new(odds: Odds) -> Self {
        SampledIteration {
            odds,
            rule: Rule::Regrets,
            learner: Player(0),
            is_alone: false,
            is_targeted: false,
            target_state: TargetState::Off,
            known: [UNKNOWN; MAX_PLAYERS],
            reach: [1.0; MAX_PLAYERS],
            s: [1.0; 2],
            path: vec![],
            sigma: vec![],
            moves: vec![],
            length: 0,
            joint: vec![],
            legal: vec![],
            outcomes: vec![],
            q: [vec![], vec![]],
            leads: vec![],
        }
    }

    /// Restarts at the root, where the infostates of the seats are `known`.
    pub(super) fn restart(
        &mut self,
        learner: Player,
        known: &[InfostateId],
        is_targeted: Option<bool>,
    ) {
        self.known[..known.len()].copy_from_slice(known);
        self.reach = [1.0; MAX_PLAYERS];
        (self.s, self.length, self.learner) = ([1.0; 2], 0, learner);
        self.is_alone = known.len() == 1;
        self.is_targeted = is_targeted == Some(true);
        self.target_state =
            if is_targeted.is_some() { TargetState::Before(0) } else { TargetState::Off };
        self.path.clear();
        self.sigma.clear();
        self.moves.clear();
    }

    /// Appends the current strategy of a set to `sigma`.
    fn push_strategy(&mut self, slots: &[ActionStats]) {
        match &self.rule {
            Rule::Regrets => push_matched(slots, self.odds.tremble, &mut self.sigma),
            Rule::Smooth(smoothing) => smoothing.push_mix(slots, &mut self.sigma),
        }
    }

    /// Probability that a simulation reaches this point, over targeted and untargeted ones.
    fn sampled(&self) -> f64 {
        self.odds.targeted * self.s[0] + (1.0 - self.odds.targeted) * self.s[1]
    }
}

/// Tables and target of a simulation.
pub(super) struct Guide<'a, G: Observe> {
    pub(super) tables: &'a mut Tables<Label<G::Action, G::Seen>>,
    pub(super) target: &'a Target<G>,
    /// Lists outcomes where chance is to be targeted.
    pub(super) list: Option<ListOutcomes<G>>,
    /// Whether the tables may not grow.
    pub(super) full: bool,
}

impl<G: Chance + Observe + Simultaneous> SampledIteration<G> {
    /// Simulates from `state` to the end of the game, or until a choice has been made at an
    /// information set that is new in the tables.
    pub(super) fn descend(&mut self, guide: &mut Guide<'_, G>, state: &mut G, rng: &mut Rng) {
        loop {
            let turn = state.turn();
            let searchers = turn == Turn::Together || turn == Turn::Player(guide.target.of);
            self.target_state = guide.target.at_turn(self.target_state, searchers);
            let is_new = match turn {
                Turn::Over => return,
                Turn::Chance => {
                    let outcome = self.chance(guide, state, rng);
                    self.watch(guide, state, outcome, None);
                    state.apply(outcome);
                    continue;
                }
                Turn::Player(who) => {
                    let (action, is_new) = self.choose(guide, state, who, rng);
                    self.watch(guide, state, action, Some(who));
                    state.apply(action);
                    is_new
                }
                Turn::Together => self.choose_together(guide, state, rng),
            };
            self.length += 1;
            if is_new {
                return;
            }
        }
    }

    /// All players choose before any of them observes the other choices.
    fn choose_together(&mut self, guide: &mut Guide<'_, G>, state: &mut G, rng: &mut Rng) -> bool {
        let mut is_new = false;
        // The buffer leaves `self` for the loop, because `choose` borrows all of `self`.
        let mut joint = std::mem::take(&mut self.joint);
        joint.clear();
        for who in (0..state.players()).map(Player) {
            let (action, first) = self.choose(guide, state, who, rng);
            joint.push(action);
            is_new |= first;
        }
        for (seat, &action) in joint.iter().enumerate() {
            self.watch(guide, state, action, Some(Player(seat)));
        }
        state.apply_together(&joint);
        self.joint = joint;
        is_new
    }

    /// Extends the infostates of all seats by their observations of an action.
    fn watch(
        &mut self,
        guide: &mut Guide<'_, G>,
        state: &G,
        action: G::Action,
        mover: Option<Player>,
    ) {
        for (seat, known) in self.known[..state.players()].iter_mut().enumerate() {
            let label = ByObservation { of: Player(seat) }.label(state, action, mover);
            if label != Label::Unnoticed {
                *known = match guide.full {
                    true => guide.tables.after(*known, label),
                    false => guide.tables.grow(*known, label),
                };
            }
        }
    }

    /// Samples a chance event. A targeted one is sampled among the outcomes that agree with the
    /// target. All probabilities are kept as multiples of the regular probability.
    fn chance(&mut self, guide: &Guide<'_, G>, state: &G, rng: &mut Rng) -> G::Action {
        let (TargetState::Before(_), Some(list)) = (self.target_state, guide.list) else {
            return state.sample(rng);
        };
        list(state, &mut self.outcomes);
        self.leads.clear();
        self.leads.extend(
            self.outcomes
                .iter()
                .map(|&(outcome, _)| guide.target.after(self.target_state, state, outcome, None)),
        );
        self.q[1].clear();
        self.q[1].extend(self.outcomes.iter().map(|&(_, odds)| odds));
        let at = self.sample(rng);
        // Chance has the same probability in the game and in untargeted sampling, so it cancels in
        // every weight. Only the ratio of the targeted probability to it is kept.
        let odds = self.q[1][at];
        self.s[0] *= self.q[0][at] / odds;
        self.target_state = self.leads[at];
        self.outcomes[at].0
    }

    /// Samples an action. `q[1]` holds the untargeted probabilities and `leads` the resulting
    /// target states. Leaves the targeted probabilities, restricted to agreeing actions, in `q[0]`.
    /// If no action agrees, the target is lost and both schemes are the same.
    fn sample(&mut self, rng: &mut Rng) -> usize {
        let [targeted, free] = &mut self.q;
        targeted.clear();
        let agree = |lead: &TargetState| *lead != TargetState::Off;
        let agreeing = self.leads.iter().filter(|lead| agree(lead)).count();
        let total: f64 = free
            .iter()
            .zip(&self.leads)
            .filter(|(_, lead)| agree(lead))
            .map(|(odds, _)| odds)
            .sum();
        for (&odds, lead) in free.iter().zip(&self.leads) {
            targeted.push(match agree(lead) {
                _ if agreeing == 0 => odds,
                false => 0.0,
                true if total > 0.0 => odds / total,
                true => 1.0 / agreeing as f64,
            });
        }
        rng.weighted(if self.is_targeted { targeted } else { free })
    }

    /// Samples a choice of a player: by the current strategy at an information set of the tables,
    /// uniformly at a new one. Returns the action, and whether the set is new.
    fn choose(
        &mut self,
        guide: &mut Guide<'_, G>,
        state: &G,
        who: Player,
        rng: &mut Rng,
    ) -> (G::Action, bool) {
        state.options(who, &mut self.legal);
        // A forced move is no decision: it gets no table, and both schemes sample it alike.
        if let [only] = self.legal[..] {
            self.target_state = guide.target.after(self.target_state, state, only, Some(who));
            self.moves.push((who, only));
            return (only, false);
        }
        let (known, actions) = (self.known[who.0], self.legal.len());
        let set = guide.tables.set(known).filter(|set| set.actions() == actions);
        let is_new = set.is_none();
        let grown =
            (is_new && !guide.full && known != UNKNOWN && guide.tables.set(known).is_none())
                .then(|| guide.tables.add(known, actions, self.path.len()));
        let sigma = self.sigma.len();
        match set {
            Some(set) => self.push_strategy(&guide.tables.slots[set.slots()]),
            None => self.sigma.resize(sigma + actions, 1.0 / actions as f64),
        }
        let (own, sampled) = (self.reach[who.0], self.sampled());
        let others = self.reach.iter().enumerate().filter(|(seat, _)| *seat != self.learner.0);
        let others = others.map(|(_, reach)| reach).product();
        let taken = self.sample_choice(guide.target, state, who, sigma, rng);
        let set = set.or(grown);
        self.path.push(VisitedChoice { who, set, taken, actions, sigma, own, others, sampled });
        self.reach[who.0] *= self.sigma[sigma + taken];
        self.moves.push((who, self.legal[taken]));
        (self.legal[taken], is_new)
    }

    /// Samples one of the legal actions by a strategy, with exploration by the update player.
    fn sample_choice(
        &mut self,
        target: &Target<G>,
        state: &G,
        who: Player,
        sigma: usize,
        rng: &mut Rng,
    ) -> usize {
        let explore = if who == self.learner { self.odds.exploration } else { 0.0 };
        let even = explore / self.legal.len() as f64;
        self.q[1].clear();
        self.q[1].extend(self.sigma[sigma..].iter().map(|played| (1.0 - explore) * played + even));
        if !matches!(self.target_state, TargetState::Before(_)) {
            let taken = rng.weighted(&self.q[1]);
            self.s = self.s.map(|s| s * self.q[1][taken]);
            return taken;
        }
        self.leads.clear();
        self.leads.extend(
            self.legal
                .iter()
                .map(|&action| target.after(self.target_state, state, action, Some(who))),
        );
        let taken = self.sample(rng);
        self.s = [self.s[0] * self.q[0][taken], self.s[1] * self.q[1][taken]];
        self.target_state = self.leads[taken];
        taken
    }

    /// Backs up the `rewards`, from 0 to 1: updates regrets of the update player and averages of
    /// all others.
    pub(super) fn back_up(&self, tables: &mut Tables<Label<G::Action, G::Seen>>, rewards: &[f64]) {
        // Rewards are centred, or regrets would vary with what all actions have in common.
        let utility = 2.0 * rewards[self.learner.0] - 1.0;
        let sampled = self.sampled();
        // Probability that the strategies continue from here as this simulation did.
        let mut tail = 1.0;
        for step in self.path.iter().rev() {
            let sigma = &self.sigma[step.sigma..step.sigma + step.actions];
            if let Some(set) = step.set {
                let slots = &mut tables.slots[set.slots()];
                let news = News { sigma, taken: step.taken, reward: rewards[step.who.0] };
                news.count(slots);
                let learns = step.who == self.learner;
                match self.rule {
                    Rule::Smooth(_) => news.visit(slots),
                    Rule::Regrets if learns => {
                        news.regret(slots, utility * step.others / sampled, tail)
                    }
                    Rule::Regrets => {}
                }
                if self.rule == Rule::Regrets && (!learns || self.is_alone) {
                    news.average(slots, step.own / step.sampled, self.odds.tremble);
                }
            }
            tail *= sigma[step.taken];
        }
    }
}

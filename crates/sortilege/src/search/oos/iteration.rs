//! One iteration of Online Outcome Sampling: a simulation from the start of the game, and what it
//! teaches.
//!
//! The paper walks down and up by recursion; here it is a loop down and a loop up, over the same
//! numbers. What chance does by its own odds divides out of all of them, so these odds are never
//! asked for but where chance is targeted.

use super::rule::Rule;
use super::tables::{Knowledge, News, Set, Slot, Tables, UNKNOWN, push_matched};
use super::target::{Target, TargetState};
use crate::game::{Chance, Label, MAX_PLAYERS, Observe, Simultaneous};
use crate::search::tree_search::descent::ListOutcomes;
use crate::search::tree_search::observation::{ByObservation, Labels};
use crate::{Player, Rng, Turn};

/// The probabilities that the paper has settings for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Odds {
    /// delta: of a targeted iteration.
    pub(super) targeted: f64,
    /// epsilon: of any action where the player who learns is on turn.
    pub(super) exploration: f64,
    /// Of any action wherever regrets are matched.
    pub(super) tremble: f64,
}

/// A choice that was made on the way down, and the numbers that it was made with.
#[derive(Clone, Copy)]
struct Visited {
    who: Player,
    /// The information set, if it is in the tables.
    set: Option<Set>,
    taken: usize,
    actions: usize,
    /// Where its strategy begins among those that were played.
    sigma: usize,
    /// The reach of the player on turn, and of all but the one who learns: pi.
    own: f64,
    others: f64,
    /// The probability that a simulation comes here, targeted or not.
    sampled: f64,
}

/// A simulation on its way.
pub(super) struct Iteration<G: Observe> {
    pub(super) odds: Odds,
    pub(super) rule: Rule,
    /// Whose regrets are updated, and whether there is nobody else.
    learner: Player,
    is_alone: bool,
    /// Whether this iteration is targeted, and how far it agrees with the target.
    is_targeted: bool,
    pub(super) target_state: TargetState,
    /// Where everybody is in the tables.
    known: [Knowledge; MAX_PLAYERS],
    reach: [f64; MAX_PLAYERS],
    /// The probability of this simulation by either way to sample: s1, targeted, and s2, not.
    s: [f64; 2],
    path: Vec<Visited>,
    /// The strategies that were played, one after the other.
    sigma: Vec<f64>,
    /// Moves made on the way down.
    pub(super) moves: Vec<(Player, G::Action)>,
    /// Turns of players on the way down.
    pub(super) length: u32,
    joint: Vec<G::Action>,
    legal: Vec<G::Action>,
    outcomes: Vec<(G::Action, f64)>,
    /// By which probabilities each action is sampled, targeted or not, and where it leads to.
    q: [Vec<f64>; 2],
    leads: Vec<TargetState>,
}

impl<G: Observe> Iteration<G> {
    pub(super) fn new(odds: Odds) -> Self {
        Iteration {
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

    /// Goes to the start, where everybody knows what `known` says.
    pub(super) fn restart(
        &mut self,
        learner: Player,
        known: &[Knowledge],
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

    /// Adds what is played at a set to the strategies that are.
    fn push_strategy(&mut self, slots: &[Slot]) {
        match &self.rule {
            Rule::Regrets => push_matched(slots, self.odds.tremble, &mut self.sigma),
            Rule::Smooth(smoothing) => smoothing.push_mix(slots, &mut self.sigma),
        }
    }

    /// The probability that a simulation comes here, targeted or not.
    fn sampled(&self) -> f64 {
        self.odds.targeted * self.s[0] + (1.0 - self.odds.targeted) * self.s[1]
    }
}

/// What a simulation goes by.
pub(super) struct Guide<'a, G: Observe> {
    pub(super) tables: &'a mut Tables<Label<G::Action, G::Seen>>,
    pub(super) target: &'a Target<G>,
    /// Lists outcomes where chance is to be targeted.
    pub(super) list: Option<ListOutcomes<G>>,
    /// Whether the tables may not grow.
    pub(super) full: bool,
}

impl<G: Chance + Observe + Simultaneous> Iteration<G> {
    /// Plays on from `state` to an information set that is new in the tables, and makes a choice
    /// there, or to the end.
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

    /// All choose before anybody sees what the others do.
    fn choose_together(&mut self, guide: &mut Guide<'_, G>, state: &mut G, rng: &mut Rng) -> bool {
        let mut is_new = false;
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

    /// Everybody's knowledge grows by what is seen of an action.
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

    /// Chance happens. Where it has to agree with the target, outcomes are drawn among those that
    /// do; all its probabilities are told as multiples of its own odds.
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
        let odds = self.q[1][at];
        self.s[0] *= self.q[0][at] / odds;
        self.target_state = self.leads[at];
        self.outcomes[at].0
    }

    /// Samples an action: `q[1]` and `leads` say how the untargeted scheme would, and where each
    /// leads to. Leaves in `q[0]` how the targeted one does, among those that agree with the
    /// target. Where none does, the target is lost and both are the same.
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

    /// A player chooses: at an information set of the tables by its regrets, at a new one anything.
    /// Says whether it is new.
    fn choose(
        &mut self,
        guide: &mut Guide<'_, G>,
        state: &G,
        who: Player,
        rng: &mut Rng,
    ) -> (G::Action, bool) {
        state.options(who, &mut self.legal);
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
        self.path.push(Visited { who, set, taken, actions, sigma, own, others, sampled });
        self.reach[who.0] *= self.sigma[sigma + taken];
        self.moves.push((who, self.legal[taken]));
        (self.legal[taken], is_new)
    }

    /// Samples one of the legal actions by a strategy, with exploration if its player is the one
    /// who learns.
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

    /// Walks up again with what everybody has earned, `rewards` from 0 to 1: regrets for the player
    /// who learns, averages for all others.
    pub(super) fn back_up(&self, tables: &mut Tables<Label<G::Action, G::Seen>>, rewards: &[f64]) {
        // Centred, lest regrets swing with what all actions have in common.
        let utility = 2.0 * rewards[self.learner.0] - 1.0;
        let sampled = self.sampled();
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

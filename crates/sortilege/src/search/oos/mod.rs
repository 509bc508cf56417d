//! Online Outcome Sampling (OOS): V. Lisý, M. Lanctot and M. Bowling, "Online Monte Carlo
//! counterfactual regret minimization for search in imperfect information games", AAMAS 2015,
//! Algorithm 1. Information set MCTS searches for a best move; OOS converges to an equilibrium, so
//! it does not weaken with more time.
//!
//! Every iteration simulates a game from its start, samples all moves and chance events, and
//! updates the regrets of one player; players take turns. An information set is the sequence of a
//! seat's observations. It gets a table of regrets and average strategies when a simulation first
//! reaches it; one table per simulation is added, and a playout finishes from there. With
//! probability delta an iteration is targeted: events before the current decision are sampled only
//! among those that agree with the searcher's observations. The action is sampled from the average
//! strategy, not from the current one.
//!
//! Simulations must begin at the start of the game, because the probability of a player's hidden
//! information depends on the player's earlier choices. So the search needs the start of the game
//! ([`Oos::from_start`]) and the observations. Otherwise, and wherever no history was found that
//! leads from that start to the searcher's view, simulations begin at the current decision with a
//! state of the [belief](crate::belief). The regrets are then those of a game that begins with a
//! deal of just these states. This is sound against opponents with the same belief, but it is no
//! equilibrium of the whole game.
//!
//! A decision begins with the tables of the previous one, unless [`Searcher::reuse`] is off. Old simulations were
//! targeted at another decision, so few of them reached the new one, and the importance weights of
//! these few are large. The tables are scaled so that an old simulation counts in proportion to its
//! information about the new decision (see [`Regrets`]). This is a departure: the paper keeps
//! the tables unchanged.
//!
//! Departures:
//!
//! - Averages are weighted by the reach of their owner, not by the reach of all players but the
//!   update player. Both are the same for two players, and the former is right for more.
//! - Strategies mix in a uniform strategy ([`Regrets::tremble`]), so that responses to moves of
//!   probability 0 are learnt.
//! - At a history from which no action agrees with the target, the simulation continues untargeted,
//!   and its results are weighted by the untargeted probabilities.

mod history_sampler;
mod iteration;
mod rule;
mod smooth;
mod tables;
mod target;
#[cfg(test)]
mod tests;

pub use rule::Rule;
pub use smooth::Smoothing;
pub use target::Targeting;

use super::algorithm::{Algorithm, FromView, Start};
use super::decision::Tally;
use super::driver::Searcher;
use super::mix::mix_tallies;
use super::setup::finish;
use super::tree_search::descent::unit_reward;
use super::{FinalChoice, Note, Setup, TreeRules, legal_actions};
use crate::belief::Uniformly;
use crate::game::{
    Chance, Label, ListOutcomes, MAX_PLAYERS, Observation, Observe, Outcomes, Simultaneous, Values,
};
use crate::playout::{Playout, Rollout};
use crate::reward::{Reward, WinLoss};
use crate::tree::TreeStats;
use crate::{Player, Rng, Turn};
use history_sampler::HistorySampler;
use iteration::{Guide, Odds, SampledIteration};
use rustc_hash::FxHashMap;
use tables::{ActionStats, InfostateId, Tables, UNKNOWN, average, values};
use target::{Target, TargetState};

/// Online Outcome Sampling; with another [rule](Regrets::rule), Smooth UCT.
///
/// The visits of the candidates represent the average strategy: all iterations, divided by its
/// probabilities. The value of a candidate is the mean reward of the simulations that took it.
///
/// ```
/// use sortilege::search::{Oos, Search, Setup};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Budget, Player, Rng};
/// let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::End(&[0.8])]);
/// let mut search = Oos::<HandMade>::new(Setup::new(Budget::iterations(1000)));
/// let decision = search.decide(&game, Player(0), &mut Rng::new(1));
/// assert!(decision.candidates[1].visits > 900);
/// ```
///
/// [`reuse`](Searcher::reuse) is on by default, and the action is sampled from the average strategy.
pub type Oos<G, P = Rollout<G>, R = WinLoss, B = Uniformly> = Searcher<G, Regrets<G>, P, R, B>;

/// Tables of regrets and average strategies.
///
/// If a decision begins with the tables of the previous decision, regrets and averages under regret
/// matching are multiplied by f / (delta + (1 - delta) f). Here f is the fraction of old simulations
/// that reached the new decision, and the denominator is the least fraction of new simulations that
/// will. Simulations of [`Oos::train`] count as old ones.
pub struct Regrets<G: Observe> {
    /// Selection rule of the simulations.
    pub rule: Rule,
    /// delta: the probability that an iteration is targeted, from 0 to 1.
    pub targeted: f64,
    /// The observations that targeted iterations agree with.
    pub targeting: Targeting,
    /// epsilon of epsilon-on-policy exploration: the probability with which the update player
    /// samples a uniformly random action.
    pub exploration: f64,
    /// The probability of a uniformly random action of any player under regret matching. It is not
    /// part of the average strategy.
    pub tremble: f64,
    start: Option<(G, ListOutcomes<G>)>,
    tables: Tables<Label<G::Action, G::Seen>>,
    /// Knowledge of the seats at the root of simulations, if that is not the start of the game.
    roots: FxHashMap<(Player, G::View), InfostateId>,
    /// Total weight of the simulations in the tables. A new simulation has weight 1.
    weight: f64,
    /// Number of observations before the decision that the tables are scaled to, if there is one.
    scaled_to: Option<usize>,
    iteration: SampledIteration<G>,
    target: Target<G>,
    /// Whether simulations of the last decision began at the start of the game.
    is_from_start: bool,
    /// Number of these simulations that reached the decision.
    hits: u64,
    /// View and number of simulations of the last decision.
    view: Option<G::View>,
    done: u64,
    full: bool,
}

impl<G: Chance + Observe + Simultaneous, P, R, B> Oos<G, P, R, B> {
    /// OOS without a known start of the game: delta is 0.9, epsilon 0.4.
    pub fn new(setup: Setup<P, R, B>) -> Self {
        let mut search = Searcher::with(Regrets::new(), setup.choice(FinalChoice::SampledVisits));
        search.reuse = true;
        search
    }

    /// OOS for games that begin with `start`.
    pub fn from_start(setup: Setup<P, R, B>, start: G) -> Self
    where
        G: Outcomes,
    {
        Oos::new(setup).starting_with(start, G::outcomes)
    }

    /// The same search for games that begin with `start`; `list` lists the outcomes of chance.
    pub fn starting_with(mut self, start: G, list: ListOutcomes<G>) -> Self {
        self.algorithm.start = Some((start, list));
        self
    }

    /// The same search with another selection rule.
    pub fn by(mut self, rule: Rule) -> Self {
        self.algorithm.rule = rule;
        self
    }

    /// The average strategy of `who` after the observations `seen` since the start of the game, as
    /// a probability for each legal action. `None` if no simulation has reached that information
    /// set.
    pub fn average(&self, who: Player, seen: &[Label<G::Action, G::Seen>]) -> Option<Vec<f64>> {
        let tables = &self.algorithm.tables;
        let set = tables.set(self.algorithm.follow_labels(who, seen)?)?;
        Some(average(&tables.slots[set.slots()]))
    }

    /// Makes `iterations` untargeted iterations from the start of the game before any decision; the
    /// results stay until the next game. Panics without a known start of the game.
    pub fn train(&mut self, iterations: u64, rng: &mut Rng)
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        self.algorithm.prepare_training();
        for number in 0..iterations {
            let start = self.algorithm.initial_state().expect("training begins at the start");
            self.iterate(number, start, rng);
        }
    }

    /// Makes one untargeted iteration from `state`. Its `number` determines the update player.
    fn iterate(&mut self, number: u64, mut state: G, rng: &mut Rng)
    where
        P: Playout<G>,
        R: Reward<G>,
    {
        let Searcher { algorithm, setup, .. } = self;
        algorithm.simulate(number, &mut state, None, rng);
        let (moves, length) = algorithm.path();
        let rewards = finish(&mut state, setup, moves, length, rng);
        algorithm.back_up(&[], &rewards, setup.reward.range());
    }
}

impl<G: Chance + Observe + Simultaneous> Regrets<G> {
    fn new() -> Self {
        let odds = Odds { targeted: 0.9, exploration: 0.4, tremble: 0.01 };
        let target = Target { of: Player(0), seen: vec![], targeting: Targeting::default() };
        Regrets {
            rule: Rule::Regrets,
            targeted: odds.targeted,
            targeting: target.targeting,
            exploration: odds.exploration,
            tremble: odds.tremble,
            start: None,
            tables: Tables::default(),
            roots: FxHashMap::default(),
            weight: 0.0,
            scaled_to: None,
            iteration: SampledIteration::new(odds),
            target,
            is_from_start: false,
            hits: 0,
            view: None,
            done: 0,
            full: false,
        }
    }

    fn prepare_training(&mut self) {
        assert!(self.start.is_some(), "training needs the start of the game");
        if !self.is_from_start {
            self.clear(true);
        }
        (self.iteration.odds, self.iteration.rule) = (self.odds(0.0), self.rule);
        (self.scaled_to, self.full) = (None, false);
    }

    /// Knowledge number of `who` after the observations `seen` since the start of the game.
    fn follow_labels(
        &self,
        who: Player,
        seen: &[Label<G::Action, G::Seen>],
    ) -> Option<InfostateId> {
        let known =
            seen.iter().fold(who.0 as InfostateId, |known, &seen| self.tables.after(known, seen));
        (self.is_from_start && known != UNKNOWN).then_some(known)
    }

    /// Smooth UCT explores by UCB1 alone, so its other probabilities are 0.
    fn odds(&self, targeted: f64) -> Odds {
        match self.rule {
            Rule::Regrets => {
                Odds { targeted, exploration: self.exploration, tremble: self.tremble }
            }
            Rule::Smooth(_) => Odds { targeted: 0.0, exploration: 0.0, tremble: 0.0 },
        }
    }

    /// Empties the tables for simulations that begin at the start of the game or at the current
    /// decision.
    fn clear(&mut self, is_from_start: bool) {
        self.tables.clear();
        self.roots.clear();
        (self.weight, self.scaled_to) = (0.0, None);
        self.is_from_start = is_from_start;
        if is_from_start {
            (0..MAX_PLAYERS).for_each(|_| _ = self.tables.begin());
        }
    }

    /// Changes the seat. The observations of one seat must not reach another one, so they are
    /// forgotten.
    fn sit_down(&mut self, who: Player) {
        if self.target.of != who {
            self.forget();
            self.target.of = who;
        }
    }

    fn forget(&mut self) {
        self.clear(false);
        self.target.seen.clear();
    }
}

/// Maximum number of random games to sample for one that agrees with the observations of the
/// searcher.
const MAX_ATTEMPTS: u32 = 1000;

impl<G: Chance + Observe + Simultaneous> Regrets<G> {
    /// Whether a history from the start of the game exists that agrees with the observations and
    /// leads to `view`. If observations are missing, the search must not rely on the others.
    fn remembers(&mut self, view: &G::View, rng: &Rng) -> bool {
        self.target.targeting = Targeting::InformationSet;
        let Some((start, list)) = &self.start else { return false };
        let (target, mut rng) = (&self.target, rng.clone());
        (0..MAX_ATTEMPTS).any(|_| {
            let found = HistorySampler::new(start, *list, target).run(&mut rng);
            found.is_some_and(|state| state.view(target.of) == *view)
        })
    }

    /// Knowledge numbers of all seats in a state where simulations begin.
    fn known_at(&mut self, state: &G) -> [InfostateId; MAX_PLAYERS] {
        let mut known = [UNKNOWN; MAX_PLAYERS];
        for (seat, known) in known[..state.players()].iter_mut().enumerate() {
            *known = match self.is_from_start {
                true => seat as InfostateId,
                false => self.root(Player(seat), state.view(Player(seat))),
            };
        }
        known
    }

    fn root(&mut self, who: Player, view: G::View) -> InfostateId {
        match self.roots.get(&(who, view.clone())) {
            Some(&known) => known,
            None if self.full => UNKNOWN,
            None => *self.roots.entry((who, view)).or_insert(self.tables.begin()),
        }
    }

    /// Samples a game from `state`. Its `number` determines the update player; `is_targeted` is
    /// `None` without a target.
    fn simulate(&mut self, number: u64, state: &mut G, is_targeted: Option<bool>, rng: &mut Rng) {
        let players = state.players();
        let known = self.known_at(state);
        let Regrets { tables, target, start, iteration, full, .. } = self;
        let list = start.as_ref().map(|&(_, list)| list);
        iteration.restart(
            Player((number % players as u64) as usize),
            &known[..players],
            is_targeted,
        );
        iteration.descend(&mut Guide { tables, target, list, full: *full }, state, rng);
    }

    /// Scales the tables to a new decision; see [`Regrets`]. If no old simulation reached it,
    /// they keep the weight of one, so that new simulations replace what they contradict.
    fn scale(&mut self, who: Player) {
        let set =
            self.follow_labels(who, &self.target.seen).and_then(|known| self.tables.set(known));
        let reached: u64 =
            set.map_or(0, |set| self.tables.slots[set.slots()].iter().map(|slot| slot.plays).sum());
        if self.weight > 0.0 {
            let old = (reached.max(1) as f64 / self.weight).min(1.0);
            let scale = old / (self.targeted + (1.0 - self.targeted) * old);
            self.tables.scale(scale);
            self.weight *= scale;
        }
    }
}

/// Converts slots, if there are any, to tallies. It is compiled once, not once a game.
fn tally(
    slots: Option<&[ActionStats]>,
    actions: usize,
    total: u64,
    (least, most): (f64, f64),
) -> Vec<Tally> {
    let (shares, means) = match slots {
        Some(slots) => (average(slots), values(slots)),
        None => (vec![1.0 / actions as f64; actions], vec![0.0; actions]),
    };
    let values: Vec<f64> = means.iter().map(|mean| least + (most - least) * mean).collect();
    mix_tallies(&shares, &values, total)
}

impl<G: Chance + Observe + Simultaneous> Algorithm<G> for Regrets<G> {
    type Label = G::Action;
    type Pending = ();

    fn start(&mut self, start: &Start<'_, G>, rng: &mut Rng) {
        let view = start.view.expect("it searches from a view");
        self.sit_down(start.who);
        let is_from_start = self.remembers(view, rng);
        let is_new = self.scaled_to != Some(self.target.seen.len());
        let has_decided = self.scaled_to.is_some();
        if !(is_from_start && self.is_from_start) || (has_decided && !start.reuse) {
            self.clear(is_from_start);
        } else if is_new && self.rule == Rule::Regrets {
            self.scale(start.who);
        }
        self.scaled_to = Some(self.target.seen.len());
        (self.hits, self.done, self.view) = (0, 0, Some(view.clone()));
        self.target.targeting = self.targeting;
        let aims = self.is_from_start && self.rule == Rule::Regrets;
        let targeted = if aims { self.targeted } else { 0.0 };
        (self.iteration.odds, self.iteration.rule) = (self.odds(targeted), self.rule);
    }

    fn set_full(&mut self, full: bool) {
        self.full = full;
    }

    fn initial_state(&self) -> Option<G> {
        self.start.as_ref().filter(|_| self.is_from_start).map(|(start, _)| start.clone())
    }

    fn descend<P: Playout<G>>(&mut self, state: &mut G, _: &mut P, rng: &mut Rng) {
        self.done += 1;
        let targeted = self.iteration.odds.targeted;
        let is_targeted = (targeted > 0.0).then(|| rng.unit() < targeted);
        self.simulate(self.done, state, is_targeted, rng);
    }

    fn path(&self) -> (&[(Player, G::Action)], u32) {
        (&self.iteration.moves, self.iteration.length)
    }

    fn back_up(&mut self, _: &[(Player, G::Action)], rewards: &Values, range: (f64, f64)) {
        let units = rewards.map(|reward| unit_reward(reward, range));
        self.iteration.back_up(&mut self.tables, &units);
        self.weight += 1.0;
        self.hits += u64::from(self.iteration.target_state == TargetState::Reached);
    }

    /// The average strategy over the current actions of `who`, as shares of all iterations.
    fn tallies(&mut self, root: &G, who: Player, _: &[G::Action], range: (f64, f64)) -> Vec<Tally> {
        let actions = legal_actions(root, who).len();
        let view = self.view.clone().expect("a decision has begun");
        let known = match self.is_from_start {
            true => self.follow_labels(who, &self.target.seen),
            false => self.roots.get(&(who, view)).copied(),
        };
        let set =
            known.and_then(|known| self.tables.set(known)).filter(|set| set.actions() == actions);
        tally(set.map(|set| &self.tables.slots[set.slots()]), actions, self.done, range)
    }

    fn stats(&self) -> TreeStats {
        self.tables.stats()
    }

    fn bytes(&self) -> usize {
        let root = size_of::<((Player, G::View), InfostateId)>() + 1;
        self.tables.bytes() + self.roots.len() * 8 / 7 * root
    }

    fn is_at_its_end(&self) -> bool {
        self.tables.is_at_its_end()
    }

    fn is_weighted(&self, _: &TreeRules, _: Turn) -> bool {
        false
    }

    fn can_wait(&self) -> bool {
        false
    }

    fn postpone(&mut self, _: f64) {}

    fn complete<P: Playout<G>>(
        &mut self,
        (): (),
        _: Option<&G>,
        _: &mut P,
        _: &Values,
        _: (f64, f64),
    ) {
    }
}

impl<G: Chance + Observe + Simultaneous> FromView<G> for Regrets<G> {
    fn wants_observations(&self) -> bool {
        self.start.is_some()
    }

    fn observe(&mut self, who: Player, seen: &Observation<G>) {
        self.sit_down(who);
        self.target.seen.push(seen.label);
    }

    fn new_game(&mut self) {
        self.forget();
    }

    fn notes(&self) -> Vec<Note> {
        let hits = ("oos came to the decision", self.hits as f64);
        if self.is_from_start { vec![hits] } else { vec![] }
    }
}

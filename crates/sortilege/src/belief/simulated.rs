//! Opponents who think a little: a model that holds each of their moves against the others by a few
//! simulations.

use super::OpponentModel;
use crate::budget::Deadline;
use crate::game::{Chance, MAX_PLAYERS, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::{Player, Rng};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Flat Monte Carlo as a model: better moves are likelier, and none is impossible.
///
/// What a player would do follows from what it knows, so it is its view that is thought about:
/// states are drawn from it, and in each of them every move is made and the game played out. The
/// odds are a softmax of the mean payoffs, mixed with any move at all, so that no world dies of a
/// move that is merely odd. The draws follow from the view as well: the same view gives the same
/// odds, in whatever world it comes up.
///
/// ```
/// use sortilege::belief::{OpponentModel, Simulated};
/// use sortilege::testing::hand_made::{HandMade, Place};
/// use sortilege::{Game, Player};
/// let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[-1.0]), Place::End(&[1.0])]);
/// let (mut actions, mut odds) = (vec![], vec![]);
/// game.actions(&mut actions);
/// Simulated::new().odds(&game, Player(0), &actions, &mut odds);
/// assert!(odds[1] > 5.0 * odds[0] && odds[0] > 0.04);
/// ```
pub struct Simulated<G: Observe, P = Rollout<G>> {
    /// Simulations for each move.
    pub simulations: u32,
    /// By how much more payoff a move is e times as likely.
    pub temperature: f64,
    /// The part of all moves that is any move at all.
    pub epsilon: f64,
    /// How simulations are finished.
    pub playout: P,
    /// What was found for each view during the decision at hand.
    known: FxHashMap<(Player, G::View), Vec<f64>>,
    deadline: Deadline,
    payoffs: Vec<f64>,
}

impl<G: Chance + Observe + Simultaneous> Simulated<G> {
    /// Eight simulations a move, by uniform playouts; a quarter of a payoff more is e times as
    /// likely; a tenth of all moves is any move at all.
    pub fn new() -> Self {
        Simulated::with(Rollout::default())
    }
}

impl<G: Chance + Observe + Simultaneous> Default for Simulated<G> {
    fn default() -> Self {
        Simulated::new()
    }
}

impl<G: Observe, P> Simulated<G, P> {
    /// The same with simulations that are finished by `playout`.
    pub fn with(playout: P) -> Self {
        Simulated {
            simulations: 8,
            temperature: 0.25,
            epsilon: 0.1,
            playout,
            known: FxHashMap::default(),
            deadline: Deadline::default(),
            payoffs: vec![],
        }
    }
}

impl<G: Chance + Observe + Simultaneous, P: Playout<G>> Simulated<G, P> {
    /// Adds up what each action earns in states that look like `view`. Says whether there was time
    /// for it.
    fn simulate(&mut self, view: &G::View, who: Player, actions: &[G::Action]) -> bool {
        let mut hasher = FxHasher::default();
        (who, view).hash(&mut hasher);
        let mut rng = Rng::new(hasher.finish());
        let mut values = [0.0; MAX_PLAYERS];
        self.payoffs.clear();
        self.payoffs.resize(actions.len(), 0.0);
        // What was learnt for another view is no part of this one.
        self.playout.forget();
        for _ in 0..self.simulations {
            if self.deadline.is_over() {
                return false;
            }
            let state = G::determinize(view, &mut rng);
            for (&action, payoff) in actions.iter().zip(&mut self.payoffs) {
                let mut state = state.after(action);
                let players = state.players();
                self.playout.finish(&mut state, &mut rng, &mut values[..players]);
                if self.playout.learns() {
                    self.playout.learn(&[(who, action)], &values[..players]);
                }
                *payoff += values[who.0];
            }
        }
        true
    }
}

/// The softmax of payoffs, sums of `simulations` each, with a part that any move has.
fn soften(payoffs: &[f64], simulations: u32, temperature: f64, epsilon: f64) -> Vec<f64> {
    let scale = 1.0 / (f64::from(simulations.max(1)) * temperature.max(1e-6));
    let best = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut odds: Vec<f64> = payoffs.iter().map(|payoff| ((payoff - best) * scale).exp()).collect();
    let total: f64 = odds.iter().sum();
    let any = epsilon / odds.len() as f64;
    odds.iter_mut().for_each(|odds| *odds = (1.0 - epsilon) * *odds / total + any);
    odds
}

impl<G, P> OpponentModel<G> for Simulated<G, P>
where
    G: Chance + Observe + Simultaneous,
    P: Playout<G>,
{
    fn odds(&mut self, state: &G, who: Player, actions: &[G::Action], odds: &mut Vec<f64>) {
        let view = state.view(who);
        if let [_] = actions {
            return odds.push(1.0);
        }
        if let Some(known) = self.known.get(&(who, view.clone())) {
            return odds.extend(known);
        }
        if !self.simulate(&view, who, actions) {
            return odds.resize(actions.len(), 1.0);
        }
        let found = soften(&self.payoffs, self.simulations, self.temperature, self.epsilon);
        odds.extend(&found);
        self.known.insert((who, view), found);
    }

    fn begin(&mut self, deadline: &Deadline) {
        self.known.clear();
        self.deadline = deadline.clone();
        self.playout.set_deadline(deadline);
    }
}

//! Models of how opponents play, and one that rates the moves of a player by a few simulations
//! each.

use crate::game::{Chance, MAX_PLAYERS, Observe, Simultaneous};
use crate::playout::{Playout, Rollout};
use crate::{Deadline, Game, Player, Rng};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Flat Monte Carlo as an opponent model: better moves are more likely, and none is impossible.
///
/// A player decides by what it knows, so the model uses the view of the player. It samples states
/// from the view, plays every move in each of them, and finishes the game with a playout. The
/// probabilities are a softmax of the mean payoffs, mixed with the uniform distribution, so that
/// one odd move does not eliminate a world. The random numbers depend on the view alone, so the
/// same view gives the same probabilities in every world.
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
    /// Number of simulations for each move.
    pub simulations: u32,
    /// Softmax temperature: a move with this much more payoff is e times as likely.
    pub temperature: f64,
    /// Weight of the uniform distribution in the mixture, in [0, 1].
    pub epsilon: f64,
    /// The playout that finishes simulations.
    pub playout: P,
    /// Results for each view during the current decision.
    known: FxHashMap<(Player, G::View), Vec<f64>>,
    deadline: Deadline,
    payoffs: Vec<f64>,
}

impl<G: Chance + Observe + Simultaneous> Simulated<G> {
    /// Eight simulations for each move with uniform playouts, a temperature of 0.25, and an epsilon
    /// of 0.1.
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
    /// The same with simulations that `playout` finishes.
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
    /// Sums the payoffs of each action in states sampled from `view`. Returns whether it finished
    /// before the deadline.
    fn simulate(&mut self, view: &G::View, who: Player, actions: &[G::Action]) -> bool {
        let mut hasher = FxHasher::default();
        (who, view).hash(&mut hasher);
        let mut rng = Rng::new(hasher.finish());
        let mut values = [0.0; MAX_PLAYERS];
        self.payoffs.clear();
        self.payoffs.resize(actions.len(), 0.0);
        // What the playout learnt for another view must not affect this one.
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

/// The softmax of mean payoffs, given as sums over `simulations`, mixed with the uniform
/// distribution.
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

/// The probability that a player chooses each of its moves.
///
/// Anything that can be called with a state, the player, the legal actions and a buffer for their
/// probabilities implements it:
///
/// ```
/// use sortilege::Player;
/// use sortilege::belief::OpponentModel;
/// use sortilege::testing::hand_made::HandMade;
/// fn is_model<M: OpponentModel<HandMade>>(_: M) {}
/// // Twice as likely the first of its moves as any other.
/// is_model(|_: &HandMade, _: Player, actions: &[u8], odds: &mut Vec<f64>| {
///     odds.extend((0..actions.len()).map(|number| if number == 0 { 2.0 } else { 1.0 }));
/// });
/// ```
pub trait OpponentModel<G: Game>: Send {
    /// Appends one weight for each of `actions`, the actions of `who` in `state`, to the empty
    /// `odds`. Weights are not negative and need not sum to 1. The model may use what `who` knows,
    /// and should use nothing else.
    fn odds(&mut self, state: &G, who: Player, actions: &[G::Action], odds: &mut Vec<f64>);

    /// Called when a decision begins, with its deadline, so that a model that searches can stop
    /// then.
    fn begin(&mut self, _deadline: &Deadline) {}
}

impl<G: Game, F> OpponentModel<G> for F
where
    F: FnMut(&G, Player, &[G::Action], &mut Vec<f64>) + Send,
{
    fn odds(&mut self, state: &G, who: Player, actions: &[G::Action], odds: &mut Vec<f64>) {
        self(state, who, actions, odds);
    }
}

/// Every move is equally likely, so a move is informative only by having been possible.
#[derive(Clone, Copy, Debug, Default)]
pub struct AnyMove;

impl<G: Game> OpponentModel<G> for AnyMove {
    fn odds(&mut self, _: &G, _: Player, actions: &[G::Action], odds: &mut Vec<f64>) {
        odds.resize(actions.len(), 1.0);
    }
}

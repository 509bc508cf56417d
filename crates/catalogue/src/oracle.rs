//! True values of actions, in games that are small enough to unroll, or to visit each state once.
//!
//! With perfect information they are the values of optimal play by all players. With hidden
//! information they are the values of an equilibrium of the whole game, averaged over the histories
//! with the same view of the acting player, each weighted by the reach probability of chance and
//! the opponents.
//!
//! A position is a state without its history, and an information set is a class of histories with
//! the same observations. The average therefore covers every history that ends in the same view,
//! whatever the acting player did before; along each of them all players follow the strategy of
//! their information sets. If views contain all observations
//! ([`Recall::Perfect`](sortilege::game::Recall)), that is one information set; if views forget, it
//! is several, and the acting player may be in any of them.
//!
//! A game with another solution method, such as value iteration for cyclic games, claims another
//! function of the same type in its catalogue entry.

use crate::Error;
use crate::capability::Playable;
use crate::exploit::{MOST_ENDINGS, endings};
use sortilege::exact::{Expectimax, GameTree, Knowledge, Tabulated, cfr};
use sortilege::game::{Hidden, Key, Observe, Outcomes, PerfectInfo};
use sortilege::{Game, Player, Stop, Turn};

/// Returns each action of the acting player in the second state with its value; the first state is
/// the start of the game.
pub type Oracle<G> = fn(&G, &G) -> Result<Vec<(<G as Game>::Action, f64)>, Error>;

/// True values in games of perfect information. Repeated states are evaluated once, so a game with
/// few states may have any number of terminal histories.
pub fn open_values<G>(_: &G, state: &G) -> Result<Vec<(G::Action, f64)>, Error>
where
    G: Playable + PerfectInfo + Outcomes + Key,
{
    let who = mover(state)?;
    let mut solver = Expectimax::with_memo().patient(MOST_LOOKS, Stop::default());
    let values = solver.action_values(state).into_iter();
    match solver.has_given_up() {
        true => Err(Error::Refused(format!(
            "more than {MOST_LOOKS} states would have to be looked at to know true values, which \
             is too many"
        ))),
        false => Ok(values.map(|(action, payoffs)| (action, payoffs[who.0])).collect()),
    }
}

/// True values in two-player games with hidden information.
pub fn hidden_values<G>(start: &G, state: &G) -> Result<Vec<(G::Action, f64)>, Error>
where
    G: Playable + Outcomes,
{
    let who = mover(state)?;
    if endings(start, MOST_ENDINGS) == 0 {
        return Err(Error::Refused(format!(
            "the game has more than {MOST_ENDINGS} ways to end, too many to know true values"
        )));
    }
    if start.players() != 2 {
        return Err(Error::Refused(
            "true values of hidden information are known for games of 2".to_string(),
        ));
    }
    let tree = GameTree::new(start);
    let policy = cfr::solve(&tree, ITERATIONS);
    let equilibrium = Equilibrium { tree: &tree, policy: &policy };
    let actions = actions(state);
    let mut at =
        AtView { who, view: state.view(who), reach: 0.0, values: vec![0.0; actions.len()] };
    equilibrium.search(&History { state: start.clone(), seen: tree.nothing_seen() }, 1.0, &mut at);
    match at.reach > 0.0 {
        true => {
            Ok(actions.into_iter().zip(at.values.iter().map(|value| value / at.reach)).collect())
        }
        false => Err(Error::Refused("optimal play never reaches this position".to_string())),
    }
}

/// Largest number of states at a game of perfect information: a second or two, and some hundred
/// megabytes.
const MOST_LOOKS: u64 = 2_000_000;

/// Number of iterations, enough for three or four digits in the games of the catalogue.
const ITERATIONS: u32 = 1000;

fn mover<G: Game>(state: &G) -> Result<Player, Error> {
    match state.turn() {
        Turn::Player(who) => Ok(who),
        _ => Err(Error::Refused(
            "actions have true values where one player alone is on turn".to_string(),
        )),
    }
}

/// An equilibrium of a game.
struct Equilibrium<'a, G: Observe> {
    tree: &'a GameTree<G>,
    policy: &'a Tabulated,
}

/// A state, and the observations of all seats on the way to it.
struct History<G> {
    state: G,
    seen: Knowledge,
}

/// Sums over the histories that end in a view.
struct AtView<G: Hidden> {
    who: Player,
    view: G::View,
    /// Reach probability by chance and the opponents.
    reach: f64,
    /// Values of actions, weighted by reach.
    values: Vec<f64>,
}

impl<G: Playable + Outcomes> Equilibrium<'_, G> {
    /// Strategy of `who`, the acting player, after a history.
    fn mix(&self, at: &History<G>, who: Player) -> Vec<(G::Action, f64)> {
        let set =
            self.tree.set_after(&at.seen, who).expect("the acting player has an information set");
        let odds = self.policy.at(self.tree, set);
        self.tree.actions(set).iter().copied().zip(odds.iter().copied()).collect()
    }

    fn after(&self, before: &History<G>, action: G::Action) -> History<G> {
        let mut next = History { state: before.state.clone(), seen: before.seen };
        self.tree.observe(&mut next.seen, &next.state, action);
        next.state.apply(action);
        next
    }

    /// Sums over all histories that end in the view.
    fn search(&self, at: &History<G>, odds: f64, sought: &mut AtView<G>) {
        let next = match at.state.turn() {
            Turn::Over | Turn::Together => return,
            Turn::Chance => listed(&at.state),
            Turn::Player(who) if who == sought.who && at.state.view(who) == sought.view => {
                sought.reach += odds;
                for (value, action) in sought.values.iter_mut().zip(actions(&at.state)) {
                    *value += odds * self.value(&self.after(at, action), who);
                }
                return;
            }
            // The player who looks back may have done anything to get here.
            Turn::Player(who) if who == sought.who => {
                actions(&at.state).into_iter().map(|action| (action, 1.0)).collect()
            }
            Turn::Player(who) => self.mix(at, who),
        };
        for (action, chance) in next.into_iter().filter(|&(_, chance)| chance > 0.0) {
            self.search(&self.after(at, action), odds * chance, sought);
        }
    }

    /// Expected payoff of `who` from here on.
    fn value(&self, at: &History<G>, who: Player) -> f64 {
        let next = match at.state.turn() {
            Turn::Over => return at.state.payoff(who),
            Turn::Chance => listed(&at.state),
            Turn::Player(mover) => self.mix(at, mover),
            Turn::Together => {
                unreachable!("there are no simultaneous moves in a game with hidden moves")
            }
        };
        let next = next.into_iter().filter(|&(_, chance)| chance > 0.0);
        next.map(|(action, chance)| chance * self.value(&self.after(at, action), who)).sum()
    }
}

fn listed<G: Outcomes>(state: &G) -> Vec<(G::Action, f64)> {
    let mut outcomes = vec![];
    state.outcomes(&mut outcomes);
    outcomes
}

fn actions<G: Game>(state: &G) -> Vec<G::Action> {
    let mut actions = vec![];
    state.actions(&mut actions);
    actions
}

//! The true values of actions, in games small enough to be unrolled, or to have each of their
//! states looked at once.
//!
//! Where nothing is hidden they are those of best play by everybody from here on. Where something
//! is, they are those of an equilibrium of the whole game, averaged over the histories that look
//! like this position to the player on turn, each weighted by the odds that chance and the others
//! let it come to that.
//!
//! A position is a state without its history, and information sets are histories as a seat has seen
//! them. So what looks like a position is every history that ends in the same view, whatever the
//! player on turn has done to get there; along each of them everybody plays by the information set
//! that he is in then. Where views tell all that was seen
//! ([`Recall::Perfect`](sortilege::game::Recall)), that is one information set; where they forget
//! it is several, and the player who looks is taken to be in any of them.
//!
//! A game that is solved in a way of its own, such as value iteration for one with cycles, claims
//! another function of the same type in its line of the catalogue.

use crate::Error;
use crate::capability::Playable;
use crate::exploit::{MOST_ENDINGS, endings};
use sortilege::exact::{Expectimax, Knowledge, Tabulated, Tree, cfr};
use sortilege::game::{Hidden, Key, Observe, Outcomes, PerfectInfo};
use sortilege::{Game, Player, Stop, Turn};

/// Each action of the player on turn in the second state, with its value; the first is the start of
/// the game.
pub type Oracle<G> = fn(&G, &G) -> Result<Vec<(<G as Game>::Action, f64)>, Error>;

/// For games in which everybody sees everything. States that come up again are looked at once, so a
/// game may have more ways to end than anybody could follow if it has few enough states.
pub fn open_values<G>(_: &G, state: &G) -> Result<Vec<(G::Action, f64)>, Error>
where
    G: Playable + PerfectInfo + Outcomes + Key,
{
    let who = mover(state)?;
    let mut solver = Expectimax::with_memo().patient(MOST_LOOKS, Stop::default());
    let values = solver.action_values(state).into_iter();
    match solver.has_given_up() {
        true => Err(Error::Refused(format!(
            "more than {MOST_LOOKS} states would have to be looked at to know true values, which is too many"
        ))),
        false => Ok(values.map(|(action, payoffs)| (action, payoffs[who.0])).collect()),
    }
}

/// For games of two with something hidden.
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
    let tree = Tree::new(start);
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
        false => {
            Err(Error::Refused("nobody who plays well lets it come to this position".to_string()))
        }
    }
}

/// At an open game: a second or two, and some hundred megabytes.
const MOST_LOOKS: u64 = 2_000_000;

/// Enough for values to three or four digits in the games of the catalogue.
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
    tree: &'a Tree<G>,
    policy: &'a Tabulated,
}

/// A state, and what everybody has seen on the way to it.
struct History<G> {
    state: G,
    seen: Knowledge,
}

/// What is looked for: histories that look like this to somebody.
struct AtView<G: Hidden> {
    who: Player,
    view: G::View,
    /// The odds that chance and the others let it come to that.
    reach: f64,
    /// The values of actions, times these odds.
    values: Vec<f64>,
}

impl<G: Playable + Outcomes> Equilibrium<'_, G> {
    /// What `who`, who is on turn, does after a history, and how likely.
    fn mix(&self, at: &History<G>, who: Player) -> Vec<(G::Action, f64)> {
        let set = self.tree.set_after(&at.seen, who).expect("whoever is on turn decides");
        let odds = self.policy.at(self.tree, set);
        self.tree.actions(set).iter().copied().zip(odds.iter().copied()).collect()
    }

    fn after(&self, before: &History<G>, action: G::Action) -> History<G> {
        let mut next = History { state: before.state.clone(), seen: before.seen };
        self.tree.observe(&mut next.seen, &next.state, action);
        next.state.apply(action);
        next
    }

    /// Adds up all histories that look like what is looked for.
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

    /// What `who` earns on average from here on.
    fn value(&self, at: &History<G>, who: Player) -> f64 {
        let next = match at.state.turn() {
            Turn::Over => return at.state.payoff(who),
            Turn::Chance => listed(&at.state),
            Turn::Player(mover) => self.mix(at, mover),
            Turn::Together => unreachable!("nobody chooses at once in a game with hidden moves"),
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

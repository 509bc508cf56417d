//! The true values of actions, in games small enough to be unrolled.
//!
//! Where nothing is hidden they are those of best play by everybody from here on. Where something is, they
//! are those of an equilibrium of the whole game, averaged over the states that the player on turn cannot
//! tell apart, each weighted by the odds that chance and the others let it come to that.
//!
//! A game that is solved in a way of its own, such as value iteration for one with cycles, claims another
//! function of the same type in its line of the catalogue.

use crate::Error;
use crate::entry::{Observed, Playable};
use crate::exploit::{MOST_ENDINGS, endings};
use sortilege::exact::{Set, Tabulated, Tree, cfr, expectimax};
use sortilege::game::{Hidden, Outcomes, PerfectInfo};
use sortilege::{Game, Player, Turn};
use std::collections::HashMap;

/// Each action of the player on turn in the second state, with its value; the first is the start of the game.
pub(crate) type Oracle<G> = fn(&G, &G) -> Result<Vec<(<G as Game>::Action, f64)>, Error>;

/// For games in which everybody sees everything.
pub(crate) fn open_values<G>(_: &G, state: &G) -> Result<Vec<(G::Action, f64)>, Error>
where
    G: Playable + PerfectInfo + Outcomes,
{
    let who = mover(state)?;
    small(state)?;
    let values = expectimax::action_values(state).into_iter();
    Ok(values.map(|(action, payoffs)| (action, payoffs[who.0])).collect())
}

/// For games of two with something hidden.
pub(crate) fn hidden_values<G>(start: &G, state: &G) -> Result<Vec<(G::Action, f64)>, Error>
where
    G: Observed + Outcomes,
{
    let who = mover(state)?;
    small(start)?;
    if start.players() != 2 {
        return Err(Error::Refused("true values of hidden information are known for games of 2".to_string()));
    }
    let tree = Tree::new(start);
    let policy = cfr::solve(&tree, ITERATIONS);
    let sets = tree.sets().map(|set| ((tree.owner(set), tree.view(set).clone()), set)).collect();
    let equilibrium = Equilibrium { tree: &tree, policy: &policy, sets };
    let mut actions = vec![];
    state.actions(&mut actions);
    let mut at = AtSet { who, view: state.view(who), reach: 0.0, values: vec![0.0; actions.len()] };
    equilibrium.search(start, 1.0, &mut at);
    match at.reach > 0.0 {
        true => Ok(actions.into_iter().zip(at.values.iter().map(|value| value / at.reach)).collect()),
        false => Err(Error::Refused("nobody who plays well lets it come to this position".to_string())),
    }
}

/// Enough for values to three or four digits in the games of the catalogue.
const ITERATIONS: u32 = 1000;

fn mover<G: Game>(state: &G) -> Result<Player, Error> {
    match state.turn() {
        Turn::Player(who) => Ok(who),
        _ => Err(Error::Refused("actions have true values where one player alone is on turn".to_string())),
    }
}

fn small<G: Playable + Outcomes>(state: &G) -> Result<(), Error> {
    match endings(state, MOST_ENDINGS) {
        0 => Err(Error::Refused(format!(
            "the game has more than {MOST_ENDINGS} ways to end, too many to know true values"
        ))),
        _ => Ok(()),
    }
}

/// An equilibrium of a game.
struct Equilibrium<'a, G: Hidden> {
    tree: &'a Tree<G>,
    policy: &'a Tabulated,
    sets: HashMap<(Player, G::View), Set>,
}

/// What is looked for: states that look like this to somebody.
struct AtSet<G: Hidden> {
    who: Player,
    view: G::View,
    /// The odds that chance and the others let it come to that.
    reach: f64,
    /// The values of actions, times these odds.
    values: Vec<f64>,
}

impl<G: Observed + Outcomes> Equilibrium<'_, G> {
    /// What `who` does in `state`, and how likely.
    fn mix(&self, state: &G, who: Player) -> Vec<(G::Action, f64)> {
        let set = self.sets[&(who, state.view(who))];
        let odds = self.policy.at(self.tree, set);
        self.tree.actions(set).iter().copied().zip(odds.iter().copied()).collect()
    }

    /// Adds up all states that look like what is looked for.
    fn search(&self, state: &G, odds: f64, at: &mut AtSet<G>) {
        let next = match state.turn() {
            Turn::Over | Turn::Together => return,
            Turn::Chance => listed(state),
            Turn::Player(who) if who == at.who && state.view(who) == at.view => {
                at.reach += odds;
                let mut actions = vec![];
                state.actions(&mut actions);
                for (value, &action) in at.values.iter_mut().zip(&actions) {
                    *value += odds * self.value(&after(state, action), who);
                }
                return;
            }
            // The player who looks back may have done anything to get here.
            Turn::Player(who) if who == at.who => {
                let mut actions = vec![];
                state.actions(&mut actions);
                actions.into_iter().map(|action| (action, 1.0)).collect()
            }
            Turn::Player(who) => self.mix(state, who),
        };
        for (action, chance) in next.into_iter().filter(|&(_, chance)| chance > 0.0) {
            self.search(&after(state, action), odds * chance, at);
        }
    }

    /// What `who` earns on average from here on.
    fn value(&self, state: &G, who: Player) -> f64 {
        let next = match state.turn() {
            Turn::Over => return state.payoff(who),
            Turn::Chance => listed(state),
            Turn::Player(mover) => self.mix(state, mover),
            Turn::Together => unreachable!("nobody chooses at once in a game with hidden moves"),
        };
        let next = next.into_iter().filter(|&(_, chance)| chance > 0.0);
        next.map(|(action, chance)| chance * self.value(&after(state, action), who)).sum()
    }
}

fn listed<G: Outcomes>(state: &G) -> Vec<(G::Action, f64)> {
    let mut outcomes = vec![];
    state.outcomes(&mut outcomes);
    outcomes
}

fn after<G: Game>(state: &G, action: G::Action) -> G {
    let mut next = state.clone();
    next.apply(action);
    next
}

//! The player who searches for cards and follows rules in combat, as in ED and CS.

use super::cards::Kinds;
use super::{Action, Magic, Main, Options, Play, RulePlayer, View};
use sortilege::game::Hidden;
use sortilege::playout::Policy;
use sortilege::search::{Candidate, Decision, Note, Search};
use sortilege::tree::TreeStats;
use sortilege::{Game, Player, Rng};
use std::time::Duration;

/// Chooses cards by a search and attackers and blockers by rules. The search sees a game with `options` of
/// its own, whatever the one on the table has: other pruning, yes/no decisions, combat by rules.
///
/// ED does not say who attacks and blocks for its players; by default it is the expert here. If yes/no
/// decisions are searched and the table wants a whole move, they are searched for one after another.
#[derive(Clone, Debug)]
pub struct CardSearch<S> {
    /// Who attacks and blocks.
    pub rules: RulePlayer,
    /// How moves are made in the game that is searched.
    pub options: Options,
    /// Who chooses cards.
    pub search: S,
}

impl<S: Search<Magic>> Search<Magic> for CardSearch<S> {
    fn decide(&mut self, view: &View, who: Player, rng: &mut Rng) -> Decision<Action> {
        if !view.is_main() {
            // Rules do not look at what is dealt here.
            let state = Magic::determinize(view, rng);
            let action = self.rules.action(&state, &mut vec![], rng);
            return Decision {
                action,
                candidates: candidates(&state, action, 0),
                iterations: 0,
                time: Duration::ZERO,
                tree: TreeStats::default(),
            };
        }
        let inner = view.with_options(self.options);
        match (self.options.main, view.table.options.main) {
            (Main::Binary(_), Main::Whole) => self.decide_in_steps(inner, view, who, rng),
            _ => self.search.decide(&inner, who, rng),
        }
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn notes(&self) -> Vec<Note> {
        self.search.notes()
    }
}

impl<S: Search<Magic>> CardSearch<S> {
    /// Searches for one yes or no after another until the turn ends, and plays all of them at once.
    fn decide_in_steps(
        &mut self,
        mut inner: View,
        view: &View,
        who: Player,
        rng: &mut Rng,
    ) -> Decision<Action> {
        let before = view.table.sides[who.0].hand;
        let mut decision = self.search.decide(&inner, who, rng);
        inner.table.apply(decision.action);
        while inner.is_main() && inner.table.turn == view.table.turn {
            let next = self.search.decide(&inner, who, rng);
            inner.table.apply(next.action);
            decision.iterations += next.iterations;
            decision.time += next.time;
        }
        let after = inner.table.sides[who.0].hand;
        let creatures = Kinds(before.creatures.0 - after.creatures.0);
        decision.action = Action::Play(Play { land: before.lands != after.lands, creatures });
        decision.candidates = candidates(&view.table, decision.action, decision.iterations);
        decision
    }
}

/// All moves, with all `visits` for the one that was chosen.
fn candidates(state: &Magic, chosen: Action, visits: u64) -> Vec<Candidate<Action>> {
    let mut legal = vec![];
    state.actions(&mut legal);
    let visits = |action| if action == chosen { visits.max(1) } else { 0 };
    let candidate = |action| Candidate { action, visits: visits(action), value: 0.0, proven: None };
    legal.into_iter().map(candidate).collect()
}

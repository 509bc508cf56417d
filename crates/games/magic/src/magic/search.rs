//! Players that search a game with their own options, as in ED and CS, independently of the options
//! of the actual game.

use super::{
    Action, Blocks, Combat, Interesting, Kinds, Magic, Main, Options, Phase, Play, RulePlayer, View,
};
use sortilege::belief::Belief;
use sortilege::game::Hidden;
use sortilege::playout::Policy;
use sortilege::search::{Candidate, Decision, Divisible, Note, Search};
use sortilege::tree::TreeStats;
use sortilege::{Deadline, Game, Player, Rng};
use std::time::Duration;

/// Chooses cards by a search. The searched game determines combat: if its options leave attackers
/// and blockers to the players, the search chooses them; otherwise rules do.
///
/// ED's players search cards "without using the knowledge encoded in these expert rules" (§VII-D),
/// so that they attack and block as its reduced player does, both in the tree and in the actual
/// game. If the search works in steps and the actual game requires a whole move, the steps are
/// searched one after another. Each step gets the whole budget, except that they share the time. If
/// the actual game asks in steps, the steps are searched.
#[derive(Clone, Debug)]
pub struct CardSearch<S> {
    /// The rules for attacks and blocks that are not searched.
    pub rules: RulePlayer,
    /// The options of the searched game.
    pub options: Options,
    /// The search.
    pub search: S,
}

impl<S: Search<Magic> + Divisible> Search<Magic> for CardSearch<S> {
    fn decide(&mut self, view: &View, who: Player, rng: &mut Rng) -> Decision<Action> {
        if !view.is_main() && self.options.combat.is_settled() {
            // The rules do not depend on the sampled hidden cards.
            let state = Magic::determinize(view, rng);
            let action = self.rules.action(&state, &mut vec![], rng);
            return unsearched(action, &state);
        }
        let inner = view.with_options(self.options_at(view.table.options));
        match view.table.at_once() && !inner.table.at_once() {
            true => self.decide_in_steps(inner, view, who, rng),
            false => {
                let mut decision = self.step(&inner, who, rng);
                decision.candidates = all_candidates(&view.table, &decision.candidates);
                decision
            }
        }
    }

    fn new_game(&mut self) {
        self.search.new_game();
    }

    fn notes(&self) -> Vec<Note> {
        self.search.notes()
    }
}

impl<S: Search<Magic> + Divisible> CardSearch<S> {
    /// The options of the search for a given actual game: decisions in steps are searched in steps,
    /// and choices that the actual game does not offer are not searched.
    fn options_at(&self, table: Options) -> Options {
        let mut options = self.options;
        options.pruning = options.pruning.max(table.pruning);
        if table.main != Main::Whole {
            options.main = table.main;
        }
        if options.combat == Combat::Whole {
            (options.combat, options.most) = (table.combat, options.most.min(table.most));
        }
        options
    }

    /// Searches, unless there is a single answer.
    fn step(&mut self, inner: &View, who: Player, rng: &mut Rng) -> Decision<Action> {
        let mut legal = vec![];
        inner.table.actions(&mut legal);
        match legal[..] {
            [only] => unsearched(only, &inner.table),
            _ => self.search.decide(inner, who, rng),
        }
    }

    /// Searches one step after another until the choice is complete, and returns it as one move.
    fn decide_in_steps(
        &mut self,
        mut inner: View,
        view: &View,
        who: Player,
        rng: &mut Rng,
    ) -> Decision<Action> {
        let phase = view.table.phase;
        let time = self.search.budget_mut().time;
        self.search.budget_mut().time = share_of_time(time, &inner.table);
        let mut decision = self.step(&inner, who, rng);
        let mut steps = vec![decision.action];
        inner.table.apply(decision.action);
        while same_choice(&inner.table, &view.table) {
            let left = time.map(|limit| limit.saturating_sub(decision.time));
            self.search.budget_mut().time = share_of_time(left, &inner.table);
            let next = self.step(&inner, who, rng);
            inner.table.apply(next.action);
            steps.push(next.action);
            decision.iterations += next.iterations;
            decision.time += next.time;
        }
        self.search.budget_mut().time = time;
        decision.action = match phase {
            Phase::Attack => attack(&steps),
            Phase::Block => block(&steps),
            _ => {
                let [before, after] = [view, &inner].map(|view| view.table.sides[who.0].hand);
                let creatures = Kinds(before.creatures.0 - after.creatures.0);
                Action::Play(Play { land: before.lands != after.lands, creatures })
            }
        };
        decision.candidates = candidates(&view.table, decision.action, decision.iterations);
        decision
    }
}

/// Returns whether two states ask for steps of the same choice.
fn same_choice(one: &Magic, other: &Magic) -> bool {
    (one.turn, one.phase) == (other.turn, other.phase)
}

/// The share of the next step in the time that is left for the whole choice.
fn share_of_time(left: Option<Duration>, state: &Magic) -> Option<Duration> {
    left.map(|left| left / most_steps(state))
}

/// The number of steps of a choice if every step is declined, which is the largest number.
fn most_steps(state: &Magic) -> u32 {
    let (mut rest, mut legal, mut steps) = (state.clone(), vec![], 0);
    while steps == 0 || same_choice(&rest, state) {
        rest.actions(&mut legal);
        let nothing = |action: &&Action| {
            matches!(action, Action::Keep(_) | Action::Hold(_) | Action::Guard(_, 0))
        };
        rest.apply(*legal.iter().find(nothing).unwrap_or(&legal[0]));
        steps += 1;
    }
    steps
}

/// A decision without a search.
fn unsearched(action: Action, state: &Magic) -> Decision<Action> {
    Decision {
        action,
        candidates: candidates(state, action, 0),
        iterations: 0,
        time: Duration::ZERO,
        tree: TreeStats::default(),
    }
}

/// The attack that combines all steps.
fn attack(steps: &[Action]) -> Action {
    let charge = |step: &Action| if let Action::Charge(place) = step { 1 << place } else { 0 };
    Action::Attack(steps.iter().map(charge).sum())
}

/// The blocks that combine all steps.
fn block(steps: &[Action]) -> Action {
    let guard = |step: &Action| match step {
        Action::Guard(by, attacker) => u64::from(*attacker) << (4 * by),
        _ => 0,
    };
    Action::Block(Blocks(steps.iter().map(guard).sum()))
}

/// All moves of the actual game, with the statistics of the moves that the search considered.
fn all_candidates(state: &Magic, searched: &[Candidate<Action>]) -> Vec<Candidate<Action>> {
    let mut all = candidates(state, searched[0].action, 0);
    for candidate in &mut all {
        let found = searched.iter().find(|one| one.action == candidate.action);
        *candidate = *found.unwrap_or(&Candidate { visits: 0, ..*candidate });
    }
    all
}

/// All moves, with all `visits` for the chosen one.
fn candidates(state: &Magic, chosen: Action, visits: u64) -> Vec<Candidate<Action>> {
    let mut legal = vec![];
    state.actions(&mut legal);
    let visits = |action| if action == chosen { visits.max(1) } else { 0 };
    let candidate = |action| Candidate { action, visits: visits(action), value: 0.0, proven: None };
    legal.into_iter().map(candidate).collect()
}

/// The sampling of the opponent's hand and of orders of cards for the trees of an ensemble.
#[derive(Clone, Debug)]
pub enum Dealing {
    /// Uniform sampling.
    Uniform,
    /// Interesting orders: ED's IR. Their draws are fixed within the tree.
    Interesting(Interesting),
}

impl Belief<Magic> for Dealing {
    fn sample(&mut self, view: &View, _: Player, rng: &mut Rng) -> Magic {
        match self {
            Dealing::Interesting(orders) if view.is_main() => {
                orders.seek(|rng| Magic::determinize(view, rng), rng)
            }
            _ => Magic::determinize(view, rng),
        }
    }

    fn begin(&mut self, _: &View, _: Player, deadline: &Deadline, _: &mut Rng) {
        if let Dealing::Interesting(orders) = self {
            (orders.tally, orders.deadline) = ([0; 3], deadline.clone());
        }
    }

    fn notes(&self) -> Vec<Note> {
        let Dealing::Interesting(orders) = self else { return vec![] };
        let [sought, tested, found] = orders.tally.map(f64::from);
        vec![
            ("orders tested per tree", tested / sought.max(1.0)),
            ("orders found per tree", found / sought.max(1.0)),
        ]
    }
}

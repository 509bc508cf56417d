//! Solutions of small games: an equilibrium by CFR+ with hidden information, and expectimax with
//! perfect information.
//!
//! A strategy is returned as text. With hidden information, a situation is the text of the
//! observations of its owner; with perfect information, it is the position.

use crate::Error;
use crate::analysis::{Aim, Reached, Situation, Solved};
use crate::capability::Playable;
use crate::exploit::{MOST_ENDINGS, endings};
use sortilege::exact::cfr::Solver;
use sortilege::exact::{
    Expectimax, GameTree, InformationSet, Knowledge, Tabulated, expected_payoffs, exploitability,
};
use sortilege::game::{Key, Outcomes, PerfectInfo};
use sortilege::{Player, Turn};
use std::collections::HashSet;

/// Solves the game that begins with a state, and reports progress. Returns `None` if it was stopped
/// before it had a result.
pub type Solve<G> = fn(&G, &Aim, &mut dyn FnMut(&Reached)) -> Result<Option<Solved>, Error>;

/// Largest number of states of a game that is solved.
pub const MOST_LOOKS: u64 = 4_000_000;

/// Solves a two-player game with hidden information.
pub fn equilibrium<G: Playable + Outcomes>(
    start: &G,
    aim: &Aim,
    on_progress: &mut dyn FnMut(&Reached),
) -> Result<Option<Solved>, Error> {
    if start.players() != 2 {
        let seats = start.players();
        return Err(Error::Refused(format!(
            "a game with something hidden is solved for 2 seats, and this one has {seats}"
        )));
    }
    if endings(start, MOST_ENDINGS) == 0 {
        return Err(Error::Refused(format!(
            "the game has more than {MOST_ENDINGS} ways to end, too many to solve it"
        )));
    }
    let tree = GameTree::new(start);
    if !tree.is_zero_sum() {
        return Err(Error::Refused(
            "a game with something hidden is solved where what one wins the other loses, and here \
             it is not so"
                .to_string(),
        ));
    }
    let (reached, policy) = approach(&tree, aim, on_progress);
    let strategy = if aim.strategy { situations(start, &tree, &policy) } else { vec![] };
    Ok(Some(Solved { reached, strategy }))
}

/// Iterates until the aim is reached.
fn approach<G: Playable + Outcomes>(
    tree: &GameTree<G>,
    aim: &Aim,
    on_progress: &mut dyn FnMut(&Reached),
) -> (Reached, Tabulated) {
    let mut solver = Solver::new(tree);
    loop {
        solver.iterate();
        let over = solver.iterations() >= aim.iterations || aim.stop.is_set();
        if over || worth_a_look(solver.iterations()) {
            let policy = solver.average();
            let reached = reached(tree, &policy, solver.iterations());
            on_progress(&reached);
            if over || reached.exploitability <= aim.exploitability {
                return (reached, policy);
            }
        }
    }
}

/// Whether to compute exploitability after this iteration. It costs about as much as an iteration,
/// so it is done after 1, 2 and 5 times each power of ten, and after each twentieth.
fn worth_a_look(iterations: u32) -> bool {
    let power = 10_u32.pow(iterations.ilog10());
    iterations.is_multiple_of(20) || [1, 2, 5].iter().any(|&first| iterations == first * power)
}

fn reached<G: Playable + Outcomes>(
    tree: &GameTree<G>,
    policy: &Tabulated,
    iterations: u32,
) -> Reached {
    Reached {
        iterations,
        values: expected_payoffs(tree, policy),
        exploitability: exploitability(tree, policy).max(0.0),
    }
}

/// Lists every information set with its strategy.
fn situations<G: Playable + Outcomes>(
    start: &G,
    tree: &GameTree<G>,
    policy: &Tabulated,
) -> Vec<Situation> {
    let mut found = SituationWalk {
        start,
        tree,
        policy,
        path: vec![],
        situations: vec![None; tree.sets().count()],
    };
    found.walk(start, tree.nothing_seen());
    found.situations.into_iter().flatten().collect()
}

/// Walks along all histories, and describes each information set at its first occurrence.
struct SituationWalk<'a, G: Playable> {
    start: &'a G,
    tree: &'a GameTree<G>,
    policy: &'a Tabulated,
    /// What happened on the way: one action, or one of every seat.
    path: Vec<Vec<(Option<Player>, G::Action)>>,
    situations: Vec<Option<Situation>>,
}

impl<G: Playable + Outcomes> SituationWalk<'_, G> {
    fn walk(&mut self, state: &G, seen: Knowledge) {
        let (mut actions, mut outcomes) = (vec![], vec![]);
        match state.turn() {
            Turn::Over => {}
            Turn::Chance => {
                state.outcomes(&mut outcomes);
                outcomes
                    .iter()
                    .for_each(|&(outcome, _)| self.step(state, seen, vec![(None, outcome)]));
            }
            Turn::Player(who) => {
                self.record(state, &seen, who);
                state.actions(&mut actions);
                actions
                    .iter()
                    .for_each(|&action| self.step(state, seen, vec![(Some(who), action)]));
            }
            Turn::Together => self.choose(state, seen, vec![]),
        }
    }

    /// Walks a simultaneous node: the seats before `made.len()` have chosen, unobserved so far.
    fn choose(&mut self, state: &G, seen: Knowledge, made: Vec<(Option<Player>, G::Action)>) {
        let who = Player(made.len());
        if who.0 == state.players() {
            return self.step(state, seen, made);
        }
        let mut choices = vec![];
        state.choices(who, &mut choices);
        if choices.len() > 1 {
            self.record(state, &seen, who);
        }
        for choice in choices {
            let longer = made.iter().copied().chain([(Some(who), choice)]).collect();
            self.choose(state, seen, longer);
        }
    }

    fn step(&mut self, state: &G, mut seen: Knowledge, made: Vec<(Option<Player>, G::Action)>) {
        made.iter().for_each(|&(_, action)| self.tree.observe(&mut seen, state, action));
        let mut next = state.clone();
        crate::transcript::make(&mut next, &made);
        self.path.push(made);
        self.walk(&next, seen);
        self.path.pop();
    }

    fn record(&mut self, state: &G, seen: &Knowledge, who: Player) {
        let set = self.tree.set_after(seen, who).expect("the acting player has an information set");
        if self.situations[set.0].is_none() {
            self.situations[set.0] = Some(self.situation(state, set, who));
        }
    }

    fn situation(&self, state: &G, set: InformationSet, who: Player) -> Situation {
        let odds = self.policy.at(self.tree, set).iter();
        let names = self.tree.actions(set).iter().map(|&action| state.action_name(action));
        Situation {
            seat: who,
            information: self.story(who),
            moves: names.zip(odds.copied()).collect(),
        }
    }

    /// Describes the observations of a seat on the path.
    fn story(&self, who: Player) -> String {
        let (mut state, mut lines) = (self.start.clone(), vec![]);
        for made in &self.path {
            for &(mover, action) in made {
                let Some(seen) = state.seen(action, who) else { continue };
                let text = G::describe(&state.view(who), who, seen);
                let name = mover.map_or(String::new(), |mover| format!("{}: ", state.seat(mover)));
                lines.push(name + &text);
            }
            crate::transcript::make(&mut state, made);
        }
        if lines.is_empty() { "nothing yet".to_string() } else { lines.join("; ") }
    }
}

/// Solves a game of perfect information.
pub fn best_play<G: Playable + PerfectInfo + Outcomes + Key>(
    start: &G,
    aim: &Aim,
    on_progress: &mut dyn FnMut(&Reached),
) -> Result<Option<Solved>, Error> {
    let solver = Expectimax::with_memo().patient(MOST_LOOKS, aim.stop.clone());
    let mut found = Written { solver, situations: vec![] };
    let values = found.solver.value(start);
    if aim.strategy {
        (0..start.players()).for_each(|who| found.follow(start, Player(who), &mut HashSet::new()));
    }
    match (found.solver.has_given_up(), aim.stop.is_set()) {
        (true, true) => return Ok(None),
        (true, false) => {
            return Err(Error::Refused(format!(
                "the game has more than {MOST_LOOKS} positions to look at, too many to solve it"
            )));
        }
        (false, _) => {}
    }
    let reached = Reached { iterations: 0, values, exploitability: 0.0 };
    on_progress(&reached);
    Ok(Some(Solved { reached, strategy: found.situations }))
}

/// Best play, written down position by position.
struct Written<G: Playable> {
    solver: Expectimax<G>,
    situations: Vec<Situation>,
}

impl<G: Playable + PerfectInfo + Outcomes + Key> Written<G> {
    /// Records the strategy of `seat` at every position that is reachable if `seat` follows it,
    /// whatever its opponents do.
    fn follow(&mut self, state: &G, seat: Player, known: &mut HashSet<u64>) {
        if self.solver.has_given_up() || !known.insert(state.key()) {
            return;
        }
        let mut outcomes = vec![];
        match state.turn() {
            Turn::Over => {}
            Turn::Chance => {
                state.outcomes(&mut outcomes);
                outcomes
                    .iter()
                    .for_each(|&(outcome, _)| self.follow(&state.after(outcome), seat, known));
            }
            Turn::Player(who) => {
                for (action, _) in
                    self.moves(state, who, seat).into_iter().filter(|&(_, odds)| odds > 0.0)
                {
                    self.follow(&state.after(action), seat, known);
                }
            }
            Turn::Together => self.follow_together(state, seat, known),
        }
    }

    /// Returns the moves of `who` with weights: the strategy of `seat`, and 1 for every move of its
    /// opponents.
    fn moves(&mut self, state: &G, who: Player, seat: Player) -> Vec<(G::Action, f64)> {
        if who != seat {
            let mut actions = vec![];
            state.actions(&mut actions);
            return actions.into_iter().map(|action| (action, 1.0)).collect();
        }
        let values = self.solver.action_values(state);
        let best = values.iter().map(|(_, value)| value[who.0]).fold(f64::NEG_INFINITY, f64::max);
        let first = values.iter().position(|(_, value)| value[who.0] == best);
        let odds = |place| if first == Some(place) { 1.0 } else { 0.0 };
        let mix: Vec<_> =
            values.iter().enumerate().map(|(place, &(action, _))| (action, odds(place))).collect();
        self.write(state, who, &mix);
        mix
    }

    fn follow_together(&mut self, state: &G, seat: Player, known: &mut HashSet<u64>) {
        let solution = self.solver.joint_values(state).solve();
        let mixes = [solution.row, solution.column];
        let mut choices = [vec![], vec![]];
        (0..2).for_each(|who| state.choices(Player(who), &mut choices[who]));
        let mix: Vec<_> =
            choices[seat.0].iter().copied().zip(mixes[seat.0].iter().copied()).collect();
        if mix.len() > 1 {
            self.write(state, seat, &mix);
        }
        for (own, _) in mix.into_iter().filter(|&(_, odds)| odds > 0.0) {
            for &other in &choices[1 - seat.0] {
                let mut next = state.clone();
                next.apply_together(&if seat.0 == 0 { [own, other] } else { [other, own] });
                self.follow(&next, seat, known);
            }
        }
    }

    fn write(&mut self, state: &G, seat: Player, mix: &[(G::Action, f64)]) {
        let moves = mix.iter().map(|&(action, odds)| (state.action_name(action), odds)).collect();
        self.situations.push(Situation { seat, information: state.position(), moves });
    }
}

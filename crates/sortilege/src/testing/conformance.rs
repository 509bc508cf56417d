//! The contract of a game, as a test that every game runs once:
//!
//! ```
//! # use sortilege::testing::hand_made::{HandMade, Place};
//! # use sortilege::testing::Contract;
//! # let game = HandMade::new(&[Place::Choice(0, &[1, 2]), Place::End(&[0.2]), Place::Chance(&[(1, 1.0)])]);
//! Contract::new(&game).rules().chance().outcomes().hidden().observed();
//! ```
//!
//! A game with hidden information adds `recall` and `twins`, and [beliefs](super::beliefs) on a
//! small instance.
//!
//! Each part plays random games and panics with a description at the first breach. Its trait bounds
//! require the capability that it checks, so a game omits the parts for capabilities that it does
//! not have.

use super::walk::{Step, deciding, legal_for, play, random_step};
use super::{odds, twins};
use crate::evaluator::Evaluator;
use crate::game::{
    Chance, Hidden, Key, MAX_PLAYERS, Notation, Observe, Outcomes, Picture, Quality, Recall,
    Redeal, Sample, Simultaneous,
};
use crate::scene::{Gesture, Scene, alike};
use crate::{Game, Player, Rng, Turn};
use std::collections::{HashMap, HashSet};
use std::fmt::Debug;

/// Number of samples at a state when probabilities are compared.
const DRAWS: u64 = 2000;

/// A start position, with the number and length of the random games.
pub struct Contract<'a, G> {
    start: &'a G,
    games: u64,
    longest: usize,
    seed: u64,
}

impl<'a, G: Chance + Simultaneous + Debug + PartialEq> Contract<'a, G> {
    /// The contract for games that begin at `start`.
    pub fn new(start: &'a G) -> Self {
        Contract { start, games: 100, longest: 10_000, seed: 1 }
    }

    /// Sets the number of random games of each part; 100 by default.
    pub fn games(self, games: u64) -> Self {
        Contract { games, ..self }
    }

    /// Sets the number of actions after which every game must have ended; 10,000 by default.
    pub fn longest(self, longest: usize) -> Self {
        Contract { longest, ..self }
    }

    /// Checks the basic rules. Action lists are stable, without repeats and never empty. Clones are
    /// independent, payoffs are in range, and every game ends. Random actions are uniform over the
    /// list and do not depend on the contents of `scratch`. Queries without a list agree with the
    /// list. A batch of random games returns the number of games that it played.
    pub fn rules(self) -> Self {
        let players = self.start.players();
        assert!((1..=MAX_PLAYERS).contains(&players), "{players} players");
        let mut previous = vec![];
        self.walk(|state, rng| {
            assert_eq!(state.players(), players, "the number of players changed");
            let before = state.clone();
            match state.turn() {
                Turn::Over => (0..players).for_each(|who| {
                    let payoff = state.payoff(Player(who));
                    assert!(
                        (-1.0..=1.0).contains(&payoff),
                        "payoff {payoff} of player {who} in {state:?}"
                    );
                }),
                Turn::Chance => {
                    let outcome = state.sample(rng);
                    state.clone().apply(outcome);
                }
                Turn::Player(who) => {
                    assert!(who.0 < players, "player {who:?} of {players} is on turn in {state:?}");
                    let list = listed(state, |out| state.actions(out));
                    list.iter().for_each(|&action| state.clone().apply(action));
                    uniform(state, &list, rng, |scratch, rng| state.random_action(scratch, rng));
                    assert_scratch_does_not_matter(state, &list, rng);
                    if G::HAS_MOVE_QUERY {
                        assert_move_queries(state, &list, &previous);
                        previous = list;
                    }
                }
                Turn::Together => (0..players).for_each(|who| {
                    let list = listed(state, |out| state.choices(Player(who), out));
                    uniform(state, &list, rng, |scratch, rng| {
                        state.random_choice(Player(who), scratch, rng)
                    });
                }),
            }
            if state.turn() != Turn::Over {
                assert_many_games(state, rng);
            }
            assert_eq!(*state, before, "playing on a clone changed the original");
        });
        self
    }

    /// Checks that sampled outcomes depend on the state and the generator alone: the same seed
    /// gives the same outcome.
    pub fn chance(self) -> Self {
        self.walk(|state, rng| {
            if state.turn() == Turn::Chance {
                let mut twin = rng.clone();
                assert_eq!(
                    state.sample(rng),
                    state.sample(&mut twin),
                    "the same seed drew another outcome"
                );
            }
        });
        self
    }

    /// Checks that the probabilities of chance sum to 1 and that sampled outcomes fit them.
    pub fn outcomes(self) -> Self
    where
        G: Outcomes,
    {
        let mut list = vec![];
        self.walk(|state, rng| {
            if state.turn() != Turn::Chance {
                return;
            }
            state.outcomes(&mut list);
            let total: f64 = list.iter().map(|&(_, p)| p).sum();
            assert!((total - 1.0).abs() < 1e-9, "probabilities add up to {total} in {state:?}");
            let mut counts = vec![0; list.len()];
            let draws = DRAWS.max(10 * list.len() as u64);
            for _ in 0..draws {
                let drawn = state.sample(rng);
                let at = list.iter().position(|&(outcome, _)| outcome == drawn);
                counts[at.unwrap_or_else(|| panic!("{drawn:?} is not listed in {state:?}"))] += 1;
            }
            let odds: Vec<f64> = list.iter().map(|&(_, p)| p).collect();
            odds::fit(&counts, &odds).unwrap_or_else(|error| panic!("{error} in {state:?}"));
        });
        self
    }

    /// Checks that determinization preserves the view of every seat and the legal actions of the
    /// seat on turn. If a view lists its legal actions, the list equals that of the state.
    pub fn hidden(self) -> Self
    where
        G: Hidden,
    {
        self.walk(|state, rng| {
            for who in (0..state.players()).map(Player) {
                let view = state.view(who);
                assert_eq!(view, state.view(who), "two views of {state:?} differ");
                let legal = legal_for(state, who);
                if let Some(list) = G::legal_actions(&view).filter(|_| !legal.is_empty()) {
                    assert_eq!(
                        list, legal,
                        "the view of {who:?} lists other moves than {state:?} has"
                    );
                }
                for _ in 0..4 {
                    let other = G::determinize(&view, rng);
                    assert_eq!(
                        other.view(who),
                        view,
                        "{other:?}, drawn for {who:?} in {state:?}, looks different"
                    );
                    assert_own_turn(state, &other, who);
                }
            }
        });
        self
    }

    /// Checks that observations determine the view, and that no two actions look alike to their
    /// player.
    pub fn observed(self) -> Self
    where
        G: Observe,
    {
        let mut known: HashMap<(usize, Vec<G::Seen>), G::View> = HashMap::new();
        self.watch(|state, seen| {
            for (who, seen) in seen.iter().enumerate() {
                let view = state.view(Player(who));
                let before = known.entry((who, seen.clone())).or_insert_with(|| view.clone());
                assert_eq!(*before, view, "after {seen:?} player {who} knows different things");
            }
            assert_own_moves_differ(state);
        });
        self
    }

    /// Checks whether views distinguish information sets, as the game [states](Observe::RECALL). If
    /// it states that its views forget, the random games must contain an example, so use a small
    /// instance.
    pub fn recall(self) -> Self
    where
        G: Observe,
    {
        let mut first: HashMap<(Player, G::View), Vec<G::Seen>> = HashMap::new();
        let mut forgotten = None;
        self.watch(|state, seen| {
            for who in deciding(state) {
                let (seen, view) = (&seen[who.0], state.view(who));
                let before = first.entry((who, view)).or_insert_with(|| seen.clone());
                if before != seen {
                    forgotten =
                        Some(format!("{who:?} has one view after {before:?} and after {seen:?}"));
                }
            }
        });
        match (G::RECALL, forgotten) {
            (Recall::Perfect, Some(why)) => {
                panic!("the game declares perfect recall, but {why}")
            }
            (Recall::Forgets, None) => {
                panic!("the game declares that its views forget, but they did not in these games")
            }
            _ => self,
        }
    }

    /// Checks that hidden information is visible nowhere. States that [look alike by the
    /// rules](Redeal) have the same view to `==`, `Hash` and `Debug`. They have the same
    /// determinizations for the same random numbers, compared over 100,000 samples, and the same
    /// legal actions. The next action looks the same in both, unless the views differ afterwards.
    /// Actions that look alike by the rules have the same observations, and an action of another
    /// player that does not change the view is not observed.
    pub fn twins(self) -> Self
    where
        G: Redeal,
    {
        let mut tested = twins::TwinPairs::default();
        self.walk(|state, rng| tested.look(state, rng));
        tested.finish();
        self
    }

    /// Checks that names of actions and positions are parsed back to the same actions and
    /// positions.
    pub fn notation(self) -> Self
    where
        G: Notation,
    {
        self.walk(|state, rng| {
            let text = state.position();
            match self.start.parse_position(&text) {
                Ok(read) => assert_eq!(read, *state, "position {text:?} is read back differently"),
                Err(error) => panic!("position {text:?} is not read back: {error}"),
            }
            for action in possible(state, rng) {
                let name = state.action_name(action);
                assert!(
                    !name.is_empty() && !name.contains(char::is_whitespace),
                    "a bad name: {name:?}"
                );
                assert_eq!(
                    state.parse_action(&name),
                    Some(action),
                    "{name:?} is read back differently"
                );
            }
            assert_eq!(state.parse_action("no such move"), None);
        });
        let nonsense = self.start.parse_position("no such position");
        assert!(
            nonsense.is_err_and(|error| !error.is_empty()),
            "nonsense is accepted as a position"
        );
        self
    }

    /// Checks pictures and gestures. No two things in a picture have the same name. Every legal
    /// move of the viewing seat has its own gesture, which points at things in the picture. Hidden
    /// information does not affect either.
    pub fn picture(self) -> Self
    where
        G: Picture,
    {
        self.walk(|state, rng| {
            for who in (0..state.players()).map(Player) {
                let view = state.view(who);
                let scene = G::picture(&view, who, None);
                assert!(!scene.parts.is_empty(), "an empty picture of {state:?}");
                assert_names_differ(&scene);
                let legal = legal_for(state, who);
                let gestures = |view| -> Vec<Gesture> {
                    legal.iter().map(|&action| G::gesture(view, who, action)).collect()
                };
                let all = gestures(&view);
                assert_gestures_fit(&all, &scene);
                let other = G::determinize(&view, rng).view(who);
                assert_eq!(
                    G::picture(&other, who, None),
                    scene,
                    "a picture shows {who:?} what is hidden"
                );
                assert_eq!(gestures(&other), all, "gestures show {who:?} what is hidden");
            }
        });
        self
    }

    /// Checks that an evaluator returns values in [-1, 1] for every seat before the end, the same
    /// in repeated and in batched calls. If it has priors, there is one weight for each move.
    pub fn evaluation(self, evaluator: &mut impl Evaluator<G>) -> Self {
        self.walk(|state, _| {
            if state.turn() == Turn::Over {
                return;
            }
            let players = state.players();
            let mut all = [[f64::NAN; MAX_PLAYERS]; 3];
            evaluator.evaluate(state, &mut all[0][..players]);
            evaluator.evaluate_all(&[state.clone(), state.clone()], &mut all[1..]);
            for values in all {
                let fine = values[..players].iter().all(|value| (-1.0..=1.0).contains(value));
                assert!(
                    fine && values[..players] == all[0][..players],
                    "evaluations {all:?} in {state:?}"
                );
            }
            if evaluator.has_priors() {
                deciding(state).into_iter().for_each(|who| weigh(evaluator, state, who));
            }
        });
        self
    }

    /// Checks that the quality of a finished game is a finite number.
    pub fn quality(self) -> Self
    where
        G: Quality,
    {
        self.walk(|state, _| {
            if state.turn() == Turn::Over {
                assert!(state.quality().is_finite(), "quality {} in {state:?}", state.quality());
            }
        });
        self
    }

    /// Checks that equal states have equal keys, and that all different states met have different
    /// keys.
    pub fn key(self) -> Self
    where
        G: Key,
    {
        let mut met: HashMap<u64, G> = HashMap::new();
        self.walk(|state, _| {
            let first = met.entry(state.key()).or_insert_with(|| state.clone());
            assert_eq!(first, state, "two states share the key {:#x}", state.key());
        });
        self
    }

    /// Calls `look` with every state of `games` random games.
    fn walk(&self, mut look: impl FnMut(&G, &mut Rng)) {
        for game in 0..self.games {
            let mut rng = Rng::derive(&[self.seed, 1, game]);
            let mut state = self.start.clone();
            let mut steps = 0;
            loop {
                look(&state, &mut rng);
                let Some(step) = random_step(&state, &mut rng) else { break };
                play(&mut state, &step);
                steps += 1;
                assert!(steps <= self.longest, "no end after {} steps: {state:?}", self.longest);
            }
        }
    }

    /// Calls `look` with every state of `games` random games and the observations of each seat so
    /// far.
    fn watch(&self, mut look: impl FnMut(&G, &[Vec<G::Seen>]))
    where
        G: Observe,
    {
        for game in 0..self.games {
            let mut rng = Rng::derive(&[self.seed, 2, game]);
            let mut state = self.start.clone();
            let mut seen = vec![vec![]; state.players()];
            loop {
                look(&state, &seen);
                let Some(step) = random_step(&state, &mut rng) else { break };
                note(&state, &step, &mut seen);
                play(&mut state, &step);
            }
        }
    }
}

/// Adds a step to the observations of each seat.
fn note<G: Observe>(state: &G, step: &Step<G>, seen: &mut [Vec<G::Seen>]) {
    for (who, seen) in seen.iter_mut().enumerate() {
        seen.extend(step.iter().filter_map(|&action| state.seen(action, Player(who))));
    }
}

fn possible<G: Chance + Simultaneous>(state: &G, rng: &mut Rng) -> Vec<G::Action> {
    if state.turn() == Turn::Chance {
        return (0..8).map(|_| state.sample(rng)).collect();
    }
    (0..state.players()).flat_map(|who| legal_for(state, Player(who))).collect()
}

/// Lists twice, the second time into a list that is not empty.
fn listed<A: Copy + Eq + Debug>(state: &impl Debug, list: impl Fn(&mut Vec<A>)) -> Vec<A> {
    let (mut first, mut second) = (vec![], vec![]);
    list(&mut first);
    second.extend(first.iter().rev());
    list(&mut second);
    assert_eq!(first, second, "two lists of the same moves differ in {state:?}");
    assert!(!first.is_empty(), "no move in {state:?}");
    let repeated = (1..first.len()).find(|&i| first[..i].contains(&first[i]));
    assert!(repeated.is_none(), "a move is listed twice in {state:?}: {first:?}");
    first
}

fn uniform<A: Copy + Eq + Debug>(
    state: &impl Debug,
    list: &[A],
    rng: &mut Rng,
    draw: impl Fn(&mut Vec<A>, &mut Rng) -> A,
) {
    let (mut scratch, mut counts) = (vec![], vec![0; list.len()]);
    for _ in 0..DRAWS.max(10 * list.len() as u64) {
        let action = draw(&mut scratch, rng);
        let at = list.iter().position(|&listed| listed == action);
        counts[at
            .unwrap_or_else(|| panic!("the random move {action:?} is not listed in {state:?}"))] +=
            1;
    }
    odds::fit(&counts, &vec![1.0 / list.len() as f64; list.len()])
        .unwrap_or_else(|error| panic!("random moves are not uniform in {state:?}: {error}"));
}

/// Samples moves with invalid contents in scratch: copies of the last move of the list.
fn assert_scratch_does_not_matter<G: Game + Debug>(state: &G, list: &[G::Action], rng: &mut Rng) {
    let rubbish = vec![list[list.len() - 1]; list.len()];
    for _ in 0..8 {
        let [mut empty, mut full] = [vec![], rubbish.clone()];
        let clean = state.random_action(&mut empty, &mut rng.clone());
        let drawn = state.random_action(&mut full, rng);
        assert_eq!(drawn, clean, "the contents of scratch changed the random move in {state:?}");
        let untouched = full == rubbish && empty.is_empty();
        assert!(
            untouched || !G::DRAWS_UNLISTED,
            "the random move was drawn from a list in {state:?}"
        );
    }
}

/// Queries about moves agree with the list of moves. The moves `others` are of another state.
fn assert_move_queries<G: Game + Debug>(state: &G, list: &[G::Action], others: &[G::Action]) {
    assert_eq!(state.count_actions(), list.len(), "moves are counted wrongly in {state:?}");
    for &action in list.iter().chain(others) {
        let listed = list.contains(&action);
        assert_eq!(
            state.allows(action),
            listed,
            "`allows` and the list disagree about {action:?} in {state:?}"
        );
    }
}

/// A batch of random games returns its number of games, plays at most as many as requested, and has
/// possible sums of payoffs.
fn assert_many_games<G: Game + Debug>(state: &G, rng: &mut Rng) {
    for most in [1, 20] {
        let mut sample = Sample::default();
        let played = state.random_games(most, rng, &mut sample);
        assert!(
            played <= most && sample.games == played,
            "{played} of {most} games are {sample:?} in {state:?}"
        );
        for who in 0..state.players() {
            let (earned, square) = (sample.totals[who].abs(), sample.squares[who]);
            let most = f64::from(played);
            assert!(
                earned <= most && square <= most,
                "{played} games are worth too much in {sample:?}"
            );
        }
    }
}

fn assert_own_turn<G: Simultaneous + Debug>(state: &G, other: &G, who: Player) {
    assert_eq!(
        legal_for(state, who),
        legal_for(other, who),
        "{who:?} has other moves in {other:?} than in {state:?}, which look the same"
    );
}

fn assert_own_moves_differ<G: Observe + Simultaneous + Debug>(state: &G) {
    for who in (0..state.players()).map(Player) {
        let seen: Vec<_> =
            legal_for(state, who).into_iter().map(|action| state.seen(action, who)).collect();
        let alike = (0..seen.len()).find(|&i| seen[i].is_none() || seen[..i].contains(&seen[i]));
        assert!(alike.is_none(), "{who:?} cannot distinguish its own moves in {state:?}: {seen:?}");
    }
}

fn assert_names_differ(scene: &Scene) {
    let mut names: Vec<&str> = scene.names().collect();
    names.sort_unstable();
    let repeated = names.windows(2).find(|pair| pair[0] == pair[1]);
    assert!(
        repeated.is_none(),
        "two things are called {:?} in {scene:?}",
        repeated.unwrap_or(&[])[0]
    );
    assert!(!names.contains(&""), "something has an empty name in {scene:?}");
}

/// Checks that the gestures of moves that are possible at the same time point at things in the
/// picture.
fn assert_gestures_fit(gestures: &[Gesture], scene: &Scene) {
    let names: HashSet<&str> = scene.names().collect();
    for gesture in gestures {
        let unknown = gesture.points().iter().find(|name| !names.contains(name.as_str()));
        assert!(unknown.is_none(), "{gesture:?} points at something that is not in {scene:?}");
        let repeats =
            |points: &[String]| (1..points.len()).any(|at| points[..at].contains(&points[at]));
        let sound = match gesture {
            Gesture::Path(points) => !points.is_empty(),
            Gesture::Set(points) => !points.is_empty() && !repeats(points),
            Gesture::Button(label) => !label.trim().is_empty(),
        };
        assert!(sound, "{gesture:?} points at nothing, or chooses the same thing twice");
    }
    assert_gestures_differ(gestures);
}

/// Checks that gestures differ. Alike things are interchangeable, and the things of a set may be
/// pointed at in any order.
fn assert_gestures_differ(gestures: &[Gesture]) {
    let points = |gesture: &Gesture| -> Vec<String> {
        gesture.points().iter().map(|name| alike(name).to_string()).collect()
    };
    let sorted = |gesture: &Gesture| -> Vec<String> {
        let mut points = points(gesture);
        points.sort_unstable();
        points
    };
    let mut made = HashSet::new();
    let mut is_new = |gesture: &&Gesture| match gesture {
        Gesture::Path(_) => made.insert((1, points(gesture))),
        Gesture::Set(_) => made.insert((2, sorted(gesture))),
        Gesture::Button(label) => made.insert((3, vec![label.clone()])),
    };
    let again = gestures.iter().find(|gesture| !is_new(gesture));
    assert!(again.is_none(), "{again:?} makes two moves of {gestures:?}");
    let mut paths = gestures.iter().filter(|gesture| matches!(gesture, Gesture::Path(_)));
    let both = paths.find(|path| made.contains(&(2, sorted(path))));
    assert!(both.is_none(), "{both:?} is a set as well in {gestures:?}");
}

/// Checks the weights that an evaluator returns for the moves of a seat.
fn weigh<G: Simultaneous + Debug>(evaluator: &mut impl Evaluator<G>, state: &G, who: Player) {
    let (legal, mut weights) = (legal_for(state, who), vec![]);
    evaluator.priors(state, who, &legal, &mut weights);
    let fine = weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0);
    assert!(fine && weights.len() == legal.len(), "weights {weights:?} in {state:?}");
}

//! The contract of a game, as a test that every game calls once:
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
//! Each part plays random games and panics with a description at the first breach. A part asks for
//! the capability that it checks, so a game leaves out the ones that it does not have.

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

/// Draws at a state when odds are compared.
const DRAWS: u64 = 2000;

/// A start position, and how hard to look.
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

    /// How many random games each part plays; 100 unless said.
    pub fn games(self, games: u64) -> Self {
        Contract { games, ..self }
    }

    /// The number of actions after which every game has ended; 10,000 unless said.
    pub fn longest(self, longest: usize) -> Self {
        Contract { longest, ..self }
    }

    /// Action lists are stable, without repeats and never empty; clones are independent; payoffs
    /// are in range; every game ends; the random draw is uniform over the list, and what is in its
    /// scratch does not matter; moves that are told without listing are those of the list; many
    /// games at once are as many as it says.
    pub fn rules(self) -> Self {
        let players = self.start.players();
        assert!((1..=MAX_PLAYERS).contains(&players), "{players} players");
        let mut heard = vec![];
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
                        assert_tells(state, &list, &heard);
                        heard = list;
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

    /// Sampled outcomes differ from state to state only through the generator: the same seed, the
    /// same draw.
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

    /// Probabilities of chance add up to 1, and sampled outcomes fit them.
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

    /// Views survive determinization, for every seat, and the seat on turn has the same legal
    /// actions. If a view lists its legal actions, the list is that of the state.
    pub fn hidden(self) -> Self
    where
        G: Hidden,
    {
        self.walk(|state, rng| {
            for who in (0..state.players()).map(Player) {
                let view = state.view(who);
                assert_eq!(view, state.view(who), "two looks at {state:?} differ");
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

    /// What a seat has observed decides what it knows; to the mover no two actions look alike.
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

    /// Views tell information sets apart, or forget, as the game [says](Observe::RECALL). A game
    /// that says that its views forget must show it in these games, so begin with a small one.
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
                panic!("the game says that its views forget nothing, but {why}")
            }
            (Recall::Forgets, None) => {
                panic!("the game says that its views forget, but they did not here")
            }
            _ => self,
        }
    }

    /// What the rules hide shows nowhere. States that [look alike by the rules](Redeal) have the
    /// same view to `==`, to `Hash` and to `Debug`; the same determinizations for the same draws,
    /// and be it the last of 100,000; the same legal actions; and what happens in both looks the
    /// same, unless the view tells them apart from then on. Actions that look alike by the rules
    /// are seen alike, and what others do without a trace in the view is not seen at all.
    pub fn twins(self) -> Self
    where
        G: Redeal,
    {
        let mut tested = twins::Tested::default();
        self.walk(|state, rng| tested.look(state, rng));
        tested.finish();
        self
    }

    /// Names of actions and positions are read back as what they name.
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

    /// No two things in a picture have the same name. Every legal move of the seat that looks has a
    /// gesture that points at things in it, different from those of all others; and what the seat
    /// cannot see makes no difference.
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
                assert_eq!(gestures(&other), all, "gestures tell {who:?} what is hidden");
            }
        });
        self
    }

    /// What an evaluator says before the end is in [-1, 1] for every seat, and the same again, also
    /// of several states at once. If it has an opinion on moves, that is a weight for each.
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

    /// The quality of a finished game is a finite number.
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

    /// Equal states have equal keys, and states met by the way that differ have different ones.
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

    /// Shows every state of `games` random games to `look`.
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

    /// Shows every state of `games` random games to `look`, with what each seat has seen by then.
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

/// Adds to what each seat has seen.
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

/// Lists twice, into a list that holds something already.
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

/// Draws with rubbish in scratch: the move that stands last in the list, over and over.
fn assert_scratch_does_not_matter<G: Game + Debug>(state: &G, list: &[G::Action], rng: &mut Rng) {
    let rubbish = vec![list[list.len() - 1]; list.len()];
    for _ in 0..8 {
        let [mut empty, mut full] = [vec![], rubbish.clone()];
        let clean = state.random_action(&mut empty, &mut rng.clone());
        let drawn = state.random_action(&mut full, rng);
        assert_eq!(drawn, clean, "what was in scratch before changed the random move in {state:?}");
        let untouched = full == rubbish && empty.is_empty();
        assert!(
            untouched || !G::DRAWS_UNLISTED,
            "the random move was drawn from a list in {state:?}"
        );
    }
}

/// What is told of moves fits the list of them, also of those that were `heard` of at another
/// state.
fn assert_tells<G: Game + Debug>(state: &G, list: &[G::Action], heard: &[G::Action]) {
    assert_eq!(state.count_actions(), list.len(), "moves are counted wrongly in {state:?}");
    for &action in list.iter().chain(heard) {
        let listed = list.contains(&action);
        assert_eq!(
            state.allows(action),
            listed,
            "{action:?} is listed or not, and told otherwise, in {state:?}"
        );
    }
}

/// Games that are played at once are as many as it says, no more than were asked for, and worth
/// what games can be.
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
        assert!(alike.is_none(), "{who:?} cannot tell own moves apart in {state:?}: {seen:?}");
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
    assert!(!names.contains(&""), "something is called nothing in {scene:?}");
}

/// Gestures of moves that can be made at the same time, which point at things in the same picture.
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

/// One thing is as good as another that is like it, and what is chosen may be pointed at in any
/// order.
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

/// Has an evaluator weigh the moves of a seat.
fn weigh<G: Simultaneous + Debug>(evaluator: &mut impl Evaluator<G>, state: &G, who: Player) {
    let (legal, mut weights) = (legal_for(state, who), vec![]);
    evaluator.priors(state, who, &legal, &mut weights);
    let fine = weights.iter().all(|weight| weight.is_finite() && *weight >= 0.0);
    assert!(fine && weights.len() == legal.len(), "weights {weights:?} in {state:?}");
}

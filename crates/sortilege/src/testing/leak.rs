//! The leak test: in two states that look the same to a seat, a search must make the same decision
//! for the same seed, down to the last visit count. A search that takes a view can leak only if the
//! view does, or if it remembers the view of another seat. A search that takes a state leaks as
//! soon as it uses hidden information.

use super::walk::{Step, deciding, movers, play, random_step};
use crate::game::{Chance, Hidden, Label, Observation, Observe, Redeal, Simultaneous};
use crate::search::{CheatingSearch, Decision, Search};
use crate::{Game, Player, Rng, Turn};
use std::collections::HashMap;
use std::fmt::Debug;

/// The result of a leak test.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tested {
    /// Number of pairs of different states that look the same.
    pub pairs: u32,
    /// Number of pairs with different decisions.
    pub leaks: u32,
}

impl Tested {
    fn count(&mut self, is_same: bool) {
        self.pairs += 1;
        self.leaks += u32::from(!is_same);
    }
}

/// Plays `games` random games from `start`. At every decision it takes other states that look the
/// same to the seat on turn, and compares the decisions in both: a twin that looks the same by the
/// [rules](Redeal), and a state with the same view from an earlier game.
pub fn test<G: Chance + Redeal + Simultaneous + PartialEq + Debug>(
    start: &G,
    games: u64,
    mut decide: impl FnMut(&G, Player, &mut Rng) -> Decision<G::Action>,
) -> Tested {
    test_decisions(start, games, &mut decide)
}

/// Makes a decision for a seat from the state. It is a trait object, so that the code that plays
/// the test games is compiled once for a game and not once for each search.
type Decide<'s, G> = dyn FnMut(&G, Player, &mut Rng) -> Decision<<G as Game>::Action> + 's;

fn test_decisions<G: Chance + Redeal + Simultaneous + PartialEq + Debug>(
    start: &G,
    games: u64,
    decide: &mut Decide<G>,
) -> Tested {
    let mut tested = Tested::default();
    let mut met: HashMap<(Player, G::View), G> = HashMap::new();
    for game in 0..games {
        let mut rng = Rng::derive(&[4, game]);
        let mut state = start.clone();
        loop {
            for who in deciding(&state) {
                let twin = state.redeal(who, &mut rng);
                let seed = rng.bits();
                let earlier = met.insert((who, state.view(who)), state.clone());
                for twin in
                    [Some(twin), earlier].into_iter().flatten().filter(|twin| *twin != state)
                {
                    let [here, there] =
                        [&state, &twin].map(|one| decide(one, who, &mut Rng::new(seed)));
                    tested.count(same(&here, &there));
                }
            }
            let Some(step) = random_step(&state, &mut rng) else { break };
            play(&mut state, &step);
        }
    }
    tested
}

/// The leak test of a search that receives views.
pub fn test_search<G: Chance + Redeal + Simultaneous + PartialEq + Debug>(
    start: &G,
    games: u64,
    search: &mut impl Search<G>,
) -> Tested {
    test(start, games, |state, who, rng| search.decide(&state.view(who), who, rng))
}

/// The leak test of searches that [use observations](Search::observe). It plays random games, and
/// at every decision a new search receives all observations of the seat. If a seat had the same
/// observations in an earlier game in another state, both decisions must be the same.
pub fn test_with_observations<G, S>(start: &G, games: u64, mut make: impl FnMut() -> S) -> Tested
where
    G: Chance + Redeal + Simultaneous + PartialEq + Debug,
    S: Search<G>,
{
    let mut decide = |observed: &[Observation<G>], view: &G::View, who| {
        let mut search = make();
        observed.iter().for_each(|seen| search.observe(who, seen));
        search.decide(view, who, &mut Rng::new(1))
    };
    test_observing(start, games, &mut decide)
}

/// Makes a decision for a seat from its observations and its view.
type DecideObserving<'s, G> = dyn FnMut(&[Observation<G>], &<G as Hidden>::View, Player) -> Decision<<G as Game>::Action>
    + 's;

fn test_observing<G>(start: &G, games: u64, decide: &mut DecideObserving<G>) -> Tested
where
    G: Chance + Redeal + Simultaneous + PartialEq + Debug,
{
    let mut tested = Tested::default();
    let mut met: Met<G> = HashMap::new();
    for game in 0..games {
        let mut rng = Rng::derive(&[5, game]);
        let (mut state, mut observed) = (start.clone(), vec![vec![]; start.players()]);
        loop {
            for who in deciding(&state) {
                let decision = decide(&observed[who.0], &state.view(who), who);
                let key = (who, labels(&observed[who.0]));
                if let Some((_, earlier)) = met.get(&key).filter(|(other, _)| *other != state) {
                    tested.count(same(&decision, earlier));
                }
                met.insert(key, (state.clone(), decision));
            }
            let Some(step) = random_step(&state, &mut rng) else { break };
            let before = state.clone();
            play(&mut state, &step);
            for (seat, observed) in observed.iter_mut().enumerate() {
                let made = movers(&before).into_iter().zip(step.iter().copied());
                let see = |(mover, action)| {
                    Observation::new(&before, action, mover, &state, Player(seat))
                };
                observed.extend(made.filter_map(see));
            }
        }
    }
    tested
}

/// The decision and the state for each sequence of observations of a seat.
type Met<G> = HashMap<(Player, ObservationHistory<G>), (G, Decision<<G as Game>::Action>)>;

/// The acting players and the labels of all observations of a seat since the start.
type ObservationHistory<G> =
    Vec<(Option<Player>, Label<<G as Game>::Action, <G as Observe>::Seen>)>;

fn labels<G: Observe>(observed: &[Observation<G>]) -> ObservationHistory<G> {
    observed.iter().map(|seen| (seen.mover, seen.label)).collect()
}

/// The leak test of a search that receives states.
pub fn test_cheating<G: Chance + Redeal + Simultaneous + PartialEq + Debug>(
    start: &G,
    games: u64,
    search: &mut impl CheatingSearch<G>,
) -> Tested {
    test(start, games, |state, who, rng| search.decide_knowing_all(state, who, rng))
}

/// The assignment of searches to seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    /// Every seat has a separate search.
    Apart,
    /// One search serves all seats in turn.
    Shared,
}

/// Tests whether information of one seat affects the decisions of another. Plays `games` random
/// games from `start`. Play continues from every state on the way, and in parallel from a twin that
/// looks the same to some seat, as long as both look the same to it. Every seat on turn makes a
/// decision, so a search can build up memory. The decisions of the seat that cannot distinguish the
/// two must be the same.
pub fn test_seats<G: Chance + Redeal + Simultaneous + PartialEq + Debug, S: Search<G>>(
    start: &G,
    games: u64,
    seating: Seating,
    mut make: impl FnMut() -> S,
) -> Tested {
    let mut make = || -> Thinker<G> {
        let mut search = make();
        search.new_game();
        Box::new(move |view, who, rng| search.decide(view, who, rng))
    };
    test_tables(start, games, seating, &mut make)
}

/// A search that has begun a game.
type Thinker<'s, G> =
    Box<dyn FnMut(&<G as Hidden>::View, Player, &mut Rng) -> Decision<<G as Game>::Action> + 's>;

fn test_tables<'s, G: Chance + Redeal + Simultaneous + PartialEq + Debug>(
    start: &G,
    games: u64,
    seating: Seating,
    make: &mut dyn FnMut() -> Thinker<'s, G>,
) -> Tested {
    let mut tested = Tested::default();
    for game in 0..games {
        let mut rng = Rng::derive(&[7, game]);
        let mut state = start.clone();
        while let Some(step) = random_step(&state, &mut rng) {
            for who in (0..state.players()).map(Player) {
                let twin = state.redeal(who, &mut rng);
                if twin != state && deciding(&state).iter().any(|&seat| seat != who) {
                    let tables = [state.clone(), twin]
                        .map(|state| GameInProgress::new(state, seating, make));
                    Pair { tables, who }.play_on(&mut tested, &mut rng);
                }
            }
            play(&mut state, &step);
        }
    }
    tested
}

/// A game in progress.
struct GameInProgress<'s, G: Hidden> {
    state: G,
    /// One search for each seat, or one for all.
    searches: Vec<Thinker<'s, G>>,
}

impl<'s, G: Chance + Redeal + Simultaneous> GameInProgress<'s, G> {
    fn new(state: G, seating: Seating, make: &mut dyn FnMut() -> Thinker<'s, G>) -> Self {
        let seats = if seating == Seating::Shared { 1 } else { state.players() };
        let searches = (0..seats).map(|_| make()).collect();
        GameInProgress { state, searches }
    }

    fn decide(&mut self, who: Player, rng: &mut Rng) -> Decision<G::Action> {
        let at = who.0 % self.searches.len();
        (self.searches[at])(&self.state.view(who), who, rng)
    }
}

/// Two games that look the same to `who`.
struct Pair<'s, G: Hidden> {
    tables: [GameInProgress<'s, G>; 2],
    who: Player,
}

/// Number of decisions in which a search has to remember something and reveal it.
const DECISIONS: u32 = 4;

impl<G: Chance + Redeal + Simultaneous> Pair<'_, G> {
    fn play_on(&mut self, tested: &mut Tested, rng: &mut Rng) {
        let mut others_asked = false;
        let mut decisions = 0;
        while decisions < DECISIONS && self.looks_the_same() {
            for seat in deciding(&self.tables[0].state) {
                let seed = rng.bits();
                let [here, there] =
                    self.tables.each_mut().map(|table| table.decide(seat, &mut Rng::new(seed)));
                if seat != self.who {
                    others_asked = true;
                } else if others_asked {
                    tested.count(same(&here, &there));
                }
                decisions += 1;
            }
            if !self.step(rng) {
                return;
            }
        }
    }

    /// Whether the tested seat cannot distinguish the two games, and the same seats are on turn.
    fn looks_the_same(&self) -> bool {
        let [here, there] = &self.tables;
        here.state.turn() == there.state.turn()
            && here.state.view(self.who) == there.state.view(self.who)
    }

    /// Plays the same step in both games if that is possible. Tries several steps to find one after
    /// which both games still look the same. Returns whether a step was played.
    fn step(&mut self, rng: &mut Rng) -> bool {
        let [here, there] = self.tables.each_ref().map(|table| &table.state);
        for _ in 0..8 {
            let mut twin_rng = rng.clone();
            let Some(step) = random_step(here, rng) else { return false };
            let other = match here.turn() {
                Turn::Chance => random_step(there, &mut twin_rng),
                _ => Some(step.clone()).filter(|step| is_legal(there, step)),
            };
            let Some(other) = other else { continue };
            let [one, two] = [(here, step), (there, other)].map(|(state, step)| {
                let mut next = state.clone();
                play(&mut next, &step);
                next
            });
            if one.view(self.who) == two.view(self.who) {
                [self.tables[0].state, self.tables[1].state] = [one, two];
                return true;
            }
        }
        false
    }
}

fn is_legal<G: Simultaneous>(state: &G, step: &Step<G>) -> bool {
    let mut list = vec![];
    step.iter().enumerate().all(|(seat, action)| {
        match state.turn() {
            Turn::Together => state.choices(Player(seat), &mut list),
            _ => state.actions(&mut list),
        }
        list.contains(action)
    })
}

/// Whether two decisions are the same except for their time.
fn same<A: Copy + PartialEq>(one: &Decision<A>, other: &Decision<A>) -> bool {
    one.action == other.action && one.candidates == other.candidates && one.tree == other.tree
}

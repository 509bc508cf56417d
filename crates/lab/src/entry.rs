//! A game's line in the catalogue: it claims capabilities, and with them the players that need just these.
//! Each claim is in an `impl` block with its own bounds, so a false one does not compile.

use crate::Error;
use crate::Spec;
use crate::brain::Brain;
use crate::exploit::{Decide, exploit};
use crate::oracle::{Oracle, hidden_values, open_values};
use crate::players::{self, AnyUct, Build};
use crate::setting::{Schema, Settings};
use sortilege::exact::perft;
use sortilege::game::{Chance, Evaluate, Hidden, Key, Observe, Outcomes, PerfectInfo, Picture, Simultaneous};
use sortilege::playout::{AnyPlayout, CutOff, EpsilonMix, Mast, Playout, Rollout, Uniform};
use sortilege::{Game, Player, Rng, Stop, Turn};

/// What any game in the catalogue can do.
pub trait Playable:
    Game<Action: Send + Sync> + Chance + Hidden + Simultaneous + Picture + Send + Sync + 'static
{
}
impl<G> Playable for G where
    G: Game<Action: Send + Sync> + Chance + Hidden + Simultaneous + Picture + Send + Sync + 'static
{
}

/// A game whose moves may look different to each seat.
pub trait Observed: Playable + Observe<Seen: Send> {}
impl<G: Playable + Observe<Seen: Send>> Observed for G {}

/// How a seat saw a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sight {
    Full,
    /// Noticed, but not which move it was.
    Dim,
    Nothing,
}

/// Says how `who` saw an action that `mover`, or chance, takes in a state.
type See<G> = fn(&G, <G as Game>::Action, mover: Option<Player>, who: Player) -> Sight;
/// Makes a playout of so many moves.
type MakeCutOff<G> = fn(u32, &Policy) -> Box<dyn Playout<G>>;
/// Measures how much the best opponent wins.
type Exploit<G> = fn(&G, &mut Decide<G>) -> Result<f64, Error>;
/// Lists outcomes of chance.
pub(crate) type ListOutcomes<G> = fn(&G, &mut Vec<(<G as Game>::Action, f64)>);

/// A game with its claims.
pub struct Entry<G: Playable> {
    pub(crate) schema: &'static Schema,
    pub(crate) start: fn(&Settings) -> Result<G, String>,
    pub(crate) capabilities: Vec<&'static str>,
    pub(crate) players: Vec<(&'static Schema, Build<G>)>,
    pub(crate) see: See<G>,
    pub(crate) listing: Option<Listing<G>>,
    /// Measures how much the best opponent wins; needs a game that can be unrolled.
    pub(crate) exploit: Option<Exploit<G>>,
    /// Knows the true values of actions.
    pub(crate) oracle: Option<Oracle<G>>,
    cut_off: Option<MakeCutOff<G>>,
}

/// What can be done once outcomes of chance can be listed.
#[derive(Clone, Copy)]
pub(crate) struct Listing<G: Playable> {
    pub(crate) outcomes: ListOutcomes<G>,
    pub(crate) perft: fn(&G, u32) -> u64,
    permute: fn(AnyUct<G>) -> AnyUct<G>,
}

/// Where the moves of a playout come from.
struct Policy {
    /// The share of random moves.
    epsilon: f64,
    learning: bool,
}

impl<G: Playable> Entry<G> {
    /// A game and its settings; `start` gives its first state or says which settings do not go together.
    /// It can be played by everybody who needs nothing special.
    pub fn new(schema: &'static Schema, start: fn(&Settings) -> Result<G, String>) -> Self {
        let entry = Entry {
            schema,
            start,
            capabilities: vec![],
            players: vec![],
            see: |_, _, mover, who| if mover == Some(who) { Sight::Full } else { Sight::Dim },
            listing: None,
            exploit: None,
            oracle: None,
            cut_off: None,
        };
        entry
            .player(&players::RANDOM, players::random)
            .player(&players::FLAT_MC, players::flat_mc)
            .player(&players::FLAT_UCB, players::flat_ucb)
            .player(&players::CHEATING_UCT, players::cheating_uct)
            .player(&players::CHEATING_ENSEMBLE, players::cheating_ensemble)
            .player(&players::DETERMINIZED_UCT, players::determinized_uct)
            .player(&players::SO_ISMCTS, players::so_ismcts)
    }

    /// One more player that fits.
    pub(crate) fn player(mut self, schema: &'static Schema, build: Build<G>) -> Self {
        self.players.push((schema, build));
        self
    }

    fn can(mut self, capability: &'static str) -> Self {
        self.capabilities.push(capability);
        self
    }

    /// There is chance.
    pub fn chance(self) -> Self {
        self.can("chance")
    }

    /// Something is hidden.
    pub fn hidden(self) -> Self {
        self.can("hidden")
    }

    /// Players choose at once.
    pub fn simultaneous(self) -> Self {
        self.can("simultaneous")
    }
}

impl<G: Playable + Outcomes> Entry<G> {
    /// Outcomes of chance can be listed.
    pub fn outcomes(self) -> Self {
        self.listing().can("outcomes")
    }

    fn listing(self) -> Self {
        let listing = Listing { outcomes: G::outcomes, perft: perft::<G>, permute: AnyUct::<G>::permuted };
        Entry { listing: Some(listing), ..self }
    }
}

impl<G: Observed> Entry<G> {
    /// Moves look different to each seat.
    pub fn observe(self) -> Self {
        Entry { see: observed, ..self }
            .player(&players::SO_ISMCTS_POM, players::so_ismcts_pom)
            .player(&players::MO_ISMCTS, players::mo_ismcts)
            .can("observe")
    }
}

impl<G: Observed + Outcomes> Entry<G> {
    /// The game can be unrolled, to hold players against the best opponent.
    pub fn exact(self) -> Self {
        Entry { exploit: Some(exploit::<G>), oracle: Some(hidden_values::<G>), ..self }
    }
}

impl<G: Playable + PerfectInfo + Outcomes> Entry<G> {
    /// Nothing is hidden, and chance, if any, can be listed: the usual board or dice game.
    pub fn open(self) -> Self {
        let known = Entry { see: |_, _, _, _| Sight::Full, ..self }.exact();
        Entry { oracle: Some(open_values::<G>), ..known }
            .player(&players::UCT, players::uct)
            .player(&players::DPW, players::dpw)
            .player(&players::SO_ISMCTS_POM, players::so_ismcts_pom)
            .player(&players::MO_ISMCTS, players::mo_ismcts)
            .listing()
    }
}

impl<G: Playable + Evaluate> Entry<G> {
    /// States have a value before the end.
    pub fn evaluate(self) -> Self {
        Entry { cut_off: Some(cut_off), ..self }.can("evaluate")
    }
}

impl<G: Playable + Key> Entry<G> {
    /// States have a key.
    pub fn key(self) -> Self {
        self.can("key")
    }
}

fn cut_off<G: Playable + Evaluate>(moves: u32, policy: &Policy) -> Box<dyn Playout<G>> {
    match policy.learning {
        true => Box::new(CutOff::new(
            moves,
            EpsilonMix { epsilon: policy.epsilon, policy: Mast::default(), other: Uniform },
        )),
        false => Box::new(CutOff::new(moves, Uniform)),
    }
}

/// So many states that a seat thinks possible are asked whether another action would have looked the same.
const DOUBTS: u64 = 32;

/// A seat saw an action in full if in no state that it thought possible another one would have looked the
/// same. Looking at the true state alone would not do: there the action may have been forced.
fn observed<G: Observed>(state: &G, action: G::Action, mover: Option<Player>, who: Player) -> Sight {
    let Some(seen) = state.seen(action, who) else { return Sight::Nothing };
    if mover == Some(who) {
        return Sight::Full;
    }
    let view = state.view(who);
    let mut others = vec![];
    for doubt in 0..DOUBTS {
        let other = match doubt {
            0 => state.clone(),
            _ => G::determinize(&view, &mut Rng::new(doubt)),
        };
        possible(&other, mover, doubt, &mut others);
        if others.iter().any(|&a| a != action && other.seen(a, who) == Some(seen)) {
            return Sight::Dim;
        }
    }
    Sight::Full
}

/// Actions that are possible in a state; at a chance turn some of them.
fn possible<G: Playable>(state: &G, mover: Option<Player>, seed: u64, out: &mut Vec<G::Action>) {
    out.clear();
    match (state.turn(), mover) {
        (Turn::Player(who), Some(mover)) if who == mover => state.actions(out),
        (Turn::Together, Some(mover)) => state.choices(mover, out),
        (Turn::Chance, None) => {
            let mut rng = Rng::new(seed);
            out.extend((0..DOUBTS).map(|_| state.sample(&mut rng)));
        }
        _ => {}
    }
}

/// What a player of a game can be built with.
pub(crate) struct Workshop<'a, G: Playable> {
    entry: &'a Entry<G>,
    stop: Stop,
}

impl<G: Playable> Workshop<'_, G> {
    /// How the player is stopped from outside.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// The same UCT with outcomes of chance visited equally often.
    pub(crate) fn permuted(&self, uct: AnyUct<G>) -> Result<AnyUct<G>, Error> {
        match self.entry.listing {
            Some(Listing { permute, .. }) => Ok(permute(uct)),
            None => Err(self.unfit("chance=permuted", vec!["chance=sampled".to_string()])),
        }
    }

    /// The playout that settings describe.
    pub(crate) fn playout(&self, settings: &Settings) -> Result<AnyPlayout<G>, Error> {
        if settings.schema().name == "cut-off" {
            let cut_off = self.entry.cut_off.ok_or_else(|| self.unfit("cut-off", self.playouts()))?;
            let (moves, policy) = (settings.whole("moves") as u32, policy(settings.part("policy")));
            return Ok(AnyPlayout::Other(cut_off(moves, &policy)));
        }
        let Policy { epsilon, learning } = policy(settings);
        Ok(match learning {
            true => AnyPlayout::Other(Box::new(Rollout::new(EpsilonMix {
                epsilon,
                policy: Mast::default(),
                other: Uniform,
            }))),
            false => AnyPlayout::Uniform(Rollout::default()),
        })
    }

    fn playouts(&self) -> Vec<String> {
        let fits = |name: &str| name != "cut-off" || self.entry.cut_off.is_some();
        players::PLAYOUTS.iter().map(|part| part.name.to_string()).filter(|name| fits(name)).collect()
    }

    fn unfit(&self, part: &str, fitting: Vec<String>) -> Error {
        Error::Unfit { part: part.to_string(), game: self.entry.schema.name.to_string(), fitting }
    }
}

/// A policy in the form that all of them have: one share of random moves, the rest by what it knows.
fn policy(settings: &Settings) -> Policy {
    match settings.schema().name {
        "mast" => Policy { epsilon: settings.number("epsilon"), learning: true },
        "epsilon" => {
            let (outer, inner) = (settings.number("epsilon"), policy(settings.part("policy")));
            Policy { epsilon: outer + (1.0 - outer) * inner.epsilon, ..inner }
        }
        _ => Policy { epsilon: 1.0, learning: false },
    }
}

impl<G: Playable> Entry<G> {
    /// Builds the player that `spec` describes, which is ended by `stop`.
    pub(crate) fn build(&self, spec: &Spec, stop: Stop) -> Result<(Settings, Brain<G>), Error> {
        let Some((schema, build)) = self.players.iter().find(|(schema, _)| schema.name == spec.name) else {
            return Err(self.nobody(&spec.name));
        };
        let settings = schema.read(spec)?;
        let brain = build(&Workshop { entry: self, stop }, &settings)?;
        Ok((settings, brain))
    }

    fn nobody(&self, name: &str) -> Error {
        let fitting: Vec<String> = self.players.iter().map(|(schema, _)| schema.name.to_string()).collect();
        if name == players::HUMAN.name {
            let why = "`human` sits down at the table of `play` only";
            return Error::Refused(format!(
                "{why}; players that think for themselves: {}",
                fitting.join(", ")
            ));
        }
        match players::KINDS.iter().any(|kind| kind.name == name) {
            true => Error::Unfit { part: name.to_string(), game: self.schema.name.to_string(), fitting },
            false => Error::Unknown { what: "player".to_string(), name: name.to_string(), known: fitting },
        }
    }
}

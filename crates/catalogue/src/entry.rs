//! A game's line in the catalogue: it claims capabilities, and with them the players that need just these.
//! Each claim is in an `impl` block with its own bounds, so a false one does not compile.

use crate::Error;
use crate::Spec;
use crate::brain::Brain;
use crate::exploit::{Decide, exploit};
use crate::oracle::{Oracle, hidden_values, open_values};
use crate::players::{self, AnyUct, Build};
use crate::setting::{Schema, Settings};
use crate::workshop::{Blend, End, MakePlayout, MakeReward, Workshop, playout, rollout, with_quality};
use sortilege::exact::perft;
use sortilege::game::{
    Chance, Deterministic, Evaluate, Hidden, Key, Observe, Outcomes, PerfectInfo, Picture, Quality,
    Sequential, Simultaneous,
};
use sortilege::playout::{AnyPlayout, Playout, Policy, Uniform};
use sortilege::search::RuleBased;
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
    pub(crate) presets: Vec<Preset>,
    /// Where the moves of playouts can come from.
    pub(crate) policies: Vec<(&'static str, MakePlayout<G>)>,
    /// Lets UCT prove wins and losses.
    pub(crate) solve: Option<fn(AnyUct<G>) -> AnyUct<G>>,
    /// Makes rewards that look at the quality of a finished game.
    pub(crate) quality: Option<MakeReward<G>>,
}

/// A player of a paper, with the settings that the paper gives it for one game. It is named like a player;
/// settings that are written go before its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is called.
    pub name: &'static str,
    /// The player that it stands for.
    pub spec: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

impl Preset {
    /// The player, with the settings of `written` before its own.
    fn with(&self, written: &Spec) -> Spec {
        let mut spec: Spec = self.spec.parse().expect("presets are tested");
        spec.settings.retain(|(name, _)| written.get(name).is_none());
        spec.settings.extend(written.settings.iter().cloned());
        spec
    }
}

/// What can be done once outcomes of chance can be listed.
#[derive(Clone, Copy)]
pub(crate) struct Listing<G: Playable> {
    pub(crate) outcomes: ListOutcomes<G>,
    pub(crate) perft: fn(&G, u32) -> u64,
    pub(crate) permute: fn(AnyUct<G>) -> AnyUct<G>,
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
            presets: vec![],
            policies: vec![("uniform", Box::new(uniform_rollout))],
            solve: None,
            quality: None,
        };
        entry
            .player(&players::RANDOM, players::random)
            .player(&players::FLAT_MC, players::flat_mc)
            .player(&players::FLAT_UCB, players::flat_ucb)
    }

    /// One more player that fits.
    pub(crate) fn player(
        mut self,
        schema: &'static Schema,
        build: impl Fn(&Workshop<G>, &Settings) -> Result<Brain<G>, Error> + Send + Sync + 'static,
    ) -> Self {
        self.players.push((schema, Box::new(build)));
        self
    }

    /// Players of a paper with their settings for this game.
    pub fn presets(mut self, presets: impl IntoIterator<Item = Preset>) -> Self {
        self.presets.extend(presets);
        self
    }

    /// True values are known, in a way of the game's own.
    pub(crate) fn oracle(self, oracle: Oracle<G>) -> Self {
        Entry { oracle: Some(oracle), ..self }
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
        self.guessing().can("hidden")
    }

    /// Players who guess what is hidden, and those who look.
    fn guessing(self) -> Self {
        self.player(&players::CHEATING_UCT, players::cheating_uct)
            .player(&players::CHEATING_ENSEMBLE, players::cheating_ensemble)
            .player(&players::DETERMINIZED_UCT, players::determinized_uct)
            .player(&players::SO_ISMCTS, players::so_ismcts)
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
        Entry { see: observed, ..self }.observing().can("observe")
    }

    /// Players who mind who saw what.
    fn observing(self) -> Self {
        self.player(&players::SO_ISMCTS_POM, players::so_ismcts_pom)
            .player(&players::MO_ISMCTS, players::mo_ismcts)
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
        Entry { see: |_, _, _, _| Sight::Full, ..self }
            .player(&players::UCT, players::uct)
            .player(&players::DPW, players::dpw)
            .listing()
    }

    /// The game is small enough for everything: true values, and the players made for hidden information,
    /// which find nothing hidden here. Larger games do without, for they are compiled with each of them.
    pub fn small(self) -> Self {
        Entry { oracle: Some(open_values::<G>), ..self.exact() }.guessing().observing()
    }
}

impl<G: Playable + Evaluate> Entry<G> {
    /// States have a value before the end.
    pub fn evaluate(self) -> Self {
        let uniform: MakePlayout<G> = Box::new(|_, blend, end| Some(playout(Uniform, blend, end)));
        Entry { policies: vec![("uniform", uniform)], ..self }.can("evaluate")
    }
}

impl<G: Playable + Evaluate> Entry<G> {
    /// The game has a policy of its own, for playouts and as a player. It comes after [`Entry::evaluate`].
    pub fn policy<P: Policy<G> + Clone + 'static>(
        mut self,
        schema: &'static Schema,
        make: fn(&Settings) -> P,
    ) -> Self {
        self.policies
            .push((schema.name, Box::new(move |own, blend, end| Some(playout(make(own), blend, end)))));
        self.player(schema, move |_, settings| Ok(Brain::fair(RuleBased { policy: make(settings) })))
    }
}

impl<G: Playable + Deterministic + Sequential> Entry<G> {
    /// Two players whose interests are opposed, without chance: wins and losses can be proven.
    pub fn provable(self) -> Self {
        Entry { solve: Some(AnyUct::<G>::solving), ..self }
    }
}

impl<G: Playable + Quality> Entry<G> {
    /// Finished games were more or less convincing.
    pub fn quality(self) -> Self {
        Entry { quality: Some(with_quality::<G>), ..self }.can("quality")
    }
}

impl<G: Playable + PerfectInfo + Sequential + Outcomes + Evaluate + Key> Entry<G> {
    /// Chance can be looked through: the star-minimax family.
    pub fn star_minimax(self) -> Self {
        players::STAR_MINIMAX.iter().fold(self, |entry, schema| entry.player(schema, players::star_minimax))
    }
}

impl<G: Playable + Key> Entry<G> {
    /// States have a key.
    pub fn key(self) -> Self {
        self.can("key")
    }
}

/// Playouts of games without evaluation end with the game.
fn uniform_rollout<G: Playable>(_: &Settings, blend: &Blend, end: End) -> Option<Box<dyn Playout<G>>> {
    matches!(end, End::Game).then(|| rollout(Uniform, blend))
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

impl<G: Playable> Entry<G> {
    /// How the player that `spec` describes finishes simulations.
    pub(crate) fn playout(&self, spec: &Spec) -> Result<AnyPlayout<G>, Error> {
        let (settings, _) = self.build(spec, Stop::default())?;
        if !settings.schema().fields.iter().any(|field| field.name == "playout") {
            return Err(Error::Refused(format!("`{}` has no playouts", spec.name)));
        }
        Workshop { entry: self, stop: Stop::default() }.playout(settings.part("playout"))
    }

    /// Builds the player that `spec` describes, which is ended by `stop`.
    pub(crate) fn build(&self, spec: &Spec, stop: Stop) -> Result<(Settings, Brain<G>), Error> {
        let preset = self.presets.iter().find(|preset| preset.name == spec.name);
        let spec = preset.map_or_else(|| spec.clone(), |preset| preset.with(spec));
        let Some((schema, build)) = self.players.iter().find(|(schema, _)| schema.name == spec.name) else {
            return Err(self.nobody(&spec.name));
        };
        let settings = schema.read(&spec)?;
        let brain = build(&Workshop { entry: self, stop }, &settings)?;
        Ok((settings, brain))
    }

    /// Whether states have a value before the end.
    pub(crate) fn has_evaluation(&self) -> bool {
        self.capabilities.contains(&"evaluate")
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
        if players::kinds().iter().any(|kind| kind.name == name) {
            return Error::Unfit { part: name.to_string(), game: self.schema.name.to_string(), fitting };
        }
        let presets = self.presets.iter().map(|preset| preset.name.to_string());
        let known = fitting.into_iter().chain(presets).collect();
        Error::Unknown { what: "player".to_string(), name: name.to_string(), known }
    }
}

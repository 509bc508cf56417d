//! A game's line in the catalogue: it claims capabilities, and with them the players that need just
//! these. Each claim is in an `impl` block with its own bounds, so a false one does not compile.

use crate::Error;
use crate::PayoffUnit;
use crate::analysis::{AnalysisOptions, Exploited};
use crate::any_search::AnySearch;
use crate::as_played::{best_responses_as_played, exploit_as_played};
use crate::capability::{Capability, Playable};
use crate::evaluations::Evaluations;
use crate::exploit::{Decide, exploit};
use crate::files::Contents;
use crate::level::{Level, Recommended};
use crate::oracle::{Oracle, hidden_values, open_values};
use crate::player_context::{AnyUct, Build, ContextParts, GameBuilders, PlayerContext};
use crate::players::implicit_minimax::{IMPLICIT_MINIMAX, implicit_minimax};
use crate::players::pn_mcts::{PN_MCTS, pn_mcts};
use crate::players::policy_improvement::{POLICY_IMPROVEMENT, policy_improvement};
use crate::players::scheduled_star::{SCHEDULED_STAR, scheduled_star};
use crate::players::star_minimax::{STAR_MINIMAX, star_minimax};
use crate::players::{determinized, dpw, equilibrium, flat, ismcts, uct};
use crate::preset::Preset;
use crate::responses::best_responses;
use crate::rewards::with_quality;
use crate::setting::{Schema, Settings};
use crate::solve::{Solve, best_play, equilibrium};
use sortilege::evaluator::Evaluator;
use sortilege::exact::{Plays, perft};
use sortilege::game::{Deterministic, Key, Outcomes, PerfectInfo, Quality, Sequential};
use sortilege::playout::{AnyPlayout, Playout, Policy, Rollout};
use sortilege::search::RuleBased;
use sortilege::{Game, Rng, Stop};
use std::hash::Hash;

/// The first state of a game, or which settings do not go together.
type Start<G> = Box<dyn Fn(&Settings, &Contents) -> Result<G, String> + Send + Sync>;
/// Measures how much the best opponent wins, by unrolling the game; nothing if it has too many ways
/// to end.
type Exploit<G> = fn(&G, bool, &mut Decide<G>, &Stop) -> Option<f64>;
/// Measures the same without.
type Respond<G> =
    fn(&G, Option<Rng>, &mut Decide<G>, &AnalysisOptions) -> Result<Option<Exploited>, Error>;
/// Measures it of a player as it plays, by a number of replays.
type ExploitAsPlayed<G> =
    fn(&G, &mut dyn Plays<G>, u64, &AnalysisOptions) -> Option<Result<Option<Exploited>, Error>>;
/// Measures the same without unrolling the game.
type RespondAsPlayed<G> =
    fn(&G, &mut dyn Plays<G>, u64, Rng, &AnalysisOptions) -> Result<Option<Exploited>, Error>;
/// Lists outcomes of chance.
pub type ListOutcomes<G> = fn(&G, &mut Vec<(<G as Game>::Action, f64)>);

/// A game with its claims: its line in a catalogue, once it is [`listed`](crate::listed). It claims
/// what it can do, and each claim brings players, measurements or both; claims may stand in any
/// order.
pub struct GameEntry<G: Playable> {
    /// Its name, help and settings.
    pub(crate) schema: &'static Schema,
    /// Its first state, or which settings do not go together.
    pub(crate) start: Start<G>,
    /// What the game can do with some settings.
    capabilities: Vec<Capability>,
    /// Whether the game of a state lacks a capability that the entry claims.
    lacks: fn(&G, Capability) -> bool,
    /// The players that fit it.
    pub(crate) players: Vec<&'static Schema>,
    /// How these are built, in the same order.
    builds: Vec<Build<G>>,
    /// Players of papers with their settings for it.
    pub(crate) presets: Vec<Preset>,
    /// Who is recommended to play it.
    recommended: Option<Recommended>,
    /// Other names for it, and what each stands for.
    pub(crate) other_names: Vec<(&'static str, &'static str)>,
    /// Its rules, for people.
    pub(crate) rules: Option<&'static str>,
    /// What it is played for, where that is more than winning.
    pub(crate) stakes: fn(&Settings) -> Option<PayoffUnit>,
    /// What users should know about the game that was opened.
    pub(crate) notes: fn(&G) -> Vec<String>,
    /// The parts of players that know it.
    pub(crate) parts: GameBuilders<G>,
    /// There if outcomes of chance can be listed.
    pub(crate) listing: Option<Listing<G>>,
    /// Measures how much the best opponent wins; needs a game that can be unrolled.
    pub(crate) exploit: Option<Exploit<G>>,
    /// The same of a player as it plays.
    pub(crate) exploit_as_played: Option<ExploitAsPlayed<G>>,
    /// Measures it where histories are too many to be unrolled.
    pub(crate) respond: Option<Respond<G>>,
    /// The same of a player as it plays.
    pub(crate) respond_as_played: Option<RespondAsPlayed<G>>,
    /// Knows the true values of actions.
    pub(crate) oracle: Option<Oracle<G>>,
    /// Finds out how it is played best.
    pub(crate) solve: Option<Solve<G>>,
}

/// What can be done once outcomes of chance can be listed.
#[derive(Clone, Copy)]
pub struct Listing<G: Playable> {
    /// Lists them.
    pub outcomes: ListOutcomes<G>,
    /// Counts move sequences.
    pub perft: fn(&G, u32) -> u64,
    /// Whether these contain the moves of chance, and are counted for games with chance too.
    pub perft_has_chance: bool,
}

impl<G: Playable> GameEntry<G> {
    /// A game and its settings; `start` gives its first state or says which settings do not go
    /// together. It can be played by everybody who needs nothing special.
    pub fn new(
        schema: &'static Schema,
        start: impl Fn(&Settings) -> Result<G, String> + Send + Sync + 'static,
    ) -> Self {
        GameEntry::with_files(schema, move |settings, _| start(settings))
    }

    /// The same for a game with settings that name files; `start` is given their contents.
    pub fn with_files(
        schema: &'static Schema,
        start: impl Fn(&Settings, &Contents) -> Result<G, String> + Send + Sync + 'static,
    ) -> Self {
        let entry = GameEntry {
            schema,
            start: Box::new(start),
            capabilities: vec![],
            lacks: |_, _| false,
            players: vec![],
            builds: vec![],
            presets: vec![],
            recommended: None,
            other_names: vec![],
            rules: None,
            stakes: |_| None,
            notes: |_| vec![],
            parts: GameBuilders::new(schema.name),
            listing: None,
            exploit: None,
            exploit_as_played: None,
            respond: None,
            respond_as_played: None,
            oracle: None,
            solve: None,
        };
        entry
            .player(&flat::RANDOM, flat::random)
            .player(&flat::FLAT_MC, flat::flat_mc)
            .player(&flat::FLAT_UCB, flat::flat_ucb)
    }

    /// One more player that fits: its name and settings, and how it is built from the kit of the
    /// game.
    pub fn player(
        mut self,
        schema: &'static Schema,
        build: impl Fn(&PlayerContext<G>, &Settings) -> Result<AnySearch<G>, Error>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        self.players.push(schema);
        self.builds.push(Box::new(build));
        self
    }

    /// Players of a paper with their settings for this game.
    pub fn presets(mut self, presets: impl IntoIterator<Item = Preset>) -> Self {
        self.presets.extend(presets);
        self
    }

    /// The player that is recommended, without a limit to how long it thinks, which is a matter of
    /// the [level](crate::Level). Without a recommendation it is the search that is made for games
    /// of its kind.
    pub fn recommend(self, player: &'static str) -> Self {
        GameEntry { recommended: Some(Recommended::Player(player)), ..self }
    }

    /// A player for every [level](crate::Level), the weakest first, where it is not enough to think
    /// more or less.
    pub fn levels(self, players: [&'static str; Level::ALL.len()]) -> Self {
        GameEntry { recommended: Some(Recommended::ByLevel(players)), ..self }
    }

    /// People can read the rules: plain Markdown, with a section under each heading of the second
    /// rank.
    pub fn rules(self, rules: &'static str) -> Self {
        GameEntry { rules: Some(rules), ..self }
    }

    /// It is played for something, with some settings or with all: more or less of it can be won,
    /// and players are measured by how much.
    pub fn stakes(self, stakes: fn(&Settings) -> Option<PayoffUnit>) -> Self {
        GameEntry { stakes, ..self }
    }

    /// Sentences that users should read when the game is opened, such as how it is run.
    pub fn notes(self, notes: fn(&G) -> Vec<String>) -> Self {
        GameEntry { notes, ..self }
    }

    /// Another name for it, and the game with settings that it stands for.
    pub fn also(mut self, name: &'static str, meant: &'static str) -> Self {
        self.other_names.push((name, meant));
        self
    }

    /// True values are known, in a way of the game's own.
    pub fn oracle(self, oracle: Oracle<G>) -> Self {
        GameEntry { oracle: Some(oracle), ..self }
    }

    /// Settings decide which of the claimed capabilities an opened game has: `lacks` returns
    /// whether the game of a state lacks one. The answer is the same for every state of a game.
    pub fn without(self, lacks: fn(&G, Capability) -> bool) -> Self {
        GameEntry { lacks, ..self }
    }

    /// Whether the game of `state` has a capability.
    pub(crate) fn has(&self, state: &G, capability: Capability) -> bool {
        self.capabilities.contains(&capability) && !(self.lacks)(state, capability)
    }

    /// The recommended player; without one, the search made for games of this kind among `players`.
    pub(crate) fn recommended(&self, players: &[&Schema]) -> Recommended {
        let hidden = self.capabilities.contains(&Capability::Hidden);
        self.recommended.unwrap_or_else(|| Recommended::among(players, hidden))
    }

    fn can(mut self, capability: Capability) -> Self {
        self.capabilities.push(capability);
        self
    }

    /// There is chance.
    pub fn chance(self) -> Self {
        self.can(Capability::Chance)
    }

    /// Something is hidden.
    pub fn hidden(self) -> Self {
        self.guessing().can(Capability::Hidden)
    }

    /// Players who guess what is hidden, and those who look.
    fn guessing(self) -> Self {
        self.player(&determinized::CHEATING_UCT, determinized::cheating_uct)
            .player(&determinized::CHEATING_ENSEMBLE, determinized::cheating_ensemble)
            .player(&determinized::DETERMINIZED_UCT, determinized::determinized_uct)
            .player(&ismcts::SO_ISMCTS, ismcts::so_ismcts)
    }

    /// Players choose at once.
    pub fn simultaneous(self) -> Self {
        self.can(Capability::Simultaneous)
    }
}

impl<G: Playable + Outcomes> GameEntry<G> {
    /// Outcomes of chance can be listed.
    pub fn outcomes(self) -> Self {
        self.listing().can(Capability::Outcomes)
    }

    /// Move sequences are counted by a function of the game, moves of chance among them. Call it
    /// after [`GameEntry::outcomes`].
    pub fn perft_with_chance(mut self, perft: fn(&G, u32) -> u64) -> Self {
        let outcomes = G::outcomes;
        self.listing = Some(Listing { outcomes, perft, perft_has_chance: true });
        self
    }

    fn listing(mut self) -> Self {
        self.listing =
            Some(Listing { outcomes: G::outcomes, perft: perft::<G>, perft_has_chance: false });
        self.parts.permute = Some(AnyUct::<G>::permuted);
        self
    }
}

impl<G: Playable> GameEntry<G> {
    /// Moves look different to each seat.
    pub fn observe(self) -> Self {
        self.observing().can(Capability::Observe)
    }

    /// Players who mind who saw what.
    fn observing(self) -> Self {
        self.player(&ismcts::SO_ISMCTS_POM, ismcts::so_ismcts_pom)
            .player(&ismcts::MO_ISMCTS, ismcts::mo_ismcts)
    }
}

impl<G: Playable + Outcomes> GameEntry<G> {
    /// The game can be unrolled, to solve it and to hold players against the best opponent.
    pub fn exact(self) -> Self {
        GameEntry {
            exploit: Some(exploit::<G>),
            exploit_as_played: Some(exploit_as_played::<G>),
            oracle: Some(hidden_values::<G>),
            solve: Some(equilibrium::<G>),
            ..self
        }
    }
}

impl<G: Playable + Outcomes + Sequential + Eq + Hash> GameEntry<G> {
    /// Histories may be too many to unroll the game, but its states are not: players are held
    /// against the best opponent all the same.
    pub fn responses(self) -> Self {
        GameEntry {
            respond: Some(best_responses::<G>),
            respond_as_played: Some(best_responses_as_played::<G>),
            ..self
        }
    }
}

impl<G: Playable + Outcomes + Eq + Hash> GameEntry<G> {
    /// The best play is a mix, and the game is small enough to be played from its start in every
    /// simulation: players who look for an equilibrium.
    pub fn equilibria(self) -> Self {
        self.player(&equilibrium::OOS, equilibrium::oos)
            .player(&equilibrium::SMOOTH_UCT, equilibrium::smooth_uct)
            .player(&equilibrium::EPIMC, equilibrium::epimc)
            .player(&equilibrium::SUBGAME_SOLVING, equilibrium::subgame_solving)
    }
}

impl<G: Playable + PerfectInfo + Outcomes> GameEntry<G> {
    /// Nothing is hidden, and chance, if any, can be listed: the usual board or dice game.
    pub fn open(self) -> Self {
        self.player(&uct::UCT, uct::uct).player(&dpw::DPW, dpw::dpw).listing()
    }
}

impl<G: Playable + PerfectInfo + Outcomes + Key> GameEntry<G> {
    /// The game is small enough for everything: true values, and the players made for hidden
    /// information, which find nothing hidden here. Larger games do without, for they are compiled
    /// with each of them.
    pub fn small(self) -> Self {
        let entry = self.exact().guessing().observing();
        GameEntry { oracle: Some(open_values::<G>), solve: Some(best_play::<G>), ..entry }
    }
}

impl<G: Playable> GameEntry<G> {
    /// States have a value before the end, or several of which players pick one.
    pub fn evaluate<E>(mut self, evaluations: Evaluations<E>) -> Self
    where
        E: Evaluator<G> + Copy + Sync + 'static,
    {
        self.parts.policies.evaluate(evaluations);
        self.can(Capability::Evaluate)
    }

    /// The game has a policy of its own that plays well only once it has learnt from simulations:
    /// it is for playouts alone. Policies that are players as well come first.
    pub fn learning_policy<P: Policy<G> + Clone + 'static>(
        mut self,
        schema: &'static Schema,
        make: fn(&Settings) -> P,
    ) -> Self {
        self.parts.policies.add(schema, make, Rollout::new);
        self
    }

    /// The game has a policy of its own, for playouts, as a player, and to be improved on.
    pub fn policy<P: Policy<G> + Clone + 'static>(
        self,
        schema: &'static Schema,
        make: fn(&Settings) -> P,
    ) -> Self {
        self.policy_with(schema, make, Rollout::new)
    }

    /// The same with a quicker way to play by it to the end of the game. It has to play the same
    /// games as a [`Rollout`] of the policy.
    pub fn policy_with<P, Q>(
        mut self,
        schema: &'static Schema,
        make: fn(&Settings) -> P,
        rollout: fn(P) -> Q,
    ) -> Self
    where
        P: Policy<G> + Clone + 'static,
        Q: Playout<G> + 'static,
    {
        let first = self.parts.policies.own().is_empty();
        self.parts.policies.add(schema, make, rollout);
        let entry = if first { self.player(&POLICY_IMPROVEMENT, policy_improvement) } else { self };
        entry.player(schema, move |_, settings| {
            Ok(AnySearch::fair(RuleBased { policy: make(settings) }))
        })
    }
}

impl<G: Playable + PerfectInfo + Deterministic + Sequential> GameEntry<G> {
    /// Two players whose interests are opposed, without chance: wins and losses can be proven.
    pub fn provable(mut self) -> Self {
        self.parts.solve = Some(AnyUct::<G>::solving);
        self.player(&PN_MCTS, pn_mcts)
    }

    /// The same, and the evaluations of the game are worth looking ahead by.
    pub fn implicit_minimax<E>(self, evaluations: Evaluations<E>) -> Self
    where
        E: Evaluator<G> + Copy + Sync + 'static,
    {
        self.player(&IMPLICIT_MINIMAX, move |kit, settings| {
            implicit_minimax(evaluations, kit, settings)
        })
    }
}

impl<G: Playable + Quality> GameEntry<G> {
    /// Finished games were more or less convincing.
    pub fn quality(mut self) -> Self {
        self.parts.quality = Some(with_quality::<G>);
        self.can(Capability::Quality)
    }
}

impl<G: Playable + PerfectInfo + Sequential + Outcomes + Key> GameEntry<G> {
    /// Chance can be looked through: the star-minimax family, with the evaluations of the game.
    pub fn star_minimax<E>(self, evaluations: Evaluations<E>) -> Self
    where
        E: Evaluator<G> + Copy + Sync + 'static,
    {
        let family = STAR_MINIMAX.iter().fold(self, |entry, member| {
            entry.player(&member.schema, move |kit, settings| {
                star_minimax(member, evaluations, kit, settings)
            })
        });
        family.player(&SCHEDULED_STAR, move |kit, settings| {
            scheduled_star(evaluations, kit, settings)
        })
    }
}

impl<G: Playable + Key> GameEntry<G> {
    /// States have a key.
    pub fn key(self) -> Self {
        self.can(Capability::Key)
    }
}

impl<G: Playable> GameEntry<G> {
    /// How the player that settings describe finishes simulations.
    pub(crate) fn playout(&self, settings: &Settings) -> Result<AnyPlayout<G>, Error> {
        self.kit(ContextParts::default()).playout(settings)
    }

    /// Builds the player that settings describe.
    pub(crate) fn build(
        &self,
        settings: &Settings,
        given: ContextParts<G>,
    ) -> Result<AnySearch<G>, Error> {
        self.builds[place(&self.players, settings)](&self.kit(given), settings)
    }

    fn kit(&self, given: ContextParts<G>) -> PlayerContext<'_, G> {
        let ContextParts { start, stop, watch, opinion } = given;
        PlayerContext { parts: &self.parts, stop, watch, opinion, start }
    }
}

/// Where the player that settings describe is among those that fit.
fn place(players: &[&Schema], settings: &Settings) -> usize {
    let found = players.iter().position(|schema| schema.name == settings.schema().name);
    found.expect("settings are those of a player that fits")
}

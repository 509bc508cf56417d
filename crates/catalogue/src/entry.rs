//! The catalogue entry of a game. It claims capabilities, and with them the players that require
//! them. Each claim is in an `impl` block with its own bounds, so a false claim does not compile.

use crate::analysis::{AnalysisOptions, Exploited};
use crate::any_search::AnySearch;
use crate::as_played::{best_responses_as_played, exploit_as_played};
use crate::capability::{Capability, Playable};
use crate::common::Evaluations;
use crate::exploit::{Decide, exploit};
use crate::family::Family;
use crate::files::Contents;
use crate::level::{Level, Preset, Recommended};
use crate::oracle::{Oracle, hidden_values, open_values};
use crate::player_context::{AnyUct, BuildPlayer, ContextParts, GameBuilders, PlayerContext};
use crate::players::implicit_minimax::{IMPLICIT_MINIMAX, implicit_minimax};
use crate::players::policy_improvement::{POLICY_IMPROVEMENT, policy_improvement};
use crate::players::scheduled_star::{SCHEDULED_STAR, scheduled_star};
use crate::players::star_minimax::{STAR_MINIMAX, star_minimax};
use crate::responses::best_responses;
use crate::rewards::with_quality;
use crate::setting::{Schema, Settings};
use crate::solve::{Solve, best_play, equilibrium};
use crate::{Error, PayoffUnit};
use sortilege::evaluator::Evaluator;
use sortilege::exact::{Plays, perft};
use sortilege::game::{Deterministic, Key, Outcomes, PerfectInfo, Quality, Redeal, Sequential};
use sortilege::playout::{AnyPlayout, Playout, Policy, Rollout};
use sortilege::search::RuleBased;
use sortilege::{Game, Player, Rng, Stop};
use std::hash::Hash;

/// Returns the first state of a game, or an error if settings are incompatible.
type Start<G> = Box<dyn Fn(&Settings, &Contents) -> Result<G, String> + Send + Sync>;
/// Computes exploitability by unrolling the game; `None` if it has too many terminal histories.
type Exploit<G> = fn(&G, bool, &mut Decide<G>, &Stop) -> Option<f64>;
/// Computes exploitability without unrolling the game.
type Respond<G> =
    fn(&G, Option<Rng>, &mut Decide<G>, &AnalysisOptions) -> Result<Option<Exploited>, Error>;
/// Estimates the exploitability of a player as it plays, by a number of replays.
type ExploitAsPlayed<G> =
    fn(&G, &mut dyn Plays<G>, u64, &AnalysisOptions) -> Option<Result<Option<Exploited>, Error>>;
/// Estimates the same without unrolling the game.
type RespondAsPlayed<G> =
    fn(&G, &mut dyn Plays<G>, u64, Rng, &AnalysisOptions) -> Result<Option<Exploited>, Error>;
/// Lists outcomes of chance.
pub type ListOutcomes<G> = fn(&G, &mut Vec<(<G as Game>::Action, f64)>);

/// A game with its claims, to be [`listed`](crate::listed) in a catalogue. Each claim of a
/// capability adds players, analyses or both; claims may stand in any order.
pub struct GameEntry<G: Playable> {
    /// Its name, help and settings.
    pub(crate) schema: &'static Schema,
    /// Its first state, or which settings do not go together.
    pub(crate) start: Start<G>,
    /// Capabilities that the game has with some settings.
    capabilities: Vec<Capability>,
    /// Whether the game of a state lacks a capability that the entry claims.
    lacks: fn(&G, Capability) -> bool,
    /// The players that fit it.
    pub(crate) players: Vec<&'static Schema>,
    /// Builders of these players, in the same order.
    builds: Vec<BuildPlayer<G>>,
    /// Players of papers with their settings for it.
    pub(crate) presets: Vec<Preset>,
    /// The recommended player.
    recommended: Option<Recommended>,
    /// Other names for it, and what each stands for.
    pub(crate) other_names: Vec<(&'static str, &'static str)>,
    /// Its title, if it differs from its capitalised name.
    pub(crate) title: Option<&'static str>,
    /// Its family.
    pub(crate) family: Family,
    /// Its rules, for people.
    pub(crate) rules: Option<&'static str>,
    /// Unit of payoffs, if the game has one.
    pub(crate) stakes: fn(&Settings) -> Option<PayoffUnit>,
    /// What users should know about the game that was opened.
    pub(crate) notes: fn(&G) -> Vec<String>,
    /// The parts of players that know it.
    pub(crate) parts: GameBuilders<G>,
    /// Present if outcomes of chance can be listed.
    pub(crate) listing: Option<Listing<G>>,
    /// Computes exploitability; requires a game that can be unrolled.
    pub(crate) exploit: Option<Exploit<G>>,
    /// The same of a player as it plays.
    pub(crate) exploit_as_played: Option<ExploitAsPlayed<G>>,
    /// Computes exploitability in games with too many histories to unroll.
    pub(crate) respond: Option<Respond<G>>,
    /// The same of a player as it plays.
    pub(crate) respond_as_played: Option<RespondAsPlayed<G>>,
    /// Computes true values of actions.
    pub(crate) oracle: Option<Oracle<G>>,
    /// Solves the game.
    pub(crate) solve: Option<Solve<G>>,
    /// Samples twins for leak tests; present if something is hidden.
    pub(crate) redeal: Option<fn(&G, Player, &mut Rng) -> G>,
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
    /// Entry of a game with its settings; `start` returns its first state, or which settings are
    /// incompatible. The players that require no capability fit it.
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
            title: None,
            family: Family::default(),
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
            redeal: None,
        };
        entry.any_searches()
    }

    /// Adds a player that fits: its name and settings, and its builder.
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

    /// Sets the recommended player, without a budget, which depends on the [level](crate::Level).
    /// The default is the search for games of its kind.
    pub fn recommend(self, player: &'static str) -> Self {
        GameEntry { recommended: Some(Recommended::Player(player)), ..self }
    }

    /// Sets a player for every [level](crate::Level), the weakest first, if levels differ by more
    /// than their budget.
    pub fn levels(self, players: [&'static str; Level::ALL.len()]) -> Self {
        GameEntry { recommended: Some(Recommended::ByLevel(players)), ..self }
    }

    /// Sets the title, if it differs from the capitalised name.
    pub fn title(self, title: &'static str) -> Self {
        GameEntry { title: Some(title), ..self }
    }

    /// Sets the family, by which lists of games are ordered.
    pub fn family(self, family: Family) -> Self {
        GameEntry { family, ..self }
    }

    /// Adds the rules for people: plain Markdown, with a section under each second-level heading.
    pub fn rules(self, rules: &'static str) -> Self {
        GameEntry { rules: Some(rules), ..self }
    }

    /// Sets the unit of payoffs, with some settings or with all. Players of such games are measured
    /// by payoff.
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

    /// Claims true values, by a function of the game.
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

    /// Players choose at once.
    pub fn simultaneous(self) -> Self {
        self.can(Capability::Simultaneous)
    }
}

impl<G: Playable + Redeal> GameEntry<G> {
    /// Something is hidden. The leak tests of all games then cover it, by [`Redeal`].
    pub fn hidden(self) -> Self {
        let entry = GameEntry { redeal: Some(G::redeal), ..self };
        entry.determinizing_searches().can(Capability::Hidden)
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
        self.observing_searches().can(Capability::Observe)
    }
}

impl<G: Playable + Outcomes> GameEntry<G> {
    /// The game can be unrolled, to solve it and to compute exploitability.
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
    /// The game may have too many histories to unroll, but few enough states to compute best
    /// responses.
    pub fn responses(self) -> Self {
        GameEntry {
            respond: Some(best_responses::<G>),
            respond_as_played: Some(best_responses_as_played::<G>),
            ..self
        }
    }
}

impl<G: Playable + Outcomes + Eq + Hash> GameEntry<G> {
    /// Adds searches for an equilibrium: optimal play is a mixed strategy, and the game is small
    /// enough to simulate it from its start.
    pub fn equilibria(self) -> Self {
        self.equilibrium_searches()
    }
}

impl<G: Playable + PerfectInfo + Outcomes> GameEntry<G> {
    /// Nothing is hidden, and chance, if any, can be listed: the usual board or dice game.
    pub fn open(self) -> Self {
        self.open_searches().listing()
    }
}

impl<G: Playable + PerfectInfo + Outcomes + Key> GameEntry<G> {
    /// The game is small enough for all analyses and for the players made for hidden information,
    /// although nothing is hidden here. Larger games omit them, because each player adds to their
    /// compile time.
    pub fn small(self) -> Self {
        let entry = self.exact().determinizing_searches().observing_searches();
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

    /// Adds a policy of the game that plays well only after it has learnt from simulations, so it
    /// is for playouts only. Policies that are players as well come first.
    pub fn learning_policy<P: Policy<G> + Clone + 'static>(
        mut self,
        schema: &'static Schema,
        make: fn(&Settings) -> P,
    ) -> Self {
        self.parts.policies.add(schema, make, Rollout::new);
        self
    }

    /// Adds a policy of the game, for playouts, as a player, and as the base of policy improvement.
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
    /// Wins and losses can be proven: a deterministic zero-sum game of two players.
    pub fn provable(mut self) -> Self {
        self.parts.solve = Some(AnyUct::<G>::solving);
        self.deterministic_searches()
    }

    /// Adds implicit minimax, with the evaluations of the game.
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
    /// Adds the star-minimax family, with the evaluations of the game.
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
    /// Builds the playout of the player that settings describe.
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

/// Returns the index of the player that settings describe among those that fit.
fn place(players: &[&Schema], settings: &Settings) -> usize {
    let found = players.iter().position(|schema| schema.name == settings.schema().name);
    found.expect("settings are those of a player that fits")
}

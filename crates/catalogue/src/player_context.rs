//! Context from which players are built.

use crate::Error;
use crate::ExternalEvaluator;
use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::opinion::asked;
use crate::playouts::{BASE, PLAYOUT, Policies};
use crate::rewards::{MakeReward, REWARD, reward};
use crate::roots::FairRoot;
use crate::setting::Settings;
use sortilege::belief::AnyBelief;
use sortilege::playout::AnyPlayout;
use sortilege::progress::Watch;
use sortilege::reward::AnyReward;
use sortilege::search::{FinalChoice, Setup, Uct};
use sortilege::{Budget, Stop};
use std::sync::Arc;

/// The parts of every search in the catalogue.
pub type AnySetup<G> = Setup<AnyPlayout<G>, AnyReward<G>>;
/// The parts of every search with hidden information.
pub type BelievingSetup<G> = Setup<AnyPlayout<G>, AnyReward<G>, AnyBelief<G>>;
/// UCT with parts known only at run time.
pub type AnyUct<G> = Uct<G, AnyPlayout<G>, AnyReward<G>>;
/// Builder of a player for a game.
pub type BuildPlayer<G> =
    Box<dyn Fn(&PlayerContext<G>, &Settings) -> Result<AnySearch<G>, Error> + Send + Sync>;

/// The parts of players that know the game.
pub struct GameBuilders<G: Playable> {
    /// Name of the game.
    pub game: &'static str,
    /// Policies of playouts.
    pub policies: Policies<G>,
    /// Builds rewards that use the quality of a finished game.
    pub quality: Option<MakeReward<G>>,
    /// Lets UCT visit outcomes of chance equally often.
    pub permute: Option<fn(AnyUct<G>) -> AnyUct<G>>,
    /// Lets UCT prove wins and losses.
    pub solve: Option<fn(AnyUct<G>) -> AnyUct<G>>,
}

impl<G: Playable> GameBuilders<G> {
    /// Builders for a game without optional capabilities.
    pub fn new(game: &'static str) -> Self {
        GameBuilders {
            game,
            policies: Policies::default(),
            quality: None,
            permute: None,
            solve: None,
        }
    }
}

/// Inputs of a player besides its settings.
pub(crate) struct ContextParts<G> {
    /// Start of the game, for searches whose simulations begin there.
    pub start: Option<G>,
    /// Signal that stops it from outside.
    pub stop: Stop,
    /// Progress listener.
    pub watch: Watch,
    /// External evaluator, if there is one.
    pub opinion: Option<Arc<dyn ExternalEvaluator>>,
}

impl<G> Default for ContextParts<G> {
    fn default() -> Self {
        ContextParts { start: None, stop: Stop::default(), watch: Watch::default(), opinion: None }
    }
}

/// Context from which one player of a game is built.
pub struct PlayerContext<'a, G: Playable> {
    /// The parts that know the game.
    pub(crate) parts: &'a GameBuilders<G>,
    /// Signal that stops the player from outside.
    pub stop: Stop,
    /// Progress listener.
    pub watch: Watch,
    /// External evaluator, if there is one.
    pub(crate) opinion: Option<Arc<dyn ExternalEvaluator>>,
    /// Start of the game, for searches whose simulations begin there.
    pub(crate) start: Option<G>,
}

impl<G: Playable> PlayerContext<'_, G> {
    /// The same UCT with outcomes of chance visited equally often.
    pub(crate) fn permuted(&self, uct: AnyUct<G>) -> Result<AnyUct<G>, Error> {
        match self.parts.permute {
            Some(permute) => Ok(permute(uct)),
            None => Err(self.unfit("chance=permuted", "chance=sampled")),
        }
    }

    /// The same UCT, proving wins and losses.
    pub(crate) fn solving(&self, uct: AnyUct<G>) -> Result<AnyUct<G>, Error> {
        match self.parts.solve {
            Some(solve) => Ok(solve(uct)),
            None => Err(self.unfit("solver=true", "solver=false")),
        }
    }

    /// Builds the playout of the player that settings describe.
    pub fn playout(&self, settings: &Settings) -> Result<AnyPlayout<G>, Error> {
        if let Some(opinion) = &self.opinion {
            return Ok(asked(opinion.clone()));
        }
        self.parts.policies.playout(self.parts.game, settings.get(&PLAYOUT))
    }

    /// The parts that all searches have.
    pub fn setup(
        &self,
        settings: &Settings,
        budget: Budget,
        choice: FinalChoice,
    ) -> Result<AnySetup<G>, Error> {
        let playout = self.playout(settings)?;
        let reward = reward(self.parts.game, self.parts.quality, settings.get(&REWARD)?)?;
        let setup =
            Setup::with(budget, playout).reward(reward).choice(choice).stop(self.stop.clone());
        Ok(setup.watch(self.watch.clone()))
    }

    /// The search that improves on the policy that settings name, with an exploration constant.
    pub fn improvement(
        &self,
        settings: &Settings,
        c: f64,
        budget: Budget,
        choice: FinalChoice,
    ) -> Result<Box<dyn FairRoot<G>>, Error> {
        let reward = reward(self.parts.game, self.parts.quality, settings.get(&REWARD)?)?;
        let setup = Setup::with(budget, ()).reward(reward).choice(choice).stop(self.stop.clone());
        let setup = setup.watch(self.watch.clone());
        self.parts.policies.improvement(self.parts.game, settings.given(&BASE), c, setup)
    }

    fn unfit(&self, part: &str, fitting: &str) -> Error {
        Error::unfit(part, self.parts.game, vec![fitting.to_string()])
    }
}

//! Beliefs over the states that are possible under hidden information: settings and construction.

use crate::Error;
use crate::capability::Playable;
use crate::player_context::{AnySetup, BelievingSetup, PlayerContext};
use crate::setting::{Parts, Schema, Setting, Settings};
use sortilege::Turn;
use sortilege::belief::{AnyBelief, Particles, Simulated};

const WORLDS: Setting<u32> =
    Setting::whole("worlds", 1, 100_000, "200", "maximum number of particles (states)");
const SIMULATIONS: Setting<u32> = Setting::whole(
    "simulations",
    1,
    1_000_000,
    "8",
    "number of simulations per move in the opponent model, in addition to those of the search",
);
const TEMPERATURE: Setting<f64> = Setting::number(
    "temperature",
    1e-3,
    1e3,
    "0.25",
    "softmax temperature T of the opponent model; a payoff higher by T makes a move e times as \
     likely",
);
const EPSILON: Setting<f64> = Setting::number(
    "epsilon",
    0.0,
    1.0,
    "0.1",
    "weight of the uniform distribution in the opponent model",
);
const FRESH: Setting<f64> = Setting::number(
    "fresh",
    0.0,
    1.0,
    "0.1",
    "share of the samples that are drawn as with `belief=uniform` and not from the particles",
);

const REUSE: Setting<bool> = Setting::flag(
    "reuse",
    true,
    "keep the particles between decisions; otherwise replay all observations before each decision",
)
.omit_default();

const UNIFORM: Schema = Schema {
    name: "uniform",
    help: "states that agree with the view, weighted by the reach probability of chance only; \
           moves of opponents are no evidence",
    fields: &[],
};
const LEARNT: Schema = Schema {
    name: "learnt",
    help: "particle filter with up to `worlds` states, each weighted by the probability of all \
           observations under chance and an opponent model: p(a) = (1 - epsilon) \
           softmax(U(a) / temperature) + epsilon / K over K moves, U(a) the mean payoff of \
           `simulations` simulations that begin with a",
    fields: &[
        WORLDS.field(),
        SIMULATIONS.field(),
        TEMPERATURE.field(),
        EPSILON.field(),
        FRESH.field(),
        REUSE.field(),
    ],
};

/// Setting for the belief.
pub static BELIEF: Parts<Option<Learning>, 2> = Parts::new(
    "belief",
    [(UNIFORM, |_| None), (LEARNT, |learnt| Some(Learning::read(learnt)))],
    "uniform",
    "distribution over states from which the search samples: `uniform` weights the \
     states that agree with the view by the reach probability of chance only; `learnt` also by the \
     probability of the observed moves under an opponent model (Bayes' rule)",
)
.omit_default();

/// Parameters of a learnt belief.
pub struct Learning {
    worlds: usize,
    simulations: u32,
    temperature: f64,
    epsilon: f64,
    fresh: f64,
    reuse: bool,
}

impl Learning {
    fn read(learnt: &Settings) -> Self {
        Learning {
            worlds: learnt.get(&WORLDS) as usize,
            simulations: learnt.get(&SIMULATIONS),
            temperature: learnt.get(&TEMPERATURE),
            epsilon: learnt.get(&EPSILON),
            fresh: learnt.get(&FRESH),
            reuse: learnt.get(&REUSE),
        }
    }
}

impl<G: Playable> PlayerContext<'_, G> {
    /// Builds the belief of the player that settings describe.
    pub(crate) fn belief(&self, settings: &Settings) -> Result<AnyBelief<G>, Error> {
        let Some(learning) = settings.get(&BELIEF) else { return Ok(AnyBelief::Uniformly) };
        let mut model = Simulated::with(self.playout(settings)?);
        (model.simulations, model.temperature) = (learning.simulations, learning.temperature);
        model.epsilon = learning.epsilon;
        let mut belief = Particles::new(learning.worlds, model);
        (belief.fresh, belief.reuse) = (learning.fresh, learning.reuse);
        // If the game starts with a deal, sampling from the start would hardly ever produce a deal
        // that agrees with the observations. The first view samples one directly.
        let start = self.start.clone().filter(|start| start.turn() != Turn::Chance);
        Ok(AnyBelief::Other(match start {
            Some(start) => Box::new(belief.from_start(start)),
            None => Box::new(belief),
        }))
    }

    /// Returns the setup with that belief.
    pub(crate) fn believing(
        &self,
        settings: &Settings,
        setup: AnySetup<G>,
    ) -> Result<BelievingSetup<G>, Error> {
        Ok(setup.belief(self.belief(settings)?))
    }
}

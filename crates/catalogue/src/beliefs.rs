//! Which states are taken for possible where something is hidden: the settings for it, and beliefs
//! from them.

use crate::Error;
use crate::capability::Playable;
use crate::player_context::{AnySetup, BelievingSetup, PlayerContext};
use crate::setting::{Parts, Schema, Setting, Settings};
use sortilege::Turn;
use sortilege::belief::{AnyBelief, Particles, Simulated};

const WORLDS: Setting<u32> =
    Setting::whole("worlds", 1, 100_000, "200", "how many states are kept at most");
const SIMULATIONS: Setting<u32> = Setting::whole(
    "simulations",
    1,
    1_000_000,
    "8",
    "how many simulations others are thought to make for each of their moves; they come on top of the search's own",
);
const TEMPERATURE: Setting<f64> = Setting::number(
    "temperature",
    1e-3,
    1e3,
    "0.25",
    "by how much more payoff a move of others is thought e times as likely",
);
const EPSILON: Setting<f64> =
    Setting::number("epsilon", 0.0, 1.0, "0.1", "the part of their moves that is any move at all");
const FRESH: Setting<f64> = Setting::number(
    "fresh",
    0.0,
    1.0,
    "0.1",
    "the part of all draws that is as chance deals, whatever was seen",
);

const REUSE: Setting<bool> = Setting::flag(
    "reuse",
    true,
    "whether states are kept from one decision to the next; otherwise all that was seen is gone through again",
)
.omit_default();

const UNIFORM: Schema = Schema {
    name: "uniform",
    help: "as likely as chance makes them, as if moves of others told nothing",
    fields: &[],
};
const LEARNT: Schema = Schema {
    name: "learnt",
    help: "as likely as the moves of others make them, who are thought to think a little",
    fields: &[
        WORLDS.field(),
        SIMULATIONS.field(),
        TEMPERATURE.field(),
        EPSILON.field(),
        FRESH.field(),
        REUSE.field(),
    ],
};

/// Which states are taken for possible.
pub static BELIEF: Parts<Option<Learning>, 2> = Parts::new(
    "belief",
    [(UNIFORM, |_| None), (LEARNT, |learnt| Some(Learning::read(learnt)))],
    "uniform",
    "how likely states are taken to be",
)
.omit_default();

/// How a belief learns.
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
    /// Which states the player that settings describe takes for possible.
    pub(crate) fn belief(&self, settings: &Settings) -> Result<AnyBelief<G>, Error> {
        let Some(learning) = settings.get(&BELIEF) else { return Ok(AnyBelief::Uniformly) };
        let mut model = Simulated::with(self.playout(settings)?);
        (model.simulations, model.temperature) = (learning.simulations, learning.temperature);
        model.epsilon = learning.epsilon;
        let mut belief = Particles::new(learning.worlds, model);
        (belief.fresh, belief.reuse) = (learning.fresh, learning.reuse);
        // A deal that fits what is seen of it would hardly ever be drawn; the first view draws it
        // at once.
        let start = self.start.clone().filter(|start| start.turn() != Turn::Chance);
        Ok(AnyBelief::Other(match start {
            Some(start) => Box::new(belief.from_start(start)),
            None => Box::new(belief),
        }))
    }

    /// A setup with that belief.
    pub(crate) fn believing(
        &self,
        settings: &Settings,
        setup: AnySetup<G>,
    ) -> Result<BelievingSetup<G>, Error> {
        Ok(setup.belief(self.belief(settings)?))
    }
}

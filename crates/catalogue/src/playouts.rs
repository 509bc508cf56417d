//! How simulations are finished: the settings for it, and playouts from them.
//!
//! A policy of a game's own is declared beside the game, on its shelf. What is declared here is open to them:
//! [`Kind::Policy`] stands for the parts that it lists and for the policies of all games.

use crate::Error;
use crate::capability::Playable;
use crate::evaluations::{AnyEvaluator, Choice, EVALUATION};
use crate::setting::{Field, Kind, Schema, Settings};
use sortilege::playout::{
    AnyPlayout, CutOff, EpsilonMix, Evaluated, Guided, Mast, Playout, Policy, PolicyPriors, Rollout, Uniform,
};

const EPSILON: Field = Field::new("epsilon", Kind::Number(0.0, 1.0), "0.3", "the share of other moves");

/// The one policy that every game has.
pub const UNIFORM: Schema =
    Schema { name: "uniform", help: "every legal move is equally likely", fields: &[] };
const MAST: Schema = Schema {
    name: "mast",
    help: "moves that did well wherever they were played are played again",
    fields: &[
        EPSILON,
        Field::new(
            "policy",
            Kind::Policy(&[UNIFORM]),
            "uniform",
            "where other moves come from, and which count",
        ),
        Field::new(
            "untried",
            Kind::Number(-1.0, 1.0),
            "1",
            "what a move that was never made counts as; 0 in the program behind QR",
        ),
    ],
};

const POLICY: Field =
    Field::new("policy", Kind::Policy(&[UNIFORM, MAST]), "uniform", "where moves come from");
const MIXED: Schema =
    Schema { name: "epsilon", help: "a policy, with some random moves", fields: &[EPSILON, POLICY] };
const CUT_OFF: Schema = Schema {
    name: "cut-off",
    help: "some moves of a policy, then an evaluation",
    fields: &[
        Field::new("moves", Kind::Whole(0, u32::MAX as u64), "4", "moves before the evaluation"),
        POLICY,
        EVALUATION,
    ],
};
const EVALUATED: Schema = Schema {
    name: "evaluated",
    help: "no move at all: an evaluation where the tree ends",
    fields: &[EVALUATION],
};
const GUIDED: Schema = Schema {
    name: "guided",
    help: "another playout, with a policy's opinion on moves for searches that ask for one",
    fields: &[
        Field::new(
            "policy",
            Kind::Policy(&[UNIFORM]),
            "uniform",
            "who has the opinion: moves weigh as much as they are on its shortlist",
        ),
        Field::new("floor", Kind::Number(0.0, 1e6), "0.1", "what every move weighs besides, listed or not"),
        Field::new(
            "playout",
            Kind::Policy(&[UNIFORM, MAST, MIXED, CUT_OFF, EVALUATED]),
            "uniform",
            "how simulations are finished",
        ),
    ],
};

/// How simulations are finished.
pub const PLAYOUT: Field = Field::new(
    "playout",
    Kind::Policy(&[UNIFORM, MAST, MIXED, CUT_OFF, EVALUATED, GUIDED]),
    "uniform",
    "how simulations are finished",
);

/// Makes playouts from one policy.
type MakePlayout<G> = Box<dyn Fn(&Settings, &Blend, End<G>) -> Box<dyn Playout<G>> + Send + Sync>;
/// Makes opinions on moves from one policy, with what every move weighs besides.
type MakePriors<G> = Box<dyn Fn(&Settings, f32) -> AnyEvaluator<G> + Send + Sync>;

/// What is made of a policy.
struct Makers<G: Playable> {
    playout: MakePlayout<G>,
    priors: MakePriors<G>,
}

impl<G: Playable> Makers<G> {
    fn of<P: Policy<G> + Clone + 'static>(make: fn(&Settings) -> P) -> Self {
        Makers {
            playout: Box::new(move |own, blend, end| playout(make(own), blend, end)),
            priors: Box::new(move |own, floor| Box::new(PolicyPriors::new(make(own), floor))),
        }
    }
}

/// What the moves of a policy are blended with, as shares of all moves.
#[derive(Clone, Copy)]
struct Blend {
    /// Moves of MAST.
    mast: f64,
    /// What MAST counts a move as that was never made.
    untried: f64,
    /// Uniformly random moves.
    random: f64,
}

/// Where playouts end.
enum End<G: Playable> {
    /// With the game.
    Game,
    /// After so many moves, with an evaluation.
    After(u32, AnyEvaluator<G>),
}

impl Blend {
    const PURE: Blend = Blend { mast: 0.0, untried: 1.0, random: 0.0 };

    fn is_pure(&self) -> bool {
        self.mast == 0.0 && self.random == 0.0
    }

    /// The policy with what it is blended with.
    fn policy<A, P: Clone>(&self, own: P) -> EpsilonMix<Mast<A, P>, EpsilonMix<P>> {
        let rest = 1.0 - self.mast;
        let mut mast = Mast::among(own.clone());
        mast.untried = self.untried;
        EpsilonMix {
            epsilon: rest,
            policy: mast,
            other: EpsilonMix {
                epsilon: if rest > 0.0 { self.random / rest } else { 0.0 },
                policy: own,
                other: Uniform,
            },
        }
    }
}

/// Playouts with the moves of a policy.
fn playout<G, P>(own: P, blend: &Blend, end: End<G>) -> Box<dyn Playout<G>>
where
    G: Playable,
    P: Policy<G> + Clone + 'static,
{
    match end {
        End::Game if blend.is_pure() => Box::new(Rollout::new(own)),
        End::Game => Box::new(Rollout::new(blend.policy(own))),
        End::After(moves, evaluator) if blend.is_pure() => Box::new(CutOff::new(moves, own, evaluator)),
        End::After(moves, evaluator) => Box::new(CutOff::new(moves, blend.policy(own), evaluator)),
    }
}

/// Where the moves of a game's playouts can come from, and what they can end with.
pub struct Policies<G: Playable> {
    uniform: Makers<G>,
    /// Policies of the game's own.
    own: Vec<(&'static Schema, Makers<G>)>,
    /// What states are worth before the end, if anybody knows.
    evaluations: Option<Choice<G>>,
}

impl<G: Playable> Default for Policies<G> {
    /// Uniformly random moves to the end of the game.
    fn default() -> Self {
        Policies { uniform: Makers::of(|_| Uniform), own: vec![], evaluations: None }
    }
}

impl<G: Playable> Policies<G> {
    /// Playouts can end before the game, with one of these evaluations.
    pub fn evaluate(&mut self, evaluations: Choice<G>) {
        self.evaluations = Some(evaluations);
    }

    /// One more policy.
    pub fn add<P>(&mut self, schema: &'static Schema, make: fn(&Settings) -> P)
    where
        P: Policy<G> + Clone + 'static,
    {
        self.own.push((schema, Makers::of(make)));
    }

    /// Policies of the game's own.
    pub fn own(&self) -> Vec<&'static Schema> {
        self.own.iter().map(|&(schema, _)| schema).collect()
    }

    /// The names of the game's evaluations.
    pub fn evaluations(&self) -> &[&'static str] {
        self.evaluations.as_ref().map_or(&[], |choice| &choice.names)
    }

    /// The playout that settings describe.
    pub fn playout(&self, game: &str, settings: &Settings) -> Result<AnyPlayout<G>, Error> {
        match settings.schema().name {
            "evaluated" => Ok(AnyPlayout::Other(Box::new(Evaluated(self.evaluator(game, settings)?)))),
            "guided" => self.guided(game, settings),
            "cut-off" => {
                let end = End::After(settings.whole("moves") as u32, self.evaluator(game, settings)?);
                self.played(game, settings.part("policy"), end)
            }
            _ => self.played(game, settings, End::Game),
        }
    }

    /// A playout with moves.
    fn played(&self, game: &str, policy: &Settings, end: End<G>) -> Result<AnyPlayout<G>, Error> {
        let (own, blend) = blended(policy);
        if own.schema().name == UNIFORM.name && blend.mast == 0.0 && matches!(end, End::Game) {
            return Ok(AnyPlayout::Uniform(Rollout::default()));
        }
        Ok(AnyPlayout::Other((self.makers(game, own)?.playout)(own, &blend, end)))
    }

    fn guided(&self, game: &str, settings: &Settings) -> Result<AnyPlayout<G>, Error> {
        let policy = settings.part("policy");
        let evaluator = (self.makers(game, policy)?.priors)(policy, settings.number("floor") as f32);
        let playout = self.playout(game, settings.part(PLAYOUT.name))?;
        Ok(AnyPlayout::Other(Box::new(Guided { playout, evaluator })))
    }

    fn makers(&self, game: &str, policy: &Settings) -> Result<&Makers<G>, Error> {
        let name = policy.schema().name;
        if name == UNIFORM.name {
            return Ok(&self.uniform);
        }
        let found = self.own.iter().find(|(schema, _)| schema.name == name);
        found.map(|(_, makers)| makers).ok_or_else(|| self.unfit(game, name))
    }

    fn evaluator(&self, game: &str, settings: &Settings) -> Result<AnyEvaluator<G>, Error> {
        let evaluations = self.evaluations.as_ref();
        let evaluations = evaluations.ok_or_else(|| self.unfit(game, settings.schema().name))?;
        Ok(evaluations.pick(settings))
    }

    fn unfit(&self, game: &str, part: &str) -> Error {
        Error::unfit(part, game, fitting(self.evaluations.is_some(), &self.own()))
    }
}

/// The names of the playouts that there are in a game.
fn fitting(evaluated: bool, own: &[&Schema]) -> Vec<String> {
    let ending = [CUT_OFF, EVALUATED].into_iter().filter(|_| evaluated);
    let general = [UNIFORM, MAST, MIXED].into_iter().chain(ending).chain([GUIDED]);
    general.map(|part| part.name).chain(own.iter().map(|part| part.name)).map(String::from).collect()
}

/// A policy in the form that all of them have: one that knows the game, and what it is blended with.
fn blended(settings: &Settings) -> (&Settings, Blend) {
    match settings.schema().name {
        "mast" => {
            let (mast, untried) = (1.0 - settings.number("epsilon"), settings.number("untried"));
            (settings.part("policy"), Blend { mast, untried, random: 0.0 })
        }
        "epsilon" => {
            let (epsilon, (own, inner)) = (settings.number("epsilon"), blended(settings.part("policy")));
            let random = epsilon + (1.0 - epsilon) * inner.random;
            (own, Blend { mast: (1.0 - epsilon) * inner.mast, random, ..inner })
        }
        _ => (settings, Blend::PURE),
    }
}

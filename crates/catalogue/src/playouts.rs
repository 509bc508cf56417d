//! How simulations are finished: the settings for it, and playouts from them.
//!
//! A policy of a game's own is declared beside the game, on its shelf. What is declared here is open to them:
//! [`Kind::Policy`](crate::setting::Kind) stands for the parts that it lists and for the policies of all games.

use crate::Error;
use crate::capability::Playable;
use crate::setting::{Parts, Schema, Setting, Settings};
use sortilege::evaluator::Own;
use sortilege::game::Evaluate;
use sortilege::playout::{AnyPlayout, CutOff, EpsilonMix, Mast, Playout, Policy, Rollout, Uniform};

const EPSILON: Setting<f64> = Setting::number("epsilon", 0.0, 1.0, "0.3", "the share of other moves");

/// The one policy that every game has.
pub const UNIFORM: Schema =
    Schema { name: "uniform", help: "every legal move is equally likely", fields: &[] };

static AMONG: Parts<Source, 1> = Parts::new(
    "policy",
    [(UNIFORM, |_| Source::Uniform)],
    "uniform",
    "where other moves come from, and which count",
)
.or_policy(Source::own);
const UNTRIED: Setting<f64> = Setting::number(
    "untried",
    -1.0,
    1.0,
    "1",
    "what a move that was never made counts as; 0 in the program behind QR",
);
const MAST: Schema = Schema {
    name: "mast",
    help: "moves that did well wherever they were played are played again",
    fields: &[EPSILON.field(), AMONG.field(), UNTRIED.field()],
};

static POLICY: Parts<Blended, 2> = Parts::new(
    "policy",
    [(UNIFORM, |_| Source::Uniform.pure()), (MAST, mast)],
    "uniform",
    "where moves come from",
)
.or_policy(|own| Source::own(own).pure());
const MIXED: Schema = Schema {
    name: "epsilon",
    help: "a policy, with some random moves",
    fields: &[EPSILON.field(), POLICY.field()],
};
const MOVES: Setting<u32> = Setting::whole("moves", 0, u32::MAX as u64, "4", "moves before the evaluation");
const CUT_OFF: Schema = Schema {
    name: "cut-off",
    help: "some moves of a policy, then the game's evaluation",
    fields: &[MOVES.field(), POLICY.field()],
};

/// How simulations are finished.
pub static PLAYOUT: Parts<Finish, 4> = Parts::new(
    "playout",
    [
        (UNIFORM, |_| Source::Uniform.pure().until_the_end()),
        (MAST, |settings| mast(settings).until_the_end()),
        (MIXED, |settings| mixed(settings).until_the_end()),
        (CUT_OFF, |settings| Finish { moves: settings.get(&POLICY), end: End::After(settings.get(&MOVES)) }),
    ],
    "uniform",
    "how simulations are finished",
)
.or_policy(|own| Source::own(own).pure().until_the_end());

/// A playout in the form that all of them have.
pub struct Finish {
    moves: Blended,
    end: End,
}

/// Moves of a policy, and what they are blended with.
struct Blended {
    source: Source,
    blend: Blend,
}

/// A policy.
enum Source {
    /// Every legal move is equally likely.
    Uniform,
    /// One of the game's own, with its settings.
    Own(Settings),
}

impl Source {
    fn own(settings: &Settings) -> Self {
        Source::Own(settings.clone())
    }

    fn pure(self) -> Blended {
        Blended { source: self, blend: Blend::PURE }
    }
}

impl Blended {
    fn until_the_end(self) -> Finish {
        Finish { moves: self, end: End::Game }
    }
}

fn mast(settings: &Settings) -> Blended {
    let (mast, untried) = (1.0 - settings.get(&EPSILON), settings.get(&UNTRIED));
    Blended { source: settings.get(&AMONG), blend: Blend { mast, untried, random: 0.0 } }
}

fn mixed(settings: &Settings) -> Blended {
    let (epsilon, Blended { source, blend }) = (settings.get(&EPSILON), settings.get(&POLICY));
    let random = epsilon + (1.0 - epsilon) * blend.random;
    Blended { source, blend: Blend { mast: (1.0 - epsilon) * blend.mast, random, ..blend } }
}

/// Makes playouts from one policy.
type MakePlayout<G, S> = Box<dyn Fn(&S, &Blend, End) -> Box<dyn Playout<G>> + Send + Sync>;

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
#[derive(Clone, Copy)]
enum End {
    /// With the game.
    Game,
    /// After so many moves, with the game's evaluation.
    After(u32),
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

/// Playouts to the end of the game.
fn rollout<G, P>(own: P, blend: &Blend) -> Box<dyn Playout<G>>
where
    G: Playable,
    P: Policy<G> + Clone + 'static,
{
    match blend.is_pure() {
        true => Box::new(Rollout::new(own)),
        false => Box::new(Rollout::new(blend.policy(own))),
    }
}

/// Playouts that may end before the game.
fn playout<G, P>(own: P, blend: &Blend, end: End) -> Box<dyn Playout<G>>
where
    G: Playable + Evaluate,
    P: Policy<G> + Clone + 'static,
{
    match end {
        End::Game => rollout(own, blend),
        End::After(moves) if blend.is_pure() => Box::new(CutOff::new(moves, own, Own)),
        End::After(moves) => Box::new(CutOff::new(moves, blend.policy(own), Own)),
    }
}

/// Where the moves of a game's playouts can come from.
pub struct Policies<G: Playable> {
    offer: Offer,
    uniform: MakePlayout<G, ()>,
    /// How policies of the game's own are made.
    own: Vec<MakePlayout<G, Settings>>,
}

/// What a game offers to playouts, whatever its type.
#[derive(Default)]
struct Offer {
    /// Policies of the game's own.
    own: Vec<&'static Schema>,
    /// Whether playouts can end before the game.
    cut_off: bool,
}

/// Who makes a playout.
enum Maker {
    /// Nobody has to: it is uniformly random to the end of the game.
    Plain,
    Uniform,
    /// A policy of the game's own, by its number, with its settings.
    Own(usize, Settings),
}

impl<G: Playable> Default for Policies<G> {
    /// Uniformly random moves to the end of the game, which is the only end that such an offer lets through.
    fn default() -> Self {
        let uniform: MakePlayout<G, ()> = Box::new(|_, blend, _| rollout(Uniform, blend));
        Policies { offer: Offer::default(), uniform, own: vec![] }
    }
}

impl<G: Playable + Evaluate> Policies<G> {
    /// Playouts can end before the game.
    pub fn cut_off(&mut self) {
        self.uniform = Box::new(|_, blend, end| playout(Uniform, blend, end));
        self.offer.cut_off = true;
    }

    /// One more policy.
    pub fn add<P>(&mut self, schema: &'static Schema, make: fn(&Settings) -> P)
    where
        P: Policy<G> + Clone + 'static,
    {
        self.offer.own.push(schema);
        self.own.push(Box::new(move |own, blend, end| playout(make(own), blend, end)));
    }
}

impl<G: Playable> Policies<G> {
    /// Policies of the game's own.
    pub fn own(&self) -> &[&'static Schema] {
        &self.offer.own
    }

    /// The playout of a game.
    pub fn playout(&self, game: &str, finish: Finish) -> Result<AnyPlayout<G>, Error> {
        let (blend, end) = (finish.moves.blend, finish.end);
        Ok(match self.offer.maker(game, finish)? {
            Maker::Plain => AnyPlayout::Uniform(Rollout::default()),
            Maker::Uniform => AnyPlayout::Other((self.uniform)(&(), &blend, end)),
            Maker::Own(at, settings) => AnyPlayout::Other(self.own[at](&settings, &blend, end)),
        })
    }
}

impl Offer {
    /// Who makes a playout, or why nobody does.
    fn maker(&self, game: &str, finish: Finish) -> Result<Maker, Error> {
        let Finish { moves: Blended { source, blend }, end } = finish;
        let unfit = |part: &str| Error::unfit(part, game, self.fitting());
        let maker = match source {
            Source::Uniform if blend.mast == 0.0 && matches!(end, End::Game) => Maker::Plain,
            Source::Uniform => Maker::Uniform,
            Source::Own(settings) => {
                let name = settings.schema().name;
                let at = self.own.iter().position(|schema| schema.name == name);
                Maker::Own(at.ok_or_else(|| unfit(name))?, settings)
            }
        };
        match end {
            End::After(_) if !self.cut_off => Err(unfit(CUT_OFF.name)),
            _ => Ok(maker),
        }
    }

    /// The names of the playouts that there are in the game.
    fn fitting(&self) -> Vec<String> {
        let general = [UNIFORM, MAST, MIXED].into_iter().chain(self.cut_off.then_some(CUT_OFF));
        let own = self.own.iter().map(|part| part.name);
        general.map(|part| part.name).chain(own).map(String::from).collect()
    }
}

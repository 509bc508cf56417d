//! How simulations are finished: the settings for it, and playouts from them.
//!
//! A policy of a game's own is declared beside the game, on its shelf. What is declared here is
//! open to them: [`Kind::Policy`](crate::setting::Kind) stands for the parts that it lists and for
//! the policies of all games.

use crate::Error;
use crate::capability::Playable;
use crate::evaluations::{AnyEvaluator, EVALUATION, Evaluations};
use crate::roots::FairRoot;
use crate::setting::{Parts, Schema, Setting, Settings};
use sortilege::evaluator::Evaluator;
use sortilege::playout::{
    AnyPlayout, CutOff, EpsilonMix, Evaluated, Guided, LastGoodReply, Many, Mast, Nast, Playout,
    Policy, PolicyPriors, Rollout, Uniform,
};
use sortilege::reward::AnyReward;
use sortilege::search::{PolicyImprovement, Setup};

/// How often a playout does not do what it has learnt.
pub const EPSILON: Setting<f64> =
    Setting::number("epsilon", 0.0, 1.0, "0.3", "the share of other moves");

/// The one policy that every game has.
pub const UNIFORM: Schema =
    Schema { name: "uniform", help: "every legal move is equally likely", fields: &[] };

static CANDIDATES: Parts<Source, 1> = Parts::new(
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
    fields: &[EPSILON.field(), CANDIDATES.field(), UNTRIED.field()],
};

const LEAST: Setting<u32> = Setting::whole(
    "least",
    1,
    u32::MAX as u64,
    "7",
    "how often a pair of moves has to be met before it counts",
);
const NAST: Schema = Schema {
    name: "nast",
    help: "moves that did well after the move before them are played after it again",
    fields: &[EPSILON.field(), CANDIDATES.field(), UNTRIED.field(), LEAST.field()],
};

static POLICY: Parts<Blended, 3> = Parts::new(
    "policy",
    [(UNIFORM, |_| Source::Uniform.pure()), (MAST, mast), (NAST, nast)],
    "uniform",
    "where moves come from",
)
.or_policy(|own| Source::own(own).pure());
const MIXED: Schema = Schema {
    name: "epsilon",
    help: "a policy, with some random moves",
    fields: &[EPSILON.field(), POLICY.field()],
};
const SHARE: Setting<f64> =
    Setting::number("share", 0.0, 1.0, "1", "how often a good reply that is known is played");
const LAST_GOOD_REPLY: Schema = Schema {
    name: "lgr",
    help: "a move that answered another one in a simulation that was won answers it again, until one is lost",
    fields: &[SHARE.field(), POLICY.field()],
};
const MOVES: Setting<u32> =
    Setting::whole("moves", 0, u32::MAX as u64, "4", "moves before the evaluation");
const CUT_OFF: Schema = Schema {
    name: "cut-off",
    help: "some moves of a policy, then an evaluation",
    fields: &[MOVES.field(), POLICY.field(), EVALUATION.field()],
};
const EVALUATED: Schema = Schema {
    name: "evaluated",
    help: "no move at all: an evaluation where the tree ends",
    fields: &[EVALUATION.field()],
};

const GAMES: Setting<u32> = Setting::whole("games", 1, 64, "16", "how many games from each leaf");
const MANY: Schema = Schema {
    name: "many",
    help: "several random games, whose mean is what a leaf is worth",
    fields: &[GAMES.field()],
};

static GUIDE: Parts<Source, 1> = Parts::new(
    "policy",
    [(UNIFORM, |_| Source::Uniform)],
    "uniform",
    "whose opinion: moves weigh as much as they are on its shortlist",
)
.or_policy(Source::own);
const FLOOR: Setting<f64> =
    Setting::number("floor", 0.0, 1e6, "0.1", "what every move weighs besides, listed or not");
static GUIDED_PLAYOUT: Parts<PlayoutSpec, 7> = Parts::new(
    "playout",
    [
        (UNIFORM, |_| Source::Uniform.pure().until_the_end()),
        (MAST, |settings| mast(settings).until_the_end()),
        (NAST, |settings| nast(settings).until_the_end()),
        (LAST_GOOD_REPLY, |settings| last_good_reply(settings).until_the_end()),
        (MIXED, |settings| mixed(settings).until_the_end()),
        (CUT_OFF, cut_off),
        (EVALUATED, evaluated),
    ],
    "uniform",
    "how simulations are finished",
)
.or_policy(|own| Source::own(own).pure().until_the_end());
const GUIDED: Schema = Schema {
    name: "guided",
    help: "another playout, with a policy's opinion on moves for searches that ask for one",
    fields: &[GUIDE.field(), FLOOR.field(), GUIDED_PLAYOUT.field()],
};

/// How simulations are finished.
pub static PLAYOUT: Parts<PlayoutSpec, 9> = Parts::new(
    "playout",
    [
        (UNIFORM, |_| Source::Uniform.pure().until_the_end()),
        (MAST, |settings| mast(settings).until_the_end()),
        (NAST, |settings| nast(settings).until_the_end()),
        (LAST_GOOD_REPLY, |settings| last_good_reply(settings).until_the_end()),
        (MIXED, |settings| mixed(settings).until_the_end()),
        (CUT_OFF, cut_off),
        (EVALUATED, evaluated),
        (GUIDED, guided),
        (MANY, |settings| PlayoutSpec(Form::Many(settings.get(&GAMES)))),
    ],
    "uniform",
    "how simulations are finished",
)
.or_policy(|own| Source::own(own).pure().until_the_end());

/// Whose play is improved on.
pub static BASE: Parts<Base, 1> = Parts::new(
    "policy",
    [(UNIFORM, |_| Base(Source::Uniform))],
    "",
    "whose choices are improved on, and who plays simulations; the first of the game's own unless said",
)
.or_policy(|own| Base(Source::own(own)));

/// A policy that is improved on.
pub struct Base(Source);

/// A playout of any kind.
pub struct PlayoutSpec(Form);

/// What kinds of playouts there are.
enum Form {
    /// Moves, and where they end.
    Played(Blended, End),
    /// No move; the name of the evaluation, if it is not the game's first.
    Evaluated(Option<String>),
    /// Another one with a policy's opinion on moves, and what every move weighs besides.
    Guided(Source, f32, Box<PlayoutSpec>),
    /// So many random games.
    Many(u32),
}

/// Moves of a policy, and what they are blended with.
struct Blended {
    source: Source,
    blend: PolicyMix,
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
        Blended { source: self, blend: PolicyMix::PURE }
    }
}

impl Blended {
    fn until_the_end(self) -> PlayoutSpec {
        PlayoutSpec(Form::Played(self, End::Game))
    }
}

fn mast(settings: &Settings) -> Blended {
    let (mast, untried) = (1.0 - settings.get(&EPSILON), settings.get(&UNTRIED));
    Blended {
        source: settings.get(&CANDIDATES),
        blend: PolicyMix { mast, untried, ..PolicyMix::PURE },
    }
}

fn nast(settings: &Settings) -> Blended {
    let Blended { source, blend } = mast(settings);
    Blended { source, blend: PolicyMix { pairs: Some(settings.get(&LEAST)), ..blend } }
}

fn last_good_reply(settings: &Settings) -> Blended {
    let Blended { source, blend } = settings.get(&POLICY);
    Blended { source, blend: PolicyMix { replies: settings.get(&SHARE), ..blend } }
}

fn mixed(settings: &Settings) -> Blended {
    let (epsilon, Blended { source, blend }) = (settings.get(&EPSILON), settings.get(&POLICY));
    let random = epsilon + (1.0 - epsilon) * blend.random;
    Blended { source, blend: PolicyMix { mast: (1.0 - epsilon) * blend.mast, random, ..blend } }
}

fn cut_off(settings: &Settings) -> PlayoutSpec {
    let end = End::After(settings.get(&MOVES), settings.given(&EVALUATION));
    PlayoutSpec(Form::Played(settings.get(&POLICY), end))
}

fn evaluated(settings: &Settings) -> PlayoutSpec {
    PlayoutSpec(Form::Evaluated(settings.given(&EVALUATION)))
}

fn guided(settings: &Settings) -> PlayoutSpec {
    let playout = Box::new(settings.get(&GUIDED_PLAYOUT));
    PlayoutSpec(Form::Guided(settings.get(&GUIDE), settings.get(&FLOOR) as f32, playout))
}

/// Makes playouts from one policy, which end with the game or after so many moves with an
/// evaluation.
type MakePlayout<G, S> =
    Box<dyn Fn(&S, &PolicyMix, Ending<G>) -> Box<dyn Playout<G>> + Send + Sync>;
/// An evaluation after so many moves, if playouts do not end with the game.
type Ending<G> = Option<(u32, AnyEvaluator<G>)>;
/// Makes opinions on moves from one policy, with what every move weighs besides.
type MakePriors<G, S> = Box<dyn Fn(&S, f32) -> AnyEvaluator<G> + Send + Sync>;
/// The parts of a search but for its playout.
pub type Unfinished<G> = Setup<(), AnyReward<G>>;
/// Makes a search that improves on one policy, with its exploration constant.
type MakeImprovement<G, S> =
    Box<dyn Fn(&S, f64, Unfinished<G>) -> Box<dyn FairRoot<G>> + Send + Sync>;
/// Makes one evaluation.
type MakeEvaluator<G> = Box<dyn Fn() -> AnyEvaluator<G> + Send + Sync>;

/// What can be made of a policy.
struct Makers<G: Playable, S> {
    playout: MakePlayout<G, S>,
    priors: MakePriors<G, S>,
    improvement: MakeImprovement<G, S>,
}

impl<G: Playable, S: 'static> Makers<G, S> {
    /// Of a policy, and of how it is played to the end of the game.
    fn of<P, Q>(make: fn(&S) -> P, rollout: fn(P) -> Q) -> Self
    where
        P: Policy<G> + Clone + 'static,
        Q: Playout<G> + 'static,
    {
        Makers {
            playout: Box::new(move |own, blend, end| playout(make(own), rollout, blend, end)),
            priors: Box::new(move |own, floor| Box::new(PolicyPriors::new(make(own), floor))),
            improvement: Box::new(move |own, c, setup| improvement(make(own), rollout, c, setup)),
        }
    }
}

/// What the moves of a policy are blended with, as shares of all moves.
#[derive(Clone, Copy)]
struct PolicyMix {
    /// Moves of MAST.
    mast: f64,
    /// What MAST counts a move as that was never made.
    untried: f64,
    /// How often a pair of moves has to be met, if MAST is to be NAST.
    pairs: Option<u32>,
    /// How often a good reply that is known takes the place of all this.
    replies: f64,
    /// Uniformly random moves.
    random: f64,
}

/// Where playouts end.
enum End {
    /// With the game.
    Game,
    /// After so many moves, with an evaluation; its name, if it is not the game's first.
    After(u32, Option<String>),
}

impl PolicyMix {
    const PURE: PolicyMix =
        PolicyMix { mast: 0.0, untried: 1.0, pairs: None, replies: 0.0, random: 0.0 };

    /// Whether nothing is learnt from simulations.
    fn is_unlearnt(&self) -> bool {
        self.mast == 0.0 && self.replies == 0.0
    }

    fn is_pure(&self) -> bool {
        self.is_unlearnt() && self.random == 0.0
    }

    /// Whether single moves are all that is learnt.
    fn is_single(&self) -> bool {
        self.pairs.is_none() && self.replies == 0.0
    }

    fn mast<A, P: Clone>(&self, own: &P) -> Mast<A, P> {
        let mut mast = Mast::among(own.clone());
        mast.untried = self.untried;
        mast
    }

    /// The policy with what it is blended with, if that learns from single moves.
    fn singly<A, P: Clone>(&self, own: P) -> EpsilonMix<Mast<A, P>, EpsilonMix<P>> {
        self.mixed(self.mast(&own), own)
    }

    /// The policy with what it is blended with, whatever that is.
    fn wholly<A, P: Clone>(
        &self,
        own: P,
    ) -> LastGoodReply<A, EpsilonMix<Nast<A, P>, EpsilonMix<P>>> {
        let mut nast = Nast::over(self.mast(&own));
        nast.least = self.pairs.unwrap_or(u32::MAX);
        let mut replies = LastGoodReply::or(self.mixed(nast, own));
        replies.share = self.replies;
        replies
    }

    /// What was learnt, the policy, and random moves.
    fn mixed<L, P>(&self, learnt: L, own: P) -> EpsilonMix<L, EpsilonMix<P>> {
        let rest = 1.0 - self.mast;
        EpsilonMix {
            epsilon: rest,
            policy: learnt,
            other: EpsilonMix {
                epsilon: if rest > 0.0 { self.random / rest } else { 0.0 },
                policy: own,
                other: Uniform,
            },
        }
    }
}

/// Playouts with the moves of a policy.
fn playout<G, P, Q>(
    own: P,
    rollout: fn(P) -> Q,
    blend: &PolicyMix,
    end: Ending<G>,
) -> Box<dyn Playout<G>>
where
    G: Playable,
    P: Policy<G> + Clone + 'static,
    Q: Playout<G> + 'static,
{
    match end {
        None if blend.is_pure() => Box::new(rollout(own)),
        None if blend.is_single() => Box::new(Rollout::new(blend.singly(own))),
        None => Box::new(Rollout::new(blend.wholly(own))),
        Some((moves, evaluator)) if blend.is_pure() => Box::new(CutOff::new(moves, own, evaluator)),
        Some((moves, evaluator)) if blend.is_single() => {
            Box::new(CutOff::new(moves, blend.singly(own), evaluator))
        }
        Some((moves, evaluator)) => Box::new(CutOff::new(moves, blend.wholly(own), evaluator)),
    }
}

/// Improves on a policy.
fn improvement<G, P, Q>(
    policy: P,
    rollout: fn(P) -> Q,
    c: f64,
    setup: Unfinished<G>,
) -> Box<dyn FairRoot<G>>
where
    G: Playable,
    P: Policy<G> + Clone + 'static,
    Q: Playout<G> + 'static,
{
    let setup = setup.playout(rollout(policy.clone()));
    let mut search = PolicyImprovement::with(policy, setup);
    search.c = c;
    Box::new(search)
}

/// Where the moves of a game's playouts can come from, and what they can end with.
pub struct Policies<G: Playable> {
    offer: Offer,
    uniform: Makers<G, ()>,
    /// What is made of policies of the game's own.
    own: Vec<Makers<G, Settings>>,
    /// How its evaluations are made.
    evaluators: Vec<MakeEvaluator<G>>,
}

/// What a game offers to playouts, whatever its type.
#[derive(Default)]
struct Offer {
    /// Policies of the game's own.
    own: Vec<&'static Schema>,
    /// Its evaluations.
    evaluations: Vec<&'static str>,
}

/// Which of a game's policies.
enum Maker {
    Uniform,
    /// A policy of the game's own, by its number, with its settings.
    Own(usize, Settings),
}

impl<G: Playable> Default for Policies<G> {
    /// Uniformly random moves to the end of the game.
    fn default() -> Self {
        let uniform = Makers::of(|_: &()| Uniform, Rollout::new);
        Policies { offer: Offer::default(), uniform, own: vec![], evaluators: vec![] }
    }
}

impl<G: Playable> Policies<G> {
    /// Playouts can end before the game, with one of these evaluations.
    pub fn evaluate<E>(&mut self, evaluations: Evaluations<E>)
    where
        E: Evaluator<G> + Copy + Sync + 'static,
    {
        for (name, evaluator) in evaluations {
            self.offer.evaluations.push(name);
            self.evaluators.push(Box::new(|| Box::new(*evaluator)));
        }
    }

    /// One more policy, and how it is played to the end of the game.
    pub fn add<P, Q>(
        &mut self,
        schema: &'static Schema,
        make: fn(&Settings) -> P,
        rollout: fn(P) -> Q,
    ) where
        P: Policy<G> + Clone + 'static,
        Q: Playout<G> + 'static,
    {
        self.offer.own.push(schema);
        self.own.push(Makers::of(make, rollout));
    }

    /// Policies of the game's own.
    pub fn own(&self) -> &[&'static Schema] {
        &self.offer.own
    }

    /// The names of the game's evaluations.
    pub fn evaluations(&self) -> &[&'static str] {
        &self.offer.evaluations
    }

    /// The playout of a game.
    pub fn playout(
        &self,
        game: &str,
        PlayoutSpec(form): PlayoutSpec,
    ) -> Result<AnyPlayout<G>, Error> {
        match form {
            Form::Played(moves, end) => self.played(game, moves, end),
            Form::Evaluated(name) => {
                let evaluator = self.evaluator(game, &EVALUATED, name)?;
                Ok(AnyPlayout::Other(Box::new(Evaluated(evaluator))))
            }
            Form::Guided(source, floor, playout) => {
                let evaluator = match self.offer.maker(game, source)? {
                    Maker::Uniform => (self.uniform.priors)(&(), floor),
                    Maker::Own(at, settings) => (self.own[at].priors)(&settings, floor),
                };
                let playout = self.playout(game, *playout)?;
                Ok(AnyPlayout::Other(Box::new(Guided { playout, evaluator })))
            }
            Form::Many(games) => Ok(AnyPlayout::Other(Box::new(Many::new(games)))),
        }
    }

    /// The search that improves on a policy, the game's first unless said.
    pub fn improvement(
        &self,
        game: &str,
        base: Option<Base>,
        c: f64,
        setup: Unfinished<G>,
    ) -> Result<Box<dyn FairRoot<G>>, Error> {
        let Base(source) = base.unwrap_or_else(|| Base(Source::Own(self.offer.own[0].defaults())));
        Ok(match self.offer.maker(game, source)? {
            Maker::Uniform => (self.uniform.improvement)(&(), c, setup),
            Maker::Own(at, settings) => (self.own[at].improvement)(&settings, c, setup),
        })
    }

    /// A playout with moves.
    fn played(&self, game: &str, moves: Blended, end: End) -> Result<AnyPlayout<G>, Error> {
        let Blended { source, blend } = moves;
        let end = match end {
            End::Game => None,
            End::After(moves, name) => Some((moves, self.evaluator(game, &CUT_OFF, name)?)),
        };
        Ok(match self.offer.maker(game, source)? {
            Maker::Uniform if blend.is_unlearnt() && end.is_none() => {
                AnyPlayout::Uniform(Rollout::default())
            }
            Maker::Uniform => AnyPlayout::Other((self.uniform.playout)(&(), &blend, end)),
            Maker::Own(at, settings) => {
                AnyPlayout::Other((self.own[at].playout)(&settings, &blend, end))
            }
        })
    }

    /// The evaluation of that name, or the first, for a playout that needs one.
    fn evaluator(
        &self,
        game: &str,
        playout: &Schema,
        name: Option<String>,
    ) -> Result<AnyEvaluator<G>, Error> {
        Ok(self.evaluators[self.offer.evaluation(game, playout, name)?]())
    }
}

impl Offer {
    /// Which policy, or why there is none.
    fn maker(&self, game: &str, source: Source) -> Result<Maker, Error> {
        let Source::Own(settings) = source else { return Ok(Maker::Uniform) };
        let name = settings.schema().name;
        let at = self.own.iter().position(|schema| schema.name == name);
        let at = at.ok_or_else(|| Error::unfit(name, game, self.fitting()))?;
        Ok(Maker::Own(at, settings))
    }

    /// The number of an evaluation, or why there is none for a playout.
    fn evaluation(
        &self,
        game: &str,
        playout: &Schema,
        name: Option<String>,
    ) -> Result<usize, Error> {
        if self.evaluations.is_empty() {
            return Err(Error::unfit(playout.name, game, self.fitting()));
        }
        let Some(name) = name else { return Ok(0) };
        let at = self.evaluations.iter().position(|known| *known == name);
        let fitting = || self.evaluations.iter().map(|name| name.to_string()).collect();
        at.ok_or_else(|| Error::unfit(&name, game, fitting()))
    }

    /// The names of the playouts that there are in the game.
    fn fitting(&self) -> Vec<String> {
        let ending = [CUT_OFF, EVALUATED].into_iter().filter(|_| !self.evaluations.is_empty());
        let general = [UNIFORM, MAST, NAST, LAST_GOOD_REPLY, MIXED]
            .into_iter()
            .chain(ending)
            .chain([GUIDED, MANY]);
        let own = self.own.iter().map(|part| part.name);
        general.map(|part| part.name).chain(own).map(String::from).collect()
    }
}

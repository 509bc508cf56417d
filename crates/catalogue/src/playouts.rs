//! Playouts: their settings, and how they are built.
//!
//! A policy for one game is declared beside the game, on its shelf. The settings here accept such
//! policies: [`Kind::Policy`](crate::setting::Kind) stands for the parts that it lists and for the
//! policies of all games.

use crate::Error;
use crate::capability::Playable;
use crate::common::{AnyEvaluator, EVALUATION, Evaluations};
use crate::roots::FairRoot;
use crate::setting::{Parts, Schema, Setting, Settings};
use sortilege::evaluator::Evaluator;
use sortilege::playout::{
    AnyPlayout, CutOff, EpsilonMix, Evaluated, Guided, LastGoodReply, Many, Mast, Nast, Playout,
    Policy, PolicyPriors, Rollout, Uniform,
};
use sortilege::reward::AnyReward;
use sortilege::search::{PolicyImprovement, Setup};

/// Share of the moves of a playout that do not follow its learnt statistics.
pub const EPSILON: Setting<f64> = Setting::number(
    "epsilon",
    0.0,
    1.0,
    "0.3",
    "epsilon: probability of a move of `policy` (mast, nast) or of a uniformly random move \
     (epsilon, epic)",
);

/// Uniformly random moves, the one policy that every game has.
pub const UNIFORM: Schema =
    Schema { name: "uniform", help: "uniformly random legal moves", fields: &[] };

static CANDIDATES: Parts<Source, 1> = Parts::new(
    "policy",
    [(UNIFORM, |_| Source::Uniform)],
    "uniform",
    "policy that moves with probability `epsilon`; the argmax is over the moves of its shortlist, \
     which are all legal moves for `uniform`",
)
.or_policy(Source::own);
const UNTRIED: Setting<f64> = Setting::number(
    "untried",
    -1.0,
    1.0,
    "1",
    "Q(a) of a move that was never played; 1 plays each move once first, 0 is the value in the \
     program behind QR",
);
const MAST: Schema = Schema {
    name: "mast",
    help: "MAST, epsilon-greedy: argmax_a Q(a) with probability 1 - epsilon, Q(a) the mean payoff \
           of all simulations of this decision in which the player made move a in any state; \
           otherwise a move of `policy`",
    fields: &[EPSILON.field(), CANDIDATES.field(), UNTRIED.field()],
};

const LEAST: Setting<u32> = Setting::whole(
    "least",
    1,
    u32::MAX as u64,
    "7",
    "minimum number of simulations with a pair of moves for its mean to be used",
);
const NAST: Schema = Schema {
    name: "nast",
    help: "NAST with pairs, epsilon-greedy: argmax_a Q(b, a) with probability 1 - epsilon, \
           Q(b, a) the mean payoff of all simulations of this decision in which a followed the \
           previous move b; MAST's Q(a) where a pair has fewer than `least` simulations; otherwise \
           a move of `policy`",
    fields: &[EPSILON.field(), CANDIDATES.field(), UNTRIED.field(), LEAST.field()],
};

static POLICY: Parts<Blended, 3> = Parts::new(
    "policy",
    [(UNIFORM, |_| Source::Uniform.pure()), (MAST, mast), (NAST, nast)],
    "uniform",
    "policy of the remaining moves",
)
.or_policy(|own| Source::own(own).pure());
const MIXED: Schema = Schema {
    name: "epsilon",
    help: "uniformly random legal move with probability `epsilon`, otherwise a move of `policy`",
    fields: &[EPSILON.field(), POLICY.field()],
};
const SHARE: Setting<f64> =
    Setting::number("share", 0.0, 1.0, "1", "probability that a stored reply is played");
const LAST_GOOD_REPLY: Schema = Schema {
    name: "lgr",
    help: "Last Good Reply with Forgetting (LGRF-1): the stored reply to the previous move if it \
           is legal, otherwise a move of `policy`; a reply is stored if its player wins the \
           simulation, and deleted if its player loses with it",
    fields: &[SHARE.field(), POLICY.field()],
};
const MOVES: Setting<u32> = Setting::whole(
    "moves",
    0,
    u32::MAX as u64,
    "4",
    "maximum number of playout moves before the evaluation",
);
const CUT_OFF: Schema = Schema {
    name: "cut-off",
    help: "early termination: at most `moves` moves of `policy`, then the value of `evaluation`, \
           or the payoff if the game is over",
    fields: &[MOVES.field(), POLICY.field(), EVALUATION.field()],
};
const EVALUATED: Schema = Schema {
    name: "evaluated",
    help: "no playout: the value of `evaluation` at the leaf, or the payoff if the game is over",
    fields: &[EVALUATION.field()],
};

const GAMES: Setting<u32> =
    Setting::whole("games", 1, 64, "16", "number of random games from each leaf");
const MANY: Schema = Schema {
    name: "many",
    help: "mean payoff of `games` uniformly random games from each leaf",
    fields: &[GAMES.field()],
};

static GUIDE: Parts<Source, 1> = Parts::new(
    "policy",
    [(UNIFORM, |_| Source::Uniform)],
    "uniform",
    "policy whose shortlist gives the priors; `uniform` gives equal priors",
)
.or_policy(Source::own);
const FLOOR: Setting<f64> =
    Setting::number("floor", 0.0, 1e6, "0.1", "constant weight of every move in the priors");
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
    "how a simulation continues from the new node to its result",
)
.or_policy(|own| Source::own(own).pure().until_the_end());
const GUIDED: Schema = Schema {
    name: "guided",
    help: "simulations by `playout`, with priors for `select=puct`: P(a) = w(a) / sum_b w(b), w(a) \
           = floor + number of times that the shortlist of `policy` contains a",
    fields: &[GUIDE.field(), FLOOR.field(), GUIDED_PLAYOUT.field()],
};

/// Setting for the playout: how simulations are finished from a leaf.
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
    "how a simulation continues from the new node to its result",
)
.or_policy(|own| Source::own(own).pure().until_the_end());

/// Setting for the policy that is improved on.
pub static BASE: Parts<Base, 1> = Parts::new(
    "policy",
    [(UNIFORM, |_| Base(Source::Uniform))],
    "",
    "base policy: its move is compared with the others, and it plays the simulations; default: the \
     first policy of the game",
)
.or_policy(|own| Base(Source::own(own)));

/// A policy that is improved on.
pub struct Base(Source);

/// A playout of any kind.
pub struct PlayoutSpec(Form);

/// The kinds of playouts.
enum Form {
    /// Moves of a policy, and where they end.
    Played(Blended, End),
    /// No move. Holds the name of the evaluation, if it is not the first of the game.
    Evaluated(Option<String>),
    /// Another playout with priors of a policy, and the weight that every move has in addition.
    Guided(Source, f32, Box<PlayoutSpec>),
    /// The mean of this many random games.
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
    /// A policy of the game, with its settings.
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

/// Builds playouts from one policy. They end with the game, or after a number of moves with an
/// evaluation.
type MakePlayout<G, S> =
    Box<dyn Fn(&S, &PolicyMix, Ending<G>) -> Box<dyn Playout<G>> + Send + Sync>;
/// A number of moves and the evaluation after them; `None` if playouts end with the game.
type Ending<G> = Option<(u32, AnyEvaluator<G>)>;
/// Builds priors from one policy, with the weight that every move has in addition.
type MakePriors<G, S> = Box<dyn Fn(&S, f32) -> AnyEvaluator<G> + Send + Sync>;
/// The parts of a search except its playout.
pub type Unfinished<G> = Setup<(), AnyReward<G>>;
/// Builds a search that improves on one policy, with its exploration constant.
type MakeImprovement<G, S> =
    Box<dyn Fn(&S, f64, Unfinished<G>) -> Box<dyn FairRoot<G>> + Send + Sync>;
/// Builds one evaluation.
type MakeEvaluator<G> = Box<dyn Fn() -> AnyEvaluator<G> + Send + Sync>;

/// Builders that start from one policy.
struct Makers<G: Playable, S> {
    playout: MakePlayout<G, S>,
    priors: MakePriors<G, S>,
    improvement: MakeImprovement<G, S>,
}

impl<G: Playable, S: 'static> Makers<G, S> {
    /// Builders for a policy, which `rollout` plays to the end of the game.
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

/// The policies that are mixed with a policy, as shares of all moves.
#[derive(Clone, Copy)]
struct PolicyMix {
    /// Share of moves by MAST.
    mast: f64,
    /// Average result that MAST assumes of a move that was never played.
    untried: f64,
    /// Least number of occurrences of a pair, if NAST takes the place of MAST.
    pairs: Option<u32>,
    /// Probability that a known good reply takes the place of all other policies.
    replies: f64,
    /// Share of uniformly random moves.
    random: f64,
}

/// Where playouts end.
enum End {
    /// At the end of the game.
    Game,
    /// After a number of moves, with an evaluation. Holds its name, if it is not the first of the
    /// game.
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

    /// Whether only statistics of single moves are learnt.
    fn is_single(&self) -> bool {
        self.pairs.is_none() && self.replies == 0.0
    }

    fn mast<A, P: Clone>(&self, own: &P) -> Mast<A, P> {
        let mut mast = Mast::among(own.clone());
        mast.untried = self.untried;
        mast
    }

    /// Returns the mixture of the policy with MAST and random moves.
    fn singly<A, P: Clone>(&self, own: P) -> EpsilonMix<Mast<A, P>, EpsilonMix<P>> {
        self.mixed(self.mast(&own), own)
    }

    /// Returns the mixture of the policy with NAST, good replies and random moves.
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

    /// Mixes learnt moves, the policy, and random moves.
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

/// Builds playouts with the moves of a policy.
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

/// Builds the search that improves on a policy.
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
    let mut search = PolicyImprovement::of_policy(policy, setup);
    search.rules.c = c;
    Box::new(search)
}

/// The policies and evaluations from which playouts of a game are built.
pub struct Policies<G: Playable> {
    offer: Offer,
    uniform: Makers<G, ()>,
    /// Builders from the policies of the game.
    own: Vec<Makers<G, Settings>>,
    /// Builders of its evaluations.
    evaluators: Vec<MakeEvaluator<G>>,
}

/// Policies and evaluations of a game, without its type.
#[derive(Default)]
struct Offer {
    /// Policies of the game.
    own: Vec<&'static Schema>,
    /// Its evaluations.
    evaluations: Vec<&'static str>,
}

/// Selects one of the policies of a game.
enum Maker {
    Uniform,
    /// A policy of the game, by its number, with its settings.
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
    /// Adds evaluations, with which playouts can end before the game.
    pub fn evaluate<E>(&mut self, evaluations: Evaluations<E>)
    where
        E: Evaluator<G> + Copy + Sync + 'static,
    {
        for (name, evaluator) in evaluations {
            self.offer.evaluations.push(name);
            self.evaluators.push(Box::new(|| Box::new(*evaluator)));
        }
    }

    /// Adds a policy, which `rollout` plays to the end of the game.
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

    /// Policies of the game.
    pub fn own(&self) -> &[&'static Schema] {
        &self.offer.own
    }

    /// Names of the evaluations of the game.
    pub fn evaluations(&self) -> &[&'static str] {
        &self.offer.evaluations
    }

    /// Builds a playout.
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

    /// Builds the search that improves on a policy, by default the first of the game.
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

    /// Builds a playout that makes moves.
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

    /// Builds the evaluation of this name, or the first one, for a playout that needs one.
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
    /// Returns the policy that `source` names, or an error if the game has no such policy.
    fn maker(&self, game: &str, source: Source) -> Result<Maker, Error> {
        let Source::Own(settings) = source else { return Ok(Maker::Uniform) };
        let name = settings.schema().name;
        let at = self.own.iter().position(|schema| schema.name == name);
        let at = at.ok_or_else(|| Error::unfit(name, game, self.fitting()))?;
        Ok(Maker::Own(at, settings))
    }

    /// Returns the number of an evaluation, or an error if the game has no such evaluation.
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

    /// Names of the playouts that fit the game.
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

//! Parts of players from settings: playouts and rewards.

use crate::Error;
use crate::entry::{Entry, Listing, Playable};
use crate::parts;
use crate::players::AnyUct;
use crate::setting::{Settings, Value};
use sortilege::Stop;
use sortilege::evaluator::Own;
use sortilege::game::{Evaluate, Quality};
use sortilege::playout::{AnyPlayout, CutOff, EpsilonMix, Mast, Playout, Policy, Rollout, Uniform};
use sortilege::reward::{AnyReward, Bonus, Mode, QualityBased, Reward, Scale, WinLoss};

/// Makes playouts from one policy.
pub(crate) type MakePlayout<G> =
    Box<dyn Fn(&Settings, &Blend, End) -> Option<Box<dyn Playout<G>>> + Send + Sync>;
/// Makes rewards from one bonus, or from two.
pub(crate) type MakeReward<G> = fn(&[Bonus], WinLoss) -> Box<dyn Reward<G>>;

/// What the moves of a policy are blended with, as shares of all moves.
#[derive(Clone, Copy)]
pub(crate) struct Blend {
    /// Moves of MAST.
    mast: f64,
    /// What MAST counts a move as that was never made.
    untried: f64,
    /// Uniformly random moves.
    random: f64,
}

/// Where playouts end.
#[derive(Clone, Copy)]
pub(crate) enum End {
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
pub(crate) fn rollout<G, P>(own: P, blend: &Blend) -> Box<dyn Playout<G>>
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
pub(crate) fn playout<G, P>(own: P, blend: &Blend, end: End) -> Box<dyn Playout<G>>
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

/// The Qualitative Bonus, or both.
pub(crate) fn with_quality<G: Playable + Quality>(bonuses: &[Bonus], base: WinLoss) -> Box<dyn Reward<G>> {
    match bonuses {
        [relative, qualitative] => {
            Box::new(based(base, QualityBased::both(relative.clone(), qualitative.clone())))
        }
        _ => Box::new(based(base, QualityBased::qualitative(bonuses[0].clone()))),
    }
}

fn based<M>(base: WinLoss, mut reward: QualityBased<M>) -> QualityBased<M> {
    reward.base = base;
    reward
}

/// What a player of a game can be built with.
pub(crate) struct Workshop<'a, G: Playable> {
    pub(crate) entry: &'a Entry<G>,
    pub(crate) stop: Stop,
}

impl<G: Playable> Workshop<'_, G> {
    /// How the player is stopped from outside.
    pub(crate) fn stop(&self) -> Stop {
        self.stop.clone()
    }

    /// The same UCT with outcomes of chance visited equally often.
    pub(crate) fn permuted(&self, uct: AnyUct<G>) -> Result<AnyUct<G>, Error> {
        match self.entry.listing {
            Some(Listing { permute, .. }) => Ok(permute(uct)),
            None => Err(self.unfit("chance=permuted", vec!["chance=sampled".to_string()])),
        }
    }

    /// The same UCT, proving wins and losses.
    pub(crate) fn solving(&self, uct: AnyUct<G>) -> Result<AnyUct<G>, Error> {
        match self.entry.solve {
            Some(solve) => Ok(solve(uct)),
            None => Err(self.unfit("solver=true", vec!["solver=false".to_string()])),
        }
    }

    /// The playout that settings describe.
    pub(crate) fn playout(&self, settings: &Settings) -> Result<AnyPlayout<G>, Error> {
        let (policy, end) = match settings.schema().name {
            "cut-off" => (settings.part("policy"), End::After(settings.whole("moves") as u32)),
            _ => (settings, End::Game),
        };
        let (own, blend) = blended(policy);
        if own.schema().name == "uniform" && blend.mast == 0.0 && matches!(end, End::Game) {
            return Ok(AnyPlayout::Uniform(Rollout::default()));
        }
        let made = self.entry.policies.iter().find(|(name, _)| *name == own.schema().name);
        let (_, make) = made.ok_or_else(|| self.unfit(own.schema().name, self.playouts()))?;
        let playout = make(own, &blend, end).ok_or_else(|| self.unfit("cut-off", self.playouts()))?;
        Ok(AnyPlayout::Other(playout))
    }

    fn playouts(&self) -> Vec<String> {
        let fits = |name: &str| match name {
            "mast" | "epsilon" => true,
            "cut-off" => self.entry.has_evaluation(),
            own => self.entry.policies.iter().any(|(policy, _)| *policy == own),
        };
        parts::PLAYOUTS.iter().map(|part| part.name.to_string()).filter(|name| fits(name)).collect()
    }

    /// The reward that settings describe.
    pub(crate) fn reward(&self, settings: &Settings) -> Result<AnyReward<G>, Error> {
        let name = settings.schema().name;
        let [win, loss] = ["win", "loss"].map(|name| settings.number(name));
        if win <= loss {
            let why = format!("`win` must be above `loss`, which is {loss}");
            return Err(Error::Settings { owner: name.to_string(), why });
        }
        let discount = if name == "win-loss" { settings.number("discount") } else { 1.0 };
        let base = WinLoss { win, loss, discount };
        let bonus = |k: &str, a: &str| Bonus::new(mode(settings), settings.number(k), scale(settings, a));
        let bonuses = match name {
            "win-loss" => return Ok(AnyReward::WinLoss(base)),
            "rb" => {
                let relative = based(base, QualityBased::relative(bonus("k", "a")));
                return Ok(AnyReward::Other(Box::new(relative)));
            }
            "qb" => vec![bonus("k", "a")],
            _ => vec![bonus("rb-k", "rb-a"), bonus("qb-k", "qb-a")],
        };
        let fitting = || ["win-loss", "rb"].map(String::from).to_vec();
        let make = self.entry.quality.ok_or_else(|| self.unfit(name, fitting()))?;
        Ok(AnyReward::Other(make(&bonuses, base)))
    }

    fn unfit(&self, part: &str, fitting: Vec<String>) -> Error {
        Error::Unfit { part: part.to_string(), game: self.entry.schema.name.to_string(), fitting }
    }
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

fn mode(settings: &Settings) -> Mode {
    match settings.word("mode") {
        "paper" => Mode::Paper,
        "as-run" => Mode::AsRun,
        _ => Mode::Fixed,
    }
}

fn scale(settings: &Settings, name: &str) -> Scale {
    match settings.get(name) {
        Some(&Value::Number(a)) => Scale::Constant(a),
        _ => Scale::Online,
    }
}

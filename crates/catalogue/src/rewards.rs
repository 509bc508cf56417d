//! What a finished simulation is worth: the settings for it, and rewards from them.

use crate::Error;
use crate::capability::Playable;
use crate::setting::{Choice, Parts, Schema, Setting, Settings};
use sortilege::game::Quality;
use sortilege::reward::{AnyReward, Bonus, Discerning, Mode, QualityBased, Reward, Scale, WinLoss};

const WIN: Setting<f64> =
    Setting::number("win", -1000.0, 1000.0, "1", "the reward of a payoff of 1");
const LOSS: Setting<f64> =
    Setting::number("loss", -1000.0, 1000.0, "0", "the reward of a payoff of -1").from("ED §VI");
/// QR counts a loss as -1.
const LOSS_QR: Setting<f64> =
    Setting::number("loss", -1000.0, 1000.0, "-1", "the reward of a payoff of -1").from("QR §2");
const DISCOUNT: Setting<f64> =
    Setting::number("discount", 0.0, 1.0, "1", "what a result loses with each move").from("ED §VI");
static MODE: Choice<Mode, 3> = Choice::new(
    "mode",
    [("fixed", Mode::Fixed), ("as-run", Mode::AsRun), ("paper", Mode::Paper)],
    "fixed",
    "whether the paper's text is followed, its authors' program, or that with its sigmoid put right",
);

/// The steepness of a bonus.
const fn steepness(name: &'static str, help: &'static str) -> Setting<f64> {
    Setting::number(name, 0.0, f64::INFINITY, "2", help)
}

/// The height of a bonus.
const fn height(name: &'static str, help: &'static str) -> Choice<Scale, 1> {
    Choice::new(name, [("online", Scale::Online)], "online", help).or_number(
        -1000.0,
        1000.0,
        Scale::Constant,
    )
}

const RB_ALONE_K: Setting<f64> = steepness("k", "the steepness of the bonus").from("QR §4.2");
const QB_ALONE_K: Setting<f64> = steepness("k", "the steepness of the bonus").from("QR §4.3");
static ALONE_A: Choice<Scale, 1> = height("a", "the height of the bonus").from("QR §4.4");
const RB_K: Setting<f64> = steepness("rb-k", "the steepness of the Relative Bonus");
static RB_A: Choice<Scale, 1> = height("rb-a", "its height");
const QB_K: Setting<f64> = steepness("qb-k", "the steepness of the Qualitative Bonus");
static QB_A: Choice<Scale, 1> = height("qb-a", "its height");

const WIN_LOSS: Schema = Schema {
    name: "win-loss",
    help: "a value for a win and one for a loss, fading with the length of the game",
    fields: &[WIN.field(), LOSS.field(), DISCOUNT.field()],
};
const RELATIVE: Schema = Schema {
    name: "rb",
    help: "the Relative Bonus: results of short simulations count for more",
    fields: &[RB_ALONE_K.field(), ALONE_A.field(), MODE.field(), WIN.field(), LOSS_QR.field()],
};
const QUALITATIVE: Schema = Schema {
    name: "qb",
    help: "the Qualitative Bonus: convincing results count for more",
    fields: &[QB_ALONE_K.field(), ALONE_A.field(), MODE.field(), WIN.field(), LOSS_QR.field()],
};
const BOTH: Schema = Schema {
    name: "rb-qb",
    help: "both bonuses",
    fields: &[
        RB_K.field(),
        RB_A.field(),
        QB_K.field(),
        QB_A.field(),
        MODE.field(),
        WIN.field(),
        LOSS_QR.field(),
    ],
};

const DISCERNING: Schema = Schema {
    name: "discerning",
    help: "bonuses for short and convincing simulations, as large as tells moves apart best, and none where they do harm",
    fields: &[WIN.field(), LOSS.field()],
};

/// What a finished simulation is worth.
pub static REWARD: Parts<Result<RewardSpec, Error>, 5> = Parts::new(
    "reward",
    [
        (WIN_LOSS, |settings| worth(settings, settings.get(&DISCOUNT), Bonuses::None)),
        (RELATIVE, |settings| {
            worth(
                settings,
                1.0,
                Bonuses::Relative(Box::new(bonus(settings, &RB_ALONE_K, &ALONE_A))),
            )
        }),
        (QUALITATIVE, |settings| {
            worth(settings, 1.0, Bonuses::Convincing(vec![bonus(settings, &QB_ALONE_K, &ALONE_A)]))
        }),
        (BOTH, |settings| {
            let both = vec![bonus(settings, &RB_K, &RB_A), bonus(settings, &QB_K, &QB_A)];
            worth(settings, 1.0, Bonuses::Convincing(both))
        }),
        (DISCERNING, |settings| worth(settings, 1.0, Bonuses::Discerning)),
    ],
    "win-loss",
    "what a finished simulation is worth",
);

/// A reward, before it is known what the game can do.
pub struct RewardSpec {
    name: &'static str,
    base: WinLoss,
    bonuses: Bonuses,
}

enum Bonuses {
    None,
    /// That for short simulations.
    Relative(Box<Bonus>),
    /// That for convincing results, or both.
    Convincing(Vec<Bonus>),
    /// Those that help.
    Discerning,
}

fn worth(settings: &Settings, discount: f64, bonuses: Bonuses) -> Result<RewardSpec, Error> {
    let (name, win, loss) = (settings.schema().name, settings.get(&WIN), settings.get(&LOSS));
    if win <= loss {
        return Err(settings.refused(format!("`win` must be above `loss`, which is {loss}")));
    }
    Ok(RewardSpec { name, base: WinLoss { win, loss, discount }, bonuses })
}

fn bonus(settings: &Settings, k: &Setting<f64>, a: &Choice<Scale, 1>) -> Bonus {
    Bonus::new(settings.get(&MODE), settings.get(k), settings.get(a))
}

/// Makes rewards that look at how convincing a finished game was: from one bonus or from two, or,
/// if there are none, from what helps.
pub type MakeReward<G> = fn(&[Bonus], WinLoss) -> Box<dyn Reward<G>>;

/// The Qualitative Bonus, or both, or as much of both as helps.
pub fn with_quality<G: Playable + Quality>(bonuses: &[Bonus], base: WinLoss) -> Box<dyn Reward<G>> {
    match bonuses {
        [relative, qualitative] => {
            Box::new(based(base, QualityBased::both(relative.clone(), qualitative.clone())))
        }
        [qualitative] => Box::new(based(base, QualityBased::qualitative(qualitative.clone()))),
        _ => Box::new(Discerning::new(base).quality(G::quality)),
    }
}

fn based<M>(base: WinLoss, mut reward: QualityBased<M>) -> QualityBased<M> {
    reward.base = base;
    reward
}

/// The reward of a game; `quality` makes those that look at how convincing a finished game was.
pub fn reward<G: Playable>(
    game: &str,
    quality: Option<MakeReward<G>>,
    worth: RewardSpec,
) -> Result<AnyReward<G>, Error> {
    let RewardSpec { name, base, bonuses } = worth;
    let reward = match bonuses {
        Bonuses::None => return Ok(AnyReward::WinLoss(base)),
        Bonuses::Relative(bonus) => Box::new(based(base, QualityBased::relative(*bonus))),
        Bonuses::Convincing(bonuses) => {
            let fitting =
                || [WIN_LOSS, RELATIVE, DISCERNING].map(|part| part.name.to_string()).to_vec();
            quality.ok_or_else(|| Error::unfit(name, game, fitting()))?(&bonuses, base)
        }
        Bonuses::Discerning => match quality {
            Some(quality) => quality(&[], base),
            None => Box::new(Discerning::new(base)),
        },
    };
    Ok(AnyReward::Other(reward))
}

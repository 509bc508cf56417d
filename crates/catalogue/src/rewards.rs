//! Rewards of finished simulations: their settings, and how they are built.

use crate::Error;
use crate::ValueRange;
use crate::capability::Playable;
use crate::setting::{Choice, Parts, Schema, Setting, Settings};
use sortilege::game::Quality;
use sortilege::reward::{AnyReward, Bonus, Discerning, Mode, QualityBased, Reward, Scale, WinLoss};

/// Reward of a win.
pub const WIN: Setting<f64> =
    Setting::number("win", -1000.0, 1000.0, "1", "reward of a payoff of 1");
/// Reward of a loss.
pub const LOSS: Setting<f64> =
    Setting::number("loss", -1000.0, 1000.0, "0", "reward of a payoff of -1").from("ED §VI");
/// QR counts a loss as -1.
const LOSS_QR: Setting<f64> =
    Setting::number("loss", -1000.0, 1000.0, "-1", "reward of a payoff of -1").from("QR §2");
const DISCOUNT: Setting<f64> = Setting::number(
    "discount",
    0.0,
    1.0,
    "1",
    "discount factor: the reward is multiplied by discount^t, where t is the number of moves of \
     players from the root of the search to the end of the simulation",
)
.from("ED §VI");
static MODE: Choice<Mode, 3> = Choice::new(
    "mode",
    [("fixed", Mode::Fixed), ("as-run", Mode::AsRun), ("paper", Mode::Paper)],
    "fixed",
    "reading of QR: the text of the `paper`, the program of its authors (`as-run`), or that \
     program with its sigmoid corrected (`fixed`). There is no bonus for the first 5 % of a \
     decision's simulations with `paper`, and otherwise in a player's first decision of a game and \
     until the winner has won 50 simulations",
);

/// Declares the steepness of a bonus.
const fn steepness(name: &'static str, help: &'static str) -> Setting<f64> {
    Setting::number(name, 0.0, f64::INFINITY, "2", help)
}

/// Declares the height of a bonus.
const fn height(name: &'static str, help: &'static str) -> Choice<Scale, 1> {
    Choice::new(name, [("online", Scale::Online)], "online", help).or_number(
        -1000.0,
        1000.0,
        Scale::Constant,
    )
}

const RB_ALONE_K: Setting<f64> = steepness("k", "steepness k of the bonus").from("QR §4.2");
const QB_ALONE_K: Setting<f64> = steepness("k", "steepness k of the bonus").from("QR §4.3");
static ALONE_A: Choice<Scale, 1> = height(
    "a",
    "height a of the bonus: a constant, or `online`: a' = Cov(X', Y) / Var(Y) over the simulations \
     so far (with a minus sign in `mode=paper`), Y the length or the quality of a simulation, \
     X' = Y if the searcher won it and 0 otherwise",
)
.from("QR §4.4");
const RB_K: Setting<f64> = steepness("rb-k", "steepness k of the Relative Bonus");
static RB_A: Choice<Scale, 1> = height("rb-a", "height a of the Relative Bonus, see `rb`");
const QB_K: Setting<f64> = steepness("qb-k", "steepness k of the Qualitative Bonus");
static QB_A: Choice<Scale, 1> = height("qb-a", "height a of the Qualitative Bonus, see `qb`");

const WIN_LOSS: Schema = Schema {
    name: "win-loss",
    help: "reward = (loss + (win - loss) (u + 1) / 2) discount^t for a payoff u from -1 to 1; t is \
           the number of moves of players from the root of the search to the end of the simulation",
    fields: &[WIN.field(), LOSS.field(), DISCOUNT.field()],
};
const RELATIVE: Schema = Schema {
    name: "rb",
    help: "Relative Bonus for short simulations: a (2 / (1 + exp(-k lambda)) - 1), added to the \
           reward of the winner and subtracted from the reward of the loser, for rewards from -1 \
           to 1; lambda = (mean length - length) / standard deviation over the simulations of this \
           decision that the same player won, length in moves from the root of the search",
    fields: &[RB_ALONE_K.field(), ALONE_A.field(), MODE.field(), WIN.field(), LOSS_QR.field()],
};
const QUALITATIVE: Schema = Schema {
    name: "qb",
    help: "Qualitative Bonus for clear wins: as rb, with lambda = (quality - mean quality) / \
           standard deviation, where the game defines the quality of a final state",
    fields: &[QB_ALONE_K.field(), ALONE_A.field(), MODE.field(), WIN.field(), LOSS_QR.field()],
};
const BOTH: Schema = Schema {
    name: "rb-qb",
    help: "sum of the Relative Bonus (rb-k, rb-a) and the Qualitative Bonus (qb-k, qb-a)",
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
    help: "sum of a bonus as rb and, if the game has a quality, one as qb, with k = 1; their \
           heights a are 0 or more and 1 at most in total, and are estimated online by empirical \
           Bayes (Efron & Morris 1972), such that mean rewards best predict the differences \
           between root moves in mean results",
    fields: &[WIN.field(), LOSS.field()],
};

/// Setting for the reward of a finished simulation.
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
    "reward of a finished simulation",
);

/// A reward that is not bound to a game yet.
pub struct RewardSpec {
    name: &'static str,
    base: WinLoss,
    bonuses: Bonuses,
}

impl RewardSpec {
    /// Rewards of a loss and of a win, without bonuses.
    pub fn range(&self) -> ValueRange {
        ValueRange { loss: self.base.loss, win: self.base.win }
    }
}

enum Bonuses {
    None,
    /// The Relative Bonus, for short simulations.
    Relative(Box<Bonus>),
    /// The Qualitative Bonus, for convincing results, or both bonuses.
    Convincing(Vec<Bonus>),
    /// Bonuses with weights that are fitted online.
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

/// Builds a reward that uses the quality of a finished game: from one bonus or two, or, if there
/// are none, with fitted weights.
pub type MakeReward<G> = fn(&[Bonus], WinLoss) -> Box<dyn Reward<G>>;

/// Builds the Qualitative Bonus, both bonuses, or bonuses with fitted weights.
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

/// Builds the reward for a game; `quality` builds those that use the quality of a finished game.
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

//! What a finished simulation is worth: the settings for it, and rewards from them.

use crate::Error;
use crate::capability::Playable;
use crate::setting::{Field, Kind, Schema, Settings, Value};
use sortilege::game::Quality;
use sortilege::reward::{AnyReward, Bonus, Mode, QualityBased, Reward, Scale, WinLoss};

const ANY: f64 = f64::INFINITY;

const WIN: Field = Field::new("win", Kind::Number(-1000.0, 1000.0), "1", "the reward of a payoff of 1");
const LOSS: Field = Field::new("loss", Kind::Number(-1000.0, 1000.0), "0", "the reward of a payoff of -1");
/// QR counts a loss as -1.
const LOSS_QR: Field = Field { default: "-1", ..LOSS }.from("QR §2");
const MODE: Field = Field::new(
    "mode",
    Kind::Word(&["fixed", "as-run", "paper"]),
    "fixed",
    "whether the paper's text is followed, its authors' program, or that with its sigmoid put right",
);
const A: Kind = Kind::NumberOr(-1000.0, 1000.0, &["online"]);

const REWARDS: [Schema; 4] = [
    Schema {
        name: "win-loss",
        help: "a value for a win and one for a loss, fading with the length of the game",
        fields: &[
            WIN,
            LOSS.from("ED §VI"),
            Field::new("discount", Kind::Number(0.0, 1.0), "1", "what a result loses with each move")
                .from("ED §VI"),
        ],
    },
    Schema {
        name: "rb",
        help: "the Relative Bonus: results of short simulations count for more",
        fields: &[
            Field::new("k", Kind::Number(0.0, ANY), "2", "the steepness of the bonus").from("QR §4.2"),
            Field::new("a", A, "online", "the height of the bonus").from("QR §4.4"),
            MODE,
            WIN,
            LOSS_QR,
        ],
    },
    Schema {
        name: "qb",
        help: "the Qualitative Bonus: convincing results count for more",
        fields: &[
            Field::new("k", Kind::Number(0.0, ANY), "2", "the steepness of the bonus").from("QR §4.3"),
            Field::new("a", A, "online", "the height of the bonus").from("QR §4.4"),
            MODE,
            WIN,
            LOSS_QR,
        ],
    },
    Schema {
        name: "rb-qb",
        help: "both bonuses",
        fields: &[
            Field::new("rb-k", Kind::Number(0.0, ANY), "2", "the steepness of the Relative Bonus"),
            Field::new("rb-a", A, "online", "its height"),
            Field::new("qb-k", Kind::Number(0.0, ANY), "2", "the steepness of the Qualitative Bonus"),
            Field::new("qb-a", A, "online", "its height"),
            MODE,
            WIN,
            LOSS_QR,
        ],
    },
];

/// What a finished simulation is worth.
pub const REWARD: Field =
    Field::new("reward", Kind::Part(&REWARDS), "win-loss", "what a finished simulation is worth");

/// Makes rewards from one bonus, or from two.
pub type MakeReward<G> = fn(&[Bonus], WinLoss) -> Box<dyn Reward<G>>;

/// The Qualitative Bonus, or both.
pub fn with_quality<G: Playable + Quality>(bonuses: &[Bonus], base: WinLoss) -> Box<dyn Reward<G>> {
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

/// The reward that settings describe; `quality` makes those that look at how convincing a finished game was.
pub fn reward<G: Playable>(
    game: &str,
    quality: Option<MakeReward<G>>,
    settings: &Settings,
) -> Result<AnyReward<G>, Error> {
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
    let make = quality.ok_or_else(|| Error::unfit(name, game, fitting()))?;
    Ok(AnyReward::Other(make(&bonuses, base)))
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

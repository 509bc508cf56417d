//! How players choose among arms: where one is on turn, and where all choose at once.

use super::common::whole;
use crate::Error;
use crate::setting::{Field, Kind, Schema, Settings};
use sortilege::bandit::exp3::Trials;
use sortilege::search::{Select, Together};

const EXP3: Schema = Schema {
    name: "exp3",
    help: "EXP3, which looks for a mix",
    fields: &[Field::new(
        "trials",
        Kind::Word(&["so-far", "budget"]),
        "so-far",
        "whether exploration fades with the visits so far or is fixed by the iterations",
    )],
};
const REGRET_MATCHING: Schema =
    Schema { name: "regret-matching", help: "regret matching, which looks for a mix", fields: &[] };

/// How players can choose where all choose at once.
const TOGETHERS: [Schema; 3] =
    [EXP3, Schema { name: "ucb1", help: "UCB1 for each player alone", fields: &[] }, REGRET_MATCHING];

/// How players can choose where one is on turn.
const SELECTS: [Schema; 3] = [
    Schema { name: "ucb1", help: "UCB1 among the moves that there are", fields: &[] },
    EXP3,
    REGRET_MATCHING,
];

/// How players choose where all choose at once.
pub const TOGETHER: Field =
    Field::new("together", Kind::Part(&TOGETHERS), "exp3", "how players choose where all choose at once")
        .from("IS §III-C1");
/// How players choose where one is on turn.
pub const SELECT: Field =
    Field::new("select", Kind::Part(&SELECTS), "ucb1", "how players choose where one is on turn")
        .from("IS §IV-B");
/// The rule for choices made at once.
pub fn together(settings: &Settings) -> Result<Together, Error> {
    let rule = settings.part("together");
    match rule.schema().name {
        "ucb1" => Ok(Together::Ucb1),
        "regret-matching" => Ok(Together::RegretMatching),
        _ => Ok(Together::Exp3(trials(settings, rule)?)),
    }
}

/// The rule where one is on turn.
pub fn select(settings: &Settings) -> Result<Select, Error> {
    let rule = settings.part("select");
    match rule.schema().name {
        "exp3" => Ok(Select::Exp3(trials(settings, rule)?)),
        "regret-matching" => Ok(Select::RegretMatching),
        _ => Ok(Select::Ucb1),
    }
}

/// What EXP3 counts by. Roots share iterations, unless these are those of each of several trees.
fn trials(settings: &Settings, exp3: &Settings) -> Result<Trials, Error> {
    let roots = if settings.has("trees") { 1 } else { settings.whole("roots") };
    match exp3.word("trials") {
        "so-far" => Ok(Trials::SoFar),
        _ => match whole(settings, "iterations") {
            Some(budget) => Ok(Trials::Fixed(budget.div_ceil(roots).min(u32::MAX.into()) as u32)),
            None => Err(Error::Settings {
                owner: settings.schema().name.to_string(),
                why: "`exp3(trials=budget)` needs `iterations` to be set".to_string(),
            }),
        },
    }
}

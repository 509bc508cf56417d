//! How players choose among arms: where one is on turn, and where all choose at once.

use crate::Error;
use crate::common::{ITERATIONS, TREES};
use crate::parallel::ROOTS;
use crate::setting::{Choice, Parts, Schema, Settings};
use sortilege::bandit::exp3::Trials;
use sortilege::search::{Select, Together};

/// A rule for arms.
pub enum Rule {
    /// UCB1.
    Ucb1,
    /// EXP3.
    Exp3(CountedBy),
    /// Regret matching.
    RegretMatching,
}

/// A rule for turns of one player.
pub enum TurnRule {
    /// PUCT, which also looks at priors of the moves.
    Puct,
    /// One that looks at arms alone.
    Arms(Rule),
}

/// What the exploration of EXP3 fades with.
#[derive(Clone, Copy)]
pub enum CountedBy {
    /// The visits so far.
    Visits,
    /// All iterations that there will be.
    Iterations,
}

static TRIALS: Choice<CountedBy, 2> = Choice::new(
    "trials",
    [("so-far", CountedBy::Visits), ("budget", CountedBy::Iterations)],
    "so-far",
    "whether exploration fades with the visits so far or is fixed by the iterations",
);
const EXP3: Schema =
    Schema { name: "exp3", help: "EXP3, which looks for a mix", fields: &[TRIALS.field()] };
const REGRET_MATCHING: Schema =
    Schema { name: "regret-matching", help: "regret matching, which looks for a mix", fields: &[] };

/// How players choose where all choose at once.
pub static TOGETHER: Parts<Rule, 3> = Parts::new(
    "together",
    [
        (EXP3, |rule| Rule::Exp3(rule.get(&TRIALS))),
        (Schema { name: "ucb1", help: "UCB1 for each player alone", fields: &[] }, |_| Rule::Ucb1),
        (REGRET_MATCHING, |_| Rule::RegretMatching),
    ],
    "exp3",
    "how players choose where all choose at once",
)
.from("IS §III-C1");

const PUCT: Schema = Schema {
    name: "puct",
    help: "PUCT, guided by what the playout says of moves that were never tried",
    fields: &[],
};
const UCB1: Schema =
    Schema { name: "ucb1", help: "UCB1 among the moves that there are", fields: &[] };

/// How players choose where one is on turn and nothing is hidden.
pub static SELECT_OPEN: Parts<Select, 2> = Parts::new(
    "select",
    [(UCB1, |_| Select::Ucb1), (PUCT, |_| Select::Puct)],
    "ucb1",
    "how players choose where one is on turn and nothing is hidden",
)
.omit_default();

/// How players choose where one is on turn.
pub static SELECT: Parts<TurnRule, 4> = Parts::new(
    "select",
    [
        (UCB1, |_| TurnRule::Arms(Rule::Ucb1)),
        (PUCT, |_| TurnRule::Puct),
        (EXP3, |rule| TurnRule::Arms(Rule::Exp3(rule.get(&TRIALS)))),
        (REGRET_MATCHING, |_| TurnRule::Arms(Rule::RegretMatching)),
    ],
    "ucb1",
    "how players choose where one is on turn",
)
.from("IS §IV-B");

/// The rule for choices made at once.
pub fn together(settings: &Settings) -> Result<Together, Error> {
    Ok(match settings.get(&TOGETHER) {
        Rule::Ucb1 => Together::Ucb1,
        Rule::Exp3(counted) => Together::Exp3(trials(settings, counted)?),
        Rule::RegretMatching => Together::RegretMatching,
    })
}

/// The rule where one is on turn.
pub fn select(settings: &Settings) -> Result<Select, Error> {
    Ok(match settings.get(&SELECT) {
        TurnRule::Puct => Select::Puct,
        TurnRule::Arms(Rule::Ucb1) => Select::Ucb1,
        TurnRule::Arms(Rule::Exp3(counted)) => Select::Exp3(trials(settings, counted)?),
        TurnRule::Arms(Rule::RegretMatching) => Select::RegretMatching,
    })
}

/// What EXP3 counts by. Roots share iterations, unless these are those of each of several trees.
fn trials(settings: &Settings, counted: CountedBy) -> Result<Trials, Error> {
    let roots = if settings.has(&TREES) { 1 } else { settings.get(&ROOTS) as u64 };
    match (counted, settings.given(&ITERATIONS)) {
        (CountedBy::Visits, _) => Ok(Trials::SoFar),
        (CountedBy::Iterations, Some(budget)) => {
            Ok(Trials::Fixed(budget.div_ceil(roots).min(u32::MAX.into()) as u32))
        }
        (CountedBy::Iterations, None) => {
            Err(settings.refused("`exp3(trials=budget)` needs `iterations` to be set"))
        }
    }
}

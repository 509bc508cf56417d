//! Selection rules: at nodes where one player acts, and at simultaneous moves.

use crate::Error;
use crate::common::{ITERATIONS, TREES};
use crate::parallel::ROOTS;
use crate::setting::{Choice, Parts, Schema, Settings};
use sortilege::bandit::exp3::Trials;
use sortilege::search::{Select, Together};

/// A bandit rule.
pub enum BanditRule {
    /// UCB1.
    Ucb1,
    /// EXP3.
    Exp3(CountedBy),
    /// Regret matching.
    RegretMatching,
}

/// A selection rule for nodes where one player acts.
pub enum TurnRule {
    /// PUCT, which also uses priors of the moves.
    Puct,
    /// A rule that uses the statistics of the arms alone.
    Arms(BanditRule),
}

/// What n in the exploration rate gamma of EXP3 counts.
#[derive(Clone, Copy)]
pub enum CountedBy {
    /// Visits of the node so far.
    Visits,
    /// All iterations of the search.
    Iterations,
}

static TRIALS: Choice<CountedBy, 2> = Choice::new(
    "trials",
    [("so-far", CountedBy::Visits), ("budget", CountedBy::Iterations)],
    "so-far",
    "n in the exploration rate gamma of EXP3: visits of the node so far (`so-far`), or all \
     `iterations` (`budget`)",
);
const EXP3: Schema = Schema {
    name: "exp3",
    help: "EXP3, for mixed strategies: p(a) = gamma / K + (1 - gamma) softmax(gamma S(a) / K) over \
           K moves, S(a) the sum of r / p(a) over the visits that selected a with reward r, gamma \
           = min(1, sqrt(K ln K / ((e - 1) n))), see `trials` for n",
    fields: &[TRIALS.field()],
};
const REGRET_MATCHING: Schema = Schema {
    name: "regret-matching",
    help: "regret matching, for mixed strategies: p(a) = 0.1 / K + 0.9 R+(a) / sum_b R+(b) over K \
           moves, R+(a) = max(0, S(a) - sum of all rewards), S(a) as in exp3",
    fields: &[],
};

/// Selection rule at simultaneous moves.
pub static TOGETHER: Parts<BanditRule, 3> = Parts::new(
    "together",
    [
        (EXP3, |rule| BanditRule::Exp3(rule.get(&TRIALS))),
        (Schema { name: "ucb1", help: "decoupled UCB1 (DUCT)", fields: &[] }, |_| BanditRule::Ucb1),
        (REGRET_MATCHING, |_| BanditRule::RegretMatching),
    ],
    "exp3",
    "selection rule at simultaneous moves, which each player applies to its own moves (decoupled): \
     `exp3` and `regret-matching` for mixed strategies, or `ucb1` (decoupled UCT, DUCT)",
)
.from("IS §III-C1");

const PUCT: Schema =
    Schema { name: "puct", help: "PUCT: argmax_a Q(a) + c P(a) sqrt(N) / (1 + n(a))", fields: &[] };
const UCB1: Schema = Schema { name: "ucb1", help: "UCB1 over the available moves", fields: &[] };

/// Selection rule of perfect-information searches where one player acts.
pub static SELECT_OPEN: Parts<Select, 2> = Parts::new(
    "select",
    [(UCB1, |_| Select::Ucb1), (PUCT, |_| Select::Puct)],
    "ucb1",
    "selection rule at sequential nodes, where one player acts: `ucb1`; or `puct`, argmax_a \
     Q(a) + c P(a) sqrt(N) / (1 + n(a)), where Q is the mean reward, n counts visits of the move \
     and N those of its node; P is the prior of the move, normalized over the moves of the node; \
     it comes from the playout (`playout=guided`) or an external evaluator, and is equal for all \
     moves without one",
)
.omit_default();

/// Selection rule where one player acts.
pub static SELECT: Parts<TurnRule, 4> = Parts::new(
    "select",
    [
        (UCB1, |_| TurnRule::Arms(BanditRule::Ucb1)),
        (PUCT, |_| TurnRule::Puct),
        (EXP3, |rule| TurnRule::Arms(BanditRule::Exp3(rule.get(&TRIALS)))),
        (REGRET_MATCHING, |_| TurnRule::Arms(BanditRule::RegretMatching)),
    ],
    "ucb1",
    "selection rule at sequential nodes, where one player acts: `ucb1`; `puct`, argmax_a Q(a) + c \
     P(a) sqrt(N) / (1 + n(a)), where Q is the mean reward, n counts visits of the move and N how \
     often it was available; P is the prior of the move, normalized over the available moves; it \
     comes from the playout (`playout=guided`) or an external evaluator, and is equal for all \
     moves without one; `exp3` and `regret-matching` approximate a mixed strategy, which \
     `choice=sampled` plays",
)
.from("IS §IV-B");

/// Builds the rule for simultaneous moves.
pub fn together(settings: &Settings) -> Result<Together, Error> {
    Ok(match settings.get(&TOGETHER) {
        BanditRule::Ucb1 => Together::Ucb1,
        BanditRule::Exp3(counted) => Together::Exp3(trials(settings, counted)?),
        BanditRule::RegretMatching => Together::RegretMatching,
    })
}

/// Builds the rule for nodes where one player acts.
pub fn select(settings: &Settings) -> Result<Select, Error> {
    Ok(match settings.get(&SELECT) {
        TurnRule::Puct => Select::Puct,
        TurnRule::Arms(BanditRule::Ucb1) => Select::Ucb1,
        TurnRule::Arms(BanditRule::Exp3(counted)) => Select::Exp3(trials(settings, counted)?),
        TurnRule::Arms(BanditRule::RegretMatching) => Select::RegretMatching,
    })
}

/// Builds what n of EXP3 counts. Parallel roots share the iterations of the search, unless
/// `iterations` is meant per tree.
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

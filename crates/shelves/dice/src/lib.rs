//! Dice games for two players: those of SM.

use sortilege::Rng;
use sortilege::evaluator::Evaluator;
use sortilege::game::{Key, Outcomes, PerfectInfo, Sequential};
use sortilege::playout::Policy;
use sortilege_catalogue::setting::{Choice, Schema, Setting, Settings};
use sortilege_catalogue::{
    Error, Evaluations, Family, GameEntry, Playable, Preset, RegisteredGame, listed, open_values,
};
use sortilege_games_dice::cant_stop::{self, CantStop, OneMoreRoll, RuleOf28};
use sortilege_games_dice::ewn::{self, Ewn, Greedy};
use sortilege_games_dice::pig::{self, HoldAt, Optimal, Pig, Solution};
use sortilege_games_dice::ra::{self, Bidder, Gods, Prospects, Ra, Tie};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

/// The players of SM at one game with the settings of §4.2, except their budgets: no pruning at the
/// last two moves, the sample widths, and for MCTS the constant C1, the moves before the
/// evaluation, and C2 and alpha of double progressive widening. SM counts values from -100 to 100,
/// so its C1 is a hundred times ours.
macro_rules! sm {
    (widths = [$exp:literal, $star1:literal, $star2:literal], c = $c:literal, moves = $moves:literal,
     widening = $widening:literal, alpha = $alpha:literal) => {
        [
            sm!("sm-expectimax", "expectimax"),
            sm!("sm-star1", "star1:unpruned=2"),
            sm!("sm-star2", "star2:unpruned=2"),
            sm!("sm-exp-ss", concat!("exp-ss:width=", $exp)),
            sm!("sm-star1-ss", concat!("star1-ss:unpruned=2,width=", $star1)),
            sm!("sm-star2-ss", concat!("star2-ss:unpruned=2,width=", $star2)),
            sm!("sm-mcts", concat!("uct:c=", $c, sm!(@parts $moves))),
            sm!(
                "sm-dpw",
                concat!("dpw:c=", $c, ",widening=", $widening, ",alpha=", $alpha, sm!(@parts $moves))
            ),
        ]
    };
    (@parts $moves:literal) => {
        concat!(",playout=cut-off(moves=", $moves, "),reward=win-loss(win=1,loss=-1)")
    };
    ($name:literal, $spec:expr) => {
        Preset { name: $name, spec: $spec, source: "SM §4.2" }
    };
}

/// Claims the capabilities that all games of this shelf share.
fn dice<G, E>(
    schema: &'static Schema,
    start: fn(&Settings) -> Result<G, String>,
    evaluations: Evaluations<E>,
) -> GameEntry<G>
where
    G: Playable + PerfectInfo + Sequential + Outcomes + Key,
    E: Evaluator<G> + Copy + Sync + 'static,
{
    let entry = GameEntry::new(schema, start)
        .family(Family::Dice)
        .open()
        .chance()
        .outcomes()
        .evaluate(evaluations);
    entry.key().star_minimax(evaluations).oracle(open_values)
}

/// Returns the games of this shelf, in the order in which they are listed.
pub fn games() -> Vec<Box<dyn RegisteredGame>> {
    vec![
        listed(
            dice(&PIG, pig, PIG_EVALUATIONS)
                .rules(pig::RULES)
                .levels([
                    "uct:iterations=5",
                    "uct:iterations=50",
                    "uct:iterations=500",
                    "uct:time=200ms",
                    "optimal",
                ])
                .oracle(pig_values)
                .policy(&HOLD_AT, |settings| HoldAt { total: settings.get(&TOTAL) })
                .policy(&OPTIMAL, |_| BestPlay::default())
                .presets(sm!(
                    widths = ["20", "25", "18"],
                    c = "0.5",
                    moves = "0",
                    widening = "5",
                    alpha = "0.2"
                )),
        ),
        listed(
            dice(&EWN, ewn, EWN_EVALUATIONS)
                .title("EinStein würfelt nicht!")
                .also("einstein-wuerfelt-nicht", "ewn")
                .rules(ewn::RULES)
                .recommend("uct:playout=greedy")
                .policy(&GREEDY, |_| Greedy::default())
                .presets(sm!(
                    widths = ["1", "1", "2"],
                    c = "2",
                    moves = "100",
                    widening = "4",
                    alpha = "0.25"
                )),
        ),
        listed(
            dice(&CANT_STOP, cant_stop, CANT_STOP_EVALUATIONS)
                .title("Can’t Stop")
                .rules(cant_stop::RULES)
                .recommend("uct:playout=cut-off(moves=10)")
                .policy(&RULE_OF_28, |settings| RuleOf28 { limit: settings.get(&LIMIT) })
                .policy(&ONE_MORE_ROLL, |_| OneMoreRoll)
                .presets(sm!(
                    widths = ["25", "30", "15"],
                    c = "0.5",
                    moves = "10",
                    widening = "25",
                    alpha = "0.3"
                )),
        ),
        listed(
            dice(&RA, ra, &[("prospects", Prospects)])
                .rules(ra::RULES)
                .recommend("star2-ss")
                .policy(&BIDDER, |settings| Bidder {
                    patience: settings.get(&PATIENCE),
                    devotion: settings.get(&DEVOTION),
                    greed: settings.get(&GREED),
                })
                .presets(sm!(
                    widths = ["5", "5", "2"],
                    c = "0.5",
                    moves = "0",
                    widening = "2",
                    alpha = "0.1"
                )),
        ),
    ]
}

const GOAL: Setting<u8> = Setting::whole("goal", 1, 240, "100", "number of points that wins");
static THROWS: Choice<pig::Throws, 2> = Choice::new(
    "throws",
    [("11", pig::Throws::Sums), ("21", pig::Throws::Faces)],
    "11",
    "number of distinct outcomes of a throw: `11` by the points it brings, `21` by the faces of \
     the dice",
);
/// A curve fitted to the true values, or the lead alone, with or without the turn total at stake.
const PIG_EVALUATIONS: Evaluations<pig::Evaluation> = &[
    ("fitted", pig::Evaluation::Fitted),
    ("simple", pig::Evaluation::Simple),
    ("banked", pig::Evaluation::Banked),
];
static PIG: Schema = Schema {
    name: "pig",
    help: "Pig with two dice: roll on, or bank the turn total",
    fields: &[GOAL.field(), THROWS.field()],
};
const TOTAL: Setting<u8> =
    Setting::whole("total", 1, 240, "23", "the turn total at which it stops");
static HOLD_AT: Schema = Schema {
    name: "hold-at",
    help: "stops as soon as the turn total reaches `total` (pig)",
    fields: &[TOTAL.field()],
};
static OPTIMAL: Schema = Schema { name: "optimal", help: "plays perfectly (pig)", fields: &[] };

fn pig(settings: &Settings) -> Result<Pig, String> {
    Ok(Pig::new(settings.get(&GOAL))?.throws(settings.get(&THROWS)))
}

/// Cache of the solutions of Pig by goal; computing one takes a moment.
static SOLUTIONS: Mutex<BTreeMap<u8, Arc<Solution>>> = Mutex::new(BTreeMap::new());

fn solution(goal: u8) -> Arc<Solution> {
    let mut solutions = SOLUTIONS.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    solutions.entry(goal).or_insert_with(|| Arc::new(Solution::new(goal))).clone()
}

/// True values by value iteration: games of Pig can last for ever, so their tree cannot be
/// unrolled.
fn pig_values(_: &Pig, state: &Pig) -> Result<Vec<(pig::Action, f64)>, Error> {
    let wins = solution(state.goal()).action_values(state).into_iter();
    Ok(wins.map(|(action, probability)| (action, 2.0 * probability - 1.0)).collect())
}

/// Optimal play for the goal of the game, which is solved at the first move.
#[derive(Clone, Default)]
struct BestPlay(Option<Optimal>);

impl Policy<Pig> for BestPlay {
    fn action(
        &mut self,
        state: &Pig,
        scratch: &mut Vec<pig::Action>,
        rng: &mut Rng,
    ) -> pig::Action {
        let best = self.0.get_or_insert_with(|| Optimal::new(&solution(state.goal())));
        best.action(state, scratch, rng)
    }
}

const SIZE: Setting<u8> = Setting::whole("size", 3, 5, "5", "squares in a row");
const STONES: Setting<u8> = Setting::whole("stones", 1, 6, "6", "stones of a side: 1, 3 or 6");
static SETUP: Choice<ewn::Setup, 2> = Choice::new(
    "setup",
    [
        ("random", ewn::Setup::Random),
        ("fixed", ewn::Setup::Fixed([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6])),
    ],
    "random",
    "initial placement: stones at random, or in the order of their numbers",
);
/// Evaluations by how often each stone can move and how far it has to go, by the nearest stone
/// alone, by the number of stones, or none.
const EWN_EVALUATIONS: Evaluations<ewn::Evaluation> = &[
    ("mobility", ewn::Evaluation::Mobility),
    ("distance", ewn::Evaluation::Distance),
    ("material", ewn::Evaluation::Material),
    ("none", ewn::Evaluation::None),
];
static EWN: Schema = Schema {
    name: "ewn",
    help: "EinStein würfelt nicht!: the die says which stone moves",
    fields: &[SIZE.field(), STONES.field(), SETUP.field()],
};
static GREEDY: Schema =
    Schema { name: "greedy", help: "plays the move that looks best at once (ewn)", fields: &[] };

fn ewn(settings: &Settings) -> Result<Ewn, String> {
    Ewn::new(settings.get(&SIZE), settings.get(&STONES), settings.get(&SETUP))
}

/// Evaluations by progress, with or without the progress of the current turn.
const CANT_STOP_EVALUATIONS: Evaluations<cant_stop::Evaluation> =
    &[("progress", cant_stop::Evaluation::Progress), ("banked", cant_stop::Evaluation::Banked)];
const SHORTEST: Setting<u8> = Setting::whole("shortest", 1, 15, "3", "steps of columns 2 and 12");
const SLOPE: Setting<u8> =
    Setting::whole("slope", 0, 2, "2", "additional steps of a column over its outer neighbour");
const COLUMNS: Setting<u8> = Setting::whole("columns", 1, 3, "3", "number of columns that wins");
static CANT_STOP: Schema = Schema {
    name: "cant-stop",
    help: "Can't Stop: climb columns by sums of dice, or bust",
    fields: &[SHORTEST.field(), SLOPE.field(), COLUMNS.field()],
};
const LIMIT: Setting<i32> = Setting::whole("limit", 1, 1000, "28", "count at which it stops");
static RULE_OF_28: Schema = Schema {
    name: "rule-of-28",
    help: "Rule of 28: counts the cost of a turn and stops at `limit` (cant-stop)",
    fields: &[LIMIT.field()],
};
static ONE_MORE_ROLL: Schema = Schema {
    name: "one-more-roll",
    help: "stops when one more roll is not expected to gain anything (cant-stop)",
    fields: &[],
};

fn cant_stop(settings: &Settings) -> Result<CantStop, String> {
    CantStop::new(cant_stop::Rules {
        shortest: settings.get(&SHORTEST),
        slope: settings.get(&SLOPE),
        columns: settings.get(&COLUMNS),
    })
}

static GODS: Choice<Gods, 3> = Choice::new(
    "gods",
    [("several", Gods::Several), ("one", Gods::One), ("idle", Gods::Idle)],
    "several",
    "number of gods that can be used in a turn: several, one, or none (`idle`)",
);
static TIE: Choice<Tie, 2> = Choice::new(
    "tie",
    [("sun", Tie::HighestSun), ("draw", Tie::Drawn)],
    "sun",
    "tie-break between equal scores: the highest sun, or none (a draw)",
);
const EMPTY: Setting<bool> =
    Setting::flag("empty", true, "whether Ra may be invoked while the track is empty");
const FLOOR: Setting<bool> = Setting::flag("floor", true, "whether no score falls below 0");
static RA: Schema = Schema {
    name: "ra",
    help: "Ra for two: tiles are auctioned for suns over three epochs",
    fields: &[GODS.field(), TIE.field(), EMPTY.field(), FLOOR.field()],
};
const PATIENCE: Setting<f64> = Setting::number(
    "patience",
    -100.0,
    100.0,
    "0",
    "least gain in points over not invoking Ra at which it invokes Ra",
);
const DEVOTION: Setting<f64> =
    Setting::number("devotion", -100.0, 100.0, "0", "least gain in points at which it uses a god");
const GREED: Setting<f64> = Setting::number(
    "greed",
    -100.0,
    100.0,
    "10",
    "least gain in points at which it takes a lot without rivals that the last Ra does not threaten",
);
static BIDDER: Schema = Schema {
    name: "bidder",
    help: "bids the value of a lot (ra)",
    fields: &[PATIENCE.field(), DEVOTION.field(), GREED.field()],
};

fn ra(settings: &Settings) -> Result<Ra, String> {
    Ok(Ra::new(ra::Rules {
        gods: settings.get(&GODS),
        tie: settings.get(&TIE),
        empty_auctions: settings.get(&EMPTY),
        floor: settings.get(&FLOOR),
    }))
}

//! What searches are composed with, as settings: where the moves of playouts come from, how simulations are
//! finished and what they are worth, and how players choose where all choose at once.

use crate::setting::{Field, Kind, Schema};

const ANY: f64 = f64::INFINITY;

const EPSILON: Field = Field::new("epsilon", Kind::Number(0.0, 1.0), "0.3", "the share of other moves");

const UNIFORM: Schema = Schema { name: "uniform", help: "every legal move is equally likely", fields: &[] };
const MAST: Schema = Schema {
    name: "mast",
    help: "moves that did well wherever they were played are played again",
    fields: &[
        EPSILON,
        Field::new("policy", Kind::Part(&PLAIN), "uniform", "where other moves come from, and which count"),
        Field::new(
            "untried",
            Kind::Number(-1.0, 1.0),
            "1",
            "what a move that was never made counts as; 0 in the program behind QR",
        ),
    ],
};

/// That of Amazons.
pub const QUEEN_FIRST: Schema = Schema {
    name: "queen-first",
    help: "an amazon that can move, then one of its moves and shots (amazons; QR)",
    fields: &[],
};
/// Cannon's.
pub const AGGRESSIVE: Schema = Schema {
    name: "aggressive",
    help: "takes the town, else shoots and captures where it can (cannon; QR)",
    fields: &[],
};
/// That of Chinese Checkers.
pub const HOMEWARD: Schema = Schema {
    name: "homeward",
    help: "brings pieces home, by long chains of hops (chinese-checkers; QR)",
    fields: &[],
};
/// Breakthrough's.
pub const TACTICAL: Schema =
    Schema { name: "tactical", help: "wins, parries, and prefers captures (breakthrough; QR)", fields: &[] };
/// Pentalath's.
pub const INWARD: Schema =
    Schema { name: "inward", help: "prefers cells with many neighbours (pentalath; QR)", fields: &[] };
/// Pig's.
pub const HOLD_AT: Schema = Schema {
    name: "hold-at",
    help: "stops as soon as a turn has brought so much (pig)",
    fields: &[Field::new("total", Kind::Whole(1, 240), "23", "the turn total at which it stops")],
};
/// Pig's, solved.
pub const OPTIMAL: Schema = Schema { name: "optimal", help: "plays perfectly (pig)", fields: &[] };
/// That of EinStein würfelt nicht!
pub const GREEDY: Schema =
    Schema { name: "greedy", help: "moves to what looks best at once (ewn)", fields: &[] };

/// That of Can't Stop.
pub const RULE_OF_28: Schema = Schema {
    name: "rule-of-28",
    help: "counts what a turn costs and stops at 28 (cant-stop)",
    fields: &[Field::new("limit", Kind::Whole(1, 1000), "28", "what a turn may cost")],
};
/// Another one of Can't Stop.
pub const ONE_MORE_ROLL: Schema = Schema {
    name: "one-more-roll",
    help: "stops when one more roll is not expected to gain anything (cant-stop)",
    fields: &[],
};
/// Ra's.
pub const BIDDER: Schema = Schema {
    name: "bidder",
    help: "bids what a lot is worth (ra)",
    fields: &[
        Field::new(
            "patience",
            Kind::Number(-100.0, 100.0),
            "0",
            "the gain over waiting for which it invokes Ra",
        ),
        Field::new(
            "devotion",
            Kind::Number(-100.0, 100.0),
            "0",
            "the gain in points for which a god is used",
        ),
        Field::new(
            "greed",
            Kind::Number(-100.0, 100.0),
            "10",
            "the gain for which it takes a lot without rivals",
        ),
    ],
};

const NEED: Field = Field::new(
    "need",
    Kind::Word(&["prose", "printed"]),
    "prose",
    "whether blockers that survival takes are counted as ED's text or its formula has it",
);
const HOLD_FOR_EQUAL: Field = Field::new(
    "hold-for-equal",
    Kind::FLAG,
    "false",
    "whether a creature is held back to block one that it would just kill",
);
const GANG_BELOW: Field = Field::new(
    "gang-below",
    Kind::FLAG,
    "false",
    "whether what is lost in a block of two must be cheaper than the attacker",
);
const BY_RULES: Kind = Kind::Word(&["expert", "random"]);
/// Who attacks.
pub const ATTACK: Field = Field::new("attack", BY_RULES, "expert", "how attackers are chosen");
/// Who blocks.
pub const BLOCK: Field = Field::new("block", BY_RULES, "expert", "how blockers are chosen");
/// Who chooses cards.
pub const CARDS: Field = Field::new(
    "cards",
    Kind::Word(&["greedy", "shuffled", "random"]),
    "greedy",
    "how cards are chosen: the most expensive first, in random order, or any legal choice",
);
/// Magic's expert.
pub const EXPERT: Schema = Schema {
    name: "expert",
    help: "attacks, blocks and casts by the expert's rules (magic; ED §IV-A)",
    fields: &[NEED, HOLD_FOR_EQUAL, GANG_BELOW],
};
/// Magic's reduced player.
pub const REDUCED: Schema = Schema {
    name: "reduced",
    help: "attacks and blocks at random, casts what it can in random order (magic; ED §IV-B)",
    fields: &[],
};
/// Rules for each decision of Magic.
pub const RULES: Schema = Schema {
    name: "rules",
    help: "rules of one's choice to attack, to block and for cards (magic; CS §VI)",
    fields: &[ATTACK, BLOCK, CARDS, NEED, HOLD_FOR_EQUAL, GANG_BELOW],
};
/// How simulations of players that are made for Magic can be finished.
pub const BY_RULES_OF_MAGIC: [Schema; 4] = [REDUCED, EXPERT, UNIFORM, RULES];

/// Policies of games' own. Each is a player too.
pub const OWN: [Schema; 14] = [
    QUEEN_FIRST,
    TACTICAL,
    AGGRESSIVE,
    HOMEWARD,
    INWARD,
    HOLD_AT,
    OPTIMAL,
    GREEDY,
    RULE_OF_28,
    ONE_MORE_ROLL,
    BIDDER,
    EXPERT,
    REDUCED,
    RULES,
];

const PLAIN: [Schema; 1 + OWN.len()] = joined([UNIFORM], OWN);

/// Where the moves of a playout can come from.
pub const POLICIES: [Schema; 2 + OWN.len()] = joined([UNIFORM, MAST], OWN);

const POLICY: Field = Field::new("policy", Kind::Part(&POLICIES), "uniform", "where moves come from");

/// How simulations can be finished.
pub const PLAYOUTS: [Schema; 4 + OWN.len()] = joined(
    [
        UNIFORM,
        MAST,
        Schema { name: "epsilon", help: "a policy, with some random moves", fields: &[EPSILON, POLICY] },
        Schema {
            name: "cut-off",
            help: "some moves of a policy, then the game's evaluation",
            fields: &[
                Field::new("moves", Kind::Whole(0, u32::MAX as u64), "4", "moves before the evaluation"),
                POLICY,
            ],
        },
    ],
    OWN,
);

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

/// What a finished simulation can be worth.
pub const REWARDS: [Schema; 4] = [
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
pub const TOGETHERS: [Schema; 3] =
    [EXP3, Schema { name: "ucb1", help: "UCB1 for each player alone", fields: &[] }, REGRET_MATCHING];

/// How players can choose where one is on turn.
pub const SELECTS: [Schema; 3] = [
    Schema { name: "ucb1", help: "UCB1 among the moves that there are", fields: &[] },
    EXP3,
    REGRET_MATCHING,
];

/// What opponents can be thought to know.
pub const OPPONENTS: [Schema; 2] = [
    Schema { name: "knowing", help: "all that the searcher hides", fields: &[] },
    Schema {
        name: "doubting",
        help: "what they have seen, in simulations of their own",
        fields: &[
            Field::new("share", Kind::Number(0.0, 1.0), "0.5", "the part of all simulations that is theirs"),
            Field::new(
                "memory",
                Kind::Word(&["views", "nothing"]),
                "views",
                "whether they remember what they had seen before the search",
            ),
        ],
    },
];

/// Outcomes of chance that star-minimax searches look at.
pub const SAMPLINGS: [Schema; 3] = [
    Schema { name: "with-replacement", help: "draws, of which some may be alike", fields: &[] },
    Schema { name: "without-replacement", help: "different outcomes", fields: &[] },
    Schema {
        name: "adaptive",
        help: "draws whose number changes with every move away from the root",
        fields: &[
            Field::new("ratio", Kind::Number(0.0, 100.0), "0.5", "what the width is multiplied by"),
            Field::new("least", Kind::Whole(1, 1_000_000), "1", "no fewer draws than this"),
        ],
    },
];

/// One list after the other.
const fn joined<const A: usize, const B: usize, const C: usize>(
    first: [Schema; A],
    second: [Schema; B],
) -> [Schema; C] {
    assert!(C == A + B);
    let mut all = [UNIFORM; C];
    let mut at = 0;
    while at < C {
        all[at] = if at < A { first[at] } else { second[at - A] };
        at += 1;
    }
    all
}

//! Players of Magic that follow rules, which also finish simulations.

use sortilege_catalogue::UNIFORM;
use sortilege_catalogue::setting::{Choice, Field, Parts, Schema, Setting, Settings};
use sortilege_games_magic::magic::{AttackRule, BlockRule, CardRule, Need, Reading, RulePlayer};

static NEED: Choice<Need, 3> = Choice::new(
    "need",
    [("prose", Need::Prose), ("printed", Need::Printed), ("infinite", Need::Infinite)],
    "prose",
    "whether blockers that survival takes are counted as ED's text or its formula has it, or as infinite where its \
     formula is undefined",
);
const HOLD_FOR_EQUAL: Setting<bool> = Setting::flag(
    "hold-for-equal",
    false,
    "whether a creature is held back to block one that it would just kill",
);
const GANG_BELOW: Setting<bool> = Setting::flag(
    "gang-below",
    false,
    "whether what is lost in a block of two must be cheaper than the attacker",
);

const RACE: Setting<bool> = Setting::flag(
    "race",
    false,
    "whether nothing is blocked as long as all creatures will do more damage next turn than is taken now (CS §IV)",
)
.omit_default();
const SURVIVAL: Setting<bool> = Setting::flag(
    "survival",
    true,
    "whether attackers are blocked for no other reason than to survive",
)
.omit_default();
const GANGS: Setting<bool> =
    Setting::flag("gangs", true, "whether two creatures block together").omit_default();

/// Who makes a decision.
#[derive(Clone, Copy)]
pub enum Decider {
    /// The expert's rules.
    Expert,
    /// Chance.
    Random,
}

const DECIDERS: [(&str, Decider); 2] = [("expert", Decider::Expert), ("random", Decider::Random)];
/// Who attacks.
pub static ATTACK: Choice<Decider, 2> =
    Choice::new("attack", DECIDERS, "expert", "how attackers are chosen");
/// Who blocks.
pub static BLOCK: Choice<Decider, 2> =
    Choice::new("block", DECIDERS, "expert", "how blockers are chosen");
/// Who chooses cards.
pub static CARDS: Choice<CardRule, 4> = Choice::new(
    "cards",
    [
        ("greedy", CardRule::Greedy),
        ("shuffled", CardRule::Shuffled),
        ("random", CardRule::Random),
        ("coin", CardRule::Coin),
    ],
    "greedy",
    "how cards are chosen: the most expensive first, in random order, any legal choice, or a land and a coin for each \
     creature",
);

/// The expert.
pub const EXPERT: Schema = Schema {
    name: "expert",
    help: "attacks, blocks and casts by the expert's rules (magic; ED §IV-A)",
    fields: &[
        NEED.field(),
        HOLD_FOR_EQUAL.field(),
        GANG_BELOW.field(),
        RACE.field(),
        SURVIVAL.field(),
        GANGS.field(),
    ],
};
/// The reduced player.
pub const REDUCED: Schema = Schema {
    name: "reduced",
    help: "attacks and blocks at random, casts what it can in random order (magic; ED §IV-B)",
    fields: &[],
};
/// Rules for each decision.
pub const RULES: Schema = Schema {
    name: "rules",
    help: "rules of one's choice to attack, to block and for cards (magic; CS §VI)",
    fields: &[
        ATTACK.field(),
        BLOCK.field(),
        CARDS.field(),
        NEED.field(),
        HOLD_FOR_EQUAL.field(),
        GANG_BELOW.field(),
        RACE.field(),
        SURVIVAL.field(),
        GANGS.field(),
    ],
};
/// How the expert's rules are read, for players whose records are older than the choice.
pub const READING: [Field; 6] = [
    NEED.field().omit_default(),
    HOLD_FOR_EQUAL.field().omit_default(),
    GANG_BELOW.field().omit_default(),
    RACE.field(),
    SURVIVAL.field(),
    GANGS.field(),
];

/// How simulations of players that are made for Magic are finished.
pub static PLAYOUT: Parts<RulePlayer, 4> = Parts::new(
    "playout",
    [
        (REDUCED, |_| RulePlayer::REDUCED),
        (EXPERT, expert),
        (UNIFORM, |_| RulePlayer::RANDOM),
        (RULES, chosen),
    ],
    "reduced",
    "how simulations are finished",
)
.from("ED §VII-B");

/// Builds [`EXPERT`].
pub fn expert(settings: &Settings) -> RulePlayer {
    RulePlayer::expert(reading(settings))
}

/// Builds [`RULES`].
pub fn chosen(settings: &Settings) -> RulePlayer {
    let reading = reading(settings);
    RulePlayer {
        attack: match settings.get(&ATTACK) {
            Decider::Expert => AttackRule::Expert(reading),
            Decider::Random => AttackRule::Random,
        },
        block: match settings.get(&BLOCK) {
            Decider::Expert => BlockRule::Expert(reading),
            Decider::Random => BlockRule::Random,
        },
        cards: settings.get(&CARDS),
    }
}

fn reading(settings: &Settings) -> Reading {
    Reading {
        need: settings.get(&NEED),
        hold_for_equal: settings.get(&HOLD_FOR_EQUAL),
        gang_below: settings.get(&GANG_BELOW),
        race: settings.get(&RACE),
        survival: settings.get(&SURVIVAL),
        gangs: settings.get(&GANGS),
    }
}

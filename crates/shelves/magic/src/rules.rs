//! Rule-based players of Magic, which also play playouts.

use sortilege_catalogue::UNIFORM;
use sortilege_catalogue::setting::{Choice, Field, Parts, Schema, Setting, Settings};
use sortilege_games_magic::magic::{AttackRule, BlockRule, CardRule, Need, Reading, RulePlayer};

static NEED: Choice<Need, 3> = Choice::new(
    "need",
    [("prose", Need::Prose), ("printed", Need::Printed), ("infinite", Need::Infinite)],
    "prose",
    "how the number of blockers that survival requires is counted: by the text of ED (`prose`), by \
     its formula (`printed`), or as infinite where the formula is undefined (`infinite`)",
);
const HOLD_FOR_EQUAL: Setting<bool> = Setting::flag(
    "hold-for-equal",
    false,
    "hold back also a blocker whose power only equals the toughness of an attacker, not exceeds it",
);
const GANG_BELOW: Setting<bool> = Setting::flag(
    "gang-below",
    false,
    "a creature that is lost in a block of two must cost less than the attacker, not as much",
);

const RACE: Setting<bool> = Setting::flag(
    "race",
    false,
    "block nothing as long as all creatures will do more damage next turn than is taken now \
     (CS §IV)",
)
.omit_default();
const SURVIVAL: Setting<bool> =
    Setting::flag("survival", true, "block also for the sole purpose of survival").omit_default();
const GANGS: Setting<bool> =
    Setting::flag("gangs", true, "permit two creatures to block one attacker").omit_default();

/// The rules for a decision.
#[derive(Clone, Copy)]
pub enum Decider {
    /// The expert's rules.
    Expert,
    /// Random choice.
    Random,
}

const DECIDERS: [(&str, Decider); 2] = [("expert", Decider::Expert), ("random", Decider::Random)];
/// How attackers are chosen.
pub static ATTACK: Choice<Decider, 2> =
    Choice::new("attack", DECIDERS, "expert", "how attackers are chosen");
/// How blockers are chosen.
pub static BLOCK: Choice<Decider, 2> =
    Choice::new("block", DECIDERS, "expert", "how blockers are chosen");
/// How cards are chosen.
pub static CARDS: Choice<CardRule, 4> = Choice::new(
    "cards",
    [
        ("greedy", CardRule::Greedy),
        ("shuffled", CardRule::Shuffled),
        ("random", CardRule::Random),
        ("coin", CardRule::Coin),
    ],
    "greedy",
    "how cards are chosen: the most expensive first (`greedy`), in random order (`shuffled`), any \
     legal choice (`random`), or a land and a coin toss for each creature (`coin`)",
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
    help: "attacks and blocks at random, casts all affordable cards in random order (magic; ED \
           §IV-B)",
    fields: &[],
};
/// Rules for each decision.
pub const RULES: Schema = Schema {
    name: "rules",
    help: "selectable rules for attacks, blocks and cards (magic; CS §VI)",
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
/// Settings for how the expert's rules are read. They are omitted at their defaults, so that older
/// records stay valid.
pub const READING: [Field; 6] = [
    NEED.field().omit_default(),
    HOLD_FOR_EQUAL.field().omit_default(),
    GANG_BELOW.field().omit_default(),
    RACE.field(),
    SURVIVAL.field(),
    GANGS.field(),
];

/// Playouts of the players that are made for Magic.
pub static PLAYOUT: Parts<RulePlayer, 4> = Parts::new(
    "playout",
    [
        (REDUCED, |_| RulePlayer::REDUCED),
        (EXPERT, expert),
        (UNIFORM, |_| RulePlayer::RANDOM),
        (RULES, chosen),
    ],
    "reduced",
    "how a simulation continues from the new node to its result",
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

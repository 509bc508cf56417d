//! Magic: The Gathering, as ED and CS play it, and the players that are made for it.

mod players;
mod presets;
mod rules;

use players::{CARD_UCB, ENSEMBLE, MAIN, MOST, PRUNING, card_ucb, ensemble};
use presets::{CS, CS_ED, ED};
use rules::{EXPERT, REDUCED, RULES, chosen, expert};
use sortilege_catalogue::setting::{Choice, Schema, Setting, Settings};
use sortilege_catalogue::{Family, GameEntry, RegisteredGame, listed};
use sortilege_games_magic::magic::{
    self, Combat, Deck, Magic, Options, RulePlayer, RuleRollout, Strength,
};

/// Returns the games of this shelf, in the order in which they are listed.
pub fn games() -> Vec<Box<dyn RegisteredGame>> {
    vec![listed(
        GameEntry::new(&MAGIC, magic)
            .family(Family::Bluff)
            .also("mtg", "magic")
            .rules(magic::RULES)
            .recommend("policy-improvement:policy=expert")
            .chance()
            .outcomes()
            .hidden()
            .observe()
            .policy_with(&EXPERT, expert, RuleRollout::new)
            .policy_with(&REDUCED, |_| RulePlayer::REDUCED, RuleRollout::new)
            .policy_with(&RULES, chosen, RuleRollout::new)
            .evaluate(&[("strength", Strength)])
            .key()
            .player(&ENSEMBLE, ensemble)
            .player(&CARD_UCB, card_ucb)
            .presets(ED)
            .presets(CS)
            .presets(CS_ED),
    )]
}

const DECK: Setting<String> = Setting::text(
    "deck",
    "`default`, or a list such as 17*L+2*1/1/1+4*2/2/2 (power, toughness, cost)",
    "default",
    "deck of both players",
);
const LIFE: Setting<i16> = Setting::whole("life", 1, 999, "20", "the life of each player");
const HAND: Setting<u8> = Setting::whole("hand", 0, 60, "7", "cards in an opening hand");
const FIRST_DRAW: Setting<bool> =
    Setting::flag("first-draw", false, "whether player 1 draws in the first turn").from("CS §VI");
static COMBAT: Choice<Combat, 2> = Choice::new(
    "combat",
    [("whole", Combat::Whole), ("steps", Combat::Steps)],
    "whole",
    "whether attackers and blockers are chosen at once or one by one",
);

static MAGIC: Schema = Schema {
    name: "magic",
    help: "Magic: The Gathering with lands and plain creatures",
    fields: &[
        DECK.field(),
        LIFE.field(),
        HAND.field(),
        FIRST_DRAW.field(),
        MAIN.field(),
        PRUNING.field(),
        COMBAT.field(),
        MOST.field(),
    ],
};

fn magic(settings: &Settings) -> Result<Magic, String> {
    let deck = match settings.get(&DECK).as_str() {
        "default" => Deck::default(),
        list => list.parse()?,
    };
    Magic::new(&magic::Settings {
        deck,
        life: settings.get(&LIFE),
        hand: settings.get(&HAND),
        first_draw: settings.get(&FIRST_DRAW),
        options: Options {
            main: settings.get(&MAIN),
            pruning: settings.get(&PRUNING),
            combat: settings.get(&COMBAT),
            most: settings.get(&MOST),
        },
    })
}

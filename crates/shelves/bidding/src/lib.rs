//! Small games with simultaneous moves: matrix and bidding games.

use sortilege_catalogue::setting::{Choice, Schema, Setting, Settings};
use sortilege_catalogue::{Family, GameEntry, PayoffUnit, RegisteredGame, listed};
use sortilege_games_bidding::goofspiel::{self, Goofspiel};
use sortilege_games_bidding::hidden_goofspiel::{self, HiddenGoofspiel};
use sortilege_games_bidding::oshi_zumo::{self, OshiZumo};
use sortilege_games_bidding::rps::{self, Rps, Variant};

/// Returns the games of this shelf, in the order in which they are listed.
pub fn games() -> Vec<Box<dyn RegisteredGame>> {
    vec![
        listed(
            GameEntry::new(&RPS, rps)
                .title("Rock-Paper-Scissors")
                .family(Family::Simultaneous)
                .also("rock-paper-scissors", "rps")
                .rules(rps::RULES)
                .stakes(rps_stakes)
                .open()
                .small()
                .simultaneous()
                .key(),
        ),
        listed(
            GameEntry::new(&GOOFSPIEL, goofspiel)
                .family(Family::Simultaneous)
                .also("gops", "goofspiel")
                .rules(goofspiel::RULES)
                .recommend("flat-ucb")
                .open()
                .small()
                .chance()
                .outcomes()
                .simultaneous()
                .key(),
        ),
        listed(
            GameEntry::new(&HIDDEN_GOOFSPIEL, hidden_goofspiel)
                .family(Family::Simultaneous)
                .rules(hidden_goofspiel::RULES)
                .recommend("subgame-solving")
                .chance()
                .outcomes()
                .simultaneous()
                .hidden()
                .observe()
                .equilibria()
                .exact()
                .key(),
        ),
        listed(
            GameEntry::new(&OSHI_ZUMO, oshi_zumo)
                .title("Oshi-Zumo")
                .family(Family::Simultaneous)
                .rules(oshi_zumo::RULES)
                .recommend("flat-ucb")
                .open()
                .small()
                .simultaneous()
                .key(),
        ),
    ]
}

static VARIANT: Choice<Variant, 5> = Choice::new(
    "variant",
    [
        ("rps", Variant::Plain),
        ("biased", Variant::Biased),
        ("mild", Variant::Mild),
        ("asymmetric", Variant::Asymmetric),
        ("pennies", Variant::Pennies),
    ],
    "rps",
    "payoff matrix",
);
static RPS: Schema = Schema {
    name: "rps",
    help: "Rock-paper-scissors and other matrix games of one move",
    fields: &[VARIANT.field()],
};

fn rps(settings: &Settings) -> Result<Rps, String> {
    Ok(Rps::new(settings.get(&VARIANT)))
}

/// Points as the unit of payoffs. Where every win is worth one point, points carry no information
/// beyond the winner, so there is no unit.
fn rps_stakes(settings: &Settings) -> Option<PayoffUnit> {
    let factor = settings.get(&VARIANT).unit();
    (factor > 1.0).then_some(PayoffUnit { unit: "points", factor })
}

const CARDS: Setting<u8> = Setting::whole("cards", 1, 13, "5", "cards in a hand");
static ORDER: Choice<goofspiel::Order, 3> = Choice::new(
    "order",
    [
        ("descending", goofspiel::Order::Descending),
        ("ascending", goofspiel::Order::Ascending),
        ("random", goofspiel::Order::Random),
    ],
    "descending",
    "the order of the point cards",
);
static GOOFSPIEL: Schema = Schema {
    name: "goofspiel",
    help: "Goofspiel: simultaneous bids for one point card after another",
    fields: &[CARDS.field(), ORDER.field()],
};

fn goofspiel(settings: &Settings) -> Result<Goofspiel, String> {
    Goofspiel::new(settings.get(&CARDS), settings.get(&ORDER))
}

// A separate game and not a setting of Goofspiel: if settings decide what is hidden, every player
// also has to fit the game with nothing hidden (`listed_by_information`), and the searches for
// equilibria do not fit open Goofspiel.
static HIDDEN_GOOFSPIEL: Schema = Schema {
    name: "hidden-goofspiel",
    help: "Goofspiel with hidden bids: players see only who has won each point card",
    fields: &[CARDS.field(), ORDER.field()],
};

fn hidden_goofspiel(settings: &Settings) -> Result<HiddenGoofspiel, String> {
    HiddenGoofspiel::new(settings.get(&CARDS), settings.get(&ORDER))
}

const COINS: Setting<u16> = Setting::whole("coins", 1, 1000, "15", "initial coins of a player");
const FIELD: Setting<u8> = Setting::whole("field", 1, 50, "3", "places on each side of the middle");
const MINIMUM: Setting<u16> =
    Setting::whole("minimum", 0, 1000, "1", "the least bid while a player can make it");
static OSHI_ZUMO: Schema = Schema {
    name: "oshi-zumo",
    help: "Oshi-Zumo: simultaneous bids push a wrestler off the field",
    fields: &[COINS.field(), FIELD.field(), MINIMUM.field()],
};

fn oshi_zumo(settings: &Settings) -> Result<OshiZumo, String> {
    OshiZumo::new(settings.get(&COINS), settings.get(&FIELD), settings.get(&MINIMUM))
}

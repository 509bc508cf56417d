//! Liar's dice.

use sortilege_catalogue::setting::{Schema, Setting, Settings};
use sortilege_catalogue::{Family, GameEntry, RegisteredGame, listed};
use sortilege_games_bluff::liars_dice::{self, LiarsDice};

/// Returns the games of this shelf, in the order in which they are listed.
pub fn games() -> Vec<Box<dyn RegisteredGame>> {
    vec![listed(
        GameEntry::new(&LIARS_DICE, liars_dice)
            .title("Liar’s Dice")
            .family(Family::Bluff)
            .rules(liars_dice::RULES)
            .chance()
            .outcomes()
            .hidden()
            .observe()
            .equilibria()
            .exact()
            .key(),
    )]
}

const DICE: Setting<u8> = Setting::whole("dice", 1, 5, "1", "dice of each player");
const SIDES: Setting<u8> = Setting::whole("sides", 2, 6, "6", "sides of a die");
static LIARS_DICE: Schema =
    Schema { name: "liars-dice", help: "Liar's dice", fields: &[DICE.field(), SIDES.field()] };

fn liars_dice(settings: &Settings) -> Result<LiarsDice, String> {
    LiarsDice::with_dice(settings.get(&DICE), settings.get(&SIDES))
}

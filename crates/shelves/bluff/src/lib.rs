//! Liar's dice.

use sortilege_catalogue::setting::{Schema, Setting, Settings};
use sortilege_catalogue::{Entry, Listed, listed};
use sortilege_games_bluff::liars_dice::{self, LiarsDice};

/// All of them, in the order in which they are listed.
pub fn games() -> Vec<Box<dyn Listed>> {
    vec![listed(
        Entry::new(&LIARS_DICE, liars_dice)
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

const SIDES: Setting<u8> = Setting::whole("sides", 2, 6, "6", "sides of a die");
static LIARS_DICE: Schema =
    Schema { name: "liars-dice", help: "Liar's dice with one die a player", fields: &[SIDES.field()] };

fn liars_dice(settings: &Settings) -> Result<LiarsDice, String> {
    LiarsDice::new(settings.get(&SIDES))
}

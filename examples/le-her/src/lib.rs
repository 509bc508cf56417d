//! Le Her with every player of Sortilege that supports it: the [game], and its entry in a
//! catalogue.

pub mod game;

pub use game::LeHer;
use sortilege_catalogue::setting::{Schema, Setting};
use sortilege_catalogue::{GameEntry, RegisteredGame, listed};

const RANKS: Setting<u8> =
    Setting::whole("ranks", 2, 13, "13", "ranks of the pack, of four cards each");
static LE_HER: Schema = Schema {
    name: "le-her",
    help: "Le Her: a card each, one of them swapped, one of them drawn anew",
    fields: &[RANKS.field()],
};

/// The game with its capabilities: enumerable chance outcomes, hidden information, actions that
/// look different to each seat, a size that can be solved exactly, and a key for its states.
pub fn line() -> Box<dyn RegisteredGame> {
    let entry = GameEntry::new(&LE_HER, |settings| Ok(LeHer::new(settings.get(&RANKS))));
    listed(entry.chance().outcomes().hidden().observe().exact().key())
}

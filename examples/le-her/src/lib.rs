//! Le Her with every player of Sortilege that fits it: the [game], and its line in a catalogue.

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

/// The game with its claims: chance whose outcomes can be listed, something hidden, moves that look
/// different to each seat, small enough to be solved, and with a key for its states.
pub fn line() -> Box<dyn RegisteredGame> {
    let entry = GameEntry::new(&LE_HER, |settings| Ok(LeHer::new(settings.get(&RANKS))));
    listed(entry.chance().outcomes().hidden().observe().exact().key())
}

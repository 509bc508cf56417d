//! m,n,k-games, phantom m,n,k-games with hidden marks, and Dark Hex.

use sortilege_catalogue::setting::{Choice, Field, Schema, Setting, Settings};
use sortilege_catalogue::{
    Evaluations, Family, GameEntry, Preset, RegisteredGame, listed, listed_by_size,
};
use sortilege_games_lines::dark_hex::{self, DarkHex, Reveal};
use sortilege_games_lines::mnk::{self, Mnk, OpenLines, WideMnk};
use sortilege_games_lines::phantom_mnk::{self, PhantomMnk};

const LINES: Evaluations<OpenLines> = &[("lines", OpenLines)];

/// Returns the games of this shelf, in the order in which they are listed.
pub fn games() -> Vec<Box<dyn RegisteredGame>> {
    vec![
        listed_by_size(
            GameEntry::new(&MNK, mnk)
                .title("m,n,k")
                .family(Family::Boards)
                .also("tic-tac-toe", "mnk:m=3,n=3,k=3")
                .also("noughts-and-crosses", "mnk:m=3,n=3,k=3")
                .also("gomoku", "mnk:m=15,n=15,k=5")
                .rules(mnk::RULES)
                .open()
                .small()
                .provable()
                .evaluate(LINES)
                .key()
                .star_minimax(LINES),
            GameEntry::new(&MNK, wide_mnk)
                .rules(mnk::RULES)
                .open()
                .small()
                .provable()
                .evaluate(LINES)
                .key()
                .star_minimax(LINES),
            |settings| settings.get(&M) * settings.get(&N) > 64,
        ),
        listed(
            GameEntry::new(&PHANTOM_MNK, phantom_mnk)
                .title("Phantom m,n,k")
                .family(Family::Bluff)
                .also("phantom-tic-tac-toe", "phantom-mnk:m=3,n=3,k=3")
                // Information set searches get weaker in this game with more simulations.
                .recommend("determinized-uct")
                .rules(phantom_mnk::RULES)
                .chance()
                .outcomes()
                .hidden()
                .observe()
                .equilibria()
                .exact()
                .responses()
                .key()
                .presets(IS),
        ),
        listed(
            GameEntry::new(&DARK_HEX, dark_hex)
                .family(Family::Bluff)
                .rules(dark_hex::RULES)
                .chance()
                .outcomes()
                .hidden()
                .observe()
                .equilibria()
                .exact()
                .responses()
                .key(),
        ),
    ]
}

/// The players of IS, as §VI-B has them.
const IS: [Preset; 6] = Preset::of(
    "IS §VI-B",
    [
        ("is-cheating-uct", "cheating-uct:iterations=10000,c=0.7"),
        ("is-cheating-ensemble", "cheating-ensemble:trees=40,iterations=250,c=0.7"),
        ("is-determinized-uct", "determinized-uct:trees=40,iterations=250,c=0.7"),
        ("is-so-ismcts", "so-ismcts:iterations=10000,c=0.7"),
        ("is-so-ismcts-pom", "so-ismcts-pom:iterations=10000,c=0.7"),
        ("is-mo-ismcts", "mo-ismcts:iterations=10000,c=0.7"),
    ],
);

const M: Setting<usize> = Setting::whole("m", 1, 64, "4", "columns");
const N: Setting<usize> = Setting::whole("n", 1, 64, "4", "rows");
const K: Setting<usize> = Setting::whole("k", 1, 64, "4", "number of marks in a line that wins");
const NOTICED: Setting<bool> =
    Setting::flag("noticed", false, "the opponent observes that an attempt has failed")
        .omit_default();
const BOARD: [Field; 3] = [M.field(), N.field(), K.field()];
const PHANTOM_BOARD: [Field; 4] = [M.field(), N.field(), K.field(), NOTICED.field()];
static MNK: Schema = Schema {
    name: "mnk",
    help: "m,n,k-games: k marks in a line win; tic-tac-toe is 3,3,3",
    fields: &BOARD,
};
static PHANTOM_MNK: Schema = Schema {
    name: "phantom-mnk",
    help: "m,n,k-games in which a player sees only the enemy marks that blocked an attempt",
    fields: &PHANTOM_BOARD,
};

const COLUMNS: Setting<usize> = Setting::whole("columns", 1, 8, "3", "cells in a row");
const ROWS: Setting<usize> = Setting::whole("rows", 1, 8, "3", "rows");
static REVEAL: Choice<Reveal, 2> = Choice::new(
    "reveal",
    [("classical", Reveal::Classical), ("abrupt", Reveal::Abrupt)],
    "classical",
    "whether a player who hits an enemy stone tries again (`classical`), or loses the turn \
     (`abrupt`)",
);
static DARK_HEX: Schema = Schema {
    name: "dark-hex",
    help: "Hex in which a player sees only the enemy stones that blocked an attempt",
    fields: &[COLUMNS.field(), ROWS.field(), REVEAL.field()],
};

fn dark_hex(settings: &Settings) -> Result<DarkHex, String> {
    DarkHex::new(settings.get(&COLUMNS), settings.get(&ROWS), settings.get(&REVEAL))
}

fn mnk(settings: &Settings) -> Result<Mnk, String> {
    Mnk::new(settings.get(&M), settings.get(&N), settings.get(&K))
}

fn wide_mnk(settings: &Settings) -> Result<WideMnk, String> {
    WideMnk::new(settings.get(&M), settings.get(&N), settings.get(&K))
}

fn phantom_mnk(settings: &Settings) -> Result<PhantomMnk, String> {
    let game = PhantomMnk::new(settings.get(&M), settings.get(&N), settings.get(&K))?;
    Ok(game.noticed(settings.get(&NOTICED)))
}

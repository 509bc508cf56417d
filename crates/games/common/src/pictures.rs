//! Parts of pictures that many games share.

use sortilege::Player;
use sortilege::game::Notation;
use sortilege::scene::Gesture;

/// A button that shows the name of its move in words: `Let pass` for `let-pass`.
pub fn button(name: impl AsRef<str>) -> Gesture {
    let mut letters = name.as_ref().chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    Gesture::Button(
        first.chain(letters.map(|letter| if letter == '-' { ' ' } else { letter })).collect(),
    )
}

/// The name of a seat, marked if it is the viewer's.
pub fn seat_label(game: &impl Notation, who: Player, viewer: Player) -> String {
    let you = if who == viewer { " (you)" } else { "" };
    format!("{}{you}", game.seat(who))
}

/// The letter of a column, counted from 0. After `z` follow `aa`, `ab` and so on.
pub fn column_name(column: usize) -> String {
    let letter = |n: usize| char::from(b'a' + n as u8);
    match column / 26 {
        0 => letter(column).to_string(),
        prefix => [letter(prefix - 1), letter(column % 26)].iter().collect(),
    }
}

//! Families of games, by which lists of games are ordered.

/// The family of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Family {
    /// Cards, dice under a cup, hidden pieces.
    Bluff,
    /// Dice and draws that all players see.
    Dice,
    /// Boards without chance and without hidden information.
    Boards,
    /// Simultaneous moves.
    Simultaneous,
    /// Everything else.
    #[default]
    Other,
}

impl Family {
    /// All families, in the order in which they are listed.
    pub const ALL: [Family; 5] =
        [Family::Bluff, Family::Dice, Family::Boards, Family::Simultaneous, Family::Other];

    /// Title of the family.
    pub fn title(self) -> &'static str {
        match self {
            Family::Bluff => "Cards and bluff",
            Family::Dice => "Dice and luck",
            Family::Boards => "Boards",
            Family::Simultaneous => "Simultaneous moves",
            Family::Other => "Others",
        }
    }
}

/// Title of a game whose entry has none: `dark-hex` is "Dark Hex".
pub fn title_of(name: &str) -> String {
    let capitalised = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
    };
    name.split('-').map(capitalised).collect::<Vec<_>>().join(" ")
}

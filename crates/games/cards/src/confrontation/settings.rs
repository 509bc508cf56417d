//! Settings of a game.

/// The rules on which sources differ, and the setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// How Dark wins in the Shire, and Light by elimination; default: as in the paper.
    pub wins: WinRule,
    /// What happens to cards that were played; default: they return.
    pub cards: CardRule,
    /// The starting places of the characters; default: the fixed setup.
    pub setup: Setup,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { wins: WinRule::Paper, cards: CardRule::Return, setup: Setup::Fixed }
    }
}

/// Victory conditions, apart from Frodo's fate and blocked sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinRule {
    /// Dark wins with four pieces in the Shire; Light wins when all Dark pieces are dead (IS
    /// §V-A2).
    Paper,
    /// Dark wins with three pieces in the Shire; without pieces Dark loses when it is his turn.
    Published,
}

/// The rule for cards that were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardRule {
    /// The cards return to the hands when all nine are played, as published.
    Return,
    /// The cards are out of the game (IS §V-A3). A player with an empty hand fights with the
    /// strength of the character alone.
    Spent,
}

/// The starting places of the characters. The opponent's knowledge of them is limited to what the
/// mode implies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setup {
    /// One plausible arrangement; players do not know that it is always the same.
    Fixed,
    /// Any of the 15,120 arrangements for each side, dealt by chance.
    Random,
    /// Dealt by chance, but Frodo, Sam and the Balrog are at home, and both players know this (IS
    /// §V-D).
    Constrained,
}

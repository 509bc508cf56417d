//! What can be chosen before a game.

/// The rules where sources differ, and the setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// How Dark wins in the Shire, and Light by killing; as in the paper unless said.
    pub wins: WinRule,
    /// What happens when all cards are played; they return unless said.
    pub cards: CardRule,
    /// Where the characters start; the fixed setup unless said.
    pub setup: Setup,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { wins: WinRule::Paper, cards: CardRule::Return, setup: Setup::Fixed }
    }
}

/// How the game is won, apart from Frodo's fate and blocked sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WinRule {
    /// Dark wins with four pieces in the Shire; Light wins when all Dark pieces are dead (IS
    /// §V-A2).
    Paper,
    /// Dark wins with three pieces in the Shire; without pieces Dark loses when it is his turn.
    Published,
}

/// What happens to cards that were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CardRule {
    /// When all nine are played they return to the hands, as published.
    Return,
    /// They are out of the game (IS §V-A3). Whoever has none left fights with his strength alone.
    Spent,
}

/// Where the characters start. The opponent never knows more of it than the mode tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Setup {
    /// One arrangement that players might choose; they do not know that it is always the same.
    Fixed,
    /// Any of the 15,120 arrangements for each side, dealt by chance.
    Random,
    /// Dealt by chance, but Frodo, Sam and the Balrog are at home, and everybody knows (IS §V-D).
    Constrained,
}

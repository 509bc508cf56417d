//! Options for rules on which sources differ.

/// The use of gods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Gods {
    /// A player may use any number of gods in a turn.
    #[default]
    Several,
    /// A player may use one god a turn.
    One,
    /// Gods are only points. SM §4.1 does not mention their use.
    Idle,
}

/// The result at equal scores.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tie {
    /// The higher single sun wins.
    #[default]
    HighestSun,
    /// The game is a draw.
    Drawn,
}

/// Rules on which sources differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The use of gods; default: several a turn.
    pub gods: Gods,
    /// The result at equal scores; default: the higher single sun wins.
    pub tie: Tie,
    /// Whether Ra may be invoked while the track is empty, to swap a sun; default: true.
    pub empty_auctions: bool,
    /// Whether a score that an epoch leaves below 0 becomes 0; default: true.
    pub floor: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { gods: Gods::Several, tie: Tie::HighestSun, empty_auctions: true, floor: true }
    }
}

impl Rules {
    /// All options packed into a byte.
    pub(super) fn word(self) -> u8 {
        self.gods as u8
            | (self.tie as u8) << 2
            | u8::from(self.empty_auctions) << 3
            | u8::from(self.floor) << 4
    }
}

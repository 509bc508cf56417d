//! Switches for rules on which sources differ.

/// What players may do with gods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Gods {
    /// Use as many in a turn as they like.
    #[default]
    Several,
    /// Use one a turn.
    One,
    /// Nothing: gods are just points. SM §4.1 does not mention their use.
    Idle,
}

/// What equal scores mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tie {
    /// The higher single sun wins.
    #[default]
    HighestSun,
    /// A draw.
    Drawn,
}

/// Rules on which sources differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How gods are used; several a turn unless said.
    pub gods: Gods,
    /// What equal scores mean; unless said, the higher single sun decides.
    pub tie: Tie,
    /// Whether Ra may be invoked while the track is empty, to swap a sun; true unless said.
    pub empty_auctions: bool,
    /// Whether a score that an epoch leaves below 0 becomes 0; true unless said.
    pub floor: bool,
}

impl Default for Rules {
    fn default() -> Self {
        Rules { gods: Gods::Several, tie: Tie::HighestSun, empty_auctions: true, floor: true }
    }
}

impl Rules {
    /// All switches in a byte.
    pub(super) fn word(self) -> u8 {
        self.gods as u8
            | (self.tie as u8) << 2
            | u8::from(self.empty_auctions) << 3
            | u8::from(self.floor) << 4
    }
}

//! Players of papers, under names of their own.

use crate::Spec;

/// A player of a paper, with the settings that the paper gives it for one game. It is named like a
/// player; settings that are written go before its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preset {
    /// What it is called.
    pub name: &'static str,
    /// The player that it stands for.
    pub spec: &'static str,
    /// Where it comes from.
    pub source: &'static str,
}

impl Preset {
    /// Players of one source, by name.
    pub const fn of<const N: usize>(
        source: &'static str,
        players: [(&'static str, &'static str); N],
    ) -> [Preset; N] {
        let mut presets = [Preset { name: "", spec: "", source }; N];
        let mut at = 0;
        while at < N {
            (presets[at].name, presets[at].spec) = players[at];
            at += 1;
        }
        presets
    }

    /// The player, with the settings of `written` before its own.
    pub fn with(&self, written: &Spec) -> Spec {
        standing_for(self.spec, written)
    }
}

/// What a name stands for, with the settings of `written` before those of the name.
pub fn standing_for(meant: &str, written: &Spec) -> Spec {
    before(written, meant.parse().expect("what names stand for is tested"))
}

/// A player with the settings of `written` before its own.
pub fn before(written: &Spec, mut meant: Spec) -> Spec {
    meant.settings.retain(|(name, _)| written.get(name).is_none());
    meant.settings.extend(written.settings.iter().cloned());
    meant
}

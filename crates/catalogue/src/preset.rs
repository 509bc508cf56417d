//! Presets: named players of papers.

use crate::Spec;

/// A player of a paper with its settings for one game. It is used like a player; settings that are
/// written override its own.
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

    /// Returns the player, with the settings of `written` overriding its own.
    pub fn with(&self, written: &Spec) -> Spec {
        standing_for(self.spec, written)
    }
}

/// Resolves a name, with the settings of `written` overriding those of the name.
pub fn standing_for(meant: &str, written: &Spec) -> Spec {
    before(written, meant.parse().expect("what names stand for is tested"))
}

/// Overrides the settings of a player by those of `written`.
pub fn before(written: &Spec, mut meant: Spec) -> Spec {
    meant.settings.retain(|(name, _)| written.get(name).is_none());
    meant.settings.extend(written.settings.iter().cloned());
    meant
}

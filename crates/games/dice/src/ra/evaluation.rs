//! Evaluation before the end. SM §4 has an evaluation of Ra that it does not describe; this one is
//! an addition of this project.
//!
//! It adds two parts: the points of both players if the epoch ended now, and expected gains. The
//! gains are sets that may still be completed and lots that usable suns may still win; they
//! decrease with every Ra tile that is drawn. The numbers are rounded from a least-squares fit of
//! final leads in games of [`Bidder`](super::Bidder) against itself with one random move in
//! fifteen. The lead in points is then mapped into [-1, 1].

use super::suns::{CIVILIZATIONS, MONUMENTS};
use super::{EPOCHS, Group, Kind, Phase, RAS, Ra, Suns, Tiles};
use crate::status::opposed;
use sortilege::Player;
use sortilege::evaluator::Evaluator;

/// The remaining fraction of an epoch after 0 to 5 Ra tiles.
const TO_COME: [f64; RAS as usize] = [1.0, 0.92, 0.86, 0.8, 0.66, 0.42];
/// Expected gain of a usable sun in an epoch, and the increment for each unit of its number.
const LOT: [f64; 2] = [6.7, 0.1];
/// Expected gain of a god beyond its 2 points.
const GOD: f64 = 0.7;
/// Expected gain from 0 to 5 different civilizations.
const MORE_CIVILIZATIONS: [f64; 6] = [2.4, 0.0, 1.6, 0.3, 0.0, 0.0];
/// Expected gain from 0 to 8 different monuments, for each epoch.
const MORE_MONUMENTS: [f64; 9] = [0.0, 0.2, 0.6, 0.9, 1.2, 1.8, 2.4, 2.5, 2.0];
/// Expected gain from two and from three equal monuments, for each epoch.
const MORE_EQUAL: [f64; 2] = [0.9, 0.5];
/// Correction for the uncertainty of leads of 0 to 6 pharaohs, out of 3.5 points on either side of
/// an even number.
const PHARAOHS_NOW: [f64; 7] = [0.0, -2.6, -1.0, -0.5, -0.3, 0.0, 0.0];
/// Value of such leads in each later epoch.
const PHARAOHS_LATER: [f64; 7] = [0.0, 0.7, 1.35, 2.0, 2.9, 3.3, 3.5];
/// Expected gain of a Nile tile: from a flood in this epoch, and in each later one.
const NILE: [f64; 2] = [0.45, 0.55];
/// Value of each unit of a larger sum of suns in each later epoch.
const SUNS_LATER: f64 = 0.46;
/// Value of a safe lead in that sum, out of the 10 points between most and least, with 0 to 2
/// epochs to come.
const SUNS_LEAD: [f64; EPOCHS as usize] = [8.0, 1.2, 0.0];
/// The lead with a value of 0.7, for each epoch to come and one more.
const SCALE: f64 = 6.5;

/// Points and expected gains of both players: `x / sqrt(1 + x * x)` for an expected lead of `x`
/// times the usual one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prospects;

impl Evaluator<Ra> for Prospects {
    fn evaluate(&mut self, state: &Ra, values: &mut [f64]) {
        let value = match state.phase {
            Phase::Deal => 0.0,
            _ => {
                let hour = state.hour();
                let x = state.lead(hour) / (SCALE * (1.0 + hour.epochs()));
                x / (1.0 + x * x).sqrt()
            }
        };
        opposed(value, values);
    }
}

/// The progress of the game.
#[derive(Clone, Copy)]
pub(super) struct Hour {
    /// Number of epochs after this one.
    later: usize,
    /// The remaining fraction of this epoch.
    to_come: f64,
}

impl Hour {
    /// Number of epochs to come, as a fraction.
    #[inline]
    fn epochs(self) -> f64 {
        self.later as f64 + self.to_come
    }

    /// The value of tiles: the current points of `mine`, when the other player owns `theirs`, and
    /// expected gains.
    #[inline]
    pub(super) fn worth(self, mine: Tiles, theirs: Tiles) -> f64 {
        let count = |kind| f64::from(mine.count(kind));
        count(Kind::God) * (2.0 + GOD * self.to_come)
            + count(Kind::Gold) * 3.0
            + self.pharaohs(mine.count(Kind::Pharaoh) as i32 - theirs.count(Kind::Pharaoh) as i32)
            + self.river(count(Kind::Nile), count(Kind::Flood))
            + self.civilizations(mine.only(Group::CIVILIZATIONS).kinds() as usize)
            + self.monuments(mine.only(Group::MONUMENTS))
    }

    /// Half of the difference between the players, so that it counts once in the difference of
    /// both.
    #[inline]
    fn pharaohs(self, lead: i32) -> f64 {
        let size = lead.unsigned_abs().min(6) as usize;
        let safe = if lead == 0 { 0.0 } else { 3.5 };
        let value =
            safe + self.to_come * PHARAOHS_NOW[size] + self.later as f64 * PHARAOHS_LATER[size];
        if lead < 0 { -value } else { value }
    }

    #[inline]
    fn river(self, niles: f64, floods: f64) -> f64 {
        let now = if floods > 0.0 { 1.0 } else { NILE[0] * self.to_come };
        floods + niles * (now + NILE[1] * self.later as f64)
    }

    #[inline]
    fn civilizations(self, kinds: usize) -> f64 {
        f64::from(CIVILIZATIONS[kinds]) + self.to_come * MORE_CIVILIZATIONS[kinds]
    }

    #[inline]
    fn monuments(self, mine: Tiles) -> f64 {
        let with = |least| f64::from(mine.kinds_with(least));
        let [two, three, four, five] = [with(2), with(3), with(4), with(5)];
        let kinds = mine.kinds() as usize;
        let hope =
            MORE_MONUMENTS[kinds] + MORE_EQUAL[0] * (two - three) + MORE_EQUAL[1] * (three - four);
        f64::from(MONUMENTS[kinds]) + 5.0 * (three + four + five) + self.epochs() * hope
    }

    /// Expected gain of usable suns in this epoch.
    #[inline]
    pub(super) fn hope(self, suns: Suns) -> f64 {
        self.to_come * (LOT[0] * f64::from(suns.count()) + LOT[1] * f64::from(suns.sum()))
    }

    /// The value of suns whose sum is larger by `lead`.
    #[inline]
    pub(super) fn sun_lead(self, lead: f64) -> f64 {
        SUNS_LATER * self.later as f64 * lead
            + SUNS_LEAD[self.later] * (lead / 4.0).clamp(-1.0, 1.0)
    }
}

impl Ra {
    #[inline]
    pub(super) fn hour(&self) -> Hour {
        Hour { later: usize::from(EPOCHS - self.epoch), to_come: TO_COME[usize::from(self.ras)] }
    }

    /// The lead of `who` in the sum of suns.
    #[inline]
    pub(super) fn suns_ahead(&self, who: usize) -> f64 {
        let sum = |who| f64::from(self.suns(Player(who)).sum());
        sum(who) - sum(1 - who)
    }

    /// The expected final lead of the first player, in points.
    fn lead(&self, hour: Hour) -> f64 {
        let [mine, theirs] = self.owned;
        f64::from(self.scores[0] - self.scores[1])
            + (hour.worth(mine, theirs) - hour.worth(theirs, mine))
            + (hour.hope(self.up[0]) - hour.hope(self.up[1]))
            + hour.sun_lead(self.suns_ahead(0))
    }
}

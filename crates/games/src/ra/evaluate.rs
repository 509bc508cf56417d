//! A value before the end. SM §4 uses an evaluation of Ra that it does not describe; this one is ours.
//!
//! Each player's tiles and suns are worth the points that they can be expected to bring until the end of the
//! game: exact points where those are certain, shares of sets that may yet be completed, a price for a sun
//! that can still win a lot. The lead in points is then bent into [-1, 1].

use super::{EPOCHS, Group, Kind, Phase, RAS, Ra, Suns, Tiles};
use sortilege::game::Evaluate;
use sortilege::{Game, Player};

/// Points expected for 0 to 5 different civilizations.
const CIVILIZATIONS: [f64; 6] = [-3.0, 0.0, 2.0, 6.0, 10.5, 15.0];
/// Points expected for 0 to 8 different monuments.
const MONUMENTS: [f64; 9] = [0.0, 1.0, 2.2, 3.5, 5.0, 6.5, 8.5, 11.5, 15.0];
/// Points expected for the second to fifth monument of a type.
const EQUAL: [f64; 4] = [1.0, 4.0, 5.0, 5.0];
/// A god scores 2 points, but may take a better tile.
const GOD: f64 = 2.5;
/// The share of an epoch's auctions that are still to come after 0 to 5 Ra tiles.
const TO_COME: [f64; RAS as usize] = [1.0, 0.9, 0.75, 0.6, 0.45, 0.25];
/// The lead in points, with 0 to 2 epochs after this one, that is worth 0.7.
const SCALE: [f64; EPOCHS as usize] = [10.0, 16.0, 20.0];

impl Evaluate for Ra {
    /// `x / sqrt(1 + x * x)` for a lead of `x` times the usual one.
    fn evaluate(&self, who: Player) -> f64 {
        match self.phase {
            Phase::Over => self.payoff(who),
            Phase::Deal => 0.0,
            _ => {
                let x = self.lead() / SCALE[self.later()];
                let value = x / (1.0 + x * x).sqrt();
                if who.0 == 0 { value } else { -value }
            }
        }
    }
}

impl Ra {
    /// Epochs after this one.
    #[inline]
    pub(super) fn later(&self) -> usize {
        usize::from(EPOCHS - self.epoch)
    }

    /// How many points the first player can be expected to be ahead in the end.
    fn lead(&self) -> f64 {
        let [mine, theirs] = self.owned;
        let later = self.later();
        let scores = f64::from(self.scores[0] - self.scores[1]);
        let tiles = worth(mine, theirs, later) - worth(theirs, mine, later);
        let hope = |who: usize| self.hope(self.up[who]);
        let sums = [0, 1].map(|who| f64::from(self.suns(Player(who)).sum()));
        scores + tiles + hope(0) - hope(1) + later_suns(sums[0] - sums[1], later)
    }

    /// What usable suns may still win in this epoch.
    #[inline]
    pub(super) fn hope(&self, suns: Suns) -> f64 {
        let to_come = TO_COME[usize::from(self.ras)];
        to_come * (2.0 * f64::from(suns.count()) + 0.3 * f64::from(suns.sum()))
    }
}

/// What `mine` can be expected to bring in this epoch and `later` ones, when the other player owns `theirs`.
#[inline]
pub(super) fn worth(mine: Tiles, theirs: Tiles, later: usize) -> f64 {
    let count = |kind| f64::from(mine.count(kind));
    let lead = count(Kind::Pharaoh) - f64::from(theirs.count(Kind::Pharaoh));
    let civilizations = CIVILIZATIONS[mine.only(Group::CIVILIZATIONS).kinds() as usize];
    GOD * count(Kind::God)
        + 3.0 * count(Kind::Gold)
        + pharaohs(lead, later)
        + river(count(Kind::Nile), count(Kind::Flood), later)
        + civilizations
        + monuments(mine.only(Group::MONUMENTS))
}

/// Half of the 7 points between most and fewest, in every epoch to come, for a safe lead.
#[inline]
fn pharaohs(lead: f64, later: usize) -> f64 {
    3.5 * ((lead / 2.0).clamp(-1.0, 1.0) + later as f64 * (lead / 5.0).clamp(-1.0, 1.0))
}

#[inline]
fn river(niles: f64, floods: f64, later: usize) -> f64 {
    let now = if floods > 0.0 { 1.0 } else { 0.4 };
    floods + niles * (now + 0.7 * later as f64)
}

#[inline]
fn monuments(mine: Tiles) -> f64 {
    let equal = |i: usize| EQUAL[i] * f64::from(mine.kinds_with(i as u32 + 2));
    MONUMENTS[mine.kinds() as usize] + (0..EQUAL.len()).map(equal).sum::<f64>()
}

/// What a larger sum of suns is good for in `later` epochs, and in the end.
#[inline]
pub(super) fn later_suns(lead: f64, later: usize) -> f64 {
    0.4 * later as f64 * lead + 5.0 * (lead / 4.0).clamp(-1.0, 1.0)
}

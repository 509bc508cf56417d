//! Reachability checks of a position: consequences of how suns, tiles and points change hands.
//! Random moves and outcomes are sampled without listing them.

use super::tiles::ROW;
use super::{Action, Gods, Group, Kind, Phase, Ra, Suns, TRACK, Tiles};
use sortilege::game::{Chance, Outcomes};
use sortilege::{Player, Rng};

/// Largest number of points from an epoch: 8 gods, 5 gold, the most pharaohs, 25 Niles with 12
/// floods, and five civilizations.
const MOST_POINTS: i16 = 2 * 8 + 3 * 5 + 5 + 25 + 12 + 15;
/// Largest loss of points in an epoch: the fewest pharaohs, and no civilization.
const MOST_LOST: i16 = 2 + 5;
/// Largest number of points at the end of the game: all monuments, and the larger sum of suns.
const MOST_AT_THE_END: i16 = 15 + 8 * 15 + 5;
/// Largest loss at the end of the game: the smaller sum of suns.
const MOST_LOST_AT_THE_END: i16 = 5;

impl Ra {
    /// Returns the first property that no game can lead to, if there is any.
    pub(super) fn check_course(&self) -> Result<(), String> {
        (0..2).try_for_each(|who| self.check_points(who))?;
        (0..2).try_for_each(|who| self.check_gains(who))?;
        self.check_gone()?;
        if self.epoch == 1 { self.check_first_epoch() } else { Ok(()) }
    }

    fn check_points(&self, who: usize) -> Result<(), String> {
        let over = self.phase == Phase::Over;
        let epochs = i16::from(self.epoch - 1) + i16::from(over);
        let (gain, loss) = if over { (MOST_AT_THE_END, MOST_LOST_AT_THE_END) } else { (0, 0) };
        let fallen = 10 - MOST_LOST * epochs - loss;
        let least = if self.rules.floor { fallen.max(0) } else { fallen };
        let most = 10 + MOST_POINTS * epochs + gain;
        let points = self.scores[who];
        if (least..=most).contains(&points) {
            return Ok(());
        }
        Err(format!(
            "after {epochs} epochs a player has from {least} to {most} points, not {points}"
        ))
    }

    /// Checks that tiles are paid for: each auction costs a sun, and a god takes one tile.
    fn check_gains(&self, who: usize) -> Result<(), String> {
        let (won, before) = (self.down[who].count(), 4 * u32::from(self.epoch - 1));
        let all = self.owned[who];
        let fresh = all.without(all.only(Group::KEPT)).total();
        if fresh > TRACK * won || all.total() > TRACK * (won + before) {
            return Err(format!(
                "player {} owns more tiles than {won} spent suns can have won in this epoch: {TRACK} each, and only \
                 pharaohs, Niles and monuments are kept from epochs before",
                who + 1
            ));
        }
        Ok(())
    }

    /// Checks that tiles that cause a discard, and used gods, have left the game.
    fn check_gone(&self) -> Result<(), String> {
        let gone = Tiles::ALL.without(self.accounted());
        let owed = [Kind::Unrest, Kind::Earthquake].map(|kind| 2 * gone.count(kind));
        if self.losses.iter().zip(owed).any(|(&loss, owed)| u32::from(loss) > owed) {
            return Err("a disaster that is gone costs at most two tiles".to_string());
        }
        if self.phase == Phase::Discard && self.down[usize::from(self.decider)].is_empty() {
            return Err("the player who discards has won the lot with a sun".to_string());
        }
        if self.phase == Phase::Again
            && (self.rules.gods == Gods::Idle || gone.count(Kind::God) == 0)
        {
            return Err("another god comes after one that is gone".to_string());
        }
        Ok(())
    }

    /// Checks the first epoch: players bid with the suns that they were dealt, and there are no
    /// earlier points.
    fn check_first_epoch(&self) -> Result<(), String> {
        let dealt = |nine: usize| {
            let [first, second] = [self.up[nine], self.up[1 - nine]];
            first.without(Suns::NINE).is_empty() && second.without(Suns::EIGHT).is_empty()
        };
        let spent = self.down[0].with(self.down[1]);
        if !(dealt(0) || dealt(1)) || spent.is_empty() != (self.centre == 1) {
            return Err(
                "in the first epoch usable suns are of 2, 5, 6, 9 and of 3, 4, 7, 8, and sun 1 is in the \
                        centre until the first auction is won"
                    .to_string(),
            );
        }
        let gone = Tiles::ALL.without(self.accounted());
        if self.ras > 0 || !spent.is_empty() || !gone.is_empty() {
            return Ok(());
        }
        // Only draws have happened so far, and players alternate.
        let first = u32::from(self.suns(Player(1)).has(9));
        let mover = (first + self.track.total()) % 2;
        let right = u32::from(self.mover) == mover;
        right.then_some(()).ok_or_else(|| {
            format!(
                "the player with sun 9 begins, so after {} tiles player {} is on turn",
                self.track.total(),
                mover + 1
            )
        })
    }
}

/// Random moves. The moves of gods and disasters are rare and kept apart.
impl Ra {
    #[inline]
    pub(super) fn random_act(&self, rng: &mut Rng) -> Action {
        let (takeable, draw, invoke) = (self.takeable(), self.may_draw(), self.may_invoke());
        if !takeable.is_empty() {
            return self.random_act_with_god(takeable, rng);
        }
        // A random number is drawn only if both actions are legal.
        if draw && !(invoke && rng.below(2) == 0) { Action::Draw } else { Action::Invoke }
    }

    #[inline(never)]
    fn random_act_with_god(&self, takeable: Tiles, rng: &mut Rng) -> Action {
        let (draw, plain) =
            (self.may_draw(), u32::from(self.may_draw()) + u32::from(self.may_invoke()));
        match rng.below((plain + takeable.kinds()) as usize) as u32 {
            0 if draw => Action::Draw,
            n if n < plain => Action::Invoke,
            n => Action::Take(takeable.nth_kind(n - plain)),
        }
    }

    #[inline(never)]
    pub(super) fn random_again(&self, rng: &mut Rng) -> Action {
        let takeable = self.takeable();
        match rng.below(1 + takeable.kinds() as usize) as u32 {
            0 => Action::Stop,
            n => Action::Take(takeable.nth_kind(n - 1)),
        }
    }

    #[inline(never)]
    pub(super) fn random_discard(&self, rng: &mut Rng) -> Action {
        let tiles = self.discardable();
        Action::Discard(tiles.nth_kind(rng.below(tiles.kinds() as usize) as u32))
    }

    #[inline]
    pub(super) fn random_bid(&self, rng: &mut Rng) -> Action {
        // Numbers below the count are bids, and the number after them is a pass.
        let suns = self.biddable();
        let n = rng.below(suns.count() as usize + usize::from(self.may_pass())) as u32;
        if n == suns.count() { Action::Pass } else { Action::Bid(suns.nth(n)) }
    }
}

impl Chance for Ra {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        if self.phase == Phase::Deal {
            return Action::Deal(rng.below(2) as u8);
        }
        // Rejection sampling from all 180 tiles needs no sums over the kinds in the bag.
        loop {
            let (kind, number) = ROW[rng.below(ROW.len())];
            if u32::from(number) < self.bag.count(kind) {
                return Action::Tile(kind);
            }
        }
    }
}

impl Outcomes for Ra {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        if self.phase == Phase::Deal {
            return out.extend([0, 1].map(|who| (Action::Deal(who), 0.5)));
        }
        let total = f64::from(self.bag.total());
        out.extend(
            self.bag.iter().map(|(kind, count)| (Action::Tile(kind), f64::from(count) / total)),
        );
    }
}

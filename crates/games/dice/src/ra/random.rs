//! Random moves and outcomes, sampled without listing them.

use super::tiles::ROW;
use super::{Action, Phase, Ra, Tiles};
use sortilege::Rng;
use sortilege::game::{Chance, Outcomes};

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

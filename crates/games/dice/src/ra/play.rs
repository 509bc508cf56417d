//! The course of the game: turns, auctions, disasters, epochs.

use super::{EPOCHS, Gods, Group, Kind, Phase, RAS, Ra, Suns, TRACK, Tiles, suns};
use sortilege::Player;

impl Ra {
    /// Gives sun 9 and its set to `who`, who begins.
    #[inline(never)]
    pub(super) fn deal(&mut self, who: u8) {
        self.up[usize::from(who)] = Suns::NINE;
        self.up[usize::from(1 - who)] = Suns::EIGHT;
        self.begin_turn(who);
    }

    /// Applies the draw of this tile by the mover.
    #[inline]
    pub(super) fn draw(&mut self, kind: Kind) {
        self.bag.remove(kind, 1);
        if kind != Kind::Ra {
            self.track.add(kind, 1);
            return self.end_turn();
        }
        self.ras += 1;
        match self.ras {
            RAS => self.end_epoch(),
            _ => self.start_auction(false),
        }
    }

    #[inline(never)]
    pub(super) fn take(&mut self, kind: Kind) {
        self.track.remove(kind, 1);
        let mine = &mut self.owned[usize::from(self.mover)];
        mine.remove(Kind::God, 1);
        mine.add(kind, 1);
        if self.rules.gods == Gods::Several && !self.takeable().is_empty() {
            self.phase = Phase::Again;
        } else {
            self.end_turn();
        }
    }

    /// Starts an auction. The other player is asked first, if that player has a sun.
    #[inline]
    pub(super) fn start_auction(&mut self, voluntary: bool) {
        self.voluntary = voluntary;
        self.decider = 1 - self.mover;
        match self.biddable().is_empty() {
            true => self.ask_ra_player(),
            false => self.phase = Phase::Bid,
        }
    }

    /// Asks the Ra player, unless there is only one option.
    #[inline]
    fn ask_ra_player(&mut self) {
        self.decider = self.mover;
        let suns = self.biddable();
        match suns.count() {
            0 => self.pass(),
            1 if !self.may_pass() => self.bid(suns.lowest()),
            _ => self.phase = Phase::Bid,
        }
    }

    #[inline]
    pub(super) fn bid(&mut self, sun: u8) {
        if self.decider == self.mover {
            return self.win(self.mover, sun);
        }
        self.bid = sun;
        self.ask_ra_player();
    }

    #[inline]
    pub(super) fn pass(&mut self) {
        if self.decider != self.mover {
            return self.ask_ra_player();
        }
        if self.bid != 0 {
            return self.win(1 - self.mover, self.bid);
        }
        if self.track.total() == TRACK {
            self.track = Tiles::NONE;
        }
        self.voluntary = false;
        self.end_turn();
    }

    /// Lets `winner` pay with `sun` for the track.
    #[inline]
    fn win(&mut self, winner: u8, sun: u8) {
        let (who, lot) = (usize::from(winner), self.track);
        (self.bid, self.voluntary) = (0, false);
        self.up[who] = self.up[who].without(Suns::one(sun));
        self.down[who] = self.down[who].with(Suns::one(self.centre));
        self.centre = sun;
        self.owned[who] = self.owned[who].with(lot.only(Group::OWNED));
        self.track = Tiles::NONE;
        if lot.only(Group::DISASTERS).is_empty() {
            return self.end_turn();
        }
        self.suffer(winner, lot);
    }

    /// Applies the disasters to the winner of the lot.
    #[inline(never)]
    fn suffer(&mut self, winner: u8, lot: Tiles) {
        bury_and_dry(&mut self.owned[usize::from(winner)], lot);
        self.losses = [Kind::Unrest, Kind::Earthquake].map(|kind| 2 * lot.count(kind) as u8);
        self.decider = winner;
        self.settle_losses();
    }

    #[inline(never)]
    pub(super) fn discard(&mut self, kind: Kind) {
        let loss = if self.losses[0] > 0 { 0 } else { 1 };
        self.losses[loss] -= 1;
        self.owned[usize::from(self.decider)].remove(kind, 1);
        self.settle_losses();
    }

    /// Makes the forced discards and asks for the others.
    fn settle_losses(&mut self) {
        for loss in 0..2 {
            if self.losses[loss] == 0 {
                continue;
            }
            let (tiles, n) = (self.discardable(), u32::from(self.losses[loss]));
            let mine = &mut self.owned[usize::from(self.decider)];
            if tiles.total() <= n {
                *mine = mine.without(tiles);
            } else if tiles.kinds() == 1 {
                mine.remove(tiles.nth_kind(0), n);
            } else {
                self.phase = Phase::Discard;
                return;
            }
            self.losses[loss] = 0;
        }
        self.end_turn();
    }

    /// Passes the turn to the other player if that player has a usable sun; the epoch ends if
    /// neither has one.
    #[inline]
    pub(super) fn end_turn(&mut self) {
        let [next, same] = [1 - self.mover, self.mover];
        if !self.up[usize::from(next)].is_empty() {
            self.begin_turn(next);
        } else if !self.up[usize::from(same)].is_empty() {
            self.begin_turn(same);
        } else {
            self.end_epoch();
        }
    }

    #[inline]
    fn begin_turn(&mut self, mover: u8) {
        self.mover = mover;
        self.decider = mover;
        self.phase = Phase::Act;
    }

    #[inline(never)]
    fn end_epoch(&mut self) {
        self.track = Tiles::NONE;
        self.scores = [0, 1].map(|who| self.score_after_epoch(who));
        if self.epoch == EPOCHS {
            (self.phase, self.mover, self.decider) = (Phase::Over, 0, 0);
            return;
        }
        self.epoch += 1;
        self.ras = 0;
        self.owned = self.owned.map(|tiles| tiles.only(Group::KEPT));
        self.up = [0, 1].map(|who| self.suns(Player(who)));
        self.down = [Suns::NONE; 2];
        // No sun belongs to both sets, so the greater set is the one with the highest sun.
        self.begin_turn(u8::from(self.up[1] > self.up[0]));
    }

    fn score_after_epoch(&self, who: usize) -> i16 {
        let (mine, theirs) = (self.owned[who], self.owned[1 - who]);
        let mut score = self.scores[who] + suns::epoch(mine, theirs);
        if self.epoch == EPOCHS {
            score += suns::monuments(mine);
            score += suns::suns(self.suns(Player(who)), self.suns(Player(1 - who)));
        }
        if self.rules.floor { score.max(0) } else { score }
    }
}

/// Applies the funerals and droughts of a lot to its winner, who already has the other tiles of the
/// lot.
pub(super) fn bury_and_dry(owned: &mut Tiles, lot: Tiles) {
    owned.remove_up_to(Kind::Pharaoh, 2 * lot.count(Kind::Funeral));
    let dry = owned.remove_up_to(Kind::Flood, 2 * lot.count(Kind::Drought));
    owned.remove_up_to(Kind::Nile, dry);
}

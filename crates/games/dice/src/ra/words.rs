//! Descriptions of events: the winner of a lot, the cost of disasters, the end of an epoch.

use super::play::bury_and_dry;
use super::{Action, Group, Kind, Phase, Ra, TRACK, Tiles};
use sortilege::game::Notation;
use sortilege::{Game, Player};

impl Ra {
    /// An action and its automatic consequences.
    pub(super) fn words(&self, action: Action) -> String {
        let done = match action {
            Action::Deal(who) => format!("Player {} gets the sun 9", who + 1),
            Action::Tile(kind) => format!("a tile: {}", kind.name()),
            _ => self.action_name(action),
        };
        let after = self.after(action);
        let parts = [Some(done), self.lot_words(&after), self.epoch_words(&after)];
        parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
    }

    /// The fate of the lot: a player has paid for it if there is another sun in the centre.
    fn lot_words(&self, after: &Ra) -> Option<String> {
        let (lot, sun) = (self.track, after.centre);
        let Some(winner) = (0..2).find(|&who| sun != self.centre && self.up[who].has(sun)) else {
            let gone = lot.total() == TRACK && after.track.is_empty() && !self.ends_epoch(after);
            return gone.then(|| "both players pass, and the lot is discarded".to_string());
        };
        let name = self.seat(Player(winner));
        let won = if lot.is_empty() { "an empty lot".to_string() } else { listed(lot) };
        let lost = match self.lost(winner, after) {
            lost if lost.is_empty() => String::new(),
            lost => format!(", and disasters take {}", listed(lost)),
        };
        Some(format!("{name} wins {won} with the sun {sun}{lost}"))
    }

    /// The tiles that disasters in the lot take at once from its winner. At the end of an epoch
    /// further tiles are removed.
    fn lost(&self, winner: usize, after: &Ra) -> Tiles {
        let mine = self.owned[winner].with(self.track.only(Group::OWNED));
        let mut left = mine;
        bury_and_dry(&mut left, self.track);
        mine.without(if self.ends_epoch(after) { left } else { after.owned[winner] })
    }

    fn epoch_words(&self, after: &Ra) -> Option<String> {
        let points =
            |who: usize| format!("{} has {} points", self.seat(Player(who)), after.scores[who]);
        self.ends_epoch(after)
            .then(|| format!("epoch {} ends: {}, {}", self.epoch, points(0), points(1)))
    }

    fn ends_epoch(&self, after: &Ra) -> bool {
        after.epoch != self.epoch || after.phase == Phase::Over
    }
}

/// Tiles in words, `nile 2, god`.
fn listed(tiles: Tiles) -> String {
    let name = |(kind, count): (Kind, u32)| match count {
        1 => kind.name().to_string(),
        _ => format!("{} {count}", kind.name()),
    };
    tiles.iter().map(name).collect::<Vec<_>>().join(", ")
}

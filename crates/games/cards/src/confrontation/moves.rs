//! Moves of pieces on the map.

use super::board::{MORDORWARD, Region, SHIREWARD, SIDEWAYS, forward_from};
use super::cast::{Character, PIECES};
use super::{Action, Confrontation, DARK, LIGHT};
use crate::bits::bits;
use sortilege::Rng;

impl Confrontation {
    /// The target regions of each character of the side on turn.
    #[inline]
    pub(super) fn targets(&self) -> [u16; PIECES] {
        let (own, enemy) = (&self.sides[self.mover()], &self.sides[1 - self.mover()]);
        let open = !own.full;
        let forward = if self.mover() == DARK { &SHIREWARD } else { &MORDORWARD };
        let mut targets = own.at.map(|at| forward[usize::from(at)] & open);
        let attackable = enemy.occupied & open;
        if self.mover() == LIGHT {
            let at = usize::from(own.at[Character::ARAGORN.index()]);
            targets[Character::ARAGORN.index()] |= (SIDEWAYS[at] | SHIREWARD[at]) & attackable;
            return targets;
        }
        let at = usize::from(own.at[Character::WITCH_KING.index()]);
        targets[Character::WITCH_KING.index()] |= SIDEWAYS[at] & attackable;
        if own.alive(Character::NAZGUL) {
            targets[Character::NAZGUL.index()] |= enemy.single & open;
        }
        let first_steps = targets[Character::RIDER.index()];
        targets[Character::RIDER.index()] |= ridden(first_steps, enemy.occupied, open);
        targets
    }

    /// The regions that the side on turn can enter by plain forward moves. They do not depend on
    /// the identities of its pieces, so both players know them.
    #[inline]
    pub(super) fn plain_targets(&self) -> u16 {
        let own = &self.sides[self.mover()];
        forward_from(self.mover(), own.occupied) & !own.full
    }

    /// Returns whether the side on turn has any move.
    pub(super) fn can_move(&self) -> bool {
        self.targets().iter().any(|&targets| targets != 0)
    }

    /// Returns whether the move reveals the character: only certain characters can make it, or it
    /// wins the game.
    #[inline]
    pub(super) fn shows(&self, who: Character, from: Region, to: Region) -> bool {
        let forward = if who.side() == DARK { &SHIREWARD } else { &MORDORWARD };
        forward[usize::from(from.0)] & to.bit() == 0
            || (who, to) == (Character::FRODO, Region::MORDOR)
    }

    pub(super) fn list_moves(&self, out: &mut Vec<Action>) {
        for (index, targets) in (0..).zip(self.targets()) {
            out.extend(bits(targets).map(|to| self.move_of(index, to)));
        }
    }

    #[inline]
    pub(super) fn random_move(&self, rng: &mut Rng) -> Action {
        let targets = self.targets();
        let total: u32 = targets.iter().map(|targets| targets.count_ones()).sum();
        let mut left = rng.below(total as usize) as u32;
        for (index, targets) in (0..).zip(targets) {
            if left < targets.count_ones() {
                return self.move_of(index, sortilege::rng::nth_bit(targets.into(), left) as u8);
            }
            left -= targets.count_ones();
        }
        unreachable!("the total is the sum of all")
    }

    #[inline]
    fn move_of(&self, index: u8, to: u8) -> Action {
        let from = self.sides[self.mover()].at[usize::from(index)];
        Action::Move { who: Character::of(self.mover(), index), from: Region(from), to: Region(to) }
    }
}

/// The regions that the Black Rider can attack: the ends of all forward paths through regions that
/// are open and free of enemies.
#[inline]
fn ridden(first_steps: u16, enemies: u16, open: u16) -> u16 {
    let (mut reached, mut edge) = (0, first_steps);
    while edge != 0 {
        reached |= edge;
        edge = forward_from(DARK, edge & !enemies) & open;
    }
    reached & enemies
}

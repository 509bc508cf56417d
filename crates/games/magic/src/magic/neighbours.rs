//! Alternatives to a choice, for policy improvement: nothing, everything, choices that differ from
//! it in one creature, and every set of cards that agrees with it in playing a land. Choices with
//! the same effect, because creatures of a kind are interchangeable, count once.

use super::cards::Kinds;
use super::expert::kinds_of;
use super::side::places;
use super::{Action, Blocks, Magic};
use sortilege::Game;

impl Magic {
    /// Replaces `out` with the neighbours of a choice, which is one of them.
    pub(super) fn neighbours(&self, choice: Action, out: &mut Vec<Action>) {
        self.actions(out);
        match choice {
            Action::Attack(mask) => self.near_attacks(mask, out),
            Action::Block(blocks) => self.near_blocks(blocks, out),
            Action::Play(chosen) => {
                out.retain(
                    |action| matches!(action, Action::Play(play) if play.land == chosen.land),
                );
            }
            // For a single creature or card there are few alternatives.
            _ => {}
        }
    }

    fn near_attacks(&self, chosen: u32, out: &mut Vec<Action>) {
        let side = &self.sides[self.active()];
        let near = |mask: u32| mask == 0 || mask == side.all() || (mask ^ chosen).count_ones() == 1;
        let mut seen = vec![kinds_of(side, chosen)];
        out.retain(|&action| {
            let Action::Attack(mask) = action else { return false };
            mask == chosen || near(mask) && is_new(&mut seen, kinds_of(side, mask))
        });
    }

    fn near_blocks(&self, chosen: Blocks, out: &mut Vec<Action>) {
        let near = |blocks: Blocks| blocks.0 == 0 || changed(blocks.0 ^ chosen.0) == 1;
        let mut seen = vec![self.fights(chosen)];
        out.retain(|&action| {
            let Action::Block(blocks) = action else { return false };
            blocks == chosen || near(blocks) && is_new(&mut seen, self.fights(blocks))
        });
    }

    /// The kinds of creatures that block each attacker, and its kind, in an order that does not
    /// distinguish creatures of a kind.
    fn fights(&self, blocks: Blocks) -> Vec<(u8, Kinds)> {
        let [attacking, defending] =
            [self.active(), 1 - self.active()].map(|seat| &self.sides[seat]);
        let band = |attacker: usize| {
            let guards =
                |&blocker: &usize| (blocks.0 >> (4 * blocker) & 15) as usize == attacker + 1;
            let blockers = (0..usize::from(defending.len)).filter(guards);
            blockers.fold(0, |mask, blocker| mask | 1 << blocker)
        };
        let fight = |attacker| (attacking.places[attacker], kinds_of(defending, band(attacker)));
        let mut fights: Vec<_> = places(self.attackers).map(fight).collect();
        fights.sort_unstable_by_key(|&(kind, Kinds(blockers))| (kind, blockers));
        fights
    }
}

/// Number of creatures with a different action: groups of four bits that are not 0.
fn changed(difference: u64) -> usize {
    (0..16).filter(|place| difference >> (4 * place) & 15 != 0).count()
}

fn is_new<T: PartialEq>(seen: &mut Vec<T>, one: T) -> bool {
    let new = !seen.contains(&one);
    if new {
        seen.push(one);
    }
    new
}

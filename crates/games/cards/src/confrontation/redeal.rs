//! Random redeals of the hidden parts, for tests: the identities of the other side's pieces, as far
//! as they were not shown.

use super::board::{GONE, MORDORWARD, Region, SHIREWARD};
use super::cast::{Card, Character, PIECES};
use super::{Action, Confrontation, DARK, LIGHT, Phase};
use crate::bits::bits;
use sortilege::game::Redeal;
use sortilege::{Player, Rng};

/// Number of attempted swaps of two characters, several for each character, so that every
/// permutation is possible.
const SWAPS: usize = 4 * PIECES;

impl Redeal for Confrontation {
    /// Swaps random pairs of the opponent's characters and keeps each swap that leads to a possible
    /// position, in which the trails lead to the places of the characters that were shown.
    fn redeal(&self, Player(who): Player, rng: &mut Rng) -> Self {
        let mut twin = *self;
        let opponent = 1 - who;
        twin.recover(opponent, rng);
        let alive: Vec<usize> =
            (0..PIECES).filter(|&i| self.sides[opponent].at[i] != GONE).collect();
        if alive.is_empty() {
            return twin;
        }
        for _ in 0..SWAPS {
            let mut other = twin;
            other.sides[opponent].at.swap(rng.pick(&alive), rng.pick(&alive));
            other.replace_mover(opponent, rng);
            if other.check().is_ok() {
                twin = other;
            }
        }
        twin
    }

    fn disguise(&self, action: Action, Player(seat): Player, rng: &mut Rng) -> Action {
        match action {
            Action::Place(piece, region) if piece.side() != seat => {
                let waiting: Vec<u8> = bits(self.deal().2).collect();
                Action::Place(Character::of(piece.side(), rng.pick(&waiting)), region)
            }
            Action::Move { who: piece, from, to } if piece.side() != seat => {
                let forward = [&SHIREWARD, &MORDORWARD][piece.side()];
                let is_plain = forward[usize::from(from.0)] & to.bit() != 0;
                let wins = |who| (who, to) == (Character::FRODO, Region::MORDOR);
                if !is_plain || wins(piece) {
                    return action;
                }
                let there = bits(self.sides[piece.side()].pieces_at(from));
                let others = there.map(|index| Character::of(piece.side(), index));
                let others: Vec<Character> = others.filter(|&other| !wins(other)).collect();
                Action::Move { who: rng.pick(&others), from, to }
            }
            Action::DarkCard(_) if self.phase == Phase::Cards && seat == LIGHT => {
                Action::DarkCard(any_card(self.sides[DARK].hand, rng))
            }
            Action::LightCard(_) if self.phase == Phase::Cards && seat == DARK => {
                Action::LightCard(any_card(self.sides[LIGHT].hand, rng))
            }
            _ => action,
        }
    }
}

impl Confrontation {
    /// If `side` has a face-down card on the table, replaces it by another one.
    fn recover(&mut self, side: usize, rng: &mut Rng) {
        if self.phase == Phase::Resolve && !self.light_sees_first() {
            let card = std::mem::take(&mut self.battle.played[side]);
            self.sides[side].hand |= card.bit();
            self.play_card(side, any_card(self.sides[side].hand, rng));
        }
    }

    /// If `side` has moved an unidentified piece, replaces it by another character in that region.
    fn replace_mover(&mut self, side: usize, rng: &mut Rng) {
        let place = match self.phase {
            Phase::Tunnel => Region::EREGION,
            Phase::Meet if self.battle.first => self.battle.place,
            _ => return,
        };
        let there: Vec<u8> = bits(self.sides[side].pieces_at(place)).collect();
        if self.mover() == side && !there.is_empty() {
            self.battle.fighters[side] = Some(Character::of(side, rng.pick(&there)));
        }
    }
}

fn any_card(hand: u16, rng: &mut Rng) -> Card {
    Card(rng.pick(&bits(hand).collect::<Vec<u8>>()))
}

//! Hidden information of each seat: the identities of the other side's pieces, and cards that are
//! not turned up yet. For tests, random redeals of the hidden parts.

use super::board::{GONE, HIDDEN, MORDORWARD, Region, SHIREWARD};
use super::cast::{Card, Character, PIECES};
use super::{Action, Confrontation, DARK, LIGHT, Phase};
use crate::bits::bits;
use sortilege::game::{Hidden, Observe, Recall, Redeal};
use sortilege::{Player, Rng};

/// A seat's information.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    pub(super) seat: Player,
    /// The state without the hidden parts.
    pub(super) table: Confrontation,
    /// All possible placements of the opponent's characters that were shown.
    pub(super) worlds: Vec<World>,
    /// The opponent's living characters that were never shown, at the front of the array.
    pub(super) unseen: [u8; PIECES],
}

/// A possible placement of the opponent's characters that were shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct World {
    /// Their places; the other characters are [`GONE`].
    pub(super) places: [u8; PIECES],
    /// The places that remain for the other characters, one entry for each.
    slots: [u8; PIECES],
    /// Number of arrangements of the other characters, accumulated over this world and those
    /// before.
    ways: u32,
}

impl View {
    fn opponent(&self) -> usize {
        1 - self.seat.0
    }

    /// Number of arrangements of the opponent's characters that are consistent with the places of
    /// pieces and with the characters that were shown.
    pub fn arrangements(&self) -> u32 {
        self.worlds.last().map_or(0, |world| world.ways)
    }

    fn unseen(&self) -> &[u8] {
        let len = self.unseen.iter().position(|&index| index == NO_PIECE).unwrap_or(PIECES);
        &self.unseen[..len]
    }

    /// Samples the opponent's places, uniformly over all arrangements.
    #[inline]
    fn draw(&self, rng: &mut Rng) -> [u8; PIECES] {
        let at = match self.worlds.len() {
            1 => 0,
            _ => {
                let drawn = rng.below(self.arrangements() as usize) as u32;
                self.worlds.partition_point(|world| world.ways <= drawn)
            }
        };
        let World { mut places, mut slots, .. } = self.worlds[at];
        let unseen = self.unseen();
        rng.shuffle(&mut slots[..unseen.len()]);
        for (&index, slot) in unseen.iter().zip(slots) {
            places[usize::from(index)] = slot;
        }
        places
    }
}

/// Sentinel: no further piece in the list.
const NO_PIECE: u8 = u8::MAX;

impl Hidden for Confrontation {
    type View = View;

    fn view(&self, seat: Player) -> View {
        let opponent = 1 - seat.0;
        let mut table = *self;
        let theirs = &mut table.sides[opponent];
        theirs.at = theirs.at.map(|at| if at == GONE { GONE } else { HIDDEN });
        if self.attacker_is_hidden() && self.mover() == opponent {
            table.battle.fighters[opponent] = None;
        }
        if self.cards_are_hidden() {
            let card = std::mem::take(&mut table.battle.played[opponent]);
            table.battle.effect[opponent] = Card::BLANK;
            table.sides[opponent].hand |= card.bit();
        }
        let (worlds, unseen) = self.worlds(opponent);
        View { seat, table, worlds, unseen }
    }

    /// Uniform over all arrangements that are consistent with the observations. The information in
    /// the opponent's choices is ignored, as in IS §V.
    #[inline]
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let mut state = view.table;
        let opponent = view.opponent();
        loop {
            state.sides[opponent].at = view.draw(rng);
            if state.is_consistent(opponent) {
                break;
            }
        }
        if state.attacker_is_hidden() && state.mover() == opponent {
            state.battle.fighters[opponent] = Some(state.draw_attacker(rng));
        }
        if state.cards_are_hidden() {
            let card = Card(rng.pick_bit(state.sides[opponent].hand.into()) as u8);
            state.play_card(opponent, card);
        }
        state
    }
}

impl Confrontation {
    fn worlds(&self, side: usize) -> (Vec<World>, [u8; PIECES]) {
        let side = &self.sides[side];
        let mut unseen = [NO_PIECE; PIECES];
        let never_shown = (0..PIECES as u8)
            .filter(|&i| side.at[usize::from(i)] != GONE && side.trail.tracked >> i & 1 == 0);
        unseen.iter_mut().zip(never_shown).for_each(|(place, index)| *place = index);
        let mut total = 0;
        let world = |places: [u8; PIECES]| {
            let tracked =
                places.iter().filter(|&&at| at != GONE).map(|at| 1 << (4 * at)).sum::<u64>();
            let left = side.counts() - tracked;
            let (mut slots, mut len) = ([GONE; PIECES], 0);
            let mut ways = 1;
            for region in 0..16 {
                for n in 1..=(left >> (4 * region)) as u32 & 15 {
                    slots[len] = region;
                    len += 1;
                    // The product over all steps is len! / (n! n'! ...), and every division is
                    // exact.
                    ways = ways * len as u32 / n;
                }
            }
            total += ways;
            World { places, slots, ways: total }
        };
        (side.trail.places().into_iter().map(world).collect(), unseen)
    }

    /// Returns whether the opponent of the side on turn does not know yet which piece has moved.
    #[inline]
    fn attacker_is_hidden(&self) -> bool {
        self.phase == Phase::Tunnel || self.phase == Phase::Meet && self.battle.first
    }

    /// Returns whether face-down cards lie on the table.
    #[inline]
    fn cards_are_hidden(&self) -> bool {
        self.phase == Phase::Resolve && !self.light_sees_first()
    }

    /// Samples the character that has moved: one of those in Eregion when the tunnel is used, or
    /// the one that has come to fight.
    fn draw_attacker(&self, rng: &mut Rng) -> Character {
        let place = if self.phase == Phase::Tunnel { Region::EREGION } else { self.battle.place };
        let present = self.sides[self.mover()].pieces_at(place);
        Character::of(self.mover(), rng.pick_bit(present.into()) as u8)
    }

    /// Checks common knowledge about characters that were never shown: Frodo would have won in
    /// Mordor, and a side on turn has a move.
    #[inline]
    fn is_consistent(&self, side: usize) -> bool {
        let frodo_in_mordor = side == LIGHT
            && self.phase != Phase::LightWon
            && self.sides[LIGHT].is_at(Character::FRODO, Region::MORDOR);
        let stuck = self.phase == Phase::Move
            && self.mover() == side
            && self.plain_targets() == 0
            && !self.can_move();
        !frodo_in_mordor && !stuck
    }
}

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// The whole action.
    Open(Action),
    /// A character was sent to the front; its identity is not observed.
    Placed,
    /// A piece moved; its identity is not observed.
    Went {
        /// Origin.
        from: Region,
        /// Target.
        to: Region,
    },
}

impl Observe for Confrontation {
    type Seen = Seen;
    /// Views contain the consequences of the observations, not their order.
    const RECALL: Recall = Recall::Forgets;

    #[inline]
    fn seen(&self, action: Action, Player(who): Player) -> Option<Seen> {
        match action {
            Action::Place(piece, _) if piece.side() != who => Some(Seen::Placed),
            Action::Move { who: piece, from, to }
                if piece.side() != who && !self.shows(piece, from, to) =>
            {
                Some(Seen::Went { from, to })
            }
            Action::DarkCard(_) if self.phase == Phase::Cards && who != DARK => None,
            Action::LightCard(_) if self.phase == Phase::Cards && who != LIGHT => None,
            _ => Some(Seen::Open(action)),
        }
    }
}

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

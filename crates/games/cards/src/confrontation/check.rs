//! Invariants of every state of a game, and the checks of a parsed position.

use super::board::{FRONT, GONE, HOME, Region, SHIREWARD, SIDEWAYS};
use super::cast::{Card, Character, FULL_HAND, PIECES};
use super::side::{Battle, Pool, Side};
use super::{CardRule, Confrontation, DARK, LIGHT, Phase};

impl Confrontation {
    /// Returns the first inconsistency, if there is any.
    pub(super) fn check(&self) -> Result<(), String> {
        self.check_places()?;
        (0..2).try_for_each(|side| self.check_trail(side))?;
        self.check_hands()?;
        if self.has_battle() { self.check_battle() } else { self.check_quiet() }
    }

    fn has_battle(&self) -> bool {
        !matches!(
            self.phase,
            Phase::Deal
                | Phase::Blocked
                | Phase::Move
                | Phase::Tunnel
                | Phase::DarkWon
                | Phase::LightWon
                | Phase::Drawn
        )
    }

    fn check_places(&self) -> Result<(), String> {
        if self.phase == Phase::Deal {
            let fronts_fit = (0..2).all(|side| {
                let all = &self.sides[side];
                let home = usize::from(all.count(HOME[side]));
                all.occupied & !FRONT[side] == HOME[side].bit()
                    && all.full & FRONT[side] == 0
                    && home + (all.occupied & FRONT[side]).count_ones() as usize == PIECES
            });
            let open = (0..2).any(|side| FRONT[side] & !self.sides[side].occupied != 0);
            let fits = fronts_fit && open && self.mover() == DARK && self.deal().2 != 0;
            return fits
                .then_some(())
                .ok_or_else(|| "while pieces are dealt they are at home or alone".into());
        }
        for region in Region::all() {
            if let Some(side) =
                self.sides.iter().find(|side| side.count(region) > region.capacity())
            {
                return Err(format!("{} has no room for {}", region.name(), side.count(region)));
            }
            let both = self.sides.iter().all(|side| side.count(region) > 0);
            let over = matches!(self.phase, Phase::LightWon | Phase::DarkWon);
            if both && !over && !(self.has_battle() && region == self.battle.place) {
                return Err(format!("both sides are in {} without a battle", region.name()));
            }
        }
        let [dead, home] = [GONE, Region::MORDOR.0].map(|at| self.sides[LIGHT].at[0] == at);
        if dead && self.phase != Phase::DarkWon || home && self.phase != Phase::LightWon {
            return Err("the game is over when Frodo is dead or in mordor".into());
        }
        Ok(())
    }

    /// Trails are complete: the true places are among the possible ones.
    fn check_trail(&self, side: usize) -> Result<(), String> {
        let Side { at, trail, .. } = &self.sides[side];
        let places = trail.places();
        let mut truth = *at;
        (0..PIECES).filter(|i| trail.tracked >> i & 1 == 0).for_each(|i| truth[i] = GONE);
        let fits = |places: &[u8; PIECES]| {
            Region::all().all(|region| {
                let there = places.iter().filter(|&&at| at == region.0).count();
                there <= self.sides[side].count(region).into()
            })
        };
        if !places.contains(&truth) || !places.iter().all(fits) {
            return Err(format!(
                "the trail of {} does not lead to where its pieces are",
                ["dark", "light"][side]
            ));
        }
        let alive = (0..PIECES).all(|i| trail.tracked >> i & 1 == 0 || at[i] != GONE);
        alive.then_some(()).ok_or_else(|| "the trail follows a dead character".into())
    }

    fn check_hands(&self) -> Result<(), String> {
        let Battle { played, .. } = self.battle;
        let sizes = [DARK, LIGHT].map(|side| {
            let card = played[side];
            let fine =
                card == Card::BLANK || FULL_HAND[side] & !self.sides[side].hand & card.bit() != 0;
            fine.then(|| self.sides[side].hand.count_ones() + u32::from(card != Card::BLANK))
        });
        let [Some(dark), Some(light)] = sizes else {
            return Err("a card on the table is one of that side, and not in its hand".into());
        };
        let returned = self.settings.cards == CardRule::Spent || dark > 0;
        let equal = dark == light && returned;
        equal
            .then_some(())
            .ok_or_else(|| "hands are equally large, and refilled when they are empty".into())
    }

    fn check_quiet(&self) -> Result<(), String> {
        let mut idle = self.battle;
        if self.phase == Phase::Tunnel {
            let walks = idle.fighters[LIGHT].take().is_some_and(|who| {
                who.side() == LIGHT && self.sides[LIGHT].is_at(who, Region::EREGION)
            });
            let open = self.sides[LIGHT].full & Region::FANGORN.bit() == 0;
            if !walks || !open || !self.tunnel_is_watched() || self.mover() != LIGHT {
                return Err(
                    "in the tunnel walks a Light piece from eregion, with Dark in caradhras".into(),
                );
            }
        }
        if idle != Battle::NONE {
            return Err(format!("there is no battle in phase {}: write -", self.phase.name()));
        }
        match self.phase {
            Phase::Move if !self.can_move() => {
                Err("the side on turn cannot move: write blocked".into())
            }
            Phase::Blocked if self.plain_targets() != 0 => {
                Err("the side on turn can move: write move".into())
            }
            _ => Ok(()),
        }
    }

    fn check_battle(&self) -> Result<(), String> {
        let Battle { place, fighters, strong, frodo_up, pool, .. } = self.battle;
        let met = !matches!(self.phase, Phase::Meet | Phase::Target);
        let present = |side: usize| match fighters[side] {
            Some(who) => who.side() == side && self.sides[side].is_at(who, place),
            None => side != self.mover() && !met && self.sides[side].count(place) > 0,
        };
        if !(0..2).all(present) || !met && fighters[1 - self.mover()].is_some() {
            return Err(
                "fighters are where the battle is, and the defender is not known before he is met"
                    .into(),
            );
        }
        let frodo_there = self.mover() == DARK && self.sides[LIGHT].is_at(Character::FRODO, place);
        let lone = self.sides[LIGHT].count(place) == 1;
        let sam = fighters[LIGHT] == Some(Character::SAM);
        let flags = (!frodo_up || frodo_there)
            && (!strong || frodo_up && sam)
            && (pool == Pool::All || frodo_up && !lone)
            && (self.phase != Phase::Target || frodo_up && !lone && pool == Pool::All);
        if !flags {
            return Err("frodo is not face up there, or sam not beside him".into());
        }
        let fits = if met { self.phase_fits() } else { self.no_cards_yet() };
        fits.then_some(())
            .ok_or_else(|| format!("this is no battle for phase {}", self.phase.name()))
    }

    fn no_cards_yet(&self) -> bool {
        self.battle.played == [Card::BLANK; 2] && self.battle.effect == [Card::BLANK; 2]
    }

    /// Returns whether the phase is consistent with the two characters in battle.
    fn phase_fits(&self) -> bool {
        let Battle { played, effect, .. } = self.battle;
        let (gandalf, in_hand) = (self.light_sees_first(), self.sides[DARK].hand != 0);
        let on_table = played.map(|card| card != Card::BLANK);
        let choice = |side, card| effect[side] == card && played[side] == card;
        match self.phase {
            Phase::Ability => self.no_cards_yet() && self.has_ability(),
            Phase::Saruman => {
                self.no_cards_yet() && in_hand && self.fighter(DARK) == Character::SARUMAN
            }
            Phase::Cards => self.no_cards_yet() && in_hand && !gandalf,
            Phase::DarkCard => self.no_cards_yet() && in_hand && gandalf,
            Phase::LightCard => {
                gandalf && on_table == [true, false] && effect[LIGHT] == Card::BLANK
            }
            Phase::Resolve => on_table == [true, true] && effect[LIGHT] == played[LIGHT],
            Phase::DarkMagic => {
                let first = if gandalf { [true, false] } else { [true, true] };
                choice(DARK, Card::MAGIC)
                    && on_table == first
                    && self.fetchable(DARK).count_ones() > 1
            }
            Phase::LightMagic => {
                choice(LIGHT, Card::MAGIC)
                    && on_table[DARK]
                    && self.fetchable(LIGHT).count_ones() > 1
            }
            Phase::DarkRetreat => on_table == [true, true] && self.may_retreat(DARK),
            Phase::LightRetreat => on_table == [true, true] && self.may_retreat(LIGHT),
            _ => false,
        }
    }

    fn may_retreat(&self, side: usize) -> bool {
        let steps = [&SIDEWAYS, &SHIREWARD][side];
        self.battle.effect[side] == Card::RETREAT && self.retreats(side, steps).count_ones() > 1
    }
}

//! Transitions between phases: the deal, the entry into a region, the consequence of each decision,
//! and the end.

use super::board::{FRONT, Region};
use super::cast::Character;
use super::side::{Battle, Pool};
use super::{Action, Confrontation, DARK, LIGHT, LONGEST, Phase, WinRule};

impl Confrontation {
    /// Plays a legal action of this phase.
    #[inline]
    pub(super) fn step(&mut self, action: Action) {
        match action {
            Action::Place(who, region) => self.place(who, region),
            Action::Blocked => self.win(1 - self.mover()),
            Action::Free => self.phase = Phase::Move,
            Action::Move { who, to, .. } => self.start_move(who, to),
            Action::Ambush => {
                let victim = self.attacker();
                self.sides[DARK].show(Character::BALROG);
                self.sides[LIGHT].die(victim);
                self.leave_region();
            }
            Action::LetPass => {
                let who = self.attacker();
                self.battle = Battle::NONE;
                self.enter(who, Region::FANGORN);
            }
            Action::Take | Action::Draw => {
                self.battle.pool = if action == Action::Take { Pool::Frodo } else { Pool::Others };
                self.phase = Phase::Meet;
            }
            Action::Meet { attacker, defender } => self.meet(attacker, defender),
            Action::StepIn => {
                self.sides[LIGHT].show(Character::SAM);
                self.battle.fighters[LIGHT] = Some(Character::SAM);
                (self.battle.strong, self.battle.frodo_up) = (true, true);
                self.dark_ability();
            }
            Action::ShowFrodo => {
                self.sides[LIGHT].show(Character::FRODO);
                (self.battle.strong, self.battle.frodo_up) = (true, true);
                self.dark_ability();
            }
            Action::Fight if self.phase == Phase::Ability => self.dark_ability(),
            Action::Fight => self.ask_for_cards(),
            Action::NoCards => self.compare(),
            Action::Retreat(region) => {
                let side = if self.phase == Phase::DarkRetreat { DARK } else { LIGHT };
                self.retreat(side, region);
            }
            Action::DarkCard(card) => {
                self.play_card(DARK, card);
                self.dark_magic();
            }
            Action::LightCard(card) => {
                self.play_card(LIGHT, card);
                self.phase = Phase::Resolve;
            }
            Action::Fetch(card) if self.phase == Phase::DarkMagic => {
                self.battle.effect[DARK] = card;
                self.after_dark_magic();
            }
            Action::Fetch(card) => {
                self.battle.effect[LIGHT] = card;
                self.light_text();
            }
            Action::Resolve { .. } => self.dark_magic(),
        }
    }

    /// Places a character at the front before the game.
    fn place(&mut self, who: Character, region: Region) {
        let side = &mut self.sides[who.side()];
        side.leave(who.index());
        side.enter(who.index(), region);
        if (0..2).all(|side| FRONT[side] & !self.sides[side].occupied == 0) {
            self.phase = Phase::Move;
        }
    }

    #[inline]
    fn start_move(&mut self, who: Character, to: Region) {
        self.moves += 1;
        let in_tunnel = to == Region::FANGORN && self.sides[LIGHT].is_at(who, Region::EREGION);
        if in_tunnel && who.side() == LIGHT && self.tunnel_is_watched() {
            self.battle.fighters[LIGHT] = Some(who);
            self.phase = Phase::Tunnel;
            return;
        }
        self.enter(who, to);
    }

    /// Returns whether the Balrog may be in Caradhras from Light's viewpoint. Dark is asked in all
    /// these cases, because the question itself would otherwise reveal the Balrog.
    pub(super) fn tunnel_is_watched(&self) -> bool {
        let dark = &self.sides[DARK];
        dark.occupied & Region::CARADHRAS.bit() != 0 && dark.alive(Character::BALROG)
    }

    #[inline]
    fn enter(&mut self, who: Character, to: Region) {
        let side = who.side();
        let from = Region(self.sides[side].at[who.index()]);
        let shown = self.shows(who, from, to);
        self.sides[side].go(who, to, shown);
        if (who, to) == (Character::FRODO, Region::MORDOR) {
            return self.win(LIGHT);
        }
        if self.sides[1 - side].occupied & to.bit() == 0 {
            return self.end_move();
        }
        self.battle = Battle { place: to, first: true, ..Battle::NONE };
        self.battle.fighters[side] = Some(who);
        self.phase = Phase::Meet;
    }

    #[inline]
    pub(super) fn leave_region(&mut self) {
        self.battle = Battle::NONE;
        if !self.sides[LIGHT].alive(Character::FRODO) {
            return self.win(DARK);
        }
        self.end_move();
    }

    /// Passes the turn to the other side, unless the game is over.
    #[inline]
    pub(super) fn end_move(&mut self) {
        let (needed, all_dead) = match self.settings.wins {
            WinRule::Paper => (4, self.sides[DARK].occupied == 0),
            WinRule::Published => (3, false),
        };
        if all_dead {
            return self.win(LIGHT);
        }
        if self.sides[DARK].count(Region::SHIRE) >= needed {
            return self.win(DARK);
        }
        if self.moves >= LONGEST {
            self.phase = Phase::Drawn;
            return;
        }
        self.mover = 1 - self.mover;
        // Whether special moves are left depends on identities, so the environment has to announce
        // it.
        self.phase = if self.plain_targets() == 0 { Phase::Blocked } else { Phase::Move };
    }

    fn win(&mut self, side: usize) {
        self.battle = Battle::NONE;
        self.phase = if side == DARK { Phase::DarkWon } else { Phase::LightWon };
    }
}

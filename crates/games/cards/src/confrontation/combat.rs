//! Battles: choice of defenders, abilities, cards and results.
//!
//! A battle stops at a [`Phase`] whenever a player has a decision; between two phases the rules
//! determine everything. The functions below are the steps of a battle in order.

use super::board::{Region, SHIREWARD, SIDEWAYS, regions};
use super::cast::{Card, Character, FULL_HAND};
use super::side::{Battle, Pool};
use super::{Action, CardRule, Confrontation, DARK, LIGHT, Phase};

impl Confrontation {
    /// The characters that may be the next defender, as a mask of their indices.
    #[inline]
    pub(super) fn defenders(&self) -> u16 {
        let present = self.sides[1 - self.mover()].pieces_at(self.battle.place);
        match self.battle.pool {
            Pool::All => present,
            Pool::Frodo => Character::FRODO.bit(),
            Pool::Others => present & !Character::FRODO.bit(),
        }
    }

    #[inline]
    pub(super) fn attacker(&self) -> Character {
        self.battle.fighters[self.mover()].expect("a character has moved")
    }

    #[inline]
    pub(super) fn fighter(&self, side: usize) -> Character {
        self.battle.fighters[side].expect("two have met")
    }

    #[inline]
    pub(super) fn meet(&mut self, attacker: Character, defender: Character) {
        self.battle.fighters[defender.side()] = Some(defender);
        self.sides[attacker.side()].show(attacker);
        self.sides[defender.side()].show(defender);
        self.light_ability();
    }

    /// Returns whether the text of Light's fighter applies.
    #[inline]
    fn light_has_text(&self) -> bool {
        self.fighter(DARK) != Character::WARG
    }

    /// Applies Light's abilities, which come first.
    #[inline]
    fn light_ability(&mut self) {
        let (light, dark) = (self.fighter(LIGHT), self.fighter(DARK));
        if !self.light_has_text() {
            return self.dark_ability();
        }
        match (light, dark) {
            (Character::BOROMIR, _) => self.defeat([true, true]),
            (Character::MERRY, Character::WITCH_KING)
            | (Character::LEGOLAS, Character::NAZGUL)
            | (Character::GIMLI, Character::ORCS) => self.defeat([true, false]),
            _ if self.light_may_choose(light) => self.phase = Phase::Ability,
            _ => self.dark_ability(),
        }
    }

    pub(super) fn has_ability(&self) -> bool {
        self.light_has_text() && self.light_may_choose(self.fighter(LIGHT))
    }

    /// Returns whether Light has a choice before cards, as far as Dark can tell: Dark does not know
    /// which characters stand next to the fighter.
    fn light_may_choose(&self, light: Character) -> bool {
        let attacks = self.mover() == LIGHT;
        let accompanied = self.sides[LIGHT].count(self.battle.place) > 1;
        match light {
            Character::PIPPIN => attacks && self.retreats(LIGHT, &SHIREWARD) != 0,
            Character::FRODO => {
                let sam = accompanied && self.sides[LIGHT].alive(Character::SAM);
                !attacks && (sam || self.retreats(LIGHT, &SIDEWAYS) != 0)
            }
            Character::SAM => !attacks && accompanied,
            _ => false,
        }
    }

    /// Lists Light's choices before cards.
    pub(super) fn list_abilities(&self, out: &mut Vec<Action>) {
        out.push(Action::Fight);
        out.extend(regions(self.escapes()).map(Action::Retreat));
        out.extend(self.companion());
    }

    /// The regions that Light's fighter may retreat to before cards.
    pub(super) fn escapes(&self) -> u16 {
        match self.fighter(LIGHT) {
            Character::PIPPIN => self.retreats(LIGHT, &SHIREWARD),
            Character::FRODO => self.retreats(LIGHT, &SIDEWAYS),
            _ => 0,
        }
    }

    /// The choice that Frodo or Sam has because of the other, if they are together.
    pub(super) fn companion(&self) -> Option<Action> {
        let beside = |who| self.sides[LIGHT].is_at(who, self.battle.place);
        match self.fighter(LIGHT) {
            Character::FRODO if beside(Character::SAM) => Some(Action::StepIn),
            Character::SAM if beside(Character::FRODO) => Some(Action::ShowFrodo),
            _ => None,
        }
    }

    /// The regions that a side can retreat to by the given steps: without enemies and with room.
    #[inline]
    pub(super) fn retreats(&self, side: usize, steps: &[u16; 18]) -> u16 {
        let ways = steps[usize::from(self.battle.place.0)];
        ways & !(self.sides[1 - side].occupied | self.sides[side].full)
    }

    #[inline]
    pub(super) fn dark_ability(&mut self) {
        match self.fighter(DARK) {
            Character::ORCS if self.mover() == DARK && self.battle.first => {
                self.defeat([false, true])
            }
            Character::SARUMAN if self.sides[DARK].hand != 0 => self.phase = Phase::Saruman,
            _ => self.ask_for_cards(),
        }
    }

    /// Continues with the choice of cards. If the hands are empty, which happens only with
    /// [`CardRule::Spent`], the strengths decide.
    #[inline]
    pub(super) fn ask_for_cards(&mut self) {
        if self.sides[DARK].hand == 0 {
            return self.compare();
        }
        self.phase = if self.light_sees_first() { Phase::DarkCard } else { Phase::Cards };
    }

    /// Returns whether Gandalf makes Dark reveal the card first.
    #[inline]
    pub(super) fn light_sees_first(&self) -> bool {
        self.fighter(LIGHT) == Character::GANDALF && self.light_has_text()
    }

    #[inline]
    pub(super) fn play_card(&mut self, side: usize, card: Card) {
        self.sides[side].hand &= !card.bit();
        (self.battle.played[side], self.battle.effect[side]) = (card, card);
    }

    /// Resolves Dark's Magic. Both cards are on the table, or Gandalf looks at Dark's. The troll's
    /// card is worth nothing, and Magic becomes another card.
    #[inline]
    pub(super) fn dark_magic(&mut self) {
        if self.fighter(DARK) == Character::TROLL {
            self.battle.effect[DARK] = Card::BLANK;
        }
        if self.battle.effect[DARK] != Card::MAGIC {
            return self.after_dark_magic();
        }
        match self.fetch(DARK) {
            Some(card) => {
                self.battle.effect[DARK] = card;
                self.after_dark_magic();
            }
            None => self.phase = Phase::DarkMagic,
        }
    }

    /// The card that Magic becomes if there is no choice.
    #[inline]
    fn fetch(&self, side: usize) -> Option<Card> {
        let discards = self.sides[side].discards(side, self.battle.played[side]);
        match discards.count_ones() {
            0 => Some(Card::BLANK),
            1 => Some(Card(discards.trailing_zeros() as u8)),
            _ => None,
        }
    }

    #[inline]
    pub(super) fn after_dark_magic(&mut self) {
        if self.battle.played[LIGHT] == Card::BLANK {
            self.phase = Phase::LightCard;
        } else {
            self.dark_retreat();
        }
    }

    #[inline]
    fn dark_retreat(&mut self) {
        if self.battle.effect[DARK] != Card::RETREAT {
            return self.light_magic();
        }
        let ways = self.retreats(DARK, &SIDEWAYS);
        match ways.count_ones() {
            0 => {
                self.battle.effect[DARK] = Card::BLANK;
                self.light_magic();
            }
            1 => self.retreat(DARK, Region(ways.trailing_zeros() as u8)),
            _ => self.phase = Phase::DarkRetreat,
        }
    }

    /// Resolves Light's Magic. An Eye from the hand stops it; an Eye that Dark's Magic has fetched
    /// does not.
    #[inline]
    fn light_magic(&mut self) {
        let stopped = [self.battle.played[DARK], self.battle.effect[DARK]] == [Card::EYE; 2];
        if self.battle.effect[LIGHT] != Card::MAGIC || stopped {
            return self.light_text();
        }
        match self.fetch(LIGHT) {
            Some(card) => {
                self.battle.effect[LIGHT] = card;
                self.light_text();
            }
            None => self.phase = Phase::LightMagic,
        }
    }

    #[inline]
    pub(super) fn light_text(&mut self) {
        let [dark, light] = self.battle.effect;
        match light {
            _ if !light.is_text() => self.compare(),
            _ if dark == Card::EYE => self.without_light_card(),
            Card::SACRIFICE => self.defeat([true, true]),
            Card::RETREAT => self.light_retreat(),
            Card::CLOAK => {
                // By now Dark's card is a number card or has no effect.
                self.battle.effect[DARK] = Card::BLANK;
                self.without_light_card();
            }
            _ => self.without_light_card(),
        }
    }

    fn without_light_card(&mut self) {
        self.battle.effect[LIGHT] = Card::BLANK;
        self.compare();
    }

    fn light_retreat(&mut self) {
        let ways = self.retreats(LIGHT, &SHIREWARD);
        match ways.count_ones() {
            0 => self.without_light_card(),
            1 => self.retreat(LIGHT, Region(ways.trailing_zeros() as u8)),
            _ => self.phase = Phase::LightRetreat,
        }
    }

    /// Moves a fighter out of the region. If it was the attacker, the move is over.
    pub(super) fn retreat(&mut self, side: usize, to: Region) {
        let who = self.fighter(side);
        self.sides[side].go(who, to, true);
        self.end_battle();
    }

    #[inline]
    pub(super) fn compare(&mut self) {
        let [dark, light] = [DARK, LIGHT].map(|side| {
            let who = self.fighter(side);
            let strength =
                if self.battle.strong && side == LIGHT { SAM_BESIDE_FRODO } else { who.strength() };
            strength + self.battle.effect[side].value()
        });
        self.defeat([dark <= light, light <= dark]);
    }

    /// Removes the defeated: Dark, Light.
    #[inline]
    fn defeat(&mut self, [dark_falls, light_falls]: [bool; 2]) {
        let (dark, light) = (self.fighter(DARK), self.fighter(LIGHT));
        if light_falls {
            self.sides[LIGHT].die(light);
        }
        if dark_falls {
            self.sides[DARK].die(dark);
        } else if dark == Character::SHELOB && light_falls && self.battle.place != Region::GONDOR {
            self.shelob_goes_home();
        }
        self.end_battle();
    }

    fn shelob_goes_home(&mut self) {
        let taken = self.sides[LIGHT].occupied | self.sides[DARK].full;
        if taken & Region::GONDOR.bit() == 0 {
            self.sides[DARK].go(Character::SHELOB, Region::GONDOR, true);
        } else {
            self.sides[DARK].die(Character::SHELOB);
        }
    }

    /// Continues with the next defender, if there is one and the attacker is still there.
    #[inline]
    fn end_battle(&mut self) {
        self.take_cards_back();
        let place = self.battle.place;
        let (attacker, mover) = (self.attacker(), self.mover());
        let goes_on = self.sides[mover].is_at(attacker, place)
            && self.sides[1 - mover].count(place) > 0
            && self.sides[LIGHT].alive(Character::FRODO);
        if !goes_on {
            return self.leave_region();
        }
        let frodo_up = self.battle.frodo_up && self.sides[LIGHT].is_at(Character::FRODO, place);
        self.battle = Battle { place, frodo_up, ..Battle::NONE };
        self.battle.fighters[mover] = Some(attacker);
        let choose = frodo_up && self.sides[LIGHT].count(place) > 1;
        self.phase = if choose { Phase::Target } else { Phase::Meet };
    }

    /// Refills the hands when they are empty; both become empty at the same time.
    #[inline]
    fn take_cards_back(&mut self) {
        let returns = self.settings.cards == CardRule::Return;
        if self.sides[DARK].hand == 0 && returns {
            (0..2).for_each(|side| self.sides[side].hand = FULL_HAND[side]);
        }
    }
}

const SAM_BESIDE_FRODO: u8 = 5;

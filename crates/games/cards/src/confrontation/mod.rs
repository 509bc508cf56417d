//! The Lord of the Rings: The Confrontation (Reiner Knizia 2002), the basic game for two, as in IS
//! §V.
//!
//! **Rules** are [`RULES`]. Payoffs are 1 and -1.
//!
//! Source: the published rules. Where IS differs from them, the default follows IS, and
//! [`Settings`] has an option.
//!
//! **Rulings.** Defenders are drawn at random, but an attacker may attack Frodo if he lies face up
//! since Sam stepped in. The river adds paths for Light and removes none of Dark's. If both play
//! Magic and Dark fetches the Eye, Light still fetches, and a text is blank. If both play Retreat,
//! only Dark leaves. Retreat by a card is compulsory if there is a path, and so are all abilities
//! that do not say *may*. After 300 moves the game is drawn; random games have no more than 70.
//!
//! **Decisions.** The sequence follows IS §V-A4: a move; the environment draws and shows the
//! fighters; both players choose cards at the same time; the environment turns the cards up. A
//! player without a choice is not asked, unless skipping the question would reveal something to the
//! opponent: Dark is asked about the tunnel whichever character stands in Caradhras, and Light
//! about Frodo and Sam whichever characters stand next to them. If a side has no plain move, the
//! environment announces whether there is a special one. Setups are dealt by chance, one character
//! of the front at a time.
//!
//! **Information.** Both players are assumed to remember everything: which characters were shown
//! where, and which may have moved where since then. A piece that moves to Mordor and does not win
//! is not Frodo, and a side on turn has a move. A view is determinized uniformly over all
//! arrangements that are consistent with it. With the fixed setup, players do not know that it is
//! fixed.
//!
//! **Notation.** `frodo:shire>cardolan`, `orcs-meets-sam` (the attacker first), `fight`,
//! `retreat-to-shire`, `sam-steps-in`, `show-frodo`, `no-cards`, `balrog-strikes`, `let-pass`,
//! `take-frodo`, `draw`, `dark-4`, `light-cloak`, `fetch-3`, `cards-4/cloak`, `blocked`, `free`,
//! and at the start `orcs@rohan`. A position is one line that begins with the side on turn and the
//! number of moves made:
//!
//! ```text
//! cards dark 23 | orcs@mordor,rider@rohan hand 1,eye trail rider:rohan>rohan/1 | frodo@shire,gimli@rohan hand 2,5 trail gimli:rohan>rohan/1 | rohan rider/gimli first cards -/- now -/-
//! ```
//!
//! A trail lists the opponent's observations that are still relevant: `rider:gondor>rohan/2` is the
//! Rider, shown in Gondor among two pieces and now in Rohan, `?` is an unknown piece and `-` death.
//! A battle has its place, fighters, flags, the cards that were played and their effects. The
//! parser rejects a position that no game with this number of moves can lead to.
//!
//! **Known values.** 15,120 setups for each side; constrained, 2,520 for Light and 6,720 for Dark.
//! From the fixed setup Dark has 26 moves. In random play Dark wins 78 % from the fixed setup, 86 %
//! from random ones and 80 % from constrained ones. Rules version 1.

mod board;
mod cast;
mod check;
mod combat;
mod course;
mod hidden;
mod moves;
mod notation;
mod picture;
mod settings;
mod side;
mod trail;
mod turn;

#[cfg(test)]
mod tests;

pub use board::Region;
pub use cast::{Card, Character};
pub use hidden::{Seen, View};
pub use settings::{CardRule, Settings, Setup, WinRule};

use crate::bits::bits;
use board::{FRONT, HOME, SHIREWARD, SIDEWAYS, regions};
use cast::{DARK, LIGHT, cards};
use side::{Battle, Side};
use sortilege::game::{Chance, Key, Outcomes, Simultaneous};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// Number of moves after which a game is a draw. The limit is a safeguard: random games have at
/// most 70 moves.
pub const LONGEST: u16 = 300;

/// A game of The Confrontation, with all hidden parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Confrontation {
    sides: [Side; 2],
    battle: Battle,
    phase: Phase,
    mover: u8,
    /// Number of moves made.
    moves: u16,
    settings: Settings,
}

/// The next decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// Chance places characters at the front.
    Deal,
    /// The environment announces whether a side without plain moves can move.
    Blocked,
    Move,
    /// Dark may let the Balrog strike in the tunnel.
    Tunnel,
    /// Dark may attack Frodo, who is face up.
    Target,
    /// The environment draws a defender and shows both fighters.
    Meet,
    /// Light may use the ability of Pippin, Frodo or Sam.
    Ability,
    Saruman,
    /// Both players choose cards at the same time.
    Cards,
    /// Dark chooses a card, Gandalf sees it, then Light chooses.
    DarkCard,
    LightCard,
    /// The environment turns the cards up.
    Resolve,
    DarkMagic,
    DarkRetreat,
    LightMagic,
    LightRetreat,
    DarkWon,
    LightWon,
    Drawn,
}

/// A move, a decision in battle, or an event of the environment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance places a character at the front.
    Place(Character, Region),
    /// The environment announces that the side on turn cannot move.
    Blocked,
    /// The environment announces that the side on turn has a special move.
    Free,
    /// A character moves.
    Move {
        /// The character.
        who: Character,
        /// Origin.
        from: Region,
        /// Target.
        to: Region,
    },
    /// The Balrog strikes in the tunnel.
    Ambush,
    /// Dark lets a character pass through the tunnel.
    LetPass,
    /// The attacker attacks Frodo, who is face up.
    Take,
    /// The attacker lets chance draw the next defender.
    Draw,
    /// The environment picks a defender and shows both fighters.
    Meet {
        /// The attacking character.
        attacker: Character,
        /// The defending character.
        defender: Character,
    },
    /// The player does not use an ability.
    Fight,
    /// A fighter leaves the battle.
    Retreat(Region),
    /// Sam takes Frodo's place.
    StepIn,
    /// Sam shows Frodo next to him, which makes Sam stronger.
    ShowFrodo,
    /// Saruman forbids cards.
    NoCards,
    /// Dark plays a card.
    DarkCard(Card),
    /// Light plays a card.
    LightCard(Card),
    /// Magic becomes a card that was played before.
    Fetch(Card),
    /// The environment turns up the cards.
    Resolve {
        /// Dark's card.
        dark: Card,
        /// Light's card.
        light: Card,
    },
}

impl Confrontation {
    /// A game with these settings.
    pub fn new(settings: Settings) -> Self {
        let mut game = Confrontation {
            sides: [Side::at_home(DARK), Side::at_home(LIGHT)],
            battle: Battle::NONE,
            phase: Phase::Deal,
            mover: DARK as u8,
            moves: 0,
            settings,
        };
        match settings.setup {
            Setup::Fixed => {
                FIXED.iter().for_each(|&(who, region)| game.step(Action::Place(who, region)))
            }
            Setup::Random => {}
            Setup::Constrained => {
                STAYING_HOME.iter().for_each(|&who| game.sides[who.side()].show(who));
            }
        }
        game
    }

    /// The settings of this game.
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// Number of moves made.
    pub fn moves(&self) -> u16 {
        self.moves
    }

    /// The region of a character, or `None` if it is dead.
    pub fn region_of(&self, who: Character) -> Option<Region> {
        Some(self.sides[who.side()].at[who.index()]).filter(|&at| at < 16).map(Region)
    }

    /// The side whose move it is, even while the other side decides something within the move.
    #[inline]
    fn mover(&self) -> usize {
        usize::from(self.mover & 1)
    }

    /// The next region of the deal, and the characters that may be placed there.
    fn deal(&self) -> (usize, Region, u16) {
        let side = if FRONT[DARK] & !self.sides[DARK].occupied != 0 { DARK } else { LIGHT };
        let empty = FRONT[side] & !self.sides[side].occupied;
        let mut waiting = self.sides[side].pieces_at(HOME[side]);
        if self.settings.setup == Setup::Constrained {
            let staying = STAYING_HOME.iter().filter(|who| who.side() == side);
            waiting = staying.fold(waiting, |waiting, who| waiting & !who.bit());
        }
        (side, Region(empty.trailing_zeros() as u8), waiting)
    }

    /// The possible events of the environment, all equally likely.
    #[inline]
    fn environment(&self) -> (u16, impl Fn(u8) -> Action) {
        let phase = self.phase;
        let [dark, light] = self.battle.played;
        let (side, region, set) = match phase {
            Phase::Deal => self.deal(),
            Phase::Meet => (1 - self.mover(), self.battle.place, self.defenders()),
            _ => (DARK, Region::SHIRE, 1),
        };
        let free = phase == Phase::Blocked && self.can_move();
        let attacker = self.battle.fighters[self.mover()];
        let outcome = move |index| match phase {
            Phase::Deal => Action::Place(Character::of(side, index), region),
            Phase::Meet => {
                let attacker = attacker.expect("a character has moved");
                Action::Meet { attacker, defender: Character::of(side, index) }
            }
            Phase::Resolve => Action::Resolve { dark, light },
            _ if free => Action::Free,
            _ => Action::Blocked,
        };
        (set, outcome)
    }

    /// Returns whether an action is legal now.
    fn allows(&self, action: Action) -> bool {
        match (self.phase, action) {
            (Phase::Move, Action::Move { who, from, to }) => {
                let here = who.side() == self.mover() && self.sides[who.side()].is_at(who, from);
                here && self.targets()[who.index()] & to.bit() != 0
            }
            (Phase::Tunnel, Action::Ambush) => {
                self.sides[DARK].is_at(Character::BALROG, Region::CARADHRAS)
            }
            (Phase::Tunnel, Action::LetPass)
            | (Phase::Target, Action::Take | Action::Draw)
            | (Phase::Ability, Action::Fight)
            | (Phase::Saruman, Action::Fight | Action::NoCards) => true,
            (Phase::Ability, Action::StepIn) => self.companion() == Some(Action::StepIn),
            (Phase::Ability, Action::ShowFrodo) => self.companion() == Some(Action::ShowFrodo),
            (Phase::Ability, Action::Retreat(to)) => self.escapes() & to.bit() != 0,
            (Phase::DarkRetreat, Action::Retreat(to)) => {
                self.retreats(DARK, &SIDEWAYS) & to.bit() != 0
            }
            (Phase::LightRetreat, Action::Retreat(to)) => {
                self.retreats(LIGHT, &SHIREWARD) & to.bit() != 0
            }
            (Phase::DarkCard, Action::DarkCard(card)) => self.sides[DARK].hand & card.bit() != 0,
            (Phase::LightCard, Action::LightCard(card)) => self.sides[LIGHT].hand & card.bit() != 0,
            (Phase::DarkMagic, Action::Fetch(card)) => self.fetchable(DARK) & card.bit() != 0,
            (Phase::LightMagic, Action::Fetch(card)) => self.fetchable(LIGHT) & card.bit() != 0,
            _ if self.turn() == Turn::Chance => {
                let (set, outcome) = self.environment();
                bits(set).any(|index| outcome(index) == action)
            }
            _ => false,
        }
    }
}

/// The fixed setup: both sides keep their most important characters at home and place fighters at
/// the front.
#[rustfmt::skip]
const FIXED: [(Character, Region); 10] = [
    (Character::SHELOB, Region::GONDOR), (Character::SARUMAN, Region::DAGORLAD),
    (Character::TROLL, Region::MIRKWOOD), (Character::ORCS, Region::FANGORN),
    (Character::WARG, Region::ROHAN),
    (Character::ARAGORN, Region::ARTHEDAIN), (Character::GANDALF, Region::CARDOLAN),
    (Character::BOROMIR, Region::RHUDAUR), (Character::LEGOLAS, Region::EREGION),
    (Character::GIMLI, Region::ENEDWAITH),
];

/// The characters that [`Setup::Constrained`] never deals to the front.
const STAYING_HOME: [Character; 3] = [Character::FRODO, Character::SAM, Character::BALROG];

impl Default for Confrontation {
    fn default() -> Self {
        Confrontation::new(Settings::default())
    }
}

impl Game for Confrontation {
    type Action = Action;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal | Phase::Blocked | Phase::Meet | Phase::Resolve => Turn::Chance,
            Phase::Move => Turn::Player(Player(self.mover())),
            Phase::Cards => Turn::Together,
            Phase::Ability | Phase::LightCard | Phase::LightMagic | Phase::LightRetreat => {
                Turn::Player(Player(LIGHT))
            }
            // Only Frodo can be face up, so only Dark can be the attacker who chooses a target.
            Phase::Tunnel
            | Phase::Target
            | Phase::Saruman
            | Phase::DarkCard
            | Phase::DarkMagic
            | Phase::DarkRetreat => Turn::Player(Player(DARK)),
            Phase::DarkWon | Phase::LightWon | Phase::Drawn => Turn::Over,
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.phase {
            Phase::Move => self.list_moves(out),
            Phase::Tunnel => {
                out.push(Action::LetPass);
                if self.sides[DARK].is_at(Character::BALROG, Region::CARADHRAS) {
                    out.push(Action::Ambush);
                }
            }
            Phase::Target => out.extend([Action::Take, Action::Draw]),
            Phase::Ability => self.list_abilities(out),
            Phase::Saruman => out.extend([Action::Fight, Action::NoCards]),
            Phase::DarkCard => out.extend(cards(self.sides[DARK].hand).map(Action::DarkCard)),
            Phase::LightCard => out.extend(cards(self.sides[LIGHT].hand).map(Action::LightCard)),
            Phase::DarkMagic => out.extend(cards(self.fetchable(DARK)).map(Action::Fetch)),
            Phase::LightMagic => out.extend(cards(self.fetchable(LIGHT)).map(Action::Fetch)),
            Phase::DarkRetreat => {
                out.extend(regions(self.retreats(DARK, &SIDEWAYS)).map(Action::Retreat))
            }
            Phase::LightRetreat => {
                out.extend(regions(self.retreats(LIGHT, &SHIREWARD)).map(Action::Retreat))
            }
            _ => {}
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} in {self:?}");
        self.step(action);
    }

    #[inline]
    fn payoff(&self, Player(who): Player) -> f64 {
        match self.phase {
            Phase::DarkWon => [1.0, -1.0][who],
            Phase::LightWon => [-1.0, 1.0][who],
            _ => 0.0,
        }
    }

    #[inline]
    fn random_action(&self, scratch: &mut Vec<Action>, rng: &mut Rng) -> Action {
        if self.phase == Phase::Move {
            return self.random_move(rng);
        }
        self.actions(scratch);
        rng.pick(scratch)
    }
}

impl Confrontation {
    /// The cards that Magic can become.
    fn fetchable(&self, side: usize) -> u16 {
        self.sides[side].discards(side, self.battle.played[side])
    }
}

/// The action of each seat that plays a card.
const PLAY: [fn(Card) -> Action; 2] = [Action::DarkCard, Action::LightCard];

impl Simultaneous for Confrontation {
    fn choices(&self, Player(who): Player, out: &mut Vec<Action>) {
        out.clear();
        out.extend(cards(self.sides[who].hand).map(PLAY[who]));
    }

    #[inline]
    fn apply_together(&mut self, choices: &[Action]) {
        let &[Action::DarkCard(dark), Action::LightCard(light)] = choices else {
            unreachable!("a battle takes two cards")
        };
        debug_assert!(self.phase == Phase::Cards, "{choices:?} in {self:?}");
        for (side, card) in [dark, light].into_iter().enumerate() {
            debug_assert!(self.sides[side].hand & card.bit() != 0, "{card:?} is not in the hand");
            self.play_card(side, card);
        }
        self.phase = Phase::Resolve;
    }

    #[inline]
    fn random_choice(&self, Player(who): Player, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        PLAY[who](Card(rng.pick_bit(self.sides[who].hand.into()) as u8))
    }
}

impl Chance for Confrontation {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        let (set, outcome) = self.environment();
        outcome(if set & (set - 1) == 0 { set.trailing_zeros() } else { rng.pick_bit(set.into()) }
            as u8)
    }
}

impl Outcomes for Confrontation {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        let (set, outcome) = self.environment();
        let each = 1.0 / f64::from(set.count_ones());
        out.clear();
        out.extend(bits(set).map(|index| (outcome(index), each)));
    }
}

impl Key for Confrontation {
    fn key(&self) -> u64 {
        let Battle { place, fighters, first, strong, frodo_up, pool, played, effect } = self.battle;
        let fighters = fighters.map(|who| who.map_or(31, |who| who.0));
        let small = [place.0, fighters[0], fighters[1], pool as u8, first.into(), strong.into()];
        let more =
            [frodo_up.into(), played[0].0, played[1].0, effect[0].0, effect[1].0, self.phase as u8];
        let settings =
            [self.settings.wins as u8, self.settings.cards as u8, self.settings.setup as u8];
        let words = small.into_iter().chain(more).chain(settings).map(u64::from);
        let sides = self.sides.iter().flat_map(|side| {
            let places = side.at.iter().fold(0, |word, &at| word << 5 | u64::from(at));
            let events = side.trail.events().iter().map(|event| event.bits().into());
            [places, side.hand.into()].into_iter().chain(events).chain([u64::MAX])
        });
        let rest = [self.mover.into(), self.moves.into()];
        crate::key::mix(words.chain(sides).chain(rest))
    }
}

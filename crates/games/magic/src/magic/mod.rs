//! Creature combat: the subset of Magic: The Gathering that ED and CS use, with lands and plain
//! creatures.
//!
//! **Rules** are [`RULES`]. Payoffs are 1 and -1.
//!
//! Source: ED §III and §IV, CS §III. Life, hand size, mulligans (none), the deck list and the
//! damage split are not in the papers and are chosen here. "Less than the lands" in ED §III-B is
//! read as at most, as in its Algorithm 3. No card text is used.
//!
//! **Decks have no order.** A shuffled deck that neither player sees is equivalent to a multiset
//! from which chance draws a card. The only hidden information is therefore the opponent's hand:
//! [determinization](sortilege::game::Hidden) deals it again, uniformly from the opponent's unseen
//! cards.
//!
//! **Decisions.** [`Options`] determine how moves are made. Attackers and blockers are chosen at
//! once or creature by creature; cards to play at once or in yes/no decisions; dominated choices
//! can be left out. Attackers are a decision if there are creatures, blockers if there are
//! attackers and untapped creatures. Cards are a decision as long as the hand is not empty, even if
//! none is affordable: skipping it would give the opponent information. In yes/no decisions the
//! opponent observes the creatures that are cast, but not the ones that are kept.
//!
//! **Only cards.** With [`Combat::Reduced`] attacks and blocks are chance events, and with
//! [`Combat::Expert`] chance events with a single outcome, the choice of ED's expert. A tree over
//! the game then has decisions about cards alone, as in ED, and both players still observe each
//! attack. The player [`CardSearch`] searches such a game while the actual game asks for all
//! decisions. The playout [`Unguided`] continues with all decisions at the end of the tree.
//! [`Interesting`] orders of cards are those in which the choice of cards matters.
//!
//! **Players.** [`RulePlayer`] combines rules for attack, block and cards: ED's expert and reduced
//! players, the random one, and CS's `XA_XB_XP`. [`RuleRollout`] is the playout of such a player,
//! without intermediate moves. The strongest player improves on the expert
//! ([`PolicyImprovement`](sortilege::search::PolicyImprovement)): it compares the expert's choice
//! with others that differ in one creature.
//!
//! **Notation.** Cards are `L` and creatures `4/4(5)`: power, toughness, cost. Creatures in play
//! are numbered from the strongest. Moves are `attack-1+3`, `no-attack`, `block-2>1+3>1` (creatures
//! 2 and 3 block 1), `no-block`, `play-L+2*2/2(2)`, `pass`; in steps `charge-3`, `hold-3`,
//! `guard-2>1`, `stay-2`, `cast-4/4(5)`, `keep-4/4(5)`; and a chance event is `draw-L`. A position
//! is
//!
//! ```text
//! turn 7 block | life 20 lands 3 hand 3*L+2*6/6(7)+1/1(1) play 2/2(2)> dead - | life 18 lands 3 hand 4*L+6/6(7) play 1/1(1)+1/1(1)~ dead -
//! ```
//!
//! The cards in hand, in play and dead are as many as were drawn so far, and the decks are the rest
//! of the list. `>` marks attackers and `~` other tapped creatures. Creature by creature,
//! `attack@2` and `block@2` name the creature of the decision, and `<1` names the attacker that a
//! creature blocks. A main phase in steps adds its course so far: `main:spent:landed:at:declined`.
//!
//! **Known values.** No game has more than 68 turns with 40 cards. Hand {L, 2/2(2), 2/2(2), 4/4(5)}
//! with four lands in play has 7 moves, 4 with a land, 2 that are not dominated. Rules version 1.

mod cards;
mod combat;
mod course;
mod deck;
mod expert;
mod hidden;
mod interesting;
mod main_phase;
mod notation;
mod options;
mod picture;
mod policy;
mod rollout;
mod search;
mod side;
mod table;
#[cfg(test)]
mod tests;

pub use cards::{Card, Kinds};
pub use deck::{Creature, Deck};
pub use hidden::{Seen, View};
pub use interesting::{Interesting, InterestingLeaves};
pub use options::{Combat, Main, Need, Options, Order, Pruning, Reading, Settings};
pub use policy::{AttackRule, BlockRule, CardRule, RulePlayer, Strength, Unguided};
pub use rollout::RuleRollout;
pub use search::{CardSearch, Dealing};

use crate::shared::Shared;
use side::{PLACES, Side, places};
use sortilege::game::Sequential;
use sortilege::game::subsets::Walk;
use sortilege::{Game, Player, Rng, Turn};
use table::Table;

#[doc = include_str!("rules.md")]
pub const RULES: &str = include_str!("rules.md");

/// A game of creature combat. Fields without a meaning in a phase are 0 in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Magic {
    table: Shared<Table>,
    sides: [Side; 2],
    /// The number of the turn, from 1.
    turn: u16,
    phase: Phase,
    /// The creature of the next decision, if creatures are decided one by one.
    at: u8,
    /// The places of the attackers.
    attackers: u32,
    /// For each creature of the defender, the place of the attacker that it blocks plus 1, or 0.
    guards: [u8; PLACES],
    /// Total cost of the creatures cast in this main phase.
    spent: u8,
    /// Whether a land was played in this main phase.
    landed: bool,
    /// The state of the yes/no decisions of this main phase.
    walk: Walk,
    /// The creatures that these decisions have declined, if [`Unguided`] has stopped them half-way;
    /// otherwise none.
    kept: Kinds,
    options: Options,
    /// Seed of a sampled order of both decks, which determines all later draws, or 0 for chance.
    order: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Phase {
    /// Opening hands are dealt, card by card.
    Deal,
    Draw,
    Attack,
    Block,
    Main,
    Over,
}

/// The blocks: four bits for each creature of the defender, the place of the attacker plus 1, or 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Blocks(u64);

/// The cards that are played in a main phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Play {
    /// Whether a land is played.
    pub land: bool,
    /// The creatures that are cast.
    pub creatures: Kinds,
}

/// A move, or an outcome of chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance draws a card.
    Draw(Card),
    /// The creatures at the places of this mask attack.
    Attack(u32),
    /// The creature at this place attacks.
    Charge(u8),
    /// The creature at this place does not attack.
    Hold(u8),
    /// All blocks.
    Block(Blocks),
    /// The creature at the first place blocks the attacker whose place plus 1 is the second number;
    /// 0 means no block.
    Guard(u8, u8),
    /// All cards to be played.
    Play(Play),
    /// This creature is cast.
    Cast(Card),
    /// This creature and the others of its kind stay in hand.
    Keep(Card),
}

impl Magic {
    /// The start of a game, before hands are dealt. The error states what is wrong with the
    /// settings.
    pub fn new(settings: &Settings) -> Result<Self, String> {
        let table = Table::of(settings)?;
        let mut state = Magic {
            table,
            sides: [Side::new(table.life, table.list); 2],
            turn: 1,
            phase: Phase::Deal,
            at: 0,
            attackers: 0,
            guards: [0; PLACES],
            spent: 0,
            landed: false,
            walk: Walk::START,
            kept: Kinds::NONE,
            options: settings.options,
            order: 0,
        };
        state.deal_on();
        Ok(state)
    }

    /// The same state with other options for moves. Must be called at the beginning of a choice.
    pub fn with_options(&self, options: Options) -> Self {
        let mut state = Magic { options, ..self.clone() };
        if self.at_once() && !state.at_once() {
            state.at = state.first_asked();
        }
        state
    }

    /// The options for moves.
    pub fn options(&self) -> Options {
        self.options
    }

    /// The number of the turn, from 1; both players' turns are counted.
    pub fn turn_number(&self) -> u16 {
        self.turn
    }

    /// The life of `who`; 0 or less once it is lost.
    pub fn life(&self, Player(who): Player) -> i16 {
        self.sides[who].life
    }

    /// Returns whether the next decision is the choice of cards to play.
    pub fn is_main(&self) -> bool {
        self.phase == Phase::Main
    }

    #[inline]
    fn active(&self) -> usize {
        usize::from(self.turn + 1) % 2
    }

    /// The player who draws: the active player, or during the deal the first whose hand is not
    /// full.
    #[inline]
    fn drawer(&self) -> usize {
        match self.phase {
            Phase::Deal => usize::from(self.sides[0].hand.total() >= self.table.hand.into()),
            _ => self.active(),
        }
    }

    fn deal_on(&mut self) {
        if self.sides[1].hand.total() >= self.table.hand.into() {
            self.begin_turn();
        }
    }

    #[inline]
    fn begin_turn(&mut self) {
        let first = self.turn == 1 && !self.table.first_draw;
        let active = self.active();
        let side = &mut self.sides[active];
        side.tapped = 0;
        if first {
            self.enter_attack();
        } else if side.deck.is_empty() {
            self.phase = Phase::Over;
        } else {
            self.phase = Phase::Draw;
        }
    }

    #[inline]
    fn draw(&mut self, card: Card) {
        let drawer = self.drawer();
        let side = &mut self.sides[drawer];
        side.deck.remove(card);
        side.hand.add(card);
        match self.phase {
            Phase::Deal => self.deal_on(),
            _ => self.enter_attack(),
        }
    }

    #[inline]
    fn enter_attack(&mut self) {
        match self.sides[self.active()].len {
            0 => self.enter_main(),
            _ => self.phase = Phase::Attack,
        }
    }

    #[inline]
    fn attack(&mut self, mask: u32) {
        let active = self.active();
        (self.attackers, self.at) = (mask, 0);
        if mask == 0 {
            return self.enter_main();
        }
        self.sides[active].tapped = mask;
        match self.sides[1 - active].untapped() {
            0 => self.finish_combat(),
            _ => {
                self.phase = Phase::Block;
                self.at = self.first_asked();
            }
        }
    }

    /// The first creature of a decision creature by creature.
    #[inline]
    fn first_asked(&self) -> u8 {
        match self.phase {
            Phase::Block if !self.blocks_at_once() => {
                self.sides[1 - self.active()].untapped().trailing_zeros() as u8
            }
            _ => 0,
        }
    }

    /// Resolves combat by the guards and continues the turn.
    fn finish_combat(&mut self) {
        let bands = self.bands(|place| self.guards[place].into());
        self.fight(&bands, |_, place| place + 1);
        self.guards = [0; PLACES];
        self.leave_combat();
    }

    #[inline]
    fn leave_combat(&mut self) {
        match self.sides[1 - self.active()].life {
            ..=0 => self.phase = Phase::Over,
            _ => self.enter_main(),
        }
    }

    fn charge(&mut self, yes: bool) {
        self.attackers |= u32::from(yes) << self.at;
        self.at += 1;
        if self.at == self.sides[self.active()].len {
            self.attack(self.attackers);
        }
    }

    fn block(&mut self, blocks: Blocks) {
        for place in 0..usize::from(self.sides[1 - self.active()].len) {
            self.guards[place] = (blocks.0 >> (4 * place)) as u8 & 15;
        }
        self.finish_combat();
    }

    fn guard(&mut self, attacker: u8) {
        self.guards[usize::from(self.at)] = attacker;
        let later = self.sides[1 - self.active()].untapped() & !((2 << self.at) - 1);
        match later {
            0 => self.finish_combat(),
            later => self.at = later.trailing_zeros() as u8,
        }
    }

    /// Returns whether the current choice is made at once.
    fn at_once(&self) -> bool {
        match self.phase {
            Phase::Attack => self.attacks_at_once(),
            Phase::Block => self.blocks_at_once(),
            _ => self.options.main == Main::Whole,
        }
    }

    /// Returns whether attackers are chosen at once.
    #[inline]
    fn attacks_at_once(&self) -> bool {
        match self.options.combat {
            Combat::Whole | Combat::Reduced => {
                1 << self.sides[self.active()].len <= self.options.most
            }
            Combat::Steps => false,
            Combat::Expert(_) => true,
        }
    }

    /// Returns whether blocks are chosen at once: their number is limited, and places fit into four
    /// bits.
    #[inline]
    fn blocks_at_once(&self) -> bool {
        let [attacker, defender] = [self.active(), 1 - self.active()].map(|seat| &self.sides[seat]);
        let fit = attacker.len <= 15 && defender.len <= 16;
        match self.options.combat {
            Combat::Whole | Combat::Reduced => fit && self.few_assignments(),
            Combat::Steps => false,
            Combat::Expert(_) => fit,
        }
    }

    /// Returns whether the number of ways to block is within the limit.
    #[inline]
    fn few_assignments(&self) -> bool {
        let blockers = self.sides[1 - self.active()].untapped().count_ones();
        let (choices, most) = (self.attackers.count_ones() + 1, self.options.most);
        // Rounding up to a power of two turns the power into a shift, and is seldom over the limit.
        let bits = choices.next_power_of_two().ilog2() * blockers;
        bits < 32 && 1 << bits <= most || u64::from(choices).saturating_pow(blockers) <= most.into()
    }

    /// Adds all ways to block to `out`.
    fn all_blocks(&self, out: &mut Vec<Action>) {
        out.push(Action::Block(Blocks(0)));
        for blocker in places(self.sides[1 - self.active()].untapped()) {
            for before in 0..out.len() {
                let Action::Block(blocks) = out[before] else { unreachable!("a list of blocks") };
                let guard = |attacker| Blocks(blocks.0 | (attacker as u64 + 1) << (4 * blocker));
                out.extend(places(self.attackers).map(|attacker| Action::Block(guard(attacker))));
            }
        }
    }

    /// A random guard: the place plus 1 of an attacker that a creature may block, or 0, all equally
    /// likely.
    #[inline]
    fn random_guard(&self, rng: &mut Rng) -> u8 {
        match rng.below(self.attackers.count_ones() as usize + 1) as u32 {
            0 => 0,
            n => sortilege::rng::nth_bit(self.attackers.into(), n - 1) as u8 + 1,
        }
    }

    /// Random attackers or blocks, all choices equally likely.
    #[inline]
    fn random_combat(&self, rng: &mut Rng) -> Action {
        match self.phase {
            Phase::Attack if self.attacks_at_once() => {
                Action::Attack(rng.bits() as u32 & self.sides[self.active()].all())
            }
            Phase::Attack if rng.below(2) == 0 => Action::Hold(self.at),
            Phase::Attack => Action::Charge(self.at),
            _ if self.blocks_at_once() => {
                let untapped = places(self.sides[1 - self.active()].untapped());
                let guard = |place| u64::from(self.random_guard(rng)) << (4 * place);
                Action::Block(Blocks(untapped.map(guard).sum()))
            }
            _ => Action::Guard(self.at, self.random_guard(rng)),
        }
    }

    /// Returns whether `action` is legal now.
    fn allows(&self, action: Action) -> bool {
        let fits = |mask: u32| mask & !self.sides[self.active()].all() == 0;
        match (self.phase, action) {
            (Phase::Deal | Phase::Draw, Action::Draw(card)) => {
                self.sides[self.drawer()].deck.count(card) > 0
            }
            (Phase::Attack, Action::Attack(mask)) => self.attacks_at_once() && fits(mask),
            (Phase::Attack, Action::Charge(at) | Action::Hold(at)) => {
                !self.attacks_at_once() && at == self.at
            }
            (Phase::Block, Action::Block(blocks)) => {
                let attackers = u64::from(self.attackers) << 1 | 1;
                let untapped = self.sides[1 - self.active()].untapped();
                let fine = |place: u32| {
                    let guard = blocks.0 >> (4 * place) & 15;
                    if untapped >> place & 1 == 1 {
                        attackers >> guard & 1 == 1
                    } else {
                        guard == 0
                    }
                };
                self.blocks_at_once() && (0..16).all(fine)
            }
            (Phase::Block, Action::Guard(by, attacker)) => {
                let attackers = u64::from(self.attackers) << 1 | 1;
                !self.blocks_at_once() && by == self.at && attackers >> attacker & 1 == 1
            }
            (Phase::Main, Action::Play(play)) => self.allows_play(play),
            (Phase::Main, Action::Cast(card)) => {
                self.fork().is_some_and(|(kind, fork)| Card(kind) == card && fork.yes)
            }
            (Phase::Main, Action::Keep(card)) => {
                self.fork().is_some_and(|(kind, fork)| Card(kind) == card && fork.no)
            }
            _ => false,
        }
    }
}

impl Default for Magic {
    fn default() -> Self {
        Magic::new(&Settings::default()).expect("valid settings")
    }
}

impl Game for Magic {
    type Action = Action;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.phase {
            Phase::Deal | Phase::Draw => Turn::Chance,
            Phase::Attack | Phase::Block if self.options.combat.is_settled() => Turn::Chance,
            Phase::Attack | Phase::Main => Turn::Player(Player(self.active())),
            Phase::Block => Turn::Player(Player(1 - self.active())),
            Phase::Over => Turn::Over,
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        match self.phase {
            Phase::Attack if self.attacks_at_once() => {
                out.extend((0..=self.sides[self.active()].all()).map(Action::Attack));
            }
            Phase::Attack => out.extend([Action::Hold(self.at), Action::Charge(self.at)]),
            Phase::Block if self.blocks_at_once() => self.all_blocks(out),
            Phase::Block => {
                out.push(Action::Guard(self.at, 0));
                out.extend(
                    places(self.attackers)
                        .map(|attacker| Action::Guard(self.at, attacker as u8 + 1)),
                );
            }
            Phase::Main => self.main_actions(out),
            Phase::Deal | Phase::Draw | Phase::Over => {}
        }
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} is not possible in {self:?}");
        match action {
            Action::Draw(card) => self.draw(card),
            Action::Attack(mask) => self.attack(mask),
            Action::Charge(_) => self.charge(true),
            Action::Hold(_) => self.charge(false),
            Action::Block(blocks) => self.block(blocks),
            Action::Guard(_, attacker) => self.guard(attacker),
            Action::Play(play) => self.play(play),
            Action::Cast(_) => self.step(true),
            Action::Keep(_) => self.step(false),
        }
    }

    /// A player without life has lost; otherwise the player who has to draw from an empty deck.
    #[inline]
    fn payoff(&self, Player(me): Player) -> f64 {
        let loser = match self.sides[1 - self.active()].life {
            ..=0 => 1 - self.active(),
            _ => self.active(),
        };
        if me == loser { -1.0 } else { 1.0 }
    }

    #[inline]
    fn random_action(&self, scratch: &mut Vec<Action>, rng: &mut Rng) -> Action {
        match self.phase {
            Phase::Main => {
                self.actions(scratch);
                rng.pick(scratch)
            }
            _ => self.random_combat(rng),
        }
    }
}

impl Sequential for Magic {}

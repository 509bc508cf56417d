//! Liar's dice as in OpenSpiel: two players with 1 to 5 dice each, of 2 to 6 sides.
//!
//! The rules are [`RULES`].
//!
//! **Payoffs** are +1 and -1. **Known values** for the first player:
//!
//! | dice | sides | optimal play | information sets of each seat | finished games |
//! | --- | --- | --- | --- | --- |
//! | 1 | 2 | 1/2 | 16 | 60 |
//! | 1 | 3 | 1/9 | 96 | 567 |
//! | 1 | 4 | 1/16 | 512 | 4080 |
//! | 1 | 5 | 1/125 | 2560 | 25575 |
//! | 1 | 6 | -7/258 | 12288 | 147420 |
//! | 2 | 2 | 7/8 | 384 | 2295 |
//!
//! With h hands (the order of dice does not matter) and b bids there are h 2^(b - 1) information
//! sets and h² (2^b - 1) finished games. Two dice of three sides give the same numbers as one die
//! of six.
//!
//! **Notation.** The roll is `3,6` (first player's dice first, each hand from its lowest die up, as
//! in `16,33`), bids are `1-4`, the call is `liar`. A position is the sequence of these, `3,6 1-4
//! 2-3 liar`; `-` before the roll.
//!
//! **Deviation.** Dice are not shown at the end, since no decision follows.

use crate::pictures::seat_label;
use sortilege::game::{
    Chance, Describe, Hidden, Key, Notation, Observe, Outcomes, Picture, Recall, Redeal, Sequential,
};
use sortilege::scene::{Gesture, Item, Kind, Scene};
use sortilege::{Game, Player, Rng, Turn};
use std::ops::RangeInclusive;

#[doc = include_str!("liars_dice/rules.md")]
pub const RULES: &str = include_str!("liars_dice/rules.md");

/// The supported numbers of sides.
pub const SIDES: RangeInclusive<u8> = 2..=6;
/// The supported numbers of dice of each player.
pub const DICE: RangeInclusive<u8> = 1..=5;

/// The dice of one player as a number; their order does not matter. Hands of equal size are
/// numbered from 1, lower dice first, so that a single die is its own number. Number 0 stands for
/// dice that have not been rolled or, within a view, are not visible.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u8);

/// Binomial coefficients: `CHOOSE[n][k]` is the number of ways to choose k of n things.
const CHOOSE: [[u16; MOST_DICE + 1]; MOST_THINGS] = {
    let (mut table, mut of) = ([[0; MOST_DICE + 1]; MOST_THINGS], 0);
    while of < MOST_THINGS {
        table[of][0] = 1;
        let mut some = 1;
        while of > 0 && some <= MOST_DICE {
            table[of][some] = table[of - 1][some - 1] + table[of - 1][some];
            some += 1;
        }
        of += 1;
    }
    table
};
const MOST_DICE: usize = *DICE.end() as usize;
const MOST_THINGS: usize = *SIDES.end() as usize + MOST_DICE;

impl Hand {
    /// The hand with these dice, in any order. If the i-th die from below shows d, the numbers d +
    /// i - 2 are all different. The combinatorial number system ranks sets of such numbers.
    pub fn new(dice: &[u8]) -> Self {
        let mut sorted = [0; MOST_DICE];
        let sorted = &mut sorted[..dice.len()];
        sorted.copy_from_slice(dice);
        sorted.sort_unstable();
        let place = |(at, &die): (usize, &u8)| CHOOSE[usize::from(die) - 1 + at][at + 1];
        Hand(1 + sorted.iter().enumerate().map(place).sum::<u16>() as u8)
    }

    /// The dice of a hand of `each` dice, from the lowest up, padded with zeros.
    fn dice(self, each: u8) -> [u8; MOST_DICE] {
        let (mut dice, mut left) = ([0; MOST_DICE], u16::from(self.0));
        if left == 0 {
            return dice;
        }
        left -= 1;
        for at in (0..usize::from(each)).rev() {
            let number = (0..MOST_THINGS).rev().find(|&of| CHOOSE[of][at + 1] <= left).unwrap_or(0);
            left -= CHOOSE[number][at + 1];
            dice[at] = (number - at) as u8 + 1;
        }
        dice
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of hands.
    fn count(each: u8, sides: u8) -> u8 {
        CHOOSE[usize::from(sides + each) - 1][usize::from(each)] as u8
    }

    /// Number of orders in which these dice can have been rolled.
    fn orders(self, each: u8) -> f64 {
        let (mut orders, mut met) = (1.0, [0.0; *SIDES.end() as usize + 1]);
        for (before, &die) in self.dice(each)[..each.into()].iter().enumerate() {
            met[usize::from(die)] += 1.0;
            orders *= (before as f64 + 1.0) / met[usize::from(die)];
        }
        orders
    }
}

/// A game of liar's dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LiarsDice {
    sides: u8,
    /// Number of dice of each player.
    each: u8,
    /// Number of bids: the number of all dice times the number of sides.
    bids: u8,
    dice: [Hand; 2],
    /// One bit for each bid that was made, the lowest bid first, and one above all bids for the
    /// call. Every word is higher than the one before it, so these bits are the whole history.
    said: u64,
}

/// A claim about the dice, numbered from 0; a later bid has a higher number. The meaning depends on
/// the number of sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bid(u8);

/// The content of a bid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Least number of dice that show the face.
    pub quantity: u8,
    /// The face, from 1.
    pub face: u8,
}

/// The roll, or a player's bid or call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// The dice of each seat.
    Roll([Hand; 2]),
    /// A bid.
    Bid(Bid),
    /// The call: the last bid is doubted, and the dice decide.
    Liar,
}

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// The own dice.
    Dice(Hand),
    /// A bid or a call.
    Action(Action),
}

/// A seat's information: the game without the other player's dice.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: usize,
    game: LiarsDice,
}

impl Default for LiarsDice {
    /// One six-sided die for each player.
    fn default() -> Self {
        LiarsDice { sides: 6, each: 1, bids: 12, dice: [Hand::default(); 2], said: 0 }
    }
}

impl LiarsDice {
    /// The game with one die each, of that many sides, 2 to 6.
    pub fn new(sides: u8) -> Result<Self, String> {
        LiarsDice::with_dice(1, sides)
    }

    /// The game with `each` dice for each player, 1 to 5.
    pub fn with_dice(each: u8, sides: u8) -> Result<Self, String> {
        if !SIDES.contains(&sides) {
            return Err(format!(
                "dice have {} to {} sides, not {sides}",
                SIDES.start(),
                SIDES.end()
            ));
        }
        if !DICE.contains(&each) {
            return Err(format!(
                "players have {} to {} dice each, not {each}",
                DICE.start(),
                DICE.end()
            ));
        }
        Ok(LiarsDice { sides, each, bids: 2 * each * sides, ..LiarsDice::default() })
    }

    /// The number of all dice, which is the highest quantity of a bid.
    #[inline]
    fn all_dice(&self) -> u8 {
        2 * self.each
    }

    /// The number of the call among all words; bids are numbered from 0 in ascending order.
    #[inline]
    fn liar(&self) -> u32 {
        self.bids.into()
    }

    /// The range of legal words: from the first number up to, but not including, the second.
    #[inline]
    fn legal(&self) -> (u32, u32) {
        let lowest = u64::BITS - self.said.leading_zeros();
        (lowest, self.liar() + u32::from(lowest > 0))
    }

    #[inline]
    fn word(&self, number: u32) -> Action {
        if number == self.liar() { Action::Liar } else { Action::Bid(Bid(number as u8)) }
    }

    /// The content of a bid.
    #[inline]
    pub fn claim(&self, Bid(number): Bid) -> Claim {
        Claim { quantity: number / self.sides + 1, face: number % self.sides + 1 }
    }

    /// The bid with this content, if there is one.
    fn bid(&self, Claim { quantity, face }: Claim) -> Option<Bid> {
        let fits = (1..=self.all_dice()).contains(&quantity) && (1..=self.sides).contains(&face);
        fits.then(|| Bid((quantity - 1) * self.sides + face - 1))
    }

    #[inline]
    fn mover(&self) -> usize {
        (self.said.count_ones() & 1) as usize
    }

    /// All bids and the call, in order.
    fn history(&self) -> impl Iterator<Item = Action> {
        (0..=self.liar())
            .filter(|number| self.said >> number & 1 == 1)
            .map(|number| self.word(number))
    }

    fn allows(&self, action: Action) -> bool {
        let (lowest, end) = self.legal();
        let players_turn = matches!(self.turn(), Turn::Player(_));
        match action {
            Action::Roll(dice) => {
                let fits = |hand: Hand| (1..=Hand::count(self.each, self.sides)).contains(&hand.0);
                self.turn() == Turn::Chance && dice.into_iter().all(fits)
            }
            Action::Bid(Bid(number)) if players_turn => {
                number < self.bids && u32::from(number) >= lowest
            }
            Action::Bid(_) => false,
            Action::Liar => players_turn && end > self.liar(),
        }
    }

    /// Returns whether at least as many dice as the bid claims show its face or the wild face.
    #[inline]
    fn is_true(&self, bid: Bid) -> bool {
        let Claim { quantity, face } = self.claim(bid);
        let count = match self.each {
            1 => self.counts(self.dice[0].0, face) + self.counts(self.dice[1].0, face),
            _ => self.count_all(face),
        };
        count >= quantity
    }

    /// 1 for a die that shows the face or the wild face.
    #[inline]
    fn counts(&self, die: u8, face: u8) -> u8 {
        u8::from(die == face || die == self.sides)
    }

    /// Kept out of line, since most games have one die each.
    #[inline(never)]
    fn count_all(&self, face: u8) -> u8 {
        self.dice
            .into_iter()
            .flat_map(|hand| self.shown(hand))
            .map(|die| self.counts(die, face))
            .sum()
    }

    /// The dice of a hand, from the lowest up; empty for a hand that is not visible.
    fn shown(&self, hand: Hand) -> impl Iterator<Item = u8> {
        hand.dice(self.each).into_iter().filter(|&die| die > 0)
    }

    fn with_hand(&self, seat: usize, hand: Hand) -> Self {
        let mut game = self.clone();
        game.dice[seat] = hand;
        game
    }

    #[inline]
    fn roll(&self, rng: &mut Rng) -> Hand {
        match self.each {
            1 => Hand(rng.below(self.sides.into()) as u8 + 1),
            _ => self.roll_all(rng),
        }
    }

    /// Kept out of line, since most games have one die each.
    #[inline(never)]
    fn roll_all(&self, rng: &mut Rng) -> Hand {
        let mut dice = [0; MOST_DICE];
        let dice = &mut dice[..self.each.into()];
        dice.iter_mut().for_each(|die| *die = rng.below(self.sides.into()) as u8 + 1);
        Hand::new(dice)
    }
}

impl Game for LiarsDice {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        if self.said >> self.liar() != 0 {
            Turn::Over
        } else if self.dice == [Hand::default(); 2] {
            Turn::Chance
        } else {
            Turn::Player(Player(self.mover()))
        }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Action>) {
        let (lowest, end) = self.legal();
        out.clear();
        out.extend((lowest..end).map(|number| self.word(number)));
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} in {self:?}");
        match action {
            Action::Roll(dice) => self.dice = dice,
            Action::Bid(Bid(number)) => self.said |= 1 << number,
            Action::Liar => self.said |= 1 << self.liar(),
        }
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        let bids = self.said & !(1 << self.liar());
        let last = Bid(bids.ilog2() as u8);
        // After the call it would be the bidder's turn.
        let bidder_won = self.is_true(last);
        if (self.mover() == who.0) == bidder_won { 1.0 } else { -1.0 }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        let (lowest, end) = self.legal();
        self.word(lowest + rng.below((end - lowest) as usize) as u32)
    }
}

impl Chance for LiarsDice {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        Action::Roll([self.roll(rng), self.roll(rng)])
    }
}

impl Outcomes for LiarsDice {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        let hands = 1..=Hand::count(self.each, self.sides);
        let p = f64::from(self.sides).powi(-i32::from(self.all_dice()));
        out.clear();
        for one in hands.clone().map(Hand) {
            let odds = p * one.orders(self.each);
            let outcome = |two: Hand| (Action::Roll([one, two]), odds * two.orders(self.each));
            out.extend(hands.clone().map(Hand).map(outcome));
        }
    }
}

impl Sequential for LiarsDice {}

impl Hidden for LiarsDice {
    type View = View;

    #[inline]
    fn view(&self, who: Player) -> View {
        View { seat: who.0, game: self.with_hand(1 - who.0, Hand::default()) }
    }

    /// Rolls the other player's dice again. The information in the bids is ignored.
    #[inline]
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let rolled = !view.game.dice[view.seat].is_empty();
        view.game
            .with_hand(1 - view.seat, if rolled { view.game.roll(rng) } else { Hand::default() })
    }
}

impl Observe for LiarsDice {
    type Seen = Seen;
    const RECALL: Recall = Recall::Perfect;

    #[inline]
    fn seen(&self, action: Action, who: Player) -> Option<Seen> {
        Some(match action {
            Action::Roll(dice) => Seen::Dice(dice[who.0]),
            action => Seen::Action(action),
        })
    }
}

impl Redeal for LiarsDice {
    /// The hidden parts are the other player's dice.
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        let mut game = self.clone();
        if !self.dice[1 - who.0].is_empty() {
            game.dice[1 - who.0] = self.thrown(rng);
        }
        game
    }

    fn disguise(&self, action: Action, who: Player, rng: &mut Rng) -> Action {
        let Action::Roll(mut dice) = action else { return action };
        dice[1 - who.0] = self.thrown(rng);
        Action::Roll(dice)
    }
}

impl LiarsDice {
    /// A random hand.
    fn thrown(&self, rng: &mut Rng) -> Hand {
        let dice: Vec<u8> =
            (0..self.each).map(|_| 1 + (rng.bits() % u64::from(self.sides)) as u8).collect();
        Hand::new(&dice)
    }
}

impl Key for LiarsDice {
    /// The packed state. With one die each, no two states share a key; with more dice the key is a
    /// hash.
    #[inline]
    fn key(&self) -> u64 {
        let [first, second] = self.dice.map(|hand| u64::from(hand.0));
        let rest = first | second << 8 | u64::from(self.sides) << 16 | u64::from(self.each) << 20;
        match self.each {
            1 => self.said | rest << 16,
            _ => (self.said ^ rest.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ rest,
        }
    }
}

/// A number of dice and a face, such as `1-4`.
fn parse_claim(text: &str) -> Option<Claim> {
    let (quantity, face) = text.split_once('-')?;
    let plain =
        |text: &str| !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| plain(text).then(|| text.parse().ok()).flatten();
    Some(Claim { quantity: number(quantity)?, face: number(face)? })
}

/// The dice of both players, `each` dice from the lowest up, such as `16,33`.
fn parse_roll(text: &str, each: u8) -> Option<[Hand; 2]> {
    let (first, second) = text.split_once(',')?;
    let hand = |text: &str| {
        let dice: Vec<u8> = text.bytes().map(|byte| byte.wrapping_sub(b'0')).collect();
        let fits = dice.iter().all(|die| SIDES.end() >= die && *die > 0) && dice.is_sorted();
        (fits && dice.len() == each.into()).then(|| Hand::new(&dice))
    };
    Some([hand(first)?, hand(second)?])
}

impl LiarsDice {
    /// The dice of a hand, from the lowest up.
    fn digits(&self, hand: Hand, between: &str) -> String {
        self.shown(hand).map(|die| die.to_string()).collect::<Vec<_>>().join(between)
    }

    /// The dice of a hand as part of a sentence.
    fn in_words(&self, hand: Hand) -> String {
        let article = if self.each == 1 { "a " } else { "" };
        article.to_string() + &self.digits(hand, " ")
    }
}

impl Notation for LiarsDice {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Roll([first, second]) => {
                format!("{},{}", self.digits(first, ""), self.digits(second, ""))
            }
            Action::Bid(bid) => {
                let Claim { quantity, face } = self.claim(bid);
                format!("{quantity}-{face}")
            }
            Action::Liar => "liar".into(),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        let action = if text == "liar" {
            Action::Liar
        } else if let Some(claim) = parse_claim(text) {
            Action::Bid(self.bid(claim)?)
        } else {
            Action::Roll(parse_roll(text, self.each)?)
        };
        self.allows(action).then_some(action)
    }

    fn position_words(&self) -> String {
        let [first, second] = self.dice.map(|hand| self.in_words(hand));
        format!("{} has {first}, {} {second}", self.seat(Player(0)), self.seat(Player(1)))
    }

    fn position(&self) -> String {
        if self.dice == [Hand::default(); 2] {
            return "-".into();
        }
        let mut text = self.action_name(Action::Roll(self.dice));
        for action in self.history() {
            text.push(' ');
            text += &self.action_name(action);
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let mut game = LiarsDice { dice: [Hand::default(); 2], said: 0, ..self.clone() };
        if text == "-" {
            return Ok(game);
        }
        for word in text.split(' ') {
            game.apply(game.parse_action(word).ok_or_else(|| game.expected(word))?);
        }
        Ok(game)
    }
}

impl LiarsDice {
    /// The reason why `word` cannot come next in a position.
    fn expected(&self, word: &str) -> String {
        let (sides, all) = (self.sides, self.all_dice());
        if self.turn() == Turn::Chance {
            let dice = match self.each {
                1 => format!("two dice of 1 to {sides}, as in `1,2 1-2`"),
                each => {
                    let hand = "1".repeat(each.into());
                    format!(
                        "{each} dice of 1 to {sides} for each, the lowest first, as in `{hand},{hand} 1-2`"
                    )
                }
            };
            return format!("a position starts with `-` or {dice}, not {word:?}");
        }
        format!(
            "after the dice come bids from 1-1 to {all}-{sides}, each higher than the one before, and `liar` at \
             the end, not {word:?}"
        )
    }
}

impl Describe for LiarsDice {
    fn describe(view: &View, seat: Player, seen: Seen) -> String {
        match seen {
            Seen::Dice(hand) => {
                let other = view.game.seat(Player(1 - seat.0));
                let hidden = match view.game.each {
                    1 => "a die".to_string(),
                    each => format!("{each} dice"),
                };
                format!("you roll {}, {other} {hidden} under a cup", view.game.digits(hand, " "))
            }
            Seen::Action(action) => view.game.action_name(action),
        }
    }
}

impl Picture for LiarsDice {
    fn picture(view: &View, seat: Player, _: Option<Seen>) -> Scene {
        let game = &view.game;
        let mut scene = Scene::default();
        for who in [0, 1].map(Player) {
            scene = scene.row(seat_label(game, who, seat), view.hand(who));
        }
        let mut said: Vec<Item> =
            game.history().enumerate().map(|(i, word)| game.token(i, word)).collect();
        if let Some(last) = said.last_mut() {
            last.last = true;
            scene = scene.row("Said", said);
        }
        scene.label(format!("{} is wild", game.sides))
    }

    fn gesture(view: &View, _: Player, action: Action) -> Gesture {
        let name = view.game.action_name(action);
        Gesture::Button(match name.split_once('-') {
            Some((dice, face)) => format!("{dice} × {face}"),
            None => "Liar!".to_string(),
        })
    }
}

impl LiarsDice {
    /// The `i`-th word of the game, in the colour of its player.
    fn token(&self, i: usize, word: Action) -> Item {
        Item::new(Kind::Token(self.action_name(word))).of(Player(i % 2))
    }
}

impl View {
    /// The dice of a seat, if they have been rolled.
    fn hand(&self, who: Player) -> Vec<Item> {
        let (own, hand) = (self.game.dice[self.seat], self.game.dice[who.0]);
        let kinds: Vec<Kind> = match (own.is_empty(), hand.is_empty()) {
            (true, _) => vec![],
            (_, true) => (0..self.game.each).map(|_| Kind::DieHidden).collect(),
            _ => self.game.shown(hand).map(|die| Kind::Die(die.into())).collect(),
        };
        kinds.into_iter().map(|kind| Item::new(kind).of(who)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::{census, worlds_are_uniform};
    use crate::spelling::{after, parsers_survive};
    use sortilege::testing::Contract;
    use sortilege::testing::beliefs::{self, Promise};

    #[test]
    fn rules_can_be_followed() {
        sortilege::testing::handbook(&LiarsDice::default(), RULES);
    }

    fn sided(sides: u8) -> LiarsDice {
        LiarsDice::new(sides).expect("a number of sides in range")
    }

    fn with(each: u8, sides: u8) -> LiarsDice {
        LiarsDice::with_dice(each, sides).expect("numbers in range")
    }

    fn winner(names: &str) -> usize {
        let game = after(&sided(6), names);
        assert_eq!(game.turn(), Turn::Over, "{names}");
        assert_eq!(game.payoff(Player(0)), -game.payoff(Player(1)), "{names}");
        usize::from(game.payoff(Player(0)) < 0.0)
    }

    #[test]
    fn beliefs_are_those_of_chance() {
        for start in [sided(2), sided(3), with(2, 2)] {
            let compared = beliefs::test(&start, Promise::Chance, |state, _| state.clone());
            assert!(compared >= 30, "{compared}");
        }
    }

    #[test]
    fn contract() {
        for start in SIDES.map(sided).chain([with(2, 2), with(2, 6), with(3, 3), with(5, 2)]) {
            let contract = Contract::new(&start).longest(2 + start.liar() as usize);
            contract
                .rules()
                .chance()
                .outcomes()
                .hidden()
                .observed()
                .recall()
                .twins()
                .notation()
                .picture()
                .key();
        }
    }

    /// The largest game has 63,504 rolls, so its probabilities are not compared with samples.
    #[test]
    fn contract_of_five_dice() {
        let start = with(5, 6);
        let contract = Contract::new(&start).longest(2 + start.liar() as usize);
        contract.rules().hidden().observed().recall().twins().notation().picture().key();
        let mut outcomes = vec![];
        start.outcomes(&mut outcomes);
        assert_eq!(outcomes.len(), 252 * 252);
        assert!((outcomes.iter().map(|(_, odds)| odds).sum::<f64>() - 1.0).abs() < 1e-9);
    }

    #[test]
    fn sides_out_of_range_are_refused() {
        assert_eq!(LiarsDice::new(1).unwrap_err(), "dice have 2 to 6 sides, not 1");
        assert!(LiarsDice::new(7).is_err());
        assert_eq!(LiarsDice::new(6), Ok(LiarsDice::default()));
        assert_eq!(LiarsDice::with_dice(6, 6).unwrap_err(), "players have 1 to 5 dice each, not 6");
        assert!(LiarsDice::with_dice(0, 6).is_err());
    }

    #[test]
    fn worked_examples() {
        assert_eq!(winner("3,6 2-3 liar"), 0);
        assert_eq!(winner("2,5 1-4 liar"), 1);
        assert_eq!(winner("6,1 1-1 2-1 liar"), 1);
    }

    /// Sixes are wild: of 1 3 6 and 3 4 6, four dice count as threes, not five.
    #[test]
    fn several_dice_are_counted_together() {
        let payoff = |names: &str| after(&with(3, 6), names).payoff(Player(0));
        assert_eq!(payoff("136,346 4-3 liar"), 1.0);
        assert_eq!(payoff("136,346 4-3 5-3 liar"), 1.0);
        assert_eq!(payoff("136,346 2-6 liar"), 1.0);
        assert_eq!(payoff("136,346 3-6 liar"), -1.0);
        assert_eq!(with(5, 6).liar(), 60);
    }

    /// Hands are numbered without a gap, lower dice first, and are as likely as their number of
    /// orders.
    #[test]
    fn hands_have_numbers() {
        assert_eq!(Hand::new(&[3, 1, 3]), Hand::new(&[3, 3, 1]));
        assert_eq!(Hand::new(&[3, 1, 3]).orders(3), 3.0);
        assert_eq!(Hand::new(&[2, 1, 3, 4, 5]).orders(5), 120.0);
        assert_eq!((1..=6).map(|die| Hand::new(&[die]).0).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
        for (each, sides, hands) in [(1, 6, 6), (2, 6, 21), (3, 4, 20), (5, 6, 252)] {
            assert_eq!(Hand::count(each, sides), hands);
            let all = (1..=hands).map(Hand);
            for hand in all.clone() {
                let dice = &hand.dice(each)[..each.into()];
                assert!(
                    dice.is_sorted() && dice.iter().all(|die| (1..=sides).contains(die)),
                    "{dice:?}"
                );
                assert_eq!(Hand::new(dice), hand, "{dice:?}");
            }
            let orders: f64 = all.map(|hand| hand.orders(each)).sum();
            assert_eq!(orders, f64::from(sides).powi(each.into()));
        }
    }

    /// With h hands and b bids every set of bids is a history. The number of bids determines who
    /// acts.
    #[test]
    fn with_more_dice_trees_grow_by_the_formula() {
        for (each, sides) in [(1, 3), (2, 2), (3, 2), (2, 3)] {
            let start = with(each, sides);
            let (hands, bids) = (usize::from(Hand::count(each, sides)), start.liar());
            let found = census(&start, |game| {
                assert_eq!(start.parse_position(&game.position()).as_ref(), Ok(game));
            });
            assert_eq!(
                found.information_sets,
                [hands << (bids - 1); 2],
                "{each} dice, {sides} sides"
            );
            assert_eq!(
                found.terminals,
                hands * hands * ((1 << bids) - 1),
                "{each} dice, {sides} sides"
            );
        }
    }

    #[test]
    fn only_the_call_is_left_after_the_highest_bid() {
        let mut list = vec![];
        after(&sided(6), "1,1 2-6").actions(&mut list);
        assert_eq!(list, [Action::Liar]);
        after(&sided(6), "1,1").actions(&mut list);
        assert!(list.len() == 12 && !list.contains(&Action::Liar));
    }

    #[test]
    fn the_whole_tree() {
        let table =
            [(2, 16, 60), (3, 96, 567), (4, 512, 4080), (5, 2560, 25575), (6, 12288, 147420)];
        for (sides, information_sets, terminals) in table {
            let start = sided(sides);
            let found = census(&start, |game| {
                assert_eq!(start.parse_position(&game.position()).as_ref(), Ok(game));
            });
            assert_eq!(found.terminals, terminals, "{sides} sides");
            assert_eq!(found.information_sets, [information_sets; 2], "{sides} sides");
            let uniform = match sides {
                3 => 0.0185185,
                6 => -0.0324074,
                _ => continue,
            };
            assert!(
                (found.uniform_value - uniform).abs() < 1e-7,
                "{sides} sides: {}",
                found.uniform_value
            );
        }
    }

    #[test]
    fn positions_read_as_documented() {
        assert_eq!(sided(6).position(), "-");
        assert_eq!(after(&sided(6), "3,6").position(), "3,6");
        assert_eq!(after(&sided(6), "3,6 1-4 2-3 liar").position(), "3,6 1-4 2-3 liar");
    }

    #[test]
    fn bad_positions_are_refused() {
        let texts = "| |3|3,|0,1|4,1|1,1 |1,1  1-1|1,1 liar|1,1 1-1 liar liar|1,1 1-4|1,1 3-1|1,1 1-0|\
                     1,1 0-1|1,1 1-2 1-2|1,1 1-2 1-1|1,1 2,2|01,1|- 1-1|1-1";
        for text in texts.split('|') {
            assert!(sided(3).parse_position(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn any_text_is_survived() {
        parsers_survive(&sided(4), "-|[0-9],[0-9]( [0-9]-[0-9]){0,4}( liar){0,2}|[0-3]-[0-9]|liar");
        parsers_survive(
            &with(5, 6),
            "-|[0-9]{0,6},[0-9]{5}( [0-9]{1,3}-[0-9]){0,4}( liar){0,2}|10-[0-9]",
        );
    }

    #[test]
    fn unseen_dice_are_drawn_evenly() {
        for who in [0, 1].map(Player) {
            worlds_are_uniform(&sided(6), who, 1);
            worlds_are_uniform(&after(&sided(6), "3,6 1-4"), who, 6);
        }
    }

    #[test]
    fn only_the_own_dice_are_seen() {
        let game = after(&sided(6), "3,6 1-4");
        let text = format!("{:?}", LiarsDice::picture(&game.view(Player(0)), Player(0), None));
        assert!(text.contains("Die(3)") && text.contains("DieHidden") && !text.contains("Die(6)"));
        assert_eq!(game.view(Player(0)), after(&sided(6), "3,1 1-4").view(Player(0)));
        let game = after(&with(2, 6), "35,16 3-4");
        let text = format!("{:?}", LiarsDice::picture(&game.view(Player(1)), Player(1), None));
        assert_eq!(text.matches("DieHidden").count(), 2);
        assert!(text.contains("Die(1)") && text.contains("Die(6)") && !text.contains("Die(3)"));
        assert_eq!(game.view(Player(1)), after(&with(2, 6), "22,16 3-4").view(Player(1)));
    }
}

//! Kuhn poker (H. W. Kuhn, "A simplified two-person poker", 1950).
//!
//! The rules are [`RULES`].
//!
//! **Payoffs** are chips divided by [`UNIT`]. **Known values**, in chips for the first player:
//! -1/18 under optimal play, +1/8 when both play at random; 12 information sets, 30 finished games.
//!
//! **Notation.** Deals are `KQ` (first player's card first), actions `pass` and `bet` (`p` and `b`
//! are accepted). A position is the deal and the betting, `KQ pb`; just `KQ` before any betting;
//! `-` before the deal.
//!
//! **Deviation.** Hands are not shown at the end, since no decision follows.

use crate::pictures::{button, seat_label};
use sortilege::game::{
    Chance, Describe, Hidden, Key, Notation, Observe, Outcomes, Picture, Recall, Redeal, Sequential,
};
use sortilege::scene::{Gesture, Item, Kind, Scene};
use sortilege::{Game, Player, Rng, Turn};

#[doc = include_str!("kuhn/rules.md")]
pub const RULES: &str = include_str!("kuhn/rules.md");

/// Number of chips that correspond to a payoff of 1: the largest loss of a player.
pub const UNIT: f64 = 2.0;

/// A table of Kuhn poker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kuhn {
    /// The cards; `None` is a card that is not dealt yet or, within a view, not visible.
    cards: [Option<Card>; 2],
    /// The whole history in one number: one bit for each action, 1 for a bet, behind a leading 1.
    betting: u8,
}

/// A card; later variants beat earlier ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Card {
    /// The lowest.
    Jack,
    /// The middle one.
    Queen,
    /// The highest.
    King,
}

/// The deal, or a player's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A card for each seat.
    Deal([Card; 2]),
    /// The player checks, or folds when there is a bet.
    Pass,
    /// The player bets, or calls when there is a bet.
    Bet,
}

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// The seat's card.
    Card(Card),
    /// A player's action.
    Action(Action),
}

/// A seat's information: the table without the opponent's card.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: usize,
    table: Kuhn,
}

const NO_BETTING: u8 = 0b1;
const PASS: u8 = 0b10;
const BET: u8 = 0b11;
const PASS_BET: u8 = 0b101;
const BET_PASS: u8 = 0b110;
const PASS_BET_PASS: u8 = 0b1010;

use Card::{Jack, King, Queen};
const CARDS: [Card; 3] = [Jack, Queen, King];
const DEALS: [[Card; 2]; 6] =
    [[Jack, Queen], [Jack, King], [Queen, Jack], [Queen, King], [King, Jack], [King, Queen]];

impl Default for Kuhn {
    fn default() -> Self {
        Kuhn { cards: [None; 2], betting: NO_BETTING }
    }
}

impl Game for Kuhn {
    type Action = Action;
    const DRAWS_UNLISTED: bool = true;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match self.betting {
            NO_BETTING if self.cards == [None; 2] => Turn::Chance,
            NO_BETTING | PASS_BET => Turn::Player(Player(0)),
            PASS | BET => Turn::Player(Player(1)),
            _ => Turn::Over,
        }
    }

    #[inline]
    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        out.extend([Action::Pass, Action::Bet]);
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        debug_assert!(self.allows(action), "{action:?} in {self:?}");
        match action {
            Action::Deal(cards) => self.cards = cards.map(Some),
            Action::Pass => self.betting <<= 1,
            Action::Bet => self.betting = self.betting << 1 | 1,
        }
    }

    #[inline]
    fn payoff(&self, who: Player) -> f64 {
        let called = self.betting & 0b11 == 0b11;
        let chips = if called { 2.0 } else { 1.0 };
        if self.winner() == who.0 { chips / UNIT } else { -chips / UNIT }
    }

    #[inline]
    fn random_action(&self, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        if rng.below(2) == 0 { Action::Pass } else { Action::Bet }
    }
}

impl Kuhn {
    fn allows(&self, action: Action) -> bool {
        match action {
            Action::Deal([first, second]) => self.turn() == Turn::Chance && first != second,
            Action::Pass | Action::Bet => matches!(self.turn(), Turn::Player(_)),
        }
    }

    /// The player who did not fold, or otherwise has the higher card.
    #[inline]
    fn winner(&self) -> usize {
        match self.betting {
            BET_PASS => 0,
            PASS_BET_PASS => 1,
            _ => usize::from(self.cards[1] > self.cards[0]),
        }
    }

    /// The players' actions, oldest first.
    fn history(&self) -> impl Iterator<Item = Action> + use<> {
        let betting = self.betting;
        let plies = betting.ilog2();
        (0..plies)
            .rev()
            .map(move |i| if betting >> i & 1 == 1 { Action::Bet } else { Action::Pass })
    }

    fn with_card(&self, seat: usize, card: Option<Card>) -> Self {
        let mut table = self.clone();
        table.cards[seat] = card;
        table
    }
}

impl Chance for Kuhn {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        Action::Deal(rng.pick(&DEALS))
    }
}

impl Outcomes for Kuhn {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        out.extend(DEALS.map(|deal| (Action::Deal(deal), 1.0 / 6.0)));
    }
}

impl Sequential for Kuhn {}

impl Hidden for Kuhn {
    type View = View;

    #[inline]
    fn view(&self, who: Player) -> View {
        View { seat: who.0, table: self.with_card(1 - who.0, None) }
    }

    /// Uniform over the two unseen cards; the information in the opponent's betting is ignored.
    #[inline]
    fn determinize(view: &View, rng: &mut Rng) -> Self {
        let other = view.table.cards[view.seat].map(|own| another_card(own, rng));
        view.table.with_card(1 - view.seat, other)
    }
}

#[inline]
fn another_card(own: Card, rng: &mut Rng) -> Card {
    const OTHERS: [[Card; 2]; 3] = [[Queen, King], [Jack, King], [Jack, Queen]];
    rng.pick(&OTHERS[own as usize])
}

impl Observe for Kuhn {
    type Seen = Seen;
    const RECALL: Recall = Recall::Perfect;

    #[inline]
    fn seen(&self, action: Action, who: Player) -> Option<Seen> {
        Some(match action {
            Action::Deal(cards) => Seen::Card(cards[who.0]),
            action => Seen::Action(action),
        })
    }
}

impl Redeal for Kuhn {
    /// The hidden part is the opponent's card.
    fn redeal(&self, who: Player, rng: &mut Rng) -> Self {
        match self.cards {
            [Some(first), Some(second)] => {
                let Action::Deal(cards) = self.disguise(Action::Deal([first, second]), who, rng)
                else {
                    unreachable!("a deal looks like a deal")
                };
                Kuhn { cards: cards.map(Some), ..*self }
            }
            _ => self.clone(),
        }
    }

    fn disguise(&self, action: Action, who: Player, rng: &mut Rng) -> Action {
        let Action::Deal(cards) = action else { return action };
        loop {
            let deal = rng.pick(&DEALS);
            if deal[who.0] == cards[who.0] {
                return Action::Deal(deal);
            }
        }
    }
}

impl Key for Kuhn {
    /// The packed state: no two states share a key.
    #[inline]
    fn key(&self) -> u64 {
        let card = |seat: usize| self.cards[seat].map_or(0, |card| card as u64 + 1);
        u64::from(self.betting) | card(0) << 4 | card(1) << 6
    }
}

impl Card {
    fn letter(self) -> char {
        ['J', 'Q', 'K'][self as usize]
    }
    fn parse(letter: char) -> Option<Card> {
        CARDS.into_iter().find(|card| card.letter() == letter)
    }
}

fn parse_deal(text: &str) -> Option<Action> {
    let mut cards = text.chars().map(Card::parse);
    match (cards.next()??, cards.next()??, cards.next()) {
        (first, second, None) => Some(Action::Deal([first, second])),
        _ => None,
    }
}

impl Notation for Kuhn {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Deal(cards) => cards.map(Card::letter).iter().collect(),
            Action::Pass => "pass".into(),
            Action::Bet => "bet".into(),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        let action = match text {
            "pass" | "p" => Action::Pass,
            "bet" | "b" => Action::Bet,
            deal => parse_deal(deal)?,
        };
        self.allows(action).then_some(action)
    }

    fn position_words(&self) -> String {
        let card = |who: usize| {
            self.cards[who].map_or("no card".to_string(), |card| card.letter().to_string())
        };
        format!("{} has {}, {} {}", self.seat(Player(0)), card(0), self.seat(Player(1)), card(1))
    }

    fn position(&self) -> String {
        let [Some(first), Some(second)] = self.cards else { return "-".into() };
        let mut text = String::from_iter([first.letter(), second.letter()]);
        if self.betting != NO_BETTING {
            text.push(' ');
            text.extend(self.history().map(|action| if action == Action::Bet { 'b' } else { 'p' }));
        }
        text
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let mut table = Kuhn::default();
        if text == "-" {
            return Ok(table);
        }
        let (deal, betting) = match text.split_once(' ') {
            Some((deal, betting)) => (deal, Some(betting)),
            None => (text, None),
        };
        let cards = parse_deal(deal).filter(|&deal| table.allows(deal)).ok_or_else(|| {
            format!(
                "a position starts with `-` or two different cards of J, Q and K, as in `KQ pb`, not {deal:?}"
            )
        })?;
        table.apply(cards);
        match betting {
            Some(betting) => table.replay(betting),
            None => Ok(table),
        }
    }
}

impl Kuhn {
    /// The table after `betting`, one letter for each action.
    fn replay(mut self, betting: &str) -> Result<Self, String> {
        let error =
            || format!("betting is one of p, b, pp, pb, bp, bb, pbp and pbb, not {betting:?}");
        for letter in betting.chars() {
            self.apply(self.parse_action(&letter.to_string()).ok_or_else(error)?);
        }
        if betting.is_empty() { Err(error()) } else { Ok(self) }
    }
}

impl Describe for Kuhn {
    fn describe(view: &View, seat: Player, seen: Seen) -> String {
        match seen {
            Seen::Card(card) => {
                let other = view.table.seat(Player(1 - seat.0));
                format!("you are dealt {}, {other} a card", card.letter())
            }
            Seen::Action(action) => view.table.action_name(action),
        }
    }
}

impl Picture for Kuhn {
    fn picture(view: &View, seat: Player, _: Option<Seen>) -> Scene {
        let table = &view.table;
        let mut scene = Scene::default();
        for who in [0, 1].map(Player) {
            scene = scene.row(seat_label(table, who, seat), view.place(who));
        }
        let betting: Vec<String> =
            table.history().map(|action| table.action_name(action)).collect();
        if !betting.is_empty() {
            scene = scene.label(format!("Betting: {}", betting.join(", ")));
        }
        scene
    }

    /// The names of passing and betting depend on whether there is a bet.
    fn gesture(view: &View, _: Player, action: Action) -> Gesture {
        let facing = matches!(view.table.betting, BET | PASS_BET);
        button(match action {
            Action::Pass if facing => "fold".to_string(),
            Action::Bet if facing => "call".to_string(),
            _ => view.table.action_name(action),
        })
    }
}

impl View {
    /// The items in front of a seat: its card, face up or down, and its chips.
    fn place(&self, who: Player) -> Vec<Item> {
        let table = &self.table;
        let card = match table.cards[who.0] {
            Some(card) => Some(Kind::Card(card.letter().into())),
            None => table.cards[self.seat].map(|_| Kind::CardBack),
        };
        let bet = table.history().skip(who.0).step_by(2).any(|action| action == Action::Bet);
        let chips = Kind::Token(if bet { "2" } else { "1" }.into());
        card.into_iter().chain([chips]).map(|kind| Item::new(kind).of(who)).collect()
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
        sortilege::testing::handbook(&Kuhn::default(), RULES);
    }

    #[test]
    #[should_panic(expected = "who is on turn for \"bet\" in KJ p")]
    fn rules_with_a_wrong_example_are_refused() {
        sortilege::testing::handbook(
            &Kuhn::default(),
            &RULES.replace("Player 2: bet", "Player 1: bet"),
        );
    }

    #[test]
    #[should_panic(expected = "the sections")]
    fn rules_without_a_section_are_refused() {
        sortilege::testing::handbook(&Kuhn::default(), &RULES.replace("## Settings", "## Options"));
    }

    fn chips(names: &str) -> f64 {
        let table = after(&Kuhn::default(), names);
        assert_eq!(table.turn(), Turn::Over, "{names}");
        assert_eq!(table.payoff(Player(0)), -table.payoff(Player(1)), "{names}");
        table.payoff(Player(0)) * UNIT
    }

    #[test]
    fn beliefs_are_those_of_chance() {
        let compared = beliefs::test(&Kuhn::default(), Promise::Chance, |state, _| state.clone());
        assert!(compared >= 20, "{compared}");
    }

    #[test]
    fn contract() {
        let start = Kuhn::default();
        let contract = Contract::new(&start).longest(4);
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

    #[test]
    fn worked_examples() {
        assert_eq!(chips("KQ b b"), 2.0);
        assert_eq!(chips("JK b p"), 1.0);
        assert_eq!(chips("QK p b p"), -1.0);
        assert_eq!(chips("QJ p p"), 1.0);
        assert_eq!(chips("QK p b b"), -2.0);
    }

    #[test]
    fn the_whole_tree() {
        let start = Kuhn::default();
        let found = census(&start, |table| {
            assert_eq!(start.parse_position(&table.position()).as_ref(), Ok(table));
        });
        assert_eq!(found.terminals, 30);
        assert_eq!(found.information_sets, [6, 6]);
        assert!((found.uniform_value * UNIT - 1.0 / 8.0).abs() < 1e-12, "{}", found.uniform_value);
    }

    #[test]
    fn positions_read_as_documented() {
        assert_eq!(Kuhn::default().position(), "-");
        assert_eq!(after(&Kuhn::default(), "KQ").position(), "KQ");
        assert_eq!(after(&Kuhn::default(), "KQ pass bet").position(), "KQ pb");
    }

    #[test]
    fn bad_positions_are_refused() {
        for text in
            ["", " ", "K", "KK", "KQJ", "KQ ", "KQ  p", "KQ x", "KQ bpp", "kq", "- p", "KQ p b"]
        {
            assert!(Kuhn::default().parse_position(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn any_text_is_survived() {
        parsers_survive(&Kuhn::default(), "-|p|b|pass|bet|[JQK]{1,3}( [pb]{0,4})?");
    }

    #[test]
    fn unseen_cards_are_drawn_evenly() {
        worlds_are_uniform(&after(&Kuhn::default(), "KQ pass"), Player(0), 2);
        worlds_are_uniform(&after(&Kuhn::default(), "KQ pass"), Player(1), 2);
        worlds_are_uniform(&Kuhn::default(), Player(0), 1);
    }

    #[test]
    fn only_the_own_card_is_seen() {
        let table = after(&Kuhn::default(), "KQ pass");
        let scene = Kuhn::picture(&table.view(Player(1)), Player(1), None);
        let text = format!("{scene:?}");
        assert!(
            text.contains(r#"Card("Q")"#)
                && text.contains("CardBack")
                && !text.contains(r#"Card("K")"#)
        );
        assert_eq!(table.view(Player(1)), after(&Kuhn::default(), "JQ pass").view(Player(1)));
    }
}

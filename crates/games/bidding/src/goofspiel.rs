//! Goofspiel, the game of pure strategy: both players bid for point cards with equal hands.
//!
//! The rules are [`RULES`]. The point cards come in [`Order`]; in random order, each one is drawn
//! by a chance event before its round. The last round is played like the others, although it offers
//! no choice. A game whose winner is certain is still played to its end.
//!
//! Source: the rules are traditional; win/loss payoffs as in OpenSpiel's `goofspiel`. The default,
//! five cards in descending order, is small enough to be solved.
//!
//! **Notation.** A bid is its card, `3`; a point card that is turned up is `p3`. A position lists
//! hands, point cards and points of both players: `hands 1,2,3/1,2,4 up 3 left 1,2 score 0-5`, with
//! `-` for no card. Points are checked only against the point cards that are gone, not against the
//! bids that could have won them.
//!
//! **Known values.** 0 from the start, by symmetry. In descending order the highest card is an
//! optimal first bid for N = 4 and 5; with N = 4 the position after 4 against 1 is worth 3/19 to
//! the first player.

use crate::bits::bits;
use crate::key::scatter;
use crate::text::{named, number};
use sortilege::game::{Chance, Key, Notation, Outcomes, PerfectInfo, Picture, Simultaneous};
use sortilege::scene::{Gesture, Item, Kind, Scene, names};
use sortilege::{Game, Player, Rng, Turn};
use std::cmp::Ordering;

#[doc = include_str!("goofspiel/rules.md")]
pub const RULES: &str = include_str!("goofspiel/rules.md");

/// The largest number of cards: the size of a suit.
pub(crate) const MOST_CARDS: u8 = 13;

/// The order in which point cards are turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// Highest card first.
    Descending,
    /// Lowest card first.
    Ascending,
    /// Drawn in each round; all remaining cards are equally likely.
    Random,
}

/// A game of Goofspiel. In masks, bit `c` stands for card `c`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Goofspiel {
    /// Number of bid cards that each player starts with.
    pub(crate) cards: u8,
    /// The order of the point cards.
    pub(crate) order: Order,
    /// The bid cards that each player has left.
    pub(crate) hands: [u16; 2],
    /// Point cards that have not been turned up yet.
    pub(crate) left: u16,
    /// The point card of this round, or 0 between rounds.
    pub(crate) up: u8,
    /// The points of each player.
    pub(crate) scores: [u8; 2],
}

/// A bid, or the next point card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Chance turns up this point card.
    Reveal(u8),
    /// A player bids this card.
    Bid(u8),
}

impl Goofspiel {
    /// A game with bid and point cards 1 to `cards`, which is 1 to 13.
    pub fn new(cards: u8, order: Order) -> Result<Self, String> {
        if !(1..=MOST_CARDS).contains(&cards) {
            return Err(format!("the number of cards must be from 1 to {MOST_CARDS}, not {cards}"));
        }
        let all = all_up_to(cards);
        let mut game =
            Goofspiel { cards, order, hands: [all; 2], left: all, up: 0, scores: [0; 2] };
        game.turn_up();
        Ok(game)
    }

    /// Turns up the next point card if the order determines it.
    #[inline]
    fn turn_up(&mut self) {
        if self.left == 0 {
            return;
        }
        match self.order {
            Order::Descending => self.turn_up_card(self.left.ilog2() as u8),
            Order::Ascending => self.turn_up_card(self.left.trailing_zeros() as u8),
            Order::Random => {}
        }
    }

    #[inline]
    fn turn_up_card(&mut self, card: u8) {
        self.up = card;
        self.left &= !bit(card);
    }
}

impl Default for Goofspiel {
    fn default() -> Self {
        Goofspiel::new(5, Order::Descending).expect("valid settings")
    }
}

impl Game for Goofspiel {
    type Action = Action;

    fn players(&self) -> usize {
        2
    }

    #[inline]
    fn turn(&self) -> Turn {
        match (self.up, self.left) {
            (0, 0) => Turn::Over,
            (0, _) => Turn::Chance,
            _ => Turn::Together,
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear(); // Both players always move at the same time.
    }

    #[inline]
    fn apply(&mut self, action: Action) {
        let Action::Reveal(card) = action else { unreachable!("bids are made together") };
        debug_assert!(
            self.turn() == Turn::Chance && self.left & bit(card) != 0,
            "{action:?} in {self:?}"
        );
        self.turn_up_card(card);
    }

    #[inline]
    fn payoff(&self, Player(me): Player) -> f64 {
        match self.scores[me].cmp(&self.scores[1 - me]) {
            Ordering::Greater => 1.0,
            Ordering::Equal => 0.0,
            Ordering::Less => -1.0,
        }
    }
}

impl Simultaneous for Goofspiel {
    fn choices(&self, who: Player, out: &mut Vec<Action>) {
        out.clear();
        out.extend(bits(self.hands[who.0]).map(Action::Bid));
    }

    #[inline]
    fn apply_together(&mut self, choices: &[Action]) {
        let &[Action::Bid(first), Action::Bid(second)] = choices else {
            unreachable!("a round takes two bids")
        };
        debug_assert!(self.turn() == Turn::Together, "bids {choices:?} in {self:?}");
        for (hand, card) in self.hands.iter_mut().zip([first, second]) {
            debug_assert!(*hand & bit(card) != 0, "a bid of {card}, which is not in the hand");
            *hand &= !bit(card);
        }
        match first.cmp(&second) {
            Ordering::Greater => self.scores[0] += self.up,
            Ordering::Equal => {}
            Ordering::Less => self.scores[1] += self.up,
        }
        self.up = 0;
        self.turn_up();
    }

    #[inline]
    fn random_choice(&self, who: Player, _: &mut Vec<Action>, rng: &mut Rng) -> Action {
        Action::Bid(rng.pick_bit(self.hands[who.0].into()) as u8)
    }
}

impl Chance for Goofspiel {
    #[inline]
    fn sample(&self, rng: &mut Rng) -> Action {
        Action::Reveal(rng.pick_bit(self.left.into()) as u8)
    }
}

impl Outcomes for Goofspiel {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        let each = 1.0 / f64::from(self.left.count_ones());
        out.extend(bits(self.left).map(|card| (Action::Reveal(card), each)));
    }
}

impl PerfectInfo for Goofspiel {}

impl Key for Goofspiel {
    #[inline]
    fn key(&self) -> u64 {
        // Bit 0 of a mask is never set, and 13 cards make 91 points.
        let masks =
            [self.hands[0], self.hands[1], self.left].map(|mask| (u64::from(mask >> 1), 13));
        let points = self.scores.map(|points| (u64::from(points), 7));
        let rest = [(self.up.into(), 4), (self.cards.into(), 4), (self.order as u64, 2)];
        let parts = masks.into_iter().chain(points).chain(rest);
        scatter(parts.fold(0, |packed, (part, bits)| packed << bits | part))
    }
}

impl Notation for Goofspiel {
    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Reveal(card) => format!("p{card}"),
            Action::Bid(card) => card.to_string(),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        named(self, text)
    }

    fn position(&self) -> String {
        let [first, second] = self.hands.map(list);
        let (up, left, [mine, theirs]) = (list(up_mask(self.up)), list(self.left), self.scores);
        format!("hands {first}/{second} up {up} left {left} score {mine}-{theirs}")
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let words: Vec<_> = text.split(' ').collect();
        let ["hands", hands, "up", up, "left", left, "score", score] = words[..] else {
            return Err(format!("a position reads like {:?}, not {text:?}", self.position()));
        };
        let hands = pair(hands, '/', "two hands such as 1,2/1,3", |hand| self.parse_cards(hand))?;
        let (up, left) = (self.parse_cards(up)?, self.parse_cards(left)?);
        let scores = pair(score, '-', "two scores such as 5-4", |score| {
            number(score).ok_or_else(|| format!("a score is a number from 0 to 91, not {score:?}"))
        })?;
        self.with_point_cards(hands, up, left)?.with_scores(scores)
    }
}

/// Steps of the position parser.
impl Goofspiel {
    fn parse_cards(&self, text: &str) -> Result<u16, String> {
        let error = || {
            format!("cards are - or rising numbers from 1 to {} like 1,2, not {text:?}", self.cards)
        };
        let mut mask = 0;
        for word in text.split(',').filter(|_| text != "-") {
            let card =
                number(word).filter(|card| (1..=self.cards).contains(card)).ok_or_else(error)?;
            // If the numbers rise, neither this card nor a higher one has been read yet.
            if mask >> card != 0 {
                return Err(error());
            }
            mask |= bit(card);
        }
        Ok(mask)
    }

    /// The state with these cards. Checks that there is one point card for each card in a hand, and
    /// that the point cards follow the order.
    fn with_point_cards(&self, hands: [u16; 2], up: u16, left: u16) -> Result<Self, String> {
        let rounds = hands[0].count_ones();
        if hands[1].count_ones() != rounds {
            return Err("both hands must have the same number of cards".to_string());
        }
        let due = match self.order {
            Order::Descending => all_up_to(rounds as u8),
            Order::Ascending => all_up_to(self.cards) & !all_up_to(self.cards - rounds as u8),
            Order::Random => up | left,
        };
        let mut state = Goofspiel { hands, left: due, up: 0, ..self.clone() };
        match self.order {
            Order::Random => bits(up).for_each(|card| state.turn_up_card(card)),
            _ => state.turn_up(),
        }
        if due.count_ones() == rounds && (up_mask(state.up), state.left) == (up, left) {
            return Ok(state);
        }
        Err(match self.order {
            Order::Random => {
                format!("there must be {rounds} point cards, all different, at most one of them up")
            }
            _ => format!(
                "the point cards must be up {} left {}",
                list(up_mask(state.up)),
                list(state.left)
            ),
        })
    }

    /// The state with these scores. Checks that the spent point cards can add up to them.
    fn with_scores(self, scores: [u8; 2]) -> Result<Self, String> {
        let gone = all_up_to(self.cards) & !(self.left | up_mask(self.up));
        let most: u32 = bits(gone).map(u32::from).sum();
        if scores.map(u32::from).iter().sum::<u32>() > most {
            return Err(format!(
                "the scores must add up to {most} at most, the points of the cards gone"
            ));
        }
        Ok(Goofspiel { scores, ..self })
    }
}

impl Picture for Goofspiel {
    fn picture(view: &Self, seat: Player, last: Option<Action>) -> Scene {
        let card = |card: u8| Item::new(Kind::Card(card.to_string()));
        let up = |c: u8| Item { last: last == Some(Action::Reveal(c)), ..card(c) };
        let other = Player(1 - seat.0);
        Scene::default()
            .row("Point cards to come", bits(view.left).map(card).collect())
            .row("Point card", bits(up_mask(view.up)).map(up).collect())
            .row(
                hand_label(view, other),
                bits(view.hands[other.0]).map(|c| card(c).of(other)).collect(),
            )
            .hand(
                "hand",
                hand_label(view, seat),
                bits(view.hands[seat.0]).map(|c| card(c).of(seat)).collect(),
            )
    }

    fn gesture(view: &Self, _: Player, action: Action) -> Gesture {
        Gesture::Path(names("hand", [view.action_name(action)]))
    }
}

fn hand_label(view: &Goofspiel, who: Player) -> String {
    format!("{}: {} points, hand", view.seat(who), view.scores[who.0])
}

/// The mask of one card.
#[inline]
pub(crate) fn bit(card: u8) -> u16 {
    1 << card
}

/// The mask of the point card that is up; empty for 0.
pub(crate) fn up_mask(up: u8) -> u16 {
    if up == 0 { 0 } else { bit(up) }
}

/// The mask of the cards from 1 to `card`.
pub(crate) fn all_up_to(card: u8) -> u16 {
    (2 << card) - 2
}

fn list(mask: u16) -> String {
    match mask {
        0 => "-".to_string(),
        _ => bits(mask).map(|card| card.to_string()).collect::<Vec<_>>().join(","),
    }
}

fn pair<T>(
    text: &str,
    mark: char,
    what: &str,
    part: impl Fn(&str) -> Result<T, String>,
) -> Result<[T; 2], String> {
    let (first, second) =
        text.split_once(mark).ok_or_else(|| format!("{text:?} should be {what}"))?;
    Ok([part(first)?, part(second)?])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::census::{every_state, histories};
    use crate::spelling::strict_notation;
    use sortilege::testing::Contract;

    #[test]
    fn rules_can_be_followed() {
        sortilege::testing::handbook(&Goofspiel::default(), RULES);
    }

    fn new(cards: u8, order: Order) -> Goofspiel {
        Goofspiel::new(cards, order).expect("valid settings")
    }

    fn bid(game: &mut Goofspiel, first: u8, second: u8) {
        game.apply_together(&[Action::Bid(first), Action::Bid(second)]);
    }

    #[test]
    fn keeps_the_contract() {
        for game in [
            Goofspiel::default(),
            new(13, Order::Ascending),
            new(6, Order::Random),
            new(1, Order::Random),
        ] {
            let contract = Contract::new(&game).games(30).longest(26);
            contract.rules().chance().outcomes().hidden().observed().notation().picture().key();
        }
    }

    #[test]
    fn notation_is_strict() {
        strict_notation(&new(4, Order::Descending));
        strict_notation(&new(3, Order::Ascending));
        strict_notation(&new(3, Order::Random));
    }

    #[test]
    fn the_higher_bid_takes_the_card_and_equal_bids_discard_it() {
        let mut game = new(4, Order::Descending);
        bid(&mut game, 4, 1);
        assert_eq!(game.position(), "hands 1,2,3/2,3,4 up 3 left 1,2 score 4-0");
        bid(&mut game, 2, 2);
        assert_eq!(game.position(), "hands 1,3/3,4 up 2 left 1 score 4-0");
        bid(&mut game, 1, 4);
        assert_eq!(game.position(), "hands 3/3 up 1 left - score 4-2");
        // The last round offers a single choice.
        let mut choices = vec![];
        for who in [Player(0), Player(1)] {
            game.choices(who, &mut choices);
            assert_eq!((game.turn(), &choices[..]), (Turn::Together, &[Action::Bid(3)][..]));
        }
        bid(&mut game, 3, 3);
        assert_eq!(game.position(), "hands -/- up - left - score 4-2");
        assert_eq!(
            (game.turn(), game.payoff(Player(0)), game.payoff(Player(1))),
            (Turn::Over, 1.0, -1.0)
        );
    }

    #[test]
    fn equal_scores_are_a_draw() {
        let mut game = new(2, Order::Ascending);
        bid(&mut game, 1, 1);
        bid(&mut game, 2, 2);
        assert_eq!([0, 1].map(|who| game.payoff(Player(who))), [0.0, 0.0]);
    }

    #[test]
    fn point_cards_come_in_order() {
        for (order, expected) in
            [(Order::Descending, [4, 3, 2, 1, 0]), (Order::Ascending, [1, 2, 3, 4, 0])]
        {
            let mut game = new(4, order);
            for (round, up) in expected.into_iter().enumerate() {
                assert_eq!(game.up, up);
                if up > 0 {
                    bid(&mut game, round as u8 + 1, round as u8 + 1);
                }
            }
            assert_eq!(game.turn(), Turn::Over);
        }
    }

    #[test]
    fn random_order_turns_up_a_card_before_each_round() {
        let mut game = new(3, Order::Random);
        let mut outcomes = vec![];
        game.outcomes(&mut outcomes);
        assert_eq!(outcomes, [1, 2, 3].map(|card| (Action::Reveal(card), 1.0 / 3.0)));
        game.apply(Action::Reveal(2));
        assert_eq!(game.position(), "hands 1,2,3/1,2,3 up 2 left 1,3 score 0-0");
        bid(&mut game, 3, 1);
        assert_eq!((game.turn(), game.scores), (Turn::Chance, [2, 0]));
        game.outcomes(&mut outcomes);
        assert_eq!(outcomes, [1, 3].map(|card| (Action::Reveal(card), 0.5)));
    }

    /// Each player's bids come in N! orders, and so do point cards in random order.
    #[test]
    fn histories_are_counted() {
        assert_eq!(histories(&new(4, Order::Descending)), 24 * 24);
        assert_eq!(histories(&new(4, Order::Ascending)), 24 * 24);
        assert_eq!(histories(&new(3, Order::Random)), 6 * 6 * 6);
    }

    #[test]
    fn keys_of_all_states_differ() {
        let mut keys = std::collections::HashSet::new();
        for game in [new(4, Order::Random), new(4, Order::Ascending), new(3, Order::Ascending)] {
            assert!(every_state(&game).iter().all(|state| keys.insert(state.key())));
        }
    }

    #[test]
    fn impossible_settings_and_positions_are_refused() {
        assert!(Goofspiel::new(0, Order::Random).is_err());
        assert!(Goofspiel::new(14, Order::Random).is_err());
        for (order, wrong) in [
            (Order::Descending, "hands 1,2/1,2,3 up 2 left 1 score 0-0"),
            (Order::Descending, "hands 1,2/1,2 up 3 left 2 score 0-0"),
            (Order::Descending, "hands 1,2/1,2 up 1 left 2 score 0-0"),
            (Order::Descending, "hands 1,2/1,2 up - left 1,2 score 0-0"),
            (Order::Descending, "hands 1,2/1,2 up 2 left 1 score 3-1"),
            (Order::Descending, "hands 1,2/1,2 up 2 left 1 score 03-0"),
            (Order::Descending, "hands 2,1/1,2 up 2 left 1 score 3-0"),
            (Order::Descending, "hands 1,1/1,2 up 2 left 1 score 3-0"),
            (Order::Descending, "hands 1,4/1,2 up 2 left 1 score 3-0"),
            (Order::Descending, "hands 1,2/1,2  up 2 left 1 score 3-0"),
            (Order::Ascending, "hands 1,2/1,2 up 1 left 2 score 0-0"),
            (Order::Random, "hands 1,2/1,2 up 1 left 1 score 0-0"),
            (Order::Random, "hands 1,2/1,2 up 1,2 left - score 0-0"),
        ] {
            assert!(new(3, order).parse_position(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_picture_offers_the_own_hand() {
        let mut game = new(2, Order::Random);
        game.apply(Action::Reveal(1));
        let card = |text: &str| Item::new(Kind::Card(text.to_string()));
        let [me, other] = [Player(1), Player(0)];
        let expected = Scene::default()
            .row("Point cards to come", vec![card("2")])
            .row("Point card", vec![Item { last: true, ..card("1") }])
            .row("Player 1: 0 points, hand", vec![card("1").of(other), card("2").of(other)])
            .row(
                "Player 2: 0 points, hand",
                vec![card("1").of(me).named("hand.1"), card("2").of(me).named("hand.2")],
            );
        assert_eq!(Goofspiel::picture(&game, me, Some(Action::Reveal(1))), expected);
        assert_eq!(Goofspiel::gesture(&game, me, Action::Bid(2)), Gesture::path(["hand.2"]));
    }
}

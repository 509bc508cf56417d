//! Le Her (Montmort, *Essay d'analyse sur les jeux de hazard*, 1713).
//!
//! The receiver and the dealer get a card each from a pack with four cards of every rank. The
//! receiver keeps the card or demands to swap it for the dealer's. The dealer refuses only with a
//! card of the highest rank. Then the dealer keeps the card or replaces it by a card from the pack.
//! A card of the highest rank cannot be drawn: if it comes up, the dealer keeps the old card. The
//! higher card wins, and the dealer wins if they are equal.
//!
//! **Payoffs** are 1 and -1. **Known value**: the receiver wins with probability 2831.25/5525 under
//! best play.
//!
//! **Notation.** Ranks are `A23456789TJQK`; smaller packs have the first of these. Deals are `7Q`
//! (the receiver's card first), actions `keep`, `swap` and `draw`, and a drawn card is `+5`. A
//! position is the whole history, `7Q keep draw +5`; `-` before the deal.
//!
//! **Deviation.** A dealer who refuses cannot lose, so the game ends there. Hands are not shown at
//! the end.

use sortilege::game::{
    Chance, Describe, Hidden, Key, Notation, Observe, Outcomes, Picture, Recall, Redeal, Sequential,
};
use sortilege::scene::{Gesture, Item, Kind, Scene};
use sortilege::{Game, Player, Rng, Turn};

/// The player who may swap.
pub const RECEIVER: Player = Player(0);
/// The player who may draw.
pub const DEALER: Player = Player(1);

/// Number of cards of every rank.
const SUITS: usize = 4;
const LETTERS: &str = "A23456789TJQK";

/// A card, by its rank; the higher one wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// The receiver's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Demand {
    Kept,
    Swapped,
    Refused,
}

/// The dealer's action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Answer {
    Kept,
    Draws,
    Drew(Card),
}

/// A table of Le Her.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LeHer {
    ranks: u8,
    /// The card in front of each seat; `None` is a card that is not dealt yet or, within a view,
    /// not visible.
    cards: [Option<Card>; 2],
    demand: Option<Demand>,
    answer: Option<Answer>,
}

/// The deal, a player's action, or the card that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A card for each seat.
    Deal([Card; 2]),
    /// The player keeps the card.
    Keep,
    /// The receiver demands the dealer's card.
    Swap,
    /// The dealer takes a card from the pack.
    Draw,
    /// The card that came from the pack.
    Drawn(Card),
}

/// What a seat observes of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Seen {
    /// The seat's card, from the deal or from a swap.
    Got(Card),
    /// The refusal of a swap.
    Refused,
    /// A public action.
    Open(Action),
}

/// A seat's information: the table without the cards that it has not seen.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    seat: Player,
    table: LeHer,
}

impl LeHer {
    /// A pack with `ranks` ranks, 2 to 13.
    pub fn new(ranks: u8) -> Self {
        assert!((2..=13).contains(&ranks), "there are 2 to 13 ranks");
        LeHer { ranks, cards: [None; 2], demand: None, answer: None }
    }

    fn ranks(&self) -> impl Iterator<Item = Card> + use<> {
        (0..self.ranks).map(Card)
    }

    fn is_highest(&self, card: Card) -> bool {
        card.0 + 1 == self.ranks
    }

    /// Number of cards of a rank that remain after these are out.
    fn left(card: Card, out: &[Option<Card>]) -> usize {
        SUITS - out.iter().filter(|&&other| other == Some(card)).count()
    }

    /// A random card from the pack without these, all equally likely.
    fn draw_without(&self, out: &[Option<Card>], rng: &mut Rng) -> Card {
        loop {
            let card = Card(rng.below(self.ranks.into()) as u8);
            if rng.below(SUITS) < LeHer::left(card, out) {
                return card;
            }
        }
    }

    /// The card from the pack, if it has come up.
    fn drawn(&self) -> Option<Card> {
        match self.answer {
            Some(Answer::Drew(card)) => Some(card),
            _ => None,
        }
    }

    fn has_receiver_won(&self) -> bool {
        let drawn = self.drawn().filter(|&card| !self.is_highest(card));
        self.demand != Some(Demand::Refused) && self.cards[0] > drawn.or(self.cards[1])
    }

    /// Returns whether a seat has seen the card in front of the other.
    fn knows_other(&self, who: Player) -> bool {
        match self.demand {
            Some(Demand::Swapped) => true,
            Some(Demand::Refused) => who == RECEIVER,
            _ => false,
        }
    }

    fn with_card(&self, seat: usize, card: Option<Card>) -> Self {
        let mut table = self.clone();
        table.cards[seat] = card;
        table
    }

    fn allows(&self, action: Action) -> bool {
        match (self.turn(), action) {
            (Turn::Chance, Action::Deal([one, other])) => {
                let known = |card: Card| card.0 < self.ranks;
                self.cards == [None; 2] && known(one) && known(other)
            }
            (Turn::Chance, Action::Drawn(card)) => {
                self.cards != [None; 2] && card.0 < self.ranks && LeHer::left(card, &self.cards) > 0
            }
            (Turn::Player(_), Action::Keep) => true,
            (Turn::Player(who), Action::Swap) => who == RECEIVER,
            (Turn::Player(who), Action::Draw) => who == DEALER,
            _ => false,
        }
    }
}

impl Game for LeHer {
    type Action = Action;

    fn players(&self) -> usize {
        2
    }

    fn turn(&self) -> Turn {
        match (self.demand, self.answer) {
            (None, _) if self.cards == [None; 2] => Turn::Chance,
            (None, _) => Turn::Player(RECEIVER),
            (Some(Demand::Refused), _) => Turn::Over,
            (_, None) => Turn::Player(DEALER),
            (_, Some(Answer::Draws)) => Turn::Chance,
            (_, Some(_)) => Turn::Over,
        }
    }

    fn actions(&self, out: &mut Vec<Action>) {
        out.clear();
        out.extend([Action::Keep, if self.demand.is_none() { Action::Swap } else { Action::Draw }]);
    }

    fn apply(&mut self, action: Action) {
        match action {
            Action::Deal(cards) => self.cards = cards.map(Some),
            Action::Keep if self.demand.is_none() => self.demand = Some(Demand::Kept),
            Action::Keep => self.answer = Some(Answer::Kept),
            Action::Swap if self.cards[1].is_some_and(|card| self.is_highest(card)) => {
                self.demand = Some(Demand::Refused);
            }
            Action::Swap => {
                self.cards.swap(0, 1);
                self.demand = Some(Demand::Swapped);
            }
            Action::Draw => self.answer = Some(Answer::Draws),
            Action::Drawn(card) => self.answer = Some(Answer::Drew(card)),
        }
    }

    fn payoff(&self, who: Player) -> f64 {
        if self.has_receiver_won() == (who == RECEIVER) { 1.0 } else { -1.0 }
    }
}

impl Chance for LeHer {
    fn sample(&self, rng: &mut Rng) -> Action {
        match self.answer {
            Some(Answer::Draws) => Action::Drawn(self.draw_without(&self.cards, rng)),
            _ => {
                let first = self.draw_without(&[], rng);
                Action::Deal([first, self.draw_without(&[Some(first)], rng)])
            }
        }
    }
}

impl Outcomes for LeHer {
    fn outcomes(&self, out: &mut Vec<(Action, f64)>) {
        out.clear();
        let pack = SUITS * usize::from(self.ranks);
        let odds = |card, gone: &[Option<Card>]| {
            LeHer::left(card, gone) as f64 / (pack - gone.len()) as f64
        };
        match self.answer {
            Some(Answer::Draws) => {
                out.extend(self.ranks().map(|card| (Action::Drawn(card), odds(card, &self.cards))));
            }
            _ => out.extend(self.ranks().flat_map(|first| {
                let both = move |second| odds(first, &[]) * odds(second, &[Some(first)]);
                self.ranks().map(move |second| (Action::Deal([first, second]), both(second)))
            })),
        }
        out.retain(|&(_, odds)| odds > 0.0);
    }
}

impl Sequential for LeHer {}

impl Hidden for LeHer {
    type View = View;

    fn view(&self, who: Player) -> View {
        let other = self.cards[1 - who.0].filter(|_| self.knows_other(who));
        View { seat: who, table: self.with_card(1 - who.0, other) }
    }

    /// Uniform over the unseen cards; the information in the other player's choices is ignored.
    fn determinize(view: &View, rng: &mut Rng) -> LeHer {
        let View { seat, table } = view;
        let own = table.cards[seat.0];
        match (own, table.cards[1 - seat.0]) {
            (Some(_), None) => {
                let other = table.draw_without(&[own, table.drawn()], rng);
                table.with_card(1 - seat.0, Some(other))
            }
            _ => table.clone(),
        }
    }
}

impl Observe for LeHer {
    type Seen = Seen;
    const RECALL: Recall = Recall::Perfect;

    fn seen(&self, action: Action, who: Player) -> Option<Seen> {
        Some(match (action, self.cards) {
            (Action::Deal(cards), _) => Seen::Got(cards[who.0]),
            (Action::Swap, [_, Some(dealers)]) if self.is_highest(dealers) => Seen::Refused,
            (Action::Swap, [Some(receivers), Some(dealers)]) => {
                Seen::Got(if who == RECEIVER { dealers } else { receivers })
            }
            (open, _) => Seen::Open(open),
        })
    }
}

/// The hidden part, implemented independently for tests: the other player's card, until it was
/// swapped or shown in a refusal.
impl Redeal for LeHer {
    fn redeal(&self, who: Player, rng: &mut Rng) -> LeHer {
        let shown = match self.demand {
            None | Some(Demand::Kept) => false,
            Some(Demand::Swapped) => true,
            Some(Demand::Refused) => who == RECEIVER,
        };
        match self.cards {
            [Some(_), Some(_)] if !shown => {
                let card = self.draw_without(&[self.cards[who.0], self.drawn()], rng);
                self.with_card(1 - who.0, Some(card))
            }
            _ => self.clone(),
        }
    }

    fn disguise(&self, action: Action, who: Player, rng: &mut Rng) -> Action {
        let Action::Deal(mut cards) = action else { return action };
        cards[1 - who.0] = self.draw_without(&[Some(cards[who.0])], rng);
        Action::Deal(cards)
    }
}

impl Key for LeHer {
    /// The packed state: no two states of a pack share a key.
    fn key(&self) -> u64 {
        let card = |card: Option<Card>| card.map_or(0, |card| u64::from(card.0) + 1);
        let demand = self.demand.map_or(0, |demand| demand as u64 + 1);
        let answer = match self.answer {
            None => 0,
            Some(Answer::Kept) => 1,
            Some(Answer::Draws) => 2,
            Some(Answer::Drew(drawn)) => 2 + card(Some(drawn)),
        };
        card(self.cards[0]) | card(self.cards[1]) << 4 | demand << 8 | answer << 10
    }
}

impl Card {
    fn letter(self) -> char {
        char::from(LETTERS.as_bytes()[usize::from(self.0)])
    }

    fn parse(letter: char) -> Option<Card> {
        LETTERS.find(letter).map(|place| Card(place as u8))
    }
}

/// Parses a text that consists of cards only.
fn parse_cards<const N: usize>(text: &str) -> Option<[Card; N]> {
    let cards: Option<Vec<Card>> = text.chars().map(Card::parse).collect();
    cards?.try_into().ok()
}

impl Notation for LeHer {
    fn seat(&self, who: Player) -> String {
        if who == RECEIVER { "receiver" } else { "dealer" }.to_string()
    }

    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Deal(cards) => cards.map(Card::letter).iter().collect(),
            Action::Keep => "keep".to_string(),
            Action::Swap => "swap".to_string(),
            Action::Draw => "draw".to_string(),
            Action::Drawn(card) => format!("+{}", card.letter()),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        let action = match text {
            "keep" => Action::Keep,
            "swap" => Action::Swap,
            "draw" => Action::Draw,
            _ => match text.strip_prefix('+') {
                Some(card) => Action::Drawn(parse_cards::<1>(card)?[0]),
                None => Action::Deal(parse_cards(text)?),
            },
        };
        self.allows(action).then_some(action)
    }

    fn position_words(&self) -> String {
        let card = |who: Player| {
            self.cards[who.0].map_or("no card".to_string(), |card| card.letter().to_string())
        };
        format!(
            "{} has {}, {} {}",
            self.seat(RECEIVER),
            card(RECEIVER),
            self.seat(DEALER),
            card(DEALER)
        )
    }

    fn position(&self) -> String {
        let [Some(one), Some(other)] = self.cards else { return "-".to_string() };
        let dealt = if self.demand == Some(Demand::Swapped) { [other, one] } else { [one, other] };
        let mut words = vec![self.action_name(Action::Deal(dealt))];
        words.extend(
            self.demand
                .map(|demand| if demand == Demand::Kept { "keep" } else { "swap" }.to_string()),
        );
        words.extend(
            self.answer
                .map(|answer| if answer == Answer::Kept { "keep" } else { "draw" }.to_string()),
        );
        words.extend(self.drawn().map(|card| self.action_name(Action::Drawn(card))));
        words.join(" ")
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let mut table = LeHer::new(self.ranks);
        if text == "-" {
            return Ok(table);
        }
        for word in text.split(' ') {
            let action = table.parse_action(word).ok_or_else(|| {
                format!("a position is `-` or what has happened, as in `7Q keep draw +5`, and {word:?} cannot happen here")
            })?;
            table.apply(action);
        }
        Ok(table)
    }
}

impl Describe for LeHer {
    fn describe(view: &View, seat: Player, seen: Seen) -> String {
        match (seen, view.table.cards[seat.0]) {
            (Seen::Got(card), None) => {
                format!("you are dealt {}, the other one a card", card.letter())
            }
            (Seen::Got(card), Some(_)) => format!("swap, and you get {}", card.letter()),
            (Seen::Refused, _) => "swap, which is refused".to_string(),
            (Seen::Open(action), _) => view.table.action_name(action),
        }
    }
}

impl Picture for LeHer {
    fn picture(view: &View, seat: Player, _: Option<Seen>) -> Scene {
        let table = &view.table;
        let mut scene = Scene::default();
        for who in [RECEIVER, DEALER] {
            let card = match table.cards[who.0] {
                Some(card) => Some(Kind::Card(card.letter().to_string())),
                None => table.cards[view.seat.0].map(|_| Kind::CardBack),
            };
            let you = if who == seat { " (you)" } else { "" };
            scene = scene.row(
                format!("{}{you}", table.seat(who)),
                card.into_iter().map(|kind| Item::new(kind).of(who)).collect(),
            );
        }
        match (table.demand, table.drawn()) {
            (Some(Demand::Refused), _) => scene.label("The dealer has refused to swap."),
            (_, Some(card)) => {
                scene.row("Drawn", vec![Item::new(Kind::Card(card.letter().to_string()))])
            }
            (Some(Demand::Swapped), _) => scene.label("The cards were swapped."),
            _ => scene,
        }
    }

    /// Keeping or changing a card corresponds to no place on the table.
    fn gesture(view: &View, _: Player, action: Action) -> Gesture {
        match action {
            Action::Keep => Gesture::button("Keep your card"),
            Action::Swap => Gesture::button("Swap with the dealer"),
            Action::Draw => Gesture::button("Draw another card"),
            other => Gesture::button(view.table.action_name(other)),
        }
    }
}

//! Notation of Goofspiel with hidden bids: names, positions, words and pictures.

use super::fitting::Row;
use super::{Action, HiddenGoofspiel, Seen, View};
use crate::bits::bits;
use crate::goofspiel::up_mask;
use crate::text::{named, number};
use sortilege::game::{Describe, Notation, Picture, Simultaneous};
use sortilege::scene::{Gesture, Item, Kind, Scene, names};
use sortilege::{Game, Player, Turn};

/// The suit that each seat bids.
const SUITS: [&str; 2] = ["hearts", "spades"];

/// The name of a bid: the first letter of its suit and the card.
fn bid_name(seat: u8, card: u8) -> String {
    format!("{}{card}", &SUITS[usize::from(seat)][..1])
}

fn seat_name(who: usize) -> String {
    format!("Player {}", who + 1)
}

/// The announcement at the end of a round.
fn answer_words(winner: Option<u8>, points: u8) -> String {
    match winner {
        Some(seat) => format!("{} takes the {points}", seat_name(seat.into())),
        None => format!("the bids are equal, the {points} is discarded"),
    }
}

impl Notation for HiddenGoofspiel {
    fn seat(&self, who: Player) -> String {
        seat_name(who.0)
    }

    fn action_name(&self, action: Action) -> String {
        match action {
            Action::Reveal(card) => format!("p{card}"),
            Action::Bid { seat, card } => bid_name(seat, card),
            Action::Won(seat) => SUITS[usize::from(seat)].to_string(),
            Action::Tie => "tie".to_string(),
        }
    }

    fn action_words(&self, action: Action) -> String {
        match action {
            Action::Won(seat) => answer_words(Some(seat), self.table.up),
            Action::Tie => answer_words(None, self.table.up),
            _ => self.action_name(action),
        }
    }

    fn parse_action(&self, text: &str) -> Option<Action> {
        named(self, text)
    }

    fn position(&self) -> String {
        let over = self.answers.len() as usize;
        let [mut first, mut second] = self.bids.map(Row::iter);
        let round = |(at, points): (usize, u8)| match (first.next(), second.next()) {
            (Some(one), Some(two)) => {
                format!("{points}:{one}/{two}{}", if at < over { "" } else { "?" })
            }
            _ => format!("{points}:"),
        };
        let rounds: Vec<String> = self.points.iter().enumerate().map(round).collect();
        if rounds.is_empty() { "-".to_string() } else { rounds.join(" ") }
    }

    fn position_words(&self) -> String {
        let bids = |who: usize| {
            let all: Vec<String> = self.bids[who].iter().map(|card| card.to_string()).collect();
            format!(
                "{} has bid {}",
                seat_name(who),
                if all.is_empty() { "-".into() } else { all.join(", ") }
            )
        };
        [0, 1].map(bids).join("; ")
    }

    fn parse_position(&self, text: &str) -> Result<Self, String> {
        let start = HiddenGoofspiel::new(self.table.cards, self.table.order)?;
        let mut state = start.clone();
        for word in text.split(' ').filter(|_| text != "-") {
            state.play_round(word)?;
        }
        // Rejects rounds that are incomplete or spelled differently, which the parser would accept.
        match state.position() {
            position if position == text => Ok(state),
            position => Err(format!("{text:?} should read {position:?}")),
        }
    }
}

impl HiddenGoofspiel {
    /// Plays one round of a position, as far as the word specifies it.
    fn play_round(&mut self, word: &str) -> Result<(), String> {
        let wrong = |right: &str| format!("{word:?} cannot be the next round: {right}");
        let (points, bids) = word
            .split_once(':')
            .ok_or_else(|| wrong("it reads like 5:2/3, the point card before the bids"))?;
        let points: u8 = number(points).ok_or_else(|| wrong("the point card is a number"))?;
        if self.turn() == Turn::Chance
            && !self.awaits_answer()
            && self.table.left >> points.min(15) & 1 == 1
        {
            self.apply(Action::Reveal(points));
        }
        if self.turn() != Turn::Together || self.table.up != points {
            return Err(wrong("this point card is not due here, or a round before it is not over"));
        }
        if bids.is_empty() {
            return Ok(());
        }
        let (bids, is_over) = bids.strip_suffix('?').map_or((bids, true), |bids| (bids, false));
        let (first, second) =
            bids.split_once('/').ok_or_else(|| wrong("two bids have / between them"))?;
        let bid = |seat: u8, card: &str| {
            let card = number(card)
                .filter(|card| bits(self.table.hands[usize::from(seat)]).any(|c| c == *card));
            card.map(|card| Action::Bid { seat, card })
                .ok_or_else(|| wrong("bids are cards in the hand"))
        };
        let bids = [bid(0, first)?, bid(1, second)?];
        self.apply_together(&bids);
        if is_over {
            self.apply(self.answer());
        }
        Ok(())
    }
}

impl Describe for HiddenGoofspiel {
    fn describe(view: &View, _: Player, seen: Seen) -> String {
        match seen {
            Seen::Revealed(card) => format!("p{card}"),
            Seen::Bid(card) => bid_name(view.seat, card),
            Seen::Won(seat) => answer_words(Some(seat), view.up()),
            Seen::Tie => answer_words(None, view.up()),
        }
    }
}

impl Picture for HiddenGoofspiel {
    fn picture(view: &View, seat: Player, last: Option<Seen>) -> Scene {
        let card = |card: u8| Item::new(Kind::Card(card.to_string()));
        let up = |c: u8| Item { last: last == Some(Seen::Revealed(c)), ..card(c) };
        let other = Player(1 - seat.0);
        let scores = view.scores();
        let label = |who: Player, what: &str| {
            format!("{}: {} points, {what}", seat_name(who.0), scores[who.0])
        };
        let taken = view.points.iter().zip(view.answers.iter());
        let taken = taken.map(|(points, answer)| match usize::from(answer) {
            winner @ (1 | 2) => card(points).of(Player(winner - 1)),
            _ => card(points),
        });
        let backs =
            vec![Item::new(Kind::CardBack).of(other); (view.cards - view.own.len() as u8).into()];
        let scene = Scene::default()
            .row("Point cards to come", bits(view.left()).map(card).collect())
            .row("Point card", bits(up_mask(view.up())).map(up).collect())
            .row("Point cards gone", taken.collect())
            .row("Your bids for them", view.own.iter().map(|c| card(c).of(seat)).collect());
        let hand = bits(view.hand()).map(|c| card(c).of(seat)).collect();
        scene.row(label(other, "hand"), backs).hand("hand", label(seat, "hand"), hand)
    }

    fn gesture(_: &View, _: Player, action: Action) -> Gesture {
        match action {
            Action::Bid { card, .. } => Gesture::Path(names("hand", [card.to_string()])),
            _ => unreachable!("a seat bids, and {action:?} is no bid"),
        }
    }
}

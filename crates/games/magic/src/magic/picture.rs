//! The table: life, lands, creatures and cards.

use super::cards::{Card, Cards, Kinds};
use super::side::places;
use super::{Action, Magic, Phase, Seen, View};
use crate::pictures::button;
use sortilege::game::{Describe, Notation, Picture};
use sortilege::scene::{Gesture, Item, Kind, Scene, names};
use sortilege::{Game, Player};

impl Describe for Magic {
    fn describe(view: &View, seat: Player, seen: Seen) -> String {
        let state = &view.table;
        match seen {
            Seen::Drawn(card) => format!("you draw {}", state.table.name(card)),
            Seen::Drew => format!("{} draws a card", state.seat(Player(1 - seat.0))),
            Seen::Open(action) => state.action_name(action),
            Seen::Step { land, creatures, done } => {
                let casts = format!("casts {}", state.print(Cards { lands: 0, creatures }));
                let parts = [
                    land.then(|| "plays a land".to_string()),
                    (creatures != Kinds::NONE).then_some(casts),
                    done.then(|| "ends the turn".to_string()),
                ];
                parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
            }
        }
    }
}

impl Picture for Magic {
    fn picture(view: &View, seat: Player, last: Option<Seen>) -> Scene {
        let mut scene = Scene::default().label(view.table.headline());
        for who in [Player(1 - seat.0), seat] {
            scene = scene.label(view.standing_of(who)).row("Creatures", view.creatures(who));
            scene = match who == seat {
                true => scene.hand("hand", "Hand", view.hand(who, last)),
                false => scene.row("Hand", view.hand(who, last)),
            };
            let dead = view.dead(who);
            if !dead.is_empty() {
                scene = scene.row("Graveyard", dead);
            }
        }
        scene
    }

    /// Attackers and cards are selected. For blocks, the player selects each blocker and then the
    /// attacker that it blocks, starting with the first.
    fn gesture(view: &View, _: Player, action: Action) -> Gesture {
        match action {
            Action::Attack(0)
            | Action::Hold(_)
            | Action::Guard(_, 0)
            | Action::Keep(_)
            | Action::Draw(_) => view.refusal(action),
            Action::Attack(mask) => Gesture::Set(places(mask).map(own).collect()),
            Action::Charge(place) => Gesture::path([own(place.into())]),
            Action::Block(blocks) => {
                let guards = (0..16).map(|place| (place, (blocks.0 >> (4 * place) & 15) as usize));
                let path = guards.filter(|&(_, attacker)| attacker > 0);
                match path
                    .flat_map(|(place, attacker)| [own(place), other(attacker - 1)])
                    .collect::<Vec<_>>()
                {
                    none if none.is_empty() => view.refusal(action),
                    path => Gesture::Path(path),
                }
            }
            Action::Guard(place, attacker) => {
                Gesture::path([own(place.into()), other(usize::from(attacker) - 1)])
            }
            Action::Play(play) => {
                let lands = play.land.then_some(Card::LAND);
                let cards = lands.into_iter().chain(play.creatures.each().map(Card));
                match names("hand", cards.map(|card| view.table.table.name(card))) {
                    none if none.is_empty() => view.refusal(action),
                    cards => Gesture::Set(cards),
                }
            }
            Action::Cast(card) => Gesture::Path(names("hand", [view.table.table.name(card)])),
        }
    }
}

impl Magic {
    fn headline(&self) -> String {
        let name = self.seat(Player(self.active()));
        let other = self.seat(Player(1 - self.active()));
        let what = match self.phase {
            Phase::Deal => "hands are dealt".to_string(),
            Phase::Draw => format!("{name} draws a card"),
            Phase::Attack => format!("{name} attacks"),
            Phase::Block => format!("{other} blocks"),
            Phase::Main => format!("{name} plays cards"),
            Phase::Over if self.payoff(Player(0)) > 0.0 => {
                format!("{} has won", self.seat(Player(0)))
            }
            Phase::Over => format!("{} has won", self.seat(Player(1))),
        };
        format!("Turn {}: {what}", self.turn)
    }
}

impl View {
    fn standing_of(&self, who: Player) -> String {
        let side = &self.table.sides[who.0];
        let hidden = if who == self.seat { 0 } else { u32::from(self.held) };
        let (name, deck) = (self.table.seat(who), side.deck.total() - hidden);
        let several = |count: u32, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let (lands, cards) = (several(side.lands.into(), "land"), several(deck, "card"));
        format!("{name}: {} life, {lands}, {cards} to draw", side.life)
    }

    /// Numbered, with marks as in a position.
    fn creatures(&self, who: Player) -> Vec<Item> {
        let (state, side) = (&self.table, &self.table.sides[who.0]);
        let active = who.0 == state.active();
        let creature = |(place, &kind): (usize, &u8)| {
            let mark = match state.guards[place] {
                _ if active && state.attackers >> place & 1 == 1 => " >".to_string(),
                attacker if !active && attacker > 0 => format!(" <{attacker}"),
                _ if side.tapped >> place & 1 == 1 => " ~".to_string(),
                _ => String::new(),
            };
            let text = format!("{}: {}{mark}", place + 1, state.table.name(Card(kind)));
            let name = if who == self.seat { own(place) } else { other(place) };
            Item::new(Kind::Card(text)).of(who).named(name)
        };
        side.creatures().iter().enumerate().map(creature).collect()
    }

    /// The viewer's cards; the opponent's face down.
    fn hand(&self, who: Player, last: Option<Seen>) -> Vec<Item> {
        if who != self.seat {
            return vec![Item::new(Kind::CardBack).of(who); self.held.into()];
        }
        let hand = self.table.sides[who.0].hand;
        let lands = std::iter::repeat_n(Card::LAND, hand.lands.into());
        let mut items: Vec<Item> = vec![];
        let mut before = None;
        for card in lands.chain(hand.creatures.each().map(Card)) {
            let drawn = last == Some(Seen::Drawn(card)) && before != Some(card);
            items.push(Item { last: drawn, ..self.card(card).of(who) });
            before = Some(card);
        }
        items
    }

    fn dead(&self, who: Player) -> Vec<Item> {
        self.table.dead(who.0).creatures.each().map(|kind| self.card(Card(kind)).of(who)).collect()
    }

    fn card(&self, card: Card) -> Item {
        Item::new(Kind::Card(self.table.table.name(card)))
    }

    /// Inaction of a creature or a card corresponds to no place on the table.
    fn refusal(&self, action: Action) -> Gesture {
        match action {
            Action::Hold(place) => Gesture::button(format!("Hold {} back", place + 1)),
            Action::Guard(place, _) => Gesture::button(format!("{} does not block", place + 1)),
            _ => button(self.table.action_name(action)),
        }
    }
}

/// The name of a creature of the viewer.
fn own(place: usize) -> String {
    format!("own.{}", place + 1)
}

/// The name of a creature of the opponent.
fn other(place: usize) -> String {
    format!("other.{}", place + 1)
}

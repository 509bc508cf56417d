//! The table: life, lands, creatures and cards.

use super::cards::Card;
use super::{Action, Magic, Phase, View};
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Item, Kind, Scene};
use sortilege::{Game, Player, Turn};

/// No more buttons than this; longer lists are typed.
const BUTTONS: usize = 64;

impl Picture for Magic {
    fn picture(view: &View, seat: Player, last: Option<Action>) -> Scene {
        let mut scene = Scene::default().label(view.table.headline());
        for who in [Player(1 - seat.0), seat] {
            scene = scene.label(view.standing_of(who)).row("Creatures", view.creatures(who));
            scene = scene.row("Hand", view.hand(who, last));
            let dead = view.dead(who);
            if !dead.is_empty() {
                scene = scene.row("Graveyard", dead);
            }
        }
        match view.buttons() {
            buttons if buttons.is_empty() => scene,
            buttons => scene.row("Moves", buttons),
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
            Phase::Over if self.payoff(Player(0)) > 0.0 => format!("{} has won", self.seat(Player(0))),
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
        format!("{name}: {} life, {} lands, {deck} cards to draw", side.life, side.lands)
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
            Item::new(Kind::Card(text)).of(who)
        };
        side.creatures().iter().enumerate().map(creature).collect()
    }

    /// Own cards; the opponent's from behind.
    fn hand(&self, who: Player, last: Option<Action>) -> Vec<Item> {
        if who != self.seat {
            return vec![Item::new(Kind::CardBack).of(who); self.held.into()];
        }
        let hand = self.table.sides[who.0].hand;
        let lands = std::iter::repeat_n(Card::LAND, hand.lands.into());
        let mut items: Vec<Item> = vec![];
        let mut before = None;
        for card in lands.chain(hand.creatures.each().map(Card)) {
            let drawn = last == Some(Action::Draw(card)) && before != Some(card);
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

    fn buttons(&self) -> Vec<Item> {
        let mut legal = vec![];
        if self.table.turn() == Turn::Player(self.seat) {
            self.table.actions(&mut legal);
        }
        let button = |action| {
            let name = self.table.action_name(action);
            Item::new(Kind::Button(name.clone())).clicked(name)
        };
        legal.into_iter().take(BUTTONS).map(button).collect()
    }
}

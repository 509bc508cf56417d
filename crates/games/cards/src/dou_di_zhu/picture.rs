//! The table: backs of cards, the last play, the own hand and what can be played from it.

use super::group::{Action, kicker_cards};
use super::hand::Hand;
use super::{DouDiZhu, Moves, Phase, View};
use crate::pictures::button;
use sortilege::Player;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Item, Kind, Scene};

impl Picture for DouDiZhu {
    fn picture(view: &View, seat: Player, last: Option<Action>) -> Scene {
        let mut scene = Scene::default().label(view.headline(seat));
        if view.table.phase == Phase::Deal {
            return scene;
        }
        scene = scene.label(format!("Cards played: {}", view.played()));
        scene = scene.label(format!("Cards of the others: {}", view.unseen));
        for who in [1, 2].map(|step| Player((seat.0 + step) % 3)) {
            let size = view.sizes[who.0];
            let backs = (0..size).map(|_| Item::new(Kind::CardBack).of(who)).collect();
            scene = scene.row(format!("{}: {size} cards", name(who)), backs);
        }
        if let Some(group) = view.table.last {
            let by = Player(view.table.player_of_last());
            let played = cards(group.cards(), by).chain(cards(kicker_cards(group, view.table.kickers), by));
            let mark = |item| Item { last: last.is_some_and(|last| last != Action::PASS), ..item };
            scene = scene.row(format!("Last play, by {}", name(by)), played.map(mark).collect());
        }
        scene = scene.row("Your hand", cards(view.hand, seat).collect());
        match view.buttons(seat) {
            buttons if buttons.is_empty() => scene,
            buttons => scene.row("Your move", buttons),
        }
    }
}

impl View {
    fn headline(&self, seat: Player) -> String {
        let mover = Player(self.table.mover.into());
        let who = if mover == seat { "You".to_string() } else { name(mover) };
        let verb = |you: &str, other: &str| if mover == seat { you.to_string() } else { other.to_string() };
        match (self.table.phase, self.table.last) {
            (Phase::Deal, _) => "The cards are dealt".to_string(),
            (Phase::Play, None) => format!("{who} {}", verb("lead", "leads")),
            (Phase::Play, Some(_)) => format!("{who} {}", verb("play or pass", "plays or passes")),
            (Phase::Kickers, _) => format!("{who} {} kickers", verb("choose", "chooses")),
            (Phase::Over, _) if mover.0 == 0 => "The Landlord has won".to_string(),
            (Phase::Over, _) => "The peasants have won".to_string(),
        }
    }

    /// A button for each move of `seat`, if it is on turn.
    fn buttons(&self, seat: Player) -> Vec<Item> {
        let mut legal = vec![];
        if usize::from(self.table.mover) == seat.0 {
            self.table.list(self.hand, &mut legal);
        }
        legal.iter().map(|action| button(action.to_string())).collect()
    }
}

fn name(who: Player) -> String {
    DouDiZhu::new(Moves::default()).seat(who)
}

fn cards(hand: Hand, owner: Player) -> impl Iterator<Item = Item> {
    hand.letters().map(move |letter| Item::new(Kind::Card(letter.to_string())).of(owner))
}

//! The table: backs of cards, the last play, the own hand, and descriptions of the events.

use super::group::{Action, Group, What, kicker_cards};
use super::hand::Hand;
use super::{DouDiZhu, Moves, Phase, SIZES, Seen, View};
use crate::pictures::button;
use sortilege::Player;
use sortilege::game::{Notation, Picture, Tell};
use sortilege::scene::{Gesture, Item, Kind, Scene, names};

impl Tell for DouDiZhu {
    fn tell(_: &View, Player(seat): Player, seen: Seen) -> String {
        match seen.what() {
            Err(action) => action.to_string(),
            Ok(hand) => {
                let others = [1, 2].map(|step| (seat + step) % 3);
                let [next, last] =
                    others.map(|who| format!("{} {} cards", name(Player(who)), SIZES[who]));
                format!("you are dealt {hand}, {next} and {last}")
            }
        }
    }
}

impl Picture for DouDiZhu {
    fn picture(view: &View, seat: Player, last: Option<Seen>) -> Scene {
        let mut scene = Scene::default().label(view.headline(seat));
        if view.table.phase == Phase::Deal {
            return scene;
        }
        scene = scene.label(format!("Cards played: {}", view.played()));
        scene = scene.label(format!("Cards of the others: {}", view.unseen));
        for who in [1, 2].map(|step| Player((seat.0 + step) % 3)) {
            let size = view.sizes[who.0];
            let backs = (0..size).map(|_| Item::new(Kind::CardBack).of(who)).collect();
            let cards = if size == 1 { "card" } else { "cards" };
            scene = scene.row(format!("{}: {size} {cards}", name(who)), backs);
        }
        if let Some(group) = view.table.last {
            let by = Player(view.table.player_of_last());
            let played =
                cards(group.cards(), by).chain(cards(kicker_cards(group, view.table.kickers), by));
            let mark = |item| Item {
                last: last.is_some_and(|last| last != Seen::open(Action::PASS)),
                ..item
            };
            scene = scene.row(format!("Last play, by {}", name(by)), played.map(mark).collect());
        }
        scene.hand("hand", "Your hand", cards(view.hand, seat).collect())
    }

    /// Cards are chosen from the hand. A group that awaits its kickers has the same cards as a
    /// group without kickers, so it is a button.
    fn gesture(_: &View, _: Player, action: Action) -> Gesture {
        match action.what() {
            What::Play(group, kickers)
                if kickers.is_empty() && group.shape().kicker_copies() > 0 =>
            {
                Gesture::Button(format!("{} with {}", group.cards(), awaited(group)))
            }
            What::Play(group, kickers) => {
                Gesture::Set(names("hand", group.cards().plus(kickers).letters()))
            }
            What::Kickers(kickers) => Gesture::Set(names("hand", kickers.letters())),
            What::Pass | What::Deal(_) => button("pass"),
        }
    }
}

impl View {
    fn headline(&self, seat: Player) -> String {
        let mover = Player(self.table.mover.into());
        let who = if mover == seat { "You".to_string() } else { name(mover) };
        let verb = |you: &str, other: &str| {
            if mover == seat { you.to_string() } else { other.to_string() }
        };
        match (self.table.phase, self.table.last) {
            (Phase::Deal, _) => "The cards are dealt".to_string(),
            (Phase::Play, None) => format!("{who} {}", verb("lead", "leads")),
            (Phase::Play, Some(_)) => format!("{who} {}", verb("play or pass", "plays or passes")),
            (Phase::Kickers, _) => format!("{who} {} kickers", verb("choose", "chooses")),
            (Phase::Over, _) if mover.0 == 0 => "The Landlord has won".to_string(),
            (Phase::Over, _) => "The peasants have won".to_string(),
        }
    }
}

/// The kickers that a group awaits.
fn awaited(group: Group) -> &'static str {
    match (group.shape().kicker_copies(), group.shape().kickers(group.length())) {
        (1, 1) => "a solo",
        (1, _) => "solos",
        (_, 1) => "a pair",
        (_, _) => "pairs",
    }
}

fn name(who: Player) -> String {
    DouDiZhu::new(Moves::default()).seat(who)
}

fn cards(hand: Hand, owner: Player) -> impl Iterator<Item = Item> {
    hand.letters().map(move |letter| Item::new(Kind::Card(letter.to_string())).of(owner))
}

//! The diamond from a player's viewpoint, with the own home below. Unidentified pieces lie face
//! down. Cards, remembered observations and the dead are listed under the board.

use super::board::{GONE, Region as Place, regions};
use super::cast::{Card, Character, PIECES, cards};
use super::{Action, Confrontation, DARK, LIGHT, PLAY, Phase, Seen, View};
use crate::bits::bits;
use crate::pictures::{button, seat_label};
use sortilege::game::{Describe, Notation, Picture};
use sortilege::scene::{Gesture, Item, Kind, Map, Part, Region, Scene, Shade};
use sortilege::{Game, Player, Turn};

impl Describe for Confrontation {
    fn describe(view: &View, seat: Player, seen: Seen) -> String {
        match seen {
            Seen::Placed => {
                format!(
                    "a character of {} is sent to the front",
                    view.table.seat(Player(1 - seat.0))
                )
            }
            Seen::Went { from, to } => format!("moves ? from {} to {}", from.name(), to.name()),
            Seen::Open(action) => view.table.action_words(action),
        }
    }
}

impl Picture for Confrontation {
    fn picture(view: &View, _: Player, last: Option<Seen>) -> Scene {
        let look = Look { view, table: &view.table, last };
        let mut scene = Scene::default().label(look.headline()).with(Part::Map(look.map()));
        for who in [Player(1 - view.seat.0), view.seat] {
            let label = format!("{}: cards", seat_label(&view.table, who, view.seat));
            scene = scene.row(label, look.hand(who.0));
        }
        for (label, items) in [("Seen before", look.memories()), ("Fallen", look.fallen())] {
            if !items.is_empty() {
                scene = scene.row(label, items);
            }
        }
        scene
    }

    fn gesture(view: &View, _: Player, action: Action) -> Gesture {
        let name = view.table.action_name(action);
        match action {
            Action::Move { who, to, .. } => Gesture::path([who.name(), to.name()]),
            Action::Retreat(to) => Gesture::path([to.name()]),
            Action::DarkCard(_) | Action::LightCard(_) => Gesture::path([name]),
            Action::Ambush => button("the Balrog strikes"),
            Action::Take => button("take Frodo"),
            Action::Draw => button("leave it to chance"),
            Action::StepIn => button("Sam steps in"),
            Action::ShowFrodo => button("show Frodo"),
            _ => button(name),
        }
    }
}

/// The viewer and the viewed state.
struct Look<'a> {
    view: &'a View,
    table: &'a Confrontation,
    last: Option<Seen>,
}

impl Look<'_> {
    fn headline(&self) -> String {
        let table = self.table;
        let name = |who: usize| table.seat(Player(who));
        let fighters = table.battle.fighters.map(|who| who.map_or("a piece", Character::name));
        let here = table.battle.place.name();
        let battle = || format!("{} against {} in {here}", fighters[DARK], fighters[LIGHT]);
        let what = match table.phase {
            Phase::Deal => "characters are sent to the front".into(),
            Phase::Blocked => format!("can {} move?", name(table.mover())),
            Phase::Move => format!("{} to move", name(table.mover())),
            Phase::Tunnel => "a piece walks through Moria".into(),
            Phase::Target => format!("battle in {here}, and Frodo is face up"),
            Phase::Meet => format!("battle in {here}"),
            Phase::DarkWon => format!("{} has won", name(DARK)),
            Phase::LightWon => format!("{} has won", name(LIGHT)),
            Phase::Drawn => "a draw".into(),
            Phase::Cards => format!("{}, both choose a card", battle()),
            Phase::Resolve => format!("{}, cards are turned up", battle()),
            _ => match table.turn() {
                Turn::Player(Player(who)) => format!("{}, {} decides", battle(), name(who)),
                _ => battle(),
            },
        };
        format!("Move {}: {what}", table.moves)
    }

    /// The ranks from the opponent's home to the own home.
    fn map(&self) -> Map {
        let mut ranks: Vec<u8> = (0..=6).collect();
        if self.view.seat.0 == LIGHT {
            ranks.reverse();
        }
        let mut regions = vec![];
        for (y, rank) in (0..).zip(ranks) {
            let mut row: Vec<Place> = Place::all().filter(|place| place.rank() == rank).collect();
            if self.view.seat.0 == DARK {
                row.reverse();
            }
            let left = 1 - row.len() as i32;
            regions
                .extend((left..).step_by(2).zip(&row).map(|(x, &place)| self.region(place, x, y)));
        }
        Map { regions }
    }

    fn region(&self, place: Place, x: i32, y: i32) -> Region {
        let home = matches!(place, Place::SHIRE | Place::MORDOR);
        let odd = (x + y.min(6 - y)).rem_euclid(4) == 2;
        let last = match self.last {
            Some(Seen::Went { from, to } | Seen::Open(Action::Move { from, to, .. })) => {
                [from, to].contains(&place)
            }
            Some(Seen::Open(Action::Retreat(to) | Action::Place(_, to))) => to == place,
            _ => false,
        };
        Region {
            name: place.name().into(),
            label: label(place),
            x,
            y,
            neighbours: regions(place.beside()).map(|other| other.name().into()).collect(),
            room: place.capacity().into(),
            pieces: self.pieces(place),
            shade: match (home, odd) {
                (true, _) => Shade::Marked,
                (_, true) => Shade::Dark,
                _ => Shade::Plain,
            },
            last,
        }
    }

    /// The pieces in a region, fighters first.
    fn pieces(&self, region: Place) -> Vec<Item> {
        let mut all = vec![];
        for side in [self.view.seat.0, 1 - self.view.seat.0] {
            let known = self.known_at(side, region);
            let piece = |text: &str| Item::new(Kind::Token(text.into())).of(Player(side));
            let pieces = known.iter().map(|who| piece(who.letters()).named(who.name()));
            let hidden = piece("?");
            let count = usize::from(self.table.sides[side].count(region));
            let there: Vec<Item> =
                pieces.chain(std::iter::repeat_n(hidden, PIECES)).take(count).collect();
            all.push(there);
        }
        // In a battle a region may hold more pieces than there is room to draw: one piece of each
        // side comes first.
        let (mut own, theirs) = (all.remove(0).into_iter(), all.remove(0).into_iter());
        own.next().into_iter().chain(theirs).chain(own).collect()
    }

    /// The characters in a region that the viewer can identify, fighters first.
    fn known_at(&self, side: usize, region: Place) -> Vec<Character> {
        let is_there = |index: u8| match side == self.view.seat.0 {
            true => self.table.sides[side].at[usize::from(index)] == region.0,
            false => self.places_of(index) == region.bit(),
        };
        let there = (0..PIECES as u8)
            .filter(|&index| is_there(index))
            .map(|index| Character::of(side, index));
        let mut there: Vec<Character> = there.collect();
        there.sort_by_key(|&who| self.table.battle.fighters[side] != Some(who));
        there
    }

    /// The possible regions of a character of the opponent, if it was ever shown and lives.
    fn places_of(&self, index: u8) -> u16 {
        let places = self.view.worlds.iter().map(|world| world.places[usize::from(index)]);
        places.filter(|&at| at != GONE).fold(0, |all, at| all | Place(at).bit())
    }

    fn hand(&self, side: usize) -> Vec<Item> {
        let name = |card| self.table.action_name(PLAY[side](card));
        let item = |card: Card| {
            Item::new(Kind::Card(card.name().into())).of(Player(side)).named(name(card))
        };
        cards(self.table.sides[side].hand).map(item).collect()
    }

    /// Characters of the opponent that were shown and may be in several regions by now.
    fn memories(&self) -> Vec<Item> {
        let side = 1 - self.view.seat.0;
        let tracked = bits(self.table.sides[side].trail.tracked);
        let uncertain = tracked
            .map(|index| (index, self.places_of(index)))
            .filter(|(_, set)| set.count_ones() > 1);
        let token = |(index, set)| {
            let places: Vec<&str> = regions(set).map(Place::name).collect();
            let text = format!("{}: {}", Character::of(side, index).name(), places.join(" or "));
            Item::new(Kind::Token(text)).of(Player(side))
        };
        uncertain.map(token).collect()
    }

    fn fallen(&self) -> Vec<Item> {
        let dead = Character::all().filter(|who| !self.table.sides[who.side()].alive(*who));
        dead.map(|who| Item::new(Kind::Token(who.name().into())).of(Player(who.side()))).collect()
    }
}

/// The name of a region on the map, `Gap of Rohan`.
fn label(place: Place) -> String {
    let word = |word: &str| match word {
        "of" => word.to_string(),
        _ => word[..1].to_uppercase() + &word[1..],
    };
    place.name().split('-').map(word).collect::<Vec<_>>().join(" ")
}

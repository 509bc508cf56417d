//! The diamond as a player sees it, with the own home below. Pieces that the player cannot tell lie face
//! down; cards, memories and the dead are listed under the board.

use super::board::{GONE, Region, regions};
use super::cast::{Character, PIECES, cards};
use super::{Action, Confrontation, DARK, LIGHT, PLAY, Phase, Seen, View};
use crate::bits::bits;
use crate::pictures::{button, seat_label};
use sortilege::game::{Notation, Picture, Simultaneous, Tell};
use sortilege::scene::{Board, Cell, Item, Kind, Part, Piece, Scene, Shade, Shape};
use sortilege::{Game, Player, Turn};

impl Tell for Confrontation {
    fn tell(view: &View, seat: Player, seen: Seen) -> String {
        match seen {
            Seen::Placed => {
                format!("somebody of {} is sent to the front", view.table.seat(Player(1 - seat.0)))
            }
            Seen::Went { from, to } => format!("moves ? from {} to {}", from.name(), to.name()),
            Seen::Open(action) => view.table.action_words(action),
        }
    }
}

impl Picture for Confrontation {
    fn picture(view: &View, _: Player, last: Option<Seen>) -> Scene {
        let look = Look::new(view, last);
        let mut scene = Scene::default().label(look.headline()).with(Part::Board(look.board()));
        for who in [Player(1 - view.seat.0), view.seat] {
            let label = format!("{}: cards", seat_label(&view.table, who, view.seat));
            scene = scene.row(label, look.hand(who.0));
        }
        for (label, items) in
            [("Seen before", look.memories()), ("Fallen", look.fallen()), ("Moves", look.buttons())]
        {
            if !items.is_empty() {
                scene = scene.row(label, items);
            }
        }
        scene
    }
}

/// Cells to a region; homes have two rows of them.
const WIDTH: usize = 2;

/// Four regions side by side.
const COLUMNS: usize = 4 * WIDTH;

/// Who looks at what, and what there is to click.
struct Look<'a> {
    view: &'a View,
    table: &'a Confrontation,
    last: Option<Seen>,
    moves: Vec<Action>,
}

impl<'a> Look<'a> {
    fn new(view: &'a View, last: Option<Seen>) -> Self {
        let (table, mut moves) = (&view.table, vec![]);
        match table.turn() {
            Turn::Player(who) if who == view.seat => table.actions(&mut moves),
            Turn::Together => table.choices(view.seat, &mut moves),
            _ => {}
        }
        Look { view, table, last, moves }
    }

    fn headline(&self) -> String {
        let table = self.table;
        let name = |who: usize| table.seat(Player(who));
        let fighters = table.battle.fighters.map(|who| who.map_or("somebody", Character::name));
        let here = table.battle.place.name();
        let battle = || format!("{} against {} in {here}", fighters[DARK], fighters[LIGHT]);
        let what = match table.phase {
            Phase::Deal => "characters are sent to the front".into(),
            Phase::Blocked => format!("can {} move?", name(table.mover())),
            Phase::Move => format!("{} to move", name(table.mover())),
            Phase::Tunnel => "somebody walks through Moria".into(),
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

    /// Ranks from the opponent's home to the own.
    fn board(&self) -> Board {
        let mut ranks: Vec<u8> = (0..=6).collect();
        if self.view.seat.0 == LIGHT {
            ranks.reverse();
        }
        let (mut cells, mut row_names) = (vec![], vec![]);
        for rank in ranks {
            let mut row: Vec<Region> = Region::all().filter(|region| region.rank() == rank).collect();
            if self.view.seat.0 == DARK {
                row.reverse();
            }
            let rows = if row.len() == 1 { 2 } else { 1 };
            for line in 0..rows {
                let margin =
                    vec![Cell { shade: Shade::Absent, ..Cell::default() }; (COLUMNS - WIDTH * row.len()) / 2];
                cells.extend(margin.clone());
                for (at, &region) in row.iter().enumerate() {
                    cells.extend(self.region(region, at % 2 == 1).into_iter().skip(WIDTH * line).take(WIDTH));
                }
                cells.extend(margin);
                let names: Vec<&str> = row.iter().map(|&region| short_name(region)).collect();
                row_names.push(if line == 0 { names.join(" ") } else { String::new() });
            }
        }
        Board { shape: Shape::Squares, columns: COLUMNS, cells, column_names: vec![], row_names }
    }

    /// The cells of a region, twice as many as a plain one has.
    fn region(&self, region: Region, odd: bool) -> Vec<Cell> {
        let mut pieces = self.pieces(region).into_iter();
        let home = matches!(region, Region::SHIRE | Region::MORDOR);
        let shade = if home {
            Shade::Marked
        } else if odd {
            Shade::Dark
        } else {
            Shade::Plain
        };
        let last = match self.last {
            Some(Seen::Went { from, to } | Seen::Open(Action::Move { from, to, .. })) => {
                [from, to].contains(&region)
            }
            Some(Seen::Open(Action::Retreat(to) | Action::Place(_, to))) => to == region,
            _ => false,
        };
        let action = self.only_move_to(region).map(|action| self.table.action_name(action));
        let cell = |_| Cell { piece: pieces.next(), shade, action: action.clone(), last, ..Cell::default() };
        (0..2 * WIDTH).map(cell).collect()
    }

    fn only_move_to(&self, region: Region) -> Option<Action> {
        let mut there = self.moves.iter().filter(|&&action| goal(action) == Some(region));
        let only = there.next()?;
        there.next().is_none().then_some(*only)
    }

    /// The pieces in a region, fighters first.
    fn pieces(&self, region: Region) -> Vec<Piece> {
        let mut all = vec![];
        for side in [self.view.seat.0, 1 - self.view.seat.0] {
            let known = self.known_at(side, region);
            let text = |who: Character| Piece { text: who.letters().into(), owner: Some(Player(side)) };
            let pieces = known.iter().map(|&who| text(who));
            let hidden = Piece { text: "?".into(), owner: Some(Player(side)) };
            let count = usize::from(self.table.sides[side].count(region));
            let there: Vec<Piece> = pieces.chain(std::iter::repeat_n(hidden, PIECES)).take(count).collect();
            all.push(there);
        }
        // In a battle there may be more pieces than cells: one of each side comes first.
        let (mut own, theirs) = (all.remove(0).into_iter(), all.remove(0).into_iter());
        own.next().into_iter().chain(theirs).chain(own).collect()
    }

    /// The characters in a region that the viewer can tell, fighters first.
    fn known_at(&self, side: usize, region: Region) -> Vec<Character> {
        let is_there = |index: u8| match side == self.view.seat.0 {
            true => self.table.sides[side].at[usize::from(index)] == region.0,
            false => self.places_of(index) == region.bit(),
        };
        let there =
            (0..PIECES as u8).filter(|&index| is_there(index)).map(|index| Character::of(side, index));
        let mut there: Vec<Character> = there.collect();
        there.sort_by_key(|&who| self.table.battle.fighters[side] != Some(who));
        there
    }

    /// Where a character of the opponent can be, if it was ever shown and lives.
    fn places_of(&self, index: u8) -> u16 {
        let places = self.view.worlds.iter().map(|world| world.places[usize::from(index)]);
        places.filter(|&at| at != GONE).fold(0, |all, at| all | Region(at).bit())
    }

    fn hand(&self, side: usize) -> Vec<Item> {
        let item = |card| {
            let item = Item::new(Kind::Card(super::cast::Card::name(card).into())).of(Player(side));
            match PLAY[side](card) {
                play if self.moves.contains(&play) => item.clicked(self.table.action_name(play)),
                _ => item,
            }
        };
        cards(self.table.sides[side].hand).map(item).collect()
    }

    /// Characters of the opponent that were shown and may be in several places by now.
    fn memories(&self) -> Vec<Item> {
        let side = 1 - self.view.seat.0;
        let tracked = bits(self.table.sides[side].trail.tracked);
        let uncertain =
            tracked.map(|index| (index, self.places_of(index))).filter(|(_, set)| set.count_ones() > 1);
        let token = |(index, set)| {
            let places: Vec<&str> = regions(set).map(Region::name).collect();
            let text = format!("{}: {}", Character::of(side, index).name(), places.join(" or "));
            Item::new(Kind::Token(text)).of(Player(side))
        };
        uncertain.map(token).collect()
    }

    fn fallen(&self) -> Vec<Item> {
        let dead = Character::all().filter(|who| !self.table.sides[who.side()].alive(*who));
        dead.map(|who| Item::new(Kind::Token(who.name().into())).of(Player(who.side()))).collect()
    }

    /// What no click on the board or on a card does.
    fn buttons(&self) -> Vec<Item> {
        let elsewhere = |action: &&Action| match **action {
            Action::DarkCard(_) | Action::LightCard(_) => false,
            action => goal(action).is_none_or(|region| self.only_move_to(region).is_none()),
        };
        self.moves.iter().filter(elsewhere).map(|&action| button(self.table.action_name(action))).collect()
    }
}

/// The region that a click has to hit to make a move.
fn goal(action: Action) -> Option<Region> {
    match action {
        Action::Move { to, .. } | Action::Retreat(to) => Some(to),
        _ => None,
    }
}

/// Names that leave room for the board on a narrow screen.
fn short_name(region: Region) -> &'static str {
    match region {
        Region::GAP_OF_ROHAN => "gap",
        Region::MISTY_MOUNTAINS => "misty",
        region => region.name(),
    }
}

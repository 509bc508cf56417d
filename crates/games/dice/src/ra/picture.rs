//! The table: tracks, suns and tiles.

use super::{Action, Kind, Phase, RAS, Ra, Suns};
use crate::pictures::button;
use sortilege::game::{Notation, Picture};
use sortilege::scene::{Gesture, Item, Kind as Thing, Scene, names};
use sortilege::{Game, Player};

impl Picture for Ra {
    fn picture(view: &Ra, seat: Player, last: Option<Action>) -> Scene {
        let look = Look { view, seat, last };
        let other = Player(1 - seat.0);
        let mut scene = Scene::default().label(view.headline()).row("Ra track", look.ra_track());
        scene = scene.row("Centre", vec![token(view.centre.to_string())]).hand(
            "lot",
            "Auction track",
            look.lot(),
        );
        for who in [other, seat] {
            let name = format!("{}: {} points", view.seat(who), view.score(who));
            scene =
                scene.row(format!("{name}, suns"), look.suns(who)).row("Tiles", look.tiles(who));
        }
        scene
    }

    fn gesture(view: &Ra, _: Player, action: Action) -> Gesture {
        match action {
            Action::Take(kind) => Gesture::Path(names("lot", [kind.name()])),
            Action::Bid(sun) => Gesture::Path(names("suns", [sun])),
            Action::Discard(kind) => Gesture::Path(names("tiles", [kind.name()])),
            Action::Draw => button("draw a tile"),
            Action::Invoke => button("invoke Ra"),
            Action::Stop => button("use no more gods"),
            _ => button(view.action_name(action)),
        }
    }
}

impl Ra {
    fn headline(&self) -> String {
        let name = |who: u8| self.seat(Player(who.into()));
        let what = match self.phase {
            Phase::Deal => "suns are dealt".to_string(),
            Phase::Act => format!("turn of {}", name(self.mover)),
            Phase::Draw => format!("{} draws a tile", name(self.mover)),
            Phase::Again => format!("{} may use another god", name(self.mover)),
            Phase::Bid => {
                let bid =
                    if self.bid == 0 { "no bid".to_string() } else { format!("bid {}", self.bid) };
                format!("auction of {}, {bid}, {} is asked", name(self.mover), name(self.decider))
            }
            Phase::Discard => {
                let [civilizations, monuments] = self.losses;
                let what = if civilizations > 0 { "civilizations" } else { "monuments" };
                let n = if civilizations > 0 { civilizations } else { monuments };
                format!("{} has to discard {what}: {n}", name(self.decider))
            }
            Phase::Over if self.payoff(Player(0)) > 0.0 => format!("{} has won", name(0)),
            Phase::Over if self.payoff(Player(0)) < 0.0 => format!("{} has won", name(1)),
            Phase::Over => "a draw".to_string(),
        };
        format!("Epoch {}: {what}", self.epoch)
    }
}

/// The viewer and the viewed state.
struct Look<'a> {
    view: &'a Ra,
    seat: Player,
    last: Option<Action>,
}

impl Look<'_> {
    fn ra_track(&self) -> Vec<Item> {
        let space = |at: u8| match at < self.view.ras {
            true => Item {
                last: at + 1 == self.view.ras && self.last == Some(Action::Tile(Kind::Ra)),
                ..token("Ra")
            },
            false => token("."),
        };
        (0..RAS).map(space).collect()
    }

    /// One item for each tile.
    fn lot(&self) -> Vec<Item> {
        let tile = |(kind, count): (Kind, u32)| {
            (0..count).map(move |at| Item {
                last: at == 0 && self.last == Some(Action::Tile(kind)),
                ..card(kind.name())
            })
        };
        self.view.track.iter().flat_map(tile).collect()
    }

    /// Usable suns, then spent ones in parentheses.
    fn suns(&self, who: Player) -> Vec<Item> {
        let up = |sun: u8| match who == self.seat {
            true => token(sun.to_string()).of(who).named(format!("suns.{sun}")),
            false => token(sun.to_string()).of(who),
        };
        let down = |sun: u8| token(format!("({sun})")).of(who);
        let list = |suns: [Suns; 2]| suns[who.0].iter().collect::<Vec<_>>();
        let (usable, spent) = (list(self.view.up), list(self.view.down));
        usable.into_iter().map(up).chain(spent.into_iter().map(down)).collect()
    }

    /// One item for each kind, with its number if there are several.
    fn tiles(&self, who: Player) -> Vec<Item> {
        let item = |(kind, count): (Kind, u32)| {
            let text = if count == 1 {
                kind.name().to_string()
            } else {
                format!("{} {count}", kind.name())
            };
            match who == self.seat {
                true => card(text).of(who).named(format!("tiles.{}", kind.name())),
                false => card(text).of(who),
            }
        };
        self.view.owned[who.0].iter().map(item).collect()
    }
}

fn card(text: impl Into<String>) -> Item {
    Item::new(Thing::Card(text.into()))
}

fn token(text: impl Into<String>) -> Item {
    Item::new(Thing::Token(text.into()))
}

//! The house: all games that are open, those that are kept, and the threads on which players think.

use crate::keep::Kept;
use crate::pool::locked;
use crate::refusal::Refusal;
use crate::room::{Room, Seating};
use crate::seat::Sitter;
use crate::secrets::is_drawn;
use crate::services::{Rules, Services};
use serde::Deserialize;
use sortilege_catalogue::{Catalogue, Level, Table};
use sortilege_lab::record::Record;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

/// All games, and what they share.
pub struct House {
    services: Arc<Services>,
    rooms: Mutex<Rooms>,
}

/// A house is asked for what its games share.
impl Deref for House {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

/// Games that are open, by their ids, and those that were opened longest ago first.
#[derive(Default)]
struct Rooms {
    open: HashMap<String, Arc<Room>>,
    order: Vec<String>,
}

/// What somebody wants to play.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wish {
    /// The game with its settings; that of the record unless given.
    #[serde(default)]
    pub game: String,
    /// One a seat: `human`, a level, or a player with its settings. Without any a human has the first seat.
    #[serde(default)]
    pub seats: Vec<String>,
    /// Where to begin, in the game's notation.
    #[serde(default)]
    pub position: Option<String>,
    /// What all randomness is derived from; different each time unless given.
    #[serde(default)]
    pub seed: Option<u64>,
    /// A game that was kept elsewhere, to look at or to go on with.
    #[serde(default)]
    pub record: Option<String>,
}

impl House {
    /// An open house.
    pub fn new(catalogue: Catalogue, rules: Rules) -> Arc<Self> {
        Arc::new(House {
            services: Arc::new(Services::new(catalogue, rules)),
            rooms: Mutex::new(Rooms::default()),
        })
    }

    /// A new game, as somebody wants it.
    pub fn begin(self: &Arc<Self>, wish: Wish) -> Result<Arc<Room>, Refusal> {
        let room = match &wish.record {
            Some(text) => self.from_record(text, &wish)?,
            None => self.from_settings(&wish)?,
        };
        room.keep(&locked(&room.state));
        self.add(room)
    }

    fn from_settings(self: &Arc<Self>, wish: &Wish) -> Result<Arc<Room>, Refusal> {
        let mut table = self.catalogue.open(&wish.game.parse()?)?;
        if let Some(position) = &wish.position {
            table.set_position(position)?;
        }
        let sitters = seating(&*table, &wish.seats)?;
        let seating =
            Seating { sitters, tokens: None, seed: wish.seed.unwrap_or_else(|| self.secrets.seed()) };
        let start = table.position();
        Room::new(&self.services, self.secrets.draw(), table, start, seating)
    }

    fn from_record(self: &Arc<Self>, text: &str, wish: &Wish) -> Result<Arc<Room>, Refusal> {
        let record = Record::read(text.trim())
            .map_err(|why| Refusal::bad(format!("this is no record of a game: {why}")))?;
        let sitters = if wish.seats.is_empty() { record.players.clone() } else { wish.seats.clone() };
        let seating = Seating { sitters, tokens: None, seed: self.secrets.seed() };
        self.again(self.secrets.draw(), &record, seating)
    }

    /// The game of a record, as far as it goes.
    fn again(self: &Arc<Self>, id: String, record: &Record, seating: Seating) -> Result<Arc<Room>, Refusal> {
        let table = record.after(record.steps.len(), &self.catalogue)?;
        let start = record.start.clone().unwrap_or_default();
        let room = Room::new(&self.services, id, table, start, seating)?;
        {
            let mut state = locked(&room.state);
            state.taken_back = record.taken_back;
            state.moves =
                record.steps.iter().filter(|step| step.made.iter().any(|made| made.seat.is_some())).count();
            let moves = record.steps.iter().filter_map(|step| step.made.iter().find_map(|made| made.seat));
            let decided: Vec<_> = moves.enumerate().map(|(number, seat)| (seat - 1, number)).collect();
            let human = |seat: usize| state.sitters.get(seat).is_some_and(Sitter::is_human);
            let decided = decided.into_iter().filter(|&(seat, _)| human(seat));
            state.decisions = decided.map(|(seat, number)| (sortilege::Player(seat), number)).collect();
        }
        Ok(room)
    }

    /// Takes a game into the house. Where there is no room left, the one is closed that was opened longest ago and that
    /// nobody listens to; it is kept, if games are.
    fn add(&self, room: Arc<Room>) -> Result<Arc<Room>, Refusal> {
        let mut rooms = locked(&self.rooms);
        if rooms.open.len() >= self.rules.most_games {
            let idle =
                rooms.order.iter().position(|id| rooms.open.get(id).is_some_and(|room| !room.is_heard()));
            let Some(idle) = idle else {
                return Err(Refusal::busy(format!(
                    "there are {} games on already; come back later",
                    rooms.open.len()
                )));
            };
            let id = rooms.order.remove(idle);
            if let Some(aside) = rooms.open.remove(&id) {
                aside.close();
            }
        }
        rooms.order.push(room.id.clone());
        Ok(rooms.open.entry(room.id.clone()).or_insert(room).clone())
    }

    /// The game of this id: an open one, or one that was kept.
    pub fn room(self: &Arc<Self>, id: &str) -> Result<Arc<Room>, Refusal> {
        let missing = || Refusal::missing("there is no such game here");
        if !is_drawn(id) {
            return Err(missing());
        }
        if let Some(room) = locked(&self.rooms).open.get(id) {
            return Ok(room.clone());
        }
        let kept = self.keep.read(id).ok_or_else(missing)?;
        self.add(self.reopen(id, kept)?)
    }

    fn reopen(self: &Arc<Self>, id: &str, kept: Kept) -> Result<Arc<Room>, Refusal> {
        let Kept { record, asked, tokens, watcher, peeked } = kept;
        let seating = Seating { sitters: asked, tokens: Some((tokens, watcher)), seed: record.seed };
        let room = self.again(id.to_string(), &record, seating)?;
        locked(&room.state).peeked = peeked;
        Ok(room)
    }
}

/// Who sits where: as it was wished, or a human in the first seat and the recommended player in all others.
fn seating(table: &dyn Table, wished: &[String]) -> Result<Vec<String>, Refusal> {
    let mut sitters = wished.to_vec();
    if sitters.is_empty() {
        sitters.push("human".to_string());
    }
    if sitters.len() > table.seats() {
        return Err(Refusal::bad(format!(
            "`{}` has {} seats, so there cannot be {} players",
            table.spec(),
            table.seats(),
            sitters.len()
        )));
    }
    sitters.resize(table.seats(), Level::Normal.name().to_string());
    Ok(sitters)
}

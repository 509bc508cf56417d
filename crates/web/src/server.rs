//! The house: all games that are open, those that are kept, and the threads on which players think.

use crate::api_error::ApiError;
use crate::pool::locked;
use crate::seat::Seat;
use crate::secrets::is_drawn;
use crate::services::{Rules, Services};
use crate::session::{Seating, Session};
use crate::session_store::Kept;
use serde::Deserialize;
use sortilege_catalogue::{Catalogue, Level, Table};
use sortilege_lab::record::Record;
use std::collections::HashMap;
use std::ops::Deref;
use std::sync::{Arc, Mutex};

/// All games, and what they share.
pub struct Server {
    services: Arc<Services>,
    sessions: Mutex<Rooms>,
}

/// A house is asked for what its games share.
impl Deref for Server {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

/// Games that are open, by their ids, and those that were opened longest ago first.
#[derive(Default)]
struct Rooms {
    open: HashMap<String, Arc<Session>>,
    order: Vec<String>,
}

/// What somebody wants to play.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// The game with its settings; that of the record unless given.
    #[serde(default)]
    pub game: String,
    /// One a seat: `human`, a level, or a player with its settings. Without any a human has the
    /// first seat.
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

impl Server {
    /// An open house.
    pub fn new(catalogue: Catalogue, rules: Rules) -> Arc<Self> {
        Arc::new(Server {
            services: Arc::new(Services::new(catalogue, rules)),
            sessions: Mutex::new(Rooms::default()),
        })
    }

    /// A new game, as somebody wants it.
    pub fn begin(self: &Arc<Self>, new_game: NewGame) -> Result<Arc<Session>, ApiError> {
        let session = match &new_game.record {
            Some(text) => self.from_record(text, &new_game)?,
            None => self.from_settings(&new_game)?,
        };
        session.keep(&locked(&session.state));
        self.add(session)
    }

    fn from_settings(self: &Arc<Self>, new_game: &NewGame) -> Result<Arc<Session>, ApiError> {
        let mut table = self.catalogue.open(&new_game.game.parse()?)?;
        if let Some(position) = &new_game.position {
            table.set_position(position)?;
        }
        let seat_holders = seating(&*table, &new_game.seats)?;
        let seating = Seating {
            seat_holders,
            tokens: None,
            seed: new_game.seed.unwrap_or_else(|| self.secrets.seed()),
        };
        let start = table.position();
        Session::new(&self.services, self.secrets.draw(), table, start, seating)
    }

    fn from_record(
        self: &Arc<Self>,
        text: &str,
        new_game: &NewGame,
    ) -> Result<Arc<Session>, ApiError> {
        let record = Record::read(text.trim())
            .map_err(|why| ApiError::bad(format!("this is no record of a game: {why}")))?;
        let seat_holders =
            if new_game.seats.is_empty() { record.players.clone() } else { new_game.seats.clone() };
        let seating = Seating { seat_holders, tokens: None, seed: self.secrets.seed() };
        self.again(self.secrets.draw(), &record, seating)
    }

    /// The game of a record, as far as it goes.
    fn again(
        self: &Arc<Self>,
        id: String,
        record: &Record,
        seating: Seating,
    ) -> Result<Arc<Session>, ApiError> {
        let table = record.after(record.steps.len(), &self.catalogue)?;
        let start = record.start.clone().unwrap_or_default();
        let session = Session::new(&self.services, id, table, start, seating)?;
        {
            let mut state = locked(&session.state);
            state.taken_back = record.taken_back;
            state.moves = record
                .steps
                .iter()
                .filter(|step| step.made.iter().any(|made| made.seat.is_some()))
                .count();
            let moves =
                record.steps.iter().filter_map(|step| step.made.iter().find_map(|made| made.seat));
            let decided: Vec<_> =
                moves.enumerate().map(|(number, seat)| (seat - 1, number)).collect();
            let human = |seat: usize| state.seat_holders.get(seat).is_some_and(Seat::is_human);
            let decided = decided.into_iter().filter(|&(seat, _)| human(seat));
            state.decisions =
                decided.map(|(seat, number)| (sortilege::Player(seat), number)).collect();
        }
        Ok(session)
    }

    /// Takes a game into the house. Where there is no room left, the one is closed that was opened
    /// longest ago and that nobody listens to; it is kept, if games are.
    fn add(&self, session: Arc<Session>) -> Result<Arc<Session>, ApiError> {
        let mut sessions = locked(&self.sessions);
        if sessions.open.len() >= self.rules.most_games {
            let idle = sessions
                .order
                .iter()
                .position(|id| sessions.open.get(id).is_some_and(|session| !session.is_heard()));
            let Some(idle) = idle else {
                return Err(ApiError::busy(format!(
                    "there are {} games on already; come back later",
                    sessions.open.len()
                )));
            };
            let id = sessions.order.remove(idle);
            if let Some(aside) = sessions.open.remove(&id) {
                aside.close();
            }
        }
        sessions.order.push(session.id.clone());
        Ok(sessions.open.entry(session.id.clone()).or_insert(session).clone())
    }

    /// The game of this id: an open one, or one that was kept.
    pub fn session(self: &Arc<Self>, id: &str) -> Result<Arc<Session>, ApiError> {
        let missing = || ApiError::missing("there is no such game here");
        if !is_drawn(id) {
            return Err(missing());
        }
        if let Some(session) = locked(&self.sessions).open.get(id) {
            return Ok(session.clone());
        }
        let kept = self.keep.read(id).ok_or_else(missing)?;
        self.add(self.reopen(id, kept)?)
    }

    fn reopen(self: &Arc<Self>, id: &str, kept: Kept) -> Result<Arc<Session>, ApiError> {
        let Kept { record, asked, tokens, watcher, peeked } = kept;
        let seating =
            Seating { seat_holders: asked, tokens: Some((tokens, watcher)), seed: record.seed };
        let session = self.again(id.to_string(), &record, seating)?;
        locked(&session.state).peeked = peeked;
        Ok(session)
    }
}

/// Who sits where: as it was wished, or a human in the first seat and the recommended player in all
/// others.
fn seating(table: &dyn Table, wished: &[String]) -> Result<Vec<String>, ApiError> {
    let mut seat_holders = wished.to_vec();
    if seat_holders.is_empty() {
        seat_holders.push("human".to_string());
    }
    if seat_holders.len() > table.seats() {
        return Err(ApiError::bad(format!(
            "`{}` has {} seats, so there cannot be {} players",
            table.spec(),
            table.seats(),
            seat_holders.len()
        )));
    }
    seat_holders.resize(table.seats(), Level::Normal.name().to_string());
    Ok(seat_holders)
}

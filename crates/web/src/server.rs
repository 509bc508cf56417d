//! The server: all open games, the stored games, and the thread pool for searches.

use crate::api_error::ApiError;
use crate::pool::locked;
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

/// All games and the services that they share.
pub struct Server {
    services: Arc<Services>,
    sessions: Mutex<Rooms>,
}

/// Gives access to the shared services.
impl Deref for Server {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

/// Open games by id, and the order in which they were opened, oldest first.
#[derive(Default)]
struct Rooms {
    open: HashMap<String, Arc<Session>>,
    order: Vec<String>,
}

/// Request for a new game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewGame {
    /// Game with its settings; by default the game of the record.
    #[serde(default)]
    pub game: String,
    /// One entry per seat: `human`, a level, or a player with its settings. By default a human has
    /// the first seat.
    #[serde(default)]
    pub seats: Vec<String>,
    /// Initial position, in the notation of the game.
    #[serde(default)]
    pub position: Option<String>,
    /// Random seed; drawn at random unless given.
    #[serde(default)]
    pub seed: Option<u64>,
    /// Record of a game, to view or to continue.
    #[serde(default)]
    pub record: Option<String>,
}

impl Server {
    /// Creates a server.
    pub fn new(catalogue: Catalogue, rules: Rules) -> Arc<Self> {
        Arc::new(Server {
            services: Arc::new(Services::new(catalogue, rules)),
            sessions: Mutex::new(Rooms::default()),
        })
    }

    /// Begins a new game.
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
            record: None,
        };
        Session::new(&self.services, self.secrets.draw(), table, seating)
    }

    fn from_record(
        self: &Arc<Self>,
        text: &str,
        new_game: &NewGame,
    ) -> Result<Arc<Session>, ApiError> {
        let record = Record::read(text.trim())
            .map_err(|why| ApiError::bad(format!("this is not a record of a game: {why}")))?;
        let seat_holders =
            if new_game.seats.is_empty() { record.players.clone() } else { new_game.seats.clone() };
        let seed = self.secrets.seed();
        let seating = Seating { seat_holders, tokens: None, seed, record: None };
        self.again(self.secrets.draw(), &record, seating)
    }

    /// Restores the game of a record, as far as it goes.
    fn again(
        self: &Arc<Self>,
        id: String,
        record: &Record,
        seating: Seating,
    ) -> Result<Arc<Session>, ApiError> {
        let table = record.after(record.steps.len(), &self.catalogue)?;
        let seating = Seating { record: Some(record.clone()), ..seating };
        Session::new(&self.services, id, table, seating)
    }

    /// Adds a game. If there is no room left, the oldest game without a connected client is closed;
    /// it is stored if games are kept.
    fn add(&self, session: Arc<Session>) -> Result<Arc<Session>, ApiError> {
        let mut sessions = locked(&self.sessions);
        if sessions.open.len() >= self.rules.most_games {
            let idle = sessions
                .order
                .iter()
                .position(|id| sessions.open.get(id).is_some_and(|session| !session.has_clients()));
            let Some(idle) = idle else {
                return Err(ApiError::busy(format!(
                    "there are {} games already; try again later",
                    sessions.open.len()
                )));
            };
            let id = sessions.order.remove(idle);
            if let Some(removed) = sessions.open.remove(&id) {
                removed.close();
            }
        }
        sessions.order.push(session.id.clone());
        Ok(sessions.open.entry(session.id.clone()).or_insert(session).clone())
    }

    /// Returns the game of this id: an open game or a stored one.
    pub fn session(self: &Arc<Self>, id: &str) -> Result<Arc<Session>, ApiError> {
        let missing = || ApiError::missing("there is no such game");
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
        let seating = Seating {
            seat_holders: asked,
            tokens: Some((tokens, watcher)),
            seed: record.seed,
            record: None,
        };
        let session = self.again(id.to_string(), &record, seating)?;
        locked(&session.state).peeked = peeked;
        Ok(session)
    }
}

/// Occupants of the seats: as requested, or a human in the first seat and the recommended player in
/// all others.
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

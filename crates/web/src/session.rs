//! A game session: the table, the occupants of its seats, and the state of the game.
//!
//! There are two locks: `state` guards what the server knows, `table` the game. Code that needs
//! both locks `state` first. A search holds `table` for reading and never `state`, so clients can
//! view the game during a search. Code that changes the game stops the search first and waits for a
//! moment.

use crate::api_error::ApiError;
use crate::comments::Review;
use crate::determinization_votes::{EFFORT, Votes, votes};
use crate::live::SessionProgress;
use crate::pool::locked;
use crate::seat::{Seat, Viewer};
use crate::secrets::same;
use crate::services::Services;
use crate::session_store::Kept;
use crate::trees::Owner;
use crate::variation::{in_chances, variation};
use sortilege::{Player, Rng, Stop, Turn};
use sortilege_catalogue::table::Thought;
use sortilege_catalogue::{Agent, Level, Table};
use sortilege_lab::record::Record;
use sortilege_lab::session::GameSession;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Session of one game.
pub struct Session {
    /// Id in addresses.
    pub id: String,
    pub(crate) server: Arc<Services>,
    pub(crate) live: Arc<SessionProgress>,
    pub(crate) state: Mutex<State>,
    table: RwLock<Box<dyn Table>>,
    /// Number of connected clients.
    clients: AtomicUsize,
}

/// State of a session besides the table.
pub struct State {
    /// Occupants of the seats.
    pub seat_holders: Vec<Seat>,
    /// Tokens of human seats.
    pub tokens: Vec<Option<String>>,
    /// Token of the spectator, if no human plays.
    pub watcher: Option<String>,
    /// Course of the game.
    pub game: GameSession,
    /// Whether a human has revealed the hidden information.
    pub peeked: bool,
    /// Reports of the searches.
    pub thoughts: Vec<SearchReport>,
    /// Hint of the adviser about the next move.
    pub hint: Option<Hint>,
    /// Generation counter: a search that finishes under an older generation is discarded.
    pub generation: u64,
    /// Stops the running search, if there is one.
    pub busy: Option<Stop>,
    /// Review of the finished game.
    pub review: Option<Review>,
    /// Whether this instance was closed: another may have been opened from disk since then.
    pub closed: bool,
}

/// Report of one search.
pub struct SearchReport {
    /// Number of steps before the decision.
    pub at: usize,
    /// Seat of the searcher.
    pub who: Player,
    /// Result of the search.
    pub thought: Thought,
    /// Expected line of play, beginning with the chosen move.
    pub line: Vec<String>,
    /// Votes of determinizations, where they may be shown.
    pub votes: Option<Votes>,
}

/// Hint of the adviser.
pub struct Hint {
    /// Seat that requested it.
    pub who: Player,
    /// Result of the adviser's search.
    pub thought: Thought,
    /// Votes of determinizations, if the game has hidden information.
    pub votes: Option<Votes>,
}

/// Connection of a client to a game; dropped when the client leaves.
pub struct Subscription(Arc<Session>);

/// Occupants of a new table.
pub struct Seating {
    /// One entry per seat: `human`, a level, or a player.
    pub seat_holders: Vec<String>,
    /// Tokens of human seats and of the spectator, if they exist already.
    pub tokens: Option<(Vec<Option<String>>, Option<String>)>,
    /// Record of the game so far, if it continues.
    pub record: Option<Record>,
    /// Random seed.
    pub seed: u64,
}

impl Session {
    /// Creates a session that continues from the state of `table`.
    pub fn new(
        server: &Arc<Services>,
        id: String,
        table: Box<dyn Table>,
        seating: Seating,
    ) -> Result<Arc<Self>, ApiError> {
        if seating.seat_holders.len() != table.seats() {
            return Err(ApiError::bad(format!(
                "`{}` has {} seats, and {} were filled",
                table.spec(),
                table.seats(),
                seating.seat_holders.len()
            )));
        }
        let live = Arc::new(SessionProgress::default());
        let seat = |asked: &String| Seat::new(&*table, asked, &live);
        let seat_holders = seating.seat_holders.iter().map(seat).collect::<Result<Vec<_>, _>>()?;
        let (tokens, watcher) =
            seating.tokens.unwrap_or_else(|| fresh_tokens(server, &seat_holders));
        let is_human = |who: Player| seat_holders[who.0].is_human();
        let game = match &seating.record {
            None => GameSession::new(&*table, seating.seed),
            Some(record) => GameSession::resume(&*table, record, seating.seed, is_human),
        };
        let state = State {
            seat_holders,
            tokens,
            watcher,
            game,
            peeked: false,
            thoughts: vec![],
            hint: None,
            generation: 0,
            busy: None,
            review: None,
            closed: false,
        };
        let session = Session {
            id,
            server: server.clone(),
            live,
            state: Mutex::new(state),
            table: RwLock::new(table),
            clients: AtomicUsize::new(0),
        };
        session.settle(&locked(&session.state));
        Ok(Arc::new(session))
    }

    /// Locks the game for reading.
    pub fn table(&self) -> RwLockReadGuard<'_, Box<dyn Table>> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the game for writing. The caller has stopped a running search.
    pub(crate) fn table_to_change(&self) -> RwLockWriteGuard<'_, Box<dyn Table>> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Applies chance events until a player has to choose.
    fn settle(&self, state: &State) {
        state.game.deal(&mut **self.table_to_change());
    }

    /// Resolves `token` to a viewer. `eyes` selects the seat to view as (from 0), if the token
    /// permits it.
    pub fn viewer(&self, token: &str, eyes: Option<usize>) -> Result<Viewer, ApiError> {
        let state = locked(&self.state);
        let is_theirs = |own: &Option<String>| own.as_ref().is_some_and(|own| same(own, token));
        let seat = state.tokens.iter().position(is_theirs).map(Player);
        if seat.is_none() && !is_theirs(&state.watcher) {
            return Err(ApiError::forbidden("this token belongs to no seat of this game"));
        }
        let own = seat.unwrap_or(Player(0));
        let eyes = eyes.map_or(own, Player);
        if eyes.0 >= state.seat_holders.len() {
            return Err(ApiError::bad(format!("there are {} seats", state.seat_holders.len())));
        }
        if eyes != own && !self.is_open(&state) {
            return Err(ApiError::forbidden(
                "you cannot see what that seat sees until the game is over",
            ));
        }
        Ok(Viewer { seat, eyes })
    }

    /// Whether everything may be shown: the game is over, no human plays, or the only human has
    /// revealed the hidden information.
    pub fn is_open(&self, state: &State) -> bool {
        self.table().turn() == Turn::Over || state.peeked || state.humans().is_empty()
    }

    /// Seat whose view a viewer gets now: their own seat, unless everything may be shown.
    pub(crate) fn eyes(&self, state: &State, viewer: Viewer) -> Player {
        match viewer.seat {
            Some(own) if !self.is_open(state) => own,
            _ => viewer.eyes,
        }
    }

    /// Plays a move of a viewer in the situation that `ticket` names.
    pub fn play(&self, viewer: Viewer, ticket: &str, action: &str) -> Result<(), ApiError> {
        let who = viewer
            .seat
            .ok_or_else(|| ApiError::forbidden("you watch; it is the players who move"))?;
        let mut state = self.open_state()?;
        self.expect(who, ticket)?;
        if !self.table().to_choose().contains(&who) {
            return Err(ApiError::late("you have nothing to choose now"));
        }
        self.call_off(&mut state);
        state.game.decide(&mut **self.table_to_change(), who, action)?;
        self.made(&mut state);
        self.changed(&state);
        Ok(())
    }

    /// Refuses a request about a situation that has passed.
    fn expect(&self, eyes: Player, ticket: &str) -> Result<(), ApiError> {
        match self.ticket(eyes) == ticket {
            true => Ok(()),
            false => {
                Err(ApiError::late("the game has changed since then; reload it and try again"))
            }
        }
    }

    /// Ticket: a name for what a seat observes now, computed from nothing else.
    pub fn ticket(&self, eyes: Player) -> String {
        let table = self.table();
        let seen = (table.log(eyes).len(), table.legal(eyes), table.to_choose());
        format!("{:016x}", fingerprint(&format!("{seen:?}")))
    }

    /// Continues after a move.
    fn made(&self, state: &mut State) {
        state.hint = None;
        self.settle(state);
    }

    /// Locks the state of a session that is not closed.
    fn open_state(&self) -> Result<MutexGuard<'_, State>, ApiError> {
        let state = locked(&self.state);
        match state.closed {
            true => Err(ApiError::late(
                "this game was closed to make room for others; reload it to go on",
            )),
            false => Ok(state),
        }
    }

    /// Closes the session: this instance writes nothing to disk afterwards.
    pub(crate) fn close(&self) {
        let mut state = locked(&self.state);
        self.call_off(&mut state);
        state.closed = true;
    }

    /// Stores the game and notifies all clients.
    fn changed(&self, state: &State) {
        self.keep(state);
        self.live.change();
    }

    /// Stores the game, if games are kept.
    pub(crate) fn keep(&self, state: &State) {
        if self.server.keep.is_on() && !state.closed {
            let kept = Kept {
                record: self.whole_record(state),
                asked: state.seat_holders.iter().map(Seat::asked).collect(),
                tokens: state.tokens.clone(),
                watcher: state.watcher.clone(),
                peeked: state.peeked,
            };
            self.server.keep.write(&self.id, &kept);
        }
    }

    /// Stops the running search and discards its result.
    fn call_off(&self, state: &mut State) {
        state.generation += 1;
        if let Some(stop) = &state.busy {
            stop.now();
        }
    }

    /// Starts the search of the AI that is to choose; its move is played when the search ends. In
    /// simultaneous moves humans choose first, so that they learn nothing from the time of a
    /// search. No search runs without a connected client.
    pub fn think(self: &Arc<Self>, viewer: Viewer, ticket: &str) -> Result<(), ApiError> {
        let mut state = self.open_state()?;
        self.expect(viewer.eyes, ticket)?;
        if state.busy.is_some() {
            return Ok(());
        }
        if self.clients.load(Ordering::SeqCst) == 0 {
            return Err(ApiError::late(
                "no client is connected to this game; open its event stream first",
            ));
        }
        let choosing = self.table().to_choose();
        let Some(&who) = choosing.first() else { return Err(ApiError::late("the game is over")) };
        if choosing.iter().any(|who| state.seat_holders[who.0].is_human()) {
            return Err(ApiError::late("it is a human's turn"));
        }
        let generation = self.begin(&mut state, who)?;
        drop(state);
        let session = self.clone();
        self.server.pool.submit(move || session.decide(who, generation));
        Ok(())
    }

    fn begin(&self, state: &mut State, who: Player) -> Result<(Agent, Rng, u64), ApiError> {
        let rng = state.game.stream(&**self.table(), who);
        let generation = state.generation;
        let agent = state.seat_holders[who.0].ai().and_then(|ai| ai.agent.take());
        let agent =
            agent.ok_or_else(|| ApiError::late("this player failed and has left the table"))?;
        agent.stop().reset();
        state.busy = Some(agent.stop());
        Ok((agent, rng, generation))
    }

    /// Searches and plays, on a thread of the pool. A player that panics is removed from the table.
    fn decide(self: Arc<Self>, who: Player, (mut agent, mut rng, generation): (Agent, Rng, u64)) {
        let thought = catch_unwind(AssertUnwindSafe(|| self.thought(&mut agent, who, &mut rng)));
        let bytes = thought.as_ref().ok().and_then(|thought| thought.as_ref().ok());
        let bytes = bytes.map_or(0, |opinion| opinion.thought.tree.bytes);
        let mut state = locked(&self.state);
        state.busy = None;
        self.live.end();
        if let Ok(thought) = thought {
            let wanted = state.generation == generation;
            if !wanted {
                // After a discarded search the player must not remember states of moves that were
                // not played.
                let _ = self.table().new_game(&mut agent);
            }
            if let Some(ai) = state.seat_holders[who.0].ai() {
                ai.agent = Some(agent);
            }
            if let (true, Ok(opinion)) = (wanted, thought) {
                let action = opinion.thought.action.clone();
                state.thoughts.push(opinion);
                let made = state.game.play(&mut **self.table_to_change(), who, &action);
                debug_assert!(made.is_ok(), "{made:?}");
                self.made(&mut state);
            }
        }
        self.changed(&state);
        drop(state);
        let server = self.server.clone();
        server.trees.keep(self, who, bytes);
    }

    /// Result of a search; a single legal move needs no search.
    fn thought(
        &self,
        agent: &mut Agent,
        who: Player,
        rng: &mut Rng,
    ) -> Result<SearchReport, ApiError> {
        let asks_worlds = self.shows_worlds();
        let table = self.table();
        let (at, legal) = (table.steps().len(), table.legal(who));
        if let [only] = &legal[..] {
            return Ok(SearchReport {
                at,
                who,
                thought: unthought(only),
                line: vec![],
                votes: None,
            });
        }
        self.live.begin(who, table.turn() == Turn::Together, legal, *agent.profile());
        let _limit = self.server.pool.limit(agent.stop());
        let thought = table.think(agent, who, rng)?;
        let line = variation(&**table, agent, who, &thought.action);
        let votes = asks_worlds.then(|| ask_worlds(&**table, who, agent)).transpose()?;
        Ok(SearchReport { at, who, thought: in_chances(agent.profile(), thought), line, votes })
    }

    /// Whether the game has hidden information and all viewers may nevertheless see the AI's
    /// search.
    fn shows_worlds(&self) -> bool {
        let state = locked(&self.state);
        state.game.is_hidden() && self.is_open(&state)
    }

    /// Searches with the adviser, who observes what the seat observes and no more.
    pub fn hint(self: &Arc<Self>, viewer: Viewer, ticket: &str) -> Result<(), ApiError> {
        let who =
            viewer.seat.ok_or_else(|| ApiError::forbidden("only players can ask for hints"))?;
        let mut state = self.open_state()?;
        self.expect(who, ticket)?;
        if !self.table().to_choose().contains(&who) {
            return Err(ApiError::late("you have nothing to choose now"));
        }
        if state.busy.is_some() {
            return Err(ApiError::late("a search is running already; wait a moment"));
        }
        let table = self.table();
        let spec = crate::seat::within_memory(&**table, table.level(Level::Best));
        let mut agent = table.player(&spec)?;
        let mut rng = state.game.adviser_stream(&**table);
        drop(table);
        state.busy = Some(agent.stop());
        let (generation, hidden) = (state.generation, state.game.is_hidden());
        let session = self.clone();
        self.server.pool.submit(move || {
            let advise = || {
                let _limit = session.server.pool.limit(agent.stop());
                let thought = session.table().think(&mut agent, who, &mut rng)?;
                let votes =
                    hidden.then(|| ask_worlds(&**session.table(), who, &agent)).transpose()?;
                Ok::<_, sortilege_catalogue::Error>((in_chances(agent.profile(), thought), votes))
            };
            let said = catch_unwind(AssertUnwindSafe(advise));
            let mut state = locked(&session.state);
            state.busy = None;
            if let (true, Ok(Ok((thought, votes)))) = (state.generation == generation, said) {
                state.hint = Some(Hint { who, thought, votes });
            }
            session.live.change();
        });
        self.live.change();
        Ok(())
    }

    /// Goes back to the previous decision of the viewer, as the game reports it.
    pub fn undo(&self, viewer: Viewer) -> Result<(), ApiError> {
        let who = viewer
            .seat
            .ok_or_else(|| ApiError::forbidden("you watch; it is the players who move"))?;
        let mut state = self.open_state()?;
        if state.humans().len() > 1 {
            return Err(ApiError::bad("a move cannot be taken back when several people play"));
        }
        if !state.game.has_decided(who) {
            return Err(ApiError::bad("there is no earlier decision of yours to go back to"));
        }
        self.call_off(&mut state);
        let mut table = self.table_to_change();
        state.game.undo(&mut **table, who)?;
        let left = table.step_count();
        drop(table);
        state.forget_after(left);
        self.forget(&mut state);
        self.settle(&state);
        self.changed(&state);
        Ok(())
    }

    /// Starts a new game for all players, so that they forget previous decisions.
    fn forget(&self, state: &mut State) {
        let table = self.table();
        for seat_holder in &mut state.seat_holders {
            if let Some(agent) = seat_holder.ai().and_then(|ai| ai.agent.as_mut()) {
                let _ = table.new_game(agent);
            }
        }
    }

    /// Reveals everything to the only human; the game is no contest afterwards.
    pub fn peek(&self, viewer: Viewer) -> Result<(), ApiError> {
        let mut state = self.open_state()?;
        if viewer.seat.is_some() && state.humans().len() > 1 {
            return Err(ApiError::forbidden(
                "hidden information cannot be revealed when several people play",
            ));
        }
        state.peeked = true;
        self.changed(&state);
        Ok(())
    }

    /// Record of the game so far: the whole game if everything may be shown, otherwise what the
    /// seat observed, without the seed.
    pub fn record(&self, viewer: Viewer) -> Record {
        let state = locked(&self.state);
        if self.is_open(&state) {
            return self.whole_record(&state);
        }
        let eyes = self.eyes(&state, viewer);
        state.game.record_for(&**self.table(), state.players(), eyes)
    }

    /// Complete record of the game so far.
    pub(crate) fn whole_record(&self, state: &State) -> Record {
        state.game.record(&**self.table(), state.players())
    }

    /// Registers a connected client.
    pub fn subscribe(self: &Arc<Self>) -> Subscription {
        self.clients.fetch_add(1, Ordering::SeqCst);
        Subscription(self.clone())
    }

    /// Whether a client is connected.
    pub fn has_clients(&self) -> bool {
        self.clients.load(Ordering::SeqCst) > 0
    }
}

impl Owner for Session {
    /// Replaces a player by a new one, which frees the memory of its tree; does nothing during a
    /// search.
    fn drop_tree(&self, who: Player) {
        let mut state = locked(&self.state);
        let table = self.table();
        if let Some(ai) = state.seat_holders[who.0].ai().filter(|ai| ai.agent.is_some()) {
            // The same settings have created a player before.
            ai.agent = crate::seat::agent(&**table, &ai.spec, &self.live).ok().or(ai.agent.take());
        }
    }
}

/// Stops the search when the last client leaves.
impl Drop for Subscription {
    fn drop(&mut self) {
        if self.0.clients.fetch_sub(1, Ordering::SeqCst) == 1 {
            let mut state = locked(&self.0.state);
            self.0.call_off(&mut state);
        }
    }
}

impl State {
    /// Players of all seats, as records name them.
    fn players(&self) -> Vec<String> {
        self.seat_holders.iter().map(Seat::name).collect()
    }

    /// Seats of humans.
    pub fn humans(&self) -> Vec<Player> {
        (0..self.seat_holders.len())
            .map(Player)
            .filter(|who| self.seat_holders[who.0].is_human())
            .collect()
    }

    /// Discards reports of searches for steps that were taken back.
    fn forget_after(&mut self, steps: usize) {
        self.thoughts.retain(|opinion| opinion.at < steps);
        self.hint = None;
        self.review = None;
    }
}

fn fresh_tokens(server: &Services, seat_holders: &[Seat]) -> (Vec<Option<String>>, Option<String>) {
    let tokens: Vec<_> =
        seat_holders.iter().map(|one| one.is_human().then(|| server.secrets.draw())).collect();
    let watcher = tokens.iter().all(Option::is_none).then(|| server.secrets.draw());
    (tokens, watcher)
}

/// Votes of determinizations for a player after its search. The same view gives the same
/// determinizations, however long the search took.
fn ask_worlds(
    table: &dyn Table,
    who: Player,
    agent: &Agent,
) -> Result<Votes, sortilege_catalogue::Error> {
    votes(table, who, EFFORT, &agent.stop(), &mut Rng::new(1))
}

/// Report for a decision without an alternative.
fn unthought(only: &str) -> Thought {
    Thought {
        action: only.to_string(),
        candidates: vec![],
        bounds: false,
        iterations: 0,
        seconds: 0.0,
        tree: Default::default(),
        notes: vec![],
    }
}

/// Hash that is the same in every run of the program (FNV-1a).
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

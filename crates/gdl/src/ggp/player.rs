//! GGP player: a server that takes part in one match at a time.
//!
//! A match ends with STOP or ABORT. If its host sends no message for the start clock plus three
//! play clocks, the match is abandoned: the player is available again, and the next START takes its
//! place.

use super::http::{Request, answer, read_request};
use super::message::{Message, News, Turn};
use super::thinker::{MOST_BYTES, PATIENCE, Pondering, Thinker};
use crate::Limits;
use crate::bulk::Batched;
use crate::core::Core;
use crate::hidden::{HiddenGame, Knowledge, likely_state};
use crate::moves::{Action, Joint, NOTHING, ROLES};
use crate::open::OpenGame;
use crate::program::Program;
use crate::sheet::{Options, Sheet};
use sortilege::search::{Search, Setup, SoIsmcts};
use sortilege::{Budget, Player, Rng, Stop};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, mpsc};
use std::time::{Duration, Instant};

/// Maximum number of connections. One more closes the oldest connection whose request is
/// incomplete.
const MOST_CONNECTIONS: usize = 16;
/// Time limit for receiving a request.
const REQUEST: Duration = Duration::from_secs(10);

/// Settings of a player.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Name of the player.
    pub name: String,
    /// Time before the end of a clock at which it answers.
    pub margin: Duration,
    /// Random games for each leaf of the tree.
    pub games: usize,
    /// Random seed.
    pub seed: u64,
    /// Whether it ponders during the opponents' time, in games with perfect information.
    pub ponders: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            name: "sortilege".into(),
            margin: Duration::from_millis(700),
            games: 16,
            seed: 1,
            ponders: true,
        }
    }
}

/// A match in progress.
struct PlayedMatch {
    id: String,
    sheet: Arc<Sheet>,
    seat: Player,
    play: Duration,
    /// Time of the last message, and the silence after which the match is abandoned.
    last_message: Instant,
    patience: Duration,
    /// State of the game, with perfect information.
    core: Core,
    /// Moves and percepts so far, with hidden information.
    moments: Vec<(Action, u64)>,
    /// Last answer.
    last: Action,
    turns: u64,
    stop: Stop,
    /// Search, with perfect information; `None` while it runs.
    thinker: Option<Thinker>,
    pondering: Option<Pondering>,
}

/// A player and its match.
pub struct Server {
    settings: Settings,
    current: Mutex<Option<PlayedMatch>>,
    /// Whether a match is being prepared.
    is_starting: AtomicBool,
    connections: Mutex<Vec<Arc<Connection>>>,
}

/// A connection in progress.
struct Connection {
    stream: TcpStream,
    /// Whether its request is complete.
    has_asked: AtomicBool,
}

/// Removes a connection from the list when it ends, even by a panic.
struct Leaving<'a>(&'a Server, &'a Arc<Connection>);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.connections().retain(|one| !Arc::ptr_eq(one, self.1));
    }
}

/// Resets its flag when the preparation of a match ends, even by a panic.
struct Starting<'a>(&'a AtomicBool);

impl Drop for Starting<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

impl Server {
    /// A player without a match.
    pub fn new(settings: Settings) -> Arc<Self> {
        Arc::new(Server {
            settings,
            current: Mutex::new(None),
            is_starting: AtomicBool::new(false),
            connections: Mutex::default(),
        })
    }

    /// Serves until `end` is set, which is checked at every connection.
    pub fn serve(self: &Arc<Self>, listener: &TcpListener, end: &AtomicBool) {
        for stream in listener.incoming() {
            if end.load(Ordering::Relaxed) {
                return;
            }
            let Some(connection) = stream.ok().and_then(|stream| self.admit(stream)) else {
                continue;
            };
            let server = self.clone();
            std::thread::spawn(move || {
                let _guard = Leaving(&server, &connection);
                server.attend(&connection);
            });
        }
    }

    fn connections(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        self.connections.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Admits a connection. If the limit is reached, the oldest connection with an incomplete
    /// request is closed; without such a connection the new one is refused.
    fn admit(&self, stream: TcpStream) -> Option<Arc<Connection>> {
        let mut connections = self.connections();
        if connections.len() >= MOST_CONNECTIONS {
            let is_silent = |one: &Arc<Connection>| !one.has_asked.load(Ordering::Relaxed);
            let oldest = connections.iter().position(is_silent)?;
            let oldest = connections.remove(oldest);
            // Closing a closed connection is harmless.
            let _ = oldest.stream.shutdown(Shutdown::Both);
        }
        let connection = Arc::new(Connection { stream, has_asked: AtomicBool::new(false) });
        connections.push(connection.clone());
        Some(connection)
    }

    fn attend(self: &Arc<Self>, connection: &Connection) {
        let begin = Instant::now();
        // A peer that does not speak HTTP gets no answer, and an answer to a closed connection is
        // lost.
        let Ok(request) = read_request(&connection.stream, REQUEST) else { return };
        connection.has_asked.store(true, Ordering::Relaxed);
        let text = match request {
            Request::Options => String::new(),
            Request::Message(text) => self.reply(&text, begin),
        };
        let _ = answer(&connection.stream, &text);
    }

    /// Answer to a message that arrived at `begin`.
    pub fn reply(self: &Arc<Self>, text: &str, begin: Instant) -> String {
        match Message::read(text) {
            Err(error) => format!("error: {error}"),
            Ok(Message::Info) => self.info(begin),
            Ok(Message::Preview) => "ready".into(),
            Ok(Message::Start { id, role, rules, start, play }) => {
                self.start(id, &role, rules, (start, play), begin)
            }
            Ok(Message::Play(turn)) => self.play(&turn, begin),
            Ok(Message::Stop(turn)) => self.end(&turn.id, "done"),
            Ok(Message::Abort(id)) => self.end(&id, "aborted"),
        }
    }

    fn current(&self) -> MutexGuard<'_, Option<PlayedMatch>> {
        self.current.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// Whether there is a match whose host may still send a message. Ends an abandoned match.
    fn has_match(&self, now: Instant) -> bool {
        let mut current = self.current();
        if let Some(running) = current.take_if(|running| running.is_abandoned(now)) {
            running.stop.now();
        }
        current.is_some()
    }

    fn info(&self, now: Instant) -> String {
        let is_busy = self.is_starting.load(Ordering::Relaxed) || self.has_match(now);
        let status = if is_busy { "busy" } else { "available" };
        format!("((name {}) (status {status}) (species computer))", self.settings.name)
    }

    fn start(
        &self,
        id: String,
        role: &str,
        (trees, symbols): (Vec<crate::tree::Tree>, crate::symbol::Symbols),
        (start, play): (Duration, Duration),
        now: Instant,
    ) -> String {
        if self.has_match(now) || self.is_starting.swap(true, Ordering::Relaxed) {
            return "busy".into();
        }
        let _guard = Starting(&self.is_starting);
        match self.prepare(id, role, &trees, symbols, (start, play), now) {
            Ok(ready) => {
                *self.current() = Some(ready);
                "ready".into()
            }
            Err(error) => format!("error: {error}"),
        }
    }

    fn prepare(
        &self,
        id: String,
        role: &str,
        trees: &[crate::tree::Tree],
        symbols: crate::symbol::Symbols,
        (start, play): (Duration, Duration),
        last_message: Instant,
    ) -> Result<PlayedMatch, String> {
        // Deriving the static facts and two attempts to build a net share the clock.
        let time = start.saturating_sub(self.settings.margin) / 3;
        let limits = Limits {
            time: time.max(Duration::from_millis(200)),
            step: play / 2,
            ..Limits::default()
        };
        let options = Options { limits, ..Options::default() };
        let program = Program::new(trees, symbols).map_err(|error| error.to_string())?;
        let sheet = Sheet::new(program, &options).map_err(|error| error.to_string())?;
        let seat = sheet
            .seat_named(role)
            .ok_or_else(|| format!("`{role}` is not a role of these rules"))?;
        let core = Core::new(sheet.clone());
        let (moments, stop) = (vec![], Stop::default());
        let (last, turns, thinker, pondering) = (NOTHING, 0, None, None);
        let patience = start + 3 * play;
        Ok(PlayedMatch {
            id,
            sheet,
            seat,
            play,
            last_message,
            patience,
            core,
            moments,
            last,
            turns,
            stop,
            thinker,
            pondering,
        })
    }

    fn end(&self, id: &str, done: &str) -> String {
        let mut current = self.current();
        match &*current {
            Some(running) if running.id == *id => {
                running.stop.now();
                *current = None;
                done.into()
            }
            _ => "busy".into(),
        }
    }

    fn play(&self, turn: &Turn, begin: Instant) -> String {
        let (question, limit, fallback) = {
            let mut current = self.current();
            let Some(running) = current.as_mut().filter(|running| running.id == turn.id) else {
                return "busy".into();
            };
            running.last_message = begin;
            running.apply(&turn.news);
            let limit =
                running.play.saturating_sub(self.settings.margin).saturating_sub(begin.elapsed());
            let legal = running.legal();
            let Some(&fallback) = legal.first() else { return "nil".into() };
            if legal.len() == 1 {
                return running.answer(fallback, self.settings.ponders);
            }
            (running.question(&self.settings), limit.max(Duration::from_millis(10)), fallback)
        };
        let (action, thinker) = self.think(question, limit).unwrap_or((fallback, None));
        let mut current = self.current();
        match current.as_mut().filter(|running| running.id == turn.id) {
            Some(running) => {
                running.thinker = thinker;
                running.answer(action, self.settings.ponders)
            }
            None => "nil".into(),
        }
    }

    /// Move that a search finds in time. The search runs on another thread, because an iteration
    /// can exceed the clock.
    fn think(&self, question: MoveRequest, limit: Duration) -> Option<Answer> {
        let (sender, receiver) = mpsc::channel();
        let (games, seed, stop) = (self.settings.games, self.settings.seed, question.stop.clone());
        std::thread::spawn(move || {
            // If sending fails, the match no longer waits for the answer.
            let _ = sender.send(question.answer(games, seed, limit));
        });
        let found = receiver.recv_timeout(limit + Duration::from_millis(100)).ok();
        if found.is_none() {
            stop.now();
        }
        found
    }
}

/// A move, and the search that found it if it can be used again.
type Answer = (Action, Option<Thinker>);

/// Request for a move.
struct MoveRequest {
    seat: Player,
    view: View,
    turn: u64,
    stop: Stop,
}

enum View {
    Open(OpenGame, Box<Thinker>),
    Hidden(Box<Knowledge>),
}

impl MoveRequest {
    fn answer(self, games: usize, seed: u64, limit: Duration) -> Answer {
        match self.view {
            View::Open(game, mut thinker) => {
                let action = thinker.decide(&game, Budget::time(limit), self.stop).action;
                (action, Some(*thinker))
            }
            View::Hidden(view) => {
                let budget = Budget { memory: Some(MOST_BYTES), ..Budget::time(limit) };
                let setup = Setup::with(budget, Batched::<HiddenGame>::new(games)).stop(self.stop);
                let mut rng = Rng::derive(&[seed, self.turn]);
                (SoIsmcts::new(setup).decide(&view, self.seat, &mut rng).action, None)
            }
        }
    }
}

impl PlayedMatch {
    /// Whether the host has been silent for so long that the match counts as abandoned.
    fn is_abandoned(&self, now: Instant) -> bool {
        now.saturating_duration_since(self.last_message) > self.patience
    }

    /// Applies the news of a message.
    fn apply(&mut self, news: &News) {
        self.thinker = match self.pondering.take() {
            Some(pondering) => pondering.end(PATIENCE),
            None => self.thinker.take(),
        };
        let is_first = self.turns == 0;
        self.turns += 1;
        let role = self.sheet.role_of(self.seat);
        match news {
            News::List(moves) if !self.sheet.is_hidden() => {
                if let Some(joint) = self.joint(moves) {
                    if let Some(thinker) = &mut self.thinker {
                        thinker.observe(&OpenGame(self.core.clone()), &joint);
                    }
                    self.core.advance(joint);
                }
            }
            _ if is_first => {}
            News::List(percepts) => self.notice(role, None, percepts),
            News::Percepts(own, percepts) => self.notice(role, own.as_deref(), percepts),
        }
    }

    /// Joint move by the names of its moves; `None` on the first turn, or if one of them is not
    /// legal.
    fn joint(&self, moves: &[String]) -> Option<Joint> {
        let mut joint = [NOTHING; ROLES];
        if moves.len() != self.sheet.roles() {
            return None;
        }
        for (role, name) in moves.iter().enumerate() {
            joint[role] = named(&self.sheet, &self.core, role, name)?;
        }
        Some(joint)
    }

    fn notice(&mut self, role: usize, own: Option<&str>, percepts: &[String]) {
        let made = own.and_then(|own| {
            self.legal().into_iter().find(|&action| is_named(&self.sheet, action, own))
        });
        let terms: Option<Vec<_>> =
            percepts.iter().map(|text| self.sheet.term_written(text)).collect();
        let percept = terms.and_then(|terms| self.sheet.percept_named(role, &terms));
        self.moments.push((made.unwrap_or(self.last), percept.unwrap_or(0)));
    }

    fn legal(&self) -> Vec<Action> {
        let mut list = vec![];
        let role = self.sheet.role_of(self.seat);
        match self.sheet.is_hidden() {
            false => self.core.legal(role, &mut list),
            true => {
                if let Some(state) = likely_state(&self.sheet, self.seat, &self.moments) {
                    self.sheet.legal(&state, role, &mut list);
                }
            }
        }
        list
    }

    fn question(&mut self, settings: &Settings) -> MoveRequest {
        let known = match self.sheet.is_hidden() {
            false => None,
            true => HiddenGame::knowledge_of(&self.sheet, self.seat, self.moments.clone()),
        };
        let view = known.map(|view| View::Hidden(Box::new(view))).unwrap_or_else(|| {
            let thinker = self.thinker.take();
            let thinker =
                thinker.unwrap_or_else(|| Thinker::new(self.seat, settings.games, settings.seed));
            View::Open(OpenGame(self.core.clone()), Box::new(thinker))
        });
        MoveRequest { seat: self.seat, view, turn: self.turns, stop: self.stop.clone() }
    }

    /// Text of a chosen move. Starts pondering until the next message.
    fn answer(&mut self, action: Action, ponders: bool) -> String {
        self.last = action;
        if ponders && let Some(thinker) = self.thinker.take() {
            self.pondering = Some(thinker.ponder(OpenGame(self.core.clone()), self.patience));
        }
        self.sheet.move_text(action)
    }
}

pub(super) fn is_named(sheet: &Sheet, action: Action, name: &str) -> bool {
    sheet.move_text(action).to_lowercase() == name
}

/// Legal move of a role with this name.
pub(super) fn named(sheet: &Sheet, core: &Core, role: usize, name: &str) -> Option<Action> {
    let mut list = vec![];
    core.legal(role, &mut list);
    list.into_iter().find(|&action| is_named(sheet, action, name))
}

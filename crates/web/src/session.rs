//! A game that is being played: its table, who sits at it, and what has become of it.
//!
//! Two locks: `state` is what the host knows, `table` the game. Whoever needs both takes `state`
//! first. A player that thinks holds `table` for reading and never `state`, so everybody can look
//! while it does, and whoever changes the game calls it off and waits for a moment.

use crate::api_error::ApiError;
use crate::comments::Review;
use crate::determinization_votes::{EFFORT, Votes, votes};
use crate::live::SessionProgress;
use crate::pool::locked;
use crate::seat::{Seat, Viewer, stream};
use crate::secrets::same;
use crate::services::Services;
use crate::session_store::Kept;
use crate::trees::Owner;
use crate::variation::{expected, in_chances};
use sortilege::{Player, Rng, Stop, Turn};
use sortilege_catalogue::table::Thought;
use sortilege_catalogue::{Agent, Capability, Level, Table};
use sortilege_lab::record::Record;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A game that is being played.
pub struct Session {
    /// What it is called in addresses.
    pub id: String,
    pub(crate) server: Arc<Services>,
    pub(crate) live: Arc<SessionProgress>,
    pub(crate) state: Mutex<State>,
    table: RwLock<Box<dyn Table>>,
    /// How many are connected.
    listeners: AtomicUsize,
}

/// What the host of a game knows besides the table.
pub struct State {
    /// Who sits where.
    pub seat_holders: Vec<Seat>,
    /// The tokens of human seats.
    pub tokens: Vec<Option<String>>,
    /// The token of whoever watches, where no human plays.
    pub watcher: Option<String>,
    /// What seats see differs.
    pub hidden: bool,
    /// There are dice, deals or draws.
    pub chance: bool,
    /// What all randomness is derived from.
    pub seed: u64,
    /// The position in which it began.
    pub start: String,
    /// Which human decided, after how many moves.
    pub decisions: Vec<(Player, usize)>,
    /// Moves so far; choices made at once are one.
    pub moves: usize,
    /// How often a decision was taken back after something could be learnt.
    pub taken_back: u32,
    /// Whether a human has looked at what is hidden from them.
    pub peeked: bool,
    /// What players thought.
    pub thoughts: Vec<SearchReport>,
    /// What an adviser said to whom, about what comes next.
    pub hint: Option<Hint>,
    /// Whether somebody thinks: changes whenever what they think is no longer wanted.
    pub generation: u64,
    /// What ends the thinking of whoever thinks now, if anybody does.
    pub busy: Option<Stop>,
    /// What was found in the game afterwards.
    pub review: Option<Review>,
    /// Whether the game was put aside: another instance may have been opened from disk since then.
    pub closed: bool,
}

/// What a player thought before it chose.
pub struct SearchReport {
    /// After how many steps.
    pub at: usize,
    /// Whose it is.
    pub who: Player,
    /// What it thought.
    pub thought: Thought,
    /// What it expects to follow, beginning with what it chose.
    pub line: Vec<String>,
    /// How favourites differ between worlds that it cannot tell apart, where it may be seen.
    pub votes: Option<Votes>,
}

/// What an adviser said.
pub struct Hint {
    /// To whom.
    pub who: Player,
    /// What it would play.
    pub thought: Thought,
    /// How favourites differ between worlds, where something is hidden.
    pub votes: Option<Votes>,
}

/// Somebody who is connected to a game; dropped when they leave.
pub struct Listener(Arc<Session>);

/// Who is to sit down at a new table.
pub struct Seating {
    /// One a seat: `human`, a level, or a player.
    pub seat_holders: Vec<String>,
    /// The tokens of human seats, if they have some already.
    pub tokens: Option<(Vec<Option<String>>, Option<String>)>,
    /// What all randomness is derived from.
    pub seed: u64,
}

impl Session {
    /// A game from where the table is. `start` is the position in which it began.
    pub fn new(
        server: &Arc<Services>,
        id: String,
        table: Box<dyn Table>,
        start: String,
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
        let [hidden, chance] = [Capability::Hidden, Capability::Chance].map(|one| table.has(one));
        let state = State {
            seat_holders,
            tokens,
            watcher,
            hidden,
            chance,
            seed: seating.seed,
            start,
            decisions: vec![],
            moves: 0,
            taken_back: 0,
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
            listeners: AtomicUsize::new(0),
        };
        session.settle(&locked(&session.state));
        Ok(Arc::new(session))
    }

    /// The game, to look at.
    pub fn table(&self) -> RwLockReadGuard<'_, Box<dyn Table>> {
        self.table.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game, to change it. Whoever thinks about it has been called off.
    pub(crate) fn table_to_change(&self) -> RwLockWriteGuard<'_, Box<dyn Table>> {
        self.table.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Has chance act until somebody has to choose.
    fn settle(&self, state: &State) {
        let mut table = self.table_to_change();
        while table.turn() == Turn::Chance {
            let mut rng = stream(state.seed, None, table.steps().len(), state.taken_back);
            table.chance(&mut rng);
        }
    }

    /// Whoever has this token, looking through the eyes of `eyes` (a seat from 0) if they may.
    pub fn viewer(&self, token: &str, eyes: Option<usize>) -> Result<Viewer, ApiError> {
        let state = locked(&self.state);
        let is_theirs = |own: &Option<String>| own.as_ref().is_some_and(|own| same(own, token));
        let seat = state.tokens.iter().position(is_theirs).map(Player);
        if seat.is_none() && !is_theirs(&state.watcher) {
            return Err(ApiError::forbidden("this token opens no seat of this game"));
        }
        let own = seat.unwrap_or(Player(0));
        let eyes = eyes.map_or(own, Player);
        if eyes.0 >= state.seat_holders.len() {
            return Err(ApiError::bad(format!("there are {} seats", state.seat_holders.len())));
        }
        if eyes != own && !self.is_open(&state) {
            return Err(ApiError::forbidden(
                "what that seat sees is hidden from you while the game is on",
            ));
        }
        Ok(Viewer { seat, eyes })
    }

    /// Whether there is nobody to hide anything from: the game is over, no human plays, or the only
    /// one has looked.
    pub fn is_open(&self, state: &State) -> bool {
        self.table().turn() == Turn::Over || state.peeked || state.humans().is_empty()
    }

    /// Through whose eyes a viewer looks now: those of their own seat, unless there is nobody to
    /// hide anything from.
    pub(crate) fn eyes(&self, state: &State, viewer: Viewer) -> Player {
        match viewer.seat {
            Some(own) if !self.is_open(state) => own,
            _ => viewer.eyes,
        }
    }

    /// Makes a move for whoever asks, in the situation that `ticket` names.
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
        let moves = state.moves;
        self.make(&mut state, who, action)?;
        state.decisions.push((who, moves));
        self.changed(&state);
        Ok(())
    }

    /// Refuses what was asked of a situation that is no longer there.
    fn expect(&self, eyes: Player, ticket: &str) -> Result<(), ApiError> {
        match self.ticket(eyes) == ticket {
            true => Ok(()),
            false => Err(ApiError::late("the game has gone on since then; look again")),
        }
    }

    /// A name for what a seat sees now, made of nothing but that.
    pub fn ticket(&self, eyes: Player) -> String {
        let table = self.table();
        let seen = (table.log(eyes).len(), table.legal(eyes), table.to_choose());
        format!("{:016x}", fingerprint(&format!("{seen:?}")))
    }

    /// Plays a move that is legal.
    fn make(&self, state: &mut State, who: Player, action: &str) -> Result<(), ApiError> {
        let mut table = self.table_to_change();
        let last = table.to_choose().len() == 1;
        table.play(who, action)?;
        drop(table);
        state.moves += usize::from(last);
        state.hint = None;
        self.settle(state);
        Ok(())
    }

    /// The state of a game that is still in the house.
    fn open_state(&self) -> Result<MutexGuard<'_, State>, ApiError> {
        let state = locked(&self.state);
        match state.closed {
            true => Err(ApiError::late(
                "this game was put aside for others; ask again to go on with it",
            )),
            false => Ok(state),
        }
    }

    /// Puts the game aside: from now on this instance writes nothing to disk.
    pub(crate) fn close(&self) {
        let mut state = locked(&self.state);
        self.call_off(&mut state);
        state.closed = true;
    }

    /// Keeps the game, and tells everybody.
    fn changed(&self, state: &State) {
        self.keep(state);
        self.live.change();
    }

    /// Keeps the game, if games are kept.
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

    /// What is being thought is no longer wanted.
    fn call_off(&self, state: &mut State) {
        state.generation += 1;
        if let Some(stop) = &state.busy {
            stop.now();
        }
    }

    /// Has the player think who is to choose, if it is one, and play what it finds. Humans choose
    /// first, so that nobody learns from how long others take. Nothing is thought while nobody
    /// listens.
    pub fn think(self: &Arc<Self>, viewer: Viewer, ticket: &str) -> Result<(), ApiError> {
        let mut state = self.open_state()?;
        self.expect(viewer.eyes, ticket)?;
        if state.busy.is_some() {
            return Ok(());
        }
        if self.listeners.load(Ordering::SeqCst) == 0 {
            return Err(ApiError::late("nobody listens to this game; open its events first"));
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
        let (steps, seed, taken_back) = (self.table().steps().len(), state.seed, state.taken_back);
        let rng = stream(seed, Some(who), steps, taken_back);
        let generation = state.generation;
        let agent = state.seat_holders[who.0].ai().and_then(|ai| ai.agent.take());
        let agent = agent.ok_or_else(|| ApiError::late("this player is no longer at the table"))?;
        agent.stop().reset();
        state.busy = Some(agent.stop());
        Ok((agent, rng, generation))
    }

    /// What a player does when it is its turn, on a thread of the pool. One that panics leaves the
    /// table.
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
                // What was seen in moves that never were is nothing to know.
                let _ = self.table().new_game(&mut agent);
            }
            if let Some(ai) = state.seat_holders[who.0].ai() {
                ai.agent = Some(agent);
            }
            if let (true, Ok(opinion)) = (wanted, thought) {
                let action = opinion.thought.action.clone();
                state.thoughts.push(opinion);
                let made = self.make(&mut state, who, &action);
                debug_assert!(made.is_ok(), "{made:?}");
            }
        }
        self.changed(&state);
        drop(state);
        let server = self.server.clone();
        server.trees.keep(self, who, bytes);
    }

    /// What a player thinks; without an alternative nothing is thought about.
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
        self.live.begin(who, table.turn() == Turn::Together, legal, agent.full_spec().clone());
        let _limit = self.server.pool.limit(agent.stop());
        let thought = table.think(agent, who, rng)?;
        let line = expected(&**table, agent, who, &thought.action);
        let votes = asks_worlds.then(|| ask_worlds(&**table, who, agent)).transpose()?;
        Ok(SearchReport { at, who, thought: in_chances(agent.full_spec(), thought), line, votes })
    }

    /// Whether something is hidden at this table, and those who look at it may see all the same
    /// what players think.
    fn shows_worlds(&self) -> bool {
        let state = locked(&self.state);
        state.hidden && self.is_open(&state)
    }

    /// Asks an adviser who sees what the seat sees, and no more.
    pub fn hint(self: &Arc<Self>, viewer: Viewer, ticket: &str) -> Result<(), ApiError> {
        let who = viewer.seat.ok_or_else(|| ApiError::forbidden("hints are for those who play"))?;
        let mut state = self.open_state()?;
        self.expect(who, ticket)?;
        if !self.table().to_choose().contains(&who) {
            return Err(ApiError::late("you have nothing to choose now"));
        }
        if state.busy.is_some() {
            return Err(ApiError::late("somebody thinks already; wait a moment"));
        }
        let table = self.table();
        let spec = crate::seat::within_memory(&**table, table.level(Level::Best));
        let mut agent = table.player(&spec)?;
        let mut rng = stream(
            state.seed,
            Some(Player(state.seat_holders.len())),
            state.moves,
            state.taken_back,
        );
        drop(table);
        state.busy = Some(agent.stop());
        let (generation, hidden) = (state.generation, state.hidden);
        let session = self.clone();
        self.server.pool.submit(move || {
            let advise = || {
                let _limit = session.server.pool.limit(agent.stop());
                let thought = session.table().think(&mut agent, who, &mut rng)?;
                let votes =
                    hidden.then(|| ask_worlds(&**session.table(), who, &agent)).transpose()?;
                Ok::<_, sortilege_catalogue::Error>((in_chances(agent.full_spec(), thought), votes))
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

    /// Goes back to the previous decision of whoever asks, which the game then says.
    pub fn undo(&self, viewer: Viewer) -> Result<(), ApiError> {
        let who = viewer
            .seat
            .ok_or_else(|| ApiError::forbidden("you watch; it is the players who move"))?;
        let mut state = self.open_state()?;
        if state.humans().len() > 1 {
            return Err(ApiError::bad("several people play, so what was played stays"));
        }
        let Some(last) = state.decisions.iter().rposition(|&(human, _)| human == who) else {
            return Err(ApiError::bad("there is no earlier decision of yours to go back to"));
        };
        self.call_off(&mut state);
        let moves = state.decisions[last].1;
        state.decisions.truncate(last);
        let mut table = self.table_to_change();
        // A choice that waits for those of others is no move yet, and goes first.
        if table.turn() == Turn::Together && table.to_choose().len() < table.seats() {
            table.undo();
        }
        while state.moves > moves && table.undo() {
            state.moves -= 1;
        }
        let left = table.steps().len();
        drop(table);
        state.forget_after(left);
        self.forget(&mut state);
        if state.hidden || state.chance {
            state.taken_back += 1;
        }
        self.settle(&state);
        self.changed(&state);
        Ok(())
    }

    /// Has all players forget what they were asked.
    fn forget(&self, state: &mut State) {
        let table = self.table();
        for seat_holder in &mut state.seat_holders {
            if let Some(agent) = seat_holder.ai().and_then(|ai| ai.agent.as_mut()) {
                let _ = table.new_game(agent);
            }
        }
    }

    /// Shows the only human everything, which ends the game as a contest.
    pub fn peek(&self, viewer: Viewer) -> Result<(), ApiError> {
        let mut state = self.open_state()?;
        if viewer.seat.is_some() && state.humans().len() > 1 {
            return Err(ApiError::forbidden(
                "several people play, and what is hidden from you is theirs",
            ));
        }
        state.peeked = true;
        self.changed(&state);
        Ok(())
    }

    /// The game so far: all of it where there is nobody to hide it from, and otherwise what the
    /// seat knows.
    pub fn record(&self, viewer: Viewer) -> Record {
        let state = locked(&self.state);
        let record = self.whole_record(&state);
        match self.is_open(&state) || !(state.hidden || state.chance) {
            true => record,
            false => {
                let mut known =
                    if state.hidden { record.for_seat(self.eyes(&state, viewer)) } else { record };
                // From the seed everybody could know what chance will bring.
                known.seed = 0;
                known
            }
        }
    }

    /// The game so far with everything in it.
    pub(crate) fn whole_record(&self, state: &State) -> Record {
        let table = self.table();
        let players = state.seat_holders.iter().map(Seat::name).collect();
        let game = table.full_spec().to_string();
        let mut record = Record::new(game, players, state.seed, state.start.clone(), table.steps());
        record.taken_back = state.taken_back;
        if table.turn() == Turn::Over {
            record.payoffs = (0..table.seats()).map(|seat| table.payoff(Player(seat))).collect();
        }
        record
    }

    /// Somebody connects; thinking goes on.
    pub fn listen(self: &Arc<Self>) -> Listener {
        self.listeners.fetch_add(1, Ordering::SeqCst);
        Listener(self.clone())
    }

    /// Whether anybody is connected.
    pub fn is_heard(&self) -> bool {
        self.listeners.load(Ordering::SeqCst) > 0
    }
}

impl Owner for Session {
    /// Replaces a player by a fresh one, which frees the memory of its tree; not while it thinks.
    fn drop_tree(&self, who: Player) {
        let mut state = locked(&self.state);
        let table = self.table();
        if let Some(ai) = state.seat_holders[who.0].ai().filter(|ai| ai.agent.is_some()) {
            // The same settings have made a player before.
            ai.agent = crate::seat::agent(&**table, &ai.spec, &self.live).ok().or(ai.agent.take());
        }
    }
}

/// When the last one leaves, nobody thinks for nobody.
impl Drop for Listener {
    fn drop(&mut self) {
        if self.0.listeners.fetch_sub(1, Ordering::SeqCst) == 1 {
            let mut state = locked(&self.0.state);
            self.0.call_off(&mut state);
        }
    }
}

impl State {
    /// The seats of humans.
    pub fn humans(&self) -> Vec<Player> {
        (0..self.seat_holders.len())
            .map(Player)
            .filter(|who| self.seat_holders[who.0].is_human())
            .collect()
    }

    /// What was thought of steps that were taken back is gone.
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

/// How worlds vote for a player that has thought. The same view has the same worlds, however long
/// that took.
fn ask_worlds(
    table: &dyn Table,
    who: Player,
    agent: &Agent,
) -> Result<Votes, sortilege_catalogue::Error> {
    votes(table, who, EFFORT, &agent.stop(), &mut Rng::new(1))
}

/// What is said where there was nothing to think about.
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

/// A hash that is the same in every run of the program (FNV-1a).
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    })
}

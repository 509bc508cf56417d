//! Seats and viewers of a game.

use crate::api_error::ApiError;
use crate::live::SessionProgress;
use sortilege::Player;
use sortilege::progress::Watch;
use sortilege_catalogue::setting::bytes;
use sortilege_catalogue::{Agent, Level, Spec, Table};
use std::sync::Arc;

/// Occupant of a seat.
pub enum Seat {
    /// A person with the token of the seat.
    Human,
    /// An AI from the catalogue.
    Ai(Box<Ai>),
}

/// An AI from the catalogue.
pub struct Ai {
    /// Text by which it was requested: a level, or a player with its settings.
    pub asked: String,
    /// The player that the text stands for, within the memory limit of the server.
    pub spec: Spec,
    /// The player with all its settings.
    pub full: String,
    /// The player itself; `None` while it is searching.
    pub agent: Option<Agent>,
}

/// Viewer of a table: from one seat, or of everything where hiding has no purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// Seat of the viewer; `None` for a spectator.
    pub seat: Option<Player>,
    /// Seat whose view is shown.
    pub eyes: Player,
}

/// Memory limit of a tree: the default, and the most that a player may set.
const MEMORY: &str = "512MiB";

impl Seat {
    /// Creates the occupant that `asked` names: `human`, a level, or a player with its settings.
    pub fn new(
        table: &dyn Table,
        asked: &str,
        live: &Arc<SessionProgress>,
    ) -> Result<Self, ApiError> {
        let spec: Spec = asked.parse()?;
        if spec == Spec::new("human") {
            return Ok(Seat::Human);
        }
        let spec = within_memory(table, spec);
        let agent = agent(table, &spec, live)?;
        let profile = agent.profile();
        if profile.memory.is_some_and(|memory| Some(memory) > bytes(MEMORY)) {
            return Err(ApiError::bad(format!(
                "a player at this table has at most {MEMORY} of `memory`"
            )));
        }
        let most = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        if profile.threads > most {
            return Err(ApiError::bad(format!(
                "`{asked}` thinks on {} threads, and this machine has {most}",
                profile.threads
            )));
        }
        Ok(Seat::Ai(Box::new(Ai {
            asked: asked.to_string(),
            spec,
            full: agent.full_spec().to_string(),
            agent: Some(agent),
        })))
    }

    /// Whether a person holds the seat.
    pub fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }

    /// The AI of the seat, if it has one.
    pub fn ai(&mut self) -> Option<&mut Ai> {
        match self {
            Seat::Human => None,
            Seat::Ai(ai) => Some(ai),
        }
    }

    /// Name as written in records.
    pub fn name(&self) -> String {
        match self {
            Seat::Human => "human".to_string(),
            Seat::Ai(ai) => ai.full.clone(),
        }
    }

    /// Text by which it was requested.
    pub fn asked(&self) -> String {
        match self {
            Seat::Human => "human".to_string(),
            Seat::Ai(ai) => ai.asked.clone(),
        }
    }
}

/// Creates a player that reports its progress to the table.
pub fn agent(
    table: &dyn Table,
    spec: &Spec,
    live: &Arc<SessionProgress>,
) -> Result<Agent, sortilege_catalogue::Error> {
    let live = live.clone();
    table.watched_player(spec, Watch::new(move |progress| live.progress(progress)))
}

/// Adds the memory limit to a player that has the setting and does not set it.
pub fn within_memory(table: &dyn Table, spec: Spec) -> Spec {
    let spec = Level::named(&spec.name).map_or_else(|| spec.clone(), |level| table.level(level));
    let players = table.players();
    let schema = players.iter().find(|player| player.name == spec.name);
    let limited =
        schema.is_some_and(|schema| schema.fields.iter().any(|field| field.name == "memory"));
    match limited && spec.get("memory").is_none() {
        true => spec.with("memory", Spec::new(MEMORY)),
        false => spec,
    }
}

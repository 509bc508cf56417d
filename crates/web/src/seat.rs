//! Who sits in a seat, and who asks for it.

use crate::api_error::ApiError;
use crate::live::SessionProgress;
use sortilege::progress::Watch;
use sortilege::{Player, Rng};
use sortilege_catalogue::setting::bytes;
use sortilege_catalogue::{Agent, Level, Spec, Table};
use std::sync::Arc;

/// Who sits in a seat.
pub enum Seat {
    /// Somebody with the token of the seat.
    Human,
    /// A player from the catalogue.
    Ai(Box<Ai>),
}

/// A player from the catalogue.
pub struct Ai {
    /// As it was asked for: a level, or a player with its settings.
    pub asked: String,
    /// The player that the seat stands for, within the memory of the house.
    pub spec: Spec,
    /// With all its settings.
    pub full: String,
    /// The player itself, unless it thinks just now.
    pub agent: Option<Agent>,
}

/// Who looks at a table: from a seat, or at all of it where there is nobody to hide it from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// The seat that is theirs; nobody's if they watch.
    pub seat: Option<Player>,
    /// The seat through whose eyes they look.
    pub eyes: Player,
}

/// The most memory of a tree, and what it may take unless its player has a lower limit.
const MEMORY: &str = "512MiB";

impl Seat {
    /// Whoever is named: `human`, a level, or a player with its settings.
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
        let memory = agent.full_spec().get("memory").and_then(|memory| bytes(&memory.name));
        if memory.is_some_and(|memory| Some(memory) > bytes(MEMORY)) {
            return Err(ApiError::bad(format!(
                "a player at this table has at most {MEMORY} of `memory`"
            )));
        }
        let most = std::thread::available_parallelism().map_or(1, |threads| threads.get());
        if agent.threads() > most {
            return Err(ApiError::bad(format!(
                "`{asked}` thinks on {} threads, and this machine has {most}",
                agent.threads()
            )));
        }
        Ok(Seat::Ai(Box::new(Ai {
            asked: asked.to_string(),
            spec,
            full: agent.full_spec().to_string(),
            agent: Some(agent),
        })))
    }

    /// Whether a person sits there.
    pub fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }

    /// The player, if one sits there.
    pub fn ai(&mut self) -> Option<&mut Ai> {
        match self {
            Seat::Human => None,
            Seat::Ai(ai) => Some(ai),
        }
    }

    /// How it is written in records.
    pub fn name(&self) -> String {
        match self {
            Seat::Human => "human".to_string(),
            Seat::Ai(ai) => ai.full.clone(),
        }
    }

    /// As it was asked for.
    pub fn asked(&self) -> String {
        match self {
            Seat::Human => "human".to_string(),
            Seat::Ai(ai) => ai.asked.clone(),
        }
    }
}

/// A player that reports its progress to the table.
pub fn agent(
    table: &dyn Table,
    spec: &Spec,
    live: &Arc<SessionProgress>,
) -> Result<Agent, sortilege_catalogue::Error> {
    let live = live.clone();
    table.watched_player(spec, Watch::new(move |progress| live.progress(progress)))
}

/// The player with a limit on its memory, where it can have one and names none.
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

/// What chance draws next, or what a seat thinks with: a function of the game so far, so that a
/// game that is taken up again after a restart goes on as if nothing had been.
pub fn stream(seed: u64, of: Option<Player>, steps: usize, taken_back: u32) -> Rng {
    Rng::derive(&[seed, of.map_or(0, |who| 1 + who.0 as u64), steps as u64, u64::from(taken_back)])
}

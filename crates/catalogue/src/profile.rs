//! Properties of a player: its budget, threads, reproducibility, and the meaning of its values.

use crate::any_search::AnySearch;
use crate::capability::Playable;
use crate::common::{ITERATIONS, MEMORY, TIME, TREES};
use crate::parallel::{ROOTS, THREADS};
use crate::rewards::{LOSS, REWARD, WIN};
use crate::setting::{Settings, Typed};
use crate::value_format::{ValueKind, ValueRange};
use std::time::Duration;

/// Properties of a player, which follow from its settings and its search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayerProfile {
    /// Limit of simulations in a tree for one decision.
    pub iterations: Option<u64>,
    /// Number of trees for one decision.
    pub trees: u32,
    /// Time limit of a decision.
    pub time: Option<Duration>,
    /// Memory limit of a tree in bytes.
    pub memory: Option<usize>,
    /// Number of threads of the search.
    pub threads: usize,
    /// Whether decisions depend on the machine, so that they are not reproducible: on its speed,
    /// or on the order in which several threads reach a shared tree.
    pub depends_on_machine: bool,
    /// Whether this is one of the baselines that see information hidden from their seat.
    pub sees_everything: bool,
    /// Whether the search reports progress to its listener about ten times a second.
    pub reports_progress: bool,
    /// Meaning of the values of candidates.
    pub values: ValueKind,
}

impl PlayerProfile {
    /// Profile of the player that was built from these settings.
    pub(crate) fn new<G: Playable>(settings: &Settings, search: &AnySearch<G>) -> Self {
        let time = optional(settings, &TIME);
        let threads = optional(settings, &THREADS).unwrap_or(1);
        let roots = optional(settings, &ROOTS).unwrap_or(1);
        PlayerProfile {
            iterations: optional(settings, &ITERATIONS),
            trees: optional(settings, &TREES).unwrap_or(1),
            time,
            memory: optional(settings, &MEMORY),
            threads,
            depends_on_machine: time.is_some() || (threads > 1 && roots == 1),
            sees_everything: search.sees_everything(),
            reports_progress: search.reports_progress(),
            values: search.values().unwrap_or_else(|| values(settings)),
        }
    }

    /// Limit of simulations for one decision, in all trees.
    pub fn simulations(&self) -> Option<u64> {
        Some(self.iterations?.saturating_mul(self.trees.into()))
    }
}

/// The default: searches report rewards, and players without a budget follow rules.
fn values(settings: &Settings) -> ValueKind {
    let reward = optional(settings, &REWARD).and_then(|reward| Some(reward.ok()?.range()));
    let own = optional(settings, &LOSS).zip(optional(settings, &WIN));
    let own = own.map(|(loss, win)| ValueRange { loss, win });
    let is_search = settings.has(&ITERATIONS) || settings.has(&TIME);
    match reward.or(own) {
        Some(range) => ValueKind::Rewards(range),
        None if is_search => ValueKind::Rewards(ValueRange::REWARDS),
        None => ValueKind::None,
    }
}

/// Value of a setting that the player need not have.
fn optional<S: Typed>(settings: &Settings, setting: &S) -> Option<S::Value> {
    if settings.has(setting) { settings.given(setting) } else { None }
}

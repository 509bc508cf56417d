//! Designs of experiments. A design defines the players and their pairings, and turns results into
//! a report. Each design has its own file.

pub mod contest;
pub mod elimination;
pub mod estimate;
pub mod exploitability;
pub mod factorial;
pub mod matches;
pub mod ntbea;
pub mod observe;
pub mod profile;
pub mod round_robin;
pub(crate) mod show;
pub mod sweep;
pub mod tune;
pub mod values;
pub mod versus;

use super::source::Keys;
use super::{Common, Entrant, Orders, Pairing, Results};
use crate::report::Report;
use crate::{Error, Table};

/// Design of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub enum Design {
    /// Players against each other.
    Match(matches::Match),
    /// Every player against every other.
    RoundRobin(round_robin::RoundRobin),
    /// Many players against a few opponents.
    Versus(versus::Versus),
    /// One or two settings over lists or ranges.
    Sweep(sweep::Sweep),
    /// Settings on or off, in all combinations.
    Factorial(factorial::Factorial),
    /// Knock-out tournament over a grid of settings.
    Elimination(elimination::Elimination),
    /// Search for the best settings, with a final test.
    Tune(tune::Tune),
    /// Value estimates compared with exact values.
    Estimate(estimate::EstimateQuality),
    /// Size of search trees and time of decisions.
    Profile(profile::Profile),
    /// Exploitability.
    Exploitability(exploitability::Exploitability),
}

/// Function that reads a design.
type ReadDesign = fn(&Keys, &dyn Table) -> Result<Design, Error>;

/// Kind of design.
pub(crate) struct DesignKind {
    /// Name in experiments.
    pub(crate) name: &'static str,
    /// Keys that only this kind has.
    pub(crate) keys: &'static [&'static str],
    /// Whether the design plays games, as opposed to single decisions.
    pub(crate) plays_games: bool,
    pub(crate) read: ReadDesign,
}

/// All kinds, in the order of [`Design`].
pub(crate) static KINDS: [DesignKind; 10] = [
    DesignKind {
        name: "match",
        keys: &["players"],
        plays_games: true,
        read: |keys, table| matches::Match::read(keys, table).map(Design::Match),
    },
    DesignKind {
        name: "round-robin",
        keys: &["players", "mirror"],
        plays_games: true,
        read: |keys, table| round_robin::RoundRobin::read(keys, table).map(Design::RoundRobin),
    },
    DesignKind {
        name: "versus",
        keys: &["players", "opponents", "seats"],
        plays_games: true,
        read: |keys, table| versus::Versus::read(keys, table).map(Design::Versus),
    },
    DesignKind {
        name: "sweep",
        keys: &["player", "vary", "opponents", "seats"],
        plays_games: true,
        read: |keys, table| sweep::Sweep::read(keys, table).map(Design::Sweep),
    },
    DesignKind {
        name: "factorial",
        keys: &["player", "factors", "opponents", "seats"],
        plays_games: true,
        read: |keys, table| factorial::Factorial::read(keys, table).map(Design::Factorial),
    },
    DesignKind {
        name: "elimination",
        keys: &["player", "grid"],
        plays_games: true,
        read: |keys, table| elimination::Elimination::read(keys, table).map(Design::Elimination),
    },
    DesignKind {
        name: "tune",
        keys: &[
            "player",
            "grid",
            "opponents",
            "seats",
            "rounds",
            "at_once",
            "test",
            "neighbours",
            "explore",
        ],
        plays_games: true,
        read: |keys, table| tune::Tune::read(keys, table).map(Design::Tune),
    },
    DesignKind {
        name: "estimate",
        keys: &["players", "positions", "states", "runs", "scale"],
        plays_games: false,
        read: |keys, table| estimate::EstimateQuality::read(keys, table).map(Design::Estimate),
    },
    DesignKind {
        name: "profile",
        keys: &["players", "positions", "states", "runs"],
        plays_games: false,
        read: |keys, table| profile::Profile::read(keys, table).map(Design::Profile),
    },
    DesignKind {
        name: "exploitability",
        keys: &["players", "iterations", "runs", "replays", "fresh"],
        plays_games: false,
        read: |keys, table| {
            exploitability::Exploitability::read(keys, table).map(Design::Exploitability)
        },
    },
];

impl Design {
    pub(crate) fn kind(&self) -> &'static DesignKind {
        &KINDS[match self {
            Design::Match(_) => 0,
            Design::RoundRobin(_) => 1,
            Design::Versus(_) => 2,
            Design::Sweep(_) => 3,
            Design::Factorial(_) => 4,
            Design::Elimination(_) => 5,
            Design::Tune(_) => 6,
            Design::Estimate(_) => 7,
            Design::Profile(_) => 8,
            Design::Exploitability(_) => 9,
        }]
    }

    /// Name of the design in experiments.
    pub fn name(&self) -> &'static str {
        self.kind().name
    }

    /// All players, in the order in which plans number them.
    pub(crate) fn entrants(&self) -> Vec<Entrant> {
        match self {
            Design::Match(design) => design.players.clone(),
            Design::RoundRobin(design) => design.players.clone(),
            Design::Versus(design) => design.contest.entrants(),
            Design::Sweep(design) => design.contest.entrants(),
            Design::Factorial(design) => design.contest.entrants(),
            Design::Elimination(design) => design.players.clone(),
            Design::Tune(design) => design.contest.entrants(),
            Design::Estimate(design) => design.observed.players.clone(),
            Design::Profile(design) => design.observed.players.clone(),
            Design::Exploitability(design) => design.entrants(),
        }
    }

    /// Candidates and opponents, for designs that have them.
    pub(crate) fn contest(&self) -> Option<&contest::Contest> {
        match self {
            Design::Versus(design) => Some(&design.contest),
            Design::Sweep(design) => Some(&design.contest),
            Design::Factorial(design) => Some(&design.contest),
            _ => None,
        }
    }

    /// Pairings, for designs whose pairings do not depend on results.
    pub(crate) fn pairings(&self, seats: usize, orders: Orders) -> Vec<Pairing> {
        match self {
            Design::Match(design) => design.pairings(seats, orders),
            Design::RoundRobin(design) => design.pairings(seats, orders),
            Design::Versus(design) => design.contest.pairings(seats),
            Design::Sweep(design) => design.contest.pairings(seats),
            Design::Factorial(design) => design.contest.pairings(seats),
            Design::Elimination(_)
            | Design::Tune(_)
            | Design::Estimate(_)
            | Design::Profile(_)
            | Design::Exploitability(_) => vec![],
        }
    }

    /// Positions at which decisions are made, and the number of decisions at each.
    pub(crate) fn positions(
        &self,
        seed: u64,
        table: &dyn Table,
    ) -> Result<(Vec<String>, u64), Error> {
        match self {
            Design::Estimate(design) => design.observed.expand(seed, table),
            Design::Profile(design) => design.observed.expand(seed, table),
            _ => Ok((vec![], 1)),
        }
    }

    /// Writes the plain values of the design.
    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        match self {
            Design::Match(_) => {}
            Design::RoundRobin(design) => line("mirror", design.mirror.to_string()),
            Design::Versus(design) => design.contest.write(line),
            Design::Sweep(design) => design.write(line),
            Design::Factorial(design) => design.write(line),
            Design::Elimination(design) => design.write(line),
            Design::Tune(design) => design.write(line),
            Design::Estimate(design) => design.write(line),
            Design::Profile(design) => design.observed.write(line),
            Design::Exploitability(design) => design.write(line),
        }
    }

    /// Tables of the design as TOML.
    pub(crate) fn tables(&self) -> String {
        use super::entrants::to_toml;
        match self {
            Design::Match(design) => to_toml("players", &design.players),
            Design::RoundRobin(design) => to_toml("players", &design.players),
            Design::Versus(design) => {
                to_toml("players", &design.contest.candidates) + &design.contest.tables()
            }
            Design::Sweep(design) => design.tables(),
            Design::Factorial(design) => design.tables(),
            Design::Elimination(design) => design.tables(),
            Design::Tune(design) => design.tables(),
            Design::Estimate(design) => design.observed.tables(),
            Design::Profile(design) => design.observed.tables(),
            Design::Exploitability(design) => design.tables(),
        }
    }

    /// Report of the results: an answer in one sentence, and the body.
    pub(crate) fn report(&self, experiment: &Common, results: &Results) -> Result<Report, Error> {
        match self {
            Design::Match(design) => design.report(experiment, results),
            Design::RoundRobin(design) => design.report(experiment, results),
            Design::Versus(design) => design.report(experiment, results),
            Design::Sweep(design) => design.report(experiment, results),
            Design::Factorial(design) => design.report(experiment, results),
            Design::Elimination(design) => design.report(experiment, results),
            Design::Tune(design) => design.report(experiment, results),
            Design::Estimate(design) => design.report(experiment, results),
            Design::Profile(design) => design.report(experiment, results),
            Design::Exploitability(design) => design.report(experiment, results),
        }
    }
}

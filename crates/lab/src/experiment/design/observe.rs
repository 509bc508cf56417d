//! Players and the positions at which they decide: what `estimate` and `profile` have in common.
//!
//! Positions are listed, or gathered from games (`states`): every state that a player meets in so many games
//! against itself, each once, as SM §4.3 does; if there are more than wanted, some of them at equal distances.
//!
//! ```toml
//! runs = 50
//! states = { player = "random", games = 20, most = 250 }
//! ```

use crate::experiment::deals;
use crate::experiment::entrants::{self, Entrant};
use crate::experiment::source::{Item, Keys, quoted, quoted_list};
use crate::{Error, Spec, Table};
use sortilege::{Player, Rng, Turn};
use std::collections::HashSet;

/// Players and where they are observed.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// Who decides.
    pub players: Vec<Entrant>,
    /// Where.
    pub positions: Positions,
    /// How often at each position.
    pub runs: u64,
}

/// Where decisions are made.
#[derive(Clone, Debug, PartialEq)]
pub enum Positions {
    /// At these.
    Listed(Vec<String>),
    /// At what comes up in games.
    Seen {
        /// Who plays them, in all seats.
        player: Spec,
        /// How many games.
        games: u64,
        /// How many positions at most.
        most: u64,
    },
}

impl Observed {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let positions = match (keys.get("positions"), keys.get("states")) {
            (Some(item), None) => Positions::Listed(decisions(&item, table)?),
            (None, Some(item)) => seen(&item, table)?,
            (Some(_), Some(item)) => {
                return Err(item.fail("`positions` and `states` both say where to decide: leave one out"));
            }
            (None, None) => {
                return Err(keys.fail("`positions` is missing: a list of positions, or `states` from games"));
            }
        };
        Ok(Observed {
            players: entrants::read_all(keys, "players", table)?,
            positions,
            runs: keys.need("runs", "how often each player decides at each position")?.whole(1..1_000_001)?,
        })
    }

    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        line("runs", self.runs.to_string());
        match &self.positions {
            Positions::Listed(positions) => line("positions", quoted_list(positions)),
            Positions::Seen { player, games, most } => {
                let player = quoted(&player.to_string());
                line("states", format!("{{ player = {player}, games = {games}, most = {most} }}"));
            }
        }
    }

    pub(crate) fn tables(&self) -> String {
        entrants::to_toml("players", &self.players)
    }

    /// All positions, and how many decisions are made at each.
    pub(crate) fn expand(&self, seed: u64, table: &dyn Table) -> Result<(Vec<String>, u64), Error> {
        let positions = match &self.positions {
            Positions::Listed(positions) => positions.clone(),
            Positions::Seen { player, games, most } => {
                let mut seen = Seen::default();
                for game in 0..*games {
                    seen.gather(table, player, &mut Rng::derive(&[seed, SEEN, game]))?;
                }
                thinned(seen.positions, *most as usize)
            }
        };
        Ok((positions, self.runs))
    }
}

/// A number in the place of a deal, where no experiment has that many.
const SEEN: u64 = u64::MAX;

fn decisions(item: &Item, table: &dyn Table) -> Result<Vec<String>, Error> {
    let positions = deals::positions(item, table)?;
    let mut board = table.again();
    for (position, place) in positions.iter().zip(item.list()?) {
        board.set_position(position)?;
        crate::run::unit::chooser(&*board).map_err(|error| place.blame(error))?;
    }
    Ok(positions)
}

fn seen(item: &Item, table: &dyn Table) -> Result<Positions, Error> {
    let keys = item.table()?;
    keys.only(&["player", "games", "most"])?;
    let player = keys.need("player", "who plays the games that positions are taken from")?;
    let built = table.player(&player.spec()?).map_err(|error| player.blame(error))?;
    if built.depends_on_machine() {
        // A run that is taken up again has to find the same positions.
        let why = "positions are the same on every machine, so let who plays for them think by `iterations`, and with \
                   one thread to a tree";
        return Err(player.fail(why));
    }
    Ok(Positions::Seen {
        player: built.full_spec().clone(),
        games: keys.need("games", "how many games positions are taken from")?.whole(1..1_000_001)?,
        most: keys.whole_or("most", 1..1_000_001, 1000)?,
    })
}

/// Positions in the order in which they came up.
#[derive(Default)]
struct Seen {
    positions: Vec<String>,
    known: HashSet<String>,
}

impl Seen {
    /// Plays a game and adds every position that is new and leaves a choice.
    fn gather(&mut self, table: &dyn Table, player: &Spec, rng: &mut Rng) -> Result<(), Error> {
        let mut board = table.again();
        let seats = (0..board.seats()).map(|_| board.player(player));
        let mut seats = seats.collect::<Result<Vec<_>, _>>()?;
        loop {
            board.chance(rng);
            if board.turn() == Turn::Over {
                return Ok(());
            }
            let choosers = board.to_choose();
            let position = board.position();
            let leaves_a_choice = choosers.iter().any(|&who| board.legal(who).len() > 1);
            if leaves_a_choice && self.known.insert(position.clone()) {
                self.positions.push(position);
            }
            for who in choosers {
                let action = choice(&*board, &mut seats[who.0], who, rng)?;
                board.play(who, &action)?;
            }
        }
    }
}

fn choice(board: &dyn Table, player: &mut crate::Agent, who: Player, rng: &mut Rng) -> Result<String, Error> {
    let legal = board.legal(who);
    match &legal[..] {
        [only] => Ok(only.clone()),
        _ => Ok(board.think(player, who, rng)?.action),
    }
}

/// So many of the items, at equal distances.
fn thinned(all: Vec<String>, most: usize) -> Vec<String> {
    let count = all.len();
    if count <= most {
        return all;
    }
    (0..most).map(|i| all[i * count / most].clone()).collect()
}

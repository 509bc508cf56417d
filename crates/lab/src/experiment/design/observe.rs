//! Players and the positions at which they decide: the common part of `estimate` and `profile`.
//!
//! Positions are listed, or collected from games (`states`), as in SM §4.3. They are the distinct
//! states that a player meets in `games` games against itself, or that several players meet in
//! `games` games of each pair. If there are more than `most`, a subset at equal distances is taken.
//!
//! ```toml
//! runs = 50
//! states = { player = "random", games = 20, most = 250 }
//! states = { players = ["random", "hold-at"], games = 20, most = 250 }
//! ```

use crate::experiment::deals;
use crate::experiment::entrants::{self, Entrant};
use crate::experiment::source::{Item, Keys, quoted, quoted_list};
use crate::{Error, Spec, Table};
use sortilege::{Player, Rng, Turn};
use std::collections::HashSet;

/// Players and the positions at which they decide.
#[derive(Clone, Debug, PartialEq)]
pub struct Observed {
    /// Players that decide.
    pub players: Vec<Entrant>,
    /// Positions of the decisions.
    pub positions: Positions,
    /// Number of decisions at each position.
    pub runs: u64,
}

/// Positions of decisions.
#[derive(Clone, Debug, PartialEq)]
pub enum Positions {
    /// Listed positions.
    RegisteredGame(Vec<String>),
    /// Positions that occur in games.
    Seen {
        /// Players of these games: one in all seats, or each pair.
        players: Vec<Spec>,
        /// Number of games; with several players, of each pair.
        games: u64,
        /// Maximum number of positions.
        most: u64,
    },
}

impl Observed {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let positions = match (keys.get("positions"), keys.get("states")) {
            (Some(item), None) => Positions::RegisteredGame(decisions(&item, table)?),
            (None, Some(item)) => seen(&item, table)?,
            (Some(_), Some(item)) => {
                return Err(
                    item.fail("`positions` and `states` both say where to decide: leave one out")
                );
            }
            (None, None) => {
                return Err(keys
                    .fail("`positions` is missing: a list of positions, or `states` from games"));
            }
        };
        Ok(Observed {
            players: entrants::read_all(keys, "players", table)?,
            positions,
            runs: keys
                .need("runs", "how often each player decides at each position")?
                .whole(1..1_000_001)?,
        })
    }

    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        line("runs", self.runs.to_string());
        match &self.positions {
            Positions::RegisteredGame(positions) => line("positions", quoted_list(positions)),
            Positions::Seen { players, games, most } => {
                let names: Vec<String> = players.iter().map(Spec::to_string).collect();
                let who = match &names[..] {
                    [player] => format!("player = {}", quoted(player)),
                    players => format!("players = {}", quoted_list(players)),
                };
                line("states", format!("{{ {who}, games = {games}, most = {most} }}"));
            }
        }
    }

    pub(crate) fn tables(&self) -> String {
        entrants::to_toml("players", &self.players)
    }

    /// All positions, and the number of decisions at each.
    pub(crate) fn expand(&self, seed: u64, table: &dyn Table) -> Result<(Vec<String>, u64), Error> {
        let positions = match &self.positions {
            Positions::RegisteredGame(positions) => positions.clone(),
            Positions::Seen { players, games, most } => {
                let mut seen = Seen::default();
                let (pairings, mut number) = (pairings(players), 0);
                for (mut pair, _) in
                    pairings.iter().flat_map(|&pair| (0..*games).map(move |game| (pair, game)))
                {
                    // The first player changes from game to game.
                    pair.rotate_left(number as usize % 2);
                    seen.gather(table, pair, &mut Rng::derive(&[seed, SEEN, number]))?;
                    number += 1;
                }
                thinned(seen.positions, *most as usize)
            }
        };
        Ok((positions, self.runs))
    }
}

/// All pairs of players, or one player against itself.
fn pairings(players: &[Spec]) -> Vec<[&Spec; 2]> {
    match players {
        [only] => vec![[only, only]],
        _ => {
            let others =
                |at: usize| players[at + 1..].iter().map(move |other| [&players[at], other]);
            (0..players.len()).flat_map(others).collect()
        }
    }
}

/// Used instead of a deal number; larger than any deal number of an experiment.
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
    keys.only(&["player", "players", "games", "most"])?;
    let players = match (keys.get("player"), keys.get("players")) {
        (Some(_), Some(several)) => {
            return Err(several.fail("`player` and `players` both say who plays: leave one out"));
        }
        (None, Some(several)) => several.list()?,
        _ => vec![keys.need("player", "the player of the games that positions are taken from")?],
    };
    if players.is_empty() {
        return Err(item.fail("`players` has no player in it"));
    }
    Ok(Positions::Seen {
        players: players.iter().map(|player| plays(player, table)).collect::<Result<_, _>>()?,
        games: keys
            .need("games", "how many games positions are taken from")?
            .whole(1..1_000_001)?,
        most: keys.whole_or("most", 1..1_000_001, 1000)?,
    })
}

fn plays(player: &Item, table: &dyn Table) -> Result<Spec, Error> {
    let built = table.player(&player.spec()?).map_err(|error| player.blame(error))?;
    if built.profile().depends_on_machine {
        // A resumed run has to find the same positions.
        let why = "positions are the same on every machine, so give this player a budget of \
                   `iterations`, and one thread per tree";
        return Err(player.fail(why));
    }
    Ok(built.full_spec().clone())
}

/// Positions in the order in which they occurred.
#[derive(Default)]
struct Seen {
    positions: Vec<String>,
    known: HashSet<String>,
}

impl Seen {
    /// Plays a game and adds every new position with more than one action.
    fn gather(&mut self, table: &dyn Table, pair: [&Spec; 2], rng: &mut Rng) -> Result<(), Error> {
        let mut board = table.again();
        let seats = (0..board.seats()).map(|seat| board.player(pair[seat % 2]));
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

fn choice(
    board: &dyn Table,
    player: &mut crate::Agent,
    who: Player,
    rng: &mut Rng,
) -> Result<String, Error> {
    let legal = board.legal(who);
    match &legal[..] {
        [only] => Ok(only.clone()),
        _ => Ok(board.think(player, who, rng)?.action),
    }
}

/// Selects at most `most` items at equal distances.
fn thinned(all: Vec<String>, most: usize) -> Vec<String> {
    let count = all.len();
    if count <= most {
        return all;
    }
    (0..most).map(|i| all[i * count / most].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::{Design, Experiment};
    use sortilege_shelves::catalogue;

    fn observed(who: &str) -> (Observed, Vec<String>) {
        let text = format!(
            "design = 'profile'\ngame = 'mnk:m=3,n=3,k=3'\nruns = 1\nplayers = ['random']\nstates = {{ {who}, games = 4 }}"
        );
        let experiment =
            Experiment::read(&text, catalogue()).unwrap_or_else(|error| panic!("{text}: {error}"));
        let printed = experiment.to_toml();
        assert_eq!(Experiment::read(&printed, catalogue()).unwrap(), experiment, "{printed}");
        let table = catalogue().open(&experiment.game).unwrap();
        let Design::Profile(profile) = experiment.design else { panic!("another design") };
        let (positions, _) = profile.observed.expand(1, &*table).unwrap();
        (profile.observed, positions)
    }

    /// Three players make three pairs; one player makes a pair with itself.
    #[test]
    fn each_plays_against_each_other() {
        let spec = |name: &str| name.parse::<Spec>().unwrap();
        let [a, b, c] = ["random", "uct", "flat-mc"].map(spec);
        let all = [a.clone(), b.clone(), c.clone()];
        assert_eq!(pairings(&all), [[&a, &b], [&a, &c], [&b, &c]]);
        assert_eq!(pairings(&all[..1]), [[&a, &a]]);
    }

    /// Two equal players meet the same states as one player in as many games against itself.
    #[test]
    fn states_come_from_all_pairings() {
        let (_, one) = observed("player = 'random'");
        let (twins, two) = observed("players = ['random', 'random']");
        assert_eq!(one, two);
        assert!(matches!(twins.positions, Positions::Seen { players, .. } if players.len() == 2));
        let (_, three) =
            observed("players = ['random', 'flat-mc:iterations=2', 'uct:iterations=5']");
        assert!(three.len() > one.len());
    }
}

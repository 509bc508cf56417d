//! `elimination`: a knock-out tournament over a grid of settings, the tuner of SM §4.2. All players
//! are drawn at random into pairs. The winner of each pair reaches the next round, and so does a
//! player without a partner. In a tie the player that was drawn first advances. Each round is a
//! stage, which follows from the results of the rounds before.

use super::show;
use super::values::{self, Values};
use crate::experiment::source::{Keys, quoted};
use crate::experiment::{Common, Entrant, Orders, Pairing, Results, entrants};
use crate::report::Report;
use crate::report::model::{Cell, Table as Rows};
use crate::{Error, Spec, Table};
use sortilege::Rng;

/// Knock-out tournament over a grid of settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Elimination {
    /// Player whose settings are varied.
    pub player: Spec,
    /// Varied settings and their values.
    pub grid: Vec<Values>,
    /// All players of the first round.
    pub players: Vec<Entrant>,
}

/// Key of the random stream of the draw. It is longer than the keys of games, so that the streams
/// never coincide.
const DRAW: [u64; 6] = [0x6472_6177; 6];

impl Elimination {
    pub(crate) fn read(keys: &Keys, table: &dyn Table) -> Result<Self, Error> {
        let player = entrants::read_base(keys, table)?;
        let grid = values::read(keys, "grid", 8)?;
        let item = keys.need("grid", "")?;
        let players = values::expand(&player, &grid, &item, table)?;
        match (table.seats(), players.len()) {
            (2, 2..) => Ok(Elimination { player, grid, players }),
            (2, _) => Err(item.fail("an elimination needs at least two settings to choose from")),
            (seats, _) => {
                Err(item.fail(format!("an elimination is for games with 2 seats, not {seats}")))
            }
        }
    }

    pub(crate) fn write(&self, line: &mut dyn FnMut(&str, String)) {
        line("player", quoted(&self.player.to_string()));
    }

    pub(crate) fn tables(&self) -> String {
        values::to_toml("grid", &self.grid)
    }

    /// Pairs of the next round, and the number of its first pairing; no pairs if there is a
    /// champion.
    pub(crate) fn round(&self, seed: u64, past: &Results) -> (u64, Vec<Pairing>) {
        let history = self.history(seed, past);
        let first = history.rounds.iter().map(|round| round.len() as u64).sum();
        let pair = |pair: &[usize]| match *pair {
            [a, b] => Some(Pairing { focus: a, seatings: Orders::Rotations.seatings(&[a, b]) }),
            _ => None,
        };
        (first, history.left.chunks(2).filter_map(pair).collect())
    }

    fn history(&self, seed: u64, past: &Results) -> TournamentState {
        let mut left: Vec<usize> = (0..self.players.len()).collect();
        let draw: Vec<u64> = [seed].into_iter().chain(DRAW).collect();
        Rng::derive(&draw).shuffle(&mut left);
        let (mut rounds, mut next) = (vec![], 0);
        while left.len() > 1 && past.games.contains_key(&next) {
            let mut round = vec![];
            let winner = |pair: &[usize]| match *pair {
                [a, b] => {
                    let wins = past.score(a, [next], None).mean() >= past.measure.even();
                    let (winner, loser) = if wins { (a, b) } else { (b, a) };
                    round.push(KnockoutMatch { pairing: next, winner, loser });
                    next += 1;
                    winner
                }
                _ => pair[0],
            };
            left = left.chunks(2).map(winner).collect();
            rounds.push(round);
        }
        TournamentState { rounds, left }
    }

    /// The champion, once it is the only player left.
    pub(crate) fn champion(&self, seed: u64, results: &Results) -> Option<&Entrant> {
        match self.history(seed, results).left[..] {
            [champion] => Some(&self.players[champion]),
            _ => None,
        }
    }

    pub(crate) fn report(&self, experiment: &Common, results: &Results) -> Result<Report, Error> {
        let history = self.history(experiment.seed, results);
        let lead = match self.champion(experiment.seed, results) {
            Some(Entrant { label, spec, .. }) => {
                let count = self.players.len();
                format!(
                    "The champion of {count} settings is {label}: `{spec}`. {}",
                    history.final_words(self, results)
                )
            }
            None => format!("{} of {} settings are left.", history.left.len(), self.players.len()),
        };
        let mut report = Report::new(experiment.title, lead);
        let rows = (1u64..).zip(&history.rounds).flat_map(|(number, round)| {
            round.iter().map(move |duel| {
                let label = |player: usize| Cell::Text(self.players[player].label.clone());
                let score = results.score(duel.winner, [duel.pairing], None);
                vec![
                    number.into(),
                    label(duel.winner),
                    label(duel.loser),
                    score.games().into(),
                    show::cell(&score),
                ]
            })
        });
        report.push(Rows {
            title: "Rounds".to_string(),
            caption: format!(
                "The {} is the winner's. {}",
                results.measure.name(),
                show::caption(results.measure)
            ),
            columns: ["round", "winner", "loser", "games", &results.measure.label()]
                .map(String::from)
                .to_vec(),
            rows: rows.collect(),
        });
        Ok(report)
    }
}

/// State of the tournament so far.
struct TournamentState {
    rounds: Vec<Vec<KnockoutMatch>>,
    /// Players that are still in, in the order in which they are paired.
    left: Vec<usize>,
}

impl TournamentState {
    /// Result of the final, in a sentence. A knock-out has a champion even if there is no
    /// significant difference between the finalists.
    fn final_words(&self, design: &Elimination, results: &Results) -> String {
        let Some(duel) = self.rounds.last().and_then(|round| round.first()) else {
            return String::new();
        };
        let (score, loser) =
            (results.score(duel.winner, [duel.pairing], None), &design.players[duel.loser].label);
        let said = show::in_numbers(&score);
        match score.is_ahead() {
            true => format!("In the final it beat {loser}: {said}."),
            false => format!("In the final no difference from {loser} was found: {said}."),
        }
    }
}

struct KnockoutMatch {
    pairing: u64,
    winner: usize,
    loser: usize,
}

//! `rank`: a player gains most where playouts are long compared with games. There are several
//! `experiments`, each with its own game. The scores of `player` are compared with the length of
//! the playouts of the one player that it is `against`, divided by the length of games. Their rank
//! correlation is at least `value`.

use super::kind::{CheckResult, Evidence, Kind, Part, Test};
use crate::experiment::Experiment;
use crate::report::Estimate;
use crate::reproduce::finished::Finished;
use crate::reproduce::keys::{experiments, number, text};
use crate::reproduce::view::View;
use crate::reproduce::words::percent;
use std::sync::Arc;

pub(super) static KIND: Kind = Kind {
    name: "rank",
    common: &["kind", "seat", "against", "measure"],
    own: &["player", "experiments", "value"],
    experiments,
    read: |keys, _| {
        let player = text(keys, "player", "the name of a player")?;
        Ok(Arc::new(Rank { player, least: number(keys, "value")? }))
    },
};

#[derive(Debug)]
struct Rank {
    /// Player whose scores are ranked.
    player: String,
    /// Minimum rank correlation.
    least: f64,
}

impl Rank {
    /// Game of a run, length of playouts relative to games, and score of the player.
    fn point(&self, run: &Finished, view: &View) -> Option<(String, f64, Estimate)> {
        let other = view.against.first().unwrap_or(&self.player);
        let share = run.playout_length(other)? / run.game_length();
        let score = view.measure.mean(&run.by_deal(&self.player, view));
        Some((run.experiment.game.name.clone(), share, score))
    }
}

impl Test for Rank {
    fn players(&self) -> Vec<&String> {
        vec![&self.player]
    }

    fn fits(&self, experiment: &Experiment, view: &View) -> Result<(), String> {
        view.measure.must_be_of(experiment)?;
        match view.against.len() {
            1 => Ok(()),
            _ => Err("`rank` needs `against`, one player whose playouts are measured".to_string()),
        }
    }

    fn evaluate(&self, evidence: &Evidence) -> CheckResult {
        let found: Vec<(String, f64, Estimate)> =
            evidence.runs.iter().filter_map(|run| self.point(run, evidence.view)).collect();
        let player = &self.player;
        let listed =
            found.iter().map(|(game, x, y)| format!("{game} {x:.2}, {}", percent(y.value)));
        let listed = listed.collect::<Vec<_>>().join("; ");
        let points: Vec<(f64, Estimate)> = found.iter().map(|&(_, x, y)| (x, y)).collect();
        let quantity = format!("rank correlation of {player}'s score with playouts / games");
        CheckResult::new(
            format!("playouts / games, score of {player}: {listed}"),
            vec![Part::rank_correlation(quantity, &points, self.least)],
        )
    }
}

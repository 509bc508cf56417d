//! Scales: the size at which a paper's experiments are run, and the budgets of players at a scale,
//! set once for an experiment instead of for each player.

use crate::{Spec, catalogue};
use std::fmt;
use toml::{Table, Value};

/// Size of the experiments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scale {
    /// Takes seconds.
    Tour,
    /// Takes at most half an hour for a paper, on two cores.
    Quick,
    /// The paper's own size.
    Paper,
    /// Grows until claims are [decided](super::decide).
    Decide,
}

impl Scale {
    /// All scales, from small to large.
    pub const ALL: [Scale; 4] = [Scale::Tour, Scale::Quick, Scale::Paper, Scale::Decide];

    /// Name of the scale.
    pub fn name(self) -> &'static str {
        ["tour", "quick", "paper", "decide"][self as usize]
    }
}

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl std::str::FromStr for Scale {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Scale::ALL.into_iter().find(|scale| scale.name() == text);
        found.ok_or_else(|| "it is tour, quick, paper or decide".to_string())
    }
}

/// Key of the budgets.
pub(super) const KEY: &str = "think";
/// Entry for players that are not named.
const OTHERS: &str = "others";
/// Settings that are budgets.
const BUDGETS: [&str; 4] = ["iterations", "time", "memory", "depth"];

/// Replaces the budgets of all players of an experiment by those in `think`. `think` contains
/// settings such as `iterations=500`, or a table of them by player; an empty text leaves a player
/// unchanged.
pub(super) fn apply(think: &Value, experiment: &mut Table) -> Result<(), String> {
    let budget = |label: &str| -> Result<Option<Spec>, String> {
        let text = match think {
            Value::String(text) => Some(text),
            Value::Table(named) => match named.get(label).or(named.get(OTHERS)) {
                Some(Value::String(text)) => Some(text),
                Some(_) => return Err(wrong()),
                None => None,
            },
            _ => return Err(wrong()),
        };
        text.filter(|text| !text.is_empty())
            .map(|text| format!("x:{text}").parse::<Spec>().map_err(|error| error.to_string()))
            .transpose()
    };
    for key in ["players", "opponents"] {
        let Some(Value::Table(players)) = experiment.get_mut(key) else { continue };
        for (label, spec) in players.iter_mut() {
            set(spec, budget(label)?)?;
        }
    }
    match experiment.get_mut("player") {
        Some(spec) => set(spec, budget("player")?),
        None => Ok(()),
    }
}

fn wrong() -> String {
    format!(
        "`{KEY}` is settings such as \"iterations=500\", or a table of them by player and `{OTHERS}`"
    )
}

fn set(spec: &mut Value, budget: Option<Spec>) -> Result<(), String> {
    let (Value::String(text), Some(budget)) = (&mut *spec, budget) else { return Ok(()) };
    let mut player: Spec = text.parse().map_err(|error: catalogue::Error| error.to_string())?;
    player.settings.retain(|(name, _)| !BUDGETS.contains(&name.as_str()));
    player.settings.splice(0..0, budget.settings);
    *text = player.to_string();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(think: &str) -> Result<String, String> {
        let text = "players = { a = \"uct:time=200ms,c=1\", b = \"random\" }\nplayer = \"dpw:iterations=9\"";
        let mut experiment: Table = text.parse().unwrap();
        let think: Table = think.parse().unwrap();
        apply(&think[KEY], &mut experiment).map(|()| {
            let player = |label: &str| experiment["players"][label].as_str().unwrap().to_string();
            format!("{} {} {}", player("a"), player("b"), experiment["player"].as_str().unwrap())
        })
    }

    #[test]
    fn budgets_are_replaced() {
        let all = applied("think = \"iterations=5\"").unwrap();
        assert_eq!(all, "uct:iterations=5,c=1 random:iterations=5 dpw:iterations=5");
        let some = applied("think = { a = \"time=1s\", player = \"iterations=7\" }").unwrap();
        assert_eq!(some, "uct:time=1s,c=1 random dpw:iterations=7");
        let others = applied("think = { a = \"time=1s\", others = \"depth=2\" }").unwrap();
        assert_eq!(others, "uct:time=1s,c=1 random:depth=2 dpw:depth=2");
        let some = applied("think = { b = \"\", others = \"depth=2\" }").unwrap();
        assert_eq!(some, "uct:depth=2,c=1 random dpw:depth=2");
    }

    #[test]
    fn what_is_no_budget_is_refused() {
        assert!(applied("think = 5").unwrap_err().contains("iterations=500"));
        assert!(applied("think = { a = 5 }").unwrap_err().contains("iterations=500"));
        assert!(applied("think = \"iterations\"").is_err());
    }
}

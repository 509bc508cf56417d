//! How a claim is put to the test: one table of a target for each part of it.
//!
//! | `kind` | holds if | keys |
//! |---|---|---|
//! | `order` | each player does better than the next | `players`, `minimum` |
//! | `at-least`, `at-most` | a number, or a difference, is that much | `player`, `minus`, `value` |
//! | `within` | it is in a range | `player`, `minus`, `low`, `high` |
//! | `no-losses` | players lose to none of the others | `players`, `games` |
//! | `flat` | no two settings of a sweep differ by more | `from`, `to`, `margin` |
//! | `falling`, `rising` | a player does worse, or better, the more everybody thinks | `player`, `experiments` |
//! | `rank` | a player gains most where playouts are long beside games | `player`, `experiments`, `value` |
//! | `champion` | what an elimination leaves has a setting in a range | `setting`, `low`, `high` |
//! | `exact` | the library says so | `name` |
//!
//! All but the last have `experiment` (or `experiments`), and can look at some games only: `seat`, `against`,
//! and `measure`: `score`, `wins` or `draws`, of values `mse`, `variance`, `bias` or
//! `regret`, of decisions `nodes`.

use super::exact::{self, Exact};
use super::measure::{Measure, View};
use crate::Error;
use crate::experiment::source::{Item, Keys};

/// How a part of a claim is put to the test.
#[derive(Clone, Debug)]
pub struct Check {
    /// The experiments that it needs, by name.
    pub experiments: Vec<String>,
    /// Which games are looked at.
    pub view: View,
    /// What is asked of them.
    pub test: Test,
}

/// What is asked.
#[derive(Clone, Debug)]
pub enum Test {
    /// Each player does better than the next.
    Order {
        /// From best to worst.
        players: Vec<String>,
        /// The part of the order that matters most.
        minimum: Vec<String>,
    },
    /// A number is in a range.
    Bound {
        /// Whose.
        player: String,
        /// The difference to this one, if not the number itself.
        minus: Option<String>,
        /// The range.
        low: f64,
        /// Its other end.
        high: f64,
    },
    /// Players lose to none of the others.
    NoLosses {
        /// Who.
        players: Vec<String>,
        /// In at least so many games.
        games: u64,
    },
    /// No two settings of a sweep differ by more than a margin.
    Flat {
        /// From this setting.
        from: f64,
        /// To this one.
        to: f64,
        /// The most that they may differ.
        margin: f64,
    },
    /// The slope over thinking has a sign.
    Trend {
        /// Who.
        player: String,
        /// Whether it does worse with more thinking, rather than better.
        falling: bool,
    },
    /// The scores in several games rank like the length of playouts divided by that of games.
    Rank {
        /// Whose scores.
        player: String,
        /// The least rank correlation.
        least: f64,
    },
    /// The setting that an elimination leaves is in a range.
    Champion {
        /// Which setting.
        setting: String,
        /// The least value.
        low: f64,
        /// The largest.
        high: f64,
    },
    /// The library says so.
    Exact(Exact),
}

const KINDS: [&str; 10] =
    ["order", "at-least", "at-most", "within", "no-losses", "flat", "falling", "rising", "rank", "champion"];
const EXACT: &str = "exact";
const LOOK: [&str; 5] = ["kind", "experiment", "seat", "against", "measure"];
const ANYTHING: f64 = 1e9;

/// A table, or a list of tables, of which all must hold.
pub(super) fn read_all(item: &Item) -> Result<Vec<Check>, Error> {
    let tables = if item.is_list() { item.list()? } else { vec![item.clone()] };
    match tables.is_empty() {
        true => Err(item.fail("`check` has nothing in it")),
        false => tables.iter().map(|table| Check::read(&table.table()?)).collect(),
    }
}

impl Check {
    fn read(keys: &Keys) -> Result<Self, Error> {
        let kinds: Vec<&str> = KINDS.into_iter().chain([EXACT]).collect();
        let kind = keys.need("kind", &format!("one of {}", kinds.join(", ")))?.word(&kinds)?;
        let own: &[&str] = match kind {
            "order" => &["players", "minimum"],
            "at-least" | "at-most" => &["player", "minus", "value"],
            "within" => &["player", "minus", "low", "high"],
            "no-losses" => &["players", "games"],
            "flat" => &["from", "to", "margin"],
            EXACT => &["name"],
            "rank" => &["player", "experiments", "value"],
            "champion" => &["setting", "low", "high"],
            _ => &["player", "experiments"],
        };
        let look: &[&str] = match kind {
            EXACT => &LOOK[..1],
            "no-losses" | "champion" => &LOOK[..2],
            "falling" | "rising" | "rank" => &["kind", "seat", "against", "measure"],
            _ => &LOOK,
        };
        keys.only(&[look, own].concat())?;
        Ok(Check { experiments: experiments(keys, kind)?, view: view(keys)?, test: test(keys, kind)? })
    }
}

fn experiments(keys: &Keys, kind: &str) -> Result<Vec<String>, Error> {
    match kind {
        EXACT => Ok(vec![]),
        "falling" | "rising" | "rank" => {
            let item =
                keys.need("experiments", "two or more, such as each with more thinking than the last")?;
            let all = texts(&item)?;
            if all.len() < 2 {
                return Err(item.fail("this needs two experiments or more"));
            }
            Ok(all)
        }
        _ => Ok(vec![keys.need("experiment", "the name of an experiment")?.string()?.to_string()]),
    }
}

fn view(keys: &Keys) -> Result<View, Error> {
    let measure = keys.get("measure").map(|item| item.word(&Measure::NAMES)).transpose()?;
    let seat = keys.get("seat").map(|item| item.whole(1..100)).transpose()?;
    Ok(View {
        measure: measure.map_or(Measure::default(), Measure::from_name),
        seat: seat.map(|seat| seat as usize - 1),
        against: optional(keys, "against")?,
    })
}

fn test(keys: &Keys, kind: &str) -> Result<Test, Error> {
    let number = |key: &str| keys.need(key, "a number")?.number(-ANYTHING, ANYTHING);
    let player =
        || keys.need("player", "the name of a player").and_then(|item| Ok(item.string()?.to_string()));
    let bound = |low, high| Ok(Test::Bound { player: player()?, minus: optional(keys, "minus")?, low, high });
    match kind {
        "order" => order(keys),
        "at-least" => bound(number("value")?, f64::INFINITY),
        "at-most" => bound(f64::NEG_INFINITY, number("value")?),
        "within" => bound(number("low")?, number("high")?),
        "no-losses" => Ok(Test::NoLosses {
            players: texts(&keys.need("players", "a list of names")?)?,
            games: keys.need("games", "in how many games at least")?.whole(1..1_000_000_001)?,
        }),
        "champion" => Ok(Test::Champion {
            setting: keys.need("setting", "which setting")?.string()?.to_string(),
            low: number("low")?,
            high: number("high")?,
        }),
        "rank" => Ok(Test::Rank { player: player()?, least: number("value")? }),
        "flat" => Ok(Test::Flat { from: number("from")?, to: number("to")?, margin: number("margin")? }),
        EXACT => {
            let item = keys.need("name", "which claim the library is asked about")?;
            let name = item.word(&exact::ALL.each_ref().map(|exact| exact.name))?;
            let exact = exact::ALL.iter().find(|exact| exact.name == name);
            Ok(Test::Exact(*exact.expect("it was found by its name")))
        }
        _ => Ok(Test::Trend { player: player()?, falling: kind == "falling" }),
    }
}

fn order(keys: &Keys) -> Result<Test, Error> {
    let item = keys.need("players", "a list of names, from best to worst")?;
    let players = texts(&item)?;
    if players.len() < 2 {
        return Err(item.fail("an order has two players or more"));
    }
    let minimum = keys.get("minimum").map(|item| texts(&item)).transpose()?.unwrap_or_default();
    Ok(Test::Order { players, minimum })
}

fn optional(keys: &Keys, key: &str) -> Result<Option<String>, Error> {
    keys.get(key).map(|item| item.string().map(str::to_string)).transpose()
}

pub(super) fn texts(item: &Item) -> Result<Vec<String>, Error> {
    item.list()?.iter().map(|item| item.string().map(str::to_string)).collect()
}

impl Test {
    /// Everybody who must take part.
    pub(super) fn players(&self) -> Vec<&String> {
        match self {
            Test::Order { players, minimum } => players.iter().chain(minimum).collect(),
            Test::Bound { player, minus, .. } => [player].into_iter().chain(minus).collect(),
            Test::NoLosses { players, .. } => players.iter().collect(),
            Test::Trend { player, .. } | Test::Rank { player, .. } => vec![player],
            Test::Flat { .. } | Test::Champion { .. } | Test::Exact(_) => vec![],
        }
    }
}

//! How a claim is put to the test: one table of a target for each part of it.
//!
//! | `kind` | holds if | keys |
//! |---|---|---|
//! | `order` | each player does better than the next | `players`, `minimum` |
//! | `at-least`, `at-most` | a number, a difference or a ratio is that much | `player`, `minus` or `over`, `beside`, `value` |
//! | `within` | it is in a range | `player`, `minus` or `over`, `beside`, `low`, `high` |
//! | `near` | somebody scores close to a number against somebody | `value`, `margin` |
//! | `share` | a category has a share of all deals in a range | `deals`, `low`, `high` |
//! | `no-losses` | players lose to none of the others | `players`, `games` |
//! | `flat` | no two settings of a sweep differ by more | `from`, `to`, `margin` |
//! | `falling`, `rising` | a player does worse, or better, the more everybody thinks; or the larger the setting of a sweep is | `player`, `experiments`; or `experiment` |
//! | `effect` | a factor, or what several do together, adds so much to the score | `factors`, `low`, `high` |
//! | `as-printed` | players rank as numbers do that are printed for them | `numbers`, `value` |
//! | `rank` | a player gains most where playouts are long beside games | `player`, `experiments`, `value` |
//! | `champion` | what an elimination leaves has a setting in a range | `setting`, `low`, `high` |
//! | `exact` | the library says so | `name` |
//!
//! All but the last have `experiment` (or `experiments`), and can look at some games only: `seat`, `against`,
//! `mirror` (only games against oneself), and `measure`: `score`, `wins` or `draws`, of values `mse`,
//! `variance`, `bias` or `regret`, of decisions `nodes`, `actions` (how many there were to choose from) or
//! `time` (seconds). Where one player is compared, and in trends, `player`, `minus` and `over` can be lists: then
//! all of them are taken together. So can `against`. `beside` names another experiment with the same players: what
//! is claimed is then how much larger the number is than there.
//!
//! `order` and what compares one player can look at some deals only, by how two players did on them:
//! `deals = { player = "a", minus = "b", are = "better" }`, or `"equal"`, or `"worse"`, at 95 % for each deal;
//! with `apart = true` this is told by every other play of a deal, and the plays between are looked at. See
//! [`category`](super::category).

use super::category::{Category, Standing};
use super::exact::{self, Exact};
use super::measure::{Measure, View};
use crate::Error;
use crate::experiment::source::{Item, Keys};

/// How a part of a claim is put to the test.
#[derive(Clone, Debug)]
pub struct Check {
    /// The experiments that it needs, by name; of a number and what it is `beside`, that of the number first.
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
        /// Whose; of several players, that of all their games.
        players: Vec<String>,
        /// What it is compared with.
        compared: Compared,
        /// The range.
        low: f64,
        /// Its other end.
        high: f64,
    },
    /// The score of somebody against somebody is close to a number.
    Near {
        /// The number.
        value: f64,
        /// How close.
        margin: f64,
    },
    /// The share of deals in the category that is looked at is in a range.
    Share {
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
    /// The slope over thinking, or over the setting of a sweep, has a sign.
    Trend {
        /// Who, several together; nobody in a sweep, where there is only one.
        players: Vec<String>,
        /// Whether it does worse with more, rather than better.
        falling: bool,
    },
    /// What factors add to the score, beyond what fewer of them do, is in a range.
    Effect {
        /// Which.
        factors: Vec<String>,
        /// The range.
        low: f64,
        /// Its other end.
        high: f64,
    },
    /// Players rank as printed numbers do.
    AsPrinted {
        /// The number of each player.
        numbers: Vec<(String, f64)>,
        /// The least rank correlation.
        least: f64,
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

/// What a number is compared with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// Nothing: it is the number itself.
    Alone,
    /// It is the difference to that of these.
    Minus(Vec<String>),
    /// It is a multiple of that of these.
    Over(Vec<String>),
}

const KINDS: [&str; 14] = [
    "order",
    "at-least",
    "at-most",
    "within",
    "near",
    "share",
    "no-losses",
    "flat",
    "falling",
    "rising",
    "effect",
    "as-printed",
    "rank",
    "champion",
];
const EXACT: &str = "exact";
const LOOK: [&str; 7] = ["kind", "experiment", "seat", "against", "mirror", "measure", "deals"];
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
            "at-least" | "at-most" => &["player", "minus", "over", "beside", "value"],
            "within" => &["player", "minus", "over", "beside", "low", "high"],
            "near" => &["value", "margin"],
            "share" => &["low", "high"],
            "effect" => &["factors", "low", "high"],
            "as-printed" => &["numbers", "value"],
            "no-losses" => &["players", "games"],
            "flat" => &["from", "to", "margin"],
            EXACT => &["name"],
            "rank" => &["player", "experiments", "value"],
            "champion" => &["setting", "low", "high"],
            _ => &["player", "experiments"],
        };
        let look: &[&str] = match kind {
            EXACT => &LOOK[..1],
            "no-losses" | "champion" | "near" | "effect" => &LOOK[..2],
            "rank" => &["kind", "seat", "against", "measure"],
            "order" | "at-least" | "at-most" | "within" | "share" => &LOOK,
            _ => &LOOK[..6],
        };
        keys.only(&[look, own].concat())?;
        Ok(Check { experiments: experiments(keys, kind)?, view: view(keys)?, test: test(keys, kind)? })
    }
}

fn experiments(keys: &Keys, kind: &str) -> Result<Vec<String>, Error> {
    match kind {
        EXACT => Ok(vec![]),
        "falling" | "rising" if keys.get("experiment").is_some() => {
            // A sweep has one player, and is one experiment.
            match keys.get("player").or(keys.get("experiments")) {
                Some(more) => Err(more.fail("`experiment` is a sweep here: leave this out")),
                None => Ok(vec![keys.need("experiment", "")?.string()?.to_string()]),
            }
        }
        "falling" | "rising" | "rank" => {
            let item =
                keys.need("experiments", "two or more, such as each with more thinking than the last")?;
            let all = texts(&item)?;
            if all.len() < 2 {
                return Err(item.fail("this needs two experiments or more"));
            }
            Ok(all)
        }
        _ => {
            let own = keys.need("experiment", "the name of an experiment")?.string()?.to_string();
            Ok([own].into_iter().chain(optional(keys, "beside")?).collect())
        }
    }
}

fn view(keys: &Keys) -> Result<View, Error> {
    let measure = keys.get("measure").map(|item| item.word(&Measure::NAMES)).transpose()?;
    let seat = keys.get("seat").map(|item| item.whole(1..100)).transpose()?;
    Ok(View {
        measure: measure.map_or(Measure::default(), Measure::from_name),
        seat: seat.map(|seat| seat as usize - 1),
        against: keys.get("against").map(|item| names(&item)).transpose()?.unwrap_or_default(),
        mirror: keys.flag_or("mirror", false)?,
        deals: keys.get("deals").map(|item| category(&item)).transpose()?,
    })
}

fn test(keys: &Keys, kind: &str) -> Result<Test, Error> {
    let number = |key: &str| keys.need(key, "a number")?.number(-ANYTHING, ANYTHING);
    let player =
        || keys.need("player", "the name of a player").and_then(|item| Ok(item.string()?.to_string()));
    let bound = |low, high| {
        let players = names(&keys.need("player", "the name of a player, or a list of them")?)?;
        Ok(Test::Bound { players, compared: compared(keys)?, low, high })
    };
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
        "share" => {
            keys.need("deals", "which deals are counted")?;
            Ok(Test::Share { low: number("low")?, high: number("high")? })
        }
        "near" => Ok(Test::Near { value: number("value")?, margin: number("margin")? }),
        "effect" => effect(keys),
        "as-printed" => Ok(Test::AsPrinted { numbers: numbers(keys)?, least: number("value")? }),
        "rank" => Ok(Test::Rank { player: player()?, least: number("value")? }),
        "flat" => Ok(Test::Flat { from: number("from")?, to: number("to")?, margin: number("margin")? }),
        EXACT => {
            let item = keys.need("name", "which claim the library is asked about")?;
            let name = item.word(&exact::ALL.each_ref().map(|exact| exact.name))?;
            let exact = exact::ALL.iter().find(|exact| exact.name == name);
            Ok(Test::Exact(*exact.expect("it was found by its name")))
        }
        _ => {
            let players = match keys.get("experiment") {
                Some(_) => vec![],
                None => names(&keys.need("player", "the name of a player, or a list of them")?)?,
            };
            Ok(Test::Trend { players, falling: kind == "falling" })
        }
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

fn compared(keys: &Keys) -> Result<Compared, Error> {
    match (keys.get("minus"), keys.get("over")) {
        (None, None) => Ok(Compared::Alone),
        (Some(item), None) => Ok(Compared::Minus(names(&item)?)),
        (None, Some(item)) => Ok(Compared::Over(names(&item)?)),
        (Some(_), Some(item)) => Err(item.fail("`minus` and `over` are two comparisons: leave one out")),
    }
}

fn category(item: &Item) -> Result<Category, Error> {
    let keys = item.table()?;
    keys.only(&["player", "minus", "are", "apart"])?;
    let name = |key: &str| keys.need(key, "the name of a player")?.string().map(str::to_string);
    let standing = keys.need("are", "better, equal or worse")?.word(&Standing::NAMES)?;
    Ok(Category {
        player: name("player")?,
        minus: name("minus")?,
        standing: Standing::from_name(standing),
        apart: keys.flag_or("apart", false)?,
    })
}

fn effect(keys: &Keys) -> Result<Test, Error> {
    let factors = names(&keys.need("factors", "the name of a factor, or a list of them")?)?;
    let end = |key: &str, missing| keys.number_or(key, -ANYTHING, ANYTHING, missing);
    if keys.get("low").is_none() && keys.get("high").is_none() {
        return Err(keys.fail("`low` is missing: what the effect is at least, or `high`, what it is at most"));
    }
    Ok(Test::Effect { factors, low: end("low", f64::NEG_INFINITY)?, high: end("high", f64::INFINITY)? })
}

fn numbers(keys: &Keys) -> Result<Vec<(String, f64)>, Error> {
    let item = keys.need("numbers", "a table of players and what is printed for them")?;
    let all = item.table()?.all();
    if all.len() < 3 {
        return Err(item.fail("a ranking has three players or more"));
    }
    all.iter().map(|item| Ok((item.key.clone(), item.number(-ANYTHING, ANYTHING)?))).collect()
}

/// A name, or a list of names.
fn names(item: &Item) -> Result<Vec<String>, Error> {
    let names = if item.is_list() { texts(item)? } else { vec![item.string()?.to_string()] };
    if names.is_empty() { Err(item.fail("there is no name in this list")) } else { Ok(names) }
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
            Test::Bound { players, compared, .. } => {
                let others = match compared {
                    Compared::Alone => &[][..],
                    Compared::Minus(others) | Compared::Over(others) => others,
                };
                players.iter().chain(others).collect()
            }
            Test::AsPrinted { numbers, .. } => numbers.iter().map(|(player, _)| player).collect(),
            Test::NoLosses { players, .. } => players.iter().collect(),
            Test::Trend { players, .. } => players.iter().collect(),
            Test::Rank { player, .. } => vec![player],
            Test::Near { .. }
            | Test::Share { .. }
            | Test::Effect { .. }
            | Test::Flat { .. }
            | Test::Champion { .. }
            | Test::Exact(_) => vec![],
        }
    }
}

//! Varied settings: a table of names and lists or ranges.
//!
//! ```toml
//! [vary]
//! c = [0.35, 0.7, 1.4]
//! iterations = { from = 10, to = 1000, steps = 3, scale = "log" }
//! "playout.epsilon" = [0.1, 0.3]   # a nested setting
//! ```

use crate::experiment::entrants::{self, Entrant, with_setting};
use crate::experiment::source::{Item, Keys, quoted, quoted_list};
use crate::{Error, Spec, Table};

/// Setting and its values.
#[derive(Clone, Debug, PartialEq)]
pub struct Values {
    /// Name of the setting; dots lead to nested settings.
    pub setting: String,
    /// Values in order.
    pub values: Vec<String>,
}

impl Values {
    /// Values as numbers, if they all are numbers.
    pub(crate) fn numbers(&self) -> Option<Vec<f64>> {
        self.values.iter().map(|value| value.parse().ok()).collect()
    }
}

/// Maximum number of combinations; more would be a mistake.
const MOST: usize = 10_000;

/// Reads the settings of a table, at most `most` of them.
pub(crate) fn read(keys: &Keys, key: &str, most: usize) -> Result<Vec<Values>, Error> {
    let item = keys.need(key, "a table of settings and the values that they take")?;
    let all = item.table()?.all().iter().map(values).collect::<Result<Vec<_>, _>>()?;
    let count = all.iter().map(|values| values.values.len()).try_fold(1, usize::checked_mul);
    match all.len() {
        0 => Err(item.fail(format!("`{key}` has no setting in it"))),
        found if found > most => {
            Err(item
                .fail(format!("`{key}` has {found} settings in it, and can have at most {most}")))
        }
        _ if count.is_none_or(|count| count > MOST) => {
            Err(item.fail(format!("`{key}` has more than {MOST} combinations")))
        }
        _ => Ok(all),
    }
}

fn values(item: &Item) -> Result<Values, Error> {
    let values = match item.is_table() {
        true => range(&item.table()?)?,
        false => item.list()?.iter().map(Item::plain).collect::<Result<Vec<_>, _>>()?,
    };
    match values.is_empty() {
        true => Err(item.fail(format!("`{}` has no value in it", item.key))),
        false => Ok(Values { setting: item.key.clone(), values }),
    }
}

/// Evenly spaced numbers, or numbers with equal ratios. Between whole numbers they are rounded to
/// whole numbers.
fn range(keys: &Keys) -> Result<Vec<String>, Error> {
    keys.only(&["from", "to", "steps", "scale"])?;
    let end = |key| {
        let item = keys.need(key, "a range has `from`, `to` and `steps`")?;
        Ok::<_, Error>((item.number(-1e18, 1e18)?, !item.plain()?.contains('.')))
    };
    let ((from, from_whole), (to, to_whole)) = (end("from")?, end("to")?);
    let steps = keys.need("steps", "how many values a range has, ends included")?.whole(2..1001)?;
    let log =
        keys.get("scale").map(|item| item.word(&["linear", "log"])).transpose()? == Some("log");
    if log && (from <= 0.0 || to <= 0.0) {
        return Err(keys.fail("a range with `scale = \"log\"` is between numbers above 0"));
    }
    let value = |step: u64| {
        let share = step as f64 / (steps - 1) as f64;
        let value = if log { from * (to / from).powf(share) } else { from + (to - from) * share };
        if from_whole && to_whole { value.round() } else { rounded(value) }
    };
    let mut values: Vec<String> = (0..steps).map(|step| value(step).to_string()).collect();
    values.dedup();
    Ok(values)
}

/// Rounds to six digits, which is more precision than any setting needs.
fn rounded(value: f64) -> f64 {
    format!("{value:.5e}").parse().expect("it is a number")
}

/// Table as TOML.
pub(crate) fn to_toml(key: &str, all: &[Values]) -> String {
    let line = |values: &Values| {
        format!("{} = {}\n", quoted(&values.setting), quoted_list(&values.values))
    };
    format!("\n[{key}]\n{}", all.iter().map(line).collect::<String>())
}

/// The player with every combination of values; the last setting varies fastest.
pub(crate) fn expand(
    base: &Spec,
    all: &[Values],
    item: &Item,
    table: &dyn Table,
) -> Result<Vec<Entrant>, Error> {
    let mut players = vec![(vec![], base.clone())];
    for values in all {
        let mut more = vec![];
        for (names, spec) in &players {
            for value in &values.values {
                let set = entrants::value(value).map_err(|error| item.blame(error))?;
                let names: Vec<String> =
                    [&names[..], &[format!("{}={value}", values.setting)]].concat();
                let spec =
                    with_setting(spec, &values.setting, &set).map_err(|error| item.blame(error))?;
                more.push((names, spec));
            }
        }
        players = more;
    }
    let built = |(names, spec): (Vec<String>, Spec)| {
        let player = table.player(&spec).map_err(|error| item.blame(error))?;
        Ok(Entrant::new(names.join(", "), &player))
    };
    players.into_iter().map(built).collect()
}

//! Players of an experiment and their names.

use super::source::{Item, Keys, quoted};
use crate::spec::DEEPEST;
use crate::{Agent, Error, Spec, Table};
use sortilege_catalogue::PlayerProfile;

/// Player that takes part in an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Entrant {
    /// Name in reports.
    pub label: String,
    /// Player with all its settings.
    pub spec: Spec,
    /// Properties of the player.
    pub profile: PlayerProfile,
}

impl Entrant {
    /// A player that was built at the table of the experiment.
    pub fn new(label: String, player: &Agent) -> Self {
        Entrant { label, spec: player.full_spec().clone(), profile: *player.profile() }
    }
}

/// Reads a list of specs, each of which is its own name, or a table of names and specs.
pub(crate) fn read_all(keys: &Keys, key: &str, table: &dyn Table) -> Result<Vec<Entrant>, Error> {
    let item = keys.need(key, "a list of players, or a table of names and players")?;
    let entrants = match item.is_table() {
        true => item
            .table()?
            .all()
            .iter()
            .map(|item| named(item, table))
            .collect::<Result<Vec<_>, _>>()?,
        false => {
            let all = item.list()?;
            let unnamed =
                all.iter().map(|item| unnamed(item, table)).collect::<Result<Vec<_>, _>>()?;
            with_distinct_names(unnamed)
        }
    };
    match entrants.is_empty() {
        true => Err(item.fail(format!("`{key}` is empty; it needs at least one player"))),
        false => Ok(entrants),
    }
}

fn named(item: &Item, table: &dyn Table) -> Result<Entrant, Error> {
    if item.key.trim().is_empty() {
        return Err(item.fail("a player has a name that is not empty"));
    }
    let player = table.player(&item.spec()?).map_err(|error| item.blame(error))?;
    Ok(Entrant::new(item.key.clone(), &player))
}

fn unnamed(item: &Item, table: &dyn Table) -> Result<Entrant, Error> {
    let player = table.player(&item.spec()?).map_err(|error| item.blame(error))?;
    Ok(Entrant::new(player.spec().to_string(), &player))
}

/// Appends a number to names that occurred before, so that all names differ.
fn with_distinct_names(mut entrants: Vec<Entrant>) -> Vec<Entrant> {
    for i in 0..entrants.len() {
        let (before, rest) = entrants.split_at_mut(i);
        let name = rest[0].label.clone();
        let mut number = 1;
        while before.iter().any(|other| other.label == rest[0].label) {
            number += 1;
            rest[0].label = format!("{name} #{number}");
        }
    }
    entrants
}

/// Table of names and specs as TOML.
pub(crate) fn to_toml(key: &str, entrants: &[Entrant]) -> String {
    let line = |entrant: &Entrant| {
        format!("{} = {}\n", quoted(&entrant.label), quoted(&entrant.spec.to_string()))
    };
    format!("\n[{key}]\n{}", entrants.iter().map(line).collect::<String>())
}

/// Reads a player whose settings are varied. The spec stays as it was written, since a varied value
/// may replace a default.
pub(crate) fn read_base(keys: &Keys, table: &dyn Table) -> Result<Spec, Error> {
    let item = keys.need("player", "the player whose settings are varied")?;
    let player = table.player(&item.spec()?).map_err(|error| item.blame(error))?;
    Ok(player.spec().clone())
}

/// The player with one setting changed. Dots in `path` lead to nested settings, up to the maximum
/// depth of specs.
pub(crate) fn with_setting(base: &Spec, path: &str, value: &Spec) -> Result<Spec, Error> {
    match path.split('.').count() <= DEEPEST {
        true => Ok(replaced(base, path, value)),
        false => Err(Error::Refused(format!(
            "a setting has at most {DEEPEST} names with dots between them"
        ))),
    }
}

fn replaced(base: &Spec, path: &str, value: &Spec) -> Spec {
    let mut spec = base.clone();
    let (name, rest) = path.split_once('.').map_or((path, None), |(name, rest)| (name, Some(rest)));
    let old = spec.settings.iter_mut().find(|(other, _)| other == name);
    let inner = |old: Option<&Spec>| match rest {
        None => value.clone(),
        Some(rest) => replaced(old.unwrap_or(&Spec::new("")), rest, value),
    };
    match old {
        Some((_, old)) => *old = inner(Some(old)),
        None => {
            let value = inner(None);
            spec.settings.push((name.to_string(), value));
        }
    }
    spec
}

/// Parses the value of a setting, such as `0.7` or `mast(epsilon=0.3)`.
pub(crate) fn value(text: &str) -> Result<Spec, Error> {
    let spec: Spec = format!("x:x={text}").parse()?;
    let mut settings = spec.settings;
    match settings.len() {
        1 => Ok(settings.remove(0).1),
        _ => Err(Error::Refused(format!("`{text}` is more than one value"))),
    }
}

//! What several tables of a paper's targets have: names, numbers, experiments.

use crate::Error;
use crate::experiment::source::{Item, Keys};

/// No claim is about a number that is larger.
const ANYTHING: f64 = 1e9;

/// A text that must be there.
pub(super) fn text(keys: &Keys, key: &str, what: &str) -> Result<String, Error> {
    keys.need(key, what)?.string().map(str::to_string)
}

/// A list of texts.
pub(super) fn texts(item: &Item) -> Result<Vec<String>, Error> {
    item.list()?.iter().map(|item| item.string().map(str::to_string)).collect()
}

/// A name, or a list of names.
pub(super) fn names(item: &Item) -> Result<Vec<String>, Error> {
    let names = if item.is_list() { texts(item)? } else { vec![item.string()?.to_string()] };
    if names.is_empty() { Err(item.fail("there is no name in this list")) } else { Ok(names) }
}

/// A player, or several that are taken together.
pub(super) fn players(keys: &Keys) -> Result<Vec<String>, Error> {
    names(&keys.need("player", "the name of a player, or a list of them")?)
}

/// A number that must be there.
pub(super) fn number(keys: &Keys, key: &str) -> Result<f64, Error> {
    any_number(&keys.need(key, "a number")?)
}

/// A number that need not be there.
pub(super) fn number_or(keys: &Keys, key: &str, missing: f64) -> Result<f64, Error> {
    keys.get(key).map_or(Ok(missing), |item| any_number(&item))
}

/// Any number.
pub(super) fn any_number(item: &Item) -> Result<f64, Error> {
    item.number(-ANYTHING, ANYTHING)
}

/// The one experiment that is looked at.
pub(super) fn experiment(keys: &Keys) -> Result<Vec<String>, Error> {
    Ok(vec![text(keys, "experiment", "the name of an experiment")?])
}

/// Two or more experiments.
pub(super) fn experiments(keys: &Keys) -> Result<Vec<String>, Error> {
    let item =
        keys.need("experiments", "two or more, such as each with more thinking than the last")?;
    let all = texts(&item)?;
    if all.len() < 2 { Err(item.fail("this needs two experiments or more")) } else { Ok(all) }
}

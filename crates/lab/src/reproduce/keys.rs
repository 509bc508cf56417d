//! Readers for the common keys of a paper's targets: names, numbers, experiments.

use crate::Error;
use crate::experiment::source::{Item, Keys};

/// Maximum absolute value of a number in a claim.
const ANYTHING: f64 = 1e9;

/// Required text.
pub(super) fn text(keys: &Keys, key: &str, what: &str) -> Result<String, Error> {
    keys.need(key, what)?.string().map(str::to_string)
}

/// List of texts.
pub(super) fn texts(item: &Item) -> Result<Vec<String>, Error> {
    item.list()?.iter().map(|item| item.string().map(str::to_string)).collect()
}

/// Name, or list of names.
pub(super) fn names(item: &Item) -> Result<Vec<String>, Error> {
    let names = if item.is_list() { texts(item)? } else { vec![item.string()?.to_string()] };
    if names.is_empty() { Err(item.fail("there is no name in this list")) } else { Ok(names) }
}

/// Player, or several players that are taken together.
pub(super) fn players(keys: &Keys) -> Result<Vec<String>, Error> {
    names(&keys.need("player", "the name of a player, or a list of them")?)
}

/// Required number.
pub(super) fn number(keys: &Keys, key: &str) -> Result<f64, Error> {
    any_number(&keys.need(key, "a number")?)
}

/// Optional number.
pub(super) fn number_or(keys: &Keys, key: &str, missing: f64) -> Result<f64, Error> {
    keys.get(key).map_or(Ok(missing), |item| any_number(&item))
}

/// Any number.
pub(super) fn any_number(item: &Item) -> Result<f64, Error> {
    item.number(-ANYTHING, ANYTHING)
}

/// Name of the experiment.
pub(super) fn experiment(keys: &Keys) -> Result<Vec<String>, Error> {
    Ok(vec![text(keys, "experiment", "the name of an experiment")?])
}

/// Names of two or more experiments.
pub(super) fn experiments(keys: &Keys) -> Result<Vec<String>, Error> {
    let item =
        keys.need("experiments", "two or more, such as each with more thinking than the last")?;
    let all = texts(&item)?;
    if all.len() < 2 { Err(item.fail("this needs two experiments or more")) } else { Ok(all) }
}

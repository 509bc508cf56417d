//! What a file of results says, for whoever has its bytes and the plan that it belongs to.

use super::row::Row;
use super::sealed::{self, Seal};
use crate::Error;
use crate::experiment::plan::Stage;

/// The results in the contents of a unit's file, if they are just what was written there.
pub fn read_results(stage: &Stage, number: u64, contents: &[u8]) -> Result<Vec<Row>, Error> {
    let plan = sealed::hash(stage.to_json().as_bytes());
    let sealed = Seal { plan: &plan, unit: number }.open(contents, stage.unit(number)?.count);
    let mut rows = vec![];
    let read = sealed.and_then(|sealed| sealed.read(|row| rows.push(row)));
    let damaged = |why: &str| Error::Damaged { file: format!("unit {number}"), why: why.to_string() };
    read.map(|()| rows).map_err(damaged)
}

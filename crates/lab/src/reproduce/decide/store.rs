//! What is written down: which claims are settled, and what experiments have cost. A small file for
//! each, so that several machines can write in one folder.

use super::interim::Look;
use super::prior_results::Known;
use crate::Error;
use crate::disk::{self, Durability};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The folder for them.
const FOLDER: &str = "settled";
/// What the names of files begin with that are about open claims.
const OPEN: &str = "open-";

/// What an experiment has cost so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// How often it has been doubled; nothing before it was done once.
    pub doubled: Option<u32>,
    /// Seconds, of all threads together.
    pub seconds: f64,
}

/// All of it.
#[derive(Clone, Debug)]
pub struct Ledger {
    folder: PathBuf,
    known: Known,
}

impl Ledger {
    /// That of a campaign in a folder, which begins with what is known already.
    pub fn new(folder: &Path, known: Known) -> Self {
        Ledger { folder: folder.join(FOLDER), known }
    }

    /// How a claim was settled, if it was, here or before.
    pub fn settled(&self, claim: &str) -> Result<Option<Look>, Error> {
        Ok(self.read(claim)?.or_else(|| self.known.settled(claim)))
    }

    pub(super) fn settle(&self, claim: &str, settled: &Look) -> Result<(), Error> {
        self.write(claim, settled)
    }

    /// How a claim stood when all that it rests on was last done; nothing before that. Of what was
    /// found here and before, that with more games.
    pub fn looked_at(&self, claim: &str) -> Result<Option<Look>, Error> {
        let here: Option<Look> = self.read(&format!("{OPEN}{claim}"))?;
        Ok(here.into_iter().chain(self.known.looked_at(claim)).max_by_key(|look| look.games))
    }

    /// Writes down how an open claim stands.
    pub(super) fn look_at(&self, claim: &str, standing: &Look) -> Result<(), Error> {
        match self.looked_at(claim)? {
            Some(same) if same == *standing => Ok(()),
            _ => self.write(&format!("{OPEN}{claim}"), standing),
        }
    }

    /// What a run has cost.
    pub fn spent(&self, run: &str) -> Result<Spent, Error> {
        Ok(self.read(run)?.unwrap_or_default())
    }

    pub(super) fn spend(&self, run: &str, spent: &Spent) -> Result<(), Error> {
        self.write(run, spent)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.json"))
    }

    fn read<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Error> {
        let path = self.path(name);
        let Some(bytes) = disk::contents(&path)? else { return Ok(None) };
        let damaged = |error: serde_json::Error| Error::Damaged {
            file: path.display().to_string(),
            why: format!("cannot be read ({error}); delete it, and what it says is found anew"),
        };
        serde_json::from_slice(&bytes).map(Some).map_err(damaged)
    }

    fn write(&self, name: &str, value: &impl Serialize) -> Result<(), Error> {
        disk::make_folder(&self.folder)?;
        let text = serde_json::to_string_pretty(value).expect("plain data") + "\n";
        disk::write(&self.path(name), text.as_bytes(), Durability::Synced)
    }
}

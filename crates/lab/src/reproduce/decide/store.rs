//! Storage of verdicts and of the cost of experiments. Each has its own small file, so that several
//! machines can write in one folder.

use super::interim::InterimAnalysis;
use super::prior_results::Known;
use crate::Error;
use crate::disk::{self, Durability};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Folder of the files.
const FOLDER: &str = "settled";
/// Prefix of the names of files about open claims.
const OPEN: &str = "open-";

/// Cost of an experiment so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spent {
    /// Number of doublings; `None` before the first size is finished.
    pub doubled: Option<u32>,
    /// Thread seconds.
    pub seconds: f64,
}

/// Store of a campaign.
#[derive(Clone, Debug)]
pub struct Ledger {
    folder: PathBuf,
    known: Known,
}

impl Ledger {
    /// Store of a campaign in a folder, which begins with earlier results.
    pub fn new(folder: &Path, known: Known) -> Self {
        Ledger { folder: folder.join(FOLDER), known }
    }

    /// Deciding analysis of a claim, if it is decided, here or in an earlier campaign.
    pub fn settled(&self, claim: &str) -> Result<Option<InterimAnalysis>, Error> {
        Ok(self.read(claim)?.or_else(|| self.known.settled(claim)))
    }

    pub(super) fn settle(&self, claim: &str, settled: &InterimAnalysis) -> Result<(), Error> {
        self.write(claim, settled)
    }

    /// Latest analysis of an open claim in which all its experiments were finished. Of the results
    /// here and in an earlier campaign, the one with more games is returned.
    pub fn looked_at(&self, claim: &str) -> Result<Option<InterimAnalysis>, Error> {
        let here: Option<InterimAnalysis> = self.read(&format!("{OPEN}{claim}"))?;
        Ok(here.into_iter().chain(self.known.looked_at(claim)).max_by_key(|look| look.games))
    }

    /// Stores an analysis of an open claim.
    pub(super) fn look_at(&self, claim: &str, standing: &InterimAnalysis) -> Result<(), Error> {
        match self.looked_at(claim)? {
            Some(same) if same == *standing => Ok(()),
            _ => self.write(&format!("{OPEN}{claim}"), standing),
        }
    }

    /// Cost of a run.
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
            why: format!(
                "cannot be read ({error}); delete it, and its contents are computed again"
            ),
        };
        serde_json::from_slice(&bytes).map(Some).map_err(damaged)
    }

    fn write(&self, name: &str, value: &impl Serialize) -> Result<(), Error> {
        disk::make_folder(&self.folder)?;
        let text = serde_json::to_string_pretty(value).expect("plain data") + "\n";
        disk::write(&self.path(name), text.as_bytes(), Durability::Synced)
    }
}

//! What is written down: which claims are settled, and what experiments have cost. A small file for each, so that several
//! machines can write in one folder.

use super::looks::confidence;
use crate::Error;
use crate::disk::{self, Care};
use crate::report::Verdict;
use crate::reproduce::finding::Finding;
use crate::reproduce::page::word;
use crate::reproduce::results;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// The folder for them.
const FOLDER: &str = "settled";
/// What the names of files begin with that are about open claims.
const OPEN: &str = "open-";

/// A claim that was looked at: one that is settled, or how it stood at the last look.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settled {
    /// `holds`, `fails`, or `undecided` where it is too close to call, or open.
    verdict: String,
    /// How often it had been looked at.
    pub look: u32,
    /// The confidence of its intervals then.
    pub confidence: f64,
    /// The games that it rested on.
    pub games: u64,
    /// What was found.
    pub found: String,
    /// The number on which the verdict hangs, with its interval.
    #[serde(default)]
    pub decided_by: String,
}

impl Settled {
    pub(super) fn new(finding: &Finding, look: u32) -> Self {
        Settled {
            verdict: word(finding.verdict).to_string(),
            look,
            confidence: confidence(look),
            games: finding.games,
            found: finding.ours.clone(),
            decided_by: results::decided_by(finding),
        }
    }

    /// What was found then, about a claim of which no more is known now.
    pub(super) fn recall(self, untried: Finding) -> Finding {
        let (verdict, games) = (self.verdict(), self.games);
        Finding { ours: self.found, decided_by: Some(self.decided_by), verdict, games, ..untried }
    }

    /// How it was settled.
    pub fn verdict(&self) -> Verdict {
        let all = [Verdict::Holds, Verdict::Fails];
        all.into_iter().find(|verdict| word(*verdict) == self.verdict).unwrap_or(Verdict::Undecided)
    }
}

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
pub struct Ledger(PathBuf);

impl Ledger {
    /// That of a campaign in a folder.
    pub fn new(folder: &Path) -> Self {
        Ledger(folder.join(FOLDER))
    }

    /// How a claim was settled, if it was.
    pub fn settled(&self, claim: &str) -> Result<Option<Settled>, Error> {
        self.read(claim)
    }

    pub(super) fn settle(&self, claim: &str, settled: &Settled) -> Result<(), Error> {
        self.write(claim, settled)
    }

    /// How a claim stood when all that it rests on was last done; nothing before that.
    pub fn looked_at(&self, claim: &str) -> Result<Option<Settled>, Error> {
        self.read(&format!("{OPEN}{claim}"))
    }

    /// Writes down how an open claim stands.
    pub(super) fn look_at(&self, claim: &str, standing: &Settled) -> Result<(), Error> {
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
        self.0.join(format!("{name}.json"))
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
        disk::make_folder(&self.0)?;
        let text = serde_json::to_string_pretty(value).expect("plain data") + "\n";
        disk::write(&self.path(name), text.as_bytes(), Care::Lasting)
    }
}

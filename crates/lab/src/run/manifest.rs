//! Manifest of a run: its origin. It is the first file to be read in a run folder.

use super::sealed;
use crate::Error;
use crate::catalogue::Build;
use crate::disk::{self, Durability, fault};
use crate::experiment::plan::FORMAT;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Name of the file.
pub(crate) const NAME: &str = "manifest.json";

/// Origin of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the layout of the folder.
    pub format: u32,
    /// Version of this program.
    pub version: String,
    /// Hash of the resolved experiment.
    pub experiment: String,
    /// Seed of the experiment.
    pub seed: u64,
    /// Part of the run in this folder, if not the whole run.
    pub shard: Option<Shard>,
    /// Time when the run began, in seconds since 1970.
    pub began: u64,
    /// Time when the run was last worked on, in seconds since 1970.
    pub touched: u64,
    /// Commits of the programs that worked on the run, where they are known.
    pub commits: Vec<String>,
    /// Machines that worked on the run.
    pub machines: Vec<String>,
    /// Whether the user allowed results of different builds to be mixed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub mixed: bool,
}

/// One of several disjoint parts of a run: the units whose number modulo `of` is `index - 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// Number of the part, from 1.
    pub index: u64,
    /// Number of parts.
    pub of: u64,
}

impl Shard {
    /// Returns whether a unit is in this part.
    pub fn has(&self, unit: u64) -> bool {
        unit % self.of == self.index - 1
    }
}

impl std::str::FromStr for Shard {
    type Err = String;

    /// Parses `2/3`.
    fn from_str(text: &str) -> Result<Self, String> {
        let parts =
            text.split_once('/').and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
        let shard = parts.map(|(index, of)| Shard { index, of });
        let sound = shard.filter(|shard| shard.index >= 1 && shard.index <= shard.of);
        sound.ok_or_else(|| {
            "it is the number of a part and how many there are, such as 1/3".to_string()
        })
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.of)
    }
}

impl Manifest {
    /// Manifest of a run that begins now.
    pub(crate) fn new(experiment: String, seed: u64, shard: Option<Shard>) -> Self {
        Manifest {
            format: FORMAT,
            version: env!("CARGO_PKG_VERSION").to_string(),
            experiment,
            seed,
            shard,
            began: fault::now(),
            touched: fault::now(),
            commits: vec![],
            machines: vec![],
            mixed: false,
        }
    }

    /// Records that this program works on the run now, on this machine.
    pub(crate) fn touch(&mut self, build: Build) {
        // The clock may have been set back, but a run is never worked on before it began.
        self.touched = fault::now().max(self.touched).max(self.began);
        let note = |list: &mut Vec<String>, entry: String| {
            if !list.contains(&entry) {
                list.push(entry);
            }
        };
        note(&mut self.commits, build.commit.to_string());
        note(&mut self.machines, machine());
    }

    /// Reads the manifest of a folder; `None` if there is none.
    pub fn read(folder: &Path) -> Result<Option<Self>, Error> {
        let path = folder.join(NAME);
        let Some(bytes) = disk::contents(&path)? else { return Ok(None) };
        let damaged =
            |why: &str| Error::Damaged { file: path.display().to_string(), why: why.to_string() };
        let sealed: HashedManifest =
            serde_json::from_slice(&bytes).map_err(|_| damaged(UNREADABLE))?;
        if sealed.manifest.seal().as_bytes() != bytes {
            return Err(damaged(UNREADABLE));
        }
        match &sealed.manifest {
            Manifest { format, .. } if *format != FORMAT => Err(damaged(&format!(
                "is of format {format}, and this program reads {FORMAT}; use the program that wrote it"
            ))),
            _ => Ok(Some(sealed.manifest)),
        }
    }

    pub(crate) fn write(&self, folder: &Path) -> Result<(), Error> {
        disk::write(&folder.join(NAME), self.seal().as_bytes(), Durability::Synced)
    }

    fn seal(&self) -> String {
        let blake3 = sealed::hash(&serde_json::to_vec(self).expect("plain data"));
        let sealed = HashedManifest { manifest: self.clone(), blake3 };
        serde_json::to_string_pretty(&sealed).expect("plain data") + "\n"
    }
}

const UNREADABLE: &str =
    "is damaged; if `experiment.toml` beside it is whole, delete the manifest and run again";

/// Manifest with its hash.
#[derive(Serialize, Deserialize)]
struct HashedManifest {
    #[serde(flatten)]
    manifest: Manifest,
    blake3: String,
}

/// Returns whether the folder has a manifest, in this or another format, that marks it as a run
/// folder.
pub(crate) fn marks(folder: &Path) -> Result<bool, Error> {
    let contents = disk::contents(&folder.join(NAME))?;
    Ok(contents.is_some_and(|contents| serde_json::from_slice::<HashedManifest>(&contents).is_ok()))
}

fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?;
        Some(line.split_once(':')?.1.trim().to_string())
    });
    let processor = processor.map_or(String::new(), |name| format!(", {name}"));
    format!("{} {}, {cores} cores{processor}", std::env::consts::OS, std::env::consts::ARCH)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::fault::Planned;

    #[test]
    fn a_clock_that_goes_back_is_not_believed() {
        let begun = Planned::clock(1000);
        let mut manifest = Manifest::new(String::new(), 1, None);
        drop(begun);
        for (clock, touched) in
            [(900, 1000), (2000, 2000), (0, 2000), (u64::MAX, u64::MAX), (5, u64::MAX)]
        {
            let _clock = Planned::clock(clock);
            manifest.touch(Build::default());
            assert_eq!((manifest.began, manifest.touched), (1000, touched));
        }
    }

    #[test]
    fn shards_are_read_and_share_the_units() {
        let shard: Shard = "2/3".parse().unwrap();
        assert_eq!((shard, shard.to_string().as_str()), (Shard { index: 2, of: 3 }, "2/3"));
        assert_eq!((0..9).filter(|&unit| shard.has(unit)).collect::<Vec<_>>(), [1, 4, 7]);
        for text in ["0/3", "4/3", "1", "a/b", "1/0", "/", ""] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}

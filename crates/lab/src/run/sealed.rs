//! Files with seals, which are readable by any program and in which every change is detected.
//!
//! Results are plain lines of JSON, with nothing else in their file. A second file is their seal.
//! It contains the number of lines, the plan and unit, the build of the program, and a BLAKE3 hash
//! of the lines followed by all that precedes the hash in the seal. No byte of either file can
//! change without being detected.
//!
//! The seal is written before the lines, under a name with their hash in it. So whichever process
//! wrote the lines, and whenever the machine crashed, the lines either have a matching seal or
//! count as missing. Lines that replace other lines do not lose their seal.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;

pub(crate) use crate::disk::hash;

/// Author of a file: the name of a [build](crate::catalogue::Build).
pub(crate) type Author = String;

/// Authors of several files.
pub(crate) type Authors = BTreeSet<Author>;

/// Identity of sealed lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal<'a> {
    /// Hash of the plan.
    pub(crate) plan: &'a str,
    /// Number of the unit.
    pub(crate) unit: u64,
}

/// Lines and their seal, each the contents of a file.
pub(crate) struct SealedLines {
    pub(crate) lines: Vec<u8>,
    pub(crate) seal: Vec<u8>,
}

/// Reason why lines do not match their seal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Broken {
    /// They belong to another experiment.
    Strange,
    /// The seal was changed.
    Spoilt,
}

/// Fields of a seal.
#[derive(Deserialize)]
struct Words {
    unit: u64,
    rows: u64,
    plan: String,
    build: Author,
}

impl Seal<'_> {
    /// Contents of the seal file.
    pub(crate) fn text(&self, lines: &[u8], rows: u64, build: &Author) -> String {
        let Seal { plan, unit } = self;
        let [plan, build] =
            [plan, build.as_str()].map(|text| serde_json::to_string(text).expect("plain data"));
        let words = format!("{{\"unit\":{unit},\"rows\":{rows},\"plan\":{plan},\"build\":{build}");
        let mut hasher = blake3::Hasher::new();
        hasher.update(lines).update(words.as_bytes());
        format!("{words},\"blake3\":\"{}\"}}\n", hasher.finalize().to_hex())
    }

    /// Rows as lines, with their seal.
    pub(crate) fn close<T: serde::Serialize>(&self, rows: &[T], build: &Author) -> SealedLines {
        let mut lines = Vec::with_capacity(256 * rows.len());
        for row in rows {
            serde_json::to_writer(&mut lines, row).expect("rows are plain data");
            lines.push(b'\n');
        }
        let seal = self.text(&lines, rows.len() as u64, build).into_bytes();
        SealedLines { lines, seal }
    }

    /// Author of these lines, if they match the seal.
    pub(crate) fn open(&self, lines: &[u8], seal: &[u8], rows: u64) -> Result<Author, Broken> {
        let words: Words = serde_json::from_slice(seal).map_err(|_| Broken::Spoilt)?;
        if seal == self.text(lines, rows, &words.build).as_bytes() {
            return Ok(words.build);
        }
        let theirs =
            Seal { plan: &words.plan, unit: words.unit }.text(lines, words.rows, &words.build);
        let sound = seal == theirs.as_bytes();
        Err(if sound && words.plan != self.plan { Broken::Strange } else { Broken::Spoilt })
    }
}

/// Author according to the seal; it is checked where it is used.
pub(crate) fn author(seal: &[u8]) -> Option<Author> {
    Some(serde_json::from_slice::<Words>(seal).ok()?.build)
}

/// Passes every row on.
pub(crate) fn read<T: DeserializeOwned>(
    lines: &[u8],
    mut hand_on: impl FnMut(T),
) -> Result<(), &'static str> {
    for line in lines.split_inclusive(|&byte| byte == b'\n') {
        hand_on(
            serde_json::from_slice(line)
                .map_err(|_| "is sealed, but has a line that is not a result")?,
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAL: Seal = Seal { plan: "abc", unit: 7 };

    #[test]
    fn every_byte_counts() {
        let build = "1.2.3+abc".to_string();
        let SealedLines { lines, seal } = SEAL.close(&[1, 22, 333], &build);
        assert_eq!(lines, b"1\n22\n333\n");
        assert_eq!((SEAL.open(&lines, &seal, 3), author(&seal)), (Ok(build.clone()), Some(build)));
        let mut all = vec![];
        assert_eq!((read(&lines, |row: u32| all.push(row)), all), (Ok(()), vec![1, 22, 333]));
        let spoilt = |good: &[u8]| {
            let cut = (0..good.len()).map(|at| good[..at].to_vec());
            let flipped = (0..8 * good.len()).map(|bit| {
                let mut bad = good.to_vec();
                bad[bit / 8] ^= 1 << (bit % 8);
                bad
            });
            cut.chain(flipped).chain([[good, good].concat()]).collect::<Vec<_>>()
        };
        assert!(spoilt(&lines).iter().all(|bad| SEAL.open(bad, &seal, 3).is_err()));
        assert!(spoilt(&seal).iter().all(|bad| SEAL.open(&lines, bad, 3).is_err()));
        assert!(SEAL.open(&lines, &seal, 2).is_err());
    }

    #[test]
    fn other_runs_are_distinguished_from_damaged_files() {
        let SealedLines { lines, seal } = SEAL.close(&[1], &String::new());
        assert_eq!(Seal { plan: "xyz", unit: 7 }.open(&lines, &seal, 1), Err(Broken::Strange));
        assert_eq!(Seal { plan: "abc", unit: 8 }.open(&lines, &seal, 1), Err(Broken::Spoilt));
    }
}

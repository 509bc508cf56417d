//! Files that cannot be half written and cannot be altered unnoticed.
//!
//! A sealed file is lines of JSON followed by one line that says how many they are, what they belong to, which
//! build of the program wrote them, and a BLAKE3 hash of lines and build. So there is no byte that could change
//! without being noticed. Files from before builds were sealed have none in this line, and are read as well.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeSet;

/// The hash of a text, in hexadecimal digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Who wrote a file: a [build](super::build), or nobody knows which, since files were not always signed.
pub(crate) type Author = Option<String>;

/// Everybody who wrote some files.
pub(crate) type Authors = BTreeSet<Author>;

/// What a sealed file belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal<'a> {
    /// The hash of the plan.
    pub(crate) plan: &'a str,
    /// The unit.
    pub(crate) unit: u64,
}

/// The last line of a sealed file.
#[derive(Deserialize)]
struct Tail {
    plan: String,
    build: Author,
    blake3: String,
}

impl Seal<'_> {
    fn line(&self, body: &[u8], rows: u64, build: &Author) -> String {
        let Seal { plan, unit } = self;
        let hash = signed(body, build);
        let build = build.as_ref().map_or(String::new(), |build| {
            format!("\"build\":{},", serde_json::to_string(build).expect("plain data"))
        });
        format!("{{\"unit\":{unit},\"rows\":{rows},\"plan\":\"{plan}\",{build}\"blake3\":\"{hash}\"}}\n")
    }

    /// The contents of a sealed file with these rows.
    pub(crate) fn close<T: serde::Serialize>(&self, rows: &[T], build: &Author) -> Vec<u8> {
        let mut body = Vec::with_capacity(256 * rows.len());
        for row in rows {
            serde_json::to_writer(&mut body, row).expect("rows are plain data");
            body.push(b'\n');
        }
        let seal = self.line(&body, rows.len() as u64, build);
        body.extend_from_slice(seal.as_bytes());
        body
    }

    /// The rows in the contents of a sealed file, if it is just what was written.
    pub(crate) fn open<'b>(&self, contents: &'b [u8], rows: u64) -> Result<Rows<'b>, &'static str> {
        let (body, seal) = split(contents).ok_or("was cut short")?;
        let tail: Tail = serde_json::from_slice(seal).map_err(|_| "is damaged")?;
        if seal == self.line(body, rows, &tail.build).as_bytes() {
            return Ok(Rows { body, author: tail.build });
        }
        let sound = tail.blake3 == signed(body, &tail.build);
        Err(if sound && tail.plan != self.plan { "belongs to another experiment" } else { "is damaged" })
    }
}

/// The hash of the rows and of who wrote them. Rows end with a line, so it is clear where the name begins.
fn signed(body: &[u8], build: &Author) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(body);
    hasher.update(build.as_deref().unwrap_or_default().as_bytes());
    hasher.finalize().to_hex().to_string()
}

/// Rows and last line.
fn split(contents: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = contents.strip_suffix(b"\n")?;
    let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    Some(contents.split_at(end))
}

/// The rows of a sealed file, unchecked.
pub(crate) fn body(contents: &[u8]) -> &[u8] {
    split(contents).map_or(contents, |(body, _)| body)
}

/// Who wrote a file, as its last line says; it is checked where the file is used.
pub(crate) fn author(contents: &[u8]) -> Author {
    let (_, seal) = split(contents)?;
    serde_json::from_slice::<Tail>(seal).ok()?.build
}

/// The lines of a sealed file.
#[derive(Debug)]
pub(crate) struct Rows<'b> {
    body: &'b [u8],
    /// Who wrote them.
    pub(crate) author: Author,
}

impl Rows<'_> {
    /// Hands on every row.
    pub(crate) fn read<T: DeserializeOwned>(&self, mut hand_on: impl FnMut(T)) -> Result<(), &'static str> {
        for line in self.body.split_inclusive(|&byte| byte == b'\n') {
            hand_on(serde_json::from_slice(line).map_err(|_| "is sealed, but has a line that is no result")?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAL: Seal = Seal { plan: "abc", unit: 7 };

    #[test]
    fn every_byte_counts() {
        for build in [None, Some("1.2.3+abc".to_string())] {
            let sealed = SEAL.close(&[1, 22, 333], &build);
            let read = |bytes: &[u8]| {
                SEAL.open(bytes, 3).map(|rows| {
                    let mut all = vec![];
                    rows.read(|row: u32| all.push(row)).map(|()| (all, rows.author))
                })
            };
            assert_eq!(read(&sealed), Ok(Ok((vec![1, 22, 333], build.clone()))));
            assert_eq!((author(&sealed), body(&sealed)), (build, &b"1\n22\n333\n"[..]));
            for at in 0..sealed.len() {
                assert!(read(&sealed[..at]).is_err(), "cut at {at}");
                for bit in 0..8 {
                    let mut spoilt = sealed.clone();
                    spoilt[at] ^= 1 << bit;
                    assert!(read(&spoilt).is_err(), "bit {bit} of byte {at}");
                }
            }
            let twice = [&sealed[..], &sealed[..]].concat();
            assert!(read(&twice).is_err() && read(b"").is_err() && SEAL.open(&sealed, 2).is_err());
        }
    }

    #[test]
    fn strangers_are_told_from_wrecks() {
        let sealed = SEAL.close(&[1], &None);
        assert_eq!(
            Seal { plan: "xyz", unit: 7 }.open(&sealed, 1).err(),
            Some("belongs to another experiment")
        );
        assert_eq!(Seal { plan: "abc", unit: 8 }.open(&sealed, 1).err(), Some("is damaged"));
    }
}

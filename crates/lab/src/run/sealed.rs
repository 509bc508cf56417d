//! Files that cannot be half written and cannot be altered unnoticed.
//!
//! A sealed file is lines of JSON followed by one line that says how many they are, what they belong to, and
//! their BLAKE3 hash. The last line is a function of all the others, so there is no byte that could change
//! without being noticed. Files come into being by renaming.

use crate::Error;
use serde::de::DeserializeOwned;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

/// How file names end while the file is being written.
const UNFINISHED: &str = ".unfinished";

/// The hash of a text, in hexadecimal digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// What a sealed file belongs to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal<'a> {
    /// The hash of the plan.
    pub(crate) plan: &'a str,
    /// The unit.
    pub(crate) unit: u64,
}

impl Seal<'_> {
    fn line(&self, body: &[u8], rows: u64) -> String {
        let Seal { plan, unit } = self;
        let hash = hash(body);
        format!("{{\"unit\":{unit},\"rows\":{rows},\"plan\":\"{plan}\",\"blake3\":\"{hash}\"}}\n")
    }

    /// The contents of a sealed file with these rows.
    pub(crate) fn close<T: serde::Serialize>(&self, rows: &[T]) -> Vec<u8> {
        let mut body = Vec::with_capacity(256 * rows.len());
        for row in rows {
            serde_json::to_writer(&mut body, row).expect("rows are plain data");
            body.push(b'\n');
        }
        let seal = self.line(&body, rows.len() as u64);
        body.extend_from_slice(seal.as_bytes());
        body
    }

    /// The rows in the contents of a sealed file, if it is just what was written.
    pub(crate) fn open<'b>(&self, contents: &'b [u8], rows: u64) -> Result<Rows<'b>, &'static str> {
        let text = contents.strip_suffix(b"\n").ok_or("was cut short")?;
        let end = text.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
        let (body, seal) = contents.split_at(end);
        if seal == self.line(body, rows).as_bytes() {
            return Ok(Rows { body });
        }
        let about = |key: &str, value: &str| {
            let pattern = format!("\"{key}\":{value}");
            seal.windows(pattern.len()).any(|part| part == pattern.as_bytes())
        };
        let sound = about("blake3", &format!("\"{}\"", hash(body)));
        Err(match sound && !about("plan", &format!("\"{}\"", self.plan)) {
            true => "belongs to another experiment",
            false => "is damaged",
        })
    }
}

/// The lines of a sealed file.
pub(crate) struct Rows<'b> {
    body: &'b [u8],
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

/// How sure a file has to be when it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Care {
    /// Its contents are on the disk before its name is.
    Lasting,
    /// It may be lost, or be empty, if the machine dies.
    Passing,
}

/// Writes a file so that it is there as a whole or not at all.
pub(crate) fn write(path: &Path, contents: &[u8], care: Care) -> Result<(), Error> {
    let name = path.file_name().expect("a file has a name").to_string_lossy();
    let temporary = path.with_file_name(format!(".{name}.{}{UNFINISHED}", std::process::id()));
    let written = (|| {
        let mut file = File::create(&temporary)?;
        file.write_all(contents)?;
        if care == Care::Lasting {
            file.sync_data()?;
        }
        fs::rename(&temporary, path)
    })();
    written.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        io_error(path, "written", &error)
    })
}

/// Makes the names in a folder as lasting as the files.
pub(crate) fn sync_folder(folder: &Path) -> Result<(), Error> {
    // Not every system can do this; where it cannot, the names are safe by other means or not at all.
    File::open(folder).and_then(|folder| folder.sync_all()).or(Ok(()))
}

/// Removes what interrupted writers left behind.
pub(crate) fn tidy(folder: &Path) -> Result<(), Error> {
    for path in list(folder)? {
        if path.file_name().is_some_and(|name| name.to_string_lossy().ends_with(UNFINISHED)) {
            fs::remove_file(&path).map_err(|error| io_error(&path, "removed", &error))?;
        }
    }
    Ok(())
}

/// The files in a folder, sorted; none if there is no such folder.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        entries => entries.map_err(|error| io_error(folder, "read", &error))?,
    };
    let paths = entries.map(|entry| Ok(entry.map_err(|error| io_error(folder, "read", &error))?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<Result<_, Error>>()?;
    paths.sort();
    Ok(paths)
}

/// The contents of a file; nothing if there is no such file.
pub(crate) fn contents(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_error(path, "read", &error)),
    }
}

/// A file that could not be used, in a sentence.
pub(crate) fn io_error(path: &Path, what: &str, error: &std::io::Error) -> Error {
    Error::Failed(format!("`{}` cannot be {what}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEAL: Seal = Seal { plan: "abc", unit: 7 };

    #[test]
    fn every_byte_counts() {
        let sealed = SEAL.close(&[1, 22, 333]);
        let read = |bytes: &[u8]| {
            SEAL.open(bytes, 3).map(|rows| {
                let mut all = vec![];
                rows.read(|row: u32| all.push(row)).map(|()| all)
            })
        };
        assert_eq!(read(&sealed), Ok(Ok(vec![1, 22, 333])));
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

    #[test]
    fn strangers_are_told_from_wrecks() {
        let sealed = SEAL.close(&[1]);
        assert_eq!(
            Seal { plan: "xyz", unit: 7 }.open(&sealed, 1).err(),
            Some("belongs to another experiment")
        );
        assert_eq!(Seal { plan: "abc", unit: 8 }.open(&sealed, 1).err(), Some("is damaged"));
    }
}

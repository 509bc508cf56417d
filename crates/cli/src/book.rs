//! A file of recorded games, one per line.

use crate::Failure;
use sortilege_lab::record::Record;
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file to which records are added.
pub struct Book {
    path: PathBuf,
    file: File,
    /// The first thing that went wrong; nothing is written after it.
    trouble: Option<io::Error>,
}

/// Ends the last line of a file if a full disk or a killed program left half a record, so that the
/// next record is whole.
fn end_line(file: &mut File) -> io::Result<()> {
    let mut last = [b'\n'];
    if file.seek(SeekFrom::End(0))? > 0 {
        file.seek(SeekFrom::End(-1))?;
        file.read_exact(&mut last)?;
    }
    if last == [b'\n'] { Ok(()) } else { file.write_all(b"\n") }
}

impl Book {
    /// Opens the file, or begins it: before a game is played that could not be kept.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        if path.exists() && !path.is_file() {
            return Err(Failure::Usage(format!(
                "`{}` is no file; --record takes a file, which need not be there yet",
                path.display()
            )));
        }
        if let Some(folder) =
            path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir())
        {
            return Err(Failure::Usage(format!(
                "there is no folder `{}` for --record; make it, or name a file in one that is \
                 there",
                folder.display()
            )));
        }
        let file = OpenOptions::new().create(true).read(true).append(true).open(path);
        let mut file = file.map_err(|error| Failure::unwritable(path, &error))?;
        end_line(&mut file).map_err(|error| Failure::unwritable(path, &error))?;
        Ok(Book { path: path.to_path_buf(), file, trouble: None })
    }

    /// Appends a game in a single write, so that concurrent readers and writers see whole lines.
    pub fn add(&mut self, record: &Record) {
        if self.trouble.is_none() {
            self.trouble = self.file.write_all((record.line() + "\n").as_bytes()).err();
        }
    }

    /// Says whether all games were kept.
    pub fn close(self) -> Result<(), Failure> {
        match self.trouble.or_else(|| self.file.sync_all().err()) {
            Some(error) => Err(Failure::unwritable(&self.path, &error)),
            None => Ok(()),
        }
    }
}

//! Stored games, which continue after a restart: one file per game, created by renaming. The files
//! contain hidden information, so only their owner can read them.

use serde::{Deserialize, Serialize};
use sortilege_lab::record::Record;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A stored game: everything that is needed to continue it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// Record of the game so far.
    pub record: Record,
    /// Requested occupants of the seats.
    pub asked: Vec<String>,
    /// Tokens of human seats.
    pub tokens: Vec<Option<String>>,
    /// Token of the spectator.
    pub watcher: Option<String>,
    /// Whether a human has revealed the hidden information.
    pub peeked: bool,
}

/// Folder of stored games, or none.
#[derive(Debug)]
pub struct SessionStore {
    folder: Option<PathBuf>,
}

/// Size limit of a file; larger files are not read.
const LARGEST: u64 = 64 << 20;

impl SessionStore {
    /// Creates a store in `folder`. The folder is created with the first game.
    pub fn new(folder: Option<PathBuf>) -> Self {
        SessionStore { folder }
    }

    /// Locks the folder for this process until the file is dropped. Two servers that write the same
    /// games would overwrite each other's changes.
    pub fn lock(&self) -> io::Result<Option<File>> {
        self.folder.as_deref().map(lock).transpose()
    }

    /// Whether games are stored.
    pub fn is_on(&self) -> bool {
        self.folder.is_some()
    }

    /// Reads the game of an id, if the file exists and is complete. The caller has checked the id.
    pub fn read(&self, id: &str) -> Option<Kept> {
        let path = self.path(id)?;
        let small = fs::metadata(&path).is_ok_and(|about| about.len() <= LARGEST);
        let text = small.then(|| fs::read_to_string(&path).ok()).flatten()?;
        serde_json::from_str(&text).ok()
    }

    /// Stores a game. A full disk only means that the game is lost at the next restart; the error
    /// is printed once on standard error.
    pub fn write(&self, id: &str, kept: &Kept) {
        let Some(path) = self.path(id) else { return };
        let text = serde_json::to_string(kept).expect("names of moves and numbers can be written");
        if let Err(error) = replace(&path, text.as_bytes()) {
            static SAID: std::sync::Once = std::sync::Once::new();
            SAID.call_once(|| {
                eprintln!(
                    "sortilege: games are not kept: {} cannot be written: {error}",
                    path.display()
                )
            });
        }
    }

    fn path(&self, id: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{id}.json")))
    }
}

fn lock(folder: &Path) -> io::Result<File> {
    fs::create_dir_all(folder)?;
    let file =
        File::options().create(true).truncate(false).write(true).open(folder.join("lock"))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(io::Error::new(
            io::ErrorKind::AlreadyExists,
            format!(
                "another server keeps its games in `{}`; name another folder with --games",
                folder.display()
            ),
        )),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Writes a temporary file and renames it, so that the file is always complete.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    fs::create_dir_all(path.parent().expect("games lie in a folder"))?;
    let beside = path.with_extension("new");
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(&beside)?.write_all(bytes)?;
    fs::rename(&beside, path)
}

//! Games on disk, so that they go on after a restart: one file a game, which comes into being by
//! renaming. They tell what is hidden, and nobody but their owner can read them.

use serde::{Deserialize, Serialize};
use sortilege_lab::record::Record;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A game with all that is needed to go on with it.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Kept {
    /// The game so far.
    pub record: Record,
    /// Who was asked to sit where.
    pub asked: Vec<String>,
    /// The tokens of human seats.
    pub tokens: Vec<Option<String>>,
    /// The token of whoever watches.
    pub watcher: Option<String>,
    /// Whether a human has looked at what was hidden from them.
    pub peeked: bool,
}

/// A folder of games, or none.
#[derive(Debug)]
pub struct SessionStore {
    folder: Option<PathBuf>,
}

/// Larger files are not read.
const LARGEST: u64 = 64 << 20;

impl SessionStore {
    /// Games in a folder, which is made with the first of them.
    pub fn new(folder: Option<PathBuf>) -> Self {
        SessionStore { folder }
    }

    /// Locks the folder for this process until the file is dropped. Two servers that wrote the same
    /// games would each undo what the other wrote.
    pub fn lock(&self) -> io::Result<Option<File>> {
        self.folder.as_deref().map(lock).transpose()
    }

    /// Whether games are kept.
    pub fn is_on(&self) -> bool {
        self.folder.is_some()
    }

    /// The game of an id that was checked, if it is there and whole.
    pub fn read(&self, id: &str) -> Option<Kept> {
        let path = self.path(id)?;
        let small = fs::metadata(&path).is_ok_and(|about| about.len() <= LARGEST);
        let text = small.then(|| fs::read_to_string(&path).ok()).flatten()?;
        serde_json::from_str(&text).ok()
    }

    /// Keeps a game. A disk that is full costs the game its future and nothing else, which is said
    /// once on standard error.
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

/// Writes beside a file and then takes its place, so that what is there is whole.
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

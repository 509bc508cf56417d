//! File and folder operations; no other module accesses the disk. Before a file is opened its type
//! is checked, so that the program never waits for a pipe. A file is written either completely or
//! not at all. Tests can make any operation fail ([`fault`]).

use crate::Error;
use sortilege_catalogue::files::open;
use std::collections::hash_map::RandomState;
use std::fs::{self, File, FileType};
use std::hash::{BuildHasher, Hasher};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg_attr(test, path = "disk/fault.rs")]
#[cfg_attr(not(test), path = "disk/real.rs")]
pub(crate) mod fault;
mod operation;

use operation::DiskOperation;

/// Suffix of a file name while the file is being written.
const UNFINISHED: &str = ".unfinished";

/// Durability of a written file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Durability {
    /// The contents are synced to the disk before the file gets its name.
    Synced,
    /// The file may be lost or empty if the machine crashes.
    Passing,
}

/// What a path refers to.
enum PathKind {
    Nothing,
    /// A file, with its size in bytes.
    File(u64),
    /// Something other than a file, with a description.
    Other(&'static str),
}

/// Returns what a path refers to, without opening it: opening a pipe would block.
fn look(path: &Path) -> io::Result<PathKind> {
    match fault::step(DiskOperation::Look, path).and_then(|()| fs::metadata(path)) {
        Ok(about) if about.is_file() => Ok(PathKind::File(about.len())),
        Ok(about) => Ok(PathKind::Other(kind(about.file_type()))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(PathKind::Nothing),
        Err(error) => Err(error),
    }
}

/// Returns whether the file exists. Anything at this path that is not a file is refused.
pub(crate) fn is_file(path: &Path) -> Result<bool, Error> {
    Ok(size(path)?.is_some())
}

/// Size of a file, if it exists. Anything at this path that is not a file is refused.
fn size(path: &Path) -> Result<Option<u64>, Error> {
    match look(path).map_err(|error| io_error(path, "read", &error))? {
        PathKind::Nothing => Ok(None),
        PathKind::File(bytes) => Ok(Some(bytes)),
        PathKind::Other(kind) => Err(Error::Refused(format!(
            "`{}` is {kind}, where a file is wanted; move it elsewhere",
            path.display()
        ))),
    }
}

#[cfg(unix)]
fn kind(found: FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match found {
        _ if found.is_dir() => "a folder",
        _ if found.is_fifo() => "a pipe",
        _ if found.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn kind(found: FileType) -> &'static str {
    if found.is_dir() { "a folder" } else { "no file" }
}

/// Maximum size of a file in a run folder, in bytes.
const MOST: u64 = 256 << 20;

/// Contents of a file; `None` if there is no such file. A file that is too large is refused before
/// it is read: a sparse file of any size takes only a few bytes in an archive.
pub(crate) fn contents(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match size(path)? {
        None => return Ok(None),
        Some(bytes) if bytes > MOST => {
            let (path, most) = (path.display(), MOST >> 20);
            return Err(Error::Refused(format!(
                "`{path}` has more than {most} MiB; move it elsewhere"
            )));
        }
        Some(_) => {}
    }
    match fault::step(DiskOperation::Read, path).and_then(|()| read(path, MOST)) {
        Ok(bytes) => Ok(Some(bytes)),
        // Another process removed the file after the check.
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_error(path, "read", &error)),
    }
}

/// Text of a file that the user named, of at most `most` bytes. A missing file is bad input.
pub(crate) fn text(path: &Path, most: u64) -> Result<String, Error> {
    let refused = |why: String| Error::Refused(format!("`{}` {why}", path.display()));
    match look(path).map_err(|error| refused(format!("cannot be read: {error}")))? {
        PathKind::File(bytes) if bytes > most => {
            let (mib, most) = (bytes.div_ceil(1 << 20), most >> 20);
            return Err(refused(format!(
                "has {mib} MiB, and a file of its kind has {most} MiB at most"
            )));
        }
        PathKind::File(_) => {}
        PathKind::Nothing => {
            return Err(refused("cannot be read: there is no such file".to_string()));
        }
        PathKind::Other(kind) => {
            return Err(refused(format!("cannot be read: it is {kind}, and no file")));
        }
    }
    let read = fault::step(DiskOperation::Read, path).and_then(|()| read(path, most));
    let text = read.and_then(|bytes| {
        String::from_utf8(bytes)
            .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is not text in UTF-8"))
    });
    text.map_err(|error| refused(format!("cannot be read: {error}")))
}

/// Reads at most `most` bytes, without waiting for data: the size of a file such as `/proc/kmsg` is
/// unknown, and its data may never come.
fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = vec![];
    open(path)?.take(most + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > most {
        true => Err(io::Error::new(ErrorKind::FileTooLarge, "it is too large")),
        false => Ok(bytes),
    }
}

/// Writes a file atomically: either the whole file appears under its name, or nothing does.
pub(crate) fn write(path: &Path, contents: &[u8], care: Durability) -> Result<(), Error> {
    /// Number of attempts. One attempt can fail because another machine that starts work on the
    /// same folder removes the draft as a leftover; each machine does that once.
    const ATTEMPTS: u32 = 10;
    let mut written = Ok(());
    for _ in 0..ATTEMPTS {
        written = write_once(path, contents, care);
        if !written.as_ref().is_err_and(|error| error.kind() == ErrorKind::NotFound) {
            break;
        }
    }
    written.map_err(|error| io_error(path, "written", &error))
}

fn write_once(path: &Path, contents: &[u8], care: Durability) -> io::Result<()> {
    let (draft, mut file) = create_draft(path)?;
    let written = fault::write(&mut file, contents, &draft).and_then(|()| {
        if care == Durability::Synced {
            fault::sync(&file, &draft)?;
        }
        fault::step(DiskOperation::Rename, path)?;
        fs::rename(&draft, path)
    });
    if written.is_err() {
        // The first error is the one to report, so an error here is ignored.
        let _ = fault::step(DiskOperation::Remove, &draft).and_then(|()| fs::remove_file(&draft));
    }
    written
}

/// Creates a draft beside the final file. Machines that share a folder may have processes with
/// equal numbers, so the draft name is random, and an existing name is never reused.
fn create_draft(path: &Path) -> io::Result<(PathBuf, File)> {
    static WRITER: OnceLock<u64> = OnceLock::new();
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let writer = WRITER.get_or_init(|| RandomState::new().build_hasher().finish());
    let name = path.file_name().expect("a file has a name").to_string_lossy();
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let draft = path.with_file_name(format!(".{name}.{writer:016x}-{count:x}{UNFINISHED}"));
        fault::step(DiskOperation::Create, &draft)?;
        match File::options().write(true).create_new(true).open(&draft) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            file => return Ok((draft, file?)),
        }
    }
}

/// Name of the file that an interrupted writer was writing, if `name` is the name of such a
/// leftover.
pub(crate) fn draft_of(name: &str) -> Option<&str> {
    let (file, writer) = name.strip_prefix('.')?.strip_suffix(UNFINISHED)?.rsplit_once('.')?;
    let drawn =
        !writer.is_empty() && writer.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    drawn.then_some(file)
}

/// Removes the leftovers of interrupted writers for the file names that `ours` accepts, and nothing
/// else.
pub(crate) fn tidy(folder: &Path, ours: impl Fn(&str) -> bool) -> Result<(), Error> {
    for path in list(folder)? {
        if draft_of(&name(&path)).is_some_and(&ours) && is_file(&path)? {
            remove(&path)?;
        }
    }
    Ok(())
}

/// Removes a file; a missing file is not an error.
pub(crate) fn remove(path: &Path) -> Result<(), Error> {
    match fault::step(DiskOperation::Remove, path).and_then(|()| fs::remove_file(path)) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(io_error(path, "removed", &error)),
        _ => Ok(()),
    }
}

/// Moves a file to another folder of the same disk.
pub(crate) fn rename(from: &Path, to: &Path) -> Result<(), Error> {
    let moved = fault::step(DiskOperation::Rename, from).and_then(|()| fs::rename(from, to));
    moved.map_err(|error| io_error(from, "moved", &error))
}

/// Removes a folder if it is empty.
pub(crate) fn remove_folder(folder: &Path) {
    // A folder with other files in it must stay, and an empty folder does no harm.
    let _ = fault::step(DiskOperation::Remove, folder).and_then(|()| fs::remove_dir(folder));
}

/// Refuses a path that refers to a file.
pub(crate) fn may_be_folder(path: &Path) -> Result<(), Error> {
    match look(path) {
        Ok(PathKind::File(_)) => Err(Error::Refused(format!(
            "`{}` is a file; name a folder, or a new one",
            path.display()
        ))),
        _ => Ok(()),
    }
}

/// Creates a folder and its parents.
pub(crate) fn make_folder(folder: &Path) -> Result<(), Error> {
    let made = fault::step(DiskOperation::Make, folder).and_then(|()| fs::create_dir_all(folder));
    made.map_err(|error| io_error(folder, "made", &error))
}

/// Syncs the names in a folder to the disk.
pub(crate) fn sync_folder(folder: &Path) {
    // Not every system supports this. Where it fails there is no better way, so an error is
    // ignored.
    let _ = File::open(folder).and_then(|names| fault::sync(&names, folder));
}

/// Opens a file for locking; creates it if it does not exist.
pub(crate) fn open_lock(path: &Path) -> Result<File, Error> {
    is_file(path)?;
    let open = || File::options().read(true).write(true).create(true).truncate(false).open(path);
    fault::step(DiskOperation::Create, path)
        .and_then(|()| open())
        .map_err(|error| io_error(path, "opened", &error))
}

/// Sorted entries of a folder; an empty list if there is no such folder.
pub(crate) fn list(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = match fault::step(DiskOperation::List, folder).and_then(|()| fs::read_dir(folder))
    {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(vec![]),
        entries => entries.map_err(|error| io_error(folder, "read", &error))?,
    };
    let paths =
        entries.map(|entry| Ok(entry.map_err(|error| io_error(folder, "read", &error))?.path()));
    let mut paths: Vec<PathBuf> = paths.collect::<Result<_, Error>>()?;
    paths.sort();
    Ok(paths)
}

/// BLAKE3 hash of bytes, in hexadecimal digits.
pub(crate) fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Last component of a path.
pub(crate) fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Description of what is at the path, if it exists and is not a folder.
fn no_folder(path: &Path) -> Option<&'static str> {
    let about = fs::metadata(path).ok()?;
    (!about.is_dir()).then(|| if about.is_file() { "a file" } else { kind(about.file_type()) })
}

/// Error for a file that could not be used, as a sentence.
pub(crate) fn io_error(path: &Path, what: &str, error: &io::Error) -> Error {
    if error.kind() == ErrorKind::NotADirectory
        && let Some((place, kind)) =
            path.ancestors().find_map(|place| Some((place, no_folder(place)?)))
    {
        return Error::Refused(format!(
            "`{}` is {kind}, where a folder is wanted",
            place.display()
        ));
    }
    Error::Failed(format!("`{}` cannot be {what}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file such as `/proc/kmsg` has size 0 and may never have data.
    #[cfg(target_os = "linux")]
    #[test]
    fn reading_is_bounded_and_waits_for_no_data() {
        let folder = std::env::temp_dir().join(format!("sortilege-waits-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let (file, pipe) = (folder.join("file"), folder.join("pipe"));
        fs::write(&file, "abc").unwrap();
        let kind = |found: io::Result<Vec<u8>>| found.unwrap_err().kind();
        assert_eq!(read(&file, 3).unwrap(), b"abc");
        assert_eq!(kind(read(&file, 2)), ErrorKind::FileTooLarge);
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let _both_ends = File::options().read(true).write(true).open(&pipe).unwrap();
        assert_eq!(kind(read(&pipe, 3)), ErrorKind::WouldBlock);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn leftovers_are_known_by_their_names() {
        assert_eq!(draft_of(".000002.jsonl.77.unfinished"), Some("000002.jsonl"));
        assert_eq!(draft_of(".manifest.json.00ab34-1f.unfinished"), Some("manifest.json"));
        for name in [
            "thesis.unfinished",
            ".unfinished",
            ".a.unfinished",
            ".a.x.unfinished",
            ".a..unfinished",
        ] {
            assert_eq!(draft_of(name), None, "{name}");
        }
    }

    #[test]
    fn what_is_no_folder_is_named() {
        let folder =
            std::env::temp_dir().join(format!("sortilege-no-folder-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("thesis");
        fs::write(&file, "y").unwrap();
        for error in [list(&file).unwrap_err(), contents(&file.join("manifest.json")).unwrap_err()]
        {
            let Error::Refused(refusal) = error else { panic!("{error}") };
            assert_eq!(
                refusal,
                format!("`{}` is a file, where a folder is wanted", file.display())
            );
        }
        fs::remove_dir_all(&folder).unwrap();
    }
}

//! Files that settings name, such as rulesheets: one rule decides which of them may be opened.
//!
//! A setting of [`Kind::File`](crate::setting::Kind::File) names contents that are built in, or a
//! file. [`Catalogue::open`](crate::Catalogue::open) reads the files of a spec before any game sees
//! them, and nothing else opens files for settings. [`Files`] says which may be read:
//!
//! | rule | files that may be read | used for |
//! |---|---|---|
//! | [`Files::none`] | those that the program holds in memory | requests to a server, plans, run folders |
//! | [`Files::below`] | the same, and relative paths inside a folder, without symbolic links | experiments, records |
//! | [`Files::any`] | any regular file | what a user types, and `--allow-files` |

use crate::Error;
use crate::setting::Settings;
use std::collections::BTreeMap;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// The most bytes that a file named by a setting may have.
pub const LARGEST: u64 = 8 << 20;

/// The contents of files, by the names under which settings mention them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Contents(Arc<BTreeMap<String, Arc<[u8]>>>);

impl Contents {
    /// The contents of the file that settings name `name`.
    pub fn get(&self, name: &str) -> Option<&[u8]> {
        self.0.get(name).map(|bytes| &**bytes)
    }

    /// Names and contents, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().map(|(name, bytes)| (&**name, &**bytes))
    }

    /// Whether there are no files.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<N: Into<String>, B: Into<Arc<[u8]>>> FromIterator<(N, B)> for Contents {
    fn from_iter<T: IntoIterator<Item = (N, B)>>(files: T) -> Self {
        Contents(Arc::new(
            files.into_iter().map(|(name, bytes)| (name.into(), bytes.into())).collect(),
        ))
    }
}

/// Which files settings may name.
#[derive(Clone, Debug, Default)]
pub struct Files {
    held: Contents,
    rule: AccessRule,
}

#[derive(Clone, Debug, Default)]
enum AccessRule {
    #[default]
    None,
    Below(PathBuf),
    Any(Vec<PathBuf>),
}

impl Files {
    /// No file is opened.
    pub fn none() -> Self {
        Files::default()
    }

    /// Relative paths inside `folder`, without `..` and symbolic links.
    pub fn below(folder: impl Into<PathBuf>) -> Self {
        Files { rule: AccessRule::Below(folder.into()), ..Files::default() }
    }

    /// What the file `path` may name: relative paths inside its own folder or, with `any`, any
    /// regular file.
    pub fn beside(path: &Path, any: bool) -> Self {
        let folder = path.parent().unwrap_or(Path::new(""));
        if any { Files::any_from(folder) } else { Files::below(folder) }
    }

    /// Any regular file; relative paths begin at the working directory.
    pub fn any() -> Self {
        Files { rule: AccessRule::Any(vec![]), ..Files::default() }
    }

    /// Any regular file; relative paths begin at `folder` if the file is there, and otherwise at
    /// the working directory.
    pub fn any_from(folder: impl Into<PathBuf>) -> Self {
        Files { rule: AccessRule::Any(vec![folder.into()]), ..Files::default() }
    }

    /// The same rule; files in `held` are taken from memory.
    pub fn holding(self, held: Contents) -> Self {
        Files { held, ..self }
    }

    /// The names of the files in memory.
    pub fn held(&self) -> impl Iterator<Item = &str> {
        self.held.iter().map(|(name, _)| name)
    }

    /// The contents of all files that settings name.
    pub(crate) fn contents(&self, settings: &Settings) -> Result<Contents, Error> {
        let read = |(setting, built_in, name): (&str, &[&str], &str)| {
            let contents = self.read(name, built_in);
            let owner = settings.schema().name;
            let bytes = contents
                .map_err(|why| Error::Refused(format!("`{setting}` of `{owner}`: {why}")))?;
            Ok((name.to_string(), bytes))
        };
        settings.files().into_iter().map(read).collect()
    }

    /// The contents of one file.
    pub fn file(&self, name: &str) -> Result<Arc<[u8]>, String> {
        self.read(name, &[])
    }

    /// Reads one file. The error for a file that may not be opened does not depend on the disk.
    fn read(&self, name: &str, built_in: &[&str]) -> Result<Arc<[u8]>, String> {
        if let Some(bytes) = self.held.0.get(name) {
            return Ok(bytes.clone());
        }
        match &self.rule {
            AccessRule::None => {
                let known: Vec<&str> = built_in.iter().copied().chain(self.held()).collect();
                Err(format!("`{name}` is not available here; choose one of {}", known.join(", ")))
            }
            AccessRule::Below(folder) => below(folder, name),
            AccessRule::Any(folders) => {
                let path =
                    folders.iter().map(|folder| folder.join(name)).find(|path| path.exists());
                let path = path.unwrap_or_else(|| PathBuf::from(name));
                let about = fs::metadata(&path)
                    .map_err(|error| format!("`{name}` cannot be read: {error}"))?;
                regular(&path, name, &about)
            }
        }
    }
}

/// Reads a relative path inside a folder. Every part of the path is checked before the file is
/// opened.
fn below(folder: &Path, name: &str) -> Result<Arc<[u8]>, String> {
    let outside = || {
        format!(
            "`{name}` may not be opened: a file names others by relative paths inside its own \
             folder, without `..`; `--allow-files` permits any file"
        )
    };
    let parts: Vec<Component> = Path::new(name).components().collect();
    if parts.is_empty()
        || !parts.iter().all(|part| matches!(part, Component::Normal(_) | Component::CurDir))
    {
        return Err(outside());
    }
    let mut path = match folder.as_os_str().is_empty() {
        true => PathBuf::from("."),
        false => folder.to_path_buf(),
    };
    let mut about = None;
    for part in parts {
        path.push(part);
        let found = fs::symlink_metadata(&path)
            .map_err(|error| format!("`{name}` cannot be read: {error}"))?;
        if found.file_type().is_symlink() {
            return Err(format!(
                "`{name}` may not be opened: it leads through a symbolic link; `--allow-files` \
                 permits any file"
            ));
        }
        about = Some(found);
    }
    regular(&path, name, &about.expect("the path has parts"))
}

/// Reads a file whose metadata is known: opening a pipe would wait for its writer.
fn regular(path: &Path, name: &str, about: &Metadata) -> Result<Arc<[u8]>, String> {
    let too_large = || format!("`{name}` has more than {} MiB, which is the limit", LARGEST >> 20);
    if !about.is_file() {
        return Err(format!("`{name}` is not a regular file"));
    }
    if about.len() > LARGEST {
        return Err(too_large());
    }
    let mut bytes = vec![];
    let read = open(path).and_then(|file| file.take(LARGEST + 1).read_to_end(&mut bytes));
    read.map_err(|error| format!("`{name}` cannot be read: {error}"))?;
    if bytes.len() as u64 > LARGEST { Err(too_large()) } else { Ok(bytes.into()) }
}

/// Opens a file for reading. Neither opening it nor reading from it waits for data, as with a pipe
/// or `/proc/kmsg`; a read without data fails. Regular files on a disk always have theirs.
pub fn open(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.read(true);
    #[cfg(all(
        target_os = "linux",
        any(target_arch = "x86_64", target_arch = "aarch64", target_arch = "riscv64")
    ))]
    {
        /// `O_NONBLOCK` of these systems.
        const NONBLOCKING: i32 = 0o4000;
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, NONBLOCKING);
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setting::{Schema, Setting};

    static SHEET: Setting<String> = Setting::file("file", &["chess"], "chess", "the rulesheet");
    static GAME: Schema = Schema { name: "game", help: "a game", fields: &[SHEET.field()] };

    fn read(files: &Files, name: &str) -> Result<Contents, String> {
        let settings = GAME.read(&format!("game:file={name}").parse().unwrap()).unwrap();
        files.contents(&settings).map_err(|error| error.to_string())
    }

    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let folder =
                std::env::temp_dir().join(format!("sortilege-files-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            fs::create_dir_all(folder.join("inner")).unwrap();
            fs::write(folder.join("secret"), "outside").unwrap();
            fs::write(folder.join("inner/sheet"), "inside").unwrap();
            Folder(folder)
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_built_in_needs_no_file() {
        assert!(read(&Files::none(), "chess").unwrap().is_empty());
    }

    #[test]
    fn without_permission_a_file_that_exists_reads_like_one_that_does_not() {
        let folder = Folder::new("none");
        let held = Contents::from_iter([("mine.kif", *b"held")]);
        let files = Files::none().holding(held);
        let [there, missing] =
            ["secret", "nothing"].map(|name| folder.0.join(name).display().to_string());
        let refusal = |name: &str| read(&files, name).unwrap_err().replace(name, "NAME");
        assert_eq!(refusal(&there), refusal(&missing));
        assert!(refusal(&there).ends_with("choose one of chess, mine.kif"), "{}", refusal(&there));
        assert_eq!(read(&files, "mine.kif").unwrap().get("mine.kif"), Some(&b"held"[..]));
    }

    #[test]
    fn a_folder_is_not_left() {
        let folder = Folder::new("below");
        let files = Files::below(folder.0.join("inner"));
        assert_eq!(read(&files, "sheet").unwrap().get("sheet"), Some(&b"inside"[..]));
        assert_eq!(read(&files, "./sheet").unwrap().get("./sheet"), Some(&b"inside"[..]));
        let secret = folder.0.join("secret").display().to_string();
        for name in ["../secret", "../nothing", &secret, "/dev/null", "x/../../secret"] {
            let why = read(&files, name).unwrap_err();
            assert!(why.contains("relative paths inside its own folder"), "{why}");
        }
        assert!(read(&files, ".").unwrap_err().contains("not a regular file"));
        assert!(read(&files, "nothing").unwrap_err().contains("cannot be read"));
    }

    #[cfg(unix)]
    #[test]
    fn links_and_pipes_are_refused_before_they_are_opened() {
        let folder = Folder::new("links");
        let inner = folder.0.join("inner");
        std::os::unix::fs::symlink(folder.0.join("secret"), inner.join("link")).unwrap();
        std::os::unix::fs::symlink(&folder.0, inner.join("up")).unwrap();
        let made = std::process::Command::new("mkfifo").arg(inner.join("pipe")).status();
        assert!(made.is_ok_and(|status| status.success()));
        let files = Files::below(&inner);
        for name in ["link", "up/secret"] {
            assert!(read(&files, name).unwrap_err().contains("symbolic link"));
        }
        assert!(read(&files, "pipe").unwrap_err().contains("not a regular file"));
        let any = Files::any_from(&inner);
        assert_eq!(read(&any, "link").unwrap().get("link"), Some(&b"outside"[..]));
        assert!(read(&any, "pipe").unwrap_err().contains("not a regular file"));
    }

    /// A file can become a pipe after its inspection.
    #[cfg(target_os = "linux")]
    #[test]
    fn opening_waits_for_no_data() {
        let folder = Folder::new("waits");
        let pipe = folder.0.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.is_ok_and(|status| status.success()));
        let mut reader = open(&pipe).unwrap();
        let _writer = File::options().write(true).open(&pipe).unwrap();
        let waits = reader.read(&mut [0]).unwrap_err();
        assert_eq!(waits.kind(), io::ErrorKind::WouldBlock);
    }

    #[test]
    fn large_files_are_refused() {
        let folder = Folder::new("large");
        let file = File::create(folder.0.join("holes")).unwrap();
        file.set_len(LARGEST + 1).unwrap();
        for files in [Files::below(&folder.0), Files::any_from(&folder.0)] {
            assert!(read(&files, "holes").unwrap_err().contains("has more than 8 MiB"));
        }
    }
}

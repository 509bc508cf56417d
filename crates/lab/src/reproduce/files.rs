//! Location of the files of a paper: in a folder, or embedded in the program.

use super::exact::ExactCheck;
use crate::experiment::source::LARGEST;
use crate::{Error, disk};
use std::path::{Path, PathBuf};

/// Paper that is embedded in a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried {
    /// Name of its folder, such as `is`.
    pub folder: &'static str,
    /// Names and contents of its files.
    pub files: &'static [(&'static str, &'static str)],
}

/// Papers that a program can use without a folder, and the functions that targets may name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Papers {
    /// Embedded papers.
    pub carried: &'static [Carried],
    /// Functions that check claims.
    pub exact: &'static [ExactCheck],
}

/// Location of the files of a paper.
#[derive(Clone, Copy)]
pub(super) enum Files<'a> {
    Folder(&'a Path),
    Carried(&'a Carried),
}

impl Files<'_> {
    /// Path of a file in error messages.
    pub(super) fn path(self, name: &str) -> PathBuf {
        match self {
            Files::Folder(folder) => folder.join(name),
            Files::Carried(paper) => Path::new(paper.folder).join(name),
        }
    }

    /// Contents of a file.
    pub(super) fn read(self, name: &str) -> Result<String, Error> {
        match self {
            Files::Folder(folder) => disk::text(&folder.join(name), LARGEST),
            Files::Carried(paper) => {
                let file = paper.files.iter().find(|(other, _)| *other == name);
                file.map(|(_, text)| text.to_string()).ok_or_else(|| {
                    let path = self.path(name);
                    Error::Refused(format!(
                        "`{}` is not among the files of the program",
                        path.display()
                    ))
                })
            }
        }
    }
}

//! Where the files of a paper are: in a folder, or in the program itself, which then needs no
//! folder.

use super::exact::ExactCheck;
use crate::experiment::source::LARGEST;
use crate::{Error, disk};
use std::path::{Path, PathBuf};

/// A paper that a program carries with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Carried {
    /// What its folder is called, such as `is`.
    pub folder: &'static str,
    /// Its files: names and contents.
    pub files: &'static [(&'static str, &'static str)],
}

/// The papers that a program knows without being told of a folder, and the functions that targets
/// may name.
#[derive(Clone, Copy, Debug, Default)]
pub struct Papers {
    /// Papers within the program.
    pub carried: &'static [Carried],
    /// Functions that claims are put to.
    pub exact: &'static [ExactCheck],
}

/// Where the files of a paper are.
#[derive(Clone, Copy)]
pub(super) enum Files<'a> {
    Folder(&'a Path),
    Carried(&'a Carried),
}

impl Files<'_> {
    /// What a file is called in complaints.
    pub(super) fn path(self, name: &str) -> PathBuf {
        match self {
            Files::Folder(folder) => folder.join(name),
            Files::Carried(paper) => Path::new(paper.folder).join(name),
        }
    }

    /// What is in a file.
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

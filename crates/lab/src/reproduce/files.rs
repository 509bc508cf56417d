//! What a caller provides: the files of papers, in a folder or embedded in the program, and the
//! functions that targets may name. These check claims that need no statistics, and return whether
//! the claim is true; the lab has no such functions.

use super::scale::Scale;
use crate::experiment::source::LARGEST;
use crate::report::{Curves, Verdict};
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

/// Function with the name that targets use for it.
#[derive(Clone, Copy, Debug)]
pub struct ExactCheck {
    /// Name in files.
    pub name: &'static str,
    run: fn() -> Answer,
    tour: fn() -> Answer,
}

impl ExactCheck {
    /// Check with a function that returns quickly.
    pub const fn new(name: &'static str, run: fn() -> Answer) -> Self {
        ExactCheck { name, run, tour: run }
    }

    /// Sets a function that does less work, for [`Scale::Tour`].
    pub const fn on_tour(self, tour: fn() -> Answer) -> Self {
        ExactCheck { tour, ..self }
    }

    /// Runs the function.
    pub fn answer(&self, scale: Scale) -> Answer {
        if scale == Scale::Tour { (self.tour)() } else { (self.run)() }
    }
}

/// Answer of an exact check.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// Result in a sentence.
    pub found: String,
    /// Whether the result agrees with the claim.
    pub verdict: Verdict,
    /// Charts of the result.
    pub charts: Vec<Curves>,
}

impl Answer {
    /// Answer with a result, and whether it agrees with the claim.
    pub fn new(found: impl Into<String>, right: bool) -> Self {
        let verdict = if right { Verdict::Holds } else { Verdict::Fails };
        Answer { found: found.into(), verdict, charts: vec![] }
    }
}

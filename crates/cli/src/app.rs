//! The application: games, players and papers of the program that uses this command line.

use crate::Failure;
use sortilege_catalogue::{Catalogue, Files, Spec, Table};
use sortilege_lab::reproduce::{Paper, Papers};
use std::path::{Path, PathBuf};

/// The games, players and papers of a program.
pub struct App {
    /// Games and players. Settings name no files unless a verb permits it.
    pub catalogue: Catalogue,
    /// Papers built into the program, and their claims that need no statistics.
    pub papers: Papers,
}

impl App {
    /// Returns the catalogue for typed input, which may name any file.
    pub fn typed(&self) -> Catalogue {
        self.catalogue.with_files(Files::any())
    }

    /// Opens the game that a user typed, in `position` if given. Writes the notes of the game to
    /// standard error.
    pub fn open(&self, game: &str, position: Option<&str>) -> Result<Box<dyn Table>, Failure> {
        let mut table = self.typed().open(&game.parse::<Spec>()?)?;
        if let Some(position) = position {
            table.set_position(position)?;
        }
        for note in table.notes() {
            eprintln!("{}: {note}", table.spec());
        }
        Ok(table)
    }

    /// Reads the papers of a folder. Without one, reads the nearest folder with papers, so that
    /// authors see their changes, and otherwise the papers built into the program.
    pub fn read_papers(&self, folder: Option<&Path>) -> Result<Vec<Paper>, Failure> {
        let folder = folder.map(Path::to_path_buf).or_else(nearest_papers);
        let Papers { carried, exact } = self.papers;
        match folder {
            Some(folder) => Ok(Paper::read_all(&folder, &self.catalogue, exact)?),
            None if carried.is_empty() => Err(Failure::Usage(
                "this program has no built-in papers; name a folder of papers with --papers DIR"
                    .to_string(),
            )),
            None => Ok(Paper::carried(carried, &self.catalogue, exact)?),
        }
    }
}

/// Returns the folder named `papers` here, or in the nearest folder above, that contains papers. A
/// folder with only the name, such as a crate, is skipped.
fn nearest_papers() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join("papers")).find(|folder| Paper::are_in(folder))
}

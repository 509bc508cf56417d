//! What a program has that calls this command line.

use crate::Failure;
use sortilege_catalogue::{Catalogue, Files, Spec, Table};
use sortilege_lab::reproduce::{Paper, Papers};
use std::path::{Path, PathBuf};

/// What is there to play with.
pub struct App {
    /// Games and players. Settings name no files unless a verb permits it.
    pub catalogue: Catalogue,
    /// Papers that the program carries with it, and their claims that need no statistics.
    pub papers: Papers,
}

impl App {
    /// The catalogue for what a person types, who may name any file.
    pub fn typed(&self) -> Catalogue {
        self.catalogue.with_files(Files::any())
    }

    /// A table with the game that a person typed, in the position if one is given. Writes the notes
    /// of the game to standard error.
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

    /// The papers of a folder; unless one is given, of the nearest that has some, so that who works
    /// on them sees what was written, and without any those of the program.
    pub fn read_papers(&self, folder: Option<&Path>) -> Result<Vec<Paper>, Failure> {
        let folder = folder.map(Path::to_path_buf).or_else(nearest_papers);
        let Papers { carried, exact } = self.papers;
        match folder {
            Some(folder) => Ok(Paper::read_all(&folder, &self.catalogue, exact)?),
            None if carried.is_empty() => Err(Failure::Usage(
                "this program has no papers of its own; say where there are some with --papers DIR"
                    .to_string(),
            )),
            None => Ok(Paper::carried(carried, &self.catalogue, exact)?),
        }
    }
}

/// The folder named `papers` here, or in the nearest folder above, that has papers in it. What only
/// has the name, such as a crate, is passed over.
fn nearest_papers() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join("papers")).find(|folder| Paper::are_in(folder))
}

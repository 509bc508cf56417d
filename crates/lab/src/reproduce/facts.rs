//! Facts about a paper besides its claims: authors, contribution, and which parts of it are
//! available here.
//!
//! ```toml
//! [facts]
//! authors = ["M. Lanctot", "A. Saffidine"]
//! year = 2013
//! published = "International Joint Conference on Artificial Intelligence"
//! brought = "Expectimax, Star1 and Star2 that look at a sample of what chance may do."
//! players = ["star1-ss", "star2-ss"]   # of the catalogue
//! games = ["pig", "ra"]                # likewise
//! untried = "What was never run at the paper's own size."
//! ```

use super::keys::{text, texts};
use crate::experiment::source::{Item, Keys};
use crate::{Catalogue, Error};

/// Facts about a paper besides its claims.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Authors.
    pub authors: Vec<String>,
    /// Year of publication.
    pub year: u64,
    /// Journal or conference.
    pub published: String,
    /// Contribution of the paper, in our words.
    pub brought: String,
    /// Players of the catalogue that come from the paper.
    pub players: Vec<String>,
    /// Games of the paper.
    pub games: Vec<String>,
    /// Parts that have not been run, or cannot be run.
    pub untried: String,
}

impl Facts {
    pub(super) fn read(item: &Item, catalogue: &Catalogue) -> Result<Self, Error> {
        let keys = item.table()?;
        keys.only(&["authors", "year", "published", "brought", "players", "games", "untried"])?;
        Ok(Facts {
            authors: texts(&keys.need("authors", "a list of names")?)?,
            year: keys.need("year", "when it was published")?.whole(1900..2101)?,
            published: text(&keys, "published", "where it was published")?,
            brought: text(&keys, "brought", "what the paper brought")?,
            players: known(&keys, "players", "player", players(catalogue))?,
            games: known(&keys, "games", "game", games(catalogue))?,
            untried: text(&keys, "untried", "what of it has not been run, or cannot be")?,
        })
    }
}

fn players(catalogue: &Catalogue) -> Vec<String> {
    catalogue.player_kinds().iter().map(|kind| kind.name.to_string()).collect()
}

fn games(catalogue: &Catalogue) -> Vec<String> {
    catalogue.games().iter().map(|game| game.name().to_string()).collect()
}

/// List of names of the catalogue.
fn known(keys: &Keys, key: &str, what: &str, all: Vec<String>) -> Result<Vec<String>, Error> {
    let item = keys.need(key, "a list of names of the catalogue")?;
    let names = texts(&item)?;
    match names.iter().find(|name| !all.contains(name)) {
        Some(stranger) => Err(item.blame(Error::unknown(what, stranger, all))),
        None => Ok(names),
    }
}

//! `sortilege rules`

use crate::Failure;
use crate::app::App;
use crate::markdown;
use crate::out::Out;
use sortilege_catalogue::{Error, Spec};
use std::io::Write;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege rules kuhn
  sortilege rules magic moves

During `sortilege play`, `rules` prints the same, and `rules moves` the move notation.")]
pub struct Args {
    /// The game
    game: String,
    /// Only this section: goal, pieces, play, moves, settings, picture or example
    section: Option<String>,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let spec: Spec = args.game.parse()?;
    let game = app.catalogue.game(&spec.name)?;
    let page = page(game.name(), game.rules(), args.section.as_deref(), out)?;
    Ok(write!(out, "{page}")?)
}

/// The rules of a game as they are shown, or one section of them.
pub fn page(
    game: &str,
    rules: Option<&str>,
    section: Option<&str>,
    out: &Out,
) -> Result<String, Error> {
    let Some(rules) = rules else {
        return Ok(format!("`{game}` has no written rules.\n"));
    };
    let text = match section {
        None => rules,
        Some(name) => markdown::section(rules, name).ok_or_else(|| Error::Unknown {
            what: format!("section in the rules of `{game}`"),
            name: name.to_string(),
            known: markdown::sections(rules),
        })?,
    };
    Ok(markdown::render(text, out.width(), |heading| out.bold(heading)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_rules_says_so() {
        let page = page("nim", None, Some("moves"), &Out::new()).unwrap();
        assert_eq!(page, "`nim` has no written rules.\n");
    }
}

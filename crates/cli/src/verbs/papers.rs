//! `sortilege papers`

use crate::Failure;
use crate::app::App;
use crate::layout::{Grid, grouped, wrap};
use crate::out::Out;
use serde::Serialize;
use sortilege_catalogue::Error;
use sortilege_lab::reproduce::{Paper, Scale};
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege papers
  sortilege papers IS
  sortilege papers --json

Claims such as `IS-12`, players such as `is-mo-ismcts`, and citations in settings and documentation use the tags of papers. `sortilege reproduce` tests the claims.")]
pub struct Args {
    /// Print only this paper, in full; TAG is for example `IS`
    #[arg(value_name = "TAG")]
    paper: Option<String>,
    /// Folder of papers; default: the nearest folder named `papers` that contains papers, here or
    /// above, or else the papers built into this program
    #[arg(long, value_name = "DIR")]
    papers: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Document {
    papers: Vec<PaperDocument>,
}

#[derive(Serialize)]
struct PaperDocument {
    tag: String,
    title: String,
    source: String,
    authors: Vec<String>,
    /// `None` if the folder of the paper does not contain it.
    year: Option<u64>,
    published: Option<String>,
    brought: Option<String>,
    players: Vec<String>,
    presets: Vec<&'static str>,
    games: Vec<String>,
    claims: usize,
    untried: Option<String>,
    reproduce: String,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let mut papers = app.read_papers(args.papers.as_deref())?;
    if let Some(tag) = &args.paper {
        let known = papers.iter().map(|paper| paper.tag.clone()).collect();
        papers.retain(|paper| paper.tag.eq_ignore_ascii_case(tag));
        if papers.is_empty() {
            return Err(
                Error::Unknown { what: "paper".to_string(), name: tag.clone(), known }.into()
            );
        }
    }
    if args.json {
        let papers =
            papers.iter().map(|paper| document(paper, app)).collect::<Result<_, Failure>>()?;
        return Ok(out.json(&Document { papers })?);
    }
    match (&args.paper, &papers[..]) {
        (Some(_), [paper]) => explain(paper, app, out),
        _ => list(&papers, out),
    }
}

fn document(paper: &Paper, app: &App) -> Result<PaperDocument, Failure> {
    let facts = paper.facts.as_ref();
    Ok(PaperDocument {
        tag: paper.tag.clone(),
        title: paper.title.clone(),
        source: paper.source.clone(),
        authors: facts.map_or(vec![], |facts| facts.authors.clone()),
        year: facts.map(|facts| facts.year),
        published: facts.map(|facts| facts.published.clone()),
        brought: facts.map(|facts| facts.brought.clone()),
        players: facts.map_or(vec![], |facts| facts.players.clone()),
        presets: presets(paper, app)?,
        games: facts.map_or(vec![], |facts| facts.games.clone()),
        claims: paper.targets.len(),
        untried: facts.map(|facts| facts.untried.clone()),
        reproduce: command(paper, Scale::Quick),
    })
}

fn list(papers: &[Paper], out: &mut Out) -> Result<(), Failure> {
    for paper in papers {
        writeln!(out, "{}", out.bold(&format!("{}: {}", paper.tag, paper.title)))?;
        writeln!(out, "  {}", wrap(&by(paper), 2).join("\n"))?;
    }
    let more = "`sortilege papers TAG` prints the contribution of a paper and its players and \
                games, `sortilege reproduce TAG` tests its claims.";
    Ok(writeln!(out, "\n{}", wrap(more, 0).join("\n"))?)
}

/// Who wrote it, and when.
fn by(paper: &Paper) -> String {
    match &paper.facts {
        Some(facts) => {
            format!("{} ({}). {}", together(&facts.authors), facts.year, facts.published)
        }
        None => paper.source.clone(),
    }
}

/// `a, b and c`.
fn together(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}

fn explain(paper: &Paper, app: &App, out: &mut Out) -> Result<(), Failure> {
    writeln!(out, "{}", out.bold(&format!("{}: {}", paper.tag, paper.title)))?;
    let mut grid = Grid::new("ll");
    match &paper.facts {
        None => grid.row(["source", &paper.source]),
        Some(facts) => {
            grid.row(["authors", &together(&facts.authors)]);
            grid.row(["year", &facts.year.to_string()]);
            grid.row(["published", &facts.published]);
            grid.row(["brought", &facts.brought]);
            grid.row(["players", &facts.players.join(", ")]);
            grid.row(["games", &facts.games.join(", ")]);
        }
    }
    let presets = presets(paper, app)?;
    if !presets.is_empty() {
        grid.row(["presets", &presets.join(", ")]);
    }
    grid.row(["claims", &grouped(paper.targets.len() as u64)]);
    if let Some(facts) = &paper.facts {
        grid.row(["not run", &facts.untried]);
    }
    out.rows(&grid)?;
    writeln!(out, "\n{}", out.bold("To put its claims to the test"))?;
    for scale in Scale::ALL {
        writeln!(out, "  {}", command(paper, scale))?;
        writeln!(out, "    {}", wrap(&paper.about[&scale], 4).join("\n"))?;
    }
    Ok(())
}

/// How its claims are put to the test.
fn command(paper: &Paper, scale: Scale) -> String {
    format!("sortilege reproduce {} --scale {scale}", paper.tag)
}

/// The players that are named after the paper, at any of its games.
fn presets(paper: &Paper, app: &App) -> Result<Vec<&'static str>, Failure> {
    let beginning = format!("{}-", paper.tag.to_lowercase());
    let mut found = vec![];
    for game in paper.facts.iter().flat_map(|facts| &facts.games) {
        let names = app.open(game, None)?.presets().into_iter().map(|preset| preset.name);
        found.extend(names.filter(|name| name.starts_with(&beginning)));
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

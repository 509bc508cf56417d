//! `sortilege report`

use crate::Failure;
use crate::app::App;
use crate::layout::{Grid, length};
use crate::options::Mixed;
use crate::out::Out;
use serde::Serialize;
use sortilege_lab::Error;
use sortilege_lab::report::data::{self, Document, Rows};
use sortilege_lab::report::{Block, Cell, Table, words, write as write_report};
use sortilege_lab::run::{Builds, Run};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege report runs/who-is-better
  sortilege report runs/who-is-better --json
  sortilege report runs/who-is-better --csv --table Standings

Writes report.md, report.html and a picture for each chart into the folder. An incomplete run has a report of its results so far. Results of different builds of this program are refused unless the run permitted them, or --mixed is given.

With --json or --csv nothing is written, and the tables and charts of the report are printed as data: unrounded numbers, shares from 0 to 1, and three columns for a number with an interval (`score`, `score low`, `score high`). JSON has `title`, `answer`, `complete`, `facts`, and `tables`, each with `title`, `columns` and `rows`. CSV has a line for every number of every table, with the columns `table`, `row`, `name`, `column` and `value`; with --table it is one table as it stands.

The single games are in the folder: `units/*.jsonl` has one line of JSON per game, which pandas, polars and DuckDB can read.")]
pub struct Args {
    /// Folder of a run
    folder: PathBuf,
    /// Print the tables as JSON, and write nothing
    #[arg(long)]
    json: bool,
    /// Print the tables as comma-separated values, and write nothing
    #[arg(long, conflicts_with = "json")]
    csv: bool,
    /// Print only the table with this title
    #[arg(long, value_name = "TITLE", requires = "csv")]
    table: Option<String>,
    #[command(flatten)]
    mixed: Mixed,
}

/// The numbers of a report.
#[derive(Serialize)]
struct Numbers {
    /// Whether the run was over.
    complete: bool,
    #[serde(flatten)]
    document: Document,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    if !args.json && !args.csv {
        return write(&args.folder, args.mixed.builds(), app, out);
    }
    let run = Run::open(&args.folder, &app.catalogue)?.mixing(args.mixed.builds());
    let results = run.results()?;
    let document = data::document(&run.report(&results)?);
    match &args.table {
        Some(title) => write!(out, "{}", data::csv_of(named(&document, title)?))?,
        None if args.csv => write!(out, "{}", data::csv(&document.tables))?,
        None => out.json(&Numbers { complete: results.complete, document })?,
    }
    Ok(())
}

/// The table of this title.
fn named<'a>(document: &'a Document, title: &str) -> Result<&'a Rows, Failure> {
    let found = document.tables.iter().find(|table| table.title.eq_ignore_ascii_case(title));
    let titles =
        || document.tables.iter().map(|table| table.title.as_str()).collect::<Vec<_>>().join(", ");
    let unknown =
        || Error::Refused(format!("there is no table named `{title}`; there are: {}", titles()));
    Ok(found.ok_or_else(unknown)?)
}

/// Writes the report of a run, and says what it found and where it is.
pub fn write(folder: &Path, builds: Builds, app: &App, out: &mut Out) -> Result<(), Failure> {
    let run = Run::open(folder, &app.catalogue)?.mixing(builds);
    let results = run.results()?;
    let report = run.report(&results)?;
    let files = write_report(&report, folder)?;
    writeln!(out, "{}", out.bold(&report.title))?;
    writeln!(out, "{}", report.lead.replace('`', ""))?;
    if !results.complete {
        writeln!(out, "The run is not complete.")?;
    }
    if let Some(table) = report.blocks.iter().find_map(table) {
        writeln!(out)?;
        show(table, out)?;
        writeln!(out)?;
    }
    let page = files.last().map_or(folder, |page| page.as_path());
    Ok(writeln!(out, "The whole report: {}", page.display())?)
}

fn table(block: &Block) -> Option<&Table> {
    if let Block::Table(table) = block { Some(table) } else { None }
}

/// Names that are longer stand above the table, and a letter or a number in it.
const LONGEST_NAME: usize = 30;

/// Prints a table of a report. Columns without anything in them are left out.
fn show(table: &Table, out: &mut Out) -> Result<(), Failure> {
    let cell = |row: &Vec<Cell>, at: usize| row.get(at).map_or(String::new(), words);
    let used = |at: &usize| table.rows.iter().any(|row| !cell(row, *at).is_empty());
    let columns: Vec<usize> = (0..table.width()).filter(used).collect();
    let long = table.rows.iter().any(|row| length(&cell(row, 0)) > LONGEST_NAME);
    let mark = |number: usize| (number + 1).to_string();
    if long {
        let mut names = Grid::new("rl");
        table
            .rows
            .iter()
            .enumerate()
            .for_each(|(number, row)| names.row([mark(number), cell(row, 0)]));
        out.rows(&names)?;
        writeln!(out)?;
    }
    let sides = columns.iter().map(|&at| if table.is_number(at) { 'r' } else { 'l' });
    let mut grid = Grid::new(&sides.collect::<String>());
    grid.row(columns.iter().map(|&at| table.columns.get(at).map_or("", |head| head.as_str())));
    for (number, row) in table.rows.iter().enumerate() {
        grid.row(
            columns.iter().map(|&at| if long && at == 0 { mark(number) } else { cell(row, at) }),
        );
    }
    Ok(out.table(&grid)?)
}

//! `sortilege unit`

use crate::Failure;
use crate::app::App;
use crate::options::{AllowFiles, Mixed, natural};
use crate::out::Out;
use serde::Serialize;
use sortilege_lab::experiment::Experiment;
use sortilege_lab::experiment::plan::Stage;
use sortilege_lab::run::{Run, do_unit};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    verb: UnitVerb,
}

#[derive(clap::Subcommand, Debug)]
enum UnitVerb {
    /// Write the plan of the next units, and print which units it has
    Plan(PlanArgs),
    /// Run one unit of a plan, or several
    Run(RunArgs),
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  sortilege unit plan experiment.toml --out whole --json

Designs in rounds have one plan per round: run this command again when all units of a plan exist.")]
struct PlanArgs {
    /// Experiment file (TOML)
    file: PathBuf,
    /// Folder of the run
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    mixed: Mixed,
    #[command(flatten)]
    allow: AllowFiles,
}

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege unit run --plan whole/plans/00.json --unit 17 --out whole
  sortilege unit run --plan whole/plans/00.json --unit 20-29 --out whole

The result of a unit depends only on the plan and its number. Its file is written under another name and renamed; if it exists already, nothing is done. Any number of units can run in parallel, in one folder or in several.")]
struct RunArgs {
    /// A plan, from `sortilege unit plan` or from the folder of a run
    #[arg(long, value_name = "PLAN")]
    plan: PathBuf,
    /// Number of the unit, or a range such as 20-29
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = numbers)]
    unit: RangeInclusive<u64>,
    /// Folder of a run, or a new or empty folder
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    #[command(flatten)]
    mixed: Mixed,
}

#[derive(Serialize)]
struct Document {
    /// None if there is nothing left to do.
    plan: Option<String>,
    stage: Option<u64>,
    first_unit: u64,
    units: u64,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    match &args.verb {
        UnitVerb::Plan(args) => plan(args, app, out),
        UnitVerb::Run(args) => one_after_another(args, app, out),
    }
}

fn plan(args: &PlanArgs, app: &App, out: &mut Out) -> Result<(), Failure> {
    let experiment = Experiment::read_file(&args.file, &args.allow.catalogue(app, &args.file))?;
    let mut run = Run::begin(&args.out, experiment, None, args.mixed.builds())?;
    let next = run.plan()?;
    let document = match &next {
        None => Document { plan: None, stage: None, first_unit: 0, units: 0 },
        Some((path, stage)) => Document {
            plan: Some(path.display().to_string()),
            stage: Some(stage.stage),
            first_unit: stage.first_unit,
            units: stage.units(),
        },
    };
    if args.json {
        return Ok(out.json(&document)?);
    }
    match next {
        None => writeln!(out, "There is nothing left to do.")?,
        Some((path, stage)) => {
            let numbers = stage.numbers();
            writeln!(
                out,
                "`{}` has the units {} to {}.",
                path.display(),
                numbers.start,
                numbers.end - 1
            )?;
        }
    }
    Ok(())
}

/// Reads the number of a unit, or the first and the last of several.
fn numbers(text: &str) -> Result<RangeInclusive<u64>, String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (natural(first)?, natural(last)?);
    match first <= last {
        true => Ok(first..=last),
        false => Err(format!("the first of several comes first, as in {last}-{first}")),
    }
}

fn one_after_another(args: &RunArgs, app: &App, out: &mut Out) -> Result<(), Failure> {
    let stage = Stage::read(&args.plan)?;
    // Nothing is done if not all of it can be.
    stage.unit(*args.unit.start())?;
    stage.unit(*args.unit.end())?;
    for unit in args.unit.clone() {
        let said = match do_unit(&app.catalogue, &stage, unit, &args.out, args.mixed.builds())? {
            true => "is done",
            false => "was there already",
        };
        writeln!(out, "Unit {unit} {said}.")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_named_one_by_one_or_from_first_to_last() {
        assert_eq!(
            (numbers("7"), numbers("7-9"), numbers("7-7")),
            (Ok(7..=7), Ok(7..=9), Ok(7..=7))
        );
        for wrong in ["", "-1", "7-", "7-8-9", "x", "1-x"] {
            assert!(numbers(wrong).unwrap_err().contains("0 or more"), "{wrong}");
        }
        assert!(numbers("9-7").unwrap_err().ends_with("as in 7-9"));
    }
}

//! `sortilege report`

use crate::Failure;
use crate::house::House;
use crate::options::Mixed;
use crate::out::Out;
use sortilege_lab::report::write as write_report;
use sortilege_lab::run::{Builds, Run};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  sortilege report runs/who-is-better

Writes report.md, report.html and a picture for each chart into the folder. A run that is not complete has a report too: of what there is. Results of different builds of this program are refused unless the run was allowed to mix them, or you say --mixed.")]
pub struct Args {
    /// The folder of a run
    folder: PathBuf,
    #[command(flatten)]
    mixed: Mixed,
}

pub fn run(args: &Args, house: &House, out: &mut Out) -> Result<(), Failure> {
    write(&args.folder, args.mixed.builds(), house, out)
}

/// Writes the report of a run, and says what it found and where it is.
pub fn write(folder: &Path, builds: Builds, house: &House, out: &mut Out) -> Result<(), Failure> {
    let run = Run::open(folder, &house.catalogue)?.mixing(builds);
    let results = run.results()?;
    let report = run.report(&results)?;
    let files = write_report(&report, folder)?;
    writeln!(out, "{}", out.bold(&report.title))?;
    writeln!(out, "{}", report.lead.replace('`', ""))?;
    if !results.complete {
        writeln!(out, "The run is not complete.")?;
    }
    let page = files.last().map_or(folder, |page| page.as_path());
    Ok(writeln!(out, "The whole report: {}", page.display())?)
}

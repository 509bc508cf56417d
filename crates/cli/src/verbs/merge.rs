//! `sortilege merge`

use crate::Failure;
use crate::app::App;
use crate::layout::grouped;
use crate::options::Mixed;
use crate::out::Out;
use sortilege_lab::report::shell_word;
use sortilege_lab::run::merge;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  sortilege run experiment.toml --shard 1/2 --out part1
  sortilege run experiment.toml --shard 2/2 --out part2
  sortilege merge whole part1 part2

Shards must belong to the same experiment, and to the same build of this program unless --mixed is given. If shards are missing, `sortilege run` runs the rest; it also continues designs in rounds, such as elimination.")]
pub struct Args {
    /// New folder for the merged run
    out: PathBuf,
    /// Folders of the shards
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
    #[command(flatten)]
    mixed: Mixed,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let merged = merge(&app.catalogue, &args.out, &args.parts, args.mixed.builds())?;
    let folder = args.out.display();
    writeln!(out, "{} units are joined in `{folder}`.", grouped(merged.units))?;
    if merged.missing > 0 {
        let missing = grouped(merged.missing);
        let (file, folder) = (shell_word(&args.out.join("experiment.toml")), shell_word(&args.out));
        writeln!(out, "{missing} are missing; do them with: sortilege run {file} --out {folder}")?;
        return Ok(());
    }
    super::report::write(&args.out, args.mixed.builds(), app, out)
}

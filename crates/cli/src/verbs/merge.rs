//! `sortilege merge`

use crate::Failure;
use crate::layout::grouped;
use crate::out::Out;
use sortilege_lab::run::merge;
use std::io::Write;
use std::path::PathBuf;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Example:
  sortilege run experiment.toml --shard 1/2 --out part1
  sortilege run experiment.toml --shard 2/2 --out part2
  sortilege merge whole part1 part2

Parts must be of the same experiment and made by the same version. If some are missing, `sortilege run` does the rest; designs in rounds, such as elimination, go on with it, too.")]
pub struct Args {
    /// A new folder
    out: PathBuf,
    /// The folders of the parts
    #[arg(value_name = "DIR", required = true)]
    parts: Vec<PathBuf>,
}

pub fn run(args: &Args, out: &mut Out) -> Result<(), Failure> {
    let merged = merge(&args.out, &args.parts)?;
    let folder = args.out.display();
    writeln!(out, "{} units are joined in `{folder}`.", grouped(merged.units))?;
    if merged.missing > 0 {
        let missing = grouped(merged.missing);
        let file = args.out.join("experiment.toml");
        writeln!(
            out,
            "{missing} are missing; do them with: sortilege run {} --out {folder}",
            file.display()
        )?;
        return Ok(());
    }
    super::report::write(&args.out, out)
}

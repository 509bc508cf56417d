//! `sortilege serve`

use crate::Failure;
use crate::app::App;
use crate::out::Out;
use sortilege_catalogue::Files;
use sortilege_catalogue::files::Contents;
use sortilege_web::{Options, Reach, Rules, serve};
use std::env;
use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege serve
  sortilege serve --open
  sortilege serve --port 9000 --lan
  sortilege serve --sheet my-game.kif     (played as `gdl:file=my-game.kif`)

Prints an address and serves until Ctrl-C. Only this machine can connect; with --lan other machines of the same network can. The address then contains a secret key, which is required to begin games and to read runs: share the address only with people who may do so. Games are stored and continue after a restart: in --games, or in `sortilege/games` of the data folder ($XDG_DATA_HOME, or ~/.local/share). Runs of experiments are read from --runs.")]
pub struct Args {
    /// Port; 0 selects a free one
    #[arg(long, value_name = "N", default_value_t = 8080)]
    port: u16,
    /// Open the page in a browser
    #[arg(long)]
    open: bool,
    /// Let other machines of the same network connect; the printed address contains a secret key
    #[arg(long)]
    lan: bool,
    /// Folder in which games are stored
    #[arg(long, value_name = "DIR")]
    games: Option<PathBuf>,
    /// Additional rulesheet, a file in GDL or GDL-II, that users may play; repeat it for several
    #[arg(long = "sheet", value_name = "FILE")]
    sheets: Vec<PathBuf>,
    /// Folder of the runs of experiments
    #[arg(long, value_name = "DIR", default_value = "runs")]
    runs: PathBuf,
}

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let games = args.games.clone().or_else(|| data_folder(|name| env::var_os(name)));
    let files = sheets(&args.sheets, app)?;
    let rules = Rules { games, runs: Some(args.runs.clone()), files, ..Rules::default() };
    let reach = if args.lan { Reach::Network } else { Reach::Loopback };
    let open = sortilege_web::Server::new(app.catalogue.clone(), rules);
    let mut said = Ok(());
    let served = serve(open, &Options { port: args.port, reach }, |address| {
        said = announce(address, args, out);
    });
    said?;
    served.map_err(|error| refused(args.port, &error))
}

/// The contents of rulesheets, under the names of their files. They are read once: the server opens
/// no file that a request names.
fn sheets(paths: &[PathBuf], app: &App) -> Result<Contents, Failure> {
    let mut names = app.catalogue.built_in_files();
    let read = |path: &PathBuf| {
        let name =
            path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        if names.contains(&name) {
            return Err(Failure::Usage(format!(
                "there is another rulesheet named `{name}`; rename the file"
            )));
        }
        names.push(name.clone());
        let bytes = Files::any().file(&path.to_string_lossy()).map_err(Failure::Usage)?;
        Ok((name, bytes))
    };
    paths.iter().map(read).collect()
}

fn announce(address: &str, args: &Args, out: &mut Out) -> io::Result<()> {
    writeln!(out, "The table is at {address} (Ctrl-C closes it)")?;
    out.flush()?;
    if args.open && !show(address) {
        writeln!(out, "No browser could be opened; type the address into one.")?;
        out.flush()?;
    }
    Ok(())
}

/// Has the system open an address; false if it cannot.
fn show(address: &str) -> bool {
    let opener = match env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    Command::new(opener).arg(address).stdout(Stdio::null()).stderr(Stdio::null()).spawn().is_ok()
}

fn refused(port: u16, error: &io::Error) -> Failure {
    match error.kind() {
        ErrorKind::AddrInUse => Failure::Usage(format!(
            "port {port} is taken; choose another with --port, or any free one with --port 0"
        )),
        ErrorKind::AlreadyExists => Failure::Usage(error.to_string()),
        ErrorKind::PermissionDenied => Failure::Usage(format!(
            "port {port} needs special permissions; choose one from 1024 on with --port"
        )),
        _ => {
            Failure::Io(io::Error::new(error.kind(), format!("the page cannot be served: {error}")))
        }
    }
}

/// Where programs keep their data, and games among it.
fn data_folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let given = |name| variable(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data =
        given("XDG_DATA_HOME").or_else(|| given("HOME").map(|home| home.join(".local/share")));
    data.map(|data| data.join("sortilege").join("games"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_kept_where_data_is() {
        let folder = |set: &'static [(&str, &str)]| {
            data_folder(|name| {
                set.iter().find(|(key, _)| *key == name).map(|(_, value)| value.into())
            })
        };
        assert_eq!(
            folder(&[("HOME", "/home/ada")]),
            Some("/home/ada/.local/share/sortilege/games".into())
        );
        assert_eq!(
            folder(&[("HOME", "/home/ada"), ("XDG_DATA_HOME", "/data")]),
            Some("/data/sortilege/games".into())
        );
        assert_eq!(folder(&[("XDG_DATA_HOME", "here")]), None);
    }
}

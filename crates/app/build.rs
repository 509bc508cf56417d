//! Passes the origin of the build to the program, so that results can name it: a version and, in a
//! repository, a commit and a hash of what was changed since. It stands on top of everything, so
//! that nothing but this small crate is built again when a game changes.

use std::io::Write;
use std::process::{Command, Stdio};

/// What results depend on.
const SOURCES: [&str; 6] = [
    "../sortilege/src",
    "../games",
    "../catalogue/src",
    "../shelves",
    "../lab/src",
    "../../Cargo.lock",
];

/// Also for the Python package, which has to say the same.
pub fn main() {
    let mut build = std::env::var("CARGO_PKG_VERSION").expect("cargo says so");
    if let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) {
        println!("cargo::rustc-env=SORTILEGE_COMMIT={commit}");
        build += &format!("+{commit}");
    }
    if let Some(changes) = changes() {
        build += &format!(".{changes}");
    }
    println!("cargo::rustc-env=SORTILEGE_BUILD={build}");
    if let Some(log) = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    for path in SOURCES.iter().chain(&["build.rs"]) {
        println!("cargo::rerun-if-changed={path}");
    }
}

/// A hash of what was changed since the last commit; nothing if nothing was.
fn changes() -> Option<String> {
    let difference =
        git(&[&["diff", "HEAD", "--"], &SOURCES[..]].concat()).filter(|text| !text.is_empty())?;
    let mut child = Command::new("git")
        .args(["hash-object", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    child.stdin.take()?.write_all(difference.as_bytes()).ok()?;
    let hash = String::from_utf8(child.wait_with_output().ok()?.stdout).ok()?;
    hash.get(..8).map(str::to_string)
}

fn git(args: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}

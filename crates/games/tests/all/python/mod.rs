//! External programs for comparison. They are not dependencies: a test creates a virtual
//! environment for Python in the build directory, which later runs reuse, and installs them there.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Time limit of an installation.
const PATIENCE: Duration = Duration::from_secs(240);

/// A Python that can import `module`, or the reason why there is none; `packages` are arguments of
/// pip.
pub fn with(module: &str, packages: &[&str]) -> Result<PathBuf, String> {
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join(module);
    let python = home.join("bin").join("python");
    if run(Command::new(&python).args(["-c", &format!("import {module}")])).is_ok() {
        return Ok(python);
    }
    run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&home))
        .map_err(|error| format!("no virtual environment for Python: {error}"))?;
    let pip = ["-m", "pip", "-q", "install", "--timeout", "20", "--retries", "1"];
    run(Command::new(&python).args(pip).args(packages))
        .map_err(|error| format!("pip has no {}: {error}", packages.join(" ")))?;
    Ok(python)
}

/// Runs a script from the folder of the tests and calls `on_line` with each line of its output.
pub fn run_script(python: &Path, script: &str, arguments: &[&str], mut on_line: impl FnMut(&str)) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/all").join(script);
    let mut command = Command::new(python);
    command.arg("-B").arg(&script).args(arguments).stdout(Stdio::piped());
    let mut child = command.spawn().expect("Python was there a moment ago");
    for line in BufReader::new(child.stdout.take().expect("a pipe")).lines() {
        on_line(&line.expect("text"));
    }
    assert!(
        child.wait().expect("a child").success(),
        "{} {arguments:?} has failed",
        script.display()
    );
}

/// Runs a command with little output, and fails when it exceeds the time limit.
fn run(command: &mut Command) -> Result<(), String> {
    let command = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let began = Instant::now();
    let status = loop {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) => break status,
            None if began.elapsed() < PATIENCE => std::thread::sleep(Duration::from_millis(50)),
            None => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("nothing after {} s", PATIENCE.as_secs()));
            }
        }
    };
    if status.success() {
        return Ok(());
    }
    let mut said = String::new();
    let _ = child.stderr.take().expect("a pipe").read_to_string(&mut said);
    Err(format!("{status}, {}", said.trim()))
}

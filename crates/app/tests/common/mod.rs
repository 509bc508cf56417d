//! Runs the command.

use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};

/// What the command printed, and how it ended.
#[derive(Debug)]
pub struct Run {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

/// Runs `sortilege` with the words of `line`; `_` stands for a blank in a word.
pub fn sortilege(line: &str) -> Run {
    sortilege_reading(line, "")
}

/// The same, with something to read on standard input.
pub fn sortilege_reading(line: &str, input: &str) -> Run {
    sortilege_in(&[("LC_ALL", "C.UTF-8")], line, input.as_bytes())
}

/// The same with any bytes, in an environment with these variables.
pub fn sortilege_in(variables: &[(&str, &str)], line: &str, input: &[u8]) -> Run {
    let args = line.split_whitespace().map(|word| word.replace('_', " "));
    let mut child = Command::new(env!("CARGO_BIN_EXE_sortilege"))
        .args(args)
        .env_remove("RUST_BACKTRACE")
        .envs(variables.iter().copied())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command was built with the tests");
    // A command that ends without reading has closed the pipe.
    let _ = child.stdin.take().expect("it is piped").write_all(input);
    let output = child.wait_with_output().expect("it ends");
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    Run {
        status: output.status.code().expect("no signal ends it"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

/// Runs what should succeed, and returns what it printed.
#[allow(dead_code)] // Not every test file looks at plain text.
pub fn text(line: &str) -> String {
    let run = sortilege(line);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{line}: {run:?}");
    run.stdout
}

/// Runs what should succeed with `--json`, and returns the document.
#[allow(dead_code)] // Not every test file looks at JSON.
pub fn json(line: &str) -> Value {
    serde_json::from_str(&text(&format!("{line} --json"))).expect("one JSON document")
}

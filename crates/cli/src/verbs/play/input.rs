//! Lines that somebody types, or that come from a file.

use crate::Failure;
use crate::out::Out;
use std::io::{self, BufRead, IsTerminal, StdinLock, Write};

/// Standard input.
pub struct Input {
    stdin: StdinLock<'static>,
    /// Whether somebody is typing.
    pub terminal: bool,
}

impl Input {
    /// Locks standard input.
    pub fn new() -> Self {
        let stdin = io::stdin().lock();
        Input { terminal: stdin.is_terminal(), stdin }
    }

    /// Asks for a line and returns it without blanks at its ends, or nothing if the input has ended.
    pub fn ask(&mut self, prompt: &str, out: &mut Out) -> Result<Option<String>, Failure> {
        write!(out, "{prompt}")?;
        out.flush()?;
        let mut bytes = Vec::new();
        if self.stdin.read_until(b'\n', &mut bytes)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim().to_string();
        // A terminal shows what is typed; a transcript has to be told.
        if !self.terminal {
            writeln!(out, "{line}")?;
        }
        Ok(Some(line))
    }
}

//! Standard output.

use crate::draw::{Colour, Style, WIDTH};
use crate::layout::Grid;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Standard output, with colour if it is a terminal and `NO_COLOR` is not set.
pub struct Out {
    stdout: BufWriter<StdoutLock<'static>>,
    /// Whether to use colour.
    pub colour: Colour,
    /// Whether somebody is looking.
    terminal: bool,
}

impl Out {
    /// Locks standard output.
    pub fn new() -> Self {
        let stdout = io::stdout().lock();
        let unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let terminal = stdout.is_terminal();
        let colour = if terminal && !unwanted { Colour::Always } else { Colour::Never };
        Out { stdout: BufWriter::new(stdout), colour, terminal }
    }

    /// Columns for running text: those of the terminal if its shell exports them as `COLUMNS`, within what can be read,
    /// and 80 otherwise.
    pub fn width(&self) -> usize {
        let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        columns.filter(|_| self.terminal).map_or(WIDTH, |columns: usize| columns.clamp(40, 100))
    }

    /// Prints a JSON document.
    pub fn json(&mut self, document: &impl Serialize) -> io::Result<()> {
        let text = serde_json::to_string_pretty(document).map_err(io::Error::other)?;
        writeln!(self, "{text}")
    }

    /// Prints rows in columns, the first of them a heading.
    pub fn table(&mut self, grid: &Grid) -> io::Result<()> {
        let lines = grid.lines();
        let (heading, rows) = lines.split_first().expect("a table has a heading");
        writeln!(self, "{}", self.dim(heading))?;
        rows.iter().try_for_each(|row| writeln!(self, "{row}"))
    }

    /// Prints rows in columns.
    pub fn rows(&mut self, grid: &Grid) -> io::Result<()> {
        grid.lines().iter().try_for_each(|row| writeln!(self, "{row}"))
    }

    /// Text that stands back.
    pub fn dim(&self, text: &str) -> String {
        Style::DIM.paint(text, self.colour)
    }

    /// Text that stands out.
    pub fn bold(&self, text: &str) -> String {
        Style::BOLD.paint(text, self.colour)
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }
    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

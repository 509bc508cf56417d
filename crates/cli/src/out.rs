//! Standard output.

use crate::draw::{Colour, Style, WIDTH};
use crate::layout::Grid;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

/// Standard output, with colour if it is a terminal that has any and `NO_COLOR` is not set.
pub struct Out {
    stdout: BufWriter<StdoutLock<'static>>,
    /// Whether to use colour.
    pub colour: Colour,
    /// Whether it is a terminal.
    pub terminal: bool,
    /// Whether that can do nothing but print.
    pub dumb: bool,
    /// Whether to write nothing but ASCII.
    pub ascii: bool,
}

impl Out {
    /// Locks standard output.
    pub fn new() -> Self {
        let stdout = io::stdout().lock();
        let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        let (terminal, dumb) =
            (stdout.is_terminal(), set("TERM").is_some_and(|term| term == "dumb"));
        let colour = if terminal && !dumb && set("NO_COLOR").is_none() {
            Colour::Always
        } else {
            Colour::Never
        };
        Out { stdout: BufWriter::new(stdout), colour, terminal, dumb, ascii: false }
    }

    /// Columns for running text: those of the terminal if its shell exports them as `COLUMNS`,
    /// within what can be read, and 80 otherwise.
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
        if !self.ascii {
            return self.stdout.write(bytes);
        }
        let text: String = String::from_utf8_lossy(bytes).chars().map(in_ascii).collect();
        self.stdout.write_all(text.as_bytes())?;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}

/// Whether the locale has a character set that is said and is not UTF-8. Where nothing is set at
/// all, as in many containers, terminals still understand it.
pub fn locale_is_ascii(var: impl Fn(&str) -> Option<String>) -> bool {
    let set = |name: &&str| var(name).filter(|value| !value.is_empty());
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].iter().find_map(set);
    locale.is_some_and(|locale| {
        let locale = locale.to_lowercase();
        !locale.contains("utf-8") && !locale.contains("utf8")
    })
}

/// The character of ASCII that looks most like it.
fn in_ascii(char: char) -> char {
    match char {
        '\0'..='\x7f' => char,
        '─' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' | '├' | '┤' | '┬' | '┴' | '┼' => '+',
        '╱' => '/',
        '╲' => '\\',
        '░' => ':',
        '·' => '.',
        '◇' => '*',
        '▌' | '▋' | '▊' | '▉' | '█' => '#',
        '▏' | '▎' | '▍' => '.',
        'µ' => 'u',
        '–' | '—' => '-',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_without_utf8_is_known() {
        let locale = |all: &'static str, lang: &'static str| {
            locale_is_ascii(|name| match name {
                "LC_ALL" => Some(all.to_string()),
                "LANG" => Some(lang.to_string()),
                _ => None,
            })
        };
        assert!(
            locale("C", "de_DE.UTF-8") && locale("", "POSIX") && locale("", "de_DE.ISO-8859-1")
        );
        assert!(!locale("C.UTF-8", "C") && !locale("", "en_GB.utf8") && !locale("", ""));
    }

    #[test]
    fn everything_has_a_likeness() {
        let drawn = "┌─┬╱╲·◇░│█▌▏µé";
        let likeness: String = drawn.chars().map(in_ascii).collect();
        assert_eq!(likeness, "+-+/\\.*:|##.u?");
    }
}

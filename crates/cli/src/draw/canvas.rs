//! A sheet of character cells to draw on in any order.

use sortilege::Player;

/// Pictures are at most this wide.
pub const WIDTH: usize = 80;

/// Whether to use colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colour {
    /// ANSI colours.
    Always,
    /// Plain text.
    Never,
}

/// How a character looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Style {
    /// Whose it is.
    pub owner: Option<Player>,
    /// Stands out: the last move.
    pub bold: bool,
    /// Stands back: lines, names, backs of cards.
    pub dim: bool,
}

impl Style {
    /// Lines, names, backs of cards.
    pub const DIM: Style = Style { owner: None, bold: false, dim: true };
    /// Headings.
    pub const BOLD: Style = Style { owner: None, bold: true, dim: false };

    /// In the colour of a seat.
    pub fn of(owner: Option<Player>) -> Style {
        Style { owner, ..Style::default() }
    }

    /// `text` in this style.
    pub fn paint(self, text: &str, colour: Colour) -> String {
        match colour {
            Colour::Always if self != Style::default() => format!("{}{text}\x1b[0m", self.code()),
            _ => text.to_string(),
        }
    }

    /// Colours that can be distinguished on dark and on light ground: cyan, yellow, magenta, green,
    /// blue, red.
    fn code(self) -> String {
        const SEATS: [&str; 6] = ["36", "33", "35", "32", "34", "31"];
        let owner = self.owner.map(|Player(seat)| SEATS[seat % SEATS.len()]);
        let parts = [self.bold.then_some("1"), self.dim.then_some("2"), owner];
        format!("\x1b[{}m", parts.into_iter().flatten().collect::<Vec<_>>().join(";"))
    }
}

/// A sheet of character cells. It grows to the right and downwards with what is put on it.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    lines: Vec<Vec<(char, Style)>>,
}

impl Canvas {
    /// Writes `text` from `(x, y)` to the right, over what was there.
    pub fn put(&mut self, x: usize, y: usize, text: &str, style: Style) {
        self.at_least(y + 1);
        let line = &mut self.lines[y];
        let end = x + text.chars().count();
        if line.len() < end {
            line.resize(end, (' ', Style::default()));
        }
        for (cell, char) in line[x..end].iter_mut().zip(text.chars()) {
            *cell = (char, style);
        }
    }

    /// Extends it to at least this many lines.
    pub fn at_least(&mut self, lines: usize) {
        if self.lines.len() < lines {
            self.lines.resize(lines, Vec::new());
        }
    }

    /// Moves the picture so far to the left that it has a margin of `margin` columns.
    pub fn set_margin(&mut self, margin: usize) {
        let blank = |line: &Vec<(char, Style)>| line.iter().position(|&(char, _)| char != ' ');
        let Some(now) = self.lines.iter().filter_map(blank).min() else { return };
        for line in self.lines.iter_mut().filter(|line| !line.is_empty()) {
            let cut = now.saturating_sub(margin).min(line.len());
            line.drain(..cut);
            line.splice(
                ..0,
                std::iter::repeat_n((' ', Style::default()), margin.saturating_sub(now)),
            );
        }
    }

    /// The lines as text, without blanks at their ends.
    pub fn render(&self, colour: Colour) -> String {
        let mut text = String::new();
        for line in &self.lines {
            let end = line.iter().rposition(|&(char, _)| char != ' ').map_or(0, |last| last + 1);
            for run in line[..end].chunk_by(|a, b| a.1 == b.1) {
                let chars: String = run.iter().map(|&(char, _)| char).collect();
                text += &run[0].1.paint(&chars, colour);
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_style_are_painted_together() {
        let mut canvas = Canvas::default();
        canvas.put(0, 0, "[", Style::DIM);
        canvas.put(1, 0, "K", Style::of(Some(Player(1))));
        canvas.put(2, 0, "Q", Style::of(Some(Player(1))));
        assert_eq!(canvas.render(Colour::Always), "\x1b[2m[\x1b[0m\x1b[33mKQ\x1b[0m\n");
        assert_eq!(canvas.render(Colour::Never), "[KQ\n");
    }

    #[test]
    fn the_margin_can_be_made_wider_and_narrower() {
        let mut canvas = Canvas::default();
        canvas.put(4, 0, "a", Style::default());
        canvas.put(3, 2, "b", Style::default());
        canvas.set_margin(1);
        assert_eq!(canvas.render(Colour::Never), "  a\n\n b\n");
        canvas.set_margin(2);
        assert_eq!(canvas.render(Colour::Never), "   a\n\n  b\n");
    }
}

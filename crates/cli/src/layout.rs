//! Aligned columns, wrapped lists and readable numbers.

use crate::draw::WIDTH;

/// On which side of its column a text stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Rows of texts in columns that are two blanks apart.
#[derive(Clone, Debug)]
pub struct Grid {
    align: Vec<Align>,
    rows: Vec<Vec<String>>,
}

impl Grid {
    /// No rows yet, and a letter for each column: `l` for words, `r` for numbers.
    pub fn new(columns: &str) -> Self {
        let align =
            columns.chars().map(|side| if side == 'r' { Align::Right } else { Align::Left });
        Grid { align: align.collect(), rows: vec![] }
    }

    /// Adds a row; there may be fewer texts than columns.
    pub fn row<T: ToString>(&mut self, texts: impl IntoIterator<Item = T>) {
        self.rows.push(texts.into_iter().map(|text| text.to_string()).collect());
    }

    /// The rows, indented by two blanks. A last column of words is wrapped, each line below the
    /// first.
    pub fn lines(&self) -> Vec<String> {
        let columns = self.align.len();
        let width = |column: usize| {
            self.rows
                .iter()
                .filter_map(|row| row.get(column))
                .map(|text: &String| length(text))
                .max()
        };
        let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0)).collect();
        let last = 2 + widths[..columns - 1].iter().map(|width| width + 2).sum::<usize>();
        self.rows.iter().flat_map(|row| self.lines_of(row, &widths, last)).collect()
    }

    fn lines_of(&self, row: &[String], widths: &[usize], last: usize) -> Vec<String> {
        let mut line = String::new();
        for (column, text) in row.iter().enumerate() {
            let pad = " ".repeat(widths[column].saturating_sub(length(text)));
            line += "  ";
            line += &match self.align[column] {
                Align::Right => pad + text,
                Align::Left if column + 1 == self.align.len() => wrap(text, last).join("\n"),
                Align::Left => text.clone() + &pad,
            };
        }
        line.lines().map(|line| line.trim_end().to_string()).collect()
    }
}

/// The number of characters.
pub fn length(text: &str) -> usize {
    text.chars().count()
}

/// Breaks `text` between words so that it fits into 80 columns when it begins after `indent` of
/// them; the lines after the first are indented.
pub fn wrap(text: &str, indent: usize) -> Vec<String> {
    wrap_to(text, indent, WIDTH)
}

/// The same for as many columns as there are.
pub fn wrap_to(text: &str, indent: usize, width: usize) -> Vec<String> {
    // A column too far to the right gets some room all the same.
    let room = width.saturating_sub(indent).max(24);
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in text.split_whitespace() {
        if used > 0 && used + 1 + length(word) > room {
            lines.push(" ".repeat(indent));
            used = 0;
        }
        let line = lines.last_mut().expect("there is a line from the start");
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        line.push_str(word);
        used += length(word);
    }
    lines
}

/// The same for a text with lists that have no blanks: one that is too long for a line is broken
/// after commas.
pub fn wrap_lists(text: &str, indent: usize, width: usize) -> Vec<String> {
    let room = width.saturating_sub(indent);
    let words = text.split_whitespace().flat_map(|word| parts(word, room));
    wrap_to(&words.collect::<Vec<_>>().join(" "), indent, width)
}

/// A list in parts that end with a comma, each as long as there is room.
fn parts(list: &str, room: usize) -> Vec<String> {
    let mut parts = vec![String::new()];
    for item in list.split_inclusive(',') {
        match parts.last_mut() {
            Some(last) if length(last) + length(item) <= room => last.push_str(item),
            _ => parts.push(item.to_string()),
        }
    }
    parts
}

/// A whole number with a comma after each thousand.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A length of time with a unit that suits it.
pub fn seconds(seconds: f64) -> String {
    match seconds {
        s if s >= 1.0 => format!("{s:.2} s"),
        s if s >= 1e-3 => format!("{:.1} ms", s * 1e3),
        s => format!("{:.0} µs", s * 1e6),
    }
}

/// A bar of up to `width` characters for a share between 0 and 1, in steps of an eighth.
pub fn bar(share: f64, width: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = (share.clamp(0.0, 1.0) * (8 * width) as f64).round() as usize;
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let mut grid = Grid::new("lrl");
        grid.row(["kuhn", "2", "three cards"]);
        grid.row(["liars-dice", "12"]);
        assert_eq!(grid.lines(), ["  kuhn         2  three cards", "  liars-dice  12"]);
    }

    #[test]
    fn the_last_column_is_wrapped() {
        let mut grid = Grid::new("ll");
        grid.row(["a".to_string(), "word ".repeat(20)]);
        let lines = grid.lines();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("  a  word word") && lines[0].len() <= WIDTH);
        assert!(lines[1].starts_with("     word"));
    }

    #[test]
    fn a_list_without_blanks_is_broken_after_commas() {
        let text = format!("seen: {} and so on", ["orcs:rohan>fangorn/1"; 9].join(","));
        let lines = wrap_lists(&text, 2, 50);
        assert!(lines.len() > 4 && lines.iter().all(|line| line.len() <= 50), "{lines:?}");
        let together = lines.concat().replace(' ', "");
        assert_eq!(together, text.replace(' ', ""), "nothing is lost");
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1000, 1234567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
        assert_eq!([2.5, 0.0123, 0.0000042].map(seconds), ["2.50 s", "12.3 ms", "4 µs"]);
        assert_eq!(
            [0.0, 0.5, 0.53, 1.0, 7.0].map(|share| bar(share, 4)),
            ["", "██", "██▏", "████", "████"]
        );
    }
}

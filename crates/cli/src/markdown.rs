//! Plain Markdown for a terminal: headings, paragraphs, lists, tables and fences, as rules of games
//! have them.

use crate::layout::length;

/// A piece of a document that is laid out as one.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Block {
    /// A heading.
    Heading(String),
    /// A paragraph, or an item of a list with what stands before it, such as `- ` or `2. `.
    Text { mark: String, text: String },
    /// Rows of cells; the first row is a heading.
    Table(Vec<Vec<String>>),
    /// Lines that are shown as they are.
    Fence(Vec<String>),
}

/// The document in lines of at most `width` columns; `heading` says how a heading stands out.
pub fn render(text: &str, width: usize, heading: impl Fn(&str) -> String) -> String {
    let mut out = String::new();
    let mut before: Option<Block> = None;
    for block in blocks(text) {
        if before.as_ref().is_some_and(|before| apart(before, &block)) {
            out.push('\n');
        }
        for line in lines(&block, width, &heading) {
            out += line.trim_end();
            out.push('\n');
        }
        before = Some(block);
    }
    out
}

/// One section of a document: its heading, in whatever capitals, and what follows up to the next
/// one.
pub fn section<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let starts: Vec<usize> = headings(text).map(|(at, _)| at).chain([text.len()]).collect();
    let found = headings(text).position(|(_, heading)| heading.eq_ignore_ascii_case(name))?;
    Some(&text[starts[found]..starts[found + 1]])
}

/// The names of the sections, as one types them.
pub fn sections(text: &str) -> Vec<String> {
    headings(text).map(|(_, heading)| heading.to_lowercase()).collect()
}

/// Where sections begin, and what they are called.
fn headings(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.match_indices("\n## ").map(|(at, mark)| {
        let heading = text[at + mark.len()..].lines().next().unwrap_or("");
        (at + 1, heading)
    })
}

/// Items of a list stand together, everything else has a blank line between.
fn apart(before: &Block, block: &Block) -> bool {
    let item = |block: &Block| matches!(block, Block::Text { mark, .. } if !mark.is_empty());
    !(item(before) && item(block))
}

fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = vec![];
    let mut lines = text.lines();
    // Whether the line before can go on: a blank one ends paragraphs and tables.
    let mut open = false;
    while let Some(line) = lines.next() {
        let goes_on = open;
        open = false;
        if line.starts_with("```") {
            let inside = lines.by_ref().take_while(|line| !line.starts_with("```"));
            blocks.push(Block::Fence(inside.map(str::to_string).collect()));
        } else if line.starts_with('#') {
            blocks.push(Block::Heading(plain(line.trim_start_matches('#').trim())));
        } else if let Some(row) = line.strip_prefix('|') {
            add_row(&mut blocks, row, goes_on);
            open = true;
        } else if !line.trim().is_empty() {
            add_line(&mut blocks, line, goes_on);
            open = true;
        }
    }
    blocks
}

/// Adds a row to the table that it goes on with, or begins one.
fn add_row(blocks: &mut Vec<Block>, row: &str, goes_on: bool) {
    if row.chars().all(|char| "|-: ".contains(char)) {
        return;
    }
    let row: Vec<String> =
        row.trim_end_matches('|').split('|').map(|cell| plain(cell.trim())).collect();
    match blocks.last_mut() {
        Some(Block::Table(rows)) if goes_on => rows.push(row),
        _ => blocks.push(Block::Table(vec![row])),
    }
}

/// Adds a line to the paragraph that it goes on with, or begins one.
fn add_line(blocks: &mut Vec<Block>, line: &str, goes_on: bool) {
    let mark = mark(line);
    match blocks.last_mut() {
        Some(Block::Text { text, .. }) if goes_on && mark.is_empty() => {
            text.push(' ');
            text.push_str(&plain(line.trim()));
        }
        _ => blocks
            .push(Block::Text { mark: mark.to_string(), text: plain(line[mark.len()..].trim()) }),
    }
}

/// What makes a line an item of a list.
fn mark(line: &str) -> &str {
    let digits = line.len() - line.trim_start_matches(|char: char| char.is_ascii_digit()).len();
    match &line[digits..] {
        rest if digits == 0 && rest.starts_with("- ") => &line[..2],
        rest if digits > 0 && rest.starts_with(". ") => &line[..digits + 2],
        _ => "",
    }
}

/// Text without the stars of emphasis. Backquotes stay: they mark what is typed.
fn plain(text: &str) -> String {
    text.replace("**", "")
}

fn lines(block: &Block, width: usize, heading: impl Fn(&str) -> String) -> Vec<String> {
    match block {
        Block::Heading(text) => vec![heading(text)],
        Block::Text { mark, text } => {
            let lines = fill(text, width.saturating_sub(mark.len()));
            let margin = " ".repeat(mark.len());
            let margins = [mark.as_str()].into_iter().chain(std::iter::repeat(margin.as_str()));
            lines.iter().zip(margins).map(|(line, margin)| format!("{margin}{line}")).collect()
        }
        Block::Table(rows) => table(rows, width),
        Block::Fence(lines) => lines.iter().map(|line| format!("  {line}")).collect(),
    }
}

/// Breaks text between words into lines of at most `width` columns. What stands in backquotes is
/// one word, for it is typed as it stands.
fn fill(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in words(text) {
        let line = lines.last_mut().expect("there is a line from the start");
        match line.is_empty() {
            true => line.push_str(word),
            false if length(line) + 1 + length(word) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            false => lines.push(word.to_string()),
        }
    }
    lines
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    let blank = move |char: char| {
        quoted ^= char == '`';
        char == ' ' && !quoted
    };
    text.split(blank).filter(|word| !word.is_empty())
}

/// The narrowest that a column is made.
const NARROW: usize = 8;
/// Blanks between columns, and before the first.
const GAP: usize = 2;

/// Rows in columns, a line below the heading. Where they do not fit, the widest column is broken
/// into lines.
fn table(rows: &[Vec<String>], width: usize) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let natural = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| length(cell)).max()
    };
    let mut widths: Vec<usize> = (0..columns).map(|column| natural(column).unwrap_or(0)).collect();
    while widths.iter().map(|column| column + GAP).sum::<usize>() > width {
        let Some(widest) = widths.iter_mut().max().filter(|widest| **widest > NARROW) else {
            break;
        };
        *widest -= 1;
    }
    let mut lines = vec![];
    for (number, row) in rows.iter().enumerate() {
        lines.extend(row_lines(row, &widths));
        if number == 0 {
            let rule: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
            lines.extend(row_lines(&rule, &widths));
        }
    }
    lines
}

/// A row of a table, in as many lines as its longest cell needs.
fn row_lines(row: &[String], widths: &[usize]) -> Vec<String> {
    let cells: Vec<Vec<String>> =
        row.iter().zip(widths).map(|(cell, width)| fill(cell, *width)).collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| {
        let cell = |(lines, width): (&Vec<String>, &usize)| {
            let text = lines.get(at).map_or("", String::as_str);
            format!("{}{text}{}", " ".repeat(GAP), " ".repeat(width.saturating_sub(length(text))))
        };
        cells.iter().zip(widths).map(cell).collect()
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# Nim

Take matches from
the heap, **one to three** at a time.

## Moves

- `take 2` takes
  two
1. first

| move | what it does |
|---|---|
| `1` | one match |

```text
| | |
```

## Goal

Take the last one.
";

    fn rendered(text: &str, width: usize) -> String {
        render(text, width, |heading| format!("<{heading}>"))
    }

    #[test]
    fn all_blocks_are_laid_out() {
        let expected = "\
<Nim>

Take matches from the heap, one to three
at a time.

<Moves>

- `take 2` takes two
1. first

  move  what it does
  ----  ------------
  `1`   one match

  | | |

<Goal>

Take the last one.
";
        assert_eq!(rendered(TEXT, 40), expected);
    }

    #[test]
    fn what_is_typed_is_not_broken() {
        assert_eq!(rendered("a `b c d e` f", 6), "a\n`b c d e`\nf\n");
    }

    #[test]
    fn a_wide_table_is_broken_in_its_widest_column() {
        let table = "| a | b |\n|---|---|\n| one | two three four five six |\n";
        let expected = "  a    b\n  ---  -------------\n  one  two three\n       four five six\n";
        assert_eq!(rendered(table, 20), expected);
    }

    #[test]
    fn a_blank_line_ends_a_table() {
        let tables = "| a |\n|---|\n| b |\n\n| c |\n|---|\n| d |\n";
        assert_eq!(rendered(tables, 20), "  a\n  -\n  b\n\n  c\n  -\n  d\n");
    }

    #[test]
    fn sections_are_found_by_name() {
        assert_eq!(sections(TEXT), ["moves", "goal"]);
        assert_eq!(section(TEXT, "GOAL"), Some("## Goal\n\nTake the last one.\n"));
        assert!(section(TEXT, "moves").is_some_and(|text| text.ends_with("| | |\n```\n\n")));
        assert_eq!(section(TEXT, "nim"), None);
    }
}

//! GitHub-flavoured Markdown renderer of reports, with pictures as separate files.

use super::model::{Block, Cell, Report, Table};
use super::svg;
use super::text::{self, HeadingPlace, Section, Span, spans};

/// Signature of a page that this program wrote; it is invisible to readers.
pub(super) const SIGNATURE: &str =
    "<!-- Written by sortilege, which replaces it when it writes again. -->";

/// Renders the whole document; `picture` returns the file name of the chart at a block index.
pub fn render(report: &Report, picture: impl Fn(usize) -> String) -> String {
    let mut parts = vec![format!("# {}", inline(&report.title))];
    if !report.lead.is_empty() {
        parts.push(paragraph(&report.lead));
    }
    if !report.facts.is_empty() {
        parts.push(facts(&report.facts));
    }
    let sections = text::sections(report);
    parts.extend(report.blocks.iter().enumerate().map(|(index, block)| match block {
        Block::Contents => self::contents(&sections),
        block => anchor(&sections, index) + &self::block(block, &picture(index)),
    }));
    if !report.repeat.is_empty() {
        parts.push(format!("## How to repeat it\n\n{}", fenced("sh", &report.repeat.join("\n"))));
    }
    parts.push(SIGNATURE.to_string());
    parts.join("\n\n") + "\n"
}

fn contents(sections: &[Section]) -> String {
    let link = |indent: &str, place: &HeadingPlace| {
        format!("{indent}- [{}](#{})", inline(place.title), place.anchor())
    };
    let lines = sections.iter().flat_map(|section| {
        [link("", &section.place)]
            .into_iter()
            .chain(section.parts.iter().map(|part| link("  ", part)))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Explicit anchor of a heading: Markdown renderers derive different anchors from headings.
fn anchor(sections: &[Section], index: usize) -> String {
    text::anchor(sections, index).map_or(String::new(), |id| format!("<a id=\"{id}\"></a>\n\n"))
}

fn block(block: &Block, picture: &str) -> String {
    match block {
        Block::Contents => String::new(),
        Block::Heading(text) => format!("## {}", inline(text)),
        Block::Subheading(text) => format!("### {}", inline(text)),
        Block::Text(text) => paragraph(text),
        Block::Note(text) => format!("> {}", paragraph(text)),
        Block::Listing { title, text } => format!("{}\n\n{}", bold(title), fenced("", text)),
        Block::Table(table) => with_words(&table.title, self::table(table), &table.caption),
        chart => {
            let (title, caption) = svg::words(chart).expect("every other block is a chart");
            // The picture shows its caption itself; this alternative text is for readers who cannot
            // see it.
            let words = [title, caption].map(|words| escape(&text::plain(words)));
            let words = words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>();
            format!("![{}]({picture})", words.join(". "))
        }
    }
}

fn with_words(title: &str, body: String, caption: &str) -> String {
    let title = if title.is_empty() { String::new() } else { bold(title) };
    [title, body, paragraph(caption)]
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n")
}

fn bold(text: &str) -> String {
    format!("**{}**", inline(text))
}

fn facts(facts: &[(String, String)]) -> String {
    let rows = facts.iter().map(|(name, value)| vec![inline(name), inline(value)]).collect();
    grid(&[String::new(), String::new()], &[false, false], rows)
}

fn table(table: &Table) -> String {
    let columns = table.width();
    let heads: Vec<String> = (0..columns)
        .map(|index| table.columns.get(index).map_or(String::new(), |head| inline(head)))
        .collect();
    let right: Vec<bool> = (0..columns).map(|index| table.is_number(index)).collect();
    let row = |row: &Vec<Cell>| {
        (0..columns).map(|index| row.get(index).map_or(String::new(), cell)).collect()
    };
    grid(&heads, &right, table.rows.iter().map(row).collect())
}

fn cell(cell: &Cell) -> String {
    let value = text::cell(cell);
    match cell {
        Cell::Text(text) => inline(text),
        Cell::Interval(estimate, format) => match text::ends(estimate, *format) {
            Some((low, high)) => format!("{value} ({low} to {high})"),
            None => value,
        },
        _ => value,
    }
}

/// Table whose columns are aligned in the source as well.
fn grid(heads: &[String], right: &[bool], rows: Vec<Vec<String>>) -> String {
    if heads.is_empty() {
        return String::new();
    }
    let length = |text: &String| text.chars().count();
    let width = |column: usize| {
        rows.iter()
            .map(|row| length(&row[column]))
            .chain([length(&heads[column]), 3])
            .max()
            .unwrap_or(3)
    };
    let widths: Vec<usize> = (0..heads.len()).map(width).collect();
    let line = |fields: &[String]| {
        let fields =
            fields.iter().zip(&widths).zip(right).map(|((field, &width), right)| match right {
                true => format!("{field:>width$}"),
                false => format!("{field:<width$}"),
            });
        format!("| {} |", fields.collect::<Vec<_>>().join(" | "))
    };
    let rule = widths.iter().zip(right).map(|(&width, right)| match right {
        true => "-".repeat(width - 1) + ":",
        false => "-".repeat(width),
    });
    let rule = format!("| {} |", rule.collect::<Vec<_>>().join(" | "));
    [line(heads), rule]
        .into_iter()
        .chain(rows.iter().map(|row| line(row)))
        .collect::<Vec<_>>()
        .join("\n")
}

/// Escapes a text at the beginning of a line, where more characters have a meaning.
fn paragraph(text: &str) -> String {
    let text = inline(text.trim_start());
    let digits = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if text.starts_with(['-', '+', '=']) {
        format!("\\{text}")
    } else if digits.len() < text.len() && digits.starts_with(['.', ')']) {
        format!("{}\\{digits}", &text[..text.len() - digits.len()])
    } else {
        text
    }
}

fn inline(text: &str) -> String {
    let span = |span: &Span| match span {
        Span::Plain(words) => escape(&text::one_line(words)),
        Span::Code(code) => format!("`{}`", text::one_line(code).replace('|', "\\|")),
    };
    spans(text).iter().map(span).collect()
}

fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '&' => escaped += "&amp;",
            '\\' | '`' | '*' | '_' | '[' | ']' | '#' | '|' | '~' | '$' => escaped.extend(['\\', c]),
            c => escaped.push(c),
        }
    }
    escaped
}

/// Verbatim text, in a fence that is longer than any fence in the text.
fn fenced(language: &str, text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}{language}\n{}\n{fence}", text.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::{Estimate, Format, Verdict};

    #[test]
    fn a_small_document_to_the_letter() {
        let mut report = Report::new("Who wins?", "`uct` does.");
        report.fact("Seed", 7);
        report.push(Block::Heading("Scores".into()));
        report.push(Table {
            title: "All".into(),
            caption: "Of 10 games.".into(),
            columns: ["Player", "Games", "Score", "Claim"].map(String::from).to_vec(),
            rows: vec![
                vec![
                    "`uct`".into(),
                    Cell::Count(12_345),
                    Cell::share(0.8, 0.9, 0.95),
                    Verdict::Holds.into(),
                ],
                vec!["random".into(), Cell::Empty, Cell::Percent(0.1)],
            ],
        });
        report.push(Block::Note("1. Not much.".into()));
        report.repeat = vec!["sortilege run it.toml".into()];
        let expected = "\
# Who wins?

`uct` does.

|      |     |
| ---- | --- |
| Seed | 7   |

## Scores

**All**

| Player |  Games |                Score | Claim   |
| ------ | -----: | -------------------: | ------- |
| `uct`  | 12,345 | 90.0% (80.0 to 95.0) | ✓ holds |
| random |        |                10.0% |         |

Of 10 games.

> 1\\. Not much.

## How to repeat it

```sh
sortilege run it.toml
```

<!-- Written by sortilege, which replaces it when it writes again. -->
";
        assert_eq!(render(&report, |_| String::new()), expected);
    }

    #[test]
    fn pictures_are_files_beside_it() {
        let chart = crate::report::Effects {
            title: "What [it] adds".into(),
            caption: "By `uct`".into(),
            axis: crate::report::Axis::percent("score"),
            effects: vec![],
        };
        assert_eq!(
            block(&chart.into(), "figure-01.svg"),
            "![What \\[it\\] adds. By uct](figure-01.svg)"
        );
    }

    #[test]
    fn contents_lead_to_every_section() {
        let mut report = Report::new("t", "");
        report.push(Block::Contents);
        report.push(Block::Heading("One".into()));
        report.push(Block::Subheading("Part".into()));
        let expected = "# t\n\n- [One](#section-1)\n  - [Part](#section-2)\n\n<a id=\"section-1\"></a>\n\n## One\n\n\
                        <a id=\"section-2\"></a>\n\n### Part\n\n";
        assert!(render(&report, |_| String::new()).starts_with(expected));
    }

    #[test]
    fn what_means_something_is_escaped() {
        assert_eq!(
            inline("<b> & a|b *x* [y](z) `a|b`"),
            "&lt;b&gt; &amp; a\\|b \\*x\\* \\[y\\](z) `a\\|b`"
        );
        assert_eq!(paragraph("- no list"), "\\- no list");
        assert_eq!(paragraph("# no heading\nno line"), "\\# no heading no line");
        assert_eq!(fenced("", "```\ninner\n```\n"), "````\n```\ninner\n```\n````");
    }

    #[test]
    fn nothing_is_no_reason_to_fail() {
        assert_eq!(table(&Table::default()), "");
        let cell = Cell::Interval(Estimate::from(f64::NAN), Format::Number(1));
        assert_eq!(
            table(&Table { rows: vec![vec![cell]], ..Table::default() }),
            "|     |\n| --: |\n|   – |"
        );
    }
}

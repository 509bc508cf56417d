//! A report as one HTML file: styles and pictures inside, no script, nothing fetched.
//!
//! Every chart is drawn twice, for wide and for narrow screens, and the style sheet shows one of them: shrunk
//! to the width of a phone, letters could not be read.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::model::{Block, Cell, Report, Table, Verdict};
use super::svg;
use super::text::{self, Span, spans};

/// The styles of the page itself; those of charts come with the charts.
const STYLE: &str = include_str!("page.css");
/// What has no more characters than this stays on one line, on a phone too.
const SHORT: usize = 24;
/// A digit's width of nothing, which keeps digits in columns.
const FIGURE_SPACE: &str = "\u{2007}";

/// The whole document.
pub fn render(report: &Report) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (text::plain(&report.title)) }
                style { (PreEscaped(STYLE)) (PreEscaped(svg::style_sheet())) }
            }
            body { main {
                h1 { (inline(&report.title)) }
                @if !report.lead.is_empty() { p.lead { (inline(&report.lead)) } }
                @if !report.facts.is_empty() { (facts(&report.facts)) }
                @for (index, block) in report.blocks.iter().enumerate() { (self::block(block, index)) "\n" }
                @if !report.repeat.is_empty() {
                    h2 { "How to repeat it" }
                    (listing(&report.repeat.join("\n"), "Commands"))
                }
            } }
        }
    };
    page.into_string() + "\n"
}

fn block(block: &Block, index: usize) -> Markup {
    match block {
        Block::Heading(text) => html! { h2 { (inline(text)) } },
        Block::Subheading(text) => html! { h3 { (inline(text)) } },
        Block::Text(text) => html! { p { (inline(text)) } },
        Block::Note(text) => html! { p.note role="note" { (inline(text)) } },
        Block::Listing { title, text } => html! {
            details { summary { (inline(title)) } (listing(text, title)) }
        },
        Block::Table(table) => self::table(table, index),
        chart => figure(chart, index),
    }
}

fn listing(text: &str, title: &str) -> Markup {
    html! { pre tabindex="0" aria-label=(text::plain(title)) { (text.trim_end()) } }
}

fn facts(facts: &[(String, String)]) -> Markup {
    // A value that would fill several lines of its column gets the whole width.
    let class = |value: &str| (value.chars().count() > 40).then_some("long");
    html! {
        dl.facts {
            @for (name, value) in facts { div class=[class(value)] { dt { (inline(name)) } dd { (inline(value)) } } }
        }
    }
}

fn figure(chart: &Block, index: usize) -> Markup {
    let (title, caption) = svg::words(chart).expect("what is no text and no table is a chart");
    html! {
        figure {
            (words(title, caption, None))
            @for (class, width) in [("wide", svg::WIDE), ("narrow", svg::NARROW)] {
                div class={ "scroll " (class) } { @if let Some(drawing) = svg::inline(chart, width, &format!("chart-{index}-{class}")) { (drawing) } }
            }
        }
    }
}

fn words(title: &str, caption: &str, id: Option<&str>) -> Markup {
    html! {
        @if !title.is_empty() || !caption.is_empty() {
            figcaption id=[id] {
                @if !title.is_empty() { strong { (inline(title)) } }
                @if !caption.is_empty() { span { (inline(caption)) } }
            }
        }
    }
}

fn table(table: &Table, index: usize) -> Markup {
    let id = format!("table-{index}");
    let columns: Vec<Column> = (0..table.width()).map(|index| Column::of(table, index)).collect();
    html! {
        figure {
            (words(&table.title, &table.caption, Some(&id)))
            // A box that scrolls must be within reach of the keyboard, and then it needs a name.
            div.scroll tabindex="0" role="region" aria-labelledby=(id) {
                table {
                    thead { tr { @for (index, column) in columns.iter().enumerate() {
                        (head(column, table.columns.get(index).map_or("", String::as_str)))
                    } } }
                    tbody { @for row in &table.rows { tr {
                        @for (index, column) in columns.iter().enumerate() {
                            (field(column, row.get(index).unwrap_or(&Cell::Empty), index == 0))
                        }
                    } } }
                }
            }
        }
    }
}

/// How a column is set: the widths of the ends of its intervals let them be filled up to line up.
struct Column {
    is_number: bool,
    /// The characters of the longest low and high ends, if there are intervals.
    ends: Option<(usize, usize)>,
}

impl Column {
    fn of(table: &Table, index: usize) -> Self {
        let cells = table.rows.iter().filter_map(|row| row.get(index));
        let ends = cells.filter_map(interval).map(|(low, high)| (low.chars().count(), high.chars().count()));
        Column { is_number: table.is_number(index), ends: ends.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1))) }
    }

    fn class(&self) -> &'static str {
        if self.is_number { "number" } else { "text" }
    }

    fn interval(&self, cell: &Cell) -> Option<String> {
        let ((low, high), (low_width, high_width)) = (interval(cell)?, self.ends?);
        let fill = |text: &str, width: usize| FIGURE_SPACE.repeat(width - text.chars().count()) + text;
        Some(format!("{} to {}", fill(&low, low_width), fill(&high, high_width)))
    }
}

fn interval(cell: &Cell) -> Option<(String, String)> {
    match cell {
        Cell::Interval(estimate, format) => text::ends(estimate, *format),
        _ => None,
    }
}

fn head(column: &Column, name: &str) -> Markup {
    let span = column.ends.map(|_| "2");
    html! { th scope="col" class=(column.class()) colspan=[span] { (inline(name)) } }
}

fn field(column: &Column, cell: &Cell, is_first: bool) -> Markup {
    let class = match cell {
        Cell::Text(text) if text.chars().count() > SHORT => column.class().to_string(),
        _ => format!("{} short", column.class()),
    };
    let content = html! {
        @match cell {
            Cell::Text(text) => (inline(text)),
            Cell::Verdict(verdict) => (badge(*verdict)),
            other => (text::cell(other)),
        }
    };
    html! {
        @if is_first { th scope="row" class=(class) { (content) } }
        @else { td class=(class) { (content) } }
        @if column.ends.is_some() {
            td class={ (column.class()) " interval" } { @if let Some(text) = column.interval(cell) { (text) } }
        }
    }
}

/// Names of players break after commas and colons, not within words.
fn code(code: &str) -> Markup {
    html! {
        @for piece in code.split_inclusive([',', ':', '(', ' ']) {
            @if piece.chars().count() > SHORT { (piece) } @else { span { (piece) } }
            wbr;
        }
    }
}

fn badge(verdict: Verdict) -> Markup {
    let class = match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Undecided => "undecided",
    };
    html! { span class={ "verdict " (class) } { (text::verdict_text(verdict)) } }
}

fn inline(text: &str) -> Markup {
    html! {
        @for span in spans(text) {
            @match span {
                Span::Plain(words) => (words),
                Span::Code(code) => code { (self::code(code)) },
            }
        }
    }
}

//! HTML renderer of reports: one file with embedded styles and pictures, without scripts or
//! external resources.
//!
//! Every chart is drawn twice, for wide and for narrow screens, and the style sheet shows one of
//! them: a wide chart on a phone would have unreadable labels.

use super::model::{Block, Cell, Report, Table, Verdict};
use super::svg;
use super::text::{self, HeadingPlace, Section, Span, spans};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Styles of the page; those of charts come with the charts.
const STYLE: &str = include_str!("page.css");
/// Maximum length of a text that stays on one line, even on a phone.
const SHORT: usize = 24;
/// Maximum number of columns of intervals. With more, intervals stand below their numbers, since
/// the table would be wider than the page.
const ABREAST: usize = 2;
/// Space with the width of a digit, which aligns digits in columns.
const FIGURE_SPACE: &str = "\u{2007}";

/// Signature of a page that this program wrote.
pub(super) const SIGNATURE: &str = "<meta name=\"generator\" content=\"sortilege\">";

/// Renders the whole document.
pub fn render(report: &Report) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                (PreEscaped(SIGNATURE))
                title { (text::plain(&report.title)) }
                style { (PreEscaped(STYLE)) (PreEscaped(svg::style_sheet())) }
            }
            body { main {
                h1 { (inline(&report.title)) }
                @if !report.lead.is_empty() { p.lead { (inline(&report.lead)) } }
                @if !report.facts.is_empty() { (facts(&report.facts)) }
                @let sections = text::sections(report);
                @for (index, block) in report.blocks.iter().enumerate() {
                    (self::block(block, index, &sections)) "\n"
                }
                @if !report.repeat.is_empty() {
                    h2 { "How to repeat it" }
                    (listing(&report.repeat.join("\n"), "Commands"))
                }
            } }
        }
    };
    page.into_string() + "\n"
}

fn block(block: &Block, index: usize, sections: &[Section]) -> Markup {
    let id = text::anchor(sections, index);
    match block {
        Block::Contents => self::contents(sections),
        Block::Heading(text) => html! { h2 id=[id] { (inline(text)) } },
        Block::Subheading(text) => html! { h3 id=[id] { (inline(text)) } },
        Block::Text(text) => html! { p { (inline(text)) } },
        Block::Note(text) => html! { p.note role="note" { (inline(text)) } },
        Block::Listing { title, text } => html! {
            details { summary { (inline(title)) } (listing(text, title)) }
        },
        Block::Table(table) => self::table(table, index),
        chart => figure(chart, index),
    }
}

fn contents(sections: &[Section]) -> Markup {
    let link =
        |place: &HeadingPlace| html! { a href={ "#" (place.anchor()) } { (inline(place.title)) } };
    html! {
        nav.contents aria-label="Contents" { ul {
            @for section in sections { li {
                (link(&section.place))
                @if !section.parts.is_empty() { ul { @for part in &section.parts { li { (link(part)) } } } }
            } }
        } }
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
            @for (name, value) in facts {
                div class=[class(value)] { dt { (inline(name)) } dd { (inline(value)) } }
            }
        }
    }
}

fn figure(chart: &Block, index: usize) -> Markup {
    let (title, caption) = svg::words(chart).expect("every other block is a chart");
    html! {
        figure {
            (words(title, caption, None))
            @for (class, width) in [("wide", svg::WIDE), ("narrow", svg::NARROW)] {
                @let id = format!("chart-{index}-{class}");
                @if let Some(drawing) = svg::inline(chart, width, &id) {
                    div class={ "scroll " (class) } { (drawing) }
                }
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
    let columns = columns(table);
    html! {
        figure {
            (words(&table.title, &table.caption, Some(&id)))
            // A scrolling box must be focusable by keyboard, and therefore needs an accessible
            // name.
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

/// Layout of the columns of a table.
fn columns(table: &Table) -> Vec<ColumnLayout> {
    let mut columns: Vec<ColumnLayout> =
        (0..table.width()).map(|index| ColumnLayout::of(table, index)).collect();
    let is_below = columns.iter().filter(|column| column.ends.is_some()).count() > ABREAST;
    columns.iter_mut().for_each(|column| column.is_below = is_below);
    columns
}

/// Layout of a column. The ends of intervals are padded to equal widths, so that they align.
struct ColumnLayout {
    is_number: bool,
    /// Lengths of the longest low and high ends, if there are intervals.
    ends: Option<(usize, usize)>,
    /// Whether intervals stand below their numbers rather than in their own column.
    is_below: bool,
}

impl ColumnLayout {
    fn of(table: &Table, index: usize) -> Self {
        let cells = table.rows.iter().filter_map(|row| row.get(index));
        let ends = cells
            .filter_map(interval)
            .map(|(low, high)| (low.chars().count(), high.chars().count()));
        let ends = ends.reduce(|a, b| (a.0.max(b.0), a.1.max(b.1)));
        ColumnLayout { is_number: table.is_number(index), ends, is_below: false }
    }

    fn class(&self) -> &'static str {
        if self.is_number { "number" } else { "text" }
    }

    /// Returns whether intervals have their own column.
    fn is_split(&self) -> bool {
        self.ends.is_some() && !self.is_below
    }

    fn interval(&self, cell: &Cell) -> Option<String> {
        let ((low, high), (low_width, high_width)) = (interval(cell)?, self.ends?);
        let fill =
            |text: &str, width: usize| FIGURE_SPACE.repeat(width - text.chars().count()) + text;
        Some(format!("{} to {}", fill(&low, low_width), fill(&high, high_width)))
    }
}

fn interval(cell: &Cell) -> Option<(String, String)> {
    match cell {
        Cell::Interval(estimate, format) => text::ends(estimate, *format),
        _ => None,
    }
}

fn head(column: &ColumnLayout, name: &str) -> Markup {
    let span = column.is_split().then_some("2");
    html! { th scope="col" class=(column.class()) colspan=[span] { (inline(name)) } }
}

fn field(column: &ColumnLayout, cell: &Cell, is_first: bool) -> Markup {
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
        @if column.is_below && let Some(text) = column.interval(cell) { span.below { (text) } }
    };
    html! {
        @if is_first { th scope="row" class=(class) { (content) } }
        @else { td class=(class) { (content) } }
        @if column.is_split() {
            td class={ (column.class()) " interval" } { @if let Some(text) = column.interval(cell) { (text) } }
        }
    }
}

/// Code in which names of players can break after commas and colons, but not within words.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::{Axis, Effects};

    fn scores() -> Table {
        Table {
            title: "Scores".into(),
            columns: vec!["Player".into(), "Score".into(), "Claim".into()],
            rows: vec![
                vec!["`uct`".into(), Cell::share(0.8, 0.9, 1.0), Verdict::Fails.into()],
                vec!["random".into(), Cell::share(0.0, 0.1, 0.2)],
            ],
            ..Table::default()
        }
    }

    #[test]
    fn a_small_table_to_the_letter() {
        let expected = [
            r#"<figure><figcaption id="table-3"><strong>Scores</strong></figcaption>"#,
            r#"<div class="scroll" tabindex="0" role="region" aria-labelledby="table-3"><table><thead><tr>"#,
            r#"<th scope="col" class="text">Player</th>"#,
            r#"<th scope="col" class="number" colspan="2">Score</th>"#,
            r#"<th scope="col" class="text">Claim</th></tr></thead><tbody><tr>"#,
            r#"<th scope="row" class="text short"><code><span>uct</span><wbr></code></th>"#,
            r#"<td class="number short">90.0%</td><td class="number interval">80.0 to 100.0</td>"#,
            r#"<td class="text short"><span class="verdict fails">✗ fails</span></td></tr><tr>"#,
            r#"<th scope="row" class="text short">random</th>"#,
            "<td class=\"number short\">10.0%</td>",
            "<td class=\"number interval\">\u{2007}0.0 to \u{2007}20.0</td>",
            r#"<td class="text short"></td></tr></tbody></table></div></figure>"#,
        ];
        assert_eq!(table(&scores(), 3).into_string(), expected.concat());
    }

    #[test]
    fn many_intervals_stand_below_their_numbers() {
        let score = || Cell::share(0.8, 0.9, 1.0);
        let rows = |count| vec![(0..count).map(|_| score()).collect()];
        let abreast = table(&Table { rows: rows(ABREAST), ..Table::default() }, 0).into_string();
        assert!(abreast.contains("colspan") && !abreast.contains("below"), "{abreast}");
        let below = table(&Table { rows: rows(ABREAST + 1), ..Table::default() }, 0).into_string();
        let cell = r#"<td class="number short">90.0%<span class="below">80.0 to 100.0</span></td>"#;
        assert!(below.contains(cell) && !below.contains("colspan"), "{below}");
    }

    #[test]
    fn contents_lead_to_every_section() {
        let mut report = Report::new("t", "l");
        report.push(Block::Contents);
        report.push(Block::Heading("One `x`".into()));
        report.push(Block::Subheading("Part".into()));
        report.push(Block::Heading("Two".into()));
        let page = render(&report);
        let links = [
            r##"<nav class="contents" aria-label="Contents"><ul><li><a href="#section-1">One <code>"##,
            r##"<ul><li><a href="#section-2">Part</a></li></ul></li><li><a href="#section-3">Two</a></li></ul></nav>"##,
            r#"<h2 id="section-1">One "#,
            r#"<h3 id="section-2">Part</h3>"#,
            r#"<h2 id="section-3">Two</h2>"#,
        ];
        links.iter().for_each(|link| assert!(page.contains(link), "{link} in {page}"));
    }

    #[test]
    fn words_are_never_markup() {
        let evil = "<script>alert(\"&\")</script>`<b>`";
        let mut report = Report::new(evil, evil);
        report.fact(evil, evil);
        report.repeat = vec![evil.into()];
        for block in [Block::Heading, Block::Subheading, Block::Text, Block::Note] {
            report.push(block(evil.into()));
        }
        report.push(Block::Listing { title: evil.into(), text: evil.into() });
        report.push(Table {
            title: evil.into(),
            caption: evil.into(),
            columns: vec![evil.into()],
            rows: vec![vec![evil.into()]],
        });
        report.push(Effects {
            title: evil.into(),
            caption: evil.into(),
            axis: Axis::linear(evil),
            effects: vec![],
        });
        let page = render(&report);
        assert!(!page.contains("<script") && !page.contains("<b>") && !page.contains("alert(\""));
        assert!(page.contains("<h2>&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;<code>"));
    }

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let mut report = Report::new("t", "l");
        report.push(scores());
        report.push(Effects {
            title: "e".into(),
            caption: "c".into(),
            axis: Axis::linear("a"),
            effects: vec![],
        });
        let page = render(&report);
        for outside in ["<script", "<link", "src=", "href=", "url(", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert_eq!(page.matches("http").count(), 2, "the name spaces of two drawings");
        for id in ["chart-1-wide-title", "chart-1-narrow-title", "table-0"] {
            assert_eq!(page.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
        }
        assert_eq!(page, render(&report));
    }
}

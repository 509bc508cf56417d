//! Formats of texts and numbers, the same in all renderers, and the table of contents of a report
//! with the targets of its links.

use super::model::{Block, Cell, Estimate, Format, Report, Verdict};

/// Text for a missing number.
pub const MISSING: &str = "–";

/// Piece of a text: plain words, or code between backticks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Span<'a> {
    /// Plain text.
    Plain(&'a str),
    /// Code, in a monospaced font.
    Code(&'a str),
}

/// Splits a text at its backticks; an unpaired backtick is an ordinary character.
pub fn spans(text: &str) -> Vec<Span<'_>> {
    let mut spans = vec![];
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`')
        && let Some((code, after)) = after.split_once('`')
    {
        spans.extend([Span::Plain(before), Span::Code(code)]);
        rest = after;
    }
    spans.push(Span::Plain(rest));
    spans.retain(|span| !matches!(span, Span::Plain("") | Span::Code("")));
    spans
}

/// Text on one line, without the marks of code and without characters that XML does not allow.
pub fn plain(text: &str) -> String {
    let words: String = spans(text)
        .iter()
        .map(|span| match span {
            Span::Plain(words) | Span::Code(words) => *words,
        })
        .collect();
    one_line(&words)
}

/// Replaces control characters by spaces: they break lines in tables and are forbidden in XML.
pub fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() || is_noncharacter(c) { ' ' } else { c }).collect()
}

fn is_noncharacter(c: char) -> bool {
    matches!(c, '\u{fffe}' | '\u{ffff}')
}

/// Number in the given format, with a typographic minus sign; a number that rounds to 0 has no
/// sign.
pub fn number(value: f64, format: Format) -> String {
    if !value.is_finite() {
        return MISSING.into();
    }
    match format {
        Format::Number(decimals) => fixed(value, decimals),
        Format::Percent(decimals) => fixed(100.0 * value, decimals) + "%",
    }
}

/// Number with its sign, for changes.
pub fn signed(value: f64, format: Format) -> String {
    let text = number(value, format);
    let is_positive = value > 0.0 && text.contains(|digit| ('1'..='9').contains(&digit));
    if is_positive { format!("+{text}") } else { text }
}

/// Number without its percent sign, where the unit is stated elsewhere.
pub fn bare(value: f64, format: Format) -> String {
    number(value, format).trim_end_matches('%').into()
}

fn fixed(value: f64, decimals: u8) -> String {
    if value.abs() >= 1e12 {
        return format!("{value:.3e}").replace('-', "−");
    }
    let text = format!("{:.*}", usize::from(decimals), value.abs());
    let sign =
        if value < 0.0 && text.contains(|digit| ('1'..='9').contains(&digit)) { "−" } else { "" };
    let (whole, fraction) = text.split_at(text.find('.').unwrap_or(text.len()));
    format!("{sign}{}{fraction}", grouped(whole))
}

/// Groups digits by three, from 10,000 on; four digits need no separator.
fn grouped(digits: &str) -> String {
    if digits.len() < 5 {
        return digits.into();
    }
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Table cell as text, without its interval.
pub fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Count(count) => grouped(&count.to_string()),
        Cell::Number { value, decimals } => number(*value, Format::Number(*decimals)),
        Cell::Percent(value) => number(*value, Format::Percent(1)),
        Cell::Interval(estimate, format) => number(estimate.value, *format),
        Cell::Verdict(verdict) => verdict_text(*verdict).into(),
    }
}

/// Table cell as plain words, with its interval.
pub fn words(field: &Cell) -> String {
    match field {
        Cell::Interval(estimate, format) => spoken(estimate, *format),
        other => plain(&cell(other)),
    }
}

/// Symbol and word: colour alone would exclude some readers.
pub fn verdict_text(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "✓ holds",
        Verdict::Fails => "✗ fails",
        Verdict::Undecided => "? undecided",
    }
}

/// Ends of an interval, without unit.
pub fn ends(estimate: &Estimate, format: Format) -> Option<(String, String)> {
    estimate.interval.map(|(low, high)| (bare(low, format), bare(high, format)))
}

/// Number and its interval in words, for readers who cannot see the picture.
pub fn spoken(estimate: &Estimate, format: Format) -> String {
    let value = number(estimate.value, format);
    match ends(estimate, format) {
        Some((low, high)) => format!("{value} ({low} to {high})"),
        None => value,
    }
}

/// Text as part of a file name: lower case letters, digits and single hyphens.
pub fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.to_lowercase().chars() {
        match c.is_ascii_alphanumeric() {
            true => slug.push(c),
            false if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
            false => {}
        }
    }
    slug.truncate(48);
    slug.trim_end_matches('-').into()
}

/// Path in shell syntax; quoted if it contains characters with a meaning for the shell.
pub fn shell_word(path: &std::path::Path) -> String {
    let text = path.display().to_string();
    // A word that begins with a hyphen would be taken for an option.
    shell_quoted(&if text.starts_with('-') { format!("./{text}") } else { text })
}

/// Any word in shell syntax, options included.
pub fn shell_quoted(text: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./=:,@%+".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_string(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

/// Heading that a link can lead to.
pub(super) struct HeadingPlace<'a> {
    /// Text of the heading.
    pub(super) title: &'a str,
    /// Index of its block.
    index: usize,
}

impl HeadingPlace<'_> {
    /// Anchor of the heading, unique in the report.
    pub(super) fn anchor(&self) -> String {
        format!("section-{}", self.index)
    }
}

/// Section and its subsections.
pub(super) struct Section<'a> {
    pub(super) place: HeadingPlace<'a>,
    pub(super) parts: Vec<HeadingPlace<'a>>,
}

/// Sections of a report with a table of contents; empty without one, so that a page has no anchors
/// that no link uses.
pub(super) fn sections(report: &Report) -> Vec<Section<'_>> {
    let mut sections: Vec<Section> = vec![];
    if !report.blocks.contains(&Block::Contents) {
        return sections;
    }
    for (index, block) in report.blocks.iter().enumerate() {
        match (block, sections.last_mut()) {
            (Block::Heading(title), _) => {
                sections.push(Section { place: HeadingPlace { title, index }, parts: vec![] });
            }
            (Block::Subheading(title), Some(section)) => {
                section.parts.push(HeadingPlace { title, index })
            }
            _ => {}
        }
    }
    sections
}

/// Anchor of a block, if the table of contents links to it.
pub(super) fn anchor(sections: &[Section], index: usize) -> Option<String> {
    let mut places =
        sections.iter().flat_map(|section| [&section.place].into_iter().chain(&section.parts));
    places.find(|place| place.index == index).map(HeadingPlace::anchor)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shells_read_paths_back() {
        let word = |text: &str| shell_word(text.as_ref());
        assert_eq!(word("runs/a-b_1.2"), "runs/a-b_1.2");
        assert_eq!(word("my folder"), "'my folder'");
        assert_eq!(word("it's; rm *"), "'it'\\''s; rm *'");
        assert_eq!(word("-x"), "./-x");
        assert_eq!(word("$HOME"), "'$HOME'");
        assert_eq!(word(""), "''");
    }

    #[test]
    fn backticks_in_pairs_are_code() {
        assert_eq!(
            spans("`uct` beats `random`!"),
            [Span::Code("uct"), Span::Plain(" beats "), Span::Code("random"), Span::Plain("!"),]
        );
        assert_eq!(spans("a ` b"), [Span::Plain("a ` b")]);
        assert_eq!(spans("`a` ` b"), [Span::Code("a"), Span::Plain(" ` b")]);
        assert_eq!(spans(""), []);
        assert_eq!(plain("one\n`two`\u{0}"), "one two ");
    }

    #[test]
    fn numbers_as_people_write_them() {
        assert_eq!(number(0.5321, Format::Percent(1)), "53.2%");
        assert_eq!(number(-0.04, Format::Number(1)), "0.0");
        assert_eq!(number(-12.25, Format::Number(2)), "−12.25");
        assert_eq!(number(1234.0, Format::Number(0)), "1234");
        assert_eq!(number(1_234_567.8, Format::Number(1)), "1,234,567.8");
        assert_eq!(number(f64::NAN, Format::Number(1)), "–");
        assert_eq!(number(1e300, Format::Number(0)), "1.000e300");
        assert_eq!(signed(0.031, Format::Percent(1)), "+3.1%");
        assert_eq!(signed(0.0001, Format::Percent(1)), "0.0%");
        assert_eq!(cell(&Cell::Count(37_880)), "37,880");
    }

    #[test]
    fn intervals_are_spoken() {
        assert_eq!(spoken(&Estimate::new(0.4, 0.5, 0.6), Format::Percent(0)), "50% (40 to 60)");
        assert_eq!(spoken(&0.5.into(), Format::Number(1)), "0.5");
    }

    #[test]
    fn slugs_are_safe_file_names() {
        assert_eq!(slug("Score of `so-ismcts`, by c (%)"), "score-of-so-ismcts-by-c");
        assert_eq!(slug("../<&>"), "");
    }
}

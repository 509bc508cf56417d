//! Elements of all drawings: labels, lines, marks and legends, and the measurement of text.

use maud::{Markup, PreEscaped, html};

use super::theme::SERIES;

/// Height of a line of text.
pub const LINE: f64 = 16.0;
/// Distance from the middle of a line of text down to its baseline.
pub const BASELINE: f64 = 4.0;

/// Drawing without its frame.
pub struct Drawing {
    /// Width, at least the requested one.
    pub width: f64,
    /// Height.
    pub height: f64,
    /// Description in words.
    pub summary: String,
    /// SVG elements.
    pub body: Markup,
}

/// Coordinate with one decimal, which is finer than any screen.
pub fn n(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".into() } else { text.into() }
}

/// Line of text with its baseline at `y`; the class determines the alignment at `x`.
pub fn label(x: f64, y: f64, class: &str, text: &str) -> Markup {
    html! { text class=[(!class.is_empty()).then_some(class)] x=(n(x)) y=(n(y)) { (text) } }
}

/// Lines of text below each other; the first line begins at `top`.
pub fn paragraph(x: f64, top: f64, class: &str, lines: &[String]) -> Markup {
    let baseline = |index: usize| top + LINE * (index as f64 + 0.5) + BASELINE;
    let lines = lines.iter().enumerate().filter(|(_, line)| !line.is_empty());
    html! { @for (index, line) in lines { (label(x, baseline(index), class, line)) } }
}

/// Lines of text centred at `x`, shifted where they would extend beyond the picture.
pub fn centred(x: f64, top: f64, lines: &[String], width: f64) -> Markup {
    let longest = lines.iter().max_by(|a, b| width_of(a).total_cmp(&width_of(b)));
    paragraph(longest.map_or(x, |line| inside(x, line, width)), top, "middle", lines)
}

/// Straight line.
pub fn line(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Markup {
    html! { line class=(class) x1=(n(x1)) y1=(n(y1)) x2=(n(x2)) y2=(n(y2)) {} }
}

/// Filled rectangle.
pub fn rectangle(class: &str, (x, y): (f64, f64), width: f64, height: f64) -> Markup {
    html! { rect class=(class) x=(n(x)) y=(n(y)) width=(n(width.max(0.0))) height=(n(height.max(0.0))) {} }
}

/// Class of a series' colour.
pub fn series_class(series: usize) -> String {
    format!("s{}", series % SERIES)
}

/// Mark of a series at a point. Shapes and colours repeat with different periods.
pub fn mark(series: usize, class: &str, (x, y): (f64, f64)) -> Markup {
    let shape = [
        "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z",
        "m-3.2-3.2h6.4v6.4h-6.4z",
        "m0-4.2l4 7h-8z",
        "m0-4.6l4.6 4.6l-4.6 4.6l-4.6-4.6z",
        "m0 4.2l4-7h-8z",
    ][series % 5];
    let class = format!("{class} {}", series_class(series));
    html! { path class=(class.trim()) d={ "M" (n(x)) " " (n(y)) (shape) } {} }
}

/// Whisker with caps between two points, horizontal or vertical.
pub fn whisker(class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) -> Markup {
    let cap = 3.5;
    let path = if y1 == y2 {
        let (top, double) = (n(y1 - cap), n(2.0 * cap));
        format!("M{} {top}v{double}M{} {top}v{double}M{} {}H{}", n(x1), n(x2), n(x1), n(y1), n(x2))
    } else {
        let (left, double) = (n(x1 - cap), n(2.0 * cap));
        format!(
            "M{left} {}h{double}M{left} {}h{double}M{} {}V{}",
            n(y1),
            n(y2),
            n(x1),
            n(y1),
            n(y2)
        )
    };
    html! { path class=(class) d=(path) {} }
}

/// Elements with a tooltip.
pub fn noted(note: &str, elements: Markup) -> Markup {
    html! { g { title { (note) } (elements) } }
}

/// Upper bound of the width of a text. No font metrics are available, so each class of characters
/// counts as in a wide font.
pub fn width_of(text: &str) -> f64 {
    text.chars().map(character_width).sum()
}

fn character_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | ' ' | '(' | ')'
        | '[' | ']' => 4.4,
        'f' | 't' | 'r' | '-' | '/' => 5.0,
        'm' | 'w' | 'M' | 'W' | '%' | '@' => 11.5,
        'A'..='Z' | '+' | '=' | '−' | '<' | '>' | '×' => 9.2,
        c if c < '\u{2e80}' => 7.5,
        _ => 12.0,
    }
}

/// Width of the widest text.
pub fn widest<'a>(texts: impl IntoIterator<Item = &'a String>) -> f64 {
    texts.into_iter().map(|text| width_of(text)).fold(0.0, f64::max)
}

/// Breaks a text into lines: after spaces, commas, colons and similar characters, or anywhere if
/// necessary.
pub fn wrap(text: &str, width: f64) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in text.split_inclusive([' ', ',', ':', ';', '/', '(']) {
        let line = lines.last().expect("there is a first line");
        if !line.is_empty() && width_of(line) + width_of(piece.trim_end()) > width {
            lines.push(String::new());
        }
        for c in piece.chars() {
            let line = lines.last_mut().expect("there is a first line");
            if c != ' ' && !line.is_empty() && width_of(line) + character_width(c) > width {
                lines.push(c.into());
            } else {
                line.push(c);
            }
        }
    }
    lines.iter().map(|line| line.trim().into()).collect()
}

/// Entry of a legend.
pub struct Key {
    /// Name.
    pub name: String,
    /// Sign, 22 wide and centred at y = 0.
    pub sign: Markup,
}

/// Legend entries side by side, in as many lines as needed, and their total height.
pub fn legend(keys: &[Key], width: f64) -> (Markup, f64) {
    let (mut x, mut top) = (0.0, 0.0);
    let mut body = String::new();
    for key in keys {
        let lines = wrap(&key.name, width - 28.0);
        let room = 28.0 + widest(&lines);
        if x > 0.0 && (x + room > width || lines.len() > 1) {
            (x, top) = (0.0, top + LINE + 2.0);
        }
        let place = format!("translate({} {})", n(x), n(top + LINE / 2.0));
        body +=
            &html! { g transform=(place) { (key.sign) } (paragraph(x + 28.0, top, "", &lines)) }
                .into_string();
        x += room + 18.0;
        if lines.len() > 1 {
            (x, top) = (0.0, top + LINE * lines.len() as f64 + 2.0);
        }
    }
    let height = if keys.is_empty() { 0.0 } else { top + if x > 0.0 { LINE } else { 0.0 } + 8.0 };
    (PreEscaped(body), height)
}

/// Centre of a text near `x` that keeps it inside the picture.
pub fn inside(x: f64, text: &str, width: f64) -> f64 {
    let half = width_of(text) / 2.0;
    x.min(width - half).max(half)
}

/// Indices of the texts that fit without touching: all, or every second one, and so on.
pub fn thinned(places: &[f64], texts: &[String]) -> Vec<usize> {
    let fits = |stride: usize| {
        let shown: Vec<usize> = (0..texts.len()).step_by(stride).collect();
        shown.windows(2).all(|pair| {
            let room = (width_of(&texts[pair[0]]) + width_of(&texts[pair[1]])) / 2.0 + 6.0;
            (places[pair[1]] - places[pair[0]]).abs() >= room
        })
    };
    let stride = (1..texts.len()).find(|&stride| fits(stride)).unwrap_or(texts.len().max(1));
    (0..texts.len()).step_by(stride).collect()
}

/// First few items of a description, and the number of the remaining ones.
pub fn listed(items: &[String]) -> String {
    const MOST: usize = 40;
    let more = items.len().saturating_sub(MOST);
    let shown = items[..items.len() - more].join("; ");
    if more > 0 { format!("{shown}; and {more} more.") } else { format!("{shown}.") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_short() {
        assert_eq!([12.0, 0.25, -0.01, 3.149].map(n), ["12", "0.2", "0", "3.1"]);
    }

    #[test]
    fn long_names_break_where_they_may() {
        assert_eq!(
            wrap("so-ismcts:iterations=10000,c=0.7", 130.0),
            ["so-ismcts:", "iterations=10000,", "c=0.7"]
        );
        assert_eq!(wrap("two words", 1000.0), ["two words"]);
        assert_eq!(wrap("", 10.0), [""]);
        assert!(wrap(&"x".repeat(50), 100.0).iter().all(|line| width_of(line) <= 100.0));
        assert_eq!(wrap("wwwww", 1.0).concat(), "wwwww");
    }

    #[test]
    fn labels_that_would_touch_are_thinned() {
        let texts: Vec<String> = (0..10).map(|i| format!("{i}0000")).collect();
        let places: Vec<f64> = (0..10).map(|i| f64::from(i) * 20.0).collect();
        assert_eq!(thinned(&places, &texts), [0, 3, 6, 9]);
        assert_eq!(thinned(&[0.0, 0.0], &texts[..2]), [0]);
        assert!(thinned(&[], &[]).is_empty());
    }

    #[test]
    fn legends_stay_within_their_width() {
        let key = |name: &str| Key { name: name.into(), sign: html! {} };
        let keys = ["one", "two", "a name that is longer than the whole line is wide"].map(key);
        let (body, height) = legend(&keys, 200.0);
        assert_eq!(height, LINE + 2.0 + 2.0 * LINE + 2.0 + 8.0);
        assert_eq!(body.into_string().matches("<text").count(), 4);
        assert_eq!(legend(&[], 200.0).1, 0.0);
    }
}

//! SVG charts. They are drawn without a plotting library, since colours must be classes that follow
//! the reader's light or dark theme, and names of players must neither overlap nor be cut off.

mod bars;
mod curves;
mod effects;
mod heat_map;
mod ink;
mod lanes;
mod scale;
mod theme;

use maud::{Markup, html};

use super::model::Block;
use super::text;
use ink::{BASELINE, Drawing, LINE, n, paragraph, wrap};
pub use theme::style_sheet;

/// Width of a chart on a page, in pixels.
pub const WIDE: f64 = 880.0;
/// Width of a chart on a phone.
pub const NARROW: f64 = 356.0;

/// Beginning of every picture that this program writes.
pub const BEGINNING: &str = "<svg class=\"chart\" ";

/// Margin of a standalone chart.
const MARGIN: f64 = 16.0;
/// Size of titles relative to the measured text.
const TITLE_SIZE: f64 = 1.4;

/// Title and caption of a chart; `None` for blocks that are not charts.
pub fn words(block: &Block) -> Option<(&str, &str)> {
    match block {
        Block::Bars(chart) => Some((&chart.title, &chart.caption)),
        Block::Curves(chart) => Some((&chart.title, &chart.caption)),
        Block::HeatMap(chart) => Some((&chart.title, &chart.caption)),
        Block::Effects(chart) => Some((&chart.title, &chart.caption)),
        _ => None,
    }
}

fn draw(block: &Block, width: f64) -> Option<Drawing> {
    match block {
        Block::Bars(chart) => Some(bars::draw(chart, width)),
        Block::Curves(chart) => Some(curves::draw(chart, width)),
        Block::HeatMap(chart) => Some(heat_map::draw(chart, width)),
        Block::Effects(chart) => Some(effects::draw(chart, width)),
        _ => None,
    }
}

/// Chart for a page that contains the style sheet; `id` must be unique on the page.
pub fn inline(block: &Block, width: f64, id: &str) -> Option<Markup> {
    let (title, _) = words(block)?;
    let drawing = draw(block, width)?;
    let size = (drawing.width, drawing.height);
    // A drawing that is wider than the available space scrolls: scaled down, it would be
    // unreadable.
    let class = if drawing.width > width { "chart fixed" } else { "chart" };
    Some(frame(class, size, id, title, &drawing.summary, drawing.body))
}

/// Chart as a separate file, with its title and caption.
pub fn standalone(block: &Block) -> Option<String> {
    let (title, caption) = words(block)?;
    let drawing = draw(block, WIDE)?;
    let heading = wrap(&text::plain(title), drawing.width / TITLE_SIZE);
    let heading = if title.is_empty() { vec![] } else { heading };
    let caption =
        if caption.is_empty() { vec![] } else { wrap(&text::plain(caption), drawing.width) };
    let line = LINE * TITLE_SIZE;
    let top = MARGIN + line * heading.len() as f64 + 6.0;
    let bottom = top + drawing.height + 6.0;
    let size = (drawing.width + 2.0 * MARGIN, bottom + LINE * caption.len() as f64 + MARGIN);
    let body = html! {
        style { (maud::PreEscaped(style_sheet())) }
        rect class="paper" width=(n(size.0)) height=(n(size.1)) {}
        @for (index, words) in heading.iter().enumerate() {
            (ink::label(MARGIN, MARGIN + line * index as f64 + LINE / 2.0 + BASELINE, "large", words))
        }
        g transform={ "translate(" (n(MARGIN)) " " (n(top)) ")" } { (drawing.body) }
        (paragraph(MARGIN, bottom, "soft", &caption))
    };
    Some(frame("chart", size, "chart", title, &drawing.summary, body).into_string() + "\n")
}

fn frame(
    class: &str,
    (width, height): (f64, f64),
    id: &str,
    title: &str,
    summary: &str,
    body: Markup,
) -> Markup {
    let (width, height) = (n(width), n(height));
    html! {
        svg class=(class) xmlns="http://www.w3.org/2000/svg" width=(width) height=(height)
            viewBox={ "0 0 " (width) " " (height) } role="img"
            aria-labelledby={ (id) "-title " (id) "-desc" } {
            title id={ (id) "-title" } { (text::plain(title)) }
            desc id={ (id) "-desc" } { (summary) }
            (body)
        }
    }
}

#[cfg(test)]
mod tests;

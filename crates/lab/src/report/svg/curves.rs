//! Curves with bands, with a legend above.

use maud::{Markup, html};

use super::bars::{places, whole_interval};
use super::ink::*;
use super::scale::{Ticks, is_shown};
use crate::report::model::{AxisScale, Curve, Curves, Format, Point, Stroke};
use crate::report::text;

/// Plot area and its two axes.
struct Plot {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    x: Ticks,
    y: Ticks,
}

impl Plot {
    fn x(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * self.x.share(value)
    }

    fn y(&self, value: f64) -> f64 {
        self.bottom - (self.bottom - self.top) * self.y.share(value)
    }

    fn place(&self, x: f64, y: f64) -> (f64, f64) {
        (self.x(x), self.y(y))
    }
}

/// Draws curves.
pub fn draw(chart: &Curves, width: f64) -> Drawing {
    let (legend, legend_height) = legend(&keys(chart), width);
    let title = wrap(&text::plain(&chart.y.label), width);
    let top = legend_height + LINE * title.len() as f64 + 14.0;
    let plot = plot(chart, width, top);
    let x_title = wrap(&text::plain(&chart.x.label), width);
    let below = plot.bottom + LINE + 10.0;
    let body = html! {
        (legend)
        (paragraph(0.0, legend_height, "", &title))
        (axes(chart, &plot, width))
        (centred((plot.left + plot.right) / 2.0, below, &x_title, width))
        @for (index, curve) in chart.curves.iter().enumerate() { (band(chart, &plot, index, curve)) }
        @for (index, curve) in chart.curves.iter().enumerate() { (stroke(chart, &plot, index, curve)) }
    };
    let height = below + LINE * x_title.len() as f64 + 4.0;
    Drawing { width, height, summary: summary(chart), body }
}

fn plot(chart: &Curves, width: f64, top: f64) -> Plot {
    let height = if width < 500.0 { 250.0 } else { 340.0 };
    let points = || chart.curves.iter().flat_map(|curve| shown(chart, curve));
    let y_values = points().flat_map(|point| places(point.y)).chain(chart.reference);
    let y = Ticks::around(y_values, chart.y.scale, (height / 45.0) as usize);
    let left = widest(&y.labels(chart.y.format)) + 8.0;
    // Tick labels on a logarithmic axis are short, and overlapping labels are thinned out; too few
    // ticks would leave the ends of the axis empty.
    let most = match chart.x.scale {
        AxisScale::Linear => ((width - left) / 55.0).clamp(3.0, 11.0) as usize,
        AxisScale::Log => 11,
    };
    let x = Ticks::around(points().map(|point| point.x), chart.x.scale, most);
    let last = x.labels(chart.x.format).pop().expect("an axis has ticks");
    Plot { left, right: width - width_of(&last) / 2.0 - 2.0, top, bottom: top + height, x, y }
}

fn axes(chart: &Curves, plot: &Plot, width: f64) -> Markup {
    let [x_texts, y_texts] = [plot.x.labels(chart.x.format), plot.y.labels(chart.y.format)];
    let x_places: Vec<f64> = plot.x.at.iter().map(|&tick| plot.x(tick)).collect();
    let text_places = x_places.iter().zip(&x_texts).map(|(&x, text)| inside(x, text, width));
    let text_places: Vec<f64> = text_places.collect();
    html! {
        @for (&tick, text) in plot.y.at.iter().zip(&y_texts) {
            @let y = plot.y(tick);
            (line("grid", (plot.left, y), (plot.right, y)))
            (label(plot.left - 8.0, y + BASELINE, "soft end", text))
        }
        @for &x in &x_places { (line("axis", (x, plot.bottom), (x, plot.bottom + 4.0))) }
        @for index in thinned(&text_places, &x_texts) {
            (label(text_places[index], plot.bottom + 18.0, "soft middle", &x_texts[index]))
        }
        (line("axis", (plot.left, plot.bottom), (plot.right, plot.bottom)))
        @if let Some(value) = chart.reference.filter(|&value| is_shown(value, chart.y.scale)) {
            (line("reference", (plot.left, plot.y(value)), (plot.right, plot.y(value))))
        }
    }
}

/// Points that can be drawn, from left to right.
fn shown(chart: &Curves, curve: &Curve) -> Vec<Point> {
    let mut points = curve.points.clone();
    points
        .retain(|point| is_shown(point.x, chart.x.scale) && is_shown(point.y.value, chart.y.scale));
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    points
}

fn interval(chart: &Curves, point: &Point) -> Option<(f64, f64)> {
    // On a logarithmic axis an interval may extend down to 0: it is cut off at the edge of the
    // plot.
    let is_log = chart.y.scale == AxisScale::Log;
    whole_interval(&point.y)
        .map(|(low, high)| if is_log { (low.max(1e-100), high.max(1e-100)) } else { (low, high) })
}

/// Band through each unbroken sequence of points with intervals; a whisker for a single point.
fn band(chart: &Curves, plot: &Plot, index: usize, curve: &Curve) -> Markup {
    let ends = |point: &Point| interval(chart, point).map(|(low, high)| (point.x, low, high));
    let points = shown(chart, curve);
    let ends: Vec<Option<(f64, f64, f64)>> = points.iter().map(ends).collect();
    html! {
        @for row in ends.split(Option::is_none) {
            @let row: Vec<(f64, f64, f64)> = row.iter().flatten().copied().collect();
            @if let [(x, low, high)] = row[..] {
                (whisker(&format!("error {}", series_class(index)), plot.place(x, low), plot.place(x, high)))
            } @else if !row.is_empty() {
                @let there = row.iter().map(|&(x, low, _)| plot.place(x, low));
                @let back = row.iter().rev().map(|&(x, _, high)| plot.place(x, high));
                path class={ "band " (series_class(index)) } d={ (path(there.chain(back))) "Z" } {}
            }
        }
    }
}

fn stroke(chart: &Curves, plot: &Plot, index: usize, curve: &Curve) -> Markup {
    let points = shown(chart, curve);
    let class = match curve.stroke {
        Stroke::Solid => "line",
        Stroke::Dashed => "line dashed",
    };
    html! {
        @if points.len() > 1 {
            path class={ (class) " " (series_class(index)) }
                d=(path(points.iter().map(|point| plot.place(point.x, point.y.value)))) {}
        }
        @for point in &points {
            @let place = plot.place(point.x, point.y.value);
            (noted(&spoken(chart, curve, point), mark(index, mark_class(curve.stroke), place)))
        }
    }
}

fn mark_class(stroke: Stroke) -> &'static str {
    match stroke {
        Stroke::Solid => "mark",
        Stroke::Dashed => "mark hollow",
    }
}

fn path(points: impl Iterator<Item = (f64, f64)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        path += &format!("{}{} {}", if path.is_empty() { "M" } else { "L" }, n(x), n(y));
    }
    path
}

fn keys(chart: &Curves) -> Vec<Key> {
    let key = |(index, curve): (usize, &Curve)| Key {
        name: text::plain(&curve.name),
        sign: html! {
            @let dashed = if curve.stroke == Stroke::Dashed { "dashed " } else { "" };
            (line(&format!("line {dashed}{}", series_class(index)), (0.0, 0.0), (22.0, 0.0)))
            (mark(index, mark_class(curve.stroke), (11.0, 0.0)))
        },
    };
    let needs_names =
        chart.curves.len() > 1 || chart.curves.iter().any(|curve| !curve.name.is_empty());
    if needs_names { chart.curves.iter().enumerate().map(key).collect() } else { vec![] }
}

fn spoken(chart: &Curves, curve: &Curve, point: &Point) -> String {
    let x = match chart.x.format {
        // Settings are written in full, however few decimals the format has.
        Format::Number(_) => point.x.to_string(),
        percent => text::number(point.x, percent),
    };
    format!("{} at {x}: {}", text::plain(&curve.name), text::spoken(&point.y, chart.y.format))
        .trim()
        .into()
}

fn summary(chart: &Curves) -> String {
    let mut items = vec![];
    for curve in &chart.curves {
        items.extend(shown(chart, curve).iter().map(|point| spoken(chart, curve, point)));
    }
    let [x, y] = [&chart.x.label, &chart.y.label].map(|label| text::plain(label));
    format!("Curves of {y} over {x}. {}", listed(&items))
}

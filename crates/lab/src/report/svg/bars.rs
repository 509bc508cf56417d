//! Bar charts: bars begin at 0 and have their intervals as whiskers.

use maud::{Markup, html};

use super::ink::*;
use super::lanes::Lanes;
use super::scale::is_shown;
use crate::report::model::{Axis, AxisScale, Bars, Estimate};
use crate::report::text;

/// Draws a bar chart.
pub fn draw(chart: &Bars, width: f64) -> Drawing {
    let axis = &chart.axis;
    let estimates = || chart.series.iter().flat_map(|series| &series.values).copied();
    let names: Vec<String> = chart.labels.iter().map(|name| text::plain(name)).collect();
    let numbers: Vec<String> =
        estimates().map(|estimate| text::number(estimate.value, axis.format)).collect();
    let values = estimates().flat_map(places).chain(chart.reference).collect();
    let mut lanes = Lanes::new(width, axis, &names, &numbers, values);
    lanes.legend(&keys(chart));
    lanes.reference(chart.reference);
    let thickness = if chart.series.len() < 2 { 16.0 } else { 13.0 };
    for (group, name) in names.iter().enumerate() {
        let height = thickness * chart.series.len().max(1) as f64 + 10.0;
        lanes.lane(name, height, |lanes, top| {
            html! {
                @for (index, series) in chart.series.iter().enumerate() {
                    @let middle = top + 5.0 + thickness * (index as f64 + 0.5);
                    @if let Some(estimate) = series.values.get(group) {
                        (bar(lanes, axis, (name, &series.name), index, estimate, middle, thickness - 2.0))
                    }
                }
            }
        });
    }
    lanes.finish(summary(chart, &names))
}

/// All numbers of an estimate.
pub fn places(estimate: Estimate) -> impl Iterator<Item = f64> {
    let (low, high) = estimate.interval.unwrap_or((f64::NAN, f64::NAN));
    [low, estimate.value, high].into_iter()
}

/// Interval, if both of its ends can be drawn.
pub fn whole_interval(estimate: &Estimate) -> Option<(f64, f64)> {
    estimate.interval.filter(|&(low, high)| {
        is_shown(low, AxisScale::Linear) && is_shown(high, AxisScale::Linear)
    })
}

fn bar(
    lanes: &Lanes,
    axis: &Axis,
    (label, series): (&str, &str),
    index: usize,
    estimate: &Estimate,
    middle: f64,
    thickness: f64,
) -> Markup {
    let number = text::number(estimate.value, axis.format);
    if !is_shown(estimate.value, AxisScale::Linear) {
        return lanes.number(middle, text::MISSING);
    }
    let (zero, end) = (lanes.x(0.0), lanes.x(estimate.value));
    let corner = (zero.min(end), middle - thickness / 2.0);
    let what = [label, &text::plain(series)].map(str::trim).join(" ");
    noted(
        &format!("{}: {}", what.trim(), text::spoken(estimate, axis.format)),
        html! {
            (rectangle(&bar_class(index), corner, (end - zero).abs(), thickness))
            @if let Some((low, high)) = whole_interval(estimate) {
                (whisker("error", (lanes.x(low), middle), (lanes.x(high), middle)))
            }
            (lanes.number(middle, &number))
        },
    )
}

/// Class of a bar; bars are translucent, so that whiskers stand out from them.
fn bar_class(series: usize) -> String {
    format!("bar {}", series_class(series))
}

fn keys(chart: &Bars) -> Vec<Key> {
    let is_named = chart.series.iter().any(|series| !series.name.is_empty());
    let key = |(index, name): (usize, &String)| Key {
        name: text::plain(name),
        sign: rectangle(&bar_class(index), (0.0, -5.0), 22.0, 10.0),
    };
    let names = chart.series.iter().map(|series| &series.name);
    if is_named { names.enumerate().map(key).collect() } else { vec![] }
}

fn summary(chart: &Bars, names: &[String]) -> String {
    let mut items = vec![];
    for series in &chart.series {
        for (name, estimate) in names.iter().zip(&series.values) {
            let series = text::plain(&series.name);
            let what = if series.is_empty() { name.clone() } else { format!("{name}, {series}") };
            items.push(format!("{what}: {}", text::spoken(estimate, chart.axis.format)));
        }
    }
    format!("Bar chart of {}. {}", text::plain(&chart.axis.label), listed(&items))
}

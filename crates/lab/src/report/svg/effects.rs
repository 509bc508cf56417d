//! Effects of a factorial design around 0: a filled mark if the interval excludes 0, a hollow one
//! otherwise.

use maud::{Markup, html};

use super::bars::{places, whole_interval};
use super::ink::*;
use super::lanes::Lanes;
use super::scale::is_shown;
use crate::report::model::{Axis, AxisScale, Effect, Effects};
use crate::report::text;

const HEIGHT: f64 = 24.0;

/// Draws main effects first, then interactions.
pub fn draw(chart: &Effects, width: f64) -> Drawing {
    let axis = &chart.axis;
    let names: Vec<String> = chart.effects.iter().map(name).collect();
    let number = |effect: &Effect| text::signed(effect.estimate.value, axis.format);
    let numbers: Vec<String> = chart.effects.iter().map(number).collect();
    let values = chart.effects.iter().flat_map(|effect| places(effect.estimate)).collect();
    let mut lanes = Lanes::new(width, axis, &names, &numbers, values);
    lanes.legend(&keys());
    let (main, together): (Vec<_>, Vec<_>) =
        chart.effects.iter().partition(|effect| effect.factors.len() < 2);
    let are_both = !main.is_empty() && !together.is_empty();
    for (series, title, effects) in [(0, "Main effects", main), (1, "Interactions", together)] {
        if are_both {
            lanes.section(title);
        }
        for effect in effects {
            lanes.lane(&name(effect), HEIGHT, |lanes, top| {
                mark_of(lanes, axis, series, effect, top + HEIGHT / 2.0)
            });
        }
    }
    let items: Vec<String> = chart.effects.iter().map(|effect| spoken(effect, axis)).collect();
    lanes.finish(format!("Effects on {}. {}", text::plain(&axis.label), listed(&items)))
}

fn name(effect: &Effect) -> String {
    text::plain(&effect.factors.join(" × "))
}

fn spoken(effect: &Effect, axis: &Axis) -> String {
    format!("{}: {}", name(effect), text::spoken(&effect.estimate, axis.format))
}

fn mark_of(lanes: &Lanes, axis: &Axis, series: usize, effect: &Effect, middle: f64) -> Markup {
    if !is_shown(effect.estimate.value, AxisScale::Linear) {
        return lanes.number(middle, text::MISSING);
    }
    let interval = whole_interval(&effect.estimate);
    let is_clear = interval.is_some_and(|(low, high)| low > 0.0 || high < 0.0);
    let class = if is_clear { "mark" } else { "mark hollow" };
    noted(
        &spoken(effect, axis),
        html! {
            @if let Some((low, high)) = interval {
                (whisker("error", (lanes.x(low), middle), (lanes.x(high), middle)))
            }
            (mark(series, class, (lanes.x(effect.estimate.value), middle)))
            (lanes.number(middle, &text::signed(effect.estimate.value, axis.format)))
        },
    )
}

fn keys() -> Vec<Key> {
    let key = |class, name: &str| Key { name: name.into(), sign: mark(0, class, (11.0, 0.0)) };
    vec![key("mark", "interval without 0"), key("mark hollow", "interval with 0")]
}

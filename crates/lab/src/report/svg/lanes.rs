//! Horizontal charts: one lane per label, with values to the right, which leaves space for long
//! names of players.

use maud::{Markup, PreEscaped, html};

use super::ink::*;
use super::scale::{Ticks, is_shown};
use crate::report::model::{Axis, AxisScale};
use crate::report::text;

/// Chart that grows downwards, lane by lane.
pub struct Lanes {
    width: f64,
    left: f64,
    right: f64,
    /// Whether names stand above their lanes, because they would take too much width beside them.
    is_above: bool,
    axis: Axis,
    ticks: Ticks,
    reference: Option<f64>,
    bottom: f64,
    behind: String,
    body: String,
}

impl Lanes {
    /// Layout of names, of the axis that contains 0 and `values`, and of the numbers at the right.
    pub fn new(
        width: f64,
        axis: &Axis,
        names: &[String],
        numbers: &[String],
        values: Vec<f64>,
    ) -> Self {
        let axis = Axis { scale: AxisScale::Linear, ..axis.clone() };
        let names = widest(names);
        let numbers = widest(numbers);
        let is_above = names > 0.4 * width || names + numbers > 0.6 * width;
        // The first number below the axis is centred at its left end.
        let left = if is_above || names == 0.0 { 18.0 } else { names + 10.0 };
        let right = width - numbers - 10.0;
        let most = ((right - left) / 55.0).clamp(3.0, 9.0) as usize;
        let ticks = Ticks::around(values.into_iter().chain([0.0]), AxisScale::Linear, most);
        let (behind, body) = (String::new(), String::new());
        Lanes {
            width,
            left,
            right,
            is_above,
            axis,
            ticks,
            reference: None,
            bottom: 0.0,
            behind,
            body,
        }
    }

    /// Horizontal position of a value.
    pub fn x(&self, value: f64) -> f64 {
        self.left + (self.right - self.left) * self.ticks.share(value)
    }

    /// Adds the legend at the top; call it before the first lane.
    pub fn legend(&mut self, keys: &[Key]) {
        let (body, height) = legend(keys, self.width);
        self.body += &body.into_string();
        self.bottom = height;
    }

    /// Sets the value that is marked in all following lanes.
    pub fn reference(&mut self, value: Option<f64>) {
        self.reference = value.filter(|&value| is_shown(value, AxisScale::Linear));
    }

    /// Adds a line of text across the chart.
    pub fn section(&mut self, title: &str) {
        let middle = self.bottom + 6.0 + LINE / 2.0;
        self.body += &label(0.0, middle + BASELINE, "strong", title).into_string();
        self.bottom += LINE + 8.0;
    }

    /// Adds a lane of a height; `draw` receives its top.
    pub fn lane(&mut self, name: &str, height: f64, draw: impl FnOnce(&Self, f64) -> Markup) {
        let words = text::plain(name);
        if self.is_above {
            let lines = wrap(&words, self.width);
            self.body += &paragraph(0.0, self.bottom + 2.0, "", &lines).into_string();
            self.bottom += LINE * lines.len() as f64 + 2.0;
        } else if !words.is_empty() {
            let baseline = self.bottom + height / 2.0 + BASELINE;
            self.body += &label(self.left - 10.0, baseline, "end", &words).into_string();
        }
        let (top, bottom) = (self.bottom, self.bottom + height);
        self.behind += &self.upright_lines(top, bottom).into_string();
        self.body += &draw(self, top).into_string();
        self.bottom = bottom;
    }

    /// Vertical lines end with their lane, so that they do not cross the name above the next.
    fn upright_lines(&self, top: f64, bottom: f64) -> Markup {
        let upright = |class, value| line(class, (self.x(value), top), (self.x(value), bottom));
        html! {
            @for &tick in &self.ticks.at { (upright(if tick == 0.0 { "axis" } else { "grid" }, tick)) }
            @if let Some(value) = self.reference { (upright("reference", value)) }
        }
    }

    /// Number in the column at the right.
    pub fn number(&self, middle: f64, number: &str) -> Markup {
        label(self.width, middle + BASELINE, "end", number)
    }

    /// Adds the axis below and returns the drawing.
    pub fn finish(self, summary: String) -> Drawing {
        let texts = self.ticks.labels(self.axis.format);
        let places = self.ticks.at.iter().zip(&texts);
        let places: Vec<f64> =
            places.map(|(&tick, text)| inside(self.x(tick), text, self.width)).collect();
        let title = wrap(&text::plain(&self.axis.label), self.width);
        let below = self.bottom + LINE + 8.0;
        let body = html! {
            (PreEscaped(&self.behind))
            (line("axis", (self.left, self.bottom), (self.right, self.bottom)))
            @for index in thinned(&places, &texts) {
                (label(places[index], self.bottom + 16.0, "soft middle", &texts[index]))
            }
            (centred((self.left + self.right) / 2.0, below, &title, self.width))
            (PreEscaped(&self.body))
        };
        let height = below + LINE * title.len() as f64 + 4.0;
        Drawing { width: self.width, height, summary, body }
    }
}

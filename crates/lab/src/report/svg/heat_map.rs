//! Heat maps. Names that are too long for their place are replaced by numbers, with a key below.

use maud::{Markup, PreEscaped, html};

use super::ink::*;
use super::scale::{is_shown, short};
use super::theme::STEPS;
use crate::report::model::{AxisScale, Format, HeatMap};
use crate::report::text;

/// Minimum width of a cell; a narrower one cannot hold two digits.
const NARROWEST: f64 = 26.0;
const WIDEST: f64 = 74.0;
const HIGHEST: f64 = 34.0;
/// Maximum length of column names that are written vertically.
const UPRIGHT: f64 = 120.0;

/// Length of the colour scale.
const STRIP: f64 = 260.0;
/// Bold letters are wider than measured, so their lines are broken earlier by this factor.
const BOLD: f64 = 0.9;
/// Space for numbers that replace names.
const NUMBERS: f64 = 28.0;

/// Layout of the names of columns.
#[derive(PartialEq)]
enum Heads {
    Level,
    Upright,
    Numbers,
}

struct Grid {
    rows: Vec<String>,
    columns: Vec<String>,
    heads: Heads,
    rows_are_numbers: bool,
    left: f64,
    top: f64,
    cell: (f64, f64),
    colours: Colours,
    format: Format,
}

/// Draws a heat map; it can be wider than `width` if the columns need it.
pub fn draw(chart: &HeatMap, width: f64) -> Drawing {
    let grid = Grid::new(chart, width);
    let (columns, rows) = (grid.columns.len() as f64, grid.rows.len() as f64);
    let bottom = grid.top + rows * grid.cell.1;
    let width = width.max(grid.left + columns * grid.cell.0);
    let (key, key_height) = grid.key(chart, width, bottom + 12.0);
    let scale_top = bottom + 12.0 + key_height;
    let body = html! {
        (paragraph(0.0, 0.0, "", &titles(chart, width)))
        (grid.heads())
        @for (row, values) in chart.values.iter().take(grid.rows.len()).enumerate() { (grid.row(row, values)) }
        (key)
        (grid.colours.scale(scale_top, chart.format))
    };
    Drawing { width, height: scale_top + 34.0, summary: summary(chart, &grid), body }
}

fn titles(chart: &HeatMap, width: f64) -> Vec<String> {
    let [rows, columns] = [&chart.row_label, &chart.column_label].map(|label| text::plain(label));
    match (rows.is_empty(), columns.is_empty()) {
        (true, true) => vec![],
        _ => wrap(&format!("Rows: {rows}; columns: {columns}"), width),
    }
}

impl Grid {
    fn new(chart: &HeatMap, width: f64) -> Self {
        let [rows, columns] = [&chart.rows, &chart.columns]
            .map(|names| names.iter().map(|name| text::plain(name)).collect::<Vec<_>>());
        let count = columns.len().max(1) as f64;
        let least = width_of_numbers(chart, with_decimals(chart.format, 0)).max(NARROWEST);
        let cell_width = |left: f64| ((width - left) / count).min(WIDEST).max(least);
        let beside = widest(&rows) + 10.0;
        // The row names stay if they leave the cells enough space for their numbers.
        let room = widest(&numbers(chart, chart.format)).max(NARROWEST);
        let rows_are_numbers = beside > 0.4 * width || (width - beside) / count < room;
        let left = if rows_are_numbers { NUMBERS } else { beside };
        let heads = match widest(&columns) {
            head if head + 6.0 <= cell_width(left) => Heads::Level,
            head if head <= UPRIGHT && !rows_are_numbers => Heads::Upright,
            _ => Heads::Numbers,
        };
        // With the same names on both sides, the rows show their numbers too, and the columns need
        // no separate key.
        let are_numbered = heads == Heads::Numbers && !rows_are_numbers && rows == columns;
        let left = if are_numbered { left + NUMBERS - 10.0 } else { left };
        let above = match heads {
            Heads::Upright => widest(&columns) + 10.0,
            _ => LINE + 4.0,
        };
        let top = LINE * titles(chart, width).len() as f64 + 6.0 + above;
        let cell = (cell_width(left), (cell_width(left) * 0.8).clamp(24.0, HIGHEST));
        let format = fitting_format(chart, cell.0);
        Grid {
            rows,
            columns,
            heads,
            rows_are_numbers,
            left,
            top,
            cell,
            colours: Colours::of(chart),
            format,
        }
    }

    fn corner(&self, row: usize, column: usize) -> (f64, f64) {
        (self.left + column as f64 * self.cell.0, self.top + row as f64 * self.cell.1)
    }

    fn heads(&self) -> Markup {
        html! {
            @for (column, name) in self.columns.iter().enumerate() {
                @let (x, y) = (self.corner(0, column).0 + self.cell.0 / 2.0, self.top - 6.0);
                @match self.heads {
                    Heads::Level => (label(x, y, "middle", name)),
                    Heads::Numbers => (label(x, y, "strong middle", &(column + 1).to_string())),
                    Heads::Upright => {
                        text transform={ "translate(" (n(x + BASELINE)) " " (n(y)) ") rotate(-90)" } { (name) }
                    }
                }
            }
            @for (row, name) in self.rows.iter().enumerate() {
                @let y = self.corner(row, 0).1 + self.cell.1 / 2.0 + BASELINE;
                @let is_numbered = self.rows_are_numbers || self.rows_are_key();
                @let names_end = self.left - if is_numbered { NUMBERS } else { 8.0 };
                @if is_numbered { (label(self.left - 8.0, y, "strong end", &(row + 1).to_string())) }
                @if !self.rows_are_numbers { (label(names_end, y, "end", name)) }
            }
        }
    }

    /// Returns whether the names beside the rows are the key to the numbers above the columns.
    fn rows_are_key(&self) -> bool {
        self.heads == Heads::Numbers && !self.rows_are_numbers && self.rows == self.columns
    }

    fn row(&self, row: usize, values: &[Option<f64>]) -> Markup {
        let (width, height) = (self.cell.0 - 1.5, self.cell.1 - 1.5);
        html! {
            @for (column, value) in values.iter().take(self.columns.len()).enumerate() {
                @let (x, y) = self.corner(row, column);
                @match value.filter(|&value| is_shown(value, AxisScale::Linear)) {
                    None => (rectangle("blank", (x + 0.5, y + 0.5), width - 1.0, height - 1.0)),
                    Some(value) => (self.cell(row, column, value)),
                }
            }
        }
    }

    fn cell(&self, row: usize, column: usize, value: f64) -> Markup {
        let (x, y) = self.corner(row, column);
        let (width, height) = (self.cell.0 - 1.5, self.cell.1 - 1.5);
        let class = format!("h{}", self.colours.step(value));
        let number = text::bare(value, self.format);
        let size = if width_of(&number) + 6.0 > self.cell.0 { "small " } else { "" };
        let note = format!(
            "{}, {}: {}",
            self.rows[row],
            self.columns[column],
            text::number(value, self.format)
        );
        noted(
            &note,
            html! {
                (rectangle(&class, (x, y), width, height))
                (label(x + width / 2.0, y + height / 2.0 + BASELINE, &format!("{size}middle {class}"), &number))
            },
        )
    }

    /// Key of the numbers that replace names.
    fn key(&self, chart: &HeatMap, width: f64, top: f64) -> (Markup, f64) {
        let columns =
            (self.heads == Heads::Numbers && !self.rows_are_key()).then_some(&self.columns);
        let rows = self.rows_are_numbers.then_some(&self.rows);
        let lists: Vec<(String, &Vec<String>)> = match (rows, columns) {
            (Some(rows), Some(columns)) if rows == columns => vec![(String::new(), rows)],
            _ => [(&chart.row_label, rows), (&chart.column_label, columns)]
                .into_iter()
                .filter_map(|(label, list)| Some((text::plain(label), list?)))
                .collect(),
        };
        let (mut y, mut body) = (top, String::new());
        for (title, names) in lists {
            if !title.is_empty() {
                let lines = wrap(&title, BOLD * width);
                body += &paragraph(0.0, y, "strong", &lines).into_string();
                y += LINE * lines.len() as f64;
            }
            for (index, name) in names.iter().enumerate() {
                let lines = wrap(name, width - 26.0);
                body +=
                    &label(18.0, y + LINE / 2.0 + BASELINE, "strong end", &(index + 1).to_string())
                        .into_string();
                body += &paragraph(26.0, y, "", &lines).into_string();
                y += LINE * lines.len() as f64;
            }
            y += 8.0;
        }
        (PreEscaped(body), y - top)
    }
}

/// All numbers in print, without their unit.
fn numbers(chart: &HeatMap, format: Format) -> Vec<String> {
    chart.values.iter().flatten().flatten().map(|&value| text::bare(value, format)).collect()
}

/// Space that the numbers need in small print, which is a little narrower than measured.
fn width_of_numbers(chart: &HeatMap, format: Format) -> f64 {
    widest(&numbers(chart, format)) * 0.875 + 6.0
}

/// Format of the chart, with fewer decimals if the numbers do not fit their cells.
fn fitting_format(chart: &HeatMap, width: f64) -> Format {
    let (Format::Number(decimals) | Format::Percent(decimals)) = chart.format;
    let formats = (0..=decimals).rev().map(|decimals| with_decimals(chart.format, decimals));
    let mut fitting = formats.filter(|&format| width_of_numbers(chart, format) <= width);
    fitting.next().unwrap_or(with_decimals(chart.format, 0))
}

fn with_decimals(format: Format, decimals: u8) -> Format {
    match format {
        Format::Number(_) => Format::Number(decimals),
        Format::Percent(_) => Format::Percent(decimals),
    }
}

struct Colours {
    low: f64,
    middle: Option<f64>,
    high: f64,
}

impl Colours {
    fn of(chart: &HeatMap) -> Self {
        let is_placed = |value: f64| is_shown(value, AxisScale::Linear);
        let values =
            || chart.values.iter().flatten().flatten().copied().filter(|&value| is_placed(value));
        let middle = chart.middle.filter(|&middle| is_shown(middle, AxisScale::Linear));
        let from_data = match middle {
            Some(middle) => {
                let reach = values().map(|value| (value - middle).abs()).fold(0.0, f64::max);
                (middle - reach, middle + reach)
            }
            None if values().next().is_none() => (0.0, 1.0),
            None => {
                (values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max))
            }
        };
        let (low, high) = chart
            .range
            .filter(|&(low, high)| low < high && is_placed(low) && is_placed(high))
            .unwrap_or(from_data);
        Colours { low, middle, high }
    }

    fn step(&self, value: f64) -> usize {
        let share =
            |part: f64, whole: f64| if whole > 0.0 { (part / whole).clamp(0.0, 1.0) } else { 0.0 };
        let steps = |share: f64| (share * STEPS as f64).round() as usize;
        match self.middle {
            Some(middle) if value < middle => {
                STEPS - steps(share(middle - value, middle - self.low))
            }
            Some(middle) => STEPS + steps(share(value - middle, self.high - middle)),
            None => STEPS + steps(share(value - self.low, self.high - self.low)),
        }
    }

    /// Colour scale with the numbers at its ends and middle.
    fn scale(&self, top: f64, format: Format) -> Markup {
        let first = if self.middle.is_some() { 0 } else { STEPS };
        let width = STRIP / (2 * STEPS + 1 - first) as f64;
        let ends = [(self.low, 0.0, "soft"), (self.high, STRIP, "soft end")];
        let middle = self.middle.map(|middle| (middle, STRIP / 2.0, "soft middle"));
        html! {
            @for step in first..=2 * STEPS {
                (rectangle(&format!("h{step}"), (width * (step - first) as f64, top), width, 10.0))
            }
            @for (value, x, class) in ends.into_iter().chain(middle) {
                (label(x, top + 25.0, class, &brief(value, format)))
            }
        }
    }
}

/// Short form of a number for the colour scale.
fn brief(value: f64, format: Format) -> String {
    if value.abs() < 1e4 { text::number(value, format) } else { short(value, format) }
}

fn summary(chart: &HeatMap, grid: &Grid) -> String {
    let mut items = vec![];
    for (row, values) in grid.rows.iter().zip(&chart.values) {
        for (column, value) in grid.columns.iter().zip(values) {
            items
                .extend(value.map(|value| {
                    format!("{row}, {column}: {}", text::number(value, chart.format))
                }));
        }
    }
    let [rows, columns] = [&chart.row_label, &chart.column_label].map(|label| text::plain(label));
    format!("Heat map of {rows} by {columns}. {}", listed(&items))
}

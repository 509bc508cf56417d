//! Data of a report for programs: every table and every chart as rows and columns.
//!
//! Numbers are not rounded; shares are between 0 and 1. A number with an interval has three
//! columns: `score`, `score low` and `score high`.

use super::model::{Bars, Block, Cell, Curves, Effects, Estimate, HeatMap, Report, Table, Verdict};
use super::text::plain;
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;

/// Report as data.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Document {
    /// Heading of the report.
    pub title: String,
    /// Answer in a sentence or two.
    pub answer: String,
    /// Names and values: settings, seed, dates.
    pub facts: BTreeMap<String, String>,
    /// Tables and charts, in reading order.
    pub tables: Vec<Rows>,
}

/// Table or chart.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Rows {
    /// Title of the table or chart.
    pub title: String,
    /// Column headings.
    pub columns: Vec<String>,
    /// Rows with one value per column.
    pub rows: Vec<Vec<Datum>>,
}

/// Value.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// No value.
    Nothing,
    /// Text.
    Text(String),
    /// Count.
    Count(u64),
    /// Finite number.
    Number(f64),
}

impl Serialize for Datum {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Datum::Nothing => to.serialize_none(),
            Datum::Text(text) => to.serialize_str(text),
            Datum::Count(count) => to.serialize_u64(*count),
            Datum::Number(value) => to.serialize_f64(*value),
        }
    }
}

/// Data of a report.
pub fn document(report: &Report) -> Document {
    Document {
        title: plain(&report.title),
        answer: plain(&report.lead),
        facts: report.facts.iter().map(|(name, value)| (plain(name), plain(value))).collect(),
        tables: report.blocks.iter().filter_map(rows).collect(),
    }
}

/// All tables as one list of comma-separated values, with one line per value. A line contains the
/// table, the row (its number, from 1, and its texts) and the column of the value. Texts of a row
/// identify the row and have no line of their own.
pub fn csv(tables: &[Rows]) -> String {
    let mut out = line(["table", "row", "name", "column", "value"].map(String::from));
    for table in tables {
        for (number, row) in (1..).zip(&table.rows) {
            let words = row.iter().filter_map(|datum| {
                if let Datum::Text(text) = datum { Some(text.as_str()) } else { None }
            });
            let name = words.collect::<Vec<&str>>().join(", ");
            for (column, datum) in table.columns.iter().zip(row) {
                if matches!(datum, Datum::Count(_) | Datum::Number(_)) {
                    out += &line([
                        table.title.clone(),
                        format!("{number}"),
                        name.clone(),
                        column.clone(),
                        field(datum),
                    ]);
                }
            }
        }
    }
    out
}

/// One table as comma-separated values: a line with the headings, and a line per row (RFC 4180,
/// with plain newlines).
pub fn csv_of(table: &Rows) -> String {
    let rows = table.rows.iter().map(|row| line(row.iter().map(field)));
    line(table.columns.iter().cloned()) + &rows.collect::<String>()
}

fn field(datum: &Datum) -> String {
    match datum {
        Datum::Nothing => String::new(),
        Datum::Text(text) => text.clone(),
        Datum::Count(count) => count.to_string(),
        Datum::Number(value) => value.to_string(),
    }
}

fn line(fields: impl IntoIterator<Item = String>) -> String {
    fields.into_iter().map(quoted).collect::<Vec<_>>().join(",") + "\n"
}

fn quoted(field: String) -> String {
    match field.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", field.replace('"', "\"\"")),
        false => field,
    }
}

fn rows(block: &Block) -> Option<Rows> {
    match block {
        Block::Table(table) => Some(of_table(table)),
        Block::Bars(bars) => Some(of_bars(bars)),
        Block::Curves(curves) => Some(of_curves(curves)),
        Block::HeatMap(map) => Some(of_heat_map(map)),
        Block::Effects(effects) => Some(of_effects(effects)),
        Block::Contents
        | Block::Heading(_)
        | Block::Subheading(_)
        | Block::Text(_)
        | Block::Note(_)
        | Block::Listing { .. } => None,
    }
}

fn of_table(table: &Table) -> Rows {
    let has_interval = |column: usize| {
        table.rows.iter().any(|row| matches!(row.get(column), Some(Cell::Interval(..))))
    };
    let columns: Vec<(String, bool)> = (0..table.width())
        .map(|at| {
            (table.columns.get(at).map_or(String::new(), |head| plain(head)), has_interval(at))
        })
        .collect();
    let heads = columns
        .iter()
        .flat_map(|(head, interval)| if *interval { three(head) } else { vec![head.clone()] });
    let row = |row: &Vec<Cell>| {
        let cells = columns.iter().enumerate();
        cells
            .flat_map(|(at, (_, interval))| of_cell(row.get(at).unwrap_or(&Cell::Empty), *interval))
            .collect()
    };
    Rows {
        title: plain(&table.title),
        columns: heads.collect(),
        rows: table.rows.iter().map(row).collect(),
    }
}

/// Value of a cell, in three columns if other cells of its column have an interval.
fn of_cell(cell: &Cell, interval: bool) -> Vec<Datum> {
    let datum = match cell {
        Cell::Interval(found, _) => return estimate(found),
        Cell::Empty => Datum::Nothing,
        Cell::Text(text) => Datum::Text(plain(text)),
        Cell::Count(count) => Datum::Count(*count),
        Cell::Number { value, .. } | Cell::Percent(value) => number(*value),
        Cell::Verdict(verdict) => Datum::Text(word(*verdict).to_string()),
    };
    let more = if interval { 2 } else { 0 };
    [datum].into_iter().chain(std::iter::repeat_n(Datum::Nothing, more)).collect()
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Undecided => "undecided",
    }
}

/// Headings of a number with an interval.
fn three(head: &str) -> Vec<String> {
    [head.to_string(), format!("{head} low"), format!("{head} high")].to_vec()
}

fn estimate(found: &Estimate) -> Vec<Datum> {
    let (low, high) = found.interval.unwrap_or((f64::NAN, f64::NAN));
    [found.value, low, high].map(number).to_vec()
}

fn number(value: f64) -> Datum {
    if value.is_finite() { Datum::Number(value) } else { Datum::Nothing }
}

fn text(words: &str) -> Datum {
    if words.is_empty() { Datum::Nothing } else { Datum::Text(plain(words)) }
}

fn of_bars(bars: &Bars) -> Rows {
    let row = |series: &super::model::Series, at: usize, label: &String| {
        let value = series.values.get(at).map_or_else(|| estimate(&f64::NAN.into()), estimate);
        [vec![text(label), text(&series.name)], value].concat()
    };
    let rows = bars.labels.iter().enumerate();
    let rows =
        rows.flat_map(|(at, label)| bars.series.iter().map(move |series| row(series, at, label)));
    let heads =
        [vec!["label".to_string(), "series".to_string()], three(&plain(&bars.axis.label))].concat();
    Rows { title: plain(&bars.title), columns: heads, rows: rows.collect() }
}

fn of_curves(curves: &Curves) -> Rows {
    let rows = curves.curves.iter().flat_map(|curve| {
        curve
            .points
            .iter()
            .map(|point| [vec![text(&curve.name), number(point.x)], estimate(&point.y)].concat())
    });
    let heads = [vec!["curve".to_string(), plain(&curves.x.label)], three(&plain(&curves.y.label))]
        .concat();
    Rows { title: plain(&curves.title), columns: heads, rows: rows.collect() }
}

fn of_heat_map(map: &HeatMap) -> Rows {
    let rows = map.rows.iter().zip(&map.values).flat_map(|(row, values)| {
        map.columns.iter().zip(values).map(|(column, value)| {
            vec![text(row), text(column), value.map_or(Datum::Nothing, number)]
        })
    });
    let columns = [plain(&map.row_label), plain(&map.column_label), "value".to_string()];
    Rows { title: plain(&map.title), columns: columns.to_vec(), rows: rows.collect() }
}

fn of_effects(effects: &Effects) -> Rows {
    let row = |effect: &super::model::Effect| {
        [vec![text(&effect.factors.join(" x "))], estimate(&effect.estimate)].concat()
    };
    Rows {
        title: plain(&effects.title),
        columns: [vec!["factors".to_string()], three(&plain(&effects.axis.label))].concat(),
        rows: effects.effects.iter().map(row).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::{Axis, Effect, Format, Series};

    fn sample() -> Report {
        let mut report = Report::new("Who wins?", "`uct` beats \"random\", they say.");
        report.fact("seed", 7);
        report.push(Block::Text("Words.".into()));
        report.push(Table {
            title: "Scores".into(),
            columns: vec!["player".into(), "games".into(), "score".into(), "claim".into()],
            rows: vec![
                vec![
                    "`uct`, \"c\"=1".into(),
                    Cell::Count(12_000),
                    Cell::share(0.25, 0.5, 0.75),
                    Verdict::Holds.into(),
                ],
                vec!["random".into(), Cell::Empty, Cell::Number { value: f64::NAN, decimals: 1 }],
            ],
            ..Table::default()
        });
        report.push(Effects {
            title: "Effects".into(),
            caption: String::new(),
            axis: Axis { format: Format::Percent(1), ..Axis::linear("change") },
            effects: vec![Effect { factors: vec!["a".into(), "b".into()], estimate: 0.125.into() }],
        });
        report
    }

    #[test]
    fn a_table_is_written_with_all_its_digits() {
        let document = document(&sample());
        assert_eq!(document.answer, "uct beats \"random\", they say.");
        assert_eq!(document.tables.len(), 2);
        let scores = &document.tables[0];
        assert_eq!(
            scores.columns,
            ["player", "games", "score", "score low", "score high", "claim"]
        );
        let json = serde_json::to_string(&scores.rows).unwrap();
        let uct = r#"["uct, \"c\"=1",12000,0.5,0.25,0.75,"holds"]"#;
        assert_eq!(json, format!("[{uct},[\"random\",null,null,null,null,null]]"));
    }

    #[test]
    fn values_are_separated_by_commas() {
        let tables = document(&sample()).tables;
        let wide = "player,games,score,score low,score high,claim\n\
                    \"uct, \"\"c\"\"=1\",12000,0.5,0.25,0.75,holds\nrandom,,,,,\n";
        assert_eq!(csv_of(&tables[0]), wide);
        let long = csv(&tables);
        let lines: Vec<&str> = long.lines().collect();
        assert_eq!(lines[0], "table,row,name,column,value");
        assert_eq!(lines[1], "Scores,1,\"uct, \"\"c\"\"=1, holds\",games,12000");
        assert_eq!(lines[5], "Effects,1,a x b,change,0.125");
        assert_eq!(lines.len(), 6);
    }

    #[test]
    fn bars_have_a_row_for_each_series() {
        let bars = Bars {
            title: "Speed".into(),
            caption: String::new(),
            axis: Axis::linear("seconds"),
            labels: vec!["a".into(), "b".into()],
            series: ["x", "y"]
                .map(|name| Series { name: name.into(), values: vec![1.0.into()] })
                .to_vec(),
            reference: None,
        };
        let rows = of_bars(&bars);
        assert_eq!(rows.columns, ["label", "series", "seconds", "seconds low", "seconds high"]);
        assert_eq!(rows.rows.len(), 4);
        assert_eq!(rows.rows[3][2], Datum::Nothing);
    }
}

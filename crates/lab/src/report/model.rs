//! Contents of a report: a title, facts, a sequence of blocks, and the commands that repeat it.
//!
//! All texts are plain, with one markup: text between backticks is code. Every renderer escapes the
//! rest.

/// Report.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Heading of the document.
    pub title: String,
    /// Answer in a sentence or two, above everything else.
    pub lead: String,
    /// Names and values: settings, seed, dates, games, version, machine.
    pub facts: Vec<(String, String)>,
    /// Body, in reading order.
    pub blocks: Vec<Block>,
    /// Commands that reproduce the numbers, one per line.
    pub repeat: Vec<String>,
}

impl Report {
    /// Report with only a title and the answer.
    pub fn new(title: impl Into<String>, lead: impl Into<String>) -> Self {
        Report { title: title.into(), lead: lead.into(), ..Report::default() }
    }

    /// Adds a fact.
    pub fn fact(&mut self, name: impl Into<String>, value: impl ToString) {
        self.facts.push((name.into(), value.to_string()));
    }

    /// Adds a block at the end.
    pub fn push(&mut self, block: impl Into<Block>) {
        self.blocks.push(block.into());
    }
}

/// Block of the body.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Table of contents with links to all sections and subsections of the report.
    Contents,
    /// Heading of a section.
    Heading(String),
    /// Heading of a subsection.
    Subheading(String),
    /// Paragraph.
    Text(String),
    /// Remark in a box: a caveat or a departure.
    Note(String),
    /// Verbatim text, such as the settings file of the run.
    Listing {
        /// Title of the text.
        title: String,
        /// Lines of the text.
        text: String,
    },
    /// Table.
    Table(Table),
    /// Bar chart with error bars.
    Bars(Bars),
    /// Curves with confidence bands.
    Curves(Curves),
    /// Coloured grid of numbers.
    HeatMap(HeatMap),
    /// Effects of a factorial design.
    Effects(Effects),
}

macro_rules! blocks {
    ($($kind:ident)*) => { $(
        impl From<$kind> for Block {
            fn from(block: $kind) -> Block {
                Block::$kind(block)
            }
        }
    )* };
}
blocks!(Table Bars Curves HeatMap Effects);

/// Number format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Plain number with this many decimals.
    Number(u8),
    /// Percentage with this many decimals: 0.5 is 50%.
    Percent(u8),
}

/// Measured number and, where one is known, its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// Number; one that is not finite is shown as missing.
    pub value: f64,
    /// Low and high end of the interval.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// Number with its interval.
    pub fn new(low: f64, value: f64, high: f64) -> Self {
        Estimate { value, interval: Some((low, high)) }
    }
}

impl From<f64> for Estimate {
    /// Number without an interval: exact, or printed in a paper.
    fn from(value: f64) -> Self {
        Estimate { value, interval: None }
    }
}

/// Verdict on a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The data support the claim.
    Holds,
    /// The data contradict the claim.
    Fails,
    /// The data do not decide the claim.
    Undecided,
}

/// Cell of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Empty cell.
    Empty,
    /// Text.
    Text(String),
    /// Count.
    Count(u64),
    /// Number with this many decimals.
    Number {
        /// Number.
        value: f64,
        /// Digits after the decimal point.
        decimals: u8,
    },
    /// Share, shown as a percentage with one decimal: 0.5 is 50%.
    Percent(f64),
    /// Number with its interval.
    Interval(Estimate, Format),
    /// Verdict on a claim.
    Verdict(Verdict),
}

impl Cell {
    /// Share with its interval, all in [0, 1].
    pub fn share(low: f64, value: f64, high: f64) -> Self {
        Cell::Interval(Estimate::new(low, value, high), Format::Percent(1))
    }

    /// Returns whether the cell is right-aligned, as numbers are.
    pub fn is_number(&self) -> bool {
        !matches!(self, Cell::Empty | Cell::Text(_) | Cell::Verdict(_))
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        Cell::Text(text.into())
    }
}
impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell::Text(text)
    }
}
impl From<u64> for Cell {
    fn from(count: u64) -> Cell {
        Cell::Count(count)
    }
}
impl From<Verdict> for Cell {
    fn from(verdict: Verdict) -> Cell {
        Cell::Verdict(verdict)
    }
}

/// Table. Columns of numbers are right-aligned. The first column names the row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// Title of the table.
    pub title: String,
    /// Explanation: units, intervals, who plays whom. May be empty, here and in all charts.
    pub caption: String,
    /// Column headings.
    pub columns: Vec<String>,
    /// Rows; missing cells are empty.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// Number of columns, including those without a heading.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).chain([self.columns.len()]).max().unwrap_or(0)
    }

    /// Returns whether a column contains only numbers.
    pub fn is_number(&self, column: usize) -> bool {
        let mut cells =
            self.rows.iter().filter_map(|row| row.get(column)).filter(|&cell| *cell != Cell::Empty);
        cells.clone().next().is_some() && cells.all(Cell::is_number)
    }
}

/// Axis of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Measured quantity, with its unit.
    pub label: String,
    /// Format of measured numbers; ticks have as many decimals as they need.
    pub format: Format,
    /// Linear or logarithmic scale.
    pub scale: AxisScale,
}

/// Scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisScale {
    /// Linear: equal differences take equal space.
    Linear,
    /// Logarithmic: equal ratios take equal space; only positive numbers are shown.
    Log,
}

impl Axis {
    /// Linear axis of percentages, with one decimal.
    pub fn percent(label: impl Into<String>) -> Self {
        Axis { label: label.into(), format: Format::Percent(1), scale: AxisScale::Linear }
    }

    /// Linear axis of plain numbers, with two decimals.
    pub fn linear(label: impl Into<String>) -> Self {
        Axis { label: label.into(), format: Format::Number(2), scale: AxisScale::Linear }
    }

    /// Logarithmic axis of plain numbers, for iterations and seconds.
    pub fn log(label: impl Into<String>) -> Self {
        Axis { label: label.into(), format: Format::Number(0), scale: AxisScale::Log }
    }
}

/// Bar chart with error bars: one group of bars per label, one bar per series.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Title of the chart.
    pub title: String,
    /// Explanation of the chart.
    pub caption: String,
    /// Axis of the bar lengths; it is linear.
    pub axis: Axis,
    /// Names of the groups.
    pub labels: Vec<String>,
    /// Series that are compared within a group; a single series needs no name.
    pub series: Vec<Series>,
    /// Reference value, such as 50%.
    pub reference: Option<f64>,
}

/// One bar in each group.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Name in the legend.
    pub name: String,
    /// One value per label, in the order of the labels; missing values are not drawn.
    pub values: Vec<Estimate>,
}

/// Curves with bands over a common x axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// Title of the chart.
    pub title: String,
    /// Explanation of the chart.
    pub caption: String,
    /// Axis of the varied quantity.
    pub x: Axis,
    /// Axis of the measured quantity.
    pub y: Axis,
    /// Curves of the chart.
    pub curves: Vec<Curve>,
    /// Reference value, such as 50%.
    pub reference: Option<f64>,
}

/// Named sequence of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Points, drawn in the order of x.
    pub points: Vec<Point>,
    /// Line style.
    pub stroke: Stroke,
}

/// Point of a curve; intervals make its band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Position on the x axis.
    pub x: f64,
    /// Measured value.
    pub y: Estimate,
}

/// Line style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    /// Our measurements.
    #[default]
    Solid,
    /// Values printed by others, or from theory.
    Dashed,
}

/// Grid of numbers, coloured by their distance from the middle.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// Title of the chart.
    pub title: String,
    /// Explanation of the chart.
    pub caption: String,
    /// Meaning of the rows, such as the first player.
    pub row_label: String,
    /// Meaning of the columns, such as the second player.
    pub column_label: String,
    /// Names of the rows.
    pub rows: Vec<String>,
    /// Names of the columns.
    pub columns: Vec<String>,
    /// Numbers by row and column; missing ones are left blank.
    pub values: Vec<Vec<Option<f64>>>,
    /// Number format.
    pub format: Format,
    /// Value at which the two colours meet, such as 0.5; `None` for one colour that deepens with
    /// the value.
    pub middle: Option<f64>,
    /// Values of the deepest colours; taken from the data if `None`.
    pub range: Option<(f64, f64)>,
}

/// Main effects and interactions of a factorial design.
#[derive(Clone, Debug, PartialEq)]
pub struct Effects {
    /// Title of the chart.
    pub title: String,
    /// Explanation of the chart.
    pub caption: String,
    /// Axis of the effects, such as the score.
    pub axis: Axis,
    /// Effects, in the order in which they are shown.
    pub effects: Vec<Effect>,
}

/// Main effect, or interaction of several factors.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// One factor, or the interacting factors.
    pub factors: Vec<String>,
    /// Estimated effect.
    pub estimate: Estimate,
}

//! What a report says: a title, facts, a sequence of blocks, and the commands that repeat it.
//!
//! All texts are plain, with one mark-up: what stands between `` ` `` is code. Every renderer
//! escapes the rest.

/// A whole document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// The heading of the document.
    pub title: String,
    /// The answer in a sentence or two, above everything else.
    pub lead: String,
    /// Names and values: settings, seed, dates, games, version, machine.
    pub facts: Vec<(String, String)>,
    /// The body, in reading order.
    pub blocks: Vec<Block>,
    /// Commands that give the same numbers again, one a line.
    pub repeat: Vec<String>,
}

impl Report {
    /// A report with nothing but a title and the answer.
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

/// A part of the body.
#[derive(Clone, Debug, PartialEq)]
pub enum Block {
    /// Links to all sections and their parts, wherever they are.
    Contents,
    /// Begins a section.
    Heading(String),
    /// Begins a part of a section.
    Subheading(String),
    /// A paragraph.
    Text(String),
    /// A remark set apart: a caveat, a departure, what to beware of.
    Note(String),
    /// Text kept as it is, such as the settings file of the run.
    Listing {
        /// What it is.
        title: String,
        /// The lines.
        text: String,
    },
    /// Rows and columns.
    Table(Table),
    /// Bars with error bars.
    Bars(Bars),
    /// Curves with bands.
    Curves(Curves),
    /// A coloured grid of numbers.
    HeatMap(HeatMap),
    /// The effects of a factorial design.
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

/// How a number is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// As it is, with this many decimals.
    Number(u8),
    /// Times 100 with a percent sign, with this many decimals: 0.5 is 50%.
    Percent(u8),
}

/// A measured number and, where one is known, its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The number; anything that is not finite is shown as missing.
    pub value: f64,
    /// The low and the high end of its interval.
    pub interval: Option<(f64, f64)>,
}

impl Estimate {
    /// A number with its interval.
    pub fn new(low: f64, value: f64, high: f64) -> Self {
        Estimate { value, interval: Some((low, high)) }
    }
}

impl From<f64> for Estimate {
    /// A number without an interval: exact, or printed in a paper.
    fn from(value: f64) -> Self {
        Estimate { value, interval: None }
    }
}

/// Whether what was claimed is what was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The data bear it out.
    Holds,
    /// The data speak against it.
    Fails,
    /// There are too few data to tell.
    Undecided,
}

/// One field of a table.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing to say.
    Empty,
    /// Words.
    Text(String),
    /// How many.
    Count(u64),
    /// A number with this many decimals.
    Number {
        /// The number.
        value: f64,
        /// Digits after the point.
        decimals: u8,
    },
    /// A share, 0.5 for 50%, shown with one decimal.
    Percent(f64),
    /// A number with its interval.
    Interval(Estimate, Format),
    /// The fate of a claim.
    Verdict(Verdict),
}

impl Cell {
    /// A share with its interval, all in [0, 1].
    pub fn share(low: f64, value: f64, high: f64) -> Self {
        Cell::Interval(Estimate::new(low, value, high), Format::Percent(1))
    }

    /// Whether the cell lines up on the right, as numbers do.
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

/// Rows and columns; a column of numbers lines up on the right. The first column names its row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Table {
    /// What the table shows.
    pub title: String,
    /// How to read it: units, intervals, who plays whom. May be empty, here and in all charts.
    pub caption: String,
    /// The heads of the columns.
    pub columns: Vec<String>,
    /// The rows; what a row lacks is empty.
    pub rows: Vec<Vec<Cell>>,
}

impl Table {
    /// How many columns there are, counting fields that have no head.
    pub fn width(&self) -> usize {
        self.rows.iter().map(Vec::len).chain([self.columns.len()]).max().unwrap_or(0)
    }

    /// Whether a column holds numbers and nothing else.
    pub fn is_number(&self, column: usize) -> bool {
        let mut cells =
            self.rows.iter().filter_map(|row| row.get(column)).filter(|&cell| *cell != Cell::Empty);
        cells.clone().next().is_some() && cells.all(Cell::is_number)
    }
}

/// How a direction of a chart is measured.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is measured, with its unit.
    pub label: String,
    /// How measured numbers are written; ticks take the decimals that they need.
    pub format: Format,
    /// Whether equal steps are equal.
    pub scale: Scale,
}

/// Equal differences or equal ratios.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences take equal room.
    Linear,
    /// Equal ratios take equal room; only numbers above 0 are shown.
    Log,
}

impl Axis {
    /// A linear axis of percentages, measured to one decimal.
    pub fn percent(label: impl Into<String>) -> Self {
        Axis { label: label.into(), format: Format::Percent(1), scale: Scale::Linear }
    }

    /// A linear axis of plain numbers, measured to two decimals.
    pub fn linear(label: impl Into<String>) -> Self {
        Axis { label: label.into(), format: Format::Number(2), scale: Scale::Linear }
    }

    /// A logarithmic axis of plain numbers, for iterations and seconds.
    pub fn log(label: impl Into<String>) -> Self {
        Axis { label: label.into(), format: Format::Number(0), scale: Scale::Log }
    }
}

/// Bars with error bars: a group of bars a label, a bar a series.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What the chart shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// What the length of a bar measures, linearly.
    pub axis: Axis,
    /// The names of the groups.
    pub labels: Vec<String>,
    /// What is compared within a group; one series needs no name.
    pub series: Vec<Series>,
    /// A value to compare with, such as 50%.
    pub reference: Option<f64>,
}

/// One bar in each group.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Its name in the legend.
    pub name: String,
    /// A value a label, in the order of the labels; what is missing is not drawn.
    pub values: Vec<Estimate>,
}

/// Curves with bands over a common x axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    /// What the chart shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// What was varied.
    pub x: Axis,
    /// What was measured.
    pub y: Axis,
    /// The curves.
    pub curves: Vec<Curve>,
    /// A value to compare with, such as 50%.
    pub reference: Option<f64>,
}

/// A named sequence of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// The points, drawn in the order of x.
    pub points: Vec<Point>,
    /// How the line is drawn.
    pub stroke: Stroke,
}

/// A point of a curve; intervals make its band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where.
    pub x: f64,
    /// What was measured there.
    pub y: Estimate,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stroke {
    /// What we measured.
    #[default]
    Solid,
    /// What others printed, or theory.
    Dashed,
}

/// A grid of numbers, coloured by their distance from the middle.
#[derive(Clone, Debug, PartialEq)]
pub struct HeatMap {
    /// What the chart shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// What the rows are, such as the first player.
    pub row_label: String,
    /// What the columns are, such as the second player.
    pub column_label: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// The numbers, by row and column; what is missing is left blank.
    pub values: Vec<Vec<Option<f64>>>,
    /// How they are written.
    pub format: Format,
    /// Where the two colours meet, such as 0.5; `None` for one colour that deepens with the value.
    pub middle: Option<f64>,
    /// The values of the deepest colours; from the data where `None`.
    pub range: Option<(f64, f64)>,
}

/// What switching each factor on changes, alone and together with others.
#[derive(Clone, Debug, PartialEq)]
pub struct Effects {
    /// What the chart shows.
    pub title: String,
    /// How to read it.
    pub caption: String,
    /// What an effect changes, such as the score.
    pub axis: Axis,
    /// The effects, in the order in which they are shown.
    pub effects: Vec<Effect>,
}

/// A main effect, or an interaction of several factors.
#[derive(Clone, Debug, PartialEq)]
pub struct Effect {
    /// One factor, or those that interact.
    pub factors: Vec<String>,
    /// The change.
    pub estimate: Estimate,
}

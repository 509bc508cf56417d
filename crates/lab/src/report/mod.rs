//! Documents about results: what they say is a [`Report`], how they look is up to the renderers.
//!
//! A report knows nothing of files, dates or machines: whoever builds it passes them as facts, and the same
//! report always gives the same bytes.

pub mod model;

pub use model::{
    Axis, Bars, Block, Cell, Curve, Curves, Effect, Effects, Estimate, Format, HeatMap, Point, Report, Scale,
    Series, Stroke, Table, Verdict,
};

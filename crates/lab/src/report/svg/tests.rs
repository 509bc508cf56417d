//! Properties of any chart: it parses, no words overlap or extend beyond the picture, and nothing
//! panics.

use proptest::prelude::*;
use roxmltree::{Document, Node};

use super::ink::width_of;
use super::*;
use crate::report::model::*;

fn two_bars(labels: [&str; 2]) -> Block {
    Block::Bars(Bars {
        title: "Who <wins> & \"how\"".into(),
        caption: "A caption.".into(),
        axis: Axis::percent("score"),
        labels: labels.map(String::from).to_vec(),
        series: vec![Series {
            name: String::new(),
            values: vec![Estimate::new(0.5, 0.6, 0.7), f64::NAN.into()],
        }],
        reference: Some(0.5),
    })
}

#[test]
fn a_small_bar_chart_to_the_letter() {
    let drawing =
        inline(&two_bars(["one", "two"]), 200.0, "a").expect("bars are a chart").into_string();
    // The name takes 24 and the number 38.4; each keeps 10 free, which leaves the axis 34 to 151.6.
    let parts = [
        r#"<svg class="chart" xmlns="http://www.w3.org/2000/svg" width="200" height="96" viewBox="0 0 200 96" "#,
        r#"role="img" aria-labelledby="a-title a-desc">"#,
        r#"<title id="a-title">Who &lt;wins&gt; &amp; &quot;how&quot;</title>"#,
        r#"<desc id="a-desc">Bar chart of score. one: 60.0% (50.0 to 70.0); two: –.</desc>"#,
        r#"<line class="axis" x1="34" y1="0" x2="34" y2="26"></line>"#,
        r#"<line class="grid" x1="92.8" y1="0" x2="92.8" y2="26"></line>"#,
        r#"<line class="grid" x1="151.6" y1="0" x2="151.6" y2="26"></line>"#,
        r#"<line class="reference" x1="92.8" y1="0" x2="92.8" y2="26"></line>"#,
        r#"<text class="soft middle" x="151.6" y="68">100%</text>"#,
        r#"<text class="end" x="24" y="17">one</text>"#,
        r#"<g><title>one: 60.0% (50.0 to 70.0)</title>"#,
        r#"<rect class="bar s0" x="34" y="6" width="70.6" height="14"></rect>"#,
        r#"<path class="error" d="M92.8 9.5v7M116.3 9.5v7M92.8 13H116.3"></path>"#,
        r#"<text class="end" x="200" y="17">60.0%</text></g>"#,
        r#"<text class="end" x="200" y="43">–</text>"#,
    ];
    for part in parts {
        assert!(drawing.contains(part), "{part}\nis not in\n{drawing}");
    }
}

#[test]
fn what_means_something_to_xml_is_escaped() {
    let text = standalone(&two_bars(["<script>&\"'", "a\u{0}b\nc"])).expect("bars are a chart");
    assert!(
        text.starts_with(BEGINNING)
            && text.contains("&lt;script&gt;&amp;")
            && !text.contains("<script")
    );
    let document = Document::parse(&text).expect("well-formed XML");
    let words: Vec<&str> = document.descendants().filter_map(|node| node.text()).collect();
    assert!(
        words.contains(&"<script>&\"'")
            && words.contains(&"a b c")
            && words.contains(&"A caption.")
    );
}

#[test]
fn blocks_that_are_no_charts_are_not_drawn() {
    let block = Block::Text("words".into());
    assert!(
        standalone(&block).is_none()
            && inline(&block, WIDE, "a").is_none()
            && words(&block).is_none()
    );
}

#[test]
fn heat_maps_deepen_away_from_the_middle() {
    let chart = Block::HeatMap(HeatMap {
        title: String::new(),
        caption: String::new(),
        row_label: "rows".into(),
        column_label: "columns".into(),
        rows: vec!["r".into()],
        columns: ["a", "b", "c", "d"].map(String::from).to_vec(),
        values: vec![vec![Some(0.0), Some(0.5), Some(0.75), None]],
        format: Format::Percent(0),
        middle: Some(0.5),
        range: Some((0.0, 1.0)),
    });
    let drawing = inline(&chart, WIDE, "a").expect("a heat map is a chart").into_string();
    for part in
        [">0</text>", "middle h0\"", "middle h10\"", "middle h15\"", "class=\"blank\"", "r, c: 75%"]
    {
        assert!(drawing.contains(part), "{part}");
    }
}

#[test]
fn a_band_breaks_where_an_interval_is_missing() {
    let point = |x: f64, has_interval: bool| Point {
        x,
        y: if has_interval { Estimate::new(x - 1.0, x, x + 1.0) } else { x.into() },
    };
    let points = [(4.0, true), (1.0, true), (2.0, true), (3.0, false)]
        .map(|(x, has)| point(x, has))
        .to_vec();
    let chart = Block::Curves(Curves {
        title: "t".into(),
        caption: String::new(),
        x: Axis::linear("x"),
        y: Axis::linear("y"),
        curves: vec![Curve { name: "c".into(), points, stroke: Stroke::Dashed }],
        reference: None,
    });
    let drawing = inline(&chart, WIDE, "a").expect("curves are a chart").into_string();
    assert_eq!(drawing.matches("class=\"band s0\"").count(), 1, "from 1 to 2");
    assert_eq!(drawing.matches("class=\"error s0\"").count(), 1, "alone at 4");
    assert_eq!(
        drawing.matches("class=\"line dashed s0\"").count(),
        2,
        "in the plot and in the legend"
    );
}

/// Left, top, right and bottom of a line of text, by our own upper bound of its width.
fn extent(text: &Node) -> Option<[f64; 4]> {
    let number = |name| text.attribute(name)?.parse::<f64>().ok();
    let (x, baseline) = (number("x")?, number("y")?);
    let class = text.attribute("class").unwrap_or_default();
    let size = if class.contains("small") { 0.875 } else { 1.0 };
    let width = width_of(text.text().unwrap_or_default()) * size;
    let left = match class {
        class if class.contains("end") => x - width,
        class if class.contains("middle") => x - width / 2.0,
        _ => x,
    };
    Some([left, baseline - 9.0, left + width, baseline + 3.0])
}

/// Parses a chart and checks for words that touch or extend beyond it, and for invalid numbers.
fn check(block: &Block) -> Result<(), TestCaseError> {
    for width in [NARROW, WIDE] {
        let drawing = inline(block, width, "a").expect("it is a chart").into_string();
        let document = Document::parse(&drawing).expect("well-formed XML");
        let size =
            |name| document.root_element().attribute(name).and_then(|size| size.parse().ok());
        let (width, height): (f64, f64) =
            (size("width").expect("a width"), size("height").expect("a height"));
        let texts = document.descendants().filter(|node| node.has_tag_name("text"));
        let texts: Vec<_> = texts.filter_map(|node| Some((extent(&node)?, node.text()?))).collect();
        for (index, (a, words)) in texts.iter().enumerate() {
            prop_assert!(
                a[0] > -1.5 && a[1] > -1.5 && a[2] < width + 1.5 && a[3] < height + 1.5,
                "{words} sticks out"
            );
            for (b, other) in &texts[..index] {
                let touch =
                    a[0].max(b[0]) + 1.0 < a[2].min(b[2]) && a[1].max(b[1]) < a[3].min(b[3]);
                prop_assert!(!touch, "{words} and {other} touch in\n{drawing}");
            }
        }
        for attribute in document.descendants().flat_map(|node| node.attributes()) {
            prop_assert!(!attribute.value().contains("NaN") && !attribute.value().contains("inf"));
        }
    }
    prop_assert!(standalone(block).is_some());
    Ok(())
}

fn value() -> impl Strategy<Value = f64> {
    let special =
        [0.0, 0.5, 1.0, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, 5e-324];
    prop_oneof![4 => 0.0..1.0, 2 => -1e4..1e6, 1 => any::<f64>(), 1 => prop::sample::select(special.to_vec())]
}

fn estimate() -> impl Strategy<Value = Estimate> {
    (value(), prop::option::of((value(), value())))
        .prop_map(|(value, interval)| Estimate { value, interval })
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z-]{0,12}",
        "[a-z]{3,9}:[a-z]{4,12}=[0-9]{1,5},c=0\\.[0-9]{2}",
        "\\PC{0,40}",
        "W{30}"
    ]
}

fn axis() -> impl Strategy<Value = Axis> {
    let scale = prop_oneof![Just(AxisScale::Linear), Just(AxisScale::Log)];
    let format =
        prop_oneof![Just(Format::Percent(1)), Just(Format::Number(0)), Just(Format::Number(3))];
    (name(), format, scale).prop_map(|(label, format, scale)| Axis { label, format, scale })
}

fn names(most: usize) -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(name(), 0..most)
}

fn points() -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec((value(), estimate()).prop_map(|(x, y)| Point { x, y }), 0..12)
}

fn stroke() -> impl Strategy<Value = Stroke> {
    prop_oneof![Just(Stroke::Solid), Just(Stroke::Dashed)]
}

proptest! {
    #[test]
    fn any_bars(
        axis in axis(),
        labels in names(35),
        series in prop::collection::vec((name(), prop::collection::vec(estimate(), 0..35)), 0..4),
        reference in prop::option::of(value()),
    ) {
        let series = series.into_iter().map(|(name, values)| Series { name, values }).collect();
        check(&Block::Bars(Bars { title: "t".into(), caption: "c".into(), axis, labels, series, reference }))?;
    }

    #[test]
    fn any_curves(
        (x, y) in (axis(), axis()),
        curves in prop::collection::vec((name(), points(), stroke()), 0..7),
        reference in prop::option::of(value()),
    ) {
        let curve = |(name, points, stroke)| Curve { name, points, stroke };
        let curves = curves.into_iter().map(curve).collect();
        check(&Block::Curves(Curves { title: "t".into(), caption: "c".into(), x, y, curves, reference }))?;
    }

    #[test]
    fn any_heat_map(
        (row_label, column_label, rows, columns) in (name(), name(), names(14), names(14)),
        values in prop::collection::vec(prop::collection::vec(prop::option::of(value()), 0..14), 0..14),
        axis in axis(),
        middle in prop::option::of(value()),
        range in prop::option::of((value(), value())),
    ) {
        check(&Block::HeatMap(HeatMap {
            title: "t".into(), caption: "c".into(), row_label, column_label, rows, columns, values,
            format: axis.format, middle, range,
        }))?;
    }

    #[test]
    fn any_effects(axis in axis(), effects in prop::collection::vec((names(4), estimate()), 0..20)) {
        let effects = effects.into_iter().map(|(factors, estimate)| Effect { factors, estimate }).collect();
        check(&Block::Effects(Effects { title: "t".into(), caption: "c".into(), axis, effects }))?;
    }
}

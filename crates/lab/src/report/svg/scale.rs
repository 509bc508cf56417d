//! Axes: ticks at round numbers, and positions of values.

use crate::report::model::{AxisScale, Format};
use crate::report::text;

/// Ticks of an axis in ascending order; the first and the last are its ends and enclose the data.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    /// Values of the ticks.
    pub at: Vec<f64>,
    scale: AxisScale,
}

/// Returns whether a number can be drawn: it must be finite, and differences must not overflow.
pub fn is_shown(value: f64, scale: AxisScale) -> bool {
    match scale {
        AxisScale::Linear => value.abs() < 1e100,
        AxisScale::Log => (1e-100..1e100).contains(&value),
    }
}

impl Ticks {
    /// At most `most` ticks, or three, which a range across 0 needs. They enclose the values that
    /// can be drawn, or are arbitrary if there are none.
    pub fn around(values: impl IntoIterator<Item = f64>, scale: AxisScale, most: usize) -> Self {
        let shown = values.into_iter().filter(|&value| is_shown(value, scale));
        let (low, high) = shown.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = if low <= high { (low, high) } else { (1.0, 1.0) };
        let at = match scale {
            AxisScale::Linear => linear(low, high, most.max(3)),
            AxisScale::Log => logarithmic(low, high, most.max(3)),
        };
        Ticks { at, scale }
    }

    /// Relative position of a value: 0 at the low end of the axis, 1 at its high end.
    pub fn share(&self, value: f64) -> f64 {
        let (low, high) = (self.place(self.at[0]), self.place(self.at[self.at.len() - 1]));
        ((self.place(value) - low) / (high - low)).clamp(0.0, 1.0)
    }

    fn place(&self, value: f64) -> f64 {
        match self.scale {
            AxisScale::Linear => value,
            AxisScale::Log => value.max(1e-300).log10(),
        }
    }

    /// Labels of the ticks: with as many decimals as needed to distinguish them, and thousands as k
    /// and M.
    pub fn labels(&self, format: Format) -> Vec<String> {
        match self.scale {
            AxisScale::Linear => self.at.iter().map(|&at| self.linear_label(at, format)).collect(),
            AxisScale::Log => self.at.iter().map(|&at| short(at, format)).collect(),
        }
    }

    fn linear_label(&self, at: f64, format: Format) -> String {
        let factor = if matches!(format, Format::Percent(_)) { 100.0 } else { 1.0 };
        let largest = self.at[0].abs().max(self.at[self.at.len() - 1].abs()) * factor;
        let step = (self.at[1] - self.at[0]) * factor;
        if largest >= 1e6 || step < 1e-6 {
            return short(at, format);
        }
        let decimals = (-step.log10() - 1e-9).ceil().max(0.0) as u8;
        let format = match format {
            Format::Number(_) => Format::Number(decimals),
            Format::Percent(_) => Format::Percent(decimals),
        };
        text::number(at, format)
    }
}

/// Number in few characters: 0.02, 7, 250, 2k, 1.5M, 3e-9.
pub fn short(value: f64, format: Format) -> String {
    let (value, unit) = match format {
        Format::Number(_) => (value, ""),
        Format::Percent(_) => (100.0 * value, "%"),
    };
    let size = value.abs();
    let digits = match size {
        0.0 => "0".into(),
        1e3..1e6 => significant(size / 1e3) + "k",
        1e6..1e9 => significant(size / 1e6) + "M",
        1e-3..1e3 => significant(size),
        _ => {
            let text = format!("{size:.2e}");
            let (mantissa, exponent) =
                text.split_once('e').expect("scientific notation has an exponent");
            let mantissa = mantissa.trim_end_matches('0').trim_end_matches('.');
            format!("{mantissa}e{}", exponent.replace('-', "−"))
        }
    };
    format!("{}{digits}{unit}", if value < 0.0 { "−" } else { "" })
}

/// Up to four significant digits, without trailing zeros.
fn significant(value: f64) -> String {
    let decimals = (3.0 - value.log10().floor()).clamp(0.0, 7.0) as usize;
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').into(),
        false => text,
    }
}

/// Steps of 1, 2 or 5 times a power of ten.
fn linear(low: f64, high: f64, most: usize) -> Vec<f64> {
    // A range that is empty, or too small for floating point, is widened.
    let size = low.abs().max(high.abs());
    let (low, high) = match high - low {
        _ if size < 1e-90 => (low.min(0.0), 1.0),
        0.0 => (low - size / 10.0, high + size / 10.0),
        span if span < size * 1e-9 => (low - size * 1e-9, high + size * 1e-9),
        _ => (low, high),
    };
    let rough = (high - low) / (most - 1) as f64;
    let mut exponent = rough.log10().floor() as i32 - 1;
    loop {
        for mantissa in [1.0, 2.0, 5.0] {
            let tick = |index: f64| times_power_of_ten(index * mantissa, exponent);
            let (first, last) = (index_below(low, tick), index_above(high, tick));
            if last - first < most as f64 {
                return (0..=(last - first) as usize)
                    .map(|index| tick(first + index as f64))
                    .collect();
            }
        }
        exponent += 1;
    }
}

/// Index of the last tick that is not above a value.
fn index_below(value: f64, tick: impl Fn(f64) -> f64) -> f64 {
    let index = (value / tick(1.0)).round();
    if tick(index) > value { index - 1.0 } else { index }
}

fn index_above(value: f64, tick: impl Fn(f64) -> f64) -> f64 {
    let index = (value / tick(1.0)).round();
    if tick(index) < value { index + 1.0 } else { index }
}

/// Divides for negative exponents, so that 3 tenths are 0.3 and not 0.30000000000000004.
fn times_power_of_ten(value: f64, exponent: i32) -> f64 {
    match exponent {
        0.. => value * 10f64.powi(exponent),
        _ => value / 10f64.powi(-exponent),
    }
}

/// 1, 2 and 5 of every decade; if these are too many, every decade, every second one and so on.
fn logarithmic(low: f64, high: f64, most: usize) -> Vec<f64> {
    let fine = |index: i32| {
        times_power_of_ten([1.0, 2.0, 5.0][index.rem_euclid(3) as usize], index.div_euclid(3))
    };
    let mut stride = 1;
    loop {
        let tick = |index: i32| fine(index * stride);
        let guess = |value: f64| (value.log10() * 3.0 / f64::from(stride)).round() as i32;
        let first = (guess(low) - 2..).take_while(|&index| tick(index) <= low).last();
        let first = first.expect("the guess is near");
        let last =
            (first + 1..).find(|&index| tick(index) >= high).expect("ticks grow without end");
        if last - first < most as i32 {
            return (first..=last).map(tick).collect();
        }
        stride = if stride == 1 { 3 } else { stride + 3 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(values: &[f64], scale: AxisScale, most: usize) -> Vec<f64> {
        Ticks::around(values.iter().copied(), scale, most).at
    }

    #[test]
    fn round_numbers() {
        assert_eq!(at(&[0.0, 0.97], AxisScale::Linear, 7), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(at(&[0.43, 0.61], AxisScale::Linear, 6), [0.4, 0.45, 0.5, 0.55, 0.6, 0.65]);
        assert_eq!(
            at(&[-120.0, 80.0], AxisScale::Linear, 6),
            [-150.0, -100.0, -50.0, 0.0, 50.0, 100.0]
        );
        assert_eq!(
            at(&[250.0, 16000.0], AxisScale::Log, 8),
            [200.0, 500.0, 1e3, 2e3, 5e3, 1e4, 2e4]
        );
        assert_eq!(at(&[1.0, 1e6], AxisScale::Log, 8), [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6]);
        assert_eq!(at(&[0.25, 5.0], AxisScale::Log, 6), [0.2, 0.5, 1.0, 2.0, 5.0]);
    }

    #[test]
    fn nothing_and_next_to_nothing() {
        assert_eq!(at(&[], AxisScale::Linear, 5).len(), at(&[1.0], AxisScale::Linear, 5).len());
        assert_eq!(at(&[f64::NAN, 0.0], AxisScale::Linear, 6), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        assert_eq!(at(&[-1.0, 0.0], AxisScale::Log, 6), [1.0, 2.0]);
        // Regression: these inputs once caused an endless loop or identical ticks.
        assert_eq!(at(&[5e-324], AxisScale::Linear, 6).len(), 6);
        assert_eq!(at(&[0.0, -1.5e-308], AxisScale::Linear, 2), [-1.0, 0.0, 1.0]);
    }

    #[test]
    fn labels_are_short_and_differ() {
        let labels = |values: &[f64], scale, format| {
            Ticks::around(values.iter().copied(), scale, 6).labels(format).join(" ")
        };
        assert_eq!(
            labels(&[0.43, 0.61], AxisScale::Linear, Format::Percent(0)),
            "40% 45% 50% 55% 60% 65%"
        );
        assert_eq!(
            labels(&[0.5, 0.51], AxisScale::Linear, Format::Percent(0)),
            "50.0% 50.2% 50.4% 50.6% 50.8% 51.0%"
        );
        assert_eq!(
            labels(&[-1.0, 0.9], AxisScale::Linear, Format::Number(0)),
            "−1.0 −0.5 0.0 0.5 1.0"
        );
        assert_eq!(labels(&[0.0, 4e6], AxisScale::Linear, Format::Number(0)), "0 1M 2M 3M 4M");
        assert_eq!(labels(&[100.0, 1e4], AxisScale::Log, Format::Number(0)), "100 1k 10k");
        assert_eq!(labels(&[1e-9, 2e-9], AxisScale::Log, Format::Number(0)), "1e−9 2e−9");
        assert_eq!(
            labels(&[1e-3, 1e-2], AxisScale::Log, Format::Number(0)),
            "0.001 0.002 0.005 0.01"
        );
    }

    fn any_value() -> impl Strategy<Value = f64> {
        prop_oneof![any::<f64>(), -1.0..1.0, Just(0.0), Just(f64::NAN), Just(f64::INFINITY)]
    }

    proptest! {
        #[test]
        fn ticks_rise_and_cover_the_data(
            values in prop::collection::vec(any_value(), 0..6),
            most in 3usize..12,
            scale in prop_oneof![Just(AxisScale::Linear), Just(AxisScale::Log)],
        ) {
            let ticks = Ticks::around(values.iter().copied(), scale, most);
            prop_assert!(ticks.at.len() >= 2 && ticks.at.len() <= most);
            prop_assert!(ticks.at.is_sorted_by(|a, b| a < b), "{:?}", ticks.at);
            let (low, high) = (ticks.at[0], ticks.at[ticks.at.len() - 1]);
            for value in values.into_iter().filter(|&value| is_shown(value, scale)) {
                prop_assert!(low <= value && value <= high, "{value} in {:?}", ticks.at);
                prop_assert!((0.0..=1.0).contains(&ticks.share(value)));
            }
            for format in [Format::Number(1), Format::Percent(0)] {
                let labels = ticks.labels(format);
                prop_assert!(labels.iter().all(|label| label.chars().count() < 12), "{labels:?}");
            }
        }
    }
}

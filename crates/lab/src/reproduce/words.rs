//! Text of numbers, ranges and verdicts.

use crate::report::{Format, Verdict};

/// Number as text.
pub(super) fn written(format: Format, value: f64) -> String {
    match format {
        _ if !value.is_finite() => "unknown".to_string(),
        Format::Percent(decimals) => format!("{:.*}%", usize::from(decimals), 100.0 * value),
        Format::Number(decimals) => format!("{value:.*}", usize::from(decimals)),
    }
}

/// Share in percent.
pub(super) fn percent(share: f64) -> String {
    written(Format::Percent(1), share)
}

/// Difference of shares in percentage points.
pub(super) fn points(share: f64) -> String {
    let text = format!("{:.1}", 100.0 * share);
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

/// Range, one end of which may be infinite.
pub(super) fn range(low: f64, high: f64, written: impl Fn(f64) -> String) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("from {} to {}", written(low), written(high)),
        (true, false) => format!("{} or more", written(low)),
        _ => format!("{} or less", written(high)),
    }
}

/// Verdict as text.
pub fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Holds => "holds",
        Verdict::Fails => "fails",
        Verdict::Undecided => "undecided",
    }
}

/// Text for a claim that is undecided although its numbers are known precisely enough.
pub const TOO_CLOSE: &str = "too close to call";

//! Colours of charts, for light and dark themes.
//!
//! Drawings use classes instead of colours; a style sheet gives each class a colour for light and
//! for dark themes, so that one file serves both. The rules contain plain colours rather than CSS
//! variables, which many viewers of SVG files do not support.

use std::fmt::Write;

/// Number of colours for series before they repeat.
pub const SERIES: usize = 8;
/// Number of colours of a heat map on either side of its middle.
pub const STEPS: usize = 10;

type Rgb = [u8; 3];

struct Theme {
    paper: &'static str,
    ink: &'static str,
    /// Ticks and other secondary elements.
    soft: &'static str,
    grid: &'static str,
    series: [&'static str; SERIES],
    /// Colours from far below the middle, over the middle, to far above it: orange and blue, which
    /// colour-blind readers can distinguish.
    heat: [Rgb; 3],
}

const LIGHT: Theme = Theme {
    paper: "#ffffff",
    ink: "#1d2126",
    soft: "#5a626c",
    grid: "#e1e4e8",
    series: [
        "#1f6fb2", "#c4500a", "#1a8060", "#8e4bb0", "#94700a", "#c2417f", "#4d6670", "#7a4b2a",
    ],
    heat: [[0xb3, 0x51, 0x0c], [0xf6, 0xf4, 0xf0], [0x1c, 0x5f, 0xa0]],
};

const DARK: Theme = Theme {
    paper: "#15181c",
    ink: "#e6e8eb",
    soft: "#a3abb5",
    grid: "#2f353c",
    series: [
        "#6cb2f0", "#ff9e58", "#4fcf9f", "#c99af0", "#e3c04a", "#ff86b8", "#a9bdc8", "#d3a27f",
    ],
    heat: [[0xff, 0xa0, 0x55], [0x2b, 0x2f, 0x35], [0x6d, 0xb5, 0xf5]],
};

/// Style sheet of all charts.
pub fn style_sheet() -> String {
    let fixed = ".chart{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'DejaVu Sans',sans-serif;\
        font-variant-numeric:tabular-nums}.chart .strong{font-weight:600}.chart .small{font-size:10.5px}\
        .chart .large{font-size:15px;font-weight:600}.chart .line{fill:none;stroke-width:2;\
        stroke-linejoin:round}.chart .dashed{stroke-dasharray:6 4}.chart .band{stroke:none;opacity:.16}\
        .chart .bar{fill-opacity:.65}.chart .mark{stroke-width:1.5}.chart .error{stroke-width:1.5;fill:none}\
        .chart .reference{stroke-dasharray:3 3}.chart .end{text-anchor:end}.chart .middle{text-anchor:middle}";
    format!(
        "{fixed}{}@media screen and (prefers-color-scheme:dark){{{}}}",
        LIGHT.rules(),
        DARK.rules()
    )
}

impl Theme {
    fn rules(&self) -> String {
        let Theme { paper, ink, soft, grid, .. } = self;
        let mut css = format!(
            ".chart text{{fill:{ink}}}.chart .soft{{fill:{soft}}}.chart .paper{{fill:{paper}}}\
             .chart .grid{{stroke:{grid}}}.chart .axis,.chart .reference{{stroke:{soft}}}\
             .chart .error{{stroke:{ink}}}.chart .blank{{fill:none;stroke:{grid}}}"
        );
        for (index, colour) in self.series.iter().enumerate() {
            let _ = write!(
                css,
                ".chart .s{index}{{fill:{colour};stroke:{colour}}}.chart .hollow.s{index}{{fill:{paper}}}"
            );
        }
        for step in 0..=2 * STEPS {
            let colour = self.heat(step);
            let [fill, text] = [colour, readable_on(colour)].map(hex);
            let _ = write!(css, ".chart .h{step}{{fill:{fill}}}.chart text.h{step}{{fill:{text}}}");
        }
        // A line is not filled, whatever its series class says.
        css + ".chart .line{fill:none}"
    }

    fn heat(&self, step: usize) -> Rgb {
        let [below, middle, above] = self.heat;
        let end = if step < STEPS { below } else { above };
        mix(middle, end, step.abs_diff(STEPS) as f64 / STEPS as f64)
    }
}

fn mix(from: Rgb, to: Rgb, share: f64) -> Rgb {
    [0, 1, 2].map(|i| {
        (f64::from(from[i]) + share * (f64::from(to[i]) - f64::from(from[i]))).round() as u8
    })
}

fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Black or white, whichever has more contrast.
fn readable_on(colour: Rgb) -> Rgb {
    let (black, white) = ([0; 3], [0xff; 3]);
    if contrast(colour, black) > contrast(colour, white) { black } else { white }
}

/// Contrast ratio of WCAG 2: 1 for equal colours, 21 for black and white.
fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

fn luminance(colour: Rgb) -> f64 {
    let [red, green, blue] = colour.map(|part| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => ((part + 0.055) / 1.055).powf(2.4),
    });
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rgb(text: &str) -> Rgb {
        [1, 3, 5]
            .map(|at| u8::from_str_radix(&text[at..at + 2], 16).expect("two hexadecimal digits"))
    }

    #[test]
    fn everything_stands_out_from_what_is_behind_it() {
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
        for theme in [LIGHT, DARK] {
            let paper = rgb(theme.paper);
            assert!(
                contrast(rgb(theme.ink), paper) > 7.0 && contrast(rgb(theme.soft), paper) > 4.5
            );
            assert!(
                theme.series.iter().all(|colour| contrast(rgb(colour), paper) > 4.4),
                "a pale series"
            );
            for step in 0..=2 * STEPS {
                let cell = theme.heat(step);
                assert!(contrast(cell, readable_on(cell)) > 4.5, "the number on step {step}");
            }
        }
    }

    #[test]
    fn the_sheet_names_every_class_in_both_themes() {
        let sheet = style_sheet();
        for class in ["paper", "grid", "s7", "h0", "h20"] {
            assert!(sheet.matches(&format!(".{class}{{")).count() >= 2, "{class}");
        }
        assert_eq!(sheet.matches('{').count(), sheet.matches('}').count());
    }
}

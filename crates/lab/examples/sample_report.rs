//! Writes a report with every kind of block and made-up numbers: `cargo run --example sample_report
//! DIR`. After a change to the renderers, check it in a browser: wide and narrow, light and dark.

use sortilege_lab::report::*;

fn main() -> Result<(), sortilege_lab::Error> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "sample-report".into());
    let files = write(&sample(), folder.as_ref())?;
    files.iter().for_each(|file| println!("{}", file.display()));
    Ok(())
}

const PLAYERS: [&str; 6] = [
    "cheating-ensemble",
    "cheating-uct",
    "mo-ismcts",
    "determinized-uct",
    "so-ismcts",
    "so-ismcts-pom",
];

/// Report with every kind of block and all difficult cases: many bars, long names, gaps, wide
/// tables.
pub fn sample() -> Report {
    let mut report = Report::new(
        "Six players at phantom(4,4,4)",
        "`mo-ismcts` scores 53.4% over all pairings, 2.1 points above `determinized-uct`; the cheaters never lost.",
    );
    report.fact("Game", "`phantom-mnk:m=4,n=4,k=4`");
    report.fact("Games", "10,800");
    report.fact("Seed", 20_120_612);
    report.fact("Started", "2026-11-15 04:20 UTC");
    report.fact("Version", "0.1.0 (e7125bc)");
    report.fact("Machine", "2 cores, x86-64, Linux");
    report.fact(
        "Players",
        "`determinized-uct:iterations=10000,determinizations=40`, `so-ismcts:iterations=10000,c=0.7`",
    );
    report.repeat = vec![
        "sortilege run papers/IS/is-12.toml --seed 20120612".into(),
        "sortilege report runs/is-12".into(),
    ];
    report.push(Block::Heading("Claims".into()));
    report.push(verdicts());
    report.push(Block::Note(
        "Made-up numbers: this page shows how reports look, not what was found. 5 < 6 & \"so on\"."
            .into(),
    ));
    report.push(Block::Heading("Scores".into()));
    report.push(Block::Text("Each pair of players meets with both seat orders on the same deals; intervals are 95% and respect the pairing.".into()));
    report.push(wide_table());
    report.push(two_bars());
    report.push(grouped_bars());
    report.push(many_bars());
    report.push(Block::Heading("Who beats whom".into()));
    report.push(six_by_six());
    report.push(upright_names());
    report.push(twelve_by_twelve());
    report.push(one_colour());
    report.push(Block::Heading("Time".into()));
    report.push(five_curves());
    report.push(one_curve());
    report.push(Block::Heading("Factors".into()));
    report.push(effects());
    report.push(long_effects());
    report.push(Block::Subheading("Settings".into()));
    report.push(Block::Listing {
        title: "The experiment".into(),
        text: "design = \"round-robin\"\ngames = 300\nseed = 20120612\nplayers = [\"mo-ismcts\", \"so-ismcts\"] # a comment that is rather long for a telephone\n".into(),
    });
    report
}

/// Deterministic numbers that look like results.
fn wave(index: usize) -> f64 {
    ((index * 37 + 11) % 101) as f64 / 100.0
}

fn verdicts() -> Table {
    let row = |id: &str, claim: &str, printed: &str, ours: Cell, verdict: Verdict| {
        vec![id.into(), claim.into(), printed.into(), ours, verdict.into()]
    };
    Table {
        title: "Claims of the paper".into(),
        caption: "Ours with its 95% interval.".into(),
        columns: ["Id", "Claim", "Printed", "Ours", "Verdict"].map(String::from).to_vec(),
        rows: vec![
            row(
                "IS-12",
                "Multiple observers beat determinization, which beats a single observer",
                "ordering",
                Cell::share(0.006, 0.021, 0.036),
                Verdict::Holds,
            ),
            row(
                "IS-13",
                "The second player gains from `mo-ismcts`",
                "ordering",
                Cell::share(-0.012, 0.003, 0.018),
                Verdict::Undecided,
            ),
            row(
                "IS-14",
                "Cheaters never lose",
                "0 of 37,880",
                Cell::share(0.0, 0.0, 0.001),
                Verdict::Holds,
            ),
            row(
                "IS-5",
                "One tree beats forty by 22.9 points",
                "22.9%",
                Cell::share(0.081, 0.104, 0.127),
                Verdict::Fails,
            ),
        ],
    }
}

fn wide_table() -> Table {
    let heads = [
        "Player",
        "Games",
        "Score",
        "As first",
        "As second",
        "Wins",
        "Draws",
        "Losses",
        "Elo",
        "Nodes",
        "s/decision",
    ];
    let row = |(index, name): (usize, &&str)| {
        let score = 0.99 - 0.16 * index as f64;
        vec![
            format!("`{name}`").into(),
            Cell::Count(3600),
            Cell::share(score - 0.016, score, (score + 0.016).min(1.0)),
            Cell::share(score - 0.02, score + 0.003, (score + 0.026).min(1.0)),
            Cell::share((score - 0.03f64).max(0.0), score - 0.003, (score + 0.02).min(1.0)),
            Cell::Count((3600.0 * score) as u64),
            Cell::Count(12 * index as u64),
            Cell::Count(3600 - (3600.0 * score) as u64),
            Cell::Interval(
                Estimate::new(
                    180.0 - 80.0 * index as f64 - 12.0,
                    180.0 - 80.0 * index as f64,
                    180.0 - 80.0 * index as f64 + 12.0,
                ),
                Format::Number(0),
            ),
            if index == 4 { Cell::Empty } else { Cell::Count(10u64.pow(index as u32 + 2)) },
            Cell::Number { value: 0.031 * (index + 1) as f64, decimals: 3 },
        ]
    };
    Table {
        title: "All players".into(),
        caption: "Over all opponents and both seats.".into(),
        columns: heads.map(String::from).to_vec(),
        rows: PLAYERS.iter().enumerate().map(row).collect(),
    }
}

fn two_bars() -> Bars {
    Bars {
        title: "Score of each player".into(),
        caption: "Whiskers are 95% intervals; the dotted line is an even match.".into(),
        axis: Axis::percent("score"),
        labels: vec!["so-ismcts".into(), "determinized-uct".into()],
        series: vec![Series {
            name: String::new(),
            values: vec![Estimate::new(0.449, 0.479, 0.509), Estimate::new(0.491, 0.521, 0.551)],
        }],
        reference: Some(0.5),
    }
}

fn grouped_bars() -> Bars {
    let values = |shift: f64| {
        (0..6)
            .map(|i| {
                let v = 0.92 - 0.13 * f64::from(i) + shift;
                Estimate::new(v - 0.023, v, v + 0.023)
            })
            .collect()
    };
    Bars {
        title: "Score by seat".into(),
        caption: "The first player is better off at every strength.".into(),
        axis: Axis::percent("score against all others"),
        labels: PLAYERS.map(String::from).to_vec(),
        series: vec![
            Series { name: "first".into(), values: values(0.04) },
            Series { name: "second".into(), values: values(-0.04) },
        ],
        reference: Some(0.5),
    }
}

fn many_bars() -> Bars {
    let label = |i: usize| {
        format!(
            "so-ismcts:iterations={},c={:.2},final=robust",
            250 << (i % 6),
            0.25 * (1 + i / 6) as f64
        )
    };
    let estimate = |i: usize| {
        if i == 7 {
            f64::NAN.into()
        } else {
            let v = 400.0 * (wave(i) - 0.4);
            Estimate::new(v - 31.0, v, v + 31.0)
        }
    };
    Bars {
        title: "Thirty settings".into(),
        caption: "Elo against `determinized-uct:iterations=10000`; the eighth has not been played."
            .into(),
        axis: Axis { format: Format::Number(0), ..Axis::linear("Elo") },
        labels: (0..30).map(label).collect(),
        series: vec![Series { name: String::new(), values: (0..30).map(estimate).collect() }],
        reference: None,
    }
}

fn six_by_six() -> HeatMap {
    let value = |row: usize, column: usize| {
        (row != column).then(|| (0.5 + 0.09 * (column as f64 - row as f64)).clamp(0.0, 1.0))
    };
    HeatMap {
        title: "Score of the row against the column".into(),
        caption: "Blue: the row wins; orange: the column does.".into(),
        row_label: "first player".into(),
        column_label: "second player".into(),
        rows: PLAYERS.map(String::from).to_vec(),
        columns: PLAYERS.map(String::from).to_vec(),
        values: (0..6).map(|row| (0..6).map(|column| value(row, column)).collect()).collect(),
        format: Format::Percent(1),
        middle: Some(0.5),
        range: Some((0.0, 1.0)),
    }
}

fn upright_names() -> HeatMap {
    let names =
        |prefix: &str| (0..10).map(|i| format!("{prefix} c={:.2}", 0.25 * i as f64)).collect();
    HeatMap {
        title: "Ten columns".into(),
        caption: String::new(),
        row_label: "first player".into(),
        column_label: "second player".into(),
        rows: names("uct"),
        columns: names("so-ismcts"),
        values: (0..10)
            .map(|row| (0..10).map(|column| Some(wave(row * 10 + column))).collect())
            .collect(),
        format: Format::Percent(0),
        middle: Some(0.5),
        range: None,
    }
}

fn twelve_by_twelve() -> HeatMap {
    let name = |i: usize| {
        format!("so-ismcts:iterations=10000,c={:.2},determinizations={}", 0.25 * i as f64, 40 + i)
    };
    let names: Vec<String> = (0..12).map(name).collect();
    HeatMap {
        title: "Twelve players with long names".into(),
        caption: String::new(),
        row_label: "first player".into(),
        column_label: "second player".into(),
        rows: names.clone(),
        columns: names,
        values: (0..12)
            .map(|row| (0..12).map(|column| Some(0.3 + 0.4 * wave(row * 12 + column))).collect())
            .collect(),
        format: Format::Percent(1),
        middle: Some(0.5),
        range: None,
    }
}

fn one_colour() -> HeatMap {
    HeatMap {
        title: "Mean depth of the tree".into(),
        caption: "Grey outlines were not measured.".into(),
        row_label: "determinizations".into(),
        column_label: "iterations".into(),
        rows: ["1", "10", "40", "100"].map(String::from).to_vec(),
        columns: ["250", "1,000", "4,000", "16,000", "64,000"].map(String::from).to_vec(),
        values: (0..4)
            .map(|row| {
                (0..5)
                    .map(|column| {
                        (column >= row).then_some(8.6 + 2.3 * column as f64 - 2.1 * row as f64)
                    })
                    .collect()
            })
            .collect(),
        format: Format::Number(1),
        middle: None,
        range: None,
    }
}

fn five_curves() -> Curves {
    let curve = |(index, name): (usize, &&str)| {
        let point = |step: u32| {
            let value =
                0.35 + 0.06 * index as f64 + 0.03 * f64::from(step) * (1.0 - 0.12 * index as f64);
            let reach = 0.035 - 0.002 * f64::from(step);
            Point {
                x: 250.0 * f64::from(1 << step),
                y: Estimate::new(value - reach, value, value + reach),
            }
        };
        Curve { name: (*name).into(), points: (0..8).map(point).collect(), stroke: Stroke::Solid }
    };
    let mut curves: Vec<Curve> = PLAYERS[1..].iter().enumerate().map(curve).collect();
    curves[4].stroke = Stroke::Dashed;
    curves[4].points.iter_mut().for_each(|point| point.y.interval = None);
    Curves {
        title: "Score as the budget grows".into(),
        caption: "Bands are 95% intervals; the dashed curve is read off the paper's figure.".into(),
        x: Axis::log("iterations a decision"),
        y: Axis::percent("score against `random`"),
        curves,
        reference: Some(0.5),
    }
}

fn one_curve() -> Curves {
    let points = (0..9).map(|i| {
        let v = 0.52 - 0.002 * f64::from((i - 3) * (i - 3));
        Point { x: 0.25 * f64::from(i), y: Estimate::new(v - 0.012, v, v + 0.012) }
    });
    Curves {
        title: "Exploration".into(),
        caption: String::new(),
        x: Axis::linear("c"),
        y: Axis::percent("score"),
        curves: vec![Curve {
            name: String::new(),
            points: points.collect(),
            stroke: Stroke::Solid,
        }],
        reference: None,
    }
}

fn effects() -> Effects {
    let factors = ["BT", "MP", "NL", "IR"];
    let mut effects = vec![];
    for (index, factor) in factors.iter().enumerate() {
        effects.push((vec![*factor], 0.06 * wave(index) - 0.01));
    }
    for (i, one) in factors.iter().enumerate() {
        for (j, other) in factors.iter().enumerate().skip(i + 1) {
            effects.push((vec![*one, *other], 0.03 * (wave(i * 4 + j) - 0.5)));
        }
    }
    effects.push((factors.to_vec(), -0.004));
    let effect = |(factors, value): (Vec<&str>, f64)| Effect {
        factors: factors.into_iter().map(String::from).collect(),
        estimate: Estimate::new(value - 0.008, value, value + 0.008),
    };
    Effects {
        title: "What each enhancement adds".into(),
        caption: "The change of the score when a factor is switched on, averaged over all others."
            .into(),
        axis: Axis::percent("change of score"),
        effects: effects.into_iter().map(effect).collect(),
    }
}

fn long_effects() -> Effects {
    let names = [
        "binary trees",
        "move pruning with an expert's rules",
        "nonlinear reward",
        "interesting rollouts",
    ];
    let effect = |i: usize| Effect {
        factors: names[..=i].iter().rev().map(|name| (*name).into()).collect(),
        estimate: Estimate::new(0.3 * wave(i) - 0.2, 0.3 * wave(i) - 0.1, 0.3 * wave(i)),
    };
    Effects {
        title: "Long names".into(),
        caption: String::new(),
        axis: Axis::linear("change of the mean payoff in chips"),
        effects: (0..4).map(effect).collect(),
    }
}

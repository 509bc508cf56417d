//! Report of a campaign. It begins with the number of claims that hold, fail or are undecided; then
//! come, for each paper, the verdicts with their evidence, and the charts.

use super::campaign::Campaign;
use super::check;
use super::finding::{Finding, Tally};
use super::finished::{Finished, FinishedRuns};
use super::measure::ClaimMeasure;
use super::paper::Paper;
use super::view::View;
use super::words::word;
use crate::experiment::design::versus::Versus;
use crate::experiment::{Design, Entrant};
use crate::report::{Axis, Bars, Block, Cell, Curve, Curves, Report, Series, Table, Verdict};
use std::collections::BTreeMap;

/// Results of a paper.
pub(super) struct Chapter<'a> {
    pub(super) paper: &'a Paper,
    pub(super) findings: Vec<Finding>,
    pub(super) curves: Vec<Curves>,
    pub(super) overviews: Vec<Bars>,
    /// Report of each run.
    pub(super) reports: Vec<(String, Report)>,
}

impl<'a> Chapter<'a> {
    pub(super) fn new(
        paper: &'a Paper,
        findings: Vec<Finding>,
        runs: &FinishedRuns,
        reports: Vec<(String, Report)>,
    ) -> Self {
        let tried: Vec<&Finding> =
            findings.iter().filter(|finding| finding.is_tried(runs)).collect();
        let (curves, overviews) = (curves(&tried, runs), overviews(runs));
        Chapter { paper, findings, curves, overviews, reports }
    }
}

/// Whole document.
pub(super) fn report(campaign: &Campaign, chapters: &[Chapter]) -> Report {
    let scale = campaign.scale;
    let all: Vec<&Finding> = chapters.iter().flat_map(|chapter| &chapter.findings).collect();
    let mut report = Report::new(format!("What we find, at scale `{scale}`"), lead(&all));
    report.fact("scale", scale);
    report.fact("claims", all.len());
    let games = chapters
        .iter()
        .flat_map(|chapter| &chapter.reports)
        .filter_map(|(_, report)| games(report));
    report.fact("games", games.sum::<u64>());
    report.push(tallies(chapters));
    report.push(Block::Contents);
    for chapter in chapters {
        report.push(Block::Heading(format!("{}: {}", chapter.paper.tag, chapter.paper.title)));
        report.push(Block::Text(format!(
            "{}. {}",
            chapter.paper.source, chapter.paper.about[&scale]
        )));
        report.push(verdicts(chapter));
        report.push(findings(chapter));
        report.push(intervals(chapter));
        notes(chapter, &mut report);
        chapter.overviews.iter().for_each(|bars| report.push(bars.clone()));
        chapter.curves.iter().for_each(|curves| report.push(curves.clone()));
        for (name, run) in &chapter.reports {
            report.push(Block::Subheading(run.title.clone()));
            let folder = campaign.run_folder(chapter.paper, name);
            report.push(Block::Text(format!("{} The run is in `{}`.", run.lead, folder.display())));
            run.blocks.iter().for_each(|block| report.push(block.clone()));
        }
    }
    facts(chapters, &mut report);
    let words: String = campaign.words().iter().map(|word| format!(" {word}")).collect();
    report.repeat = vec![format!("sortilege reproduce{words} --scale {scale} --out again")];
    report
}

fn games(report: &Report) -> Option<u64> {
    report.facts.iter().find(|(name, _)| name == "games")?.1.parse().ok()
}

/// Adds the seed, version and machine of the runs.
fn facts(chapters: &[Chapter], report: &mut Report) {
    let runs = || chapters.iter().flat_map(|chapter| &chapter.reports).map(|(_, run)| run);
    for name in ["seed", "begun", "last worked on", "version", "commit", "machine"] {
        let mut values: Vec<&String> = runs()
            .flat_map(|run| &run.facts)
            .filter(|(other, _)| other == name)
            .map(|(_, value)| value)
            .collect();
        values.sort();
        values.dedup();
        let shown = match (name, &values[..]) {
            (_, []) => continue,
            ("begun", [first, ..]) => first.to_string(),
            ("last worked on", [.., last]) => last.to_string(),
            _ => values.iter().map(|value| value.as_str()).collect::<Vec<_>>().join(", "),
        };
        report.fact(name, shown);
    }
}

/// Maximum number of claims that a sentence lists by name; more are only counted.
const NAMED: usize = 40;

fn lead(findings: &[&Finding]) -> String {
    let ids = |verdict: Verdict| {
        let ids = findings.iter().filter(|finding| finding.verdict == verdict);
        ids.map(|finding| finding.target.id.clone()).collect::<Vec<_>>()
    };
    let say = |(verdict, verb): (Verdict, &str)| match &ids(verdict)[..] {
        [] => None,
        many if many.len() > NAMED => Some(format!("{} {verb}.", many.len())),
        some => Some(format!("{} {verb}: {}.", some.len(), some.join(", "))),
    };
    let all =
        [(Verdict::Holds, "hold"), (Verdict::Fails, "fail"), (Verdict::Undecided, "undecided")];
    let said: Vec<String> = all.into_iter().filter_map(say).collect();
    format!("Of {} claims: {}", findings.len(), said.join(" "))
}

/// Table of the number of claims that hold, fail or are undecided, by paper.
fn tallies(chapters: &[Chapter]) -> Table {
    let row = |name: &str, tally: Tally| {
        let Tally { holds, fails, undecided, reduced } = tally;
        let numbers = [tally.claims(), holds, fails, undecided, reduced].map(Cell::from);
        [Cell::from(name)].into_iter().chain(numbers).collect::<Vec<_>>()
    };
    let of = |chapter: &Chapter| Tally::of(&chapter.findings);
    let mut rows: Vec<Vec<Cell>> =
        chapters.iter().map(|chapter| row(&chapter.paper.tag, of(chapter))).collect();
    if chapters.len() > 1 {
        rows.push(row("all", chapters.iter().map(of).sum()));
    }
    Table {
        title: "By paper".to_string(),
        caption: "The last column says how many of them are put to the test with less thinking than the paper's, or \
                  with another game."
            .to_string(),
        columns: ["paper", "claims", "hold", "fail", "undecided", "with less"].map(String::from).to_vec(),
        rows,
    }
}

fn verdicts(chapter: &Chapter) -> Table {
    let row = |finding: &Finding| {
        let decisive = finding.decisive();
        let interval = decisive
            .and_then(|part| Some(Cell::Interval(part.estimate?, part.format)))
            .unwrap_or(Cell::Empty);
        vec![
            name(finding).into(),
            finding.verdict.into(),
            interval,
            if finding.games == 0 { Cell::Empty } else { finding.games.into() },
            finding.target.claim.clone().into(),
        ]
    };
    Table {
        title: "Verdicts".to_string(),
        caption: "A claim holds if every part of it does, with 95% intervals each; it fails if a part does; \
                  otherwise, or where players think less than the claim is about, it is undecided. Claims \
                  with a star are not about thinking, and are evaluated with less of it than the paper's. The \
                  number is that of the part on which the verdict hangs."
            .to_string(),
        columns: ["target", "verdict", "decided by", "games", "claim"].map(String::from).to_vec(),
        rows: chapter.findings.iter().map(row).collect(),
    }
}

/// Name of a claim in tables, with a star if it is evaluated although players think less than in
/// the paper.
fn name(finding: &Finding) -> String {
    let less = finding.reduced && finding.target.scaled;
    format!("{}{}", finding.target.id, if less { "*" } else { "" })
}

/// Table of the paper's numbers and ours.
fn findings(chapter: &Chapter) -> Table {
    let row = |finding: &Finding| {
        let texts = [name(finding), finding.target.printed.clone(), finding.ours.clone()];
        texts.map(Cell::from).to_vec()
    };
    Table {
        title: "Printed and found".to_string(),
        caption: String::new(),
        columns: ["target", "printed", "ours"].map(String::from).to_vec(),
        rows: chapter.findings.iter().map(row).collect(),
    }
}

fn intervals(chapter: &Chapter) -> Table {
    let rows = chapter.findings.iter().flat_map(|finding| {
        finding.parts.iter().filter_map(|part| {
            let number = Cell::Interval(part.estimate?, part.format);
            let id = finding.target.id.clone();
            Some(vec![
                id.into(),
                part.quantity.clone().into(),
                part.claim.clone().into(),
                number,
                part.verdict().into(),
            ])
        })
    });
    Table {
        title: "Every part of every claim".to_string(),
        caption:
            "Numbers in percent; differences in percentage points. Intervals are of 95% each, over deals."
                .to_string(),
        columns: ["target", "quantity", "claimed", "found", "verdict"].map(String::from).to_vec(),
        rows: rows.collect(),
    }
}

fn notes(chapter: &Chapter, report: &mut Report) {
    for finding in &chapter.findings {
        let id = &finding.target.id;
        if let Some((order, verdict)) = &finding.minimum {
            let verdict = word(*verdict);
            report.push(Block::Text(format!(
                "{id}: the part that matters most, {order}: {verdict}."
            )));
        }
        for note in &finding.target.notes {
            report.push(Block::Note(format!("{id} ({}): {note}", finding.target.place)));
        }
    }
}

/// A chart for each claim about trends, and the charts of exact checks.
fn curves(findings: &[&Finding], runs: &FinishedRuns) -> Vec<Curves> {
    let chart = |finding: &&Finding| {
        let curves: Vec<Curve> =
            finding.target.checks.iter().filter_map(|check| check.curve(runs)).collect();
        (!curves.is_empty()).then(|| check::chart(&finding.target.id, curves))
    };
    let own = findings.iter().flat_map(|finding| finding.charts.iter().cloned());
    findings.iter().filter_map(chart).chain(own).collect()
}

/// One chart for all experiments in which the same players meet the same opponents in different
/// games.
fn overviews(runs: &FinishedRuns) -> Vec<Bars> {
    let mut groups: BTreeMap<[Vec<String>; 2], Vec<&Finished>> = BTreeMap::new();
    for run in runs.values() {
        if let Design::Versus(Versus { contest }) = &run.experiment.design {
            let labels =
                |all: &[Entrant]| all.iter().map(|entrant| entrant.label.clone()).collect();
            let key = [labels(&contest.candidates), labels(&contest.opponents)];
            groups.entry(key).or_default().push(run);
        }
    }
    let several = groups.into_iter().filter(|(_, group)| group.len() > 1);
    several.map(|([players, opponents], group)| overview(&players, &opponents, &group)).collect()
}

fn overview(players: &[String], opponents: &[String], group: &[&Finished]) -> Bars {
    let score = |player: &String, run: &Finished| {
        ClaimMeasure::Score.mean(&run.by_deal(player, &View::default()))
    };
    let bars = |player: &String| Series {
        name: player.clone(),
        values: group.iter().map(|run| score(player, run)).collect(),
    };
    // Experiments are labelled by their game, unless several have the same game.
    let game = |run: &Finished| run.experiment.game.name.clone();
    let mut games: Vec<String> = group.iter().map(|run| game(run)).collect();
    games.sort();
    games.dedup();
    let label = |run: &&Finished| {
        if games.len() == group.len() { game(run) } else { run.experiment.name.clone() }
    };
    Bars {
        title: format!("Scores against {}", opponents.join(", ")),
        caption: "A win counts 1, a draw 1/2. Lines are 95% intervals over deals.".to_string(),
        axis: Axis::percent("score"),
        labels: group.iter().map(label).collect(),
        series: players.iter().map(bars).collect(),
        reference: Some(0.5),
    }
}

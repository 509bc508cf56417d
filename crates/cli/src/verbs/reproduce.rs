//! `sortilege reproduce`

use crate::Failure;
use crate::house::House;
use crate::interrupt::stop_at_ctrl_c;
use crate::layout::{Grid, grouped, wrap};
use crate::options::{Mixed, cores};
use crate::out::Out;
use crate::progress::watch_run;
use serde::Serialize;
use sortilege_lab::Error;
use sortilege_lab::report::{Estimate, Format};
use sortilege_lab::reproduce::{Campaign, Finding, Outcome, Part, Scale, Tally, word};
use std::io::Write;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege reproduce                        a tour of all papers
  sortilege reproduce IS-2 IS-15             two claims
  sortilege reproduce IS --scale quick       a paper, in minutes

Every claim holds, fails or is undecided, with the interval that says so. Runs are kept and can be resumed: Ctrl-C ends them after the games that are being played, and the same command goes on.")]
pub struct Args {
    /// Claims such as `IS-12`, or papers such as `IS`; everything unless given
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// How much is done: `tour` takes seconds, `quick` minutes, `paper` as long as it took the authors
    #[arg(long, value_name = "SCALE", default_value = "tour")]
    scale: Scale,
    /// Where the runs and the report are kept; a folder under `runs` unless given
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The folder of papers; unless given, the nearest one named `papers` with papers in it, here or above, or else those that this program has
    #[arg(long, value_name = "DIR")]
    papers: Option<PathBuf>,
    /// How many games are played at once; as many as there are cores unless given
    #[arg(long, allow_negative_numbers = true, value_name = "T", value_parser = crate::options::threads)]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    mixed: Mixed,
}

#[derive(Serialize)]
struct Document {
    scale: &'static str,
    papers: Vec<TallyDocument>,
    targets: Vec<TargetDocument>,
    report: String,
}

#[derive(Serialize)]
struct TallyDocument {
    paper: String,
    claims: u64,
    holds: u64,
    fails: u64,
    undecided: u64,
    reduced: u64,
}

#[derive(Serialize)]
struct TargetDocument {
    id: String,
    paper: String,
    claim: String,
    printed: String,
    ours: String,
    ci95: Option<[f64; 2]>,
    games: u64,
    verdict: &'static str,
    reduced: bool,
    decided_by: Option<String>,
    minimum: Option<MinimumDocument>,
    parts: Vec<PartDocument>,
}

#[derive(Serialize)]
struct MinimumDocument {
    order: String,
    verdict: &'static str,
}

#[derive(Serialize)]
struct PartDocument {
    quantity: String,
    claim: String,
    value: Option<f64>,
    ci95: Option<[f64; 2]>,
    verdict: &'static str,
}

pub fn run(args: &Args, house: &House, out: &mut Out) -> Result<(), Failure> {
    let papers = house.read_papers(args.papers.as_deref())?;
    let mut campaign = Campaign::new(papers, &args.targets, args.scale, args.out.clone())?;
    campaign.builds = args.mixed.builds();
    let stop = stop_at_ctrl_c();
    let threads = args.threads.unwrap_or_else(cores);
    let outcome = watch_run(|show| campaign.go(threads, &stop, &mut |progress| show(progress)))?;
    let Some(outcome) = outcome else {
        let folder = campaign.folder.display();
        let why = format!("stopped; what is done is kept in `{folder}`, and the same command goes on");
        return Err(Error::Failed(why).into());
    };
    let page = outcome.write(&campaign.folder)?;
    match args.json {
        true => out.json(&document(&campaign, &outcome, &page))?,
        false => show(&campaign, &outcome, &page, out)?,
    }
    Ok(())
}

fn document(campaign: &Campaign, outcome: &Outcome, page: &Path) -> Document {
    Document {
        scale: campaign.scale.name(),
        papers: tallies(campaign, outcome).map(tally_document).collect(),
        targets: outcome.findings.iter().map(target_document).collect(),
        report: page.display().to_string(),
    }
}

/// What came of each paper.
fn tallies<'a>(campaign: &'a Campaign, outcome: &'a Outcome) -> impl Iterator<Item = (&'a str, Tally)> {
    campaign.papers().iter().map(|paper| {
        let findings = outcome.findings.iter().filter(|finding| finding.paper == paper.tag);
        (paper.tag.as_str(), Tally::of(findings))
    })
}

fn tally_document((paper, tally): (&str, Tally)) -> TallyDocument {
    let Tally { holds, fails, undecided, reduced } = tally;
    TallyDocument { paper: paper.to_string(), claims: tally.claims(), holds, fails, undecided, reduced }
}

fn target_document(finding: &Finding) -> TargetDocument {
    let decisive = finding.decisive();
    TargetDocument {
        id: finding.target.id.clone(),
        paper: finding.paper.clone(),
        claim: finding.target.claim.clone(),
        printed: finding.target.printed.clone(),
        ours: finding.ours.clone(),
        ci95: decisive.and_then(|part| ci95(part.estimate)),
        games: finding.games,
        verdict: word(finding.verdict),
        reduced: finding.reduced,
        decided_by: decisive.map(|part| part.quantity.clone()),
        minimum: finding
            .minimum
            .as_ref()
            .map(|(order, verdict)| MinimumDocument { order: order.clone(), verdict: word(*verdict) }),
        parts: finding.parts.iter().map(part_document).collect(),
    }
}

fn part_document(part: &Part) -> PartDocument {
    PartDocument {
        quantity: part.quantity.clone(),
        claim: part.claim.clone(),
        value: part.estimate.map(|estimate| estimate.value).filter(|value| value.is_finite()),
        ci95: ci95(part.estimate),
        verdict: word(part.verdict),
    }
}

fn ci95(estimate: Option<Estimate>) -> Option<[f64; 2]> {
    estimate?.interval.map(|(low, high)| [low, high])
}

fn show(campaign: &Campaign, outcome: &Outcome, page: &Path, out: &mut Out) -> Result<(), Failure> {
    for paper in campaign.papers() {
        writeln!(out, "{}: {}, at scale {}\n", paper.tag, paper.title, campaign.scale)?;
        for finding in outcome.findings.iter().filter(|finding| finding.paper == paper.tag) {
            show_finding(finding, out)?;
        }
    }
    show_tallies(campaign, outcome, out)?;
    writeln!(out, "\n{}", page.display())?;
    Ok(())
}

fn show_tallies(campaign: &Campaign, outcome: &Outcome, out: &mut Out) -> Result<(), Failure> {
    let mut grid = Grid::new("lrrrr");
    grid.row(["paper", "claims", "hold", "fail", "undecided"]);
    for (paper, tally) in tallies(campaign, outcome) {
        let Tally { holds, fails, undecided, .. } = tally;
        let numbers = [tally.claims(), holds, fails, undecided].map(grouped);
        let [claims, holds, fails, undecided] = numbers.each_ref().map(String::as_str);
        grid.row([paper, claims, holds, fails, undecided]);
    }
    Ok(out.table(&grid)?)
}

fn show_finding(finding: &Finding, out: &mut Out) -> Result<(), Failure> {
    let head = format!("{:<6} {}", finding.target.id, word(finding.verdict));
    let why = match (finding.reduced, finding.target.scaled) {
        (true, true) => ", with less thinking than the paper's",
        (true, false) => ", since players think less than the claim is about",
        _ => "",
    };
    writeln!(out, "{}{why}", out.bold(&head))?;
    let lines = [
        ("claim", finding.target.claim.clone()),
        ("printed", finding.target.printed.clone()),
        ("ours", finding.ours.clone()),
        (
            if finding.reduced && !finding.target.scaled { "here" } else { "decided" },
            finding.decisive().map_or(String::new(), decided),
        ),
        (
            "minimum",
            finding.minimum.as_ref().map_or(String::new(), |(order, it)| format!("{order}: {}", word(*it))),
        ),
        ("games", if finding.games == 0 { String::new() } else { grouped(finding.games) }),
    ];
    for (name, text) in lines.into_iter().filter(|(_, text)| !text.is_empty()) {
        writeln!(out, "  {} {}", out.dim(&format!("{name:<8}")), wrap(&text, 11).join("\n"))?;
    }
    writeln!(out)?;
    Ok(())
}

/// The number on which a verdict hangs.
fn decided(part: &Part) -> String {
    let written = |value: f64| match part.format {
        Format::Percent(decimals) => format!("{:.*}", usize::from(decimals), 100.0 * value),
        Format::Number(decimals) => format!("{value:.*}", usize::from(decimals)),
    };
    let Some(Estimate { value, interval: Some((low, high)) }) = part.estimate else { return String::new() };
    format!(
        "{}: {} (95% interval {} to {}), claimed {}",
        part.quantity,
        written(value),
        written(low),
        written(high),
        part.claim
    )
}

//! `sortilege reproduce`

use crate::Failure;
use crate::app::App;
use crate::interrupt::stop_at_ctrl_c;
use crate::layout::{Grid, grouped, wrap};
use crate::options::{Mixed, cores};
use crate::out::Out;
use crate::progress::watch_run;
use serde::Serialize;
use sortilege_lab::Error;
use sortilege_lab::report::{Estimate, Format, Verdict};
use sortilege_lab::reproduce::decide::Means;
use sortilege_lab::reproduce::decide::prior_results::Known;
use sortilege_lab::reproduce::decide::status::{CampaignStatus, State};
use sortilege_lab::reproduce::pages;
use sortilege_lab::reproduce::{Campaign, Finding, Outcome, Part, Scale, TOO_CLOSE, Tally, word};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  sortilege reproduce                        a tour of all papers
  sortilege reproduce IS-2 IS-15             two claims
  sortilege reproduce IS --scale quick       a paper, in minutes
  sortilege reproduce --scale decide --time 8h    eight hours for open claims
  sortilege reproduce --scale decide --status     which claims are settled, past and expected cost
  sortilege reproduce --scale decide --known papers/found.json    only claims open in found.json
  sortilege reproduce --scale decide --known papers/found.json --pages papers    verdicts into pages

Every claim holds, fails or is undecided, with the interval that decides it. Ctrl-C ends a run after the games in progress, and the same command resumes it.

At the scale `decide` experiments are doubled until every claim is settled or the time is up; experiments that decide the most open claims come first. Intervals are corrected for repeated interim analyses, so that each part of a claim is decided wrongly with a probability of at most 5%, however long it takes. Several machines can share a folder; each takes an experiment that no other machine is running. Results are written to `found.json`, and `--known` starts another run from it.")]
pub struct Args {
    /// Claims such as `IS-12`, or papers such as `IS`; default: all
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// Size of the experiments. `tour`: seconds, a demonstration that decides little; `quick`:
    /// minutes, half an hour for a paper on two cores; `paper`: games and simulations of the paper;
    /// `decide`: doubled until the claims are settled or --time is up
    #[arg(long, value_name = "SCALE", default_value = "tour")]
    scale: Scale,
    /// Folder for the runs and the report; default: a folder under `runs`
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Folder of papers; default: the nearest folder named `papers` that contains papers, here or
    /// above, or else the papers built into this program
    #[arg(long, value_name = "DIR")]
    papers: Option<PathBuf>,
    /// Number of games played in parallel; default: number of cores
    #[arg(long, allow_negative_numbers = true, value_name = "T", value_parser = crate::options::threads)]
    threads: Option<usize>,
    /// At the scale `decide`, time limit such as `8h`; default: until all claims are settled
    #[arg(long, value_name = "T", value_parser = crate::options::time_to_spend)]
    time: Option<Duration>,
    /// At the scale `decide`, print the status of the claims, and play nothing
    #[arg(long)]
    status: bool,
    /// At the scale `decide`, earlier verdicts to start from: the `found.json` of another run, such
    /// as `papers/found.json` of the repository; claims that are settled there are not tested again
    #[arg(long, value_name = "FILE")]
    known: Option<PathBuf>,
    /// For maintainers of the repository: at the scale `decide`, write the verdicts of `--known` into
    /// the pages of this folder of papers, and play nothing: all claims into `RESULTS.md`, those of
    /// a paper into its `README.md`, and the counts into the README and the book beside the folder,
    /// between the markers `verdicts`
    #[arg(long, value_name = "DIR", requires = "known", conflicts_with_all = ["targets", "status", "time", "papers"])]
    pages: Option<PathBuf>,
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

pub fn run(args: &Args, app: &App, out: &mut Out) -> Result<(), Failure> {
    let papers = app.read_papers(args.pages.as_deref().or(args.papers.as_deref()))?;
    let mut campaign = Campaign::new(papers, &args.targets, args.scale, args.out.clone())?;
    campaign.builds = args.mixed.builds();
    if let Some(file) = &args.known {
        if args.scale != Scale::Decide {
            return Err(only_at_decide("--known"));
        }
        campaign.known = Known::read(file)?;
    }
    if let Some(folder) = &args.pages {
        return write_pages(folder, &campaign, out);
    }
    let stop = stop_at_ctrl_c();
    let threads = args.threads.unwrap_or_else(cores);
    match (args.scale, args.status, args.time) {
        (Scale::Decide, true, _) => return status(&campaign, args.json, out),
        (Scale::Decide, false, _) => {
            let means = Means { threads, time: args.time, stop: &stop };
            let outcome =
                watch_run(|show| campaign.decide(&means, &mut |progress| show(progress)))?;
            return report(&campaign, &outcome, args.json, out);
        }
        (_, true, _) => return Err(only_at_decide("--status")),
        (_, _, Some(_)) => return Err(only_at_decide("--time")),
        _ => {}
    }
    let outcome = watch_run(|show| campaign.go(threads, &stop, &mut |progress| show(progress)))?;
    let Some(outcome) = outcome else {
        let folder = campaign.folder.display();
        let why =
            format!("stopped; what is done is kept in `{folder}`, and the same command goes on");
        return Err(Error::Failed(why).into());
    };
    report(&campaign, &outcome, args.json, out)
}

/// Writes what is known into the pages about a folder of papers, and names those that changed.
fn write_pages(folder: &Path, campaign: &Campaign, out: &mut Out) -> Result<(), Failure> {
    for (path, text) in pages::pages(folder, campaign.papers(), &campaign.known)? {
        if std::fs::read_to_string(&path).ok().as_ref() != Some(&text) {
            std::fs::write(&path, text)
                .map_err(|error| Error::Failed(format!("`{}`: {error}", path.display())))?;
            writeln!(out, "{}", path.display())?;
        }
    }
    Ok(())
}

fn only_at_decide(option: &str) -> Failure {
    Failure::Usage(format!(
        "`{option}` is for `--scale decide`; the other scales say themselves how long they are"
    ))
}

fn report(
    campaign: &Campaign,
    outcome: &Outcome,
    json: bool,
    out: &mut Out,
) -> Result<(), Failure> {
    let page = outcome.write(&campaign.folder)?;
    match json {
        true => Ok(out.json(&document(campaign, outcome, &page))?),
        false => show(campaign, outcome, &page, out),
    }
}

#[derive(Serialize)]
struct StandingDocument {
    id: String,
    state: &'static str,
    games: u64,
    core_seconds: f64,
    core_seconds_left: Option<f64>,
}

/// How claims stand, what they have cost, and what the rest will cost.
fn status(campaign: &Campaign, json: bool, out: &mut Out) -> Result<(), Failure> {
    let standings = campaign.standings()?;
    let left = |standing: &CampaignStatus| match standing.state {
        State::Open(left) => left,
        _ => None,
    };
    if json {
        let document = |standing: &CampaignStatus| StandingDocument {
            id: standing.id.clone(),
            state: state_word(standing.state),
            games: standing.games,
            core_seconds: standing.spent,
            core_seconds_left: left(standing),
        };
        return Ok(out.json(&standings.iter().map(document).collect::<Vec<_>>())?);
    }
    let mut grid = Grid::new("llrrr");
    grid.row(["claim", "state", "games", "core time", "left"]);
    for standing in &standings {
        let left = match standing.state {
            State::Open(Some(left)) => format!("about {}", hours(left)),
            State::Open(None) => "unknown".to_string(),
            _ => String::new(),
        };
        let (games, spent) = (grouped(standing.games), hours(standing.spent));
        grid.row([standing.id.as_str(), state_word(standing.state), &games, &spent, &left]);
    }
    out.table(&grid)?;
    let settled = standings.iter().filter(|one| matches!(one.state, State::Settled(_))).count();
    writeln!(out, "\n{settled} of {} claims are settled.", standings.len())?;
    Ok(())
}

fn state_word(state: State) -> &'static str {
    match state {
        State::Settled(Verdict::Undecided) => TOO_CLOSE,
        State::Settled(verdict) => word(verdict),
        State::OutOfReach => "needs more thinking than this scale has",
        State::Untried => "not tried yet",
        State::OpenBefore => "open, by games of before",
        State::Stuck => "open, and cannot grow",
        State::Open(_) => "open",
    }
}

/// Seconds as people say them.
fn hours(seconds: f64) -> String {
    match seconds {
        _ if seconds < 60.0 => format!("{seconds:.0} s"),
        _ if seconds < 3600.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.1} h", seconds / 3600.0),
    }
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
fn tallies<'a>(
    campaign: &'a Campaign,
    outcome: &'a Outcome,
) -> impl Iterator<Item = (&'a str, Tally)> {
    campaign.papers().iter().map(|paper| {
        let findings = outcome.findings.iter().filter(|finding| finding.paper == paper.tag);
        (paper.tag.as_str(), Tally::of(findings))
    })
}

fn tally_document((paper, tally): (&str, Tally)) -> TallyDocument {
    let Tally { holds, fails, undecided, reduced } = tally;
    TallyDocument {
        paper: paper.to_string(),
        claims: tally.claims(),
        holds,
        fails,
        undecided,
        reduced,
    }
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
        verdict: finding.word(),
        reduced: finding.reduced,
        decided_by: decisive.map(|part| part.quantity.clone()),
        minimum: finding.minimum.as_ref().map(|(order, verdict)| MinimumDocument {
            order: order.clone(),
            verdict: word(*verdict),
        }),
        parts: finding.parts.iter().map(part_document).collect(),
    }
}

fn part_document(part: &Part) -> PartDocument {
    PartDocument {
        quantity: part.quantity.clone(),
        claim: part.claim.clone(),
        value: part.estimate.map(|estimate| estimate.value).filter(|value| value.is_finite()),
        ci95: ci95(part.estimate),
        verdict: word(part.verdict()),
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
    let head = format!("{:<6} {}", finding.target.id, finding.word());
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
            finding
                .minimum
                .as_ref()
                .map_or(String::new(), |(order, it)| format!("{order}: {}", word(*it))),
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
    let Some(Estimate { value, interval: Some((low, high)) }) = part.estimate else {
        return String::new();
    };
    format!(
        "{}: {} (95% interval {} to {}), claimed {}",
        part.quantity,
        written(value),
        written(low),
        written(high),
        part.claim
    )
}

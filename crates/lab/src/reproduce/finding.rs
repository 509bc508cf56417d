//! What was found about a claim: every part of it with its number, interval and verdict.

use super::check::{Check, Test};
use super::judge;
use super::measure::{ByDeal, Finished, Measure, View};
use super::paper::{Paper, Scale, Target};
use crate::experiment::Design;
use crate::report::{Estimate, Format, Verdict};
use std::collections::BTreeMap;

/// What was found about a claim.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The paper.
    pub paper: String,
    /// The claim.
    pub target: Target,
    /// What we found, in a sentence.
    pub ours: String,
    /// The games that it rests on.
    pub games: u64,
    /// Whether the claim holds.
    pub verdict: Verdict,
    /// Whether players think less, or play another game, than the claim is about. What is found then is
    /// about that, and the claim itself stays undecided.
    pub reduced: bool,
    /// Its parts.
    pub parts: Vec<Part>,
    /// What was found about the part of the claim that matters most, if there is one.
    pub minimum: Option<(String, Verdict)>,
}

/// A part of a claim.
#[derive(Clone, Debug)]
pub struct Part {
    /// What is measured.
    pub quantity: String,
    /// What is claimed of it.
    pub claim: String,
    /// What was found.
    pub estimate: Option<Estimate>,
    /// How it is written.
    pub format: Format,
    /// Whether the part holds.
    pub verdict: Verdict,
}

impl Finding {
    /// The part on which the verdict hangs: of those with the same verdict as all of them together, the one
    /// with the lowest number.
    pub fn decisive(&self) -> Option<&Part> {
        let judged = !self.reduced || self.target.scaled;
        let verdict =
            if judged { self.verdict } else { judge::all(self.parts.iter().map(|part| part.verdict)) };
        let with_verdict = self.parts.iter().filter(|part| part.verdict == verdict);
        let measured = with_verdict.filter(|part| part.estimate.is_some_and(|it| it.interval.is_some()));
        let value = |part: &&Part| part.estimate.map_or(f64::NAN, |estimate| estimate.value);
        measured.min_by(|a, b| value(a).total_cmp(&value(b)))
    }
}

/// Runs by the name of their experiment.
pub(super) type Runs = BTreeMap<String, Finished>;

/// Puts a claim to the test.
pub(super) fn judge(paper: &Paper, target: &Target, scale: Scale, runs: &Runs) -> Finding {
    let mut finding = Finding {
        paper: paper.tag.clone(),
        target: target.clone(),
        ours: String::new(),
        games: 0,
        verdict: Verdict::Undecided,
        reduced: paper.is_reduced(target, scale),
        parts: vec![],
        minimum: None,
    };
    let (mut said, mut verdicts) = (vec![], vec![]);
    for check in &target.checks {
        let before = finding.parts.len();
        let mut found = add(&mut finding, check, runs);
        if let Some(place) = place(target, check) {
            found = format!("{place}: {found}");
            finding.parts[before..]
                .iter_mut()
                .for_each(|part| part.quantity.insert_str(0, &format!("{place}: ")));
        }
        said.extend(Some(found).filter(|text| !text.is_empty()));
        verdicts.push(judge::all(finding.parts[before..].iter().map(|part| part.verdict)));
    }
    finding.games = games(target, runs);
    if !finding.reduced || target.scaled {
        finding.verdict = judge::enough(verdicts, target.needed);
    }
    finding.ours = said.join("; ");
    finding
}

/// Which experiment a check is about, where checks of a claim are about several and do not say so themselves.
fn place<'a>(target: &Target, check: &'a Check) -> Option<&'a String> {
    let named = !matches!(check.test, Test::Flat { .. } | Test::Champion { .. });
    let own = check.experiments.first().filter(|_| named && check.experiments.len() == 1)?;
    target.checks.iter().any(|other| other.experiments != check.experiments).then_some(own)
}

/// Adds the parts of a check and says what was found.
fn add(finding: &mut Finding, check: &Check, runs: &Runs) -> String {
    let view = &check.view;
    let run = || &runs[&check.experiments[0]];
    match &check.test {
        Test::Order { players, minimum } => {
            let parts = order(run(), players, view);
            if !minimum.is_empty() {
                let verdict = judge::all(order(run(), minimum, view).iter().map(|part| part.verdict));
                finding.minimum = Some((minimum.join(" > "), verdict));
            }
            finding.parts.extend(parts);
            let mean = |player: &String| view.measure.mean(&run().by_deal(player, view)).value;
            let listed =
                players.iter().map(|player| format!("{player} {}", view.measure.written(mean(player))));
            format!("{}{}", listed.collect::<Vec<_>>().join(", "), seen(view))
        }
        Test::Bound { player, minus, low, high } => {
            let part = bound(run(), player, minus.as_deref(), view, *low, *high);
            let found = part.estimate.map_or(String::new(), |it| view.measure.written(it.value));
            let said = format!("{} {found}", part.quantity);
            finding.parts.push(part);
            said
        }
        Test::NoLosses { players, games } => {
            let (losses, played) = run().losses(players);
            finding.parts.push(Part {
                quantity: format!("share of games that {} lost to others", players.join(" and ")),
                claim: format!("none, in {games} games or more"),
                estimate: Some(judge::share(losses, played)),
                format: Format::Percent(2),
                verdict: judge::no_losses(losses, played, *games),
            });
            format!("{losses} losses in {played} games")
        }
        Test::Flat { from, to, margin } => {
            let parts = flat(run(), view, *from, *to, *margin);
            let most = parts.iter().filter_map(|part| part.estimate).map(|it| it.value.abs());
            let said = format!(
                "{}: settings differ by up to {} points",
                run().experiment.title,
                points(most.fold(0.0, f64::max))
            );
            finding.parts.extend(parts);
            said
        }
        Test::Trend { player, falling } => {
            let curve = curve(check, player, runs);
            let listed = curve.iter().map(|(x, y)| format!("{} at {x}", percent(y.value)));
            let said = format!("{player}{} {}", seen(view), listed.collect::<Vec<_>>().join(", "));
            finding.parts.push(trend(&curve, player, view, *falling));
            said
        }
        Test::Champion { setting, low, high } => {
            let part = champion(run(), setting, *low, *high);
            let said = format!("{} {}", part.quantity, part.estimate.map_or(f64::NAN, |it| it.value));
            finding.parts.push(part);
            said
        }
        Test::Rank { player, least } => {
            let found = ranked(check, player, runs);
            let listed = found.iter().map(|(name, x, y)| format!("{name} {x:.2}, {}", percent(y.value)));
            let said =
                format!("playouts / games, score of {player}: {}", listed.collect::<Vec<_>>().join("; "));
            let points: Vec<(f64, Estimate)> = found.iter().map(|&(_, x, y)| (x, y)).collect();
            let rho = judge::rank_correlation(&points).unwrap_or(Estimate::from(f64::NAN));
            finding.parts.push(Part {
                quantity: format!("rank correlation of {player}'s score with playouts / games"),
                claim: format!("{least} or more"),
                estimate: Some(rho),
                format: Format::Number(2),
                verdict: judge::at_least(&rho, *least),
            });
            said
        }
        Test::Exact(exact) => {
            let answer = exact.answer();
            finding.parts.push(Part {
                quantity: finding.target.claim.clone(),
                claim: "exactly so".to_string(),
                estimate: None,
                format: Format::Number(0),
                verdict: answer.verdict,
            });
            answer.found
        }
    }
}

/// Each player less the next.
fn order(run: &Finished, players: &[String], view: &View) -> Vec<Part> {
    let scores: Vec<ByDeal> = players.iter().map(|player| run.by_deal(player, view)).collect();
    let pair = |at: usize| {
        let difference = view.measure.difference(&scores[at], &scores[at + 1]);
        Part {
            quantity: format!("{} less {}{}", players[at], players[at + 1], seen(view)),
            claim: "above 0".to_string(),
            estimate: Some(difference),
            format: view.measure.format(),
            verdict: judge::positive(&difference),
        }
    };
    (0..players.len() - 1).map(pair).collect()
}

fn bound(run: &Finished, player: &str, minus: Option<&str>, view: &View, low: f64, high: f64) -> Part {
    let ours = run.by_deal(player, view);
    let (quantity, estimate) = match minus {
        None => (format!("{player}{}", seen(view)), view.measure.mean(&ours)),
        Some(other) => {
            let difference = view.measure.difference(&ours, &run.by_deal(other, view));
            (format!("{player} less {other}{}", seen(view)), difference)
        }
    };
    let claim = match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("from {} to {}", view.measure.written(low), view.measure.written(high)),
        (true, false) => format!("{} or more", view.measure.written(low)),
        _ => format!("{} or less", view.measure.written(high)),
    };
    let verdict = judge::within(&estimate, low, high);
    Part { quantity, claim, estimate: Some(estimate), format: view.measure.format(), verdict }
}

/// Every two settings of a sweep in a range.
fn flat(run: &Finished, view: &View, from: f64, to: f64, margin: f64) -> Vec<Part> {
    let Design::Sweep(sweep) = &run.experiment.design else { return vec![] };
    let inside = |label: &&String| {
        let value = label.rsplit('=').next().and_then(|value| value.parse::<f64>().ok());
        value.is_some_and(|value| from <= value && value <= to)
    };
    let labels: Vec<&String> =
        sweep.contest.candidates.iter().map(|entrant| &entrant.label).filter(inside).collect();
    let part = |(a, b): (&String, &String)| {
        let difference = view.measure.difference(&run.by_deal(a, view), &run.by_deal(b, view));
        Part {
            quantity: format!("{}: {a} less {b}", run.experiment.title),
            claim: format!("{} points at most, either way", points(margin)),
            estimate: Some(difference),
            format: Format::Percent(1),
            verdict: judge::within(&difference, -margin, margin),
        }
    };
    let pairs = labels.iter().enumerate().flat_map(|(at, a)| labels[at + 1..].iter().map(move |b| (*a, *b)));
    pairs.map(part).collect()
}

/// What a player does in several runs, by how much it thinks.
pub(super) fn curve(check: &Check, player: &str, runs: &Runs) -> Vec<(f64, Estimate)> {
    let point = |name: &String| {
        let run = &runs[name];
        Some((run.thinking(player)?, check.view.measure.mean(&run.by_deal(player, &check.view))))
    };
    check.experiments.iter().filter_map(point).collect()
}

/// What is left of an elimination.
fn champion(run: &Finished, setting: &str, low: f64, high: f64) -> Part {
    let champion = match &run.experiment.design {
        Design::Elimination(design) => design.champion(&run.experiment, &run.results),
        _ => None,
    };
    let value = champion.and_then(|entrant| entrant.spec.get(setting)?.name.parse().ok());
    let estimate = Estimate::from(value.unwrap_or(f64::NAN));
    Part {
        quantity: format!("{}: champion's {setting}", run.experiment.title),
        claim: format!("from {low} to {high}"),
        estimate: Some(estimate),
        format: Format::Number(0),
        verdict: judge::within(&estimate, low, high),
    }
}

/// For each run, its game, how long playouts are beside games, and what the player scored.
fn ranked(check: &Check, player: &str, runs: &Runs) -> Vec<(String, f64, Estimate)> {
    let other = check.view.against.as_deref().unwrap_or(player);
    let point = |name: &String| {
        let run = &runs[name];
        let share = run.playout_length(other)? / run.game_length();
        Some((
            run.experiment.game.name.clone(),
            share,
            check.view.measure.mean(&run.by_deal(player, &check.view)),
        ))
    };
    check.experiments.iter().filter_map(point).collect()
}

/// The slope over thinking, for each time that it grows tenfold.
fn trend(curve: &[(f64, Estimate)], player: &str, view: &View, falling: bool) -> Part {
    let points: Vec<(f64, Estimate)> = curve.iter().map(|(x, y)| (x.log10(), *y)).collect();
    let slope = judge::slope(&points).unwrap_or(Estimate::from(f64::NAN));
    let upward = if falling { reversed(&slope) } else { slope };
    Part {
        quantity: format!("{player}{}, change with ten times the thinking", seen(view)),
        claim: if falling { "below 0" } else { "above 0" }.to_string(),
        estimate: Some(slope),
        format: Format::Percent(1),
        verdict: judge::positive(&upward),
    }
}

fn reversed(estimate: &Estimate) -> Estimate {
    Estimate { value: -estimate.value, interval: estimate.interval.map(|(low, high)| (-high, -low)) }
}

/// The games that a claim rests on; those of a run that serves several checks count once.
fn games(target: &Target, runs: &Runs) -> u64 {
    if let [Check { test: Test::NoLosses { players, .. }, experiments, .. }] = &target.checks[..] {
        return runs[&experiments[0]].losses(players).1;
    }
    let mut names: Vec<&String> = target.checks.iter().flat_map(|check| &check.experiments).collect();
    names.sort();
    names.dedup();
    names.iter().map(|name| runs[*name].results.played()).sum()
}

/// Which games were looked at, in words.
pub(super) fn seen(view: &View) -> String {
    let seat = view.seat.map(|seat| format!(" in seat {}", seat + 1));
    let against = view.against.as_ref().map(|other| format!(" v {other}"));
    let measure = (view.measure != Measure::Score).then(|| format!(" ({})", view.measure.name()));
    [against, seat, measure].into_iter().flatten().collect()
}

fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.1}%", 100.0 * share) } else { "unknown".to_string() }
}

fn points(share: f64) -> String {
    let text = format!("{:.1}", 100.0 * share);
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

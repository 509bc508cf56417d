//! The parts of a check: what is measured in its runs, what is claimed of it, and what was found.

use super::check::{Check, Compared, Test};
use super::finding::{Finding, Part, Runs};
use super::judge;
use super::measure::{ByDeal, Finished, Measure, View, apart, mean_difference, ratio, written};
use crate::experiment::{Design, Entrant};
use crate::report::{Effect, Estimate, Format};

/// Adds the parts of a check and says what was found.
pub(super) fn add(finding: &mut Finding, check: &Check, runs: &Runs) -> String {
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
        Test::Bound { players, compared, low, high } => {
            let beside = check.experiments.get(1).map(|name| &runs[name]);
            let part = bound(run(), beside, players, compared, view, (*low, *high));
            let found = part.estimate.map_or(String::new(), |it| written(part.format, it.value));
            let said = format!("{} {found}", part.quantity);
            finding.parts.push(part);
            said
        }
        Test::Near { value, margin } => {
            let found = nearest(run(), *value);
            // All of them are in the table of the run.
            let listed = found.iter().take(5).map(|(who, score)| format!("{who} {}", percent(score.value)));
            let said = format!("nearest are {}", listed.collect::<Vec<_>>().join(", "));
            finding.parts.push(near(found.first(), *value, *margin));
            said
        }
        Test::Effect { factors, low, high } => {
            let part = effect(run(), factors, *low, *high);
            let said = format!("{} {}", part.quantity, points(part.estimate.map_or(f64::NAN, |it| it.value)));
            finding.parts.push(part);
            said
        }
        Test::AsPrinted { numbers, least } => {
            let score = |player: &String| view.measure.mean(&run().by_deal(player, view));
            let found: Vec<(f64, Estimate)> = numbers.iter().map(|(player, x)| (*x, score(player))).collect();
            let listed = numbers.iter().zip(&found).map(|((player, printed), (_, ours))| {
                format!("{player} {} ({printed})", view.measure.written(ours.value))
            });
            let said = format!("{}{}", listed.collect::<Vec<_>>().join(", "), seen(view));
            finding.parts.push(correlation("rank correlation with what is printed", &found, *least));
            said
        }
        Test::Share { low, high } => {
            let (part, said) = share(run(), view, *low, *high);
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
        Test::Trend { players, falling } => {
            let (curve, who, more) = match players.is_empty() {
                false => (curve(check, players, runs), players.join(", "), "thinking".to_string()),
                true => swept(run(), view),
            };
            let listed = curve.iter().map(|(x, y)| format!("{} at {x}", view.measure.written(y.value)));
            let said = format!("{who}{} {}", seen(view), listed.collect::<Vec<_>>().join(", "));
            let quantity = format!("{who}{}, change with ten times the {more}", seen(view));
            finding.parts.push(trend(&curve, quantity, *falling));
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
            let quantity = format!("rank correlation of {player}'s score with playouts / games");
            finding.parts.push(correlation(&quantity, &points, *least));
            said
        }
        Test::Exact(exact) => {
            let answer = exact.answer();
            finding.charts.extend(answer.charts);
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

fn bound(
    run: &Finished,
    beside: Option<&Finished>,
    players: &[String],
    compared: &Compared,
    view: &View,
    (low, high): (f64, f64),
) -> Part {
    let who = |players: &[String]| players.join(", ");
    let (mut quantity, format) = match compared {
        Compared::Alone => (who(players), view.measure.format()),
        Compared::Minus(others) => (format!("{} less {}", who(players), who(others)), view.measure.format()),
        Compared::Over(others) => (format!("{} over {}", who(players), who(others)), Format::Number(2)),
    };
    quantity += &seen(view);
    let mut estimate = number(run, players, compared, view);
    if let Some(other) = beside {
        quantity += &format!(", {} less {}", run.experiment.name, other.experiment.name);
        estimate = apart(&estimate, &number(other, players, compared, view));
    }
    let claim = range(low, high, |value| written(format, value));
    let verdict = judge::within(&estimate, low, high);
    Part { quantity, claim, estimate: Some(estimate), format, verdict }
}

/// What players count in a run, beside others if they are compared.
fn number(run: &Finished, players: &[String], compared: &Compared, view: &View) -> Estimate {
    let ours = run.pooled(players, view);
    match compared {
        Compared::Alone => view.measure.mean(&ours),
        // Where as many play on both sides, so do games, and games are what is compared.
        Compared::Minus(others) if players.len() == others.len() => {
            view.measure.difference(&ours, &run.pooled(others, view))
        }
        Compared::Minus(others) => mean_difference(&ours, &run.pooled(others, view)),
        Compared::Over(others) => ratio(&ours, &run.pooled(others, view)),
    }
}

/// How many deals are in the category that is looked at.
fn share(run: &Finished, view: &View, low: f64, high: f64) -> (Part, String) {
    let (name, (deals, total)) = match &view.deals {
        Some(category) => (category.name(), run.category(category, view)),
        None => Default::default(),
    };
    let part = Part {
        quantity: format!("share of deals {name}"),
        claim: range(low, high, percent),
        estimate: Some(judge::share(deals.len() as u64, total)),
        format: Format::Percent(1),
        verdict: judge::within(&judge::share(deals.len() as u64, total), low, high),
    };
    (part, format!("{} of {total} deals {name}", deals.len()))
}

/// A range in words.
fn range(low: f64, high: f64, written: impl Fn(f64) -> String) -> String {
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("from {} to {}", written(low), written(high)),
        (true, false) => format!("{} or more", written(low)),
        _ => format!("{} or less", written(high)),
    }
}

/// What everybody scored against each opponent, the nearest to a number first.
fn nearest(run: &Finished, value: f64) -> Vec<(String, Estimate)> {
    let Some(contest) = run.experiment.design.contest() else { return vec![] };
    let score = |player: &Entrant, opponent: &Entrant| {
        let view = View { against: vec![opponent.label.clone()], ..View::default() };
        let score = view.measure.mean(&run.by_deal(&player.label, &view));
        (format!("{}{}", player.label, seen(&view)), score)
    };
    let of = |player| contest.opponents.iter().map(move |opponent| score(player, opponent));
    let mut scores: Vec<(String, Estimate)> = contest.candidates.iter().flat_map(of).collect();
    let off = |score: &Estimate| (score.value - value).abs();
    scores.sort_by(|a, b| off(&a.1).total_cmp(&off(&b.1)));
    scores
}

/// Whether the score that comes nearest to a number is close enough.
fn near(nearest: Option<&(String, Estimate)>, value: f64, margin: f64) -> Part {
    let nobody = ("nobody".to_string(), Estimate::from(f64::NAN));
    let (who, score) = nearest.unwrap_or(&nobody);
    Part {
        quantity: format!("nearest: {who}"),
        claim: range(value - margin, value + margin, percent),
        estimate: Some(*score),
        format: Format::Percent(1),
        verdict: judge::within(score, value - margin, value + margin),
    }
}

/// What factors add, in whichever order they are named.
fn effect(run: &Finished, factors: &[String], low: f64, high: f64) -> Part {
    let effects = match &run.experiment.design {
        Design::Factorial(design) => design.effects(&run.results),
        _ => vec![],
    };
    let same = |effect: &&Effect| {
        effect.factors.len() == factors.len() && factors.iter().all(|name| effect.factors.contains(name))
    };
    let estimate = effects.iter().find(same).map_or(Estimate::from(f64::NAN), |effect| effect.estimate);
    Part {
        quantity: format!("effect of {}", factors.join(" x ")),
        claim: format!("{} points", range(low, high, points)),
        estimate: Some(estimate),
        format: Format::Percent(1),
        verdict: judge::within(&estimate, low, high),
    }
}

/// How alike numbers that are known and numbers that were measured rank.
fn correlation(quantity: &str, points: &[(f64, Estimate)], least: f64) -> Part {
    let rho = judge::rank_correlation(points).unwrap_or(Estimate::from(f64::NAN));
    Part {
        quantity: quantity.to_string(),
        claim: format!("{least} or more"),
        estimate: Some(rho),
        format: Format::Number(2),
        verdict: judge::at_least(&rho, least),
    }
}

/// What the player of a sweep does by its setting, what it is called, and the setting.
fn swept(run: &Finished, view: &View) -> (Vec<(f64, Estimate)>, String, String) {
    let Design::Sweep(sweep) = &run.experiment.design else { return Default::default() };
    let Some(values) = sweep.vary.first() else { return Default::default() };
    let xs = values.numbers().unwrap_or_default();
    let score = |entrant: &Entrant| view.measure.mean(&run.by_deal(&entrant.label, view));
    let curve = xs.into_iter().zip(sweep.contest.candidates.iter().map(score)).collect();
    (curve, sweep.player.name.clone(), values.setting.clone())
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

/// What players do in several runs together, by how much the first of them thinks.
pub(super) fn curve(check: &Check, players: &[String], runs: &Runs) -> Vec<(f64, Estimate)> {
    let point = |name: &String| {
        let run = &runs[name];
        Some((run.thinking(players.first()?)?, check.view.measure.mean(&run.pooled(players, &check.view))))
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
    let other = check.view.against.first().map_or(player, |other| other);
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

/// The slope of a curve, for each time that what it is over grows tenfold.
fn trend(curve: &[(f64, Estimate)], quantity: String, falling: bool) -> Part {
    let points: Vec<(f64, Estimate)> = curve.iter().map(|(x, y)| (x.log10(), *y)).collect();
    let slope = judge::slope(&points).unwrap_or(Estimate::from(f64::NAN));
    let upward = if falling { reversed(&slope) } else { slope };
    Part {
        quantity,
        claim: if falling { "below 0" } else { "above 0" }.to_string(),
        estimate: Some(slope),
        format: Format::Percent(1),
        verdict: judge::positive(&upward),
    }
}

fn reversed(estimate: &Estimate) -> Estimate {
    Estimate { value: -estimate.value, interval: estimate.interval.map(|(low, high)| (-high, -low)) }
}

/// Which games were looked at, in words.
pub(super) fn seen(view: &View) -> String {
    let seat = view.seat.map(|seat| format!(" in seat {}", seat + 1));
    let against = (!view.against.is_empty()).then(|| format!(" v {}", view.against.join(", ")));
    let deals = view.deals.as_ref().map(|category| format!(" {}", category.name()));
    let measure = (view.measure != Measure::Score).then(|| format!(" ({})", view.measure.name()));
    let mirror = view.mirror.then(|| " v itself".to_string());
    [against, mirror, seat, measure, deals].into_iter().flatten().collect()
}

fn percent(share: f64) -> String {
    if share.is_finite() { format!("{:.1}%", 100.0 * share) } else { "unknown".to_string() }
}

fn points(share: f64) -> String {
    let text = format!("{:.1}", 100.0 * share);
    text.strip_suffix(".0").map_or(text.clone(), str::to_string)
}

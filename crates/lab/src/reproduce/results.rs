//! Table of all claims in Markdown: the printed number, our result, and the verdict.

use super::finding::Finding;
use super::scale::Scale;
use super::tally::Tally;
use super::words::written;
use crate::report::Estimate;
use std::fmt::Write;

/// Table paper by paper, under a tally of verdicts.
pub(super) fn table(findings: &[Finding], scale: Scale) -> String {
    let mut text = format!(
        "# Every claim\n\nEvery claim of the papers at scale `{scale}`: what is printed, what we found, and what that says. A \
         claim holds or fails if the whole interval says so. *Less* marks claims that are put to the test with less thinking \
         than the paper's, or with another game.\n\n\
         | paper | claims | hold | fail | too close to call | undecided | not tried |\n|---|---|---|---|---|---|---|\n"
    );
    let papers: Vec<&[Finding]> = findings.chunk_by(|one, next| one.paper == next.paper).collect();
    for of_one in &papers {
        let Tally { holds, fails, undecided, .. } = Tally::of(*of_one);
        let untried = of_one.iter().filter(|finding| finding.is_untried()).count() as u64;
        let close = of_one.iter().filter(|finding| finding.too_close).count() as u64;
        let (paper, claims, open) = (&of_one[0].paper, of_one.len(), undecided - untried - close);
        let _ = writeln!(
            text,
            "| {paper} | {claims} | {holds} | {fails} | {close} | {open} | {untried} |"
        );
    }
    for of_one in papers {
        let _ = write!(
            text,
            "\n## {}\n\n| target | where | claim | printed | ours | decided by | verdict | games | reading |\n\
             |---|---|---|---|---|---|---|---|---|\n",
            of_one[0].paper
        );
        for finding in of_one {
            row(finding, &mut text);
        }
    }
    text
}

fn row(finding: &Finding, text: &mut String) {
    let target = &finding.target;
    let less = if finding.reduced { ", less" } else { "" };
    let verdict = match finding.is_untried() {
        true => "not tried".to_string(),
        false => format!("{}{less}", finding.word()),
    };
    let games = if finding.games == 0 { String::new() } else { finding.games.to_string() };
    let cells = [
        &target.id,
        &target.place,
        &target.claim,
        &target.printed,
        &finding.ours,
        &decided_by(finding),
        &verdict,
        &games,
        &target.reading,
    ];
    for cell in cells {
        let _ = write!(text, "| {} ", escaped(cell));
    }
    text.push_str("|\n");
}

/// Number that decides the verdict, with its interval.
pub(super) fn decided_by(finding: &Finding) -> String {
    if let Some(before) = &finding.decided_by {
        return before.clone();
    }
    let Some(part) = finding.decisive() else { return String::new() };
    let Some(Estimate { value, interval: Some((low, high)) }) = part.estimate else {
        return String::new();
    };
    let [value, low, high] = [value, low, high].map(|number| written(part.format, number));
    format!("{}: {value} ({low} to {high}), claimed {}", part.quantity, part.claim)
}

/// Escapes a text for a cell, which must be one line without cell separators.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ").replace('*', "\\*").replace('<', "&lt;")
}

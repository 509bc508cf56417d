//! All claims in one table of Markdown: what is printed, what we found, and what that says.

use super::finding::Finding;
use super::page::word;
use super::scale::Scale;
use super::words::written;
use crate::report::Estimate;
use std::fmt::Write;

/// The table, under a heading.
pub(super) fn table(findings: &[Finding], scale: Scale) -> String {
    let mut text = format!(
        "# What came out\n\nEvery claim of the papers at scale `{scale}`: what is printed, what we found, and what that says. A \
         claim holds or fails if the whole interval says so. *Less* marks claims that are put to the test with less thinking \
         than the paper's, or with another game.\n\n\
         | target | where | claim | printed | ours | decided by | verdict | games | reading |\n\
         |---|---|---|---|---|---|---|---|---|\n"
    );
    for finding in findings {
        let target = &finding.target;
        let less = if finding.reduced { ", less" } else { "" };
        let verdict = format!("{}{less}", word(finding.verdict));
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
    text
}

/// The number on which the verdict hangs, with its interval.
fn decided_by(finding: &Finding) -> String {
    let Some(part) = finding.decisive() else { return String::new() };
    let Some(Estimate { value, interval: Some((low, high)) }) = part.estimate else { return String::new() };
    let [value, low, high] = [value, low, high].map(|number| written(part.format, number));
    format!("{}: {value} ({low} to {high}), claimed {}", part.quantity, part.claim)
}

/// A cell is one line, and what would end it is no part of it.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ").replace('*', "\\*").replace('<', "&lt;")
}

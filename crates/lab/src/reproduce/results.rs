//! All claims as one document of Markdown: what is printed, what was measured, and the verdict.

use super::finding::{Finding, Tally};
use super::scale::Scale;
use super::words::written;
use crate::report::Estimate;
use std::fmt::Write;

/// How wide a line of running text may be.
const WIDTH: usize = 100;

/// Every claim, paper by paper, under the counts of their verdicts.
pub(super) fn document(findings: &[Finding], scale: Scale) -> String {
    let head = format!(
        "Every claim of the papers at scale `{scale}`: what is printed, what was measured, and the verdict. A claim holds or \
         fails if the whole interval says so. *Less* marks claims that are tested with less thinking than the paper's, or with \
         another game."
    );
    let mut text = format!("# Every claim\n\n{}\n{}", wrapped(&head, 0), counts(findings));
    for of_one in papers(findings) {
        let _ = write!(text, "\n## {}\n", of_one[0].paper);
        of_one.iter().for_each(|finding| section(finding, &mut text));
    }
    text
}

/// Findings paper by paper.
pub(super) fn papers(findings: &[Finding]) -> impl Iterator<Item = &[Finding]> {
    findings.chunk_by(|one, next| one.paper == next.paper)
}

/// A table of how many claims of each paper have which verdict.
pub(super) fn counts(findings: &[Finding]) -> String {
    let mut text = "| paper | claims | hold | fail | too close to call | undecided | not tried |\n\
                    |---|---|---|---|---|---|---|\n"
        .to_string();
    let row = |paper: &str, findings: &[Finding]| {
        let [holds, fails, close, open, untried] = count(findings);
        let claims = findings.len();
        format!("| {paper} | {claims} | {holds} | {fails} | {close} | {open} | {untried} |\n")
    };
    papers(findings).for_each(|of_one| text += &row(&of_one[0].paper, of_one));
    if papers(findings).count() > 1 {
        text += &row("all", findings);
    }
    text
}

/// How many claims hold, fail, are too close to call, are undecided, and have not been tried.
pub(super) fn count(findings: &[Finding]) -> [u64; 5] {
    let Tally { holds, fails, undecided, .. } = Tally::of(findings);
    let untried = findings.iter().filter(|finding| finding.is_untried()).count() as u64;
    let close = findings.iter().filter(|finding| finding.too_close).count() as u64;
    [holds, fails, close, undecided - untried - close, untried]
}

/// The verdict, with a word if players think less than in the paper.
pub(super) fn verdict(finding: &Finding) -> String {
    match finding.is_untried() {
        true => "not tried".to_string(),
        false => format!("{}{}", finding.word(), if finding.reduced { ", less" } else { "" }),
    }
}

fn section(finding: &Finding, text: &mut String) {
    let target = &finding.target;
    let games = if finding.games == 0 { String::new() } else { finding.games.to_string() };
    let reading = if target.reading == "first" { "" } else { &target.reading };
    let _ = write!(text, "\n### {}\n\n", target.id);
    let claim = format!("({}): {}", target.place, target.claim);
    *text += &wrapped(&format!("**{}** {}", verdict(finding), escaped(&claim)), 0);
    text.push('\n');
    let lines = [
        ("Reading", reading),
        ("Printed", &target.printed),
        ("Measured", if finding.is_untried() { "" } else { &finding.ours }),
        ("Decided by", &decided_by(finding)),
        ("Games", &games),
    ];
    for (name, line) in lines.into_iter().filter(|(_, line)| !line.is_empty()) {
        *text += &wrapped(&format!("- {name}: {}", escaped(line)), 2);
    }
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

/// A text that Markdown shows as it is written.
pub(super) fn escaped(text: &str) -> String {
    text.replace('*', "\\*").replace('<', "&lt;")
}

/// Running text in lines; all but the first are indented. No line begins with what Markdown takes
/// for the beginning of a list or a quotation.
pub(super) fn wrapped(text: &str, indent: usize) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split_whitespace() {
        let number = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let begins_a_block = word.starts_with(['>', '#'])
            || ["+", "-", "*"].contains(&word)
            || [".", ")"].contains(&number);
        if !line.is_empty()
            && !begins_a_block
            && line.chars().count() + 1 + word.chars().count() > WIDTH
        {
            lines += &line;
            lines.push('\n');
            line = " ".repeat(indent);
        } else if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_short_and_begin_no_block() {
        let text = format!("- {} + {} > {}", "a".repeat(80), "b".repeat(17), "c".repeat(90));
        let [a, b, c] =
            [("a", 80), ("b", 17), ("c", 90)].map(|(letter, times)| letter.repeat(times));
        assert_eq!(wrapped(&text, 2), format!("- {a} +\n  {b} >\n  {c}\n"));
        assert_eq!(escaped("a* < b"), "a\\* &lt; b");
    }
}

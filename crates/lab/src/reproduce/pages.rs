//! Pages with verdicts: what a record knows about claims, written into pages of Markdown between
//! two markers, so that no page says anything else than the record.

use super::decide::prior_results::Known;
use super::finding::Finding;
use super::paper::Paper;
use super::results;
use super::scale::Scale;
use crate::{Error, disk};
use std::path::{Path, PathBuf};

/// Begins what is generated in a page.
pub const BEGIN: &str = "<!-- verdicts: begin -->";
/// Ends it.
pub const END: &str = "<!-- verdicts: end -->";

/// The document with every claim.
const RESULTS: &str = "RESULTS.md";
/// The page of a paper, in its folder.
const PAGE: &str = "README.md";
/// Pages beside the folder of papers that may have the counts of all verdicts.
const OTHERS: [&str; 2] = ["README.md", "book/src/papers.md"];
/// How long a cell of a table may be.
const CELL: usize = 120;

/// A page of more bytes than this is none of ours.
const LARGEST: u64 = 1 << 20;

/// The pages about a folder of papers, with what is known: every claim in `RESULTS.md`; the
/// verdicts of each paper in its `README.md`, between [`BEGIN`] and [`END`]; and the counts of
/// verdicts in the README and the book beside the folder, where these have the markers.
pub fn pages(
    folder: &Path,
    papers: &[Paper],
    known: &Known,
) -> Result<Vec<(PathBuf, String)>, Error> {
    let findings = known.findings(papers);
    let mut pages = vec![(folder.join(RESULTS), results::document(&findings, Scale::Decide))];
    for of_one in results::papers(&findings) {
        let path = folder.join(of_one[0].paper.to_lowercase()).join(PAGE);
        let text = disk::text(&path, LARGEST)?;
        let filled = filled(&text, &verdicts(of_one)).ok_or_else(|| {
            Error::Refused(format!(
                "`{}` has no line `{BEGIN}` with `{END}` below it",
                path.display()
            ))
        })?;
        pages.push((path, filled));
    }
    for path in
        OTHERS.map(|name| folder.join("..").join(name)).into_iter().filter(|path| path.is_file())
    {
        if let Some(filled) = filled(&disk::text(&path, LARGEST)?, &results::counts(&findings)) {
            pages.push((path, filled));
        }
    }
    Ok(pages)
}

/// A page with something else between its markers; nothing if it has none.
fn filled(page: &str, generated: &str) -> Option<String> {
    let (before, rest) = page.split_once(BEGIN)?;
    let (_, after) = rest.split_once(END)?;
    Some(format!("{before}{BEGIN}\n\n{generated}\n{END}{after}"))
}

/// The verdicts of a paper: a table of the first reading, and one of those that were found later.
fn verdicts(findings: &[Finding]) -> String {
    let [holds, fails, close, open, untried] = results::count(findings);
    let claims = findings.len();
    let mut text = results::wrapped(
        &format!(
            "Verdicts on {claims} claims: {holds} hold, {fails} fail, {close} too close to call, {open} undecided, {untried} not \
             tried. The result is the part of the claim that decides the verdict, with its interval. *Less*: with less \
             thinking than the paper's, or with another game. The identifier links to the full text and all numbers."
        ),
        0,
    );
    let is_first = |finding: &&Finding| finding.target.reading == "first";
    text += "\n| claim | text | printed | result | verdict |\n|---|---|---|---|---|\n";
    for finding in findings.iter().filter(is_first) {
        text += &row(finding, cells(finding));
    }
    let later: Vec<&Finding> = findings.iter().filter(|finding| !is_first(finding)).collect();
    if !later.is_empty() {
        text += "\nReadings of the paper that were found after a result of the first was known:\n\n\
                 | claim | reading | printed | result | verdict |\n|---|---|---|---|---|\n";
        for finding in later {
            let [_, printed, result, verdict] = cells(finding);
            let reading = finding.target.reading.trim_start_matches("found later: ");
            text += &row(finding, [cell(reading), printed, result, verdict]);
        }
    }
    text
}

fn row(finding: &Finding, cells: [String; 4]) -> String {
    let id = &finding.target.id;
    format!("| [{id}](../{RESULTS}#{}) | {} |\n", id.to_lowercase(), cells.join(" | "))
}

fn cells(finding: &Finding) -> [String; 4] {
    let verdict = match results::verdict(finding) {
        holds if holds.starts_with("holds") => format!("**holds**{}", &holds["holds".len()..]),
        other => other,
    };
    [cell(&finding.target.claim), cell(&finding.target.printed), cell(&result(finding)), verdict]
}

/// The number on which the verdict hangs. What it is a number of is cut if it is too long, and
/// never the number.
fn result(finding: &Finding) -> String {
    let decided_by = results::decided_by(finding);
    let decided_by =
        decided_by.rsplit_once(", claimed ").map_or(&decided_by[..], |(result, _)| result);
    match decided_by.rsplit_once(": ") {
        None if finding.is_untried() => String::new(),
        None if decided_by.is_empty() => finding.ours.clone(),
        None => decided_by.to_string(),
        Some((quantity, number)) => {
            format!("{}: {number}", shortened(quantity, CELL - 4 - number.chars().count()))
        }
    }
}

/// One line that ends no cell, not too long.
fn cell(text: &str) -> String {
    shortened(&results::escaped(text).replace('|', "\\|").replace('\n', " "), CELL - 2)
}

/// The first words of a text that is too long.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    let fits: String = text.chars().take(most - 4).collect();
    let words = fits.rsplit_once(' ').map_or(&fits[..], |(words, _)| words);
    format!("{} ...", words.trim_end_matches([',', ';', ':']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_the_markers_is_replaced() {
        let page = format!("a\n{BEGIN}\nold\n{END}\nb\n");
        let new = filled(&page, "new\n").expect("it has markers");
        assert_eq!(new, format!("a\n{BEGIN}\n\nnew\n\n{END}\nb\n"));
        assert_eq!(filled(&new, "new\n"), Some(new.clone()));
        assert_eq!(filled("a page without", "new\n"), None);
    }

    #[test]
    fn long_cells_are_cut_between_words() {
        assert_eq!(shortened("one, two", 8), "one, two");
        assert_eq!(shortened("one, two, three", 12), "one ...");
    }
}

//! Execution of a campaign: runs its experiments, evaluates its claims, and writes a report.

use super::campaign::{Campaign, planned};
use super::decide::prior_results::Known;
use super::finding::{self, Finding};
use super::finished::{Finished, FinishedRuns};
use super::page::{self, Chapter};
use super::results;
use crate::Error;
use crate::disk::{self, Durability};
use crate::report::{self, Report};
use crate::run::{Ended, Progress, Run};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// The file with every claim.
const TABLE: &str = "results.md";
/// File with the results, from which another campaign can begin.
const FOUND: &str = "found.json";

/// Result of a campaign.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Result for each claim, in the order of papers.
    pub findings: Vec<Finding>,
    /// Report.
    pub report: Report,
    /// Every claim in Markdown, under a table of how many hold.
    pub table: String,
    /// At the scale `decide`, the results from which another campaign can begin.
    pub found: Option<Known>,
}

impl Campaign {
    /// Runs the remaining experiments and evaluates every claim; `None` if it was stopped.
    /// `progress` receives the progress over all experiments.
    pub fn go(
        &self,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Option<Outcome>, Error> {
        // A report that cannot be written is an error now, not at the end of a long run.
        report::may_write(&self.folder)?;
        let total = self.planned()?;
        let (mut before, mut fresh) = (0, 0);
        let mut chapters = vec![];
        for paper in self.papers() {
            let (mut finished, mut reports) = (vec![], vec![]);
            for name in self.experiments(paper) {
                let experiment = paper.experiment(name, self.scale).clone();
                let games = planned(&experiment)?;
                let mut run =
                    Run::begin(&self.run_folder(paper, name), experiment, None, self.builds)?;
                let mut last = Progress::default();
                let ended = run.go(threads, stop, &mut |now| {
                    let done = (before + now.done).min(total);
                    last = Progress { done, total, fresh: fresh + now.fresh, ..now.clone() };
                    progress(&last);
                })?;
                if ended != Ended::Complete {
                    return Ok(None);
                }
                (before, fresh) = (before + games, last.fresh);
                let results = run.results()?;
                reports.push((name.clone(), run.report(&results)?));
                finished.push((name.clone(), Finished::new(run.experiment.clone(), results)?));
            }
            let runs: FinishedRuns =
                finished.iter().map(|(name, run)| (name.clone(), run)).collect();
            let findings: Vec<Finding> = paper
                .asked_for(self.words())
                .map(|target| finding::evaluate(paper, target, self.scale, &runs, |_| 1.0))
                .collect();
            chapters.push(Chapter::new(paper, findings, &runs, reports));
        }
        Ok(Some(of(self, chapters)))
    }
}

/// Outcome of all papers.
pub(super) fn of(campaign: &Campaign, chapters: Vec<Chapter>) -> Outcome {
    let report = page::report(campaign, &chapters);
    let findings: Vec<Finding> =
        chapters.into_iter().flat_map(|chapter| chapter.findings).collect();
    let table = results::document(&findings, campaign.scale);
    Outcome { findings, report, table, found: None }
}

impl Outcome {
    /// Writes the report, and the claims in Markdown beside it; says where the page is.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, Error> {
        report::write(&self.report, folder)?;
        report::write_page(&folder.join(TABLE), &self.table)?;
        if let Some(found) = &self.found {
            disk::write(&folder.join(FOUND), found.text().as_bytes(), Durability::Synced)?;
        }
        Ok(folder.join("report.html"))
    }
}

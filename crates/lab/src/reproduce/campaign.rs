//! Running the experiments of papers, each once however many claims rest on it.

use super::finding::{self, Finding, Runs};
use super::measure::Finished;
use super::page;
use super::paper::{Paper, Scale, Target};
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::report::{self, Report};
use crate::run::{Builds, Ended, Progress, Run};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

/// Some claims of some papers, at a scale.
#[derive(Clone, Debug)]
pub struct Campaign {
    papers: Vec<Paper>,
    /// What was asked for; everything if nothing was.
    words: Vec<String>,
    /// How much is done.
    pub scale: Scale,
    /// Where the runs and the report live.
    pub folder: PathBuf,
    /// What becomes of results that different builds wrote.
    pub builds: Builds,
}

/// What was found.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// A finding for each claim, in the order of papers.
    pub findings: Vec<Finding>,
    /// All of it as a document.
    pub report: Report,
}

impl Campaign {
    /// Chooses claims by their names, such as `IS-12`, or papers by theirs, such as `IS`. Without a folder
    /// there is one under `runs`.
    pub fn new(
        papers: Vec<Paper>,
        words: &[String],
        scale: Scale,
        folder: Option<PathBuf>,
    ) -> Result<Self, Error> {
        let unknown =
            |word: &&String| !papers.iter().any(|paper| paper.asked_for(&[word.to_string()]).count() > 0);
        if let Some(stranger) = words.iter().find(unknown) {
            let names = |paper: &Paper| {
                let ids = paper.targets.iter().map(|target| target.id.clone());
                [paper.tag.clone()].into_iter().chain(ids).collect::<Vec<_>>()
            };
            // Those of the paper that was meant, if it can be told; there are many.
            let meant = |paper: &&Paper| stranger.starts_with(&paper.tag);
            let known = match papers.iter().find(meant) {
                Some(paper) => names(paper),
                None => papers.iter().map(|paper| paper.tag.clone()).collect(),
            };
            return Err(Error::Unknown { what: "target".into(), name: stranger.clone(), known });
        }
        let chosen: Vec<Paper> =
            papers.into_iter().filter(|paper| paper.asked_for(words).count() > 0).collect();
        let folder = folder.unwrap_or_else(|| default_folder(&chosen, words, scale));
        Ok(Campaign { papers: chosen, words: words.to_vec(), scale, folder, builds: Builds::Apart })
    }

    /// The claims that were chosen.
    pub fn targets(&self) -> impl Iterator<Item = (&Paper, &Target)> {
        self.papers.iter().flat_map(|paper| paper.asked_for(&self.words).map(move |target| (paper, target)))
    }

    /// The papers that they are from.
    pub fn papers(&self) -> &[Paper] {
        &self.papers
    }

    /// What was asked for, as it was written.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The experiments that a paper's claims need, in the order in which they are named.
    fn experiments<'a>(&'a self, paper: &'a Paper) -> Vec<&'a String> {
        let mut names: Vec<&String> = vec![];
        for target in paper.asked_for(&self.words) {
            for name in target.checks.iter().flat_map(|check| &check.experiments) {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Where a run lives.
    pub fn run_folder(&self, paper: &Paper, experiment: &str) -> PathBuf {
        self.folder.join(format!("{}-{experiment}", paper.tag.to_lowercase()))
    }

    /// How many games there are to play, as far as that can be known.
    pub fn planned(&self) -> Result<u64, Error> {
        let experiments = |paper| self.experiments(paper).into_iter().map(move |name| (paper, name));
        let mut all = self.papers.iter().flat_map(experiments);
        all.try_fold(0, |sum, (paper, name)| Ok(sum + planned(paper.experiment(name, self.scale))?))
    }

    /// Runs what is left to run and judges every claim; nothing if it was stopped. `progress` is told how far
    /// all experiments together are.
    pub fn go(
        &self,
        threads: usize,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Option<Outcome>, Error> {
        // Nobody wants to hear at the end of a long run that there is no room for its report.
        report::may_write(&self.folder)?;
        let total = self.planned()?;
        let (mut before, mut fresh) = (0, 0);
        let mut parts = vec![];
        for paper in &self.papers {
            let (mut runs, mut reports) = (Runs::new(), vec![]);
            for name in self.experiments(paper) {
                let experiment = paper.experiment(name, self.scale).clone();
                let games = planned(&experiment)?;
                let mut run = Run::begin(&self.run_folder(paper, name), experiment, None, self.builds)?;
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
                runs.insert(name.clone(), Finished::new(run.experiment.clone(), results)?);
            }
            let findings: Vec<Finding> = paper
                .asked_for(&self.words)
                .map(|target| finding::judge(paper, target, self.scale, &runs))
                .collect();
            let curves = page::curves(&findings, &runs);
            parts.push(page::Part { paper, findings, curves, overviews: page::overviews(&runs), reports });
        }
        let report = page::report(self, &parts);
        Ok(Some(Outcome { findings: parts.into_iter().flat_map(|part| part.findings).collect(), report }))
    }
}

/// The games of an experiment's first stage; later ones depend on results.
fn planned(experiment: &Experiment) -> Result<u64, Error> {
    Ok(experiment.next_stage(&Results::default())?.map_or(0, |stage| stage.rows()))
}

impl Outcome {
    /// Writes the report and says where the page is.
    pub fn write(&self, folder: &Path) -> Result<PathBuf, Error> {
        report::write(&self.report, folder)?;
        Ok(folder.join("report.html"))
    }
}

fn default_folder(papers: &[Paper], words: &[String], scale: Scale) -> PathBuf {
    let tags: Vec<String> = papers.iter().map(|paper| paper.tag.to_lowercase()).collect();
    let name = if words.is_empty() { "all".to_string() } else { tags.join("-") };
    Path::new("runs").join(format!("reproduce-{name}-{scale}"))
}

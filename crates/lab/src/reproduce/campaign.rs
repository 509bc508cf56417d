//! Selected claims and the experiments that they need; each experiment is run once, however many
//! claims use it.

use super::decide::prior_results::Known;
use super::paper::{Paper, Target};
use super::scale::Scale;
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::run::Builds;
use std::path::{Path, PathBuf};

/// Selection of claims at a scale.
#[derive(Clone, Debug)]
pub struct Campaign {
    papers: Vec<Paper>,
    /// Selected claims and papers; empty for all.
    words: Vec<String>,
    /// Scale of the experiments.
    pub scale: Scale,
    /// Folder of the runs and the report.
    pub folder: PathBuf,
    /// Treatment of results that different builds wrote.
    pub builds: Builds,
    /// Results of earlier campaigns, for the scale `decide`.
    pub known: Known,
}

impl Campaign {
    /// Selects claims by name, such as `IS-12`, or papers, such as `IS`. Without a folder, one
    /// under `runs` is used.
    pub fn new(
        papers: Vec<Paper>,
        words: &[String],
        scale: Scale,
        folder: Option<PathBuf>,
    ) -> Result<Self, Error> {
        let unknown = |word: &&String| {
            !papers.iter().any(|paper| paper.asked_for(&[word.to_string()]).count() > 0)
        };
        if let Some(stranger) = words.iter().find(unknown) {
            let names = |paper: &Paper| {
                let ids = paper.targets.iter().map(|target| target.id.clone());
                [paper.tag.clone()].into_iter().chain(ids).collect::<Vec<_>>()
            };
            // The error lists only the claims of the paper that was probably meant, since there are
            // many claims.
            let meant = |paper: &&Paper| stranger.starts_with(&paper.tag);
            let known = match papers.iter().find(meant) {
                Some(paper) => names(paper),
                None => papers.iter().map(|paper| paper.tag.clone()).collect(),
            };
            return Err(Error::unknown("target", stranger, known));
        }
        let chosen: Vec<Paper> =
            papers.into_iter().filter(|paper| paper.asked_for(words).count() > 0).collect();
        let folder = folder.unwrap_or_else(|| default_folder(&chosen, words, scale));
        Ok(Campaign {
            papers: chosen,
            words: words.to_vec(),
            scale,
            folder,
            builds: Builds::Single,
            known: Known::default(),
        })
    }

    /// Selected claims.
    pub fn targets(&self) -> impl Iterator<Item = (&Paper, &Target)> {
        self.papers
            .iter()
            .flat_map(|paper| paper.asked_for(&self.words).map(move |target| (paper, target)))
    }

    /// Papers of the selected claims.
    pub fn papers(&self) -> &[Paper] {
        &self.papers
    }

    /// Selection, as the user wrote it.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Experiments that a paper's selected claims need, in the order in which they are named.
    pub(super) fn experiments<'a>(&'a self, paper: &'a Paper) -> Vec<&'a String> {
        let mut names: Vec<&String> = vec![];
        for target in paper.asked_for(&self.words) {
            for name in target.experiments() {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        names
    }

    /// Folder of a run.
    pub fn run_folder(&self, paper: &Paper, experiment: &str) -> PathBuf {
        self.folder.join(format!("{}-{experiment}", paper.tag.to_lowercase()))
    }

    /// Number of games to play, as far as it can be known.
    pub fn planned(&self) -> Result<u64, Error> {
        let experiments =
            |paper| self.experiments(paper).into_iter().map(move |name| (paper, name));
        let mut all = self.papers.iter().flat_map(experiments);
        all.try_fold(0, |sum, (paper, name)| Ok(sum + planned(paper.experiment(name, self.scale))?))
    }
}

/// Number of games of an experiment's first stage; later stages depend on results.
pub(super) fn planned(experiment: &Experiment) -> Result<u64, Error> {
    Ok(experiment.next_stage(&Results::default())?.map_or(0, |stage| stage.rows()))
}

fn default_folder(papers: &[Paper], words: &[String], scale: Scale) -> PathBuf {
    let tags: Vec<String> = papers.iter().map(|paper| paper.tag.to_lowercase()).collect();
    let name = if words.is_empty() { "all".to_string() } else { tags.join("-") };
    Path::new("runs").join(format!("reproduce-{name}-{scale}"))
}

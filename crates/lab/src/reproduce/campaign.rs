//! Which claims of which papers are put to the test, and the experiments that they need, each once
//! however many claims rest on it.

use super::decide::prior_results::Known;
use super::paper::{Paper, Target};
use super::scale::Scale;
use crate::Error;
use crate::experiment::{Experiment, Results};
use crate::run::Builds;
use std::path::{Path, PathBuf};

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
    /// What was found before, at the scale `decide`.
    pub known: Known,
}

impl Campaign {
    /// Chooses claims by their names, such as `IS-12`, or papers by theirs, such as `IS`. Without a
    /// folder there is one under `runs`.
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
            // Those of the paper that was meant, if it can be told; there are many.
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

    /// The claims that were chosen.
    pub fn targets(&self) -> impl Iterator<Item = (&Paper, &Target)> {
        self.papers
            .iter()
            .flat_map(|paper| paper.asked_for(&self.words).map(move |target| (paper, target)))
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

    /// Where a run lives.
    pub fn run_folder(&self, paper: &Paper, experiment: &str) -> PathBuf {
        self.folder.join(format!("{}-{experiment}", paper.tag.to_lowercase()))
    }

    /// How many games there are to play, as far as that can be known.
    pub fn planned(&self) -> Result<u64, Error> {
        let experiments =
            |paper| self.experiments(paper).into_iter().map(move |name| (paper, name));
        let mut all = self.papers.iter().flat_map(experiments);
        all.try_fold(0, |sum, (paper, name)| Ok(sum + planned(paper.experiment(name, self.scale))?))
    }
}

/// The games of an experiment's first stage; later ones depend on results.
pub(super) fn planned(experiment: &Experiment) -> Result<u64, Error> {
    Ok(experiment.next_stage(&Results::default())?.map_or(0, |stage| stage.rows()))
}

fn default_folder(papers: &[Paper], words: &[String], scale: Scale) -> PathBuf {
    let tags: Vec<String> = papers.iter().map(|paper| paper.tag.to_lowercase()).collect();
    let name = if words.is_empty() { "all".to_string() } else { tags.join("-") };
    Path::new("runs").join(format!("reproduce-{name}-{scale}"))
}

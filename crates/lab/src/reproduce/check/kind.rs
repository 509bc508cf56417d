//! What a kind of check has to say for itself: how it stands in a file, and how it is put to the
//! test.

use super::part::Part;
use crate::Error;
use crate::experiment::Experiment;
use crate::experiment::source::Keys;
use crate::report::{Curve, Curves, Verdict};
use crate::reproduce::exact::ExactCheck;
use crate::reproduce::finished::Finished;
use crate::reproduce::judge;
use crate::reproduce::scale::Scale;
use crate::reproduce::view::View;
use std::fmt;
use std::sync::Arc;

/// Reads what is asked of runs. Only `exact` looks at the table of functions.
type Read = fn(&Keys, &[ExactCheck]) -> Result<Arc<dyn Test>, Error>;

/// A kind of check, as it stands in a file.
pub(super) struct Kind {
    /// What it is called.
    pub(super) name: &'static str,
    /// The keys that it has in common with others; they say which games are looked at.
    pub(super) common: &'static [&'static str],
    /// The keys of its own.
    pub(super) own: &'static [&'static str],
    /// Reads which experiments it needs.
    pub(super) experiments: fn(&Keys) -> Result<Vec<String>, Error>,
    /// Reads what is asked of their runs.
    pub(super) read: Read,
}

/// The common keys of a kind that looks at all games of an experiment.
pub(super) const ALL_GAMES: &[&str] = &["kind", "experiment"];
/// The common keys of a kind that can look at some games only.
pub(super) const SOME_GAMES: &[&str] =
    &["kind", "experiment", "seat", "against", "mirror", "measure"];
/// The common keys of a kind that can look at some deals only, too.
pub(super) const SOME_DEALS: &[&str] =
    &["kind", "experiment", "seat", "against", "mirror", "measure", "deals"];

/// What is asked of finished runs.
pub(super) trait Test: fmt::Debug + Send + Sync {
    /// Everybody who must take part in each of the experiments.
    fn players(&self) -> Vec<&String> {
        vec![]
    }

    /// Refuses an experiment of which this cannot be asked.
    fn fits(&self, experiment: &Experiment, view: &View) -> Result<(), String> {
        view.measure.must_be_of(experiment)
    }

    /// Puts it to the test.
    fn judge(&self, evidence: &Evidence) -> Found;

    /// Whether its words say which experiment they are about.
    fn names_experiment(&self) -> bool {
        false
    }

    /// How many games it rests on, if not on all games of its runs.
    fn games(&self, _runs: &[&Finished]) -> Option<u64> {
        None
    }

    /// Its line in the chart of the claim, if it is about how something changes with thinking.
    fn curve(&self, _view: &View, _runs: &[&Finished]) -> Option<Curve> {
        None
    }
}

/// What a test goes by.
pub(super) struct Evidence<'a> {
    /// The claim, in our words.
    pub(super) claim: &'a str,
    /// Which games are looked at.
    pub(super) view: &'a View,
    /// How much is done.
    pub(super) scale: Scale,
    /// The runs of its experiments, in their order.
    pub(super) runs: Vec<&'a Finished>,
}

/// What came of a test.
#[derive(Default)]
pub(in crate::reproduce) struct Found {
    /// In a sentence.
    pub(in crate::reproduce) said: String,
    /// Each part with its number and verdict.
    pub(in crate::reproduce) parts: Vec<Part>,
    /// The part of an order that matters most, if there is one, and whether it holds.
    pub(in crate::reproduce) minimum: Option<(String, Verdict)>,
    /// What is best seen in a picture.
    pub(in crate::reproduce) charts: Vec<Curves>,
}

impl Found {
    /// In a sentence and as parts.
    pub(super) fn new(said: String, parts: Vec<Part>) -> Self {
        Found { said, parts, ..Found::default() }
    }

    /// Whether all parts hold.
    pub(in crate::reproduce) fn verdict(&self) -> Verdict {
        judge::all(self.parts.iter().map(Part::verdict))
    }
}
